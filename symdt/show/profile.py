"""Risk profiles, acceptability curves and the tornado with its switches, drawn from the records of the analysis.

>>> from symdt.analysis.profile import RiskProfile
>>> ax = risk_profiles({"safe": RiskProfile(((10, 1),)), "bold": RiskProfile(((0, 0.5), (30, 0.5)))})
>>> [line.get_gid() for line in ax.lines]
['profile safe', 'profile bold']
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symdt.analysis.profile import RiskProfile
from symdt.analysis.sensitivity import Tornado
from symdt.analysis.simulation import Acceptability
from symdt.errors import TableError
from symdt.show.lines import bars, new_axes, number_text
from symdt.show.style import Palette
from symdt.show.writers import style
from symdt.typeset import names

_STYLES = ("-", "--", "-.", ":")


def risk_profiles(
    profiles: Mapping[str, RiskProfile], *, ax: Any = None, palette: Palette | None = None
) -> Any:
    """The distribution function of the value of each strategy: P(value <= x), a staircase; the Axes."""
    if not profiles:
        raise TableError("there are no profiles to draw: give at least one")
    palette = palette or Palette(profiles)
    steps = {name: [(float(v), float(t)) for v, t in f.cdf] for name, f in profiles.items()}
    every = [v for many in steps.values() for v, _ in many]
    low, high = min(every), max(every)
    margin = 0.08 * (high - low) or 1.0
    with style():
        ax = new_axes(ax)
        for i, (name, many) in enumerate(steps.items()):
            xs = [low - margin, *(v for v, _ in many), high + margin]
            ys = [0.0, *(t for _, t in many), 1.0]
            ax.step(
                xs,
                ys,
                where="post",
                color=palette[name].colour,
                linestyle=_STYLES[i % 4],
                label=names.to_mathtext(name, limit=24),
                gid=f"profile {name}",
            )
        ax.set_xlim(low - margin, high + margin)
        ax.set_ylim(-0.02, 1.02)
        kind = "loss" if next(iter(profiles.values())).optimum == "min" else "value"
        ax.set_xlabel(kind)
        ax.set_ylabel(f"P({kind} $\\leq$ x)")
        _legend(ax)
    return ax


def acceptability_curve(curve: Acceptability, *, ax: Any = None, palette: Palette | None = None) -> Any:
    """The share of draws in which each action is optimal along a letter; the best on average is marked; the Axes."""
    palette = palette or Palette(curve.shares)
    with style():
        ax = new_axes(ax)
        for i, (name, shares) in enumerate(curve.shares.items()):
            ax.plot(
                curve.grid,
                shares,
                color=palette[name].colour,
                linestyle=_STYLES[i % 4],
                label=names.to_mathtext(name, limit=24),
                gid=f"share {name}",
            )
            frontier = [
                (x, s) for x, s, best in zip(curve.grid, shares, curve.best, strict=True) if best == name
            ]
            if frontier:
                ax.plot(
                    [x for x, _ in frontier],
                    [s for _, s in frontier],
                    "o",
                    markersize=3,
                    color=palette[name].colour,
                    gid=f"frontier {name}",
                )
        ax.set_ylim(-0.02, 1.02)
        ax.set_xlabel(f"${names.to_latex(curve.parameter)}$")
        ax.set_ylabel("P(optimal)")
        _legend(ax)
    return ax


def tornado_chart(
    tornado: Tornado,
    *,
    ax: Any = None,
    quantity: str = "optimal expected value; the strategy switches at the red lines",
) -> Any:
    """The bars of a tornado, widest on top, each crossed by a line wherever the strategy switches; the Axes."""
    rows = [
        (
            b.parameter,
            float(b.least),
            float(b.greatest),
            f"${number_text(b.least)}$",
            f"${number_text(b.greatest)}$",
        )
        for b in tornado.bars
    ]
    ax = bars(rows, float(tornado.value), ax=ax, palette=Palette(()), quantity=quantity)
    with style():
        for i, bar in enumerate(reversed(tornado.bars)):
            for (threshold, before, after), value in zip(bar.switches, bar.switch_values, strict=True):
                ax.plot(
                    [float(value)] * 2,
                    [i - 0.36, i + 0.36],
                    color="#D55E00",
                    linewidth=1.3,
                    gid=f"switch {bar.parameter} {threshold}: {before} to {after}",
                )
    return ax


def _legend(ax: Any) -> None:
    ax.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=2, frameon=False, borderaxespad=0.2)
