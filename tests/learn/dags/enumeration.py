"""An independent road: all DAGs one by one, in exact rational numbers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import lcm, prod

import numpy as np

from tests.learn.learning import evidence, subsets


@cache
def counted(n: int) -> Counter[tuple[int, ...]]:
    """Every DAG on n variables as masks of parents, with the number of orders that agree with it."""
    found: Counter[tuple[int, ...]] = Counter()
    for order in permutations(range(n)):
        places = [[sum(1 << u for u in chosen) for chosen in subsets(order[:k])] for k in range(n)]
        for choice in product(*places):
            dag = [0] * n
            for v, P in zip(order, choice, strict=True):
                dag[v] = P
            found[tuple(dag)] += 1
    return found


def all_dags(n: int) -> tuple[tuple[int, ...], ...]:
    """Every DAG on n variables."""
    return tuple(counted(n))


def agreeing_orders(dag: tuple[int, ...]) -> int:
    """How many orders have every variable after its parents."""
    return counted(len(dag))[dag]


def exact_weights(rows, names, prior, alpha, factor):
    """w_i(P) as rationals: evidence by the paper's formula times factor(parents, child)."""
    out = []
    for i, child in enumerate(names):
        table = {}
        for P in range(1 << len(names)):
            if not P >> i & 1:
                parents = tuple(names[j] for j in range(len(names)) if P >> j & 1)
                f = factor(parents, child)
                table[P] = (
                    f * evidence(rows, [1] * len(rows), child, parents, prior, alpha) if f else Fraction(0)
                )
        out.append(table)
    return out


def reachable(dag):
    """closure[u][v]: there is a directed path from u to v."""
    n = len(dag)
    closure = [[bool(dag[v] >> u & 1) for v in range(n)] for u in range(n)]
    for k, u, v in product(range(n), repeat=3):
        closure[u][v] = closure[u][v] or (closure[u][k] and closure[k][v])
    return closure


def enumerate_all(weights, structure_prior):
    """The total, and {dag: weight}, exact: whole numbers over one denominator, which is left out."""
    n = len(weights)
    whole = []
    for table in weights:
        below = lcm(*(w.denominator for w in table.values()))
        whole.append({P: int(w * below) for P, w in table.items()})
    found = {}
    for dag in all_dags(n):
        w = prod(whole[i][dag[i]] for i in range(n))
        if w:
            found[dag] = w * (agreeing_orders(dag) if structure_prior == "orders" else 1)
    scale = prod(lcm(*(w.denominator for w in table.values())) for table in weights)
    return sum(found.values()), found, scale


def share(table, total, holds) -> float:
    """The probability of the DAGs for which `holds`."""
    return float(Fraction(sum(w for dag, w in table.items() if holds(dag)), total))


def arc_matrix(table, total, n):
    """P(parent → child)."""
    return np.array(
        [[share(table, total, lambda d, u=u, v=v: d[v] >> u & 1) for v in range(n)] for u in range(n)]
    )
