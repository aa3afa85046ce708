"""Pencils: whether linear forms whose coefficients hang on positions 0 < t1 < ... < tK < 1 hold together somewhere.

For positions that are given that is a linear programme. So a point is sought by moving positions, many at once, to where
the greatest margin is larger; that there is none is shown on simplices of positions, each by multipliers (see
`farkas`) or by its halves and the face between them. Positions that no margin hangs on are left out first: what is
empty without their forms is empty with them.

>>> from fractions import Fraction
>>> domain = [Form(">", None, (1, 0)), Form(">", None, (0, 1))]  # 1 and x are positive
>>> half = Form("==", 0, (-1, 0), (1, 1))  # t·(2 + x) = 1
>>> def rounded(point):
...     return Fraction(point[1] / point[0]).limit_denominator(2)
>>> Pencil([*domain, half, Form(">", 0, (0, 1), (-4, 1))]).told(rounded, Budget(5)) > 1  # x > 4·t
True
>>> Pencil([*domain, half, Form(">", 0, (-1, 0), (1, 0))]).told(rounded, Budget(5))  # t > 1/2
NoPoint()
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

import numpy as np

from symdt.exact.solver.budget import Budget, NoPoint, Unknown
from symdt.exact.solver.farkas import Corner, Form, exist
from symdt.exact.solver.largest_margin import largest

P = TypeVar("P")
#: How many positions are tried at once, how often they move, and how many of the best are moved.
BATCH, MOVES, KEPT = 64, 6, 10
#: How far they move, as a factor of their distances.
REACHES = (1.0, 0.3, 0.1, 0.03)
#: How many positions of a simplex are looked at before multipliers are sought, and of which degrees these are.
LOOKS, DEGREES = 24, (1, 2)
#: How many simplices there are before it is given up.
SIMPLICES = 40
#: A margin that is worth an exact look; a weight that counts.
NEAR = 1e-9


class _Margins(NamedTuple):
    """The greatest margins at positions, points that have them, and the places whose forms have a part in each."""

    values: Any
    points: Any
    places: list[frozenset[int]]


class Pencil:
    """Forms in the same letters, the first of which is 1.

    forms: what is to hold. Those without a place must have 1 > 0 among them.
    """

    def __init__(self, forms: Sequence[Form]) -> None:
        self.forms = list(dict.fromkeys(forms))
        self.places = 1 + max((f.place for f in self.forms if f.place is not None), default=-1)
        self.rows = _Stack([f for f in self.forms if f.op != "=="], len(forms[0].low))
        self.equations = _Stack([f for f in self.forms if f.op == "=="], len(forms[0].low))
        outer = self.rows.low[self.rows.place < 0]
        self.measure = outer.sum(axis=0)
        self.chance = np.random.default_rng(1998)  # fixed: answers are the same in every run

    def told(
        self,
        rounded: Callable[[Any], P | None],
        budget: Budget,
        start: Sequence[float] = (),
        simplices: int = SIMPLICES,
    ) -> P | NoPoint | Unknown:
        """What `rounded` makes of a point at which the forms hold, that there is none, or that it is open.

        rounded: an exact point near one in floating point, or None. budget: nothing is begun once it is spent. start:
        first positions of a point at which most forms hold. simplices: how many may be looked at.
        """
        found, used = self.sought(rounded, start)
        while found is None:
            told = self.covered(rounded, sorted(used), simplices, budget)
            if not isinstance(told, frozenset):
                return told
            used = told
        return found

    # --- points ------------------------------------------------------------------------------

    def sought(
        self, rounded: Callable[[Any], P | None], start: Sequence[float]
    ) -> tuple[P | None, frozenset[int]]:
        """A point, or None and the places that most margins near the greatest hang on."""
        gaps = self.first_gaps(start)
        best = np.zeros(0)
        kept: Any = gaps[:0]
        hung: list[frozenset[int]] = []
        for _ in range(MOVES if self.places else 1):
            margins = self.margins(np.cumsum(gaps, axis=1)[:, :-1])
            found = self.first_exact(margins, rounded)
            if found is not None:
                return found, frozenset()
            best, kept = np.concatenate([best, margins.values]), np.concatenate([kept, gaps])
            hung += margins.places
            order = np.argsort(-best)[:BATCH]
            best, kept, hung = best[order], kept[order], [hung[i] for i in order]
            gaps = kept[self.chance.integers(0, min(KEPT, len(kept)), BATCH)]
            reach = self.chance.choice(REACHES, size=(BATCH, 1))
            gaps = gaps * np.exp(self.chance.normal(size=gaps.shape) * reach)
            gaps /= gaps.sum(axis=1, keepdims=True)
        return None, Counter(hung).most_common(1)[0][0]

    def first_gaps(self, start: Sequence[float]) -> Any:
        """Distances of positions from one another and from 0 and 1: at random, half of them from a start."""
        gaps = self.chance.exponential(size=(BATCH, self.places + 1))
        gaps **= self.chance.choice([1.0, 2.0], size=(BATCH, 1))
        gaps /= gaps.sum(axis=1, keepdims=True)
        if start and self.places:
            half = BATCH // 2
            positions = np.empty((half, self.places))
            positions[:, : len(start)] = start
            for k in range(len(start), self.places):
                before = positions[:, k - 1]
                positions[:, k] = before + (1 - before) * self.chance.random(half) ** 2
            near = np.diff(positions, axis=1, prepend=0.0, append=1.0).clip(NEAR)
            reach = self.chance.choice([0.0, *REACHES[1:]], size=(half, 1))
            near = near * np.exp(self.chance.normal(size=near.shape) * reach)
            gaps[:half] = near / near.sum(axis=1, keepdims=True)
        return gaps

    def margins(self, positions: Any, used: Sequence[int] | None = None) -> _Margins:
        """The greatest margins of the forms at positions; of those alone that hang on places that are used."""
        rows, places = self.rows.at(positions, used)
        equations, _ = self.equations.at(positions, used)
        values, points, weights = largest(rows, equations, self.measure)
        parts = (weights > NEAR) & (places >= 0)
        return _Margins(values, points, [frozenset(places[part].tolist()) for part in parts])

    @staticmethod
    def first_exact(margins: _Margins, rounded: Callable[[Any], P | None]) -> P | None:
        """What a point of the greatest margins becomes exactly; None where none of a few does."""
        for i in np.argsort(-margins.values)[:3]:
            found = rounded(margins.points[i]) if margins.values[i] > NEAR else None
            if found is not None:
                return found
        return None

    # --- that there is none --------------------------------------------------------------------

    def covered(
        self, rounded: Callable[[Any], P | None], used: Sequence[int], simplices: int, budget: Budget
    ) -> P | NoPoint | Unknown | frozenset[int]:
        """That the forms without those of places that are not used hold nowhere, or more places that are to be used.

        A point where one is met with on the way; `Unknown` where simplices do not end.
        """
        number = {place: i for i, place in enumerate(used)}
        forms = [
            f if f.place is None else f._replace(place=number[f.place])
            for f in self.forms
            if f.place is None or f.place in number
        ]
        waiting = [ordered(len(used))]
        for _ in range(simplices):
            if not waiting:
                return NoPoint()
            if budget.is_spent:
                return Unknown("the time budget is spent")
            corners = waiting.pop()
            positions = self.inside(corners, used)
            margins = self.margins(positions, used)
            best = int(np.argmax(margins.values))
            if margins.values[best] > NEAR:
                if len(used) == self.places:
                    found = self.first_exact(margins, rounded)
                    return found if found is not None else Unknown("a point has no exact one near it")
                return self.enlarged(rounded, positions[best], used)
            if any(exist(forms, corners, degree) for degree in DEGREES):
                continue
            if len(corners) == 1:
                return (
                    Unknown("at single positions there are no multipliers")
                    if used or not self.places
                    else frozenset({self.places - 1})
                )
            waiting += halves(corners)
        return Unknown("too many simplices") if waiting else NoPoint()

    def inside(self, corners: Sequence[Corner], used: Sequence[int]) -> Any:
        """Positions inside a simplex, those of other places being 0."""
        shares = self.chance.exponential(size=(LOOKS, len(corners)))
        shares /= shares.sum(axis=1, keepdims=True)
        positions = np.zeros((LOOKS, self.places))
        positions[:, list(used)] = shares @ np.array(corners, dtype=float).reshape(len(corners), len(used))
        return positions

    def enlarged(
        self, rounded: Callable[[Any], P | None], positions: Any, used: Sequence[int]
    ) -> P | frozenset[int]:
        """The places that are used and one more, on which margins hang where the forms of those used hold; or a point."""
        ends = np.array([0.0, *positions[list(used)], 1.0])
        tried = np.empty((BATCH, self.places))
        for n, (after, before) in enumerate(zip((-1, *used), (*used, self.places), strict=True)):
            between = np.sort(self.chance.random((BATCH, before - after - 1)), axis=1)
            tried[:, after + 1 : before] = ends[n] + (ends[n + 1] - ends[n]) * between
        tried[:, list(used)] = positions[list(used)]
        margins = self.margins(tried)
        found = self.first_exact(margins, rounded)
        if found is not None:
            return found
        others = [place for place in range(self.places) if place not in used]
        hung = Counter(place for places in margins.places for place in places if place in others)
        return frozenset({*used, hung.most_common(1)[0][0] if hung else others[-1]})


class _Stack:
    """Forms as arrays: their ends, divided by their sizes, and their places, -1 for none."""

    def __init__(self, forms: Sequence[Form], letters: int) -> None:
        self.place = np.array([-1 if f.place is None else f.place for f in forms], dtype=int)
        low = np.array([f.low for f in forms], dtype=float).reshape(len(forms), letters)
        high = np.array([f.high or f.low for f in forms], dtype=float).reshape(len(forms), letters)
        size = np.maximum(abs(low).sum(axis=1), abs(high).sum(axis=1))[:, None]
        self.low, self.high = low / size, high / size

    def at(self, positions: Any, used: Sequence[int] | None) -> tuple[Any, Any]:
        """The forms at positions: systems × forms × letters, each of size one; and their places."""
        kept = np.ones(len(self.place), dtype=bool) if used is None else np.isin(self.place, [-1, *used])
        place = self.place[kept]
        padded = np.concatenate([positions, np.zeros((len(positions), 1))], axis=1)  # place -1: 0
        share = padded[:, place][:, :, None]
        found = (1 - share) * self.low[kept] + share * self.high[kept]
        return found / np.maximum(abs(found).sum(axis=2, keepdims=True), 1e-300), place


def ordered(count: int) -> list[Corner]:
    """The simplex of so many positions between 0 and 1 that grow."""
    return [tuple(Fraction(int(k >= count - i)) for k in range(count)) for i in range(count + 1)]


def halves(corners: Sequence[Corner]) -> list[list[Corner]]:
    """The two halves of a simplex at its longest edge, and the face between them."""
    pairs = [(i, j) for i in range(len(corners)) for j in range(i)]
    i, j = max(
        pairs, key=lambda e: sum((a - b) ** 2 for a, b in zip(corners[e[0]], corners[e[1]], strict=True))
    )
    middle = tuple((a + b) / 2 for a, b in zip(corners[i], corners[j], strict=True))
    one = [middle if k == i else c for k, c in enumerate(corners)]
    other = [middle if k == j else c for k, c in enumerate(corners)]
    return [one, other, [middle, *(c for k, c in enumerate(corners) if k not in (i, j))]]
