"""The four figures of the paper, from computed objects, into figures/ as SVG and PDF."""

from __future__ import annotations

import sys
from pathlib import Path

from symdt.paper.figures import paper_figures
from symdt.show.writers import save

FIGURES = Path(__file__).resolve().parent.parent / "figures"


def main(folder: str | Path = FIGURES) -> list[Path]:
    """Draw Figures 1 to 4; the files written."""
    written = []
    for figure in paper_figures():
        if figure.name in ("figure1", "figure2", "figure3", "figure4"):
            drawn = figure.picture()
            written += [save(drawn, Path(folder) / f"{figure.name}{suffix}") for suffix in (".svg", ".pdf")]
    return written


if __name__ == "__main__":
    for path in main(*sys.argv[1:]):
        print(path)
