"""Turns: polynomials of conditions whose zeros need no look, because the conditions that ask for their signs leave none.

Let f = a*p**2 + b*p + c and g be functions of the rule's letter, and s*p + r the line a*g - d*f, where d is the leading
coefficient of g. With the discriminant D of f, the resultant R of both and T = b*s - 2*a*r, which tells on which side of
the middle of the zeros of f the line vanishes,

    4*a**2*R = T**2 - D*s**2.

So where T vanishes and a and R do not, R or D is negative. A case whose conditions leave neither of them negative does not hold
around such a point: it may ask for the sign of T, and nothing changes where T vanishes unless a or R does.

>>> from sympy import symbols
>>> a, b, c, d, e, f = symbols("a b c d e f")
>>> s, r = a*e - d*b, a*f - d*c
>>> R = (a*f - d*c)**2 - (a*e - d*b)*(b*f - e*c)
>>> ((b*s - 2*a*r)**2 - (b**2 - 4*a*c)*s**2 - 4*a**2*R).expand()
0
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from symdt.exact.formula import Condition
from symdt.exact.polynomial import Poly
from symdt.exact.solver import refute
from symdt.exact.solver.contradictions import LINEAR
from symdt.regions.walks.parabolas import discriminant, resultant
from symdt.solve.proofs.coverings.delineation import Members
from symdt.solve.proofs.coverings.judging import Sign, signs_of
from symdt.solve.proofs.sheets.ambient import Ambient

#: Signs that a polynomial may have.
Signs = set[int]


def instead(ambient: Ambient, number: int) -> set[int] | None:
    """The polynomials that vanish where something changes at a zero of this one; None where it is no such turn."""
    events, algebra = ambient.events, ambient.events.algebra
    if number in events.firm:
        return None
    told = [signs_of(case) for case in events.open_cases]
    asking = [Asking(ambient, signs) for signs in told if any(number in dict(members) for members in signs)]
    for lead, meeting, ways in turns(ambient, number):
        if all(one.is_never_negative(meeting) and any(map(one.is_never_negative, ways)) for one in asking):
            return {n for poly in (lead, meeting) for n in algebra.parts(poly)}
    return None


class Asking:
    """A case that asks for the sign of a turn.

    told: the signs that its conditions allow.
    """

    def __init__(self, ambient: Ambient, told: dict[Members, Signs]) -> None:
        self.algebra, self.field, self.told = ambient.events.algebra, ambient.field, dict(told)
        facts = [judged for some in ambient.events.whole.facts for (judged,) in some]
        linear = dict(self.told)
        for judged in facts:
            if isinstance(judged, Sign) and judged.op in (">", ">="):
                linear.setdefault(judged.members, {0, judged.value})
        self.linear = [
            Condition(self.field, self.algebra.polys[members[0][0]] * max(signs, key=abs), ">=")
            for members, signs in linear.items()
            if [self.algebra.weight(n)[0] * m for n, m in members] == [1] and len(signs - {0}) == 1
        ]

    def is_never_negative(self, poly: Poly) -> bool:
        """Whether the conditions leave a polynomial no negative sign, by the signs that they allow its factors."""
        value, members = self.algebra.factors(poly)
        found = {value}
        for number, many in members:
            found = {x * y**many for x in found for y in self.allowed(number)}
        return -1 not in found

    def allowed(self, number: int) -> Signs:
        """The signs that a polynomial may have, where the linear conditions hold, of which some may vanish."""
        key = ((number, 1),)
        if key not in self.told:
            poly, signs = self.algebra.polys[number], {-1, 0, 1}
            for sign in (-1, 1) if poly.total_degree() == 1 else ():
                if refute([*self.linear, Condition(self.field, poly * sign, ">")], [LINEAR]):
                    signs.discard(sign)
            self.told[key] = signs
        return self.told[key]


def turns(ambient: Ambient, number: int) -> Iterator[tuple[Poly, Poly, list[Poly]]]:
    """The leading coefficients and resultants of pairs of functions whose turn has this factor, and not these.

    With them polynomials of which one that is not negative makes the discriminant so: itself, and minus the leading coefficient times
    a value, and minus two values.
    """
    algebra = ambient.events.algebra
    for n, m in permutations(ambient.cores, 2):
        one, other = ambient.known[n, "parts"], ambient.known[m, "parts"]
        (a, b, c), (d, e, f) = one, other
        if not a:
            continue
        s, r = a * e - d * b, a * f - d * c
        if number not in algebra.parts(b * s - 2 * a * r):
            continue
        touching, meeting = discriminant(one), resultant(one, other)
        if number in algebra.parts(a * meeting) and number in algebra.parts(touching * s):
            continue
        values = [a * x * x + b * x + c for x in ambient.ends]
        ways = [touching, *(-a * value for value in values)]
        ways += [-x * y for x, y in combinations(values, 2)]
        yield a, meeting, ways
