"""Example 2 with table (2): Figure 3, the decision rule, and what the paper says about it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

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
    instead,
    put,
)
from symdt.exact.verdict import Proved
from symdt.paper.statements.example_2.problem import (
    PROBLEM,
    RANGE,
    SPECIAL,
    THRESHOLDS,
    best,
    formula,
    h,
    k,
    p,
    rule,
)
from symdt.solve.certificate import certify
from symdt.solve.risk_orderings import RiskOrderings, risk_orderings
from symdt.solve.rule import decision_rule


def _never(action: str) -> Iterator[Triple]:
    """Of the four actions only a2 attains the least risk nowhere, so that Figure 3 compares the other three."""
    yield {"rule for": "p"}, (action,), rule().never_optimal


def _cases(three: bool) -> Iterator[Triple]:
    """At fixed h and k the rule has the pieces of its case, none of them empty; over all h and k, no case more."""
    for at_h, at_k in ((1, 2), (1, 1), (6, 5), (2, 1), (7, 2)):
        printed = "a0, a3, a23" if 15 * at_k <= 8 * at_h else "a0, a23"
        if three and 6 * at_h <= 5 * at_k:
            printed = "a0"
        found = decision_rule(PROBLEM.at({"h": at_h, "k": at_k}), p)
        yield {"h": at_h, "k": at_k}, printed, _pieces(found.cases[0])
    found = rule()
    yield {"certified": True}, True, isinstance(certify(found), Proved)
    yield {"cases": "all"}, 3 if three else 2, len({_pieces(case) for case in found.cases})


def _pieces(case: Any) -> str:
    return ", ".join(piece.label.action for piece in case.pieces)


def _orderings(third: str) -> Iterator[Triple]:
    """In every piece of every case R0, R3, R23 are ordered as the three thresholds say, and a2 follows a3."""
    found = risk_orderings(PROBLEM, p)
    for at_h, at_k in ((1, 2), (5, 6), (1, 1), (3, 2), (15, 8), (2, 1), (7, 2), (40, 1)):
        ends = {n: Fraction(str(e.subs({h: at_h, k: at_k}))) for n, e in THRESHOLDS.items()}
        for at_p in _inside(found, at_h, at_k):
            relations = (("R0", "R3", "t1"), ("R0", "R23", "t2"), ("R3", "R23", third))
            before = [(x, y) if at_p < ends[t] else (y, x) for x, y, t in relations]
            order = sorted(("R0", "R3", "R23"), key=lambda x: sum(x == late for _, late in before))
            label = [str(a).replace("a", "R") for a in found({"h": at_h, "k": at_k, "p": at_p})]
            at = {"h": at_h, "k": at_k, "p": at_p, "ordering": " < ".join(label)}
            yield at, (order, True), ([x for x in label if x != "R2"], label.index("R3") < label.index("R2"))


def _inside(found: RiskOrderings, at_h: int, at_k: int) -> list[Fraction]:
    """A point inside each piece of the case that holds at h and k."""
    at = {"h": at_h, "k": at_k, "p": Fraction(1, 100)}
    values = found.domain.field.values(at)
    case = next(c for c in found.cases if c.holds(values))
    ends = [Fraction(0), *(Fraction(str(piece.stop.value(values))) for piece in case.pieces)]
    return [(a + b) / 2 for a, b in pairwise(ends) if a < b]


chapter = Chapter("Example 2")
chapter.holds(
    "fig-3",
    "Figure 3",
    "Figure 3 orders R0, R3 and R23 for 0 < p < 0.25: by the three thresholds, whichever way these are ordered",
    Computation(_orderings, {"third": "t3"}),
    put(third="t2"),
)
chapter.holds(
    "fig-3-three",
    "Figure 3",
    "only R0, R3 and R23 need be ordered: a2 is nowhere optimal",
    Computation(_never, {"action": "a2"}),
    put(action="a3"),
)
_one_case = f"(0 < p and p <= t1 implies {best('0')}) and (t1 < p and p <= t3 implies {best('3')}) and (t3 < p implies {best('23')})"
_closed = ("0 < p <= 1/4", "h > 0", "k > 0")
_case1 = Formula(f"({_one_case}) and t1 <= t3 and t3 < 1/4", (*_closed, "15*k <= 8*h"), SPECIAL | THRESHOLDS)
chapter.holds(
    "ex2-rule-case-1",
    "decision rule",
    "if 15k ≤ 8h: a0 for 0 < p ≤ 2k/(4h+3k), a3 for 2k/(4h+3k) < p ≤ 3k/(12k+2h), a23 for 3k/(12k+2h) < p ≤ 0.25",
    _case1,
    instead(_case1.without("15*k <= 8*h")),
    but("t3 < p implies", "t2 < p implies"),
)
_pair = f"(p <= t2 implies {best('0')}) and (t2 < p implies {best('23')})"
_case2 = Formula(_pair, (*_closed, "15*k > 8*h"), SPECIAL | THRESHOLDS)
chapter.holds(
    "ex2-rule-case-2-action",
    "decision rule",
    "if 15k > 8h: at every p ≤ 0.25, a0 is optimal if p ≤ 5k/(6h+15k), and a23 if p > 5k/(6h+15k)",
    _case2,
    instead(_case2.without("15*k > 8*h")),
    but("t2", "t3"),
)
chapter.corrected(
    "ex2-rule-case-2",
    "decision rule",
    "if 15k > 8h the rule is: a0 for 0 < p ≤ 5k/(6h+15k), a23 for 5k/(6h+15k) < p ≤ 0.25, two pieces of (0, 0.25]",
    Formula(
        f"{_pair} and t2 < 1/4",
        (*RANGE, "15*k > 8*h"),
        SPECIAL | THRESHOLDS,
        {"h": "1", "k": "2", "p": "1/8"},
    ),
    Correction.of(
        "only if also 5k < 6h; if 6h ≤ 5k then 5k/(6h+15k) ≥ 0.25 and a0 is optimal for every p < 0.25",
        given("5*k < 6*h"),
        also=Formula(f"t2 >= 1/4 and {best('0', True)}", (*RANGE, "6*h <= 5*k"), SPECIAL | THRESHOLDS),
    ),
    given("5*k < 7*h"),
)
chapter.corrected(
    "ex2-rule-cases",
    "decision rule",
    "the rule has two cases, 15k ≤ 8h and 15k > 8h",
    Computation(_cases, {"three": False}, {"three": "range"}),
    Correction.of(
        "it has three: 15k < 8h, with a0, a3, a23; 5k < 6h and 8h ≤ 15k, with a0, a23; 6h ≤ 5k, with a0 alone",
        put(three=True),
    ),
)
chapter.corrected(
    "ex2-standard",
    "after the rule",
    "the standard Bayesian solution is to choose model M23",
    Formula("q23 > q0 and q23 > q3 and q23 > q2", ("0 < p < 1/4",), SPECIAL, {"p": "1/10"}),
    Correction.of(
        "if p > 1/6, and only then; for p < 1/6 the most probable model is M0, with 1 − 4p > 2p",
        given("p > 1/6"),
        also=Formula(
            "(q23 > q0 and q23 > q3 and q23 > q2 iff p > 1/6) and (q0 > q3 and q0 > q2 and q0 > q23 iff p < 1/6)",
            ("0 < p < 1/4",),
            SPECIAL,
        ),
    ),
    given("p > 1/7"),
)
chapter.corrected(
    "ex2-M23-threshold",
    "after the rule",
    "model M23 is chosen if its probability 2p is larger than 3k/(6k + h)",
    formula(f"q23 > 3*k/(6*k + h) implies {best('23')}", p="2/9", h="1", k="1"),
    Correction.of(
        "if 15k ≤ 8h; otherwise its probability must be larger than 10k/(6h + 15k)",
        given("15*k <= 8*h"),
        also=formula(
            f"(15*k <= 8*h implies (q23 > 3*k/(6*k + h) iff {best('23', True)})) and "
            f"(15*k > 8*h implies (q23 > 10*k/(6*h + 15*k) iff {best('23', True)}))"
        ),
    ),
    given("15*k <= 9*h"),
)
_P = {f"S{n[1:]}": e.subs(p, symbols("P")) for n, e in SPECIAL.items() if n.startswith("R")}
_more = Formula(
    f"({best('23')}) implies ({best('23').replace('R', 'S')})",
    (*RANGE, "p < P < 1/4"),
    SPECIAL | _P,
)
chapter.holds(
    "ex2-evidence",
    "after the rule",
    "a complex model is chosen when there is enough evidence in favor of it, read as: if at p, then at every larger p",
    _more,
    instead(Formula(_more.text, (*RANGE, "0 < P < p"), SPECIAL | _P)),
)

chapter.supposing(
    "ex2-evidence-demanding",
    "after the rule",
    "the same sentence, read as: more evidence is asked for than the largest posterior probability, that is, M23 is "
    "chosen only where it is also the most probable model",
    formula(f"({best('23', True)}) implies (q23 > q0 and q23 > q3 and q23 > q2)", p="3/20", h="8", k="1"),
    Hypothesis("h ≤ 3k (for h > 3k, M23 is chosen where M0 is still the more probable)", given("h <= 3*k")),
    given("h <= 4*k"),
)

CLAIMS = tuple(chapter.claims)
