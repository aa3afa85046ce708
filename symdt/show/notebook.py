"""The writers that notebooks use: LaTeX for tables, rules and beliefs, SVG for trees, rules, models and networks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symdt import display
from symdt.display import register
from symdt.show.writers.svg import to_svg
from symdt.typeset.formulas import as_it_stands
from symdt.typeset.latex import to_latex
from symdt.typeset.names import for_browser


def tree_svg(tree: Any) -> str:
    """A tree, folded back or not, as SVG."""
    from symdt.show.tree import draw_tree

    return to_svg(draw_tree(tree)).decode()


def problem_svg(problem: Any) -> str:
    """A tree problem as its tree."""
    return tree_svg(problem.tree)


def influence_svg(diagram: Any) -> str:
    """An influence diagram as its arcs."""
    from symdt.show.plots.influence import influence_picture

    return to_svg(influence_picture(diagram)).decode()


def rule_svg(rule: Any) -> str:
    """A rule as lines, one for each case."""
    from symdt.show.rule import rule_picture

    return to_svg(rule_picture(rule)).decode()


def model_svg(model: Any) -> str:
    """A model as a drawn graph."""
    from symdt.show.graphs.dots import Graph
    from symdt.show.graphs.graph import draw_graph

    nodes = tuple(dict.fromkeys(end for arc in model for end in (arc.parent, arc.child)))
    graph = Graph(nodes or ("∅",), tuple((a.parent, a.child) for a in model))
    return to_svg(draw_graph(graph)).decode()


def network_svg(selection: Any) -> str:
    """A network from data, arcs as wide as they are probable."""
    from symdt.show.graphs.chosen import network_graph
    from symdt.show.graphs.graph import draw_graph

    return to_svg(draw_graph(network_graph(selection))).decode()


def information_latex(value: Any) -> str:
    """A value of information as cases."""
    return as_it_stands(value.to_piecewise() if value.domain.symbols else value.at())


def analysis_svg(record: Any) -> str:
    """A risk profile (of numbers), an acceptability curve or a tornado as SVG."""
    from symdt.show.plots.bars import tornado_chart
    from symdt.show.plots.curves import acceptability_curve, risk_profiles

    draw: dict[str, Callable[[Any], Any]] = {
        "RiskProfile": lambda r: risk_profiles({"value": r}),
        "Acceptability": acceptability_curve,
        "Tornado": tornado_chart,
    }
    return to_svg(draw[type(record).__name__](record)).decode()


display.in_browser = for_browser
for _kind in (
    "LossTable",
    "Belief",
    "Domain",
    "DecisionProblem",
    "DecisionRule",
    "RiskOrderings",
    "DecisionRegions",
    "Solved",
):
    register(_kind, latex=to_latex)
for _kind in (
    "BestAmount",
    "Selection",
    "Model",
    "Identity",
    "RiskIdentities",
    "Disintegration",
    "ThresholdPath",
):
    register(_kind, latex=to_latex)
for _kind in ("Decision", "Chance", "Solved"):
    register(_kind, svg=tree_svg)
register("TreeProblem", svg=problem_svg)
register("InfluenceDiagram", svg=influence_svg)
register("DecisionRule", svg=rule_svg)
register("Model", svg=model_svg)
for _kind in ("Selection", "BayesNetwork"):
    register(_kind, svg=network_svg)
register("InformationValue", latex=information_latex)
for _kind in ("RiskProfile", "Acceptability", "Tornado"):
    register(_kind, svg=analysis_svg)
