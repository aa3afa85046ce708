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
...     print(len(way.facts), way.letters)
5 ['p', 'h', 'root_0', 'x_3', 'x_4']
4 ['p', 'h', 'root_0', 'x_3']
4 ['p', 'h', 'root_0', 'x_3']
3 ['p', 'h', 'root_0']
2 ['p', 'h', 'root_0']
>>> [len(way.facts) for way in ways(ring, (), without="root_0")]  # a cubic has a real root
[]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from symdt.solve.proofs.check.polynomials import BITS, Poly, plus, times
from symdt.solve.proofs.check.texts import Fact, Ring

#: A polynomial of a higher degree in its letter is not taken apart.
MAX_DEGREE = 8


class Way(NamedTuple):
    """Facts under which the roots are what they are, over these letters: the ring's, and further ones."""

    facts: list[Fact]
    letters: list[str]


def ways(ring: Ring, names: Sequence[str], without: str = "") -> Iterator[Way]:
    """Every way in which the polynomials of these root letters may factor; `without`: so that this root is missing."""
    groups: dict[str, list[str]] = {}
    for name in [*names, *([without] if without else [])]:
        poly, letter, _ = ring.roots[name]
        if any(name in ring.roots for name in ring.letters_of(poly)):
            raise NotImplementedError("a root of a polynomial with a root in its coefficients")
        groups.setdefault(f"{letter}: {ring.text(poly)}", []).append(name)
    for combination in product(*(list(_ways(ring, members, without)) for members in groups.values())):
        facts: list[Fact] = []
        letters = list(ring.letters)
        for part in combination:
            shift = BITS * (len(letters) - len(ring.letters))
            facts += [(_moved(f, BITS * len(ring.letters), shift), op) for f, op in part.facts]
            for _ in part.letters:
                letters.append(next(n for n in _names(len(letters)) if n not in letters))
        yield Way(facts, letters)


def _names(number: int) -> Iterator[str]:
    """Names for a further letter, of which one is free."""
    while True:
        yield f"x_{number}"
        number += 1


def _moved(poly: Poly, at: int, shift: int) -> Poly:
    """The polynomial with its further letters, those from bit `at` on, moved up."""
    return {(m & (1 << at) - 1) | (m >> at << at + shift): c for m, c in poly.items()} if shift else poly


def _ways(ring: Ring, members: Sequence[str], without: str) -> Iterator[Way]:
    """The ways of one polynomial; its further letters begin after the ring's."""
    poly, letter, _ = ring.roots[members[0]]
    coefficients = _coefficients(poly, BITS * ring.letters.index(letter))
    if len(coefficients) - 1 > MAX_DEGREE:
        raise NotImplementedError(f"a root of a polynomial of degree {len(coefficients) - 1}")
    index = {name: ring.roots[name][2] for name in members}
    above: list[Fact] = []  # the coefficients that vanish
    for degree in range(len(coefficients) - 1, -1, -1):
        lead = coefficients[degree]
        is_number = set(lead) == {0}
        given = above if is_number or degree == 0 else [*above, (lead, "!=")]
        for real in range(degree, -1, -2):
            if any((i < real) == (name == without) for name, i in index.items()):
                continue
            for multiplicities in _compositions(real):
                yield _way(ring, members, multiplicities, coefficients[: degree + 1], given, without)
        if is_number:
            return
        above = [*above, (lead, "==")] if lead else above


def _way(
    ring: Ring,
    members: Sequence[str],
    multiplicities: tuple[int, ...],
    coefficients: list[Poly],
    given: list[Fact],
    without: str,
) -> Way:
    facts, fresh = list(given), list[str]()

    def new() -> Poly:
        fresh.append("")
        return {1 << BITS * (len(ring.letters) + len(fresh) - 1): 1}

    positions = [j for j, m in enumerate(multiplicities) for _ in range(m)]
    named: dict[int, Poly] = {}
    for name in members:
        if name != without:
            j, root = positions[ring.roots[name][2]], ring.letter(name)
            if j in named:
                facts.append((plus(root, named[j], -1), "=="))
            named.setdefault(j, root)
    roots = [named[j] if j in named else new() for j in range(len(multiplicities))]
    quotient = coefficients
    for root, multiplicity in zip(roots, multiplicities, strict=True):
        for _ in range(multiplicity):
            quotient, remainder = _divided(quotient, root)
            facts.append((remainder, "=="))
    facts += [(plus(b, a, -1), ">") for a, b in pairwise(roots)]
    if len(quotient) == 3:
        c, b, a = quotient
        facts.append((plus(times(times({0: 4}, a), c), times(b, b), -1), ">"))
    elif len(quotient) > 3:
        made: list[Poly] = [quotient[-1]]
        for _ in range((len(quotient) - 1) // 2):
            u, v = new(), new()
            facts.append((plus(times({0: 4}, v), times(u, u), -1), ">"))
            made = _product(made, [v, u, {0: 1}])
        facts += [(plus(a, b, -1), "==") for a, b in zip(made, quotient, strict=True) if plus(a, b, -1)]
    return Way(facts, fresh)


def _coefficients(poly: Poly, at: int) -> list[Poly]:
    """The coefficients in the letter at this bit, lowest first."""
    parts: dict[int, Poly] = {}
    for m, c in poly.items():
        e = m >> at & (1 << BITS) - 1
        parts.setdefault(e, {})[m - (e << at)] = c
    return [parts.get(e, {}) for e in range(max(parts) + 1)]


def _divided(coefficients: list[Poly], root: Poly) -> tuple[list[Poly], Poly]:
    """The quotient by (x - root), and the remainder: Horner's scheme."""
    quotient = [coefficients[-1]]
    for c in reversed(coefficients[:-1]):
        quotient.append(plus(c, times(root, quotient[-1])))
    return quotient[-2::-1], quotient[-1]


def _product(a: list[Poly], b: list[Poly]) -> list[Poly]:
    result: list[Poly] = [{} for _ in range(len(a) + len(b) - 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            result[i + j] = plus(result[i + j], times(x, y))
    return result


def _compositions(total: int) -> Iterator[tuple[int, ...]]:
    """Every way to write a number as an ordered sum, ones first."""
    if total == 0:
        yield ()
    for first in range(1, total + 1):
        for rest in _compositions(total - first):
            yield (first, *rest)
