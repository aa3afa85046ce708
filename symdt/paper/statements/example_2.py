"""Example 2 with table (2): risks, inequalities and the decision rule."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from sympy import Expr, symbols

from symdt.claims.claim import Chapter, Computation, Correction, Formula, Triple
from symdt.exact.domain import Domain
from symdt.exact.proof import Proved
from symdt.networks.space import ModelSpace
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem
from symdt.solve.certificate import certify
from symdt.solve.risk import risks
from symdt.solve.rule import DecisionRule, decision_rule, risk_orderings

h, k, c2, c3, p, p2, p3, p23 = symbols("h k c2 c3 p p2 p3 p23")
STATES, ACTIONS = ("M0", "M3", "M2", "M23"), ("a0", "a3", "a2", "a23")
TABLE_2 = LossTable(
    STATES,
    ACTIONS,
    (
        (0, k * c3, k * c2, k * (c3 + c2)),
        (h, 0, k * (c3 + c2), k * c3),
        (h, k * (c3 + c2), 0, k * c2),
        (2 * h, h, h, 0),
    ),
)
ANY = Belief({"M0": "rest", "M3": p3, "M2": p2, "M23": p23})
SIMPLEX = ("p2 >= 0", "p3 >= 0", "p23 >= 0", "p2 + p3 + p23 <= 1")
ONE = Belief({"M0": 1 - 4 * p, "M3": p, "M2": p, "M23": 2 * p})
RANGE = ("0 < p < 1/4", "h > 0", "k > 0")
#: Numbers of states c3 = 2 and c2 = 3.
NUMBERS = LossTable(
    STATES, ACTIONS, tuple(tuple(e.subs({c3: 2, c2: 3}) for e in row) for row in TABLE_2.entries)
)
PROBLEM = DecisionProblem(NUMBERS, ONE, Domain(*RANGE))


def named(problem: DecisionProblem) -> dict[str, Expr]:
    """R0, R3, R2, R23 and the posterior q0, q3, q2, q23 of a problem."""
    found = {action.replace("a", "R"): value for action, value in risks(problem).items()}
    return found | {str(s).replace("M", "q"): e for s, e in problem.belief.items()}


GENERAL = named(DecisionProblem(TABLE_2, ANY, Domain(*SIMPLEX)))
SPECIAL = named(PROBLEM)
#: The three thresholds of the paper.
THRESHOLDS = {"t1": 2 * k / (4 * h + 3 * k), "t2": 5 * k / (6 * h + 15 * k), "t3": 3 * k / (12 * k + 2 * h)}


def _formula(text: str, *assume: str, **counter: str) -> Formula:
    return Formula(text, (*RANGE, *assume), SPECIAL | THRESHOLDS, counter)


def best(action: str, strictly: bool = False) -> str:
    """The statement that an action has the least of the four risks."""
    op = "<" if strictly else "<="
    return " and ".join(f"R{action} {op} R{other}" for other in ("0", "3", "2", "23") if other != action)


@lru_cache(maxsize=1)
def rule() -> DecisionRule:
    """The exact rule, derived by the toolkit."""
    return decision_rule(PROBLEM, p)


def _models(forbidden: bool) -> Iterator[Triple]:
    """With X2, X3 marginally independent and X1 no parent of theirs, four models are left."""
    candidates = {"X1": ["X2", "X3"], "X2": [] if forbidden else ["X3"], "X3": []}
    space = ModelSpace(candidates)
    yield {"models": space.count}, {"M0", "M2", "M3", "M23"}, {m.name for m in space}


def _increasing(letters: tuple[str, ...], cells: tuple[tuple[str, str], ...], reads: str) -> Iterator[Triple]:
    """The loss grows, never falls, with the number of states; with the number of parents left out."""
    for state, action in cells:
        entry = TABLE_2[state, action]
        slopes = [entry.diff(symbols(name)).subs({k: 1, h: 1}) for name in letters]
        at = {"M": state, "a": action, "loss": entry}
        yield at, reads == "up", all(s >= 0 for s in slopes) and any(s > 0 for s in slopes)


def _missing(unit: Any) -> Iterator[Triple]:
    """A nested model that leaves out m of the true parents costs m h."""
    for state, action, left in (
        ("M3", "a0", 1),
        ("M2", "a0", 1),
        ("M23", "a3", 1),
        ("M23", "a2", 1),
        ("M23", "a0", 2),
    ):
        yield {"M": state, "a": action, "left out": left}, left * unit, TABLE_2[state, action]


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


def _orderings(first: tuple[str, ...]) -> Iterator[Triple]:
    """For small p the risks are ordered R0 < R3 < R2 < R23, and for p near 0.25 R23 or R0 is the least."""
    for case in risk_orderings(PROBLEM, p).cases:
        ends = [tuple(a.replace("a", "R") for a in piece.label) for piece in case.pieces]
        yield {"case": " and ".join(map(str, case.conditions))}, first, ends[0]
        yield (
            {"case": " and ".join(map(str, case.conditions)), "end": "right"},
            True,
            ends[-1][0] in ("R23", "R0"),
        )


chapter = Chapter("Example 2")
_four = Computation(_models, {"forbidden": True})
chapter.holds(
    "ex2-models",
    "first paragraph",
    "the possible models are limited to M0, M2, M3, M23",
    _four,
    _four.but(forbidden=False),
)
_states = Computation(
    _increasing,
    {
        "letters": ("c2", "c3"),
        "cells": (("M0", "a3"), ("M0", "a2"), ("M0", "a23"), ("M3", "a23"), ("M2", "a23")),
        "reads": "up",
    },
)
chapter.holds(
    "ex2-loss-complex",
    "after table (2)",
    "the loss for choosing an unnecessarily complex model is an increasing function of the numbers of states",
    _states,
    _states.but(reads="down"),
    _states.but(cells=(("M3", "a0"),)),
)
_left = Computation(_missing, {"unit": h})
chapter.holds(
    "ex2-loss-simple",
    "after table (2)",
    "the loss for an over-simplified model is an increasing function of the number of possible parents left",
    _left,
    _left.but(unit=k),
)
for _a, _text in (
    ("0", "h*(q3 + q2) + 2*h*q23"),
    ("3", "k*c3*q0 + k*(c3 + c2)*q2 + h*q23"),
    ("2", "k*c2*q0 + k*(c3 + c2)*q3 + h*q23"),
    ("23", "k*(c3 + c2)*q0 + k*c3*q3 + k*c2*q2"),
):
    _risk = Formula(f"R{_a} == {_text}", SIMPLEX, GENERAL)
    chapter.holds(
        f"ex2-risk-a{_a}",
        "the four risks",
        f"R(a_{_a}, D) = {_text}, q the posterior",
        _risk,
        _risk.but(" + ", " - "),
    )
_simplex = _formula("q0 + q3 + q2 + q23 == 1 and q0 > 0 and q3 > 0 and q2 > 0 and q23 > 0")
chapter.holds(
    "ex2-posterior",
    "the special posterior",
    "p(M3|D) = p(M2|D) = p, p(M23|D) = 2p, p(M0|D) = 1 − 4p with p < 0.25 is a posterior (p > 0, as in Figure 3)",
    _simplex,
    Formula(_simplex.text, ("p > 0", "h > 0", "k > 0"), SPECIAL),
)
for _a, _text in (
    ("0", "6*h*p"),
    ("3", "2*k - 3*k*p + 2*h*p"),
    ("2", "3*k - 7*k*p + 2*h*p"),
    ("23", "5*k - 15*k*p"),
):
    _risk = _formula(f"R{_a} == {_text}")
    chapter.holds(
        f"ex2-special-a{_a}",
        "the risks in p",
        f"with c3 = 2, c2 = 3: R(a_{_a}, D) = {_text}",
        _risk,
        _risk.but("*p", "*p**2") if _a == "0" else _risk.but(" - ", " + "),
    )
_prefer = _formula("R3 < R2")
chapter.holds(
    "ex2-prefer-3",
    "after the risks",
    "R(a_3, D) < R(a_2, D), so that M3 is preferred to M2",
    _prefer,
    _prefer.but("<", ">"),
)
_even = Formula(
    "q3 == q2 and R3 == R2", RANGE, named(DecisionProblem(LossTable.zero_one(STATES), ONE, Domain(*RANGE)))
)
chapter.holds(
    "ex2-zero-one-ties",
    "after the risks",
    "the two models have the same posterior probability, and a 0-1 loss would not discriminate between them",
    _even,
    Formula(_even.text, RANGE, SPECIAL),
)
_if = _formula("p <= t3 implies R3 <= R23")
chapter.holds(
    "ex2-3-23-weak",
    "R3 against R23",
    "R(a_3, D) ≤ R(a_23, D) if p ≤ 3k/(12k + 2h)",
    _if,
    _if.but("p <= t3", "p <= t1"),
)
_quarter = _formula("t3 < 1/4 and (t3 < 1/4 iff 12*k < 12*k + 2*h)")
chapter.holds(
    "ex2-t3-quarter",
    "R3 against R23",
    "3k/(12k + 2h) < 0.25",
    _quarter,
    _quarter.but("t3 < 1/4 and", "t3 < 1/5 and"),
)
_strict = _formula("R3 < R23 iff p < t3")
chapter.holds(
    "ex2-3-23",
    "R3 against R23",
    "R(a_3, D) < R(a_23, D) if (and only if) p < 3k/(12k + 2h)",
    _strict,
    _strict.but("t3", "t2"),
)
_03 = _formula("R0 < R3 iff p < t1")
chapter.holds(
    "ex2-0-3", "inequalities", "R(a_0, D) < R(a_3, D) iff p < 2k/(4h + 3k)", _03, _03.but("p < t1", "p > t1")
)
_023 = _formula("R0 < R23 iff p < t2")
chapter.holds(
    "ex2-0-23", "inequalities", "R(a_0, D) < R(a_23, D) iff p < 5k/(6h + 15k)", _023, _023.but("t2", "t1")
)
_cross = _formula("t1 <= t2 iff 15*k <= 8*h")
chapter.holds(
    "ex2-thresholds",
    "inequalities",
    "2k/(4h + 3k) ≤ 5k/(6h + 15k) iff 15k ≤ 8h",
    _cross,
    _cross.but("15*k <= 8*h", "15*k >= 8*h"),
    _cross.but("15*k", "14*k"),
)
_order = Computation(_orderings, {"first": ("R0", "R3", "R2", "R23")})
chapter.holds(
    "fig-3",
    "Figure 3",
    "Figure 3 orders the risks for 0 < p < 0.25: R0 < R3 < R23 for small p, R23 (or R0) least near 0.25",
    _order,
    _order.but(first=("R3", "R0", "R2", "R23")),
)
_nowhere = Computation(_never, {"action": "a2"})
chapter.holds(
    "fig-3-three",
    "Figure 3",
    "only R0, R3 and R23 need be ordered: a2 is nowhere optimal",
    _nowhere,
    _nowhere.but(action="a3"),
)
_one_case = f"(0 < p and p <= t1 implies {best('0')}) and (t1 < p and p <= t3 implies {best('3')}) and (t3 < p implies {best('23')})"
_closed = ("0 < p <= 1/4", "h > 0", "k > 0")
_case1 = Formula(f"({_one_case}) and t1 <= t3 and t3 < 1/4", (*_closed, "15*k <= 8*h"), SPECIAL | THRESHOLDS)
chapter.holds(
    "ex2-rule-case-1",
    "decision rule",
    "if 15k ≤ 8h: a0 for 0 < p ≤ 2k/(4h+3k), a3 for 2k/(4h+3k) < p ≤ 3k/(12k+2h), a23 for 3k/(12k+2h) < p ≤ 0.25",
    _case1,
    _case1.without("15*k <= 8*h"),
    _case1.but("t3 < p implies", "t2 < p implies"),
)
_pair = f"(p <= t2 implies {best('0')}) and (t2 < p implies {best('23')})"
_case2 = Formula(_pair, (*_closed, "15*k > 8*h"), SPECIAL | THRESHOLDS)
chapter.holds(
    "ex2-rule-case-2-action",
    "decision rule",
    "if 15k > 8h: at every p ≤ 0.25, a0 is optimal if p ≤ 5k/(6h+15k), and a23 if p > 5k/(6h+15k)",
    _case2,
    _case2.without("15*k > 8*h"),
    _case2.but("t2", "t3"),
)
_inside = Formula("t2 < 1/4", ("h > 0", "k > 0", "15*k > 8*h"), THRESHOLDS, {"h": "1", "k": "2"})
chapter.corrected(
    "ex2-rule-case-2",
    "decision rule",
    "if 15k > 8h the rule is: a0 for 0 < p ≤ 5k/(6h+15k), a23 for 5k/(6h+15k) < p ≤ 0.25, two pieces of (0, 0.25]",
    _inside,
    Correction(
        "only if also 5k < 6h; if 6h ≤ 5k then 5k/(6h+15k) ≥ 0.25 and a0 is optimal for every p < 0.25",
        Formula(
            f"(5*k < 6*h implies t2 < 1/4 and {_pair}) and (6*h <= 5*k implies t2 >= 1/4 and {best('0', True)})",
            (*RANGE, "15*k > 8*h"),
            SPECIAL | THRESHOLDS,
        ),
        "hypothesis",
    ),
    Formula(f"6*h <= 6*k implies {best('0')}", (*RANGE, "15*k > 8*h"), SPECIAL),
)
_complete = Computation(_cases, {"three": False})
chapter.corrected(
    "ex2-rule-cases",
    "decision rule",
    "the rule has two cases, 15k ≤ 8h and 15k > 8h",
    _complete,
    Correction(
        "it has three: 15k < 8h, with a0, a3, a23; 5k < 6h and 8h ≤ 15k, with a0, a23; 6h ≤ 5k, with a0 alone",
        _complete.but(three=True),
        "range",
    ),
)
_map = Formula("q23 > q0 and q23 > q3 and q23 > q2", ("0 < p < 1/4",), SPECIAL, {"p": "1/10"})
chapter.corrected(
    "ex2-standard",
    "after the rule",
    "the standard Bayesian solution is to choose model M23",
    _map,
    Correction(
        "if p > 1/6, and only then; for p < 1/6 the most probable model is M0, with 1 − 4p > 2p",
        Formula(
            "(q23 > q0 and q23 > q3 and q23 > q2 iff p > 1/6) and (q0 > q3 and q0 > q2 and q0 > q23 iff p < 1/6)",
            ("0 < p < 1/4",),
            SPECIAL,
        ),
        "hypothesis",
    ),
    _map.given("p > 1/7"),
)
_chosen = _formula(f"q23 > 3*k/(6*k + h) implies {best('23')}", p="2/9", h="1", k="1")
chapter.corrected(
    "ex2-M23-threshold",
    "after the rule",
    "model M23 is chosen if its probability 2p is larger than 3k/(6k + h)",
    _chosen,
    Correction(
        "if 15k ≤ 8h; otherwise its probability must be larger than 10k/(6h + 15k)",
        _formula(
            f"(15*k <= 8*h implies (q23 > 3*k/(6*k + h) iff {best('23', True)})) and "
            f"(15*k > 8*h implies (q23 > 10*k/(6*h + 15*k) iff {best('23', True)}))"
        ),
        "hypothesis",
    ),
    _chosen.given("15*k <= 9*h"),
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
    "a complex model is chosen when there is enough evidence in favor of it: if at p, then at every larger p",
    _more,
    Formula(_more.text, (*RANGE, "0 < P < p"), SPECIAL | _P),
)

CLAIMS = tuple(chapter.claims)
