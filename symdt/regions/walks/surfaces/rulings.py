"""Rulings: what the polynomials of a walk tell, as lines for each value of the parameter.

A walk asks, as a rule, whether two functions of the parameter have a zero in common: a core and its slope (the
discriminant), two cores (the resultant), a core and the slope of another; or whether two pairs of linear functions are
proportional. Where these hold the other letters linearly, what belongs to one value of the parameter, or of the factor, are
the common zeros of two linear forms. Zeros that are not real lie on curves beside.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, NamedTuple

from symdt.exact.line.terms import on_line
from symdt.exact.polynomial import Poly
from symdt.regions.walks.parabolas import discriminant
from symdt.regions.walks.slices import Slice
from symdt.regions.walks.surfaces.charts import LETTERS, Share, charts, vanishing


class Hidden(NamedTuple):
    """Where two functions have zeros in common that are not real: on curves, where polynomials are negative.

    under: those polynomials. curves: what they are on together; None where it is not told.
    """

    under: tuple[Poly, ...]
    curves: tuple[Share, ...] | None


class Family(NamedTuple):
    """Two linear forms of three letters, for each value of the parameter, whose common zeros are a surface; and what else are."""

    forms: tuple[Poly, Poly]
    hidden: Hidden | None = None


def family(space: Slice, key: Hashable) -> Family | None:
    """The lines whose surface are the zeros of a polynomial of a walk, by its key."""
    if not isinstance(key, tuple) or not isinstance(key[-1], str | int):
        return None
    word = key[2] if len(key) == 4 else key[-1]
    return FAMILIES[word](space, key) if word in FAMILIES else None


def turns(space: Slice, number: int) -> Iterator[tuple[int, int]]:
    """The cores of which an irreducible polynomial tells what one, less a multiple of the other, is midway between the other's zeros."""
    for key in space.origins.get(number, ()):
        if isinstance(key, tuple) and key[-1] == "turn" and isinstance(key[0], int):
            yield key[0], key[1]


def _parameter(space: Slice) -> Poly:
    return space.field.generators[space.field.position[space.parameter]]


def _parts(space: Slice, core: int) -> tuple[Poly, Poly, Poly]:
    found: tuple[Poly, Poly, Poly] = space.known[core, "parts"]
    return found


def _touching(space: Slice, key: Any) -> Family:
    """Cores with a double zero: that of the slope, and of twice the core less its multiple."""
    p, (a, b, c) = _parameter(space), _parts(space, key[0])
    return Family((2 * a * p + b, b * p + 2 * c))


def _meeting(space: Slice, key: Any) -> Family:
    """Two cores with a common zero; if none is real they are proportional."""
    p = _parameter(space)
    one, other = (_parts(space, core) for core in key[:2])
    forms = (one[0] * p**2 + one[1] * p + one[2], other[0] * p**2 + other[1] * p + other[2])
    flat = [parts for parts in (one, other) if not parts[0]]
    if flat:
        return _with_line(space, forms, flat[0][1:], other if flat[0] is one else one)
    under = (discriminant(one), discriminant(other))
    return Family(forms, Hidden(under, proportional(space, one, other)))


def _sloping(space: Slice, key: Any) -> Family:
    """The slope of a core and another core with a common zero."""
    p = _parameter(space)
    (d, e, _), (a, b, c) = (_parts(space, core) for core in key[:2])
    return _with_line(space, (2 * d * p + e, a * p**2 + b * p + c), (2 * d, e), (a, b, c))


def _with_line(space: Slice, forms: Any, line: Sequence[Poly], core: Sequence[Poly]) -> Family:
    """A line and a core with a common zero; where the line vanishes throughout the core's need not be real."""
    if not core[0] or any(part.is_constant() and part for part in line):
        return Family(forms)
    made = charts(space, line)
    return Family(forms, Hidden((discriminant(core),), ((made[0], [], []),) if made else None))


def _both_sloping(space: Slice, key: Any) -> Family | None:
    """Two cores whose slopes have a common zero; turns of other kinds are no family."""
    if not isinstance(key[0], tuple):
        return None
    p = _parameter(space)
    (d, e, _), (a, b, _) = (_parts(space, core) for core in (key[0][0], key[1]))
    return Family((2 * d * p + e, 2 * a * p + b))


def _lined(space: Slice, key: Any) -> Family | None:
    """Two cores whose leading coefficients are as their values at an end of the range; for slopes that is linear."""
    if any((core, "bernstein") not in space.known for core in key[:2]):
        return None
    p, (one, other) = _parameter(space), (_parts(space, core) for core in key[:2])
    ends = [space.known[core, "bernstein"][2 * key[3]] for core in key[:2]]
    return Family((other[0] + p * one[0], ends[1] + p * ends[0]))


def proportional(space: Slice, one: Sequence[Poly], other: Sequence[Poly]) -> tuple[Share, ...] | None:
    """The curves on which the parts of one core are those of another times a factor, or these vanish; None where that is not told."""
    factor, pairs = None, []
    for x, y in zip(one, other, strict=True):
        if not x.is_constant() or not y.is_constant():
            pairs.append((x, y))
        elif y and factor is not None and x / y.leading_coefficient() != factor:
            return ()
        elif y:
            factor = x / y.leading_coefficient()
        elif x:  # only if the other vanishes
            return vanishing(space, other)
    if factor is not None:
        return vanishing(space, [x - factor * y for x, y in pairs])
    last, multiples = vanishing(space, other), _multiples(space, pairs)
    return None if last is None or multiples is None else (*last, *multiples)


def _multiples(space: Slice, pairs: Sequence[tuple[Poly, Poly]]) -> tuple[Share, ...] | None:
    """The curve on which the first of each pair is the second times the parameter; None where that is not told."""
    p, at = _parameter(space), space.field.position[space.parameter]
    made = charts(space, [x - p * y for x, y in pairs]) if len(pairs) == LETTERS else []
    if not made:
        return None
    found: list[Share] = [(made[0], [], [made[0].under])]
    # where the denominator vanishes there is no solution, unless all determinants do
    common = on_line(made[0].under, at)
    for image in made[0].images.values():
        common = common.gcd(on_line(image, at)) if image else common
    for root, _ in common.factor()[1] if common.degree() > 0 else ():
        if root.degree() > 1:
            return None
        value = -root[0] / root[1]
        there = vanishing(space, [x - value * y for x, y in pairs])
        if there is None:
            return None
        found += there
    return tuple(found)


#: By the word in the key of a polynomial.
FAMILIES: dict[Any, Callable[[Slice, Any], Family | None]] = {
    "discriminant": _touching,
    "resultant": _meeting,
    "value": _meeting,
    "cross": _meeting,
    "under": _sloping,
    "slope": _sloping,
    "turn": _both_sloping,
    "line": _lined,
}
