"""Sheets: the surfaces where the polynomials of events vanish, each told by two letters.

A polynomial that tells whether two functions of the rule's letter, linear in the others, have a zero in common vanishes on
a family of lines, one for each value of that zero (`regions.walks.surfaces.rulings`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property
from itertools import combinations, permutations

from flint import fmpq, fmpq_mat

from symdt.exact.domain import Domain
from symdt.exact.line.terms import coefficients
from symdt.exact.polynomial import Poly
from symdt.regions.walks.parabolas import discriminant, resultant
from symdt.regions.walks.slices import Slice
from symdt.regions.walks.surfaces.surface import Surface
from symdt.solve.proofs.sheets.happenings import Events


class Ambient(Slice):
    """The space of the other letters of a rule, with a parameter of its own: a seat that no letter has."""

    def __init__(self, events: Events) -> None:
        self.events = events
        covering = events.whole.covering
        seat = next(i for i in covering.seats if i not in events.whole.letters)
        super().__init__(Domain(symbols=covering.field.symbols), covering.field.symbols[seat])
        for number in events.cores:
            parts = coefficients(self.field, events.algebra.polys[number], events.letter)
            if len(parts) <= 3 and all(part.total_degree() <= 1 for part in parts):
                parts += [self.field.zero] * (3 - len(parts))
                self.known[number, "parts"] = tuple(reversed(parts))
        self.cores = [n for n in events.cores if (n, "parts") in self.known]
        self._last = 0

    @cached_property
    def letters(self) -> tuple[int, ...]:
        """The letters, by position, without the rule's."""
        return tuple(self.events.whole.letters[:-1])

    def surface(self, number: int) -> Surface | None:
        """The surface of an event; None where no two letters tell it."""
        poly = self.events.algebra.polys[number]
        if poly.total_degree() == 1:
            return Surface.graph(self, poly)
        ((mine, _),) = self.basis.factors(poly)[1]
        for _ in self.kinds():
            if mine in self.origins:
                return Surface.of(self, mine)
        return Surface.of(self, mine)

    def kinds(self) -> Iterator[int]:
        """Polynomials of one kind after the other are made."""
        yield 0
        for number, kind in enumerate((self.touching, self.meeting, self.sloping, self.lined), 1):
            if self._last < number:
                self._last = number
                kind()
                yield number

    def made(self, key: Hashable, poly: Poly) -> None:
        """A polynomial is noted under a key that tells its family."""
        self.factors(key, lambda: poly)

    def touching(self) -> None:
        """Functions with a double zero."""
        for n in self.cores:
            parts = self.known[n, "parts"]
            if parts[0]:
                self.made((n, "discriminant"), discriminant(parts))

    def meeting(self) -> None:
        """Functions with a common zero."""
        for n, m in combinations(self.cores, 2):
            one, other = self.known[n, "parts"], self.known[m, "parts"]
            (a, b, c), (d, e, f) = one, other
            self.made((n, m, "resultant"), resultant(one, other) if a or d else b * f - e * c)

    def sloping(self) -> None:
        """Functions whose slopes have a zero in common with another, or with its slope."""
        for n, m in permutations(self.cores, 2):
            (a, b, c), (d, e, _) = self.known[n, "parts"], self.known[m, "parts"]
            if d:
                self.made((m, n, "under"), a * e * e - 2 * b * d * e + 4 * c * d * d)
                self.made(((m, "slope"), n, "turn"), b * d - a * e)

    def lined(self) -> None:
        """Functions whose leading coefficients are as their values at an end of the domain."""
        low, high = self.ends[0], self.ends[-1]
        for n in self.cores:
            a, b, c = self.known[n, "parts"]
            self.known[n, "bernstein"] = tuple(a * x * x + b * x + c for x in (low, low, high))
        for n, m in combinations(self.cores, 2):
            for end in (0, 1):
                one, other = (self.known[k, "bernstein"][2 * end] for k in (n, m))
                first, second = (self.known[k, "parts"][0] for k in (n, m))
                self.made((n, m, "line", end), second * one - first * other)

    @cached_property
    def ends(self) -> list[fmpq]:
        """The ends of the domain in the rule's letter, that are numbers."""
        found = []
        for n in self.cores:
            a, b, c = self.known[n, "parts"]
            if not a and b.is_constant() and c.is_constant():
                found.append(-c.leading_coefficient() / b.leading_coefficient() if c else fmpq(0))
        return sorted(found) or [fmpq(0)]


def is_definite(poly: Poly) -> bool:
    """Whether a polynomial of degree two has no zero, because its form with one letter more is positive or negative alone.

    >>> from sympy import symbols
    >>> from symdt.exact.field import Field
    >>> x, y = symbols("x y")
    >>> of = Field.of([x, y]).polynomial
    >>> [is_definite(of(f)) for f in (15*x**2 - 6*x + 2, x**2 + x*y + y**2 + 1, x**2 + y**2, -x**2 - 1 + y)]
    [True, True, False, False]
    """
    if poly.total_degree() != 2:
        return False
    used = [i for i, d in enumerate(poly.degrees()) if d]
    rows = [[fmpq(0)] * (len(used) + 1) for _ in range(len(used) + 1)]
    for powers, value in poly.to_dict().items():
        places = [n for n, i in enumerate(used) for _ in range(int(powers[i]))]
        i, j = (*places, len(used), len(used))[:2]
        rows[i][j] += value / 2
        rows[j][i] += value / 2
    minors = [fmpq_mat([row[:n] for row in rows[:n]]).det() for n in range(1, len(rows) + 1)]
    return all(m > 0 for m in minors) or all(m * (-1) ** n > 0 for n, m in enumerate(minors, 1))
