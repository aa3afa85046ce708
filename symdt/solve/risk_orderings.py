"""The full ordering of the risks along a letter, best first, in cases of the other letters (Figure 3).

>>> from sympy import symbols
>>> from symdt import Belief, DecisionProblem, Domain, LossTable
>>> p = symbols("p")
>>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
>>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
>>> orders = risk_orderings(problem, p)
>>> print(orders)
wait, treat  if 0 < p <= 1/11
treat, wait  if 1/11 < p < 1

The ordering at a point, best first, and which actions are as good as one another there:

>>> orders(p="1/2"), orders.ties(p="1/11")
(('treat', 'wait'), (('wait', 'treat'),))

Law: the first of the ordering is an optimal action.

Where a risk is not affine in the letter, the engines of rules are asked: of all ways to order functions the one from
the least to the greatest is that in which the sum of each times its rank, counted from the end, is least.

>>> squares = DecisionProblem(loss, Belief({"well": "rest", "sick": p**2}), Domain("0 < p < 1"))
>>> print(risk_orderings(squares, p))
wait, treat  if 0 < p <= sqrt(11)/11
treat, wait  if sqrt(11)/11 < p < 1
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NoReturn

from sympy import Symbol

from symdt.display import Displayed, latex_of
from symdt.errors import SymdtError, TableError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Element
from symdt.exact.optimum import Optimum, sign
from symdt.exact.solver import Budget
from symdt.problems.problem import Problem
from symdt.problems.tree import Tree, first_decision
from symdt.problems.tree_problem import as_problem
from symdt.regions.affine import envelope, orderings
from symdt.regions.contest import Question
from symdt.regions.root_condition import condition_json, witness_json
from symdt.regions.rule import Rule, RuleAnswer
from symdt.solve.alternatives import SECONDS
from symdt.solve.foldback import fold_back
from symdt.solve.ordered_sums import by_sums
from symdt.solve.written.rule_text import ends_json, interval


@dataclass(frozen=True)
class RiskOrderings(RuleAnswer[tuple[str, ...]], Displayed):
    """For all values of the letters, the alternatives from the best to the worst; see `risk_orderings`.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": symbols("p")}), Domain("0 < p < 1"))
    >>> risk_orderings(problem, "p")(p="1/2")
    ('treat', 'wait')
    """

    problem: Problem
    rule: Rule[tuple[str, ...]]

    @property
    def actions(self) -> tuple[str, ...]:
        """What is ordered."""
        return tuple(str(label) for label, _ in self.rule.question.functions)

    def __call__(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> tuple[str, ...]:
        """The alternatives at a point of the domain, best first."""
        return tuple(self.rule.label_at({**(point or {}), **values}))

    def ties(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> tuple[tuple[str, ...], ...]:
        """The alternatives at a point, best first; those with equal risk stand together."""
        at = self.domain.check_point({**(point or {}), **values})
        risk = {label: sign(self.optimum) * f.at(at) for label, f in self.rule.question.functions}
        ranked = sorted(risk, key=lambda label: risk[label])
        return tuple(tuple(map(str, group)) for _, group in groupby(ranked, key=lambda label: risk[label]))

    def why(self, _point: Mapping[Any, Any] | None = None, /, **_values: Any) -> NoReturn:
        """An ordering is no choice: an error that says what to ask."""
        raise SymdtError(
            f"an ordering of risks chooses nothing, so there is no why: ask decision_rule(problem, {self.letter}).why(...)"
        )

    def to_source(self, name: str = "decide") -> NoReturn:
        """An ordering is no choice: an error that says what to ask."""
        raise SymdtError(
            f"an ordering of risks chooses nothing, so {quote(name)} would have nothing to return: "
            f"use decision_rule(problem, {self.letter}).to_source()"
        )

    def to_latex(self) -> str:
        """The orderings as `cases`."""
        return latex_of(self)

    def to_json(self) -> dict[str, Any]:
        """The orderings as data: cases and pieces as those of a rule, each piece with its `order`, best first."""
        cases = [
            {
                "if": [condition_json(c) for c in case.conditions],
                "pieces": [{"order": list(p.label), **ends_json(p)} for p in case.pieces],
                "witness": {s.name: witness_json(s, v) for s, v in case.witness},
            }
            for case in self.cases
        ]
        return {
            "format": 1,
            "title": self.problem.title,
            "optimum": self.optimum,
            "values": {str(label): str(f) for label, f in self.rule.question.functions},
            "orderings": {
                "for": self.letter.name,
                "from": self.rule.start and self.rule.start.to_json(),
                "to": self.rule.stop and self.rule.stop.to_json(),
                "cases": cases,
            },
        }

    def __str__(self) -> str:
        lines = []
        for case in self.cases:
            indent = "  " if case.conditions else ""
            if case.conditions:
                lines.append(f"if {' and '.join(map(str, case.conditions))}:")
            pairs = [(", ".join(map(str, p.label)), interval(p, self.letter.name)) for p in case.pieces]
            width = max(len(order) for order, _ in pairs)
            lines += [f"{indent}{order.ljust(width)}  if {where}" for order, where in pairs]
        if not self.is_complete:
            lines.append(f"partial: {self.rule.note}")
        return "\n".join(lines)


def risk_orderings(
    source: Problem | Tree,
    letter: Symbol | str,
    *,
    domain: Domain | None = None,
    optimum: Optimum | None = None,
    seconds: float = SECONDS,
) -> RiskOrderings:
    """The full ordering of the risks along a letter, best first, in cases of the others (Figure 3).

    `source` is a problem, or a tree with its `domain` and `optimum`; `letter` is what the intervals are
    intervals of; the search may take `seconds`.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> len(risk_orderings(problem, p).cases[0].pieces)
    2
    """
    problem = as_problem(source, domain, optimum)
    functions = tuple(_single_values(problem).items())
    question = Question(functions, problem.domain, problem.domain.letter(letter), problem.optimum)
    solve = orderings.solve if envelope.accepts(question) else by_sums
    return RiskOrderings(problem, solve(question, Budget(seconds)))


def _single_values(problem: Problem) -> Mapping[str, Element]:
    """The value of each alternative of the first decision, where none of them has a choice behind it."""
    if problem.risks_at_once is not None:
        return problem.risks_at_once
    decision = first_decision(problem.tree)
    if decision is None:
        raise TableError(
            f"{problem.kind} begins with chance: there is no first decision whose risks could be ordered"
        )
    offers = fold_back(problem).branch_alternatives(decision)
    later = next((branch for branch, kept in offers.items() if len(kept) > 1), None)
    if later is not None:
        raise TableError(
            f"what is best behind {quote(later)} depends on the letters, so its risk is no single function: "
            "fix letters with problem.at, or ask decision_rule"
        )
    return {branch: kept[0].value for branch, kept in offers.items()}
