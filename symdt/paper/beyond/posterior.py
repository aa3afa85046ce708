"""Beyond the paper: the Bayes risk as a function of the posterior, and what of a loss table is free.

A risk is linear in the posterior. So the posteriors at which an action is optimal form a convex set, and the Bayes
risk, the least of linear functions, is concave: data never raise it on average. A constant added to a row of the loss
adds the same to all risks; nothing else leaves all comparisons as they are.
"""

from __future__ import annotations

from symdt.claims.claim import Chapter, Computation, Formula, but, put
from symdt.paper.beyond.checks.posterior import (
    X,
    check_concave,
    check_data,
    check_identities,
    check_moved,
    check_nothing_else,
    check_row_constants,
    check_same_actions,
    check_utilities,
)
from symdt.paper.statements.example_2.problem import SIMPLEX

_ALL = {n: e for n, e in X.items() if n[0] == "R"} | check_moved("Y", "y") | check_moved("Z", "t")
_BETWEEN = (*SIMPLEX, *(c.replace("p", "y") for c in SIMPLEX), "0 < t < 1")


chapter = Chapter("beyond", is_own=True)
chapter.holds(
    "b-utility",
    "beside §2.1",
    "maximising expected utility is minimising expected loss with the other sign: the same actions, the same rule, the "
    "opposite values",
    Computation(check_utilities, {"sign": -1}),
    put(sign=1),
)
_mixed = " and ".join(f"Z{a} == t*R{a} + (1 - t)*Y{a}" for a in ("0", "3", "2", "23"))
chapter.holds(
    "b-convex",
    "beside §2.2",
    "the posteriors at which an action is optimal form a convex set: the risks of table (2) at a mixture of two posteriors "
    "are the mixtures of the risks, so that what is not larger at both is not larger there",
    Formula(f"{_mixed} and (A <= B and C <= D implies t*A + (1 - t)*C <= t*B + (1 - t)*D)", _BETWEEN, _ALL),
    but("A <= B and C <= D", "A <= B"),
    but("Z3 == t*R3", "Z3 == R3"),
)
_three = [(f"A{i}", f"B{i}") for i in (1, 2, 3)]
_least = ", ".join(f"t*{a} + (1 - t)*{b}" for a, b in _three)
_concave = Formula(
    f"min({_least}) >= t*min(A1, A2, A3) + (1 - t)*min(B1, B2, B3)", ("0 < t < 1",)
)  # A and B are the risks at the two posteriors; at their mixture they are mixed
chapter.holds(
    "b-concave",
    "beside §2.2",
    "the Bayes risk is a concave function of the posterior: at a mixture of two posteriors, where the risks are mixed, the "
    "least is not below the mixture of the least (three actions, any risks)",
    _concave,
    but(">= t*min", "<= t*min"),
    but("(1 - t)*min(B1, B2, B3)", "(1 - t)*max(B1, B2, B3)"),
)
chapter.holds(
    "b-concave-values",
    "beside §2.2",
    "so it is in numbers: the toolkit's Bayes risk half way between any two posteriors in quarters",
    Computation(check_concave, {"kind": "concave"}),
    put(kind="convex"),
)
chapter.holds(
    "b-data",
    "beside §2.1",
    "so data that cost nothing never raise the expected loss of the best decision",
    Computation(check_data, {"cost": 0}),
    put(cost=1),
)
chapter.holds(
    "b-row-constants",
    "beside §2.2",
    "a constant added to a row of the loss adds the same to every risk: no comparison and no Bayes action changes",
    Computation(check_row_constants, {"where": "rows"}),
    put(where="columns"),
)
chapter.holds(
    "b-row-constants-only",
    "beside §2.2",
    "and nothing else is free: tables with the same comparisons for every posterior differ by row constants",
    Computation(check_nothing_else, {"rows": 0}),
    put(rows=1),
)
chapter.holds(
    "b-row-constants-diagonal",
    "beside §2.2",
    "so the diagonal of table (1) may be taken to be 0: subtracting it from its rows changes no Bayes action",
    Computation(check_same_actions, {"shift": 0}),
    put(shift=1),
)
chapter.holds(
    "b-row-constants-identities",
    "beside Eqs 4 to 7",
    "equations (4) to (6) outlive constants in the rows, but not constants on the diagonal alone",
    Computation(check_identities, {"constant": "rows"}),
    put(constant="diagonal"),
)

CLAIMS = tuple(chapter.claims)
