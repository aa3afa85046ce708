"""Where Graphviz puts nodes, arcs and their labels; only the positions are Graphviz's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

POINTS = 72 / 25.4


@dataclass(frozen=True)
class Laid:
    """Where Graphviz puts the nodes, the control points of the arcs, and the middles of their labels."""

    place: dict[str, tuple[float, float]]
    curves: dict[tuple[str, str], tuple[tuple[float, float], ...]]
    spots: dict[tuple[str, str], tuple[float, float]]


def lay_out(
    sizes: Mapping[str, tuple[float, float]],
    arcs: Iterable[tuple[str, str]],
    *,
    ranks: Sequence[Sequence[str]] = (),
    gap: tuple[float, float] = (6.0, 9.0),
    labels: Mapping[tuple[str, str], tuple[float, float]] | None = None,
) -> Laid:
    """Graphviz's positions of nodes and arc labels of these sizes, in millimetres."""
    import graphviz
    import pygraphviz

    ids = {name: f"n{i}" for i, name in enumerate(sizes)}
    attributes = {"nodesep": f"{gap[0] / 25.4:.4f}", "ranksep": f"{gap[1] / 25.4:.4f}", "splines": "true"}
    dot = graphviz.Digraph("layout", graph_attr=attributes)
    for name, (width, height) in sizes.items():
        dot.node(
            ids[name],
            "",
            shape="ellipse",
            fixedsize="true",
            width=f"{width / 25.4:.4f}",
            height=f"{height / 25.4:.4f}",
        )
    for row in ranks:
        with dot.subgraph() as same:
            same.attr(rank="same")
            for name in row:
                same.node(ids[name])
    pairs = list(dict.fromkeys(arcs))
    for tail, head in pairs:
        size = (labels or {}).get((tail, head))
        dot.edge(ids[tail], ids[head], arrowhead="none", label=_blank(*size) if size else "")
    laid = pygraphviz.AGraph(dot.source)
    laid.layout(prog="dot")
    place = {name: _point(laid.get_node(ids[name]).attr["pos"]) for name in sizes}
    curves, spots = {}, {}
    for tail, head in pairs:
        edge = laid.get_edge(ids[tail], ids[head])
        curves[tail, head] = tuple(
            _point(p) for p in edge.attr["pos"].replace("\\\n", "").split() if p[0] not in "es"
        )
        if edge.attr["lp"]:
            spots[tail, head] = _point(edge.attr["lp"])
    laid.close()
    return Laid(place, curves, spots)


def _blank(width: float, height: float) -> str:
    """A label of this size with nothing in it: it keeps its room free."""
    size = f'WIDTH="{width * POINTS:.0f}" HEIGHT="{height * POINTS:.0f}"'
    return f'<<TABLE BORDER="0" CELLPADDING="0" CELLSPACING="0" FIXEDSIZE="TRUE" {size}><TR><TD></TD></TR></TABLE>>'


def _point(text: str) -> tuple[float, float]:
    x, y = text.split(",")[:2]
    return float(x) / POINTS, float(y) / POINTS
