"""The parts of a report on an amount: what an amount earns, the best one in cases with its proof, figures."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping

from sympy import Expr

from symdt.analysis.best_amount import best_amount
from symdt.show.plots.amount_along import best_along
from symdt.show.plots.payoff import payoff_curve
from symdt.show.report.amount_asked import AmountAsked
from symdt.show.report.document import Report, Section
from symdt.typeset import formulas, latex
from symdt.typeset import html as blocks
from symdt.typeset.mathml import to_mathml


def stated(asked: AmountAsked, made: Report) -> Section:
    """The letters, the range of the amount, and what an amount earns piece by piece."""
    problem = asked.problem
    parts = [blocks.heading("Letters"), blocks.domain(problem.domain)] if problem.symbols else []
    notes = asked.presets.get("notes", {})
    if notes:
        told = [(blocks.name_html(str(n)), blocks.prose(str(v))) for n, v in notes.items()]
        parts.append(blocks.cells(("letter", "meaning"), told))
    name = blocks.name_html(problem.letter)
    to = "without end" if problem.high is None else f"to {to_mathml(problem.high)}"
    parts.append(f"<p>What is decided: how much {name}, from {to_mathml(problem.low)} {to}.</p>")
    parts.append(blocks.heading(f"The {asked.kind} of an amount"))
    rows = []
    for piece in problem.pieces:
        end = "on" if piece.high is None else f"to {to_mathml(piece.high)}"
        rows.append(
            (f"from {to_mathml(piece.low)} {end}", blocks.breaking(piece.total), blocks.breaking(piece.slope))
        )
    parts.append(blocks.cells((name, html.escape(asked.kind), "its slope"), rows))
    source = r" \\ ".join(
        rf"{formulas.formula(p.total)} & \text{{from }} {formulas.formula(p.low)}" for p in problem.pieces
    )
    made.latex("payoff", f"The {asked.kind} of an amount", rf"\begin{{cases}} {source} \end{{cases}}")
    return Section("problem", "The problem", parts)


def answered(asked: AmountAsked, made: Report) -> Section:
    """The best amount in cases, why no other is better, and the answer as a file."""
    found, letter = asked.found, asked.problem.letter
    rows = []
    for case in found.cases:
        where = " and ".join(map(blocks.breaking, case.conditions)) or "always"
        is_formula = isinstance(case.amount, Expr) and case.root is None
        told = case.told(found.problem.amount)
        amount = blocks.breaking(case.amount) if is_formula else html.escape(told[0])
        worth = blocks.breaking(case.value) if is_formula else html.escape(told[1] or "—")
        instance = ", ".join(f"{blocks.name_html(s.name)} = {to_mathml(v)}" for s, v in case.witness)
        shown = f'<span class="note">for instance at {instance}</span>' if instance else ""
        rows.append((amount, worth, where + shown))
    parts = [blocks.cells((f"best {blocks.name_html(letter)}", html.escape(asked.kind), "if"), rows)]
    parts += [
        blocks.heading("Why no other is better"),
        *(blocks.paragraph(f"{s[0].upper()}{s[1:]}.") for s in found.proof),
    ]
    made.files["amount.json"] = (json.dumps(found.to_json(), indent=2, ensure_ascii=False) + "\n").encode()
    made.latex("amount", f"The best {letter}", latex.to_latex(found))
    parts.append(
        '<p class="quiet"><a href="amount.json" download>The answer as a file</a> '
        f"{blocks.command(f'symdt solve {asked.file} --json')}</p>"
    )
    return Section("amount", f"The best {letter}", parts)


def drawn(asked: AmountAsked, made: Report) -> Section:
    """What each amount earns at the point, and the best amount along each letter."""
    problem, letter = asked.problem, asked.problem.letter
    where = _fixed(asked.point)
    best = best_amount(problem, asked.point).cases[0].told(problem.amount)[0]
    gallery = [
        made.figure(
            "payoff", f"The {asked.kind} of each {letter}{where}; the best is marked.", payoff_curve(problem, point=asked.point),
            says=f"The {asked.kind} along {letter}{where}: best at {letter} = {best}.".replace("= ≈", "≈"),
            command=asked.command(letter, "payoff"),
        )
    ]  # fmt: skip
    for symbol in problem.symbols:
        name = symbol.name
        others = asked.at(name)
        said = "; ".join(str(best_amount(problem, others)).splitlines())
        gallery.append(
            made.figure(
                f"best-{name}", f"The best {letter} along {name}{_fixed(others)}.", best_along(problem, name, point=others),
                says=f"The best {letter} along {name}{_fixed(others)}: {said}.",
                command=asked.command(name, f"best-{name}"),
            )
        )  # fmt: skip
    return Section("figures", "Figures", [blocks.gallery(gallery)])


def _fixed(point: Mapping[str, Expr]) -> str:
    return " for " + ", ".join(f"{n} = {v}" for n, v in point.items()) if point else ""
