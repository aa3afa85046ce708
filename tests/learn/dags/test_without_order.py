"""`select_network` without an order: the posterior, the decision, text, JSON, figures, files."""

from __future__ import annotations

import json

import numpy as np
import pytest

from symdt import DagSelection, Selection, bayes_network, select_network, tabulate
from symdt.errors import BudgetError, ModelError
from symdt.formats.network import to_bif, to_csv, to_dot, to_networkx
from symdt.learn.dags.over_dags import dag_posterior
from symdt.learn.question import arcs_against
from tests.learn.dags.enumeration import all_dags


@pytest.fixture(scope="module")
def data() -> dict[str, list[int]]:
    g = np.random.default_rng(8)
    a, c = g.integers(0, 2, 300), g.integers(0, 3, 300)
    b = np.where(g.random(300) < 0.8, a * (c > 0), g.integers(0, 2, 300))
    d = np.where(g.random(300) < 0.7, b, g.integers(0, 2, 300))
    return {"A": a.tolist(), "B": b.tolist(), "C": c.tolist(), "D": d.tolist()}


def test_it_is_the_posterior_with_the_decision(data) -> None:
    found = select_network(data)
    assert isinstance(found, DagSelection)
    posterior = dag_posterior(tabulate(data))
    assert np.array_equal(found.posterior.arcs, posterior.arcs)
    again = bayes_network(posterior.arcs, variables=list("ABCD"))
    assert found.chosen == again.chosen == (("A", "B"), ("C", "B"), ("B", "D"))
    assert found.bayes_risk == pytest.approx(again.bayes_risk)
    assert found.error < 1e-10
    answer = found.to_json()
    assert set(answer) >= {"variables", "arcs", "bayes_risk", "log_evidence", "path", "gap", "error"}
    assert len(answer["arcs"]) == 12
    json.dumps(answer, allow_nan=False)


@pytest.mark.parametrize("structure_prior", ["dags", "orders"])
def test_text(data, structure_prior) -> None:
    text = str(select_network(data, structure_prior=structure_prior, max_parents=2, missed=2))
    assert ("all DAGs alike" if structure_prior == "dags" else "all orders alike") in text
    assert "at most 2 parents" in text
    assert "B -> D" in text


def test_the_most_probable_dag(data) -> None:
    for options in ({}, {"max_parents": 1}, {"forbidden": [("A", "B")]}):
        found = select_network(data, **options)
        best = max(
            found.posterior.log_probability(
                [("ABCD"[i], "ABCD"[j]) for j in range(4) for i in range(4) if d[j] >> i & 1]
            )
            for d in all_dags(4)
        )
        assert found.posterior.log_probability(found.map_arcs) == pytest.approx(best, abs=1e-9)


def test_the_most_probable_dag_by_kernel(monkeypatch) -> None:
    from symdt.learn.dags import most_probable

    g = np.random.default_rng(2)
    found = select_network(g.integers(0, 2, (50, 8)))
    by_hand = most_probable.most_probable_dag(found.posterior.weights)
    monkeypatch.setattr(most_probable, "BY_HAND", 0)
    assert most_probable.most_probable_dag(found.posterior.weights) == by_hand


def test_tiers_bar_arcs_from_later_to_earlier(data) -> None:
    found = select_network(data, tiers="A,C;B;D")
    assert found.arc("B", "A").probability == found.arc("D", "B").probability == 0
    assert found.arc("B", "A").status == "forbidden"
    assert found.arc("C", "A").probability > 0
    assert arcs_against([["D"], ["A", "B"]], tuple("ABCD")) == [("A", "D"), ("B", "D")]
    with pytest.raises(ModelError, match="at most once"):
        arcs_against("A;A", tuple("ABCD"))


def test_reversed_arcs_that_cost_little_show_the_edges(data) -> None:
    strict = select_network(data, reversed=2)
    free = select_network(data, reversed=0)
    assert strict.chosen == select_network(data).chosen
    edges = {frozenset(arc) for arc in free.chosen}
    assert edges == {
        frozenset((u, v)) for u in "ABCD" for v in "ABCD" if u < v and free.posterior.edge(u, v) > 0.5
    }


def test_what_an_order_forbids(data) -> None:
    assert isinstance(select_network(data, order="A,B,C,D"), Selection)
    for name, value in (("reversed", 1.0), ("structure_prior", "dags"), ("tiers", "A;B")):
        with pytest.raises(ModelError, match=f"{name} is for networks without an order"):
            select_network(data, order="A,B,C,D", **{name: value})
    with pytest.raises(ModelError, match="give either order"):
        select_network(data, "A,B,C,D", {"A": "B"})


def test_too_much_is_refused(data) -> None:
    with pytest.raises(BudgetError, match="without an order need about"):
        select_network(np.zeros((3, 20), int), memory=10_000_000)


def test_files_and_pictures(data) -> None:
    from symdt.show import network_graph, path_plot

    found = select_network(data)
    assert "probability ( B | A, C )" in to_bif(found)
    assert to_csv(found).splitlines()[0] == "parent,child,probability,threshold,chosen"
    assert set(to_networkx(found).edges) == set(found.chosen)
    assert "->" in to_dot(found)
    assert found._repr_svg_().startswith("<")
    shown = network_graph(found)
    assert shown.chosen == frozenset(found.chosen)
    assert "at which each arc is in the Bayes DAG" in path_plot(found).description
    assert path_plot(found).of_role("tau")
    assert not path_plot(select_network(data, reversed=0)).of_role(
        "tau"
    )  # no ratio of the path is that of its losses


def test_one_variable_and_constant_columns() -> None:
    assert select_network({"A": [0, 1, 1]}).chosen == ()
    found = select_network({"A": [0, 1, 1], "B": [0, 0, 0]})
    assert found.arc("A", "B").probability == pytest.approx(1 / 3)  # nothing is learned about B
