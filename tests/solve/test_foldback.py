"""Averaging out and folding back: annotation, pruning, budgets; the laws are in test_laws."""

from __future__ import annotations

import gc
import time

import pytest
from sympy import Max, Min, Rational, symbols

from symdt.errors import BudgetError, DomainError, ProbabilityError, TreeError
from symdt.exact.domain import Domain
from symdt.problems.tree import Chance, Decision, Tree, Value
from symdt.solve.foldback import fold_back, optimum_of

r, x, y, z = symbols("r x y z")


def umbrella() -> Decision:
    return Decision(
        "umbrella?",
        {
            "take": Chance("with", {"rain": (r, 70), "dry": ("rest", 20)}),
            "leave": Chance("without", {"rain": (r, 0), "dry": ("rest", 100)}),
        },
    )


def test_every_node_has_its_value() -> None:
    tree = umbrella()
    solved = fold_back(tree, domain=Domain("0 <= r <= 1"), optimum="max")
    assert solved.value_at(tree.child("take")) == 50 * r + 20
    assert solved.values == {"take": 50 * r + 20, "leave": 100 - 100 * r}
    assert solved.value == Max(50 * r + 20, 100 - 100 * r)
    assert set(solved.optimal_branches(tree)) == {"take", "leave"}
    assert "umbrella? -> take: 50*r + 20" in str(solved)


def test_only_what_is_optimal_somewhere_is_kept() -> None:
    tree = Decision("d", {"a": x, "b": x + 1, "c": 1 - x, "d": Rational(1, 2), "e": 10})
    solved = fold_back(tree, domain=Domain("0 < x < 1"))
    assert solved.value == Min(x, 1 - x)  # d ties at one point only and is not needed
    assert solved.optimal_branches(tree) == ("a", "c", "d")  # but it attains the optimum there
    assert fold_back(tree, domain=Domain("0 < x < 1/3")).value == x
    assert fold_back(tree, domain=Domain("0 < x < 1"), optimum="max").value == 10


def test_ties_and_strategies_at_points() -> None:
    solved = fold_back(umbrella(), domain=Domain("0 <= r <= 1"), optimum="max")
    answer = solved.at(r="8/15")
    assert answer.ties == ("take", "leave")
    assert answer.strategy == {"umbrella?": "take"}
    assert answer.value == Rational(140, 3)
    for point, message in (({"r": 2}, "outside"), ({}, "no value"), ({"r": 1, "q": 1}, "no parameter")):
        with pytest.raises(DomainError, match=message):
            solved.at(point)


def test_decisions_of_the_same_name_are_told_apart() -> None:
    later = [Decision("again", {"stay": 1, "go": 2}), Decision("again", {"stay": 4, "go": 3})]
    tree = Chance("coin", {"heads": (Rational(1, 2), later[0]), "tails": ("rest", later[1])})
    answer = optimum_of(tree, "min")
    assert sorted(answer.strategy) == ["again #1", "again #2"]
    assert sorted(answer.strategy.values()) == ["go", "stay"]
    assert answer.value == 2


def test_what_is_never_reached_is_no_part_of_a_strategy() -> None:
    never = Decision("never", {"a": 1, "b": 2})
    tree = Decision("d", {"x": Chance("c", {"no": (0, never), "yes": (1, 5)}), "y": 6})
    answer = optimum_of(tree, "min")
    assert answer.strategy == {"d": "x"}
    assert answer.value == 5


@pytest.mark.parametrize(
    ("tree", "domain", "error"),
    [
        (umbrella(), Domain("0 < r < 2"), ProbabilityError),
        (umbrella(), Domain("r < 0", "r > 0"), DomainError),
        (Chance("c", {"a": (1 / (x - 1), 0), "b": ("rest", 0)}), Domain("0 < x < 2"), ProbabilityError),
    ],
)
def test_what_cannot_be_folded(tree: Tree, domain: Domain, error) -> None:
    with pytest.raises(error):
        fold_back(tree, domain=domain)


def test_the_optimum_has_two_senses() -> None:
    with pytest.raises(TreeError, match="optimum"):
        fold_back(Value(0), optimum="least")  # type: ignore[arg-type]


def test_a_value_alone_and_a_chance_alone() -> None:
    assert fold_back(Value(x)).value == x
    answer = optimum_of(Chance("c", {"a": (1, 3)}), "min")
    assert (answer.action, answer.value, answer.strategy) == ("no decision", 3, {})


def test_too_many_strategies_are_refused_in_time() -> None:
    """Undecided decisions in independent letters: nothing can be pruned, so a budget has to end it."""
    letters = symbols("u0:40")
    branches: dict[str, tuple[Rational, Tree]] = {}
    for i in range(20):
        choose = Decision(f"d{i}", {"a": letters[2 * i], "b": letters[2 * i + 1]})
        branches[f"b{i}"] = (Rational(1, 20), choose)
    begin = time.process_time()
    with pytest.raises((TreeError, BudgetError)) as caught:
        fold_back(Chance("c", branches), seconds=1)
    assert time.process_time() - begin < 12
    assert "fix" in str(caught.value)


def test_the_collector_is_left_as_it_was() -> None:
    gc.disable()
    try:
        fold_back(umbrella(), domain=Domain("0 < r < 1"))
        assert not gc.isenabled()
    finally:
        gc.enable()
    fold_back(umbrella(), domain=Domain("0 < r < 1"))
    assert gc.isenabled()


def test_an_alternative_names_its_choices() -> None:
    tree = umbrella()
    solved = fold_back(tree, domain=Domain("0 < r < 1"), optimum="max")
    assert [a.choice_at(tree) for a in solved.alternatives] == ["take", "leave"]
    assert [solved.label(a) for a in solved.alternatives] == ["take", "leave"]
    assert set(solved.branch_alternatives(tree)) == {"take", "leave"}
