"""Sign conditions: answers told apart by the signs of as few polynomials as possible.

The space is cut into finitely many cells on which no polynomial changes sign, so that a conjunction of
sign conditions *is* a set of cells: whether it implies another, is empty, or equals the union of two, is
a question about finite sets.

>>> cells = [Sample((s, t), "a" if s > 0 or t == 0 else "b", None) for s in (-1, 0, 1) for t in (-1, 0, 1)]
>>> cases = separated(cells, [0, 1])
>>> [(case.answer, sorted((n, sorted(signs)) for n, signs in case.signs.items())) for case in cases]
[('a', [(0, [1])]), ('b', [(0, [-1, 0]), (1, [1])]), ('a', [(0, [-1, 0]), (1, [0])]), ('b', [(0, [-1, 0]), (1, [-1])])]

Where the signs do not tell the answers apart, that is said.

>>> separated([Sample((1,), "a", None), Sample((1,), "b", None)], [0]) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

#: The sets of signs that one relation describes.
SETS = [frozenset(s) for s in ((1,), (-1,), (0,), (1, 0), (-1, 0))]
#: How a polynomial's sign may part cells.
SPLITS = (((1, 0), (-1,)), ((1,), (0, -1)), ((1,), (0,), (-1,)))


class Sample(NamedTuple):
    """A cell: the signs of the polynomials on it, its answer, and a place in it."""

    signs: tuple[int, ...]
    answer: Any
    place: Any


@dataclass(frozen=True)
class SignCase:
    """The signs allowed to some polynomials (by their place in the list), the answer, and the cells."""

    signs: dict[int, frozenset[int]]
    answer: Any
    cells: tuple[Sample, ...]


def separated(cells: Sequence[Sample], order: Sequence[int]) -> list[SignCase] | None:
    """Disjoint cases that hold all cells, by signs of the polynomials; None if these do not tell the answers apart.

    `order` lists the polynomials, the easiest to read first.
    """
    chosen = telling(cells, order)
    if chosen is None:
        return None
    cases = _merged(list(_branch(list(cells), {}, chosen)), cells)
    return [_lean(case, cells, order) for case in cases]


def alone(cells: Iterable[Sample]) -> list[Sample]:
    """The cells, of those with the same signs and the same answer the first alone."""
    found: dict[tuple[Any, Any], Sample] = {}
    for cell in cells:
        found.setdefault((cell.signs, cell.answer), cell)
    return list(found.values())


def mixed(cells: Iterable[Sample]) -> list[list[Sample]]:
    """The groups of cells that have the same signs and not the same answer."""
    groups: dict[tuple[int, ...], list[Sample]] = {}
    for cell in cells:
        groups.setdefault(cell.signs, []).append(cell)
    return [group for group in groups.values() if len({c.answer for c in group}) > 1]


def telling(cells: Sequence[Sample], order: Sequence[int]) -> list[int] | None:
    """As few and as simple polynomials as tell the answers apart."""
    chosen = list(order)
    if not _tells(cells, chosen):
        return None
    for number in reversed(order):
        fewer = [n for n in chosen if n != number]
        if _tells(cells, fewer):
            chosen = fewer
    return chosen


def _tells(cells: Sequence[Sample], chosen: Sequence[int]) -> bool:
    known: dict[tuple[int, ...], Any] = {}
    return all(known.setdefault(tuple(c.signs[n] for n in chosen), c.answer) == c.answer for c in cells)


def _branch(
    cells: list[Sample], path: dict[int, frozenset[int]], chosen: Sequence[int]
) -> Iterable[SignCase]:
    """The cells parted by one polynomial after the other until each part has one answer."""
    if len({c.answer for c in cells}) == 1:
        yield SignCase(path, cells[0].answer, tuple(cells))
        return
    best: tuple[Any, ...] | None = None
    for rank, number in enumerate(chosen):
        for split in SPLITS:
            parts = [[c for c in cells if c.signs[number] in side] for side in split]
            full = [part for part in parts if part]
            if len(full) < 2:
                continue
            kinds = [len({c.answer for c in part}) for part in full]
            cost = (sum(k + (k > 1) for k in kinds), len(full), rank)
            if best is None or cost < best[0]:
                best = (cost, number, split, parts)
    assert best is not None
    _, number, split, parts = best
    for side, part in zip(split, parts, strict=True):
        if part:
            allowed = frozenset(side) & path.get(number, frozenset((1, 0, -1)))
            yield from _branch(part, {**path, number: allowed}, chosen)


def _within(signs: dict[int, frozenset[int]], cells: Iterable[Sample]) -> set[int]:
    return {id(c) for c in cells if all(c.signs[n] in allowed for n, allowed in signs.items())}


def _merged(cases: list[SignCase], cells: Sequence[Sample]) -> list[SignCase]:
    """The cases, those with one answer joined where their union is again a conjunction."""
    n = 0
    while n < len(cases):
        for m in range(n + 1, len(cases)):
            union = _union(cases[n], cases[m], cells)
            if union is not None:
                cases = [union, *(c for i, c in enumerate(cases) if i not in (n, m))]
                n = -1
                break
        n += 1
    return cases


def _union(one: SignCase, other: SignCase, cells: Sequence[Sample]) -> SignCase | None:
    if one.answer != other.answer:
        return None
    both = (*one.cells, *other.cells)
    signs = {}
    for n in one.signs.keys() | other.signs.keys():
        seen = frozenset(c.signs[n] for c in both)
        fits = [s for s in SETS if seen <= s]
        if fits:
            signs[n] = min(fits, key=len)
    if _within(signs, cells) != {id(c) for c in both}:
        return None
    return SignCase(signs, one.answer, both)


def _lean(case: SignCase, cells: Sequence[Sample], order: Sequence[int]) -> SignCase:
    """The case without conditions that the others and the domain imply, the hardest to read dropped first."""
    own = {id(c) for c in case.cells}
    signs = dict(case.signs)
    for number in sorted(signs, key=lambda n: order.index(n), reverse=True):
        fewer = {n: s for n, s in signs.items() if n != number}
        if _within(fewer, cells) == own:
            signs = fewer
    for number, allowed in signs.items():
        # an equation, or the strict relation, where the domain makes them the same
        tighter = [s for s in SETS if s < allowed and _within({**signs, number: s}, cells) == own]
        if tighter:
            signs[number] = min(tighter, key=lambda s: (0 not in s, len(s)))
    return replace(case, signs=signs)
