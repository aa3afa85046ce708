"""Slices: the space of the other letters, or the part of it where some of them are functions of the rest.

A polynomial that is linear in a letter, with a number before it, vanishes where the letter is a function of the
others: put in everywhere, it is one letter less. On a slice polynomials have numbers of their own, and scattered points.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> p, h, k = symbols("p h k")
>>> whole = Slice(Domain("0 < p < 1", "h > 0", "k > 0"), p)
>>> part = whole.where(whole.field.polynomial(h - 2*k + 1))
>>> print(part.domain, part.into(whole.field.polynomial(h + k)))
p > 0, p < 1, 2*k > 1, k > 0 3*k - 1
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from sympy import Symbol

from symdt.exact.domain import Domain
from symdt.exact.formula import Condition
from symdt.exact.polynomial import Number, Poly
from symdt.regions.sections.basis import Basis

if TYPE_CHECKING:
    from symdt.exact.floating.climbing import Ground

#: A sign and the numbers of irreducible factors with their multiplicities.
Factored = tuple[int, tuple[tuple[int, int], ...]]


class Slice:
    """A part of the space of the other letters.

    domain: in the letters that are left, and the parameter. letter: the parameter. images: what every letter of the
    field is there.
    """

    def __init__(self, domain: Domain, letter: Symbol, images: Sequence[Poly] | None = None) -> None:
        self.domain, self.field, self.parameter = domain, domain.field, letter
        self.images = tuple(images if images is not None else self.field.generators)
        self.is_whole = images is None
        self.put: Sequence[Poly] = (
            self.field.generators
        )  # what was put in last, for the letters of the slice around
        self.basis = Basis(self.field, domain.box)
        self.known: dict[Hashable, Any] = {}
        self.origins: dict[int, list[Hashable]] = {}  # under which keys irreducible polynomials turned up

    @cached_property
    def ground(self) -> Ground:
        """Scattered points of the domain."""
        from symdt.exact.floating.climbing import Ground  # NumPy comes with it

        return Ground(self.domain)

    @cached_property
    def letters(self) -> tuple[int, ...]:
        """The letters that are left, by position, without the parameter."""
        at = self.field.position[self.parameter]
        return tuple(i for i, x in enumerate(self.images) if i != at and x == self.field.generators[i])

    @cached_property
    def outer(self) -> list[Condition]:
        """The domain's conditions on the other letters."""
        at = self.field.position[self.parameter]
        return [c for c in self.domain.conditions if not c.poly.degrees()[at]]

    def into(self, poly: Poly) -> Poly:
        """A polynomial of the whole space as it is on the slice."""
        return poly if self.is_whole else poly.compose(*self.images)

    def factors(self, key: Hashable, poly: Callable[[], Poly]) -> Factored:
        """The factors of a polynomial that is made once, under its key."""
        if key not in self.known:
            self.known[key] = self.basis.factors(poly())
            for number, _ in self.known[key][1]:
                self.origins.setdefault(number, []).append(key)
        return self.known[key]

    def margins(self, number: int) -> Any:
        """The margins of an irreducible polynomial at the scattered points."""
        key = ("margins", number)
        found = self.known.get(key)
        if found is None or len(found) < len(self.ground.places):
            found = self.known[key] = self.ground.margins(self.basis.polys[number])
        return found

    def point(self, values: Sequence[Number]) -> tuple[Number, ...]:
        """The point of the whole space at values of the letters that are left."""
        return tuple(image(*values) for image in self.images)

    def where(self, poly: Poly) -> Slice | None:
        """The slice where a polynomial vanishes, made once; None where no letter of it has a number before it alone."""
        key = ("where", str(poly))
        if key not in self.known:
            self.known[key] = self._where(poly)
        return cast("Slice | None", self.known[key])

    def _where(self, poly: Poly) -> Slice | None:
        for index in self.letters:
            slope = poly.derivative(index)
            if slope and slope.is_constant():
                image = self.field.generators[index] - poly / slope.leading_coefficient()
                put = [image if i == index else g for i, g in enumerate(self.field.generators)]
                conditions = [composed(c, put) for c in self.domain.conditions]
                domain = Domain(*conditions, symbols=self.domain.symbols)
                found = Slice(domain, self.parameter, [x.compose(*put) for x in self.images])
                found.put = put
                return found
        return None


def composed(condition: Condition, put: Sequence[Poly]) -> Condition:
    """A condition with something put in for the letters."""
    return Condition(condition.field, condition.poly.compose(*put), condition.op)
