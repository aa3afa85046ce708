"""Lengths on the command line: millimetres from `3.3in`, `85mm`, `8.5cm`, `240pt`.

>>> read_width("3.3in"), read_width("85mm"), read_width(None)
(83.82, 85.0, None)
"""

from __future__ import annotations

import re
from typing import Annotated

import typer

from symdt.errors import FileError, quote

#: Millimetres in each unit.
UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
#: The narrowest and the widest figure that is laid out.
LEAST, MOST = 40.0, 1000.0
#: How a picture becomes a .png, and an .svg.
DPI = Annotated[float, typer.Option("--dpi", min=30, max=1200, help="Dots per inch of a .png.")]
OUTLINES = Annotated[bool, typer.Option("--outlines", help="Draw the letters of an .svg.")]


def read_room(text: str | None) -> float | None:
    """The width of what is drawn, so that the figure with its margins is as wide as asked for; None where none is.

    >>> read_room("3.3in"), read_room(None)
    (81.82, None)
    """
    from symdt.show.picture import MARGIN

    width = read_width(text)
    return None if width is None else round(width - 2 * MARGIN, 4)


def read_width(text: str | None) -> float | None:
    """A width in millimetres; None where none is given."""
    if text is None:
        return None
    match = re.fullmatch(r"\s*([0-9]{1,6}(?:\.[0-9]{1,6})?)\s*(mm|cm|in|pt)\s*", text)
    if match is None:
        raise FileError(f"{quote(text)} is no width: write a number with mm, cm, in or pt, such as 3.3in")
    width = round(float(match[1]) * UNITS[match[2]], 4)
    if not LEAST <= width <= MOST:
        raise FileError(f"the width {quote(text)} is out of reach: use {LEAST:g}mm to {MOST:g}mm")
    return width
