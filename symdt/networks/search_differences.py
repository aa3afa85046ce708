"""Where greedy search on the risk and K2 on the posterior part: over all samples of a size, the first ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any, Literal

from sympy import Expr

from symdt.exact.polynomial import as_expr
from symdt.networks.dirichlet import AnyPrior
from symdt.networks.evidence import local_posterior
from symdt.networks.local_space import LocalSpace
from symdt.networks.sample import Sample
from symdt.networks.search import Trace, greedy, k2_trace, label_of, number_at, risks_at
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.loss_sum import direct_sum
from symdt.problems.models.model import Model


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
        bayes = " or ".join(map(label_of, self.bayes))
        most = " or ".join(map(label_of, self.most_probable))
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
    chances = {model: number_at(belief[name]) for name, model in models.items()}
    most = max(chances.values())
    risks = risks_at(loss, belief)
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
