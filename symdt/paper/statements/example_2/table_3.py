"""Example 2 with table (3): the loss that depends on the true model alone."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import symbols

from symdt.claims.claim import (
    Chapter,
    Computation,
    Correction,
    Formula,
    Hypothesis,
    Triple,
    but,
    given,
    put,
)
from symdt.exact.domain import Domain
from symdt.paper.statements.example_2.problem import (
    ACTIONS,
    ANY,
    NUMBERS,
    ONE,
    SIMPLEX,
    STATES,
    best,
    named,
    rule,
)
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem
from symdt.solve.rule import decision_rule

h, p = symbols("h p")
TABLE_3 = LossTable(STATES, ACTIONS, ((0, 1, 1, 1), (h, 0, h, h), (h, h, 0, h), (2 * h, 2 * h, 2 * h, 0)))
NAMES = named(DecisionProblem(TABLE_3, ANY, Domain(*SIMPLEX)))
HYPOTHESES = (*SIMPLEX, "h > 0")


def _formula(text: str, *assume: str, **counter: str) -> Formula:
    return Formula(text, (*HYPOTHESES, *assume), NAMES, counter)


def _uniform(cells: str) -> Iterator[Triple]:
    """Two choices that are penalized uniformly have the same loss: too complex ones, or wrong ones in one row."""
    sets = {"M0": set(), "M3": {3}, "M2": {2}, "M23": {2, 3}}
    complex_ = [(s, a) for s in STATES for a in ACTIONS if sets[s] < sets[a.replace("a", "M")]]
    if cells == "too complex":
        first = TABLE_3[complex_[0]].subs(h, 2)
        for s, a in complex_:
            yield {"h": 2, "M": s, "a": a}, first, TABLE_3[s, a].subs(h, 2)
    else:
        for s in STATES:
            wrong = [TABLE_3[s, a] for a in ACTIONS if a != s.replace("M", "a")]
            for entry in wrong:
                yield {"M": s}, wrong[0], entry


def _simpler(table: LossTable) -> Iterator[Triple]:
    """With the posterior of Example 2 the rule of table (3) has fewer cases than the rule of table (2)."""
    found = decision_rule(DecisionProblem(table, ONE, Domain("0 < p < 1/4", "h > 0", "k > 0")), p)
    cases = len(found.cases), len(rule().cases)
    yield {"cases of table (3)": cases[0], "cases of table (2)": cases[1]}, (1, 3), cases


chapter = Chapter("Example 2")
chapter.fails(
    "ex2-t3-uniformly",
    "before table (3)",
    "table (3) penalizes the choice of a complex model uniformly: every too complex choice costs the same",
    Computation(_uniform, {"cells": "too complex"}, {"cells": "wording"}),
    Correction.of(
        "what is uniform is the row: a wrong choice costs 1, h or 2h by the number of arcs of the true model, too "
        "complex or too simple alike",
        put(cells="one row"),
    ),
)
for _a, _text, _other in (
    ("0", "h*(q3 + q2) + 2*h*q23", but("2*h", "h")),
    ("3", "q0 + h*q2 + 2*h*q23", but("q2", "q3")),
    ("2", "q0 + h*q3 + 2*h*q23", but("h*q3", "h*q2")),
    ("23", "q0 + h*q3 + h*q2", but("q2", "q3")),
):
    chapter.holds(
        f"ex2-t3-risk-a{_a}",
        "the risks of table (3)",
        f"R(a_{_a}, D) = {_text}, q the posterior",
        _formula(f"R{_a} == {_text}"),
        _other,
    )
chapter.holds(
    "ex2-t3-a0",
    "after the risks of table (3)",
    "a_0 is the Bayesian action if (and only if, without ties) p0 > h p3, p0 > h p2 and p0 > 2h p23",
    _formula(f"(q0 > h*q3 and q0 > h*q2 and q0 > 2*h*q23) iff ({best('0', True)})"),
    but("2*h*q23", "h*q23"),
)
chapter.holds(
    "ex2-t3-h-times",
    "after the risks of table (3)",
    "the null model is preferred to a model with one arc if its posterior probability is more than h times as large",
    _formula("q0 > h*q3 and q0 > h*q2 implies R0 < R3 and R0 < R2"),
    but("q0 > h*q3", "q0 > q3"),
)
chapter.fails(
    "ex2-t3-twice",
    "after the risks of table (3)",
    "the null model is chosen if its probability is h times that of the one-arc models and twice that of the "
    "two-arc model",
    _formula(
        f"q0 > h*q3 and q0 > h*q2 and q0 > 2*q23 implies {best('0')}", h="3", p3="1/10", p2="1/10", p23="1/5"
    ),
    Correction.of("2h times that of the two-arc model", but("q0 > 2*q23", "q0 > 2*h*q23")),
    but("q0 > 2*q23", "q0 > 2*h*q23 - 1/100"),
)
chapter.holds(
    "ex2-t3-complexity",
    "after the risks of table (3)",
    "the choice depends on the complexity of the network to be chosen: the largest of p0, h p3, h p2, 2h p23 wins",
    _formula("R0 - R3 == h*q3 - q0 and R0 - R23 == 2*h*q23 - q0 and R3 - R23 == 2*h*q23 - h*q3"),
    but("2*h*q23", "h*q23"),
)
chapter.supposing(
    "ex2-t3-favor",
    "after the risks of table (3)",
    "we favor the choice of more complex models: one that is as probable as a simpler one is not worse",
    _formula(
        "(q3 >= q0 implies R3 <= R0) and (q23 >= q0 implies R23 <= R0) and (q23 >= q3 implies R23 <= R3)",
        h="1/4",
        p3="1/5",
        p2="1/10",
        p23="2/5",
    ),
    Hypothesis("h ≥ 1 (h ≥ 1/2 is not enough)", given("h >= 1")),
    given("h >= 1/2"),
)
chapter.holds(
    "ex2-t3-3-2",
    "last sentence",
    "the comparison between M3 and M2 depends only on their posterior probabilities",
    _formula("R3 - R2 == h*(q2 - q3)"),
    but("h*(q2 - q3)", "h*(q2 - q3) + q0"),
)
chapter.holds(
    "ex2-t3-simpler",
    "before table (3)",
    "a simpler loss function yields a simpler decision rule: one case instead of three",
    Computation(_simpler, {"table": TABLE_3}),
    put(table=NUMBERS),
)

CLAIMS = tuple(chapter.claims)
