"""Beyond the paper: what a few cases are worth before choosing between M0 and M1 of Example 1, exactly.

The expected value of sample information is ρ* less the expected loss after n cases; it is summed here over all data
sets, case by case, with the evidence of each, and compared with the toolkit's, which sums over tables of counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

from sympy import Expr, Rational, symbols

from symdt.analysis.knowing.information import evpi
from symdt.analysis.knowing.sampling import sample_value
from symdt.claims.claim import Chapter, Computation, Triple, put
from symdt.exact.domain import Domain
from symdt.networks.evidence import evidence
from symdt.networks.sample import Sample
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.models.model import Model
from symdt.problems.table import DecisionProblem

MODELS = {"M0": Model(), "M1": Model(["X2 -> X1"])}
STATES = {"X1": (0, 1), "X2": (0, 1)}
_p = symbols("p")


def _problem(false: int, missed: int) -> DecisionProblem:
    loss = LossTable.zero_l(["M0", "M1"], false=false, missed=missed)
    return DecisionProblem(loss, Belief({"M0": "rest", "M1": _p}), Domain("0 < p < 1"))


def by_data_sets(n: int, p: Rational, false: int, missed: int, alpha: int) -> Expr:
    """ρ* less Σ_D min_a Σ_M p(M) p(D|M) L(M, a), the sum over all 4^n sequences of cases."""
    total: Expr = Rational(0)
    for cases in product(product(*STATES.values()), repeat=n):
        sample = Sample.from_cases(list(STATES), list(cases), STATES)
        weight = {"M0": 1 - p, "M1": p}
        likely = {m: weight[m] * evidence(sample, model, alpha=alpha) for m, model in MODELS.items()}
        total += min(likely["M1"] * missed, likely["M0"] * false)
    return min(p * missed, (1 - p) * false) - total


def _exactly(more: int) -> Iterator[Triple]:
    """The value of n = 0, 1, 2, 3 cases by the toolkit and by summing over all data sets; letters put in afterwards."""
    for (false, missed), alpha in product(((1, 1), (3, 1), (1, 2)), (1, 2)):
        problem = _problem(false, missed)
        for n in (0, 1, 2, 3):
            value = sample_value(problem, MODELS, STATES, n, alpha=alpha)
            for p in (Rational(1, 2), Rational(1, 3), Rational(2, 3)):
                at = {"n": n, "p(M1)": p, "l01": false, "l10": missed, "alpha": alpha}
                yield at, by_data_sets(min(n + more, 3), p, false, missed, alpha), value.at(p=p)


def _known(values: tuple[str, ...]) -> Iterator[Triple]:
    """With equal losses, p(M0) = p(M1) and α = 1: n = 0, 1, 2, 3 cases are worth 0, 0, 1/16, 3/32."""
    for n, value in enumerate(values):
        yield {"n": n}, Rational(value), sample_value(_problem(1, 1), MODELS, STATES, n).at(p="1/2")


def _grows(sense: int) -> Iterator[Triple]:
    """The value never falls with n and never exceeds that of perfect information."""
    problem = _problem(1, 2)
    perfect = evpi(problem)
    values = [sample_value(problem, MODELS, STATES, n) for n in range(5)]
    for p in (Rational(1, 5), Rational(1, 3), Rational(1, 2), Rational(4, 5)):
        found = [v.at(p=p) for v in values]
        for n, (a, b) in enumerate(pairwise(found)):
            yield {"p(M1)": p, "n": n, "values": (a, b)}, True, bool(sense * (b - a) >= 0)
        yield {"p(M1)": p, "perfect": perfect.at(p=p)}, True, bool(found[-1] <= perfect.at(p=p))


def _idle(n: int) -> Iterator[Triple]:
    """So few cases do not change the decision: outside an interval of priors the sample is worth nothing."""
    value = sample_value(_problem(1, 1), MODELS, STATES, n)
    for i in range(1, 20):
        p = Rational(i, 20)
        ratio = [
            evidence(Sample.from_cases(list(STATES), list(cases), STATES), MODELS["M1"])
            / evidence(Sample.from_cases(list(STATES), list(cases), STATES), MODELS["M0"])
            for cases in product(product(*STATES.values()), repeat=2)
        ]
        odds = p / (1 - p)
        is_idle = all(odds * r >= 1 for r in ratio) or all(odds * r <= 1 for r in ratio)
        yield {"p(M1)": p}, is_idle, value.at(p=p) == 0


chapter = Chapter("beyond", is_own=True)
chapter.holds(
    "b-evsi",
    "beside Example 1",
    "EVSI of n cases = ρ* − Σ_D min_a Σ_i p(M_i) p(D|M_i) l_ia, the sum over all data sets; n ≤ 3, three losses, two precisions",
    Computation(_exactly, {"more": 0}),
    put(more=1),
)
chapter.holds(
    "b-evsi-values",
    "beside Example 1",
    "one case teaches nothing about the dependence of two variables; with equal losses and priors and α = 1 two cases are "
    "worth 1/16, and three 3/32",
    Computation(_known, {"values": ("0", "0", "1/16", "3/32")}),
    put(values=("0", "1/16", "1/16", "3/32")),
)
chapter.holds(
    "b-evsi-grows",
    "beside Example 1",
    "the value of a sample never falls with its size and never exceeds that of perfect information",
    Computation(_grows, {"sense": 1}),
    put(sense=-1),
)
chapter.holds(
    "b-evsi-idle",
    "beside Example 1",
    "two cases are worth nothing exactly where no data set of two cases turns the decision",
    Computation(_idle, {"n": 2}),
    put(n=1),
)

CLAIMS = tuple(chapter.claims)
