"""Picture: lines, shapes and labels in millimetres, drawn by matplotlib or written as TikZ.

Trees, graphs and lattices are laid out once, as a `Picture`; every format shows the same thing.
A `Label` keeps mathematics and words apart, so that each format can set both.

>>> label = Label.of("a23") + Label.words(": 50% ") + Label.math("1 - p")
>>> label.to_mathtext()
'$a_{23}$: 50% $1 - p$'
>>> label.to_tex()
'$a_{23}$: 50\\\\% $1 - p$'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from symdt.show.style import INK
from symdt.show.writers import MM, new_figure, style
from symdt.typeset import names

Point = tuple[float, float]
POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True)
class Label:
    """Pieces of text, each mathematics (True) or words (False)."""

    parts: tuple[tuple[bool, str], ...] = ()

    @classmethod
    def of(cls, name: str) -> Label:
        """The label of a name: mathematics where it is a letter with an index."""
        name = "−" if name == "-" else names.cut(name)  # a result "-" is a minus, not a hyphen
        set_ = name.startswith("{") and name.endswith("}")
        return cls.math(names.mathtext_body(name)) if names.split(name) or set_ else cls.words(name)

    @classmethod
    def math(cls, body: str) -> Label:
        """Mathematics, as LaTeX and matplotlib both read it."""
        return cls(((True, body),))

    @classmethod
    def words(cls, text: str) -> Label:
        """Words, whatever characters they have."""
        return cls(((False, text),))

    def __add__(self, other: Label) -> Label:
        return Label(self.parts + other.parts)

    def __bool__(self) -> bool:
        return any(text for _, text in self.parts)

    def to_mathtext(self) -> str:
        """The label for matplotlib."""
        return "".join(f"${t}$" if is_math else names.plain_mathtext(t) for is_math, t in self.parts)

    def to_tex(self) -> str:
        """The label for LaTeX's text mode."""
        return "".join(f"${t}$" if is_math else names.escape_tex(t) for is_math, t in self.parts)

    def size(self, points: float) -> tuple[float, float, float]:
        """Width, height above and depth below the base line, in millimetres."""
        width, height, depth = measure(self.to_mathtext(), points)
        # plain words are set a little wider by some back ends than they measure
        return width * (1.0 if all(is_math for is_math, _ in self.parts) else 1.03), height - depth, depth


@lru_cache(maxsize=8192)
def measure(text: str, points: float) -> tuple[float, float, float]:
    """Width, whole height and depth of a text in millimetres, as matplotlib sets it."""
    if not text:
        return 0.0, 0.0, 0.0
    with style():
        from matplotlib.font_manager import FontProperties
        from matplotlib.mathtext import MathTextParser

        parsed = MathTextParser("path").parse(text, 72, FontProperties(size=points))
        width, height, depth = parsed[0], parsed[1], parsed[2]
    return width / POINTS_PER_MM, height / POINTS_PER_MM, depth / POINTS_PER_MM


@dataclass(frozen=True)
class Line:
    """A line through points, or a Bézier curve with these control points."""

    points: tuple[Point, ...]
    width: float = 0.8
    colour: str = INK
    is_curve: bool = False
    has_arrow: bool = False
    dashes: Literal["", "dashed"] = ""
    role: str = ""


@dataclass(frozen=True)
class Shape:
    """A rectangle, circle, dot or triangle around a centre."""

    kind: Literal["box", "round", "ellipse", "dot", "triangle"]
    centre: Point
    width: float
    height: float
    colour: str = INK
    fill: str = "#ffffff"
    line: float = 0.8
    role: str = ""


@dataclass(frozen=True)
class Text:
    """A label at a point; `anchor` says which part of its base line the point is."""

    at: Point
    label: Label
    size: float = 8.0
    anchor: Literal["left", "centre", "right"] = "centre"
    colour: str = INK
    role: str = ""

    def box(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of the label."""
        width, above, below = self.label.size(self.size)
        left = {"left": 0.0, "centre": -width / 2, "right": -width}[self.anchor] + self.at[0]
        return left, self.at[1] - below, left + width, self.at[1] + above


@dataclass(frozen=True)
class Picture:
    """What is drawn, back to front, in millimetres; y grows upwards."""

    items: tuple[Line | Shape | Text, ...]
    title: str = field(default="", compare=False)

    def texts(self, role: str | None = None) -> Iterator[Text]:
        """The labels, or those of one role."""
        return (i for i in self.items if isinstance(i, Text) and role in (None, i.role))

    def box(self, margin: float = 1.0) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of everything."""
        boxes = [_box(item) for item in self.items] or [(0.0, 0.0, 1.0, 1.0)]
        left, bottom = min(b[0] for b in boxes), min(b[1] for b in boxes)
        right, top = max(b[2] for b in boxes), max(b[3] for b in boxes)
        return left - margin, bottom - margin, right + margin, top + margin

    def shifted(self, dx: float, dy: float) -> Picture:
        """The picture moved."""
        return Picture(tuple(_shifted(i, dx, dy) for i in self.items), self.title)

    def overlaps(self) -> list[tuple[Text, Text]]:
        """Pairs of labels that lie on one another: none in a picture that is fit to print."""
        found = []
        boxes = sorted(((t.box(), t) for t in self.texts() if t.label), key=lambda pair: pair[0][0])
        for i, (a, one) in enumerate(boxes):
            for b, other in boxes[i + 1 :]:
                if b[0] >= a[2] - 0.1:
                    break
                if min(a[3], b[3]) - max(a[1], b[1]) > 0.25:
                    found.append((one, other))
        return found


def _box(item: Line | Shape | Text) -> tuple[float, float, float, float]:
    if isinstance(item, Text):
        return item.box()
    if isinstance(item, Shape):
        (x, y), w, h = item.centre, item.width / 2, item.height / 2
        return x - w, y - h, x + w, y + h
    xs, ys = [p[0] for p in item.points], [p[1] for p in item.points]
    return min(xs), min(ys), max(xs), max(ys)


def _shifted(item: Line | Shape | Text, dx: float, dy: float) -> Line | Shape | Text:
    from dataclasses import replace

    if isinstance(item, Text):
        return replace(item, at=(item.at[0] + dx, item.at[1] + dy))
    if isinstance(item, Shape):
        return replace(item, centre=(item.centre[0] + dx, item.centre[1] + dy))
    return replace(item, points=tuple((x + dx, y + dy) for x, y in item.points))


def beside(pictures: list[Picture], gap: float = 8.0) -> Picture:
    """Pictures in a row, each after the other."""
    items: list[Line | Shape | Text] = []
    at = 0.0
    for picture in pictures:
        left, _, right, _ = picture.box(0.0)
        items += picture.shifted(at - left, 0.0).items
        at += right - left + gap
    return Picture(tuple(items))


def draw(picture: Picture, ax: Any = None) -> Any:
    """Draw a picture with matplotlib, on given axes or on a figure of its own size; the Axes."""
    left, bottom, right, top = picture.box()
    with style():
        if ax is None:
            figure = new_figure(right - left, top - bottom)
            ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        ax.set_xlim(left, right)
        ax.set_ylim(bottom, top)
        ax.set_aspect("equal")
        ax.set_axis_off()
        for depth, item in enumerate(picture.items):
            _draw(item, ax, 1 + depth * 1e-4)
    return ax


def _draw(item: Line | Shape | Text, ax: Any, z: float) -> None:
    from matplotlib.patches import (
        Circle,
        Ellipse,
        FancyArrowPatch,
        FancyBboxPatch,
        PathPatch,
        Polygon,
        Rectangle,
    )
    from matplotlib.path import Path

    if isinstance(item, Text):
        align = {"left": "left", "centre": "center", "right": "right"}[item.anchor]
        ax.text(
            *item.at,
            item.label.to_mathtext(),
            size=item.size,
            ha=align,
            va="baseline",
            color=item.colour,
            zorder=z,
            gid=item.role or None,
        )
        return
    if isinstance(item, Line):
        if item.is_curve:
            path = Path(item.points, [Path.MOVETO] + [Path.CURVE4] * (len(item.points) - 1))
        else:
            path = Path(item.points)
        style_: Any = {"linewidth": item.width, "linestyle": "--" if item.dashes else "-", "zorder": z}
        if item.has_arrow:
            ax.add_patch(
                FancyArrowPatch(
                    path=path,
                    arrowstyle=f"-|>,head_length={2.4 + item.width},head_width={1.1 + item.width / 2}",
                    mutation_scale=1.0,
                    facecolor=item.colour,
                    edgecolor=item.colour,
                    capstyle="butt",
                    joinstyle="miter",
                    shrinkA=0,
                    shrinkB=0,
                    **style_,
                )
            )
        else:
            ax.add_patch(
                PathPatch(
                    path,
                    facecolor="none",
                    edgecolor=item.colour,
                    capstyle="round",
                    joinstyle="round",
                    **style_,
                )
            )
        return
    (x, y), w, h = item.centre, item.width, item.height
    look: Any = {"facecolor": item.fill, "edgecolor": item.colour, "linewidth": item.line, "zorder": z}
    if item.kind == "box":
        patch: Any = Rectangle((x - w / 2, y - h / 2), w, h, **look)
    elif item.kind == "dot" or (item.kind == "round" and abs(w - h) < 1e-6):
        patch = Circle((x, y), w / 2, **look)
    elif item.kind == "round":
        r = min(w, h) / 2
        patch = FancyBboxPatch(
            (x - w / 2 + r, y - h / 2 + r),
            w - 2 * r,
            h - 2 * r,
            boxstyle=f"round,pad={r},rounding_size={r}",
            **look,
        )
    elif item.kind == "ellipse":
        patch = Ellipse((x, y), w, h, **look)
    else:
        patch = Polygon([(x - w / 2, y), (x + w / 2, y + h / 2), (x + w / 2, y - h / 2)], closed=True, **look)
    ax.add_patch(patch)


def figure_size(picture: Picture) -> tuple[float, float]:
    """Width and height of a picture in inches."""
    left, bottom, right, top = picture.box()
    return (right - left) * MM, (top - bottom) * MM
