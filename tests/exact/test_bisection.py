"""Intervals around real roots by Descartes' rule, against all complex roots of FLINT and known counts."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from flint import arb, ctx, fmpq, fmpz_poly

from symdt.exact.line.bisection import bound, isolating, variations
from symdt.exact.line.real import isolate


def irreducible(rng: random.Random, degree: int, bits: int) -> list[fmpz_poly]:
    """The irreducible factors, of degree 2 or more, of a polynomial drawn at random."""
    poly = fmpz_poly([rng.randint(-(2**bits), 2**bits) >> rng.randint(0, bits) for _ in range(degree + 1)])
    parts = poly.factor()[1] if poly.degree() > 1 else []
    return [f if f.leading_coefficient() > 0 else -f for f, _ in parts if f.degree() > 1]


def real_roots(factor: fmpz_poly) -> list[arb]:
    with ctx.workprec(200):
        return sorted((z.real for z, _ in factor.complex_roots() if z.imag == 0), key=float)


@pytest.mark.parametrize("degree", [2, 3, 4, 7, 12, 16, 25, 40])
@pytest.mark.parametrize("bits", [3, 20, 300])
def test_each_interval_holds_one_real_root_and_none_is_left(degree: int, bits: int) -> None:
    rng = random.Random(f"{degree} {bits}")
    for _ in range(6):
        for factor in irreducible(rng, degree, bits):
            found, theirs = isolating(factor), real_roots(factor)
            assert len(found) == len(theirs)
            with ctx.workprec(400):
                for (low, high), root in zip(found, theirs, strict=True):
                    assert root > low
                    assert root < high
            assert all(one[1] <= other[0] for one, other in pairwise(found))


@pytest.mark.parametrize("spread", [1, 40, 90])
def test_roots_of_all_sizes_are_told_apart(spread: int) -> None:
    """Roots close to 2^-spread, to -2^-spread, to 1 and to 2^spread, in one polynomial of high degree: x^16 - c moved by a little."""
    one, x = fmpz_poly([1]), fmpz_poly([0, 1])
    near = [fmpq(1, 2**spread), -fmpq(1, 2**spread), fmpq(1), fmpq(2) ** spread]
    poly = (x**16 + 3) * 2 ** (4 * spread)
    for place in near:
        poly *= x * place.q - place.p * one
    poly += 1
    (factor,) = [f for f, _ in poly.factor()[1]]
    roots = isolate(factor)
    assert len(roots) == len(real_roots(factor)) == 4
    assert [float(r) for r in roots] == pytest.approx([float(r) for r in real_roots(factor)], rel=1e-12)
    assert all(a < b and not b < a for a, b in pairwise(roots))


def test_two_roots_that_nearly_meet_and_two_that_nearly_are_real() -> None:
    """(x^10 - 2)^2 (x^2 + x + 7) - or + something tiny: pairs of real roots, or of complex ones, 10^-20 apart."""
    square = fmpz_poly([-2, *[0] * 9, 1]) ** 2 * fmpz_poly([7, 1, 1])
    for side, count in ((-1, 4), (1, 0)):
        (factor,) = [f for f, _ in (square * 10**40 + side).factor()[1]]
        assert len(isolating(factor)) == len(isolate(factor)) == count


def test_a_bound_is_greater_than_all_positive_roots_and_seldom_much() -> None:
    rng = random.Random(5)
    for _ in range(200):
        for factor in irreducible(rng, rng.randint(2, 9), 12):
            most = bound(factor)
            above = [r for r in real_roots(factor) if r > 0]
            if most is None:
                assert not above
            elif above:
                assert above[-1] < arb(2) ** most


def test_variations_leave_zeros_out() -> None:
    assert [
        variations([fmpq(c) for c in cs]) for cs in ([1, 0, 0, 2], [1, 0, -1, 0, 1], [0, 0], [-1, 3, 0, 5])
    ] == [
        0,
        2,
        0,
        1,
    ]
