"""Canvas: a picture drawn by matplotlib, for PDF, PNG and axes of the reader's own.

Every run of characters stands where the layout put it; matplotlib sets no mathematics and chooses no place.
No pyplot and no global state: whatever the reader has set returns after the drawing.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from symdt.show.label import POINTS_PER_MM
from symdt.show.picture import Area, Item, Line, Picture, Shape, Text
from symdt.show.style import HATCH_LINE
from symdt.show.writers.hatch import strokes

#: 1 mm in inches.
MM = 1 / 25.4
_STYLE: dict[str, Any] = {
    "font.family": ["STIXGeneral"],
    "pdf.fonttype": 42,
    "svg.fonttype": "path",
    "svg.hashsalt": "symdt",
    "text.usetex": False,
    "text.hinting": "none",  # hinted letters of a PNG are wider than the room planned for them
    "figure.autolayout": False,
    "figure.constrained_layout.use": False,
    "path.simplify": False,
}


@contextmanager
def style() -> Iterator[None]:
    """Our type for the drawing inside; whatever the reader has set returns after it."""
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        yield


def new_figure(width: float = 85.0, height: float = 60.0) -> Any:
    """An empty figure of this size in millimetres, with a canvas of its own."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width * MM, height * MM))
    FigureCanvasAgg(figure)
    return figure


def draw(picture: Picture, ax: Any = None) -> Any:
    """Draw a picture with matplotlib, on given axes or on a figure of its own size; the Axes, in millimetres."""
    left, bottom, right, top = picture.box()
    with style():
        if ax is None:
            figure = new_figure(right - left, top - bottom)
            ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        ax.set_xlim(left, right)
        ax.set_ylim(bottom, top)
        ax.set_aspect("equal")
        ax.set_axis_off()
        for depth, item in enumerate(picture.items):
            _draw(item, ax, 1 + depth * 1e-4)
    return ax


def figure_bytes(picture: Picture, suffix: str, *, dpi: float = 200) -> bytes:
    """The picture as PDF, PNG or SVG with its letters as outlines: the same bytes in every run."""
    known: dict[str, dict[str, Any]] = {
        ".svg": {
            **dict.fromkeys(("Date", "Creator", "Format", "Type")),
            "Title": picture.title or None,
            "Description": picture.description or None,
        },
        ".pdf": {
            "CreationDate": None,
            "Creator": None,
            "Producer": None,
            "Title": picture.title or None,
            "Subject": picture.description or None,
        },
        ".png": {"Software": None},
    }
    metadata = known[suffix]
    buffer = io.BytesIO()
    figure = draw(picture).figure
    with style():
        figure.savefig(buffer, format=suffix[1:], metadata=metadata, dpi=dpi)
    data = buffer.getvalue()
    if suffix != ".svg":
        return data
    # matplotlib ends lines of path data with a blank, which version control marks as a fault
    return b"\n".join(line.rstrip() for line in data.split(b"\n"))


def _draw(item: Item, ax: Any, z: float) -> None:
    if isinstance(item, Text):
        _draw_text(item, ax, z)
    elif isinstance(item, Line):
        _draw_line(item, ax, z)
    elif isinstance(item, Area):
        _draw_area(item, ax, z)
    else:
        _draw_shape(item, ax, z)


def _draw_text(item: Text, ax: Any, z: float) -> None:
    from matplotlib.patches import Rectangle

    mm = item.size / POINTS_PER_MM
    left, base = item.left, item.at[1]
    for run in item.label.box.runs:
        ax.text(
            left + run.x * mm,
            base + run.y * mm,
            run.text,
            size=run.size * item.size,
            style="italic" if run.is_italic else "normal",
            ha="left",
            va="baseline",
            color=item.colour,
            zorder=z,
            gid=item.role or None,
            parse_math=False,
        )
    for rule in item.label.box.rules:
        ax.add_patch(
            Rectangle(
                (left + rule.x * mm, base + rule.y * mm),
                rule.width * mm,
                rule.height * mm,
                facecolor=item.colour,
                linewidth=0,
                zorder=z,
            )
        )


def _draw_line(item: Line, ax: Any, z: float) -> None:
    from matplotlib.patches import FancyArrowPatch, PathPatch
    from matplotlib.path import Path

    if item.is_curve:
        path = Path(item.points, [Path.MOVETO] + [Path.CURVE4] * (len(item.points) - 1))
    else:
        path = Path(item.points)
    scaled = tuple(d / item.width for d in item.dashes)  # matplotlib counts dashes in line widths
    look: Any = {
        "linewidth": item.width,
        "linestyle": (0, scaled) if scaled else "-",
        "zorder": z,
        "gid": item.role or None,
    }
    if item.has_arrow:
        arrow = FancyArrowPatch(
            path=path,
            arrowstyle=f"-|>,head_length={2.4 + item.width},head_width={1.1 + item.width / 2}",
            mutation_scale=1.0,
            facecolor=item.colour,
            edgecolor=item.colour,
            capstyle="butt",
            joinstyle="miter",
            shrinkA=0,
            shrinkB=0,
            **look,
        )
        ax.add_patch(arrow)
        return
    cap = "butt" if item.dashes else "round"
    ax.add_patch(
        PathPatch(path, facecolor="none", edgecolor=item.colour, capstyle=cap, joinstyle="round", **look)
    )


def _draw_area(item: Area, ax: Any, z: float) -> None:
    from matplotlib.collections import LineCollection
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    vertices: list[Any] = []
    codes: list[Any] = []
    for ring in item.rings:
        vertices += [*ring, ring[0]]
        codes += [Path.MOVETO, *[Path.LINETO] * (len(ring) - 1), Path.CLOSEPOLY]
    path = Path(vertices, codes)
    patch = PathPatch(
        path, facecolor=item.fill, edgecolor="none", linewidth=0, zorder=z, gid=item.role or None
    )
    ax.add_patch(patch)
    if item.hatch:
        xs, ys = [v[0] for v in vertices], [v[1] for v in vertices]
        lines = strokes(item.hatch, (min(xs), min(ys), max(xs), max(ys)))
        width = HATCH_LINE * (2 if item.hatch == "dots" else 1)
        if item.hatch == "dots":  # a line of no length is not drawn, whatever its caps
            lines = [((x - 0.03, y), (x + 0.03, y)) for (x, y), _ in lines]
        hatch = LineCollection(lines, colors=item.colour, linewidths=width, capstyle="round", zorder=z)
        hatch.set_snap(False)  # a dot that is moved to the next pixel breaks the rows
        hatch.set_clip_path(patch)
        ax.add_collection(hatch)


def _draw_shape(item: Shape, ax: Any, z: float) -> None:
    from matplotlib.patches import Circle, Ellipse, FancyBboxPatch, Polygon, Rectangle

    (x, y), w, h = item.centre, item.width, item.height
    look: Any = {
        "facecolor": item.fill,
        "edgecolor": item.colour if item.line else "none",
        "linewidth": item.line,
        "zorder": z,
        "gid": item.role or None,
    }
    if item.kind == "box":
        patch: Any = Rectangle((x - w / 2, y - h / 2), w, h, **look)
    elif item.kind == "dot" or (item.kind == "round" and abs(w - h) < 1e-6):
        patch = Circle((x, y), w / 2, **look)
    elif item.kind == "round":
        r = min(w, h) / 2
        corner = (x - w / 2 + r, y - h / 2 + r)
        patch = FancyBboxPatch(
            corner, w - 2 * r, h - 2 * r, boxstyle=f"round,pad={r},rounding_size={r}", **look
        )
    elif item.kind == "ellipse":
        patch = Ellipse((x, y), w, h, **look)
    elif item.kind == "triangle":
        patch = Polygon([(x - w / 2, y), (x + w / 2, y + h / 2), (x + w / 2, y - h / 2)], closed=True, **look)
    else:
        corners = [(x - w / 2, y), (x, y + h / 2), (x + w / 2, y), (x, y - h / 2)]
        patch = Polygon(corners, closed=True, **look)
    ax.add_patch(patch)
