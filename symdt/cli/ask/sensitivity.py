"""`symdt sensitivity`: how far each letter may move before the decision changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symdt.cli.arguments import AT, DIGITS, FORCE, JSON, TREE, read_points_as_written, read_problem
from symdt.cli.ask.attitudes import told_by
from symdt.cli.output import decimal, figures, paragraph, print_json, say
from symdt.cli.progress import working
from symdt.cli.so_far import SoFar
from symdt.errors import BudgetError

if TYPE_CHECKING:
    from sympy import Expr

    from symdt.analysis.radius_search import Radius
    from symdt.analysis.sensitivity import OneWay, Stretch
    from symdt.analysis.tornado import Tornado
    from symdt.problems.problem import Problem

#: The digits of a double.
DOUBLE = 17


def sensitivity(
    file: Annotated[Path, typer.Argument(help="A problem file; see `symdt new`.")],
    at: AT = None,
    as_json: JSON = False,
    tree: TREE = None,
    digits: DIGITS = None,
    span: Annotated[
        str | None, typer.Option("--range", help="Over what letters move, for instance 'p=0:1/4,h=0:10'.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Draw the tornado: .svg .pdf .png .tex .json")
    ] = None,
    force: FORCE = False,
) -> int:
    """Show the exact thresholds of every letter around a point, a tornado, and the stability radius."""
    from symdt.analysis.sensitivity import one_way
    from symdt.analysis.stability import stability_radius
    from symdt.analysis.tornado import tornado_data
    from symdt.problems.kinks.kinked import KinkedProblem

    problem = read_problem(file, tree)
    told = told_by(problem)
    problem, given = read_points_as_written(at, problem, span, is_told=True)
    point, is_own = complete(problem, told.within(given) if told is not None else given)
    says = Says(told, point, given, digits)
    ranges = {s.name: says.span(problem, s.name) for s in problem.symbols}
    ranges |= spans(span, problem, point)
    if output is not None:
        return drawn(problem, tornado_data(problem, point, ranges), output, force=force, as_json=as_json)
    moving = {
        n: v for n, v in point.items() if n != says.hidden
    }  # y is no quantity that is off by a part of it
    zero = next((n for n, v in moving.items() if v == 0), None)
    still = problem if says.hidden is None else problem.at({says.hidden: point[says.hidden]})
    is_cut = isinstance(still, KinkedProblem)
    found = Moved()

    def find() -> None:
        for letter in problem.symbols:
            found.go_on()
            found.ways[letter.name] = one_way(problem, letter, point)
        found.go_on()
        exact = DOUBLE if digits is None else DOUBLE + digits
        found.tornado = tornado_data(problem, point, ranges, digits=exact)
        found.go_on()
        if moving and zero is None and not is_cut:
            found.radius = stability_radius(still, moving)

    with working("moving the letters"):
        found.ask(find)
    if as_json:
        print_json(_found(problem, says, found))
    else:
        _say(problem, says, found, is_own=is_own, zero=zero, is_cut=is_cut)
    return _decided(found)


def _decided(found: Moved) -> int:
    """The status of an answer; an error where the time was over before it was known how far letters may move."""
    if found.error is not None:
        raise found.error
    if found.radius is not None and not found.radius.is_decided:
        raise BudgetError(
            "how far all letters may move is not decided within the budget: fix some letters with --at, or allow more "
            "with --seconds"
        )
    return 0


def _say(problem: Problem, says: Says, found: Moved, *, is_own: bool, zero: str | None, is_cut: bool) -> None:
    """The answer in words."""
    told, point, digits = says.told, says.point, says.digits
    if problem.title:
        say(problem.title)
    where = ", ".join(
        f"{says.name(n)} = {says.number(n, v) if n == says.hidden else v}" for n, v in point.items()
    )
    note = " (a point of the domain; --at says another)" if is_own else ""
    worth = partial(decimal if told is None else figures, digits=digits)
    at_point = f"around {where}{note}" if point else "no letter is free"
    tornado = found.tornado
    say(paragraph(f"{at_point}: {tornado.measure} {worth(tornado.value)}" if tornado else at_point))
    if says.hidden is not None:
        say(f"{says.hidden} = exp(-{told.unit}/{told.letter})")
    _say_thresholds(says, found.ways)
    if tornado and tornado.bars:
        say(f"the {'optimal value' if told is None else tornado.measure} while one letter moves:")
        _say_bars(says, tornado, worth)
    if found.ended:
        say(paragraph(f"{found.ended}: {found.missing(problem, says)}"))
    elif any(n != says.hidden for n in point):
        why = "the values have min, max, abs or piecewise; --at may fix the letters in them"
        why = why if is_cut else f"{zero} is 0 here, and nothing is a part of that"
        radius = found.radius
        say(paragraph(f"no radius is given: {why}" if radius is None else says.radius(radius)))


@dataclass
class Moved(SoFar):
    """What was found out while letters moved: the stretches of each, the tornado, the radius; all, unless it was interrupted."""

    ways: dict[str, OneWay] = field(default_factory=dict)
    tornado: Tornado | None = None
    radius: Radius | None = None

    @property
    def is_something(self) -> bool:
        """Whether a letter was moved."""
        return bool(self.ways)

    def missing(self, problem: Problem, says: Says) -> str:
        """What was not found out by then."""
        letters = [says.name(s.name) for s in problem.symbols if s.name not in self.ways]
        some = [f"the thresholds of {', '.join(letters)}"] if letters else []
        some += [] if self.tornado else ["the values while one letter moves"]
        many = [*some, "how far all may move"]
        return f"{', '.join(many)} {'is' if len(many) == 1 else 'are'} not told"


def _say_thresholds(says: Says, ways: Mapping[str, OneWay]) -> None:
    from symdt.solve.written.choice_rows import choice_lines

    for name, way in ways.items():
        if not way.switches:
            head, rows = choice_lines(way.stretches[0].choice, dict(way.stretches[0].ties))
            say(paragraph(f"  {says.name(name)}: {head} for every value"))
            say_rows(rows)
        for below, above in way.changes:
            (low, first), (high, second) = (choice_lines(s.choice, dict(s.ties)) for s in (below, above))
            where = _between(below, above, says.name(name), low, high, partial(says.number, name))
            say(paragraph(f"  {where}"))
            say_rows(first, "below")
            say_rows(second, "above")


def _between(
    below: Stretch, above: Stretch, letter: str, low: str, high: str, number: Callable[[Expr], str]
) -> str:
    """Where one choice gives way to another, in words: at a number, which may be that of one of them, or over a gap."""
    if below.stop != above.start:
        last, first = "below" if below.is_open_right else "up to", "from" if above.is_closed_left else "above"
        return f"{letter}: {low} {last} {number(below.stop)}, {high} {first} {number(above.start)}"
    before = "there" if below.is_point else "below"
    behind = "above" if not above.is_closed_left else "there" if above.is_point else "from there on"
    here = f"= {number(above.start)}".replace("= ≈", "≈")
    return f"{letter} {here}: {low} {before}, {high} {behind}"


def _say_bars(says: Says, tornado: Tornado, worth: Callable[[Expr], str]) -> None:
    for bar in tornado.bars:
        low, high = (says.number(bar.letter, end) for end in (bar.low, bar.high))
        least, most = worth(bar.least), worth(bar.greatest)
        say(paragraph(f"  {says.name(bar.letter)} from {low} to {high}: {least} to {most}"))


def _found(problem: Problem, says: Says, found: Moved) -> Any:
    from symdt.exact.formula import number_json

    ways, tornado, radius = found.ways, found.tornado, found.radius
    bounds = (
        {} if radius is None or radius.is_exact else {"radius_between": [str(radius.low), str(radius.high)]}
    )
    return {
        "title": problem.title,
        "point": {n: str(v) for n, v in {**says.point, **says.own}.items()},
        **({tornado.measure.replace(" ", "_"): str(tornado.value)} if tornado else {}),
        "thresholds": {
            **{n: _switches(w, partial(number_json, letter=w.letter)) for n, w in ways.items()},
            **{
                says.name(n): _switches(w, partial(says.number, n))
                for n, w in ways.items()
                if n == says.hidden
            },
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
        ]
        if tornado
        else None,
        "radius": str(radius.value) if radius is not None else "oo" if not says.point else None,
        **bounds,
        **found.told(found.missing(problem, says)),
    }


def spans(text: str | None, problem: Problem, point: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The ranges that were asked for, each inside the domain with the other letters at the point."""
    from symdt.cli.make.plot import clipped, read_ranges
    from symdt.exact.polynomial import to_rational

    found = read_ranges(text, [s.name for s in problem.symbols]) if text is not None else {}
    others = {n: {m: v for m, v in point.items() if m != n} for n in found}
    inside = {n: clipped(problem, others[n], n, ends) for n, ends in found.items()}
    return {n: (to_rational(low), to_rational(high)) for n, (low, high) in inside.items()}


def drawn(problem: Problem, tornado: Tornado, output: Path, *, force: bool, as_json: bool) -> int:
    """Draw the tornado into a file."""
    from symdt.cli.output import wrote
    from symdt.files import check_writable, write_whole
    from symdt.show.plots.bars import tornado_chart
    from symdt.show.writers import rendered, suffix_of

    suffix = suffix_of(output, (".svg", ".pdf", ".png", ".tex", ".json"))
    check_writable(output, force=force)
    chart = tornado_chart(tornado, optimum=problem.optimum, numerals=problem.numerals)
    write_whole(output, rendered(chart, suffix), force=force)
    wrote([output], as_json=as_json)
    return 0


class Says:
    """Letters and their numbers in words: of exponential utility y is told as the tolerance.

    told: how a problem with an attitude is told; point: the values of all letters; given: those of `--at`.
    """

    def __init__(
        self, told: Any, point: Mapping[str, Any], given: Mapping[str, Any], digits: int | None
    ) -> None:
        self.told, self.point, self.digits = told, point, digits
        #: The letter that is told as another, if there is one.
        self.hidden = told.inner if told is not None and told.inner != told.letter else None
        #: A tolerance was given, whose y has the digits of a double and no more.
        self.is_rounded = self.hidden is not None and told.letter in given
        self.own: dict[str, Any] = {}
        if self.hidden is not None:
            self.own = {told.letter: given.get(told.letter, self.number(told.inner, point[told.inner]))}

    def name(self, letter: str) -> str:
        """What a letter is called."""
        return str(self.told.letter) if letter == self.hidden else letter

    def number(self, letter: str, value: Expr) -> str:
        """A value of it."""
        if letter != self.hidden:
            is_long = self.is_rounded and len(str(value)) > 2 * DOUBLE
            return (
                f"≈ {figures(value.evalf(DOUBLE), self.digits)}" if is_long else decimal(value, self.digits)
            )
        if self.own and value == self.point[letter]:
            return str(self.own[self.told.letter])
        from sympy import log

        if not 0 < value < 1:
            return str(self.told.own(float(value)))
        return figures(-self.told.unit / log(value), self.digits)

    def radius(self, radius: Radius) -> str:
        """How far the letters may move, the tolerance fixed."""
        said = radius.told(partial(figures if self.is_rounded else decimal, digits=self.digits))
        return said if self.hidden is None else f"with {self.told.letter} fixed {said}"

    def span(self, problem: Problem, letter: str) -> tuple[Any, Any]:
        """The range over which a letter moves; a tolerance from half to double."""
        if letter != self.hidden:
            return span(problem, letter, self.point)
        from symdt.exact.polynomial import to_rational

        here = self.told.own(float(self.point[letter]))
        low, high = (to_rational(self.told.inside(here * part)) for part in (0.5, 2))
        return low, high


def _switches(way: OneWay, number: Callable[[Expr], Any]) -> list[dict[str, Any]]:
    """The switches as data: what is below ends `at` the number, and holds it, unless they say otherwise."""
    found: list[dict[str, Any]] = []
    for a, b in way.changes:
        found.append({"at": number(b.start), "below": str(a.choice), "above": str(b.choice)})
        if a.stop != b.start:
            found[-1]["to"] = number(a.stop)
        found[-1] |= {"to_closed": False} if a.is_open_right else {}
        found[-1] |= {"from_closed": True} if b.is_closed_left else {}
        tied = {"below_ties": a.ties, "above_ties": b.ties}
        found[-1] |= {key: {d: list(many) for d, many in ties} for key, ties in tied.items() if ties}
    return found


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

    An end that the domain leaves out is kept away from by a hundredth of the way, or by as much as leads to a whole number
    if the letter is one.
    """
    from sympy import ceiling, floor

    from symdt.exact.polynomial import to_rational
    from symdt.regions.reach import ends_of

    value, others = point[name], {n: v for n, v in point.items() if n != name}
    domain = problem.domain.restricted_to(others) if others else problem.domain
    low, high, low_closed, high_closed = domain.box[domain.field.names.index(name)]
    first, last = ends_of(domain) if low is None or high is None else (None, None)
    if low is None and first is not None and first[0].is_rational:  # no bound is stated, but there is one
        low, low_closed = first[0].low, first[1]
    if high is None and last is not None and last[0].is_rational:
        high, high_closed = last[0].low, last[1]
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
    return (ceiling(start), floor(stop)) if domain.whole else (start, stop)


def say_rows(rows: Sequence[str], where: str = "") -> None:
    """A strategy as a table below its line, one row a decision; where it is used, if that is said."""
    if rows and where:
        say(f"    {where}:")
    for row in rows:
        say(f"{'      ' if where else '    '}{row}")
