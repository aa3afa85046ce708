"""What `symdt solve` prints of rules and regions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symdt.cli.arguments import parameter
from symdt.cli.output import paragraph, print_json, say
from symdt.cli.progress import working
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
    with working("solving"):
        rule = decision_rule(fixed, symbol)
    with working("certifying"):
        verdict = certificate(rule) if certify else None
    certified = {Proved: True, Refuted: False}.get(type(verdict))
    if as_json:
        print_json({**rule.to_json(), "title": problem.title, "certified": certified})
    elif as_latex:
        say(rule.to_latex())
    else:
        _print_rule(problem, point, rule, verdict)
    if not rule.is_complete and not certified:  # a certificate also proves that the cases cover the domain
        raise BudgetError(f"the rule is not complete: {rule.rule.note}")
    if verdict is not None and certified is None:
        raise BudgetError(f"the certificate is {verdict}")
    return 1 if certified is False else 0


def _print_rule(problem: Problem, point: dict[str, Expr], rule: Any, verdict: Any) -> None:
    if problem.title:
        say(problem.title)
    if point:
        say(paragraph("at " + ", ".join(f"{n} = {v}" for n, v in point.items())))
    say(rule)
    for reason in rule.never_reasons:
        say(paragraph(f"never optimal: {reason}"))
    if verdict is not None:
        covers = (
            "" if rule.is_complete or str(verdict) != "proved" else ": the cases cover the domain after all"
        )
        say(paragraph(f"certificate: {verdict}{covers}"))


def regions_of(problem: Problem) -> Any:
    """Where each action is optimal, in all parameters at once."""
    from symdt.rules import decision_regions

    with working("solving"):
        return decision_regions(problem)
