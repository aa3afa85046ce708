"""What a reader counts: the texts and areas of a written SVG, and regions found by asking points, apart from any layout."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any
from xml.etree import ElementTree

from flint import fmpq

from symdt.show.label import Label
from symdt.show.picture import Picture
from symdt.show.writers.svg import to_svg

SVG = "{http://www.w3.org/2000/svg}"
#: Points of a side, and the fewest points that make a region which a reader sees.
SIDE, SEEN = 22, 6


def texts(picture: Picture) -> list[str]:
    """The texts of the file, lines that go on joined, without blanks; each lies on the paper."""
    root = ElementTree.fromstring(to_svg(picture))
    _, _, wide, high = map(float, root.attrib["viewBox"].split())
    found: list[str] = []
    for element in root.iter(f"{SVG}text"):
        parts = [element, *element.iter(f"{SVG}tspan")]
        places = [(float(p.attrib["x"]), float(p.attrib["y"])) for p in parts if "x" in p.attrib]
        assert places, element.attrib
        assert all(-0.5 <= x <= wide + 0.5 and -0.5 <= y <= high + 0.5 for x, y in places), element.attrib
        said = "".join("".join(element.itertext()).split())
        if element.attrib.get("data-role") == "more" and found:
            found[-1] += said
        else:
            found.append(said)
    return found


def plain(name: Any) -> str:
    """A name as it stands in the file."""
    return "".join(Label.of(str(name)).to_plain().split())


def swatches(picture: Picture) -> set[str]:
    """The fills of the patches of a legend."""
    root = ElementTree.fromstring(to_svg(picture))
    return {e.attrib["fill"] for e in root.iter(f"{SVG}path") if e.attrib.get("data-role") == "swatch"}


def regions(contest: Any, x: Any, y: Any, window: tuple[Any, Any, Any, Any]) -> Counter[Any]:
    """How many connected regions each label has on a grid, by asking the contest at every point of it."""
    x0, x1, y0, y1 = window
    best: dict[tuple[int, int], Any] = {}
    for i, j in product(range(SIDE), repeat=2):
        here = {
            x.name: x0 + (x1 - x0) * fmpq(2 * i + 1, 2 * SIDE),
            y.name: y0 + (y1 - y0) * fmpq(2 * j + 1, 2 * SIDE),
        }
        point = tuple(here[s.name] for s in contest.letters)
        if contest.domain.contains(point):
            (best[i, j], *more) = contest.best(point)
            if more:  # a tie belongs to nobody
                del best[i, j]
    found: Counter[Any] = Counter()
    while best:
        start, label = best.popitem()
        grown, count = [start], 1
        while grown:
            i, j = grown.pop()
            # a thin slanted region misses points of the grid: two steps away is still beside
            for near in product(range(i - 2, i + 3), range(j - 2, j + 3)):
                if best.get(near) == label:
                    del best[near]
                    grown.append(near)
                    count += 1
        if count >= SEEN:
            found[label] += 1
    return found
