"""Many candidates and few cases: BDeu with equal prior probabilities of all parent sets favours large ones.

Where the states of the parents outnumber the cases, most blocks hold one case or none and cost nothing
more, so that the data cannot tell one large set from another, and there are more large sets than small
ones. It is seen in the posterior itself: the expected log number of parent states, Σ_j π_j log a_j,
exceeds the log number of cases.
"""

from __future__ import annotations

import math
from typing import Any

__all__ = ["few_cases"]

#: With more cases than this, a variable that has a state for each of them is no category.
MANY = 10


def few_cases(selection: Any) -> list[str]:
    """A line for the variables whose parents are expected to have more states than there are cases.

    Before that, for one that names the cases, or that is the same in all of them.

    selection: from data, under an order or without one.

    >>> from symdt import select_network
    >>> few = {f"X{i}": [(k >> i % 3) & 1 for k in range(6)] for i in range(9)}
    >>> chosen = select_network(few, order=",".join(few), progress=False)
    >>> print(few_cases(chosen)[0][:84])
    few cases: the parents that the posterior expects for X6, X7, X8 have more states th
    """
    counts = selection.counts
    lines = []
    constant = [v for v, a in zip(counts.variables, counts.arities, strict=True) if a == 1]
    if constant:
        one = len(constant) == 1
        lines.append(
            f"{_listed(constant)} {'is' if one else 'are'} the same in all cases: the data say nothing about "
            f"{'its' if one else 'their'} arcs, whose probabilities come from the prior; leave {'it' if one else 'them'} out"
        )
    own = [v for v, a in zip(counts.variables, counts.arities, strict=True) if a >= counts.cases > MANY]
    if own:  # what follows would speak of them again
        return [
            *lines,
            f"{own[0]} has a state of its own for each of the {counts.cases} cases: it names the cases or was measured on a "
            "scale; leave it out, or put its values into a few classes",
        ]
    states = dict(zip(counts.variables, counts.arities, strict=True))
    expected: dict[str, float] = dict.fromkeys(selection.variables, 0.0)
    for arc in selection.arcs:
        expected[arc.child] += arc.probability * math.log(states[arc.parent])
    over = [v for v in selection.variables if expected[v] > math.log(counts.cases)]
    if not over:
        return lines
    q = max(1, len(selection.variables) - 1)
    return [
        *lines,
        f"few cases: the parents that the posterior expects for {_listed(over)} have more states than there are cases "
        f"({counts.cases}), where equal prior probabilities favour large sets; give --max-parents 3, or "
        f"--arc-prior below 1/2, for instance {min(0.25, 2 / q):.2g}",
    ]


def _listed(names: list[str]) -> str:
    """The first six names."""
    return ", ".join(names[:6]) + (", ..." if len(names) > 6 else "")
