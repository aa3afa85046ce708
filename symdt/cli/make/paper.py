"""`symdt paper`: every rule, statement and figure of the paper, and one report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symdt.cli.arguments import JSON
from symdt.cli.output import wrote
from symdt.cli.progress import steps


def paper(
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder that is written.")] = Path(
        "paper"
    ),
    force: Annotated[bool, typer.Option("--force", help="Replace files that symdt did not make.")] = False,
    as_json: JSON = False,
) -> int:
    """Make the paper again: rules, statements, figures, LaTeX and one page to read."""
    from symdt.paper.report import write_report

    with steps("the paper") as progress:
        written = write_report(output, progress=progress, force=force)
    figures = sum(1 for path in written if path.suffix == ".pdf")
    says = f"wrote {output / 'index.html'}, {figures} figures (.svg and .pdf) and the LaTeX sources"
    wrote(written, as_json=as_json, says=says)
    return 0
