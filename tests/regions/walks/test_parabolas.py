"""Parabolas: the differences of functions as a sign, factors without the letter, and a core."""

from __future__ import annotations

from sympy import symbols

from symdt import Domain
from symdt.regions.contest import Question
from symdt.regions.walks.parabolas import Parabolas

p, h, k, m = symbols("p h k m")
DOMAIN = Domain("0 < p < 1", "h > 0", "k > 0", "m > 0")


def parabolas(*functions, optimum="min"):
    told = tuple((f"a{i}", DOMAIN.field.element(f)) for i, f in enumerate(functions))
    return Parabolas.of(Question(told, DOMAIN, p, optimum))


def test_a_difference_has_one_sign_whichever_function_comes_first():
    found = parabolas((h - k) * (p**2 - m), 0, h + k)
    one, other = found.pairs[0, 1], found.pairs[1, 0]
    assert (one.core, one.bare) == (other.core, other.bare)
    assert one.sign == -other.sign
    assert [found.basis.text(n) for n in one.bare] == ["h - k"]
    assert found.basis.text(one.core) == "-m + p**2"


def test_what_is_positive_on_the_domain_is_no_factor():
    found = parabolas(h * p * (p - m), 0, k + 1)
    pair = found.pairs[0, 1]
    assert pair.bare == ()
    assert [str(c) for c in found.coefficients(pair.core)] == ["0", "-1", "m"]


def test_two_factors_and_one_core_for_two_pairs_are_refused():
    assert parabolas((p - h) * (p - k), 0, m) is None
    assert (
        parabolas(p**2 - h, 0, 3 * p**2 - 3 * h, m) is None
    )  # a multiple: the two change places at one root


def test_equal_functions_have_one_number():
    found = parabolas(p**2 - h, p**2 - h, k, optimum="max")
    assert found.labels == ["a0", "a2"]
    assert len(found.pairs) == 2
