"""Moving ends: rims, that is ends of the parameter's range that move with the first of two other letters, as on a disc.

A condition such as p**2 + h**2 < 1 ties the parameter to a letter. A difference that is zero on such an end lies on a
curve of the two letters along which no rational function runs, but each of its points that counts lies on a curve along
which one does: where another difference is zero as well, or the first one doubly, or a bound of the domain.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> p, h, k = symbols("p h k")
>>> domain = Domain("p > 0", "2*p**2 + h**2 <= 1", symbols=[p, h, k])
>>> at, basis = domain.field.position, Basis(domain.field, domain.box)
>>> reach(basis, at[p], at[h], domain.conditions), reach(basis, at[p], at[h], domain.conditions[:1])
((0, 1), (0, None))

Beyond every turn of p*h > 1 there are points, however large p is: that p does not vanish where it is positive is no reason to look at 0.

>>> domain = Domain("p > 0", "p*h > 1", symbols=[p, h, k])
>>> reach(Basis(domain.field, domain.box), at[p], at[h], domain.conditions)
(0, None)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from flint import fmpq

from symdt.exact.formula import Condition
from symdt.exact.line import between
from symdt.exact.line.arrangement import roots_of
from symdt.exact.line.real import Real
from symdt.exact.polynomial import Number
from symdt.regions.curves.event import FAR, OnRoots, Where
from symdt.regions.curves.parametrised import Curve
from symdt.regions.curves.slopes import cramer, derived, on_letter
from symdt.regions.sections.basis import Basis


def reach(
    basis: Basis, letter: int, tied: int, conditions: Iterable[Condition]
) -> tuple[Number | None, Number | None]:
    """Rational numbers between which the parameter lies; None on a side where none is known.

    tied: the letter to which the conditions, inequalities all, may tie it.
    """
    low, high, _, _ = box = basis.box[letter]
    for c in conditions:
        if c.op not in (">", ">="):
            continue
        # what does not vanish inside the box is no turn: the look goes beyond the last of them and inside the box
        turns = list(_turns(basis, letter, tied, c))
        if high is None:
            beyond = between(max((*turns, *_given(box[0])), default=None), None)
            high = beyond if _is_empty(c, letter, tied, beyond) else None
        if low is None:
            beyond = between(None, min((*turns, *_given(box[1])), default=None))
            low = beyond if _is_empty(c, letter, tied, beyond) else None
    return low, high


def _given(end: Number | None) -> list[Number]:
    """An end of the box, where there is one."""
    return [] if end is None else [end]


def _turns(basis: Basis, letter: int, tied: int, condition: Condition) -> Iterator[Real]:
    """The values of the parameter at which roots of a condition in the tied letter come, go or meet."""
    parts = basis.parts(condition.poly, whole=True)
    numbers = {n for n in parts if not basis.degrees[n][tied]}
    moving = [n for n in parts if basis.degrees[n][tied]]
    for n in moving:
        numbers.update(basis.leading(n, tied), basis.discriminant(n, tied))
    for one, other in combinations(moving, 2):
        numbers.update(basis.resultant(one, other, tied))
    for n in numbers:
        for root, _ in roots_of(on_letter(basis.polys[n], letter)):
            yield root


def _is_empty(condition: Condition, letter: int, tied: int, value: Number) -> bool:
    """Whether a condition holds nowhere at this value of the parameter."""
    terms: dict[int, Number] = {}
    for monomial, c in condition.poly.to_dict().items():
        power = int(monomial[tied])
        terms[power] = terms.get(power, fmpq(0)) + c * value ** int(monomial[letter])
    line = [terms.get(n, fmpq(0)) for n in range(max(terms) + 1)]
    return not roots_of(line) and line[0] < 0


def rim_events(finder: Any) -> None:
    """Note, in the search for all events, those of the rims."""
    known, basis = finder.known, finder.basis
    letter = finder.letter
    finder.each(n for n in known.ends if not basis.degrees[n][letter])
    for n in known.rims:
        finder.each(basis.leading(n, letter))
        finder.each(basis.discriminant(n, letter))
    for n, m in combinations(known.rims, 2):
        finder.each(basis.resultant(n, m, letter))
    for g in finder.ends():
        meet_rims(finder, g)
    for n, rim in zip(known.rims, finder.rims, strict=True):
        for m in finder.moving:
            _on_rim(finder, rim, n, m)


def meet_rims(finder: Any, g: Any, *heights: Where) -> None:
    """Note where the rims pass a fixed value of the parameter, a root of g; heights: along the second letter, none for anywhere."""
    fixed = finder.fixed_at(g)
    for n in finder.known.rims:
        for height in heights or (None,):
            finder.each(finder.basis.resultant(fixed, n, finder.letter), height)


def _on_rim(finder: Any, rim: Any, rim_number: int, number: int) -> None:
    """Events of the curve on which a difference vanishes on a rim."""
    known, basis, letter = finder.known, finder.basis, finder.letter
    own = known.parts(number)
    if not own[2]:  # upright lines
        finder.each(basis.resultant(rim_number, number, letter))
        return
    lines = [OnRoots(n) for n in basis.resultant(rim_number, number, letter)]
    for g in finder.within(own[2]):  # upright asymptotes
        meet_rims(finder, g, FAR, *lines)
    labels = known.labels[number]
    others = [known.parts(n) for n in known.sharing(labels) if n != number]
    leads = [finder.leads[number]] if number in finder.leads else []
    for other in (derived(own), *others, *finder.bounds, *leads):
        d, x, y = cramer(own, other)
        shared = d.gcd(x).gcd(y) if d else x.gcd(y)
        for g in finder.within(shared):
            meet_rims(finder, g, *lines)
        if d:
            curve = Curve(d // shared, x // shared, y // shared, None, known.low, known.high)
            finder.at_roots(curve, curve.put(rim), labels)
    for m in finder.indexed.get(number, ()):
        for line in lines:
            finder.meetings(line.number, m)
