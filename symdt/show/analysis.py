"""Sensitivity and information, drawn: tornado, two-way diagram, value of information, simplex, threshold path."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flint import fmpq
from sympy import Expr, Symbol

from symdt.analysis.sensitivity import tornado_data
from symdt.errors import TableError, quote
from symdt.exact.polynomial import Number, to_fraction, to_number, to_rational
from symdt.problems.loss import LossTable
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem
from symdt.regions.along import letter, pieces, window_of
from symdt.regions.contest import Contest
from symdt.show.lines import new_axes
from symdt.show.map import region_map
from symdt.show.profile import tornado_chart
from symdt.show.style import DIM, INK, Palette
from symdt.show.writers import COLUMN, style
from symdt.solve.alternatives import Question, contest
from symdt.typeset import names


def tornado(
    question: Problem,
    base: Mapping[str, Any],
    ranges: Mapping[str, tuple[Any, Any]],
    *,
    ax: Any = None,
) -> Any:
    """How far the optimal value moves when one letter at a time goes through its range; widest on top; the Axes.

    `base` is the point around which it moves, `ranges` gives each letter its two ends. What is drawn is
    the record of `symdt.tornado_data`.
    """
    quantity = "optimal expected loss" if question.optimum == "min" else "optimal expected utility"
    return tornado_chart(tornado_data(question, base, ranges), ax=ax, quantity=quantity)


def two_way(
    question: Question,
    x: Any,
    y: Any,
    base: Mapping[str, Any],
    *,
    ax: Any = None,
    palette: Palette | None = None,
    window: tuple[Any, Any, Any, Any] | None = None,
) -> Any:
    """The two-way diagram: the region map through a base point, with the point and its two lines marked."""
    xn, yn = getattr(x, "name", str(x)), getattr(y, "name", str(y))
    fixed = {n: to_rational(to_number(v)) for n, v in base.items() if n not in (xn, yn)}
    at = (float(to_fraction(to_number(base[xn]))), float(to_fraction(to_number(base[yn]))))
    ax = region_map(question, x, y, at=fixed, ax=ax, palette=palette, window=window)
    with style():
        ax.axvline(at[0], color=INK, linewidth=0.6, linestyle=(0, (4, 2)), zorder=2.5)
        ax.axhline(at[1], color=INK, linewidth=0.6, linestyle=(0, (4, 2)), zorder=2.5)
        ax.plot([at[0]], [at[1]], "o", color=INK, markersize=4, zorder=4, gid="base")
    return ax


def information_values(problem: DecisionProblem) -> dict[str, list[Contest]]:
    """The parts of the value of information: for each source, the contests whose optima are compared.

    The first contest is the one without information, the others are, for each thing that may be
    seen, the joint expectations P(seen and state)·loss, whose optima add up.
    """
    field, loss = problem.domain.field, problem.loss
    plain = DecisionProblem(loss, problem.belief, problem.domain)
    chances = {s: field.element(problem.belief[s]) for s in loss.states}

    def seen(likelihood: Mapping[str, Expr]) -> Contest:
        values = []
        for action in loss.actions:
            total = field.number(0)
            for state, entry in loss.column(action).items():
                total = total + chances[state] * field.element(likelihood[state]) * field.element(entry)
            values.append((action, total))
        return Contest(tuple(values), problem.domain, problem.optimum, loss.actions)

    perfect = [seen({s: to_rational(fmpq(int(s == t))) for s in loss.states}) for t in loss.states]
    found = {"perfect information": [contest(plain), *perfect]}
    for experiment in problem.experiments:
        found[experiment.name] = [contest(plain), *(seen(experiment.of(o)) for o in experiment.outcomes)]
    return found


def value_of_information(
    problem: DecisionProblem,
    x: Any,
    *,
    at: Mapping[Any, Any] | None = None,
    window: tuple[Any, Any] | None = None,
    ax: Any = None,
) -> Any:
    """What perfect information and each experiment are worth along a parameter, their costs apart."""
    fixed = problem.at(at) if at else problem
    sources = information_values(fixed)
    symbol = letter(fixed, x)
    first = next(iter(sources.values()))[0]
    low, high = window_of(first, symbol) if window is None else (to_number(window[0]), to_number(window[1]))
    styles = ["-", "--", "-.", ":"]
    with style():
        ax = new_axes(ax)
        for i, (name, contests) in enumerate(sources.items()):
            xs = _kinks(contests, symbol, low, high)
            ys = [float(to_fraction(_worth(contests, v))) for v in xs]
            ax.plot(
                [float(to_fraction(v)) for v in xs],
                ys,
                linestyle=styles[i % 4],
                color=INK if i == 0 else Palette(sources)[name].colour,
                label=names.to_mathtext(name),
                gid=f"information {name}",
            )
        ax.set_xlim(float(to_fraction(low)), float(to_fraction(high)))
        ax.set_ylim(0, ax.get_ylim()[1] * 1.08)
        ax.set_xlabel(f"${names.to_latex(symbol.name)}$")
        ax.set_ylabel("value of information")
        ax.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=2, frameon=False, borderaxespad=0.2)
    return ax


def _worth(contests: Sequence[Contest], v: Number) -> Number:
    best = min if contests[0].optimum == "min" else max
    optima = [best(c.values_at((v,)).values()) for c in contests]
    gain = optima[0] - sum(optima[1:], fmpq(0))
    return gain if contests[0].optimum == "min" else -gain


def _kinks(contests: Sequence[Contest], x: Symbol, low: Number, high: Number) -> list[Number]:
    """A grid with every break point of the optima in it, so that the kinks are where they belong."""
    points = {low + (high - low) * fmpq(i, 60) for i in range(61)}
    for c in contests:
        for piece in pieces(c, x, (low, high)):
            exact = piece.stop.exact
            if exact is not None and exact.is_Rational:
                points.add(to_number(exact))
            else:
                points.add(fmpq(round(piece.stop.value * 10**12), 10**12))
    return sorted(p for p in points if low <= p <= high)


def simplex(
    loss: LossTable,
    *,
    posterior: Mapping[str, Any] | None = None,
    ax: Any = None,
    palette: Palette | None = None,
) -> Any:
    """The triangle of all beliefs about three states, and the action that is best at each; the Axes.

    The regions are polygons found by cutting with the exact lines R(a) = R(b).
    """
    from matplotlib.patches import Polygon

    regions = simplex_regions(loss)
    palette = palette or Palette(loss.actions)
    corners = [(0.0, 0.0), (1.0, 0.0), (0.5, 3**0.5 / 2)]

    def xy(point: Sequence[Number]) -> tuple[float, float]:
        w = [float(to_fraction(c)) for c in point]
        return (
            sum(a * c[0] for a, c in zip(w, corners, strict=True)),
            sum(a * c[1] for a, c in zip(w, corners, strict=True)),
        )

    marked = None if posterior is None else xy([to_number(posterior[s]) for s in loss.states])
    with style():
        if ax is None:
            ax = new_axes(None, COLUMN, 76.0)
            ax.set_position((0.06, 0.04, 0.88, 0.92))
        for action, polygon in regions.items():
            look = palette[action]
            way = [xy(p) for p in polygon]
            ax.add_patch(
                Polygon(
                    way,
                    closed=True,
                    facecolor=look.tint,
                    edgecolor=look.colour,
                    hatch=look.hatch,
                    linewidth=0.0,
                    zorder=1,
                    gid=f"region {action}",
                )
            )
            ax.add_patch(Polygon(way, closed=True, facecolor="none", edgecolor=INK, linewidth=0.9, zorder=2))
            cx, cy = _apart(way, marked)
            ax.text(
                cx,
                cy,
                names.to_mathtext(action, limit=18),
                ha="center",
                va="center",
                size=10,
                zorder=3,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.2, "alpha": 0.85},
                gid=f"label {action}",
            )
        for state, corner, shift in zip(loss.states, corners, ((-4, -10), (4, -10), (0, 5)), strict=True):
            ax.annotate(
                names.to_mathtext(state),
                corner,
                xytext=shift,
                textcoords="offset points",
                ha={-4: "right", 4: "left", 0: "center"}[shift[0]],
                size=9,
            )
        if marked is not None:
            ax.plot([marked[0]], [marked[1]], "o", color=INK, markersize=4, zorder=4, gid="posterior")
            ax.annotate(
                r"$p(\cdot \mid \mathcal{D})$",
                marked,
                xytext=(6, 5),
                textcoords="offset points",
                zorder=5,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.8},
            )
        ax.set_xlim(-0.1, 1.1)
        ax.set_ylim(-0.1, 0.95)
        ax.set_aspect("equal")
        ax.set_axis_off()
    return ax


def simplex_regions(loss: LossTable) -> dict[str, list[tuple[Number, ...]]]:
    """For each action of a numerical loss table on three states, the polygon of beliefs where it is best.

    >>> regions = simplex_regions(LossTable.zero_one(["M0", "M1", "M2"]))
    >>> sorted(str(corner) for corner in regions["a0"])
    ['(1, 0, 0)', '(1/2, 0, 1/2)', '(1/2, 1/2, 0)', '(1/3, 1/3, 1/3)']
    """
    if len(loss.states) != 3:
        raise TableError(f"the table has {len(loss.states)} states: a triangle shows three")
    if loss.symbols:
        name = sorted(s.name for s in loss.symbols)[0]
        raise TableError(f"the table contains the letter {quote(name)}: give it a value first")
    sign = 1 if loss.optimum == "min" else -1
    columns = {a: [sign * to_number(v) for v in loss.column(a).values()] for a in loss.actions}
    found = {}
    for action, column in columns.items():
        polygon = [tuple(fmpq(int(i == j)) for j in range(3)) for i in range(3)]
        for other, against in columns.items():
            if other != action:
                polygon = _clipped(polygon, [b - a for a, b in zip(column, against, strict=True)])
        if len(polygon) >= 3 and _area(polygon) != 0:
            found[action] = polygon
    return found


def _clipped(polygon: list[tuple[Number, ...]], plane: list[Number]) -> list[tuple[Number, ...]]:
    """The part of a polygon where a linear form is not negative."""
    found: list[tuple[Number, ...]] = []
    heights = [sum((w * c for w, c in zip(plane, p, strict=True)), fmpq(0)) for p in polygon]
    for i, point in enumerate(polygon):
        here, before = heights[i], heights[i - 1]
        if (here < 0 < before) or (before < 0 < here):
            share = before / (before - here)
            found.append(tuple(a + share * (b - a) for a, b in zip(polygon[i - 1], point, strict=True)))
        if here >= 0:
            found.append(point)
    return list(dict.fromkeys(found))


def _area(polygon: list[tuple[Number, ...]]) -> Number:
    total = fmpq(0)
    for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        total += a[0] * b[1] - a[1] * b[0]
    return total


def _apart(way: list[tuple[float, float]], marked: tuple[float, float] | None) -> tuple[float, float]:
    """The middle of a polygon, or a place between it and a corner where a marked point is too near."""
    cx, cy = _centroid(way)
    if marked is None or abs(cx - marked[0]) > 0.2 or abs(cy - marked[1]) > 0.12:
        return cx, cy
    places = [(0.55 * cx + 0.45 * x, 0.55 * cy + 0.45 * y) for x, y in way]
    # the mark's own name stands to its right and above
    return max(places, key=lambda q: (q[0] - marked[0] - 0.08) ** 2 + (q[1] - marked[1] - 0.03) ** 2)


def _centroid(way: list[tuple[float, float]]) -> tuple[float, float]:
    area = cx = cy = 0.0
    for (x0, y0), (x1, y1) in zip(way, [*way[1:], way[0]], strict=True):
        cross = x0 * y1 - x1 * y0
        area, cx, cy = area + cross, cx + (x0 + x1) * cross, cy + (y0 + y1) * cross
    return cx / (3 * area), cy / (3 * area)


def threshold_path(
    arcs: Iterable[tuple[str, str, float]],
    *,
    tau: float | None = None,
    ax: Any = None,
    max_arcs: int = 24,
    stays: Mapping[tuple[str, str], Sequence[tuple[float, float]]] | None = None,
) -> Any:
    """The Bayes network for every loss ratio: arc j is in it as long as τ < πj (a bar), and leaves at τ = πj.

    `arcs` are (parent, child, probability); `tau` marks the ratio of the losses at hand. Without an
    order an arc need not be in the network from 0 to πj: `stays` has the stretches where it is.
    """
    ordered = sorted(arcs, key=lambda a: (-a[2], a[1], a[0]))
    shown, hidden = ordered[:max_arcs], len(ordered) - min(len(ordered), max_arcs)
    with style():
        if ax is None:
            ax = new_axes(None, COLUMN, 24 + 4.6 * len(shown))
            ax.set_position((0.27, 13 / (24 + 4.6 * len(shown)), 0.62, 1 - 17 / (24 + 4.6 * len(shown))))
        for i, (parent, child, value) in enumerate(shown):
            bars = [(0.0, value)] if stays is None else stays.get((parent, child), ())
            is_in = tau is None or any(low <= tau < high for low, high in bars)
            ax.barh(
                [i] * len(bars),
                [high - low for low, high in bars],
                left=[low for low, _ in bars],
                height=0.62,
                color="#56B4E9" if is_in else "#E3E3E3",
                edgecolor=INK if is_in else DIM,
                linewidth=0.5,
                hatch="" if is_in else "////",
                gid=f"arc {parent} {child}",
            )
            ax.annotate(
                _share(value),
                (value, i),
                xytext=(3, 0),
                textcoords="offset points",
                va="center",
                size=7,
                annotation_clip=False,
            )
        ticks = [
            rf"{names.to_mathtext(p, limit=12)} $\rightarrow$ {names.to_mathtext(c, limit=12)}"
            for p, c, _ in shown
        ]
        ax.set_yticks(range(len(shown)), ticks, size=7.5)
        ax.set_ylim(len(shown) - 0.4, -0.6)
        ax.set_xlim(0, 1)
        ax.tick_params(axis="y", length=0)
        if tau is not None:
            ax.axvline(tau, color="#D55E00", linewidth=1.0, linestyle=(0, (4, 2)), gid="tau")
            ax.annotate(
                rf"$\tau = {tau:.3g}$", (tau, -0.6), xytext=(0, 2), textcoords="offset points", ha="center", size=8,
                annotation_clip=False,
            )  # fmt: skip
        note = f" ({hidden} more arcs below)" if hidden else ""
        ax.set_xlabel(r"loss ratio $\tau = l_{0j}/(l_{0j}+l_{j0})$" + note)
    return ax


def _share(value: float) -> str:
    if value in (0.0, 1.0):
        return f"{value:.0f}"
    return "> 0.999" if value > 0.999 else "< 0.001" if value < 0.001 else f"{value:.3f}"
