"""Region maps: which alternative is best, in two parameters, with exact boundaries.

The areas are the strips of `plane.decompose`; a label stands where its region has most room, or
outside with a line to it where it has too little.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symdt.regions.along import letter
from symdt.regions.contest import Contest
from symdt.regions.plane import Regions, decompose
from symdt.show.lines import new_axes
from symdt.show.picture import measure
from symdt.show.style import DIM, INK, Palette
from symdt.show.writers import COLUMN, style
from symdt.solve.alternatives import Question, contest
from symdt.typeset import names


def region_map(
    question: Question | Contest,
    x: Any,
    y: Any,
    *,
    at: Mapping[Any, Any] | None = None,
    window: tuple[Any, Any, Any, Any] | None = None,
    ax: Any = None,
    palette: Palette | None = None,
    names_of: Mapping[str, str] | None = None,
    points: Mapping[str, tuple[float, float]] | None = None,
) -> Any:
    """Where each alternative is best in the plane of two parameters; the Axes.

    `names_of` replaces the mathematics on an axis (`{"h": "h/k"}`), `points` marks points by name.
    """
    c = question if isinstance(question, Contest) else contest(question, at)
    regions = decompose(c, letter(c, x), letter(c, y), window)
    return draw_regions(regions, ax=ax, palette=palette, names_of=names_of, points=points)


def draw_regions(  # noqa: C901 - one step for each layer of the figure
    regions: Regions,
    *,
    ax: Any = None,
    palette: Palette | None = None,
    names_of: Mapping[str, str] | None = None,
    points: Mapping[str, tuple[float, float]] | None = None,
) -> Any:
    """Draw a decomposition: areas with colour and hatch, boundary curves, labels inside."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    palette = palette or Palette(regions.contest.labels)
    with style():
        if ax is None:
            ax = new_axes(None, COLUMN, 70.0)
            ax.set_position((0.15, 0.16, 0.80, 0.79))
        x0, x1, y0, y1 = regions.window
        ax.set_xlim(x0, x1)
        ax.set_ylim(y0, y1)
        for label in regions.labels:
            vertices, codes = [], []
            for polygon in regions.polygons(label):
                vertices += [*polygon, polygon[0]]
                codes += [Path.MOVETO, *[Path.LINETO] * (len(polygon) - 1), Path.CLOSEPOLY]
            look = palette[label]
            path = Path(vertices, codes)
            ax.add_patch(
                PathPatch(
                    path, facecolor=look.tint, edgecolor="none", linewidth=0, zorder=1, gid=f"region {label}"
                )
            )
            if look.hatch:
                ax.add_patch(
                    PathPatch(
                        path,
                        facecolor="none",
                        edgecolor=look.colour,
                        linewidth=0,
                        hatch=look.hatch,
                        alpha=0.55,
                        zorder=1.1,
                    )
                )
        for below, above, way in joined(regions):
            ax.plot(
                [p[0] for p in way],
                [p[1] for p in way],
                color=INK,
                linewidth=0.9,
                zorder=2,
                gid=f"boundary {below} {above}",
                solid_joinstyle="round",
            )
        for name, place in (points or {}).items():
            ax.plot(
                [place[0]], [place[1]], marker="o", markersize=4, color=INK, zorder=4, gid=f"point {name}"
            )
            near_right = place[0] > x0 + 0.85 * (x1 - x0)  # the name stays inside the frame
            ax.annotate(
                names.to_mathtext(name),
                place,
                xytext=(-4 if near_right else 4, 4),
                textcoords="offset points",
                ha="right" if near_right else "left",
                size=8,
                zorder=5,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.8},
            )
        for edge in regions.edges():
            ax.plot(
                [q[0] for q in edge], [q[1] for q in edge], color=DIM, linewidth=0.7, zorder=1.9, gid="edge"
            )
        for label in regions.labels:
            for i, part in enumerate(regions.components(label)):
                _place(ax, regions, label, part, must=i == 0)
        for spine in ax.spines.values():
            spine.set_visible(True)
        given = names_of or {}
        ax.set_xlabel(f"${given.get(regions.x.name, names.to_latex(regions.x.name))}$")
        ax.set_ylabel(f"${given.get(regions.y.name, names.to_latex(regions.y.name))}$")
    return ax


def joined(regions: Regions) -> list[tuple[str, str, list[tuple[float, float]]]]:
    """The boundary curves with the pieces of neighbouring bands put together."""
    spread = (regions.window[1] - regions.window[0], regions.window[3] - regions.window[2])
    open_ends: list[tuple[str, str, list[tuple[float, float]]]] = []
    for curve in regions.curves():
        start = curve.points[0]
        for below, above, way in open_ends:
            end = way[-1]
            if (below, above) == (curve.below, curve.above) and not curve.is_vertical:
                near = (
                    abs(end[0] - start[0]) <= 1e-9 * spread[0] and abs(end[1] - start[1]) <= 1e-4 * spread[1]
                )
                if near:
                    way.extend(curve.points[1:])
                    break
        else:
            open_ends.append((curve.below, curve.above, list(curve.points)))
    return open_ends


def _place(ax: Any, regions: Regions, label: str, part: set[tuple[int, int]], *, must: bool) -> None:
    """The label in one part of its region; the largest part must have it, others where they have room."""
    text = names.to_mathtext(label, limit=24)
    box = ax.get_position()
    x0, x1, y0, y1 = regions.window
    mm_x = box.width * ax.figure.get_figwidth() * 25.4 / (x1 - x0)
    mm_y = box.height * ax.figure.get_figheight() * 25.4 / (y1 - y0)
    spot = None
    for size, margin in ((10.0, 2.0), (9.0, 1.0), (8.0, 0.6)):
        width, height, _ = measure(text, size)
        spot = roomiest(regions, part, (width + margin) / mm_x, (height + margin) / mm_y)
        if spot is None or spot[1]:
            break
    if spot is None or not (spot[1] or must):
        return
    (x, y), fits = spot
    look = {"facecolor": "white", "edgecolor": "none", "pad": 1.2 if size > 9 else 0.4, "alpha": 0.85}
    if fits:
        ax.text(x, y, text, ha="center", va="center", size=size, zorder=3, bbox=look, gid=f"label {label}")
        return
    side = 1 if x < (x0 + x1) / 2 else -1
    ax.annotate(
        text,
        (x, y),
        xytext=(14 * side, 16 if y < (y0 + y1) / 2 else -16),
        textcoords="offset points",
        size=8,
        zorder=3,
        bbox=look,
        gid=f"label {label}",
        ha="left" if side > 0 else "right",
        arrowprops={"arrowstyle": "-", "linewidth": 0.5, "color": INK, "shrinkA": 0, "shrinkB": 0},
    )


def roomiest(
    regions: Regions, part: set[tuple[int, int]], width: float, height: float
) -> tuple[tuple[float, float], bool] | None:
    """The place where a box of this size has most room inside a region, and whether it fits there."""
    columns: list[
        tuple[float, list[tuple[float, float]]]
    ] = []  # (x, [(low, high), …]) of the part, left to right
    for n, band in enumerate(regions.bands):
        strips = [s for j, s in enumerate(band.strips) if (n, j) in part]
        columns += [(x, [(s.lower[i], s.upper[i]) for s in strips]) for i, x in enumerate(band.xs)]
    best: tuple[float, tuple[float, float]] | None = None
    x0, x1 = regions.window[0], regions.window[1]
    steps = [x0 + (x1 - x0) * i / 80 for i in range(81)]
    for centre in sorted({*steps, *(x for x, _ in columns)}):
        near = [(x, s) for x, s in columns if abs(x - centre) <= width / 2]
        at = min(columns, key=lambda c: abs(c[0] - centre))
        for low, high in at[1]:
            bottom, top = low, high
            for _, spans in near:
                held = [s for s in spans if s[0] < top and s[1] > bottom]
                if not held:
                    bottom, top = 0.0, -1.0
                    break
                kept = max(held, key=lambda s: min(s[1], top) - max(s[0], bottom))
                bottom, top = max(bottom, kept[0]), min(top, kept[1])
            middle = (bottom + top) / 2
            if top <= bottom or min(centre - x0, x1 - centre) < width / 2:
                continue
            sides = _sides(columns, centre, middle, height / 2)
            score = min((top - bottom) / height, 2 * min(sides) / width)
            if best is None or score > best[0] + 1e-9:
                best = (score, (centre, middle))
                best_fits = (top - bottom) >= height
    if best is not None and best_fits:
        return best[1], True
    inner = [c for c in columns if x0 + 0.12 * (x1 - x0) <= c[0] <= x1 - 0.12 * (x1 - x0)]
    heights = [(high - low, x, (low + high) / 2) for x, spans in inner or columns for low, high in spans]
    widest = max(heights, default=None)
    return None if widest is None else ((widest[1], widest[2]), False)


def _sides(
    columns: list[tuple[float, list[tuple[float, float]]]], x: float, y: float, half: float
) -> tuple[float, float]:
    """How far a box around a point can move to the left and to the right inside the region."""
    reach = []
    for direction in (-1, 1):
        distance = 0.0
        ordered = sorted(
            (c for c in columns if (c[0] - x) * direction > 0), key=lambda c: (c[0] - x) * direction
        )
        for at, spans in ordered:
            if not any(low <= y - half and y + half <= high for low, high in spans):
                break
            distance = abs(at - x)
        reach.append(distance)
    return reach[0], reach[1]
