"""The evidence of a model under Dirichlet priors: exact, symbolic and in floating point."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import exp, isclose, log
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Integer, Rational, Symbol, gamma, gammasimp, symbols

from symdt.errors import BudgetError, DataError
from symdt.exact.field import equal
from symdt.networks.critical_path import critical_path
from symdt.networks.evidence import (
    evidence,
    evidence_formula,
    local_evidence,
    local_posterior,
    log_evidence,
    posterior,
    total_probability,
)
from symdt.networks.likelihood_ratio import chi2_tail, likelihood_ratio, relate
from symdt.networks.local_space import LocalSpace
from symdt.networks.rules.zero_l_rule import zero_l_rule
from symdt.networks.sample import Sample, all_samples
from symdt.networks.space import ModelSpace
from symdt.problems.models.model import Model

ALPHA = Symbol("alpha", positive=True)
TEN_CASES = Sample.from_cases(
    ["x1", "x2", "x3"],
    [tuple(map(int, c)) for c in ["100", "111", "001", "111", "000", "011", "111", "000", "111", "000"]],
)
CHAIN, FORK = Model(["x1 -> x2", "x2 -> x3"]), Model(["x1 -> x2", "x1 -> x3"])


def test_cooper_and_herskovits_1992() -> None:
    assert evidence(TEN_CASES, CHAIN, prior="k2") == Rational(1, 449064000)
    assert evidence(TEN_CASES, FORK, prior="k2") == Rational(1, 4490640000)
    assert isclose(log_evidence(TEN_CASES, CHAIN, prior="k2"), -log(449064000), rel_tol=1e-13)


def by_prediction(
    cases: list[tuple[Any, ...]],
    names: list[str],
    states: dict[str, tuple[Any, ...]],
    model: Model,
    prior: str,
    alpha: Fraction,
) -> Fraction:
    """Another road to p(D | M): the product of the one-step predictive probabilities, case by case."""
    total = Fraction(1)
    for child in names:
        parents = model.parents(child)
        r = len(states[child])
        q = 1
        for p in parents:
            q *= len(states[p])
        a = alpha / (r * q) if prior == "bdeu" else alpha
        seen: dict[Any, dict[Any, int]] = {}
        for case in cases:
            row = dict(zip(names, case, strict=True))
            counts = seen.setdefault(tuple(row[p] for p in parents), {})
            total *= (counts.get(row[child], 0) + a) / (sum(counts.values()) + r * a)
            counts[row[child]] = counts.get(row[child], 0) + 1
    return total


spaces = ModelSpace.from_order(["A", "B", "C"])


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 1), st.integers(0, 2), st.integers(0, 1)), max_size=8),
    st.sampled_from(list(spaces)),
    st.sampled_from(["bdeu", "k2"]),
    st.fractions(Fraction(1, 9), 9, max_denominator=9),
)
def test_evidence_is_the_product_of_predictions(
    cases: list[tuple[int, int, int]], model: Model, prior: str, alpha: Fraction
) -> None:
    states = {"A": (0, 1), "B": (0, 1, 2), "C": (0, 1)}
    sample = Sample.from_cases(["A", "B", "C"], cases, states)
    expected = by_prediction(cases, ["A", "B", "C"], states, model, prior, alpha)
    exact = evidence(sample, model, prior=prior, alpha=alpha)
    assert exact == Rational(expected.numerator, expected.denominator)
    assert equal(
        evidence(sample, model, prior=prior, alpha=ALPHA).subs(
            ALPHA, Rational(alpha.numerator, alpha.denominator)
        ),
        exact,
    )
    assert isclose(
        log_evidence(sample, model, prior=prior, alpha=alpha), log(expected), rel_tol=1e-12, abs_tol=1e-12
    )


@pytest.mark.parametrize("prior", ["bdeu", "k2"])
@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_evidence_sums_to_one_over_all_data_sets(prior: str, n: int) -> None:
    states = {"X1": (1, 2, 3), "X2": (1, 2)}
    for model in (Model(), Model(["X2 -> X1"]), Model(["X1 -> X2"])):
        assert total_probability(states, model, n, prior=prior, alpha=ALPHA) == 1


def test_as_printed_it_does_not() -> None:
    states = {"X1": (1, 2), "X2": (1, 2)}
    assert total_probability(states, Model(), 1, alpha=ALPHA, printed=True) == 1 / ALPHA**2
    for model in (Model(), Model(["X2 -> X1"])):
        assert total_probability(states, model, 3, alpha=1, printed=True) != 1


def test_all_samples_are_all_data_sets() -> None:
    states = {"A": (0, 1), "B": (0, 1, 2)}
    for n in range(4):
        weighted = {
            tuple(sorted((c, int(k)) for c, k in s.cells.items())): w for s, w in all_samples(states, n)
        }
        brute: dict[Any, int] = {}
        for cases in product(list(product((0, 1), (0, 1, 2))), repeat=n):
            key = tuple(sorted((c, cases.count(c)) for c in set(cases)))
            brute[key] = brute.get(key, 0) + 1
        assert weighted == brute


def test_bdeu_gives_equivalent_graphs_the_same_evidence() -> None:
    """X1 → X2 and X2 → X1 say the same; K2 does not respect that, BDeu does, for every α."""
    sample = Sample.two_way([[3, 1], [0, 2], [2, 1]])
    one, other = Model(["X2 -> X1"]), Model(["X1 -> X2"])
    assert equal(evidence(sample, one, alpha=ALPHA), evidence(sample, other, alpha=ALPHA))
    assert evidence(sample, one, prior="k2") != evidence(sample, other, prior="k2")


def test_the_formula_of_example_1_with_letters_for_counts() -> None:
    sample = Sample.symbolic({"X1": (1, 2), "X2": (1, 2)})
    n11, n12, n21, n22 = (sample.cells[c] for c in product((1, 2), repeat=2))
    M1 = evidence(sample, Model(["X2 -> X1"]), alpha=ALPHA)
    a = ALPHA
    second = (
        gamma(a)
        * gamma(a / 2 + n11 + n21)
        * gamma(a / 2 + n12 + n22)
        / (gamma(a + n11 + n12 + n21 + n22) * gamma(a / 2) ** 2)
    )
    first = (
        gamma(a / 2)
        * gamma(a / 4 + n11)
        * gamma(a / 4 + n21)
        / (gamma(a / 2 + n11 + n21) * gamma(a / 4) ** 2)
    )
    first *= (
        gamma(a / 2)
        * gamma(a / 4 + n12)
        * gamma(a / 4 + n22)
        / (gamma(a / 2 + n12 + n22) * gamma(a / 4) ** 2)
    )
    assert second * first == M1
    counts = {n11: 2, n12: 1, n21: 0, n22: 3}
    numbers = Sample.two_way([[2, 0], [1, 3]])
    assert equal(gammasimp(M1.subs(counts)), evidence(numbers, Model(["X2 -> X1"]), alpha=a))


def test_the_formula_of_integer_counts_is_the_rational_function() -> None:
    sample = Sample.two_way([[2, 0], [1, 1]])
    for model in (Model(), Model(["X2 -> X1"])):
        formula = evidence_formula(sample, model, alpha=ALPHA)
        assert equal(gammasimp(formula), evidence(sample, model, alpha=ALPHA))


def test_free_precisions() -> None:
    a, b = symbols("a b", positive=True)
    sample = Sample.from_cases(["X"], [(0,), (0,), (1,)])
    found = evidence(sample, Model(), prior=lambda child, given, state: a if state == 0 else b)
    assert equal(found, a * (a + 1) * b / ((a + b) * (a + b + 1) * (a + b + 2)))
    everywhere = total_probability({"X": (0, 1)}, Model(), 3, prior=lambda child, given, state: (a, b)[state])
    assert everywhere == 1


def test_posteriors_are_products_over_the_children() -> None:
    """p(M | D) = Π p(M^i | D): the factorisation that §4 uses, for all α."""
    space = ModelSpace.from_order(["A", "B", "C"])
    cases = [(0, 0, 1), (1, 1, 1), (1, 0, 0), (0, 0, 1)]
    sample = Sample.from_cases(["A", "B", "C"], cases)
    whole = posterior(sample, {str(m): m for m in space}, alpha=ALPHA)
    local = {part.child: local_posterior(sample, part, alpha=ALPHA) for part in space.locals}
    for model in space:
        product_ = Integer(1)
        for part in space.locals:
            product_ *= local[part.child][part.label(model.local(part.child))]
        assert equal(whole[str(model)], product_)


def test_log_evidence_agrees_with_the_exact_posterior() -> None:
    models = {"chain": CHAIN, "fork": FORK}
    exact = posterior(TEN_CASES, models, prior="k2")
    assert exact["chain"] == Rational(10, 11)
    chain, fork = (log_evidence(TEN_CASES, m, prior="k2") for m in models.values())
    assert isclose(1 / (1 + exp(fork - chain)), 10 / 11, rel_tol=1e-12)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 4), min_size=2, max_size=2), min_size=2, max_size=2),
    st.fractions(Fraction(1, 5), 5, max_denominator=5),
    st.fractions(Fraction(1, 10), Fraction(9, 10), max_denominator=10),
)
def test_the_zero_l_action_of_example_1_minimises_the_risk(
    counts: list[list[int]], ratio: Fraction, p0: Fraction
) -> None:
    sample = Sample.two_way(counts)
    prior = Rational(p0.numerator, p0.denominator)
    false = Rational(ratio.numerator, ratio.denominator)
    rule = zero_l_rule(sample, false=false, missed=1, p0=prior)
    belief = posterior(
        sample, {"M0": Model(), "M1": Model(["X2 -> X1"])}, model_prior={"M0": prior, "M1": 1 - prior}
    )
    risk = {"a0": belief["M1"], "a1": false * belief["M0"]}
    least = min(risk.values())
    assert set(rule.actions) == {a for a, r in risk.items() if r == least}


def test_the_rule_with_letters_says_what_it_compares() -> None:
    l01, l10 = symbols("l01 l10", positive=True)
    rule = zero_l_rule(Sample.two_way([[1, 0], [0, 1]]), false=l01, missed=l10, alpha=ALPHA)
    assert equal(rule.bayes_factor, (ALPHA + 1) / ALPHA)
    assert str(rule) == "choose M1 iff (alpha + 1)/alpha > l01/l10"


# --- the likelihood-ratio test ------------------------------------------------------------------


def test_the_relation_to_the_likelihood_ratio_depends_on_n() -> None:
    """2 log BF = G² − d log n + c + O(1/n): the error falls like 1/n for fixed proportions."""
    for shares in ([[0.4, 0.1], [0.2, 0.3]], [[0.3, 0.1, 0.1], [0.1, 0.1, 0.3]]):
        errors = []
        for n in (10**3, 10**4, 10**5):
            found = relate([[n * s for s in row] for row in shares], 1.0)
            errors.append(abs(found.log_bayes_factor - found.approximation))
        assert errors[0] > 9 * errors[1] > 80 * errors[2] > 0


def test_no_fixed_losses_make_the_bayes_rule_a_test_of_fixed_level() -> None:
    path = critical_path([100, 1000, 10000, 100000])
    levels = [p.level for p in path]
    assert all(a > 2 * b for a, b in pairwise(levels))
    gaps = [p.g2 - p.leading for p in path]
    assert max(gaps) - min(gaps) < 0.1  # the critical G² runs parallel to log n
    # with a fixed ratio of losses the two agree at one sample size only
    assert chi2_tail(3.841458820694124, 1) == pytest.approx(0.05)


def test_the_sign_of_the_printed_test() -> None:
    """Strong association: r = p(D|M0)/p(D|M1) is tiny, 2 log r < χ² although M0 must be rejected."""
    found = likelihood_ratio(Sample.two_way([[40, 5], [5, 40]]))
    assert found.g2 > 3.84
    assert found.log_bayes_factor > 0
    assert 2 * -found.log_bayes_factor < 3.84  # as printed, M0 would be accepted


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: evidence(TEN_CASES, CHAIN, alpha=0), "the prior precision alpha of 'x1' is '0'"),
        (lambda: evidence(TEN_CASES, CHAIN, alpha=-1), "give a positive number or a letter"),
        (lambda: evidence(TEN_CASES, CHAIN, alpha=Symbol("a", negative=True)), "is 'a/2'"),
        (lambda: evidence(TEN_CASES, Model(["x1 -> y"])), "the sample has no variable 'y'"),
        (lambda: Sample.two_way([[1, 2], [3, 4]], n=11), "the counts add up to 10, not to n = 11"),
        (
            lambda: Sample.two_way([[1, 2], [3, 4]], child_totals=[4, 7]),
            "the counts of 'X1' add up to [4, 6], not to [4, 7]",
        ),
        (lambda: Sample.two_way([[1, 2], [3, 4]], parent_totals=[3]), "the counts of 'X2' add up to [3, 7]"),
        (lambda: Sample.two_way([[1, -2], [3, 4]]), "which is negative: give 0 or more"),
        (lambda: Sample.two_way([[1, 0.5], [3, 4]]), "give a whole number or a letter"),
        (lambda: Sample.two_way([[1], [3, 4]]), "differ in length"),
        (lambda: Sample.from_cases(["A", "B"], [(0,)]), "case 1 has 1 values for 2 variables"),
        (lambda: Sample.from_cases(["A"], [(2,)], {"A": (0, 1)}), "'2' is no state of 'A'"),
        (lambda: Sample.from_cases(["A", "B"], [(2, None)]), "case 1 has no value of 'B'"),
        (lambda: Sample.from_cases(["A"], [(1,), (float("nan"),)]), "case 2 has no value of 'A'"),
        (lambda: Sample.from_cases(["A", "A"], [(1, 1)]), "the variable 'A' is named twice"),
        (lambda: Sample.from_columns({"A": [1], "B": [1, 2]}), "the columns have lengths [1, 2]"),
        (lambda: Sample.from_counts({"A": ()}, {}), "has no states"),
        (lambda: log_evidence(TEN_CASES, CHAIN, alpha=ALPHA), "has letters"),
        (lambda: zero_l_rule(Sample.two_way([[1, 2], [3, 4]]), false=-1, missed=1), "which is negative"),
        (
            lambda: zero_l_rule(Sample.two_way([[1, 2], [3, 4]]), false=1, missed=0),
            "M0 is optimal whatever the data",
        ),
        (lambda: likelihood_ratio(Sample.two_way([[0, 0], [3, 4]])), "give a full table"),
        (lambda: critical_path([1], loss_ratio=1e6), "no table favours M1 enough"),
    ],
)
def test_bad_input_is_one_clear_line(build: Any, message: str) -> None:
    with pytest.raises(DataError) as error:
        build()
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_large_samples_with_letters_are_refused_with_the_remedy() -> None:
    large = Sample.two_way([[300, 200], [1, 2]])
    with pytest.raises(BudgetError, match="use log_evidence"):
        evidence(large, Model(), alpha=ALPHA)
    exact = evidence(large, Model())
    assert isclose(log_evidence(large, Model()), log(exact.p) - log(exact.q), rel_tol=1e-12)


def test_local_evidence_is_the_factor_of_the_child() -> None:
    whole = evidence(TEN_CASES, CHAIN, prior="k2")
    factors = [local_evidence(TEN_CASES, c, CHAIN.parents(c), prior="k2") for c in TEN_CASES.variables]
    assert whole == factors[0] * factors[1] * factors[2]
    space = LocalSpace("x3", ("x1", "x2"))
    belief = local_posterior(TEN_CASES, space, prior="k2")
    assert belief["{x2}"] / belief["{x1}"] == 10
