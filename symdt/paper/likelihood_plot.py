"""The Bayes rule of Example 1 against the classical test, drawn: where each turns from M0 to M1 as n grows.

The classical test has one critical value of G² for all sample sizes; that of the Bayes rule grows
like log n (see `symdt.networks.likelihood_ratio`). For one sample size they can be made to agree, by the
losses; not for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symdt.networks.likelihood_ratio import chi2_tail, critical_path
from symdt.show.lines import new_axes
from symdt.show.style import INK, Palette
from symdt.show.writers import COLUMN, style

#: Sample sizes of the drawing, ten for each power of ten.
SIZES = tuple(round(10 ** (1.0 + i / 10)) for i in range(51))


def critical_values(
    *,
    loss_ratios: Sequence[float] = (1.0, 5.0),
    level: float = 0.05,
    sizes: Sequence[float] = SIZES,
    alpha: float = 1.0,
    ax: Any = None,
) -> Any:
    """The critical G² of the Bayes rule by sample size, for some loss ratios l01/l10, and that of the test; the Axes."""
    with style():
        ax = new_axes(ax, COLUMN, 66.0)
        palette = Palette([f"ratio {r:g}" for r in loss_ratios])
        for ratio, dashes in zip(loss_ratios, ("-", "--", "-.", ":") * len(loss_ratios), strict=False):
            path = critical_path([n for n in sizes if n >= 10 * ratio], alpha=alpha, loss_ratio=ratio)
            colour = palette[f"ratio {ratio:g}"].colour
            gid = f"bayes {ratio:g}"
            ax.plot([q.n for q in path], [q.g2 for q in path], dashes, color=colour, linewidth=1.6, gid=gid)
            text = rf"Bayes, $l_{{01}}/l_{{10}} = {ratio:g}$"
            ax.annotate(
                text,
                (path[-1].n, path[-1].g2),
                xytext=(-3, 4),
                textcoords="offset points",
                ha="right",
                va="bottom",
                size=8,
                color=colour,
                rotation=21,
                rotation_mode="anchor",
            )
        bar = quantile(level)
        ax.axhline(bar, color=INK, linewidth=1.0, gid="test")
        ax.annotate(
            rf"test, level {level:g}: $\chi^2_1 = {bar:.2f}$",
            (sizes[-1], bar),
            xytext=(-3, -3),
            textcoords="offset points",
            ha="right",
            va="top",
            size=8,
            color=INK,
        )
        ax.set_xscale("log")
        ax.set_xlim(sizes[0], sizes[-1])
        ax.set_ylim(0, None)
        ax.set_xlabel(r"sample size $n$")
        ax.set_ylabel(r"$M_1$ is chosen above this $G^2$")
        for side in ("top", "right"):
            ax.spines[side].set_visible(False)
    return ax


def quantile(level: float) -> float:
    """The number that a χ² variable on one degree of freedom exceeds with this probability, by bisection."""
    low, high = 0.0, 100.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if chi2_tail(middle, 1) > level else (low, middle)
    return high
