"""The answer of `symdt solve` for a file with an `[amount]`: how much, in cases of the letters, with its proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symdt.cli.output import decimal, paragraph, print_json, say, say_head
from symdt.cli.progress import working

if TYPE_CHECKING:
    from symdt.problems.amounts.amount_problem import AmountProblem


def solve_amount(
    problem: AmountProblem, point: dict[str, Any], digits: int | None, *, as_json: bool, as_latex: bool
) -> int:
    """Print the best amount, the letters in `point` fixed first."""
    from symdt.analysis.best_amount import best_amount

    with working("solving"):
        found = best_amount(problem, point)
    if as_json:
        print_json({"title": problem.title, **found.to_json()})
        return 0
    if as_latex:
        from symdt.typeset.latex import to_latex

        say(to_latex(found))
        return 0
    sought = "least expected loss" if problem.optimum == "min" else "greatest expected utility"
    say_head(problem.title, point)
    where = f" where {found.problem.domain}" if found.problem.domain.conditions else ""
    ends = f">= {problem.low}" if problem.high is None else f"from {problem.low} to {problem.high}"
    say(paragraph(f"how much {problem.letter} {ends} ({sought}){where}:"))
    for case in found.cases:
        amount, value = case.told(found.problem.amount, lambda number: decimal(number, digits))
        worth = f", worth {value}" if value else ""
        when = " and ".join(map(str, case.conditions))
        line = f"{problem.letter} = {amount}{worth}".replace("= ≈", "≈") + (f"  if {when}" if when else "")
        say(paragraph(line, set_in=2))
    for tie in found.ties:
        say(paragraph(tie.told(problem.letter), set_in=2))
    for sentence in found.proof:
        say(paragraph(f"proved: {sentence}"))
    return 0
