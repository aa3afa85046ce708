"""Graphs: DOT sources, the layout that Graphviz finds for them, and directed graphs drawn.

Sources are written with the `graphviz` package; `pygraphviz` carries Graphviz in its wheel, so
no system package is needed. Only the *positions* are Graphviz's: labels are measured and set by
the same hand as in every other figure, which keeps mathematics in all formats and dates out of
the PDF.

>>> for line in tree_dot(Decision("d", {"a<b": 1, "c": 2})).splitlines()[4:7]:
...     print(line.strip())
n0 [label=<<I>d</I>> shape=box]
n1 [label=<1> shape=plaintext]
n0 -> n1 [label=<a&lt;b>]
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sympy import Expr

from symdt.errors import ModelError, quote
from symdt.problems.tree import Decision, Tree  # noqa: F401 - Decision is used by the doctest
from symdt.show.picture import Item, Label, Line, Picture, Shape, Text
from symdt.show.plots.bars import threshold_path
from symdt.show.sketch import sketch_tree
from symdt.show.style import DASHED, DIM, FAINT, INK, OPTIMAL, Palette
from symdt.show.tree import palette_of
from symdt.solve.solved import Solved
from symdt.typeset import formulas, names

POINTS = 72 / 25.4
SIZE, SMALL = 9.0, 7.0
#: Where every arc is more probable than this, that is said once.
CERTAIN = 0.999


@dataclass(frozen=True)
class Graph:
    """A directed graph: node names, arcs with their probability (None where there is none), chosen arcs."""

    nodes: tuple[str, ...]
    arcs: tuple[tuple[str, str], ...]
    probability: Mapping[tuple[str, str], float] = field(default_factory=dict)
    chosen: frozenset[tuple[str, str]] | None = None
    title: str = ""

    def __post_init__(self) -> None:
        for arc in self.arcs:
            for end in arc:
                if end not in self.nodes:
                    raise ModelError(f"the arc {quote(arc)} has an end {quote(end)} that is no node: name it")


@dataclass(frozen=True)
class Laid:
    """Where Graphviz puts the nodes, the control points of the arcs, and the middles of their labels."""

    place: dict[str, tuple[float, float]]
    curves: dict[tuple[str, str], tuple[tuple[float, float], ...]]
    spots: dict[tuple[str, str], tuple[float, float]]


def tree_dot(tree: Tree | Solved, palette: Palette | None = None, **options: Any) -> str:
    """The DOT source of a tree, with values, probabilities and the marks of its branches."""
    import graphviz

    sketch = sketch_tree(tree, **options)
    palette = palette or palette_of(sketch)
    dot = graphviz.Digraph("tree", graph_attr={"rankdir": "LR"})
    dot.attr("node", fontname="Times")
    dot.attr("edge", fontname="Times")
    into = {b.target: b for b in sketch.branches}
    for node in sketch.nodes:
        lines = [names.to_dot(node.name)[1:-1]] if node.name.strip() else []
        if node.value is not None:
            lines.append(html.escape(names.cut(str(node.value), 60)))
        if node.hidden:
            lines.append(f"{node.hidden} leaves")
        shape = {"decision": "box", "chance": "ellipse", "value": "plaintext"}.get(node.kind, "rarrow")
        extra = {"color": DIM, "fontcolor": DIM} if node.is_dim else {}
        dot.node(node.id, f"<{'<BR/>'.join(lines)}>" if any(lines) else "", shape=shape, **extra)
        branch = into.get(node.id)
        if branch is None:
            continue
        text = names.to_dot(branch.label)[1:-1]
        if branch.probability is not None:
            text += f" [{html.escape(names.cut(str(branch.probability), 40))}]"
        if branch.mark in ("optimal", "sometimes"):
            width = "3" if branch.mark == "optimal" else "2"
            extra = {"color": palette[branch.label].colour, "penwidth": width, "class": branch.mark}
        elif branch.mark == "pruned":
            extra |= {"style": "dashed", "class": "pruned"}
        dot.edge(branch.source, branch.target, label=f"<{text}>" if text else "", **extra)
    return str(dot.source)


def graph_dot(graph: Graph) -> str:
    """The DOT source of a directed graph; the width of an arc is its probability."""
    import graphviz

    ids = dict(zip(graph.nodes, names.unique_ids(list(graph.nodes)), strict=True))
    dot = graphviz.Digraph("graph", graph_attr={"rankdir": "TB"})
    dot.attr("node", shape="ellipse", fontname="Times")
    for name in graph.nodes:
        dot.node(ids[name], names.to_dot(name))
    for arc in graph.arcs:
        extra = {}
        if arc in graph.probability:
            value = graph.probability[arc]
            extra = {"penwidth": f"{_width(value):.2f}", "label": f"{value:.3g}"}
        if graph.chosen is not None and arc not in graph.chosen:
            extra |= {"style": "dashed", "color": DIM}
        dot.edge(ids[arc[0]], ids[arc[1]], **extra)
    return str(dot.source)


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


def graph_picture(
    graph: Graph, *, place: Mapping[str, tuple[float, float]] | None = None, caption: Label | None = None
) -> Picture:
    """A directed graph laid out: arcs as wide as they are probable, arcs not chosen dashed and dim."""
    labels = {name: Label.of(name) for name in graph.nodes}
    sizes = {name: _node_size(label) for name, label in labels.items()}
    is_certain = bool(graph.probability) and min(graph.probability.values()) > CERTAIN
    # where all arcs are as good as certain, numbers and widths would say the same again and again
    shown = {} if is_certain else graph.probability
    written = {arc: Label.math(_probability(v)) for arc, v in shown.items()}
    room = {arc: (label.size(SMALL)[0] + 2.0, 3.2) for arc, label in written.items()}
    laid = lay_out(sizes, graph.arcs, labels=room) if place is None else Laid(dict(place), {}, {})
    place = laid.place
    items: list[Item] = []
    for arc in graph.arcs:
        value = graph.probability.get(arc)
        is_chosen = graph.chosen is None or arc in graph.chosen
        ends = sizes[arc[0]], sizes[arc[1]]
        points = laid.curves.get(arc) or _straight(place[arc[0]], place[arc[1]], *ends)
        items.append(
            Line(
                points,
                _width(value) if value is not None and not is_certain else 1.0,
                INK if is_chosen else DIM,
                is_curve=True,
                has_arrow=True,
                dashes=() if is_chosen else DASHED,
                role="arc",
            )
        )
        if arc in written:
            middle = points[len(points) // 2]
            x, y = laid.spots.get(arc, (middle[0] + 3.0, middle[1]))
            colour = INK if is_chosen else FAINT
            items.append(Text((x, y - 0.9), written[arc], SMALL, colour=colour, role="probability"))
    for name, label in labels.items():
        width, height = sizes[name]
        items.append(Shape("round", place[name], width, height, INK, role="node"))
        _, above, below = label.size(SIZE)
        x, y = place[name]
        items.append(Text((x, y - (above - below) / 2), label, SIZE, role="node"))
    if caption is not None:
        left, bottom, right, _ = Picture(tuple(items)).box(0.0)
        items.append(Text(((left + right) / 2, bottom - 5.0), caption, SIZE, role="caption"))
    said = "; ".join(f"{a} to {b}" for a, b in graph.arcs if graph.chosen is None or (a, b) in graph.chosen)
    picture = Picture(
        tuple(items),
        graph.title or "directed graph",
        f"Arcs: {said or 'none'}.",
        dot=lambda: graph_dot(graph),
    )
    if is_certain:
        return picture.with_foot(f"every arc has a probability above {CERTAIN}")
    return picture


def draw_graph(graph: Graph) -> Picture:
    """A directed graph drawn."""
    return graph_picture(graph)


def lattice_picture(
    levels: Sequence[Sequence[tuple[str, Sequence[Label]]]],
    covers: Iterable[tuple[str, str]],
    *,
    best: Iterable[str] = (),
) -> Picture:
    """A lattice, one row a level: each element with the lines written in it; the best framed in bold."""
    chosen = set(best)
    sizes, lines = {}, {}
    for row in levels:
        for name, extra in row:
            lines[name] = [Label.of(name), *extra]
            width = max(label.size(SMALL + (i == 0)).__getitem__(0) for i, label in enumerate(lines[name]))
            height = sum(sum(label.size(SMALL + (i == 0))[1:]) + 1.2 for i, label in enumerate(lines[name]))
            sizes[name] = (width + 5.0, height + 2.4)
    place = lay_out(sizes, covers, ranks=[[name for name, _ in row] for row in levels], gap=(4.0, 8.0)).place
    place = _in_given_order(place, levels)
    items: list[Item] = []
    for low, high in covers:
        (x0, y0), (x1, y1) = place[low], place[high]
        down = -1 if y1 < y0 else 1
        start, end = (x0, y0 + down * sizes[low][1] / 2), (x1, y1 - down * sizes[high][1] / 2)
        items.append(Line((start, end), 0.6, DIM, role="cover"))
    for name, (x, y) in place.items():
        width, height = sizes[name]
        colour, line = (OPTIMAL, 2.0) if name in chosen else (INK, 0.7)
        items.append(
            Shape("box", (x, y), width, height, colour, line=line, role="best" if name in chosen else "model")
        )
        at = y + height / 2 - 1.2
        for i, label in enumerate(lines[name]):
            size = SMALL + (i == 0)
            _, above, below = label.size(size)
            items.append(Text((x, at - above), label, size, role="model" if i == 0 else "value"))
            at -= above + below + 1.2
    return Picture(tuple(items), "lattice of models")


def _in_given_order(
    place: dict[str, tuple[float, float]], levels: Sequence[Sequence[tuple[str, Any]]]
) -> dict[str, tuple[float, float]]:
    """The same places, given to the elements of a row in the order in which they are named."""
    ordered: dict[str, tuple[float, float]] = {}
    for row in levels:
        spots = sorted(place[name] for name, _ in row)
        ordered |= {name: spot for (name, _), spot in zip(row, spots, strict=True)}
    return ordered


def expression_label(name: str, value: Expr) -> Label:
    """`name = value`, as mathematics."""
    return Label.math(f"{name} = {formulas.formula(value)}")


def _width(probability: float) -> float:
    return 0.4 + 1.6 * min(max(float(probability), 0.0), 1.0)


def _node_size(label: Label) -> tuple[float, float]:
    width = label.size(SIZE)[0]
    return (max(8.0, width + 4.0), 8.0)


def _point(text: str) -> tuple[float, float]:
    x, y = text.split(",")[:2]
    return float(x) / POINTS, float(y) / POINTS


def _straight(
    a: tuple[float, float], b: tuple[float, float], size_a: tuple[float, float], size_b: tuple[float, float]
) -> tuple[tuple[float, float], ...]:
    start, end = _edge_of(a, b, size_a), _edge_of(b, a, size_b)
    third = ((end[0] - start[0]) / 3, (end[1] - start[1]) / 3)
    return (start, (start[0] + third[0], start[1] + third[1]), (end[0] - third[0], end[1] - third[1]), end)


def _edge_of(
    centre: tuple[float, float], towards: tuple[float, float], size: tuple[float, float]
) -> tuple[float, float]:
    dx, dy = towards[0] - centre[0], towards[1] - centre[1]
    scale = 1 / ((dx / (size[0] / 2)) ** 2 + (dy / (size[1] / 2)) ** 2) ** 0.5
    return centre[0] + dx * scale, centre[1] + dy * scale


def _probability(value: float) -> str:
    r"""Two digits; the ends are not rounded to certainty.

    >>> _probability(1.0), _probability(0.999), _probability(0.21), _probability(0.0003)
    ('1', '> 0.99', '0.21', '< 0.01')
    """
    if value in (0.0, 1.0):
        return f"{value:.0f}"
    return "> 0.99" if value > 0.99 else "< 0.01" if value < 0.01 else f"{value:.2f}"


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


def network_picture(selection: Any) -> Picture:
    """The network laid out; width is probability, dashed arcs are not chosen."""
    return graph_picture(network_graph(selection))


def path_plot(selection: Any) -> Picture:
    """The Bayes network for every loss ratio, with the ratio at hand where all arcs share one.

    Without an order the bars are the stretches of the path, which need not begin at 0.
    """
    ratios = {round(float(a.threshold), 12) for a in selection.arcs if a.threshold is not None}
    tau = ratios.pop() if len(ratios) == 1 else None
    arcs = [(a.parent, a.child, float(a.probability)) for a in selection.arcs]
    if not hasattr(selection, "dag"):
        return threshold_path(arcs, tau=tau)
    stays: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for step in selection.path:
        for arc in step.arcs:
            bars = stays.setdefault(arc, [])
            if bars and bars[-1][1] == step.low:
                bars[-1] = (bars[-1][0], float(step.high))
            else:
                bars.append((float(step.low), float(step.high)))
    return threshold_path([a for a in arcs if (a[0], a[1]) in stays], tau=tau, stays=stays)
