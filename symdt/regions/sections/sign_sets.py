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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
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
    grid = Grid(cells, chosen)
    return [grid.case(grid.lean(block)) for block in grid.merged(list(grid.branch(grid.all, {})))]


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
    told = _told({tuple(c.signs[n] for n in chosen): c.answer for c in cells}.items(), None)
    if told is None or any(told[tuple(c.signs[n] for n in chosen)] != c.answer for c in cells):
        return None
    for number in reversed(order):
        at = chosen.index(number)
        fewer = _told(told.items(), [n for n in range(len(chosen)) if n != at])
        if fewer is not None:  # what is told apart by fewer signs is told by them from here on
            told = fewer
            del chosen[at]
    return chosen


def _told(
    answers: Iterable[tuple[tuple[int, ...], Any]], kept: list[int] | None
) -> dict[tuple[int, ...], Any] | None:
    """Answers by signs, of these the kept ones alone (None: all); None if two answers have the same."""
    if kept is None:
        return dict(answers)
    part = itemgetter(*kept) if len(kept) > 1 else lambda signs: tuple(signs[n] for n in kept)
    known: dict[tuple[int, ...], Any] = {}
    for signs, answer in answers:
        if known.setdefault(part(signs), answer) != answer:
            return None
    return known


class Block(NamedTuple):
    """A conjunction: the signs allowed to some polynomials, and the cells that are in it, as bits."""

    signs: dict[int, frozenset[int]]
    held: int
    answer: int


class Grid:
    """Cells as bits of numbers, so that a set of them is one number, and a conjunction of signs a few of its operations.

    cells: with their signs and answers. chosen: the polynomials that tell the answers apart, the easiest to read first.
    """

    def __init__(self, cells: Sequence[Sample], chosen: Sequence[int]) -> None:
        self.cells, self.chosen = cells, chosen
        self.all = (1 << len(cells)) - 1
        self.with_sign: dict[int, dict[int, int]] = {n: {1: 0, 0: 0, -1: 0} for n in chosen}
        self.answers: list[Any] = []
        self.with_answer: list[int] = []
        known: dict[Any, int] = {}
        for i, cell in enumerate(cells):
            bit = 1 << i
            for n in chosen:
                self.with_sign[n][cell.signs[n]] |= bit
            number = known.setdefault(cell.answer, len(known))
            if number == len(self.answers):
                self.answers.append(cell.answer)
                self.with_answer.append(0)
            self.with_answer[number] |= bit

    @cached_property
    def sides(self) -> dict[tuple[int, frozenset[int]], int]:
        """The cells where a polynomial's sign is in a set."""
        found = {}
        for n in self.chosen:
            for allowed in (*SETS, *(frozenset(side) for split in SPLITS for side in split)):
                found[n, allowed] = self.side(n, allowed)
        return found

    def side(self, number: int, allowed: frozenset[int]) -> int:
        """The cells where the sign of a polynomial is one of these."""
        return sum(self.with_sign[number][s] for s in allowed)

    def within(self, signs: Mapping[int, frozenset[int]]) -> int:
        """The cells of a conjunction."""
        held = self.all
        for n, allowed in signs.items():
            held &= self.sides.get((n, allowed), 0) or self.side(n, allowed)
        return held

    def kinds(self, held: int) -> int:
        """How many answers some cells have."""
        return sum(1 for bits in self.with_answer if bits & held)

    def branch(self, held: int, path: dict[int, frozenset[int]]) -> Iterator[Block]:
        """The cells parted by one polynomial after the other until each part has one answer."""
        if self.kinds(held) == 1:
            yield Block(path, held, next(a for a, bits in enumerate(self.with_answer) if bits & held))
            return
        best: tuple[Any, ...] | None = None
        for rank, number in enumerate(self.chosen):
            for split in SPLITS:
                parts = [held & self.sides[number, frozenset(side)] for side in split]
                full = [part for part in parts if part]
                if len(full) < 2:
                    continue
                kinds = [self.kinds(part) for part in full]
                cost = (sum(k + (k > 1) for k in kinds), len(full), rank)
                if best is None or cost < best[0]:
                    best = (cost, number, split, parts)
        assert best is not None
        _, number, split, parts = best
        for side, part in zip(split, parts, strict=True):
            if part:
                allowed = frozenset(side) & path.get(number, frozenset((1, 0, -1)))
                yield from self.branch(part, {**path, number: allowed})

    def merged(self, blocks: list[Block]) -> list[Block]:
        """The conjunctions, those with one answer joined where their union is again one."""
        n = 0
        while n < len(blocks):
            for m in range(n + 1, len(blocks)):
                union = self.union(blocks[n], blocks[m])
                if union is not None:
                    blocks = [union, *(b for i, b in enumerate(blocks) if i not in (n, m))]
                    n = -1
                    break
            n += 1
        return blocks

    def union(self, one: Block, other: Block) -> Block | None:
        """Two conjunctions as one, where that is possible."""
        if one.answer != other.answer:
            return None
        both = one.held | other.held
        signs = {}
        for n in one.signs.keys() | other.signs.keys():
            seen = frozenset(s for s, bits in self.with_sign[n].items() if bits & both)
            fits = [s for s in SETS if seen <= s]
            if fits:
                signs[n] = min(fits, key=len)
        return Block(signs, both, one.answer) if self.within(signs) == both else None

    def lean(self, block: Block) -> Block:
        """The conjunction without conditions that the others and the domain imply, the hardest to read dropped first."""
        signs = dict(block.signs)
        for number in reversed([n for n in self.chosen if n in signs]):
            fewer = {n: s for n, s in signs.items() if n != number}
            if self.within(fewer) == block.held:
                signs = fewer
        for number, allowed in signs.items():
            # an equation, or the strict relation, where the domain makes them the same
            tighter = [s for s in SETS if s < allowed and self.within({**signs, number: s}) == block.held]
            if tighter:
                signs[number] = min(tighter, key=lambda s: (0 not in s, len(s)))
        return block._replace(signs=signs)

    def case(self, block: Block) -> SignCase:
        """A conjunction with its cells as they were given."""
        cells = tuple(c for i, c in enumerate(self.cells) if block.held >> i & 1)
        return SignCase(block.signs, self.answers[block.answer], cells)
