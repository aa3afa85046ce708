"""A contest at the whole numbers of a letter: what figures along such a letter are made from.

>>> from symdt.formats.problem import loads
>>> from symdt.solve.alternatives import contest
>>> head = '[parameters]\\nn = "integer, 1 <= n <= 4"\\n[belief]\\na = "1/2"\\nb = "rest"\\n'
>>> problem = loads(head + '[loss]\\nactions = ["x", "y"]\\na = ["n", "0"]\\nb = ["0", "5/2"]\\n')
>>> c = contest(problem)
>>> numbers = at_numbers(c, c.letters[0])
>>> numbers.numbers, numbers.best
((1, 2, 3, 4), (('x',), ('x',), ('y',), ('y',)))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from math import ceil, floor
from typing import Any

from sympy import Symbol

from symdt.errors import DomainError, quote
from symdt.exact.polynomial import Number, to_fraction, to_number
from symdt.regions.along import along, only, real_json
from symdt.regions.contest import Contest
from symdt.regions.reach import window_of

#: More numbers than this are not drawn: a range says which.
MAX_NUMBERS = 200


@dataclass(frozen=True)
class AtNumbers:
    """A contest at the whole numbers of its only letter: the values of all labels, and those that are best."""

    letter: Symbol
    numbers: tuple[int, ...]
    values: tuple[Mapping[Any, Number], ...]
    best: tuple[tuple[Any, ...], ...]

    def runs(self) -> list[tuple[Any, int, int]]:
        """From where to where a label is best, the first of those that tie."""
        pairs = zip(self.numbers, self.best, strict=True)
        groups = [(label, [n for n, _ in run]) for label, run in groupby(pairs, key=lambda p: p[1][0])]
        return [(label, held[0], held[-1]) for label, held in groups]

    def to_json(self) -> dict[str, Any]:
        """The numbers with what is best at each, exactly."""
        rows = zip(self.numbers, self.values, self.best, strict=True)
        return {
            "letter": self.letter.name,
            "numbers": [
                {
                    "at": str(n),
                    "best": list(map(str, best)),
                    "values": {str(k): str(v) for k, v in values.items()},
                }
                for n, values, best in rows
            ],
        }


@dataclass(frozen=True)
class Columns:
    """A contest of two letters, the first of them a whole number: at each number the pieces along the other."""

    letters: tuple[Symbol, Symbol]
    window: tuple[Number, Number]
    columns: tuple[tuple[int, tuple[tuple[Any, Any, Any], ...]], ...]  # number, (label, from, to)

    def to_json(self) -> dict[str, Any]:
        """The columns with their pieces, exactly."""
        x, y = (s.name for s in self.letters)

        def piece(label: Any, start: Any, stop: Any) -> dict[str, Any]:
            return {"best": str(label), "from": real_json(start, y), "to": real_json(stop, y)}

        return {
            "whole": x,
            "along": y,
            "columns": [{"at": str(n), "pieces": [piece(*p) for p in held]} for n, held in self.columns],
        }


def whole_numbers(c: Contest[Any], x: Symbol, window: tuple[Any, Any] | None) -> list[int]:
    """The whole numbers that a figure shows."""
    low, high = map(to_number, window) if window else window_of(c, x)
    first, last = ceil(to_fraction(low)), floor(to_fraction(high))
    if last - first >= MAX_NUMBERS:
        raise DomainError(
            f"the axis of {quote(x.name)} has {last - first + 1} numbers, of which at most {MAX_NUMBERS} are drawn: "
            f"give a range, --range {x.name}={first}:{first + 20}"
        )
    if last < first:
        raise DomainError(f"the axis of {quote(x.name)} has no whole number: give another range")
    return list(range(first, last + 1))


def at_numbers(c: Contest[Any], x: Symbol, window: tuple[Any, Any] | None = None) -> AtNumbers:
    """The contest at the whole numbers of its only letter, over a window of it."""
    only(c, x)
    numbers = [n for n in whole_numbers(c, x, window) if c.domain.contains((to_number(n),))]
    points = [(to_number(n),) for n in numbers]
    return AtNumbers(
        x, tuple(numbers), tuple(c.values_at(p) for p in points), tuple(c.best(p) for p in points)
    )


def columns_of(
    c: Contest[Any], x: Symbol, y: Symbol, across: tuple[Any, Any] | None, up: tuple[Any, Any] | None
) -> Columns:
    """The contest of two letters at the whole numbers of the first: which label is best along the other."""
    low, high = map(to_number, up) if up else window_of(c, y)
    found: list[tuple[int, tuple[tuple[Any, Any, Any], ...]]] = []
    for n in whole_numbers(c, x, across):
        try:
            here = c.at({x: n})
        except DomainError:  # the domain has no point at this number
            continue
        if y.is_integer:
            held = at_numbers(here, y, (low, high))
            found.append((n, tuple((best[0], m, m) for m, best in zip(held.numbers, held.best, strict=True))))
        else:
            pieces = along(here, y, (low, high)).pieces
            found.append((n, tuple((p.label, p.start, p.stop) for p in pieces)))
    return Columns((x, y), (low, high), tuple(found))
