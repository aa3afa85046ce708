"""Figures 1–4 of the paper, and those that go with them, each drawn from a computed object.

`paper_figures()` names them all; each makes a laid-out `Picture`, which every format shows alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sympy import Symbol

from symdt.networks.local_space import LocalSpace
from symdt.paper import problems as paper
from symdt.paper.likelihood_plot import critical_values
from symdt.problems.tree_problem import to_tree
from symdt.show.graphs.dots import Graph
from symdt.show.graphs.graph import graph_picture
from symdt.show.graphs.lattice import lattice_picture
from symdt.show.graphs.lay import lay_out
from symdt.show.label import Label
from symdt.show.picture import Picture, beside, laid_out
from symdt.show.plots.bars import threshold_path, tornado
from symdt.show.plots.curves import value_of_information
from symdt.show.plots.lines import risk_lines
from symdt.show.plots.maps.map import region_map
from symdt.show.plots.maps.multiples import two_way
from symdt.show.plots.maps.simplex import simplex
from symdt.show.rule import orderings_picture, rule_picture
from symdt.show.sketch import sketch_tree
from symdt.show.style import Palette
from symdt.show.tree import draw_tree, tree_picture, typical_branch
from symdt.show.writers import rendered
from symdt.solve.foldback import fold_back
from symdt.solve.risk_orderings import risk_orderings
from symdt.solve.rule import decision_rule
from symdt.typeset.formulas import formula
from symdt.typeset.names import probability, risk_name

#: One colour for each action of the paper, in every figure.
PALETTE = Palette([*paper.ACTIONS, "a1"])


@dataclass(frozen=True)
class Figure:
    """A figure with its name, caption and the function that draws it."""

    name: str
    caption: str
    make: Callable[[], Picture]

    def bytes(self, suffix: str) -> bytes:
        """The figure as a file of this format."""
        return rendered(self.picture(), suffix)

    def picture(self) -> Picture:
        """The figure laid out: its caption is the title, and the description says in words what is seen."""
        made = self.make()
        return replace(
            made, title=self.caption.removesuffix("."), description=made.description or self.caption
        )


@laid_out
def figure_1() -> Picture:
    """Figure 1: the decision tree of the 0-1 problem."""
    return tree_picture(sketch_tree(to_tree(paper.zero_one())), PALETTE)


@laid_out
def figure_1_solved() -> Picture:
    """Figure 1 folded back where p(M1 | D) > 1/2: the optimal branch marked, the other cut off."""
    problem = paper.zero_one("p > 1/2")
    return draw_tree(
        fold_back(to_tree(problem), domain=problem.domain, optimum=problem.optimum), palette=PALETTE
    )


@laid_out
def figure_2(space: LocalSpace | None = None) -> Picture:
    """Figure 2: the models of Example 2, all with the places that the largest has."""
    space = space or paper.example_2_space()
    nodes = (*space.candidates, space.child)
    place = lay_out(
        dict.fromkeys(nodes, (8.0, 8.0)), [(a.parent, a.child) for a in space.top], ranks=[space.candidates]
    ).place
    pictures = []
    for model in space:
        graph = Graph(nodes, tuple((a.parent, a.child) for a in model), title=model.name)
        pictures.append(graph_picture(graph, place=place, caption=Label.of(model.name)))
    told = [f"{m.name}: {', '.join(f'{a.parent} to {a.child}' for a in m) or 'no arc'}" for m in space]
    return replace(beside(pictures, 14.0), description=f"{len(pictures)} models. {'; '.join(told)}.")


@laid_out
def figure_3() -> Picture:
    """Figure 3: the orderings of R0, R3 and R23 along p, in every case of h and k."""
    return orderings_picture(risk_orderings(paper.example_2_without("a2"), "p"), PALETTE)


@laid_out
def example_2_rule() -> Picture:
    """The decision rule of Example 2, all three cases."""
    return rule_picture(decision_rule(paper.example_2(), "p"), PALETTE)


@laid_out
def figure_4() -> Picture:
    """Figure 4: a typical branch of the sequential decision tree."""
    tree = paper.paper_tree(paper.sequential_problem())
    return typical_branch(tree, ["D", "a1_1", "M1_0", "a2_1", "M2_1"], PALETTE)


@laid_out
def example_2_tree() -> Picture:
    """The tree of Example 2, folded back."""
    problem = paper.example_2()
    return draw_tree(
        fold_back(to_tree(problem), domain=problem.domain, optimum=problem.optimum), palette=PALETTE
    )


@laid_out
def example_2_lattice() -> Picture:
    """The lattice of the parent sets of X1, with posterior and risk of each."""
    problem = paper.example_2()
    from symdt.solve.risk import risks

    losses = risks(problem)
    lines = {}
    for state, action in zip(problem.loss.states, problem.loss.actions, strict=True):
        posterior = Label.math(f"{probability(state)} = {formula(problem.belief[state])}")
        lines[state] = [posterior, Label.math(f"{risk_name(action)} = {formula(losses[action])}")]
    return model_lattice(paper.example_2_space(), lines)


@laid_out
def model_lattice(
    space: LocalSpace, lines: Mapping[str, list[Label]] | None = None, best: Iterable[str] = ()
) -> Picture:
    """The lattice of the parent sets of one child, with what is known of each model; the best framed in bold.

    Models go by their paper names, M0, M2, M23, …
    """
    given = lines or {}
    levels = [[(m.name, given.get(m.name, [])) for m in space.level(j)] for j in range(len(space.free) + 1)]
    return lattice_picture(levels, [(a.name, b.name) for a, b in space.covers()], best=best)


@laid_out
def risk_figure(h: Any, k: Any) -> Picture:
    """The risks of Example 2 along p for one choice of h and k."""
    return risk_lines(paper.example_2(), "p", point={"h": h, "k": k}, palette=PALETTE)


@laid_out
def map_figure(points: Mapping[str, tuple[float, float]] | None = None) -> Picture:
    """The (p, h/k) map of Example 2: the risks are homogeneous in h and k, so k = 1 loses nothing."""
    return region_map(
        paper.example_2(), "p", "h", point={"k": 1}, palette=PALETTE, names_of={"h": "h/k"}, points=points
    )


@laid_out
def table_3_map() -> Picture:
    """The (p, h) map of Example 2 with table (3)."""
    return region_map(paper.table_3(), "p", "h", palette=PALETTE)


@laid_out
def zero_l_map() -> Picture:
    """The map of the 0-L problem: choose M1 where its probability exceeds l01/(l01 + l10)."""
    return region_map(
        paper.zero_l(),
        "p",
        "l10",
        point={"l01": 1},
        palette=PALETTE,
        names_of={"l10": "l_{10}/l_{01}"},
        window=(0, 1, 0, 5),
    )


@laid_out
def information_figure() -> Picture:
    """What perfect information is worth in Example 2."""
    return value_of_information(paper.example_2(), "p", point={"h": 4, "k": 1})


@laid_out
def tornado_figure() -> Picture:
    """One letter at a time around p = 3/20, h = 4, k = 1."""
    from sympy import Rational

    base = {"p": Rational(3, 20), "h": 4, "k": 1}
    ranges = {"p": (Rational(1, 20), Rational(11, 50)), "h": (2, 8), "k": (Rational(1, 2), 2)}
    return tornado(paper.example_2(), base, ranges)


@laid_out
def two_way_figure() -> Picture:
    """Two letters at a time around the same point."""
    from sympy import Rational

    return two_way(
        paper.example_2(),
        "p",
        "k",
        {"p": Rational(3, 20), "h": 4, "k": 1},
        palette=PALETTE,
        window=(0, Rational(1, 4), 0, 4),
    )


@laid_out
def simplex_figure() -> Picture:
    """All beliefs about M0, M3 and M23 under table (2) with h = 4, k = 1, and where each action is best."""
    from symdt.problems.loss import LossTable

    table = paper.table_2().subs({Symbol("h"): 4, Symbol("k"): 1})
    kept = ("M0", "M3", "M23"), ("a0", "a3", "a23")
    loss = LossTable(*kept, tuple(tuple(table[s, a] for a in kept[1]) for s in kept[0]))
    return simplex(loss, palette=PALETTE, point={"h": 4, "k": 1})


def paper_figures() -> list[Figure]:
    """Every figure of the report that the paper's own problems give, in order."""
    return [
        Figure(
            "figure1", "Figure 1: decision tree for the decision problem with 0-1 loss function.", figure_1
        ),
        Figure("figure1-solved", "Figure 1, folded back where p(M1 | D) > 1/2.", figure_1_solved),
        Figure("figure2", "Figure 2: models in Example 2.", figure_2),
        Figure(
            "figure3",
            "Figure 3: ordering among the risks of Example 2 for 0 < p < 1/4, in every case of h and k.",
            figure_3,
        ),
        Figure(
            "figure4",
            "Figure 4: a typical branch of the decision tree describing the sequential decision problem.",
            figure_4,
        ),
        Figure(
            "example2-tree",
            "The decision tree of Example 2, folded back; a2 is never optimal.",
            example_2_tree,
        ),
        Figure(
            "example2-lattice",
            "The lattice of the parent sets of X1 with posteriors and risks.",
            example_2_lattice,
        ),
        Figure(
            "example2-rule",
            "The decision rule of Example 2 along p, in its three cases of h and k.",
            example_2_rule,
        ),
        Figure(
            "example2-map",
            "The (p, h/k) map of Example 2: which action is optimal, with exact boundaries.",
            map_figure,
        ),
        Figure(
            "example2-risks-a", "Risks along p for h = 4k: a0, then a3, then a23.", lambda: risk_figure(4, 1)
        ),
        Figure("example2-risks-b", "Risks along p for h = 3k/2: a0, then a23.", lambda: risk_figure(3, 2)),
        Figure(
            "example2-risks-c",
            "Risks along p for h = k/2: a0 for all p, the case the paper omits.",
            lambda: risk_figure(1, 2),
        ),
        Figure("zero-l-map", "The 0-L problem: choose M1 where p > l01/(l01 + l10).", zero_l_map),
        Figure("table3-map", "Example 2 with the loss function of table (3).", table_3_map),
        Figure(
            "example2-simplex", "Beliefs about M0, M3, M23 under table (2) with h = 4, k = 1.", simplex_figure
        ),
        Figure(
            "likelihood-ratio",
            "Example 1, balanced 2 × 2 tables: the Bayes rule and the classical test agree for one sample size at most; the critical value of the Bayes rule grows like log n.",
            critical_values,
        ),
        Figure(
            "example2-information",
            "The value of perfect information in Example 2, h = 4, k = 1.",
            information_figure,
        ),
        Figure("example2-tornado", "The optimal risk when one parameter at a time varies.", tornado_figure),
        Figure(
            "example2-two-way", "Two-way diagram of p and k around p = 3/20, h = 4, k = 1.", two_way_figure
        ),
    ]


__all__ = ["PALETTE", "Figure", "paper_figures", "threshold_path"]
