"""`symdt prove`: a statement proved for all values of its letters, or a counter-example."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from symdt.cli import ANSWERED, NO, UNDECIDED
from symdt.cli.arguments import JSON
from symdt.cli.output import painted, paragraph, print_json
from symdt.cli.progress import working

if TYPE_CHECKING:
    from sympy import Expr, Symbol


def prove(
    statement: Annotated[str, typer.Argument(help="For instance 'h > 0 implies 2*h > h'.")],
    assume: Annotated[
        list[str] | None, typer.Option("--assume", help="A condition to rely on; may be repeated.")
    ] = None,
    as_json: JSON = False,
) -> int:
    """Prove a statement for all values of its letters, or refute it by a point."""
    from symdt.exact.domain import Domain
    from symdt.exact.proof import prove as verdict_on
    from symdt.exact.verdict import Proved, Refuted

    with working("proving"):
        verdict = verdict_on(statement, Domain(*(assume or ())))
    status = ANSWERED if isinstance(verdict, Proved) else NO if isinstance(verdict, Refuted) else UNDECIDED
    if as_json:
        point = verdict.counterexample if isinstance(verdict, Refuted) else None
        print_json(
            {
                "verdict": ("proved", "refuted", "", "undecided")[status],
                "counterexample": None if point is None else {s.name: number(v, s) for s, v in point.items()},
            }
        )
    else:
        first, blank, more = paragraph(str(verdict)).partition(" ")
        typer.echo(painted(first, ("green", "red", "", "yellow")[status]) + blank + more)
    return status


def number(value: Expr, letter: Symbol) -> Any:
    """An exact number as JSON has it: a text that SymPy reads, or a root by its polynomial and index.

    >>> from sympy import CRootOf, Rational, symbols
    >>> x = symbols("x")
    >>> number(Rational(1, 3), x), number(CRootOf(x**5 - x - 1, 0), symbols("h"))
    ('1/3', {'root': 0, 'of': 'h**5 - h - 1', 'in': 'h'})
    """
    from sympy import CRootOf

    if isinstance(value, CRootOf):
        polynomial = value.poly.as_expr().subs(value.poly.gen, letter)
        return {"root": int(value.index), "of": str(polynomial), "in": letter.name}
    return str(value)
