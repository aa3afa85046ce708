"""Plots: risks along a parameter, value of information, tornado, simplex, threshold path.

Every function takes `ax=` and returns the Axes; without `ax` it makes a figure of print size. No
pyplot and no global state. What is drawn comes from exact objects: envelopes from the roots of
exact differences, not from a grid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq
from sympy import Expr, Symbol

from symdt.exact.polynomial import Number, to_fraction, to_number
from symdt.regions.along import Piece, Root, letter, pieces, window_of
from symdt.regions.contest import Contest
from symdt.show.picture import POINTS_PER_MM, measure
from symdt.show.style import DIM, INK, Palette
from symdt.show.writers import COLUMN, new_figure, style
from symdt.solve.alternatives import Question, contest
from symdt.typeset import formulas, names


def new_axes(ax: Any, width: float = COLUMN, height: float = 62.0) -> Any:
    """The given axes, or those of a new figure of this size in millimetres."""
    if ax is not None:
        return ax
    figure = new_figure(width, height)
    return figure.add_axes((0.14, 0.26, 0.76, 0.68))


def risk_lines(
    question: Question | Contest,
    x: Any,
    *,
    at: Mapping[Any, Any] | None = None,
    window: tuple[Any, Any] | None = None,
    ax: Any = None,
    palette: Palette | None = None,
) -> Any:
    """The value of every alternative along a parameter, the best of them bold, and underneath which it is."""
    c = question if isinstance(question, Contest) else contest(question, at)
    symbol = letter(c, x)
    palette = palette or Palette(c.labels)
    low, high = window_of(c, symbol) if window is None else (to_number(window[0]), to_number(window[1]))
    found = pieces(c, symbol, (low, high))
    with style():
        ax = new_axes(ax)
        ends = []
        present = [label for label in c.labels if any(n == label for n, _ in c.functions)]
        for label in present:
            xs = _abscissae(c, label, low, high, found)
            ys = [_value(c, label, v) for v in xs]
            look = palette[label]
            ax.plot(
                [float(to_fraction(v)) for v in xs],
                ys,
                color=look.colour,
                linestyle=look.line,
                linewidth=0.9,
                label=label,
                gid=f"risk {label}",
            )
            ends.append((ys[-1], label))
        for piece in found:
            xs = _between(piece.start, piece.stop, 2 if _is_affine(c, piece.label) else 41)
            ys = [_value(c, piece.label, v) for v in xs]
            ax.plot(
                [float(to_fraction(v)) for v in xs],
                ys,
                color=palette[piece.label].colour,
                linewidth=2.6,
                solid_capstyle="butt",
                alpha=0.9,
                gid=f"best {piece.label}",
            )
        ax.set_xlim(float(to_fraction(low)), float(to_fraction(high)))
        ax.set_ylabel("expected loss" if c.optimum == "min" else "expected utility")
        _label_ends(ax, ends, palette)
        _strip(ax, found, symbol, palette)
    return ax


def _abscissae(c: Contest, label: str, low: Number, high: Number, found: Sequence[Piece]) -> list[Number]:
    if _is_affine(c, label):
        return [low, high]
    grid = {low + (high - low) * fmpq(i, 120) for i in range(121)}
    return sorted(grid)


def _is_affine(c: Contest, label: str) -> bool:
    mine = [e for n, e in c.functions if n == label]
    return len(mine) == 1 and mine[0].is_polynomial and mine[0].num.total_degree() <= 1


def _value(c: Contest, label: str, v: Number) -> float:
    at = c.values_at((v,)).get(label)
    return float("nan") if at is None else float(to_fraction(at))


def _between(start: Root, stop: Root, count: int) -> list[Number]:
    a, b = (
        to_number(r.exact if r.exact is not None and r.exact.is_Rational else Fraction(r.value))
        for r in (start, stop)
    )
    return [a + (b - a) * fmpq(i, count - 1) for i in range(count)]


def _label_ends(ax: Any, ends: list[tuple[float, str]], palette: Palette) -> None:
    """Each line named at its right end; names that would touch are moved apart."""
    low, high = ax.get_ylim()
    inches = ax.get_position().height * ax.figure.get_figheight()
    step = (high - low) * (9.5 / 72) / inches
    placed: list[tuple[float, float, str]] = []
    for value, label in sorted((e for e in ends if e[0] == e[0]), key=lambda e: e[0]):
        at = max(value, placed[-1][0] + step) if placed else value
        placed.append((at, value, label))
    over = (placed[-1][0] - high) if placed else 0.0
    if over > 0:  # push the stack down again from the top
        limit = high
        for i in range(len(placed) - 1, -1, -1):
            at = min(placed[i][0], limit)
            placed[i] = (at, placed[i][1], placed[i][2])
            limit = at - step
    ax.set_ylim(low, high)
    for at, value, label in placed:
        ax.annotate(
            names.to_mathtext(label, limit=14),
            xy=(1.0, value),
            xytext=(1.03, at),
            xycoords=("axes fraction", "data"),
            textcoords=("axes fraction", "data"),
            va="center",
            ha="left",
            color=palette[label].colour,
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": palette[label].colour,
                "linewidth": 0.5,
                "shrinkA": 0,
                "shrinkB": 0,
            },
        )


def _strip(ax: Any, found: Sequence[Piece], symbol: Symbol, palette: Palette) -> None:
    """The optimal actions along the parameter, under the axes, with the exact break points."""
    from matplotlib.patches import Rectangle

    ax.tick_params(labelbottom=False)
    strip = ax.inset_axes((0.0, -0.17, 1.0, 0.10), gid="strip")
    strip.set_xlim(ax.get_xlim())
    strip.set_ylim(0, 1)
    strip.set_yticks([])
    for side in ("left", "right", "top", "bottom"):
        strip.spines[side].set_visible(False)
    low, high = ax.get_xlim()
    inches = ax.get_position().width * ax.figure.get_figwidth()
    for piece in found:
        look = palette[piece.label]
        width = piece.stop.value - piece.start.value
        strip.add_patch(
            Rectangle(
                (piece.start.value, 0),
                width,
                1,
                facecolor=look.tint,
                edgecolor=look.colour,
                hatch=look.hatch,
                linewidth=0.5,
                gid=f"piece {piece.label}",
            )
        )
        text = names.to_mathtext(piece.label, limit=14)
        room = width / (high - low) * inches * 72
        if room > 6 + measure(text, 9.0)[0] * POINTS_PER_MM:
            strip.text(
                piece.start.value + width / 2,
                0.45,
                text,
                ha="center",
                va="center",
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8, "alpha": 0.85},
            )
    ends = [found[0].start, *(p.stop for p in found)] if found else []
    for root in ends[1:-1]:
        ax.axvline(root.value, color=DIM, linewidth=0.5, linestyle=(0, (2, 2)), zorder=0)
    ticks = _ticks(ends, high - low, inches)
    strip.set_xticks([t.value for t in ticks], [root_text(t) for t in ticks])
    strip.tick_params(axis="x", length=2)
    strip.set_xlabel(f"${names.to_latex(symbol.name)}$")


def _ticks(ends: Sequence[Root], span: float, inches: float) -> list[Root]:
    """The ends and those break points whose numbers do not touch."""
    kept: list[Root] = []
    gap = span * 0.26 / inches
    for root in [ends[0], ends[-1], *ends[1:-1]] if ends else []:
        if all(abs(root.value - k.value) > gap for k in kept):
            kept.append(root)
    return sorted(kept, key=lambda r: r.value)


def root_text(root: Root) -> str:
    """A break point on an axis: exact where that is short."""
    exact = root.exact
    if exact is not None and exact.is_Integer:
        return f"${exact}$"
    if exact is not None and exact.is_Rational and len(str(exact)) <= 7:
        return f"${exact.p}/{exact.q}$" if exact.p >= 0 else f"$-{-exact.p}/{exact.q}$"
    if exact is not None and len(str(exact)) <= 9:
        return f"${formulas.formula(exact)}$"
    return f"${root.value:.3g}$"


def bars(
    rows: Sequence[tuple[str, float, float, str, str]],
    base: float,
    *,
    ax: Any = None,
    palette: Palette,
    quantity: str = "expected loss",
) -> Any:
    """Horizontal bars around a base value: (name, least value, greatest value, text at each)."""
    with style():
        ax = new_axes(ax, height=22 + 9 * max(len(rows), 1))
        for i, (name, low, high, at_low, at_high) in enumerate(reversed(rows)):
            ax.barh(
                i, high - low, left=low, height=0.55, color="#C9D6E4", edgecolor=INK, linewidth=0.6, gid=name
            )
            for value, text, side in ((low, at_low, -1), (high, at_high, 1)):
                ax.annotate(
                    text,
                    (value, i),
                    xytext=(3 * side, 0),
                    textcoords="offset points",
                    ha="left" if side > 0 else "right",
                    va="center",
                    size=7,
                )
        ax.axvline(base, color=INK, linewidth=0.8)
        ax.set_yticks(range(len(rows)), [f"${names.to_latex(r[0])}$" for r in reversed(rows)])
        ax.set_ylim(-0.6, len(rows) - 0.4)
        low, high = ax.get_xlim()
        room = 0.22 * (high - low)
        ax.set_xlim(low - room, high + room)
        ax.set_xlabel(quantity)
        ax.spines["left"].set_visible(False)
        ax.tick_params(axis="y", length=0)
    return ax


def number_text(value: Any) -> str:
    """A number in a label: exact where short, else four digits."""
    if isinstance(value, Expr) and value.is_Rational:
        return f"{value}" if len(str(value)) <= 7 else f"{float(value):.4g}"
    return f"{float(value):.4g}"
