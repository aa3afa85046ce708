"""Decision rules: which action is optimal, for all values of the letters at once (§2.2, Example 2).

>>> from sympy import symbols
>>> from symdt.belief import Belief
>>> from symdt.domain import Domain
>>> from symdt.loss import LossTable
>>> p, l01, l10 = symbols("p l01 l10", positive=True)
>>> loss = LossTable.zero_l(["M0", "M1"], false=l01, missed=l10)
>>> problem = DecisionProblem(loss, Belief({"M0": 1 - p, "M1": p}), Domain(p < 1))
>>> rule = decision_rule(problem, p)
>>> print(rule)
a* =
  a0  if 0 < p <= l01/(l01 + l10)
  a1  if l01/(l01 + l10) < p < 1
>>> rule(p="1/3", l01=1, l10=2), rule.ties(p="1/3", l01=1, l10=2)
('a0', ('a0', 'a1'))

Any parameter may be the one solved for.

>>> print(decision_rule(problem, l10))
a* =
  a0  if 0 < l10 <= (-l01*p + l01)/p
  a1  if l10 > (-l01*p + l01)/p
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from sympy import Expr, Symbol

from symdt.algebra import Element
from symdt.display import Displayed
from symdt.domain import Domain
from symdt.errors import DomainError, TreeError, did_you_mean, quote
from symdt.foldback import Alternative, Solved, fold_back
from symdt.loss import Optimum
from symdt.problem import FIRST, DecisionProblem, strategy_names, to_tree
from symdt.regions import cells, envelope, implicit, orderings
from symdt.regions.implicit import Regions
from symdt.regions.rule import Case, Nowhere, Piece, Question, Rule, reduced
from symdt.risk import risk_elements, risks
from symdt.solver import Budget
from symdt.tree import Chance, Decision, Tree, Value, first_decision
from symdt.tree_problem import TreeProblem

#: Seconds that the derivation of one rule may take.
SECONDS = 60.0


@dataclass(frozen=True)
class Choice:
    """What is done: the action at the first decision, and the branch at every decision that is reached."""

    action: str
    strategy: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        later = [f"{d}: {b}" for d, b in self.strategy if d != FIRST and b != self.action]
        if not later or "; ".join(later) == self.action:
            return self.action
        return f"{self.action} ({', '.join(later)})"


@dataclass(frozen=True)
class Alternatives:
    """What there is to choose from: every choice with its expected value on the domain."""

    source: DecisionProblem | Tree
    domain: Domain
    optimum: Optimum
    choices: tuple[tuple[Choice, Element], ...]
    actions: tuple[str, ...]
    values: Mapping[str, Expr] = field(compare=False)
    solved: Solved | None = field(default=None, compare=False, repr=False)
    names: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def of_each_action(self) -> tuple[tuple[Choice, Element], ...]:
        """What is kept behind each branch of the first decision, also where another branch is as good."""
        decision = first_decision(self.solved.tree) if self.solved is not None else None
        if self.solved is None or decision is None:
            return self.choices
        branches = self.solved.branch_alternatives(decision).values()
        return tuple(_choice(self.solved, a, self.names) for kept in branches for a in kept)

    def never_optimal(self, budget: Budget) -> tuple[tuple[str, ...], tuple[Nowhere, ...]]:
        """The actions that attain the optimum nowhere, and the reasons where these are about actions alone."""
        sign = 1 if self.optimum == "min" else -1
        if self.solved is not None:
            decision = first_decision(self.solved.tree)
            if decision is None:
                return (), ()
            kept = self.solved.optimal_branches(decision)
            lost = tuple(a for a in self.actions if a not in kept)
            return lost, tuple(Nowhere(a) for a in lost)
        reasons = []
        for choice, _ in self.choices:
            if implicit.never(self.choices, choice, self.domain, sign, budget):
                reasons.append(implicit.reason(choice, self.choices, self.domain, sign, budget))
        return tuple(r.label.action for r in reasons), tuple(reasons)  # type: ignore[attr-defined]


def alternatives(
    source: DecisionProblem | TreeProblem | Tree,
    domain: Domain | None = None,
    optimum: Optimum = "min",
    seconds: float = SECONDS,
) -> Alternatives:
    """The choices of a problem or a tree with their expected values, those nowhere needed left out."""
    if isinstance(source, DecisionProblem | TreeProblem) and domain is not None:
        raise DomainError("a decision problem has its own domain: give it there")
    if isinstance(source, TreeProblem):
        domain, optimum, source = source.domain, source.optimum, source.tree
    if isinstance(source, DecisionProblem):
        if not source.experiments:
            choices = tuple((Choice(a, ((FIRST, a),)), e) for a, e in risk_elements(source).items())
            return Alternatives(
                source, source.domain, source.loss.optimum, choices, source.alternatives, risks(source)
            )
        solved = fold_back(
            to_tree(source), domain=source.domain, optimum=source.loss.optimum, seconds=seconds, check=False
        )
        names = strategy_names(source)
    elif isinstance(source, Decision | Chance | Value):
        solved = fold_back(source, domain=domain, optimum=optimum, seconds=seconds)
        names = {}
    else:
        raise TreeError(f"{quote(type(source).__name__)} is neither a problem nor a tree: give one of them")
    made = [_choice(solved, alternative, names) for alternative in solved.alternatives]
    first = first_decision(solved.tree)
    actions = first.actions if first is not None else tuple(c.action for c, _ in made)
    return Alternatives(
        source, solved.domain, solved.optimum, tuple(made), actions, solved.values, solved, names
    )


def _choice(solved: Solved, alternative: Alternative, names: Mapping[str, str]) -> tuple[Choice, Element]:
    strategy = tuple((names.get(d, d), b) for d, b in solved.strategy(alternative).items())
    return Choice(solved.label(alternative), strategy), alternative.value


@dataclass(frozen=True)
class DecisionRule(Displayed):
    """The optimal action as a function of one parameter, in cases of the others; holds its question.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> from symdt import decision_rule
    >>> rule = decision_rule(problem, p)
    >>> rule(p=0.5), rule.parameter
    ('treat', p)
    """

    alternatives: Alternatives
    rule: Rule
    title: str = ""

    @property
    def parameter(self) -> Symbol:
        """The parameter solved for."""
        return self.rule.question.parameter

    @property
    def domain(self) -> Domain:
        """Where the rule holds."""
        return self.rule.question.domain

    @property
    def optimum(self) -> Optimum:
        """ "min" for losses, "max" for utilities."""
        return self.rule.question.optimum

    @property
    def cases(self) -> tuple[Case, ...]:
        """The cases in the other parameters."""
        return self.rule.cases

    @property
    def is_complete(self) -> bool:
        """False where the budget ended before the cases covered the domain."""
        return self.rule.is_complete

    def value(self, piece: Piece) -> Expr:
        """The optimal expected value on a piece."""
        return dict(self.alternatives.choices)[piece.label].to_expr()  # type: ignore[index]

    @cached_property
    def _never(self) -> tuple[tuple[str, ...], tuple[Nowhere, ...]]:
        return self.alternatives.never_optimal(Budget(SECONDS))

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
            from symdt.regions.evaluate import labels_on

            return labels_on(self.rule, given, _action, fill)
        return _action(self.rule.label_at(given))

    def choice(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Choice:
        """The whole strategy at a point of the domain."""
        return self.rule.label_at({**(point or {}), **values})  # type: ignore[return-value]

    def ties(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> tuple[str, ...]:
        """Every action that attains the optimum at a point of the domain, the rule's own first."""
        if self.alternatives.solved is not None:  # what was pruned as never needed may still tie
            own = self({**(point or {}), **values})
            return (own, *(b for b in self.alternatives.solved.at(point, **values).ties if b != own))
        return tuple(dict.fromkeys(map(_action, self.rule.ties_at({**(point or {}), **values}))))

    def why(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Any:
        """What binds at a point: the margin of every other choice and the nearest tie (see `symdt.why`)."""
        from symdt.why import why

        return why(self, {**(point or {}), **values})

    def __str__(self) -> str:
        from symdt.rule_formats import to_text

        return to_text(self)

    def to_json(self) -> dict[str, Any]:
        """The rule as `symdt solve --for P --json` prints it."""
        from symdt.rule_formats import to_json

        return to_json(self)

    def to_latex(self) -> str:
        """The rule as `cases`."""
        from symdt.rule_formats import to_latex

        return to_latex(self)

    def to_source(self, name: str = "decide") -> str:
        """A stand-alone Python function, NumPy only."""
        from symdt.rule_formats import to_source

        return to_source(self, name)

    def to_piecewise(self) -> Expr:
        """A SymPy Piecewise of the actions, as symbols."""
        return self.rule.to_piecewise(_action)

    def _repr_latex_(self) -> str:
        return f"$$\n{self.to_latex()}\n$$"


def decision_rule(
    source: DecisionProblem | TreeProblem | Tree,
    parameter: Symbol | str,
    *,
    domain: Domain | None = None,
    optimum: Optimum = "min",
    seconds: float = SECONDS,
) -> DecisionRule:
    """The optimal action for all values of the letters: cases in the others, exact intervals of `parameter`.

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
    choices = alternatives(source, domain, optimum, seconds)
    question = Question(
        choices.choices, choices.domain, _parameter(parameter, choices.domain), choices.optimum
    )
    question.domain.witness  # noqa: B018 - an empty domain is refused here
    if not envelope.accepts(question):
        # the same comparisons, without what all functions share: a posterior's denominator, for instance
        question = replace(question, functions=reduced(question.functions, question.domain, budget))
    engine = envelope if envelope.accepts(question) else cells
    return DecisionRule(choices, engine.solve(question, budget), getattr(source, "title", ""))


def risk_orderings(
    source: DecisionProblem, parameter: Symbol | str, *, seconds: float = SECONDS
) -> DecisionRule:
    """The full ordering of the risks along a parameter, best first, in cases of the others (Figure 3).

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> print(risk_orderings(problem, p))
    a* =
      ('wait', 'treat')  if 0 < p <= 1/11
      ('treat', 'wait')  if 1/11 < p < 1
    """
    choices = alternatives(source, seconds=seconds)
    functions = tuple((choice.action, value) for choice, value in choices.choices)
    question = Question(functions, choices.domain, _parameter(parameter, choices.domain), choices.optimum)
    return DecisionRule(choices, orderings.solve(question, Budget(seconds)), source.title)


@dataclass(frozen=True)
class DecisionRegions(Displayed):
    """For each choice that is optimal somewhere: its inequalities and a point where they hold."""

    alternatives: Alternatives
    answer: Regions
    title: str = ""

    @property
    def regions(self) -> dict[str, implicit.Region]:
        """The region of each choice, by its name."""
        return {str(region.label): region for region in self.answer.regions}

    @property
    def is_complete(self) -> bool:
        """False where the budget ended first."""
        return self.answer.is_complete

    @property
    def never_optimal(self) -> tuple[str, ...]:
        """The actions that attain the optimum at no point of the domain."""
        if self.alternatives.solved is not None:
            return self.alternatives.never_optimal(Budget(SECONDS))[0]
        return tuple(_action(reason.label) for reason in self.answer.nowhere)

    def __str__(self) -> str:
        from symdt.rule_formats import regions_to_text

        return regions_to_text(self)

    def to_json(self) -> dict[str, Any]:
        """The regions as `symdt solve --json` prints them."""
        from symdt.rule_formats import regions_to_json

        return regions_to_json(self)


def decision_regions(
    source: DecisionProblem | TreeProblem | Tree,
    *,
    domain: Domain | None = None,
    optimum: Optimum = "min",
    seconds: float = SECONDS,
) -> DecisionRegions:
    """Where each choice is optimal, as irredundant polynomial inequalities in all parameters.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> decision_regions(problem).to_json()["regions"]["wait"]["if"]
    ['11*p <= 1']
    """
    budget = Budget(seconds)
    choices = alternatives(source, domain, optimum, seconds)
    answer = implicit.solve(choices.of_each_action, choices.domain, choices.optimum, budget)
    return DecisionRegions(choices, answer, getattr(source, "title", ""))


def _parameter(parameter: Symbol | str, domain: Domain) -> Symbol:
    name = getattr(parameter, "name", parameter)
    for symbol in domain.symbols:
        if symbol.name == name:
            return symbol
    raise DomainError(f"{quote(name)} is no parameter: {did_you_mean(str(name), domain.field.names)}")


def _action(label: Any) -> str:
    if isinstance(label, tuple):
        return " < ".join(map(str, label))
    return label.action if isinstance(label, Choice) else str(label)
