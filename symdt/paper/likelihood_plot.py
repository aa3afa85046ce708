"""The Bayes rule of Example 1 against the classical test, drawn: where each turns from M0 to M1 as n grows.

The classical test has one critical value of G² for all sample sizes; that of the Bayes rule grows
like log n (see `symdt.networks.likelihood_ratio`). For one sample size they can be made to agree, by the
losses; not for all.
"""

from __future__ import annotations

from collections.abc import Sequence

from symdt.networks.critical_path import critical_path
from symdt.networks.likelihood_ratio import chi2_tail
from symdt.regions.plane.trace import Scale
from symdt.show.label import Label
from symdt.show.picture import COLUMN, Picture, laid_out
from symdt.show.plots.curves import Curve, curve_chart
from symdt.show.style import INK, LINES, Palette

#: Sample sizes of the drawing, ten for each power of ten.
SIZES = tuple(round(10 ** (1.0 + i / 10)) for i in range(51))


@laid_out
def critical_values(
    *,
    loss_ratios: Sequence[float] = (1.0, 5.0),
    level: float = 0.05,
    sizes: Sequence[float] = SIZES,
    alpha: float = 1.0,
    width: float = COLUMN,
) -> Picture:
    """The critical G² of the Bayes rule by sample size, for some loss ratios l01/l10, and that of the test."""
    palette = Palette([f"ratio {r:g}" for r in loss_ratios])
    curves = []
    for i, ratio in enumerate(loss_ratios):
        path = critical_path([n for n in sizes if n >= 10 * ratio], alpha=alpha, loss_ratio=ratio)
        look = palette[f"ratio {ratio:g}"]
        name = Label.words("Bayes, ") + Label.math(rf"l_{{01}}/l_{{10}} = {ratio:g}")
        curves.append(
            Curve(
                f"ratio {ratio:g}", [(q.n, q.g2) for q in path], look.colour, look.ink, LINES[i % 8], 1.6,
                f"bayes {ratio:g}", label=name,
            )
        )  # fmt: skip
    bar = quantile(level)
    name = Label.words(f"test, level {level:g}")
    curves.append(Curve("test", [(sizes[0], bar), (sizes[-1], bar)], INK, INK, role="test", label=name))
    picture, _ = curve_chart(
        curves,
        Label.words("sample size ") + Label.math("n"),
        Label.math("M_{1}") + Label.words(" is chosen above this ") + Label.math("G^{2}"),
        across=Scale(float(sizes[0]), float(sizes[-1]), is_log=True),
        up=Scale(0.0, 1.05 * max(y for c in curves for _, y in c.points)),
        width=width,
        title="critical values by sample size",
        description="The critical value of G² of the Bayes rule grows like log n; that of the test stays.",
    )
    return picture.with_foot(Label.words("test: ") + Label.math(rf"\chi^{{2}}_{{1}} \approx {bar:.2f}"))


def quantile(level: float) -> float:
    """The number that a χ² variable on one degree of freedom exceeds with this probability, by bisection."""
    low, high = 0.0, 100.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if chi2_tail(middle, 1) > level else (low, middle)
    return high
