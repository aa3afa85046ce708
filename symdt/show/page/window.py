"""What a page shows first: a point of the domain, and for each letter the range of its slider.

Where the file says nothing, a bounded letter runs over its whole range; another as far as the
optimum changes along it, with the other letters at the first point.

>>> from sympy import symbols
>>> from symdt import Belief, DecisionProblem, Domain, LossTable
>>> p, k = symbols("p k")
>>> from symdt.solve.alternatives import alternatives
>>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, k], [10, 0]])
>>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1", "k > 0"))
>>> choices = alternatives(problem)
>>> start = start_of(choices, {})
>>> [str(v) for v in start], [(str(a), str(b)) for a, b in windows(choices.domain, start, {}, switches(choices))]
(['1', '2/5'], [('0', '50'), ('0', '1')])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import inf
from typing import Any

from flint import fmpq

from symdt.errors import DomainError, quote
from symdt.exact.domain import Domain
from symdt.exact.line import roots
from symdt.exact.optimum import Optimum, sign
from symdt.exact.polynomial import Number, to_number
from symdt.regions.reach import nice
from symdt.solve.alternatives import Alternatives
from symdt.solve.parts.joined import Side, sides_of

#: Points that are tried before the solver's own witness is taken.
MAX_TRIED = 4096


def start_of(choices: Alternatives, presets: Mapping[str, Any]) -> tuple[Number, ...]:
    """The first point, in the order of the field's letters: the file's, or a simple one inside, without a tie if it can be."""
    sides = sides_of(choices, choices.choices)
    return start_in(choices.domain, presets, lambda values: len(_best(choices, sides, values)) == 1)


def start_in(
    domain: Domain, presets: Mapping[str, Any], is_wanted: Callable[[tuple[Number, ...]], bool]
) -> tuple[Number, ...]:
    """The file's first point, or a simple one of the domain, one that is wanted before others."""
    given = _numbers(presets.get("start", {}), domain.field.names, "start")
    offers = [
        [given[name]] if name in given else list(_simple(*domain.box[i][:2]))
        for i, name in enumerate(domain.field.names)
    ]
    best: tuple[Number, ...] | None = None
    for n, point in enumerate(
        sorted(product(*(range(len(o)) for o in offers)), key=sum) if _few(offers) else []
    ):
        values = tuple(o[k] for o, k in zip(offers, point, strict=True))
        if n > MAX_TRIED:
            break
        if domain.contains(values):
            best = best or values
            if is_wanted(values):
                return values
    if best is None and given:
        where = ", ".join(f"{k} = {v}" for k, v in given.items())
        raise DomainError(f"the start {where} of [explore] lies outside the domain: give another")
    return best if best is not None else tuple(domain.witness)


#: Where, about, the answer changes along a letter given by its place, the others at a point.
Switches = Callable[[Sequence[Number], int], Iterator[float]]


def windows(
    domain: Domain, start: Sequence[Number], presets: Mapping[str, Any], switches: Switches
) -> list[tuple[Number, Number]]:
    """The range of each letter's slider, in the order of the field's letters."""
    given = presets.get("ranges", {})
    _known(given, domain.field.names, "ranges")
    found = []
    for i, name in enumerate(domain.field.names):
        low, high, _, _ = domain.box[i]
        if name in given:
            ends = given[name]
            if not isinstance(ends, list) or len(ends) != 2:
                raise DomainError(
                    f"the range of {quote(name)} in [explore] is {quote(ends)}: give [low, high]"
                )
            a, b = (to_number(str(e)) for e in ends)
            if a >= b:
                raise DomainError(
                    f"the range of {quote(name)} in [explore] is empty: give the lower end first"
                )
            found.append((a, b))
        elif low is not None and high is not None:  # or the one value that there is
            found.append((low, high))
        else:
            found.append(_reach(domain, switches, start, i))
    return found


def _reach(domain: Domain, switches: Switches, start: Sequence[Number], i: int) -> tuple[Number, Number]:
    """As far as the optimum changes along a letter, with the others at the start or spread over their ranges."""
    low, high, _, _ = domain.box[i]
    origin = low if low is not None else high if high is not None else fmpq(0)
    way = -1 if low is None and high is not None else 1
    changes = [abs(fmpq(start[i]) - origin)]
    for point in _spread(domain, start, i):
        for value in switches(point, i):
            distance = (value - float(origin)) * way
            if 0 < distance < 1e6 or (low is None and high is None):
                changes.append(to_number(repr(abs(distance))))
    reach = nice(max(changes) * fmpq(3, 2)) if max(changes) else fmpq(10)
    if low is None and high is None:  # as far, and no further than the other letters leave
        ends = ((-1, -reach, max), (1, reach, min))
        return tuple(
            far if (e := _edge(domain, start, i, w)) is None else nearer(far, e) for w, far, nearer in ends
        )
    edge = _edge(domain, start, i, way)
    if edge is not None and 0 < (edge - origin) * way < reach:  # what the other letters leave
        reach = (edge - origin) * way
    return (low, low + reach) if low is not None else (origin - reach, origin)


def _edge(domain: Domain, start: Sequence[Number], i: int, way: int) -> Number | None:
    """Where the domain ends along a letter, the others at the start: a rational just beyond."""
    found = []
    for condition in domain.conditions:
        for root in roots(along(condition.poly, start, i)):
            if (float(root) - float(start[i])) * way > 0:
                exact = root.to_expr()
                found.append(to_number(exact) if exact.is_Rational else to_number(repr(float(root))))
    return (min(found) if way > 0 else max(found)) if found else None


def _spread(domain: Domain, start: Sequence[Number], i: int) -> Iterator[tuple[Number, ...]]:
    """The start, and points where the bounded letters have other values."""
    yield tuple(start)
    for share in (fmpq(1, 4), fmpq(3, 4)):
        point = list(start)
        for j, (low, high, _, _) in enumerate(domain.box):
            if j != i and low is not None and high is not None:
                point[j] = low + (high - low) * share
        if domain.contains(point):
            yield tuple(point)


def switches(choices: Alternatives) -> Switches:
    """Where two functions that meet along a letter are both optimal, and where another part of the domain begins."""
    sides = sides_of(choices, choices.choices)
    return lambda point, i: (x for side in sides for x in _switches(choices.optimum, side, point, i))


def _switches(optimum: Optimum, side: Side, point: Sequence[Number], i: int) -> Iterator[float]:
    lines = [(along(f.num, point, i), along(f.den, point, i)) for _, f in side.choices]
    way = sign(optimum)
    bounds = [(along(c.poly, point, i), c) for c in side.conditions]
    for bound, _ in bounds:
        yield from map(float, roots(bound))
    for (k, (_, f)), (_, (_, g)) in combinations(enumerate(side.choices), 2):
        for x in map(float, roots(along((f - g).num, point, i))):
            if any((_at(bound, x) < 0) != (c.op in ("<", "<=")) for bound, c in bounds if c.op != "=="):
                continue  # where it counts nothing
            values = [way * _at(n, x) / d if (d := _at(m, x)) else inf for n, m in lines]
            if values[k] <= min(values) + 1e-9 * (1 + abs(min(values))):
                yield x


def _at(coefficients: Sequence[Number], x: float) -> float:
    total = 0.0
    for c in reversed(coefficients):
        total = total * x + float(c.p) / float(c.q)
    return total


def along(poly: Any, start: Sequence[Number], i: int) -> list[Number]:
    """The coefficients, lowest first, of a polynomial in one letter, the others at a point."""
    coefficients: dict[int, Number] = {}
    for monomial, c in poly.to_dict().items():
        value = c
        for j, e in enumerate(monomial):
            if e and j != i:
                value = value * fmpq(start[j]) ** int(e)
        coefficients[int(monomial[i])] = coefficients.get(int(monomial[i]), fmpq(0)) + value
    return [coefficients.get(d, fmpq(0)) for d in range(max(coefficients, default=-1) + 1)]


def _simple(low: Number | None, high: Number | None) -> Iterator[Number]:
    """Simple numbers between two bounds, the likeliest first."""
    if low is not None and high is not None:
        shares = (
            fmpq(2, 5),
            fmpq(1, 2),
            fmpq(3, 10),
            fmpq(7, 10),
            fmpq(1, 5),
            fmpq(4, 5),
            fmpq(1, 10),
            fmpq(9, 10),
        )
        yield from (low + (high - low) * s for s in shares) if low < high else (low,)
    elif low is not None:
        yield from (low + n for n in (1, 2, 3, 5, fmpq(1, 2), 10, 20, 50))
    elif high is not None:
        yield from (high - n for n in (1, 2, 3, 5, fmpq(1, 2), 10, 20, 50))
    else:
        yield from map(fmpq, (1, 0, -1, 2, 5, 10))


def _few(offers: Sequence[Sequence[Number]]) -> bool:
    count = 1
    for o in offers:
        count *= len(o)
    return count <= 8**6


def _best(choices: Alternatives, sides: Sequence[Side], values: tuple[Number, ...]) -> list[str]:
    here = next(side for side in sides if all(c.holds(values) for c in side.conditions))
    at = [(sign(choices.optimum) * f.at(values), c.action) for c, f in here.choices]
    least = min(v for v, _ in at)
    return [a for v, a in at if v == least]


def _numbers(given: Any, known: Sequence[str], where: str) -> dict[str, Number]:
    if not isinstance(given, Mapping):
        raise DomainError(f"{where} in [explore] is {quote(given)}: write a table such as {{p = '1/4'}}")
    _known(given, known, where)
    return {n: to_number(str(v)) for n, v in given.items()}


def _known(given: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    unknown = next((n for n in given if n not in known), None)
    if unknown is not None:
        raise DomainError(
            f"{where} in [explore] names {quote(unknown)}, which is no letter: use {', '.join(known)}"
        )
