"""What `symdt solve` prints of rules and regions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from symdt.cli.arguments import parameter
from symdt.cli.output import print_json
from symdt.errors import DomainError, quote

if TYPE_CHECKING:
    from sympy import Expr

    from symdt.problem_file import Problem


def solve_for(
    problem: Problem, name: str, point: dict[str, Expr], *, certify: bool, as_json: bool, as_latex: bool
) -> int:
    """Print the rule solved for a parameter, the parameters in `point` fixed first."""
    from symdt.proof import Proved, Refuted
    from symdt.proof import certify as prove_rule
    from symdt.rules import decision_rule

    symbol = parameter(name, problem.symbols)
    if name in point:
        raise DomainError(f"--at fixes {quote(name)}, which --for solves for: leave it out of one of them")
    fixed = problem.at(point) if point else problem
    rule = decision_rule(fixed, symbol)
    verdict = prove_rule(rule) if certify else None
    certified = {Proved: True, Refuted: False}.get(type(verdict))
    if as_json:
        print_json({"title": problem.title, **rule.to_json(), "certified": certified})
    elif as_latex:
        typer.echo(rule.to_latex())
    else:
        typer.echo(rule)
        if verdict is not None:
            typer.echo(verdict)
    if not certify:
        return 0
    return {True: 0, False: 1, None: 3}[certified]


def regions_json(problem: Problem) -> dict[str, Any]:
    """The regions and the actions that are never optimal."""
    from symdt.rules import decision_regions

    return dict(decision_regions(problem).to_json())


def regions_text(problem: Problem) -> str:
    """Where each action is optimal."""
    from symdt.rules import decision_regions

    return str(decision_regions(problem))
