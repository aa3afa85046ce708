"""Coverings: facts without a common point, shown by cells that cover the whole space, each with a fact that fails on it.

Letter after letter a value is chosen; as soon as a fact fails at what is chosen, it fails on a whole cell
around it, whose bounds are the nearest roots of that fact's polynomial; a value outside the cells found
so far is tried next. When the cells cover the line of a letter, what keeps them covering it (see
`delineation`) is a reason why the values chosen before fail, on a cell of their own. A letter that stands
for a radical or an indexed root has one value: that root over the place; where a letter is only compared with a
root in it of a polynomial in the letters before, no letter stands for the root (see `judging`). So questions with
roots of any degree, whose coefficients may hold roots, are decided, with a point or with none.

Of a *clause* one alternative holds; it fails where all do. Of *cells* two hold; they fail where all but one do. So that
many cells leave no gap, and that no two of them overlap, is one question each.

>>> from sympy import Symbol
>>> from symdt.exact.solver import Budget
>>> from symdt.solve.proofs.check.texts import Ring
>>> ring = Ring(["h", "x"])
>>> (root, _) = ring.root("x**4 - 3*x**2 + x - h", "x", 0)
>>> ask = lambda *texts: Covering(ring, Symbol, Budget(9)).decide([ring.fact(t) for t in texts])
>>> ask("h > 0", "root_0 > -1")
NoPoint()
>>> ask("h < 1", "x < root_0", "x**4 + h > 3*x**2")
Found(point={h: 0, x: -2})
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq
from sympy import Expr, Symbol

from symdt.exact.field import Field
from symdt.exact.line import Real
from symdt.exact.line.branch import Branch
from symdt.exact.line.patience import heeding
from symdt.exact.line.place import Place
from symdt.exact.polynomial import Poly, to_rational
from symdt.exact.solver import Answer, Budget, Found, NoPoint, Unknown
from symdt.solve.proofs.check.polynomials import Poly as Terms
from symdt.solve.proofs.check.polynomials import exponents
from symdt.solve.proofs.check.texts import Fact, Ring
from symdt.solve.proofs.coverings.counting import Counted
from symdt.solve.proofs.coverings.inquiry import FoundError, Inquiry, UndefinedError

#: Seats for letters that stand for radicals and roots; more where a question has more of them.
SEATS = 4


class SpentError(Exception):
    """The budget ended."""


class Covering:
    """Decides questions over the letters of a ring; what is found about polynomials is kept for the next question.

    The polynomials live in a field of the ring's own letters and a few seats: a letter that stands for a radical or a
    root takes a seat while a question asks for it, so that a ring of many roots has no polynomial in many letters.
    """

    def __init__(self, ring: Ring, symbol: Callable[[str], Symbol], budget: Budget) -> None:
        self.ring, self.symbol, self.budget = ring, symbol, budget
        self.limit = budget
        self._furnish(SEATS)

    def _furnish(self, seats: int) -> None:
        own = [n for n in self.ring.letters if n not in self.ring.definitions]
        names = [
            next(n for n in (f"{'_' * u}seat_{i}" for u in range(99)) if n not in own) for i in range(seats)
        ]
        self.field = Field.of([*(self.symbol(n) for n in own), *map(Symbol, names)])
        at = {s.name: i for i, s in enumerate(self.field.symbols)}
        self.seats = [at[n] for n in names]
        self.position = {n: at[n] for n in own}
        self.algebra = Counted(self.field, self.spend)
        self._read: dict[Any, Poly] = {}

    def seat(self, names: Sequence[str]) -> None:
        """A position for each of the letters of a question; who sat there before makes room."""
        missing = [n for n in names if n not in self.position]
        taken = {self.position[n] for n in names if n in self.position}
        free = [i for i in self.seats if i not in taken]
        if len(missing) > len(free):
            self._furnish(2 * len(names))
            return self.seat(names)
        if missing:
            given = dict(zip(missing, free, strict=False))
            self.position = {n: i for n, i in self.position.items() if i not in given.values()} | given
            self._read.clear()
        return None

    def spend(self) -> None:
        """An end to the work where the budget is spent."""
        if self.limit.is_spent or self.budget.is_spent:
            raise SpentError

    def polynomial(self, poly: Terms) -> Poly:
        """A polynomial of the ring, whose letters have their seats, in the field."""
        key = frozenset(poly.items())
        if key not in self._read:
            terms = {}
            for m, c in poly.items():
                powers = [0] * len(self.field.symbols)
                for name, e in zip(self.ring.letters, exponents(m), strict=False):
                    if e:
                        powers[self.position[name]] = e
                value = Fraction(c)
                terms[tuple(powers)] = fmpq(value.numerator, value.denominator)
            self._read[key] = self.field.context.from_dict(terms)
        return self._read[key]

    def decide(
        self,
        facts: Sequence[Fact],
        seconds: float | None = None,
        missing: str = "",
        fixed: Mapping[str, Fraction] | None = None,
        clauses: Sequence[Sequence[Fact]] = (),
        cells: Sequence[Sequence[Fact]] = (),
    ) -> Answer:
        """A common point of the facts over the ring's own letters, or that there is none.

        seconds: of computing. missing: a root letter; the points are then those where that root does not exist.
        fixed: letters that have a value. clauses: of each an alternative holds too. cells: two of them hold too, in all
        of their facts.
        """
        return self.answer(lambda: Inquiry(self, facts, missing, fixed or {}, clauses, cells), seconds)

    def answer(self, asked: Callable[[], Inquiry], seconds: float | None = None) -> Answer:
        """What an inquiry finds within some seconds of computing."""
        self.limit = Budget(seconds) if seconds is not None else self.budget
        try:
            self.spend()
            with heeding(self.spend):
                question = asked()
                question.over(Place(self.field, question.given), 0)
        except SpentError:
            return Unknown("the time budget is spent")
        except UndefinedError as letter:
            return Unknown(f"{letter} is not defined everywhere")
        except FoundError as found:
            return Found(self.point(found.args[0]))
        return NoPoint()

    def point(self, place: Place) -> dict[Symbol, Expr]:
        """The coordinates: those of roots that were needed too, and 0 for letters that no fact asks for."""
        found = {n: place.coordinates.get(self.position.get(n, -1)) for n in self.ring.letters}
        known = {n: v for n, v in found.items() if v is not None or n not in self.ring.definitions}
        return {self.symbol(n): _number(fmpq(0) if v is None else v) for n, v in known.items()}


def _number(value: Any) -> Expr:
    value = value.real() if isinstance(value, Branch) else value
    return value.to_expr() if isinstance(value, Real) else to_rational(value)
