"""Networks from data, drawn: the graph with arc probabilities, and the path over all loss ratios."""

from __future__ import annotations

from typing import Any

from symdt.show.analysis_plots import threshold_path
from symdt.show.graphs import Graph, graph_picture
from symdt.show.picture import Picture


def network_graph(selection: Any, *, least: float = 0.005) -> Graph:
    """The graph of a selection: chosen arcs, and those not chosen whose probability is at least `least`."""
    shown = [a for a in selection.arcs if a.chosen or a.probability >= least]
    return Graph(
        tuple(selection.variables),
        tuple((a.parent, a.child) for a in shown),
        {(a.parent, a.child): float(a.probability) for a in shown},
        frozenset((a.parent, a.child) for a in shown if a.chosen),
        "network",
    )


def network_picture(selection: Any) -> Picture:
    """The network laid out; width is probability, dashed arcs are not chosen."""
    return graph_picture(network_graph(selection))


def path_plot(selection: Any, *, ax: Any = None) -> Any:
    """The Bayes network for every loss ratio, with the ratio at hand where all arcs share one."""
    ratios = {round(float(a.threshold), 12) for a in selection.arcs if a.threshold is not None}
    tau = ratios.pop() if len(ratios) == 1 else None
    return threshold_path([(a.parent, a.child, float(a.probability)) for a in selection.arcs], tau=tau, ax=ax)
