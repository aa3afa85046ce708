"""`symdt frontier`: cost-effectiveness, with the willingness to pay as a letter."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symdt.cli.arguments import AT, DIGITS, FORCE, JSON, TREE, read_points, read_problem
from symdt.cli.output import beside, decimal, paragraph, print_json, say, say_head
from symdt.cli.progress import working
from symdt.errors import DomainError, quote

if TYPE_CHECKING:
    from symdt.analysis.cost_effect import CostEffectiveness

#: What the plane is written as.
FORMATS = (".svg", ".pdf", ".png", ".tex", ".json")


def frontier(
    file: Annotated[Path, typer.Argument(help="A problem file with costs and effects.")],
    at: AT = None,
    willingness: Annotated[
        str | None,
        typer.Option("--willingness", help="The letter for the willingness to pay; else the file's, or λ."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Draw the plane too: .svg .pdf .png .tex .json")
    ] = None,
    force: FORCE = False,
    as_json: JSON = False,
    tree: TREE = None,
    digits: DIGITS = None,
) -> int:
    """Find the frontier of cost and effect: dominance, incremental ratios, acceptability, EVPI."""
    from symdt.analysis.cost_effect import cost_effectiveness, state_acceptability
    from symdt.analysis.knowing.information import evpi
    from symdt.files import check_writable, write_whole
    from symdt.problems.net_benefit import WILLINGNESS
    from symdt.problems.table import DecisionProblem
    from symdt.show.plots.policy import cost_effectiveness as plane
    from symdt.show.writers import rendered, suffix_of

    suffix = "" if output is None else suffix_of(output, FORMATS)
    if output is not None:
        check_writable(output, force=force)
    problem = read_problem(file, tree)
    willingness = willingness or problem.willingness or WILLINGNESS
    point = read_points(at, problem)
    _check_along(willingness, point)
    with working("comparing"):
        found = cost_effectiveness(problem.at(point), willingness)
        free = _free(found)
        if free and output is not None:
            raise DomainError(
                f"the letter {quote(free[0])} is free: the plane is drawn at a point, fix it with --at"
            )
        answer: dict[str, Any] = {"title": problem.title, **found.to_json()}
        lines = _in_letters(found, free)
        if not free:
            here = found.at()
            answer["frontier"] = here.to_json()["options"]
            lines = [beside(str(here), digits)]
            if output is not None:
                write_whole(output, rendered(plane(here, title=problem.title), suffix), force=force)
                answer["wrote"] = [str(output)]
            if isinstance(found.problem, DecisionProblem) and not found.problem.experiments:
                accepted = state_acceptability(found.problem, None, willingness)
                perfect = evpi(found.problem)
                answer |= {"acceptability": accepted.to_json()["pieces"], "evpi": str(perfect.expression)}
                if len(found.problem.loss.states) > 1:
                    lines += [
                        "probability of being best:",
                        *(f"  {beside(x, digits)}" for x in str(accepted).splitlines()),
                    ]
                    lines.append(paragraph(f"perfect information: {decimal(perfect.expression, digits)}"))
    if as_json:
        print_json(answer)
        return 0
    say_head(problem.title, point)
    say("\n".join([*lines, *([f"wrote {output}"] if output is not None else [])]))
    return 0


def _check_along(willingness: str, point: Mapping[str, Any]) -> None:
    if willingness in point:
        raise DomainError(
            f"{quote(willingness)} is the willingness to pay, along which the frontier runs: leave it out of --at, or ask "
            f"`symdt solve --at {willingness}={point[willingness]}` what is best there"
        )


def _in_letters(found: CostEffectiveness, free: list[str]) -> list[str]:
    """The frontier where letters are left, and what more is told where none is."""
    from symdt.problems.table import DecisionProblem

    more = f"--at that fixes {', '.join(free)} tells how often each is best, and what perfect information is worth"
    is_told = bool(free) and isinstance(found.problem, DecisionProblem)
    return [str(found), *([paragraph(more)] if is_told else [])]


def _free(found: CostEffectiveness) -> list[str]:
    """The letters beside the willingness to pay that have no number."""
    return [s.name for s in found.problem.symbols if s != found.willingness]
