"""The posterior over all DAGs: exact probabilities of arcs, edges, ancestors, v-structures, DAGs, classes.

A DAG G has the weight ∏_i w_i(parents of i in G), evidence times prior factor (`families`), and

* `structure_prior="dags"`: the posterior is proportional to that weight. Every admissible DAG is alike
  before the data (but for arc priors). Sums over sinks, O(3^n).
* `structure_prior="orders"`: an order and a DAG that agrees with it are drawn, all pairs alike, so that
  a DAG counts once for every order that agrees with it: sparse DAGs count more, and equivalent DAGs
  need not be equally probable. Sums over orders, O(n² 2^n).

>>> from symdt.learn.counts import tabulate
>>> found = dag_posterior(tabulate({"A": [0, 0, 1, 1] * 5, "B": [0, 0, 1, 1] * 5}))
>>> round(found.arc("A", "B"), 6), round(found.edge("A", "B"), 6), round(found.ancestor("A", "B"), 6)
(0.499999, 0.999999, 0.499999)
>>> round(found.probability([]) + found.class_probability([("A", "B")]), 12)
1.0
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np

from symdt.errors import BudgetError, ModelError, did_you_mean, quote
from symdt.learn.acyclic.equivalence import Dag, equivalence_class, find_cycle, orders_of
from symdt.learn.counts import Counts
from symdt.learn.dags.families import Weights, family_weights, prior_weights, reduced
from symdt.learn.dags.joint_tables import by_kernels
from symdt.learn.dags.shares import Sums
from symdt.learn.kernels.family import Array
from symdt.learn.posterior import check_prior
from symdt.learn.question import Admissible, Arcs, ArcValues, questions

__all__ = ["DagPosterior", "StructurePrior", "dag_posterior", "sum_over_dags"]

StructurePrior: TypeAlias = str
STRUCTURE_PRIORS = ("dags", "orders")
MOST_DAGS, MOST_ORDERS = 22, 25  # variables


def sum_over_dags(
    weights: Weights, structure_prior: str, jobs: int = 1, pairs: bool = False, few: int | None = None
) -> Sums | None:
    """The sums of these weights; None if no DAG is admissible.

    few: up to so many variables are done in ball arithmetic; unless said what is quicker.

    >>> two = (Admissible("A", ("B",), limit=1), Admissible("B", ("A",), limit=1))
    >>> sums = sum_over_dags(prior_weights(two), "dags")  # A B, A → B, A ← B
    >>> round(float(sums.present[0, 1]), 12)
    0.333333333333
    """
    if weights.n <= few if few is not None else not by_kernels(weights.n):
        from symdt.learn.dags.balls import ball_sums

        return ball_sums([weights.logs(i) for i in range(weights.n)], structure_prior, pairs)
    from symdt.learn.dags.kernel_sums import kernel_sums

    return kernel_sums(weights, structure_prior, jobs, pairs)


@dataclass(frozen=True, eq=False)
class DagPosterior:
    """The posterior over all admissible DAGs; probabilities by [parent, child]."""

    variables: tuple[str, ...]
    structure_prior: StructurePrior
    weights: Weights = field(repr=False)
    sums: Sums = field(repr=False)
    jobs: int = field(default=1, repr=False)

    def __eq__(self, other: object) -> bool:
        """The same sums of the same weights; how many threads made them does not matter."""
        if not isinstance(other, DagPosterior):
            return NotImplemented
        return (self.variables, self.structure_prior, self.weights.questions, self.sums.log_total) == (
            other.variables,
            other.structure_prior,
            other.weights.questions,
            other.sums.log_total,
        ) and all(map(np.array_equal, self._arrays, other._arrays))

    def __hash__(self) -> int:
        return hash((self.variables, self.structure_prior, self.sums.log_total))

    @property
    def _arrays(self) -> tuple[Array, ...]:
        """All the numbers, an empty array for what was not asked for."""
        w, s, none = self.weights, self.sums, np.zeros(0)
        asked = (none if a is None else a for a in (w.joint, s.ancestor, s.pairs))
        return (s.present, s.absent, *asked, *w.scores)

    @property
    def arcs(self) -> Array:
        """P(parent → child | D)."""
        return self.sums.present

    @cached_property
    def errors(self) -> Array:
        """How far each probability of an arc may be off: by arithmetic, and by the rounding of the scores.

        If every log weight is off by at most δ, the odds of an arc are off by a factor of at most e^{2nδ}.
        """
        n, p, q = len(self.variables), self.sums.present, self.sums.absent
        out: Array = self.sums.error + p * q * math.expm1(2 * n * self.weights.error)
        return out

    @cached_property
    def edges(self) -> Array:
        """P(an arc in either direction | D), symmetric."""
        out: Array = self.sums.present + self.sums.present.T
        return out

    @cached_property
    def edge_errors(self) -> Array:
        """How far each probability of an edge may be off."""
        out: Array = self.errors + self.errors.T
        return out

    @cached_property
    def _by_scores(self) -> float:
        """How far a share of the total may be off by a factor, less 1: e^{nδ} above and below, log weights off by δ."""
        return math.expm1(2 * len(self.variables) * self.weights.error)

    def _place(self, name: str) -> int:
        if name not in self.variables:
            raise ModelError(f"no variable {quote(name)}: {did_you_mean(str(name), self.variables)}")
        return self.variables.index(name)

    def arc(self, parent: str, child: str) -> float:
        """P(parent → child | D)."""
        return float(self.sums.present[self._place(parent), self._place(child)])

    def edge(self, one: str, other: str) -> float:
        """P(one → other or other → one | D)."""
        return float(self.edges[self._place(one), self._place(other)])

    def ancestor(self, one: str, other: str) -> float:
        """P(there is a directed path from one to other | D); under "dags" only."""
        if self.sums.ancestor is None:
            raise ModelError(
                'ancestors are summed over DAGs, not over orders: use structure_prior="dags" for them'
            )
        return float(self.sums.ancestor[self._place(one), self._place(other)])

    def ancestor_error(self, one: str, other: str) -> float:
        """How far the probability of the path may be off: what one has after it is added up of the terms of its arcs."""
        share, i, k = self.ancestor(one, other), self._place(one), self._place(other)
        return float(self.sums.error[k, i]) + share * (1 - share) * self._by_scores

    @cached_property
    def _without_edge(self) -> dict[tuple[int, int], Sums | None]:
        return {}

    def v_structure(self, one: str, child: str, other: str) -> float:
        """P(one → child ← other, and no edge between one and other | D).

        The DAGs without that edge are summed apart, once for each pair.
        """
        return self._v_structure(one, child, other)[0]

    def v_structure_error(self, one: str, child: str, other: str) -> float:
        """How far the probability of the v-structure may be off."""
        return self._v_structure(one, child, other)[1]

    def _v_structure(self, one: str, child: str, other: str) -> tuple[float, float]:
        """The probability, and how far it may be off: by the share of the DAGs without the edge, in which no more terms
        are added up than for the arc one → child, and by their part of all.
        """
        a, c, b = self._place(one), self._place(child), self._place(other)
        if len({a, b, c}) < 3:
            raise ModelError(
                f"{quote(f'{one} -> {child} <- {other}')} is no v-structure: name three variables"
            )
        pair = (min(a, b), max(a, b))
        if pair not in self._without_edge:
            x, y = self.variables[a], self.variables[b]
            fewer = reduced(self.weights, [(x, y), (y, x)])
            self._without_edge[pair] = sum_over_dags(fewer, self.structure_prior, self.jobs, pairs=True)
        found = self._without_edge[pair]
        if found is None or found.pairs is None:
            return 0.0, 0.0
        part = math.exp(min(found.log_total - self.sums.log_total, 0.0))
        value = float(found.pairs[c, a, b]) * part
        relative = found.total_error + self._relative(found.log_total)
        return value, part * float(found.error[a, c]) * (1 + relative) + value * relative

    def _relative(self, log_weight: float) -> float:
        """How far e^{log_weight} over the total may be off, as a part of itself."""
        size = abs(log_weight) + abs(self.sums.log_total) + len(self.variables)
        return self.sums.total_error + self._by_scores + size * 2.0**-51

    def dag(self, arcs: Arcs) -> Dag:
        """The DAG with these arcs, as bit masks of parents."""
        parents = [0] * len(self.variables)
        for arc in arcs:
            if isinstance(arc, str) or len(arc) != 2:
                raise ModelError(f"the network holds {quote(arc)}: expected pairs (parent, child)")
            i, j = self._place(arc[0]), self._place(arc[1])
            if i == j:
                raise ModelError(f"the arc {quote(f'{arc[0]} -> {arc[1]}')} is a loop: name two variables")
            parents[j] |= 1 << i
        cycle = find_cycle(tuple(parents))
        if cycle:
            text = " -> ".join(self.variables[v] for v in (*cycle, cycle[0]))
            raise ModelError(f"the arcs hold the cycle {quote(text)}: drop one of them")
        return tuple(parents)

    @cached_property
    def _logs(self) -> list[Array]:
        return [self.weights.logs(i) for i in range(len(self.variables))]

    def _log_weight(self, dag: Dag) -> float:
        """log of the DAG's weight, times the orders that agree with it where these count."""
        total = math.fsum(float(self._logs[i][_without(P, i)]) for i, P in enumerate(dag))
        if self.structure_prior == "orders" and total > -math.inf:
            total += math.log(orders_of(dag))
        return total

    def log_probability(self, arcs: Arcs) -> float:
        """log P(exactly these arcs | D); −inf for a DAG that is not admissible."""
        return self._log_weight(self.dag(arcs)) - self.sums.log_total

    def probability(self, arcs: Arcs) -> float:
        """P(exactly these arcs | D)."""
        return math.exp(self.log_probability(arcs))

    def probability_error(self, arcs: Arcs) -> float:
        """How far the probability of exactly these arcs may be off."""
        log_weight = self._log_weight(self.dag(arcs))
        if log_weight == -math.inf:
            return 0.0
        return math.exp(log_weight - self.sums.log_total) * self._relative(log_weight)

    def class_probability(self, arcs: Arcs) -> float:
        """P(a DAG equivalent to the one with these arcs | D)."""
        return math.fsum(math.exp(w - self.sums.log_total) for w in self._class_weights(arcs))

    def class_probability_error(self, arcs: Arcs) -> float:
        """How far the probability of the class may be off."""
        logs = [w for w in self._class_weights(arcs) if w > -math.inf]
        return math.fsum(math.exp(w - self.sums.log_total) * self._relative(w) for w in logs)

    def _class_weights(self, arcs: Arcs) -> list[float]:
        return [self._log_weight(d) for d in equivalence_class(self.dag(arcs))]

    @cached_property
    def log_evidence(self) -> float:
        """log p(D), averaged over all admissible DAGs with their prior probabilities."""
        return self.sums.log_total - log_prior_total(self.weights.questions, self.structure_prior, self.jobs)


def _without(mask: int, i: int) -> int:
    low = (1 << i) - 1
    return (mask & low) | ((mask >> 1) & ~low)


def log_prior_total(asked: Sequence[Admissible], structure_prior: str, jobs: int = 1) -> float:
    """log Σ over DAGs (or pairs of an order and a DAG) of the prior factors.

    Where all variables are alike it depends on numbers of variables alone (Robinson 1973).

    >>> three = questions(("A", "B", "C"))
    >>> round(math.exp(log_prior_total(three, "dags")), 9), round(math.exp(log_prior_total(three, "orders")), 9)
    (25.0, 48.0)
    """
    n = len(asked)
    limit = asked[0].limit
    if any(q.required or q.forbidden or q.arc_prior or q.limit != limit for q in asked):
        sums = sum_over_dags(prior_weights(asked), structure_prior, jobs)
        if sums is None:
            raise ModelError("no DAG is admissible: drop required arcs or raise max_parents")
        return sums.log_total
    sets = [sum(math.comb(b, s) for s in range(limit + 1)) for b in range(n)]
    if structure_prior == "orders":
        return math.lgamma(n + 1) + math.fsum(map(math.log, sets))
    totals = [1]
    for s in range(1, n + 1):
        totals.append(
            sum((-1) ** (k + 1) * math.comb(s, k) * sets[s - k] ** k * totals[s - k] for k in range(1, s + 1))
        )
    return math.log(totals[n])


def check_structure_prior(structure_prior: str, n: int) -> None:
    """The name of the structure prior is known, and there are not too many variables for it."""
    if structure_prior not in STRUCTURE_PRIORS:
        raise ModelError(f'the structure prior is {quote(structure_prior)}: use "dags" or "orders"')
    most = MOST_DAGS if structure_prior == "dags" else MOST_ORDERS
    if n > most:
        other = f', structure_prior="orders" (up to {MOST_ORDERS})' if n <= MOST_ORDERS else ""
        raise BudgetError(
            f"{n} variables without an order: sums over all {structure_prior} are for at most {most}; "
            f"give an order{other}, or probabilities from a sampler (bayes_network, --probabilities)"
        )


def dag_posterior(
    counts: Counts,
    *,
    structure_prior: StructurePrior = "dags",
    prior: str = "bdeu",
    alpha: float = 1.0,
    arc_prior: ArcValues | None = None,
    required: Arcs = (),
    forbidden: Arcs = (),
    max_parents: int | None = None,
    jobs: int = 1,
) -> DagPosterior:
    """The posterior over all DAGs on the variables of the counts.

    structure_prior: "dags" or "orders". prior, alpha: of the probability tables. arc_prior: the prior
    probability of an arc, one number or by (parent, child). required, forbidden: arcs. max_parents: of
    one variable. jobs: threads.
    """
    alpha = check_prior(prior, alpha)
    check_structure_prior(structure_prior, len(counts.variables))
    asked = questions(counts.variables, None, None, arc_prior, required, forbidden, max_parents)
    weights = family_weights(counts, asked, prior, alpha, jobs)
    sums = sum_over_dags(weights, structure_prior, jobs)
    if sums is None:
        raise ModelError("no DAG is admissible: the required arcs form a cycle; drop one of them")
    if not np.isfinite(sums.error).all():
        raise BudgetError(
            "the sums over DAGs cancel beyond the working precision: "
            'use structure_prior="orders", or bound max_parents'
        )
    return DagPosterior(counts.variables, structure_prior, weights, sums, jobs)
