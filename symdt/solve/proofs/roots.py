"""Indexed roots for the solver: the ways in which a polynomial in one letter may factor over the reals.

The real root number i (from 0, from the left, with multiplicity) of f is a letter r. That f has some
degree, that its real roots are exactly x_0 < x_1 < … with some multiplicities, and that r is the one
of them that number i falls on, is a conjunction of polynomial facts with further letters: f divided by
the (x - x_j)^m_j leaves a product of quadratics without real roots. Every real polynomial factors in
exactly one of these ways, so a question about r is answered when it is answered for each of them.

>>> from symdt.solve.proofs.check.texts import Ring
>>> ring = Ring(["p", "h"])
>>> _ = ring.root("p**3 - p - h", "p", 0)
>>> for way in ways(ring, ["root_0"]):  # three roots, a double one to the right or to the left, a triple one, one
...     print([ring.text(f) + f" {op} 0" for f, op in way.facts][1:])
['-3*root_0**2 + 4 > 0', '3*root_0**2 - 1 > 0', '-3*root_0 > 0']
['-3*root_0**2 + 4 == 0', '-3*root_0 > 0']
['3*root_0**2 - 1 == 0', '-3*root_0 > 0']
['3*root_0**2 - 1 == 0', '3*root_0 == 0']
['3*root_0**2 - 4 > 0']
>>> [len(way.facts) for way in ways(ring, (), without="root_0")]  # a cubic has a real root
[]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from flint import fmpq

from symdt.exact.line import arrange
from symdt.solve.proofs.check.polynomials import BITS, Poly, plus, times
from symdt.solve.proofs.check.texts import Fact, Ring
from symdt.solve.proofs.factoring import Shape, Way

#: A polynomial of a higher degree in its letter is not taken apart.
MAX_DEGREE = 8
#: More ways in which the polynomials of one question may factor are not written out.
MAX_WAYS = 400


def ways(
    ring: Ring, names: Sequence[str], without: str = "", fixed: Mapping[str, Fraction] | None = None
) -> Iterator[Way]:
    """Every way in which the polynomials of these root letters may factor, and those of the roots in their coefficients.

    without: a root that is to be missing. fixed: letters that have a value.
    """
    groups = by_polynomial(ring, [*names, *([without] if without else [])])
    each = [list(ways_of_one(ring, group, without, fixed or {})) for group in groups]
    if prod(map(len, each)) > MAX_WAYS:
        raise NotImplementedError(f"its polynomials may factor in {prod(map(len, each))} ways")
    for combination in product(*each):
        facts: list[Fact] = []
        letters = list(ring.letters)
        for part in combination:
            shift = BITS * (len(letters) - len(ring.letters))
            facts += [(_moved(f, BITS * len(ring.letters), shift), op) for f, op in part.facts]
            for _ in part.letters:
                letters.append(next(n for n in _names(len(letters)) if n not in letters))
        yield Way(facts, letters)


def by_polynomial(ring: Ring, names: Sequence[str]) -> list[list[str]]:
    """These root letters and the inner ones, those of one polynomial together."""
    groups: dict[str, list[str]] = {}
    for name in with_inner(ring, names):
        poly, letter, _ = ring.roots[name]
        groups.setdefault(f"{letter}: {ring.text(poly)}", []).append(name)
    return list(groups.values())


def with_inner(ring: Ring, names: Sequence[str]) -> list[str]:
    """These root letters and those in the coefficients of their polynomials, and so on; the inner ones after."""
    found = list(dict.fromkeys(names))
    for name in found:  # it grows
        inner = ring.letters_of(ring.roots[name][0])
        found += [n for n in inner if n in ring.roots and n not in found]
    return found


def _names(number: int) -> Iterator[str]:
    """Names for a further letter, of which one is free."""
    while True:
        yield f"x_{number}"
        number += 1


def _moved(poly: Poly, at: int, shift: int) -> Poly:
    """The polynomial with its further letters, those from bit `at` on, moved up."""
    return {(m & (1 << at) - 1) | (m >> at << at + shift): c for m, c in poly.items()} if shift else poly


def ways_of_one(
    ring: Ring, members: Sequence[str], without: str, fixed: Mapping[str, Fraction]
) -> Iterator[Way]:
    """The ways of one polynomial, of which these are roots; its further letters begin after the ring's."""
    poly, letter, _ = ring.roots[members[0]]
    coefficients = _coefficients(at_point(ring, poly, fixed), BITS * ring.letters.index(letter))
    index = {name: ring.roots[name][2] for name in members}
    if all(set(c) <= {0} for c in coefficients):
        yield from _numeric(ring, index, without, [Fraction(c.get(0, 0)) for c in coefficients])
        return
    if len(coefficients) - 1 > MAX_DEGREE:
        raise NotImplementedError(f"a root of a polynomial of degree {len(coefficients) - 1}")
    above: list[Fact] = []  # the coefficients that vanish
    for degree in range(len(coefficients) - 1, -1, -1):
        lead = coefficients[degree]
        is_number = set(lead) == {0}
        given = above if is_number or degree == 0 else [*above, (lead, "!=")]
        for real in range(degree, -1, -2):
            if any((i < real) == (name == without) for name, i in index.items()):
                continue
            for multiplicities in _compositions(real):
                shape = Shape(ring, multiplicities, {n: i for n, i in index.items() if n != without}, given)
                yield shape.way(coefficients[: degree + 1])
        if is_number:
            return
        above = [*above, (lead, "==")] if lead else above


def _numeric(
    ring: Ring, index: Mapping[str, int], without: str, coefficients: list[Fraction]
) -> Iterator[Way]:
    """A polynomial without other letters: each root is isolated between two rational numbers."""
    arrangement = arrange([[fmpq(c.numerator, c.denominator) for c in coefficients]])
    roots = [r for r, m in zip(arrangement.points, arrangement.members, strict=True) for _ in range(m[0])]
    facts: list[Fact] = []
    for name, i in index.items():
        if (i < len(roots)) == (name == without):
            return  # the root is not there, or is there although it should be missing
        if name != without:
            root, letter = roots[i], ring.letter(name)
            low, high = (Fraction(int(v.p), int(v.q)) for v in (root.low, root.high))
            if low == high:
                facts.append((plus(letter, {0: low}, -1), "=="))
                continue
            value: Poly = {}
            for c in reversed([int(c) for c in root.factor.coeffs()]):
                value = plus(times(value, letter), {0: c} if c else {})
            facts += [(value, "=="), (plus(letter, {0: low} if low else {}, -1), ">")]
            facts.append((plus({0: high} if high else {}, letter, -1), ">"))
    yield Way(facts, [])


def at_point(ring: Ring, poly: Poly, fixed: Mapping[str, Fraction]) -> Poly:
    """The polynomial where some letters have values."""
    for name, value in fixed.items():
        if name in ring.letters:
            parts = _coefficients(poly, BITS * ring.letters.index(name)) if poly else []
            poly = {}
            for n, part in enumerate(parts):
                poly = plus(poly, part, value**n)
    return poly


def _coefficients(poly: Poly, at: int) -> list[Poly]:
    """The coefficients in the letter at this bit, lowest first."""
    parts: dict[int, Poly] = {}
    for m, c in poly.items():
        e = m >> at & (1 << BITS) - 1
        parts.setdefault(e, {})[m - (e << at)] = c
    return [parts.get(e, {}) for e in range(max(parts) + 1)]


def _compositions(total: int) -> Iterator[tuple[int, ...]]:
    """Every way to write a number as an ordered sum, ones first."""
    if total == 0:
        yield ()
    for first in range(1, total + 1):
        for rest in _compositions(total - first):
            yield (first, *rest)
