"""Turnings: whether conditions hold anywhere where what a line is midway between the zeros of a core vanishes.

That surface has no two letters that tell it. But `4*a**2*R = turn**2 - D*slope**2` for a core with the leading coefficient `a` and
the discriminant `D`, and a line that vanishes at one of its zeros where `R` does: so where the core has zeros, and `R` is
not negative, the turn vanishes where `R` does, or nowhere.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> p, x, y, z = symbols("p x y z")
>>> space = Slice(Domain("0 < p < 1", "x > 0", "y > 0", "z > 0"), p)
>>> (a, b, c), (d, e, f) = (tuple(map(space.field.polynomial, q)) for q in ((x, 1 - y, z - 2), (y, z, x - 3)))
>>> slope, rest = a*e - d*b, a*f - d*c
>>> made = {(0, "lead"): a, (0, "discriminant"): b*b - 4*a*c}
>>> made |= {(1, 0, "resultant"): rest**2 - slope*(b*f - e*c), (1, 0, "turn"): b*slope - 2*a*rest}
>>> made[1, 0, "turn"]**2 - made[0, "discriminant"]*slope**2 == 4*a**2*made[1, 0, "resultant"]
True
>>> (*_, (_, ((number, _),))) = [space.factors(key, lambda q=q: q) for key, q in made.items()]
>>> signs = [Condition(space.field, q, ">") for key, q in made.items() if "turn" not in key]
>>> met_on_turn(space, number, signs, space.outer[0], Budget(5))
False
>>> print(met_on_turn(space, number, signs[:1], space.outer[0], Budget(5)))
None
"""

from __future__ import annotations

from collections.abc import Sequence

from symdt.exact.formula import Condition
from symdt.exact.solver import Budget
from symdt.regions.walks.rims import strictly
from symdt.regions.walks.slices import Slice
from symdt.regions.walks.surfaces.patches import Patches
from symdt.regions.walks.surfaces.rulings import turns
from symdt.regions.walks.surfaces.zeros import is_met


def met_on_turn(
    space: Slice, number: int, others: Sequence[Condition], against: Condition, budget: Budget
) -> bool | None:
    """Whether something holds in a part where a turn vanishes; None where that is not seen.

    space: of the part. number: of the turn. others: the conditions of the part as they are told. against: what is asked. budget: what
    it may take.
    """
    signs = Patches(space, [strictly(c) for c in others], (), budget)
    for core, zeros in turns(space, number):
        meeting, lead = space.known.get((core, zeros, "resultant")), space.known.get((zeros, "lead"))
        if meeting is None or lead is None or [many for _, many in meeting[1]] != [1]:
            continue
        sign, who = signs.said(meeting)
        is_led, leading = signs.said(lead)
        if not is_led or any(others[n].op != ">" for n in leading):  # else the core may be a line
            continue
        if sign <= 0 or signs.has_zeros(zeros)[0] <= 0 or meeting[1][0][0] == number:
            continue
        if all(others[n].op == ">" for n in who):
            return False
        turn = Condition(space.field, space.basis.polys[number], "==")
        rest = [c for n, c in enumerate(others) if n not in who]
        return is_met(space, meeting[1][0][0], [*rest, turn, against], budget)
    return None
