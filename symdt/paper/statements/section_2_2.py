"""§2.2, General solution: g + 1 models, table (1) and Theorem 1."""

from __future__ import annotations

from symdt.claims.claim import Chapter, Computation, put
from symdt.paper.statements.checks.section_1 import most_probable_is_best
from symdt.paper.statements.checks.section_2_2 import (
    check_all_g,
    check_argmin,
    check_branches,
    check_difference,
    check_entries,
    check_explosion,
    check_generic,
    check_null,
    check_risk,
    check_table,
)

chapter = Chapter("2.2")
chapter.holds(
    "2.2-null",
    "first paragraph",
    "M0 is the null model: mutual independence among the variables",
    Computation(check_null, {"arcs": ()}),
    put(arcs=("X2 -> X1",)),
)
chapter.holds(
    "2.2-table",
    "table (1)",
    "the loss function is a (g+1) × (g+1) table with zero diagonal",
    Computation(check_table, {"rows": 1}),
    put(rows=0),
)
chapter.holds(
    "2.2-tree",
    "after table (1)",
    "ν1 has g+1 branches, each ν2j is expanded into g+1 branches, and at the leaves is l_ij, i = 0, …, g",
    Computation(check_branches, {"more": 1}),
    put(more=0),
)
chapter.holds(
    "2.2-risk",
    "after table (1)",
    "the risk of a_j is R(a_j, D) = Σ_{i=0}^{g} l_ij p(M_i|D)",
    Computation(check_risk, {"first": 0, "transposed": False}),
    put(first=1),
    put(transposed=True),
)
chapter.holds(
    "2.2-argmin",
    "after table (1)",
    "the Bayesian action is found by minimizing the expected loss, a* = argmin_j R(a_j, D)",
    Computation(check_argmin, {"optimum": "min"}),
    put(optimum="max"),
)
chapter.holds(
    "2.2-zero-one",
    "before Theorem 1",
    "with a 0-1 loss function the Bayesian action corresponds to the standard Bayesian solution",
    Computation(most_probable_is_best, {"loss": "0-1"}),
    put(loss="first twice"),
)
chapter.holds(
    "thm-1",
    "Theorem 1",
    "under 0-1 loss the Bayesian action is a_i if p(M_i|D) > p(M_j|D) for all j ≠ i",
    Computation(check_all_g, {"strict": ">", "best": "<"}),
    put(strict="<"),
    put(strict=">="),
)
chapter.holds(
    "thm-1-proof",
    "proof of Theorem 1",
    "R(a_i, D) − R(a_j, D) = p(M_j|D) − p(M_i|D)",
    Computation(check_difference, {"sign": 1}),
    put(sign=-1),
)
chapter.holds(
    "2.2-generic",
    "after Theorem 1",
    "with a generic loss function the Bayesian action may not be so simple to identify: not the most probable model",
    Computation(check_generic, {"missed": 4}),
    put(missed=1),
)
chapter.holds(
    "2.2-explodes",
    "problem (2), after Example 2",
    "as the number of variables increases, the number of possible models explodes",
    Computation(check_explosion, {"base": "order"}),
    put(base="pairs"),
)
chapter.holds(
    "2.2-loss-complex",
    "problem (1), after Example 2",
    "as the number of variables increases, the definition of the loss function becomes too complex",
    Computation(check_entries, {"sizes": (3, 4, 5)}),
    put(sizes=(2, 3)),
)

CLAIMS = tuple(chapter.claims)
