"""Search: greedy on the risk and K2 on the posterior, as traces that can be printed and compared (§3, §4).

Both start without arcs and add the best arc as long as that helps. For a disintegrable loss
R_{S∪j} − R_S does not depend on S, so greedy on the risk ends at a Bayes action. K2 climbs the
posterior instead, and may end elsewhere.

>>> from symdt.networks.local_space import LocalSpace
>>> from symdt.networks.sample import Sample
>>> sample = Sample.from_cases(["Y", "A", "B"], [(0, 0, 0), (1, 1, 1)])
>>> from symdt.networks.search_differences import compare
>>> print(compare(sample, LocalSpace("Y", ("A", "B"))))
greedy on the risk
  {}: 8/7
    + A: 1  <-
    + B: 1
  {A}: 1
    + B: 6/7  <-
  {A,B}: 6/7
K2 on the posterior
  {}: 1/7
    + A: 2/7  <-
    + B: 2/7
  {A}: 2/7
    + B: 2/7
they end in different models; Bayes action {A,B}; most probable {A} or {B} or {A,B}

Two cases are the fewest on which they differ (one case leaves all models equally probable).
Without a tie it takes three:

>>> from symdt.networks.search_differences import smallest_difference
>>> smallest_difference(2, 3, ties="none").sample.n
3
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Expr

from symdt.errors import ExpressionError, TableError, quote
from symdt.exact.polynomial import Number, as_expr, to_number, to_rational
from symdt.networks.rules.parent_interval import BooleanInterval
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.models.arc import Arc, set_label
from symdt.problems.models.model import Model


@dataclass(frozen=True)
class Step:
    """One look around: the value at hand, the value of each arc that could be added, and the one taken."""

    model: Model
    value: Expr
    options: tuple[tuple[Arc, Expr], ...]
    taken: Arc | None

    @property
    def has_tie(self) -> bool:
        """Whether the choice hung on a tie: between the best two options, or the best one and staying."""
        values = [v for _, v in self.options]
        if not values:
            return False
        if self.taken is None:
            return self.value in values
        best = dict(self.options)[self.taken]
        return values.count(best) > 1


@dataclass(frozen=True)
class Trace:
    """A search from the null model upwards, step by step."""

    method: str
    steps: tuple[Step, ...]

    @property
    def result(self) -> Model:
        """Where the search ended."""
        return self.steps[-1].model

    @property
    def has_tie(self) -> bool:
        """Whether a step hung on a tie."""
        return any(step.has_tie for step in self.steps)

    def __str__(self) -> str:
        lines = [self.method]
        for step in self.steps:
            lines.append(f"  {label_of(step.model)}: {step.value}")
            for arc, value in step.options:
                lines.append(f"    + {arc.parent}: {value}{'  <-' if arc == step.taken else ''}")
        return "\n".join(lines)


def greedy(loss: LossTable, belief: Belief) -> Trace:
    """Add the arc that lowers the risk most, as long as one lowers it; for losses and beliefs without letters."""
    risks = risks_at(loss, belief)
    sign = -1 if loss.optimum == "min" else 1
    return _climb("greedy on the risk", risks, loss.arcs, sign)


def k2_trace(belief: Belief, models: Mapping[str, Model]) -> Trace:
    """Add the arc that raises the posterior probability most, as long as one raises it (Cooper and Herskovits)."""
    values = {model: number_at(belief[name]) for name, model in models.items()}
    arcs = tuple(dict.fromkeys(arc for model in models.values() for arc in model))
    return _climb("K2 on the posterior", values, arcs, 1)


def _climb(method: str, values: Mapping[Model, Number], arcs: tuple[Arc, ...], sign: int) -> Trace:
    if Model() not in values:
        raise TableError("no value is given for the null model: the search starts there")
    steps: list[Step] = []
    model = Model()
    while True:
        options = [
            (arc, values[model | Model([arc])])
            for arc in arcs
            if arc not in model and (model | Model([arc])) in values
        ]
        best = max(options, key=lambda o: sign * o[1], default=None)  # the first of equals
        taken = best[0] if best is not None and sign * best[1] > sign * values[model] else None
        exact = tuple((arc, to_rational(v)) for arc, v in options)
        steps.append(Step(model, to_rational(values[model]), exact, taken))
        if taken is None:
            return Trace(method, tuple(steps))
        model = model | Model([taken])


def risks_at(loss: LossTable, belief: Belief) -> dict[Model, Number]:
    """The risk of every model at a belief, as a number."""
    chances = [number_at(belief[s]) for s in loss.states]
    return {
        model: sum(
            (c * number_at(row[j]) for c, row in zip(chances, loss.entries, strict=True)), to_number(0)
        )
        for j, model in enumerate(loss.models[1])
    }


def number_at(value: Any) -> Number:
    """The number that a value is; letters are refused."""
    expr = as_expr(value)
    if expr.free_symbols:
        raise ExpressionError(f"{quote(expr)} has letters: a search needs numbers, so fix them first")
    return to_number(expr)


def label_of(model: Model) -> str:
    """The name of a model of one child by its parents."""
    return set_label(arc.parent for arc in model)


def as_interval(models: tuple[Model, ...]) -> BooleanInterval | None:
    """The Boolean interval that some models fill, or None if they do not fill one."""
    lower, upper = models[0], models[0]
    for model in models[1:]:
        lower, upper = lower & model, upper | model
    interval = BooleanInterval(lower, upper)
    return interval if len(interval) == len(set(models)) else None
