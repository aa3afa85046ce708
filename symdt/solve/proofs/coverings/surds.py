"""Surds: sums u + v*sqrt(b), judged by the signs of polynomials, so that a square root needs no letter of its own.

A fact that compares a letter with a root in it is told from others here too (`side_of`).

>>> ring = Ring(["h", "x"])
>>> fact = ring.fact("x > 2*sqrt(h)")
>>> [ring.text(part) for part in surd(ring, fact[0])]  # u, v, b, and u^2 - v^2*b
['x', '-2', 'h', 'x**2 - 4*h']
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symdt.exact.line.place import Place
from symdt.solve.proofs.check.polynomials import BITS, Poly, exponents, plus, times
from symdt.solve.proofs.check.texts import Fact, Ring
from symdt.solve.proofs.coverings.delineation import Algebra, Members

#: The polynomials, by their numbers, whose signs keep something as it is.
Reason = frozenset[int]


@dataclass(frozen=True)
class Surd:
    """A sum u + v*sqrt(b) compared with zero, told by the signs of u, v, b and u**2 - v**2*b, each as constant and factors."""

    signs: tuple[tuple[int, Members], ...]
    op: str
    slope: tuple[int, Members] | None = (
        None  # the coefficient of the last letter in u, where v and b have none of it
    )

    def judge(self, algebra: Algebra, place: Place) -> tuple[bool | None, Reason]:
        """Whether it holds at a place (None: b is negative there), and if not, what keeps it so."""
        found = []
        for value, members in self.signs:
            for n, many in members:
                value *= algebra.sign(place, n) ** many
            found.append(value)
        u, v, b, norm = found
        v = v if b else 0
        total = u or v if u * v >= 0 else u * norm
        is_true = {">": total > 0, ">=": total >= 0, "==": total == 0, "!=": total != 0}[self.op]
        if b < 0:
            return None, self.keeping(algebra, place)
        return (True, frozenset()) if is_true else (False, self.keeping(algebra, place))

    def keeping(self, _algebra: Algebra, _place: Place) -> Reason:
        """What keeps its sign at a place."""
        return frozenset(n for _, members in self.signs for n, _ in members)


def surd(ring: Ring, poly: Poly) -> tuple[Poly, Poly, Poly, Poly] | None:
    """u, v, b and u^2 - v^2*b where a polynomial is u + v*sqrt(b) and all three have letters of the problem alone.

    Of several square roots multiplied with each other all but one are those of positive numbers: sqrt(3)*sqrt(h) is
    sqrt(3*h), and both are there for the same h.

    >>> ring = Ring(["h", "x"])
    >>> [ring.text(part) for part in surd(ring, ring.fact("x > 2*sqrt(3)*sqrt(h)")[0])]
    ['x', '-2', '3*h', 'x**2 - 12*h']
    """
    names = [n for n in ring.letters_of(poly) if n in ring.definitions]
    inside = [ring.radicands.get(n) for n in names]
    if not names or (len(names) > 1 and sum(not _is_positive(b) for b in inside) > 1):
        return None
    v, b, u = poly, {0: 1}, None
    for name, under in zip(names, inside, strict=True):
        parts = ring.coefficients(v, name)
        if under is None or under[1] or len(parts) != 2 or (u is not None and parts[0]):
            return None
        u, v, b = parts[0] if u is None else u, parts[1], times(b, under[0])
    if u is None or any(n in ring.definitions for n in ring.letters_of(u)):
        return None
    return u, v, b, plus(times(u, u), times(times(v, v), b), -1)


def _is_positive(inside: Any) -> bool:
    """Whether what stands under a square root is a positive number."""
    return inside is not None and not inside[1] and set(inside[0]) == {0} and inside[0][0] > 0


def key(fact: Fact) -> tuple[frozenset[tuple[int, Any]], str]:
    """A fact as it is looked up."""
    return frozenset(fact[0].items()), fact[1]


def side_of(ring: Ring, fact: Fact) -> tuple[str, str, int] | None:
    """The letter, the root and the sign of a fact that compares a letter with a root in it; None if it is another fact.

    >>> ring = Ring(["h", "x"])
    >>> _ = ring.root("x**3 - h", "x", 0)
    >>> side_of(ring, ring.fact("x < root_0")), side_of(ring, ring.fact("h < root_0"))
    (('x', 'root_0', -1), None)
    """
    found = _difference(ring, fact[0])
    if found is None or found[0] in ring.definitions or found[1] not in ring.roots:
        found = _difference(ring, {m: -c for m, c in fact[0].items()})
        if found is None or found[0] in ring.definitions or found[1] not in ring.roots:
            return None
        return (*found, -1) if ring.roots[found[1]][1] == found[0] else None
    return (*found, 1) if ring.roots[found[1]][1] == found[0] else None


def is_order(ring: Ring, fact: Fact) -> bool:
    """Whether a fact only says that of two roots of one polynomial that with the greater number is not the smaller."""
    found = _difference(ring, fact[0])
    if found is None or fact[1] != ">=" or not (found[0] in ring.roots and found[1] in ring.roots):
        return False
    one, other = ring.roots[found[0]], ring.roots[found[1]]
    return one[:2] == other[:2] and one[2] > other[2]


def _difference(ring: Ring, poly: Poly) -> tuple[str, str] | None:
    """The letters a and b of a positive multiple of a - b."""
    if len(poly) != 2:
        return None
    (m, c), (n, d) = sorted(poly.items(), key=lambda term: -term[1])
    if c + d != 0 or sum(exponents(m)) != 1 or sum(exponents(n)) != 1:
        return None
    return ring.letters[(m.bit_length() - 1) // BITS], ring.letters[(n.bit_length() - 1) // BITS]
