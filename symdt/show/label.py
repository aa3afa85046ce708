"""Label: text in pieces, mathematics and words apart, so that each format can set both.

>>> label = Label.of("a23") + Label.words(": 50% ") + Label.math("1 - p")
>>> label.to_text()
'a_{23}: 50% 1 - p'
>>> label.to_tex()
'$a_{23}$: 50\\\\% $1 - p$'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from symdt.typeset import boxes, metrics, names, setting

POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True)
class Label:
    """Pieces of text, each mathematics (True) or words (False)."""

    parts: tuple[tuple[bool, str], ...] = ()

    @classmethod
    def of(cls, name: str) -> Label:
        """The label of a name, whole: mathematics where it is a letter with an index."""
        name = "−" if name == "-" else names.clean(name)  # a result "-" is a minus, not a hyphen
        set_ = name.startswith("{") and name.endswith("}")
        return cls.math(names.mathtext_body(name)) if names.split(name) or set_ else cls.words(name)

    @classmethod
    def math(cls, body: str) -> Label:
        """Mathematics, as LaTeX reads it."""
        return cls(((True, body),))

    @classmethod
    def words(cls, text: str) -> Label:
        """Words, whatever characters they have."""
        return cls(((False, text),))

    def __add__(self, other: Label) -> Label:
        return Label(self.parts + other.parts)

    def __bool__(self) -> bool:
        return any(text for _, text in self.parts)

    def to_text(self) -> str:
        """The label as it was given, mathematics as its LaTeX."""
        return "".join(text for _, text in self.parts)

    def to_plain(self) -> str:
        """The label as it is read aloud: characters without their places.

        >>> (Label.of("a23") + Label.math(r" < \\pi_{1} + \\frac{k}{2}")).to_plain()
        'a23 < π1 + k/2'
        """
        return "".join(_plain(text) if is_math else text for is_math, text in self.parts)

    def to_tex(self) -> str:
        """The label for LaTeX's text mode."""
        return "".join(
            f"${names.in_math(t)}$" if is_math else names.escape_tex(t) for is_math, t in self.parts
        )

    @cached_property
    def _set(self) -> dict[str, boxes.Box]:
        return {}

    @property
    def box(self) -> boxes.Box:
        """The label set, in units of its type size."""
        face = metrics.face()
        if face not in self._set:
            self._set[face] = self._box()
        return self._set[face]

    def _box(self) -> boxes.Box:
        by_tex = metrics.face() == "cm"
        shown = [t if is_math or not by_tex else names.shown_by_tex(t) for is_math, t in self.parts]
        return boxes.beside(
            [
                setting.math(t) if is_math else boxes.words(names.drawable(t))
                for (is_math, _), t in zip(self.parts, shown, strict=True)
            ]
        )

    def size(self, points: float) -> tuple[float, float, float]:
        """Width, height above and depth below the base line, in millimetres."""
        mm = points / POINTS_PER_MM
        return self.box.width * mm * metrics.optical(points), self.box.above * mm, self.box.below * mm

    def wrapped(self, width: float, points: float) -> list[Label]:
        """The label in lines of at most this width; a word or formula that is wider stands alone."""
        if self.size(points)[0] <= width:
            return [self]
        if any(is_math for is_math, _ in self.parts):
            return self._at_commas(width, points)
        lines: list[str] = []
        for word in self.to_text().split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and Label.words(longer).size(points)[0] <= width:
                lines[-1] = longer
            else:
                lines += list(_broken(word, width, points))
        return [Label.words(line) for line in lines]

    def _at_commas(self, width: float, points: float) -> list[Label]:
        lines: list[Label] = []
        for piece in _pieces(self):
            longer = lines[-1] + Label.words("  ") + piece if lines else piece
            if lines and longer.size(points)[0] <= width:
                lines[-1] = longer
            else:
                lines.append(piece)
        return lines


def stacked(lines: Sequence[Label], points: float, step: float) -> list[float]:
    """How high over what they stand on the base lines of labels are, from the top: a step apart, and none meets another."""
    found: list[float] = []
    floor = 0.9
    for label in reversed(lines):
        _, above, below = label.size(points)
        found.append(max(floor + below, found[-1] + step if found else 0.0))
        floor = found[-1] + above + 0.4
    return found[::-1]


def _pieces(label: Label) -> Iterator[Label]:
    """What stands between the commas of a label's words, each with its comma."""
    found = Label()
    for is_math, text in label.parts:
        bits = [text] if is_math else re.split(r"(?<=[,;])\s+", text)
        for n, bit in enumerate(bits):
            if n:
                yield found
                found = Label()
            found = found + (Label.math(bit) if is_math else Label.words(bit))
    yield found


def _plain(tex: str) -> str:
    """Mathematics in one line: fractions with a slash, the rest character by character."""
    flat = re.sub(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}", _slashed, tex)
    flat = re.sub(r"\^\{?(\d)\}?", lambda found: "⁰¹²³⁴⁵⁶⁷⁸⁹"[int(found[1])], flat)
    shown = " ".join(
        "".join(f" {r.text} " if r.text in "+−=<>≤≥≈∣" else r.text for r in setting.math(flat).runs).split()
    )
    return f" {shown}" if flat[:1] == " " else shown


def _slashed(found: re.Match[str]) -> str:
    return "/".join(part if part.isalnum() else f"({part})" for part in found.groups())


def _broken(word: str, width: float, points: float) -> Iterator[str]:
    """A word wider than the line in parts that fit, at its hyphens and underscores first."""
    rest = word
    while Label.words(rest).size(points)[0] > width and len(rest) > 4:
        fits = max(
            (n for n in range(2, len(rest)) if Label.words(rest[:n]).size(points)[0] <= width), default=2
        )
        marks = [n + 1 for n, c in enumerate(rest[:fits]) if c in "-_/.,;:" and n > 1]
        at = marks[-1] if marks else fits
        yield rest[:at]
        rest = rest[at:]
    yield rest
