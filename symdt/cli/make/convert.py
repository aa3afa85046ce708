"""`symdt convert`: a problem from one format into another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symdt.cli.arguments import FORCE, JSON, TREE, read_problem
from symdt.cli.notes import notes
from symdt.cli.output import wrote
from symdt.errors import FileError, did_you_mean, quote


def _lost(suffix: str) -> list[str]:
    """What a file of this format does not say of a diagram with limited memory."""
    if suffix in (".xdsl", ".bifxml", ".xml"):
        return [
            "other programs may take the diagram with full memory: its limited memory is said in a property"
        ]
    if suffix in (".efg", ".silver.json"):
        return [
            "a tree has no nodes that forget: the policies of limited memory are written as choices made beforehand, with the "
            "same values; the diagram itself is not in the file"
        ]
    return []


def convert(
    source: Annotated[Path, typer.Argument(help="A problem file of any format that is read.")],
    target: Annotated[Path, typer.Argument(help="The file to write; its suffix says the format.")],
    force: FORCE = False,
    as_json: JSON = False,
    tree: TREE = None,
) -> int:
    """Convert a problem between the formats that are read and written."""
    from symdt.files import write_whole
    from symdt.formats import suffix_of, writers

    known = writers()
    suffix = suffix_of(target, known)
    if suffix not in known:
        raise FileError(
            f"{quote(target)} ends in {quote(suffix)}, which is not written: {did_you_mean(suffix, known)}"
        )
    problem = read_problem(source, tree)
    write_whole(target, known[suffix](problem), force=force)
    if getattr(problem, "memory", None) == "limited":
        notes.extend(_lost(suffix))
    if problem.willingness and suffix not in (".toml", ".json", ".silver.json"):
        notes.append(
            f"the format has no place for a cost beside its effect: values are written as net benefits, {problem.willingness}*effect "
            f"- cost, from which `symdt frontier --willingness {problem.willingness}` finds both again"
        )
    wrote([target], as_json=as_json)
    return 0
