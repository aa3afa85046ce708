"""Records of a decomposition: bounds, cells and stacks of cells, and what is asked at a place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from symdt.exact.line.place import Place
from symdt.regions.sections.spots import Spot


class OutOfBudgetError(Exception):
    """The budget ended in the middle of a decomposition."""


#: Stands for the answer where the budget ended before there was one.
UNKNOWN = "unknown"


@dataclass(frozen=True)
class Bound:
    """The real root `index` (with multiplicity, from 0) of a polynomial in a letter, over a place."""

    number: int
    index: int
    spot: Spot
    also: frozenset[tuple[int, int]] = frozenset()  # other polynomials with this root, and its numbers there

    @property
    def value(self) -> Any:
        """The number that the root is."""
        return self.spot.value


@dataclass(frozen=True)
class Cell:
    """A point of a line (low is high) or an open interval, and what stands over it."""

    low: Bound | None
    high: Bound | None
    node: Any  # a Stack, or an answer
    sample: Any

    @property
    def is_section(self) -> bool:
        """The cell is one point of its line."""
        return self.low is not None and self.low is self.high


@dataclass(frozen=True)
class Stack:
    """The cells over a place, in order along the next letter: open intervals and, between them, points.

    For each cell the polynomials that it hangs on, and those of them that vanish on it, with multiplicities,
    because of the letter.
    """

    letter: int
    cells: tuple[Cell, ...]
    place: Place
    needed: tuple[frozenset[int], ...]
    zeros: tuple[dict[int, int], ...]


class Leaf(NamedTuple):
    """An answer over a whole place, and the place."""

    answer: Any
    place: Place


class Moved(NamedTuple):
    """What stands over a cell beside a section and holds over the section too: its places lie in the cell."""

    node: Any  # a Stack
    place: Place  # of the section


def settled(node: Any) -> Any:
    """A node where it was made: what was moved to a section is the same beside it."""
    while isinstance(node, Moved):
        node = node.node
    return node


class Hint(NamedTuple):
    """What is known where something is asked on a section: answers beside it, and what vanishes at the place."""

    beside: tuple[Any, ...]  # what stands over cells whose closure holds the place, the nearest first
    vanishes: Callable[[int], bool]  # a polynomial by its number


#: What an answer is and which polynomials it hangs on; asked over whole places, and over parts of places,
#: where it may be None: not known yet.
Ask = Callable[[Place, int, Hint], tuple[Any, frozenset[int] | set[int]] | None]
#: Whether an answer that holds beside a place, and so at it, is one to give there; with what vanishes at the place.
Fits = Callable[[Any, Place, Callable[[int], bool]], bool]
