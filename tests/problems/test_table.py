"""Decision problems, experiments, their trees, and fixing letters."""

from __future__ import annotations

import pytest
from sympy import Rational, symbols

from symdt.errors import DomainError, ProbabilityError, TableError
from symdt.exact.domain import Domain
from symdt.exact.field import equal
from symdt.exact.language.syntax import parse
from symdt.problems.belief import Belief
from symdt.problems.experiment import Experiment
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Decision
from symdt.problems.tree_problem import to_tree
from symdt.solve.foldback import fold_back
from symdt.solve.risk import bayes_action, bayes_actions, bayes_risk, risk, risks

p, s, c, t, l01, l10 = symbols("p s c t l01 l10")
LOSS = LossTable.zero_l(["M0", "M1"], false=l01, missed=l10)
BELIEF = Belief({"M0": "rest", "M1": p})
DOMAIN = Domain("0 < p < 1", "l01 > 0", "l10 > 0")
TEST = Experiment("test", {"M0": {"+": 1 - c, "-": c}, "M1": {"+": s, "-": "rest"}}, cost=t)


def test_the_tree_of_figure_1() -> None:
    tree = to_tree(DecisionProblem(LOSS, BELIEF, DOMAIN))
    assert isinstance(tree, Chance)
    assert tree.name == "ν0"
    decision = tree.child("D")
    assert isinstance(decision, Decision)
    assert (decision.name, decision.actions) == ("ν1", ("a0", "a1"))
    assert [node.name for node in decision.children()] == ["ν20", "ν21"]
    assert decision.child("a1").probability("M0") == 1 - p
    assert decision.child("a1").child("M0").value == l01


@pytest.mark.parametrize("g", range(1, 6))
def test_the_expansion_for_any_g(g: int) -> None:
    loss = LossTable.general(g)
    belief = Belief({"M0": "rest"} | {f"M{i}": symbols(f"p{i}") for i in range(1, g + 1)})
    conditions = [f"p{i} > 0" for i in range(1, g + 1)] + [
        " + ".join(f"p{i}" for i in range(1, g + 1)) + " < 1"
    ]
    problem = DecisionProblem(loss, belief, Domain(*conditions))
    tree = to_tree(problem, data=False)
    assert tree.leaves == (g + 1) ** 2
    assert len(tree.children()) == g + 1
    for j, node in enumerate(tree.children()):
        assert node.name == f"ν2{j}"
        assert [node.child(f"M{i}").value for i in range(g + 1)] == list(loss.column(f"a{j}").values())
    R = risks(problem)
    for j in range(g + 1):
        by_hand = sum(belief[f"M{i}"] * loss[f"M{i}", f"a{j}"] for i in range(g + 1))
        assert equal(R[f"a{j}"], by_hand)
        assert risk(problem, f"a{j}") == R[f"a{j}"]


def test_an_experiment_by_bayes_with_every_letter_kept() -> None:
    domain = DOMAIN.restricted("0 < s < 1", "0 < c < 1", "t >= 0")
    problem = DecisionProblem(LOSS, BELIEF, domain, (TEST,))
    assert problem.alternatives == ("a0", "a1", "test")
    tree = to_tree(problem, data=False)
    test = tree.child("test")
    assert equal(test.probability("+"), p * s + (1 - p) * (1 - c))
    after = test.child("+")
    assert isinstance(after, Decision)
    assert equal(after.child("a0").probability("M1"), p * s / (p * s + (1 - p) * (1 - c)))
    assert equal(after.child("a0").child("M1").value, l10 + t)
    assert problem.words == {"ν1": "first", "test: +": "+", "test: -": "-"}


def test_utilities_pay_the_cost_of_an_experiment() -> None:
    gain = LossTable(["M0", "M1"], ["a0", "a1"], [[1, 0], [0, 1]], optimum="max")
    sure = Experiment("look", {"M0": {"0": 1, "1": 0}, "M1": {"0": 0, "1": 1}}, cost=Rational(1, 10))
    problem = DecisionProblem(gain, Belief({"M0": Rational(1, 2), "M1": "rest"}), Domain(), (sure,))
    answer = fold_back(to_tree(problem), optimum="max").at()
    assert (answer.action, answer.value) == ("look", Rational(9, 10))


def test_an_outcome_that_never_happens_teaches_nothing() -> None:
    never = Experiment("look", {"M0": {"x": 1, "y": 0}, "M1": {"x": 1, "y": 0}})
    problem = DecisionProblem(LOSS, BELIEF, DOMAIN, (never,))
    solved = fold_back(to_tree(problem, data=False), domain=problem.domain)
    assert len(solved.alternatives) == 2  # the same two as without looking


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: DecisionProblem(LOSS, Belief({"M0": 1})), TableError, "'M1'"),
        (lambda: DecisionProblem(LOSS, Belief({"M0": p, "M1": 0, "M2": "rest"})), TableError, "'M2'"),
        (lambda: DecisionProblem(LOSS, BELIEF, Domain("0 < p < 2")), ProbabilityError, "negative at"),
        (lambda: DecisionProblem(LOSS, BELIEF, Domain("p < 0", "p > 1")), DomainError, "empty"),
        (lambda: DecisionProblem(LOSS, BELIEF, "p > 0"), DomainError, "Domain"),
        (lambda: DecisionProblem(LOSS, BELIEF, DOMAIN, (TEST,)), ProbabilityError, "negative at"),
        (lambda: DecisionProblem(LOSS, BELIEF, DOMAIN, "min"), TableError, "the experiments hold 'm'"),  # type: ignore[arg-type]
        (lambda: Experiment("e", {}), TableError, "no rows"),
        (lambda: Experiment("e", {"a": {"x": 1}, "b": {"y": 1}}), TableError, "outcomes"),
        (lambda: Experiment("e", {"a": {"x": p}}), ProbabilityError, "not 1"),
    ],
)
def test_what_is_no_problem(make, error, message) -> None:
    with pytest.raises(error, match=message):
        make()


def test_names_must_differ_and_states_agree() -> None:
    same = Experiment("a0", {"M0": {"x": 1}, "M1": {"x": 1}})
    with pytest.raises(TableError, match="two alternatives"):
        DecisionProblem(LOSS, BELIEF, DOMAIN, (same,))
    other = Experiment("e", {"M0": {"x": 1}, "M7": {"x": 1}})
    with pytest.raises(TableError, match="disagree"):
        DecisionProblem(LOSS, BELIEF, DOMAIN, (other,))


def test_the_belief_takes_the_order_of_the_table() -> None:
    problem = DecisionProblem(LOSS, Belief({"M1": p, "M0": "rest"}), DOMAIN)
    assert problem.belief.states == ("M0", "M1")
    assert problem == DecisionProblem(LOSS, BELIEF, DOMAIN)
    assert problem.symbols[0] == p


def test_fixing_letters() -> None:
    problem = DecisionProblem(LOSS, BELIEF, DOMAIN)
    fixed = problem.at({"p": Rational(1, 3), l01: 1})
    assert fixed.belief["M1"] == Rational(1, 3)
    assert fixed.symbols == (l10,)
    assert fixed.domain == Domain("l10 > 0")
    for point, message in (
        ({"p": 2}, "breaks p < 1"),
        ({"q": 2}, "'q' is no parameter"),
        ({"l01": 0}, "breaks l01 > 0"),
    ):
        with pytest.raises(DomainError, match=message):
            problem.at(point)


def test_bayes_actions_at_a_tie() -> None:
    problem = DecisionProblem(LOSS, BELIEF, DOMAIN)
    assert bayes_actions(problem, p="1/3", l01=1, l10=2) == ("a0", "a1")
    assert bayes_action(problem, p="1/3", l01=1, l10=2) == "a0"
    assert bayes_actions(problem, p="1/2", l01=1, l10=2) == ("a1",)
    assert bayes_risk(problem, p="1/3", l01=1, l10=2) == Rational(2, 3)
    with pytest.raises(TableError, match="did you mean"):
        risk(problem, "a00")


@pytest.mark.parametrize(
    ("entry", "place"), [("1/a", "a=0"), ("p/(a + p)", "a=0, p=0"), ("1/(2*a - 1)", "a=1/2")]
)
def test_an_entry_that_divides_by_zero_on_the_domain_is_refused(entry: str, place: str) -> None:
    a, p = symbols("a p")
    belief = Belief({"s": p, "t": "rest"})
    loss = LossTable(["s", "t"], ["A", "B"], [[a, 0], [1, parse(entry, [a, p])]])
    with pytest.raises(DomainError, match=rf"'B' in state 't'.* divides by zero at .*{place}"):
        DecisionProblem(loss, belief, Domain("0 <= p <= 1", "0 <= a <= 1"))
    DecisionProblem(loss, belief, Domain("0 <= p <= 1", "1/2 < a <= 1"))
