"""`symdt schema`: the JSON Schema of problem files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symdt.cli.arguments import FORCE, JSON
from symdt.cli.output import json_text, wrote


def schema(
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Write to this file.")] = None,
    force: FORCE = False,
    as_json: JSON = False,
) -> int:
    """Print the JSON Schema of problem files, for editors that complete and check them."""
    from symdt.files import write_whole
    from symdt.formats.schema import schema as made

    text = json_text(made())
    if out is None:
        typer.echo(text)  # which is JSON, asked for or not
    else:
        write_whole(out, text + "\n", force=force)
        wrote([out], as_json=as_json)
    return 0
