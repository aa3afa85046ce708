"""The sequential problem of §3, its tree, and when its stages can be solved one by one (§4)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Min, Rational, symbols

from symdt.errors import BudgetError, ExpressionError, TableError
from symdt.exact.domain import Domain
from symdt.exact.field import equal
from symdt.exact.proof import prove
from symdt.exact.verdict import Proved
from symdt.networks.losses.against_look_ahead import changed_cell, dependent_posterior
from symdt.networks.losses.look_ahead import check_look_ahead
from symdt.networks.losses.stage_values import values
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.loss_sum import direct_sum
from symdt.problems.sequential import SequentialProblem, sequential_tree
from symdt.problems.tree import Chance, Decision
from symdt.solve.foldback import fold_back

UNIT_LOSSES = [LossTable.arc("X2", "X1", false=1, missed=1), LossTable.arc("X3", "X2", false=1, missed=1)]


def with_letters(*arcs_per_stage: int) -> SequentialProblem:
    """Every loss and every probability a letter of its own; the posterior factorises."""
    tables, beliefs = [], []
    for i, q in enumerate(arcs_per_stage):
        arcs = (
            LossTable.arc(f"Z{i}{j}", f"Y{i}", false=symbols(f"f{i}{j}"), missed=symbols(f"m{i}{j}"))
            for j in range(q)
        )
        table = direct_sum(*arcs)
        letters = [symbols(f"p{i}{s}") for s in range(1, len(table.states))]
        tables.append(table)
        beliefs.append(Belief(dict(zip(table.states, ["rest", *letters] if letters else [1], strict=True))))
    return SequentialProblem.of(tables, beliefs)


@pytest.mark.parametrize("arcs", [(1,), (1, 1), (2, 1), (0, 1, 2), (1, 1, 1), (2, 2)])
def test_one_step_look_ahead_is_optimal(arcs: tuple[int, ...]) -> None:
    """With a globally disintegrable loss and a factorised posterior, for all values of the letters."""
    problem = with_letters(*arcs)
    assert problem.is_factorised
    assert problem.is_disintegrable
    answer = check_look_ahead(problem)
    assert answer.is_proved
    expected, width = 0, 1
    for q in arcs:
        expected += width
        width *= 4**q
    assert answer.nodes == expected


def test_the_induction_step_of_the_proof() -> None:
    """min_a (so far + R_a + later) = so far + min_a R_a + later: what takes the check from node to node."""
    assert prove("min(s + x + l, s + y + l, s + z + l) == s + min(x, y, z) + l") == Proved()


def test_the_tree_of_figure_4() -> None:
    problem = with_letters(1, 1)
    tree = sequential_tree(problem)
    assert isinstance(tree, Chance)
    assert tree.name == "ν0"
    first = tree.child("D")
    assert isinstance(first, Decision)
    assert first.name == "ν1"
    assert tree.leaves == 16
    second = first.child("{Z00}").child("{}")  # type: ignore[union-attr]
    assert isinstance(second, Decision)
    assert second.name == "ν2"
    # the loss is accumulated along the branch: a false arc into Y0, a missed arc into Y1
    f00, m10 = symbols("f00 m10")
    assert equal(second.child("{}").child("{Z10}").value, f00 + m10)  # type: ignore[union-attr]


def test_folding_back_the_letters_gives_the_sum_of_the_least_risks() -> None:
    p1, p2 = symbols("p1 p2")
    beliefs = [Belief({"{}": "rest", "{X2}": p1}), Belief({"{}": "rest", "{X3}": p2})]
    problem = SequentialProblem.of(UNIT_LOSSES, beliefs)
    domain = Domain("0 < p1 < 1", "0 < p2 < 1")
    solved = fold_back(sequential_tree(problem), domain=domain)
    local = Min(p1, 1 - p1) + Min(p2, 1 - p2)
    from sympy import Eq

    assert prove(Eq(solved.value, local, evaluate=False), domain) == Proved()


chances = st.lists(st.integers(1, 6), min_size=4, max_size=4)
losses = st.integers(0, 5)


@settings(max_examples=30, deadline=None)
@given(chances, st.data())
def test_values_agree_with_fold_back(weights: list[int], data: Any) -> None:
    """Two roads to the value of the tree, with any loss and any posterior."""
    rows = [[data.draw(losses) for _ in range(4)] for _ in range(4)]
    table = UNIT_LOSSES[0] @ UNIT_LOSSES[1]
    table = LossTable(table.states, table.actions, rows, meaning=table.meaning)
    belief = Belief({s: Rational(w, sum(weights)) for s, w in zip(table.states, weights, strict=True)})
    problem = SequentialProblem.from_table(table, belief)
    found = values(problem)
    assert fold_back(sequential_tree(problem)).value == found.sequential
    assert found.sequential <= found.simultaneous <= found.look_ahead
    risks = [sum(belief[s] * table[s, a] for s in table.states) for a in table.actions]
    assert found.simultaneous == min(risks)


@settings(max_examples=30, deadline=None)
@given(chances, st.lists(losses, min_size=4, max_size=4))
def test_additive_losses_need_no_factorisation_when_nothing_is_revealed(
    weights: list[int], cost: list[int]
) -> None:
    """Choosing all at once, local choices by p(M^i | D) are optimal for every joint posterior."""
    tables = [
        LossTable.arc("X2", "X1", false=cost[0], missed=cost[1]),
        LossTable.arc("X3", "X2", false=cost[2], missed=cost[3]),
    ]
    table = direct_sum(*tables)
    joint = Belief({s: Rational(w, sum(weights)) for s, w in zip(table.states, weights, strict=True)})
    problem = SequentialProblem.from_table(table, joint)
    found = values(problem)
    assert found.look_ahead == found.simultaneous
    assert not found.relevant
    if problem.is_factorised:
        assert found.sequential == found.simultaneous


def test_counter_example_when_the_posterior_does_not_factorise() -> None:
    found = dependent_posterior(UNIT_LOSSES)
    assert found is not None
    assert [p for p in found.problem.belief.values() if p] == [Rational(1, 2)] * 2
    assert (found.values.sequential, found.values.look_ahead) == (Rational(1, 2), 1)
    assert not found.problem.is_factorised
    assert found.problem.is_disintegrable
    assert not check_look_ahead(found.problem).is_proved
    assert fold_back(sequential_tree(found.problem)).value == Rational(1, 2)
    # with positive probabilities everywhere
    mixed = dependent_posterior(UNIT_LOSSES, positive=True)
    assert mixed is not None
    assert sorted(mixed.problem.belief.values()) == [Rational(1, 6)] * 2 + [Rational(1, 3)] * 2
    assert (mixed.values.sequential, mixed.values.look_ahead) == (Rational(5, 6), 1)


def test_counter_example_when_the_loss_is_not_disintegrable() -> None:
    grid = [Rational(1, 3), Rational(2, 3), Rational(1, 4), Rational(3, 4)]
    beliefs = [
        (Belief({"{}": 1 - a, "{X2}": a}), Belief({"{}": 1 - b, "{X3}": b})) for a in grid for b in grid
    ]
    found = changed_cell(direct_sum(*UNIT_LOSSES), beliefs)
    assert found is not None
    assert found.problem.is_factorised
    assert not found.problem.is_disintegrable
    assert not check_look_ahead(found.problem).is_proved
    assert found.values.relevant  # what was chosen first matters for what is optimal next
    assert (found.values.sequential, found.values.simultaneous, found.values.look_ahead) == (
        Rational(4, 9),
        Rational(5, 9),
        Rational(2, 3),
    )
    assert fold_back(sequential_tree(found.problem)).value == Rational(4, 9)
    assert "L(X1←{X2} X2←{}, X1←{X2} X2←{X3}) = 0, not 1" in str(found)


def test_zero_one_loss_is_not_disintegrable_yet_look_ahead_is_optimal_under_independence() -> None:
    """The most probable model of independent parts is the sum of the most probable parts."""
    table = UNIT_LOSSES[0] @ UNIT_LOSSES[1]
    rows = [[int(i != j) for j in range(4)] for i in range(4)]
    zero_one = LossTable(table.states, table.actions, rows, meaning=table.meaning)
    first, second = Rational(1, 3), Rational(3, 4)
    weights = [(1 - first) * (1 - second), first * (1 - second), (1 - first) * second, first * second]
    problem = SequentialProblem.from_table(zero_one, Belief(dict(zip(table.states, weights, strict=True))))
    assert not problem.is_disintegrable
    assert not check_look_ahead(problem).is_proved  # the argument fails, the conclusion does not
    assert values(problem).look_ahead == values(problem).sequential


@pytest.mark.parametrize(
    ("build", "error", "message"),
    [
        (lambda: SequentialProblem.of([], []), TableError, "has no stages"),
        (
            lambda: SequentialProblem.of(UNIT_LOSSES, [Belief({"{}": 1})]),
            TableError,
            "1 beliefs are given for 2 stages",
        ),
        (
            lambda: SequentialProblem.of(UNIT_LOSSES[:1], Belief({"x": 1})),
            TableError,
            "which is no state of the stages",
        ),
        (lambda: values(with_letters(1)), ExpressionError, "fix all letters first"),
        (lambda: with_letters(3, 3, 3), BudgetError, "262144 leaves"),
    ],
)
def test_bad_input_is_one_clear_line(build: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        build()
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)
