"""Along: which function of a contest is best along its one letter: exact stretches, thresholds and switches.

The real roots of the differences cut the line; between two neighbours one function is best. A *threshold*
is where the best label changes, a *switch* where the label stays and another of its functions takes over:
a later decision changes there. Every number is exact (`exact.line.Real`).

>>> x = Symbol("x")
>>> f = Field.of([x]).element
>>> c = Contest((("a", f(x)), ("b", f(1 - x)), ("b", f(x - 1) / 2)), Domain("0 < x < 3"))
>>> record = along(c, x)
>>> [(piece.label, str(piece.start), str(piece.stop)) for piece in record.pieces]
[('b', '0', '3')]
>>> record.thresholds, record.switches
((), (Real('1'),))

Law: the label of a stretch is among `contest.best` at every point of it. Where no other letter is free there are no
cases to find: this is the line that the complete engine lifts over a place (`exact.line`), without the places, and
`tests/laws/test_one_road.py` holds it to the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from sympy import Symbol

from symdt.errors import DomainError, ExpressionError, quote
from symdt.exact.domain import Domain  # noqa: F401 - for the doctest
from symdt.exact.field import Field
from symdt.exact.line import Real, arrange, between
from symdt.exact.line import along as on_line
from symdt.exact.polynomial import Number, poly_to_expr, to_number
from symdt.regions.contest import Contest
from symdt.regions.reach import window_of

#: With more functions than this, those that are nowhere needed are sorted out first.
MANY = 40


def only(question: Contest[Any], *wanted: Symbol) -> None:
    """An error if other letters than those wanted are free."""
    extra = [s.name for s in question.letters if s not in wanted]
    if extra:
        raise DomainError(
            f"the parameter {quote(extra[0])} is free: fix it, for instance with point={{{quote(extra[0])}: 1}} or --at {extra[0]}=1"
        )


@dataclass(frozen=True)
class Piece:
    """A label that is best from `start` to `stop`, and the number of its function that is."""

    label: str
    start: Real
    stop: Real
    function: int = -1


@dataclass(frozen=True)
class Along:
    """The best function of a contest over a window of its one letter, from left to right."""

    contest: Contest[Any]
    letter: Symbol
    window: tuple[Number, Number]
    stretches: tuple[Piece, ...]

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The stretches of one label put together."""
        found: list[Piece] = []
        for s in self.stretches:
            if found and found[-1].label == s.label and found[-1].stop == s.start:
                found[-1] = Piece(s.label, found[-1].start, s.stop)
            else:
                found.append(Piece(s.label, s.start, s.stop))
        return tuple(found)

    @property
    def thresholds(self) -> tuple[Real, ...]:
        """Where the best label changes, and where the domain ends inside the window."""
        ends = [e for p in self.pieces for e in (p.start, p.stop)]
        low, high = map(Real.of, self.window)
        return tuple(sorted({e for e in ends if low < e < high}))

    @property
    def switches(self) -> tuple[Real, ...]:
        """Where the label stays and another of its functions takes over, which no guard made it do."""
        if self.contest.guards:
            return ()
        return tuple(
            b.start
            for a, b in pairwise(self.stretches)
            if a.label == b.label and a.stop == b.start and a.function != b.function
        )

    def at(self, value: Any) -> tuple[str, ...]:
        """The labels of the pieces that hold a number of the window: two at a threshold."""
        place = Real.of(value)
        return tuple(dict.fromkeys(p.label for p in self.pieces if p.start <= place <= p.stop))

    def to_json(self) -> dict[str, Any]:
        """The record: exact ends as texts, a root without closed form by its polynomial and number."""
        name = self.letter.name
        return {
            "optimum": self.contest.optimum,
            "letter": name,
            "window": [str(v) for v in self.window],
            "pieces": [
                {"label": str(p.label), "from": real_json(p.start, name), "to": real_json(p.stop, name)}
                for p in self.pieces
            ],
            "switches": [real_json(s, name) for s in self.switches],
        }


def real_json(number: Real, name: str) -> str | dict[str, Any]:
    """An exact number for JSON: a text where it has a closed form.

    >>> from symdt.exact.line import roots
    >>> real_json(roots([-2, 0, 1])[1], "x"), real_json(roots([-1, 1, 0, 1])[0], "x")
    ('sqrt(2)', {'root': 0, 'of': 'x**3 + x - 1', 'in': 'x'})
    """
    if number.degree <= 2:
        return str(number.to_expr())
    x = Symbol(name)
    poly = sum((int(c) * x**i for i, c in enumerate(number.factor.coeffs())), start=x * 0)
    return {"root": number.index, "of": str(poly), "in": name}


def along(contest: Contest[Any], x: Symbol, window: tuple[Any, Any] | None = None) -> Along:
    """Which function is best along the only letter of a contest, over a window of it (its range if none is given)."""
    only(contest, x)
    if len(contest.functions) > MANY:
        contest = contest.needed()
    low, high = window_of(contest, x) if window is None else map(to_number, window)
    start, stop = Real.of(low), Real.of(high)
    polys = [c.poly for c in contest.domain.conditions] + contest.borders
    functions = contest.functions
    for i, (_, f) in enumerate(functions):
        polys += [(f - g).sign_polynomial for _, g in functions[i + 1 :]]
    field = contest.domain.field
    cuts = [p for p in arrange([on_line(field, p, x) for p in polys]).points if start < p < stop]
    found: list[Piece] = []
    for a, b in pairwise([start, *cuts, stop]):
        here = (between(a, b),)
        if not contest.domain.contains(here):
            continue
        before = found[-1].function if found and found[-1].stop == a else -1
        number = best_function(contest, here, before)
        label = functions[number][0]
        if number == before:
            found[-1] = Piece(label, found[-1].start, b, number)
        else:
            found.append(Piece(label, a, b, number))
    return Along(contest, x, (low, high), tuple(found))


def best_function(contest: Contest[Any], values: tuple[Number, ...], before: int = -1) -> int:
    """The number of a function that is best at a point: the one before if it still is, else by the order of labels."""
    at: dict[int, Number] = {}
    for number, (_, function) in enumerate(contest.functions):
        if not contest.counts(number, values):
            continue
        try:
            at[number] = contest.sign * function.at(values)
        except ExpressionError:  # undefined here: an observation that cannot happen
            continue
    least = min(at.values())
    tied = [n for n, v in at.items() if v == least]
    if before in tied:
        return before
    rank = {label: n for n, label in enumerate(contest.labels)}
    return min(tied, key=lambda n: (rank.get(contest.functions[n][0], 0), n))


def describe(poly: Any, field: Field) -> str:
    """A polynomial as text."""
    return str(poly_to_expr(field, poly))
