"""DOT sources of trees and of directed graphs, written with the `graphviz` package.

>>> for line in tree_dot(Decision("d", {"a<b": 1, "c": 2})).splitlines()[4:7]:
...     print(line.strip())
n0 [label=<<I>d</I>> shape=box]
n1 [label=<1> shape=plaintext]
n0 -> n1 [label=<a&lt;b>]
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any

from symdt.errors import ModelError, quote
from symdt.exact.language.board import board
from symdt.exact.language.numerals import Numerals, numeral
from symdt.problems.tree import Decision, Tree  # noqa: F401 - Decision is used by the doctest
from symdt.show.sketch import sketch_tree
from symdt.show.style import DIM, Palette
from symdt.show.tree import palette_of
from symdt.solve.solved import Solved
from symdt.typeset import names


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


def arc_width(probability: float) -> float:
    """The width of an arc's line, in points, by its probability."""
    return 0.4 + 1.6 * min(max(float(probability), 0.0), 1.0)


def tree_dot(
    tree: Tree | Solved, palette: Palette | None = None, numerals: Numerals | None = None, **options: Any
) -> str:
    """The DOT source of a tree, with values, probabilities and the marks of its branches.

    `numerals` says how its numbers were written.
    """
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
            lines += _lines(_given(node.value, numerals) if node.kind == "value" else board(node.value))
        if node.path is not None:
            lines += _lines(f"path {board(node.path)}")
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
            text += " " + "<BR/>".join(_lines(f"[{_given(branch.probability, numerals)}]"))
        if branch.payoff is not None:
            text += " " + "<BR/>".join(_lines(f"pays {_given(branch.payoff, numerals)}"))
        if branch.mark in ("optimal", "sometimes"):
            width = "3" if branch.mark == "optimal" else "2"
            extra = {"color": palette[branch.label].colour, "penwidth": width, "class": branch.mark}
        elif branch.mark == "pruned":
            extra |= {"style": "dashed", "class": "pruned"}
        dot.edge(branch.source, branch.target, label=f"<{text}>" if text else "", **extra)
    return str(dot.source)


def _given(value: Any, numerals: Numerals | None) -> str:
    """A number as it was written, or an expression as on a board."""
    return numeral(value, numerals).replace("−", "-") if value.is_Rational else board(value)


def _lines(text: str) -> list[str]:
    """An expression in lines of some 40 characters, in full, for Graphviz."""
    return [html.escape(line) for line in wrap(text, 40, break_long_words=False, break_on_hyphens=False)]


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
            extra = {"penwidth": f"{arc_width(value):.2f}", "label": f"{value:.3g}"}
        if graph.chosen is not None and arc not in graph.chosen:
            extra |= {"style": "dashed", "color": DIM}
        dot.edge(ids[arc[0]], ids[arc[1]], **extra)
    return str(dot.source)
