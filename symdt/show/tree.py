"""Trees drawn: squares decide, circles are chance, black dots are values (Figure 1).

`tree_picture` lays a sketch out from left to right: a branch slants to its row and runs level to
its node, with its label above the level part. Expressions too wide for a branch get a name,
`e_1, e_2, …`, and are written out under the tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sympy import Expr, Max, Min

from symdt.problems.tree import Tree
from symdt.show.picture import Label, Line, Picture, Shape, Text, draw
from symdt.show.sketch import MAX_LEAVES, Branch, Node, Sketch, sketch_tree
from symdt.show.style import DIM, INK, Palette
from symdt.solve.solved import Solved
from symdt.typeset import formulas, names

#: Type sizes in points, and lengths in millimetres.
SIZE, SMALL = 8.0, 7.0
ROW, SLANT, RADIUS, GAP, DOT = 5.2, 6.0, 3.6, 1.2, 1.7
#: Wider expressions are named and written out under the tree.
MAX_WIDTH = 30.0
#: Wider lines under the tree are cut.
MAX_KEY = 160.0


def draw_tree(tree: Tree | Solved, ax: Any = None, *, palette: Palette | None = None, **options: Any) -> Any:
    """Draw a tree, folded back if it is `Solved`; the Axes. Options are those of `sketch_tree`."""
    return draw(tree_picture(sketch_tree(tree, **options), palette), ax)


def tree_picture(sketch: Sketch, palette: Palette | None = None) -> Picture:
    """The laid-out picture of a sketch."""
    return _Layout(sketch, palette or palette_of(sketch)).picture()


def palette_of(sketch: Sketch) -> Palette:
    """One colour for each action, in the order in which decisions offer them."""
    kinds = {n.id: n.kind for n in sketch.nodes}
    return Palette(b.label for b in sketch.branches if kinds[b.source] == "decision")


@dataclass
class _Layout:
    sketch: Sketch
    palette: Palette
    keys: dict[Expr, str] = field(default_factory=dict)
    items: list[Line | Shape | Text] = field(default_factory=list)

    def picture(self) -> Picture:
        sketch = self.sketch
        depth: dict[str, int] = {sketch.root: 0}
        for branch in sketch.branches:
            depth[branch.target] = depth[branch.source] + 1
        self.values = {n.id: self.value_lines(n) for n in sketch.nodes}
        self.labels = {b.target: self.branch_label(b) for b in sketch.branches}
        self.titles = self.node_titles()
        self.half = {n.id: self.half_width(n) for n in sketch.nodes}
        columns = [0.0] * (max(depth.values()) + 1)
        for branch in sketch.branches:
            d = depth[branch.target]
            columns[d] = max(columns[d], self.needed(branch))
        y = self.rows(self.heights())
        x, self.bends = [0.0], [0.0]
        for d in range(1, len(columns)):
            widest = max(self.half[n.id] for n in sketch.nodes if depth[n.id] == d - 1)
            # the farther a branch climbs, the longer its slant, so that steep branches stay apart
            climb = max(abs(y[b.source] - y[b.target]) for b in sketch.branches if depth[b.target] == d)
            self.bends.append(x[-1] + widest + min(max(SLANT, climb / 8), 3 * SLANT))
            x.append(self.bends[-1] + columns[d])
        self.depth = depth
        place = {n.id: (x[depth[n.id]], y[n.id]) for n in sketch.nodes}
        for branch in sketch.branches:
            self.draw_branch(branch, place)
        for node in sketch.nodes:
            self.draw_node(node, place[node.id])
        self.draw_key(place)
        return Picture(tuple(self.items), "decision tree")

    # --- what is written ------------------------------------------------------------------

    def expression(self, value: Expr, limit: float = MAX_WIDTH) -> Label:
        """An expression, or the name under which it is written out below."""
        if value not in self.keys:
            label = Label.math(_flat(value))
            if label.size(SIZE)[0] <= limit:
                return label
            self.keys[value] = f"e_{{{len(self.keys) + 1}}}"
        return Label.math(self.keys[value])

    def branch_label(self, branch: Branch) -> Label:
        is_data = branch.label == "D" and self.sketch.by_id[branch.source].name == "ν0"
        label = Label.math(r"\mathcal{D}") if is_data else Label.of(branch.label)
        if branch.probability is None or is_data:
            return label
        return (
            label + Label.math(r"\;\;") + Label.math(f"[{self.expression(branch.probability).parts[0][1]}]")
        )

    def value_lines(self, node: Node) -> list[Label]:
        """The value written at a node: on the leaf, or under a folded-back node."""
        if node.value is None or node.kind == "more":
            return []
        if isinstance(node.value, Min | Max) and node.kind != "value":
            word = "min" if isinstance(node.value, Min) else "max"
            whole = Label.math(formulas.formula(node.value))
            if whole.size(SMALL)[0] <= MAX_WIDTH:
                return [whole]
            count = len(node.value.args)
            return [Label.math(rf"\{word}") + Label.words(f" of {count}")]
        label = self.expression(node.value)
        if node.kind == "value":
            return [label]
        return [Label.math(label.parts[0][1].replace(r"\frac", r"\dfrac"))]  # under a node there is room

    def half_width(self, node: Node) -> float:
        if node.kind == "value":
            return DOT / 2
        if node.kind in ("closed", "more"):
            return 1.6
        if not self.titles[node.id]:
            return 2.0
        margin = 1.2 if node.kind == "decision" else 0.8 if names.split(node.name) else 1.8
        return max(RADIUS, self.titles[node.id].size(SIZE)[0] / 2 + margin)

    def node_titles(self) -> dict[str, Label]:
        """The names of the nodes; one made from the names before it says nothing new."""
        titles = {n.id: Label.of(n.name) for n in self.sketch.nodes}
        for branch in self.sketch.branches:
            before = self.sketch.by_id[branch.source]
            node = self.sketch.by_id[branch.target]
            told = (
                node.kind == "chance"
                and before.kind == "decision"
                and node.name.startswith(f"{before.name} ")
            )
            if told or (node.kind == "decision" and node.name == f"{before.name}: {branch.label}"):
                titles[node.id] = Label()
        return titles

    def needed(self, branch: Branch) -> float:
        """The length of the level part of a branch, its node included."""
        node = self.sketch.by_id[branch.target]
        width = self.labels[branch.target].size(SIZE)[0] + 2 * GAP
        if node.kind in ("decision", "chance"):
            values = [v.size(SMALL)[0] for v in self.values[node.id]]
            return (
                max(width + self.half[node.id], max(values, default=0.0) - self.half[node.id] + GAP, 7.0)
                + 0.5
            )
        return max(width, 7.0) + self.half[node.id]

    # --- where it is put ------------------------------------------------------------------

    def heights(self) -> dict[str, float]:
        """The height of the part of the picture that belongs to each node."""
        height: dict[str, float] = {}
        for node in reversed(self.sketch.nodes):
            above = self.labels[node.id].size(SIZE)[1] if node.id in self.labels else 0.0
            values = self.values[node.id]
            if node.kind in ("decision", "chance"):
                below = RADIUS + sum(v.size(SMALL)[1] + v.size(SMALL)[2] + 0.8 for v in values)
                own = 2 * max(RADIUS + 0.8, above + 1.5, below + 0.6)
            else:
                tall = max((v.size(SIZE)[1] + v.size(SIZE)[2] for v in values), default=0.0)
                depth = self.labels[node.id].size(SIZE)[2] if node.id in self.labels else 0.0
                own = max(ROW, tall + 1.4, above + depth + 2.2) + 1.2 * (node.kind != "value")
            children = sum(height[b.target] for b in self.sketch.below[node.id])
            height[node.id] = max(own, children)
        return height

    def rows(self, height: dict[str, float]) -> dict[str, float]:
        y: dict[str, float] = {}
        top = {self.sketch.root: 0.0}
        for node in self.sketch.nodes:
            branches = self.sketch.below[node.id]
            inner = sum(height[b.target] for b in branches)
            at = top[node.id] - (height[node.id] - inner) / 2
            for branch in branches:
                top[branch.target] = at
                at -= height[branch.target]
        for node in reversed(self.sketch.nodes):
            branches = self.sketch.below[node.id]
            if branches:
                y[node.id] = (y[branches[0].target] + y[branches[-1].target]) / 2
            else:
                y[node.id] = top[node.id] - height[node.id] / 2
        return y

    # --- drawing --------------------------------------------------------------------------

    def draw_branch(self, branch: Branch, place: dict[str, tuple[float, float]]) -> None:
        (x0, y0), (x1, y1) = place[branch.source], place[branch.target]
        decides = self.sketch.by_id[branch.source].kind == "decision"
        start = x0 + self.half[branch.source]
        bend = self.bends[self.depth[branch.target]]
        colour, width = (DIM, 0.6) if branch.is_dim else (INK, 0.8)
        if branch.mark in ("optimal", "sometimes") and not branch.is_dim:
            colour = self.palette[branch.label].colour
            width = 2.2 if branch.mark == "optimal" else 1.5
        dashes = "dashed" if self.sketch.by_id[branch.target].kind == "more" else ""
        points = ((start, y0), (bend, y1), (x1, y1))
        self.items.append(Line(points, width, colour, dashes=dashes, role=branch.mark or "branch"))  # type: ignore[arg-type]
        if branch.mark == "pruned" and decides:
            self.draw_slashes((start, y0), (bend, y1))
        label = self.labels[branch.target]
        if label:
            colour = DIM if branch.is_dim else INK
            lift = 0.9 + label.size(SIZE)[2]
            self.items.append(Text((bend + GAP * 0.6, y1 + lift), label, SIZE, "left", colour, "branch"))

    def draw_slashes(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """The two strokes across a branch that is cut off."""
        (x0, y0), (x1, y1) = start, end
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        for share in (1 - 3.4 / length, 1 - 2.7 / length) if length > 9 else (0.5, 0.6):
            x, y = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
            dx, dy = (-uy * 1.1 + ux * 0.4), (ux * 1.1 + uy * 0.4)
            self.items.append(Line(((x - dx, y - dy), (x + dx, y + dy)), 0.7, DIM, role="cut"))

    def draw_node(self, node: Node, at: tuple[float, float]) -> None:
        x, y = at
        ink = DIM if node.is_dim else INK
        half = self.half[node.id]
        if node.kind == "value":
            self.items.append(Shape("dot", at, DOT, DOT, ink, ink, role="value"))
            for label in self.values[node.id]:
                _, above, below = label.size(SIZE)
                self.items.append(
                    Text((x + DOT / 2 + GAP, y - (above - below) / 2), label, SIZE, "left", ink, "leaf")
                )
            return
        if node.kind in ("closed", "more"):
            self.items.append(Shape("triangle", (x + 1.6, y), 3.2, 3.2, ink, "#eeeeee", 0.6, role=node.kind))
            words = Label.words(f"{node.name}, " if node.kind == "more" else "")
            words = words + Label.words(
                f"{node.hidden:,} leaves".replace(",", " ") if node.hidden != 1 else "1 leaf"
            )
            if node.kind == "closed" and node.value is not None:
                for label in self.values[node.id]:
                    words = label + Label.words("  (") + words + Label.words(")")
            self.items.append(Text((x + 3.2 + GAP, y - 0.9), words, SMALL, "left", ink, "closed"))
            return
        label = self.titles[node.id]
        tall = 2 * min(half, RADIUS)
        shape: Any = "box" if node.kind == "decision" else "round"
        self.items.append(Shape(shape, at, 2 * half, tall, ink, role=node.kind))
        _, above, below = label.size(SIZE)
        self.items.append(Text((x, y - (above - below) / 2), label, SIZE, "centre", ink, "name"))
        at_y = y - tall / 2 - 0.9
        for value in self.values[node.id]:
            _, above, below = value.size(SMALL)
            self.items.append(
                Text(
                    (x + half, at_y - above),
                    value,
                    SMALL,
                    "right",
                    DIM if node.is_dim else "#0B3D91",
                    "value",
                )
            )
            at_y -= above + below + 0.8

    def draw_key(self, place: dict[str, tuple[float, float]]) -> None:
        """The expressions that were too wide, one a line, under the tree."""
        if not self.keys:
            return
        box = Picture(tuple(self.items)).box(0.0)
        left, y = box[0], box[1] - 3.0
        for value, name in self.keys.items():
            label = Label.math(f"{name} = {formulas.formula(value)}")
            if label.size(SMALL)[0] > MAX_KEY:
                label = Label.math(f"{name}") + Label.words(f": {_terms(value)}")
            _, above, below = label.size(SMALL)
            self.items.append(Text((left, y - above), label, SMALL, "left", INK, "key"))
            y -= above + below + 1.4


def _flat(value: Expr) -> str:
    """The formula of an expression, a short fraction in one line so that rows stay low."""
    value = formulas.tidy(value)
    num, den = value.as_numer_denom()
    if value.is_Rational and not value.is_Integer:
        return f"{value.p}/{value.q}"
    if den != 1 and len(str(value)) <= 12:
        top, bottom = formulas.formula(num), formulas.formula(den)
        top = top if not num.is_Add else f"({top})"
        bottom = bottom if not (den.is_Add or den.is_Mul) else f"({bottom})"
        return f"{top}/{bottom}"
    return formulas.formula(value)


def _terms(value: Expr) -> str:
    count = len(value.as_numer_denom()[0].as_ordered_terms())
    return f"an expression of {count} terms in {', '.join(sorted(map(str, value.free_symbols)))}"


def typical_branch(tree: Tree | Solved, along: Sequence[str], palette: Palette | None = None) -> Picture:
    """One path of a tree opened, with the branches beside it closed (Figure 4)."""
    return tree_picture(sketch_tree(tree, along=along), palette)


__all__ = ["MAX_LEAVES", "draw_tree", "palette_of", "tree_picture", "typical_branch"]
