"""Values of the stages of a sequential problem, folded back and stage by stage."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from sympy import Expr

from symdt.errors import ExpressionError, quote
from symdt.exact.polynomial import Number, to_number, to_rational
from symdt.problems.sequential import Branch, SequentialProblem


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
