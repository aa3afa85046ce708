"""Look-ahead: when may the stages of a sequential problem be solved one by one? (§4)

With a globally disintegrable loss and a posterior that factorises, the one-step look-ahead
strategy is optimal and decisions are irrelevant for one another. Checked at every node of the
explicit tree, for all values of the letters:

>>> from sympy import Rational, symbols
>>> p1, p2, f, m = symbols("p1 p2 f m")
>>> L1 = LossTable.arc("X2", "X1", false=f, missed=m)
>>> L2 = LossTable.arc("X3", "X2", false=f, missed=m)
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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from sympy import Add, Expr, Symbol

from symdt.errors import ExpressionError, quote
from symdt.exact.field import Element, Field
from symdt.exact.polynomial import Number, to_number, to_rational
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
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


@dataclass(frozen=True)
class Values:
    """What the tree is worth, what looking one step ahead is worth in it, and what choosing all at once is worth."""

    sequential: Expr
    look_ahead: Expr
    simultaneous: Expr
    choice: Branch
    best: tuple[Branch, ...]
    relevant: bool  # whether an optimal later choice depends on an earlier one

    def __str__(self) -> str:
        return (
            f"tree {self.sequential}, one-step look-ahead {self.look_ahead} (choosing {' '.join(self.choice)}), "
            f"all at once {self.simultaneous} (choosing {' or '.join(' '.join(b) for b in self.best)})"
        )


def values(problem: SequentialProblem) -> Values:
    """The three values of a problem without letters, exactly; look-ahead takes the first of equals."""
    if problem.symbols:
        letter = sorted(problem.symbols, key=str)[0]
        raise ExpressionError(f"{quote(letter)} is a letter: fix all letters first")
    belief = {tuple(s): to_number(p) for s, p in problem.belief.items()}
    loss = {cell: to_number(e) for cell, e in problem.loss.items()}
    relevant = False
    optimal: dict[tuple[Branch, Branch], frozenset[str]] = {}

    def fold(revealed: Branch, chosen: Branch) -> Number:
        i = len(revealed)
        if i == len(problem.stages):
            return belief[revealed] * loss[revealed, chosen]  # joint, so no division is needed
        totals = {
            a: sum((fold((*revealed, s), (*chosen, a)) for s in problem.stages[i]), to_number(0))
            for a in problem.stages[i]
        }
        least = min(totals.values())
        optimal[revealed, chosen] = frozenset(a for a, t in totals.items() if t == least)
        return least

    sequential = fold((), ())
    by_truth: dict[Branch, set[frozenset[str]]] = {}
    for (revealed, _), best in optimal.items():
        by_truth.setdefault(revealed, set()).add(best)
    relevant = any(not frozenset.intersection(*sets) for sets in by_truth.values())
    choice = []
    for i in range(len(problem.stages)):
        risks = {a: to_number(r) for a, r in problem.local_risks(i).items()}
        choice.append(min(risks, key=lambda a: risks[a]))
    risk = {
        a: sum((p * loss[s, a] for s, p in belief.items()), to_number(0)) for a in product(*problem.stages)
    }
    least = min(risk.values())
    return Values(
        to_rational(sequential),
        to_rational(risk[tuple(choice)]),
        to_rational(least),
        tuple(choice),
        tuple(a for a, r in risk.items() if r == least),
        relevant,
    )


@dataclass(frozen=True)
class CounterExample:
    """A problem in which one-step look-ahead is worse than the optimum, and what both are worth."""

    problem: SequentialProblem
    values: Values
    change: str

    def __str__(self) -> str:
        return f"{self.change}: {self.values}"


def dependent_posterior(
    tables: Sequence[LossTable], largest: int = 8, *, positive: bool = False
) -> CounterExample | None:
    """The joint posterior with the least common denominator for which look-ahead is worse than the tree's optimum.

    With `positive` every joint state has positive probability.
    """
    stages = [t.states for t in tables]
    for denominator in range(1, largest + 1):
        for belief in grid_beliefs(stages, denominator):
            if positive and any(p == 0 for p in belief.values()):
                continue
            problem = SequentialProblem.of(tables, belief)
            found = values(problem)
            if found.look_ahead > found.sequential:
                return CounterExample(problem, found, f"posterior {belief}")
    return None


def changed_cell(
    table: LossTable, beliefs: Iterable[Sequence[Belief]], changes: Sequence[int] = (1, -1, 2, -2, 3)
) -> CounterExample | None:
    """The smallest change of one cell of a disintegrable table that makes look-ahead worse than the best choice.

    The posterior factorises, so only the loss is at fault. Generating cells and the diagonal stay
    as they are, and no loss becomes negative.
    """
    every = [tuple(b) for b in beliefs]
    for change in changes:
        for i, s in enumerate(table.models[0]):
            for j, a in enumerate(table.models[1]):
                entry = table.entries[i][j] + change
                if s == a or len(s) + len(a) < 2 or entry < 0:
                    continue
                rows = [list(row) for row in table.entries]
                rows[i][j] = entry
                other = replace(table, entries=tuple(map(tuple, rows)))
                for parts in every:
                    joint = parts[0]
                    for part in parts[1:]:
                        joint = joint @ part
                    belief = Belief(dict(zip(table.states, _in_order(joint, parts), strict=True)))
                    problem = SequentialProblem.from_table(other, belief)
                    found = values(problem)
                    if found.look_ahead > found.simultaneous and found.relevant:
                        text = f"L({table.states[i]}, {table.actions[j]}) = {entry}, not {entry - change}; posterior {joint}"
                        return CounterExample(problem, found, text)
    return None


def _in_order(joint: Belief, parts: Sequence[Belief]) -> list[Expr]:
    # ⊕ lists the states with the first stage changing fastest
    return [joint[tuple(map(str, s[::-1]))] for s in product(*(p.states for p in reversed(parts)))]


def grid_beliefs(stages: Sequence[Branch], denominator: int) -> Iterator[Belief]:
    """Every joint posterior whose probabilities are multiples of 1/denominator."""
    every = list(product(*stages))

    def parts(left: int, places: int) -> Iterator[tuple[int, ...]]:
        if places == 1:
            yield (left,)
            return
        for first in range(left, -1, -1):
            for rest in parts(left - first, places - 1):
                yield (first, *rest)

    for counts in parts(denominator, len(every)):
        yield Belief({s: to_rational(to_number(c) / denominator) for s, c in zip(every, counts, strict=True)})
