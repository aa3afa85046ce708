"""Random parabolas whose coefficients are affine in three letters, and the polynomials that a walk asks of them."""

from __future__ import annotations

import random

from sympy import symbols

from symdt import Domain
from symdt.exact.formula import Condition
from symdt.regions.walks.slices import Slice

p, x, y, z = symbols("p x y z")
DOMAIN = Domain("0 < p < 1", "x > 0", "y > 0", "z > 0")


def random_space(seed: int, cores: int = 3) -> tuple[Slice, dict]:
    """A slice of three letters with random cores, and the polynomials of a walk by their keys, those that hold letters."""
    chance = random.Random(seed)
    space = Slice(DOMAIN, p)
    of = space.field.polynomial

    def affine():
        return chance.randint(-4, 4) + sum(chance.choice([0, chance.randint(-4, 4)]) * s for s in (x, y, z))

    for n in range(cores):
        a, b, c = (of(affine()) for _ in range(3))
        while not a or a.is_constant():
            a = of(affine())
        space.known[n, "parts"] = (a, b, c)
        space.known[n, "bernstein"] = (c, b / 2 + c, a + b + c)
    made = {}
    for n in range(cores):
        a, b, c = space.known[n, "parts"]
        made[n, "discriminant"] = b * b - 4 * a * c
        for m in range(cores):
            if m != n:
                d, e, f = space.known[m, "parts"]
                slope, rest = a * e - d * b, a * f - d * c
                made[m, n, "resultant"] = rest * rest - slope * (b * f - e * c)
                made[m, n, "under"] = a * e * e - 2 * b * d * e + 4 * c * d * d
                made[m, n, "line", 1] = slope + rest
                made[m, n, "turn"] = b * slope - 2 * a * rest
                made[(m, "slope"), n, "turn"] = 2 * (b * d - a * e)
    for key, poly in made.items():
        space.factors(key, lambda poly=poly: poly)
    return space, made


def curved(space: Slice) -> dict[int, object]:
    """The irreducible polynomials of a walk that are not linear, by number, each with a key."""
    return {
        n: keys[0] for n, keys in sorted(space.origins.items()) if space.basis.polys[n].total_degree() > 1
    }


def condition(space: Slice, poly, op: str = ">") -> Condition:
    """A polynomial compared with zero."""
    return Condition(space.field, poly, op)
