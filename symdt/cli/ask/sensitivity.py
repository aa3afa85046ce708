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

    from symdt.analysis.tornado import Tornado
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
    ranges = {s.name: span(problem, s.name, point) for s in problem.symbols}
    with working("moving the letters"):
        ways = {s.name: one_way(problem, s, point) for s in problem.symbols}
        tornado = tornado_data(problem, point, ranges)
        zero = next((n for n, v in point.items() if v == 0), None)
        radius = stability_radius(problem, point) if problem.symbols and zero is None else None
    is_told = hasattr(problem, "attitude")
    if is_told:
        tornado = in_money(problem, tornado, point, digits or 6)
    if as_json:
        print_json(
            {
                "title": problem.title,
                "point": {n: str(v) for n, v in point.items()},
                "certainty_equivalent" if is_told else "value": str(tornado.value),
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
                "radius": str(radius.value) if radius is not None else None if zero is not None else "oo",
            }
        )
        return 0
    if problem.title:
        say(problem.title)
    where = ", ".join(f"{n} = {v}" for n, v in point.items())
    note = " (a point of the domain; --at says another)" if is_own else ""
    shown = None if is_told else digits  # certainty equivalents have their digits already
    here = f"{'certainty equivalent' if is_told else 'value'} {decimal(tornado.value, shown)}"
    say(paragraph(f"around {where}{note}: {here}"))
    if getattr(problem, "attitude", "") == "exponential":
        say(f"{problem.symbols[-1]} = exp(-{problem.unit}/{problem.letter})")  # type: ignore[attr-defined]
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
    say(f"the {'certainty equivalent' if is_told else 'optimal value'} while one letter moves:")
    for bar in tornado.bars:
        low, high = decimal(bar.low, digits), decimal(bar.high, digits)
        least, most = decimal(bar.least, shown), decimal(bar.greatest, shown)
        say(paragraph(f"  {bar.letter} from {low} to {high}: {least} to {most}"))
    if problem.symbols:
        none = f"no radius is given: {zero} is 0 here, and nothing is a part of that"
        say(paragraph(none if radius is None else str(radius)))
    return 0


def in_money(problem: Any, tornado: Tornado, point: Mapping[str, Any], digits: int) -> Tornado:
    """The tornado of certainty equivalents of a problem with an attitude, whose values are no money; widest bar first.

    At one wealth (or y) more of what is compared is more (or less) money. Who is richer, or more tolerant, finds no
    uncertain amount worth less: along the letter of the attitude the extremes lie where those of the values do, at
    its ends.
    """
    from dataclasses import replace

    from sympy import Integer, Rational

    from symdt.analysis.attitude.spoken import spoken

    told = spoken(problem)
    own, nothing = point[told.inner], Rational(1, 10**80)  # what is left where a hundred digits cancel

    def money(value: Expr, letter: Expr) -> Expr:
        number = told.equivalent(value, letter).evalf(digits)
        return number if abs(number) > nothing else Integer(0)

    bars = []
    for bar in tornado.bars:
        is_own = bar.letter == told.inner
        places = (bar.where_least, bar.where_greatest) if is_own else (own, own)
        reached = [money(v, p) for v, p in zip((bar.least, bar.greatest), places, strict=True)]
        bars.append(replace(bar, least=min(reached), greatest=max(reached)))
    bars.sort(key=lambda b: (-float(b.swing), b.letter))
    return replace(tornado, value=money(tornado.value, own), bars=tuple(bars))


def complete(problem: Problem, given: Mapping[str, Expr]) -> tuple[dict[str, Any], bool]:
    """The point with the letters that were not given at a simple point of the domain; whether any was not."""
    from symdt.exact.polynomial import to_rational

    rest = problem.domain.restricted_to(given) if given else problem.domain
    own = {s.name: to_rational(v) for s, v in zip(rest.field.symbols, rest.witness, strict=True)}
    point = {s.name: given.get(s.name, own.get(s.name)) for s in problem.symbols}
    problem.domain.check_point(point)
    return point, bool(own)


def span(problem: Problem, name: str, point: Mapping[str, Any]) -> tuple[Any, Any]:
    """The range over which a letter moves: its own where it is bounded, half to double its value elsewhere.

    Its own is what the domain leaves it where the other letters stand at the point.

    An end that the domain leaves out is kept away from by a hundredth of the way.
    """
    from symdt.exact.polynomial import to_rational

    value, others = point[name], {n: v for n, v in point.items() if n != name}
    domain = problem.domain.restricted_to(others) if others else problem.domain
    low, high, low_closed, high_closed = domain.box[domain.field.names.index(name)]
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
