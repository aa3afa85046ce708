"""`symdt solve`: values, the optimum at a point, the rule solved for a parameter."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symdt.cli.arguments import AT, DIGITS, JSON, TREE, read_points, read_problem
from symdt.cli.ask.amounts import solve_amount
from symdt.cli.ask.attitudes import is_about_attitude, solve_attitude, with_attitude
from symdt.cli.ask.rules import Wanted, solve_for
from symdt.cli.bounds import for_a_search
from symdt.cli.output import (
    decimal,
    headlines,
    in_columns,
    in_table,
    paragraph,
    print_json,
    say,
    texts,
)
from symdt.cli.progress import working
from symdt.errors import BudgetError, FileError, Stopped

if TYPE_CHECKING:
    from sympy import Expr

    from symdt.problems.problem import Problem
    from symdt.solve.solved import Optimal


#: What is said of regions where it was interrupted.
INTERRUPTED = "some of the conditions may follow from others"


def solve(
    file: Annotated[Path, typer.Argument(help="A problem file; see `symdt new`.")],
    for_: Annotated[str | None, typer.Option("--for", help="Solve the rule for this parameter.")] = None,
    at: AT = None,
    certify: Annotated[bool, typer.Option("--certify", help="Prove the rule independently.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Give the derivation of the rule.")] = False,
    as_json: JSON = False,
    tree: TREE = None,
    as_latex: Annotated[bool, typer.Option("--latex", help="Answer in LaTeX.")] = False,
    digits: DIGITS = None,
    attitude: Annotated[
        str | None,
        typer.Option("--attitude", help="To risk: 'exponential R' or 'logarithmic w', with its letter."),
    ] = None,
) -> int:
    """Solve a decision problem exactly: values, the best action, the rule."""
    wanted = Wanted(certify, explain, as_json, as_latex)
    if as_json and as_latex:
        raise FileError("both --json and --latex are given: give one of them")
    problem = with_attitude(read_problem(file, tree), attitude)
    own = _own_answer(problem, for_, at, wanted, digits)
    if own is not None:
        return own
    point = read_points(at, problem)
    if for_ is not None:
        return solve_for(problem, for_, point, wanted, digits)
    if len(point) == len(problem.symbols):
        from symdt.solve.risk import optimum_at

        answer = optimum_at(problem, point)
        if as_json:
            print_json(optimum_json(problem, answer))
        elif as_latex:
            from symdt.typeset.latex import optimal

            say(optimal(answer, problem.optimum))
        else:
            say(optimum_text(problem, point, answer, digits))
        return 0
    problem = problem.at(point)  # the letters that are left free are those of the answer
    if as_latex:
        from symdt.solve.risk import risks
        from symdt.typeset.latex import values_latex

        say(values_latex(risks(problem), problem.optimum))
        return 0
    return _solve_regions(problem, point, as_json=as_json)


def _solve_regions(problem: Problem, point: dict[str, Expr], *, as_json: bool) -> int:
    """Print where each action is optimal, as far as that is known."""
    regions = regions_of(problem)
    is_interrupted = Stopped.raised is KeyboardInterrupt
    if as_json:
        more = {"interrupted": INTERRUPTED} if is_interrupted else {}
        print_json({**regions.to_json(), "title": problem.title, **more})
    else:
        say(heading(problem, point))
        values = regions.alternatives.values
        say(in_columns((name, value, "") for name, value in values.items()))
        say("Best where:")
        say("\n".join(paragraph("  " + line) for line in str(regions).splitlines()))
        if is_interrupted:
            say(paragraph(f"it was interrupted: {INTERRUPTED}"))
    if not regions.is_complete:
        raise BudgetError(
            "the regions are not complete within the budget: fix some letters with --at, or allow more with --seconds"
        )
    return 0


def _own_answer(
    problem: Problem, for_: str | None, at: list[str] | None, wanted: Wanted, digits: int | None
) -> int | None:
    """The answer to a question that is no rule in letters: about an attitude to risk, or an amount; else None."""
    from symdt.problems.amounts.amount_problem import AmountProblem

    # the answer to how much always has its proof, whether --certify asks for it or not
    if isinstance(problem, AmountProblem):
        if for_ is not None or wanted.explain:
            raise FileError("an amount is found for all letters and proved: leave out --for and --explain")
        return solve_amount(
            problem, read_points(at, problem), digits, as_json=wanted.as_json, as_latex=wanted.as_latex
        )
    if (wanted.certify or wanted.explain) and for_ is None:
        option = "--certify" if wanted.certify else "--explain"
        raise FileError(f"{option} is given without --for: say which parameter the rule is solved for")
    if is_about_attitude(problem, for_, at):
        if wanted.explain or wanted.as_latex:
            raise FileError("--explain and --latex are for rules in letters: leave them out here")
        return solve_attitude(problem, for_, at, digits, as_json=wanted.as_json, certify=wanted.certify)
    return None


def optimum_json(problem: Problem, answer: Optimal) -> dict[str, Any]:
    """The optimum at a point as CONTRACT's JSON has it; of a process its policy besides, cycle by cycle."""
    from symdt.solve.written.rule_text import ties_json

    found: dict[str, Any] = {
        "title": problem.title,
        "optimum": problem.optimum,
        "action": answer.action,
        "ties": list(answer.ties),
        "strategy": answer.strategy,
        "value": str(answer.value),
        "values": texts(answer.values),
    }
    found |= ties_json(answer.strategy_ties)
    policy = problem.policy(answer.strategy, answer.strategy_ties)
    return found | ({"policy": policy.to_json()} if policy is not None else {})


def optimum_text(problem: Problem, point: dict[str, Expr], answer: Optimal, digits: int | None = None) -> str:
    """The optimum at a point for eyes: every value, what is best, and what to do when."""
    from symdt.solve.alternatives import Choice
    from symdt.solve.written.choice_rows import AS_FOLLOWS, strategy_rows

    kind = "expected loss" if problem.optimum == "min" else "expected utility"
    lines = headlines(problem.title, point)
    remark = "best" if len(answer.ties) == 1 else "ties for best"
    action = answer.action
    whole = Choice(action, tuple(answer.strategy.items()))
    if len(answer.strategy) > 1 and whole.is_after_chance:
        action = AS_FOLLOWS  # the rows below are the whole strategy
    else:
        values = answer.values.items()
        lines.append(
            in_columns((n, decimal(v, digits), remark if n in answer.ties else "") for n, v in values)
        )
    lines.append(paragraph(f"{action}: {kind} {decimal(answer.value, digits)}"))
    policy = problem.policy(answer.strategy, answer.strategy_ties)
    if policy is not None:
        lines.append(in_table(policy.rows()))
    elif len(answer.strategy) > 1:
        rows = strategy_rows(list(answer.strategy.items()), answer.strategy_ties)
        lines += [paragraph(row, set_in=2) for row in rows]
    return "\n".join(lines)


def heading(problem: Problem, point: dict[str, Expr]) -> str:
    """The title, what is fixed, what the values are, and for which letters."""
    kind = "Expected loss (least is best)" if problem.optimum == "min" else "Expected utility (most is best)"
    if problem.attitude == "logarithmic":
        kind = "Products of wealths, each as often as it is likely (most is best)"
    lines = headlines(problem.title, point)
    return "\n".join([*lines, paragraph(f"{kind} for {problem.domain}:")])


def regions_of(problem: Problem) -> Any:
    """Where each action is optimal, in all letters at once."""
    from symdt.solve.alternatives import SECONDS
    from symdt.solve.regions import decision_regions

    with working("solving"):
        return decision_regions(problem, seconds=for_a_search(SECONDS))
