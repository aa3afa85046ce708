"""Directed graphs drawn: arcs as wide as they are probable, those not chosen dashed.

`pygraphviz` carries Graphviz in its wheel, so
no system package is needed. Only the *positions* are Graphviz's: labels are measured and set by
the same hand as in every other figure, which keeps mathematics in all formats and dates out of
the PDF.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symdt.show.graphs.dots import Graph, arc_width, graph_dot
from symdt.show.graphs.lay import Laid, lay_out
from symdt.show.label import Label
from symdt.show.picture import Item, Line, Picture, Shape, Text, laid_out
from symdt.show.style import DASHED, DIM, FAINT, INK

SIZE, SMALL = 9.0, 7.0
#: Where every arc is more probable than this, that is said once.
CERTAIN = 0.999


@laid_out
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
                arc_width(value) if value is not None and not is_certain else 1.0,
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
    left_out = [arc for arc in graph.arcs if graph.chosen is not None and arc not in graph.chosen]
    said = f"Arcs: {_listed(graph, [arc for arc in graph.arcs if arc not in left_out], shown) or 'none'}."
    said += f" Not chosen: {_listed(graph, left_out, shown)}." if left_out else ""
    title = graph.title or "directed graph"
    picture = Picture(tuple(items), title, said, dot=lambda: graph_dot(graph))
    if is_certain:
        return picture.with_foot(f"every arc has a probability above {CERTAIN}")
    notes = ["numbers and widths: the probability of the arc"] if shown else []
    return picture.with_foot("; ".join([*notes, *["dashed: not chosen"] * bool(left_out)]))


def _listed(graph: Graph, arcs: Sequence[tuple[str, str]], shown: Mapping[tuple[str, str], float]) -> str:
    """Arcs in words, with their probabilities where these are shown."""
    return "; ".join(
        f"{a} to {b} ({_probability(graph.probability[a, b])})" if (a, b) in shown else f"{a} to {b}"
        for a, b in arcs
    )


@laid_out
def draw_graph(graph: Graph) -> Picture:
    """A directed graph drawn."""
    return graph_picture(graph)


def _node_size(label: Label) -> tuple[float, float]:
    width = label.size(SIZE)[0]
    return (max(8.0, width + 4.0), 8.0)


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
