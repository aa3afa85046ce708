"""DecisionProblem: a loss table, a belief about its states, a domain, and what may be observed first (§2).

>>> from sympy import symbols
>>> p, l01, l10 = symbols("p l01 l10")
>>> loss = LossTable.zero_l(["M0", "M1"], false=l01, missed=l10)
>>> problem = DecisionProblem(loss, Belief({"M0": 1 - p, "M1": p}), Domain("0 < p < 1", "l01 > 0", "l10 > 0"))
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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sympy import Expr, Symbol

from symdt.display import Displayed
from symdt.errors import DomainError, TableError, did_you_mean, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Field
from symdt.exact.optimum import Optimum
from symdt.exact.polynomial import as_expr, substituted, to_rational
from symdt.problems.belief import Belief, check_nonnegative, complete
from symdt.problems.loss import LossTable
from symdt.problems.tree import Chance, Decision, Tree, Value

#: The name of the first decision in a strategy.
FIRST = "first"


@dataclass(frozen=True, eq=False)
class Experiment:
    """What may be observed before acting: `likelihood[state][outcome]` is P(outcome | state).

    >>> Experiment("test", {"ill": {"+": 0.9, "-": "rest"}, "well": {"+": 0.2, "-": "rest"}}, cost=3).outcomes
    ('+', '-')
    """

    name: str
    likelihood: Mapping[str, Mapping[str, Expr]]
    cost: Expr = 0

    def __post_init__(self) -> None:
        rows = {
            str(state): {
                str(o): e
                for o, e in complete(row, f"experiment {quote(self.name)} in state {quote(state)}").items()
            }
            for state, row in self.likelihood.items()
        }
        if not rows:
            raise TableError(
                f"the experiment {quote(self.name)} has no rows: give P(outcome | state) for each state"
            )
        outcomes = list(next(iter(rows.values())))
        for state, row in rows.items():
            if list(row) != outcomes:
                raise TableError(
                    f"the experiment {quote(self.name)} has outcomes {list(row)} in state {quote(state)}: expected {outcomes}"
                )
        object.__setattr__(self, "likelihood", rows)
        object.__setattr__(self, "cost", as_expr(self.cost))

    @property
    def outcomes(self) -> tuple[str, ...]:
        """What may be seen."""
        return tuple(next(iter(self.likelihood.values())))

    def of(self, outcome: str) -> dict[str, Expr]:
        """The likelihood of one outcome in each state."""
        return {state: row[outcome] for state, row in self.likelihood.items()}

    @cached_property
    def symbols(self) -> frozenset[Symbol]:
        """The letters that occur."""
        entries = (e for row in self.likelihood.values() for e in row.values())
        return frozenset[Symbol](self.cost.free_symbols).union(*(e.free_symbols for e in entries))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Experiment):
            return NotImplemented
        if (self.name, self.outcomes, list(self.likelihood)) != (
            other.name,
            other.outcomes,
            list(other.likelihood),
        ):
            return False
        field = Field.of(self.symbols | other.symbols)
        mine = [self.cost, *(e for row in self.likelihood.values() for e in row.values())]
        theirs = [other.cost, *(e for row in other.likelihood.values() for e in row.values())]
        return all(field.element(a) == field.element(b) for a, b in zip(mine, theirs, strict=True))

    def __hash__(self) -> int:
        return hash((self.name, self.outcomes))


@dataclass(frozen=True)
class DecisionProblem(Displayed):
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
        given = self.domain if self.domain is not None else Domain()
        if not isinstance(given, Domain):
            raise DomainError(f"the domain is {quote(given)}: give Domain(...)")
        letters = self.loss.symbols.union(self.belief.symbols, *(e.symbols for e in self.experiments))
        object.__setattr__(self, "domain", given.extended(letters))
        self.domain.witness  # noqa: B018 - an empty domain is refused here
        self.belief.check(self.domain)
        for experiment in self.experiments:
            for state, row in experiment.likelihood.items():
                for outcome, probability in row.items():
                    what = f"P({outcome} | {state}) of experiment {quote(experiment.name)}"
                    check_nonnegative(probability, self.domain, what)

    @property
    def optimum(self) -> Optimum:
        """ "min" for losses, "max" for utilities."""
        return self.loss.optimum

    @property
    def alternatives(self) -> tuple[str, ...]:
        """What the first decision offers: every action and every experiment."""
        return (*self.loss.actions, *(e.name for e in self.experiments))

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The parameters, in order of declaration."""
        return self.domain.symbols

    def at(self, values: Mapping[Any, Any]) -> DecisionProblem:
        """The problem with some parameters fixed at values that the domain admits."""
        return fix(self, values)


def fix(problem: DecisionProblem, values: Mapping[Any, Any]) -> DecisionProblem:
    """The problem with some letters replaced by exact numbers."""
    exact = {s: to_rational(v) for s, v in problem.domain.assigned(values).items()}
    domain = problem.domain.restricted_to(exact)
    experiments = tuple(
        replace(
            e,
            likelihood={
                s: {o: substituted(x, exact) for o, x in row.items()} for s, row in e.likelihood.items()
            },
            cost=e.cost.subs(exact),
        )
        for e in problem.experiments
    )
    belief = Belief({s: substituted(e, exact) for s, e in problem.belief.items()})
    return DecisionProblem(problem.loss.subs(exact), belief, domain, experiments, problem.title)


def to_tree(problem: DecisionProblem, *, data: bool = True) -> Tree:
    """The explicit tree of a problem: data ν0, decision ν1, and for each action a_j the random node ν2j.

    An experiment is a branch of ν1 that leads to its outcomes, each with P(outcome), and on to
    the same actions under the posterior P(state | outcome); its cost is part of every value
    behind it. With `data=False` the node ν0, which has one branch, is left out.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> print(to_tree(problem, data=False))
    ν1
      wait: (ν20)
        well [1 - p]: 0
        sick [p]: 10
      treat: (ν21)
        well [1 - p]: 1
        sick [p]: 0
    """
    loss, sign = problem.loss, 1 if problem.optimum == "min" else -1
    branches: dict[str, Tree] = dict(_act(loss, problem.belief, "ν2", Value(0).value))
    for experiment in problem.experiments:
        outcomes: dict[str, tuple[Expr, Tree]] = {}
        for outcome in experiment.outcomes:
            likelihood = experiment.of(outcome)
            chance = problem.belief.evidence(likelihood)
            # an outcome that never happens teaches nothing; the belief is kept so that the tree stays whole
            belief = problem.belief if chance.is_zero else problem.belief.condition(likelihood)
            name = decision_name(experiment.name, outcome)
            outcomes[outcome] = (
                chance,
                Decision(name, _act(loss, belief, f"{name} ", sign * experiment.cost)),
            )
        branches[experiment.name] = Chance(experiment.name, outcomes)
    decision = Decision("ν1", branches)
    return Chance("ν0", {"D": (1, decision)}) if data else decision


def decision_name(experiment: str, outcome: str) -> str:
    """The name of the decision that follows an outcome."""
    return f"{experiment}: {outcome}"


def strategy_names(problem: DecisionProblem) -> dict[str, str]:
    """How a strategy of the problem names the decisions of its tree: "first", then the outcomes."""
    names = {"ν1": FIRST}
    for experiment in problem.experiments:
        names |= {decision_name(experiment.name, o): o for o in experiment.outcomes}
    return names


def _act(loss: LossTable, belief: Belief, prefix: str, cost: Expr) -> dict[str, Tree]:
    nodes: dict[str, Tree] = {}
    for j, action in enumerate(loss.actions):
        losses = loss.column(action)
        nodes[action] = Chance(
            f"{prefix}{j}", {state: (belief[state], Value(losses[state] + cost)) for state in loss.states}
        )
    return nodes


def as_rows(likelihood: Mapping[str, Sequence[Any]], outcomes: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Rows of P(outcome | state) as mappings by outcome; an error if one has another length."""
    rows = {}
    for state, row in likelihood.items():
        if len(row) != len(outcomes):
            raise TableError(
                f"the row of state {quote(state)} has {len(row)} entries for {len(outcomes)} outcomes: give one each"
            )
        rows[state] = dict(zip(outcomes, row, strict=True))
    return rows
