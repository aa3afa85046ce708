"""The door to Z3: points are points, no point is no point, and what is unknown is neither."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, sqrt, symbols

from symdt.exact.field import Field
from symdt.exact.formula import Condition, Formula, all_of
from symdt.exact.polynomial import to_number
from symdt.exact.solver import (
    Budget,
    Found,
    NoPoint,
    Unknown,
    find_common,
    find_outside,
    find_point,
    is_valid,
    refute,
)

x, y, z = symbols("x y z")
FIELD = Field.of([x, y])
GRID = [tuple(to_number(Fraction(a, 2)) for a in pair) for pair in product(range(-6, 7), repeat=2)]
polynomials = st.tuples(*[st.integers(-3, 3)] * 6).map(
    lambda c: c[0] + c[1] * x + c[2] * y + c[3] * x * y + c[4] * x**2 + c[5] * y**2
)
conditions = st.builds(
    lambda e, op: Condition.of(e, op, FIELD), polynomials, st.sampled_from([">", ">=", "=="])
)


def holds(given, values):
    return all(c.holds(values) for c in given)


@settings(max_examples=40)
@given(st.lists(conditions, min_size=1, max_size=4))
def test_a_point_that_is_found_obeys_and_no_point_means_none(given_):
    answer = find_common(given_, [x, y])
    seen = [v for v in GRID if holds(given_, v)]
    if isinstance(answer, NoPoint):
        assert not seen
    elif isinstance(answer, Found) and all(v.is_Rational for v in answer.point.values()):
        assert holds(given_, FIELD.values(answer.point))


@settings(max_examples=60)
@given(st.lists(conditions, min_size=1, max_size=5))
def test_what_is_refuted_has_no_point(given_):
    if refute(given_):
        assert not any(holds(given_, v) for v in GRID)
        assert not isinstance(find_point(all_of(*given_), seconds=2), Found)


@settings(max_examples=25)
@given(st.lists(st.lists(conditions, min_size=1, max_size=2), min_size=1, max_size=3))
def test_outside_all_cells(cells):
    box = [Condition.of(e, ">=", FIELD) for e in (x + 3, 3 - x, y + 3, 3 - y)]
    answer = find_outside(box, cells, [x, y], Budget(10), GRID, FIELD)
    seen = [v for v in GRID if not any(holds(cell, v) for cell in cells)]
    if isinstance(answer, NoPoint):
        assert not seen
    elif isinstance(answer, Found) and all(v.is_Rational for v in answer.point.values()):
        values = FIELD.values(answer.point)
        assert holds(box, values)
        assert not any(holds(cell, values) for cell in cells)


def test_irrational_points_are_exact():
    answer = find_point(all_of(Condition.of(x**2 - 2, "=="), Condition.of(x, ">")))
    assert answer == Found({x: sqrt(2)})


def test_a_rational_point_is_preferred():
    answer = find_point(all_of(Condition.of(x**2 - 2, ">="), Condition.of(3 - x, ">"), Condition.of(x, ">")))
    assert isinstance(answer, Found)
    assert answer.point[x].is_Rational


def test_a_spent_budget_is_unknown_and_never_false():
    budget = Budget(0)
    assert isinstance(find_point(Condition.of(x, ">"), budget=budget), Unknown)
    assert is_valid(Condition.of(x**2 + 1, ">"), budget=budget) is None


def test_validity():
    assert is_valid(Condition.of(x**2 + 1, ">")) is True
    assert is_valid(Condition.of(x, ">")) is False
    assert is_valid(Formula("or", (Condition.of(x, ">"), Condition.of(-x, ">=")))) is True


def test_the_same_point_whatever_was_asked_before():
    formula = all_of(
        Condition.of(x * y - z, ">"), Condition.of(z - x, ">"), Condition.of(y - Rational(1, 3), ">")
    )
    first = find_point(formula, fresh=True)
    for n in range(1, 4):
        find_point(Condition.of(x**2 * y - n, ">"))
    assert find_point(formula, fresh=True) == first


@settings(max_examples=30, deadline=None)
@given(st.lists(conditions.filter(lambda c: c.op != "=="), min_size=1, max_size=4))
def test_who_climbs_stands_where_all_conditions_hold(given_):
    from symdt.exact.domain import Domain
    from symdt.exact.floating.climbing import Ground

    domain = Domain("-3 < x < 3", "y > -3")
    point = Ground(domain).climb([c.into(domain.field) for c in given_], steps=20)
    if point is not None:
        assert domain.contains(point)
        assert holds(given_, point)
        assert not refute([*domain.conditions, *given_])


def test_weights_in_fractions_and_by_floating_point_are_found_alike() -> None:
    """Two roads: the exact simplex method, and the search for few products; with and without those that cannot help."""
    import random

    import numpy as np

    from symdt.exact.floating import guessed
    from symdt.exact.solver import weights
    from symdt.exact.solver.weights import Product, exact_weights

    chance, found = random.Random(7), 0
    for _ in range(120):
        products = [Product({0: 1}, (), 1, True, 0)]
        for i in range(chance.randint(2, 7)):
            poly = {m: c for m in range(4) if (c := chance.choice([-2, -1, 0, 0, 1, 3]))}
            products.append(Product(poly, (i,), 1, chance.random() < 0.5, 1))
        answers = [exact_weights(products)]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(weights, "SMALL", 0)
            answers.append(exact_weights(products))
            patch.setattr(guessed, "_usable", lambda positive, _: np.arange(positive.shape[1]))
            answers.append(exact_weights(products))
        assert len({answer is None for answer in answers}) == 1
        found += answers[0] is not None
        for answer in answers:
            if answer is not None:
                assert min(answer.values()) > 0
                sums = [sum(w * products[j].poly.get(m, 0) for j, w in answer.items()) for m in range(4)]
                assert sums == [0] * 4
                assert sum(w for j, w in answer.items() if products[j].is_strict) == 1
    assert 20 < found < 100


def test_example_2_is_solved_without_numpy_and_without_z3() -> None:
    """Its questions are small: what takes a tenth of a second to load is not loaded."""
    script = (
        "import sys; from symdt.cli import main; main(['solve', sys.argv[1], '--for', 'p']);"
        "print(sorted({'numpy', 'z3'} & set(sys.modules)))"
    )
    example = Path(__file__).parents[2] / "examples" / "example2.toml"
    run = subprocess.run([sys.executable, "-c", script, example], capture_output=True, text=True, check=True)
    assert run.stdout.endswith("a3 is better on the whole domain\n[]\n")


def test_a_split_finds_the_point_the_contradiction_or_neither() -> None:
    from symdt.exact.domain import Domain
    from symdt.exact.floating.climbing import Ground
    from symdt.exact.solver.splitting import split

    domain = Domain("x > 0", "y > 0")
    form = domain.field.polynomial(x - y)
    ground = Ground(domain)

    def told(climb, *wanted):
        conditions = [Condition.of(e, ">", domain.field) for e in wanted]
        return split(conditions, [form], domain.conditions, Budget(5), climb), conditions

    point, conditions = told(ground.climb, (x - y) * (x - 2 * y), y - x)
    assert holds([*domain.conditions, *conditions], point)
    nowhere = ((x - y) * (x * y + 1), (y - x) * (x**2 + 3))
    assert not refute([*domain.conditions, *(Condition.of(e, ">", domain.field) for e in nowhere)])
    assert told(lambda _: None, *nowhere)[0] == NoPoint()
    assert isinstance(told(lambda _: None, x**2 - 2 * y**2, 2 - x)[0], Unknown)


def test_an_interrupt_ends_more_than_the_question_that_z3_is_at(monkeypatch):
    """Z3 takes the signal for itself and calls the answer unknown; the search behind it must not go on."""
    import z3

    monkeypatch.setattr(z3.Solver, "check", lambda _: z3.unknown)
    monkeypatch.setattr(z3.Solver, "reason_unknown", lambda _: "interrupted from keyboard")
    with pytest.raises(KeyboardInterrupt):
        find_point(Condition.of(x**2 - 2, "=="))


@pytest.mark.parametrize("size", [1, 10**400])
def test_weights_of_products_with_numbers_too_large_for_floating_point(size):
    """A ring of differences sums to zero with equal weights, whatever their size."""
    from symdt.exact.solver.weights import Product, exact_weights

    many = 25
    ring = [
        Product({n: size * (n + 1), (n + 1) % many: -size * (n + 1)}, (n,), 1, True, 1) for n in range(many)
    ]
    weights = exact_weights(ring)
    assert sorted(weights) == list(range(many))
    assert len({weights[n] * (n + 1) for n in weights}) == 1


def test_margins_of_a_polynomial_with_large_numbers():
    import numpy as np

    from symdt.exact.floating.climbing import margins

    of = FIELD.polynomial
    points = np.array([[1.0, 2.0], [2.0, 1.0]])
    large = margins(of(10**400 * (x - y)), points)
    assert large == pytest.approx(margins(of(x - y), points))
