"""Trees drawn: squares decide, circles are chance, black dots are values (Figure 1).

`tree_picture` lays a sketch out from left to right: a branch slants to its row and runs level to
its node, with its label above the level part. Long names go on in a second line. Expressions too wide
for a branch get a name, `e_1, e_2, …`, and are written out under the tree, in full.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sympy import Expr, Rational

from symdt.exact.language.numerals import Numerals, answer, numeral
from symdt.problems.kinks.kinked import shown
from symdt.problems.tree import Tree
from symdt.show.key import key_lines, tidy_formula
from symdt.show.label import Label, stacked
from symdt.show.numbers import with_decimals
from symdt.show.picture import Item, Line, Picture, Shape, Text, laid_out
from symdt.show.plots.captions import conditions_note
from symdt.show.sketch import MAX_LEAVES, Branch, Node, Sketch, in_words, sketch_tree
from symdt.show.style import DASHED, DIM, FAINT, INK, OPTIMAL, Palette
from symdt.solve.solved import Solved
from symdt.typeset import names
from symdt.typeset.formulas import as_given

#: Type sizes in points, and lengths in millimetres.
SIZE, SMALL = 8.0, 7.0
ROW, SLANT, RADIUS, GAP, DOT = 5.2, 6.0, 3.6, 1.2, 1.7
#: Wider expressions are named and written out under the tree.
MAX_WIDTH = 30.0
#: Lines of type in a label of two or more lines are this far apart.
LINE = 3.1


@laid_out
def draw_tree(
    tree: Tree | Solved,
    *,
    palette: Palette | None = None,
    width: float | None = None,
    title: str = "",
    numerals: Numerals | None = None,
    **options: Any,
) -> Picture:
    """A tree drawn, folded back if it is `Solved`; options are those of `sketch_tree`.

    `numerals` says how its numbers were written (`problem.numerals`). With a `width` in millimetres the tree is laid out for it: narrower labels, then fewer open branches.
    """
    from symdt.show.graphs.dots import tree_dot

    sketch = sketch_tree(tree, **options)
    made = tree_picture(sketch, palette, width, numerals)
    depth = _depth(sketch)
    while width is not None and _wide(made) > width and depth > 1 and "along" not in options:
        depth -= 1  # what does not fit stays closed, and says how many leaves it hides
        sketch = sketch_tree(tree, **{**options, "max_depth": depth})
        made = tree_picture(sketch, palette, width, numerals)
    made = replace(made, dot=lambda: tree_dot(tree, palette, numerals=numerals, **options))
    if sketch.impossible:
        count = sketch.impossible
        made = made.with_foot(f"{count} branch{'es' if count > 1 else ''} of probability 0 left out")
    if isinstance(tree, Solved) and tree.domain.conditions:
        made = made.with_foot(*conditions_note(tree.domain, known=numerals))
    return made.with_title(title)


def _depth(sketch: Sketch) -> int:
    """How many branches the longest path of a sketch has."""
    depth = {sketch.root: 0}
    for branch in sketch.branches:
        depth[branch.target] = depth[branch.source] + 1
    return max(depth.values())


def _wide(picture: Picture) -> float:
    left, _, right, _ = picture.box(0.0)
    return right - left


@laid_out
def tree_picture(
    sketch: Sketch,
    palette: Palette | None = None,
    width: float | None = None,
    numerals: Numerals | None = None,
) -> Picture:
    """The laid-out picture of a sketch; `numerals` says how its numbers were written."""
    palette = palette or palette_of(sketch)
    made = _Layout(sketch, palette, known=numerals).picture()
    for limit in (24.0, 18.0, 13.0):
        if width is None or _wide(made) <= width:
            break
        made = _Layout(sketch, palette, limit, known=numerals).picture()
    return made


def palette_of(sketch: Sketch) -> Palette:
    """One colour for each action, in the order in which decisions offer them."""
    kinds = {n.id: n.kind for n in sketch.nodes}
    return Palette(b.label for b in sketch.branches if kinds[b.source] == "decision")


@dataclass
class _Layout:
    sketch: Sketch
    palette: Palette
    limit: float = MAX_WIDTH  # no label is wider
    known: Numerals | None = None  # how numbers were written
    keys: dict[Expr, str] = field(default_factory=dict)
    written: dict[Expr, Label] = field(default_factory=dict)  # those of the problem, as they were written
    items: list[Item] = field(default_factory=list)

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
        self.draw_key()
        return Picture(tuple(self.items), "decision tree", in_words(sketch))

    # --- what is written ------------------------------------------------------------------

    def chance(self, branch: Branch) -> Label:
        """The probability of a branch, in one form with those beside it where they were not written down."""
        own = branch.probability
        every = [b.probability for b in self.sketch.below[branch.source] if b.probability is not None]
        unwritten = [p for p in every if p.is_Rational and p not in (self.known or {})]
        if own in unwritten and any("/" in numeral(p, self.known) for p in unwritten):
            return Label.math(answer(own))
        return self.given(own)

    def given(self, value: Any) -> Label:
        """An expression of the problem, its numbers as they were written."""
        if value.is_Rational or (self.known and value.atoms(Rational) & self.known.keys()):
            label = Label.math(as_given(value, self.known))
            if label.size(SIZE)[0] <= self.limit:
                return label
            self.written[value] = label
        return self.expression(value)

    def expression(self, value: Expr) -> Label:
        """An expression, or the name under which it is written out below."""
        value = shown(value)  # with min, max, abs and piecewise for the letters that stand for them
        if value not in self.keys:
            label = Label.math(tidy_formula(value, is_flat=True))
            if label.size(SIZE)[0] <= self.limit:
                return label
            self.keys[value] = f"e_{{{len(self.keys) + 1}}}"
        return Label.math(self.keys[value])

    def branch_label(self, branch: Branch) -> list[Label]:
        """The name of a branch in as many lines as it takes, its probability in brackets."""
        is_data = branch.label == "D" and self.sketch.by_id[branch.source].name == "ν0"
        if is_data:
            return [Label.math(r"\mathcal{D}")]
        lines = Label.of(branch.label).wrapped(self.limit, SIZE) if branch.label else []
        if branch.probability is not None:
            lines = self.beside(lines, Label.math(f"[{self.chance(branch).parts[0][1]}]"))
        if branch.payoff is not None:
            lines = self.beside(lines, Label.words("pays ") + self.given(branch.payoff))
        return lines

    def beside(self, lines: list[Label], more: Label) -> list[Label]:
        """What is written goes on in the same line where it fits, else in the next."""
        if lines and (lines[-1] + Label.math(r"\;\;") + more).size(SIZE)[0] <= self.limit + 6:
            return [*lines[:-1], lines[-1] + Label.math(r"\;\;") + more]
        return [*lines, more]

    def value_lines(self, node: Node) -> list[Label]:
        """The value written at a node: on the leaf, or under a folded-back node."""
        if node.value is None or node.kind == "more":
            return []
        if node.kind == "value":
            label = self.given(node.value)
            if node.path is not None:
                label = label + Label.words("   path ") + self.expression(node.path)
            return [label]
        if node.value.is_Rational:
            is_free = self.limit >= MAX_WIDTH  # where room is scarce the fraction does
            return [Label.words((with_decimals if is_free else answer)(node.value))]
        label = self.expression(node.value)
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
        if not self.sketch.has_marks:  # ν1, ν20, … are the paper's names for its own nodes
            titles |= {n.id: Label() for n in self.sketch.nodes if re.fullmatch(r"ν\d+", n.name)}
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
        width = max((line.size(SIZE)[0] for line in self.labels[branch.target]), default=0.0) + 2 * GAP
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
            lines = self.labels.get(node.id, [])
            top = lines[0].size(SIZE)[1] + stacked(lines, SIZE, LINE)[0] if lines else 0.0
            values = self.values[node.id]
            if node.kind in ("decision", "chance"):
                below = RADIUS + sum(v.size(SMALL)[1] + v.size(SMALL)[2] + 0.8 for v in values)
                own = 2 * max(RADIUS + 0.8, top + 0.6, below + 0.6)
            else:
                tall = max((v.size(SIZE)[1] + v.size(SIZE)[2] for v in values), default=0.0)
                # the lines stand above the branch: what is more than a row is needed twice around it
                own = max(ROW, tall + 1.4, 2 * (top + 0.6) - ROW) + 1.2 * (node.kind != "value")
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
        dashes = DASHED if self.sketch.by_id[branch.target].kind == "more" else ()
        points = ((start, y0), (bend, y1), (x1, y1))
        self.items.append(Line(points, width, colour, dashes=dashes, role=branch.mark or "branch"))
        if branch.mark == "pruned" and decides:
            self.draw_slashes((start, y0), (bend, y1))
        lines = self.labels[branch.target]
        colour = FAINT if branch.is_dim else INK
        for n, (label, lift) in enumerate(zip(lines, stacked(lines, SIZE, LINE), strict=True)):
            role = "more" if n else "branch"
            self.items.append(Text((bend + GAP * 0.6, y1 + lift), label, SIZE, "left", colour, role))

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
        type_ = FAINT if node.is_dim else INK
        half = self.half[node.id]
        if node.kind == "value":
            self.items.append(Shape("dot", at, DOT, DOT, ink, ink, role="value"))
            for label in self.values[node.id]:
                _, above, below = label.size(SIZE)
                self.items.append(
                    Text((x + DOT / 2 + GAP, y - (above - below) / 2), label, SIZE, "left", type_, "leaf")
                )
            return
        if node.kind in ("closed", "more"):
            self.items.append(Shape("triangle", (x + 1.6, y), 3.2, 3.2, ink, "#eeeeee", 0.6, role=node.kind))
            words = Label.words(f"{node.name}, " if node.kind == "more" else "")
            words = words + Label.words(
                f"{node.hidden:,} leaves".replace(",", " ") if node.hidden != 1 else "1 leaf"
            )
            if node.like:
                words = Label.words(f"as at {node.like}")
            if node.kind == "closed" and node.value is not None:
                for label in self.values[node.id]:
                    words = label + Label.words("  (") + words + Label.words(")")
            self.items.append(Text((x + 3.2 + GAP, y - 0.9), words, SMALL, "left", type_, "closed"))
            return
        label = self.titles[node.id]
        tall = 2 * min(half, RADIUS)
        shape: Any = "box" if node.kind == "decision" else "round"
        self.items.append(Shape(shape, at, 2 * half, tall, ink, role=node.kind))
        _, above, below = label.size(SIZE)
        self.items.append(Text((x, y - (above - below) / 2), label, SIZE, "centre", type_, "name"))
        if node.mark:
            self.items.append(
                Text((x - half, y + tall / 2 + 0.7), Label.words(node.mark), SMALL, "left", OPTIMAL, "mark")
            )
        at_y = y - tall / 2 - 0.9
        for value in self.values[node.id]:
            _, above, below = value.size(SMALL)
            self.items.append(
                Text(
                    (x + half - 0.5, at_y - above),
                    value,
                    SMALL,
                    "right",
                    FAINT if node.is_dim else "#0B3D91",
                    "value",
                )
            )
            at_y -= above + below + 0.8

    def draw_key(self) -> None:
        """The expressions that were too wide, in full, under the tree."""
        if not self.keys:
            return
        box = Picture(tuple(self.items)).box(0.0)
        left, y = box[0], box[1] - 3.0
        room = max(box[2] - box[0], 60.0)
        for value, name in self.keys.items():
            lines = key_lines(name, value, room, SMALL)
            if value in self.written:
                whole = Label.math(f"{name} = {self.written[value].to_text()}")
                lines = [whole] if whole.size(SMALL)[0] <= room else lines
            for n, label in enumerate(lines):
                _, above, below = label.size(SMALL)
                self.items.append(
                    Text((left, y - above), label, SMALL, "left", INK, "key" if n == 0 else "more")
                )
                y -= above + below + 1.0
            y -= 0.6


@laid_out
def typical_branch(tree: Tree | Solved, along: Sequence[str], palette: Palette | None = None) -> Picture:
    """One path of a tree opened, with the branches beside it closed (Figure 4)."""
    return tree_picture(sketch_tree(tree, along=along), palette)


__all__ = ["MAX_LEAVES", "draw_tree", "palette_of", "tree_picture", "typical_branch"]
