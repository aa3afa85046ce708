"""The sections of a report on any problem: what it is, its rules with proofs, figures, analyses, the page.

One point stands for the problem in all figures that need numbers: the `start` of the file's `[explore]`,
or a simple point of the domain; every figure says which.
"""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property, partial
from importlib import import_module
from typing import Any

from sympy import Expr, Rational

from symdt.analysis.information import evpi, evsi
from symdt.analysis.sensitivity import one_way
from symdt.errors import SymdtError
from symdt.exact.polynomial import to_rational
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem
from symdt.show.page import Page
from symdt.show.page.record import record
from symdt.show.page.window import start_of, windows
from symdt.show.report.document import Progress, Report, Section
from symdt.show.style import Palette
from symdt.solve.alternatives import Alternatives, alternatives
from symdt.solve.certificate import certify
from symdt.solve.foldback import fold_back
from symdt.solve.risk import optimum_at
from symdt.solve.rule import DecisionRule, decision_regions, decision_rule
from symdt.solve.solved import Optimal
from symdt.solve.why import invariants, why
from symdt.typeset import html as blocks
from symdt.typeset import latex
from symdt.typeset.mathml import to_mathml

#: Seconds for the rules of all letters, for their proofs, and for each other question.
RULES, PROOFS, QUESTION = 40.0, 40.0, 10.0
#: Trees with more leaves are drawn at the point only, and larger ones than that not at all.
MAX_LEAVES = 64


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
    return _Gatherer(problem, presets or {}, file).gathered(progress)


class _Gatherer:
    """One report in the making: the problem, its point, and what was found about it."""

    def __init__(self, problem: Problem, presets: Mapping[str, Any], file: str) -> None:
        self.problem, self.presets, self.file = problem, presets, file
        self.found: dict[str, DecisionRule] = {}  # the rule of each letter that has one within the budget
        self.verdicts: dict[str, str] = {}  # what the independent proof says about each

    @cached_property
    def choices(self) -> Alternatives:
        return alternatives(self.problem)

    @cached_property
    def point(self) -> dict[str, Expr]:
        """The point of the figures, by letter."""
        values = start_of(self.choices, self.presets)
        by_letter = dict(zip(self.choices.domain.field.names, map(to_rational, values), strict=True))
        return {s.name: by_letter[s.name] for s in self.problem.symbols}

    @cached_property
    def ranges(self) -> dict[str, tuple[Expr, Expr]]:
        """The range of each letter in figures."""
        found = windows(self.choices, start_of(self.choices, self.presets), self.presets)
        names = self.choices.domain.field.names
        return {n: (to_rational(a), to_rational(b)) for n, (a, b) in zip(names, found, strict=True)}

    @cached_property
    def optimum(self) -> Optimal:
        """The optimum at the point."""
        return optimum_at(self.fixed_problem)

    @cached_property
    def fixed_problem(self) -> Problem:
        """The problem at the point."""
        return self.problem.at(self.point) if self.point else self.problem

    @cached_property
    def palette(self) -> Palette:
        return Palette(self.choices.actions)

    @cached_property
    def kind(self) -> str:
        return "expected loss" if self.choices.optimum == "min" else "expected utility"

    @property
    def at(self) -> str:
        return ",".join(f"{n}={v}" for n, v in self.point.items())

    def others(self, *letters: str) -> dict[str, Expr]:
        return {n: v for n, v in self.point.items() if n not in letters}

    def gathered(self, progress: Progress | None) -> Report:
        title = self.problem.title or self.file
        made = Report(title, self.lead(), f"symdt report {self.file}")
        steps: list[tuple[str, Callable[[Report], Section | None]]] = [
            ("the problem", self.stated),
            ("rules", self.rules),
            ("regions", self.regions),
            ("the tree", self.tree),
            ("sensitivity", self.sensitivity),
            ("information", self.information),
            ("the page", self.live),
        ]
        for i, (name, make) in enumerate(steps):
            if progress is not None:
                progress(i, len(steps), name)
            section = make(made)
            if section is not None:
                made.sections.append(section)
        made.sections.append(self.references(made))
        made.summary = self.summary(made)
        if progress is not None:
            progress(len(steps), len(steps), "written")
        return made

    def lead(self) -> str:
        problem = self.problem
        count = f"{len(self.choices.actions)} actions"
        letters = f"{len(problem.symbols)} letter{'s' * (len(problem.symbols) != 1)}"
        goal = "least expected loss" if self.choices.optimum == "min" else "greatest expected utility"
        return (
            f"The action of {goal} among {count}, exact for all values of {letters}."
            if problem.symbols
            else f"The action of {goal} among {count}."
        )

    def summary(self, made: Report) -> list[str]:
        """What a reader wants to know first."""
        best = self.optimum
        chosen = " and ".join(f"<strong>{blocks.name_html(a)}</strong>" for a in best.ties or (best.action,))
        verb = "tie" if len(best.ties) > 1 else "is optimal"
        where = f"At {_point(self.point)}, " if self.point else ""
        lines = [f"<p>{where}{chosen} {verb}: {self.kind} {to_mathml(best.value)}{_decimal(best.value)}.</p>"]
        if self.found:
            first = next(iter(self.found.values()))
            lines.append("<p>For all values of the letters:</p>" + blocks.rule(first))
            said = [f"{n}: {v}" for n, v in self.verdicts.items()]
            lines.append(
                f'<p class="quiet">Independent proofs of the rules: {html.escape("; ".join(said))}.</p>'
            )
            if first.never_optimal:
                lost = ", ".join(blocks.name_html(a) for a in first.never_optimal)
                lines.append(f"<p>Never optimal: {lost}.</p>")
        pages = " ".join(
            f'<a href="#{s.id}">{html.escape(s.title)}</a>' for s in made.sections if s.id == "page"
        )
        return [*lines, f'<p class="quiet">Touch it: {pages}.</p>'] if pages else lines

    # --- sections -------------------------------------------------------------------------

    def stated(self, made: Report) -> Section:
        """The problem in words and tables."""
        problem = self.problem
        notes = self.presets.get("notes", {})
        parts: list[str] = []
        if problem.symbols:
            parts += [blocks.heading("Letters"), blocks.domain(problem.domain)]
            if notes:
                parts.append(blocks.rows(("letter", "meaning"), [(str(n), str(v)) for n, v in notes.items()]))
        if isinstance(problem, DecisionProblem):
            word = "Loss" if problem.optimum == "min" else "Utility"
            parts += [blocks.heading(word), blocks.loss_table(problem.loss)]
            parts += [blocks.heading("Belief"), blocks.belief(problem.belief, given=False)]
            made.latex("table", f"The table of {word.lower()}", latex.table(problem.loss))
            made.latex("belief", "The belief", latex.belief(problem.belief))
            for experiment in problem.experiments:
                head = ("state", *experiment.outcomes)
                lines = [(s, *(str(p) for p in row.values())) for s, row in experiment.likelihood.items()]
                parts += [
                    blocks.heading(f"Before acting: {experiment.name}, cost {experiment.cost}"),
                    blocks.rows(head, lines),
                ]
        else:
            parts += [blocks.heading("The tree as it is stated"), blocks.lines(str(problem.tree))]
        values = dict(self.choices.values)
        parts += [blocks.heading(f"The {self.kind} of each action"), _values(values)]
        made.latex("values", f"The {self.kind} of each action", latex.values_latex(values, problem.optimum))
        return Section("problem", "The problem", parts)

    def rules(self, made: Report) -> Section | None:
        """The rule for each letter, with its derivation and certificate."""
        if not self.problem.symbols:
            return None
        parts: list[str] = []
        share = RULES / len(self.problem.symbols)
        for symbol in self.problem.symbols:
            name = symbol.name
            parts.append(f'<h3 id="rule-{html.escape(name)}">Solved for {blocks.name_html(name)}</h3>')
            try:
                rule = decision_rule(self.problem, symbol, seconds=share)
                verdict = type(certify(rule, seconds=PROOFS / len(self.problem.symbols))).__name__.lower()
            except SymdtError as error:
                parts.append(blocks.paragraph(f"No rule within the budget: {error}."))
                continue
            self.found[name], self.verdicts[name] = rule, verdict
            made.files[f"rules/for-{name}.json"] = _json(rule)
            made.latex(f"rule-{name}", f"The rule solved for {name}", latex.rule(rule))
            parts.append(blocks.rule(rule))
            parts.append(blocks.paragraph(f"Independent check of this rule: {verdict}."))
            parts += self.derivation(rule)
            parts.append(
                f'<p class="quiet"><a href="rules/for-{html.escape(name)}.json" download>JSON</a> '
                f'<a href="latex/rule-{html.escape(name)}.tex" download>LaTeX</a> '
                f"<code>symdt solve {html.escape(self.file)} --for {html.escape(name)} --certify</code></p>"
            )
        return Section("rules", "The rules", parts)

    def derivation(self, rule: DecisionRule) -> list[str]:
        """Why the rule is as it is: what it depends on, what is never optimal, what binds at the point."""
        depends = ", ".join(invariants(rule))
        parts = [blocks.paragraph(f"It depends on the letters only through {depends}.")] if depends else []
        parts += [blocks.paragraph(f"Never optimal: {reason}.") for reason in rule.never_reasons]
        with suppress(SymdtError):  # a partial rule has no case for the point
            parts.append(blocks.lines(str(why(rule, self.point))))
        return parts

    def regions(self, made: Report) -> Section | None:
        """Where each action is optimal: inequalities, lines, a map."""
        letters = [s.name for s in self.problem.symbols]
        if not letters:
            return None
        parts: list[str] = []
        try:
            answer = decision_regions(self.problem, seconds=QUESTION)
            parts.append(blocks.lines(str(answer)))
            made.latex("regions", "Where each action is optimal", latex.regions(answer))
        except SymdtError as error:
            parts.append(blocks.paragraph(f"The inequalities are not found within the budget: {error}."))
        show = import_module("symdt.show")
        gallery = []
        if len(letters) > 1:
            x, y = self.axes()
            window = (*self.ranges[x], *self.ranges[y])
            drawn = show.region_map(
                self.problem, x, y, at=self.others(x, y), palette=self.palette, window=window
            )
            gallery.append(
                made.figure(
                    "map", f"The optimal action by {x} and {y}{self.fixed(x, y)}.", drawn,
                    says=f"Map of the plane of {x} and {y}: the region of each optimal action{self.fixed(x, y)}.",
                    command=self.plot(f"--x {x} --y {y}", self.others(x, y), "map"),
                )
            )  # fmt: skip
        for name in letters:
            drawn = show.risk_lines(
                self.problem, name, at=self.others(name), palette=self.palette, window=self.ranges[name]
            )
            along = self.along(name)
            gallery.append(
                made.figure(
                    f"lines-{name}", f"The {self.kind} of each action along {name}{self.fixed(name)}.", drawn,
                    says=f"The {self.kind} of each action along {name}{self.fixed(name)}. {along}",
                    command=self.plot(f"--x {name}", self.others(name), f"lines-{name}"),
                )
            )  # fmt: skip
        return Section("regions", "Where each action is optimal", [*parts, blocks.gallery(gallery)])

    def axes(self) -> tuple[str, str]:
        """The letters of the map: the first step's, or the first two."""
        letters = [s.name for s in self.problem.symbols]
        for step in self.presets.get("steps", []):
            pair = str(step.get("x", "")), str(step.get("y", ""))
            if pair[0] in letters and pair[1] in letters and pair[0] != pair[1]:
                return pair
        return letters[0], letters[1]

    def fixed(self, *letters: str) -> str:
        others = self.others(*letters)
        return " for " + ", ".join(f"{n} = {v}" for n, v in others.items()) if others else ""

    def plot(self, axes: str, others: Mapping[str, Expr], name: str) -> str:
        at = f' --at "{",".join(f"{n}={v}" for n, v in others.items())}"' if others else ""
        return f"symdt plot {self.file} {axes}{at} -o {name}.svg"

    def along(self, name: str) -> str:
        """The optimal action along a letter, in words."""
        stretches = one_way(self.problem, name, self.point, seconds=QUESTION).stretches
        parts = [f"{s.choice.action} up to {name} = {s.stop}" for s in stretches[:-1]]
        return "Optimal: " + ", then ".join([*parts, str(stretches[-1].choice.action)]) + "."

    def tree(self, made: Report) -> Section:
        """The tree folded back, and what to do when."""
        show = import_module("symdt.show")
        tree = self.fixed_problem.tree
        lines = list(self.optimum.strategy.items())
        parts = [
            blocks.heading(f"What to do{self.fixed()}"),
            blocks.rows(("decision", "branch"), lines),
        ]
        if tree.leaves <= MAX_LEAVES:
            solved = fold_back(tree, optimum=self.choices.optimum, check=False)
            at = f' --at "{self.at}"' if self.at else ""
            parts.append(
                made.figure(
                    "tree", f"The decision tree, folded back{self.fixed()}.", show.draw_tree(solved, palette=self.palette),
                    says=f"Decision tree folded back{self.fixed()}: {'; '.join(f'{d}: {b}' for d, b in lines)}.",
                    command=f"symdt draw {self.file}{at} -o tree.svg",
                )
            )  # fmt: skip
        else:
            parts.append(
                blocks.paragraph(
                    f"The tree has {tree.leaves} leaves: it is part of the page below, where it folds."
                )
            )
        return Section("tree", "Strategy and tree", parts)

    def sensitivity(self, made: Report) -> Section | None:
        """Thresholds of every letter around the point, and the tornado."""
        if not self.problem.symbols:
            return None
        rows = []
        for symbol in self.problem.symbols:
            one = one_way(self.problem, symbol, self.point, seconds=QUESTION)
            switches = "; ".join(f"{t}: {a} → {b}" for t, a, b in one.switches) or "none"
            rows.append((symbol.name, str(self.point[symbol.name]), switches))
        parts = [
            blocks.paragraph(
                "One letter at a time, the others at the point: every exact threshold, and what changes there."
            ),
            blocks.rows(("letter", "value", "thresholds"), rows),
        ]
        show = import_module("symdt.show")
        spans = {n: self.inside(n) for n in self.point}
        usable = {n: span for n, span in spans.items() if span is not None}
        if usable:
            try:
                drawn = show.tornado(self.problem, self.point, usable)
                parts.append(
                    made.figure(
                        "tornado", f"The optimal {self.kind} as one letter at a time runs over its range{self.fixed()}.", drawn,
                        says=f"Tornado of the optimal {self.kind}{self.fixed()}.",
                        command=f'symdt sensitivity {self.file} --at "{self.at}"',
                    )
                )  # fmt: skip
            except SymdtError as error:
                parts.append(blocks.paragraph(f"No tornado: {error}."))
        return Section("sensitivity", "Thresholds and tornado", parts)

    def inside(self, name: str) -> tuple[Expr, Expr] | None:
        """A range around the point that stays inside the domain, the other letters fixed: half way to each end."""
        low, high = self.ranges[name]
        here = self.point[name]
        one = one_way(self.problem, name, self.point, seconds=QUESTION)
        first, last = one.stretches[0].start, one.stretches[-1].stop
        low = max(low, first) if first.is_Rational else low
        high = min(high, last) if last.is_Rational else high
        span = ((low + here) / 2, (high + here) / 2)
        return span if span[0].is_Rational and span[1].is_Rational and span[0] < span[1] else None

    def information(self, made: Report) -> Section | None:
        """What knowing more is worth."""
        problem = self.problem
        if not isinstance(problem, DecisionProblem):
            return None
        rows = []
        plain = DecisionProblem(problem.loss, problem.belief, problem.domain, (), problem.title)
        questions: list[tuple[str, Callable[[], Any]]] = [
            ("perfect information (EVPI)", partial(evpi, plain, seconds=QUESTION))
        ]
        questions += [
            (f"{e.name} (EVSI)", partial(evsi, plain, e, seconds=QUESTION)) for e in problem.experiments
        ]
        for name, ask in questions:
            try:
                value = ask()
                here = value.at(self.point)
                rows.append(
                    f'<tr><th scope="row">{html.escape(name)}</th><td>{to_mathml(value.expression)}</td><td>{to_mathml(here)}{_decimal(here)}</td>'
                    f"<td>{to_mathml(value.net_at(self.point))}</td></tr>"
                )
            except SymdtError as error:
                rows.append(
                    f'<tr><th scope="row">{html.escape(name)}</th><td colspan="3">{html.escape(str(error))}</td></tr>'
                )
        head = "<thead><tr><th>information</th><th>worth, for all values</th><th>at the point</th><th>less its cost</th></tr></thead>"
        table = f'<div class="wide" tabindex="0"><table>{head}<tbody>{"".join(rows)}</tbody></table></div>'
        return Section("information", "Value of information", [table])

    def live(self, made: Report) -> Section:
        """The interactive page."""
        presets = {k: v for k, v in self.presets.items() if k != "source"}
        page = Page(record(self.problem, presets, file=self.file))
        made.files["page.html"] = page.html.encode()
        frame = (
            f'<iframe class="live" loading="lazy" title="{html.escape(made.title)}, interactive" '
            f'srcdoc="{html.escape(page.html, quote=True)}"></iframe>'
        )
        link = (
            '<p class="quiet"><a href="page.html">The page by itself</a> '
            f"<code>symdt explore {html.escape(self.file)} -o page.html</code></p>"
        )
        return Section("page", "The interactive page", [frame, link])

    def references(self, made: Report) -> Section:
        """Where the problem and the method come from."""
        source = str(self.presets.get("source", ""))
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


def _json(rule: DecisionRule) -> bytes:
    return (json.dumps(rule.to_json(), indent=2, ensure_ascii=False, default=str) + "\n").encode()


def _values(values: Mapping[str, Any]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{blocks.name_html(a)}</th><td>{to_mathml(v)}</td></tr>'
        for a, v in values.items()
    )
    return f'<div class="wide" tabindex="0"><table>{rows}</table></div>'


def _point(point: Mapping[str, Expr]) -> str:
    return ", ".join(f"{blocks.name_html(n)} = {to_mathml(v)}" for n, v in point.items())


def _decimal(value: Any) -> str:
    if not value.is_Rational or value.is_Integer:
        return ""
    shown = f"{float(value):.6g}"
    return f" {'=' if value == Rational(shown) else '≈'} {shown}"
