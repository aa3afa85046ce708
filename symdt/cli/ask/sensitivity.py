"""`symdt sensitivity`: how far each letter may move before the decision changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symdt.cli.arguments import AT, JSON, read_points, read_problem
from symdt.cli.output import decimal, paragraph, print_json, say
from symdt.cli.progress import working

if TYPE_CHECKING:
    from sympy import Expr

    from symdt.problems.problem import Problem


def sensitivity(
    file: Annotated[Path, typer.Argument(help="A problem file; see `symdt new`.")],
    at: AT = None,
    as_json: JSON = False,
    digits: Annotated[int | None, typer.Option("--digits", help="Decimals beside fractions.")] = None,
) -> int:
    """Show the exact thresholds of every letter around a point, a tornado, and the stability radius."""
    from symdt.analysis.sensitivity import one_way
    from symdt.analysis.stability import stability_radius
    from symdt.analysis.tornado import tornado_data
    from symdt.solve.written.choice_rows import choice_lines

    problem = read_problem(file)
    given = read_points(at, problem)
    point, is_own = complete(problem, given)
    ranges = {s.name: span(problem, s.name, point[s.name]) for s in problem.symbols}
    with working("moving the letters"):
        ways = {s.name: one_way(problem, s, point) for s in problem.symbols}
        tornado = tornado_data(problem, point, ranges)
        radius = stability_radius(problem, point) if problem.symbols else None
    if as_json:
        print_json(
            {
                "title": problem.title,
                "point": {n: str(v) for n, v in point.items()},
                "value": str(tornado.value),
                "thresholds": {
                    name: [{"at": str(t), "below": str(a), "above": str(b)} for t, a, b in way.switches]
                    for name, way in ways.items()
                },
                "tornado": [
                    {
                        "letter": b.letter,
                        "from": str(b.low),
                        "to": str(b.high),
                        "least": str(b.least),
                        "greatest": str(b.greatest),
                    }
                    for b in tornado.bars
                ],
                "radius": str(radius.value) if radius is not None else "oo",
            }
        )
        return 0
    if problem.title:
        say(problem.title)
    where = ", ".join(f"{n} = {v}" for n, v in point.items())
    note = " (a point of the domain; --at says another)" if is_own else ""
    say(paragraph(f"around {where}{note}: value {decimal(tornado.value, digits)}"))
    for name, way in ways.items():
        if not way.switches:
            head, rows = choice_lines(way.stretches[0].choice)
            say(paragraph(f"  {name}: {head} for every value"))
            say_rows(rows)
        for threshold, below, above in way.switches:
            (low, first), (high, second) = choice_lines(below), choice_lines(above)
            say(paragraph(f"  {name} = {decimal(threshold, digits)}: {low} below, {high} above"))
            say_rows(first, "below")
            say_rows(second, "above")
    say("the optimal value while one letter moves:")
    for bar in tornado.bars:
        low, high, least, most = (decimal(v, digits) for v in (bar.low, bar.high, bar.least, bar.greatest))
        say(paragraph(f"  {bar.letter} from {low} to {high}: {least} to {most}"))
    if radius is not None:
        say(paragraph(str(radius)))
    return 0


def complete(problem: Problem, given: Mapping[str, Expr]) -> tuple[dict[str, Any], bool]:
    """The point with the letters that were not given at a simple point of the domain; whether any was not."""
    from symdt.exact.polynomial import to_rational

    rest = problem.domain.restricted_to(given) if given else problem.domain
    own = {s.name: to_rational(v) for s, v in zip(rest.field.symbols, rest.witness, strict=True)}
    point = {s.name: given.get(s.name, own.get(s.name)) for s in problem.symbols}
    problem.domain.check_point(point)
    return point, bool(own)


def span(problem: Problem, name: str, value: Any) -> tuple[Any, Any]:
    """The range over which a letter moves: its own where it is bounded, half to double its value elsewhere.

    An end that the domain leaves out is kept away from by a hundredth of the way.
    """
    from symdt.exact.polynomial import to_rational

    index = problem.domain.field.names.index(name)
    low, high, low_closed, high_closed = problem.domain.box[index]
    start = to_rational(low) if low is not None else value - abs(value) / 2 - int(value == 0)
    stop = to_rational(high) if high is not None else value + abs(value) + int(value == 0)
    if low is not None and high is None:
        start = max(start, value - abs(value) / 2)
        low_closed = low_closed or start != to_rational(low)
    if high is not None and low is None:
        stop = min(stop, value + abs(value))
        high_closed = high_closed or stop != to_rational(high)
    if low is not None and not low_closed:
        start = start + (value - start) / 100
    if high is not None and not high_closed:
        stop = stop - (stop - value) / 100
    return start, stop


def say_rows(rows: Sequence[str], where: str = "") -> None:
    """A strategy as a table below its line, one row a decision; where it is used, if that is said."""
    if rows and where:
        say(f"    {where}:")
    for row in rows:
        say(f"{'      ' if where else '    '}{row}")
