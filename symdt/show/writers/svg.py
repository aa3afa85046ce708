"""SVG: a picture as a file that can be read aloud and searched: text is text, with a title and a description.

Words keep the width that was planned for them whatever Times face the reader has. The same picture
gives the same bytes in every run.

>>> from symdt.show.picture import Line, Picture, Text
>>> from symdt.show.label import Label
>>> picture = Picture((Line(((0, 0), (10, 0))), Text((5, 1), Label.of("a23"))), title="an arc")
>>> svg = to_svg(picture).decode()
>>> '<title>an arc</title>' in svg, '>23</tspan>' in svg
(True, True)
"""

from __future__ import annotations

import html
from collections.abc import Iterable

from symdt.display import visible
from symdt.show.label import POINTS_PER_MM
from symdt.show.picture import Area, Item, Line, Picture, Point, Shape, Text
from symdt.show.style import HATCH_LINE, HATCH_STEP
from symdt.show.writers.hatch import DIRECTIONS, strokes

#: The type that is asked for, the nearest one first.
FAMILY = "STIXGeneral, 'STIX Two Text', 'STIX Two Math', 'Times New Roman', Times, 'Liberation Serif', serif"


def to_svg(picture: Picture) -> bytes:
    """The SVG of a picture; lengths are points."""
    left, bottom, right, top = picture.box()
    page = _Page(left, top)
    width, height = (_n((b - a) * POINTS_PER_MM) for a, b in ((left, right), (bottom, top)))
    body = [line for item in picture.items for line in page.item(item)]
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}pt" height="{height}pt" '
        f'viewBox="0 0 {width} {height}" role="img" xml:space="preserve" font-family="{FAMILY}">',
    ]
    if picture.title:
        head.append(f"<title>{_text(picture.title)}</title>")
    if picture.description:
        head.append(f"<desc>{_text(picture.description)}</desc>")
    defs = [*page.patterns.values(), *page.arrows.values()]
    if defs:
        head += ["<defs>", *defs, "</defs>"]
    return "\n".join([*head, *body, "</svg>", ""]).encode()


class _Page:
    """Where the paper begins, and the patterns and arrow heads that are used."""

    def __init__(self, left: float, top: float) -> None:
        self.left, self.top = left, top
        self.patterns: dict[tuple[str, str], str] = {}
        self.arrows: dict[str, str] = {}

    def x(self, value: float) -> str:
        return _n((value - self.left) * POINTS_PER_MM)

    def y(self, value: float) -> str:
        return _n((self.top - value) * POINTS_PER_MM)

    def way(self, points: Iterable[Point]) -> str:
        return " ".join(f"{self.x(x)},{self.y(y)}" for x, y in points)

    def item(self, item: Item) -> list[str]:
        if isinstance(item, Text):
            return self.text(item)
        if isinstance(item, Line):
            return [self.line(item)]
        if isinstance(item, Area):
            return self.area(item)
        return [self.shape(item)]

    def line(self, item: Line) -> str:
        if item.is_curve:
            start, *rest = item.points
            parts = [rest[i : i + 3] for i in range(0, len(rest), 3)]
            way = f"M{self.way([start])}" + "".join(f" C{self.way(part)}" for part in parts)
        else:
            way = f"M{self.way(item.points)}"
        dashes = f' stroke-dasharray="{" ".join(map(_n, item.dashes))}"' if item.dashes else ""
        caps = "" if item.dashes or item.has_arrow else ' stroke-linecap="round" stroke-linejoin="round"'
        head = f' marker-end="url(#{self.arrow(item.colour)})"' if item.has_arrow else ""
        return (
            f'<path{_role(item.role)} d="{way}" fill="none" stroke="{item.colour}" '
            f'stroke-width="{_n(item.width)}"{caps}{dashes}{head}/>'
        )

    def arrow(self, colour: str) -> str:
        name = f"arrow-{colour[1:].lower()}"
        self.arrows[name] = (
            f'<marker id="{name}" viewBox="0 0 8 6" refX="7.6" refY="3" markerUnits="userSpaceOnUse" '
            f'markerWidth="6" markerHeight="4.5" orient="auto"><path d="M0,0 L8,3 L0,6 z" fill="{colour}"/></marker>'
        )
        return name

    def area(self, item: Area) -> list[str]:
        way = " ".join(f"M{self.way(ring)} z" for ring in item.rings)
        found = [f'<path{_role(item.role)} d="{way}" fill="{item.fill}"/>']
        if item.hatch:
            found.append(f'<path d="{way}" fill="url(#{self.pattern(item.hatch, item.colour)})"/>')
        return found

    def pattern(self, hatch: str, colour: str) -> str:
        name = f"{hatch}-{colour[1:].lower()}"
        # a tile of four steps holds every direction a whole number of times, slanted ones turned
        slant = {"/": -45, "\\": 45}
        marks = DIRECTIONS[hatch]
        turn = 45 if marks == "/\\" else slant.get(marks, 0)
        upright = {"/": "-", "\\": "-", "/\\": "-|"}.get(marks, marks)
        tile = 2 * HATCH_STEP
        kind = {"-": "level", "|": "upright", "-|": "grid", ".": "dots"}[upright]
        pieces = []
        for (x0, y0), (x1, y1) in strokes(kind, (-0.01, -0.01, tile - 0.01, tile - 0.01)):
            ends = [_n(v * POINTS_PER_MM) for v in (x0, y0, x1, y1)]
            cap = ' stroke-linecap="round"' if kind == "dots" else ""
            pieces.append(
                f'<path d="M{ends[0]},{ends[1]} L{ends[2]},{ends[3]}" stroke="{colour}" '
                f'stroke-width="{_n(HATCH_LINE * (2 if kind == "dots" else 1))}"{cap}/>'
            )
        side = _n(tile * POINTS_PER_MM)
        self.patterns[hatch, colour] = (
            f'<pattern id="{name}" width="{side}" height="{side}" patternUnits="userSpaceOnUse" '
            f'patternTransform="translate(1 1) rotate({turn})">{"".join(pieces)}</pattern>'
        )
        return name

    def shape(self, item: Shape) -> str:
        (x, y), w, h = item.centre, item.width, item.height
        stroke = f' stroke="{item.colour}" stroke-width="{_n(item.line)}"' if item.line else ""
        look = f'{_role(item.role)} fill="{item.fill}"{stroke}'
        size = [_n(v * POINTS_PER_MM) for v in (w, h, w / 2, h / 2)]
        if item.kind in ("box", "round") and not (item.kind == "round" and abs(w - h) < 1e-6):
            corner = f' rx="{_n(min(w, h) / 2 * POINTS_PER_MM)}"' if item.kind == "round" else ""
            place = f'x="{self.x(x - w / 2)}" y="{self.y(y + h / 2)}" width="{size[0]}" height="{size[1]}"'
            return f"<rect{look} {place}{corner}/>"
        if item.kind in ("triangle", "lozenge"):
            points = {
                "triangle": [(x - w / 2, y), (x + w / 2, y + h / 2), (x + w / 2, y - h / 2)],
                "lozenge": [(x - w / 2, y), (x, y + h / 2), (x + w / 2, y), (x, y - h / 2)],
            }[item.kind]
            return f'<path{look} d="M{self.way(points)} z"/>'
        return f'<ellipse{look} cx="{self.x(x)}" cy="{self.y(y)}" rx="{size[2]}" ry="{size[3]}"/>'

    def text(self, item: Text) -> list[str]:
        box = item.label.box
        if not box.runs:
            return []
        mm = item.size / POINTS_PER_MM
        left, base = item.left, item.at[1]
        head = f'<text{_role(item.role)} fill="{item.colour}"'
        lines = []
        looks = []
        for run in box.runs:
            place = f'x="{self.x(left + run.x * mm)}" y="{self.y(base + run.y * mm)}"'
            # whatever the type, the characters keep the room that was planned for them
            room = f'textLength="{_n(run.width * item.size)}" lengthAdjust="spacingAndGlyphs"'
            slant = ' font-style="italic"' if run.is_italic else ""
            looks.append(f'{place} font-size="{_n(run.size * item.size)}"{slant} {room}>{_text(run.text)}')
        if len(looks) == 1:
            lines.append(f"{head} {looks[0]}</text>")
        else:
            lines.append(f"{head}>{''.join(f'<tspan {look}</tspan>' for look in looks)}</text>")
        for rule in box.rules:
            place = f'x="{self.x(left + rule.x * mm)}" y="{self.y(base + (rule.y + rule.height) * mm)}"'
            size = f'width="{_n(rule.width * item.size)}" height="{_n(rule.height * item.size)}"'
            lines.append(f'<rect {place} {size} fill="{item.colour}"/>')
        return lines


def _role(role: str) -> str:
    return f' data-role="{html.escape(visible(role))}"' if role else ""


def _text(text: str) -> str:
    return html.escape(visible(text), quote=False)


def _n(number: float) -> str:
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
