"""Surface: where a polynomial of a walk vanishes, told by two letters instead of three.

Most are families of lines (`rulings`), told by the parameter and by a letter along the lines. Polynomials that are
pulled back to such a surface fall apart: that two of three functions touch is a square where all three meet, for
the parameter is one of their common zeros.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> p, x, y, z = symbols("p x y z")
>>> space = Slice(Domain("0 < p < 1", "x > 0", "y > 0", "z > 0"), p)
>>> cores = {0: (x, y, z), 1: (x + 1, z, y)}  # x*p**2 + y*p + z and (x + 1)*p**2 + z*p + y
>>> for n, parts in cores.items():
...     space.known[n, "parts"] = tuple(map(space.field.polynomial, parts))
>>> (a, b, c), (d, e, f) = (space.known[n, "parts"] for n in cores)
>>> made = {(1, 0, "resultant"): (a*f - d*c)**2 - (a*e - d*b)*(b*f - e*c), (0, "discriminant"): b*b - 4*a*c}
>>> (_, ((common, _),)), (_, ((double, _),)) = (space.factors(key, lambda q=q: q) for key, q in made.items())
>>> meet = Surface.of(space, common)
>>> [str(space.field.symbols[i]) for i in meet.letters]
['p', 'x']
>>> all(many % 2 == 0 for _, many in meet.pulled(space.basis.polys[double]).factor()[1])
True

Two functions may have zeros in common that are not real: their curve is told by one letter.

>>> [[str(space.field.symbols[i]) for i in curve.letters] for curve, _, _ in meet.hidden.curves]
[[], ['p'], ['z']]
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import cast

from symdt.exact.line.real import isolate
from symdt.exact.line.terms import coefficients, on_line
from symdt.exact.polynomial import Poly
from symdt.regions.walks.slices import Slice
from symdt.regions.walks.surfaces.charts import Chart, are_apart, charts, minors, put
from symdt.regions.walks.surfaces.rulings import Family, family


class Surface(Chart):
    """A surface of zeros in three letters, by two; the first is the parameter of a family of lines, if it is one.

    family: the lines. key: that of a polynomial which vanishes on them.
    """

    def __init__(
        self,
        space: Slice,
        letters: tuple[int, ...],
        images: dict[int, Poly],
        under: Poly,
        family: Family | None = None,
        key: Hashable = None,
    ) -> None:
        super().__init__(space, letters, images, under)
        self.key = key
        self.family = family
        self.hidden = family.hidden if family else None

    @classmethod
    def of(cls, space: Slice, number: int) -> Surface | None:
        """The surface of an irreducible polynomial, by its number on the slice; None where no two letters tell it."""
        if ("surface", number) not in space.known:
            # a factor that turns up twice may have more zeros that are not real than a curve
            keys = [key for key in space.origins.get(number, ()) if (number, 1) in space.known[key][1]]
            families = ((family(space, key), key) for key in keys)
            ruled = [found for one, key in families if one and (found := cls.ruled(space, one, key))]
            # of several families one that is told everywhere: another may have a plane of zeros at one value of the parameter
            found = next((one for one in ruled if one.is_told), ruled[0] if ruled else None)
            space.known["surface", number] = found or cls.graph(space, space.basis.polys[number])
        return cast("Surface | None", space.known["surface", number])

    @classmethod
    def ruled(cls, space: Slice, lines: Family, key: Hashable = None) -> Surface | None:
        """The surface of a family of lines, by the key of its polynomial; None where its forms are not linear, or dependent."""
        for one in charts(space, lines.forms):
            return cls(space, one.letters, one.images, one.under, lines, key)
        return None

    @classmethod
    def graph(cls, space: Slice, poly: Poly) -> Surface | None:
        """The zeros of a polynomial that is linear in a letter: the letter is a quotient of functions of the others."""
        generators = space.field.generators
        found = None
        for i in space.letters:
            if poly.degrees()[i] == 1:
                rest, slope = coefficients(space.field, poly, i)
                if found is None or slope.is_constant():
                    images = {j: -rest if j == i else generators[j] for j in space.letters}
                    found = cls(space, tuple(j for j in space.letters if j != i), images, slope)
        return found

    @property
    def zeros(self) -> frozenset[int] | None:
        """The cores of which the parameter is a common zero, or the one whose double zero it is; None where it is none of these."""
        match self.key:
            case (*cores, "resultant" | "discriminant") if self.family:
                return frozenset(cast(list[int], cores))
            case _:
                return None

    @property
    def is_told(self) -> bool:
        """Whether all zeros are told: by two letters, by limits, or by curves."""
        return self.is_whole and not (self.hidden and self.hidden.curves is None)

    @cached_property
    def is_whole(self) -> bool:
        """Whether the zeros that two letters do not tell are limits of those they do, but for hidden ones.

        Of a family of lines: at no value of the parameter are there more zeros than a line, nor at an infinite one.
        """
        if self.family is None:
            return bool(self.under.is_constant())
        at, forms = self.letters[0], self.family.forms
        common = None
        for minor in minors(self.space, forms):
            now = on_line(minor, at)
            common = now if common is None else common.gcd(now)
        if common is None:
            return False
        for root, _ in common.factor()[1] if common.degree() > 0 else ():
            if root.degree() > 1:
                if isolate((root * root.denom()).numer()):
                    return False
            elif not are_apart(self.space, [put(one, at, -root[0] / root[1]) for one in forms]):
                return False
        return bool(minors(self.space, self.leads)) or are_apart(self.space, self.leads)

    @cached_property
    def leads(self) -> list[Poly]:
        """The forms of a family at an infinite value of the parameter."""
        return (
            [coefficients(self.space.field, one, self.letters[0])[-1] for one in self.family.forms]
            if self.family
            else []
        )
