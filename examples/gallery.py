"""The gallery: the figures of every script in this folder, as SVG.

    python examples/gallery.py [FOLDER [SCRIPT ...]]

`FIGURES` names them by script; each is drawn from the objects that the script prints.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from sympy import Rational, Symbol, symbols

from symdt import Belief, DecisionProblem, Domain, LossTable, fold_back, load_problem, to_tree
from symdt.cli.make.draw import picture_of
from symdt.networks.evidence import local_posterior, posterior
from symdt.networks.local_space import LocalSpace
from symdt.networks.precision import inclusion_of_alpha
from symdt.networks.sample import Sample
from symdt.networks.search_differences import smallest_difference
from symdt.paper import figures as paper
from symdt.paper import problems as paper_problems
from symdt.problems.diagrams.diagram import InfluenceDiagram
from symdt.problems.diagrams.node import ChanceNode, DecisionNode, ValueNode
from symdt.problems.models.model import Model
from symdt.show.graphs.lattice import lattice_picture
from symdt.show.label import Label
from symdt.show.picture import Picture
from symdt.show.plots.amount_along import best_along
from symdt.show.plots.bars import threshold_path
from symdt.show.plots.captions import point_note
from symdt.show.plots.lines import risk_lines
from symdt.show.plots.maps.map import region_map
from symdt.show.plots.maps.simplex import simplex
from symdt.show.plots.payoff import payoff_curve
from symdt.show.tree import draw_tree
from symdt.show.writers import save
from symdt.typeset.formulas import formula

HERE = Path(__file__).resolve().parent
GALLERY = HERE.parent / "figures" / "gallery"
TEN_CASES = ["100", "111", "001", "111", "000", "011", "111", "000", "111", "000"]


def example_1_map() -> Picture:
    """Example 1 for the table [[5, 1], [2, 4]]: the choice by prior precision and loss ratio."""
    sample = Sample.two_way([[5, 1], [2, 4]], n=12)
    alpha, l01, l10 = symbols("alpha l01 l10")
    belief = posterior(sample, {"M0": Model(), "M1": Model(["X2 -> X1"])}, alpha=alpha)
    loss = LossTable.zero_l(["M0", "M1"], false=l01, missed=l10)
    problem = DecisionProblem(loss, belief, Domain("alpha > 0", "l01 > 0", "l10 > 0"))
    ratio = {"l10": "l_{10}/l_{01}"}
    made = region_map(problem, "alpha", "l10", point={"l01": 1}, names_of=ratio, window=(0, 20, 0, 2))
    return made.with_foot(
        "twelve cases, [[5, 1], [2, 4]]; models equally probable, BDeu",
        Label.math(r"\alpha") + Label.words(": precision of the prior"),
    )


def example_3_map() -> Picture:
    """Example 3: each arc is judged alone, so the regions are rectangles at the thresholds τ."""
    pi2, pi3 = symbols("pi2 pi3")
    loss = paper_problems.example_3_loss().subs(
        {Symbol("l03"): 1, Symbol("l30"): 2, Symbol("l02"): 1, Symbol("l20"): 1}
    )
    chances = {"M0": (1 - pi3) * (1 - pi2), "M3": pi3 * (1 - pi2), "M2": (1 - pi3) * pi2, "M23": pi3 * pi2}
    problem = DecisionProblem(loss, Belief(chances), Domain("0 < pi2 < 1", "0 < pi3 < 1"))
    made = region_map(problem, "pi3", "pi2", palette=paper.PALETTE)
    note = Label.math(r"\pi_j") + Label.words(": the probability of the arc from ") + Label.math("X_j")
    losses = Label.math(r"l_{03} = 1,\; l_{30} = 2,\; l_{02} = l_{20} = 1")
    return made.with_foot(note, losses)


def ten_cases() -> tuple[Sample, LocalSpace]:
    """The ten cases of Cooper and Herskovits, and the candidate parents of x3."""
    return Sample.from_cases(["x1", "x2", "x3"], [tuple(map(int, case)) for case in TEN_CASES]), LocalSpace(
        "x3", ("x1", "x2")
    )


def alpha_map() -> Picture:
    """The parents of x3 for every prior precision α and every loss ratio τ."""
    sample, space = ten_cases()
    alpha, tau = symbols("alpha tau")
    belief = local_posterior(sample, space, alpha=alpha)
    arcs = [LossTable.arc(p, "x3", false=tau, missed=1 - tau) for p in space.candidates]
    loss = arcs[0] @ arcs[1]
    problem = DecisionProblem(loss, belief, Domain("alpha > 0", "0 < tau < 1"))
    made = region_map(problem, "alpha", "tau", window=(0, 12, 0, 1))
    return made.with_foot(
        "the parents of x3 from ten cases of Cooper and Herskovits, BDeu",
        Label.math(r"\alpha") + Label.words(": precision of the prior"),
        Label.words("a false arc costs ")
        + Label.math(r"\tau")
        + Label.words(", a missed one ")
        + Label.math(r"1 - \tau"),
    )


def alpha_path() -> Picture:
    """The parents of x3 for every loss ratio at α = 1."""
    sample, space = ten_cases()
    chances = inclusion_of_alpha(sample, space, alpha=1)
    made = threshold_path([(a.parent, a.child, float(p)) for a, p in chances.items()], tau=0.5)
    return made.with_foot(
        "ten cases of Cooper and Herskovits, BDeu", Label.math(r"\alpha = 1") + Label.words("; ") + _bars()
    )


def _bars() -> Label:
    return Label.words("bars: the probability of the arc, which is in the network left of its end")


def greedy_lattice() -> Picture:
    """The smallest data without ties on which K2 goes wrong: each parent set with its posterior, the best in bold.

    K2 climbs to the most probable set; the Bayes action under equal losses is another.
    """
    found = smallest_difference(2, 4, ties="none")
    assert found is not None
    child, *candidates = found.sample.variables
    space = LocalSpace(child, tuple(candidates))
    levels = [
        [
            (space.label(m), [Label.math(f"p = {formula(found.belief[space.label(m)])}")])
            for m in space.level(j)
        ]
        for j in range(len(candidates) + 1)
    ]
    covers = [(space.label(low), space.label(high)) for low, high in space.covers()]
    made = lattice_picture(levels, covers, best=[space.label(m) for m in found.bayes])
    cases = Label.words(f"{found.sample.n} cases of {', '.join(found.sample.variables)}; ")
    return made.with_foot(
        cases + Label.words(f"the parents of {child}"), "bold: the Bayes action, equal losses"
    )


def arc_calibration() -> Picture:
    """How often an arc is there whose probability is p: three networks, samples of 200 to 10,000 cases.

    Measured by `benchmarks/realised.py`; below the diagonal where sparse networks have fewer arcs than the prior
    over all DAGs expects.
    """
    from symdt.show import calibration

    measured: dict[str, list[tuple[float, float, float]]] = {}
    with (HERE / "data" / "arc_calibration.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            bin_ = tuple(float(row[k]) for k in ("probability", "share", "error"))
            measured.setdefault(row["network"], []).append(bin_)
    return calibration(measured)


def tree_of(name: str) -> Picture:
    """The tree of a problem file, folded back."""
    problem = load_problem(HERE / f"{name}.toml")
    if isinstance(problem, DecisionProblem):
        tree = to_tree(problem, data=False)
        solved = fold_back(tree, domain=problem.domain, optimum=problem.optimum)
        return draw_tree(solved, has_data=False, numerals=problem.numerals)
    solved = fold_back(problem.tree, domain=problem.domain, optimum=problem.optimum)
    return draw_tree(solved, numerals=problem.numerals)


def sequential_tree() -> Picture:
    """The sequential tree folded back where both arcs are more probable than not and all losses are 1."""
    letters = {Symbol(n): 1 for n in ("l01", "l02", "l10", "l20")}
    tree = paper_problems.paper_tree(paper_problems.sequential_problem()).subs(letters)
    domain = Domain("1/2 < pi1 < 1", "1/2 < pi2 < 1")
    made = draw_tree(fold_back(tree, domain=domain, optimum="min"))
    return made.with_foot("all losses are 1")


def zero_one_simplex() -> Picture:
    """Theorem 1 for three models: with 0-1 loss the most probable one is chosen."""
    posterior_at = {"M0": Rational(3, 5), "M1": Rational(3, 10), "M2": Rational(1, 10)}
    return simplex(LossTable.zero_one(["M0", "M1", "M2"]), posterior=posterior_at)


def ten_cases_map() -> Picture:
    """The ten cases as a problem with the loss of Example 2: the parents of x3 by precision and loss ratio."""
    from symdt.paper.data_example import ten_cases as with_letters

    made = region_map(
        with_letters(), "alpha", "h", point={"k": 1}, names_of={"h": "h/k"}, window=(0, 12, 0, 14)
    )
    return made.with_foot(
        "the parents of x3 from ten cases of Cooper and Herskovits, BDeu; the loss of Example 2",
        Label.math(r"\alpha") + Label.words(": precision of the prior"),
    )


def college(kind: str, cases: int | None = None) -> Picture:
    """The college plans: the network, or its path over all loss ratios."""
    from symdt.paper.data_example import college_plans
    from symdt.show.graphs.chosen import network_picture, path_plot

    selection = college_plans(cases)
    if kind == "network":
        return network_picture(selection).with_foot("10,318 students, equal losses")
    return path_plot(selection).with_foot(Label.words(f"a sample of {cases} students; ") + _bars())


def wildcatter(kind: str) -> Picture:
    """The wildcatter's test: what it is worth, its tornado with switches, and the risk profiles."""
    from symdt import risk_profile, tornado_data
    from symdt.show.plots.bars import tornado_chart
    from symdt.show.plots.curves import risk_profiles, value_of_information

    problem = load_problem(HERE / "oil_wildcatter_letters.toml")
    base = {"d": Rational(1, 2), "T": 10}
    if kind == "information":
        return value_of_information(problem, "d", point={"T": 10})
    if kind == "tornado":
        data = tornado_data(problem, base, {"d": (0.3, 0.7), "T": (1, 20)})
        return tornado_chart(data, optimum=problem.optimum, numerals=problem.numerals)
    tested = {"no structure": "do not drill", "open structure": "drill", "closed structure": "drill"}
    fixed = problem.at(base)
    made = risk_profiles(
        {
            "drill": risk_profile(fixed, {"first": "drill"}),
            "seismic": risk_profile(fixed, {"first": "seismic", **tested}),
        }
    )
    after = "seismic: drill after an open or a closed structure, else do not drill"
    return made.with_foot(point_note(base, problem.numerals), after)


def umbrella_curve() -> Picture:
    """P(umbrella is right) by the chance of rain, when the comfort of a dry day with it is uncertain."""
    from symdt import Chance, Decision, Law, TreeProblem, acceptability
    from symdt.show.plots.curves import acceptability_curve

    r, w = symbols("r w")
    tree = Decision(
        "umbrella?",
        {
            "take": Chance("with", {"rain": (r, 70), "dry": ("rest", w)}),
            "leave": Chance("without", {"rain": (r, 0), "dry": ("rest", 100)}),
        },
    )
    problem = TreeProblem(tree, Domain("0 <= r <= 1"), "max")
    grid = [i / 40 for i in range(41)]
    made = acceptability_curve(acceptability(problem, "r", grid, {"w": Law("normal", 20, 15)}, draws=4000))
    return made.with_foot(
        "with it: 70 in rain, w when dry; without: 0 in rain, 100 when dry",
        "w is normal with mean 20 and standard deviation 15; 4,000 draws",
    )


def more_of_the_field(kind: str) -> Picture:
    """Figures that other tools of the field draw, each exact: from the wildcatter, Pauker and Kassirer, and Howard."""
    from symdt import cost_effectiveness as frontier
    from symdt import net_benefit
    from symdt.show.plots.influence import influence_picture
    from symdt.show.plots.maps.multiples import isolines, small_multiples
    from symdt.show.plots.policy import cost_effectiveness, decision_curve, spider

    oil = load_problem(HERE / "oil_wildcatter_letters.toml")
    if kind == "strategy":
        return picture_of(oil, point={"d": Rational(1, 2), "T": 10}, chosen_only=True)
    if kind == "strategies":
        from symdt.solve.alternatives import strategies

        return region_map(strategies(oil), "d", "T", window=(0, 1, 0, 20))
    if kind == "isolines":
        return isolines(oil, "d", "T", [0, 20, 40, 60, 80], window=(0, 1, 0, 30))
    if kind == "regret":
        return isolines(oil, "d", "T", [5, 10, 20], action="seismic", window=(0, 1, 0, 30))
    if kind == "spider":
        return spider(oil, {"d": Rational(1, 2), "T": 10}, {"d": (0.3, 0.7), "T": (1, 20)})
    if kind == "multiples":
        window = (0, Rational(1, 4), 0, 4)
        return small_multiples(
            paper_problems.example_2(), "p", "h", "k", [Rational(1, 2), 1, 2], window=window
        )
    if kind == "decision-curve":
        tests = {
            "blood test": (Rational(9, 10), Rational(7, 10)),
            "imaging": (Rational(19, 20), Rational(9, 10)),
        }
        return decision_curve(Rational(1, 5), tests)
    if kind == "influence":
        return influence_picture(party())
    programmes = ["none", "A", "B", "C", "D"]
    cost = LossTable([""], programmes, [[0, 100, 400, 350, 900]])
    effect = LossTable([""], programmes, [[0, 2, 3, 5, 6]], "max")
    table = DecisionProblem(net_benefit(cost, effect), Belief({"": 1}), Domain("λ >= 0"))
    return cost_effectiveness(frontier(table).at())


def ties_and_orders(kind: str) -> Picture:
    """How far the next tie is, how all the risks are ordered, and the strategy alone."""
    from symdt.show.plots.maps.ties import ordering_map, tie_distances
    from symdt.show.plots.strategy import strategy_table

    oil = load_problem(HERE / "oil_wildcatter_letters.toml")
    if kind == "strategy-table":
        return strategy_table(oil, {"d": Rational(1, 2), "T": 10})
    if kind == "ties":
        return tie_distances(oil, "d", "T", [Rational(1, 20), Rational(1, 10)], window=(0, 1, 0, 30))
    ratio, window = {"h": "h/k"}, (0, Rational(1, 4), 0, 12)
    return ordering_map(paper_problems.example_2(), "p", "h", point={"k": 1}, names_of=ratio, window=window)


def party() -> InfluenceDiagram:
    """Howard's party as an influence diagram: a forecast is heard before the place is chosen."""
    weather = ChanceNode("weather", ["rain", "sun"], [], [Rational(2, 5), "rest"])
    seen = {"rain": [Rational(4, 5), "rest"], "sun": [Rational(1, 5), "rest"]}
    forecast = ChanceNode("forecast", ["wet", "dry"], ["weather"], seen)
    place = DecisionNode("place", ["indoors", "porch", "outdoors"], ["forecast"])
    worth = {
        ("indoors", "rain"): 50, ("porch", "rain"): 20, ("outdoors", "rain"): 0,
        ("indoors", "sun"): 40, ("porch", "sun"): 90, ("outdoors", "sun"): 100,
    }  # fmt: skip
    return InfluenceDiagram(
        [weather, forecast, place, ValueNode("value", ("place", "weather"), worth)], optimum="max"
    )


def bayes_factor_map() -> Picture:
    """The 0-L rule by prior probability and Bayes factor: M1 is chosen where both together are large enough."""
    prior, factor = symbols("q B")
    weight = prior * factor
    belief = Belief({"M0": (1 - prior) / (weight + 1 - prior), "M1": weight / (weight + 1 - prior)})
    loss = LossTable.zero_l(["M0", "M1"], false=2, missed=1)
    problem = DecisionProblem(loss, belief, Domain("0 < q < 1", "B > 0"))
    window = (Rational(1, 100), Rational(99, 100), Rational(1, 100), 100)
    evidence = r"B = p(\mathcal{D} \mid M_1)/p(\mathcal{D} \mid M_0)"
    made = region_map(
        problem, "q", "B", window=window, log=["B"], names_of={"q": "q = p(M_1)", "B": evidence}
    )
    return made.with_foot(
        Label.math("q") + Label.words(": prior probability of ") + Label.math("M_1") + Label.words(";  ")
        + Label.math("B") + Label.words(": Bayes factor"),
        Label.math(r"l_{01} = 2,\; l_{10} = 1"),
    )  # fmt: skip


def sample_size_figure() -> Picture:
    """Two models, equal prior: what n cases are worth, less a price each; the best n is exact."""
    from symdt.analysis.knowing.sampling import sample_value
    from symdt.show.plots.policy import sample_size

    models = {"M0": Model(), "M1": Model(["X2 -> X1"])}
    states = {"X1": (0, 1), "X2": (0, 1)}
    problem = DecisionProblem(LossTable.zero_one(["M0", "M1"]), Belief({"M0": Rational(1, 2), "M1": "rest"}))
    values = [(n, sample_value(problem, models, states, n)) for n in range(9)]
    made = sample_size(values, Rational(1, 100))
    return made.with_foot("two binary variables, an arc or none, equally probable; 0-1 loss")


def how_much(kind: str) -> Picture:
    """What each number of papers earns, and the best number by their price."""
    papers = load_problem(HERE / "catalogue" / "amounts" / "whitin_1955_newsboy.toml")
    if kind == "payoff":
        return payoff_curve(papers, point={"c": 4, "s": 10, "v": 1})
    return best_along(papers, "c", point={"s": 10, "v": 1})


FIGURES: dict[str, dict[str, Callable[[], Picture]]] = {
    "cooper_herskovits": {"ten-cases-map": ten_cases_map},
    "sewell_shah": {
        "college-network": lambda: college("network"),
        "college-sample-path": lambda: college("path", 200),
    },
    "decision_analysis": {
        "oil-information": lambda: wildcatter("information"),
        "oil-tornado": lambda: wildcatter("tornado"),
        "oil-profiles": lambda: wildcatter("profiles"),
        "umbrella-acceptability": umbrella_curve,
        "oil-strategy": lambda: more_of_the_field("strategy"),
        "oil-strategies": lambda: more_of_the_field("strategies"),
        "oil-strategy-table": lambda: ties_and_orders("strategy-table"),
        "oil-tie-distances": lambda: ties_and_orders("ties"),
        "oil-isolines": lambda: more_of_the_field("isolines"),
        "oil-regret": lambda: more_of_the_field("regret"),
        "oil-spider": lambda: more_of_the_field("spider"),
        "decision-curve": lambda: more_of_the_field("decision-curve"),
        "cost-effectiveness": lambda: more_of_the_field("cost-effectiveness"),
        "influence-diagram": lambda: more_of_the_field("influence"),
    },
    "example1_two_models": {"example1-map": example_1_map, "sample-size": sample_size_figure},
    "example2": {
        "example2-map": paper.map_figure,
        "example2-lines": lambda: paper.risk_figure(4, 1),
        "example2-orderings": lambda: ties_and_orders("orderings"),
        "example2-multiples": lambda: more_of_the_field("multiples"),
    },
    "example3_disintegrable": {"example3-map": example_3_map},
    "exact_in_alpha": {"alpha-map": alpha_map, "alpha-path": alpha_path},
    "greedy_and_k2": {"greedy-lattice": greedy_lattice, "arc-calibration": arc_calibration},
    "published": {
        "oil-tree": lambda: tree_of("oil_wildcatter"),
        "oil-map": lambda: region_map(load_problem(HERE / "oil_wildcatter_letters.toml"), "d", "T"),
        "car-tree": lambda: tree_of("used_car"),
        "umbrella-tree": lambda: tree_of("umbrella"),
        "umbrella-lines": lambda: risk_lines(load_problem(HERE / "umbrella.toml"), "r"),
        "newsvendor-payoff": lambda: how_much("payoff"),
        "newsvendor-amount": lambda: how_much("along"),
    },
    "sequential_problem": {"sequential-tree": sequential_tree},
    "theorem1": {"zero-one-simplex": zero_one_simplex},
    "two_models": {
        "two-models-tree": paper.figure_1_solved,
        "two-models-map": paper.zero_l_map,
        "bayes-factor-map": bayes_factor_map,
    },
}


def main(folder: str | Path = GALLERY, scripts: Iterable[str] = ()) -> list[Path]:
    """Draw the figures of these scripts, or of all; the files written."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    written = []
    for script in scripts or FIGURES:
        for name, make in FIGURES[script].items():
            written.append(save(make(), Path(folder) / f"{name}.svg"))
    return written


if __name__ == "__main__":
    given = sys.argv[1:]
    for path in main(*given[:1], scripts=given[1:]) if given else main():
        print(path)
