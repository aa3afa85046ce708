"""Beyond the paper: networks without an order, where the arcs above a threshold may form a cycle.

A graph without cycles lacks at least one arc of every cycle. So the probabilities of the k arcs of a cycle sum to at most
k − 1 under any posterior, and from τ = 1 − 1/n on the arcs above τ are the Bayes DAG.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations, product

from sympy import Rational

from symdt.claims.claim import Chapter, Computation, Formula, Triple, instead, put
from symdt.errors import ModelError
from symdt.problems.models.arc import Arc
from symdt.problems.models.model import Model

__all__ = ["CLAIMS"]


def _is_acyclic(arcs: list[tuple[str, str]]) -> bool:
    try:
        return isinstance(Model(arcs), Model)
    except ModelError:
        return False


def _cycle(low: Rational, high: Rational) -> Iterator[Triple]:
    """Three graphs, each two arcs of a cycle and equally probable: the arcs above a low τ form a cycle."""
    cycle = [("X1", "X2"), ("X2", "X3"), ("X3", "X1")]
    graphs = [Model([a for a in cycle if a != left]) for left in cycle]
    for tau, wanted in ((high, True), (low, False)):
        chosen = [a for a in cycle if Rational(sum(Arc(*a) in g for g in graphs), 3) > tau]
        yield {"π": "2/3, 2/3, 2/3", "τ": tau}, wanted, _is_acyclic(chosen)


def _along(size: int) -> tuple[list[str], tuple[str, ...]]:
    """The probabilities of the arcs of a cycle under any posterior over graphs that lack one of them; its conditions."""
    patterns = [bits for bits in product((0, 1), repeat=size) if not all(bits)]
    weights = [f"w{i}" for i in range(len(patterns))]
    arcs = [" + ".join(w for w, bits in zip(weights, patterns, strict=True) if bits[j]) for j in range(size)]
    return arcs, (*(f"{w} >= 0" for w in weights), " + ".join(weights) + " == 1")


def no_cycle(size: int, tau: str) -> Formula:
    """No posterior over acyclic graphs gives all arcs of a cycle of this length more than τ."""
    arcs, posterior = _along(size)
    return Formula("not (" + " and ".join(f"{arc} > {tau}" for arc in arcs) + ")", posterior)


def cycle_sum(size: int, most: str) -> Formula:
    """The probabilities of the arcs of a cycle of this length sum to at most so much."""
    arcs, posterior = _along(size)
    return Formula(" + ".join(arcs) + f" <= {most}", posterior)


def _graphs(size: int) -> tuple[list[tuple[int, int]], list[frozenset[int]]]:
    """The arcs among so many variables, and all acyclic graphs as sets of their places."""
    arcs = list(permutations(range(size), 2))
    sets = (c for k in range(len(arcs) + 1) for c in combinations(range(len(arcs)), k))
    return arcs, [
        frozenset(c) for c in sets if _is_acyclic([(f"X{u}", f"X{v}") for u, v in map(arcs.__getitem__, c)])
    ]


def _posteriors(size: int, parts: int) -> Iterator[tuple[list[int], list[frozenset[int]]]]:
    """How many of so many graphs, drawn in every way, have each arc; and all graphs."""
    arcs, graphs = _graphs(size)
    seen = set()
    for drawn in combinations_with_replacement(graphs, parts):
        times = tuple(sum(a in g for g in drawn) for a in range(len(arcs)))
        if times not in seen:
            seen.add(times)
            yield list(times), graphs


def _thresholded(size: int, parts: int, less: Rational) -> Iterator[Triple]:
    """Every posterior of equal parts: the arcs above 1 − 1/n are a graph of the greatest Σ (π − τ) of all."""
    tau = 1 - Rational(1, size) - less
    for times, graphs in _posteriors(size, parts):
        gains = [Rational(t, parts) - tau for t in times]
        chosen = frozenset(a for a, gain in enumerate(gains) if gain > 0)
        best = max(sum((gains[a] for a in g), Rational(0)) for g in graphs)
        yield (
            {"π": times, "of": parts},
            (True, best),
            (chosen in graphs, sum((gains[a] for a in chosen), Rational(0))),
        )


def _smallest(size: int, parts: int) -> Iterator[Triple]:
    """The fewest variables, and equally probable graphs on them, for which the arcs above 1/2 form a cycle."""

    def is_cyclic(variables: int, equal: int) -> bool:
        return any(
            frozenset(a for a, t in enumerate(times) if 2 * t > equal) not in graphs
            for times, graphs in _posteriors(variables, equal)
        )

    for fewer in range(2, size):
        for equal in range(1, parts + 2):
            yield {"variables": fewer, "graphs": equal}, False, is_cyclic(fewer, equal)
    for equal in range(1, parts + 1):
        yield {"variables": size, "graphs": equal}, equal == parts, is_cyclic(size, equal)


chapter = Chapter("beyond", is_own=True)
chapter.holds(
    "b-cycle",
    "fact 10",
    "without an order thresholding at 1/2 can give a cycle (π = 2/3 each); at 2/3 it does not",
    Computation(_cycle, {"low": Rational(1, 2), "high": Rational(2, 3)}),
    put(high=Rational(3, 5)),
)
chapter.holds(
    "b-cycle-smallest",
    "fact 10",
    "three equally probable graphs on three variables are the smallest example of arcs above 1/2 that form a cycle",
    Computation(_smallest, {"size": 3, "parts": 3}),
    put(parts=2),
)
for _size in (2, 3, 4):
    chapter.holds(
        f"b-cycle-sum-{_size}",
        "fact 10",
        f"the probabilities along a cycle of {_size} arcs sum to at most {_size - 1}, whatever the posterior",
        cycle_sum(_size, f"{_size - 1}"),
        instead(cycle_sum(_size, f"{_size - 1} - 1/100")),
    )
for _size in (2, 3, 4):
    chapter.holds(
        f"b-no-cycle-{_size}",
        "fact 10",
        f"with τ ≥ 1 − 1/{_size} no cycle of length {_size} has all its arcs above τ, whatever the posterior",
        no_cycle(_size, f"{_size - 1}/{_size}"),
        instead(no_cycle(_size, f"{_size - 1}/{_size} - 1/100")),
    )
chapter.holds(
    "b-threshold-is-bayes",
    "fact 10",
    "from τ = 1 − 1/n on the arcs above τ are the Bayes DAG: every posterior of three equal parts on three variables",
    Computation(_thresholded, {"size": 3, "parts": 3, "less": Rational(0)}),
    put(less=Rational(1, 20)),
)
CLAIMS = tuple(chapter.claims)
