"""Beliefs: the simplex, Bayes' rule, products and marginals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, symbols

from symdt.errors import ExpressionError, ProbabilityError, TableError
from symdt.exact.domain import Domain
from symdt.exact.field import equal
from symdt.problems.belief import Belief

p, q, s, c = symbols("p q s c")


def test_rest_is_one_minus_the_others() -> None:
    assert Belief({"a": p, "b": "rest"})["b"] == 1 - p
    assert Belief({"a": "rest"})["a"] == 1
    assert Belief({"a": 0.17, "b": "rest"})["b"] == Rational(83, 100)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({}, ProbabilityError),
        ({"a": p}, ProbabilityError),
        ({"a": Rational(9, 10)}, ProbabilityError),
        ({"a": "rest", "b": "rest"}, ProbabilityError),
        ({"a": "p", "b": "rest"}, ExpressionError),
    ],
)
def test_what_is_no_belief(wrong, error) -> None:
    with pytest.raises(error):
        Belief(wrong)


def test_a_negative_probability_names_the_point() -> None:
    belief = Belief({"a": p, "b": "rest"})
    belief.check(Domain("0 <= p <= 1"))
    with pytest.raises(ProbabilityError, match="negative at p="):
        belief.check(Domain("0 <= p <= 2"))
    with pytest.raises(ProbabilityError, match="divides by zero"):
        Belief({"a": p**2 / p**2 / (p + 1) * (p + 1) / (p - Rational(1, 2)), "b": "rest"}).check(
            Domain("0 < p < 1")
        )


def test_bayes_rule_with_letters() -> None:
    prior = Belief({"ill": p, "well": "rest"})
    posterior = prior.condition({"ill": s, "well": 1 - c})
    assert equal(prior.evidence({"ill": s, "well": 1 - c}), p * s + (1 - p) * (1 - c))
    assert equal(posterior["ill"], p * s / (p * s + (1 - p) * (1 - c)))
    with pytest.raises(ProbabilityError, match="probability 0"):
        prior.condition({"ill": 0, "well": 0})
    with pytest.raises(TableError, match="nothing for state 'well'"):
        prior.condition({"ill": s})
    with pytest.raises(TableError, match="did you mean 'well'"):
        prior.condition({"ill": s, "wel": s})


distributions = st.lists(st.integers(0, 9), min_size=3, max_size=3).filter(any)
likelihoods = st.lists(st.fractions(0, 1, max_denominator=9), min_size=3, max_size=3).filter(any)


@settings(deadline=None, max_examples=60)
@given(distributions, likelihoods, likelihoods)
def test_bayes_rule_by_numbers(weights, first, second) -> None:
    names = ["a", "b", "c"]
    prior = Belief({n: Fraction(w, sum(weights)) for n, w in zip(names, weights, strict=True)})
    joint = [w * f for w, f in zip(weights, first, strict=True)]
    if not any(joint):
        return
    posterior = prior.condition(dict(zip(names, first, strict=True)))
    assert [Fraction(str(posterior[n])) for n in names] == [j / sum(joint) for j in joint]
    both = [j * g for j, g in zip(joint, second, strict=True)]
    if any(both):  # one observation after another is both at once
        product = {n: f * g for n, f, g in zip(names, first, second, strict=True)}
        assert posterior.condition(dict(zip(names, second, strict=True))) == prior.condition(product)


def test_products_and_marginals() -> None:
    one, other = Belief({"a": p, "b": "rest"}), Belief({"x": q, "y": "rest"})
    both = one @ other
    assert both["a", "x"] == p * q
    assert both.marginal(0) == one
    assert both.marginal(1) == other
    assert dict(both.marginal(1, 0)) == dict(other @ one)  # the same, in another order
    assert both.marginal(-1) == other
    with pytest.raises(TableError, match="components"):
        both.marginal(2)


def test_it_is_a_mapping() -> None:
    belief = Belief({"a": p, "b": "rest"})
    assert list(belief) == ["a", "b"]
    assert len(belief) == 2
    assert "a" in belief
    assert belief.symbols == {p}
    assert str(belief) == "P(a) = p, P(b) = 1 - p"
    assert eval_repr(belief) == belief
    with pytest.raises(TableError, match="no state 'z'"):
        belief["z"]
    assert belief != Belief({"b": 1 - p, "a": p})
    assert hash(belief) == hash(Belief({"a": q, "b": "rest"}))


def eval_repr(belief: Belief) -> Belief:
    """What repr shows, read back: the mapping inside `Belief(...)`."""
    from sympy import sympify

    inside = repr(belief).removeprefix("Belief(").removesuffix(")")
    pairs = [part.split(": ") for part in inside.strip("{}").split(", ")]
    return Belief({name.strip("'"): sympify(value) for name, value in pairs})
