"""Sensitivity: thresholds against bisection, radii against search, tornado against a fine grid."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from sympy import Rational, oo, sqrt, symbols

from symdt.analysis.sensitivity import one_way, two_way
from symdt.analysis.stability import stability_radius
from symdt.analysis.tornado import tornado_data
from symdt.errors import DomainError
from symdt.exact.domain import Domain
from symdt.exact.polynomial import to_number
from symdt.formats.problem import load_problem, loads
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Decision
from symdt.problems.tree_problem import TreeProblem
from symdt.solve.alternatives import alternatives
from symdt.solve.fold_arrays import action_values
from symdt.solve.foldback import fold_back
from tests.random_problems import tree_problems
from tests.strategies import points

r, w, x, y, z = symbols("r w x y z")
UMBRELLA = TreeProblem(
    Decision(
        "umbrella?",
        {
            "take": Chance("with", {"rain": (r, 70), "dry": ("rest", w)}),
            "leave": Chance("without", {"rain": (r, 0), "dry": ("rest", 100)}),
        },
    ),
    Domain("0 < r < 1", "0 <= w <= 100"),
    "max",
)
WILDCATTER = load_problem("examples/oil_wildcatter_letters.toml")
EXAMPLE2 = load_problem("examples/example2.toml")


def bisected(tree, optimum, low: float, high: float, name: str, tolerance: float = 1e-10) -> float:
    """Where the best branch changes between two numbers, by bisection on the numeric tree."""

    def best(v: float) -> int:
        row = action_values(tree, {name: [v]}, optimum)[0]
        return int(row.argmin() if optimum == "min" else row.argmax())

    left = best(low)
    while high - low > tolerance:
        middle = (low + high) / 2
        if best(middle) == left:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(tree_problems(), st.sampled_from(["p", "h", "k"]), st.data())
def test_thresholds_agree_with_bisection_and_with_exact_folding(problem, name, data) -> None:
    assume(isinstance(problem.tree, Decision) and len(problem.tree.actions) > 1)
    point = data.draw(points(problem.domain))
    along = one_way(problem, name, point)
    others = {n: v for n, v in point.items() if n != name}
    fixed = problem.at({n: Rational(str(v)) for n, v in others.items()})
    solved = fold_back(fixed.tree, domain=fixed.domain, optimum=fixed.optimum)
    for stretch in along.stretches:
        inside = stretch.witness
        assert stretch.start < inside < stretch.stop
        exact = solved.at({name: inside})
        assert stretch.choice.action in exact.ties
        assert stretch.value.subs(along.letter, inside) == exact.value
    for threshold, below, above in along.switches:
        if threshold.is_Rational:  # both are optimal where they meet
            assert {below.action, above.action} <= set(solved.at({name: threshold}).ties)
    for threshold in along.action_thresholds:
        i = along.thresholds.index(threshold)
        low = float(along.stretches[i].witness)
        high = float(along.stretches[i + 1].witness)
        found = bisected(fixed.tree, fixed.optimum, low, high, name)
        assert abs(found - float(threshold)) < 1e-6 * max(1.0, abs(found))


def test_a_threshold_that_is_no_rational_number() -> None:
    tree = Decision("d", {"square": x**2, "line": 2})
    problem = TreeProblem(tree, Domain("x > 0"), "min")
    assert one_way(problem, x, {"x": 1}).thresholds == (sqrt(2),)
    assert abs(bisected(tree, "min", 1.0, 2.0, "x") - 2**0.5) < 1e-9
    cubic = TreeProblem(Decision("d", {"a": x**3 - x, "b": 1}), Domain("x > 0"), "min")
    (root,) = one_way(cubic, "x", {"x": 1}).thresholds
    assert abs((root**3 - root - 1).evalf(40)) < Rational(1, 10**30)


def test_ranges_points_and_errors() -> None:
    along = one_way(UMBRELLA, "r", {"r": 0.4, "w": 20}, within=("1/10", "1/2"))
    assert along.thresholds == ()
    assert along.at("1/3").choice.action == "leave"
    assert str(along) == "leave  if 1/10 <= r <= 1/2"
    with pytest.raises(DomainError, match="no parameter"):
        one_way(UMBRELLA, "q", {"r": 0.4, "w": 20})
    with pytest.raises(DomainError, match="no value for 'w'"):
        one_way(UMBRELLA, "r", {"r": 0.4})
    with pytest.raises(DomainError, match="lower end first"):
        one_way(UMBRELLA, "r", {"w": 20}, within=(1, 0))
    with pytest.raises(DomainError, match="outside"):
        along.at(2)


def test_two_way_regions_hold_where_they_say() -> None:
    regions = two_way(WILDCATTER, "d", "T", {}).regions
    found = alternatives(WILDCATTER)
    assert set(regions) == {str(c) for c, _ in found.choices}
    for d, t in product(range(1, 10), range(1, 16)):
        values = found.domain.field.values({"d": Rational(d, 10), "T": t})
        at = {str(c): f.at(values) for c, f in found.choices}
        for name, region in regions.items():
            inside = all(c.holds(values) for c in region.conditions)
            assert inside == (at[name] == max(at.values()))
    assert two_way(UMBRELLA, r, w, {}).regions.keys() == {"take", "leave"}
    assert set(two_way(EXAMPLE2, "p", "h", {"k": 1}).regions) <= {"a0", "a2", "a3", "a23"}


# --- the stability radius ----------------------------------------------------------------------------


def first_change(problem, base: dict, norm: str, trials: int = 4000) -> float:
    """An upper bound on the radius by drawing many points and taking the nearest that changes the action."""
    chance = random.Random(8)
    found = alternatives(problem)
    names = found.domain.field.names
    sign = 1 if found.optimum == "min" else -1

    def action(values) -> str:
        at = [sign * f.at(values) for _, f in found.choices]
        return found.choices[at.index(min(at))][0].action

    centre = [to_number(base[n]) for n in names]
    here, best = action(centre), float("inf")
    for _ in range(trials):
        size = Rational(chance.randint(1, 1000), 1000)
        values = []
        for c in centre:
            step = size * chance.choice((-1, 1, Rational(chance.randint(-1000, 1000), 1000)))
            values.append(c + to_number(step) * (abs(c) if norm == "relative" else 1))
        if found.domain.contains(values) and action(values) != here:
            best = min(best, float(size))
    return best


@pytest.mark.parametrize("norm", ["relative", "box"])
@pytest.mark.parametrize(
    ("problem", "base"),
    [
        (UMBRELLA, {"r": Rational(2, 5), "w": 20}),
        (WILDCATTER, {"d": Rational(1, 2), "T": 10}),
        (EXAMPLE2, {"p": Rational(1, 10), "h": 2, "k": 1}),
    ],
    ids=["umbrella", "wildcatter", "example 2"],
)
def test_the_radius_is_the_first_change(problem, base, norm) -> None:
    radius = stability_radius(problem, base, norm=norm)
    assert radius.is_exact
    sampled = first_change(problem, base, norm)
    assert float(radius.value) <= sampled + 1e-12
    assert sampled < float(radius.value) * 1.5 + 0.05  # the sample comes near


def test_the_radius_of_one_letter_is_the_nearest_threshold() -> None:
    base = {"d": Rational(1, 2), "T": 10}
    assert stability_radius(WILDCATTER, base, letter="d", norm="box").value == Rational(1, 2) - Rational(
        27, 59
    )
    assert stability_radius(WILDCATTER, base, letter="T", norm="box").value == Rational(5, 2)
    assert stability_radius(WILDCATTER, base, letter="T").value == Rational(1, 4)
    assert stability_radius(WILDCATTER, base).value == Rational(5, 79)


def test_an_action_that_is_always_optimal_has_no_radius() -> None:
    tree = Decision("d", {"a": x, "b": x + 1 + y})
    problem = TreeProblem(tree, Domain("x > 0", "y > 0"), "min")
    radius = stability_radius(problem, {"x": 1, "y": 1})
    assert radius.value == oo
    assert "whole domain" in str(radius)
    assert stability_radius(problem, {"x": 1, "y": 1}, letter="x").value == oo


def test_a_domain_that_ties_letters_together() -> None:
    """f < s cuts no corner off the box that matters: exact; where it does the radius is enclosed, and larger."""
    clinic = load_problem("examples/catalogue/pauker_kassirer_1980.toml")
    base = {
        "p": Rational(1, 2),
        "B": 10,
        "R": 2,
        "C": Rational(1, 10),
        "s": Rational(9, 10),
        "f": Rational(1, 5),
    }
    radius = stability_radius(clinic, base)
    assert radius.is_exact
    assert radius.changes_to == "treat"
    assert float(radius.value) <= first_change(clinic, base, "relative", 1500)
    free = TreeProblem(Decision("d", {"a": x, "b": y}), Domain("x > 0", "y > 0"), "min")
    assert stability_radius(free, {"x": 1, "y": 3}, norm="box").value == 1
    tied = TreeProblem(
        Decision("d", {"a": x, "b": y}), Domain("x > 0", "y > 0", "x + y >= 5", "x <= 4"), "min"
    )
    cut = stability_radius(tied, {"x": 1, "y": 4}, norm="box")
    assert cut.low <= Rational(3, 2) <= cut.high  # at (5/2, 5/2), on the edge x + y = 5
    assert not cut.is_exact


def test_a_radius_at_a_tie_is_zero() -> None:
    problem = TreeProblem(Decision("d", {"a": x, "b": y}), Domain("x > 0", "y > 0"), "min")
    assert stability_radius(problem, {"x": 1, "y": 1}).value == 0


def test_a_radius_that_is_not_exact_says_so_and_is_enclosed() -> None:
    """x² + y² against 3 from (1/2, 1/2): the box reaches the circle at its corner, t = sqrt(3/2) − 1/2."""
    problem = TreeProblem(Decision("d", {"a": x**2 + y**2, "b": 3}), Domain(symbols=[x, y]), "min")
    radius = stability_radius(problem, {"x": "1/2", "y": "1/2"}, norm="box")
    assert not radius.is_exact
    assert radius.low <= sqrt(Rational(3, 2)) - Rational(1, 2) <= radius.high
    assert radius.high - radius.low < Rational(1, 10**5)
    witness = dict(radius.witness)
    assert witness["x"] ** 2 + witness["y"] ** 2 > 3
    assert "numeric" in str(radius)


def test_radius_errors() -> None:
    problem = TreeProblem(Decision("d", {"a": x, "b": y + 1}), Domain(symbols=[x, y]), "min")
    with pytest.raises(DomainError, match="norm='box'"):
        stability_radius(problem, {"x": 0, "y": 1})
    with pytest.raises(DomainError, match="'relative' or 'box'"):
        stability_radius(problem, {"x": 0, "y": 1}, norm="round")


# --- tornado ------------------------------------------------------------------------------------------


def test_tornado_against_a_grid() -> None:
    base = {"d": Rational(1, 2), "T": 10}
    tornado = tornado_data(WILDCATTER, base, {"d": (0.1, 0.9), "T": (1, 20)})
    assert tornado.value == Rational(45, 2)
    found = alternatives(WILDCATTER)
    for bar in tornado.bars:
        heights = []
        for i in range(201):
            v = bar.low + (bar.high - bar.low) * Rational(i, 200)
            values = found.domain.field.values({**base, bar.letter: v})
            heights.append(max(f.at(values) for _, f in found.choices))
        assert float(bar.least) <= float(min(heights)) + 1e-12
        assert float(bar.greatest) >= float(max(heights)) - 1e-12
        assert float(bar.swing) <= float(max(heights) - min(heights)) + 1.0
    assert [b.letter for b in tornado.bars] == ["d", "T"]
    assert [t for t, _, _ in tornado.bars[1].switches] == [Rational(25, 2)]


def test_a_bar_may_turn_inside_its_range() -> None:
    """The least of (x − 1)² on [0, 3] is 0, inside, where no end shows it."""
    problem = TreeProblem(Decision("d", {"a": (x - 1) ** 2, "b": 10}), Domain("x >= 0"), "min")
    (bar,) = tornado_data(problem, {"x": 2}, {"x": (0, 3)}).bars
    assert (bar.least, bar.greatest, bar.at_low, bar.at_high) == (0, 4, 1, 4)


@pytest.mark.parametrize(
    ("rival", "here"),
    [(x, 1), (1 - (x - Rational(1, 2)) ** 2, Rational(1, 2)), (x**2 - x + 1, 0), (x**2 - x + 1, 1)],
)
def test_an_action_that_only_ties_at_the_point_is_stable_nowhere(rival, here) -> None:
    """Where the rival touches, and is better all around, no move is safe: not to be told as the whole domain."""
    problem = DecisionProblem(
        LossTable(["s"], ["A", "C"], [[1, rival]]), Belief({"s": 1}), Domain("0 <= x <= 1")
    )
    radius = stability_radius(problem, {"x": here}, norm="box")
    assert (radius.action, radius.value, radius.changes_to) == ("A", 0, "C")
    assert "ties here" in str(radius)


def test_a_radius_that_may_be_zero_is_enclosed_in_numbers_that_can_be_read() -> None:
    loss = LossTable(["s"], ["A", "C"], [[y, y - (x - Rational(1, 2)) ** 2]])
    problem = DecisionProblem(loss, Belief({"s": 1}), Domain("0 <= x <= 1", "0 < y < 2"))
    radius = stability_radius(problem, {"x": Rational(1, 2), "y": 1})
    assert (radius.low, radius.high, radius.is_exact) == (0, Rational(1, 10**9), False)


# --- what is left to a letter need be no interval ------------------------------------------------------

#: The letter, conditions on it, what each action is worth in our words and in Python's, and where which is best.
PARTED = {
    "three numbers": ("", ["p**3 == p"], "min", {"x": ("1 + 3*p", lambda p: 1 + 3 * p), "y": ("1/2", lambda p: HALF)},
                      ["x  if p = -1", "y  if p = 0", "y  if p = 1"]),
    "two intervals": ("-2 <= p <= 2", ["p**2 >= 1"], "min",
                      {"x": ("1 + 3*p", lambda p: 1 + 3 * p), "y": ("1/2", lambda p: HALF)},
                      ["x  if -2 <= p <= -1", "y  if 1 <= p <= 2"]),
    "a number and an interval": ("p <= 3", ["p**2*(p - 1) >= 0"], "max",
                                 {"x": ("p", lambda p: p), "y": ("3 - p", lambda p: 3 - p)},
                                 ["y  if p = 0", "y  if 1 <= p <= 3/2", "x  if 3/2 < p <= 3"]),
    "all but one": ("-1 <= p <= 1", ["p**2 > 0"], "min", {"x": ("p", lambda p: p), "y": ("2", lambda p: 2)},
                    ["x  if -1 <= p < 0", "x  if 0 < p <= 1"]),
    "a jump to what is above": ("0 <= p <= 2", [], "max",
                                {"x": ("piecewise(0, p < 1, 2)", lambda p: 0 if p < 1 else 2), "y": ("3/2", lambda p: 3 * HALF)},
                                ["y  if 0 <= p < 1", "x  if 1 <= p <= 2"]),
    "a number told apart": ("0 <= p <= 2", [], "max",
                            {"x": ("piecewise(9, p == 1, 1)", lambda p: 9 if p == 1 else 1), "y": ("3", lambda p: 3)},
                            ["y  if 0 <= p < 1", "x  if p = 1", "y  if 1 < p <= 2"]),
    "a number told apart, of one choice": ("0 <= p <= 3/2", [], "max",
                                           {"x": ("piecewise(9, p == 1, p)", lambda p: 9 if p == 1 else p)},
                                           ["x  if 0 <= p <= 3/2"]),
    "an exponent": ("integer, 1 <= p <= 4", [], "min",
                    {"trust": ("1 - (9/10)**p", lambda p: 1 - Fraction(9, 10) ** int(p)), "test": ("1/3", lambda p: Fraction(1, 3))},
                    ["trust  if 1 <= p <= 3", "test  if p = 4"]),
    "whole numbers": ("integer, 0 < p < 11/2", [], "max",
                      {"x": ("7 - 2*p", lambda p: 7 - 2 * p), "y": ("p/8 + 2", lambda p: p / 8 + 2), "z": ("p", lambda p: p)},
                      ["x  if 1 <= p <= 2", "z  if 3 <= p <= 5"]),
    "whole numbers with a tie": ("integer, 0 <= p <= 5", [], "min", {"x": ("p", lambda p: p), "y": ("6 - p", lambda p: 6 - p)},
                                 ["x  if 0 <= p <= 3", "y  if 4 <= p <= 5"]),
    "whole numbers without one": ("integer, 0 <= p <= 4", ["(p - 2)**2 >= 1"], "min", {"x": ("p", lambda p: p)},
                                  ["x  if 0 <= p <= 1", "x  if 3 <= p <= 4"]),
}  # fmt: skip
HALF = Fraction(1, 2)
GRID = sorted({Fraction(a, b) for b in (1, 2, 3) for a in range(-2 * b, 5 * b + 1)})


def parted(name: str):
    """The problem, and what each action is worth at each number of a grid that the domain holds, by fractions."""
    letter, conditions, optimum, actions, _ = PARTED[name]
    kind = "loss" if optimum == "min" else "utility"
    problem = loads(
        f"assume = {json.dumps(conditions)}\n[parameters]\np = {json.dumps(letter)}\n[belief]\ns = '1'\n"
        f"[{kind}]\nactions = {json.dumps(list(actions))}\ns = {json.dumps([text for text, _ in actions.values()])}\n"
    )
    inside = [v for v in GRID if problem.domain.contains([to_number(v)])]
    return problem, {v: {a: Fraction(f(v)) for a, (_, f) in actions.items()} for v in inside}


@pytest.mark.parametrize("name", PARTED)
def test_every_part_of_what_is_left_to_a_letter_is_told(name) -> None:
    """The stretches hold each value of the letter and no other, with an optimal choice and the optimal value."""
    problem, worth = parted(name)
    best = min if problem.optimum == "min" else max
    along = one_way(problem, "p", {})
    assert str(along).splitlines() == PARTED[name][4]
    for v in GRID:
        if v not in worth:
            with pytest.raises(DomainError, match="outside"):
                along.at(v)
            continue
        stretch = along.at(v)
        assert worth[v][stretch.choice.action] == best(worth[v].values())
        assert stretch.value.subs(along.letter, Rational(v)) == Rational(best(worth[v].values()))
    assert [t for t, _, _ in along.switches] == list(along.thresholds)
    assert all(a != b for _, a, b in along.switches)
    assert all(along.at(s.witness) == s for s in along.stretches)


@pytest.mark.parametrize("name", PARTED)
def test_a_bar_reaches_what_the_optimum_is_in_every_part(name) -> None:
    problem, worth = parted(name)
    best = min if problem.optimum == "min" else max
    optimum = {v: best(w.values()) for v, w in worth.items()}
    base, low, high = list(optimum)[len(optimum) // 2], min(optimum), max(optimum)
    (bar,) = tornado_data(problem, {"p": base}, {"p": (low, high)}).bars
    assert (bar.least, bar.greatest) == (min(optimum.values()), max(optimum.values()))
    assert (optimum[Fraction(bar.where_least)], optimum[Fraction(bar.where_greatest)]) == (
        bar.least,
        bar.greatest,
    )
    assert (bar.at_low, bar.at_high) == (optimum[low], optimum[high])
    for side, reach in ((-1, bar.below), (1, bar.above)):
        there = [w for v, w in optimum.items() if side * (v - base) >= 0]
        assert reach == (min(there), max(there))
    assert len(bar.switches) == len(bar.switch_values)


@pytest.mark.parametrize(
    "name", [n for n in PARTED if "piecewise" not in str(PARTED[n]) and n != "an exponent"]
)
def test_the_radius_ends_at_the_nearest_value_that_changes(name) -> None:
    """Where single numbers are left to the letter, and where it is whole, a tie at one of them is no change."""
    problem, worth = parted(name)
    best = min if problem.optimum == "min" else max
    for base in worth:
        radius = stability_radius(problem, {"p": base}, letter="p", norm="box")
        other = [v for v, w in worth.items() if w[radius.action] != best(w.values())]
        found = min((abs(v - base) for v in other), default=None)
        if found is None:
            assert radius.value == oo
            continue
        assert radius.value <= found
        ((_, witness),) = radius.witness
        assert Fraction(witness) in other or not problem.domain.whole
        if problem.domain.whole or name == "three numbers":
            assert radius.value == found


def test_a_number_that_is_no_fraction_is_a_stretch_too() -> None:
    problem = TreeProblem(Decision("d", {"a": x, "b": 1}), Domain("x**3 == 2*x"), "min")
    assert str(one_way(problem, x, {})) == "a  if x = -sqrt(2)\na  if x = 0\nb  if x = sqrt(2)"
    (bar,) = tornado_data(problem, {"x": 0}, {"x": (-2, 2)}).bars
    assert (bar.least, bar.greatest, bar.where_greatest) == (-sqrt(2), 1, sqrt(2))
    assert stability_radius(problem, {"x": 0}, norm="box").value == sqrt(2)


def test_an_optimum_without_a_bound_is_said_to_have_none() -> None:
    """Next to 0, which the domain leaves out, 1/x is as small as one likes."""
    problem = TreeProblem(Decision("d", {"a": 1 / x, "b": 3}), Domain("x**2 > 0", "-1 <= x <= 1"), "min")
    (bar,) = tornado_data(problem, {"x": 1}, {"x": (-1, 1)}).bars
    assert (bar.least, bar.greatest, bar.at_low, bar.at_high) == (-oo, 3, -1, 1)
