"""Signs, roots and their order over towers, counted, against the same found by division; lines against values at points."""

from __future__ import annotations

from random import Random

import pytest
from flint import fmpq
from sympy import symbols

from symdt.exact.field import Field
from symdt.exact.line.branch import compare
from symdt.exact.line.place import Place
from symdt.solve.proofs.coverings.cases.stretches import Line
from symdt.solve.proofs.coverings.counting import Counted

x, y, z = symbols("x y z")
FIELD = Field.of([x, y, z])


def chosen(chance, letters, size=4):
    """A polynomial of small degree in which the last of the letters occurs."""
    terms = [chance.randint(-3, 3), chance.choice([1, 2, -1]) * letters[-1] ** chance.randint(2, 3)]
    for _ in range(size - 2):
        term = chance.randint(-3, 3)
        for letter in letters:
            term = term * letter ** chance.choice([0, 0, 1, 2])
        terms.append(term)
    return FIELD.polynomial(sum(terms))


def tower(chance, algebra):
    """A place whose two coordinates are roots, the second over the first, or None."""
    place = Place(FIELD)
    for letter, letters in ((0, [x]), (1, [x, y])):
        number = next(n for n in algebra.parts(chosen(chance, letters)) if algebra.degrees[n][letter])
        parts, _ = algebra.present(place, number, letter)
        roots = [(part, root) for part, _ in parts or () for root, _ in algebra.roots(place, part, letter)]
        if not roots:
            return None
        place = algebra.on(place, letter, *chance.choice(roots))
    return place


@pytest.mark.parametrize("seed", range(30))
def test_signs_over_towers_are_those_by_division(seed):
    chance, algebra = Random(seed), Counted(FIELD)
    place = tower(chance, algebra)
    if place is None:
        return
    others = [chosen(chance, [x, y]) for _ in range(3)]
    zero = algebra.polys[place.__dict__["_of"]]  # a sum that is zero here, though it is no multiple
    others += [f * FIELD.generators[1] + zero for f in others[:1]] + [zero * f for f in others[:1]]
    own = place.before.coordinates[0]
    for poly in others:
        for number in algebra.parts(poly):
            assert algebra.sign(place, number) == place.sign(algebra.polys[number]), (own, poly)


def test_a_number_that_is_zero_over_a_tower_is_seen_by_counting():
    algebra = Counted(FIELD)
    names = {f: algebra.parts(FIELD.polynomial(f))[0] for f in (x**2 - 2, y**2 - x - 1, x * y**2 - x - 2)}
    two, four, zero = names.values()
    base = Place(FIELD)
    for root, _ in algebra.roots(base, two, 0):
        place = algebra.on(base, 0, two, root)
        assert algebra.shared(place, four, zero, 1) is None  # both roots are common: division has to say it
        for value, _ in algebra.roots(place, four, 1):
            assert algebra.sign(algebra.on(place, 1, four, value), zero) == 0
    one = algebra.parts(FIELD.polynomial(y**3 - x * y**2 - 3 * y + 3 * x + (x**2 - 2) * y))[0]
    line = algebra.parts(FIELD.polynomial(y**2 - x * y + y - 2 + x**2 - x))[0]
    place = algebra.on(base, 0, two, algebra.roots(base, two, 0)[1][0])
    assert algebra.shared(place, one, line, 1) == 1  # y = x alone
    signs = [algebra.sign(algebra.on(place, 1, line, v), one) for v, _ in algebra.roots(place, line, 1)]
    assert signs == [1, 0]


@pytest.mark.parametrize("seed", range(30))
def test_roots_over_towers_and_their_order_are_those_by_division(seed):
    chance, algebra = Random(seed), Counted(FIELD)
    place = tower(chance, algebra)
    if place is None:
        return
    square = FIELD.polynomial((z - y) ** 2 * (z + x))
    polys = [chosen(chance, [x, y, z]) for _ in range(2)] + [square]
    held = []
    for poly in polys:
        for number in algebra.parts(poly):
            parts, _ = algebra.present(place, number, 2)
            for part, _ in parts or ():
                mine = algebra.roots(place, part, 2)
                theirs = place.roots(algebra.polys[part], 2)
                assert [m for _, m in mine] == [m for _, m in theirs]
                assert all(compare(a, b) == 0 for (a, _), (b, _) in zip(mine, theirs, strict=True))
                held += [(part, root) for root, _ in mine]
    for one in held:
        for other in held:
            assert algebra.compare(place, one, other, 2) == compare(one[1], other[1])


def test_a_double_root_that_is_double_at_the_place_only():
    algebra = Counted(FIELD)
    (number,) = algebra.parts(FIELD.polynomial(z**3 - 3 * y * z + 2 * x))
    (two,), (cubic,) = (algebra.parts(FIELD.polynomial(f)) for f in (x**2 - 2, y**3 - x**2))
    base = Place(FIELD)
    for place in [algebra.on(base, 0, two, root) for root, _ in algebra.roots(base, two, 0)]:
        above = algebra.on(place, 1, cubic, algebra.roots(place, cubic, 1)[0][0])
        assert algebra.shared(above, number, number, 2) == 1
        many = [m for _, m in algebra.roots(above, number, 2)]
        assert sorted(many) == [1, 2]
        assert many == [m for _, m in above.roots(algebra.polys[number], 2)]


@pytest.mark.parametrize("seed", range(20))
def test_lines_have_the_signs_of_values_at_their_positions(seed):
    chance, algebra = Random(seed), Counted(FIELD)
    place = tower(chance, algebra) if seed % 2 else Place(FIELD).at(0, fmpq(1, 2)).at(1, fmpq(-1))
    if place is None:
        return
    polys = [chosen(chance, [x, y, z]) for _ in range(3)] + [FIELD.polynomial((x + y) * z**2 + z - 1)]
    numbers = [n for poly in polys for n in algebra.parts(poly) if algebra.degrees[n][2]]
    line = Line(algebra, place, 2, numbers)
    for position in range(line.last + 1):
        there = line.sample(position)
        for number in numbers:
            assert line.sign(number, position) == there.sign(algebra.polys[number])
