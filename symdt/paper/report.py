"""The report: `symdt paper` in one call.

`write_report(directory)` writes `index.html`, one page that needs no network; `figures/` with every
figure as .svg and .pdf; and `latex/` with tables, rules and TikZ figures, held together by
`latex/paper.tex`, and `latex/errata.tex`. What it writes is the same in every run, byte for byte.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sympy import Symbol

from symdt.exact.domain import Domain
from symdt.networks.losses.disintegration import disintegrate
from symdt.networks.losses.identities import risk_identities
from symdt.paper import problems as paper
from symdt.paper.errata.document import errata_html, errata_latex
from symdt.paper.figures import Figure, paper_figures
from symdt.paper.statements import paper_results
from symdt.show.report.document import Progress, Report, Section, check_folder, write
from symdt.solve.risk import risks
from symdt.solve.rule import decision_rule
from symdt.typeset import html as blocks
from symdt.typeset import latex

TITLE = "Decision Theoretic Foundations of Graphical Model Selection, recomputed"
LEAD = (
    "Every rule, statement and figure of Sebastiani and Ramoni (UAI 1998), derived, checked and drawn from "
    "exact objects."
)


def write_report(
    directory: str | os.PathLike[str] = "paper", *, progress: Progress | None = None, force: bool = False
) -> list[Path]:
    """Make everything of the paper in a directory; the files written.

    A file there that symdt did not make is left alone, and nothing is written, unless `force`.
    """
    check_folder(directory, force=force)
    return write(gather(progress), directory, force=force)


def gather(progress: Progress | None = None) -> Report:
    """Everything that the report holds, in memory."""
    report = Report(TITLE, LEAD, "symdt paper", main="paper")
    figures = {f.name: f for f in paper_figures()}
    steps: list[tuple[str, Callable[[], Section | None]]] = [
        ("two models", lambda: two_models(report, figures)),
        ("Example 2", lambda: example_2(report, figures)),
        ("the third loss table", lambda: third_table(report, figures)),
        ("sequential decisions", lambda: sequential(report, figures)),
        ("the network from data", lambda: data_example(report)),
        ("the statements of the paper", statements),
        ("the errata", errata),
    ]
    for i, (name, make) in enumerate(steps):
        if progress is not None:
            progress(i, len(steps), name)
        section = make()
        if section is not None:
            report.sections.append(section)
    report.files["latex/errata.tex"] = errata_latex(paper_results()).encode()
    if progress is not None:
        progress(len(steps), len(steps), "written")
    return report


def _drawn(report: Report, figure: Figure) -> str:
    return report.figure(figure.name, figure.caption, figure.picture())


def two_models(report: Report, figures: Mapping[str, Figure]) -> Section:
    """§2.1: the discrimination of two models."""
    plain, general = paper.zero_one(), paper.zero_l()
    answer = decision_rule(general, "p")
    report.latex("zero-l-rule", "The rule of the 0-L problem", latex.rule(answer))
    return Section(
        "two-models",
        "Two models (§2.1)",
        [
            blocks.paragraph(
                "Choose between M0, independence, and M1, an arc, when p is the posterior probability of M1."
            ),
            blocks.heading("0-1 loss"),
            blocks.loss_table(plain.loss),
            blocks.risks(risks(plain)),
            blocks.gallery(_drawn(report, figures[n]) for n in ("figure1", "figure1-solved")),
            blocks.heading("0-L loss"),
            blocks.loss_table(general.loss),
            blocks.risks(risks(general)),
            blocks.rule(answer),
            _drawn(report, figures["zero-l-map"]),
            blocks.heading("Example 1 and the likelihood-ratio test"),
            blocks.paragraph(
                "The classical test rejects M0 above one value of G² whatever the sample size is; the Bayes rule chooses "
                "M1 above a value that grows like d log n. No fixed losses make the two rules the same for all n."
            ),
            _drawn(report, figures["likelihood-ratio"]),
        ],
    )


def example_2(report: Report, figures: Mapping[str, Figure]) -> Section:
    """§2.2, Example 2."""
    problem = paper.example_2()
    answer = decision_rule(problem, "p")
    report.latex("table2", "Table (2)", latex.table(paper.table_2()))
    report.latex("risks", "The risks of Example 2", latex.risk_table(risks(problem)))
    report.latex("rule", "The decision rule of Example 2", latex.rule(answer))
    shown = (
        "figure3", "example2-rule", "example2-tree", "example2-lattice", "example2-map", "example2-risks-a", "example2-risks-b",
        "example2-risks-c", "example2-simplex", "example2-information", "example2-tornado", "example2-two-way",
    )  # fmt: skip
    return Section(
        "example-2",
        "Example 2 (§2.2)",
        [
            _drawn(report, figures["figure2"]),
            blocks.heading("Loss, with c3 = 2 and c2 = 3, and posterior"),
            blocks.loss_table(problem.loss),
            blocks.belief(problem.belief),
            blocks.domain(problem.domain),
            blocks.heading("Risks"),
            blocks.risks(risks(problem)),
            blocks.heading("The decision rule, for all h and k"),
            blocks.rule(answer),
            blocks.paragraph(_certificate(answer)),
            blocks.heading("Figures"),
            blocks.gallery([_drawn(report, figures[n]) for n in shown]),
        ],
    )


def third_table(report: Report, figures: Mapping[str, Figure]) -> Section:
    """§2.2, table (3)."""
    problem = paper.table_3()
    answer = decision_rule(problem, "p")
    report.latex("table3", "Table (3)", latex.table(problem.loss))
    report.latex("table3-rule", "The rule for table (3) and the same posterior", latex.rule(answer))
    return Section(
        "table-3",
        "A uniform penalty (table 3)",
        [
            blocks.loss_table(problem.loss),
            blocks.risks(risks(problem)),
            blocks.rule(answer),
            _drawn(report, figures["table3-map"]),
        ],
    )


def sequential(report: Report, figures: Mapping[str, Figure]) -> Section:
    """§3 and §4: sequential decisions, disintegrable losses."""
    parts = [
        blocks.paragraph(
            "One decision for each child; the loss of a branch is the sum of the losses along it."
        ),
        _drawn(report, figures["figure4"]),
    ]
    parts += list(_identities(report))
    return Section("sequential", "Sequential decisions and disintegrable losses (§3, §4)", parts)


def _identities(report: Report) -> Iterator[str]:
    """Example 3: the sum of two arc losses, and the identities among its risks."""
    loss = paper.example_3_loss()
    found = risk_identities(loss)
    report.latex("example3", "The loss of Example 3", latex.table(loss))
    report.latex("identities", "Identities among its risks", latex.sequence(list(found)))
    yield blocks.heading("Example 3: the sum of two arc losses")
    yield blocks.loss_table(loss)
    yield blocks.paragraph("A basis of the identities that its risks obey whatever the posterior is:")
    yield blocks.formulas(blocks.identity(i) for i in found)
    for title, table in (("table (2)", paper.table_2()), ("table (3)", paper.table_3().loss)):
        obstacles = disintegrate(
            table, Domain("h > 0", "k > 0") if table.symbols != {Symbol("h")} else Domain("h > 0")
        )
        yield blocks.heading(f"Is {title} such a sum?")
        yield blocks.lines(str(obstacles))


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
                _drawn(report, made[n])
                for n in ("college-network", "college-sample-network", "college-sample-path")
            ),
            blocks.heading("Letters on ten cases"),
            blocks.paragraph(
                "The posterior over the parents of x3 is exact in the prior precision α; the loss keeps the letters h and k of Example 2 "
                "(two states each). For α = 1 the rule is:"
            ),
            blocks.loss_table(problem.loss),
            blocks.rule(answer),
            _drawn(report, made["ten-cases-map"]),
            _drawn(report, made["ten-cases-point"]),
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


def _certificate(answer: Any) -> str:
    from symdt.solve.certificate import certify

    verdict = certify(answer)
    return f"Independent check of this rule: {type(verdict).__name__.lower()}."
