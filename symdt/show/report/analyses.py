"""The analyses in a report: strategy and tree, thresholds and tornado, information, the page, the sources."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from sympy import Expr

from symdt.analysis.knowing.information import evpi, evsi
from symdt.analysis.knowing.perfect import perfect_information
from symdt.analysis.sensitivity import one_way
from symdt.analysis.tornado import Tornado, tornado_data
from symdt.errors import BudgetError, SymdtError
from symdt.exact.language.numerals import as_written
from symdt.problems.table import DecisionProblem
from symdt.problems.tree_problem import to_tree
from symdt.show.page import Page
from symdt.show.page.record import record, timed
from symdt.show.plots.captions import point_note
from symdt.show.report.amount_asked import AmountAsked
from symdt.show.report.answers import ended
from symdt.show.report.asked import QUESTION, Asked
from symdt.show.report.document import Report, Section
from symdt.solve.foldback import fold_back
from symdt.typeset import html as blocks
from symdt.typeset.mathml import to_mathml

#: A tree with more leaves is not drawn: the page holds it, where it folds.
MAX_LEAVES = 64

#: What is said of each piece of information; on a narrow screen before each entry.
WORTH = ("worth, for all values", "at the point", "less its cost")


def tree(asked: Asked, made: Report) -> Section:
    """The tree folded back, and what to do when."""
    show = import_module("symdt.show")
    tree = to_tree(asked.fixed_problem, data=False)
    ties = asked.optimum.strategy_ties
    taken = {d: list(dict.fromkeys([b, *ties.get(d, ())])) for d, b in asked.optimum.strategy.items()}
    said = "; ".join(f"{d}: {' or '.join(many)}" for d, many in taken.items())
    shown = [(blocks.name_html(d), " or ".join(map(blocks.name_html, many))) for d, many in taken.items()]
    parts = [
        blocks.heading(f"What to do{asked.fixed()}"),
        blocks.cells(("decision", "branch"), shown),
    ]
    compared = (
        "" if asked.told is None else ": expected disutilities" if asked.is_told else ": products of wealths"
    )
    if tree.leaves <= MAX_LEAVES:
        fixed = asked.fixed_problem
        solved = fold_back(tree, domain=fixed.domain, optimum=fixed.optimum, check=False)
        at = f' --at "{asked.at}"' if asked.at else ""
        drawn = show.draw_tree(solved, palette=asked.palette, has_data=False, numerals=asked.problem.numerals)
        parts.append(
            made.figure(
                "tree", f"The decision tree, folded back{asked.fixed()}{compared}.", drawn.with_foot(point_note(asked.point, asked.problem.numerals)),
                says=f"Decision tree folded back{asked.fixed()}: {said}.",
                command=f"symdt draw {asked.file}{at} -o tree.svg",
            )
        )  # fmt: skip
    else:
        parts.append(
            blocks.paragraph(
                f"The tree has {tree.leaves} leaves: it is part of the page below, where it folds."
            )
        )
    return Section("tree", "Strategy and tree", parts)


def sensitivity(asked: Asked, made: Report) -> Section | None:
    """Thresholds of every letter around the point, and the tornado."""
    if not asked.problem.symbols:
        return None
    rows = []
    for symbol in asked.problem.symbols:
        one = one_way(asked.problem, symbol, asked.point, seconds=QUESTION)
        name = symbol.name
        is_own = asked.letter(name) == name
        switches = "<br>".join(
            f"{to_mathml(t) + blocks.decimal(t) if is_own else asked.number(name, t)}: {blocks.choice(a)} → {blocks.choice(b)}"
            for t, a, b in one.switches
        )
        here = (
            to_mathml(as_written(asked.point[name], asked.problem.numerals))
            if is_own
            else asked.number(name, asked.point[name])
        )
        rows.append((blocks.name_html(asked.letter(name)), here, switches or "none"))
    parts = [
        blocks.paragraph(
            "One letter at a time, the others at the point: every exact threshold, and what changes there."
        ),
        blocks.cells(("letter", "value", "thresholds"), rows),
    ]
    show = import_module("symdt.show")
    spans = {n: inside(asked, n) for n in asked.point}
    usable = {n: span for n, span in spans.items() if span is not None}
    if usable and asked.told is None:  # of certainty equivalents the page has one
        try:
            data = tornado_data(asked.problem, asked.point, usable)
            within = asked.spans(usable)
            parts.append(
                made.figure(
                    "tornado", f"The optimal {asked.kind} as one letter at a time runs over its range{asked.fixed()}.",
                    show.tornado_chart(data, optimum=asked.problem.optimum, numerals=asked.problem.numerals),
                    says=f"Tornado of the optimal {asked.kind}{asked.fixed()}. {widest(data)}",
                    command=f'symdt sensitivity {asked.file} --at "{asked.at}" --range "{within}" -o tornado.svg',
                )
            )  # fmt: skip
        except SymdtError as error:
            parts.append(blocks.paragraph(f"No tornado: {error}."))
    return Section("sensitivity", "Thresholds and tornado", parts)


def widest(data: Tornado) -> str:
    """What a tornado shows, in words: the bars from the longest on, and where the strategy switches in each."""
    said = []
    for n, bar in enumerate(sorted(data.bars, key=lambda b: b.least - b.greatest)):
        how = "The longest bar is that of " if not n else ""
        moved = (
            "no change"
            if bar.least == bar.greatest
            else f"from {bar.least} at {bar.where_least} to {bar.greatest} at {bar.where_greatest}"
        )
        at = ", ".join(str(at) for at, _, _ in bar.switches)
        switches = f"; the strategy switches at {at}" if at else ""
        said.append(f"{how}{bar.letter} ({bar.low} to {bar.high}): {moved}{switches}")
    return ". ".join(said) + "." if said else ""


def inside(asked: Asked, name: str) -> tuple[Expr, Expr] | None:
    """A range around the point inside the domain, the others fixed: half way to each end, or to it where a switch is farther."""
    low, high = asked.ranges[name]
    here = asked.point[name]
    one = one_way(asked.problem, name, asked.point, seconds=QUESTION)
    first, last = one.stretches[0].start, one.stretches[-1].stop
    low = max(low, first) if first.is_Rational else low
    high = min(high, last) if last.is_Rational else high
    half = ((low + here) / 2, (high + here) / 2)
    cuts = [at for at, _, _ in one.switches]
    below, above = [at for at in cuts if at < here], [at for at in cuts if at > here]
    span = (
        low if below and low < max(below) < half[0] else half[0],
        high if above and half[1] < min(above) < high else half[1],
    )
    return span if span[0].is_Rational and span[1].is_Rational and span[0] < span[1] else None


def information(asked: Asked, made: Report) -> Section:
    """What knowing more is worth, or why nothing is said of it."""
    problem = asked.problem
    rows = []
    questions: list[tuple[str, Callable[[], Any]]]
    if isinstance(problem, DecisionProblem):
        plain = DecisionProblem(problem.loss, problem.belief, problem.domain, (), problem.title)
        questions = [("perfect information (EVPI)", partial(evpi, plain, seconds=QUESTION))]
        questions += [
            (f"{e.name} (EVSI)", partial(evsi, plain, e, seconds=QUESTION)) for e in problem.experiments
        ]
    else:
        known = perfect_information(problem, seconds=QUESTION)
        if isinstance(known, str):
            return Section("information", "Value of information", [blocks.paragraph(f"None here: {known}.")])
        questions = [("knowing all events first (EVPI)", lambda: known)]
    for name, ask in questions:
        try:
            value = ask()
            here = value.at(asked.point)
            shown = (
                blocks.breaking(value.expression),
                f"{to_mathml(here)}{blocks.decimal(here)}",
                to_mathml(value.net_at(asked.point)),
            )
            rows.append(
                f'<tr><th scope="row">{html.escape(name)}</th>'
                + "".join(f'<td data-head="{h}">{c}</td>' for h, c in zip(WORTH, shown, strict=True))
                + "</tr>"
            )
        except SymdtError as error:
            made.cut += [f"the worth of {name}"] * isinstance(error, BudgetError)
            rows.append(
                f'<tr><th scope="row">{html.escape(name)}</th><td colspan="3" data-head="no answer">{html.escape(ended(error))}</td></tr>'
            )
    head = f"<thead><tr>{''.join(f'<th>{h}</th>' for h in ('information', *WORTH))}</tr></thead>"
    table = f'<div class="wide" tabindex="0"><table class="stacked">{head}<tbody>{"".join(rows)}</tbody></table></div>'
    return Section("information", "Value of information", [table])


def live(asked: Asked | AmountAsked, made: Report) -> Section:
    """The interactive page."""
    presets = {k: v for k, v in asked.presets.items() if k != "source"}
    page = Page(record(asked.problem, presets, file=asked.file))
    made.files["page.html"] = page.html.encode()
    made.cut += [f"in the page, {name}'s rule" for name in timed(page.record)]
    frame = (
        f'<iframe class="live" loading="lazy" title="{html.escape(made.title)}, interactive" '
        f'srcdoc="{html.escape(page.html, quote=True)}"></iframe>'
    )
    link = (
        '<p class="quiet"><a href="page.html">The page by itself</a> '
        f"{blocks.command(f'symdt explore {asked.file} -o page.html')}</p>"
    )
    return Section("page", "The interactive page", [frame, link])


def references(presets: Mapping[str, Any], made: Report) -> Section:
    """Where the problem and the method come from."""
    source = str(presets.get("source", ""))
    lines = [blocks.paragraph(f"The problem: {source}")] if source else []
    lines.append(
        blocks.paragraph(
            f"symdt {import_module('symdt').__version__}, symbolic decision analysis; after P. Sebastiani and M. Ramoni (1998), "
            "Decision Theoretic Foundations of Graphical Model Selection, Proceedings of the Fourteenth Conference on "
            "Uncertainty in Artificial Intelligence."
        )
    )
    kept = ", ".join(
        f'<a href="latex/{html.escape(n)}.tex" download>{html.escape(t)}</a>' for n, t in made.tex
    )
    lines.append(
        f'<p>LaTeX sources: {kept}; <a href="latex/{made.main}.tex" download>all in one document</a>.</p>'
    )
    return Section("references", "Sources", lines)
