"""`symdt verify`: every statement of the paper, or of a claims file, with its verdict."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from symdt.cli.arguments import JSON
from symdt.cli.output import json_text, paragraph, say, width
from symdt.cli.progress import working
from symdt.errors import BudgetError, FileError

if TYPE_CHECKING:
    from symdt.claims.claim import Result


def verify(
    file: Annotated[
        Path | None, typer.Argument(help="A claims file; the paper's statements if none is given.")
    ] = None,
    section: Annotated[
        str | None, typer.Option("--section", help="Only this section, e.g. 2.1 or 'Example 2'.")
    ] = None,
    claim: Annotated[
        str | None, typer.Option("--claim", help="Only this claim, with its derivation.")
    ] = None,
    as_json: JSON = False,
    errata: Annotated[bool, typer.Option("--errata", help="The errata as a LaTeX document.")] = False,
) -> int:
    """Check every statement of the paper, or of a file, and give its verdict."""
    if as_json and errata:
        raise FileError("both --json and --errata are given: give one of them")
    from symdt.claims import summary
    from symdt.paper.statements import verify as check

    with working("checking the statements"):
        results = check(file, section=section, claim=claim)
    if as_json:
        typer.echo(json_text([r.to_json() for r in results]))
    elif errata:
        from symdt.paper.errata.document import errata_latex

        typer.echo(errata_latex(results), nl=False)
    elif claim is not None:
        for result in results:
            say("\n".join(paragraph(line) for line in result.derivation().splitlines()))
    else:
        for line in table(results):
            say(line)
        say(paragraph(summary(results)))
    open_ = [r.claim.id for r in results if r.verdict == "undecided"]
    if open_:
        raise BudgetError(
            f"{len(open_)} claims were not decided within the budget, {open_[0]} first: simplify them"
        )
    return 0 if all(r.is_expected for r in results) else 1


def table(results: Iterable[Result]) -> Iterable[str]:
    """Verdict, id and statement in columns, section by section; under a statement its correction."""
    section = ""
    for result in results:
        claim = result.claim
        if claim.section != section:
            section = claim.section
            yield ("" if section[:1].isalpha() else "§") + section
        mark = " " if result.is_expected else "!"
        yield from _columns(f"{mark}{result.verdict:<15} ", f"{claim.id}: {claim.words}")
        if result.correction is not None:
            yield from _columns(" " * 18 + "true: ", result.correction)
        if result.counterexample is not None:
            yield from _columns(
                " " * 18 + "e.g.: ", ", ".join(f"{k} = {v}" for k, v in result.counterexample.items())
            )
        if not result.is_expected:
            yield from _columns(" " * 18, f"recorded: {claim.expect}")


def _columns(head: str, text: str) -> Iterable[str]:
    lines = textwrap.wrap(text, width() - len(head), break_on_hyphens=False) or [""]
    yield (head + lines[0]).rstrip()
    for line in lines[1:]:
        yield " " * len(head) + line
