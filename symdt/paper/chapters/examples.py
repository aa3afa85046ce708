"""Chapters on the problems of the paper: two models, Example 2, table (3), the sequence of §3."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sympy import Symbol

from symdt.exact.domain import Domain
from symdt.networks.losses.disintegration import disintegrate
from symdt.networks.losses.identities import risk_identities
from symdt.paper import problems as paper
from symdt.paper.figures import Figure
from symdt.show.report.document import Report, Section
from symdt.solve.risk import risks
from symdt.solve.rule import decision_rule
from symdt.typeset import html as blocks
from symdt.typeset import latex


def drawn_figure(report: Report, figure: Figure) -> str:
    """The figure in the report, with its caption and its files."""
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
            blocks.gallery(drawn_figure(report, figures[n]) for n in ("figure1", "figure1-solved")),
            blocks.heading("0-L loss"),
            blocks.loss_table(general.loss),
            blocks.risks(risks(general)),
            blocks.rule(answer),
            drawn_figure(report, figures["zero-l-map"]),
            blocks.heading("Example 1 and the likelihood-ratio test"),
            blocks.paragraph(
                "The classical test rejects M0 above one value of G² whatever the sample size is; the Bayes rule chooses "
                "M1 above a value that grows like d log n. No fixed losses make the two rules the same for all n."
            ),
            drawn_figure(report, figures["likelihood-ratio"]),
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
            drawn_figure(report, figures["figure2"]),
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
            blocks.gallery([drawn_figure(report, figures[n]) for n in shown]),
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
            drawn_figure(report, figures["table3-map"]),
        ],
    )


def sequential(report: Report, figures: Mapping[str, Figure]) -> Section:
    """§3 and §4: sequential decisions, disintegrable losses."""
    parts = [
        blocks.paragraph(
            "One decision for each child; the loss of a branch is the sum of the losses along it."
        ),
        drawn_figure(report, figures["figure4"]),
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


def _certificate(answer: Any) -> str:
    from symdt.solve.certificate import certify

    verdict = certify(answer)
    return f"Independent check of this rule: {type(verdict).__name__.lower()}."
