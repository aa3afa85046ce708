"""Metrics: how wide and how tall each character of the figures' type is, without opening a font.

The type is STIX General, a Times face with mathematics that matplotlib ships; `stix.txt` beside this
module lists, for upright and italic, what a character takes: its advance, its lowest and its highest
point, in thousandths of the type size. Any Times face comes near to it.

>>> advance("a", False), advance("a", True)
(444, 501)
>>> extent("p", True)
(-205, 441)
>>> is_known("α"), is_known(chr(0x1F600))
(True, False)
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

#: What stands for a character that the type lacks.
MISSING = "▯"

Entry = tuple[int, int, int]


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


def is_known(character: str, is_italic: bool = False) -> bool:
    """Whether the type has a character, upright or italic."""
    return f"{ord(character):x}" in _tables()[is_italic]


def advance(text: str, is_italic: bool) -> int:
    """The width of a text, in thousandths of its size."""
    return sum(_entry(c, is_italic)[0] for c in text)


def extent(text: str, is_italic: bool) -> tuple[int, int]:
    """The lowest and the highest point of a text over its base line, in thousandths of its size."""
    entries = [_entry(c, is_italic) for c in text] or [(0, 0, 0)]
    return min(e[1] for e in entries), max(e[2] for e in entries)
