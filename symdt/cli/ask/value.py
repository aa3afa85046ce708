"""`symdt value`: what information is worth before deciding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symdt.cli.arguments import AT, DIGITS, JSON, TREE, read_points, read_problem
from symdt.cli.output import decimal, headlines, in_table, paragraph, print_json, say, say_head
from symdt.cli.progress import working
from symdt.cli.so_far import SoFar
from symdt.errors import TableError, TreeError, quote

if TYPE_CHECKING:
    from symdt.analysis.knowing.worth import InformationValue
    from symdt.analysis.knowing.worth_by_parts import ValueByParts
    from symdt.problems.conjugates.normal_problem import NormalProblem
    from symdt.problems.conjugates.sampling_problem import SamplingProblem
    from symdt.problems.diagrams.diagram import InfluenceDiagram
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


#: What an influence diagram calls itself.
DIAGRAM = "an influence diagram"
#: What is said where it was interrupted.
INTERRUPTED = "what else may be learnt is not told"
#: What is said besides where the functions of a minimum or a maximum were not all compared.
UNCOMPARED = "some functions that were not compared may be superfluous"


def value(
    file: Annotated[Path, typer.Argument(help="A problem file; see `symdt new`.")],
    at: AT = None,
    as_json: JSON = False,
    tree: TREE = None,
    most: Annotated[int | None, typer.Option("--most", help="The largest sample to look at.")] = None,
    digits: DIGITS = None,
) -> int:
    """Value information: of the state or an event, a part of it, an experiment's outcome."""
    from symdt.problems.conjugates.normal_problem import NormalProblem
    from symdt.problems.conjugates.sampling_problem import SamplingProblem

    problem = read_problem(file, tree)
    if isinstance(problem, NormalProblem | SamplingProblem):
        return _value_unknown(problem, read_points(at, problem), most, digits, as_json=as_json)
    _check_valued(problem, file, most)
    point = read_points(at, problem)
    fixed = problem.at(point) if point else problem
    worths = _worths(fixed, file)
    if as_json:
        print_json({"title": problem.title, **worths.to_json()})
    else:
        say_head(problem.title, point)
        _say_worths(fixed, worths, digits)
    if worths.error is not None:
        raise worths.error
    return 0


def _say_worths(fixed: Problem, worths: Worths, digits: int | None) -> None:
    """All that was valued, in words."""
    from symdt.analysis.knowing.worth_by_parts import ValueByParts

    perfect, unsaid = worths.perfect, worths.unsaid
    assert perfect is not None
    best = perfect.without
    kind = "expected loss" if fixed.optimum == "min" else "expected utility"
    if isinstance(perfect, ValueByParts):
        _say_by_parts(
            f"{kind} of deciding now", perfect, [decimal(v.without, digits) for _, v in perfect.parts]
        )
    else:
        say(paragraph(f"{kind} of deciding now: {decimal(best, digits)}"))
    tell = partial(_say_worth, digits=digits)
    tell("perfect information" + (f" ({perfect.name})" if fixed.kind == DIAGRAM and unsaid else ""), perfect)
    for name, worth in worths.parts.items():
        tell(f"learning {name}", worth)
    reasons: dict[str, list[str]] = {}
    for event, why in unsaid.items():
        reasons.setdefault(why, []).append(event)
    for why, events in reasons.items():
        name = ", ".join(events)
        say(paragraph(f"learning {name}{'' if fixed.kind == DIAGRAM else ' alone'}: not said, for {why}"))
    for name, worth in worths.samples.items():
        tell(name, worth, has_cost=True)
    if worths.ended:
        say(paragraph(f"{worths.ended}: {worths.missing}"))


@dataclass
class Worths(SoFar):
    """What it is worth to learn everything, parts of it, and the outcomes of experiments; why some is not said."""

    perfect: InformationValue | None = None
    parts: dict[str, InformationValue] = field(default_factory=dict)
    unsaid: dict[str, str] = field(default_factory=dict)
    samples: dict[str, InformationValue] = field(default_factory=dict)

    @property
    def is_something(self) -> bool:
        """Whether it is known what it is worth to learn everything."""
        return self.perfect is not None

    @property
    def missing(self) -> str:
        """What is not told, or not as it might be."""
        worths = [self.perfect, *self.parts.values(), *self.samples.values()]
        is_exact = all(worth is None or worth.is_exact for worth in worths)
        return INTERRUPTED if is_exact else f"{INTERRUPTED}; {UNCOMPARED}"

    def to_json(self) -> dict[str, Any]:
        """What was valued, in texts."""
        assert self.perfect is not None
        return {
            "evpi": str(self.perfect.expression),
            "evsi": {name: str(v.expression) for name, v in self.samples.items()},
            "evppi": {name: str(v.expression) for name, v in self.parts.items()},
            **({"unsaid": self.unsaid} if self.unsaid else {}),
            "value": str(self.perfect.without),
            **self.told(self.missing),
        }


def _worths(fixed: Problem, file: Path) -> Worths:
    """All that may be learnt of a problem, valued."""
    from symdt.analysis.knowing.information import evpi, evsi, has_events
    from symdt.problems.diagrams.diagram import InfluenceDiagram
    from symdt.problems.table import DecisionProblem

    stated = getattr(fixed, "stated", fixed)  # of one with min, max, abs or piecewise
    found = Worths()

    def find() -> None:
        if isinstance(stated, DecisionProblem):
            found.perfect = evpi(fixed)
            for experiment in stated.experiments:
                found.go_on()
                found.samples[experiment.name] = evsi(fixed, experiment.name)  # type: ignore[arg-type]
            found.go_on()
            for name, worth in _parts(fixed, stated):
                found.parts[name] = worth
                found.go_on()
        elif isinstance(fixed, InfluenceDiagram):
            _value_nodes(fixed, found)
        elif has_events(stated):
            try:
                _value_events(fixed, stated, found)
            except TreeError as error:
                if file.suffix.lower() in (".toml", ""):
                    raise
                raise TreeError(
                    f"{error}; a file of this format has no place for that: `symdt convert {file.name} {file.name}.toml`, and "
                    "say it there"
                ) from None

    with working("valuing"):
        found.ask(find)
    if found.perfect:
        return found
    raise TableError(
        f"{quote(file)} states {fixed.kind}: information is valued about the states of a table, the events of a tree and "
        "the chance nodes of a diagram; state what may be learnt as one of them"
    )


def _say_worth(head: str, worth: InformationValue, *, digits: int | None, has_cost: bool = False) -> None:
    """What some information is worth, and net of its cost; in a line each where parts of the domain have their own."""
    from symdt.analysis.knowing.worth_by_parts import ValueByParts

    def told(gross: Any, net: Any) -> str:
        more = f", net of its cost {decimal(net, digits)}" if has_cost else ""
        return f"{decimal(gross, digits)}{more}"

    if not isinstance(worth, ValueByParts):
        say(paragraph(f"{head}: {told(worth.expression, worth.net)}"))
        return
    _say_by_parts(head, worth, [told(own.expression, own.net) for _, own in worth.parts])


def _say_by_parts(head: str, worth: ValueByParts, told: Sequence[str]) -> None:
    """What is told of each part of the domain, a line for each that is another, and where."""
    from symdt.regions.overlay import overlay

    say(f"{head}:")
    rows: dict[str, list[str]] = {}
    for (where, _), one in zip(worth.parts, told, strict=True):
        part = overlay(where, worth.domain)  # without the conditions that others imply
        text = " and ".join(map(str, part.conditions if part is not None else where))
        rows.setdefault(one, []).append(text)
    for text, places in rows.items():
        say(
            paragraph(f"{text}  {'everywhere' if len(rows) == 1 else 'if ' + ', or '.join(places)}", set_in=2)
        )


def _value_nodes(diagram: InfluenceDiagram, found: Worths) -> None:
    """What all chance nodes of a diagram that hang on no decision are worth together, each alone, and why not the others."""
    from symdt.analysis.knowing.experiments import open_chances, value_of_learning

    free, found.unsaid = open_chances(diagram)
    name = ", ".join(free) if free else "nothing hangs on chance alone that is not known already"
    found.perfect = value_of_learning(diagram, list(free), name=name)
    for chance in free:
        found.go_on()
        found.parts[chance] = value_of_learning(diagram, [chance]) if len(free) > 1 else found.perfect


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
    say_head(problem.title, point)
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
    if fixed.is_sequential:
        _check_most(most)
        return _value_sequence(fixed, point, digits, as_json=as_json)
    with working("valuing"):
        # samples of other sizes than those offered may have no rational probabilities where the shape is a fraction
        is_any = isinstance(getattr(fixed.prior, "shape", 1), int)
        by_size = sample_sizes(fixed, most=most) if is_any and not fixed.symbols else None
        samples = {f"sample {n}": sample_worth(fixed, n) for n in fixed.sizes}
    evsi = {n: str(v.expression) for n, v in samples.items()}
    answer: dict[str, Any] = {"title": problem.title}
    lines = headlines(problem.title, point)
    kind = "expected loss" if fixed.optimum == "min" else "expected utility"
    if by_size is None:
        best = next(iter(samples.values())).without
        answer |= {"evpi": None, "evsi": evsi, "value": str(best)}
        lines.append(paragraph(f"{kind} of deciding now: {decimal(best, digits)}"))
        lines += [
            paragraph(f"{n}: {decimal(v.expression, digits)}, net of its cost {decimal(v.net, digits)}")
            for n, v in samples.items()
        ]
    else:
        perfect = None if by_size.perfect is None else str(by_size.perfect)
        answer |= {"evpi": perfect, "evsi": evsi, "value": str(by_size.value), **by_size.to_json()}
        lines.append(f"{kind} of deciding now: {decimal(by_size.value, digits)}")
        if by_size.perfect is not None:
            lines.append(f"perfect information: {decimal(by_size.perfect, digits)}")
        elif by_size.bound is not None:
            lines.append(f"perfect information: at most {_above(by_size.bound, digits or 4)}")
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


def _check_most(most: int | None) -> None:
    if most is not None:
        raise TableError(
            "--most is given, but items are drawn one after the other: the file says how many at most, n"
        )


def _value_sequence(
    fixed: SamplingProblem, point: dict[str, Any], digits: int | None, *, as_json: bool
) -> int:
    """What it is worth to draw items one after the other, and to stop when it no longer pays."""
    from symdt.analysis.knowing.sample_size import sequence_worth

    with working("valuing"):
        found = sequence_worth(fixed)
    most = max(fixed.sizes)
    if as_json:
        told = {"most": most, "worth": str(found.expression)}
        print_json(
            {"title": fixed.title, "evpi": None, "evsi": {}, "sequence": told, "value": str(found.without)}
        )
        return 0
    say_head(fixed.title, point)
    kind = "expected loss" if fixed.optimum == "min" else "expected utility"
    say(paragraph(f"{kind} of deciding now: {decimal(found.without, digits)}"))
    worth = decimal(found.expression, digits)
    say(paragraph(f"drawing at most {most} one after the other, their costs paid: {worth}"))
    return 0


def _above(bound: Any, digits: int) -> str:
    """A bound from above with so many decimals, rounded upwards."""
    from sympy import Rational, ceiling

    from symdt.exact.formula import decimals

    return decimals(Rational(ceiling(bound * 10**digits), 10**digits), digits)


def _decimals(cell: str, digits: int | None) -> str:
    """A cell of a table, its fraction with decimals beside it where they are wanted."""
    from sympy import Rational

    return decimal(Rational(cell), digits) if digits is not None and "/" in cell else cell


def _value_events(problem: Problem, stated: Problem, found: Worths) -> None:
    """What each event of a tree is worth by itself, or with those it hangs on; why some are not valued alone."""
    from symdt.analysis.knowing.events import law_of
    from symdt.analysis.knowing.information import evpi, evppi

    found.perfect = evpi(problem)
    law = law_of(stated.tree)
    found.unsaid = {e: law.why_unsaid(e) for e in law.unsaid}
    groups = dict.fromkeys(
        tuple(e for e in law.states if e in (*law.before.get(x, ()), x)) for x in law.states
    )
    for group in groups:
        found.go_on()
        worth = evppi(problem, list(group))
        found.parts[worth.name] = worth


def _parts(problem: Problem, stated: DecisionProblem) -> Iterator[tuple[str, InformationValue]]:
    """What each component is worth where states are written with commas: `wet,warm`; by its factor's name, if it has one."""
    from symdt.analysis.knowing.information import evppi

    states: list[Any] = [s.split(",") for s in stated.loss.states]
    width = len(states[0])
    if width < 2 or any(len(s) != width or "{" in s[0] for s in states):
        return
    for i in range(width):
        name = stated.factors[i].name if stated.factors else f"component {i + 1}"
        yield (
            f"{name} ({'/'.join(dict.fromkeys(s[i].strip() for s in states))})",
            evppi(problem, i),
        )
