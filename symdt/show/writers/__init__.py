"""Writers: one for each format, by suffix; the command line, Python and the report share this table.

>>> from symdt.show.picture import Picture, Text
>>> from symdt.show.label import Label
>>> picture = Picture((Text((0, 0), Label.words("hello")),), title="a word")
>>> rendered(picture, ".svg")[:4], rendered(picture, ".pdf")[:5], rendered(picture, ".tex")[:7]
(b'<svg', b'%PDF-', b'% needs')
>>> sorted(WRITERS)
['.dot', '.json', '.pdf', '.png', '.svg', '.tex']

A new format is one function and one entry.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from symdt.errors import FileError, quote
from symdt.show.picture import Picture

#: Dots per inch of a PNG.
DPI = 200.0


@dataclass(frozen=True)
class Options:
    """What a format may be told: dots per inch (PNG), letters as outlines instead of text (SVG)."""

    dpi: float = DPI
    has_outlines: bool = False


Writer = Callable[[Picture, Options], bytes]


def _svg(picture: Picture, options: Options) -> bytes:
    if options.has_outlines:
        from symdt.show.writers.canvas import figure_bytes

        return figure_bytes(picture, ".svg")
    from symdt.show.writers.svg import to_svg

    return to_svg(picture)


def _pdf(picture: Picture, options: Options) -> bytes:
    from symdt.show.writers.canvas import figure_bytes

    return figure_bytes(picture, ".pdf")


def _png(picture: Picture, options: Options) -> bytes:
    from symdt.show.writers.canvas import figure_bytes

    return figure_bytes(picture, ".png", dpi=options.dpi)


def _tex(picture: Picture, options: Options) -> bytes:
    from symdt.show.writers.tikz import to_tikz

    return to_tikz(picture).encode()


def _dot(picture: Picture, options: Options) -> bytes:
    if picture.dot is None:
        raise FileError(
            "this picture is no tree and no graph, so it has no .dot: use .svg, .pdf, .png or .tex"
        )
    return picture.dot().encode()


def _json(picture: Picture, options: Options) -> bytes:
    if not hasattr(picture.record, "to_json"):
        raise FileError("this picture has no record in .json: use .svg, .pdf, .png or .tex")
    text = json.dumps({"format": 1, **picture.record.to_json()}, indent=2, ensure_ascii=True)
    return f"{text}\n".encode()


#: The writer of each format.
WRITERS: dict[str, Writer] = {
    ".svg": _svg,
    ".pdf": _pdf,
    ".png": _png,
    ".tex": _tex,
    ".dot": _dot,
    ".json": _json,
}


def rendered(picture: Picture, suffix: str, options: Options | None = None) -> bytes:
    """A picture in the format of a suffix: the same bytes in every run."""
    if suffix not in WRITERS:
        raise FileError(f"{quote(suffix)} is no picture format: use one of {', '.join(WRITERS)}")
    return WRITERS[suffix](picture, options or Options())


def save(
    picture: Picture,
    path: str | os.PathLike[str],
    *,
    dpi: float = DPI,
    outlines: bool = False,
    force: bool = True,
) -> Path:
    """Write a picture in the format that the suffix of `path` names.

    `dpi` is the fineness of a PNG; `outlines` draws the letters of an SVG instead of writing them; `force`
    replaces a file that symdt did not make.
    """
    from symdt.files import write_whole

    target = Path(path)
    content = rendered(picture, suffix_of(target), Options(dpi, outlines))
    return write_whole(target, content, force=force)


def suffix_of(path: str | os.PathLike[str], known: Iterable[str] = tuple(WRITERS)) -> str:
    """The suffix of a path, which must be one of those known."""
    suffix = Path(path).suffix.lower()
    if suffix not in known:
        raise FileError(
            f"{quote(Path(path).name)} names no known format: end it with one of {', '.join(known)}"
        )
    return suffix
