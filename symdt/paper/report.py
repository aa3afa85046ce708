"""The report: `symdt paper` in one call.

`write_report(directory)` writes `index.html`, one page that needs no network; `figures/` with every
figure as .svg and .pdf; and `latex/` with tables, rules and TikZ figures, held together by
`latex/paper.tex`, and `latex/errata.tex`. What it writes is the same in every run, byte for byte.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from symdt.paper.chapters.examples import example_2, sequential, third_table, two_models
from symdt.paper.chapters.findings import data_example, errata, statements
from symdt.paper.errata.document import errata_latex
from symdt.paper.figures import paper_figures
from symdt.paper.statements import paper_results
from symdt.show.report.document import Progress, Report, Section, check_folder, write

TITLE = "Decision Theoretic Foundations of Graphical Model Selection, recomputed"
LEAD = (
    "Every rule, statement and figure of Sebastiani and Ramoni (UAI 1998), derived, checked and drawn from "
    "exact objects."
)


def write_report(
    directory: str | os.PathLike[str] = "paper", *, progress: Progress | None = None, force: bool = False
) -> list[Path]:
    """Make everything of the paper in a directory; the files written.

    A file there that symdt did not make is left alone, and nothing is written, unless `force`.
    """
    check_folder(directory, force=force)
    return write(gather(progress), directory, force=force)


def gather(progress: Progress | None = None) -> Report:
    """Everything that the report holds, in memory."""
    report = Report(TITLE, LEAD, "symdt paper", main="paper")
    figures = {f.name: f for f in paper_figures()}
    steps: list[tuple[str, Callable[[], Section | None]]] = [
        ("two models", lambda: two_models(report, figures)),
        ("Example 2", lambda: example_2(report, figures)),
        ("the third loss table", lambda: third_table(report, figures)),
        ("sequential decisions", lambda: sequential(report, figures)),
        ("the network from data", lambda: data_example(report)),
        ("the statements of the paper", statements),
        ("the errata", errata),
    ]
    for i, (name, make) in enumerate(steps):
        if progress is not None:
            progress(i, len(steps), name)
        section = make()
        if section is not None:
            report.sections.append(section)
    report.files["latex/errata.tex"] = errata_latex(paper_results()).encode()
    if progress is not None:
        progress(len(steps), len(steps), "written")
    return report
