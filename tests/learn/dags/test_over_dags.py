"""Posteriors over all DAGs against the enumeration of all of them in rational numbers."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from symdt.errors import BudgetError, ModelError
from symdt.learn.acyclic.equivalence import equivalence_class
from symdt.learn.counts import tabulate
from symdt.learn.dags import joint_tables, kernel_sums, over_dags
from symdt.learn.dags.families import family_weights, prior_weights
from symdt.learn.dags.joint_tables import joint_evidences, table_evidences
from symdt.learn.dags.over_dags import DagPosterior, dag_posterior, log_prior_total, sum_over_dags
from symdt.learn.exact import exact_evidence
from symdt.learn.question import questions
from tests.learn.dags.enumeration import (
    agreeing_orders,
    all_dags,
    arc_matrix,
    enumerate_all,
    exact_weights,
    reachable,
    share,
)

NAMES = "ABCDE"


def cases(n: int, rows: int, seed: int) -> list[dict[str, int]]:
    g = np.random.default_rng(seed)
    columns = []
    for i in range(n):
        fresh = g.integers(0, 2 + (i == 1), rows)
        columns.append(np.where(g.random(rows) < 0.6, columns[g.integers(0, i)] % 2, fresh) if i else fresh)
    return [{NAMES[i]: int(columns[i][k]) for i in range(n)} for k in range(rows)]


CONSTRAINED = {
    "required": [("C", "A")],
    "forbidden": [("A", "B"), ("D", "B")],
    "max_parents": 2,
    "arc_prior": {("B", "D"): 0.25, ("D", "C"): 0.875},
}


def factor_of(constrained: bool, names: str = "ABCD"):
    def factor(parents, child):
        if not constrained:
            return Fraction(1)
        if len(parents) > 2 or (child == "A" and "C" not in parents):
            return Fraction(0)
        if child == "B" and ("A" in parents or "D" in parents):
            return Fraction(0)
        out = Fraction(1)
        for j in names:
            if j != child and (j, child) not in CONSTRAINED["forbidden"]:
                p = Fraction(CONSTRAINED["arc_prior"].get((j, child), 0.5))
                out *= p if j in parents else 1 - p
        return out

    return factor


def test_the_numbers_of_dags() -> None:
    assert [len(all_dags(n)) for n in (1, 2, 3, 4)] == [1, 3, 25, 543]


@pytest.mark.parametrize("few", [10, 0], ids=["balls", "kernels"])
@pytest.mark.parametrize("constrained", [False, True])
@pytest.mark.parametrize("prior", ["bdeu", "k2"])
@pytest.mark.parametrize("structure_prior", ["dags", "orders"])
def test_four_variables_by_enumeration(structure_prior, prior, constrained, few, monkeypatch) -> None:
    monkeypatch.setattr(over_dags.sum_over_dags, "__defaults__", (1, False, few))
    rows = cases(4, 24, 3)
    options = CONSTRAINED if constrained else {}
    found = dag_posterior(
        tabulate({v: [r[v] for r in rows] for v in "ABCD"}),
        structure_prior=structure_prior, prior=prior, alpha=2.0, **options,
    )  # fmt: skip
    factor = factor_of(constrained)
    total, table, scale = enumerate_all(exact_weights(rows, "ABCD", prior, 2, factor), structure_prior)
    truth = arc_matrix(table, total, 4)
    assert np.abs(found.arcs - truth).max() < 1e-12
    assert np.abs(found.sums.absent - (1 - truth))[~np.eye(4, dtype=bool)].max() < 1e-12
    assert (np.abs(found.arcs - truth) <= found.errors + 1e-15).all()
    assert found.errors.max() < 1e-11
    for dag in list(table)[::7]:
        arcs = [("ABCD"[u], "ABCD"[v]) for v in range(4) for u in range(4) if dag[v] >> u & 1]
        assert found.probability(arcs) == pytest.approx(float(Fraction(table[dag], total)), rel=1e-11)
        members = equivalence_class(dag)
        assert found.class_probability(arcs) == pytest.approx(
            share(table, total, lambda d, members=members: d in members), rel=1e-11
        )
    for u, c, v in ((0, 1, 2), (2, 3, 0), (1, 0, 3), (0, 2, 3)):
        v_structure = share(
            table, total,
            lambda d, u=u, c=c, v=v: d[c] >> u & 1 and d[c] >> v & 1 and not d[u] >> v & 1 and not d[v] >> u & 1,
        )  # fmt: skip
        assert found.v_structure("ABCD"[u], "ABCD"[c], "ABCD"[v]) == pytest.approx(v_structure, abs=1e-12)
        assert found.edge("ABCD"[u], "ABCD"[v]) == pytest.approx(truth[u, v] + truth[v, u], abs=1e-12)
        if structure_prior == "dags":
            ancestor = share(table, total, lambda d, u=u, v=v: reachable(d)[u][v])
            assert found.ancestor("ABCD"[u], "ABCD"[v]) == pytest.approx(ancestor, abs=1e-12)
        else:
            with pytest.raises(ModelError, match="summed over DAGs"):
                found.ancestor("A", "B")
    prior_total = sum(
        math.prod(factor(tuple("ABCD"[u] for u in range(4) if d[v] >> u & 1), "ABCD"[v]) for v in range(4))
        * (agreeing_orders(d) if structure_prior == "orders" else 1)
        for d in all_dags(4)
    )
    assert found.log_evidence == pytest.approx(math.log(Fraction(total, scale) / prior_total), abs=1e-11)


@pytest.mark.parametrize("constrained", [False, True])
@pytest.mark.parametrize("prior", ["bdeu", "k2"])
@pytest.mark.parametrize("structure_prior", ["dags", "orders"])
def test_five_variables_by_enumeration(structure_prior, prior, constrained) -> None:
    """Every arc and edge, and DAGs all over the table; `benchmarks.enumeration` takes every DAG."""
    rows = cases(5, 20, 5)
    counts = tabulate({v: [r[v] for r in rows] for v in NAMES})
    assert len(all_dags(5)) == 29281
    weights = exact_weights(rows, NAMES, prior, 1, factor_of(constrained, NAMES))
    total, table, scale = enumerate_all(weights, structure_prior)
    truth = arc_matrix(table, total, 5)
    options = CONSTRAINED if constrained else {}
    found = dag_posterior(counts, structure_prior=structure_prior, prior=prior, **options)
    assert np.abs(found.arcs - truth).max() < 1e-12
    assert np.abs(found.edges - (truth + truth.T)).max() < 1e-12
    assert found.sums.log_total == pytest.approx(math.log(Fraction(total, scale)), abs=1e-11)
    by_kernel = sum_over_dags(found.weights, structure_prior, few=0)
    assert np.abs(by_kernel.present - truth).max() < 1e-12
    for dag in list(table)[::101]:
        arcs = [(NAMES[u], NAMES[v]) for v in range(5) for u in range(5) if dag[v] >> u & 1]
        assert found.probability(arcs) == pytest.approx(float(Fraction(table[dag], total)), abs=1e-12)


@pytest.mark.parametrize("structure_prior", ["dags", "orders"])
@pytest.mark.parametrize("seed", range(4))
def test_kernels_agree_with_balls_within_the_stated_error(monkeypatch, structure_prior, seed) -> None:
    """Hard cases: few and many cases, sharp dependence, so that weights span thousands of orders."""
    g = np.random.default_rng(seed)
    n, rows = 9, [3, 60, 3000, 20000][seed]
    x = g.integers(0, 2, (rows, n))
    for i in range(1, n):
        copied = g.random(rows) < [0.2, 0.6, 0.99, 0.5][seed]
        x[copied, i] = x[copied, g.integers(0, i)]
    counts = tabulate(x)
    weights = family_weights(counts, questions(counts.variables), "bdeu", 1.0)
    balls = sum_over_dags(weights, structure_prior, pairs=True, few=10)
    kernels = sum_over_dags(weights, structure_prior, pairs=True, few=0)
    assert (np.abs(balls.present - kernels.present) <= kernels.error + balls.error).all()
    assert kernels.error.max() < 1e-12
    assert np.abs(balls.pairs - kernels.pairs).max() < 1e-12
    assert balls.log_total == pytest.approx(kernels.log_total, rel=1e-14)
    two = sum_over_dags(weights, structure_prior, pairs=True, jobs=2, few=0)
    assert np.array_equal(two.present, kernels.present)
    at_once = sum_over_dags(weights, structure_prior, few=0)  # few variables and no pairs: one kernel for all
    assert (np.abs(balls.present - at_once.present) <= at_once.error + balls.error).all()
    assert (np.abs(balls.absent - at_once.absent) <= at_once.error + balls.error).all()
    assert np.array_equal(at_once.error, kernels.error)
    assert at_once.log_total == kernels.log_total
    monkeypatch.setattr(kernel_sums, "AT_ONCE", 0)  # as large tables are done, child by child
    apart = sum_over_dags(weights, structure_prior, pairs=True, jobs=2, few=0)
    for name in ("present", "absent", "error", "pairs", "ancestor"):
        assert np.array_equal(getattr(apart, name), getattr(kernels, name))
    if structure_prior == "dags":
        assert np.abs(balls.ancestor - kernels.ancestor).max() < 1e-12
        assert np.abs(balls.ancestor - at_once.ancestor).max() < 1e-12


@pytest.mark.parametrize(
    ("arities", "alpha"), [((2,), 1), ((2, 3, 1, 4), Fraction(7, 3)), ((3, 2, 2, 2), 50)]
)
def test_joint_evidences_from_one_table_are_those_of_the_scores_and_exact(
    arities, alpha, monkeypatch
) -> None:
    g = np.random.default_rng(len(arities))
    columns = {v: g.integers(0, a, 60).tolist() for v, a in zip(NAMES, arities, strict=False)}
    counts = tabulate(columns)
    found, summed = table_evidences(counts, float(alpha)), joint_evidences(counts, float(alpha))
    error = family_weights(counts, questions(counts.variables), "bdeu", float(alpha)).error
    for kernels in (True, False):  # the same integers either way
        monkeypatch.setattr(joint_tables, "by_kernels", lambda _n, kernels=kernels: kernels)
        assert np.array_equal(table_evidences(counts, float(alpha)), found)
    for mask in range(1 << len(arities)):
        names = [v for i, v in enumerate(counts.variables) if mask >> i & 1]
        exact = Fraction(1)
        for k, v in enumerate(names):
            exact *= exact_evidence(counts, v, names[:k], "bdeu", alpha)
        truth = math.log(exact.numerator) - math.log(exact.denominator)
        assert found[mask] == pytest.approx(truth, rel=1e-13, abs=error)
        assert summed[mask] == pytest.approx(truth, rel=1e-13, abs=2 * len(arities) * error)


def test_equivalent_dags_are_alike_under_dags_and_bdeu() -> None:
    rows = cases(4, 40, 9)
    found = dag_posterior(tabulate({v: [r[v] for r in rows] for v in "ABCD"}))
    chain = [("A", "B"), ("B", "C"), ("C", "D")]
    back = [(v, u) for u, v in chain]
    assert found.log_probability(chain) == pytest.approx(found.log_probability(back), abs=1e-12)
    assert np.allclose(found.edges, found.edges.T)


def test_prior_totals_are_robinsons_numbers() -> None:
    for n, number in ((4, 543), (5, 29281), (6, 3781503)):
        asked = questions(tuple(NAMES + "F")[:n])
        assert math.exp(log_prior_total(asked, "dags")) == pytest.approx(number, rel=1e-13)
    bounded = questions(tuple("ABCD"), max_parents=1)
    forests = sum(all(P.bit_count() <= 1 for P in d) for d in all_dags(4))
    assert math.exp(log_prior_total(bounded, "dags")) == pytest.approx(forests, rel=1e-13)
    assert math.exp(log_prior_total(bounded, "orders")) == pytest.approx(24 * 1 * 2 * 3 * 4, rel=1e-13)


def test_errors_say_what_to_do() -> None:
    counts = tabulate({"A": [0, 1, 1], "B": [0, 1, 0]})
    found = dag_posterior(counts)
    assert isinstance(found, DagPosterior)
    with pytest.raises(ModelError, match="cycle 'A -> B -> A'"):
        found.probability([("A", "B"), ("B", "A")])
    with pytest.raises(ModelError, match="use one of"):
        found.arc("A", "Z")
    with pytest.raises(ModelError, match="is a loop"):
        found.probability([("A", "A")])
    with pytest.raises(ModelError, match="three variables"):
        found.v_structure("A", "B", "A")
    with pytest.raises(ModelError, match='use "dags" or "orders"'):
        dag_posterior(counts, structure_prior="trees")
    with pytest.raises(ModelError, match="form a cycle"):
        dag_posterior(counts, required=[("A", "B"), ("B", "A")])
    round_trip = prior_weights(questions(("A", "B", "C"), required=[("A", "B"), ("B", "A")]))
    assert all(sum_over_dags(round_trip, p, few=few) is None for p in ("dags", "orders") for few in (0, 10))
    with pytest.raises(BudgetError, match="23 variables without an order"):
        dag_posterior(tabulate({f"X{i}": [0, 1] for i in range(23)}))


@pytest.mark.parametrize("structure_prior", ["dags", "orders"])
def test_every_probability_states_an_error_that_covers_the_truth(structure_prior) -> None:
    """Four variables: against the same sums in ball arithmetic, whose radius is 1e-20 and less."""
    data = np.random.default_rng(3).integers(0, 2, (40, 4))
    data[:, 1] = np.where(data[:, 3] > 0, data[:, 0], data[:, 1])
    found = dag_posterior(tabulate(data), structure_prior=structure_prior)
    exact = replace(found, sums=sum_over_dags(found.weights, structure_prior, few=9))
    a, b, c, _ = found.variables
    arcs = [(a, b), (b, c)]
    for value, error, truth in (
        (found.edge(a, b), found.edge_errors[0, 1], exact.edge(a, b)),
        (found.probability(arcs), found.probability_error(arcs), exact.probability(arcs)),
        (found.class_probability(arcs), found.class_probability_error(arcs), exact.class_probability(arcs)),
        (found.v_structure(a, b, c), found.v_structure_error(a, b, c), exact.v_structure(a, b, c)),
    ):
        assert abs(value - truth) <= error < 1e-8
        assert 0 < value < 1
    assert found.class_probability(arcs) > found.probability(arcs)
    assert found.class_probability_error(arcs) > found.probability_error(arcs)


@pytest.mark.parametrize("cases", [6, 400])
def test_every_probability_of_an_ancestor_states_an_error_that_covers_the_truth(cases) -> None:
    """Five variables, the compiled sums against balls: all pairs, few cases and many (where sums cancel more)."""
    data = np.random.default_rng(5).integers(0, 2, (cases, 5))
    data[:, 2] = data[:, 0] ^ (data[:, 1] & data[:, 3])
    found = dag_posterior(tabulate(data))
    compiled, exact = (replace(found, sums=sum_over_dags(found.weights, "dags", few=few)) for few in (0, 9))
    for one in found.variables:
        for other in found.variables:
            if one != other:
                off = abs(compiled.ancestor(one, other) - exact.ancestor(one, other))
                assert off <= compiled.ancestor_error(one, other) < 1e-8
    with pytest.raises(ModelError, match="summed over DAGs"):
        dag_posterior(tabulate(data), structure_prior="orders").ancestor_error(*found.variables[:2])
