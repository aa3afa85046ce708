"""`symdt policy`: repeated decisions without end, one policy for ever."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symdt.cli.arguments import AT, DIGITS, JSON, TREE, read_points, read_problem
from symdt.cli.bounds import for_a_search
from symdt.cli.output import decimal, in_table, paragraph, print_json, say, say_head
from symdt.cli.progress import working
from symdt.errors import BudgetError, FileError, did_you_mean, quote

if TYPE_CHECKING:
    from symdt.analysis.stationary_rule import Stationary
    from symdt.problems.processes.process import ProcessProblem


def policy(
    file: Annotated[Path, typer.Argument(help="A problem file with a [process].")],
    for_: Annotated[str | None, typer.Option("--for", help="Solve the policy for this letter.")] = None,
    at: AT = None,
    discount: Annotated[
        str | None,
        typer.Option("--discount", help="What the next cycle counts; the file's unless given, 1 for totals."),
    ] = None,
    average: Annotated[bool, typer.Option("--average", help="The average of a cycle, undiscounted.")] = False,
    given: Annotated[
        str | None, typer.Option("--policy", help="Value this one: 'STATE=ACTION,...', in the letters.")
    ] = None,
    as_json: JSON = False,
    tree: TREE = None,
    digits: DIGITS = None,
) -> int:
    """Find the best stationary policy of a process without end, exactly; or value one."""
    from symdt.analysis.stationary_rule import stationary_rule
    from symdt.problems.processes.process import ProcessProblem
    from symdt.solve.alternatives import SECONDS

    problem = read_problem(file, tree)
    if not isinstance(problem, ProcessProblem):
        raise FileError(f"{quote(file)} states no [process]: a stationary policy repeats itself in one")
    if average and discount is not None:
        raise FileError("both --average and --discount are given: give one of them")
    point = read_points(at, problem)
    fixed = problem.at(point)
    rate = _rate(fixed, discount)
    if for_ is None and (rate is not None or average):
        fixed = _without_its_discount(fixed, rate)
    if for_ is not None:
        if given is not None:
            raise FileError("both --for and --policy are given: the best policy is found, or one is valued")
        letter = fixed.domain.letter(for_)
        with working("solving"):
            rule = stationary_rule(fixed, letter, rate, average=average, seconds=for_a_search(SECONDS))
        _print(problem, point, rule.to_json(), str(rule), as_json=as_json)
        if not rule.is_complete:
            raise BudgetError(f"the rule is not complete: {rule.rule.rule.note}; allow more with --seconds")
        return 0
    with working("solving"):
        found, more = _at_one(fixed, given, rate, average)
    _print(problem, point, {**found.to_json(), **more}, _text(found, more, digits), as_json=as_json)
    return 0


def _rate(problem: ProcessProblem, discount: str | None) -> Any:
    if discount is None:
        return None
    from symdt.exact.language.syntax import parse

    return parse(discount, [s.name for s in problem.symbols])


def _without_its_discount(problem: ProcessProblem, rate: Any) -> ProcessProblem:
    """The process with the letters fixed that stand in its own discount alone, which another takes the place of."""
    from symdt.exact.polynomial import letters_of, to_rational
    from symdt.problems.expressions import expressions

    used = letters_of(expressions((problem.moves, problem.final))) | (
        rate.free_symbols if rate is not None else set()
    )
    own = zip(problem.domain.field.symbols, problem.domain.witness, strict=True)
    return problem.at({s.name: to_rational(v) for s, v in own if s not in used})


def _at_one(
    problem: ProcessProblem, given: str | None, rate: Any, average: bool
) -> tuple[Stationary, dict[str, Any]]:
    """The policy that is given, or the best one where no letters are left."""
    from symdt.analysis.stationary import best_policy, check_discount, gain, stationary_values
    from symdt.analysis.stationary_rule import Stationary, best_gain

    if given is not None:
        policy = _read_policy(given, problem)
        if average:
            return Stationary(policy, {}, gain(problem, policy)), {}
        check_discount(problem.domain, problem.discount if rate is None else rate)
        return Stationary(policy, stationary_values(problem, policy, rate), None), {}
    if problem.symbols:
        raise FileError(
            f"the letter {quote(problem.symbols[0].name)} is free: solve for it with --for, or fix it with --at"
        )
    if average:
        first, *others = best_gain(problem)
        return first, {"ties": [dict(p.policy) for p in others]}
    best = best_policy(problem, discount=rate)
    return Stationary(best.policy, best.values, None), {"ties": {s: list(a) for s, a in best.ties.items()}}


def _read_policy(text: str, problem: ProcessProblem) -> dict[str, str]:
    """The action of each state; a state with one action may be left out."""
    policy = {s: next(iter(actions)) for s, actions in problem.moves.items() if len(actions) == 1}
    for part in text.split(","):
        state, equals, action = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise FileError(f"--policy has {quote(part)}: write it as 'STATE=ACTION,STATE=ACTION'")
        if state not in problem.moves:
            raise FileError(f"{quote(state)} is no state: {did_you_mean(state, problem.moves)}")
        policy[state] = action
    return {s: policy[s] for s in problem.moves if s in policy}


def _text(found: Stationary, more: dict[str, Any], digits: int | None) -> str:
    ties = more.get("ties") or {}
    rows = []
    for s, a in found.policy.items():
        others = [b for b in ties.get(s, ()) if b != a] if isinstance(ties, dict) else []
        worth = [f"worth {decimal(found.values[s], digits)}"] if found.gain is None else []
        rows.append((s, " or ".join([a, *others]), *worth))
    lines = [in_table(rows)]
    if found.gain is not None:
        lines.append(f"  gain {decimal(found.gain, digits)} a cycle")
        same = (", ".join(f"{s}: {a}" for s, a in other.items()) for other in ties)
        lines += [paragraph(f"  as good: {policy}") for policy in same]
    return "\n".join(lines)


def _print(problem: ProcessProblem, point: dict[str, Any], answer: Any, text: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"title": problem.title, "optimum": problem.optimum, **answer})
        return
    say_head(problem.title, point)
    say(text)
