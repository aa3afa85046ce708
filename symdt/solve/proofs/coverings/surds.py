"""Surds: sums u + v*sqrt(b), judged by the signs of polynomials, so that a square root needs no letter of its own.

>>> ring = Ring(["h", "x"])
>>> fact = ring.fact("x > 2*sqrt(h)")
>>> [ring.text(part) for part in surd(ring, fact[0])]  # u, v, b, and u^2 - v^2*b
['x', '-2', 'h', 'x**2 - 4*h']
"""

from __future__ import annotations

from dataclasses import dataclass

from symdt.exact.line.place import Place
from symdt.solve.proofs.check.polynomials import Poly, plus, times
from symdt.solve.proofs.check.texts import Ring
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
    """u, v, b and u^2 - v^2*b where a polynomial is u + v*sqrt(b) and all three have letters of the problem alone."""
    names = [n for n in ring.letters_of(poly) if n in ring.definitions]
    inside = ring.radicands.get(names[0]) if len(names) == 1 else None
    parts = ring.coefficients(poly, names[0]) if inside else []
    if not inside or inside[1] or len(parts) != 2:
        return None
    (u, v), b = parts, inside[0]
    return u, v, b, plus(times(u, u), times(times(v, v), b), -1)
