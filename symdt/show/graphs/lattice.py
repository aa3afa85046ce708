"""A lattice of models, one row a level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from symdt.show.graphs.graph import SMALL
from symdt.show.graphs.lay import lay_out
from symdt.show.label import Label
from symdt.show.picture import Item, Line, Picture, Shape, Text, laid_out
from symdt.show.style import DIM, INK, OPTIMAL


@laid_out
def lattice_picture(
    levels: Sequence[Sequence[tuple[str, Sequence[Label]]]],
    covers: Iterable[tuple[str, str]],
    *,
    best: Iterable[str] = (),
) -> Picture:
    """A lattice, one row a level: each element with the lines written in it; the best framed in bold."""
    chosen = set(best)
    sizes, lines = {}, {}
    for row in levels:
        for name, extra in row:
            lines[name] = [Label.of(name), *extra]
            width = max(label.size(SMALL + (i == 0)).__getitem__(0) for i, label in enumerate(lines[name]))
            height = sum(sum(label.size(SMALL + (i == 0))[1:]) + 1.2 for i, label in enumerate(lines[name]))
            sizes[name] = (width + 5.0, height + 2.4)
    place = lay_out(sizes, covers, ranks=[[name for name, _ in row] for row in levels], gap=(4.0, 8.0)).place
    place = _in_given_order(place, levels)
    items: list[Item] = []
    for low, high in covers:
        (x0, y0), (x1, y1) = place[low], place[high]
        down = -1 if y1 < y0 else 1
        start, end = (x0, y0 + down * sizes[low][1] / 2), (x1, y1 - down * sizes[high][1] / 2)
        items.append(Line((start, end), 0.6, DIM, role="cover"))
    for name, (x, y) in place.items():
        width, height = sizes[name]
        colour, line = (OPTIMAL, 2.0) if name in chosen else (INK, 0.7)
        items.append(
            Shape("box", (x, y), width, height, colour, line=line, role="best" if name in chosen else "model")
        )
        at = y + height / 2 - 1.2
        for i, label in enumerate(lines[name]):
            size = SMALL + (i == 0)
            _, above, below = label.size(size)
            items.append(Text((x, at - above), label, size, role="model" if i == 0 else "value"))
            at -= above + below + 1.2
    told = "; ".join(", ".join(label.to_plain() for label in lines[name]) for name in place)
    framed = f" Framed in bold: {', '.join(n for n in place if n in chosen)}." if chosen else ""
    said = f"A lattice of {len(place)} models, each joined to those with one arc more: {told}.{framed}"
    return Picture(tuple(items), "lattice of models", said)


def _in_given_order(
    place: dict[str, tuple[float, float]], levels: Sequence[Sequence[tuple[str, Any]]]
) -> dict[str, tuple[float, float]]:
    """The same places, given to the elements of a row in the order in which they are named."""
    ordered: dict[str, tuple[float, float]] = {}
    for row in levels:
        spots = sorted(place[name] for name, _ in row)
        ordered |= {name: spot for (name, _), spot in zip(row, spots, strict=True)}
    return ordered
