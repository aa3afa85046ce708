"""Exact posteriors and decisions without an order against all DAGs one by one: 543 of four variables, 29,281 of five.

Every probability of an arc, of an edge and of a DAG, under both structure priors, BDeu and K2, with and without
constraints, against sums of rational numbers; the Bayes DAG and its whole path against the best of all DAGs, for
random probabilities and losses. Run: python -m benchmarks.enumeration
"""

from __future__ import annotations

import math
import time
from fractions import Fraction
from itertools import product

import numpy as np

from symdt import bayes_network, tabulate
from symdt.learn.dags.over_dags import dag_posterior
from tests.learn.dags.enumeration import all_dags, arc_matrix, enumerate_all, exact_weights
from tests.learn.dags.test_over_dags import CONSTRAINED, NAMES, cases, factor_of


def posterior_row(n: int, structure_prior: str, prior: str, constrained: bool) -> str:
    """The largest differences of one setting."""
    names = NAMES[:n]
    rows = cases(n, 24, n)
    found = dag_posterior(
        tabulate({v: [r[v] for r in rows] for v in names}), structure_prior=structure_prior, prior=prior,
        **(CONSTRAINED if constrained else {}),
    )  # fmt: skip
    weights = exact_weights(rows, names, prior, 1, factor_of(constrained, names))
    total, table, _ = enumerate_all(weights, structure_prior)
    truth = arc_matrix(table, total, n)
    arcs = np.abs(found.arcs - truth).max()
    edges = np.abs(found.edges - (truth + truth.T)).max()
    dags = 0.0
    for dag in all_dags(n):
        chosen = [(names[u], names[v]) for v in range(n) for u in range(n) if dag[v] >> u & 1]
        exact = float(Fraction(table.get(dag, 0), total))
        dags = max(dags, abs(math.exp(found.log_probability(chosen)) - exact))
    assert max(arcs, edges, dags) < 1e-12
    return f"| {n} | {structure_prior} | {prior} | {'yes' if constrained else 'no'} | {arcs:.0e} | {edges:.0e} | {dags:.0e} |"


def decisions(n: int, trials: int) -> tuple[int, int]:
    """How many Bayes DAGs and steps of paths were compared with all DAGs; every one must be the best."""
    g = np.random.default_rng(n)
    dags = all_dags(n)
    has = np.array([[[d[v] >> u & 1 for v in range(n)] for u in range(n)] for d in dags]).reshape(
        len(dags), -1
    )
    names = list(NAMES[:n])
    steps = 0
    for _ in range(trials):
        weights = g.integers(1, 100, 6)
        who = g.integers(0, len(dags), 6)
        units = (weights[:, None] * has[who]).sum(axis=0)  # whole numbers over one denominator
        below = int(weights.sum())
        pi = {
            (names[u], names[v]): Fraction(int(units[u * n + v]), below)
            for u, v in product(range(n), repeat=2)
            if u != v
        }
        f, m, r = (g.integers(0, 7, (n, n)) for _ in range(3))
        arc = lambda x: {(names[u], names[v]): int(x[u, v]) for u, v in product(range(n), repeat=2) if u != v}  # noqa: E731
        network = bayes_network(pi, variables=names, false=arc(f), missed=arc(m), reversed=arc(r))
        p = units.reshape(n, n)
        none = below - p - p.T
        gain = m * p + m.T * p.T - f * none - r * p.T  # of u → v over no arc, in units of 1/below
        best = int((has @ gain.ravel()).max())
        empty = int(np.triu(m * p + m.T * p.T, 1).sum())
        assert network.bayes_risk == Fraction(empty - best, below)
        for step in bayes_network(pi, variables=names).path:
            inside = np.array([[(u, v) in step.arcs for v in names] for u in names]).ravel()
            for tau in (step.low, (step.low + step.high) / 2, step.high):
                over = Fraction(tau).limit_denominator(10**9)
                assert over == tau
                worth = units * over.denominator - over.numerator * below
                assert int((has @ worth).max()) == int(inside @ worth)
            steps += 1
    return trials, steps


def run(quick: bool = False) -> str:
    """The tables, as Markdown."""
    start = time.process_time()
    lines = [
        "Largest differences from the enumeration of all DAGs in rational numbers.",
        "",
        "| n | structure prior | prior | constraints | arcs | edges | every DAG |",
        "|---|---|---|---|---|---|---|",
    ]
    for n in (4,) if quick else (4, 5):
        for setting in product(("dags", "orders"), ("bdeu", "k2"), (False, True)):
            lines.append(posterior_row(n, *setting))
            print(lines[-1], flush=True)
    told = []
    for n, trials in ((4, 40), (5, 20)):
        made, steps = decisions(n, trials)
        told.append(f"n = {n}: {made} Bayes DAGs, {steps} steps of paths (both ends and the middle)")
    lines += [
        "",
        f"Random probabilities and losses (false, missed, reversed of every pair), each the best of all DAGs, in "
        f"whole numbers: {'; '.join(told)}. {time.process_time() - start:.0f} s of the processor.",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(run())
