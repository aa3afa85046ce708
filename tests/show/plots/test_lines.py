"""Risk lines show the exact record: strips, thresholds, switches, values."""

from fractions import Fraction
from pathlib import Path

import pytest
from flint import fmpq
from sympy import Rational, Symbol

from symdt import (
    AttitudeProblem,
    Belief,
    DecisionProblem,
    Domain,
    LossTable,
    decision_rule,
    fold_back,
    load_problem,
    show,
    to_tree,
)
from symdt.errors import DomainError
from symdt.exact.line import Real
from symdt.exact.polynomial import to_number
from symdt.paper import problems as paper
from symdt.paper.figures import PALETTE
from symdt.regions.plane.trace import Scale
from symdt.show.plots.chart import Frame
from symdt.show.plots.lines import risk_lines
from symdt.show.plots.maps.map import region_map
from symdt.solve.alternatives import contest

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def exact(value):
    f = Fraction(value)
    return Rational(f.numerator, f.denominator)


def frame_of(picture, across):
    """The frame of a picture, from its axes: the abscissae of its lines give numbers back."""
    (sides,) = picture.of_role("frame")
    (left, _), (_, bottom), (right, _) = sides.points
    return Frame(left, bottom, right - left, 1.0, across, Scale(0, 1))


@pytest.mark.parametrize(("h", "k"), [(4, 1), (3, 2), (1, 2)])
def test_the_strip_is_the_rule(h, k):
    rule = decision_rule(paper.example_2(), "p")
    picture = risk_lines(paper.example_2(), "p", point={"h": h, "k": k})
    frame = frame_of(picture, Scale(0.0, 0.25))
    boxes = [(a.role, a.rings[0][0][0], a.rings[0][1][0]) for a in picture.of_role("piece")]
    case = next(c for c in rule.cases if c.holds(rule.domain.field.values({"p": "1/8", "h": h, "k": k})))
    values = rule.domain.field.values({"p": 0, "h": h, "k": k})
    wanted = [
        (
            f"piece {p.label.action}",
            frame.x(float(p.start.value(values))),
            frame.x(float(p.stop.value(values))),
        )
        for p in case.pieces
    ]
    assert boxes == [(n, pytest.approx(a), pytest.approx(b)) for n, a, b in wanted]


def test_lines_have_the_exact_values_and_the_best_is_bold():
    problem = paper.example_2()
    picture = risk_lines(problem, "p", point={"h": 4, "k": 1})
    c = contest(problem, {"h": 4, "k": 1})
    lines = {i.role: i for i in picture.items if i.role.startswith(("risk ", "best "))}
    assert {n for n in lines if n.startswith("risk")} == {f"risk {a}" for a in problem.loss.actions}
    frame = frame_of(picture, Scale(0.0, 0.25))
    # two known points give the scale of values: a23 falls from 5 to 5/4
    (_, top), (_, low) = lines["risk a23"].points
    for name, line in lines.items():
        label = name.split()[1]
        for u, v in line.points:
            p = to_number(exact((u - frame.left) / frame.width * 0.25).limit_denominator(10**12))
            at = c.values_at((p,))
            value = 1.25 + (v - low) / (top - low) * 3.75
            assert value == pytest.approx(float(Fraction(int(at[label].p), int(at[label].q))), abs=1e-6)
            if name.startswith("best"):
                assert at[label] <= min(at.values()) + fmpq(1, 10**9)


def test_the_value_of_an_experiment_is_its_own_even_where_it_is_not_best():
    problem = load_problem(EXAMPLES / "oil_wildcatter_letters.toml")
    c = contest(problem, {"T": 10})
    for i in range(1, 20):
        d = Rational(i, 20)
        fixed = problem.at({"d": d, "T": 10})
        values = fold_back(to_tree(fixed), domain=fixed.domain, optimum="max").values
        found = c.values_at((to_number(d),))
        assert {n: Rational(int(v.p), int(v.q)) for n, v in found.items()} == values


def test_switches_of_later_decisions_are_ticks():
    problem = load_problem(EXAMPLES / "oil_wildcatter_letters.toml")
    picture = risk_lines(problem, "d", point={"T": 10})
    assert [t.label.to_text() for t in picture.texts("tick switch")] == ["44/65"]
    assert [str(s) for s in picture.record.switches] == ["44/65"]
    assert picture.record.switches == (Real.of("44/65"),)
    assert "T = 10" in "".join(t.label.to_text() for t in picture.texts("foot"))


def test_one_action_one_colour_in_every_figure():
    picture = risk_lines(paper.example_2(), "p", point={"h": 4, "k": 1}, palette=PALETTE)
    for item in picture.items:
        if item.role.startswith(("risk ", "best ")):
            assert item.colour == PALETTE[item.role.split()[1]].colour


def test_a_logarithmic_scale():
    picture = risk_lines(
        paper.zero_l(), "l10", point={"p": "1/4", "l01": 1}, window=("1/100", 100), is_log=True
    )
    frame = frame_of(picture, Scale(0.01, 100.0, is_log=True))
    (tick,) = picture.texts("tick")
    assert tick.label.to_text() == "3"
    assert tick.at[0] == pytest.approx(frame.x(3.0))


def test_free_letters_are_named():
    with pytest.raises(DomainError, match="'h' is free"):
        risk_lines(paper.example_2(), "p", point={"k": 1})
    with pytest.raises(DomainError, match="no parameter"):
        risk_lines(paper.example_2(), "q", point={"k": 1, "h": 1})


def test_a_logarithmic_scale_of_a_range_from_zero_shows_three_powers_of_ten() -> None:
    """A range that begins at 0 is cut there: nothing is drawn beyond the frame, and nothing is divided by zero."""
    lines = show.risk_lines(paper.example_2(), "p", point={"h": 4, "k": 1}, is_log=True)
    left, _, right, _ = lines.box(0.0)
    assert right - left < 100
    plane = show.region_map(paper.example_2(), "p", "h", point={"k": 1}, log=["p"])
    left, _, right, _ = plane.box(0.0)
    assert right - left < 100
    assert {f"{float(x):.6f}" for x in plane.record.window[:2]} == {"0.000250", "0.250000"}


def words_of(picture, role):
    return [item.label.to_text() for item in picture.of_role(role)]


def test_logarithmic_utility_draws_certainty_equivalents():
    """An even bet of 1 at a wealth of 3: products are compared, what is drawn is the sure amount that is as good."""
    bet = LossTable(["won", "lost"], ["bet", "keep"], [[Symbol("g"), 0], [-1, 0]], "max")
    even = DecisionProblem(bet, Belief({"won": Rational(1, 2), "lost": "rest"}), Domain("g > 0"))
    picture = risk_lines(AttitudeProblem(even, "logarithmic", "w"), "g", point={"w": 3}, window=(0, 3))
    assert words_of(picture, "axis") == ["certainty equivalent", "g"]
    assert words_of(picture, "tick") == ["3/2"]  # sqrt((3 + g) 2) = 3
    assert picture.description.startswith("certainty equivalent along g. Optimal: keep from 0 to 3/2; bet")
    (line,) = [item for item in picture.items if item.role == "risk keep"]
    assert len({round(y, 9) for _, y in line.points}) == 1  # what is kept is as good as itself at every g


def test_exponential_utility_is_drawn_along_its_tolerance():
    table = LossTable(["sun", "rain"], ["out", "porch", "in"], [[100, 90, 40], [0, 20, 50]], "max")
    party = AttitudeProblem(
        DecisionProblem(table, Belief({"sun": Rational(2, 5), "rain": "rest"})), "exponential", "R"
    )
    picture = risk_lines(party, "R", window=(0, 400))
    assert words_of(picture, "axis") == ["certainty equivalent", "R"]
    assert words_of(picture, "tick") == ["≈ 282.5"]
    assert words_of(picture, "end") == ["0", "400"]
    frame = frame_of(picture, Scale(0.0, 400.0))
    (threshold,) = picture.of_role("threshold")
    assert threshold.points[0][0] == pytest.approx(frame.x(282.497606936), rel=1e-9)


def test_a_map_by_the_tolerance_is_the_map_by_y():
    table = LossTable(["sun", "rain"], ["out", "in"], [[3, 1], [0, 1]], "max")
    belief = Belief({"sun": Symbol("p"), "rain": "rest"})
    party = AttitudeProblem(DecisionProblem(table, belief, Domain("0 < p < 1")), "exponential", "R")
    picture = region_map(party, "R", "p")
    assert words_of(picture, "axis") == ["p", "R"]
    assert set(picture.record.labels) == {"out", "in"}
    assert picture.record.x.name == "y"
