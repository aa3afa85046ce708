"""Ground: what stands in a frame already, and the nearest place that is clear of it.

A name or a number stands where it belongs if that place is clear; else as near as there is room, with a line to
where it belongs. So nothing lies on anything else, and nothing is left out.

>>> from symdt.regions.plane.trace import Scale
>>> from symdt.show.plots.chart import Frame
>>> ground = Ground(Frame(0.0, 0.0, 40.0, 20.0, Scale(0, 1), Scale(0, 1)))
>>> ground.near([(10.0, 10.0)], 2.0, 2.0)
(10.0, 10.0)
>>> ground.hold((8.0, 8.0, 12.0, 12.0))
>>> ground.near([(10.0, 10.0), (20.0, 10.0)], 2.0, 2.0)
(20.0, 10.0)
>>> aside = ground.near([(10.0, 10.0)], 2.0, 2.0)
>>> ground.is_clear(around(aside, 2.0, 2.0))
True
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin

from symdt.show.label import Label
from symdt.show.picture import Item, Line, Point, Shape, Text, paper_under
from symdt.show.plots.captions import SIZE, SMALL
from symdt.show.plots.chart import Frame
from symdt.show.style import INK

Box = tuple[float, float, float, float]
#: Half the side of the square that a number in its circle takes, in millimetres.
CIRCLE = 1.6
#: How many directions are tried around a place.
DIRECTIONS = 24


def meet(a: Box, b: Box) -> bool:
    """Whether two boxes (left, bottom, right, top) lie on one another."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def around(centre: Point, wide: float, high: float) -> Box:
    """The box of this half width and half height around a point."""
    return centre[0] - wide, centre[1] - high, centre[0] + wide, centre[1] + high


def under(start: Point, end: Point) -> list[Box]:
    """Small boxes along a straight line, which names keep off."""
    return [around(point, 0.3, 0.3) for point in along_line(start, end)]


def along_line(start: Point, end: Point) -> list[Point]:
    """Points of a straight line, half a millimetre apart at most."""
    count = int(hypot(end[0] - start[0], end[1] - start[1]) / 0.5) + 1
    return [
        (start[0] + k / count * (end[0] - start[0]), start[1] + k / count * (end[1] - start[1]))
        for k in range(count + 1)
    ]


class Ground:
    """The boxes that are taken inside a frame."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.taken: list[Box] = []

    def hold(self, *boxes: Box) -> None:
        """Take these boxes."""
        self.taken += boxes

    def is_clear(self, box: Box) -> bool:
        """Whether a box lies inside the frame and on nothing that stands there."""
        f = self.frame
        inside = f.left <= box[0] and box[2] <= f.right and f.bottom <= box[1] and box[3] <= f.top
        return inside and not any(meet(box, other) for other in self.taken)

    def near(self, places: Sequence[Point], wide: float, high: float) -> Point:
        """The first of the places where a box is clear, else the nearest clear place around one of them."""
        return self.placed(places, wide, high)[0]

    def placed(self, places: Sequence[Point], wide: float, high: float) -> tuple[Point, Point]:
        """Where a box is clear, and which of the places it belongs to; the two are one where there is room."""
        for place in places:
            if self.is_clear(around(place, wide, high)):
                return place, place
        # a line cannot start under what stands there, unless every place is covered
        seen = [p for p in places if not any(meet(around(p, 0.1, 0.1), t) for t in self.taken)] or places[:1]
        step = min(wide, high) / 2
        for ring in range(1, int(hypot(self.frame.width, self.frame.height) / step) + 1):
            for u, v in seen:
                for k in range(DIRECTIONS):
                    turn = 2 * pi * k / DIRECTIONS
                    place = (u + ring * step * cos(turn), v + ring * step * sin(turn))
                    if self.is_clear(around(place, wide, high)):
                        return place, (u, v)
        return places[0], places[0]

    def crossed(self, start: Point, end: Point) -> int:
        """How many of the things that stand there a level or upright line meets."""
        box = (min(start[0], end[0]), min(start[1], end[1]), max(start[0], end[0]), max(start[1], end[1]))
        near = (box[0] - 0.5, box[1] - 0.3, box[2] + 0.5, box[3] + 0.3)
        return sum(meet(near, other) for other in self.taken)

    def number(self, number: int, places: Sequence[Point]) -> list[Item]:
        """A number in a circle at the first clear place of these, or beside the first with a line to it."""
        label = Label.words(str(number))
        width, above, below = label.size(SMALL)
        half = max(CIRCLE, width / 2 + 0.5)
        (u, v), home = self.placed(places, half + 0.3, half + 0.3)
        self.hold(around((u, v), half, half))
        circle = Shape("round", (u, v), 2 * half, 2 * half, INK, "#ffffff", 0.5, role="number")
        text = Text((u, v - (above - below) / 2), label, SMALL, role="number")
        return [*self.leader((u, v), home), circle, text]

    def mark(self, point: Point, name: str, size: float = SIZE) -> list[Item]:
        """A dot at a point with its name beside it; the dot takes its place whether or not it has a name."""
        dot = Shape("dot", point, 1.5, 1.5, INK, INK, role=f"point {name}")
        self.hold(around(point, 0.75, 0.75))
        if not name:
            return [dot]
        *line, text = self.beside(point, Label.of(name), size, INK, "mark")
        assert isinstance(text, Text)
        return [*line, dot, paper_under(text, 0.3), text]

    def beside(self, point: Point, label: Label, size: float, ink: str, role: str) -> list[Item]:
        """A label beside a point, on the first side that is clear, else farther away with a line; the label is last."""
        width, above, below = label.size(size)
        wide, high = width / 2 + 0.4, (above + below) / 2 + 0.3
        u, v = point
        dx, dy = wide + 0.9, high + 0.9
        sides = [(dx, dy), (-dx, dy), (dx, -dy), (-dx, -dy), (0.0, dy), (0.0, -dy), (dx, 0.0), (-dx, 0.0)]
        places = [(u + a, v + b) for a, b in sides]
        x, y = self.near(places, wide, high)
        text = Text((x, y - (above - below) / 2), label, size, colour=ink, role=role)
        self.hold(text.box())
        if (x, y) in places:
            return [text]
        a, b, c, d = text.box()
        edge = next((p for p in along_line((x, y), point) if not (a < p[0] < c and b < p[1] < d)), point)
        return [*self.leader(edge, point), text]

    def leader(self, end: Point, start: Point) -> list[Item]:
        """The line from what stands aside to where it belongs; none if it stands there."""
        if end == start:
            return []
        self.hold(*under(start, end))
        return [Line((start, end), 0.5, INK, role="leader")]
