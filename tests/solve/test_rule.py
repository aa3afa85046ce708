"""decision_rule: the paper's Example 2, published rules, and brute force at random points."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sympy import Rational, symbols, sympify

from symdt import (
    Belief,
    Chance,
    Decision,
    DecisionProblem,
    Domain,
    Experiment,
    LossTable,
    Proved,
    Refuted,
    certify,
    decision_regions,
    decision_rule,
    equal,
)
from symdt.errors import DomainError, TableError
from symdt.exact.polynomial import to_rational
from symdt.formats.rule_reader import parse_rule
from symdt.regions.rule import Case
from symdt.solve.risk_orderings import risk_orderings
from tests.strategies import affine_problems, points, table_problems

p, h, k, c2, c3 = symbols("p h k c2 c3")


def example2(c2=3, c3=2):
    loss = LossTable(
        ["M0", "M3", "M2", "M23"],
        ["a0", "a3", "a2", "a23"],
        [
            [0, k * c3, k * c2, k * (c2 + c3)],
            [h, 0, k * (c2 + c3), k * c3],
            [h, k * (c2 + c3), 0, k * c2],
            [2 * h, h, h, 0],
        ],
    )
    belief = Belief({"M0": 1 - 4 * p, "M3": p, "M2": p, "M23": 2 * p})
    conditions = [p > 0, p < Rational(1, 4), h > 0, k > 0]
    if not isinstance(c2, int):
        conditions += [c2 > 0, c3 > 0]
    return DecisionProblem(loss, belief, Domain(*conditions), title="Example 2")


def by_conditions(rule):
    return {
        tuple(map(str, c.conditions)): [(pc.label.action, pc.stop.to_expr()) for pc in c.pieces]
        for c in rule.cases
    }


def test_example_2_has_the_papers_two_cases_and_the_one_it_misses():
    rule = decision_rule(example2(), p)
    found = by_conditions(rule)
    assert list(found) == [("8*h > 15*k",), ("6*h >= 5*k", "8*h <= 15*k"), ("6*h < 5*k",)]
    three, two, one = found.values()
    assert [a for a, _ in three] == ["a0", "a3", "a23"]
    assert equal(three[0][1], 2 * k / (4 * h + 3 * k))
    assert equal(three[1][1], 3 * k / (12 * k + 2 * h))
    assert [a for a, _ in two] == ["a0", "a23"]
    assert equal(two[0][1], 5 * k / (6 * h + 15 * k))
    assert one == [("a0", Rational(1, 4))]
    assert rule.is_complete
    assert rule.never_optimal == ("a2",)
    assert str(rule.never_reasons[0]) == "a2: a3 is better on the whole domain"
    assert isinstance(certify(rule), Proved)


def test_example_2_as_printed_fails_where_6h_is_below_5k():
    # the paper's second case claims a23 up to p = 1/4 whenever 15k > 8h
    rule = decision_rule(example2(), p)
    assert rule(p=Rational(24, 100), h=Rational(1, 2), k=1) == "a0"


@pytest.mark.parametrize("letter", [h, k])
def test_example_2_solved_for_any_letter(letter):
    rule = decision_rule(example2(), letter)
    assert isinstance(certify(rule), Proved)
    for case in rule.cases:
        assert all(letter not in c.symbols for c in case.conditions)


def test_example_2_with_symbolic_numbers_of_states():
    rule = decision_rule(example2(c2, c3), p)
    assert rule.is_complete
    assert isinstance(certify(rule), Proved)
    assert rule(p=0.1, h=2, k=1, c2=3, c3=2) == "a0"
    assert {pc.label.action for case in rule.cases for pc in case.pieces} == {"a0", "a2", "a3", "a23"}


def test_table_3_regions_over_the_whole_simplex():
    loss = LossTable(
        ["M0", "M3", "M2", "M23"],
        ["a0", "a3", "a2", "a23"],
        [[0, 1, 1, 1], [h, 0, h, h], [h, h, 0, h], [2 * h, 2 * h, 2 * h, 0]],
    )
    belief = Belief({"M0": "rest", "M3": symbols("p3"), "M2": symbols("p2"), "M23": symbols("p23")})
    domain = Domain("p3 > 0", "p2 > 0", "p23 > 0", "p3 + p2 + p23 < 1", "h > 0")
    regions = decision_regions(DecisionProblem(loss, belief, domain))
    assert regions.is_complete
    assert set(regions.regions) == {"a0", "a3", "a2", "a23"}
    # a0 iff p0 >= h p3, p0 >= h p2, p0 >= 2 h p23 with p0 = 1 - p3 - p2 - p23
    assert len(regions.regions["a0"].conditions) == 3
    for region in regions.regions.values():
        assert all(c.holds(domain.field.values(dict(region.witness))) for c in region.conditions)


def test_free_four_model_posterior_with_all_letters():
    loss = example2(c2, c3).loss
    belief = Belief({"M0": "rest", "M3": symbols("p3"), "M2": symbols("p2"), "M23": symbols("p23")})
    domain = Domain("p3 > 0", "p2 > 0", "p23 > 0", "p3 + p2 + p23 < 1", "h > 0", "k > 0", "c2 > 0", "c3 > 0")
    regions = decision_regions(DecisionProblem(loss, belief, domain))
    assert regions.is_complete
    assert len(regions.regions) == 4
    assert regions.never_optimal == ()


def test_0_L_rule_in_posterior_and_likelihood_form():
    l01, l10, m0, m1, q = symbols("l01 l10 m0 m1 q", positive=True)
    loss = LossTable.zero_l(["M0", "M1"], false=l01, missed=l10)
    rule = decision_rule(DecisionProblem(loss, Belief({"M0": 1 - q, "M1": q}), Domain(q < 1)), q)
    assert equal(rule.cases[0].pieces[0].stop.to_expr(), l01 / (l01 + l10))
    # posterior by Bayes from prior q and likelihoods m0, m1: choose M1 iff m1 > l01 (1-q) m0 / (l10 q)
    posterior = Belief({"M0": 1 - q, "M1": q}).condition({"M0": m0, "M1": m1})
    rule = decision_rule(DecisionProblem(loss, posterior, Domain(q < 1)), m1)
    assert [pc.label.action for pc in rule.cases[0].pieces] == ["a0", "a1"]
    assert equal(rule.cases[0].pieces[0].stop.to_expr(), l01 * (1 - q) * m0 / (l10 * q))
    assert isinstance(certify(rule), Proved)


def test_test_or_treat_with_six_letters():
    b, c, T, s, e = symbols("b c T s e")
    loss = LossTable(["ill", "well"], ["treat", "wait"], [[0, b], [c, 0]])
    test = Experiment("test", {"ill": {"+": s, "-": "rest"}, "well": {"+": 1 - e, "-": "rest"}}, cost=T)
    domain = Domain("0 < p < 1", "b > 0", "c > 0", "T > 0", "0 < s < 1", "0 < e < 1", "s + e > 1")
    problem = DecisionProblem(loss, Belief({"ill": p, "well": "rest"}), domain, [test])
    rule = decision_rule(problem, p)
    worth, useless = rule.cases
    assert [pc.label.action for pc in worth.pieces] == ["wait", "test", "treat"]
    assert dict(worth.pieces[1].label.strategy) == {"first": "test", "+": "treat", "-": "wait"}
    # Pauker & Kassirer (1980): testing threshold and test-treatment threshold
    assert equal(worth.pieces[0].stop.to_expr(), ((1 - e) * c + T) / ((1 - e) * c + s * b))
    assert equal(worth.pieces[1].stop.to_expr(), (e * c - T) / (e * c + (1 - s) * b))
    assert equal(useless.pieces[0].stop.to_expr(), c / (b + c))
    # testing is ever worth it iff T (b + c) < b c (s + e - 1)
    (condition,) = worth.conditions
    left, _, right = condition.sides
    assert equal(right - left, b * c * (s + e - 1) - T * (b + c))
    assert isinstance(certify(rule), Proved)


def oil(d, T):
    loss = LossTable(
        ["dry", "wet", "soaking"], ["drill", "stop"], [[-70, 0], [50, 0], [200, 0]], optimum="max"
    )
    belief = Belief({"dry": d, "wet": (1 - d) * Rational(3, 5), "soaking": (1 - d) * Rational(2, 5)})
    seismic = Experiment(
        "seismic",
        {
            "dry": {"NS": 0.6, "OS": 0.3, "CS": 0.1},
            "wet": {"NS": 0.3, "OS": 0.4, "CS": 0.3},
            "soaking": {"NS": 0.1, "OS": 0.4, "CS": 0.5},
        },
        cost=T,
    )
    conditions = [
        c for c in ("0 < d < 1" if d == symbols("d") else None, "T > 0" if symbols("T") == T else None) if c
    ]
    return DecisionProblem(loss, belief, Domain(*conditions), [seismic])


def test_oil_wildcatter_with_letters_for_dry_and_cost():
    d, T = symbols("d T")
    rule = decision_rule(oil(d, T), d)
    assert rule.is_complete
    assert isinstance(certify(rule), Proved)
    choice = rule.choice(d=0.5, T=10)
    assert choice.action == "seismic"
    assert dict(choice.strategy) == {"first": "seismic", "NS": "stop", "OS": "drill", "CS": "drill"}
    point = rule.domain.field.values({"d": "1/2", "T": 10})
    _, piece = rule.rule.locate(point)
    assert rule.rule.question.function[piece.label].at(point) == Rational(45, 2)
    # dear enough, the test is never worth it
    assert "seismic" not in {pc.label.action for pc in decision_rule(oil(d, 100), d).cases[0].pieces}


def test_certify_refutes_a_wrong_rule():
    rule = decision_rule(example2(), p)
    case = rule.cases[0]
    a0, a3, a23 = case.pieces
    wrong = type(a0)(a23.label, a0.start, a0.stop)
    broken = type(rule)(
        rule.alternatives,
        type(rule.rule)(
            rule.rule.question,
            (Case(case.conditions, (wrong, a3, a23), case.witness), *rule.cases[1:]),
            rule.rule.start,
            rule.rule.stop,
        ),
    )
    verdict = certify(broken)
    assert isinstance(verdict, Refuted)
    missing = type(rule)(
        rule.alternatives,
        type(rule.rule)(rule.rule.question, rule.cases[:2], rule.rule.start, rule.rule.stop),
    )
    assert isinstance(certify(missing), Refuted)


QUICK = settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)


def check_at(rule, values):
    """Exactly one case and one piece hold the point, and its action attains the optimum of the source."""
    inside = [case for case in rule.cases if case.holds(values)]
    if not inside and not rule.is_complete:
        return
    assert len(inside) == 1
    held = []
    for piece in inside[0].pieces:
        after = piece.start.compare(values, rule.letter)
        if (after > 0 or (after == 0 and piece.is_closed_left)) and piece.stop.compare(
            values, rule.letter
        ) <= 0:
            held.append(piece)
    assert len(held) == 1
    point = {s: to_rational(v) for s, v in zip(rule.domain.field.symbols, values, strict=True)}
    at = {action: value.subs(point) for action, value in rule.alternatives.values.items()}
    least = (min if rule.optimum == "min" else max)(at.values())
    assert held[0].label.action in {action for action, value in at.items() if value == least}
    assert set(rule.ties({s.name: v for s, v in point.items()})) == {a for a, v in at.items() if v == least}


@QUICK
@given(st.data())
def test_rules_of_random_tables_are_complete_certified_and_equal_brute_force(data):
    # three letters and five actions: `make bench`, whose families have an oracle of their own
    sizes = data.draw(
        st.sampled_from([{"max_actions": 5, "max_letters": 2}, {"max_actions": 3, "max_letters": 3}])
    )
    right_everywhere(data, data.draw(table_problems(**sizes)))


def right_everywhere(data, problem):
    rule = decision_rule(problem, "p")
    assert rule.is_complete, rule.rule.note
    assert isinstance(certify(rule), Proved)
    read = parse_rule(str(rule))
    for case in rule.cases:  # no piece is empty at the witness
        values = rule.domain.field.values({**dict(case.witness), rule.letter: 0})
        ends = [case.pieces[0].start.value(values), *(pc.stop.value(values) for pc in case.pieces)]
        assert all(a < b for a, b in pairwise(ends))
    for _ in range(6):
        point = data.draw(points(problem.domain))
        check_at(rule, problem.domain.field.values(point))
        assert read(**point) == rule(point)


@settings(QUICK, max_examples=12)
@given(st.data())
def test_rules_of_dense_random_functions_equal_brute_force(data):
    # five dense functions of five letters may outrun the solver: then the rule says that it is partial
    tree, domain, optimum = data.draw(affine_problems())
    rule = decision_rule(tree, "p", domain=domain, optimum=optimum, seconds=1)
    for _ in range(6):
        check_at(rule, domain.field.values(data.draw(points(domain))))


@QUICK
@given(st.data())
def test_dense_random_functions_of_two_letters_are_complete_and_certified(data):
    tree, domain, optimum = data.draw(affine_problems(max_actions=4, max_letters=2))
    rule = decision_rule(tree, "p", domain=domain, optimum=optimum)
    assert rule.is_complete, rule.rule.note
    assert isinstance(certify(rule), Proved)


def test_arrays_broadcast_and_fill():
    rule = decision_rule(example2(), p)
    grid = np.linspace(0.01, 0.24, 24)[:, None]
    hs = np.array([0.5, 2.0, 4.0])
    labels = rule(p=grid, h=hs, k=1.0)
    assert labels.shape == (24, 3)
    for i in range(24):
        for j in range(3):
            assert labels[i, j] == rule(p=float(grid[i, 0]), h=float(hs[j]), k=1)
    assert list(rule(p=np.array([0.1, 0.3]), h=2.0, k=1.0, fill="outside")) == ["a0", "outside"]
    with pytest.raises(DomainError, match="outside the domain"):
        rule(p=np.array([0.3]), h=2.0, k=1.0)
    with pytest.raises(DomainError, match=r"breaks 4\*p < 1"):
        rule(p=0.3, h=2, k=1)


def test_stand_alone_source_needs_numpy_only():
    rule = decision_rule(example2(), p)
    source = (
        rule.to_source()
        + "\nimport sys\nprint(decide(np.array([0.1, 0.2]), 2.0, 1.0))\nassert 'symdt' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-I", "-c", source], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["['a0'", "'a23']"] or done.stdout.split() == [
        f"['{rule(p=0.1, h=2, k=1)}'",
        f"'{rule(p=0.2, h=2, k=1)}']",
    ]


def test_piecewise_agrees_with_the_rule():
    rule = decision_rule(example2(), p)
    piecewise = rule.to_piecewise()
    for point in (
        {p: Rational(1, 10), h: 2, k: 1},
        {p: Rational(1, 5), h: 4, k: 1},
        {p: Rational(6, 25), h: 1, k: 3},
    ):
        assert str(piecewise.subs(point)) == rule({s.name: v for s, v in point.items()})


def test_json_is_as_the_contract_says():
    answer = decision_rule(example2(), p).to_json()
    assert answer["format"] == 1
    assert answer["rule"]["for"] == "p"
    assert answer["rule"]["from"] == "0"
    assert answer["rule"]["to"] == "1/4"
    assert answer["rule"]["cases"][0]["pieces"][0] == {
        "action": "a0",
        "strategy": {"first": "a0"},
        "from": "0",
        "to": "2*k/(4*h + 3*k)",
        "value": "6*h*p",
    }
    assert answer["never_optimal"] == ["a2"]


def test_a_closed_left_end_belongs_to_the_first_piece():
    rule = decision_rule(Decision("d", {"a": p, "b": 1 - p}), p, domain=Domain("0 <= p <= 1"))
    assert rule(p=0) == "a"
    first = rule.to_json()["rule"]["cases"][0]["pieces"][0]
    assert (first["from"], first["from_closed"]) == ("0", True)
    assert str(rule).splitlines()[1] == "  a  if 0 <= p <= 1/2"


def test_ties_on_a_boundary_are_known():
    rule = decision_rule(example2(), p)
    assert rule.ties(p=Rational(2, 11), h=2, k=1) == ("a0", "a3")


def test_why_names_margins_and_the_next_tie():
    why = decision_rule(example2(), p).why(p=0.1, h=2, k=1)
    assert why.binding == "a3"
    assert why.margins["a3"] == Rational(9, 10)
    assert "only h/k and p matter" in str(why)


def test_orderings_of_example_2_are_consistent_with_the_risks():
    rule = risk_orderings(example2(), p)
    assert rule.is_complete
    # Figure 3 draws two of the orderings of R0, R3 and R23; as k/h varies there are more
    for case in rule.cases:
        for piece in case.pieces:
            assert sorted(piece.label) == ["a0", "a2", "a23", "a3"]
    functions = rule.rule.question.function
    for point in ({"p": "1/10", "h": 2, "k": 1}, {"p": "1/5", "h": 6, "k": 1}, {"p": "6/25", "h": 1, "k": 3}):
        values = rule.domain.field.values(point)
        label = rule.rule.label_at(point)
        heights = [functions[a].at(values) for a in label]
        assert heights == sorted(heights)


def test_multi_stage_tree_and_maximum():
    r = symbols("r")
    tree = Decision(
        "umbrella?",
        {
            "take": Chance("with", {"rain": (r, 70), "dry": ("rest", 20)}),
            "leave": Chance("without", {"rain": (r, 0), "dry": ("rest", 100)}),
        },
    )
    rule = decision_rule(tree, r, domain=Domain("0 < r < 1"), optimum="max")
    assert [(pc.label.action, pc.stop.to_expr()) for pc in rule.cases[0].pieces] == [
        ("leave", Rational(8, 15)),
        ("take", 1),
    ]


def test_parameter_that_is_none():
    with pytest.raises(DomainError, match="'q' is no parameter"):
        decision_rule(example2(), "q")


def test_the_same_text_in_every_process():
    code = (
        "from symdt import load_problem, decision_rule\n"
        "problem = load_problem('examples/example2_states.toml')\n"
        "rule = decision_rule(problem, 'p')\n"
        "print(rule, rule.to_json())\n"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parent.parent.parent,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1
    assert "a23" in texts.pop()


def test_conditions_that_leave_a_hole_can_be_read_back():
    """Rules of dense tables say x != z in a case whose section x = z has a case of its own."""
    read = parse_rule("if x != z: a* =\n  a  if 0 < p <= 1\n  b  if p > 1\nif x == z: a* =\n  a  if p > 0")
    assert [read(p=2, x=1, z=z) for z in (0, 1, 2)] == ["b", "a", "b"]


@pytest.mark.parametrize(
    ("branches", "conditions", "points_"),
    [
        ({"a": p**2, "b": h}, ["p > 0", "h > 0"], [(1, 1), (1, 2), (2, 3), (2, 4), (3, 4)]),
        ({"a": h * p**2 + k, "b": p}, ["0 < p < 1", "h > 0", "k > 0"], [("1/2", 1), ("1/2", 2), ("1/3", 1)]),
        ({"a": p**3 - p, "b": h}, ["p > 0"], [(1, 0), (2, 6), (2, 5), ("1/2", "-3/8"), (1, "-1/4")]),
    ],
)
def test_rules_with_radicals_and_roots_can_be_read_back(branches, conditions, points_):
    rule = decision_rule(Decision("d", branches), p, domain=Domain(*conditions))
    assert rule.is_complete
    read = parse_rule(str(rule))
    for at in points_:
        point = {"p": at[0], "h": at[1], "k": Rational(1, 5)}
        point = {n: v for n, v in point.items() if n in rule.domain.field.names}
        values = rule.domain.field.values(point)
        assert read(**point) == rule(point)
        assert rule(point) in {label.action for label in rule.rule.question.best(values)}


def test_regions_of_trees_and_experiments_hold_their_ties():
    tree = Decision("r", {"a": h, "b": h, "c": 2 * h})
    answer = decision_regions(tree, domain=Domain("h >= 0")).to_json()
    assert answer["regions"]["a"]["if"] == answer["regions"]["b"]["if"] == []
    assert answer["regions"]["c"] == {"if": ["h <= 0"], "witness": {"h": "0"}}
    assert answer["never_optimal"] == []
    # a free test is as good as any action wherever it changes nothing
    loss = LossTable(["A", "B"], ["a", "b"], [[0, 1], [1, 0]])
    free = Experiment("e", {"A": {"+": "rest", "-": Rational(1, 4)}, "B": {"+": Rational(1, 4), "-": "rest"}})
    problem = DecisionProblem(loss, Belief({"A": p, "B": "rest"}), Domain("0 < p < 1"), [free])
    regions = decision_regions(problem).to_json()["regions"]
    for x in (Rational(1, 8), Rational(1, 4), Rational(1, 2), Rational(7, 8)):
        holds = {a for a, r in regions.items() if all(sympify(c).subs(p, x) == True for c in r["if"])}  # noqa: E712
        risks_at = {"a": 1 - x, "b": x, "e": min(x, 1 - x, Rational(1, 4))}
        assert holds == {a for a, v in risks_at.items() if v == min(risks_at.values())}


def test_an_outcome_must_not_be_named_like_the_first_decision():
    loss = LossTable(["A", "B"], ["a", "b"], [[0, 1], [1, 0]])
    named = Experiment("e", {"A": {"first": 1, "-": 0}, "B": {"first": 0, "-": 1}})
    with pytest.raises(TableError, match="rename the outcome"):
        DecisionProblem(loss, Belief({"A": p, "B": "rest"}), Domain("0 < p < 1"), [named])
