"""Picture: lines, areas, shapes and labels in millimetres, which every format shows alike.

Every figure is laid out once, as a `Picture`; SVG, PDF, PNG and TikZ are writers of it (`writers`).
Laws: a moved picture has the moved box; pictures side by side do not meet.

>>> from symdt.show.label import Label
>>> one = Picture((Text((0, 0), Label.words("one")),))
>>> [round(b - a, 9) for a, b in zip(one.box(), one.shifted(3.0, 2.0).box(), strict=True)]
[3.0, 2.0, 3.0, 2.0]
>>> pair = beside([one, one], 5.0)
>>> a, b = (item.box() for item in pair.texts())
>>> round(b[0] - a[2], 6) >= 5.0
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, Literal, ParamSpec

from symdt.show.label import Label
from symdt.show.style import INK

Point = tuple[float, float]
P = ParamSpec("P")
#: The paper around a figure, in millimetres.
MARGIN = 1.0
#: The width of what is drawn for a column and for a page in print, in millimetres; with the margins 85 and 170.
COLUMN, PAGE = 85.0 - 2 * MARGIN, 170.0 - 2 * MARGIN
#: Type is never smaller than this, in points; an index may have `setting.SCRIPT` of it.
LEAST_TYPE = 7.0


@dataclass(frozen=True)
class Line:
    """A line through points, or a Bézier curve with these control points; `dashes` are strokes and gaps in points."""

    points: tuple[Point, ...]
    width: float = 0.8
    colour: str = INK
    is_curve: bool = False
    has_arrow: bool = False
    dashes: tuple[float, ...] = ()
    role: str = ""


@dataclass(frozen=True)
class Area:
    """The inside of closed ways, with its tint and, over it, hatch lines of the stronger colour."""

    rings: tuple[tuple[Point, ...], ...]
    fill: str
    hatch: str = ""
    colour: str = INK
    role: str = ""


@dataclass(frozen=True)
class Shape:
    """A rectangle, circle, dot, triangle or lozenge around a centre; a line of width 0 is not drawn."""

    kind: Literal["box", "round", "ellipse", "dot", "triangle", "lozenge"]
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

    @property
    def left(self) -> float:
        """Where the label begins."""
        share = {"left": 0.0, "centre": 0.5, "right": 1.0}[self.anchor]
        return self.at[0] - share * self.label.size(self.size)[0]

    def box(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of the label."""
        width, above, below = self.label.size(self.size)
        return self.left, self.at[1] - below, self.left + width, self.at[1] + above


Item = Line | Area | Shape | Text


@dataclass(frozen=True)
class Picture:
    """What is drawn, back to front, in millimetres; y grows upwards.

    `title` and `description` say in words what is seen; `record` is the answer that is drawn, where it has
    a JSON form, `dot` gives Graphviz's source of a tree or a graph, and `anew` lays the picture out once more, for
    a writer whose type has other widths.
    """

    items: tuple[Item, ...]
    title: str = field(default="", compare=False)
    description: str = field(default="", compare=False)
    record: Any = field(default=None, compare=False, repr=False)
    dot: Callable[[], str] | None = field(default=None, compare=False, repr=False)
    anew: Callable[[], Picture] | None = field(default=None, compare=False, repr=False)

    def texts(self, role: str | None = None) -> Iterator[Text]:
        """The labels, or those of one role."""
        return (i for i in self.items if isinstance(i, Text) and role in (None, i.role))

    def of_role(self, beginning: str) -> list[Item]:
        """The items whose role begins so: `region`, `piece`, `tick`."""
        return [i for i in self.items if i.role == beginning or i.role.startswith(f"{beginning} ")]

    def box(self, margin: float = MARGIN) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of everything."""
        boxes = [box_of(item) for item in self.items] or [(0.0, 0.0, 1.0, 1.0)]
        left, bottom = min(b[0] for b in boxes), min(b[1] for b in boxes)
        right, top = max(b[2] for b in boxes), max(b[3] for b in boxes)
        return left - margin, bottom - margin, right + margin, top + margin

    def shifted(self, dx: float, dy: float) -> Picture:
        """The picture moved."""
        return replace(self, items=tuple(_shifted(i, dx, dy) for i in self.items))

    def with_foot(self, *notes: str | Label, size: float = LEAST_TYPE) -> Picture:
        """The picture with its conditions, small, at its foot: 'h = 4, k = 1', 'for p > 1/2'."""
        again = self.anew
        made = self._lined([n for n in notes if n], size, below=True)
        return replace(made, anew=None if again is None else lambda: again().with_foot(*notes, size=size))

    def with_title(self, title: str, size: float = 9.0) -> Picture:
        """The picture with a title over it, which is its title in the file too."""
        if not title:
            return self
        again = self.anew
        made = replace(self._lined([title], size, below=False), title=title)
        return replace(made, anew=None if again is None else lambda: again().with_title(title, size))

    def _lined(self, notes: list[str | Label], size: float, *, below: bool) -> Picture:
        left, bottom, right, top = self.box(0.0)
        items: list[Item] = []
        wide = max(right - left, 40.0)
        lines: list[Label] = []
        for note in notes:
            label = note if isinstance(note, Label) else Label.words(note)
            lines += label.wrapped(wide, size)
        role = "foot" if below else "title"
        y = bottom - 1.8 if below else top + 1.8
        for label in lines if below else reversed(lines):
            _, above, depth = label.size(size)
            at = y - above if below else y + depth
            items.append(Text((left, at), label, size, "left", role=role))
            y = at - depth - 0.9 if below else at + above + 0.9
        said = self.description
        if below and notes:
            plain = "; ".join(n if isinstance(n, str) else n.to_plain() for n in notes if n)
            said = f"{said} {plain}".strip() if not said or said.endswith(".") else f"{said}; {plain}"
        return replace(self, items=(*self.items, *items), description=said)

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

    def _repr_svg_(self) -> str:
        from symdt.show.writers.svg import to_svg

        return to_svg(self).decode()


def laid_out(draw: Callable[P, Picture]) -> Callable[P, Picture]:
    """A function that draws, whose pictures can be laid out anew."""

    @wraps(draw)
    def drawn(*args: P.args, **options: P.kwargs) -> Picture:
        return replace(draw(*args, **options), anew=lambda: draw(*args, **options))

    return drawn


def box_of(item: Item) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of an item."""
    if isinstance(item, Text):
        return item.box()
    if isinstance(item, Shape):
        (x, y), w, h = item.centre, item.width / 2, item.height / 2
        return x - w, y - h, x + w, y + h
    points = item.points if isinstance(item, Line) else [p for ring in item.rings for p in ring]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def _shifted(item: Item, dx: float, dy: float) -> Item:
    def moved(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple((x + dx, y + dy) for x, y in points)

    if isinstance(item, Text):
        return replace(item, at=(item.at[0] + dx, item.at[1] + dy))
    if isinstance(item, Shape):
        return replace(item, centre=(item.centre[0] + dx, item.centre[1] + dy))
    if isinstance(item, Area):
        return replace(item, rings=tuple(map(moved, item.rings)))
    return replace(item, points=moved(item.points))


def beside(pictures: list[Picture], gap: float = 8.0, width: float | None = None) -> Picture:
    """Pictures in a row, each after the other; a row that would be wider than `width` goes on below."""
    items: list[Item] = []
    at, floor, lowest = 0.0, 0.0, 0.0
    for picture in pictures:
        left, bottom, right, top = picture.box(0.0)
        if width is not None and at > 0 and at + right - left > width:
            at, floor = 0.0, lowest - gap - top
        items += picture.shifted(at - left, floor).items
        lowest = min(lowest, floor + bottom)
        at += right - left + gap
    return Picture(tuple(items))


def paper_under(text: Text, margin: float = 0.5) -> Shape:
    """White paper under a label that stands on a hatched area."""
    left, bottom, right, top = text.box()
    return Shape(
        "box",
        ((left + right) / 2, (bottom + top) / 2),
        right - left + 2 * margin,
        top - bottom + 2 * margin,
        line=0.0,
        role="paper",
    )
