"""The Bayes network against brute force over all parent sets, with exact posteriors and loss tables."""

from __future__ import annotations

import itertools
import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import symdt.learn.kernels.by_sets as kernel
import symdt.learn.kernels.choose as engine
from symdt.errors import DataError, ModelError, ProbabilityError, SymdtError
from symdt.learn.k2 import k2
from symdt.learn.selection import select_network
from symdt.problems.models.model import Model
from tests.learn.learning import evidence, loss, subsets


def columns(rows):
    return {v: [row[v] for row in rows] for v in rows[0]}


def exact_posterior(rows, child, candidates, prior="bdeu", alpha=1, admissible=None, weight=None):
    sets = [s for s in subsets(candidates) if admissible is None or admissible(s)]
    joint = {
        s: evidence(rows, [1] * len(rows), child, s, prior, alpha) * (weight(s) if weight else 1)
        for s in sets
    }
    total = sum(joint.values())
    return {s: x / total for s, x in joint.items()}


@st.composite
def small_data(draw, columns=4, most=14):
    arities = [draw(st.integers(2, 3)) for _ in range(columns)]
    rows = draw(st.lists(st.tuples(*(st.integers(0, a - 1) for a in arities)), min_size=1, max_size=most))
    return [dict(zip("ABCD", row, strict=False)) for row in rows]


losses = st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1), Fraction(2), Fraction(9)])


@settings(max_examples=60, deadline=None)
@given(
    small_data(),
    st.lists(losses, min_size=3, max_size=3),
    st.lists(losses, min_size=3, max_size=3),
    st.sampled_from([None, 0, 1, 2]),
    st.sampled_from(["bdeu", "k2"]),
)
def test_the_choice_is_the_bayes_action_of_the_explicit_loss_table(rows, false, missed, limit, prior):
    candidates = ("A", "B", "C")
    f, m = dict(zip(candidates, false, strict=True)), dict(zip(candidates, missed, strict=True))
    selection = select_network(
        columns(rows),
        order="A,B,C,D",
        false={(c, "D"): float(x) for c, x in f.items()},
        missed={(c, "D"): float(x) for c, x in m.items()},
        max_parents=limit,
        prior=prior,
    )
    posterior = exact_posterior(
        rows, "D", candidates, prior, admissible=lambda s: limit is None or len(s) <= limit
    )
    f = {c: Fraction(float(x)) for c, x in f.items()}
    m = {c: Fraction(float(x)) for c, x in m.items()}
    risk = {t: sum(p * loss(s, t, f, m) for s, p in posterior.items()) for t in posterior}
    least = min(risk.values())
    chosen = selection.parents("D")
    assert float(risk[chosen] - least) <= 1e-9 * max(1.0, float(least))  # it attains the least risk
    # a tie leaves the arc out: nothing smaller does as well
    for t, r in risk.items():
        if set(t) < set(chosen):
            assert float(r - least) > 1e-12 * float(least) or r > least
    # every risk R_0, …, R_q and the risk of any choice
    table = selection.risks["D"]
    whole = {t: sum(p * loss(s, t, f, m) for s, p in posterior.items()) for t in subsets(candidates)}
    assert table["{}"] == pytest.approx(float(whole[()]), abs=1e-12)
    for c in candidates:
        assert table[f"{{{c}}}"] == pytest.approx(float(whole[(c,)]), abs=1e-12)
    mine = sum(a.risk for a in selection.arcs if a.child == "D")
    assert mine == pytest.approx(float(risk[chosen]), abs=1e-12)
    # EVPI: every state is an action that costs nothing when true
    saved = least - sum(p * min(loss(s, t, f, m) for t in posterior) for s, p in posterior.items())
    assert mine == pytest.approx(float(saved), abs=1e-12)


@settings(max_examples=30, deadline=None)
@given(small_data(), st.integers(1, 9), st.integers(1, 9))
def test_arc_probabilities_with_priors_required_and_forbidden(rows, a, b):
    prior = {("A", "D"): a / 10, ("B", "D"): b / 10}
    exact = {"A": Fraction(a / 10), "B": Fraction(b / 10), "C": Fraction(1, 2)}

    def weight(s):
        out = Fraction(1)
        for c in ("A", "B", "C"):
            out *= exact[c] if c in s else 1 - exact[c]
        return out

    got = select_network(columns(rows), order="A,B,C,D", arc_prior=prior)
    posterior = exact_posterior(rows, "D", ("A", "B", "C"), weight=weight)
    for c in "ABC":
        truth = sum(p for s, p in posterior.items() if c in s)
        assert got.arc(c, "D").probability == pytest.approx(float(truth), rel=1e-11)
        assert got.arc(c, "D").absent == pytest.approx(float(1 - truth), rel=1e-11)
    got = select_network(
        columns(rows),
        order="A,B,C,D",
        required=[("B", "D")],
        forbidden=[("A", "D"), ("A", "B")],
        max_parents=2,
    )
    posterior = exact_posterior(rows, "D", ("B", "C"), admissible=lambda s: "B" in s)
    assert "B" in got.parents("D")
    assert got.arc("A", "D").probability == 0
    assert got.arc("B", "D").probability == 1
    assert not got.arc("A", "D").chosen
    truth = sum(p for s, p in posterior.items() if "C" in s)
    assert got.arc("C", "D").probability == pytest.approx(float(truth), rel=1e-11)
    assert ("B", "D") in got.map_arcs
    assert ("B", "D") in got.k2_arcs


@settings(max_examples=25, deadline=None)
@given(small_data(most=30), st.sampled_from([None, 1, 2]))
def test_the_path_is_the_selection_at_every_threshold(rows, limit):
    data = columns(rows)
    path = select_network(data, order="A,B,C,D", max_parents=limit).path
    assert path[0].low == 0
    assert path[-1].high == 1
    assert all(x.high == y.low for x, y in itertools.pairwise(path))
    assert all(set(x.arcs) > set(y.arcs) for x, y in itertools.pairwise(path))  # nested
    for step in path:
        tau = (step.low + step.high) / 2
        if not (step.low * (1 + 1e-6) < tau < step.high * (1 - 1e-6)):
            continue
        there = select_network(data, order="A,B,C,D", max_parents=limit, false=tau, missed=1 - tau)
        risk = math.fsum(a.risk for a in there.arcs)
        assert there.risk(step.arcs) == pytest.approx(risk, abs=1e-12)
        if limit is None:
            assert there.chosen == step.arcs


@pytest.mark.parametrize("bits_a_row", [None, 0, 40, 10**9])  # by sets, by rows, by both, by bits
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=small_data(most=20), prior=st.sampled_from(["bdeu", "k2"]), limit=st.sampled_from([None, 1, 2]))
def test_k2_from_counts_is_k2_from_all_scores_and_its_trace_rises(
    monkeypatch, bits_a_row, rows, prior, limit
):
    if bits_a_row is not None:
        monkeypatch.setattr(engine, "BITS_A_ROW", bits_a_row)
        monkeypatch.setattr(kernel, "SMALL_SETS", 0)
        monkeypatch.setattr("symdt.learn.k2.SMALL_CASES", 0)
    data = columns(rows)
    search = k2(data, order="A,B,C,D", prior=prior, max_parents=limit)
    selection = select_network(data, order="A,B,C,D", prior=prior, max_parents=limit)
    assert set(search.arcs) == set(selection.k2_arcs)
    for f in search.families:
        rising = [f.start, *(s.score for s in f.steps if s.added is not None)]
        assert all(x < y for x, y in itertools.pairwise(rising))
        assert rising[-1] == pytest.approx(f.score, rel=1e-14)
        assert set(f.parents) == {s.added for s in f.steps if s.added is not None}
    assert search.log_evidence == pytest.approx(selection.log_evidence_of(search.arcs), rel=1e-12)


@settings(max_examples=40, deadline=None)
@given(small_data(most=12))
def test_map_is_the_most_probable_set_and_differences_name_each_arc(rows):
    selection = select_network(columns(rows), order="A,B,C,D")
    posterior = exact_posterior(rows, "D", ("A", "B", "C"))
    best = max(posterior.values())
    family = selection.families[-1]
    assert posterior[family.map_set] == best
    assert not [s for s, p in posterior.items() if p == best and len(s) < len(family.map_set)]
    assert family.map_probability == pytest.approx(float(best), rel=1e-11)
    for choice, arcs in (("MAP", selection.map_arcs), ("K2", selection.k2_arcs)):
        named = {(d.parent, d.child) for d in selection.differences if d.choice == choice}
        assert named == set(arcs) ^ set(selection.chosen)
        extra = sum(d.cost for d in selection.differences if d.choice == choice)
        assert selection.risk(arcs) - selection.bayes_risk == pytest.approx(extra, abs=1e-12)
    assert all(d.cost >= -1e-9 for d in selection.differences)


def test_median_map_and_k2_may_all_differ():
    # Two copies of a cause share its probability: no single set is likely, both arcs are.
    g = np.random.default_rng(5)
    found = False
    for _ in range(60):
        rows = g.integers(0, 2, (12, 4))
        rows[:, 3] = (rows[:, 0] ^ rows[:, 1]) ^ (g.random(12) < 0.1)
        selection = select_network(rows, order="X1,X2,X3,X4")
        if set(selection.k2_arcs) != set(selection.map_arcs):
            found = True
            why = [d for d in selection.differences if d.choice == "K2"]
            assert why
            assert all("greedy search" in d.why for d in why)
            assert "K2 " in str(selection)
    assert found


def test_exact_ties_leave_the_arc_out():
    # A constant candidate changes no evidence: P(arc) is one half exactly, a tie at τ = 1/2.
    data = {"A": [0] * 9, "B": [0, 1, 0, 0, 1, 1, 0, 1, 1]}
    selection = select_network(data, order="A,B")
    assert selection.arc("A", "B").probability == 0.5
    assert selection.arc("A", "B").verdict == 0
    assert selection.chosen == ()
    # and so for losses that are not equal, at their own threshold
    assert select_network(data, order="A,B", arc_prior=0.2, false=1, missed=4).chosen == ()
    assert select_network(data, order="A,B", arc_prior=0.2, false=1, missed=4.0001).chosen == (("A", "B"),)


def test_equal_columns_are_treated_alike_and_the_bound_takes_the_first():
    g = np.random.default_rng(3)
    x = g.integers(0, 3, 200)
    data = {"A": x, "B": x.copy(), "C": g.integers(0, 2, 200), "D": (x + (g.random(200) < 0.2)) % 3}
    for order in ("A,B,C,D", "B,A,C,D", "C,B,A,D"):
        selection = select_network(data, order=order)
        a, b = selection.arc("A", "D"), selection.arc("B", "D")
        assert a.probability == pytest.approx(b.probability, rel=1e-12)
        assert a.chosen == b.chosen
        # the two share their probability, near one half each; cheap false arcs let both in
        first = select_network(data, order=order, max_parents=1, false=0.5)
        names = [n for n in order.split(",") if n in "AB"]
        assert first.parents("D") == (names[0],)


def test_zero_losses():
    g = np.random.default_rng(0)
    data = g.integers(0, 2, (40, 2))
    free = select_network(data, order="X1,X2", false=0)
    assert free.chosen == (("X1", "X2"),)  # τ = 0 < π
    assert select_network(data, order="X1,X2", missed=0).chosen == ()
    none = select_network(data, order="X1,X2", false=0, missed=0)
    assert none.chosen == ()
    assert none.arcs[0].threshold is None
    assert none.bayes_risk == 0
    json.dumps(none.to_json(), allow_nan=False)
    assert "<svg" in none._repr_svg_()
    assert "X_{1}" in none._repr_latex_()


def test_candidates_instead_of_an_order():
    g = np.random.default_rng(1)
    data = g.integers(0, 2, (60, 4))
    by_order = select_network(data, order="X1,X2,X3,X4")
    by_table = select_network(data, candidates={"X2": ["X1"], "X4": "X1, X2, X3", "X3": ["X1", "X2"]})
    assert {(a.parent, a.child): a.probability for a in by_order.arcs} == {
        (a.parent, a.child): a.probability for a in by_table.arcs
    }
    with pytest.raises(ModelError, match="cycle"):
        select_network(data, candidates={"X2": ["X1"], "X1": ["X2"]})


def test_json_is_the_contract():
    g = np.random.default_rng(2)
    data = g.integers(0, 2, (50, 3))
    answer = json.loads(json.dumps(select_network(data, order="X3,X1,X2").to_json()))
    assert set(answer) == {"format", "variables", "arcs", "bayes_risk", "log_evidence", "path"}
    assert answer["variables"] == ["X3", "X1", "X2"]
    assert [(a["parent"], a["child"]) for a in answer["arcs"]] == [("X3", "X1"), ("X3", "X2"), ("X1", "X2")]
    for a in answer["arcs"]:
        assert a["threshold"] == 0.5
        assert a["chosen"] == (a["probability"] > 0.5)
    assert answer["bayes_risk"] == pytest.approx(
        sum(min(a["probability"], 1 - a["probability"]) for a in answer["arcs"])
    )
    assert answer["path"][0]["from"] == 0
    assert answer["path"][-1] == {"from": answer["path"][-1]["from"], "to": 1, "arcs": []}


@settings(max_examples=20, deadline=None)
@given(small_data(most=10), st.integers(1, 8))
def test_scaling_the_losses_changes_nothing_but_the_risk(rows, factor):
    one = select_network(columns(rows), order="A,B,C,D", false=1.5, missed=2.5)
    many = select_network(columns(rows), order="A,B,C,D", false=1.5 * factor, missed=2.5 * factor)
    assume(all(abs(a.probability - a.threshold) > 1e-8 for a in one.arcs))
    assert one.chosen == many.chosen
    assert many.bayes_risk == pytest.approx(factor * one.bayes_risk)


DATA = {"A": [0, 1, 0, 1], "B": [0, 1, 1, 1], "C": ["x", "y", "x", "y"]}


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ({"order": "A,B,Z"}, DataError, "no column 'Z'"),
        ({"order": "A,B,A"}, ModelError, "'A' twice"),
        ({"candidates": {"A": "B"}}, ModelError, "give either order"),
        ({"order": ""}, SymdtError, "''"),
        ({"alpha": 0}, ModelError, "alpha is '0': expected a positive number"),
        ({"alpha": -1}, ModelError, "alpha is '-1'"),
        ({"alpha": "many"}, ModelError, "alpha is 'many'"),
        ({"prior": "bic"}, ModelError, "the prior is 'bic'"),
        ({"false": -1}, ModelError, "the loss false is '-1': expected a number from 0 on"),
        ({"missed": {("A", "B"): -0.5}}, ModelError, "the loss missed is '-0.5'"),
        ({"missed": float("nan")}, ModelError, "the loss missed is 'nan'"),
        ({"false": {("B", "A"): 1}}, ModelError, "'B -> A', no candidate arc"),
        ({"required": [("C", "A")]}, ModelError, "required names the arc 'C -> A'"),
        ({"required": ["AB"]}, ModelError, "expected pairs"),
        ({"required": [("A", "B")], "forbidden": [("A", "B")]}, ModelError, "both required and forbidden"),
        ({"required": [("A", "C"), ("B", "C")], "max_parents": 1}, ModelError, "raise max_parents"),
        ({"max_parents": -1}, ModelError, "max_parents is '-1'"),
        ({"arc_prior": 1.0}, ProbabilityError, "less than 1"),
        ({"jobs": 0}, DataError, "jobs is '0': expected a whole number from 1 on"),
        ({"jobs": -2}, DataError, "jobs is '-2'"),
        ({"missing": "guess"}, DataError, "missing is 'guess'"),
        ({"weights": "n"}, DataError, "no column 'n'"),
        ({"weights": [1, 2, 3]}, DataError, "3 weights for 4 rows"),
        ({"weights": [1, 2, 3, -4]}, DataError, "whole numbers from 0 on"),
        ({"weights": [1, 2, 3, 0.5]}, DataError, "whole numbers from 0 on"),
    ],
)
def test_a_wrong_question_is_one_clear_line(change, error, says):
    question = {"order": "A,B,C"} | change
    with pytest.raises(error) as caught:
        select_network(DATA, **question)
    message = str(caught.value)
    assert says in message
    assert "\n" not in message


def test_a_selection_is_a_model_of_the_exact_wing():
    """Under an order, without one, and K2's: one noun, so that models are compared and joined."""
    data = {"A": [0, 0, 1, 1] * 5, "B": [0, 0, 1, 1] * 5, "C": [0, 1, 0, 1] * 5}
    chosen, found = select_network(data, order="A,B,C"), select_network(data, reversed=0)
    assert chosen.model == Model(["A -> B"])
    assert found.model == Model(found.chosen)
    assert k2(data, order="A,B,C").model <= chosen.model | Model(["B -> C"])
    assert chosen.model.parents("B") == chosen.parents("B")
