"""DecisionProblem: a loss table, a belief about its states, a domain, and what may be observed first (§2).

>>> from sympy import symbols
>>> p, l01, l10 = symbols("p l01 l10")
>>> loss = LossTable.zero_l(["M0", "M1"], false=l01, missed=l10)
>>> problem = DecisionProblem(loss, Belief({"M0": 1 - p, "M1": p}), Domain("0 < p < 1", "l01 > 0", "l10 > 0"))
>>> from symdt.problems.tree_problem import to_tree
>>> print(to_tree(problem))
(ν0)
  D [1]: ν1
    a0: (ν20)
      M0 [1 - p]: 0
      M1 [p]: l10
    a1: (ν21)
      M0 [1 - p]: l01
      M1 [p]: 0
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

from sympy import Expr, Integer

from symdt.errors import TableError, did_you_mean, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Element
from symdt.exact.optimum import Optimum, sign
from symdt.problems.belief import Belief
from symdt.problems.diagrams.joint import Joint
from symdt.problems.diagrams.node import ChanceNode
from symdt.problems.experiment import Experiment
from symdt.problems.loss import LossTable
from symdt.problems.probabilities import check_defined, check_nonnegative
from symdt.problems.problem import Problem, domain_with
from symdt.problems.tree import Chance, Decision, Tree, Value

#: The name of the first decision in a strategy.
FIRST = "first"
#: More experiments than this, one after the other, are refused.
MAX_SEQUENCE = 4


@dataclass(frozen=True)
class DecisionProblem(Problem):
    """Choose the action of least expected loss (or greatest expected utility) under a belief.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> problem.alternatives
    ('wait', 'treat')
    """

    loss: LossTable
    belief: Belief
    domain: Domain = None  # type: ignore[assignment]
    experiments: tuple[Experiment, ...] = ()
    title: str = ""
    #: At most so many experiments are made, one after the other, each once; independent given the state.
    most: int = 1
    #: The chance factors whose combinations of states are the states, where the belief is made of them.
    factors: tuple[ChanceNode, ...] = field(default=(), compare=False)

    kind: ClassVar[str] = "a table problem"
    has_data: ClassVar[bool] = True

    def __post_init__(self) -> None:  # noqa: C901 - one check for each way in which it can be wrong
        missing = [s for s in self.loss.states if s not in self.belief]
        extra = [str(s) for s in self.belief if s not in self.loss.states]
        if missing:
            hint = did_you_mean(missing[0], extra) if extra else "give its probability"
            raise TableError(
                f"the belief says nothing about state {quote(missing[0])} of the loss table: {hint}"
            )
        if extra:
            raise TableError(f"the loss table has no row for state {quote(extra[0])} of the belief: add one")
        if self.belief.states != self.loss.states:
            object.__setattr__(self, "belief", Belief({s: self.belief[s] for s in self.loss.states}))
        object.__setattr__(self, "experiments", tuple(self.experiments))
        strange = next((e for e in self.experiments if not isinstance(e, Experiment)), None)
        if strange is not None:
            raise TableError(
                f"the experiments hold {quote(strange)}: give a list of Experiment(...); LossTable says the optimum"
            )
        names = [*self.loss.actions, *(e.name for e in self.experiments)]
        twice = next((n for n in names if names.count(n) > 1), None)
        if twice is not None:
            raise TableError(f"{quote(twice)} names two alternatives of the first decision: rename one")
        for experiment in self.experiments:
            if FIRST in experiment.outcomes:
                raise TableError(
                    f"the experiment {quote(experiment.name)} has an outcome {quote(FIRST)}, which in a strategy "
                    "names the first decision: rename the outcome"
                )
            if set(experiment.likelihood) != set(self.loss.states):
                odd = sorted(set(experiment.likelihood) ^ set(self.loss.states))[0]
                raise TableError(
                    f"the experiment {quote(experiment.name)} and the loss table disagree about state {quote(odd)}: "
                    "give one row for each state"
                )
        if not isinstance(self.most, int) or not 1 <= self.most <= MAX_SEQUENCE:
            raise TableError(
                f"at most {quote(self.most)} experiments are allowed: give a whole number from 1 to {MAX_SEQUENCE}"
            )
        if self.factors and Joint(self.factors).belief != self.belief:
            raise TableError(
                "the factors give another belief: leave out the factors, or the belief made of them"
            )
        letters = self.loss.symbols.union(self.belief.symbols, *(e.symbols for e in self.experiments))
        object.__setattr__(self, "domain", domain_with(self.domain, letters))
        self.belief.check(self.domain)
        check_defined(self._paid(), self.domain)
        for experiment in self.experiments:
            for state, row in experiment.likelihood.items():
                for outcome, probability in row.items():
                    what = f"P({outcome} | {state}) of experiment {quote(experiment.name)}"
                    check_nonnegative(probability, self.domain, what)

    def _paid(self) -> Iterator[tuple[str, Expr]]:
        """The entries of the table and what experiments cost, each with its place in words."""
        for state, action, entry in self.loss.cells():
            yield f"the entry of action {quote(action)} in state {quote(state)}", entry
        for experiment in self.experiments:
            yield f"the cost of experiment {quote(experiment.name)}", experiment.cost

    @property
    def optimum(self) -> Optimum:
        """ "min" for losses, "max" for utilities."""
        return self.loss.optimum

    @property
    def alternatives(self) -> tuple[str, ...]:
        """What the first decision offers: every action and every experiment."""
        return (*self.loss.actions, *(e.name for e in self.experiments))

    @property
    def words(self) -> Mapping[str, str]:
        """How a strategy names the decisions of the tree: "first", then the outcomes."""
        names = {"ν1": FIRST}
        if self.most == 1:  # a later decision of several experiments is named with all that was seen
            for experiment in self.experiments:
                names |= {decision_name(experiment.name, o): o for o in experiment.outcomes}
        return names

    @cached_property
    def tree(self) -> Tree:
        """The decision ν1, for each action a_j the random node ν2j, for each experiment its outcomes."""
        return Decision("ν1", self._offers(self.belief, (), Integer(0)))

    def _offers(self, belief: Belief, seen: tuple[tuple[str, str], ...], cost: Expr) -> dict[str, Tree]:
        """What is offered after some outcomes: every action and, while more may be made, every other experiment."""
        prefix = f"{_after(seen)} " if seen else "ν2"
        branches: dict[str, Tree] = dict(_act(self.loss, belief, prefix, cost))
        made = {name for name, _ in seen}
        for experiment in self.experiments if len(seen) < self.most else ():
            if experiment.name in made:
                continue
            paid = cost + sign(self.optimum) * experiment.cost
            outcomes: dict[str, tuple[Expr, Tree]] = {}
            for outcome in experiment.outcomes:
                likelihood = experiment.of(outcome)
                chance = belief.evidence(likelihood)
                # an outcome that never happens teaches nothing; the belief is kept so that the tree stays whole
                after = belief if chance.is_zero else belief.condition(likelihood)
                past = (*seen, (experiment.name, outcome))
                outcomes[outcome] = (chance, Decision(_after(past), self._offers(after, past, paid)))
            name = f"{_after(seen)}, {experiment.name}" if seen else experiment.name
            branches[experiment.name] = Chance(name, outcomes)
        return branches

    @cached_property
    def risks_at_once(self) -> Mapping[str, Element] | None:
        """The expected loss (or utility) R(a) = Σ_M L(M, a) p(M) of each action; None where there are experiments."""
        if self.experiments:
            return None
        field = self.domain.field
        chances = self.belief.elements(field)
        totals = {}
        for j, action in enumerate(self.loss.actions):
            total = field.number(0)
            for state, row in zip(self.loss.states, self.loss.elements, strict=True):
                if not row[j].is_zero:
                    total = total + chances[state] * row[j].into(field)
            totals[action] = total
        return totals

    @property
    def plain(self) -> DecisionProblem:
        """The problem without its experiments: acting at once."""
        return replace(self, experiments=()) if self.experiments else self

    def __str__(self) -> str:
        several = [f"at most {self.most} experiments, one after the other"] if self.most > 1 else []
        lines = [self.headline, str(self.belief), str(self.loss), *map(str, self.experiments), *several]
        return "\n".join(lines)


def decision_name(experiment: str, outcome: str) -> str:
    """The name of the decision that follows an outcome."""
    return f"{experiment}: {outcome}"


def _after(seen: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(decision_name(name, outcome) for name, outcome in seen)


def _act(loss: LossTable, belief: Belief, prefix: str, cost: Expr) -> dict[str, Tree]:
    nodes: dict[str, Tree] = {}
    for j, action in enumerate(loss.actions):
        losses = loss.column(action)
        nodes[action] = Chance(
            f"{prefix}{j}", {state: (belief[state], Value(losses[state] + cost)) for state in loss.states}
        )
    return nodes
