"""Selection: the Bayes network for a disintegrable loss, from data (§4).

For one child let π_j = P(arc j | D), let l0j be the loss of a false arc and lj0 of a missed one.
Choosing the parent set T has the risk

    R_T = Σ_{j∉T} lj0 π_j + Σ_{j∈T} l0j (1 − π_j),

so arc j is worth gain_j = R_0 − R_j = lj0 π_j − l0j (1 − π_j), whatever else is chosen: it is in
the Bayes action iff π_j > τ_j = l0j/(l0j + lj0). Where the number of parents is bounded, the Bayes
action takes the largest gains there is room for. A tie leaves the arc out; two terms of a gain that
differ by less than 1e-9 of the larger are a tie.

>>> chosen = select_network({"A": [0, 0, 1, 1, 0, 1] * 5, "B": [0, 0, 1, 1, 0, 1] * 5}, order="A, B")
>>> chosen.chosen
(('A', 'B'),)
>>> chosen.path[-1].arcs, chosen.path[0].low, chosen.path[-1].high
((), 0.0, 1.0)
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, overload

from symdt.display import Displayed
from symdt.errors import ModelError, did_you_mean, quote
from symdt.learn.arcs import Arc, Difference, PathStep, differences, to_text
from symdt.learn.counts import Counts, tabulate
from symdt.learn.forecast import Forecast, refuse_too_large
from symdt.learn.posterior import TIE, FamilyPosterior, check_prior, family_score
from symdt.learn.question import Admissible, Arcs, ArcValues, Pair, check_arcs, named, per_arc, questions
from symdt.learn.run import Finished, Progress, check_jobs, fingerprint_of, finish_children, progress_bar
from symdt.problems.models.model import Model

if TYPE_CHECKING:
    from symdt.learn.dags.without_order import DagSelection

__all__ = ["Arc", "Difference", "PathStep", "Selection", "select_network"]


@dataclass(frozen=True)
class Selection(Displayed):
    """The Bayes network with its question (counts, losses, prior) and its evidence (posteriors).

    >>> from symdt import select_network
    >>> chosen = select_network({"A": [0, 0, 1, 1] * 5, "B": [0, 0, 1, 1] * 5}, order="A,B", progress=False)
    >>> chosen.chosen, chosen.parents("B")
    ((('A', 'B'),), ('A',))
    """

    variables: tuple[str, ...]  # each after its candidate parents
    arcs: tuple[Arc, ...]  # every candidate arc
    prior: str
    alpha: float
    max_parents: int | None
    families: tuple[FamilyPosterior, ...] = field(repr=False)
    questions: tuple[Admissible, ...] = field(repr=False)
    counts: Counts = field(repr=False)
    forecast: Forecast = field(repr=False, compare=False)

    @property
    def chosen(self) -> tuple[Pair, ...]:
        """The arcs of the Bayes network."""
        return tuple((a.parent, a.child) for a in self.arcs if a.chosen)

    @property
    def model(self) -> Model:
        """The Bayes network as a model, the noun of the exact wing: `|` is ⊎, `<=` says "is part of"."""
        return Model(self.chosen)

    @property
    def map_arcs(self) -> tuple[Pair, ...]:
        """The arcs of the most probable network: the Bayes action under 0-1 loss."""
        return tuple((p, f.child) for f in self.families for p in f.map_set)

    @property
    def k2_arcs(self) -> tuple[Pair, ...]:
        """The arcs that the greedy search on the posterior ends with."""
        return tuple((p, f.child) for f in self.families for p in f.k2_set)

    @cached_property
    def arcs_into(self) -> dict[str, tuple[Arc, ...]]:
        """The candidate arcs of each child."""
        out: dict[str, list[Arc]] = {v: [] for v in self.variables}
        for a in self.arcs:
            out[a.child].append(a)
        return {child: tuple(arcs) for child, arcs in out.items()}

    def parents(self, child: str) -> tuple[str, ...]:
        """The parents of a variable in the Bayes network."""
        if child not in self.arcs_into:
            raise ModelError(f"no variable {quote(child)}: {did_you_mean(child, self.variables)}")
        return tuple(a.parent for a in self.arcs_into[child] if a.chosen)

    def arc(self, parent: str, child: str) -> Arc:
        """One candidate arc."""
        for a in self.arcs_into.get(child, ()):
            if a.parent == parent:
                return a
        arc = quote(f"{parent} -> {child}")
        raise ModelError(f"{arc} is no candidate arc: the parent must precede the child in the order")

    @cached_property
    def risks(self) -> dict[str, dict[str, float]]:
        """R_0, R_1, …, R_q of each child: the risks of no arc and of each arc alone.

        Every other risk is R_T = Σ_{j∈T} R_j − (|T| − 1) R_0 (`risk`).
        """
        out: dict[str, dict[str, float]] = {v: {} for v in self.variables}
        for child in self.variables:
            mine = self.arcs_into[child]
            out[child]["{}"] = null = math.fsum(a.missed * a.probability for a in mine)
            for a in mine:
                out[child][f"{{{a.parent}}}"] = null - a.gain
        return out

    def risk(self, arcs: Arcs) -> float:
        """The risk of choosing exactly these candidate arcs: Σ over missed and false arcs."""
        chosen = set(check_arcs(arcs, {(a.parent, a.child) for a in self.arcs}, "the network"))
        return math.fsum(
            a.false * a.absent if (a.parent, a.child) in chosen else a.missed * a.probability
            for a in self.arcs
        )

    @cached_property
    def bayes_risk(self) -> float:
        """The risk of the Bayes network; without a bound on parents Σ_j min(lj0 π_j, l0j (1 − π_j))."""
        return math.fsum(a.risk for a in self.arcs)

    @property
    def evpi(self) -> float:
        """The expected value of perfect information: the Bayes risk less what the truth would cost.

        Every state of nature is an admissible parent set, hence an admissible action that costs
        nothing when it is true: the whole Bayes risk would be saved.
        """
        return self.bayes_risk

    @cached_property
    def log_evidence(self) -> float:
        """log p(D | the Bayes network): the sum of its families' local scores."""
        return self.log_evidence_of(self.chosen)

    @property
    def log_marginal(self) -> float:
        """log p(D), averaged over all admissible networks."""
        return math.fsum(f.log_marginal for f in self.families)

    def log_evidence_of(self, arcs: Arcs) -> float:
        """log p(D | the network with these arcs)."""
        parents: dict[str, list[str]] = {v: [] for v in self.variables}
        for p, c in check_arcs(arcs, {(a.parent, a.child) for a in self.arcs}, "the network"):
            parents[c].append(p)
        return math.fsum(
            family_score(self.counts, c, tuple(p), self.prior, self.alpha) for c, p in parents.items()
        )

    @cached_property
    def path(self) -> tuple[PathStep, ...]:
        """The Bayes network for every threshold τ in (0, 1), one loss ratio l0/l1 = τ/(1−τ) for all arcs.

        Nested: arc j leaves at τ = π_j, so one sort gives all; a graph is listed when it is asked for. Where max_parents
        binds, a child keeps its most probable arcs. Required arcs never leave.
        """
        room: dict[str, int] = {q.child: q.limit - len(q.required) for q in self.questions}
        free: list[Arc] = []
        for a in sorted((a for a in self.arcs if a.status == "free"), key=lambda a: a.absent):
            if room[a.child] > 0:
                room[a.child] -= 1
                free.append(a)
        free.sort(key=lambda a: a.probability)
        place = {id(a): i for i, a in enumerate(self.arcs)}
        steps = [0] * len(self.arcs)  # in how many of the graphs, from the left, an arc is
        ends: list[float] = [0.0]
        for a in free:
            if 0 < a.probability < 1 and a.probability > ends[-1] * (1 + TIE):
                ends.append(a.probability)
            steps[place[id(a)]] = len(ends) if a.probability >= 1 else len(ends) - 1
        ends.append(1.0)
        for a in self.arcs:
            if a.status == "required":
                steps[place[id(a)]] = len(ends)
        return tuple(
            PathStep(low, high, partial(self._in_step, steps, k))
            for k, (low, high) in enumerate(pairwise(ends))
        )

    def _in_step(self, steps: Sequence[int], k: int) -> tuple[Pair, ...]:
        return tuple((a.parent, a.child) for a, last in zip(self.arcs, steps, strict=True) if last > k)

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """Where the most probable network and K2's differ from the Bayes network, and why."""
        return differences(self.arcs, self.families)

    def to_json(self) -> dict[str, Any]:
        """The answer of `symdt select --json`."""
        return {
            "format": 1,
            "variables": list(self.variables),
            "arcs": [a.to_json() for a in self.arcs],
            "bayes_risk": self.bayes_risk,
            "log_evidence": self.log_evidence,
            "path": [s.to_json() for s in self.path],
        }

    def __str__(self) -> str:
        return to_text(self)


def _losses(
    values: ArcValues, known: set[Pair], what: str, point: Mapping[Any, Any] | None
) -> float | dict[Pair, float]:
    """The losses as floats, letters put in."""

    def loss(x: Any) -> float:
        if point is not None and (isinstance(x, str) or hasattr(x, "free_symbols")):
            from symdt.learn.acyclic.amounts import loss_amount

            return float(loss_amount(x, what, point))
        try:
            number = float(x)
        except (TypeError, ValueError, OverflowError):
            number = math.nan
        if not (math.isfinite(number) and number >= 0):
            letters = "; a letter takes its number from point (--at)" if isinstance(x, str) else ""
            raise ModelError(f"the loss {what} is {quote(x)}: expected a number from 0 on{letters}")
        return number

    if not isinstance(values, Mapping):
        return loss(values)
    return {arc: loss(x) for arc, x in zip(check_arcs(values, known, what), values.values(), strict=True)}


def _decide(arcs: Sequence[Arc], limit: int) -> set[str]:
    """The Bayes action of one child: required arcs, and the largest positive gains there is room for."""
    chosen = {a.parent for a in arcs if a.status == "required"}
    worth = [a for a in arcs if a.status == "free" and a.verdict > 0]
    room = limit - len(chosen)
    while worth and room > 0:
        best = max(a.gain for a in worth)
        # the first of those that tie, so that equal columns are taken in their order
        first = next(a for a in worth if a.gain >= best - TIE * abs(best))
        chosen.add(first.parent)
        worth.remove(first)
        room -= 1
    return chosen


def decide(
    asked: Sequence[Admissible], families: Sequence[FamilyPosterior], false: ArcValues, missed: ArcValues
) -> tuple[Arc, ...]:
    """Every candidate arc with its decision: the Bayes action of each child under these losses."""
    out: list[Arc] = []
    for question, family in zip(asked, families, strict=True):
        mine = []
        place = {name: j for j, name in enumerate(family.candidates)}
        for parent in question.candidates:
            pair = (parent, question.child)
            if parent in question.forbidden:
                present, absent, status = 0.0, 1.0, "forbidden"
            else:
                j = place[parent]
                present, absent = family.present[j], family.absent[j]
                status = "required" if parent in question.required else "free"
            if question.limit == 0 and status == "free":
                status = "forbidden"  # no room for any arc: π = 0 exactly
            mine.append(
                Arc(
                    *pair,
                    present,
                    absent,
                    per_arc(false, pair, 1.0),
                    per_arc(missed, pair, 1.0),
                    False,
                    status,
                )
            )
        chosen = _decide(mine, question.limit)
        out += [replace(a, chosen=True) if a.parent in chosen else a for a in mine]
    return tuple(out)


class Options(TypedDict, total=False):
    """What may be said to `select_network` by name."""

    false: ArcValues
    missed: ArcValues
    prior: str
    alpha: float
    arc_prior: ArcValues | None
    required: Arcs
    forbidden: Arcs
    max_parents: int | None
    weights: str | Sequence[int] | None
    missing: str
    jobs: int | None
    progress: bool | Progress
    resume: str | os.PathLike[str] | None
    memory: int | None
    structure_prior: str | None
    reversed: ArcValues | None
    tiers: str | Sequence[Sequence[str] | str] | None
    point: Mapping[Any, Any] | None


@overload
def select_network(data: object, order: str | Sequence[str], **options: Unpack[Options]) -> Selection:
    """Under an order."""


@overload
def select_network(
    data: object, *, candidates: Mapping[str, str | Sequence[str]], **options: Unpack[Options]
) -> Selection:
    """With candidate parents."""


@overload
def select_network(data: object, **options: Unpack[Options]) -> DagSelection:
    """Without an order."""


def select_network(
    data: object,
    order: str | Sequence[str] | None = None,
    candidates: Mapping[str, str | Sequence[str]] | None = None,
    *,
    false: ArcValues = 1.0,
    missed: ArcValues = 1.0,
    prior: str = "bdeu",
    alpha: float = 1.0,
    arc_prior: ArcValues | None = None,
    required: Arcs = (),
    forbidden: Arcs = (),
    max_parents: int | None = None,
    weights: str | Sequence[int] | None = None,
    missing: str = "error",
    jobs: int | None = None,
    progress: bool | Progress = True,
    resume: str | os.PathLike[str] | None = None,
    memory: int | None = None,
    structure_prior: str | None = None,
    reversed: ArcValues | None = None,
    tiers: str | Sequence[Sequence[str] | str] | None = None,
    point: Mapping[Any, Any] | None = None,
) -> Selection | DagSelection:
    """The network of least expected loss, where a false arc costs `false` and a missed one `missed`.

    data, weights, missing: see `tabulate`. order lists a variable after its candidate parents;
    candidates maps each child to its candidates instead. With neither, the sum runs over all DAGs:
    structure_prior "dags" counts every DAG once, "orders" once for every order that agrees with it;
    reversed is the loss of an arc in the wrong direction (unless said both losses together), and no arc
    goes from a later of the tiers to an earlier one. Losses and arc_prior are numbers for all
    arcs, or mappings from (parent, child), with 1 (for arc_prior 1/2) where an arc is not named.
    prior "bdeu": α_ijk = alpha/(states of child and parents); "k2": α_ijk = alpha. required,
    forbidden: arcs (parent, child). jobs: threads. resume: a file of finished children, made if it does not exist. point:
    numbers for the letters of the losses, texts or expressions of SymPy. memory: bytes, unless said those that are free.

    >>> chosen = select_network({"A": [0, 0, 1, 1] * 5, "B": [0, 0, 1, 1] * 5}, order="A,B", progress=False)
    >>> chosen.chosen, round(chosen.arc("A", "B").probability, 4)
    ((('A', 'B'),), 1.0)
    """
    alpha = check_prior(prior, alpha)
    jobs = check_jobs(jobs)
    if order is None and candidates is None:
        from symdt.learn.dags.without_order import select_dag

        if resume is not None:
            raise ModelError("resume keeps what is done under an order: leave it out, or give an order")
        return select_dag(
            tabulate(data, None, weights, missing), structure_prior=structure_prior, false=false, missed=missed,
            reverse=reversed, prior=prior, alpha=alpha, arc_prior=arc_prior, required=required,
            forbidden=forbidden, tiers=tiers, max_parents=max_parents, jobs=jobs, memory=memory, point=point,
        )  # fmt: skip
    for name, given in (("structure_prior", structure_prior), ("reversed", reversed), ("tiers", tiers)):
        if given is not None:
            raise ModelError(f"{name} is for networks without an order: leave it out, or the order")
    counts = tabulate(data, named(order, candidates), weights, missing)
    asked = questions(counts.variables, order, candidates, arc_prior, required, forbidden, max_parents)
    known = {(p, q.child) for q in asked for p in q.candidates}
    false, missed = _losses(false, known, "false", point), _losses(missed, known, "missed", point)
    expected = refuse_too_large(counts, asked, jobs, memory)
    finished = Finished(resume, fingerprint_of(counts, asked, prior, alpha), {q.child: q.live for q in asked})
    if callable(progress):
        finish_children(counts, asked, prior, alpha, jobs, finished, progress)
    else:
        with progress_bar(progress, expected.seconds) as tell:
            finish_children(counts, asked, prior, alpha, jobs, finished, tell)
    families = tuple(finished.children[q.child] for q in asked)
    arcs = decide(asked, families, false, missed)
    return Selection(
        tuple(q.child for q in asked), arcs, prior, alpha, max_parents, families, asked, counts, expected
    )
