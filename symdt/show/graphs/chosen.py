"""The network chosen from data, drawn, and its path over the loss ratio."""

from __future__ import annotations

from typing import Any

from symdt.show.graphs.dots import Graph
from symdt.show.graphs.graph import graph_picture
from symdt.show.picture import Picture, laid_out
from symdt.show.plots.bars import threshold_path


def network_graph(selection: Any, *, least: float | None = None) -> Graph:
    """The graph of a selection: chosen arcs, and those not chosen whose probability is at least `least`.

    Unless said that is 0.005, without an order 0.05, where there are twice as many arcs.
    """
    if least is None:
        least = 0.05 if hasattr(selection, "dag") else 0.005
    shown = [a for a in selection.arcs if a.chosen or a.probability >= least]
    return Graph(
        tuple(selection.variables),
        tuple((a.parent, a.child) for a in shown),
        {(a.parent, a.child): float(a.probability) for a in shown},
        frozenset((a.parent, a.child) for a in shown if a.chosen),
        "network",
    )


@laid_out
def network_picture(selection: Any) -> Picture:
    """The network laid out; width is probability, dashed arcs are not chosen."""
    return graph_picture(network_graph(selection))


@laid_out
def path_plot(selection: Any) -> Picture:
    """The Bayes network for every loss ratio, with the ratio at hand where all arcs share one.

    Without an order the bars are the stretches of the path, which need not begin at 0.
    """
    ratios = {round(float(a.threshold), 12) for a in selection.arcs if a.threshold is not None}
    tau = ratios.pop() if len(ratios) == 1 else None
    arcs = [(a.parent, a.child, float(a.probability)) for a in selection.arcs]
    if not hasattr(selection, "dag"):
        return threshold_path(arcs, tau=tau)
    if not selection.losses.is_additive:  # no ratio of the path is that of these losses
        tau = None
    stays: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for step in selection.path:
        for arc in step.arcs:
            bars = stays.setdefault(arc, [])
            if bars and bars[-1][1] == step.low:
                bars[-1] = (bars[-1][0], float(step.high))
            else:
                bars.append((float(step.low), float(step.high)))
    return threshold_path([a for a in arcs if (a[0], a[1]) in stays], tau=tau, stays=stays)
