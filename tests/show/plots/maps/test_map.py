"""Region maps: areas, boundaries and names as the exact record has them."""

import random
from fractions import Fraction

import pytest
from flint import fmpq
from sympy import Rational, Symbol, symbols

from symdt import Belief, DecisionProblem, Domain, LossTable
from symdt.exact.polynomial import to_number
from symdt.paper import problems as paper
from symdt.paper.figures import PALETTE, map_figure
from symdt.show.picture import Text
from symdt.show.plots.captions import letter_label
from symdt.show.plots.maps.map import region_map
from symdt.show.plots.maps.multiples import two_way
from symdt.solve.alternatives import contest
from symdt.typeset.formulas import formula


def polynomial_problem():
    """Risks that are polynomials of degree 2 and 3 in x and y."""
    x, y = symbols("x y")
    entries = [[0, x * y, y**2 - x], [x**2, 0, 1], [1, y, x * y - 1]]
    loss = LossTable(["S", "T", "U"], ["a", "b", "c"], entries)
    belief = Belief({"S": x / 2, "T": (1 - x) / 2, "U": Rational(1, 2)})
    return DecisionProblem(loss, belief, Domain("0 < x < 1", "0 < y < 2"))


def inside(area, point):
    """Whether an area holds a point, by counting crossings."""
    x, y = point
    odd = False
    for ring in area.rings:
        for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
                odd = not odd
    return odd


def rational(value):
    f = Fraction(value).limit_denominator(10**9)
    return fmpq(f.numerator, f.denominator)


def places(picture):
    """From the paper to numbers."""
    (frame,) = picture.of_role("frame")
    (a, b), (c, _), (_, d), *_ = frame.points
    x0, x1, y0, y1 = (float(Fraction(int(v.p), int(v.q))) for v in picture.record.window)
    return lambda p: (x0 + (p[0] - a) / (c - a) * (x1 - x0), y0 + (p[1] - b) / (d - b) * (y1 - y0)), (
        a,
        b,
        c,
        d,
    )


@pytest.mark.parametrize(
    ("problem", "x", "y", "at"),
    [
        (paper.example_2(), "p", "h", {"k": 1}),
        (polynomial_problem(), "x", "y", {}),
        (paper.zero_l(), "p", "l10", {"l01": 1}),
    ],
)
def test_areas_are_coloured_by_who_is_best_there(problem, x, y, at):
    picture = region_map(problem, x, y, point=at)
    c = contest(problem, at)
    back, (a, b, e, d) = places(picture)
    chance = random.Random(3)
    for _ in range(400):
        point = (chance.uniform(a, e), chance.uniform(b, d))
        u, v = map(rational, back(point))
        values = tuple({x: u, y: v}[s.name] for s in c.letters)
        held = [area.role for area in picture.of_role("region") if inside(area, point)]
        best = [f"region {label}" for label in c.best(values)]
        risks = sorted(c.values_at(values).values())
        assert held == best[:1] or risks[1] - risks[0] < fmpq(1, 500)


@pytest.mark.parametrize(
    ("problem", "x", "y", "at"),
    [(paper.example_2(), "p", "h", {"k": 1}), (polynomial_problem(), "x", "y", {})],
)
def test_names_stand_inside_their_regions(problem, x, y, at):
    picture = region_map(problem, x, y, point=at)
    c = contest(problem, at)
    back, _ = places(picture)
    placed = [t for t in picture.of_role("label") if isinstance(t, Text)]
    assert {t.role for t in placed} == {f"label {label}" for label in picture.record.labels}
    for text in placed:
        left, bottom, right, top = text.box()
        for point in ((left, bottom), (right, bottom), (left, top), (right, top)):
            at_ = dict(zip((x, y), map(rational, back(point)), strict=True))
            assert text.role == f"label {c.best(tuple(at_[s.name] for s in c.letters))[0]}"


def test_two_way_marks_the_point():
    picture = two_way(paper.example_2(), "p", "h", {"p": "3/20", "h": 3, "k": 1})
    back, _ = places(picture)
    (dot,) = picture.of_role("point")
    assert back(dot.centre) == (pytest.approx(0.15), pytest.approx(3.0))


def test_equations_and_triple_points_on_request():
    picture = region_map(paper.example_2(), "p", "h", point={"k": 1}, equations=True)
    said = [t.label.to_text() for t in picture.of_role("equation")]
    assert len(said) == 3
    assert r"1\colon\;\; h = \frac{2 - 3 p}{4 p}" in said
    assert [t.label.to_text() for t in picture.of_role("corner")] == ["A = (4/21, 15/8)"]
    assert picture.overlaps() == []


def test_one_action_one_colour():
    areas = {a.role: a.fill for a in map_figure().of_role("region")}
    assert areas["region a23"] == PALETTE["a23"].tint


def test_an_axis_may_be_logarithmic():
    picture = region_map(
        paper.zero_l(), "p", "l10", point={"l01": 1}, window=(0, 1, "1/100", 100), log=["l10"]
    )
    c = contest(paper.zero_l(), {"l01": 1})
    (frame,) = picture.of_role("frame")
    (a, b), (e, _), (_, d), *_ = frame.points
    chance = random.Random(5)
    for _ in range(100):
        u, v = chance.uniform(0.02, 0.98), chance.uniform(0.02, 0.98)
        point = (a + u * (e - a), b + v * (d - b))
        at = {"p": to_number(rational(u)), "l10": to_number(rational(0.01 * 10000**v))}
        values = tuple(at[s.name] for s in c.letters)
        risks = sorted(c.values_at(values).values())
        held = [area.role for area in picture.of_role("region") if inside(area, point)]
        assert held == [f"region {c.best(values)[0]}"] or (risks[1] - risks[0]) / risks[1] < fmpq(1, 50)


def test_a_corner_is_not_called_as_an_action_is():
    p, k = symbols("p k")
    loss = LossTable(["s", "t"], ["A", "B", "C"], [[0, k, 1], [4, 0, 1]])
    problem = DecisionProblem(loss, Belief({"s": "rest", "t": p}), Domain("0 < p < 1", "0 < k < 3"))
    picture = region_map(problem, "p", "k", equations=True)
    corners = [t.label.to_text().split(" = ")[0] for t in picture.of_role("corner")]
    assert corners == [f"P{n + 1}" for n in range(len(picture.record.corners))]
    assert corners


def test_a_letter_of_two_words_is_set_as_in_formulas():
    assert letter_label("toxicity_weight").to_text() == formula(Symbol("toxicity_weight"))
    assert letter_label("prevalence").to_text() == "prevalence"
