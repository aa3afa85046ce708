"""Influence diagrams drawn: □ decisions, ○ chances, ◇ values; dashed arcs carry information to a decision."""

from __future__ import annotations

from symdt.problems.diagrams.diagram import InfluenceDiagram
from symdt.problems.diagrams.node import DecisionNode, ValueNode
from symdt.show.graphs.lay import lay_out
from symdt.show.label import Label
from symdt.show.picture import Item, Line, Picture, Shape, Text, laid_out
from symdt.show.style import DASHED, INK

SIZE = 9.0
#: The shape of each kind of node.
BOX, ROUND, LOZENGE = "box", "round", "lozenge"


@laid_out
def influence_picture(diagram: InfluenceDiagram, *, title: str = "") -> Picture:
    """An influence diagram laid out from its parents to its values."""
    kinds = {
        n.name: BOX if isinstance(n, DecisionNode) else LOZENGE if isinstance(n, ValueNode) else ROUND
        for n in diagram.nodes
    }
    lines = {n.name: Label.of(n.name).wrapped(26.0, SIZE) for n in diagram.nodes}
    sizes = {}
    for name, kind in kinds.items():
        wide = max(line.size(SIZE)[0] for line in lines[name]) + 4.0
        tall = 3.8 * len(lines[name]) + 4.2
        # the corners of a lozenge cut off half of its width and height
        sizes[name] = (1.5 * wide + 4.0, 1.5 * tall) if kind == LOZENGE else (max(wide, 8.0), max(tall, 8.0))
    arcs = [(parent, n.name) for n in diagram.nodes for parent in n.parents]
    laid = lay_out(sizes, arcs)
    items: list[Item] = []
    for arc in arcs:
        informs = kinds[arc[1]] == BOX
        items.append(
            Line(
                laid.curves[arc],
                0.9,
                INK,
                is_curve=True,
                has_arrow=True,
                dashes=DASHED if informs else (),
                role=f"{'information' if informs else 'arc'} {arc[0]} {arc[1]}",
            )
        )
    for name, kind in kinds.items():
        (x, y), (width, height) = laid.place[name], sizes[name]
        shape = "ellipse" if kind == ROUND else kind
        items.append(Shape(shape, (x, y), width, height, INK, role=f"{kind} {name}"))  # type: ignore[arg-type]
        top = y + 3.8 * (len(lines[name]) - 1) / 2 - 1.1
        for i, line in enumerate(lines[name]):
            items.append(Text((x, top - 3.8 * i), line, SIZE, role=f"node {name}" if i == 0 else "more"))
    said = "An influence diagram: " + "; ".join(f"{a} to {b}" for a, b in arcs) + "."
    picture = Picture(tuple(items), "influence diagram", said)
    return picture.with_foot("dashed: known before the decision").with_title(title)
