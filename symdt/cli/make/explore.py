"""`symdt explore`: one self-contained interactive page of a problem."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symdt.cli.arguments import FORCE, JSON, read_presets, read_problem
from symdt.cli.output import wrote
from symdt.cli.progress import working


def explore(
    file: Annotated[Path, typer.Argument(help="A problem file; see `symdt new`.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The page: .html")],
    force: FORCE = False,
    as_json: JSON = False,
) -> int:
    """Make one page that needs no network: sliders, the rule, lines, map and tree, exact."""
    from symdt.errors import FileError, quote
    from symdt.files import check_writable
    from symdt.show.page import explore as page_of

    if output.suffix.lower() not in (".html", ".htm"):
        raise FileError(f"the page {quote(output)} does not end in .html: name it page.html")
    check_writable(output, force=force)
    problem = read_problem(file)
    with working("solving"):
        page = page_of(problem, read_presets(file), file=file.name)
    page.save(output, force=force)
    wrote([output], as_json=as_json)
    return 0
