"""The report on a choice of an amount: its sections in order, and what a reader wants to know first."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from typing import Any

from symdt.analysis.best_amount import best_amount
from symdt.problems.amounts.amount_problem import AmountProblem
from symdt.show.report.amount_asked import AmountAsked
from symdt.show.report.amount_parts import answered, drawn, stated
from symdt.show.report.analyses import live
from symdt.show.report.document import Progress, Report, Section
from symdt.typeset import html as blocks
from symdt.typeset.mathml import to_mathml


def report_amount(
    problem: AmountProblem,
    presets: Mapping[str, Any] | None = None,
    *,
    file: str = "problem.toml",
    progress: Progress | None = None,
) -> Report:
    """Everything about one choice of an amount, in memory; see `symdt.show.report.report`."""
    asked = AmountAsked(problem, presets or {}, file)
    goal = "least expected loss" if problem.optimum == "min" else "greatest expected utility"
    letters = len(problem.symbols)
    every = f", exact for all values of {letters} letter{'s' * (letters != 1)}" if letters else ""
    made = Report(
        problem.title or file, f"How much {problem.letter}, for the {goal}{every}.", f"symdt report {file}"
    )
    steps: list[tuple[str, Callable[[AmountAsked, Report], Section]]] = [
        ("the problem", stated),
        ("the best amount", answered),
        ("figures", drawn),
        ("the page", live),
    ]
    for i, (name, make) in enumerate(steps):
        if progress is not None:
            progress(i, len(steps), name)
        made.sections.append(make(asked, made))
    made.summary = summary(asked)
    if progress is not None:
        progress(len(steps), len(steps), "written")
    return made


def summary(asked: AmountAsked) -> list[str]:
    """What a reader wants to know first."""
    case = best_amount(asked.problem, asked.point).cases[0]
    name = blocks.name_html(asked.problem.letter)
    where = ", ".join(f"{blocks.name_html(n)} = {to_mathml(v)}" for n, v in asked.point.items())
    at = f"At {where}, " if where else ""
    if case.root is not None:
        amount, value = case.told(asked.problem.amount)
        best, worth = (
            f"{name} {html.escape(amount.partition(',')[0])}",
            f": {asked.kind} {html.escape(value)}",
        )
    else:
        best = f"{name} = {to_mathml(case.amount)}"
        exact = case.value
        worth = "" if exact is None else f": {asked.kind} {to_mathml(exact)}{blocks.decimal(exact)}"
    return [
        f"<p>{at}<strong>{best}</strong> is best{worth}.</p>",
        f"<p>For all values of the letters: {len(asked.found.cases)} case{'s' * (len(asked.found.cases) != 1)}, proved.</p>",
    ]
