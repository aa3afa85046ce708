"""The Bayes DAG: the DAG of least expected loss, given the probabilities of the arcs.

For the two arcs between i and j let a = P(i → j), b = P(j → i), z = 1 − a − b. A false arc costs f, a
missed one m, an arc chosen in the wrong direction r (unless said f + m: a false one and a missed one).
The decisions on the pair cost

    no arc: m_ij a + m_ji b,    i → j: f_ij z + r_ij b,    j → i: f_ji z + r_ji a,

so choosing i → j gains  m_ij a + m_ji b − f_ij z − r_ij b  over no arc, whatever else is chosen, and the
Bayes DAG is the acyclic choice with the greatest sum of gains (`acyclic`). Where r = f + m and one ratio
holds for all arcs, i → j gains something iff a > τ = f/(f + m): without cycles that is the whole rule,
and from τ ≥ 1 − 1/n on there are none, since the probabilities along a cycle of k arcs sum to at most k − 1.

>>> third = Fraction(1, 3)
>>> thinks = {("A", "B"): 2 * third, ("B", "C"): 2 * third, ("C", "A"): 2 * third}
>>> network = bayes_network(thinks)
>>> network.chosen, network.bayes_risk  # three arcs exceed 1/2, but they would close a cycle
((('A', 'B'), ('B', 'C')), Fraction(4, 3))
>>> [(str(s.low), str(s.high), len(s.arcs)) for s in network.path]
[('0', '2/3', 2), ('2/3', '1', 0)]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from symdt.display import Displayed, counted
from symdt.errors import BudgetError, ModelError, ProbabilityError, did_you_mean, quote
from symdt.learn.acyclic.amounts import Amount, Matrix, in_units, settled
from symdt.learn.acyclic.arc_losses import Losses
from symdt.learn.acyclic.arc_table import read_probabilities
from symdt.learn.acyclic.choice import best_choice
from symdt.learn.acyclic.equivalence import Dag, find_cycle
from symdt.learn.acyclic.ratio_path import SECONDS, ratio_path
from symdt.learn.arcs import Arc, PathStep
from symdt.learn.posterior import TIE
from symdt.learn.question import Admissible, Arcs, Pair, barred, check_arcs, questions
from symdt.problems.models.model import Model

__all__ = ["BayesNetwork", "bayes_network", "decide_dag"]


@dataclass(frozen=True)
class BayesNetwork(Displayed):
    """The DAG of least expected loss with its question: probabilities, losses, and what is admissible.

    >>> network = bayes_network({("A", "B"): "0.6", ("B", "A"): "0.3"})
    >>> network.parents("B"), network.risk([]), network.bayes_risk
    (('A',), Fraction(9, 10), Fraction(7, 10))
    """

    variables: tuple[str, ...]
    probabilities: Matrix = field(repr=False)  # [parent][child]
    losses: Losses = field(repr=False)
    questions: tuple[Admissible, ...] = field(repr=False)
    dag: Dag  # the masks of the parents
    gap: Amount  # by how much a better DAG might lower the risk at most; 0 where there is none
    path_seconds: float = field(default=SECONDS, repr=False, compare=False, kw_only=True)

    def _cost(self, i: int, j: int, arc: bool, back: bool) -> Amount:
        """The expected cost of a decision on the pair: i → j, j → i, or neither."""
        a, b = self.probabilities[i][j], self.probabilities[j][i]
        f, m, r = self.losses.false, self.losses.missed, self.losses.reversed
        none = 1 - a - b
        if arc:
            return f[i][j] * none + r[i][j] * b
        if back:
            return f[j][i] * none + r[j][i] * a
        return m[i][j] * a + m[j][i] * b

    def gain(self, parent: str, child: str) -> Amount:
        """By how much choosing this arc rather than none between the two lowers the risk."""
        i, j = self._place(parent), self._place(child)
        return self._cost(i, j, False, False) - self._cost(i, j, True, False)

    def _place(self, name: str) -> int:
        if name not in self.variables:
            raise ModelError(f"no variable {quote(name)}: {did_you_mean(str(name), self.variables)}")
        return self.variables.index(name)

    @cached_property
    def arcs(self) -> tuple[Arc, ...]:
        """Every arc that is not between a variable and itself, child by child."""
        out = []
        for j, q in enumerate(self.questions):
            for parent in q.candidates:
                i = self.variables.index(parent)
                p = float(self.probabilities[i][j])
                status = "required" if parent in q.required else "free"
                if parent in q.forbidden or (q.limit == 0 and status == "free"):
                    status = "forbidden"
                out.append(
                    Arc(
                        parent, q.child, p, 1 - p, float(self.losses.false[i][j]),
                        float(self.losses.missed[i][j]), bool(self.dag[j] >> i & 1), status,
                    )
                )  # fmt: skip
        return tuple(out)

    @property
    def chosen(self) -> tuple[Pair, ...]:
        """The arcs of the Bayes DAG."""
        return tuple((a.parent, a.child) for a in self.arcs if a.chosen)

    @property
    def model(self) -> Model:
        """The Bayes DAG as a model, the noun of the exact wing."""
        return Model(self.chosen)

    def parents(self, child: str) -> tuple[str, ...]:
        """The parents of a variable in the Bayes DAG."""
        mask = self.dag[self._place(child)]
        return tuple(v for i, v in enumerate(self.variables) if mask >> i & 1)

    def arc(self, parent: str, child: str) -> Arc:
        """One arc."""
        self._place(parent), self._place(child)
        for a in self.arcs:
            if (a.parent, a.child) == (parent, child):
                return a
        raise ModelError(f"{quote(f'{parent} -> {child}')} is no arc: name two variables")

    def risk(self, arcs: Arcs) -> Amount:
        """The expected loss of choosing exactly these arcs."""
        known = {(u, v) for u in self.variables for v in self.variables if u != v}
        chosen = set(check_arcs(arcs, known, "the network"))
        total: Amount = Fraction(0)
        for j, v in enumerate(self.variables):
            for i, u in enumerate(self.variables[:j]):
                total += self._cost(i, j, (u, v) in chosen, (v, u) in chosen)
        return total

    @cached_property
    def bayes_risk(self) -> Amount:
        """The risk of the Bayes DAG: the least of all admissible DAGs, but for the gap."""
        return self.risk(self.chosen)

    @cached_property
    def cycles_avoided(self) -> tuple[Pair, ...]:
        """The arcs that would lower the risk by themselves, but are left out for the sake of others."""
        n = len(self.variables)
        gains = _gains(self)
        return tuple(
            (self.variables[i], self.variables[j])
            for j in range(n)
            for i in range(n)
            if i != j and gains[i][j] > 0 and not self.dag[j] >> i & 1
        )

    @cached_property
    def path(self) -> tuple[PathStep, ...]:
        """The Bayes DAG for every threshold τ in (0, 1), one loss ratio l0/l1 = τ/(1 − τ) for all arcs.

        A reversed arc costs what a false and a missed one do, also where these losses say otherwise.
        Of many variables it may take long: it is found within `path_seconds` of the processor, or a `BudgetError`
        says so.
        """
        required, forbidden, limits = _masks(self.questions, self.variables)
        steps = ratio_path(settled(self.probabilities), required, limits, forbidden, self.path_seconds)
        return tuple(
            PathStep(
                s.low, s.high,
                tuple(
                    (p, q.child)
                    for j, q in enumerate(self.questions)
                    for p in q.candidates
                    if s.parents[j] >> self.variables.index(p) & 1
                ),
            )
            for s in steps
        )  # fmt: skip

    @property
    def log_evidence(self) -> float | None:
        """log p(D | the Bayes DAG); None where there are no data."""
        return None

    @property
    def headline(self) -> str:
        """The first line of the text."""
        return f"Bayes DAG of {counted(len(self.variables), 'variable')}, from given arc probabilities"

    @property
    def footlines(self) -> list[str]:
        """What the text ends with: the risk, and the arcs that lost to others."""
        gap = f", at most {float(self.gap):.3g} above the least" if self.gap else ""
        lines = [f"Bayes risk {float(self.bayes_risk):.6g}{gap}"]
        left = [f"{u} -> {v}" for u, v in self.cycles_avoided if (v, u) not in set(self.chosen)]
        if left:
            more = ", ..." if len(left) > 8 else ""
            lines.append(
                "left out though they would gain by themselves, since chosen arcs gain more and a cycle or "
                f"too many parents would follow: {', '.join(left[:8])}{more}"
            )
        return lines

    def to_json(self) -> dict[str, Any]:
        """The answer of `symdt select --json`; a path that was not found in time is null, and said to be."""
        try:
            path: dict[str, Any] = {"path": [s.to_json() for s in self.path]}
        except BudgetError as error:
            path = {"path": None, "undecided": str(error)}
        arcs = [a.to_json() for a in self.arcs]
        if not self.losses.is_additive:  # no threshold of an arc alone decides
            arcs = [{**a, "threshold": None} for a in arcs]
        return {
            "format": 1,
            "variables": list(self.variables),
            "arcs": arcs,
            "bayes_risk": float(self.bayes_risk),
            "log_evidence": self.log_evidence,
            **path,
            "gap": float(self.gap),
        }

    def __str__(self) -> str:
        from symdt.learn.acyclic.dag_text import dag_text

        return dag_text(self)


def _masks(asked: Sequence[Admissible], variables: Sequence[str]) -> tuple[list[int], list[int], list[int]]:
    """Required and forbidden parents of each child as masks, and the most parents it may have."""
    place = {v: 1 << k for k, v in enumerate(variables)}
    required = [sum(place[p] for p in q.required) for q in asked]
    forbidden = [sum(place[p] for p in q.forbidden) for q in asked]
    return required, forbidden, [q.limit for q in asked]


def _gains(network: BayesNetwork) -> list[list[Amount]]:
    """The gain of each arc; 0 for what is forbidden, and for what ties with no arc."""
    n = len(network.variables)
    f, m, r = network.losses.false, network.losses.missed, network.losses.reversed
    p = settled(network.probabilities)
    _, forbidden, _ = _masks(network.questions, network.variables)
    out: list[list[Amount]] = [[Fraction(0)] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            if i == j or forbidden[j] >> i & 1:
                continue
            a, b = p[i][j], p[j][i]
            gained = m[i][j] * a + m[j][i] * b
            lost = f[i][j] * (1 - a - b) + r[i][j] * b
            gain = gained - lost
            if isinstance(gain, Fraction) or abs(gain) > TIE * max(gained, lost):
                out[i][j] = gain
    return out


def decide_dag(
    variables: tuple[str, ...], probabilities: Matrix, losses: Losses, asked: tuple[Admissible, ...]
) -> tuple[Dag, Amount]:
    """The parents of each variable in the Bayes DAG, and the gap."""
    empty = BayesNetwork(variables, probabilities, losses, asked, (0,) * len(variables), Fraction(0))
    gains = _gains(empty)
    required, _, limits = _masks(asked, variables)
    cycle = find_cycle(tuple(required))
    if cycle:
        text = " -> ".join(variables[v] for v in (*cycle, cycle[0]))
        raise ModelError(f"the required arcs form the cycle {quote(text)}: drop one of them")
    rows, unit = in_units(gains)
    found = best_choice(rows, required, limits)
    return found.parents, (found.bound - found.value) * unit


def check_pairs(variables: Sequence[str], probabilities: Matrix) -> None:
    """Every probability is one, and no DAG holds an arc in both directions."""
    for i, u in enumerate(variables):
        for j, v in enumerate(variables):
            p = probabilities[i][j]
            if not 0 <= p <= 1 or (i == j and p != 0):
                raise ProbabilityError(
                    f"P({u} -> {v}) is {quote(p)}: expected a probability, and none of a variable itself"
                )
            if p + probabilities[j][i] > 1 + 1e-9:
                raise ProbabilityError(
                    f"P({u} -> {v}) + P({v} -> {u}) is {float(p + probabilities[j][i]):g}: "
                    "expected at most 1, since no DAG holds both"
                )


def bayes_network(
    arc_probabilities: Any,
    *,
    variables: Sequence[str] | str | None = None,
    false: Any = 1,
    missed: Any = 1,
    reversed: Any = None,
    required: Arcs = (),
    forbidden: Arcs = (),
    tiers: str | Sequence[Sequence[str] | str] | None = None,
    max_parents: int | None = None,
    point: Mapping[Any, Any] | None = None,
    path_seconds: float = SECONDS,
) -> BayesNetwork:
    """The DAG of least expected loss for arc probabilities from anywhere: an exact sum, a sampler, a bootstrap.

    arc_probabilities: a mapping from (parent, child); rows (parent, child, probability); a frame with
    such columns, or with bnlearn's from, to, strength, direction; a square matrix [parent, child], with
    `variables` naming its rows; a path to a CSV file of these. What is not named has probability 0.
    variables: the names, in the order they are to have. false, missed: what a false and a missed arc
    cost; reversed: an arc in the wrong direction, unless said both together; each one number, or a
    mapping from (parent, child). required, forbidden: arcs (parent, child). tiers: no arc goes from a later one to
    an earlier, "A, B; C" or lists of names. max_parents: of a variable.
    point: numbers for the letters of the losses. path_seconds: of the processor, for the networks of all other
    loss ratios, if they are asked for. Numbers given exactly are reckoned with exactly.

    >>> network = bayes_network({("A", "B"): "0.6", ("B", "A"): "0.3"}, false=2)
    >>> network.chosen, network.bayes_risk, network.gain("A", "B")
    ((), Fraction(9, 10), Fraction(-1, 5))
    """
    names, probabilities = read_probabilities(arc_probabilities, variables)
    check_pairs(names, probabilities)
    losses = Losses.of(names, false, missed, reversed, point)
    asked = questions(names, None, None, None, required, barred(forbidden, tiers, names), max_parents)
    dag, gap = decide_dag(names, probabilities, losses, asked)
    return BayesNetwork(names, probabilities, losses, asked, dag, gap, path_seconds=path_seconds)
