"""The decision problems of the paper, as objects: what its figures and the report are computed from.

>>> from symdt.solve.risk import risks
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

from symdt.exact.domain import Domain
from symdt.networks.local_space import LocalSpace
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.sequential import SequentialProblem, sequential_tree
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Decision, Tree, Value

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


def example_2_space() -> LocalSpace:
    """The models of Example 2: all parent sets of X1 out of X2 and X3 (Figure 2)."""
    return LocalSpace("X1", ("X2", "X3"))


def example_3_loss() -> LossTable:
    """The loss of Example 3: the sum ⊕ of the losses of two arcs."""
    l03, l30, l02, l20 = symbols("l03 l30 l02 l20")
    three = LossTable.arc("X3", "X1", false=l03, missed=l30, names="paper")
    return three @ LossTable.arc("X2", "X1", false=l02, missed=l20, names="paper")


def sequential_problem() -> SequentialProblem:
    """Two children with one candidate arc each (§3); πi is the posterior probability of arc i."""
    pi1, pi2, l01, l02, l10, l20 = symbols("pi1 pi2 l01 l02 l10 l20")
    losses = [
        LossTable.arc("X2", "X1", false=l01, missed=l10),
        LossTable.arc("X3", "X2", false=l02, missed=l20),
    ]
    beliefs = [Belief({"{}": "rest", "{X2}": pi1}), Belief({"{}": "rest", "{X3}": pi2})]
    return SequentialProblem.of(losses, beliefs)


def paper_tree(problem: SequentialProblem) -> Tree:
    """The tree of a sequential problem with the paper's names: actions a^i_j, models M^i_j, nodes ν.

    >>> print(paper_tree(sequential_problem()).child("D").child("a1_1"))
    (ν1_1)
      M1_0 [1 - pi1]: ν2
        a2_0: (ν2_0)
          M2_0 [1 - pi2]: l01
          M2_1 [pi2]: l01 + l20
        a2_1: (ν2_1)
          M2_0 [1 - pi2]: l01 + l02
          M2_1 [pi2]: l01
      M1_1 [pi1]: ν2
        a2_0: (ν2_0)
          M2_0 [1 - pi2]: 0
          M2_1 [pi2]: l20
        a2_1: (ν2_1)
          M2_0 [1 - pi2]: l02
          M2_1 [pi2]: 0
    """

    def named(node: Tree, stage: int) -> Tree:
        if isinstance(node, Value):
            return node
        if isinstance(node, Chance):  # ν0, before the first stage
            return Chance(node.name, {b: (p, named(child, stage)) for b, p, child in node.branches})
        i = stage + 1
        branches = {}
        for j, (_, nature) in enumerate(node.branches):
            assert isinstance(nature, Chance)
            models = {f"M{i}_{h}": (p, named(child, i)) for h, (_, p, child) in enumerate(nature.branches)}
            branches[f"a{i}_{j}"] = Chance(f"ν{i}_{j}", models)
        return Decision(node.name, branches)

    return named(sequential_tree(problem), 0)
