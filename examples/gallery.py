"""A gallery: one figure of each kind, into the folder given (figures/ unless said)."""

from __future__ import annotations

import sys
from pathlib import Path

from symdt import fold_back, load_problem, to_tree
from symdt.show.figures import map_figure, risk_figure, simplex_figure, tornado_figure
from symdt.show.files import save
from symdt.show.plots import risk_lines
from symdt.show.regions_plot import region_map
from symdt.show.trees import draw_tree

HERE = Path(__file__).resolve().parent


def main(folder: str | Path = HERE.parent / "figures") -> list[Path]:
    """Draw the gallery; the files written."""
    oil = load_problem(HERE / "oil_wildcatter.toml")
    letters = load_problem(HERE / "oil_wildcatter_letters.toml")
    umbrella = load_problem(HERE / "umbrella.toml")
    axes = {
        "oil-tree": draw_tree(fold_back(to_tree(oil), domain=oil.domain, optimum=oil.loss.optimum)),
        "oil-map": region_map(letters, "d", "T"),
        "umbrella-tree": draw_tree(
            fold_back(umbrella.tree, domain=umbrella.domain, optimum=umbrella.optimum)
        ),
        "umbrella-lines": risk_lines(umbrella, "r"),
        "example2-map": map_figure(),
        "example2-lines": risk_figure(4, 1),
        "simplex": simplex_figure(),
        "tornado": tornado_figure(),
    }
    return [save(ax.figure, Path(folder) / f"{name}.svg") for name, ax in axes.items()]


if __name__ == "__main__":
    for path in main(*sys.argv[1:]):
        print(path)
