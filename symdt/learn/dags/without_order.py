"""Selection without an order: the exact posterior over all DAGs, and the DAG of least expected loss.

>>> from symdt import select_network
>>> found = select_network({"A": [0, 0, 1, 1] * 5, "B": [0, 0, 1, 1] * 5, "C": [0, 1, 0, 1] * 5})
>>> found.chosen  # A → B and B → A are equally probable, neither exceeds 1/2
()
>>> likes_arcs = select_network({"A": [0, 0, 1, 1] * 5, "B": [0, 0, 1, 1] * 5}, false=1, missed=2)
>>> likes_arcs.chosen
(('A', 'B'),)
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from symdt.display import counted
from symdt.errors import BudgetError
from symdt.learn.acyclic.amounts import Matrix
from symdt.learn.acyclic.arc_losses import Losses
from symdt.learn.acyclic.bayes import BayesNetwork, decide_dag
from symdt.learn.arcs import left_out
from symdt.learn.counts import Counts
from symdt.learn.dags.most_probable import most_probable_dag
from symdt.learn.dags.over_dags import DagPosterior, check_structure_prior, dag_posterior
from symdt.learn.forecast import available_memory
from symdt.learn.question import Arcs, ArcValues, Pair, barred

__all__ = ["DagSelection", "select_dag"]

WORDS = {"dags": "all DAGs alike", "orders": "all orders alike"}


@dataclass(frozen=True)
class DagSelection(BayesNetwork):
    """The Bayes DAG from data, with the posterior over all DAGs.

    >>> from symdt import select_network
    >>> found = select_network({"A": [0, 0, 1, 1] * 5, "B": [0, 0, 1, 1] * 5}, reversed=0)
    >>> found.chosen, round(found.posterior.edge("A", "B"), 4)
    ((('A', 'B'),), 1.0)
    """

    counts: Counts = field(repr=False)
    prior: str
    alpha: float
    max_parents: int | None
    posterior: DagPosterior = field(repr=False)

    @property
    def structure_prior(self) -> str:
        """Over what the posterior is a sum: "dags" or "orders"."""
        return self.posterior.structure_prior

    @property
    def error(self) -> float:
        """How far any probability of an arc may be off, at most."""
        return float(self.posterior.errors.max())

    @cached_property
    def log_evidence(self) -> float:
        """log p(D | the Bayes DAG)."""
        logs = self.posterior.weights
        return math.fsum(
            float(logs.evidences(i)[(P & ((1 << i) - 1)) | ((P >> 1) & ~((1 << i) - 1))])
            for i, P in enumerate(self.dag)
        )

    @property
    def log_marginal(self) -> float:
        """log p(D), averaged over all admissible DAGs."""
        return self.posterior.log_evidence

    @cached_property
    def map_arcs(self) -> tuple[Pair, ...]:
        """The arcs of the most probable DAG (all DAGs alike): the Bayes action under 0-1 loss."""
        dag = most_probable_dag(self.posterior.weights)
        return tuple(
            (u, v)
            for j, v in enumerate(self.variables)
            for i, u in enumerate(self.variables)
            if dag[j] >> i & 1
        )

    @property
    def headline(self) -> str:
        bound = f", at most {self.max_parents} parents" if self.max_parents is not None else ""
        return (
            f"Bayes DAG of {counted(len(self.variables), 'variable')} from {counted(self.counts.cases, 'case')} "
            f"({len(self.counts.weights)} distinct), {self.prior} with alpha {self.alpha:g}{bound}, "
            f"{WORDS[self.structure_prior]}"
        )

    @property
    def footlines(self) -> list[str]:
        lines = [*left_out(self.counts), *super().footlines]
        lines.append(
            f"log evidence {self.log_evidence:.4f}, averaged over all DAGs {self.log_marginal:.4f}; "
            f"P(this DAG) {self.posterior.probability(self.chosen):.4g}"
        )
        if self.structure_prior == "dags":
            lines.append(f"risk of the most probable DAG {float(self.risk(self.map_arcs)):.6g}")
        edges = float(self.posterior.edge_errors.max())
        dag = self.posterior.probability_error(self.chosen)
        lines.append(
            f"the probabilities are exact to {self.error:.1g} (edges {edges:.1g}, this DAG {dag:.1g})"
        )
        return lines

    @property
    def _of_class(self) -> dict[str, Any]:
        """The probability of the DAG's equivalence class; none where it has too many members to go through."""
        try:
            whole = self.posterior.class_probability(self.chosen)
        except BudgetError as error:
            return {"class_probability": None, "class_error": str(error)}
        return {
            "class_probability": whole,
            "class_error": self.posterior.class_probability_error(self.chosen),
        }

    def to_json(self) -> dict[str, Any]:
        """The answer of `symdt select --json`."""
        return {
            **super().to_json(),
            "structure_prior": self.structure_prior,
            "error": self.error,
            "edge_error": float(self.posterior.edge_errors.max()),
            "dag_probability": self.posterior.probability(self.chosen),
            "dag_error": self.posterior.probability_error(self.chosen),
            **self._of_class,
            "log_marginal": self.log_marginal,
        }


def _refuse_too_large(n: int, structure_prior: str, jobs: int, memory: int | None) -> None:
    """Sums over DAGs keep some numbers for every variable and set of others."""
    sets = 1 << (n - 1)
    need = n * sets * (44 if structure_prior == "dags" else 12) + sets * (150 + 80 * jobs)
    room = available_memory() if memory is None else memory
    if need > room:
        raise BudgetError(
            f"{n} variables without an order need about {need / 1e9:.3g} GB, there are {room / 1e9:.3g}: "
            "give an order, or probabilities from a sampler (bayes_network, --probabilities)"
        )


def select_dag(
    counts: Counts,
    *,
    structure_prior: str | None = None,
    false: Any = 1,
    missed: Any = 1,
    reverse: Any = None,
    prior: str = "bdeu",
    alpha: float = 1.0,
    arc_prior: ArcValues | None = None,
    required: Arcs = (),
    forbidden: Arcs = (),
    tiers: str | Sequence[Sequence[str] | str] | None = None,
    max_parents: int | None = None,
    jobs: int = 1,
    memory: int | None = None,
    point: Mapping[Any, Any] | None = None,
) -> DagSelection:
    """The DAG of least expected loss on the variables of the counts; see `select_network`."""
    chosen_prior = structure_prior or "dags"
    names = counts.variables
    losses = Losses.of(names, false, missed, reverse, point)
    check_structure_prior(chosen_prior, len(names))
    _refuse_too_large(len(names), chosen_prior, jobs, memory)
    posterior = dag_posterior(
        counts, structure_prior=chosen_prior, prior=prior, alpha=alpha, arc_prior=arc_prior,
        required=required, forbidden=barred(forbidden, tiers, names), max_parents=max_parents, jobs=jobs,
    )  # fmt: skip
    asked = posterior.weights.questions
    probabilities: Matrix = tuple(tuple(float(x) for x in row) for row in posterior.arcs)
    dag, gap = decide_dag(names, probabilities, losses, asked)
    return DagSelection(
        names, probabilities, losses, asked, dag, gap if gap else Fraction(0),
        counts, prior, float(alpha), max_parents, posterior,
    )  # fmt: skip
