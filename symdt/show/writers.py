"""Files: a figure or a text is written whole or not at all, and the same bytes every time.

SVG and PDF carry no date, no version and no random identifiers. matplotlib is used without
pyplot, so nothing is kept in global state.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from symdt.display import visible
from symdt.errors import FileError, quote

#: 1 mm in inches.
MM = 1 / 25.4
#: The width of a column and of a page in print, in millimetres.
COLUMN, PAGE = 85.0, 170.0
#: The formats of a figure.
PICTURES = (".svg", ".pdf", ".png")

_STYLE: dict[str, Any] = {
    "font.family": ["STIXGeneral"],
    "mathtext.fontset": "stix",
    "font.size": 9.0,
    "axes.titlesize": 9.0,
    "axes.labelsize": 9.0,
    "xtick.labelsize": 8.0,
    "ytick.labelsize": 8.0,
    "legend.fontsize": 8.0,
    "axes.linewidth": 0.6,
    "lines.linewidth": 1.2,
    "hatch.linewidth": 0.35,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": True,
    "savefig.dpi": 200,
    "figure.dpi": 100,
    "pdf.fonttype": 42,
    "svg.fonttype": "path",
    "svg.hashsalt": "symdt",
    "text.usetex": False,
    "figure.autolayout": False,
    "figure.constrained_layout.use": False,
    "path.simplify": False,
}


@contextmanager
def style() -> Iterator[None]:
    """Our type sizes and line widths, for the drawing inside; whatever the reader has set returns after it."""
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        yield


def new_figure(width: float = COLUMN, height: float = 60.0) -> Any:
    """An empty figure of this size in millimetres, with a canvas of its own."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width * MM, height * MM))
    FigureCanvasAgg(figure)
    return figure


def figure_bytes(figure: Any, suffix: str) -> bytes:
    """The figure as SVG, PDF or PNG: the same bytes in every run."""
    if suffix not in PICTURES:
        raise FileError(f"{quote(suffix)} is no picture format: use one of {', '.join(PICTURES)}")
    metadata: dict[str, Any] = {
        ".svg": {"Date": None, "Creator": None, "Format": None, "Type": None},
        ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
        ".png": {"Software": None},
    }[suffix]
    buffer = io.BytesIO()
    with style():
        figure.savefig(
            buffer, format=suffix[1:], metadata=metadata, bbox_inches="tight", pad_inches=1.0 * MM, dpi=200
        )
    data = buffer.getvalue()
    return _tidy_svg(data) if suffix == ".svg" else data


def _tidy_svg(data: bytes) -> bytes:
    # matplotlib ends lines of path data with a blank, which version control marks as a fault
    # and it copies the names of what is drawn as they are: XML has no place for control characters
    text = data.decode()
    if not text.replace("\n", "").isprintable():
        text = visible(text)
    return b"\n".join(line.rstrip() for line in text.encode().split(b"\n"))


def save(figure: Any, path: str | os.PathLike[str], *, force: bool = True) -> Path:
    """Write a figure in the format that the suffix names."""
    from symdt.files import write_whole

    target = Path(path)
    return write_whole(target, figure_bytes(figure, suffix_of(target, PICTURES)), force=force)


def suffix_of(path: str | os.PathLike[str], known: tuple[str, ...]) -> str:
    """The suffix of a path, which must be one of those known."""
    suffix = Path(path).suffix.lower()
    if suffix not in known:
        raise FileError(
            f"{quote(Path(path).name)} names no known format: end it with one of {', '.join(known)}"
        )
    return suffix
