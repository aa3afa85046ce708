"""Plots show what exact arithmetic says: envelopes, strips, regions, simplex, information."""

import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from flint import fmpq
from sympy import Rational, Symbol, symbols

from symdt import (
    Belief,
    Chance,
    Decision,
    DecisionProblem,
    Domain,
    LossTable,
    TreeProblem,
    bayes_actions,
    decision_rule,
    fold_back,
    load_problem,
    to_tree,
    tornado_data,
)
from symdt.errors import DomainError, TableError
from symdt.exact.polynomial import to_number
from symdt.paper import problems as paper
from symdt.paper.figures import PALETTE, figure_3, map_figure
from symdt.regions.along import letter, pieces
from symdt.regions.plane import decompose
from symdt.show.analysis import (
    information_values,
    simplex,
    simplex_regions,
    threshold_path,
    tornado,
    two_way,
    value_of_information,
)
from symdt.show.lines import risk_lines
from symdt.show.map import joined, region_map
from symdt.show.style import COLOURS, Palette
from symdt.show.writers import new_figure
from symdt.solve.alternatives import contest

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"


def exact(value):
    f = Fraction(value)
    return Rational(f.numerator, f.denominator)


def polynomial_problem():
    """Risks that are polynomials of degree 2 and 3 in x and y."""
    x, y = symbols("x y")
    entries = [[0, x * y, y**2 - x], [x**2, 0, 1], [1, y, x * y - 1]]
    loss = LossTable(["S", "T", "U"], ["a", "b", "c"], entries)
    belief = Belief({"S": x / 2, "T": (1 - x) / 2, "U": Rational(1, 2)})
    return DecisionProblem(loss, belief, Domain("0 < x < 1", "0 < y < 2"))


@pytest.mark.parametrize(("h", "k"), [(4, 1), (3, 2), (1, 2)])
def test_the_strip_is_the_rule(h, k):
    rule = decision_rule(paper.example_2(), "p")
    ax = risk_lines(paper.example_2(), "p", at={"h": h, "k": k})
    strip = next(a for a in ax.child_axes if a.get_gid() == "strip")
    boxes = [(r.get_gid(), r.get_x(), r.get_x() + r.get_width()) for r in strip.patches]
    case = next(c for c in rule.cases if c.holds(rule.domain.field.values({"p": "1/8", "h": h, "k": k})))
    values = rule.domain.field.values({"p": 0, "h": h, "k": k})
    wanted = [
        (f"piece {p.label.action}", float(p.start.value(values)), float(p.stop.value(values)))
        for p in case.pieces
    ]
    assert boxes == [(n, pytest.approx(a), pytest.approx(b)) for n, a, b in wanted]


def test_lines_and_envelope_have_the_exact_values():
    problem = paper.example_2()
    ax = risk_lines(problem, "p", at={"h": 4, "k": 1})
    c = contest(problem, {"h": 4, "k": 1})
    lines = {line.get_gid(): line for line in ax.lines if line.get_gid()}
    assert {n for n in lines if n.startswith("risk")} == {f"risk {a}" for a in problem.loss.actions}
    for name, line in lines.items():
        label = name.split()[1]
        for x, y in line.get_xydata():
            at = c.values_at((exact(x),))
            assert y == pytest.approx(float(Fraction(int(at[label].p), int(at[label].q))), abs=1e-9)
            if name.startswith("best"):
                assert at[label] <= min(at.values()) + fmpq(1, 10**9)


@pytest.mark.parametrize(
    ("problem", "x", "y", "at"),
    [
        (paper.example_2(), "p", "h", {"k": 1}),
        (paper.table_3(), "p", "h", {}),
        (paper.zero_l(), "p", "l10", {"l01": 1}),
        (polynomial_problem(), "x", "y", {}),
        (load_problem(EXAMPLES / "oil_wildcatter_letters.toml"), "d", "T", {}),
    ],
)
def test_boundaries_agree_with_the_rule_at_1000_points_on_each_side(problem, x, y, at):
    c = contest(problem, at)
    regions = decompose(c, letter(c, x), letter(c, y))
    chance = random.Random(6)
    _, _, y0, y1 = regions.window
    step = 1e-7 * (y1 - y0)
    order = [s.name for s in c.letters]
    curves = joined(regions)
    assert curves
    for below, above, way in curves:
        start, end = way[0][0], way[-1][0]
        for _ in range(1000):
            if start == end:  # a vertical boundary: left and right of it
                py = way[0][1] + chance.uniform(1e-4, 1 - 1e-4) * (way[1][1] - way[0][1])
                for side, label in ((-1e-7, below), (1e-7, above)):
                    point = {x: exact(start + side), y: exact(py)}
                    assert c.best([to_number(point[n]) for n in order])[0] == label
                continue
            # inside the curve: at its very ends a third label may be next to it
            px = start + chance.uniform(1e-4, 1 - 1e-4) * (end - start)
            i = max(j for j in range(len(way) - 1) if way[j][0] <= px)
            (a, ya), (b, yb) = way[i], way[i + 1]
            py = on_curve(regions, below, above, px, ya + (px - a) / (b - a) * (yb - ya))
            assert y0 < py < y1
            for side, label in ((-step, below), (step, above)):
                point = {x: exact(px), y: exact(py + side)}
                assert c.best([to_number(point[n]) for n in order])[0] == label


def on_curve(regions, below, above, px, chord):
    """The ordinate of the curve between two labels at this abscissa: the difference solved again, by NumPy."""
    c = regions.contest
    up = [s.name for s in c.letters].index(regions.y.name)
    at = Fraction(px)
    found = []
    for one, other, poly in c.differences:
        if {one, other} == {below, above}:
            fixed = poly.subs({regions.x.name: fmpq(at.numerator, at.denominator)})
            coefficients = np.zeros(fixed.degrees()[up] + 1)
            for monomial, value in fixed.to_dict().items():
                coefficients[int(monomial[up])] = float(Fraction(int(value.p), int(value.q)))
            roots = np.roots(coefficients[::-1])
            found += map(float, roots.real[abs(roots.imag) < 1e-9])
    nearest = min(found, key=lambda v: abs(v - chord))
    assert abs(nearest - chord) < 1e-3 * (regions.window[3] - regions.window[2])  # what is drawn is the curve
    return nearest


def test_areas_are_coloured_by_who_is_best_there():
    problem = paper.example_2()
    ax = map_figure()
    c = contest(problem, {"k": 1})
    order = [s.name for s in c.letters]
    areas = {p.get_gid(): p for p in ax.patches if p.get_gid()}
    assert set(areas) == {"region a0", "region a3", "region a23"}
    chance = random.Random(3)
    for _ in range(600):
        x, y = chance.uniform(0.001, 0.249), chance.uniform(0.01, 3.99)
        inside = [n for n, a in areas.items() if a.get_path().contains_point((x, y))]
        at = {"p": exact(x), "h": exact(y)}
        here = [to_number(at[n]) for n in order]
        best = c.best(here)[0] if c.domain.contains(here) else None
        values = c.values_at([at[n] for n in order])
        assert inside == [f"region {best}"] or sorted(values.values())[1] - min(values.values()) < fmpq(
            1, 10**3
        )


@pytest.mark.parametrize("problem", [paper.example_2(), polynomial_problem()])
def test_labels_stand_inside_their_regions(problem):
    names = ("p", "h", {"k": 1}) if "p" in [s.name for s in problem.symbols] else ("x", "y", {})
    ax = region_map(problem, names[0], names[1], at=names[2])
    ax.figure.canvas.draw()
    c = contest(problem, names[2])
    order = [s.name for s in c.letters]
    placed = [t for t in ax.texts if (t.get_gid() or "").startswith("label")]
    assert placed
    for text in placed:
        x, y = text.xy if hasattr(text, "xy") else text.get_position()
        at = {names[0]: exact(x), names[1]: exact(y)}
        assert f"label {c.best([to_number(at[n]) for n in order])[0]}" == text.get_gid()


def test_one_action_one_colour_in_every_figure():
    import matplotlib.colors as colours

    lines = risk_lines(paper.example_2(), "p", at={"h": 4, "k": 1}, palette=PALETTE)
    for line in lines.lines:
        if line.get_gid():
            assert colours.to_hex(line.get_color()).upper() == PALETTE[line.get_gid().split()[1]].colour
    areas = {p.get_gid(): colours.to_hex(p.get_facecolor()) for p in map_figure().patches if p.get_gid()}
    assert areas["region a23"] == PALETTE["a23"].tint
    assert len({Palette(map(str, range(64)))[str(i)] for i in range(64)}) == 64


def test_colours_stay_apart_for_colour_blind_readers():
    # Viénot, Brettel and Mollon (1999): what a protanope and a deuteranope see, in linear RGB
    matrices = (
        ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
        ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    )
    for matrix in matrices:
        seen = []
        for code in COLOURS[:6]:
            linear = [(int(code[i : i + 2], 16) / 255) ** 2.2 for i in (1, 3, 5)]
            seen.append(
                [max(sum(m * c for m, c in zip(r, linear, strict=True)), 0) ** (1 / 2.2) for r in matrix]
            )
        for i, a in enumerate(seen):
            for b in seen[i + 1 :]:
                assert sum((s - t) ** 2 for s, t in zip(a, b, strict=True)) ** 0.5 > 0.08


def test_the_simplex_is_cut_where_the_risks_tie():
    loss = LossTable(["M0", "M1", "M2"], ["a0", "a1", "a2"], [[0, 2, 3], [4, 0, 2], [4, 3, 0]])
    regions = simplex_regions(loss)
    for action, polygon in regions.items():
        for corner in polygon:
            risk = {
                a: sum(c * int(v) for c, v in zip(corner, loss.column(a).values(), strict=True))
                for a in loss.actions
            }
            assert risk[action] == min(risk.values())
    assert sum(abs(area(p)) for p in regions.values()) == fmpq(1)
    assert simplex(loss, posterior={"M0": "1/2", "M1": "1/4", "M2": "1/4"}).texts
    with pytest.raises(TableError, match="triangle shows three"):
        simplex_regions(LossTable.zero_one(["M0", "M1"]))


def area(polygon):
    total = fmpq(0)
    for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        total += a[0] * b[1] - a[1] * b[0]
    return total


def test_information_is_worth_what_brute_force_says():
    problem = paper.example_2()
    ax = value_of_information(problem, "p", at={"h": 4, "k": 1})
    line = ax.lines[0]
    loss = problem.loss.subs({Symbol("h"): 4, Symbol("k"): 1})
    for x, y in line.get_xydata():
        p = exact(x)
        belief = {s: e.subs(Symbol("p"), p) for s, e in problem.belief.items()}
        prior = min(sum(belief[s] * loss[s, a] for s in loss.states) for a in loss.actions)
        perfect = sum(belief[s] * min(loss[s, a] for a in loss.actions) for s in loss.states)
        assert y == pytest.approx(float(prior - perfect), abs=1e-9)
    assert set(information_values(problem)) == {"perfect information"}


def test_the_tornado_reaches_the_optima_of_each_range():
    ax = tornado(paper.example_2(), {"p": "3/20", "h": 4, "k": 1}, {"h": (2, 8), "p": ("1/20", "11/50")})
    bars = {b.get_gid(): (b.get_x(), b.get_x() + b.get_width()) for b in ax.patches}
    c = contest(paper.example_2(), {"h": 4, "k": 1})
    grid = [min(c.values_at((fmpq(i, 1000),)).values()) for i in range(50, 221)]
    low, high = (float(Fraction(int(v.p), int(v.q))) for v in (min(grid), max(grid)))
    assert bars["p"] == (pytest.approx(low), pytest.approx(high))


def test_the_tornado_sees_a_value_that_turns_inside_the_range():
    p = symbols("p")
    tree = Decision("d", {"bet": Chance("c", {"win": (p, 200 * (1 - p)), "lose": ("rest", 0)})})
    problem = TreeProblem(tree, Domain("1/10 <= p <= 9/10"), "max")
    ranges = {"p": (Rational(1, 10), Rational(9, 10))}
    bar = tornado_data(problem, {"p": "1/4"}, ranges).bars[0]
    assert (bar.least, bar.greatest) == (18, 50)  # 200 p (1 - p) turns at p = 1/2
    (drawn,) = tornado(problem, {"p": "1/4"}, ranges).patches
    assert (drawn.get_x(), drawn.get_x() + drawn.get_width()) == (18, 50)


def test_two_way_marks_the_base_point():
    ax = two_way(paper.example_2(), "p", "h", {"p": "3/20", "h": 3, "k": 1})
    base = next(line for line in ax.lines if line.get_gid() == "base")
    assert base.get_xydata().tolist() == [[0.15, 3.0]]


def test_the_threshold_path_has_a_bar_for_each_arc():
    arcs = [("A", "B", 0.9), ("A", "C", 0.4), ("B", "C", 0.5)]
    ax = threshold_path(arcs, tau=0.5)
    assert {b.get_gid(): b.get_width() for b in ax.patches} == {f"arc {p} {c}": v for p, c, v in arcs}
    assert len({b.get_hatch() or "" for b in ax.patches}) == 2


def test_figure_3_lists_the_orderings_at_every_witness():
    problem = paper.example_2_without("a2")
    from symdt.solve.risk_orderings import risk_orderings

    rule = risk_orderings(problem, "p")
    drawn = [t.label.to_mathtext() for t in figure_3().texts("ordering")]
    wanted = []
    for case in rule.cases:
        at = dict(case.witness)
        for piece in case.pieces:
            full = {**{s.name: v for s, v in at.items()}, "p": 0}
            values = rule.domain.field.values(full)
            middle = (piece.start.value(values) + piece.stop.value(values)) / 2
            c = contest(problem, {s.name: Rational(int(v.p), int(v.q)) for s, v in at.items()})
            risk = c.values_at((middle,))
            chain = " < ".join(f"R_{{{a[1:]}}}" for a in sorted(risk, key=risk.__getitem__))
            wanted.append(f"${chain}$")
    assert sorted(drawn) == sorted(wanted)
    assert figure_3().overlaps() == []


def test_the_value_of_an_experiment_is_its_own_even_where_it_is_not_best():
    problem = load_problem(EXAMPLES / "oil_wildcatter_letters.toml")
    c = contest(problem, {"T": 10})
    for i in range(1, 20):
        d = Rational(i, 20)
        fixed = problem.at({"d": d, "T": 10})
        values = fold_back(to_tree(fixed), domain=fixed.domain, optimum="max").values
        found = c.values_at((d,))
        assert {n: Rational(int(v.p), int(v.q)) for n, v in found.items()} == values
    ax = risk_lines(problem, "d", at={"T": 10})
    line = next(line for line in ax.lines if line.get_gid() == "risk seismic")
    assert line.get_ydata()[0] == pytest.approx(100)  # drill whatever is seen, less the cost


def test_axes_come_in_and_go_out():
    figure = new_figure(85, 60)
    ax = figure.add_subplot()
    assert risk_lines(paper.example_2(), "p", at={"h": 4, "k": 1}, ax=ax) is ax
    other = new_figure(85, 60).add_subplot()
    assert region_map(paper.example_2(), "p", "h", at={"k": 1}, ax=other) is other


def test_no_pyplot_and_no_settings_left_behind():
    program = """
import sys, matplotlib
settings = lambda: {k: matplotlib.rcParams[k] for k in matplotlib.rcParams if k != 'backend'}
before = settings()
from symdt.paper import figures
figures.risk_figure(4, 1), figures.map_figure()
assert settings() == before
assert "matplotlib.pyplot" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_free_parameters_are_named():
    with pytest.raises(DomainError, match="'h' is free"):
        risk_lines(paper.example_2(), "p", at={"k": 1})
    with pytest.raises(DomainError, match="no parameter"):
        risk_lines(paper.example_2(), "q", at={"k": 1, "h": 1})


def test_pieces_agree_with_the_bayes_action():
    c = contest(paper.example_2(), {"h": 4, "k": 1})
    for piece in pieces(c, Symbol("p")):
        middle = exact((piece.start.value + piece.stop.value) / 2)
        assert bayes_actions(paper.example_2(), p=middle, h=4, k=1) == (piece.label,)


def test_the_critical_values_of_example_1_are_those_of_the_evidence():
    from symdt.networks.likelihood_ratio import critical_path
    from symdt.paper.likelihood_plot import SIZES, critical_values, quantile

    ax = critical_values(loss_ratios=(1.0, 3.0))
    lines = {line.get_gid(): line for line in ax.lines}
    for ratio in (1.0, 3.0):
        x, y = lines[f"bayes {ratio:g}"].get_data()
        for n, g2 in zip(x, y, strict=True):
            (point,) = critical_path([n], loss_ratio=ratio)
            assert g2 == point.g2
        assert list(y) == sorted(y)  # no single critical value does for all n
    assert set(lines["test"].get_ydata()) == {quantile(0.05)}
    assert abs(quantile(0.05) - 3.841458820694124) < 1e-9
    assert lines["bayes 1"].get_xdata()[0] == SIZES[0]
