"""The plane's record: map, rule and brute force agree at random rational points and on every boundary."""

import json
import random

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Symbol

from symdt import Belief, DecisionProblem, Domain, LossTable, decision_rule, load_problem
from symdt.exact.line import Real, between
from symdt.exact.polynomial import to_rational
from symdt.paper import problems as paper
from symdt.regions.contest import Contest
from symdt.regions.plane import decompose
from symdt.regions.plane.bands import BOTTOM, TOP
from symdt.regions.plane.trace import Scale, trace
from symdt.solve.alternatives import contest

X, Y = Symbol("x"), Symbol("y")
DOMAIN = Domain("-2 < x < 2", "-1 < y < 2", "x + y < 3")


def quadratic(draw):
    terms = [1, X, Y, X * Y, X**2, Y**2]
    return sum((draw(st.integers(-3, 3)) * t for t in terms), start=0 * X)


@st.composite
def contests(draw):
    """Two to four functions of degree at most 2 in two letters; two of them may share a label."""
    f = DOMAIN.field.element
    labels = draw(st.sampled_from([("a", "b"), ("a", "b", "c"), ("a", "b", "a"), ("a", "b", "c", "b")]))
    return Contest(
        tuple((n, f(quadratic(draw))) for n in labels), DOMAIN, draw(st.sampled_from(["min", "max"]))
    )


def values_of(c, x, y):
    at = {"x": x, "y": y}
    return tuple(at[s.name] for s in c.letters)


@given(contests(), st.randoms(use_true_random=False))
@settings(max_examples=40, derandomize=True, deadline=None)
def test_map_and_brute_force_agree_inside_and_on_boundaries(c, chance):
    plane = decompose(c, X, Y, (-2, 2, -1, 2))
    for _ in range(12):
        x, y = fmpq(chance.randint(-19, 19), 10), fmpq(chance.randint(-9, 19), 10)
        values = values_of(c, x, y)
        found = plane.at(x, y)
        if c.domain.contains(values):
            assert found
            assert set(found) <= set(c.best(values))
    for boundary in plane.boundaries():
        band = plane.bands[boundary.band]
        x = between(band.left, band.right)
        check_tie(plane, boundary, x)
        check_tie(plane, boundary, between(band.left, x))


def check_tie(plane, boundary, x):
    """On a boundary the two labels have the same best value, exactly, and no label has a better one."""
    below, above = boundary.below.label, boundary.above.label
    if below is None or above is None:
        return
    height = plane.height(boundary.level, x)
    c = plane.contest
    over = {n: e.restricted({plane.x: x}) for n, e in enumerate(f for _, f in c.functions)}

    def sign(i, j):  # of f_i - f_j at (x, height), exactly
        poly = (over[i] - over[j]).sign_polynomial
        from symdt.exact.line import along as on_line

        return c.sign * height.sign_of(on_line(over[i].field, poly, plane.y))

    numbers = range(len(c.functions))
    best = [i for i in numbers if all(sign(i, j) <= 0 for j in numbers)]
    labels = {c.functions[i][0] for i in best}
    assert {below, above} <= labels
    assert set(plane.at(x, height)) <= labels


@given(contests())
@settings(max_examples=25, derandomize=True, deadline=None)
def test_cells_stack_from_side_to_side_and_witnesses_lie_inside(c):
    plane = decompose(c, X, Y, (-2, 2, -1, 2))
    for band in plane.bands:
        assert band.cells[0].lower == BOTTOM
        assert band.cells[-1].upper == TOP
        assert band.left < band.middle < band.right
        for low, high in zip(band.cells, band.cells[1:], strict=False):
            assert low.upper == high.lower
            assert low.label != high.label
        for cell in band.cells:
            x, y = cell.witness
            assert plane.height(cell.lower, x) < y < plane.height(cell.upper, x)
            values = values_of(c, x, y)
            assert (cell.label is None) == (not c.domain.contains(values))
            if cell.label is not None:
                assert cell.label in c.best(values)


@given(contests(), st.integers(-19, 19))
@settings(max_examples=25, derandomize=True, deadline=None)
def test_points_on_a_cut_belong_to_cells_that_are_best_there(c, tenth):
    plane = decompose(c, X, Y, (-2, 2, -1, 2))
    for cut in plane.cuts[1:-1]:
        if cut.is_rational:
            values = values_of(c, cut.low, fmpq(tenth, 10))
            if c.domain.contains(values):
                found = plane.at(cut.low, fmpq(tenth, 10))
                assert found
                assert set(found) <= set(c.best(values))


EXAMPLES = [
    ("example2.toml", "p", "p", "h", {"k": 1}, (0, "1/4", 0, 4)),
    ("two_models_0L.toml", "p", "p", "l10", {"l01": 1}, (0, 1, 0, 5)),
    ("oil_wildcatter_letters.toml", "d", "d", "T", {}, (0, 1, 0, 30)),
]


@pytest.mark.parametrize(("file", "solved_for", "x", "y", "at", "window"), EXAMPLES)
def test_map_rule_and_brute_force_agree(file, solved_for, x, y, at, window):
    problem = load_problem(f"examples/{file}")
    c = contest(problem, at)
    plane = decompose(c, c.domain.letter(x), c.domain.letter(y), window)
    rule = decision_rule(problem, solved_for)
    chance = random.Random(1998)
    x0, x1, y0, y1 = plane.window
    for _ in range(150):
        u = x0 + (x1 - x0) * fmpq(chance.randint(1, 240), 241)
        v = y0 + (y1 - y0) * fmpq(chance.randint(1, 240), 241)
        values = tuple({x: u, y: v}[s.name] for s in c.letters)
        if not c.domain.contains(values):
            continue
        point = {x: to_rational(u), y: to_rational(v), **at}
        best = c.best(values)
        assert rule(**point) in best
        assert set(plane.at(u, v)) <= set(best)
    for boundary in plane.boundaries():
        check_tie(plane, boundary, plane.bands[boundary.band].middle)


def test_triple_points_are_exact():
    c = contest(paper.example_2(), {"k": 1})
    plane = decompose(c, c.domain.letter("p"), c.domain.letter("h"))
    (corner,) = plane.corners
    assert (str(corner.x), str(corner.y), corner.labels) == ("4/21", "15/8", ("a0", "a3", "a23"))
    values = tuple({"p": fmpq(4, 21), "h": fmpq(15, 8)}[s.name] for s in c.letters)
    assert c.best(values) == ("a0", "a3", "a23")


def test_an_algebraic_triple_point():
    f = Domain("0 < x < 3", "0 < y < 3").field.element
    c = Contest((("a", f(Y)), ("b", f(X**2)), ("c", f(2 + 0 * X))), Domain("0 < x < 3", "0 < y < 3"))
    (corner,) = decompose(c, X, Y, (0, 3, 0, 3)).corners
    assert (str(corner.x), str(corner.y)) == ("sqrt(2)", "2")


def test_the_record_has_a_json_form():
    c = contest(paper.example_2(), {"k": 1})
    plane = decompose(c, c.domain.letter("p"), c.domain.letter("h"))
    read = json.loads(json.dumps(plane.to_json()))
    assert read["labels"] == ["a0", "a3", "a23"]
    assert read["corners"] == [{"x": "4/21", "y": "15/8", "labels": ["a0", "a3", "a23"]}]
    assert read["bands"][1]["cells"][1]["from"] == {"root": 0, "of": "4*h*p + 3*p - 2", "in": "h"}


def test_whole_strategies_have_regions_of_their_own():
    from symdt.solve.alternatives import strategies

    problem = load_problem("examples/oil_wildcatter_letters.toml")
    c = strategies(problem)
    plane = decompose(c, c.domain.letter("d"), c.domain.letter("T"))
    by_action = decompose(contest(problem), c.domain.letter("d"), c.domain.letter("T"))
    assert len(plane.labels) > len(by_action.labels)
    assert all(label.split(" (")[0] in by_action.labels for label in plane.labels)


def polynomial_problem():
    """Risks that are polynomials of degree 2 and 3 in x and y."""
    entries = [[0, X * Y, Y**2 - X], [X**2, 0, 1], [1, Y, X * Y - 1]]
    loss = LossTable(["S", "T", "U"], ["a", "b", "c"], entries)
    belief = Belief({"S": X / 2, "T": (1 - X) / 2, "U": fmpq_half()})
    return DecisionProblem(loss, belief, Domain("0 < x < 1", "0 < y < 2"))


def fmpq_half():
    return to_rational(fmpq(1, 2))


def test_what_is_drawn_lies_on_the_exact_curve():
    c = contest(polynomial_problem())
    plane = decompose(c, X, Y)
    across, up = Scale(0.0, 1.0), Scale(0.0, 2.0)
    for sheet in trace(plane, across, up):
        for strip in sheet.strips:
            if strip.cell.lower == BOTTOM:
                continue
            for u, v in list(zip(sheet.xs, strip.lower, strict=True))[1:-1]:
                x = Real.of(str(round(across.value(u), 9))).low
                if sheet.band.left < x < sheet.band.right:
                    assert abs(float(plane.height(strip.cell.lower, x)) - up.value(v)) < 1e-5
