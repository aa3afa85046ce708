"""Laws, by two independent roads, exactly: folding back, tables against trees."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import Rational

from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Decision, Tree, first_decision
from symdt.problems.tree_problem import TreeProblem, to_tree
from symdt.solve.foldback import fold_back
from symdt.solve.risk import bayes_actions, bayes_risk, risks
from tests.random_problems import DOMAIN, LETTERS, table_problems, tree_problems, weights
from tests.roads import count, expected, number, strategies, values_by_table

P, H, K = LETTERS
points = st.fixed_dictionaries(
    {
        P: st.builds(lambda a, b: Rational(a, a + b), st.integers(1, 9), st.integers(1, 9)),
        H: st.builds(Rational, st.integers(1, 40), st.integers(1, 9)),
        K: st.builds(lambda a, b: 1 + Rational(a, b), st.integers(0, 40), st.integers(1, 9)),
    }
)
laws = settings(deadline=None, max_examples=60)


def best_of(tree: Tree, point: dict, optimum: str) -> Fraction:
    return (min if optimum == "min" else max)(value for value, _ in strategies(tree, point))


@laws
@given(tree_problems(), st.lists(points, min_size=1, max_size=3))
def test_folding_back_is_the_best_of_all_strategies(problem: TreeProblem, somewhere: list[dict]) -> None:
    assume(count(problem.tree) <= 300)
    solved = fold_back(problem.tree, domain=DOMAIN, optimum=problem.optimum)
    assert solved.is_exact
    for point in somewhere:
        best = best_of(problem.tree, point, problem.optimum)
        assert number(solved.value, point) == best
        answer = solved.at({s.name: v for s, v in point.items()})
        assert number(answer.value, {}) == best
        assert expected(problem.tree, answer.strategy, point) == best
        first = first_decision(problem.tree)
        if first is not None:
            ties = [b for b, node in first.branches if best_of(node, point, problem.optimum) == best]
            assert list(answer.ties) == ties
            assert answer.action in ties
            assert {b: number(v, {}) for b, v in answer.values.items()} == {
                b: best_of(node, point, problem.optimum) for b, node in first.branches
            }


@laws
@given(tree_problems(), points)
def test_every_alternative_is_a_strategy_with_its_own_value(problem: TreeProblem, point: dict) -> None:
    assume(count(problem.tree) <= 300)
    solved = fold_back(problem.tree, domain=DOMAIN, optimum=problem.optimum)
    for alternative in solved.alternatives:
        choices = solved.strategy(alternative)
        assert number(alternative.value.to_expr(), point) == expected(problem.tree, choices, point)


@laws
@given(tree_problems())
def test_no_alternative_is_superfluous(problem: TreeProblem) -> None:
    """Each alternative is strictly best at a point that the solver names; the point is checked here."""
    from symdt.exact.formula import Condition, all_of
    from symdt.exact.solver import Found

    solved = fold_back(problem.tree, domain=DOMAIN, optimum=problem.optimum)
    sign = 1 if problem.optimum == "min" else -1
    for one in solved.alternatives:
        others = [a for a in solved.alternatives if a is not one]
        better = [Condition(DOMAIN.field, (a.value - one.value).sign_polynomial * sign, ">") for a in others]
        found = DOMAIN.find(all_of(*better))
        assert isinstance(found, Found)


@st.composite
def shared_trees(draw) -> Tree:
    """Trees whose nodes are entered from several branches."""
    pool: list[Tree] = [Decision("d0", {"a": P, "b": 1 - P}), Decision("d1", {"a": H, "b": K})]
    for i in range(2, draw(st.integers(3, 6))):
        n = draw(st.integers(2, 3))
        below = [draw(st.sampled_from(pool)) for _ in range(n)]
        if draw(st.booleans()):
            pool.append(Decision(f"d{i}", {f"b{j}": node for j, node in enumerate(below)}))
        else:
            chances = draw(weights(n))
            pool.append(
                Chance(f"c{i}", {f"b{j}": pair for j, pair in enumerate(zip(chances, below, strict=True))})
            )
    return pool[-1]


@laws
@given(shared_trees(), points)
def test_a_shared_decision_is_made_once(tree: Tree, point: dict) -> None:
    assume(count(tree) <= 500)
    solved = fold_back(tree, domain=DOMAIN)
    best = best_of(tree, point, "min")
    assert number(solved.value, point) == best
    for alternative in solved.alternatives:
        choices = solved.strategy(alternative)
        assert number(alternative.value.to_expr(), point) == expected(tree, choices, point)


@laws
@given(table_problems(experiments=False), points)
def test_the_risks_of_the_tree_are_the_risks_of_the_table(problem: DecisionProblem, point: dict) -> None:
    by_table = risks(problem)
    by_tree = fold_back(to_tree(problem), domain=problem.domain, optimum=problem.loss.optimum)
    assert by_tree.values == by_table
    by_hand = values_by_table(problem, point)
    assert {a: number(e, point) for a, e in by_table.items()} == by_hand
    best = (min if problem.optimum == "min" else max)(by_hand.values())
    named = {s.name: v for s, v in point.items()}
    assert number(bayes_risk(problem, **named), {}) == best
    assert bayes_actions(problem, **named) == tuple(a for a, v in by_hand.items() if v == best)


@laws
@given(table_problems(), points)
def test_experiments_are_worth_what_the_joint_distribution_says(
    problem: DecisionProblem, point: dict
) -> None:
    by_hand = values_by_table(problem, point)
    named = {s.name: v for s, v in point.items()}
    tree = to_tree(problem.at(named), data=False)
    answer = fold_back(tree, optimum=problem.loss.optimum).at()
    assert {b: number(v, {}) for b, v in answer.values.items()} == by_hand
    best = (min if problem.optimum == "min" else max)(by_hand.values())
    assert list(answer.ties) == [b for b, v in by_hand.items() if v == best]
    names = problem.words
    assert {names[d] for d in answer.strategy} >= {"first"}


@settings(deadline=None, max_examples=25)
@given(table_problems(), points)
def test_the_symbolic_tree_says_the_same_at_every_point(problem: DecisionProblem, point: dict) -> None:
    assume(sum(len(e.outcomes) for e in problem.experiments) <= 4 and len(problem.loss.actions) <= 3)
    solved = fold_back(to_tree(problem), domain=problem.domain, optimum=problem.loss.optimum, check=False)
    by_hand = values_by_table(problem, point)
    best = (min if problem.optimum == "min" else max)(by_hand.values())
    assert {b: number(v, point) for b, v in solved.values.items()} == by_hand
    assert number(solved.value, point) == best
