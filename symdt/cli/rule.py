"""What `symdt solve` prints of rules and regions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from symdt.cli.arguments import parameter
from symdt.cli.output import paragraph, print_json
from symdt.errors import BudgetError, DomainError, quote

if TYPE_CHECKING:
    from sympy import Expr

    from symdt.problem_file import Problem


def solve_for(
    problem: Problem, name: str, point: dict[str, Expr], *, certify: bool, as_json: bool, as_latex: bool
) -> int:
    """Print the rule solved for a parameter, the parameters in `point` fixed first."""
    symbol = parameter(name, problem.symbols)
    if name in point:
        raise DomainError(f"--at fixes {quote(name)}, which --for solves for: leave it out of one of them")
    from symdt.certificate import certify as certificate
    from symdt.proof import Proved, Refuted
    from symdt.rules import decision_rule

    fixed = problem.at(point) if point else problem
    rule = decision_rule(fixed, symbol)
    verdict = certificate(rule) if certify else None
    certified = {Proved: True, Refuted: False}.get(type(verdict))
    if as_json:
        print_json({**rule.to_json(), "title": problem.title, "certified": certified})
    elif as_latex:
        typer.echo(rule.to_latex())
    else:
        _print_rule(problem, point, rule, verdict)
    if not rule.is_complete:
        raise BudgetError(f"the rule is not complete: {rule.rule.note}")
    if verdict is not None and certified is None:
        raise BudgetError(f"the certificate is {verdict}")
    return 1 if certified is False else 0


def _print_rule(problem: Problem, point: dict[str, Expr], rule: Any, verdict: Any) -> None:
    if problem.title:
        typer.echo(problem.title)
    if point:
        typer.echo(paragraph("at " + ", ".join(f"{n} = {v}" for n, v in point.items())))
    typer.echo(rule)
    for reason in rule.never_reasons:
        typer.echo(paragraph(f"never optimal: {reason}"))
    if verdict is not None:
        typer.echo(paragraph(f"certificate: {verdict}"))


def regions_of(problem: Problem) -> Any:
    """Where each action is optimal, in all parameters at once."""
    from symdt.rules import decision_regions

    return decision_regions(problem)
