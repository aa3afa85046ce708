"""Palette: one colour and one hatch for each action, the same wherever it is drawn.

The colours are those of Okabe and Ito, which readers with any common colour blindness tell
apart; hatches and labels say the same again for print in black and white.

>>> palette = Palette(["a0", "a3", "a2", "a23"])
>>> palette["a23"].colour, palette["a0"].hatch
('#009E73', '')
>>> palette["a23"] == Palette(["a0", "a3", "a2", "a23"])["a23"]
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

#: Okabe and Ito (2008); black and yellow are left for lines and paper.
COLOURS = ("#0072B2", "#E69F00", "#CC79A7", "#009E73", "#D55E00", "#56B4E9", "#8A8A8A", "#B2A300")
HATCHES = ("", "///", "..", "\\\\\\", "xxx", "---", "|||", "+++")
LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)), (0, (3, 1)), (0, (1, 2)))

INK = "#222222"
DIM = "#9A9A9A"
OPTIMAL = "#0B5D3B"


@dataclass(frozen=True)
class Look:
    """How one action looks: colour, its tint for areas, hatch and line style."""

    colour: str
    tint: str
    hatch: str
    line: object


class Palette:
    """The look of each label, by its place in the list it was made from."""

    labels: tuple[str, ...]

    def __init__(self, labels: Iterable[str]) -> None:
        self.labels = tuple(dict.fromkeys(labels))
        self._looks = {label: _look(i) for i, label in enumerate(self.labels)}

    def __getitem__(self, label: str) -> Look:
        try:
            return self._looks[label]
        except KeyError:  # a label that came later keeps its own colour from now on
            look = self._looks[label] = _look(len(self._looks))
            return look

    def __repr__(self) -> str:
        return f"Palette({list(self.labels)!r})"


def tint(colour: str, share: float = 0.30) -> str:
    """The colour mixed with white.

    >>> tint("#000000", 0.0), tint("#000000", 1.0)
    ('#ffffff', '#000000')
    """
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - share * (255 - c)):02x}" for c in channels)


def _look(i: int) -> Look:
    colour = COLOURS[i % len(COLOURS)]
    # past the eighth, colour and hatch go out of step, so that no two of 64 looks agree
    hatch = HATCHES[(i + i // len(COLOURS)) % len(HATCHES)]
    line = LINES[(i + i // len(COLOURS)) % len(LINES)]
    return Look(colour, tint(colour), hatch, line)
