"""Forecast: what a selection will cost, before it starts, and the refusal of what cannot fit.

The work of a child is Σ_S min(parent states of S, distinct rows): the blocks that its parent sets
have between them. Of sets of bounded size every one is counted by itself, by rows or by bits (`kernels`).
Memory is the arrays over the parent sets of the largest child, and what is kept of every candidate arc.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from symdt.errors import BudgetError, quote
from symdt.learn.counts import Counts
from symdt.learn.kernels.family import BITS_A_ROW
from symdt.learn.question import Admissible

__all__ = ["Forecast", "available_memory", "forecast", "refuse_too_large"]

BYTES_A_SET = 64  # scores, priors, posteriors and their temporaries
BYTES_A_MEMBER = 20  # of a set of bounded size: the member, and where the sets are that hold it
BYTES_AN_ARC = 400  # its probabilities, what K2 tried, what was decided
NANOSECONDS_A_BLOCK = 2.0  # of one core, in the lattice; measured
NANOSECONDS_A_ROW = 1.5  # of one core, for each row and set of bounded size; measured
NANOSECONDS_A_SET = 200.0  # of one core, for each set of bounded size, whatever its rows; measured
SECONDS_AN_ARC = 2e-5  # of one core: its bitmap, its sums, what was tried and decided; measured
LONGEST = 7 * 86400.0


@dataclass(frozen=True)
class Forecast:
    """Parent sets to score, seconds on the given number of cores, and bytes at the peak."""

    sets: int
    seconds: float
    bytes: int

    def __str__(self) -> str:
        return f"{self.sets} parent sets, about {_duration(self.seconds)} and {_size(self.bytes)}"


def _duration(seconds: float) -> str:
    for unit, length in (("years", 31557600.0), ("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2 * length:
            return f"{seconds / length:.3g} {unit}" if seconds < 1e15 else "for ever"
    return f"{max(seconds, 0.01):.2g} s"


def _size(size: float) -> str:
    for unit, length in (("EB", 1e18), ("TB", 1e12), ("GB", 1e9)):
        if size >= length:
            return f"{size / length:.3g} {unit}"
    return f"{size / 1e6:.0f} MB"


def available_memory() -> int:
    """The bytes of memory that a new process may use without swapping."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, OSError, ValueError):
        return 4 << 30


def one_child(
    arities: Sequence[int], rows: int, limit: int, jobs: int, r: int = 2, cases: int | None = None
) -> Forecast:
    """The forecast of one child of r states with candidates of these arities; cases: unless said, as many as rows.

    >>> one_child([2] * 20, 10_000, 20, 2).sets
    1048576
    """
    q = len(arities)
    sets = sum(math.comb(q, s) for s in range(limit + 1))
    buffers = jobs * min(q + 2, 24) * rows * 21 + (64 << 20)
    if limit < q:
        largest = sorted(arities, reverse=True)[:1] + sorted(arities, reverse=True)[: max(limit - 1, 0)]
        bits = math.prod(largest) * r * (rows if cases is None else cases)  # to go through, by `bitmaps`
        counting = NANOSECONDS_A_ROW * min(rows, bits / BITS_A_ROW)
        seconds = sets * (NANOSECONDS_A_SET + counting) * 1e-9 / jobs
        return Forecast(sets, seconds, sets * (BYTES_A_SET + BYTES_A_MEMBER * limit) + buffers)
    states: Counter[float] = Counter({0.0: 1})  # log2 of the number of parent states, to a quarter
    for arity in arities:
        step = round(4 * math.log2(arity)) / 4
        states.update(Counter({x + step: n for x, n in states.items()}))
    blocks = sum(n * min(2.0 ** min(x, 60.0), rows) for x, n in states.items())
    return Forecast(sets, blocks * NANOSECONDS_A_BLOCK * 1e-9 / jobs, sets * BYTES_A_SET + buffers)


def forecast(counts: Counts, questions: Sequence[Admissible], jobs: int) -> Forecast:
    """The forecast of all children: times add up, the peak of memory is the largest child's and what is kept."""
    parts = [_question(counts, q, q.limit, jobs) for q in questions]
    kept = sum(len(q.candidates) for q in questions) * BYTES_AN_ARC
    largest = max((p.bytes for p in parts), default=0)
    return Forecast(sum(p.sets for p in parts), sum(p.seconds for p in parts), largest + kept)


def _question(counts: Counts, question: Admissible, limit: int, jobs: int) -> Forecast:
    """The forecast of one question; candidates with one state cost memory, but no counting."""
    arities = [counts.arities[counts.index(c)] for c in question.live]
    varying = [a for a in arities if a > 1]
    states, cases = counts.arities[counts.index(question.child)], counts.cases
    part = one_child(varying, len(counts.weights), min(limit, len(varying)), jobs, states, cases)
    sets = sum(math.comb(len(arities), s) for s in range(limit + 1))
    seconds = part.seconds + sets * 2e-8 + len(arities) * SECONDS_AN_ARC
    return Forecast(sets, seconds, part.bytes + (sets - part.sets) * BYTES_A_SET)


def refuse_too_large(
    counts: Counts, questions: Sequence[Admissible], jobs: int, memory: int | None = None
) -> Forecast:
    """The forecast, or a refusal that names the child and the largest max_parents that fits."""
    room = available_memory() if memory is None else memory
    for question in questions:
        need = _question(counts, question, question.limit, jobs)
        if need.bytes <= room and need.seconds <= LONGEST:
            continue
        fits = 0
        for k in range(question.limit):
            part = _question(counts, question, k, jobs)
            if part.bytes > room or part.seconds > 3600:
                break
            fits = k
        raise BudgetError(
            f"{quote(question.child)} has {len(question.live)} candidates: its {need.sets:.3g} parent "
            "sets need about "
            f"{_size(need.bytes)} and {_duration(need.seconds)}, there are {_size(room)}: set "
            f"max_parents={max(fits, len(question.required))} "
            "(--max-parents), or forbid arcs"
        )
    return forecast(counts, questions, jobs)
