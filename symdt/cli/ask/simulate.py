"""`symdt simulate`: what uncertainty about the letters does to the decision."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from symdt.cli.arguments import AT, JSON, TREE, read_laws, read_points, read_problem
from symdt.cli.output import paragraph, print_json, say
from symdt.cli.progress import working
from symdt.errors import FileError, quote

if TYPE_CHECKING:
    from symdt.problems.problem import Problem


def simulate(
    file: Annotated[Path, typer.Argument(help="A problem file with a table [laws].")],
    at: AT = None,
    draws: Annotated[int, typer.Option("--draws", help="How many points are drawn.")] = 100_000,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same draws.")] = 1998,
    truncate: Annotated[
        bool, typer.Option("--truncate", help="Condition the laws on the domain, by drawing again.")
    ] = False,
    as_json: JSON = False,
    tree: TREE = None,
) -> int:
    """Draw the letters from their laws: how often each action is optimal, and what deciding now costs."""
    from symdt.analysis.simulated.simulation import TOO_MANY
    from symdt.analysis.simulated.simulation import simulate as simulated
    from symdt.formats.stated.toml_text import key

    problem = read_problem(file, tree)
    if problem.attitude is not None:
        raise FileError(
            f"{quote(file)} has {problem.attitude} utility, whose certainty equivalents have no mean over the draws: leave the "
            "attitude out of the file, or see `symdt sensitivity`"
        )
    point = read_points(at, problem)
    laws = {n: law for n, law in read_laws(file).items() if n not in point}
    fixed = problem.at(point) if point else problem
    missing = [s.name for s in fixed.symbols if s.name not in laws]
    if missing:
        low, high = _range(fixed, missing[0])
        raise FileError(
            f"the letter {quote(missing[0])} has no law: write {key(missing[0])} = 'uniform({low}, {high})' under [laws], or "
            "fix it with --at"
        )
    if not fixed.symbols:
        raise FileError(
            "no letter is left to be drawn: leave one that has a law out of --at, or ask `symdt solve --at`"
        )
    with working("drawing"):
        found = simulated(fixed, laws, draws=draws, seed=seed, truncate=truncate)
    if as_json:
        print_json(
            {
                "title": problem.title,
                "draws": found.draws,
                "action": found.action,
                "means": found.means,
                "optimal": found.optimal,
                "optimal_error": found.optimal_error,
                "loss_now": found.loss_now,
                "loss_now_error": found.loss_now_error,
                **({} if found.is_planned else {"note": TOO_MANY}),
            }
        )
        return 0
    if problem.title:
        say(problem.title)
    for line in str(found).splitlines():
        say(paragraph(line))
    return 0


def _range(problem: Problem, name: str) -> tuple[object, object]:
    """Two numbers between which a letter may be drawn: its bounds, one apart where it has one alone."""
    from symdt.exact.polynomial import to_rational

    low, high, *_ = problem.domain.box[problem.domain.field.names.index(name)]
    if low is None:
        low = 0 if high is None else high - 1
    return to_rational(low), to_rational(low + 1 if high is None else high)
