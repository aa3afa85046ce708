"""Past what can be summed: a sampler gives the arc probabilities, symdt decides, and how far the sampling matters.

Partition MCMC (sumu, an extra: pip install sumu) draws DAGs from the posterior; the share of the draws that have an arc
estimates its probability. Here the variables are few, so that the exact posterior is known too, and one can see what
Monte Carlo error does to the decision:

* an estimate that is off by ε changes the gain of its arc by (missed + false) ε, hence only decisions whose gain is
  as small as that can turn;
* the risk is linear in the probabilities, so the DAG chosen from estimates costs at most Σ (missed + false) |ε| more
  than the best one, summed over the arcs in which the two differ: near ties are the only ones lost, and cost little.

Run: python examples/extras/sampled_dags.py [draws]
"""

from __future__ import annotations

import sys
from functools import partial

import numpy as np

from symdt import bayes_network, select_network


def cases(rows: int = 300, seed: int = 7) -> np.ndarray:
    """Eight binary variables, each a noisy copy of one or two earlier ones."""
    g = np.random.default_rng(seed)
    x = np.zeros((rows, 8), np.int64)
    for i, parents in enumerate(((), (0,), (0,), (1, 2), (), (3, 4), (5,), (2,))):
        signal = x[:, list(parents)].max(axis=1) if parents else g.integers(0, 2, rows)
        x[:, i] = np.where(g.random(rows) < 0.12, 1 - signal, signal)
    return x


def sampled(data: np.ndarray, draws: int, seed: int) -> np.ndarray:
    """P(parent → child) as shares of DAGs that partition MCMC draws, [parent, child]."""
    from sumu import gadget

    np.random.seed(seed)  # noqa: NPY002 - what sumu draws from
    n = data.shape[1]
    real = np.full

    def full(shape, *rest, **options):  # its scorer passes 2.0**q as a length
        return real(tuple(map(int, shape)) if np.iterable(shape) else int(shape), *rest, **options)

    fair = gadget.LocalScore  # counts parent sets of one size as one: here every DAG is alike
    np.full, gadget.LocalScore = full, partial(fair, prior="uniform")
    try:
        sampler = gadget.Gadget(
            data=gadget.Data(data.astype(np.int32)), scoref="bdeu", ess=1.0, max_id=-1, K=n - 1, d=n - 1,
            cp_algo="top", mc3_chains=4, burn_in=draws, iterations=5 * draws, thinning=5, tolerance=2.0**-32,
        )  # fmt: skip
        dags, _ = sampler.sample()
    finally:
        np.full, gadget.LocalScore = real, fair
    out = np.zeros((n, n))
    for dag in dags:
        for child, *parents in dag:  # a child, and the set of its parents if it has any
            out[list(*parents), child] += 1
    return out / len(dags)


def main() -> None:
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    data = cases()
    exact = select_network(data)
    truth = exact.posterior.arcs
    print(f"exact: {len(exact.chosen)} arcs, Bayes risk {float(exact.bayes_risk):.4f}")
    for size in (draws // 10, draws):
        estimate = sampled(data, size, seed=1)
        chosen = bayes_network(estimate, variables=list(exact.variables))
        cost = float(exact.risk(chosen.chosen)) - float(exact.bayes_risk)
        differ = set(chosen.chosen) ^ set(exact.chosen)
        place = {v: i for i, v in enumerate(exact.variables)}
        bound = sum(2 * abs(estimate - truth)[place[p], place[c]] for p, c in differ)
        print(
            f"{size} draws: probabilities off by {abs(estimate - truth).max():.3f} at most, {len(differ)} arcs decided "
            f"otherwise, which costs {cost:.4f} (at most {bound:.4f})"
        )


if __name__ == "__main__":
    main()
