"""The value of information: what knowing more before acting is worth, exactly, for all values of the letters.

With R(a) the expected loss of action a, and V(δ) = Σ_o Σ_s p(s) p(o|s) L(s, δ(o)) that of acting by
the rule δ after seeing the outcome o of an experiment,

    EVSI = min_a R(a) − min_δ V(δ)          (max_δ V − max_a R for utilities),

and EVPI is the same for the experiment that shows the state itself. No posterior is needed:
p(o) p(s|o) is the joint p(s) p(o|s), so every V(δ) is a polynomial where prior, likelihood and
losses are. The decision maker is taken to be indifferent to risk, so that the value of information
is also the highest price worth paying for it.

>>> from sympy import symbols
>>> from symdt.problems.belief import Belief
>>> from symdt.exact.domain import Domain
>>> from symdt.problems.loss import LossTable
>>> q = symbols("q")
>>> car = LossTable(["peach", "lemon"], ["buy", "guarantee", "walk away"], [[60, 20, 0], [-100, 40, 0]], "max")
>>> problem = DecisionProblem(car, Belief({"peach": "rest", "lemon": q}), Domain("0 < q < 1"))
>>> value = evpi(problem)
>>> print(value)
perfect information is worth
  140*q  if 9*q <= 2  (buy; lemon -> guarantee, peach -> buy)
  40*(1 - q)  if 9*q >= 2  (guarantee; lemon -> guarantee, peach -> buy)
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
from dataclasses import replace
from typing import Any

from symdt.analysis.knowing.experiments import open_chances, value_of_learning
from symdt.analysis.knowing.tree_information import value_of_events
from symdt.analysis.knowing.worth import SECONDS, InformationValue
from symdt.analysis.knowing.worth_by_parts import by_parts
from symdt.errors import TableError, did_you_mean, quote
from symdt.exact.field import Element, Field
from symdt.exact.polynomial import as_expr
from symdt.problems.diagrams.diagram import InfluenceDiagram
from symdt.problems.experiment import Experiment
from symdt.problems.kinks.kinked import KinkedProblem
from symdt.problems.problem import Problem, needs
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Decision
from symdt.problems.tree_problem import TreeProblem, as_problem
from symdt.solve.foldback import fold_back

#: A variable of the state: its value in each state.
Variable = Mapping[str, Any] | Callable[[str], Any] | int


def evpi(problem: Problem, *, seconds: float = SECONDS) -> InformationValue:
    """The expected value of perfect information: of learning the state, or all events of a tree, before acting.

    problem: a table, an influence diagram (of the chance nodes that hang on no decision), or a tree whose chance nodes say which event they show (`Chance(…, event="rain")`, or names
    such as "rain | take"); of a tree all that it offers is part of deciding now.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> r = symbols("r")
    >>> problem = DecisionProblem(table, Belief({"rain": r, "dry": "rest"}), Domain("0 < r < 1"))
    >>> evpi(problem).at(r="1/4")
    35/2
    """
    if isinstance(problem := as_problem(problem), KinkedProblem):
        return by_parts(problem, lambda part: evpi(part, seconds=seconds))
    if isinstance(problem, InfluenceDiagram):
        free, others = open_chances(problem)
        if others or problem.memory == "limited":
            return value_of_learning(problem, list(free), name="perfect information", seconds=seconds)
    if has_events(problem):
        return value_of_events(problem, seconds=seconds)
    _needs_states(problem, "evpi")
    assert isinstance(problem, DecisionProblem)
    states = problem.loss.states
    likelihood = {s: {t: int(s == t) for t in states} for s in states}
    return evsi(problem, Experiment("perfect information", likelihood), seconds=seconds)


def evppi(
    problem: Problem,
    variable: Variable | str | Sequence[str],
    *,
    name: str = "",
    seconds: float = SECONDS,
) -> InformationValue:
    """The value of learning one variable: a function of the state, given by its value in each state.

    `variable` is a mapping from states to values, a function, or the position of a component in
    states that are written with commas; of a tree it is the name of an event, or several names.

    >>> from symdt.problems.belief import Belief
    >>> from symdt.problems.loss import LossTable
    >>> loss = LossTable(["wet,warm", "wet,cold", "dry,warm", "dry,cold"], ["in", "out"],
    ...     [[4, 10], [4, 12], [6, 0], [6, 4]])
    >>> problem = DecisionProblem(loss, Belief(dict.fromkeys(loss.states, as_expr(0.25))))
    >>> evppi(problem, 0).at(), evppi(problem, 1).at(), evpi(problem).at()
    (2, 0, 2)
    """
    if isinstance(problem := as_problem(problem), KinkedProblem):
        return by_parts(problem, lambda part: evppi(part, variable, name=name, seconds=seconds))
    if isinstance(problem, InfluenceDiagram) and (problem.memory == "limited" or open_chances(problem)[1]):
        chances = [variable] if isinstance(variable, str) else [str(v) for v in variable]  # type: ignore[union-attr]
        return value_of_learning(problem, chances, name=name, seconds=seconds)
    if has_events(problem):
        if not isinstance(variable, str | Sequence):
            raise TableError(f"of a tree {quote(variable)} is learnt: give the name of an event, or several")
        return value_of_events(problem, variable, name=name, seconds=seconds)
    _needs_states(problem, "evppi")
    assert isinstance(problem, DecisionProblem)
    if isinstance(variable, str) or (isinstance(variable, Sequence) and not isinstance(variable, Mapping)):
        raise TableError(
            f"{quote(variable)} is no variable of a table: give its value in each state, or a component's position"
        )
    return evsi(problem, learning(problem, variable, name), seconds=seconds)


def learning(problem: DecisionProblem, variable: Variable, name: str = "") -> Experiment:
    """The experiment that shows the value of a variable of the state, without error."""
    _needs_states(problem, "evppi")
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
    if isinstance(whole := as_problem(problem), KinkedProblem):
        named = experiment if isinstance(experiment, str) else experiment.name
        given = experiment if experiment not in getattr(whole.stated, "experiments", ()) else named
        return by_parts(whole, lambda part: evsi(part, given, seconds=seconds))  # type: ignore[arg-type]
    _needs_states(problem, "evsi")
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
    at_once = Decision("at once", {a: e.to_expr() for a, e in (plain.plain.risks_at_once or {}).items()})
    before = fold_back(at_once, domain=domain, optimum=optimum, seconds=seconds, check=False)
    prior = tuple((before.label(alternative), alternative.value) for alternative in before.alternatives)
    is_exact = solved.is_exact and before.is_exact
    return InformationValue(
        experiment.name, domain, optimum, prior, informed, experiment.cost, is_exact, seconds
    )


def has_events(problem: Any) -> bool:
    """Whether what may be known of a problem are events: of a tree, and of a diagram in which nothing is forgotten.

    problem: of any kind.
    """
    is_diagram = isinstance(problem, InfluenceDiagram) and problem.memory == "full"
    return is_diagram or isinstance(problem, TreeProblem)


def _needs_states(problem: Any, verb: str) -> None:
    """Information is about states, which a table has and a tree has not."""
    needs(
        DecisionProblem,
        problem,
        verb,
        "state the problem as a table, or ask observation_value of an influence diagram",
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
