"""`symdt report`: everything about one problem in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symdt.cli.arguments import JSON, TREE, read_captioned, read_presets, shown_name
from symdt.cli.output import wrote
from symdt.cli.progress import steps


def report(
    file: Annotated[Path, typer.Argument(help="A problem file; see `symdt new`.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder that is written.")],
    force: Annotated[bool, typer.Option("--force", help="Replace files that symdt did not make.")] = False,
    as_json: JSON = False,
    tree: TREE = None,
) -> int:
    """Report on a problem: rules with proofs, figures, analyses, LaTeX, the interactive page."""
    from symdt.show.report import report as gathered
    from symdt.show.report import write
    from symdt.show.report.document import check_folder

    check_folder(output, force=force)
    problem = read_captioned(file, tree)
    with steps("the report") as progress:
        made = gathered(problem, read_presets(file), file=shown_name(file, tree), progress=progress)
    written = write(made, output, force=force)
    figures = sum(1 for path in written if path.suffix == ".pdf")
    page = "page.html, " * any(path.name == "page.html" for path in written)
    says = f"wrote {output / 'index.html'}, {page}{figures} figure{'s' * (figures != 1)} (.svg and .pdf), LaTeX sources"
    wrote(written, as_json=as_json, says=says)
    return 0
