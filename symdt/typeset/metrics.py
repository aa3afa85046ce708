"""Metrics: how wide and how tall each character of the figures' type is, without opening a font.

The type is STIX General, a Times face with mathematics that matplotlib ships; `stix.txt` beside this
module lists, for upright and italic, what a character takes: its advance, its lowest and its highest
point, in thousandths of the type size. Any Times face comes near to it.

What TeX sets is set in the type of its document, as a rule in Computer Modern, a sixth wider: what is laid out for
TeX is measured `in_face("cm")`, by `cm.txt`. Its small sizes are wider for their height, which `optical` says.

>>> advance("a", False), advance("a", True)
(444, 501)
>>> extent("p", True)
(-205, 441)
>>> is_known("α"), is_known(chr(0x1F600))
(True, False)
>>> with in_face("cm"):
...     advance("a", False), advance("a", True), optical(7.0)
(531, 564, 1.0716)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from importlib.resources import files
from typing import Literal

#: What stands for a character that the type lacks.
MISSING = "▯"

Entry = tuple[int, int, int]
Face = Literal["stix", "cm"]
#: How much wider Computer Modern is than STIX where its table has no character.
WIDER = 1.18
#: How much wider its indices are for their height: cmr6 against cmr8.
WIDER_INDEX = 1.1507
_FACE: ContextVar[Face] = ContextVar("face", default="stix")


def face() -> Face:
    """The face by which labels are measured now."""
    return _FACE.get()


@contextmanager
def in_face(name: Face) -> Iterator[None]:
    """Within it labels are measured in this face."""
    before = _FACE.set(name)
    try:
        yield
    finally:
        _FACE.reset(before)


def optical(points: float) -> float:
    """How much wider type of this size is for its height than that of eight points: cmr7 and cmr9 against cmr8."""
    if face() == "stix" or 7.5 < points < 8.5:
        return 1.0
    return 1.0716 if points <= 7.5 else 0.968


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, str], dict[str, str]]:
    """The lines of the table by code point, upright and italic; a line is read when its character is wanted."""
    whole = files(__package__).joinpath("stix.txt").read_text(encoding="ascii")
    _, upright, italic = whole.split("[")
    return tuple(dict(line.split(" ", 1) for line in part.splitlines()[1:]) for part in (upright, italic))  # type: ignore[return-value]


@lru_cache(maxsize=4096)
def _entry(character: str, is_italic: bool) -> Entry:
    upright, italic = _tables()
    code = f"{ord(character):x}"
    line = (italic.get(code) if is_italic else None) or upright.get(code) or upright[f"{ord(MISSING):x}"]
    width, low, high = map(int, line.split())
    return width, low, high


@lru_cache(maxsize=1)
def _modern_tables() -> tuple[dict[str, int], dict[str, int]]:
    whole = files(__package__).joinpath("cm.txt").read_text(encoding="ascii")
    _, upright, italic = whole.split("[")
    rows = ([line.split() for line in part.splitlines()[1:]] for part in (upright, italic))
    return tuple({chr(int(code, 16)): int(wide) for code, wide in part} for part in rows)  # type: ignore[return-value]


def _modern(character: str, is_italic: bool) -> float:
    """The advance of a character in Computer Modern; what it lacks is taken to be as much wider as the rest."""
    upright, italic = _modern_tables()
    known = (italic.get(character) if is_italic else None) or upright.get(character)
    return known or WIDER * _entry(character, is_italic)[0]


def is_known(character: str, is_italic: bool = False) -> bool:
    """Whether the type has a character, upright or italic."""
    return f"{ord(character):x}" in _tables()[is_italic]


def advance(text: str, is_italic: bool, *, is_index: bool = False) -> float:
    """The width of a text, in thousandths of its size."""
    if face() == "stix":
        return sum(_entry(c, is_italic)[0] for c in text)
    return sum(_modern(c, is_italic) for c in text) * (WIDER_INDEX if is_index else 1)


def extent(text: str, is_italic: bool) -> tuple[int, int]:
    """The lowest and the highest point of a text over its base line, in thousandths of its size."""
    entries = [_entry(c, is_italic) for c in text] or [(0, 0, 0)]
    return min(e[1] for e in entries), max(e[2] for e in entries)
