"""Good orders of a component by local search: a member moves to where the whole gains most, until none does.

Under an order every member takes the best of its offers before it (`taken`), so that a choice is as good as its
order. What is found here is a choice, never a bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import process_time
from typing import Any

__all__ = ["improved", "taken"]


def taken(part: Any, k: int, before: int) -> tuple[int, int, int]:
    """The best parents of the k-th member among outsiders and the members before it: mask, gain, number."""
    mask = gain = number = 0
    for worth, place, i in part.offers[k]:
        if number == part.room[k]:
            break
        if place < 0 or before >> place & 1:
            mask |= 1 << i
            gain += worth
            number += 1
    return mask, gain, number


def _gain(part: Any, k: int, before: int) -> int | None:
    """What member k takes after the members of the mask; None where one that it requires is not among them."""
    return None if part.required[k] & ~before else taken(part, k, before)[1]


def improved(part: Any, order: Sequence[int], until: float) -> tuple[list[int], int]:
    """An order from which no move of one member gains, or the best that is found until then, and what it gains.

    part: the component. order: its members by place, each after those that it requires. until: by the clock of the
    processor.
    """
    best = list(order)
    value = _worth(part, best)
    is_better = True
    while is_better and process_time() < until:
        is_better = False
        for k in list(best):
            move = _best_move(part, best, k)
            if move is not None:
                at, gained = move
                best.remove(k)
                best.insert(at, k)
                value += gained
                is_better = True
            if process_time() >= until:
                break
    return best, value


def _worth(part: Any, order: Sequence[int]) -> int:
    before = total = 0
    for k in order:
        total += _gain(part, k, before) or 0
        before |= 1 << k
    return total


def _best_move(part: Any, order: Sequence[int], k: int) -> tuple[int, int] | None:
    """Where among the others member k gains most more than where it is, and how much; None where nowhere."""
    at = order.index(k)
    others = [v for v in order if v != k]
    masks = [0]
    for v in others:
        masks.append(masks[-1] | 1 << v)
    own = [_gain(part, k, mask) for mask in masks]
    here = own[at]
    if here is None:
        return None
    found: tuple[int, int] | None = None
    for step in (-1, 1):
        change, place = 0, at
        while 0 <= place + step <= len(others):
            v = others[place - 1] if step < 0 else others[place]
            before = masks[place - 1] if step < 0 else masks[place]  # of v, without k
            without, with_k = _gain(part, v, before), _gain(part, v, before | 1 << k)
            new, old = (with_k, without) if step < 0 else (without, with_k)
            place += step
            mine = own[place]
            if new is None or old is None or mine is None:
                break
            change += new - old
            gained = change + mine - here
            if gained > (0 if found is None else found[1]):
                found = (place, gained)
    return found
