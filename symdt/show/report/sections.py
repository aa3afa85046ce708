"""The report on any problem: its sections in order, and what a reader wants to know first."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from typing import Any

from symdt.errors import BudgetError
from symdt.exact.language.numerals import as_written
from symdt.problems.amounts.amount_problem import AmountProblem
from symdt.problems.problem import Problem
from symdt.show.report import analyses, answers
from symdt.show.report.asked import Asked
from symdt.show.report.document import Progress, Report, Section
from symdt.show.report.how_much import report_amount
from symdt.show.report.statements import statements
from symdt.typeset import html as blocks
from symdt.typeset.mathml import to_mathml


def report(
    problem: Problem,
    presets: Mapping[str, Any] | None = None,
    *,
    file: str = "problem.toml",
    progress: Progress | None = None,
) -> Report:
    """Everything about one problem, in memory.

    `presets` is the file's table `[explore]` with its `source`; `file` is its name for the commands;
    `progress` is told of each step.
    """
    if isinstance(problem, AmountProblem):
        made = report_amount(problem, presets, file=file, progress=progress)
        made.sections.append(analyses.references(presets or {}, made))
        return made
    asked = Asked(problem, presets or {}, file)
    title = asked.problem.title or asked.file
    made = Report(title, lead(asked), f"symdt report {asked.file}")
    steps: list[tuple[str, Callable[[Asked, Report], Section | None]]] = [
        ("the problem", answers.stated),
        ("rules", answers.rules),
        ("regions", answers.regions),
        ("the tree", analyses.tree),
        ("sensitivity", analyses.sensitivity),
        ("information", analyses.information),
        ("the statements", statements),
        ("the page", analyses.live),
    ]
    for i, (name, make) in enumerate(steps):
        if progress is not None:
            progress(i, len(steps), name)
        try:
            section = make(asked, made)
        except BudgetError:  # the others are told all the same
            made.cut.append(name)
            section = Section(
                name.removeprefix("the "), name.capitalize(), [blocks.paragraph(f"{answers.ENDED}.")]
            )
        if section is not None:
            made.sections.append(section)
    made.sections.append(analyses.references(asked.presets, made))
    made.summary = summary(asked, made)
    if progress is not None:
        progress(len(steps), len(steps), "written")
    return made


def lead(asked: Asked) -> str:
    """The problem in one sentence."""
    problem = asked.problem
    count = f"{len(asked.choices.actions)} actions"
    letters = f"{len(problem.symbols)} letter{'s' * (len(problem.symbols) != 1)}"
    goal = "least expected loss" if asked.choices.optimum == "min" else "greatest expected utility"
    goal = f"best {asked.kind}" if asked.told is not None else goal
    return (
        f"The action of {goal} among {count}, exact for all values of {letters}."
        if problem.symbols
        else f"The action of {goal} among {count}."
    )


def summary(asked: Asked, made: Report) -> list[str]:
    """What a reader wants to know first."""
    best = asked.optimum
    chosen = " and ".join(f"<strong>{blocks.name_html(a)}</strong>" for a in best.ties or (best.action,))
    verb = "tie" if len(best.ties) > 1 else "is optimal"
    where = f"At {_point(asked)}, " if asked.point else ""
    worth = asked.worth(best.value) or f"{to_mathml(best.value)}{blocks.decimal(best.value)}"
    lines = [f"<p>{where}{chosen} {verb}: {asked.kind} {worth}.</p>"]
    if asked.found:
        first = next(iter(asked.found.values()))
        lines.append(
            "<p>For all values of the letters:</p>" + (answers.tolerances(asked) or blocks.rule(first))
        )
        if asked.is_told and not answers.tolerances(asked):
            lines.append(answers.meaning(asked))
        said = "; ".join(
            f"{blocks.name_html(asked.letter(n))}: {html.escape(v)}" for n, v in asked.verdicts.items()
        )
        lines.append(f'<p class="quiet">Independent proofs of the rules: {said}.</p>')
        if first.never_optimal:
            lost = ", ".join(blocks.name_html(a) for a in first.never_optimal)
            lines.append(f"<p>Never optimal: {lost}.</p>")
    pages = " ".join(f'<a href="#{s.id}">{html.escape(s.title)}</a>' for s in made.sections if s.id == "page")
    return [*lines, f'<p class="quiet">Touch it: {pages}.</p>'] if pages else lines


def _point(asked: Asked) -> str:
    """The point of the figures: exact, but for a tolerance."""
    return ", ".join(
        f"{blocks.name_html(n)} = {to_mathml(as_written(v, asked.problem.numerals))}"
        if asked.letter(n) == n
        else f"{blocks.name_html(asked.letter(n))} {asked.number(n, v)}"
        for n, v in asked.point.items()
    )
