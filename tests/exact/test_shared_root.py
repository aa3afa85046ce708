"""The root that two polynomials share, told from their resultant, against their common divisor."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flint import fmpz_poly
from sympy import symbols

from symdt.exact.field import Field
from symdt.exact.line import common
from symdt.exact.line import place as places
from symdt.exact.line.place import Place
from symdt.exact.line.real import isolate
from symdt.exact.line.shared_root import is_shared
from symdt.exact.line.terms import coefficients

X, Y, Z = symbols("x y z")
FIELD = Field.of([X, Y, Z])
NUMBERS = ([-2, 0, 1], [1, -3, 1], [-1, -1, 0, 1], [2, -4, 0, 0, 1], [-3, 1, 0, 0, 0, 1])


def drawn(rng: random.Random, letters: list[Any], degree: int) -> Any:
    """A polynomial with few terms."""
    total = FIELD.zero
    for _ in range(rng.randint(2, 5)):
        term = FIELD.polynomial(rng.choice([-3, -2, -1, 1, 2, 3]))
        for letter in letters:
            term = term * FIELD.polynomial(letter) ** rng.randint(0, degree)
        total = total + term
    return total


def meeting(place: Place, letter: int, rng: random.Random) -> tuple[Any, Any] | None:
    """Two polynomials that have a root in common over a place (and not beside it), as a rule; None where they have too few letters."""
    own_letters = [FIELD.symbols[i] for i in (*place.coordinates, letter)]
    shared = FIELD.polynomial(own_letters[-1]) * rng.choice([1, 1, 2]) - drawn(rng, own_letters[:-1], 1)
    one = shared * drawn(rng, own_letters, 1) + vanishing(place, rng) * drawn(rng, own_letters, 1)
    other = shared * drawn(rng, own_letters, 1) + vanishing(place, rng) * drawn(rng, own_letters, 1)
    if not (one.degrees()[letter] and other.degrees()[letter]):
        return None
    return one, other


def vanishing(place: Place, rng: random.Random) -> Any:
    """A polynomial that is zero at the place: that of its first coordinate, sometimes its square."""
    first = next(iter(place.coordinates))
    factor = place.coordinates[first].factor
    poly = places.spread(FIELD, factor, first)
    return poly**2 if rng.random() < 0.2 else poly


def by_divisor(place: Place, own: Any, other: Any, letter: int, root: Any) -> bool:
    """The other road: the common divisor at the place changes its sign at the root or does not."""
    mine, theirs = (coefficients(FIELD, f, letter) for f in (own, other))
    shared = common.divisor(place, mine, theirs, least=1)
    assert len(shared) > 1
    low, high = (
        place.sign(sum((c * x**n for n, c in enumerate(shared)), FIELD.zero)) for x in (root.low, root.high)
    )
    return low * high < 0


@pytest.mark.parametrize("seed", range(12))
def test_a_shared_root_is_what_the_common_divisor_says(seed: int) -> None:
    rng = random.Random(seed)
    told = {True: 0, False: 0, None: 0}
    for _ in range(25):
        place = Place(FIELD).at(0, rng.choice(isolate(fmpz_poly(rng.choice(NUMBERS)))))
        letter = 1
        if rng.random() < 0.3:  # a tower of two numbers
            roots = place.roots(drawn(rng, [X, Y], 2), 1)
            if not roots:
                continue
            place, letter = place.at(1, rng.choice(roots)[0]), 2
        pair = meeting(place, letter, rng)
        if pair is None:
            continue
        one, other = pair
        for root, many in place.roots(one, letter):
            if many > 1 or root.low == root.high:
                continue
            own = root.poly
            rest = other.resultant(own, letter)
            if not rest or place.sign(rest):
                continue
            said = is_shared(place, own, other, letter, root, rest)
            told[said] += 1
            if said is not None:
                assert said == by_divisor(place, own, other, letter, root)
                assert (place.at(letter, root).sign(other) == 0) == said
    assert told[True]


def test_where_the_resultant_has_a_double_zero_it_does_not_tell() -> None:
    """Over the square root of 2 the two are the same polynomial: x^2 - 2 is in their resultant twice, which may mean one root or two."""
    place = Place(FIELD).at(0, isolate(fmpz_poly([-2, 0, 1]))[1])
    one, other = FIELD.polynomial(Y**2 - X), FIELD.polynomial(Y**2 + (X**2 - 2) * Y - X)
    rest = one.resultant(other, 1)
    assert place.sign(rest) == 0
    for root, _ in place.roots(one, 1):
        assert is_shared(place, one, other, 1, root, rest) is None
        assert place.at(1, root).sign(other) == 0


def test_a_lead_that_vanishes_makes_no_root_shared() -> None:
    """(x^2 - 2) y^2 + y - 1 has one root over the square root of 2; the other polynomial's lead does not vanish there."""
    place = Place(FIELD).at(0, isolate(fmpz_poly([-2, 0, 1]))[1])
    one, other = FIELD.polynomial((X**2 - 2) * Y**2 + Y - 1), FIELD.polynomial((X**2 - 2) * Y**2 + Y + 1)
    ((root, _),) = place.roots(one, 1)
    assert place.at(1, root).sign(other) == 1
    assert place.at(1, root).sign(FIELD.polynomial(Y - 1)) == 0
    assert place.at(1, root).sign(FIELD.polynomial(Y**2 - X + (X - 1) * Y)) == 0


def test_a_shared_root_may_be_rational_over_a_number_that_is_not() -> None:
    """Its interval becomes the root itself as it is halved: of a certificate for `every quadratic` 75, where the search did not end."""
    number = isolate(fmpz_poly([374, 14349, -398, 1]))[1]
    place = Place(FIELD).at(0, number)
    one = FIELD.polynomial(
        X**3 - 126 * X**2 * Y + 1257 * X * Y**2 + 88 * Y**3 + 106 * X**2 - 1492 * X * Y - 1022 * Y**2
        + 205 * X + 3057 * Y - 1134
    )  # fmt: skip
    other = FIELD.polynomial(
        X**3 - 116 * X**2 * Y + 1052 * X * Y**2 + 80 * Y**3 + 66 * X**2 - 570 * X * Y - 900 * Y**2
        - 203 * X + 2454 * Y - 162
    )  # fmt: skip
    rest = one.resultant(other, 1)
    assert place.sign(rest) == 0
    roots = [root for root, _ in place.roots(one, 1)]
    assert [is_shared(place, one, other, 1, root, rest) for root in roots] == [False, False, True]
    assert roots[2] == 4
    assert place.at(1, roots[2]).sign(other) == 0
