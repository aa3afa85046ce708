"""Payoffs on branches: by folding back, by gathering them at the leaves, and by summing over the paths."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, Symbol, symbols

from symdt import (
    Domain,
    Exponential,
    TreeProblem,
    certify,
    decision_rule,
    fold_back,
    optimal_under,
    risk_profile,
)
from symdt.errors import BudgetError, TreeError
from symdt.exact.field import equal
from symdt.exact.proof import Proved
from symdt.formats.problem import dump, loads
from symdt.problems.payoffs import paths, totals
from symdt.problems.processes.discounting import discounted
from symdt.problems.tree import Chance, Decision, Tree, Value, first_decision
from symdt.solve.fold_arrays import action_values

a, b, c = symbols("a b c")


def venture() -> Decision:
    ready = Decision(
        "A ready", {"go on": (Chance("B", {"works": (b, 10, c), "fails": ("rest", 0)}), -1), "stop": 4}
    )
    return Decision(
        "start?", {"start": (Chance("A", {"success": (a, ready, -2), "failure": ("rest", 0)}), -3), "no": 0}
    )


@st.composite
def paying_trees(draw: st.DrawFn, depth: int = 3) -> Tree:
    """Trees of numbers whose branches pay, some parts entered from several branches."""
    number = st.integers(-4, 4)
    known: list[Tree] = [Value(draw(number))]

    def grow(level: int) -> Tree:
        if level == 0:
            return Value(draw(number))
        if len(known) > 1 and draw(st.booleans()):
            return draw(st.sampled_from(known))
        names = ["x", "y", "z"][: draw(st.integers(1, 3))]
        ends = {n: (grow(level - 1), draw(number)) for n in names}
        label = f"n{len(known)}"
        if draw(st.booleans()):
            made: Tree = Decision(label, ends)
        else:
            weights = [draw(st.integers(1, 3)) for _ in names]
            shares = [Rational(w, sum(weights)) for w in weights]
            made = Chance(label, {n: (p, *end) for (n, end), p in zip(ends.items(), shares, strict=True)})
        known.append(made)
        return made

    return grow(depth)


def value(tree: Tree, sign: int) -> Fraction:
    """Averaging out in fractions, with nothing of the package."""
    if isinstance(tree, Value):
        return Fraction(int(tree.value))
    ends = [
        value(child, sign) + Fraction(int(paid.p), int(paid.q))
        for child, paid in zip(tree.children(), tree.payoffs, strict=True)
    ]
    if isinstance(tree, Decision):
        return sign * min(sign * e for e in ends)
    return sum(
        (Fraction(int(p.p), int(p.q)) * e for (_, p, _), e in zip(tree.branches, ends, strict=True)),
        Fraction(0),
    )


@given(paying_trees(), st.sampled_from(["min", "max"]))
@settings(max_examples=60, deadline=None)
def test_payoffs_fold_back_as_their_totals_do(tree: Tree, optimum) -> None:
    solved = fold_back(tree, optimum=optimum)
    assert Fraction(str(solved.value)) == value(tree, 1 if optimum == "min" else -1)
    assert fold_back(totals(tree), optimum=optimum).value == solved.value
    if isinstance(tree, Value):
        return
    problem = TreeProblem(tree, None, optimum)
    assert loads(dump(problem)) == problem
    profile = risk_profile(problem, solved.strategy(solved.alternatives[0]))
    assert profile.mean == solved.value
    if first_decision(tree) is not None:
        columns = action_values(tree, {}, optimum)
        assert np.allclose(columns[0], [float(v) for v in solved.values.values()])


def test_a_venture_in_letters() -> None:
    """A start that costs 3, a success that costs 2 more, a second stage: every number by hand."""
    domain = Domain("0 < a < 1", "0 < b < 1", "0 <= c <= 1")
    solved = fold_back(venture(), domain=domain, optimum="max")
    values = {tuple(solved.strategy(x).values()): x.value.to_expr() for x in solved.alternatives}
    assert equal(values["start", "go on"], -3 + a * (-2 - 1 + b * (10 + c)))
    assert ("start", "stop") not in values  # at most -3 + 2a < 0
    rule = decision_rule(venture(), a, domain=domain, optimum="max")
    assert isinstance(certify(rule), Proved)
    assert rule(a=Rational(1, 2), b=Rational(9, 10), c=0) == "no"  # exactly 0 on the boundary
    assert rule(a=Rational(1, 2), b=Rational(91, 100), c=0) == "start"


def test_every_path_once() -> None:
    tree = venture()
    found = list(paths(tree))
    assert len(found) == tree.leaves == 5
    assert equal(found[0].total, 4 + c)
    assert equal(found[0].probability, a * b)
    assert found[0].to_json()["branches"] == ["start", "success", "go on", "works"]
    # the paths of one strategy: their probabilities sum to one, their totals to its value
    taken = [p for p in found if p.branches[0] == "start" and "stop" not in p.branches]
    assert equal(sum(p.probability for p in taken), 1)
    assert equal(sum(p.probability * p.total for p in taken), -3 + a * (-3 + b * (10 + c)))


def test_utility_sees_what_was_paid() -> None:
    """With risk aversion what was paid before matters only together with what follows."""
    tree = Decision(
        "d", {"bet": (Chance("c", {"win": (Rational(1, 2), 0, 100), "lose": ("rest", 0)}), -45), "no": 0}
    )
    plain = Decision("d", {"bet": Chance("c", {"win": (Rational(1, 2), 55), "lose": ("rest", -45)}), "no": 0})
    for rho in (10, 1000):
        paid = optimal_under(TreeProblem(tree, None, "max"), Exponential(rho))
        gathered = optimal_under(TreeProblem(plain, None, "max"), Exponential(rho))
        assert (paid.action, paid.expression) == (gathered.action, gathered.expression)
    assert optimal_under(TreeProblem(tree, None, "max"), Exponential(10)).action == "no"
    assert optimal_under(TreeProblem(tree, None, "max"), Exponential(1000)).action == "bet"


def test_discounting_is_by_powers_of_the_time() -> None:
    d = Symbol("d")
    late = Chance("late", {"": (1, 10, 1)})
    tree = Decision("now", {"wait": (late, 2), "end": 7})
    value = fold_back(discounted(tree, d, {"late": 3}), domain=Domain("0 < d < 1"), optimum="max").values
    assert equal(value["wait"], 2 + 11 * d**3)
    assert value["end"] == 7
    at_zero = fold_back(discounted(tree, 1, {"late": 3}), optimum="max")
    assert at_zero.value == fold_back(tree, optimum="max").value


def test_time_does_not_go_back() -> None:
    later = Chance("later", {"": (1, 1)})
    tree = Decision("d", {"x": Chance("middle", {"": (1, later)}), "y": later})
    with pytest.raises(TreeError, match="'later' is earlier than 'middle' says, 2"):
        discounted(tree, Symbol("d"), {"middle": 2, "later": 1})
    with pytest.raises(TreeError, match="entered at another time"):
        discounted(tree, Symbol("d"), {"middle": 2})
    with pytest.raises(TreeError, match="'latter', which is no node: did you mean 'later'"):
        discounted(tree, Symbol("d"), {"latter": 1})


def test_too_many_sums_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symdt.problems.payoffs.MAX_PATHS", 5_000)
    node: Tree = Value(0)
    for i in range(40):
        node = Decision(f"n{i}", {"x": (node, 2**i), "y": (node, 3**i)})
    with pytest.raises(BudgetError, match="sums of payoffs"):
        totals(node)
    assert fold_back(node, optimum="min").value == 2**40 - 1  # as it stands it is no work at all
