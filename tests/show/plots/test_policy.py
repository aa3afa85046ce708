"""Decision curves, cost-effectiveness, spider and sample size: exact thresholds by another road."""

from fractions import Fraction

import pytest
from sympy import Rational, Symbol

import symdt
from symdt import Belief, Decision, DecisionProblem, Domain, LossTable, TreeProblem, load_problem
from symdt.analysis.knowing.sampling import sample_value
from symdt.problems.models.model import Model
from symdt.show.picture import Line, Shape
from symdt.show.plots.policy import cost_effectiveness, decision_curve, sample_size, spider


def test_the_decision_curve_changes_where_net_benefits_are_equal():
    share, se, sp = Fraction(1, 5), Fraction(9, 10), Fraction(4, 5)
    picture = decision_curve("1/5", {"test": ("9/10", "4/5")})
    low, high = (Fraction(str(t)) for t in picture.record.thresholds)

    def benefit(t, tp, fp):
        return share * tp - (1 - share) * fp * t / (1 - t)

    assert benefit(low, 1, 1) == benefit(low, se, 1 - sp)  # treat all, and by the test
    assert benefit(high, se, 1 - sp) == 0  # by the test, and nobody
    assert [p.label for p in picture.record.pieces] == ["treat all", "test", "treat none"]
    assert [t.label.to_text() for t in picture.texts("tick")] == ["1/33", "9/17"]
    assert [i.role for i in picture.of_role("best")] == ["best treat all", "best test", "best treat none"]
    assert "test up to 9/17" in picture.description
    assert picture.overlaps() == []


def plane(**programmes):
    """The frontier of programmes with a cost and an effect each."""
    cost = LossTable([""], list(programmes), [[c for c, _ in programmes.values()]])
    effect = LossTable([""], list(programmes), [[e for _, e in programmes.values()]], "max")
    problem = DecisionProblem(symdt.net_benefit(cost, effect), Belief({"": 1}), Domain("λ >= 0"))
    return symdt.cost_effectiveness(problem).at()


def test_the_plane_draws_the_record_of_the_frontier():
    frontier = plane(none=(0, 0), A=(100, 2), B=(400, 3), C=(350, 5), D=(900, 6))
    picture = cost_effectiveness(frontier)
    assert picture.record is frontier
    assert [o.name for o in frontier.on_it] == ["none", "A", "C", "D"]
    said = [t.label.to_text() for t in picture.texts("foot")]
    assert [line.split(": ")[1].split(" per")[0] for line in said[:3]] == [
        "50",
        "250/3",
        "550",
    ]  # (350 − 100)/(5 − 2)
    assert said[3] == "B: dominated by C"
    assert {i.role for i in picture.of_role("name")} == {f"name {o.name}" for o in frontier.options}
    filled = {i.role for i in picture.of_role("strategy") if i.fill != "#ffffff"}
    assert filled == {f"strategy {o.name}" for o in frontier.on_it}
    assert picture.overlaps() == []


def test_the_names_of_near_programmes_stand_apart():
    near = {f"a programme with a long name {n}": (100 + n, 10 + n) for n in range(8)}
    picture = cost_effectiveness(plane(**near, other=(1000, 90)), width=83.82)
    assert len(picture.of_role("name")) == 9
    assert picture.overlaps() == []


def test_the_spider_has_a_curve_for_each_letter():
    oil = load_problem("examples/oil_wildcatter_letters.toml")
    picture = spider(oil, {"d": "1/2", "T": 10}, {"d": (0.3, 0.7), "T": (1, 20)})
    assert {i.role for i in picture.of_role("spider")} == {"spider d", "spider T"}


def test_the_best_sample_size_is_exact():
    models = {"M0": Model(), "M1": Model(["X2 -> X1"])}
    problem = DecisionProblem(LossTable.zero_one(["M0", "M1"]), Belief({"M0": Rational(1, 2), "M1": "rest"}))
    values = [(n, sample_value(problem, models, {"X1": (0, 1), "X2": (0, 1)}, n)) for n in range(5)]
    picture = sample_size(values, "1/100")
    net = {n: v.at() - n * Rational(1, 100) for n, v in values}
    best = max(net, key=net.get)
    assert f"best n = {best}" in picture.description
    (mark,) = [i for i in picture.items if i.role == "net mark"]
    line = next(i for i in picture.items if i.role == "net")
    assert mark.centre == pytest.approx(line.points[best])


def test_the_spider_leaves_out_what_is_not_left_to_a_letter():
    """Two intervals are two lines, and a number alone is a dot: no line leads over what the domain leaves out."""
    p = Symbol("p")
    gap = TreeProblem(Decision("d", {"a": p, "b": 2}), Domain("p**2 >= 1", "-2 <= p <= 2"), "min")
    lines = [i for i in spider(gap, {"p": 1}, {"p": (-2, 2)}).of_role("spider") if isinstance(i, Line)]
    assert len(lines) == 2
    alone = TreeProblem(Decision("d", {"a": p, "b": 2}), Domain("p**3 == p"), "min")
    dots = [i for i in spider(alone, {"p": 1}, {"p": (-2, 2)}).of_role("spider") if isinstance(i, Shape)]
    assert len(dots) == 3
