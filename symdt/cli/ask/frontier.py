"""`symdt frontier`: cost-effectiveness, with the willingness to pay as a letter."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from symdt.cli.arguments import AT, JSON, read_points, read_problem
from symdt.cli.output import paragraph, print_json, say
from symdt.cli.progress import working


def frontier(
    file: Annotated[Path, typer.Argument(help="A problem file with costs and effects.")],
    at: AT = None,
    willingness: Annotated[
        str, typer.Option("--willingness", help="The letter for the willingness to pay.")
    ] = "λ",
    as_json: JSON = False,
) -> int:
    """Find the frontier of cost and effect: dominance, incremental ratios, acceptability, EVPI."""
    from symdt.analysis.cost_effect import cost_effectiveness, state_acceptability
    from symdt.analysis.knowing.information import evpi
    from symdt.problems.table import DecisionProblem

    problem = read_problem(file)
    point = read_points(at, problem)
    with working("comparing"):
        found = cost_effectiveness(problem.at(point), willingness)
        is_fixed = set(found.problem.symbols) == {found.willingness}
        answer: dict[str, Any] = {"title": problem.title, **found.to_json()}
        lines = [str(found)]
        if is_fixed:
            here = found.at()
            answer["frontier"] = here.to_json()["options"]
            lines = [str(here)]
            if isinstance(found.problem, DecisionProblem) and not found.problem.experiments:
                accepted = state_acceptability(found.problem, None, willingness)
                perfect = evpi(found.problem)
                answer |= {"acceptability": accepted.to_json()["pieces"], "evpi": str(perfect.expression)}
                if len(found.problem.loss.states) > 1:
                    lines += ["probability of being best:", *(f"  {x}" for x in str(accepted).splitlines())]
                    lines.append(paragraph(f"perfect information: {perfect.expression}"))
    if as_json:
        print_json(answer)
        return 0
    if problem.title:
        say(problem.title)
    if point:
        say(paragraph("at " + ", ".join(f"{n} = {v}" for n, v in point.items())))
    say("\n".join(lines))
    return 0
