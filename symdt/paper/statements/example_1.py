"""Example 1: evidence under Dirichlet priors, the Bayesian action, and the classical test."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import log, prod
from typing import Any

from sympy import Add, Expr, Rational, gamma, symbols

from symdt.claims.claim import (
    Chapter,
    Computation,
    Correction,
    Formula,
    Hypothesis,
    Triple,
    but,
    instead,
    put,
)
from symdt.networks.evidence import evidence, evidence_formula, total_probability
from symdt.networks.likelihood_ratio import chi2_tail, relate
from symdt.networks.rules.zero_l_rule import zero_l_rule
from symdt.networks.sample import Sample
from symdt.problems.models.model import Model

M0, M1 = Model(), Model(["X2 -> X1"])
ALPHA = symbols("alpha", positive=True)
SIZES = ((2, 2), (2, 3), (3, 2), (3, 3))


def _states(c1: int, c2: int) -> dict[str, range]:
    return {"X1": range(1, c1 + 1), "X2": range(1, c2 + 1)}


def _uniform(share: str) -> Iterator[Triple]:
    """One case has the same prior probability 1/(c1 c2) in every cell, under both models."""
    for c1, c2 in SIZES:
        for name, model in (("M0", M0), ("M1", M1)):
            for k in range(1, c1 + 1):
                for j in range(1, c2 + 1):
                    sample = Sample.from_counts(_states(c1, c2), {(k, j): 1})
                    printed = Rational(1, c1 * c2) if share == "uniform" else Rational(1, c1 + c2)
                    at = {"model": name, "c1": c1, "c2": c2, "cell": (k, j)}
                    yield at, printed, evidence(sample, model, alpha=ALPHA)


def _precision(scale: int) -> Iterator[Triple]:
    """The hyper-parameters of X2, and those of X1 summed over the states of X2, add up to α under both models."""
    for c1, c2 in SIZES:
        given = ALPHA * scale / (c1 * c2)

        def prior(
            child: str, parents: tuple[Any, ...], state: Any, given: Expr = given, c: Any = (c1, c2)
        ) -> Expr:
            return given if parents else ALPHA / (c[0] if child == "X1" else c[1])

        yield {"c1": c1, "c2": c2, "model": "M0"}, ALPHA, Add(*[ALPHA / c1] * c1)
        yield {"c1": c1, "c2": c2, "model": "M1"}, ALPHA, Add(*[given] * (c1 * c2))
        sample = Sample.from_counts(_states(c1, c2), {(1, 1): 2, (2, 1): 1, (1, 2): 1})
        for name, model in (("M0", M0), ("M1", M1)):
            bdeu = evidence(sample, model, prior="bdeu", alpha=ALPHA)
            yield {"c1": c1, "c2": c2, "evidence of": name}, evidence(sample, model, prior=prior), bdeu


def _prior_of_x2(stated: bool) -> Iterator[Triple]:
    """p(D | M1) is the same for all priors that agree with what is stated given M1."""
    sample, alpha = Sample.two_way([[2, 0], [0, 1]]), Rational(2)
    for own in (alpha / 2,) if stated else (alpha / 2, alpha):

        def prior(child: str, parents: tuple[Any, ...], state: Any, own: Expr = own) -> Expr:
            return alpha / 4 if parents else own

        found = evidence(sample, M1, prior=prior)
        at = {"counts": "[[2, 0], [0, 1]]", "alpha": alpha, "prior of X2": f"D({own}, {own})"}
        yield at, found, evidence(sample, M1, alpha=alpha)


def _margins(transposed: bool) -> Iterator[Triple]:
    """n(x_2j) = Σ_k n(x_1k|x_2j) and n(x_1k) = Σ_j n(x_1k|x_2j), with letters for the counts."""
    for c1, c2 in SIZES:
        sample = Sample.symbolic(_states(c1, c2))
        cells = {j: row for (j,), row in sample.counts("X1", ["X2"]).items()}
        by_j, by_k = sample.counts("X2", [])[()], sample.counts("X1", [])[()]
        for j in range(c2):
            row = Add(*cells[j + 1]) if not transposed else Add(*(r[0] for r in cells.values()))
            yield {"c1": c1, "c2": c2, "j": j + 1}, row, by_j[j]
        for k in range(c1):
            yield {"c1": c1, "c2": c2, "k": k + 1}, Add(*(r[k] for r in cells.values())), by_k[k]


def _rising(a: Expr, n: Any) -> Expr:
    """Γ(a + n)/Γ(a): the product a (a + 1) … (a + n − 1) for a whole number n, Γ functions for a letter."""
    if not Add(n).is_Integer:
        return gamma(a + n) / gamma(a)
    return prod((a + i for i in range(int(n))), start=Rational(1))


def _printed_evidence(sample: Sample, model: Model, alpha: Any, inside: bool) -> Expr:
    """The two displays of the paper; `inside` keeps Γ(α)/Γ(α+n) in the products, as they are printed."""
    c1, c2 = len(sample.states["X1"]), len(sample.states["X2"])
    n2 = sample.counts("X2", [])[()]
    front = 1 / _rising(alpha, sample.n)
    found = front ** (c2 if inside else 1) * prod(_rising(alpha / c2, m) for m in n2)
    if not model:
        n1 = sample.counts("X1", [])[()]
        return found * front ** (c1 if inside else 1) * prod(_rising(alpha / c1, m) for m in n1)
    cells = sample.counts("X1", ["X2"])
    for j in range(1, c2 + 1):
        row = cells.get((j,), (0,) * c1)
        ahead = 1 / _rising(alpha / c2, Add(*row))
        found *= ahead ** (c1 if inside else 1) * prod(_rising(alpha / (c1 * c2), m) for m in row)
    return found


def _sums_to_one(model: Model, inside: bool) -> Iterator[Triple]:
    """Σ_D p(D | M) = 1 over all data sets D of n cases of two binary variables."""
    sample = Sample.symbolic(_states(2, 2))
    here = _printed_evidence(sample, model, Rational(2), inside)
    ratio = here / evidence_formula(sample, model, alpha=2, printed=inside)
    yield {"formula": "the one summed"}, 1, ratio
    for n, alpha in ((1, 2), (1, 1), (2, 1), (3, 3)):
        total = total_probability(_states(2, 2), model, n, alpha=alpha, printed=inside)
        yield {"c1": 2, "c2": 2, "n": n, "alpha": alpha, "summed over": f"{4**n} data sets"}, total, 1


def _rule(inside: bool, sense: int) -> Iterator[Triple]:
    """M1 is chosen iff the ratio exceeds l01 p(M0)/(l10 p(M1)), for all 2×2 tables of up to three cases."""
    for n in (1, 2, 3):
        for sample, counts in _tables(n):
            for alpha in (Rational(2), Rational(1)):
                ratio = _printed_evidence(sample, M1, alpha, inside) / _printed_evidence(
                    sample, M0, alpha, inside
                )
                for l01, l10 in ((3, 2), (1, 1), (2, 3)):
                    bar = Rational(l01, l10)
                    choice = "a1" if sense * (ratio - bar) > 0 else "a0"
                    true = zero_l_rule(sample, false=l01, missed=l10, alpha=alpha)
                    at = {"counts": counts, "alpha": alpha, "l01": l01, "l10": l10, "ratio": ratio}
                    if len(true.actions) == 1:
                        yield at, choice, true.actions[0]


def _tables(n: int) -> Iterator[tuple[Sample, list[list[int]]]]:
    for a in range(n, -1, -1):
        for b in range(n - a, -1, -1):
            for c in range(n - a - b, -1, -1):
                counts = [[a, b], [c, n - a - b - c]]
                yield Sample.two_way(counts), counts


def likelihood_power(counts: list[list[int]]) -> Fraction:
    """exp(G²/2), the ratio of the maximised likelihoods of M1 and M0: a rational number for whole counts."""
    rows, columns = [sum(r) for r in counts], [sum(c) for c in zip(*counts, strict=True)]
    n = sum(rows)
    return prod(
        (
            Fraction(x * n, rows[j] * columns[k]) ** x
            for j, row in enumerate(counts)
            for k, x in enumerate(row)
        ),
        start=Fraction(1),
    )


def same_order(small: list[list[int]], large: list[list[int]]) -> Iterator[Triple]:
    """If M1 is chosen for a table, it is chosen for every table with a larger G²: the rule is a test."""
    for one, other in ((small, large), (large, small)):
        power = likelihood_power(one), likelihood_power(other)
        chosen = [zero_l_rule(Sample.two_way(t), false=1, missed=1).actions == ("a1",) for t in (one, other)]
        g2 = [f"{relate(t).g2:.2f}" for t in (one, other)]
        at = {
            "table": one,
            "G2": g2[0],
            "chosen": "M1" if chosen[0] else "M0",
            "other": other,
            "its G2": g2[1],
        }
        at["its choice"] = "M1" if chosen[1] else "M0"
        yield at, True, not (chosen[0] and power[1] >= power[0]) or chosen[1]


def asymptotic(log_n: int) -> Iterator[Triple]:
    """2 log r = −G² + d log n − c + O(1/n): n times the error stays below 10 for tables in fixed proportions."""
    for counts in ([[3, 2], [2, 3]], [[6, 1], [2, 3]], [[3, 1, 2], [1, 3, 2]]):
        for scale in (10, 100, 1000, 10000):
            found = relate([[float(scale * c) for c in row] for row in counts])
            right = found.approximation + (1 - log_n) * found.degrees * log(found.n) / 2
            at = {"proportions": counts, "n": int(found.n)}
            yield at, True, bool(abs(found.log_bayes_factor - right) * found.n < 10)


def _accepts(sign: int) -> Iterator[Triple]:
    """The test at 5% accepts M0 for independence in the sample and rejects it for full dependence."""
    quantile_ = quantile(0.05, 1)
    for counts, wanted in (([[10, 0], [0, 10]], "M1"), ([[5, 5], [5, 5]], "M0"), ([[9, 1], [2, 8]], "M1")):
        two_log_r = -relate(counts).g2  # r is the likelihood of M0 over that of M1
        accepted = "M0" if sign * two_log_r < quantile_ else "M1"
        at = {"counts": counts, "2 log r": f"{two_log_r:.3f}", "quantile": f"{quantile_:.3f}"}
        yield at, accepted, wanted


def quantile(tail: float, degrees: int) -> float:
    """The x with P(χ²_d > x) = tail, by bisection."""
    low, high = 0.0, 1000.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if chi2_tail(middle, degrees) > tail else (low, middle)
    return low


#: The table in every textbook: what a χ² variable with d degrees of freedom exceeds with probability α.
TABLE_OF_CHI2 = {
    (0.05, 1): "3.841", (0.05, 2): "5.991", (0.05, 4): "9.488", (0.01, 1): "6.635", (0.01, 2): "9.210",
    (0.01, 4): "13.277", (0.10, 3): "6.251", (0.005, 6): "18.548",
}  # fmt: skip


def _percent(hundred: int) -> Iterator[Triple]:
    """The (1 − α)% quantile, or the 100(1 − α)% quantile, is the value in the published tables of χ²_{α,d}."""
    for (level, d), published in TABLE_OF_CHI2.items():
        x = quantile(1 - (1 - level) / hundred, d)
        yield {"alpha": level, "d": d}, f"{x:.3f}", published


def _degrees(product: bool) -> Iterator[Triple]:
    """M1 has (c1 − 1)(c2 − 1) more free parameters than M0."""
    for c1, c2 in (*SIZES, (4, 5)):
        free0, free1 = (c1 - 1) + (c2 - 1), (c2 - 1) + c2 * (c1 - 1)
        printed = (c1 - 1) * (c2 - 1) if product else c1 * c2 - 1
        yield {"c1": c1, "c2": c2}, printed, free1 - free0
        yield (
            {"c1": c1, "c2": c2, "test": "G2"},
            printed,
            relate([[1.0 + j + k for k in range(c1)] for j in range(c2)]).degrees,
        )


def _critical(sizes: tuple[tuple[int, int], ...]) -> Iterator[Triple]:
    """The critical value of the test at 5% differs between numbers of states."""
    values = {c: quantile(0.05, (c[0] - 1) * (c[1] - 1)) for c in sizes}
    for c, x in values.items():
        yield (
            {"c1, c2": c, "critical value": f"{x:.3f}"},
            True,
            all(abs(x - y) > 1 for d, y in values.items() if d != c),
        )


chapter = Chapter("Example 1")
chapter.holds(
    "ex1-uniform",
    "after the priors",
    "these parameterizations ensure that a priori p(x_2j), p(x_1k) and p(x_1k|x_2j) are all uniform",
    Computation(_uniform, {"share": "uniform"}),
    put(share="other"),
)
chapter.holds(
    "ex1-precision",
    "after the priors",
    "they are based on the same total prior precision on θ^(i): α for X2 and α for X1, under both models",
    Computation(_precision, {"scale": 1}),
    put(scale=2),
)
chapter.supposing(
    "ex1-prior-M1",
    "the priors",
    "given M1, θ_jK ~ D(α/(c1c2), …) and the priors stated before determine p(D|M1)",
    Computation(_prior_of_x2, {"stated": False}, {"stated": "hypothesis"}),
    Hypothesis("also given M1, θ_J ~ D(α/c2, …, α/c2), which is stated given M0 only", put(stated=True)),
)
chapter.holds(
    "ex1-margins",
    "frequencies",
    "n(x_2j) = Σ_k n(x_1k|x_2j) and n(x_1k) = Σ_j n(x_1k|x_2j) are the frequencies of x_2j and x_1k",
    Computation(_margins, {"transposed": False}),
    put(transposed=True),
)
for _name, _model, _factors in (
    ("M0", M0, "Γ(α)/Γ(α+n) stands once before the product over j and once before the product over k"),
    (
        "M1",
        M1,
        "Γ(α)/Γ(α+n) stands once, before the product over j, and Γ(α/c2)/Γ(α/c2+n(x_2j)) once for each j, before "
        "the product over k",
    ),
):
    chapter.fails(
        f"ex1-evidence-{_name}",
        f"p(D|{_name})",
        f"p(D|{_name}) is the printed product, with Γ(α)/Γ(α+n) inside the product{'s over j and k' if _name == 'M0' else ' over j'}"
        + ("" if _name == "M0" else " and Γ(α/c2)/Γ(α/c2+n(x_2j)) inside the product over k"),
        Computation(_sums_to_one, {"model": _model, "inside": True}, {"inside": "factor"}),
        Correction.of(f"{_factors}; then p(D|M) sums to 1 over all data sets", put(inside=False)),
    )
chapter.fails(
    "ex1-rule",
    "Bayesian action under 0-L loss",
    "M1 is chosen if the printed ratio of products exceeds l01 p(M0)/(l10 p(M1))",
    Computation(_rule, {"inside": True, "sense": 1}, {"inside": "factor"}),
    Correction.of(
        "the ratio with Γ(α/c2)/Γ(α/c2+n(x_2j)) once for each j above, and Γ(α)/Γ(α+n) once below",
        put(inside=False),
    ),
    put(inside=False, sense=-1),
)
_order = Computation(same_order, {"small": [[114, 86], [86, 114]], "large": [[1046, 954], [954, 1046]]})
_growth = Computation(asymptotic, {"log_n": 1})
chapter.fails(
    "ex1-likelihood-ratio",
    "large frequencies",
    "with large frequencies and p(M0) = p(M1), r is equivalent to the likelihood ratio test",
    _order,
    Correction.of(
        "2 log r = −G² + d log n − c + O(1/n): the critical value of G² grows like d log n, so that no one test "
        "does for all n what the Bayesian rule does",
        instead(_growth),
    ),
    instead(_growth.but(log_n=0)),
)
chapter.fails(
    "ex1-accept",
    "classical test",
    "M0 is accepted if 2 log r < χ²_{α,(c1−1)(c2−1)}, with r the likelihood of M0 over that of M1",
    Computation(_accepts, {"sign": 1}, {"sign": "sign"}),
    Correction.of("M0 is accepted if −2 log r < χ²: r ≤ 1, so that 2 log r < χ² always", put(sign=-1)),
)
chapter.corrected(
    "ex1-quantile",
    "classical test",
    "χ²_{α,d} is the (1 − α)% quantile of the χ² distribution",
    Computation(_percent, {"hundred": 100}, {"hundred": "notation"}),
    Correction.of(
        "it is the 100(1 − α)% quantile, and this α is the level of the test, not the prior precision",
        put(hundred=1),
    ),
    put(hundred=10),
)
chapter.holds(
    "ex1-degrees",
    "classical test",
    "the test has (c1 − 1)(c2 − 1) degrees of freedom",
    Computation(_degrees, {"product": True}),
    put(product=False),
)
# ratio = exp(G²/2) ≥ 1 is the maximised likelihood of M1 over that of M0, bar = exp(χ²/2) > 1, so that the test
# rejects M0 iff ratio > bar; l01p0 = l01 p(M0) and l10p1 = l10 p(M1)
_identical = Formula(
    "ratio > l01p0/l10p1 iff ratio > bar",
    ("ratio >= 1", "bar > 1", "l01p0 > 0", "l10p1 > 0", "l10p1 == bar*l01p0"),
    counter={"ratio": "1", "bar": "7", "l01p0": "1", "l10p1": "7"},
)
chapter.fails(
    "ex1-identical",
    "classical test",
    "when 2(log l10 p(M1) − log l01 p(M0)) = χ²_{α,(c1−1)(c2−1)} the decision rules in both approaches are identical",
    _identical,
    Correction.of(
        "when 2(log l01 p(M0) − log l10 p(M1)) = χ², and only if r is the ratio of the maximised likelihoods",
        but("l10p1 == bar*l01p0", "l01p0 == bar*l10p1"),
    ),
    instead(_identical.without("l10p1 == bar*l01p0")),
)
chapter.holds(
    "ex1-region",
    "last sentence",
    "in the classical approach the region in which M1 is rejected is a function of the numbers of states",
    Computation(_critical, {"sizes": ((2, 2), (2, 3), (3, 3))}),
    put(sizes=((2, 3), (3, 2))),
)

CLAIMS = tuple(chapter.claims)
