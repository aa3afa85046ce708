"""`symdt value`: what information is worth before deciding."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symdt.cli.arguments import AT, DIGITS, JSON, read_points, read_problem
from symdt.cli.output import decimal, in_table, paragraph, print_json, say
from symdt.cli.progress import working
from symdt.errors import TableError, TreeError, quote

if TYPE_CHECKING:
    from symdt.analysis.knowing.worth import InformationValue
    from symdt.problems.conjugates.normal_problem import NormalProblem
    from symdt.problems.conjugates.sampling_problem import SamplingProblem
    from symdt.problems.problem import Problem
    from symdt.problems.table import DecisionProblem


def _check_valued(problem: Problem, file: Path, most: int | None) -> None:
    """An error, if the worth of information is no expected value here, or --most has no sense."""
    if most is not None:
        raise TableError(f"--most is given for {problem.kind}: it is for samples of an unknown rate")
    if problem.attitude is not None:
        more = ", or use information_price in Python" if problem.attitude == "exponential" else ""
        raise TableError(
            f"{quote(file)} has {problem.attitude} utility, under which information has a price and no expected value: leave the "
            f"attitude out of the file{more}"
        )


def _perfect(problem: Problem) -> InformationValue:
    """What perfect information is worth; why it is not said, in words of diagrams where the problem is one."""
    from symdt.analysis.knowing.information import evpi

    try:
        return evpi(problem)
    except TreeError:
        _check_undecided(problem)
        raise


def _check_undecided(problem: Problem) -> None:
    """An error if a chance node of a diagram hangs on a decision: nobody learns beforehand what is still decided."""
    from symdt.problems.diagrams.diagram import InfluenceDiagram
    from symdt.problems.diagrams.node import ChanceNode, DecisionNode

    if not isinstance(problem, InfluenceDiagram) or problem.memory == "limited":
        return
    first = next((n.name for n in problem.nodes if isinstance(n, DecisionNode)), "")
    for node in problem.nodes:
        over = [n for n in problem.ancestors([node.name]) if isinstance(problem.by_name[n], DecisionNode)]
        if isinstance(node, ChanceNode) and over and node.name in problem.sequence:
            raise TableError(
                f"the chance node {quote(node.name)} hangs on the decision {quote(min(over))}, so all of chance cannot be "
                f"learned before it: to value one node, write it into knows of {quote(first)} in a copy of the file and "
                "compare what `symdt solve` says of both"
            )


def value(
    file: Annotated[Path, typer.Argument(help="A problem file; see `symdt new`.")],
    at: AT = None,
    as_json: JSON = False,
    most: Annotated[int | None, typer.Option("--most", help="The largest sample to look at.")] = None,
    digits: DIGITS = None,
) -> int:
    """Value information: of the state or an event, a part of it, an experiment's outcome."""
    from symdt.analysis.knowing.information import evsi, has_events
    from symdt.problems.conjugates.normal_problem import NormalProblem
    from symdt.problems.conjugates.sampling_problem import SamplingProblem
    from symdt.problems.table import DecisionProblem

    problem = read_problem(file)
    if isinstance(problem, NormalProblem | SamplingProblem):
        return _value_unknown(problem, read_points(at, problem), most, digits, as_json=as_json)
    _check_valued(problem, file, most)
    point = read_points(at, problem)
    fixed = problem.at(point) if point else problem
    if not isinstance(fixed, DecisionProblem) and not has_events(fixed):
        raise TableError(
            f"{quote(file)} states {problem.kind}: information is valued about states of a table, events of a tree or diagram"
        )
    unsaid: dict[str, str] = {}
    with working("valuing"):
        perfect = _perfect(fixed)
        if isinstance(fixed, DecisionProblem):
            samples = {e.name: evsi(fixed, e) for e in fixed.experiments}
            parts = dict(_parts(fixed))
        else:
            samples, (parts, unsaid) = {}, _events(fixed)
    best = perfect.without
    if as_json:
        print_json(
            {
                "title": problem.title,
                "evpi": str(perfect.expression),
                "evsi": {name: str(v.expression) for name, v in samples.items()},
                "evppi": {name: str(v.expression) for name, v in parts.items()},
                **({"unsaid": unsaid} if unsaid else {}),
                "value": str(best),
            }
        )
        return 0
    if problem.title:
        say(problem.title)
    if point:
        say(paragraph("at " + ", ".join(f"{n} = {v}" for n, v in point.items())))
    kind = "expected loss" if fixed.optimum == "min" else "expected utility"
    say(paragraph(f"{kind} of deciding now: {decimal(best, digits)}"))
    say(paragraph(f"perfect information: {decimal(perfect.expression, digits)}"))
    for name, worth in parts.items():
        say(paragraph(f"learning {name}: {decimal(worth.expression, digits)}"))
    for name, why in unsaid.items():
        say(paragraph(f"learning {name} alone: not said, for {why}"))
    for name, worth in samples.items():
        say(
            paragraph(
                f"{name}: {decimal(worth.expression, digits)}, less its cost {decimal(worth.net, digits)}"
            )
        )
    return 0


def _value_unknown(
    problem: NormalProblem | SamplingProblem,
    point: dict[str, Any],
    most: int | None,
    digits: int | None,
    *,
    as_json: bool,
) -> int:
    """What is worth to learn of an unknown mean or rate."""
    from symdt.problems.conjugates.normal_problem import NormalProblem

    if isinstance(problem, NormalProblem):
        return _value_measurements(problem, point, most, as_json=as_json)
    return _value_samples(problem, point, most, digits, as_json=as_json)


def _value_measurements(
    problem: NormalProblem, point: dict[str, Any], most: int | None, *, as_json: bool
) -> int:
    """What measurements of an unknown mean are worth, in decimals with a stated error."""
    from symdt.analysis.knowing.normal_sizes import normal_sizes

    with working("valuing"):
        found = normal_sizes(problem, point, most=most)
    if as_json:
        print_json({"title": problem.title, **found.to_json()})
        return 0
    if problem.title:
        say(problem.title)
    if point:
        say(paragraph("at " + ", ".join(f"{n} = {v}" for n, v in point.items())))
    say(found)
    if found.is_proved:
        say(
            f"more than {found.sizes[-1].n} are never as good: their cost would exceed what they can be worth"
        )
    return 0


def _value_samples(
    problem: SamplingProblem, point: dict[str, Any], most: int | None, digits: int | None, *, as_json: bool
) -> int:
    """What samples of an unknown rate are worth: those offered in the letters; every size where none is left."""
    from symdt.analysis.knowing.sample_size import sample_sizes, sample_worth

    fixed = problem.at(point)
    with working("valuing"):
        # samples of other sizes than those offered may have no rational probabilities where the shape is a fraction
        is_any = isinstance(getattr(fixed.prior, "shape", 1), int)
        by_size = (
            sample_sizes(fixed, most=most) if is_any and (not fixed.symbols or fixed.is_sequential) else None
        )
        samples = {f"sample {n}": sample_worth(fixed, n) for n in fixed.sizes}
    evsi = {n: str(v.expression) for n, v in samples.items()}
    answer: dict[str, Any] = {"title": problem.title}
    lines = [problem.title] if problem.title else []
    if point:
        lines.append(paragraph("at " + ", ".join(f"{n} = {v}" for n, v in point.items())))
    kind = "expected loss" if fixed.optimum == "min" else "expected utility"
    if by_size is None:
        best = next(iter(samples.values())).without
        answer |= {"evpi": None, "evsi": evsi, "value": str(best)}
        lines.append(paragraph(f"{kind} of deciding now: {decimal(best, digits)}"))
        lines += [
            paragraph(f"{n}: {decimal(v.expression, digits)}, less its cost {decimal(v.net, digits)}")
            for n, v in samples.items()
        ]
    else:
        perfect = None if by_size.perfect is None else str(by_size.perfect)
        answer |= {"evpi": perfect, "evsi": evsi, "value": str(by_size.value), **by_size.to_json()}
        lines.append(f"{kind} of deciding now: {decimal(by_size.value, digits)}")
        if by_size.perfect is not None:
            lines.append(f"perfect information: {decimal(by_size.perfect, digits)}")
        elif by_size.bound is not None:
            lines.append(f"perfect information: at most {float(by_size.bound):.{digits or 4}f}")
        lines.append(in_table([tuple(_decimals(cell, digits) for cell in row) for row in by_size.rows()]))
        if by_size.is_proved:
            lines.append("no larger sample is as good: its cost alone would exceed what it can be worth")
        else:
            lines.append(
                f"larger samples than {by_size.sizes[-1].n} were not looked at: --most looks further"
            )
    if as_json:
        print_json(answer)
    else:
        say("\n".join(lines))
    return 0


def _decimals(cell: str, digits: int | None) -> str:
    """A cell of a table, its fraction with decimals beside it where they are wanted."""
    from sympy import Rational

    return decimal(Rational(cell), digits) if digits is not None and "/" in cell else cell


def _events(problem: Problem) -> tuple[dict[str, InformationValue], dict[str, str]]:
    """What each event of a tree is worth by itself, or with those it hangs on; why some are not valued alone."""
    from symdt.analysis.knowing.events import law_of
    from symdt.analysis.knowing.information import evppi

    law = law_of(problem.tree)
    groups = dict.fromkeys(
        tuple(e for e in law.states if e in (*law.before.get(x, ()), x)) for x in law.states
    )
    worths = [evppi(problem, list(group)) for group in groups]
    return {w.name: w for w in worths}, {e: law.why_unsaid(e) for e in law.unsaid}


def _parts(problem: DecisionProblem) -> Iterator[tuple[str, InformationValue]]:
    """What each component is worth where states are written with commas: `wet,warm`; by its factor's name, if it has one."""
    from symdt.analysis.knowing.information import evppi

    states: list[Any] = [s.split(",") for s in problem.loss.states]
    width = len(states[0])
    if width < 2 or any(len(s) != width or "{" in s[0] for s in states):
        return
    for i in range(width):
        name = problem.factors[i].name if problem.factors else f"component {i + 1}"
        yield (
            f"{name} ({'/'.join(dict.fromkeys(s[i].strip() for s in states))})",
            evppi(problem, i),
        )
