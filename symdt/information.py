"""The value of information: what knowing more before acting is worth, exactly, for all values of the letters.

With R(a) the expected loss of action a, and V(δ) = Σ_o Σ_s p(s) p(o|s) L(s, δ(o)) that of acting by
the rule δ after seeing the outcome o of an experiment,

    EVSI = min_a R(a) − min_δ V(δ)          (max_δ V − max_a R for utilities),

and EVPI is the same for the experiment that shows the state itself. No posterior is needed:
p(o) p(s|o) is the joint p(s) p(o|s), so every V(δ) is a polynomial where prior, likelihood and
losses are. The decision maker is taken to be indifferent to risk, so that the value of information
is also the highest price worth paying for it.

>>> from sympy import symbols
>>> from symdt.belief import Belief
>>> from symdt.domain import Domain
>>> from symdt.loss import LossTable
>>> q = symbols("q")
>>> car = LossTable(["peach", "lemon"], ["buy", "guarantee", "walk away"], [[60, 20, 0], [-100, 40, 0]], "max")
>>> problem = DecisionProblem(car, Belief({"peach": "rest", "lemon": q}), Domain("0 < q < 1"))
>>> value = evpi(problem)
>>> print(value)
perfect information is worth
  140*q  if 9*q <= 2  (buy; lemon -> guarantee, peach -> buy)
  40 - 40*q  if 9*q >= 2  (guarantee; lemon -> guarantee, peach -> buy)
>>> value.at(q="1/5")
28

A test that errs is worth less; where no outcome would change the action it is worth nothing.

>>> test = Experiment("test", {"peach": {"good": 0.9, "bad": "rest"}, "lemon": {"good": 0.6, "bad": "rest"}}, cost=2)
>>> worth = evsi(problem, test)
>>> worth.at(q="1/5"), worth.net_at(q="1/5")
(8, 6)
>>> for part in worth.useless:
...     print(part.action, "anyway if", part)
buy anyway if 15*q <= 1
guarantee anyway if 10*q >= 3

Law: 0 ≤ EVSI ≤ EVPI.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from sympy import And, Expr, Max, Min, Piecewise

from symdt.algebra import Element, Field, Number, as_expr, to_rational
from symdt.display import Displayed
from symdt.domain import Domain
from symdt.errors import TableError, did_you_mean, quote
from symdt.foldback import fold_back
from symdt.loss import Optimum
from symdt.problem import DecisionProblem, Experiment
from symdt.regions.overlay import Part, not_above, overlay
from symdt.risk import risk_elements
from symdt.solver import Budget
from symdt.tree import Chance, Decision

#: Seconds that one value of information may take.
SECONDS = 60.0

#: What is done after each outcome, by name.
Strategy = tuple[tuple[str, str], ...]
#: A variable of the state: its value in each state.
Variable = Mapping[str, Any] | Callable[[str], Any] | int


@dataclass(frozen=True)
class Worth:
    """A piece of the value of information: `value` where all `part.conditions` hold.

    There `action` is optimal without the information and `strategy` with it.
    """

    action: str
    strategy: Strategy
    value: Expr
    part: Part

    def __str__(self) -> str:
        informed = ", ".join(f"{o} -> {a}" for o, a in self.strategy)
        return f"{self.value}  if {self.part}  ({self.action}; {informed})"


@dataclass(frozen=True)
class Idle(Part):
    """A part of the domain where the information changes nothing worth having: do `action` anyway."""

    action: str = ""

    __str__ = Part.__str__


@dataclass(frozen=True)
class InformationValue(Displayed):
    """The value of some information: the optimum without it against the optimum with it.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> r = symbols("r")
    >>> problem = DecisionProblem(table, Belief({"rain": r, "dry": "rest"}), Domain("0 < r < 1"))
    >>> from symdt import evpi
    >>> value = evpi(problem)
    >>> value.at(r="1/4")
    35/2
    """

    name: str
    domain: Domain
    optimum: Optimum
    prior: tuple[tuple[str, Element], ...]  # the actions without the information that are somewhere needed
    informed: tuple[tuple[Strategy, Element], ...]  # the strategies with it, its cost left out
    cost: Expr
    is_exact: bool = True  # False where the budget ended first: some strategies may be superfluous
    seconds: float = field(default=SECONDS, compare=False, repr=False)

    @property
    def sign(self) -> int:
        """1 for losses, -1 for utilities."""
        return 1 if self.optimum == "min" else -1

    @cached_property
    def expression(self) -> Expr:
        """The gross value, before the cost: a difference of two optima."""
        before = self._best(tuple(f for _, f in self.prior))
        after = self._best(tuple(f for _, f in self.informed))
        return before - after if self.optimum == "min" else after - before

    @property
    def highest_price(self) -> Expr:
        """The highest price at which the information is worth buying: its gross value."""
        return self.expression

    @property
    def net(self) -> Expr:
        """The gross value less the cost; negative where the information is not worth its cost."""
        return self.expression - self.cost

    def _best(self, elements: Sequence[Element]) -> Expr:
        values = [e.to_expr() for e in dict.fromkeys(elements)]
        if all(v.is_Rational for v in values):
            return min(values) if self.optimum == "min" else max(values)
        return (
            values[0]
            if len(values) == 1
            else (Min if self.optimum == "min" else Max)(*values, evaluate=False)
        )

    def at(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Expr:
        """The gross value at a point of the domain, exactly."""
        return to_rational(self._at(self.domain.check_point({**(point or {}), **values})))

    def net_at(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Expr:
        """The value less the cost at a point of the domain, exactly."""
        where = self.domain.check_point({**(point or {}), **values})
        return to_rational(self._at(where) - self.domain.field.element(self.cost).at(where))

    def _at(self, values: Sequence[Number]) -> Number:
        before = min(self.sign * f.at(values) for _, f in self.prior)
        return before - min(self.sign * f.at(values) for _, f in self.informed)

    @cached_property
    def pieces(self) -> tuple[Worth, ...]:
        """The value as rational functions, each with the part of the domain where it is that function.

        Parts meet in their boundaries, where their values agree; parts without an inside that
        other parts cover are left out.
        """
        budget = Budget(self.seconds)
        found: list[Worth] = []
        for action, risk in self.prior:
            before = not_above(risk, [f for _, f in self.prior], self.domain, self.sign, budget)
            if overlay(before, self.domain, budget) is None:
                continue
            for strategy, value in self.informed:
                after = not_above(value, [f for _, f in self.informed], self.domain, self.sign, budget)
                part = overlay([*before, *after], self.domain, budget)
                if part is not None and (not part.witness or self._is_inside(part)):
                    gain = (risk - value) if self.optimum == "min" else (value - risk)
                    found.append(Worth(action, strategy, gain.to_expr(), part))
        return tuple(found)

    def _is_inside(self, part: Part) -> bool:
        values = [dict(part.witness)[s] for s in self.domain.field.symbols]
        if not all(v.is_Rational for v in values):
            return True  # the solver's algebraic points; a part too many does no harm
        numbers = self.domain.field.values(dict(part.witness))
        return all(c.poly(*numbers) != 0 for c in part.conditions)

    @cached_property
    def useless(self) -> tuple[Idle, ...]:
        """Where the information is worth nothing: for each action, where it stays optimal whatever is seen."""
        return self._idle(self.domain.field.number(0))

    @cached_property
    def not_worth_its_cost(self) -> tuple[Idle, ...]:
        """Where the net value is not positive: for each action, where doing it at once is as good as paying."""
        return self._idle(self.domain.field.element(self.cost))

    def _idle(self, cost: Element) -> tuple[Idle, ...]:
        # EVSI <= c iff some action is, at once, as good as every strategy with c added to its loss
        budget, found = Budget(self.seconds), []
        for action, risk in self.prior:
            others = [f + cost * self.sign for _, f in self.informed]
            part = overlay(
                not_above(risk, others, self.domain, self.sign, budget),
                self.domain,
                budget,
            )
            if part is not None:
                found.append(Idle(part.conditions, part.witness, part.is_decided, action))
        return tuple(found)

    def to_piecewise(self) -> Expr:
        """The value as a SymPy Piecewise."""
        return Piecewise(
            *((w.value, And(*(c.to_relational() for c in w.part.conditions))) for w in self.pieces)
        )

    def to_json(self) -> dict[str, Any]:
        """The value, its pieces and where it is nothing, as texts that SymPy reads."""

        def part(p: Part) -> dict[str, Any]:
            return {
                "if": [c.to_text() for c in p.conditions],
                "witness": {s.name: str(v) for s, v in p.witness},
            }

        return {
            "format": 1,
            "name": self.name,
            "value": str(self.expression),
            "cost": str(self.cost),
            "pieces": [
                {"action": w.action, "strategy": dict(w.strategy), "value": str(w.value), **part(w.part)}
                for w in self.pieces
            ],
            "useless": [{"action": p.action, **part(p)} for p in self.useless],
            "not_worth_its_cost": [{"action": p.action, **part(p)} for p in self.not_worth_its_cost],
        }

    def __str__(self) -> str:
        if not self.domain.symbols:
            return f"{self.name} is worth {self.at()}"
        return f"{self.name} is worth\n" + "\n".join(f"  {w}" for w in self.pieces)


def evpi(problem: DecisionProblem, *, seconds: float = SECONDS) -> InformationValue:
    """The expected value of perfect information: of learning the state before acting.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> r = symbols("r")
    >>> problem = DecisionProblem(table, Belief({"rain": r, "dry": "rest"}), Domain("0 < r < 1"))
    >>> evpi(problem).at(r="1/4")
    35/2
    """
    states = problem.loss.states
    likelihood = {s: {t: int(s == t) for t in states} for s in states}
    return evsi(problem, Experiment("perfect information", likelihood), seconds=seconds)


def evppi(
    problem: DecisionProblem, variable: Variable, *, name: str = "", seconds: float = SECONDS
) -> InformationValue:
    """The value of learning one variable: a function of the state, given by its value in each state.

    `variable` is a mapping from states to values, a function, or the position of a component in
    states that are written with commas.

    >>> from symdt.belief import Belief
    >>> from symdt.loss import LossTable
    >>> loss = LossTable(["wet,warm", "wet,cold", "dry,warm", "dry,cold"], ["in", "out"],
    ...     [[4, 10], [4, 12], [6, 0], [6, 4]])
    >>> problem = DecisionProblem(loss, Belief(dict.fromkeys(loss.states, as_expr(0.25))))
    >>> evppi(problem, 0).at(), evppi(problem, 1).at(), evpi(problem).at()
    (2, 0, 2)
    """
    return evsi(problem, learning(problem, variable, name), seconds=seconds)


def learning(problem: DecisionProblem, variable: Variable, name: str = "") -> Experiment:
    """The experiment that shows the value of a variable of the state, without error."""
    states = problem.loss.states
    if isinstance(variable, int):
        parts = {s: s.strip("{}()").split(",") for s in states}
        short = next((s for s in states if not -len(parts[s]) <= variable < len(parts[s])), None)
        if short is not None:
            raise TableError(
                f"the state {quote(short)} has no component {variable}: give a mapping from states to values"
            )
        values = {s: parts[s][variable].strip() for s in states}
    elif callable(variable):
        values = {s: str(variable(s)) for s in states}
    else:
        missing = next((s for s in states if s not in variable), None)
        if missing is not None:
            hint = did_you_mean(missing, map(str, variable))
            raise TableError(f"the variable has no value in state {quote(missing)}: {hint}")
        values = {s: str(variable[s]) for s in states}
    seen = list(dict.fromkeys(values.values()))
    return Experiment(name or "the variable", {s: {v: int(values[s] == v) for v in seen} for s in states})


def evsi(
    problem: DecisionProblem, experiment: Experiment | str, *, seconds: float = SECONDS
) -> InformationValue:
    """The expected value of sample information: of seeing the outcome of one experiment before acting.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> r = symbols("r")
    >>> problem = DecisionProblem(table, Belief({"rain": r, "dry": "rest"}), Domain("0 < r < 1"))
    >>> from symdt import Experiment
    >>> forecast = Experiment("forecast", {"rain": {"bad": 0.8, "good": "rest"}, "dry": {"bad": 0.2, "good": "rest"}})
    >>> evsi(problem, forecast).at(r="1/2")
    20
    """
    if isinstance(experiment, str):
        known = {e.name: e for e in problem.experiments}
        if experiment not in known:
            raise TableError(
                f"the problem has no experiment {quote(experiment)}: {did_you_mean(experiment, known)}"
            )
        experiment = known[experiment]
    plain = DecisionProblem(problem.loss, problem.belief, problem.domain, (experiment,), problem.title)
    domain, optimum = plain.domain, plain.loss.optimum
    joint = _joint_losses(plain, experiment)
    # The tree has equal weights 1/N and values N·Σ_s p(s) p(o|s) L(s, a), so that folding it back
    # meets polynomials only; its value is that of the tree with p(o) and posteriors.
    n = len(joint)
    tree = Chance(
        experiment.name,
        {
            o: (as_expr(1) / n, Decision(o, {a: (e * n).to_expr() for a, e in losses.items()}))
            for o, losses in joint.items()
        },
    )
    solved = fold_back(tree, domain=domain, optimum=optimum, seconds=seconds, check=False)
    informed = tuple(
        (tuple(sorted(solved.strategy(alternative).items())), alternative.value)
        for alternative in solved.alternatives
    )
    at_once = Decision("at once", {a: e.to_expr() for a, e in risk_elements(plain).items()})
    before = fold_back(at_once, domain=domain, optimum=optimum, seconds=seconds, check=False)
    prior = tuple((before.label(alternative), alternative.value) for alternative in before.alternatives)
    is_exact = solved.is_exact and before.is_exact
    return InformationValue(
        experiment.name, domain, optimum, prior, informed, experiment.cost, is_exact, seconds
    )


def _joint_losses(problem: DecisionProblem, experiment: Experiment) -> dict[str, dict[str, Element]]:
    """Σ_s p(s) p(o|s) L(s, a) for each outcome o that can happen and each action a."""
    ring = problem.domain.field
    chances = {s: ring.element(problem.belief[s]) for s in problem.loss.states}
    entries = {
        s: [ring.element(e) for e in row]
        for s, row in zip(problem.loss.states, problem.loss.entries, strict=True)
    }
    found: dict[str, dict[str, Element]] = {}
    for outcome in experiment.outcomes:
        likelihood = experiment.of(outcome)
        weights = {s: chances[s] * ring.element(likelihood[s]) for s in problem.loss.states}
        if all(w.is_zero for w in weights.values()):
            continue
        found[outcome] = {
            a: sum((w * entries[s][j] for s, w in weights.items() if not w.is_zero), ring.number(0))
            for j, a in enumerate(problem.loss.actions)
        }
    return found


def merged(experiment: Experiment, *, short: bool = False) -> Experiment:
    """The same information with fewer outcomes: those with proportional likelihoods are one.

    With `short` such an outcome is named after the first of its kind, with their number.

    >>> twice = Experiment("two balls", {"a": {"rb": 0.25, "br": 0.25, "rr": "rest"}, "b": {"rb": 0.1, "br": 0.1, "rr": "rest"}})
    >>> merged(twice).outcomes
    ('rb|br', 'rr')
    """
    ring = Field.of(experiment.symbols)
    states = list(experiment.likelihood)
    groups: dict[tuple[Any, ...], list[str]] = {}
    columns: dict[tuple[Any, ...], list[Element]] = {}
    for outcome in experiment.outcomes:
        column = [ring.element(experiment.likelihood[s][outcome]) for s in states]
        first = next((c for c in column if not c.is_zero), None)
        if first is None:
            continue
        key = tuple(c / first for c in column)
        groups.setdefault(key, []).append(outcome)
        columns[key] = (
            [a + b for a, b in zip(columns[key], column, strict=True)] if key in columns else column
        )
    labels = {
        key: names[0] + (f" (and {len(names) - 1} like it)" if len(names) > 1 else "")
        if short
        else "|".join(names)
        for key, names in groups.items()
    }
    likelihood = {s: {labels[key]: columns[key][i].to_expr() for key in groups} for i, s in enumerate(states)}
    return replace(experiment, likelihood=likelihood)


def worth_of_all(
    problem: DecisionProblem, experiments: Iterable[Experiment] | None = None, *, seconds: float = SECONDS
) -> dict[str, InformationValue]:
    """Perfect information and every experiment of the problem (or those given), by name."""
    values = [evpi(problem, seconds=seconds)]
    values += [evsi(problem, e, seconds=seconds) for e in (experiments or problem.experiments)]
    return {v.name: v for v in values}
