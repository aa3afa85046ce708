"""An independent road to every number of the learning wing: plain Python, Fractions, no NumPy."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations

from mpmath import mp, mpf


def rising(a: Fraction, n: int) -> Fraction:
    out = Fraction(1)
    for i in range(n):
        out *= a + i
    return out


def evidence(rows, weights, child, parents, prior, alpha) -> Fraction:
    """p(child's column | parents' columns), rows a list of dicts; states are those observed."""
    states = {v: len({row[v] for row in rows}) for v in rows[0]}
    r = states[child]
    cells = r
    for p in parents:
        cells *= states[p]
    a = Fraction(alpha) / cells if prior == "bdeu" else Fraction(alpha)
    blocks: dict[tuple, dict] = defaultdict(lambda: defaultdict(int))
    for row, w in zip(rows, weights, strict=True):
        blocks[tuple(row[p] for p in parents)][row[child]] += w
    out = Fraction(1)
    for block in blocks.values():
        for n in block.values():
            out *= rising(a, n)
        out /= rising(r * a, sum(block.values()))
    return out


def log(x: Fraction) -> mpf:
    with mp.workdps(60):
        return mp.log(mpf(x.numerator)) - mp.log(mpf(x.denominator))


def subsets(names):
    return [s for k in range(len(names) + 1) for s in combinations(names, k)]


def loss(truth, action, false, missed) -> Fraction:
    """L(S, T): the sum over false arcs and missed arcs."""
    return sum((Fraction(false[j]) for j in action if j not in truth), Fraction(0)) + sum(
        (Fraction(missed[j]) for j in truth if j not in action), Fraction(0)
    )
