"""Decision rules: which action is optimal, for all values of the letters at once (§2.2, Example 2).

>>> from sympy import symbols
>>> from symdt.problems.belief import Belief
>>> from symdt.exact.domain import Domain
>>> from symdt.problems.loss import LossTable
>>> p, l01, l10 = symbols("p l01 l10", positive=True)
>>> loss = LossTable.zero_l(["M0", "M1"], false=l01, missed=l10)
>>> from symdt.problems.table import DecisionProblem
>>> problem = DecisionProblem(loss, Belief({"M0": 1 - p, "M1": p}), Domain(p < 1))
>>> rule = decision_rule(problem, p)
>>> print(rule)
a* =
  a0  if 0 < p <= l01/(l01 + l10)
  a1  if l01/(l01 + l10) < p < 1
>>> rule(p="1/3", l01=1, l10=2), rule.ties(p="1/3", l01=1, l10=2)
('a0', ('a0', 'a1'))

Any letter may be the one solved for.

>>> print(decision_rule(problem, l10))
a* =
  a0  if 0 < l10 <= l01*(1 - p)/p
  a1  if l10 > l01*(1 - p)/p
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sympy import Expr, Symbol

from symdt.display import Displayed, latex_of
from symdt.errors import DomainError, quote
from symdt.exact.domain import Domain
from symdt.exact.optimum import Optimum
from symdt.exact.solver import Budget
from symdt.problems.problem import Problem
from symdt.problems.tree import Tree
from symdt.regions import answer
from symdt.regions.rule import JOINING, Nowhere, Piece, Rule, RuleAnswer, with_equal_cases_joined
from symdt.regions.whole.whole_numbers import whole_rule
from symdt.solve.alternatives import SECONDS, Alternatives, Choice, alternatives
from symdt.solve.risk import optimum_at


@dataclass(frozen=True)
class DecisionRule(RuleAnswer[Any], Displayed):
    """The optimal action as a function of one letter, in cases of the others; holds its question.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> from symdt import decision_rule
    >>> rule = decision_rule(problem, p)
    >>> rule(p=0.5), rule.letter
    ('treat', p)
    """

    alternatives: Alternatives
    rule: Rule
    title: str = ""

    @property
    def problem(self) -> Problem:
        """What was asked."""
        return self.alternatives.source

    @property
    def actions(self) -> tuple[str, ...]:
        """What there is to choose from first."""
        return self.alternatives.actions

    def value(self, piece: Piece) -> Expr:
        """The optimal expected value on a piece."""
        return self.alternatives.value(piece.label)

    @cached_property
    def _never(self) -> tuple[tuple[str, ...], tuple[Nowhere, ...]]:
        shown = {action_of(piece.label) for case in self.rule.cases for piece in case.pieces}
        return self.alternatives.never_optimal(Budget(SECONDS), shown)

    @property
    def never_optimal(self) -> tuple[str, ...]:
        """The actions that attain the optimum at no point of the domain."""
        return self._never[0]

    @property
    def never_reasons(self) -> tuple[Nowhere, ...]:
        """Why: a better action or mixture, or the solver's proof."""
        return self._never[1]

    def __call__(
        self, point: Mapping[Any, Any] | None = None, /, *, fill: str | None = None, **values: Any
    ) -> Any:
        """The optimal action at a point, exactly; at arrays of points, an array of actions.

        Outside the domain: an error, or `fill` if it is given (arrays only).
        """
        given = {**(point or {}), **values}
        if any(hasattr(v, "shape") or isinstance(v, list | tuple) for v in given.values()):
            from symdt.regions.on_arrays import labels_on

            return labels_on(self.rule, given, action_of, fill)
        return action_of(self.rule.label_at(given))

    def choice(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Choice:
        """The whole strategy at a point of the domain."""
        return self.rule.label_at({**(point or {}), **values})

    def ties(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> tuple[str, ...]:
        """Every action that attains the optimum at a point of the domain, the rule's own first."""
        if self.alternatives.solved is not None:  # what was pruned as never needed may still tie
            own = self({**(point or {}), **values})
            return (own, *(b for b in self.alternatives.solved.at(point, **values).ties if b != own))
        return tuple(dict.fromkeys(map(action_of, self.rule.ties_at({**(point or {}), **values}))))

    def strategy_ties(
        self, point: Mapping[Any, Any] | None = None, /, **values: Any
    ) -> dict[str, tuple[str, ...]]:
        """For each decision of the optimal strategy at which several branches are as good, all of them."""
        return optimum_at(self.problem, point, **values).strategy_ties

    def why(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Any:
        """What binds at a point: the margin of every other choice and the nearest tie (see `symdt.solve.why`)."""
        from symdt.solve.why import why

        return why(self, {**(point or {}), **values})

    def __str__(self) -> str:
        from symdt.solve.written.rule_text import to_text

        return to_text(self)

    def to_json(self) -> dict[str, Any]:
        """The rule as `symdt solve --for P --json` prints it."""
        from symdt.solve.written.rule_text import to_json

        return to_json(self)

    def to_latex(self) -> str:
        """The rule as `cases`: the same LaTeX wherever it is asked for."""
        return latex_of(self)

    def to_source(self, name: str = "decide") -> str:
        """A stand-alone Python function, NumPy only."""
        from symdt.solve.written.rule_source import to_source

        return to_source(self, name)

    def to_piecewise(self) -> Expr:
        """A SymPy Piecewise of the actions, as symbols."""
        return self.rule.to_piecewise(action_of)

    def subs(self, *what: Any) -> DecisionRule:
        """The rule with letters replaced by expressions or numbers, as SymPy's `subs`: solved for the same letter."""
        new = self.domain.replacing(*what)
        if self.letter in new:
            raise DomainError(
                f"the rule is solved for {quote(self.letter)}, which is to be replaced: call rule(...) for the action "
                "at a point, or solve for another letter first"
            )
        return decision_rule(self.problem.subs(new), self.letter)

    @property
    def free_symbols(self) -> set[Symbol]:
        """The letters, as SymPy asks for them."""
        return set(self.domain.symbols)


def decision_rule(
    source: Problem | Tree,
    letter: Symbol | str,
    *,
    domain: Domain | None = None,
    optimum: Optimum | None = None,
    seconds: float = SECONDS,
) -> DecisionRule:
    """The optimal action for all values of the letters: cases in the others, exact intervals of `letter`.

    `source` is a problem of any kind, which has its own domain and optimum, or a tree with its `domain`
    and `optimum`; the search may take `seconds`.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> print(decision_rule(problem, p))
    a* =
      wait   if 0 < p <= 1/11
      treat  if 1/11 < p < 1
    """
    budget = Budget(seconds)
    choices = alternatives(source, domain, optimum, seconds, joined=True)
    question = choices.along(letter)
    question.domain.witness  # noqa: B018 - an empty domain is refused here
    rule = with_equal_cases_joined(whole_rule(answer(question, budget)), min(JOINING, budget.left()))
    return DecisionRule(choices, rule, getattr(source, "title", ""))


def action_of(label: Any) -> str:
    """What is chosen first under a label: a choice's action, or the label itself."""
    return label.action if isinstance(label, Choice) else str(label)
