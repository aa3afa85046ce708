"""The dynamic programme of `acyclic` over subsets, compiled; gains of 64 bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from symdt.learn.kernels.family import Array
from symdt.learn.kernels.jit import kernel

__all__ = ["last_ones"]


@kernel
def fill_last(s, gain, place, number, required, room, value, arcs, last):  # type: ignore[no-untyped-def]
    """last[S] = the member that is best last among those of S; value and arcs go with it."""
    none = np.iinfo(np.int64).min
    value[0] = 0
    arcs[0] = 0
    for S in range(1, 1 << s):
        best = none
        fewest = 0
        last[S] = -1
        for k in range(s - 1, -1, -1):
            if not S >> k & 1:
                continue
            B = S ^ (1 << k)
            if value[B] == none or required[k] & ~B:
                continue
            worth = value[B]
            count = arcs[B]
            left = room[k]
            for o in range(number[k]):
                if left == 0:
                    break
                if place[k, o] < 0 or B >> place[k, o] & 1:
                    worth += gain[k, o]
                    count += 1
                    left -= 1
            if worth > best or (worth == best and count < fewest):
                best = worth
                fewest = count
                last[S] = k
        value[S] = best
        arcs[S] = fewest


def last_ones(part: Any) -> Array:  # a Part, which stands above this module
    """For every set that may come first the member that is best last in it; −1 where there is none."""
    s = len(part.members)
    width = max(1, *(len(o) for o in part.offers))
    gain, place = np.zeros((s, width), np.int64), np.zeros((s, width), np.int64)
    for k, offers in enumerate(part.offers):
        for o, (worth, where, _) in enumerate(offers):
            gain[k, o], place[k, o] = worth, where
    number = np.array([len(o) for o in part.offers], np.int64)
    last = np.empty(1 << s, np.int8)
    fill_last(
        s, gain, place, number, np.array(part.required, np.int64), np.array(part.room, np.int64),
        np.empty(1 << s, np.int64), np.empty(1 << s, np.int16), last,
    )  # fmt: skip
    return last
