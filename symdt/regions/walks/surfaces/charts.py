"""Charts: a surface or a curve in the letters of a slice, told by fewer letters.

Linear forms of three letters whose coefficients hold the parameter have, for each value of it, common zeros: two forms
a line, three a point. Cramer's rule tells them by the parameter and by a letter along the line.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> p, x, y, z = symbols("p x y z")
>>> space = Slice(Domain("0 < p < 1", "x > 0", "y > 0", "z > 0"), p)
>>> of = space.field.polynomial
>>> line = charts(space, [of(x*p + y), of(y*p + z)])[-1]
>>> [str(space.field.symbols[i]) for i in line.letters], str(line.under)
(['p', 'z'], 'p^2')
>>> print(line.pulled(of(y**2 - x*z)), line.pulled(of(x + 1)))
0 p^4 + p^2*z
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import Any

from symdt.exact.box import Box
from symdt.exact.line.place import Place
from symdt.exact.polynomial import Poly, primitive
from symdt.regions.sections.basis import Basis
from symdt.regions.walks.rims import determinant
from symdt.regions.walks.slices import Slice

#: So many letters has a slice whose surfaces have two.
LETTERS = 3


class Chart:
    """A surface or a curve in the letters of a slice, told by fewer letters.

    space: the slice. letters: the fewer, by position. images: what each letter of the slice is, over a denominator where it is
    one of `divided`. under: the denominator.
    """

    def __init__(self, space: Slice, letters: tuple[int, ...], images: dict[int, Poly], under: Poly) -> None:
        self.space, self.letters, self.images, self.under = space, letters, images, under
        self.divided = {i for i, image in images.items() if image != space.field.generators[i]}
        self.known: dict[str, Poly] = {}

    @cached_property
    def basis(self) -> Basis:
        """Where polynomials of the fewer letters have their numbers."""
        return Basis(self.space.field, Box.of(self.space.field, []))

    @cached_property
    def origin(self) -> Place:
        """Where decompositions of the fewer letters begin."""
        return Place(self.space.field)

    def pulled(self, poly: Poly) -> Poly:
        """A polynomial of the slice in the fewer letters, times a square."""
        name = str(poly)
        if name not in self.known:
            powers: dict[tuple[int, int], Poly] = {}

            def power(i: int, e: int) -> Poly:
                if (i, e) not in powers:
                    powers[i, e] = (self.under if i < 0 else self.images[i]) ** e
                return powers[i, e]

            terms = [(m, c, sum(int(m[i]) for i in self.divided)) for m, c in poly.to_dict().items()]
            most = max((over for _, _, over in terms), default=0)
            total = self.space.field.zero
            for m, c, over in terms:
                term = power(-1, most + most % 2 - over) * c
                for i in self.images:
                    if m[i]:
                        term = term * power(i, int(m[i]))
                total = total + term
            self.known[name] = primitive(total)[1]
        return self.known[name]

    def at(self, place: dict[int, Any]) -> dict[int, Any] | None:
        """The letters of the slice at values of the fewer; None where the denominator vanishes."""
        values = [place.get(i, 0) for i in range(len(self.space.field.symbols))]
        under = self.under(*values)
        if not under:
            return None
        return {i: image(*values) / (under if i in self.divided else 1) for i, image in self.images.items()}


#: A chart, and which of its places count: polynomials of its letters that vanish there, and those that do not.
Share = tuple[Chart, list[Poly], list[Poly]]


def rows(space: Slice, forms: Sequence[Poly]) -> list[tuple[list[Poly], Poly]] | None:
    """The coefficients of the letters in linear forms, and what is left of each; None where one is not linear."""
    field, at = space.field, space.field.position[space.parameter]
    alone = [g if i == at else field.zero for i, g in enumerate(field.generators)]
    found = []
    for one in forms:
        slopes = [one.derivative(i) for i in space.letters]
        if any(sum(s.degrees()) > s.degrees()[at] for s in slopes):
            return None
        found.append((slopes, one.compose(*alone)))
    return found


def minors(space: Slice, forms: Sequence[Poly]) -> list[Poly]:
    """The determinants, if they are not zero, of as many letters' coefficients as there are forms."""
    found = rows(space, forms)
    if found is None:
        return []
    chosen = combinations(range(LETTERS), len(forms))
    made = (determinant([[slopes[i] for i in some] for slopes, _ in found]) for some in chosen)
    return [minor for minor in made if minor]


def are_apart(space: Slice, forms: Sequence[Poly]) -> bool:
    """Whether two linear forms without the parameter whose slopes are dependent have no common zero."""
    found = rows(space, forms)
    if found is None:
        return False
    (one, left), (other, right) = found
    if not any(one) and not any(other):
        return bool(left or right)
    return any(x * right != y * left for x, y in zip(one, other, strict=True))


def put(poly: Poly, letter: int, value: Any) -> Poly:
    """A polynomial with a number in the place of a letter."""
    generators = poly.context().gens()
    return poly.compose(*(g - g + value if i == letter else g for i, g in enumerate(generators)))


def charts(space: Slice, forms: Sequence[Poly]) -> list[Chart]:
    """The common zeros of linear forms whose coefficients hold the parameter, by Cramer's rule.

    A chart for each choice of as many letters as there are forms, the one with the simplest denominator first.
    """
    found = rows(space, forms)
    if found is None:
        return []
    field, at = space.field, space.field.position[space.parameter]
    has_parameter = any(one.degrees()[at] for one in forms)
    made = []
    for some in combinations(range(LETTERS), len(forms)):
        under = determinant([[slopes[i] for i in some] for slopes, _ in found])
        if under:
            free = [i for i in range(LETTERS) if i not in some]
            along = {space.letters[i]: field.generators[space.letters[i]] for i in free}
            right = [
                sum((-slopes[i] * along[space.letters[i]] for i in free), -rest) for slopes, rest in found
            ]
            images = dict(along)
            for i in some:
                put = [
                    [r if j == i else slopes[j] for j in some]
                    for (slopes, _), r in zip(found, right, strict=True)
                ]
                images[space.letters[i]] = determinant(put)
            letters = (at, *along) if has_parameter else tuple(along)  # a point has none
            made.append(Chart(space, letters, images, under))
    return sorted(made, key=lambda one: int(one.under.total_degree()))


def vanishing(space: Slice, forms: Sequence[Poly]) -> tuple[Share, ...] | None:
    """Where linear forms of the letters alone vanish: a line or a point; None where it is more."""
    if any(one.is_constant() and one for one in forms):
        return ()
    left = [one for one in forms if one]
    for many in range(min(LETTERS, len(left)), 1, -1):
        for some in combinations(left, many):
            made = charts(space, some)
            if made:
                rest = [one for one in left if all(one is not other for other in some)]
                return ((made[0], [made[0].pulled(one) for one in rest], []),)
    return None
