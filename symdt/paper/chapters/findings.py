"""Chapters on what was found: the data example, every statement with its verdict, the errata."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from symdt.paper.chapters.examples import drawn_figure
from symdt.paper.errata.document import errata_html
from symdt.paper.statements import paper_results
from symdt.show.report.document import Report, Section
from symdt.solve.rule import decision_rule
from symdt.typeset import html as blocks
from symdt.typeset import latex


def data_example(report: Report) -> Section | None:
    """§3 on data: a network and its path over all loss ratios, and a rule with letters on ten cases."""
    if find_spec("symdt.learn.selection") is None:
        return None
    from symdt.paper.data_example import college_plans, data_figures, ten_cases

    whole, sample = college_plans(), college_plans(200)
    problem = ten_cases()
    made = {f.name: f for f in data_figures(whole, sample)}
    answer = decision_rule(problem.at({"alpha": 1}), "h")
    head = ("arc", "probability", "chosen")
    lines = [
        (f"{a.parent} → {a.child}", _share(a.probability), "yes" if a.chosen else "no") for a in whole.arcs
    ]
    report.latex("college-arcs", "College plans: arcs", latex.selection(whole))
    report.latex("ten-cases-rule", "Ten cases: the rule for prior precision 1", latex.rule(answer))
    return Section(
        "data",
        "From data",
        [
            blocks.heading("College plans"),
            blocks.paragraph(
                "Sewell and Shah (1968), 10,318 students, five variables; BDeu prior with equivalent sample size 5, equal losses."
            ),
            blocks.rows(head, lines),
            blocks.gallery(
                drawn_figure(report, made[n])
                for n in ("college-network", "college-sample-network", "college-sample-path")
            ),
            blocks.heading("Letters on ten cases"),
            blocks.paragraph(
                "The posterior over the parents of x3 is exact in the prior precision α; the loss keeps the letters h and k of Example 2 "
                "(two states each). For α = 1 the rule is:"
            ),
            blocks.loss_table(problem.loss),
            blocks.rule(answer),
            drawn_figure(report, made["ten-cases-map"]),
            drawn_figure(report, made["ten-cases-point"]),
        ],
    )


def _share(value: float) -> str:
    if value in (0.0, 1.0):
        return f"{value:.0f}"
    return "> 0.99999" if value > 0.99999 else "< 0.00001" if value < 0.00001 else f"{value:.5f}"


def statements() -> Section | None:
    """The paper's statements with their verdicts, where the claims wing has them."""
    records = list(claim_records())
    if not records:
        return None
    parts = [
        blocks.paragraph(counted(records)),
        blocks.verdict_filter(Counter(r["verdict"] for r in records)),
    ]
    for section in dict.fromkeys(r["section"] for r in records):
        own = "Beyond the paper: our own statements" if section == "beyond" else str(section)
        parts.append(blocks.heading(f"§{section}" if str(section)[:1].isdigit() else own))
        parts.append(blocks.statements([r for r in records if r["section"] == section]))
    return Section("statements", "The statements of the paper, checked", parts)


def counted(records: list[dict[str, Any]]) -> str:
    """How many statements have which verdict, the paper's and our own apart."""
    parts = []
    for whose, is_own in (("of the paper", False), ("of our own", True)):
        verdicts = Counter(r["verdict"] for r in records if (r["section"] == "beyond") is is_own)
        if verdicts:
            said = ", ".join(f"{n} {verdict}" for verdict, n in verdicts.items())
            parts.append(f"{verdicts.total()} statements {whose}: {said}")
    return "; ".join(parts) + "."


def errata() -> Section:
    """The errata, with what stands first; `latex/errata.tex` is the same to send."""
    return Section("errata", "Errata", list(errata_html(paper_results())))


def claim_records() -> list[dict[str, Any]]:
    """What `symdt.paper.statements.verdicts()` gives: id, section, statement, verdict, correction, counterexample."""
    from symdt.paper.statements import verdicts

    keys = ("id", "section", "statement", "verdict", "correction", "counterexample")
    return [
        {k: (r.get(k) if isinstance(r, Mapping) else getattr(r, k, None)) for k in keys} for r in verdicts()
    ]
