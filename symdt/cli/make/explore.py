"""`symdt explore`: one self-contained interactive page of a problem."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symdt.cli.arguments import AT, FORCE, JSON, TREE, read_captioned, read_points, read_presets, shown_name
from symdt.cli.output import wrote
from symdt.cli.progress import working


def explore(
    file: Annotated[Path, typer.Argument(help="A problem file; see `symdt new`.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The page: .html")],
    at: AT = None,
    force: FORCE = False,
    as_json: JSON = False,
    tree: TREE = None,
) -> int:
    """Make one page that needs no network: sliders, the rule, lines, map and tree, exact."""
    from symdt.errors import FileError, quote
    from symdt.files import check_writable
    from symdt.formats.presets import fixing
    from symdt.show.page import explore as page_of

    if output.suffix.lower() not in (".html", ".htm"):
        raise FileError(f"the page {quote(output)} does not end in .html: name it page.html")
    check_writable(output, force=force)
    problem = read_captioned(file, tree)
    point = read_points(at, problem)
    with working("solving"):
        presets = fixing(read_presets(file), point)
        page = page_of(problem.at(point) if point else problem, presets, file=shown_name(file, tree))
    page.save(output, force=force)
    wrote([output], as_json=as_json)
    return 0
