"""Look-ahead: when may the stages of a sequential problem be solved one by one? (§4)

With a globally disintegrable loss and a posterior that factorises, the one-step look-ahead
strategy is optimal and decisions are irrelevant for one another. Checked at every node of the
explicit tree, for all values of the letters:

>>> from sympy import Rational, symbols
>>> p1, p2, f, m = symbols("p1 p2 f m")
>>> from symdt.problems.loss import LossTable
>>> L1 = LossTable.arc("X2", "X1", false=f, missed=m)
>>> L2 = LossTable.arc("X3", "X2", false=f, missed=m)
>>> from symdt.problems.belief import Belief
>>> b1, b2 = Belief({"{}": "rest", "{X2}": p1}), Belief({"{}": "rest", "{X3}": p2})
>>> problem = SequentialProblem.of([L1, L2], [b1, b2])
>>> print(check_look_ahead(problem))
one-step look-ahead is optimal: at each of the 5 decision nodes the values of the actions are
  (loss so far) + (risk of the action in its own stage) + (least risks of the later stages)

Both hypotheses are needed. If the posterior does not factorise, what was revealed about one child
speaks about the next:

>>> joint = Belief({("{}", "{}"): Rational(1, 2), ("{}", "{X3}"): 0, ("{X2}", "{}"): 0, ("{X2}", "{X3}"): Rational(1, 2)})
>>> failed = check_look_ahead(SequentialProblem.of([L1, L2], joint))
>>> failed.is_proved, failed.failure.history
(False, ('{}', '{}'))

The word "pseudo" deserves its weight: nothing is revealed in truth. Where the posterior does not
factorise the tree is worth more than the decision problem it stands for, because it lets later
choices use knowledge that nobody has; with a disintegrable loss the simultaneous choice of all
parent sets needs the probabilities of single arcs only, factorised or not (see `separable`).
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Add, Expr, Symbol

from symdt.exact.field import Element, Field
from symdt.problems.sequential import Branch, SequentialProblem, sequential_tree
from symdt.problems.tree import Chance, Decision, Tree, Value


@dataclass(frozen=True)
class Failure:
    """A decision node at which an action's value is not the local one: the branch to it, and both values."""

    history: Branch
    action: str
    found: Expr
    expected: Expr


@dataclass(frozen=True)
class LookAhead:
    """Whether one-step look-ahead is optimal, checked at every decision node of the explicit tree."""

    problem: SequentialProblem
    nodes: int
    failure: Failure | None

    @property
    def is_proved(self) -> bool:
        """Whether every node passed: then each stage may be solved alone, for all values of the letters."""
        return self.failure is None

    def __str__(self) -> str:
        if self.failure is None:
            return (
                f"one-step look-ahead is optimal: at each of the {self.nodes} decision nodes the values of the actions are\n"
                "  (loss so far) + (risk of the action in its own stage) + (least risks of the later stages)"
            )
        f = self.failure
        return (
            f"the stages do not separate: after {' '.join(f.history) or 'the data'} the action {f.action} "
            f"is worth {f.found}, not {f.expected}"
        )


def check_look_ahead(problem: SequentialProblem) -> LookAhead:
    """Whether every action at every node is worth (loss so far) + R^i + Σ of the later least risks.

    Then min over the actions moves past the loss so far, the choice at stage i is the same at all
    its nodes and depends on no other decision: by induction from the leaves, with a letter for
    each stage's least risk. Equalities are decided in Q(letters), so the proof holds for all values.
    """
    tree = sequential_tree(problem)
    least = [Symbol(f"least_risk_{i + 1}") for i in range(len(problem.stages))]
    ring = Field.of([*problem.symbols, *least])
    local = [
        {a: ring.element(r) for a, r in problem.local_risks(i).items()} for i in range(len(problem.stages))
    ]
    costs = problem.local_costs
    seen = 0

    def visit(node: Tree, revealed: Branch, chosen: Branch) -> Element | Failure:
        nonlocal seen
        if isinstance(node, Value):
            return ring.element(node.value)
        assert isinstance(node, Decision)
        seen += 1
        i = len(revealed)
        so_far = ring.element(Add(*(c[s, a] for c, s, a in zip(costs, revealed, chosen, strict=False))))
        later = sum((ring.gen(x) for x in least[i + 1 :]), ring.number(0))
        for action, chance in node.branches:
            assert isinstance(chance, Chance)
            total = ring.number(0)
            for state, p, child in chance.branches:
                below = visit(child, (*revealed, state), (*chosen, action))
                if isinstance(below, Failure):
                    return below
                total = total + ring.element(p) * below
            expected = so_far + local[i][action] + later
            if total != expected:
                history = tuple(x for pair in zip(chosen, revealed, strict=True) for x in pair)
                return Failure(history, action, total.to_expr(), expected.to_expr())
        return so_far + ring.gen(least[i]) + later

    assert isinstance(tree, Chance)
    answer = visit(tree.branches[0][2], (), ())
    return LookAhead(problem, seen, answer if isinstance(answer, Failure) else None)
