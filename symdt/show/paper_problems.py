"""The decision problems of the paper, as objects: what its figures and the report are computed from.

>>> from symdt.risk import risks
>>> print(risks(example_2())["a23"])
-15*k*p + 5*k
>>> print(zero_one().loss)
    a0  a1
M0   0   1
M1   1   0
"""

from __future__ import annotations

from typing import Any

from sympy import Symbol, symbols

from symdt.belief import Belief
from symdt.domain import Domain
from symdt.loss import LossTable
from symdt.problem import DecisionProblem
from symdt.tree import Chance, Decision, Tree, Value

STATES = ("M0", "M3", "M2", "M23")
ACTIONS = ("a0", "a3", "a2", "a23")


def zero_one(*conditions: str) -> DecisionProblem:
    """The discrimination between M0 and M1 with 0-1 loss (§2.1), p = p(M1 | D)."""
    p = Symbol("p")
    domain = Domain("0 < p < 1", *conditions)
    return DecisionProblem(
        LossTable.zero_one(["M0", "M1"]), Belief({"M0": 1 - p, "M1": p}), domain, title="0-1 loss"
    )


def zero_l() -> DecisionProblem:
    """The same with the 0-L loss (§2.1)."""
    p, l01, l10 = symbols("p l01 l10")
    loss = LossTable.zero_l(["M0", "M1"], false=l01, missed=l10)
    domain = Domain("0 < p < 1", "l01 > 0", "l10 > 0")
    return DecisionProblem(loss, Belief({"M0": 1 - p, "M1": p}), domain, title="0-L loss")


def table_2(c3: Any = 2, c2: Any = 3) -> LossTable:
    """Table (2) of Example 2, for numbers of states c3 and c2."""
    h, k = symbols("h k")
    both = k * (c3 + c2)
    return LossTable(
        STATES,
        ACTIONS,
        (
            (0, k * c3, k * c2, both),
            (h, 0, both, k * c3),
            (h, both, 0, k * c2),
            (2 * h, h, h, 0),
        ),
    )


def example_2() -> DecisionProblem:
    """Example 2 with c3 = 2, c2 = 3 and the posterior (1 − 4p, p, p, 2p)."""
    p = Symbol("p")
    belief = Belief({"M0": 1 - 4 * p, "M3": p, "M2": p, "M23": 2 * p})
    return DecisionProblem(table_2(), belief, Domain("0 < p < 1/4", "h > 0", "k > 0"), title="Example 2")


def example_2_without(action: str = "a2") -> DecisionProblem:
    """Example 2 without one action: Figure 3 orders R0, R3 and R23."""
    whole = example_2()
    kept = [j for j, a in enumerate(whole.loss.actions) if a != action]
    loss = LossTable(
        STATES,
        tuple(ACTIONS[j] for j in kept),
        tuple(tuple(row[j] for j in kept) for row in whole.loss.entries),
    )
    return DecisionProblem(loss, whole.belief, whole.domain, title=whole.title)


def table_3() -> DecisionProblem:
    """Example 2 with table (3), whose penalty for a complex model is uniform, and the same posterior."""
    h, p = symbols("h p")
    loss = LossTable(STATES, ACTIONS, ((0, 1, 1, 1), (h, 0, h, h), (h, h, 0, h), (2 * h, 2 * h, 2 * h, 0)))
    belief = Belief({"M0": 1 - 4 * p, "M3": p, "M2": p, "M23": 2 * p})
    return DecisionProblem(loss, belief, Domain("0 < p < 1/4", "h > 0"), title="Example 2, table (3)")


def sequential_tree() -> Tree:
    """The tree of the sequential problem (§3) for two children with one candidate arc each.

    At ν1 a model of M^1 is chosen and the true one revealed, then the same for M^2 at ν2; a leaf
    holds the loss cumulated along its branch. πi is the posterior probability of arc i.
    """
    pi = symbols("pi1 pi2")
    false, missed = symbols("l01 l02"), symbols("l10 l20")

    def step(i: int, cumulated: Any) -> Tree:
        if i == 2:
            return Value(cumulated)
        child = i + 1
        branches = {}
        for chosen in (0, 1):
            models = {}
            for true in (0, 1):
                loss = (false[i] if chosen else missed[i]) if chosen != true else 0
                chance = pi[i] if true else 1 - pi[i]
                models[f"M{child}_{true}"] = (chance, step(i + 1, cumulated + loss))
            branches[f"a{child}_{chosen}"] = Chance(f"ν{child}_{chosen}", models)
        return Decision(f"ν{child}", branches)

    return Chance("ν0", {"D": (1, step(0, 0))})
