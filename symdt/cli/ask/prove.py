"""`symdt prove`: a statement proved for all values of its letters, or a counter-example."""

from __future__ import annotations

from typing import Annotated

import typer

from symdt.cli import ANSWERED, NO, UNDECIDED
from symdt.cli.arguments import JSON
from symdt.cli.bounds import for_a_search
from symdt.cli.output import painted, paragraph, print_json
from symdt.cli.progress import working


def prove(
    statement: Annotated[str, typer.Argument(help="For instance 'h > 0 implies 2*h > h'.")],
    assume: Annotated[
        list[str] | None, typer.Option("--assume", help="A condition to rely on; may be repeated.")
    ] = None,
    as_json: JSON = False,
) -> int:
    """Prove a statement for all values of its letters, or refute it by a point."""
    from symdt.exact.domain import Domain
    from symdt.exact.formula import number_json
    from symdt.exact.proof import SECONDS
    from symdt.exact.proof import prove as verdict_on
    from symdt.exact.verdict import Proved, Refuted

    with working("proving"):
        verdict = verdict_on(statement, Domain(*(assume or ())), seconds=for_a_search(SECONDS))
    status = ANSWERED if isinstance(verdict, Proved) else NO if isinstance(verdict, Refuted) else UNDECIDED
    if as_json:
        point = verdict.counterexample if isinstance(verdict, Refuted) else None
        print_json(
            {
                "verdict": ("proved", "refuted", "", "undecided")[status],
                "counterexample": None
                if point is None
                else {s.name: number_json(v, s) for s, v in point.items()},
            }
        )
    else:
        first, blank, more = paragraph(str(verdict)).partition(" ")
        typer.echo(painted(first, ("green", "red", "", "yellow")[status]) + blank + more)
    return status
