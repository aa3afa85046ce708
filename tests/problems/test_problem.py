"""Problem: every kind offers the same, and a verb takes it or says in one line what it needs."""

from __future__ import annotations

import json
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, symbols

import symdt
from symdt import (
    Belief,
    Chance,
    Decision,
    DecisionProblem,
    Domain,
    LossTable,
    Problem,
    TreeProblem,
    Value,
    decision_regions,
    decision_rule,
    fold_back,
    load_problem,
    risks,
    save_problem,
    to_tree,
)
from symdt.cli import main
from symdt.errors import DirectionWarning, DomainError, ExpressionError, SymdtError, TableError
from symdt.exact.domain import Domain as ExactDomain
from tests.laws.test_answers import DIAGRAM, GOFERBROKE, LOSS, SEQUENCE, SMALL, TREE
from tests.random_problems import H, K, P, table_problems

p, r, w, s, h = symbols("p r w s h")


@st.composite
def points(draw) -> dict:
    """A point of the domain of random problems."""
    part = st.builds(Rational, st.integers(1, 9), st.integers(10, 13))
    return {P: draw(part), H: draw(part), K: 1 + draw(part)}


KINDS = {"table": SMALL, "experiment": GOFERBROKE, "tree": TREE, "diagram": DIAGRAM, "sequence": SEQUENCE}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_offers_the_same(kind: str) -> None:
    problem = KINDS[kind]
    assert isinstance(problem, Problem)
    assert problem.optimum in ("min", "max")
    assert set(problem.symbols) == problem.free_symbols == set(problem.domain.symbols)
    assert problem.tree.free_symbols <= problem.free_symbols
    assert str(problem).splitlines()[0].count("expected") == 1
    # one road through the verbs for all kinds
    values = risks(problem)
    assert set(problem.alternatives) <= set(values) or not problem.alternatives
    assert fold_back(problem) == fold_back(problem.tree, domain=problem.domain, optimum=problem.optimum)
    point = dict(zip(problem.domain.field.symbols, problem.domain.witness, strict=True))
    best = symdt.optimum_at(problem, point)
    assert best.value == symdt.bayes_risk(problem, point) == fold_back(problem).at(point).value
    assert best.ties == symdt.bayes_actions(problem, point)
    assert to_tree(problem, data=False) == problem.tree


@pytest.mark.parametrize("kind", KINDS)
def test_letters_are_fixed_one_by_one_or_together(kind: str) -> None:
    problem = KINDS[kind]
    point = dict(zip(problem.domain.field.symbols, problem.domain.witness, strict=True))
    whole = problem.at(point)
    assert whole.symbols == ()
    one_by_one = problem
    for letter in reversed(list(point)):
        one_by_one = one_by_one.at({letter.name: point[letter]})
    assert one_by_one == whole == problem.subs(point)
    assert type(whole) is type(problem)
    assert problem.at() is problem


def test_subs_is_sympys() -> None:
    same = [
        TREE.subs(r, 1 - s),
        TREE.subs({r: 1 - s}),
        TREE.subs([(r, 1 - s)]),
        TREE.subs({"r": 1 - s, "unknown": 3}),
    ]
    assert all(problem == same[0] for problem in same)
    assert same[0].symbols == (s, w)
    assert same[0].domain == Domain("0 < s < 1", "0 <= w <= 100")
    # letters change places at once, as SymPy's simultaneous substitution has it
    swapped = TreeProblem(Decision("d", {"a": r, "b": w}), Domain("r > w"), "min").subs({r: w, w: r})
    assert swapped == TreeProblem(Decision("d", {"a": w, "b": r}), Domain("w > r"), "min")
    assert TREE.subs(r, s).subs(s, r) == TREE
    with pytest.raises(ExpressionError, match=r"give subs\(p, 1\)"):
        TREE.subs("r")
    with pytest.raises(DomainError, match="breaks"):
        TREE.subs(r, 3)


def test_subs_keeps_what_a_quotient_means() -> None:
    domain = Domain("0 < p < 1", "h >= p").subs(p, 1 / s)
    for value, inside in ((2, True), (Rational(1, 2), False), (-1, False)):
        assert domain.contains(domain.field.values({"s": value, "h": 1})) is inside


@settings(max_examples=20, deadline=None)
@given(table_problems(), points())
def test_restriction_commutes_with_solving(problem: DecisionProblem, point: dict) -> None:
    """What is asked at a point is the same, fixed before or after."""
    after = {a: v.subs(point).doit() for a, v in risks(problem).items()}
    assert risks(problem.at(point)) == after


@pytest.mark.parametrize(("problem", "letter"), [(SMALL, p), (TREE, r), (GOFERBROKE, p)])
def test_another_direction_is_refused_not_ignored(problem: Problem, letter) -> None:
    """`decision_rule(problem, p, optimum="max")` minimised without a word."""
    other = "max" if problem.optimum == "min" else "min"
    with pytest.raises(DomainError, match="has its own optimum"):
        decision_rule(problem, letter, optimum=other)
    with pytest.raises(DomainError, match="has its own optimum"):
        decision_regions(problem, optimum=other)
    with pytest.raises(DomainError, match="has its own optimum"):
        fold_back(problem, optimum=other)
    with pytest.raises(DomainError, match="has its own optimum"):
        symdt.risk_profile(problem, {}, optimum=other)
    # what it says itself may be said again
    assert decision_rule(problem, letter, optimum=problem.optimum) == decision_rule(problem, letter)
    assert decision_regions(problem, optimum=problem.optimum) == decision_regions(problem)


def test_another_domain_is_refused() -> None:
    with pytest.raises(DomainError, match="its own domain"):
        decision_rule(SMALL, p, domain=Domain("0 < p < 1/2"))
    with pytest.raises(DomainError, match="its own domain"):
        fold_back(TREE, domain=ExactDomain())


def test_a_direction_is_never_taken_in_silence(tmp_path) -> None:
    tree = Decision("d", {"a": 1, "b": 2})
    with pytest.warns(DirectionWarning, match='say optimum = "max" or "min"'):
        assert TreeProblem(tree).optimum == "min"
    with pytest.warns(DirectionWarning):
        assert fold_back(tree).value == 1
    with pytest.warns(DirectionWarning):
        decision_rule(Decision("d", {"a": r, "b": 1}), r)
    place = tmp_path / "tree.toml"
    place.write_text('[tree]\nroot = "d"\n[tree.decision.d]\na = "1"\nb = "2"\n')
    with pytest.warns(DirectionWarning):
        assert load_problem(place).optimum == "min"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fold_back(tree, optimum="max")
        fold_back(TREE)
        decision_rule(TREE, r)
        # what is written says it
        assert (
            load_problem(save_problem(TreeProblem(tree, optimum="min"), tmp_path / "again.toml")).optimum
            == "min"
        )
    with pytest.raises(SymdtError, match="the optimum is 'best'"):
        TreeProblem(tree, optimum="best")


def test_the_command_line_says_which_direction_it_took(tmp_path, capsys) -> None:
    place = tmp_path / "tree.toml"
    place.write_text('[tree]\nroot = "d"\n[tree.decision.d]\na = "1"\nb = "2"\n')
    assert main(["solve", str(place), "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["action"] == "a"
    assert told.err.count("\n") == 1
    assert 'say optimum = "max" or "min"' in told.err
    assert main(["solve", str(place), "--for", "q"]) == 2  # an error stands alone
    assert capsys.readouterr().err.count("\n") == 1
    place.write_text('optimum = "min"\n' + place.read_text())
    assert main(["solve", str(place)]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_saved(kind: str, tmp_path) -> None:
    """A table as a table, every other kind as its tree."""
    problem = KINDS[kind]
    again = load_problem(save_problem(problem, tmp_path / "problem.toml"))
    if kind in ("table", "experiment", "tree"):
        assert again == problem
    point = dict(zip(problem.domain.field.symbols, problem.domain.witness, strict=True))
    assert symdt.bayes_risk(again, point) == symdt.bayes_risk(problem, point)
    if (
        kind == "sequence"
    ):  # its tree has the decision ν2 behind every model that may be revealed: all but one get a number
        text = (tmp_path / "problem.toml").read_text()
        assert '[tree.decision."ν2 2"]' in text


def test_the_wrong_noun_is_told_in_one_line() -> None:
    """A bare AttributeError says nothing; a verb names what it found and what to use."""
    wrong = {
        "the chance nodes .* have the same branches: say event": lambda: symdt.evpi(TREE),
        "evsi needs a table problem and was given an influence diagram": lambda: symdt.evsi(DIAGRAM, "x"),
        "evppi needs a table problem": lambda: symdt.evppi(SEQUENCE, 0),
        "minimax compares actions state by state, and the problem has the experiment": lambda: symdt.minimax(
            GOFERBROKE
        ),
        "dominated compares actions state by state": lambda: symdt.dominated(GOFERBROKE),
        "first_order needs RiskProfile and was given a table problem": lambda: symdt.first_order(
            SMALL, "a", "b"
        ),
        "minimax needs LossTable and was given a tree problem": lambda: symdt.minimax(TREE),
        "minimax_regret needs LossTable": lambda: symdt.minimax_regret(DIAGRAM),
        "hurwicz needs LossTable and was given 'int'": lambda: symdt.hurwicz(3, 0),
        "dominated needs LossTable and was given a sequential problem": lambda: symdt.dominated(SEQUENCE),
        "state_by_state needs LossTable": lambda: symdt.state_by_state(TREE, "take", "leave"),
        "observation_value needs an influence diagram and was given a table problem: .*evsi": (
            lambda: symdt.observation_value(SMALL, "weather", "umbrella")
        ),
        "'int' is neither a problem nor a tree": lambda: symdt.risks(3),
        "'LossTable' is neither a problem nor a tree": lambda: symdt.bayes_action(LOSS),
        "'Domain' is neither": lambda: fold_back(Domain()),
        "'str' is neither": lambda: to_tree("problem.toml"),
    }
    for message, ask in wrong.items():
        with pytest.raises(SymdtError, match=message) as caught:
            ask()
        assert "\n" not in str(caught.value)


def test_verbs_that_have_an_answer_give_it() -> None:
    assert symdt.minimax(SMALL) == symdt.minimax(LOSS)
    assert symdt.hurwicz(SMALL, "1/3") == symdt.hurwicz(LOSS, Rational(1, 3))
    assert symdt.paths(TREE) == symdt.paths(TREE.tree)
    assert symdt.dominated(SMALL) == symdt.dominated(LOSS, SMALL.domain)
    assert fold_back(TREE).values == {"take": -r * w + 70 * r + w, "leave": 100 - 100 * r}
    assert to_tree(TREE) is TREE.tree
    assert symdt.bayes_action(TREE, {"r": "9/10", "w": 20}) == "take"
    with pytest.raises(TableError, match="no action 'treet': did you mean 'treat'"):
        symdt.solve.risk.risk(SMALL, "treet")


def test_problems_print_what_they_are() -> None:
    assert str(GOFERBROKE) == (
        "Goferbroke: greatest expected utility where p > 0, p < 1\n"
        "P(oil) = p, P(dry) = 1 - p\n"
        "     drill  sell\n"
        "oil    700    90\n"
        "dry   -100    90\n"
        "experiment survey at cost 30\n"
        "  oil: good [3/5], bad [2/5]\n"
        "  dry: good [1/5], bad [4/5]"
    )
    assert str(DIAGRAM).splitlines()[:3] == [
        "greatest expected utility where r > 0, r < 1",
        "chance weather: rain [r], dry [1 - r]",
        "decision umbrella: take, leave",
    ]
    free = DecisionProblem(LossTable(["s"], ["a"], [[3]]), Belief({"s": 1}))
    assert str(free).startswith("least expected loss\n")
    assert str(TreeProblem(Chance("c", {"x": (1, Value(2))}), optimum="max")).endswith("(c)\n  x [1]: 2")


def test_the_warning_names_the_line_that_left_it_unsaid() -> None:
    tree = Decision("d", {"a": 1, "b": 2})
    for ask in (lambda: TreeProblem(tree), lambda: fold_back(tree)):
        with pytest.warns(DirectionWarning) as caught:
            ask()
        assert caught[0].filename == __file__
