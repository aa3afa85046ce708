"""Search: greedy on the risk and K2 on the posterior, as traces that can be printed and compared (§3, §4).

Both start without arcs and add the best arc as long as that helps. For a disintegrable loss
R_{S∪j} − R_S does not depend on S, so greedy on the risk ends at a Bayes action. K2 climbs the
posterior instead, and may end elsewhere.

>>> from symdt.networks.space import LocalSpace
>>> sample = Sample.from_cases(["Y", "A", "B"], [(0, 0, 0), (1, 1, 1)])
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

>>> smallest_difference(2, 3, ties="none").sample.n
3
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any, Literal

from sympy import Expr

from symdt.errors import ExpressionError, TableError, quote
from symdt.exact.polynomial import Number, as_expr, to_number, to_rational
from symdt.networks.arc_rule import BooleanInterval
from symdt.networks.evidence import AnyPrior, local_posterior
from symdt.networks.sample import Sample
from symdt.networks.space import LocalSpace
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.loss_sum import direct_sum
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
            lines.append(f"  {_label(step.model)}: {step.value}")
            for arc, value in step.options:
                lines.append(f"    + {arc.parent}: {value}{'  <-' if arc == step.taken else ''}")
        return "\n".join(lines)


def greedy(loss: LossTable, belief: Belief) -> Trace:
    """Add the arc that lowers the risk most, as long as one lowers it; for losses and beliefs without letters."""
    risks = _risks(loss, belief)
    sign = -1 if loss.optimum == "min" else 1
    return _climb("greedy on the risk", risks, loss.arcs, sign)


def k2_trace(belief: Belief, models: Mapping[str, Model]) -> Trace:
    """Add the arc that raises the posterior probability most, as long as one raises it (Cooper and Herskovits)."""
    values = {model: _number(belief[name]) for name, model in models.items()}
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


@dataclass(frozen=True)
class Comparison:
    """Greedy on the risk and K2 on the posterior for the same sample, beside all Bayes actions."""

    sample: Sample
    belief: Belief
    greedy: Trace
    k2: Trace
    bayes: tuple[Model, ...]
    most_probable: tuple[Model, ...]

    @property
    def differ(self) -> bool:
        """Whether the two searches end in different models."""
        return self.greedy.result != self.k2.result

    @property
    def has_tie(self) -> bool:
        """Whether either search hung on a tie, or more than one action is optimal."""
        return self.greedy.has_tie or self.k2.has_tie or len(self.bayes) > 1 or len(self.most_probable) > 1

    def __str__(self) -> str:
        ends = "they end in different models" if self.differ else "they end in the same model"
        bayes = " or ".join(map(_label, self.bayes))
        most = " or ".join(map(_label, self.most_probable))
        return "\n".join(
            [str(self.greedy), str(self.k2), f"{ends}; Bayes action {bayes}; most probable {most}"]
        )


def compare(
    sample: Sample,
    space: LocalSpace,
    *,
    false: Any = 1,
    missed: Any = 1,
    prior: AnyPrior = "bdeu",
    alpha: Any = 1,
) -> Comparison:
    """Both searches for the parents of one child, with the same losses for every arc."""
    loss = _same_losses(space, as_expr(false), as_expr(missed))
    belief = local_posterior(sample, space, prior=prior, alpha=alpha)
    models = {space.label(model): model for model in space}
    search = greedy(loss, belief)
    chances = {model: _number(belief[name]) for name, model in models.items()}
    most = max(chances.values())
    risks = _risks(loss, belief)
    least = min(risks.values())
    return Comparison(
        sample,
        belief,
        search,
        k2_trace(belief, models),
        tuple(m for m, r in risks.items() if r == least),
        tuple(m for m, c in chances.items() if c == most),
    )


@lru_cache(maxsize=64)
def _same_losses(space: LocalSpace, false: Expr, missed: Expr) -> LossTable:
    return direct_sum(*(LossTable.arc(p, space.child, false=false, missed=missed) for p in space.candidates))


def _risks(loss: LossTable, belief: Belief) -> dict[Model, Number]:
    chances = [_number(belief[s]) for s in loss.states]
    return {
        model: sum((c * _number(row[j]) for c, row in zip(chances, loss.entries, strict=True)), to_number(0))
        for j, model in enumerate(loss.models[1])
    }


Ties = Literal["any", "none"]


def first_differences(
    q: int,
    n: int,
    *,
    ties: Ties = "any",
    varied: bool = False,
    prior: AnyPrior = "bdeu",
    alpha: Any = 1,
    states: int = 2,
) -> Iterator[Comparison]:
    """All samples of n cases of a child and q candidate parents, up to order, on which the searches differ.

    With `ties="none"` only those on which neither search, nor the Bayes action, hangs on a tie; with
    `varied` only those in which every variable takes each of its states.
    """
    names = ["Y", *(chr(ord("A") + i) for i in range(q))]
    values = tuple(range(states))
    space = LocalSpace("Y", tuple(names[1:]))
    for cases in combinations_with_replacement(list(product(values, repeat=q + 1)), n):
        if varied and any(len(set(column)) < states for column in zip(*cases, strict=True)):
            continue
        both = compare(
            Sample.from_cases(names, cases, dict.fromkeys(names, values)), space, prior=prior, alpha=alpha
        )
        if both.differ and not (ties == "none" and both.has_tie):
            yield both


def smallest_difference(
    q: int,
    largest: int,
    **options: Any,
) -> Comparison | None:
    """The first sample, by size, on which greedy and K2 differ; None if there is none up to `largest` cases.

    The options are those of `first_differences`.
    """
    for n in range(largest + 1):
        found = next(first_differences(q, n, **options), None)
        if found is not None:
            return found
    return None


def _number(value: Any) -> Number:
    expr = as_expr(value)
    if expr.free_symbols:
        raise ExpressionError(f"{quote(expr)} has letters: a search needs numbers, so fix them first")
    return to_number(expr)


def _label(model: Model) -> str:
    return set_label(arc.parent for arc in model)


def as_interval(models: tuple[Model, ...]) -> BooleanInterval | None:
    """The Boolean interval that some models fill, or None if they do not fill one."""
    lower, upper = models[0], models[0]
    for model in models[1:]:
        lower, upper = lower & model, upper | model
    interval = BooleanInterval(lower, upper)
    return interval if len(interval) == len(set(models)) else None
