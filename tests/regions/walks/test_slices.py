"""Slices: what a letter is where a polynomial vanishes, put in everywhere."""

from __future__ import annotations

from flint import fmpq
from sympy import symbols

from symdt import Domain
from symdt.regions.walks.slices import Slice

p, h, k, m = symbols("p h k m")


def test_a_slice_of_a_slice_keeps_both_equations():
    whole = Slice(Domain("0 < p < 1", "h > 0", "k > 0", "m > 0"), p)
    of = whole.field.polynomial
    first = whole.where(of(h - 2 * k + m))
    second = first.where(first.into(of(h + k - 3)))
    values = second.point((fmpq(0), fmpq(5, 4), fmpq(0), fmpq(1, 2)))
    assert [of(e)(*values) for e in (h - 2 * k + m, h + k - 3)] == [0, 0]
    assert len(second.letters) == 1


def test_no_letter_of_a_product_is_a_function_of_the_others():
    whole = Slice(Domain("0 < p < 1", "h > 0", "k > 0"), p)
    assert whole.where(whole.field.polynomial(h * k - 1)) is None
