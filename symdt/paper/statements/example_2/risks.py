"""Example 2 with table (2): the models, the loss, the risks and their comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import symbols

from symdt.claims.claim import Chapter, Computation, Formula, Triple, but, instead, put
from symdt.exact.domain import Domain
from symdt.networks.space import ModelSpace
from symdt.paper.statements.example_2.problem import (
    GENERAL,
    ONE,
    RANGE,
    SIMPLEX,
    SPECIAL,
    STATES,
    TABLE_2,
    formula,
    h,
    k,
    named,
)
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem


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


chapter = Chapter("Example 2")
chapter.holds(
    "ex2-models",
    "first paragraph",
    "the possible models are limited to M0, M2, M3, M23",
    Computation(_models, {"forbidden": True}),
    put(forbidden=False),
)
chapter.holds(
    "ex2-loss-complex",
    "after table (2)",
    "the loss for choosing an unnecessarily complex model is an increasing function of the numbers of states",
    Computation(
        _increasing,
        {
            "letters": ("c2", "c3"),
            "cells": (("M0", "a3"), ("M0", "a2"), ("M0", "a23"), ("M3", "a23"), ("M2", "a23")),
            "reads": "up",
        },
    ),
    put(reads="down"),
    put(cells=(("M3", "a0"),)),
)
chapter.holds(
    "ex2-loss-simple",
    "after table (2)",
    "the loss for an over-simplified model is an increasing function of the number of possible parents left",
    Computation(_missing, {"unit": h}),
    put(unit=k),
)
for _a, _text in (
    ("0", "h*(q3 + q2) + 2*h*q23"),
    ("3", "k*c3*q0 + k*(c3 + c2)*q2 + h*q23"),
    ("2", "k*c2*q0 + k*(c3 + c2)*q3 + h*q23"),
    ("23", "k*(c3 + c2)*q0 + k*c3*q3 + k*c2*q2"),
):
    chapter.holds(
        f"ex2-risk-a{_a}",
        "the four risks",
        f"R(a_{_a}, D) = {_text}, q the posterior",
        Formula(f"R{_a} == {_text}", SIMPLEX, GENERAL),
        but(" + ", " - "),
    )
_simplex = formula("q0 + q3 + q2 + q23 == 1 and q0 > 0 and q3 > 0 and q2 > 0 and q23 > 0")
chapter.holds(
    "ex2-posterior",
    "the special posterior",
    "p(M3|D) = p(M2|D) = p, p(M23|D) = 2p, p(M0|D) = 1 − 4p with p < 0.25 is a posterior (p > 0, as in Figure 3)",
    _simplex,
    instead(Formula(_simplex.text, ("p > 0", "h > 0", "k > 0"), SPECIAL)),
)
for _a, _text in (
    ("0", "6*h*p"),
    ("3", "2*k - 3*k*p + 2*h*p"),
    ("2", "3*k - 7*k*p + 2*h*p"),
    ("23", "5*k - 15*k*p"),
):
    chapter.holds(
        f"ex2-special-a{_a}",
        "the risks in p",
        f"with c3 = 2, c2 = 3: R(a_{_a}, D) = {_text}",
        formula(f"R{_a} == {_text}"),
        but("*p", "*p**2") if _a == "0" else but(" - ", " + "),
    )
chapter.holds(
    "ex2-prefer-3",
    "after the risks",
    "R(a_3, D) < R(a_2, D), so that M3 is preferred to M2",
    formula("R3 < R2"),
    but("<", ">"),
)
_even = Formula(
    "q3 == q2 and R3 == R2", RANGE, named(DecisionProblem(LossTable.zero_one(STATES), ONE, Domain(*RANGE)))
)
chapter.holds(
    "ex2-zero-one-ties",
    "after the risks",
    "the two models have the same posterior probability, and a 0-1 loss would not discriminate between them",
    _even,
    instead(Formula(_even.text, RANGE, SPECIAL)),
)
chapter.holds(
    "ex2-3-23-weak",
    "R3 against R23",
    "R(a_3, D) ≤ R(a_23, D) if p ≤ 3k/(12k + 2h)",
    formula("p <= t3 implies R3 <= R23"),
    but("p <= t3", "p <= t1"),
)
chapter.holds(
    "ex2-t3-quarter",
    "R3 against R23",
    "3k/(12k + 2h) < 0.25",
    formula("t3 < 1/4"),
    but("1/4", "1/5"),
)
chapter.holds(
    "ex2-3-23",
    "R3 against R23",
    "R(a_3, D) < R(a_23, D) if (and only if) p < 3k/(12k + 2h)",
    formula("R3 < R23 iff p < t3"),
    but("t3", "t2"),
)
chapter.holds(
    "ex2-0-3",
    "inequalities",
    "R(a_0, D) < R(a_3, D) iff p < 2k/(4h + 3k)",
    formula("R0 < R3 iff p < t1"),
    but("p < t1", "p > t1"),
)
chapter.holds(
    "ex2-0-23",
    "inequalities",
    "R(a_0, D) < R(a_23, D) iff p < 5k/(6h + 15k)",
    formula("R0 < R23 iff p < t2"),
    but("t2", "t1"),
)
chapter.holds(
    "ex2-thresholds",
    "inequalities",
    "2k/(4h + 3k) ≤ 5k/(6h + 15k) iff 15k ≤ 8h",
    formula("t1 <= t2 iff 15*k <= 8*h"),
    but("15*k <= 8*h", "15*k >= 8*h"),
    but("15*k", "14*k"),
)
CLAIMS = tuple(chapter.claims)
