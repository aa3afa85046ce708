"""Palette: one colour, one ink and one hatch for each action, the same wherever it is drawn.

The colours are those of Okabe and Ito, which readers with any common colour blindness tell apart;
hatches and labels say the same again for print in black and white. Areas and lines have the colour,
letters the ink of the same hue, which is dark enough to be read on white.

>>> palette = Palette(["a0", "a3", "a2", "a23"])
>>> palette["a23"].colour, palette["a23"].ink, palette["a0"].hatch
('#009E73', '#00704F', '')
>>> palette["a23"] == Palette(["a0", "a3", "a2", "a23"])["a23"]
True

Law: every ink has a contrast of at least 4.5 with white.

>>> min(contrast(ink) for ink in INKS) >= 4.5
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

#: Okabe and Ito (2008); black and yellow are left for lines and paper.
COLOURS = ("#0072B2", "#E69F00", "#CC79A7", "#009E73", "#D55E00", "#56B4E9", "#8A8A8A", "#B2A300")
#: The same hues, dark enough for type.
INKS = ("#005A8C", "#8A5C00", "#9C3F73", "#00704F", "#A34700", "#1F6F9F", "#5A5A5A", "#6B6200")
HATCHES = ("", "rising", "dots", "falling", "cross", "level", "upright", "grid")
#: Strokes and gaps of a line, in points.
LINES: tuple[tuple[float, ...], ...] = (
    (),
    (5, 2),
    (5, 2, 1, 2),
    (1, 1.6),
    (5, 1.4, 1, 1.4, 1, 1.4),
    (9, 3),
    (3, 1.4),
    (1, 3),
)

INK = "#222222"
DIM = "#9A9A9A"
#: Type that stands back: the lightest grey that is read on white.
FAINT = "#6A6A6A"
OPTIMAL = "#0B5D3B"
#: The width of hatch lines in points, and how far they are apart in millimetres.
HATCH_LINE, HATCH_STEP = 0.6, 1.9
DASHED = (3.0, 2.0)
DOTTED = (1.0, 1.6)


@dataclass(frozen=True)
class Look:
    """How one action looks: colour, its tint for areas, the ink of its name, hatch and line style."""

    colour: str
    tint: str
    ink: str
    hatch: str
    line: tuple[float, ...]


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


def contrast(colour: str) -> float:
    """The contrast of a colour with white, from 1 to 21 (WCAG's relative luminance).

    >>> round(contrast("#E69F00"), 2), round(contrast("#000000"), 1)
    (2.25, 21.0)
    """
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 1.05 / (0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)


def _look(i: int) -> Look:
    n = i % len(COLOURS)
    # past the eighth, colour and hatch go out of step, so that no two of 64 looks agree
    step = (i + i // len(COLOURS)) % len(HATCHES)
    return Look(COLOURS[n], tint(COLOURS[n]), INKS[n], HATCHES[step], LINES[step])
