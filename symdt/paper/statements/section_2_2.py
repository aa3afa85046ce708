"""§2.2, General solution: g + 1 models, table (1) and Theorem 1."""

from __future__ import annotations

from symdt.claims.claim import Chapter, Computation
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
_independent = Computation(check_null, {"arcs": ()})
chapter.holds(
    "2.2-null",
    "first paragraph",
    "M0 is the null model: mutual independence among the variables",
    _independent,
    _independent.but(arcs=("X2 -> X1",)),
)
_size = Computation(check_table, {"rows": 1})
chapter.holds(
    "2.2-table",
    "table (1)",
    "the loss function is a (g+1) × (g+1) table with zero diagonal",
    _size,
    _size.but(rows=0),
)
_tree = Computation(check_branches, {"more": 1})
chapter.holds(
    "2.2-tree",
    "after table (1)",
    "ν1 has g+1 branches, each ν2j is expanded into g+1 branches, and at the leaves is l_ij, i = 0, …, g",
    _tree,
    _tree.but(more=0),
)
_sum = Computation(check_risk, {"first": 0, "transposed": False})
chapter.holds(
    "2.2-risk",
    "after table (1)",
    "the risk of a_j is R(a_j, D) = Σ_{i=0}^{g} l_ij p(M_i|D)",
    _sum,
    _sum.but(first=1),
    _sum.but(transposed=True),
)
_least = Computation(check_argmin, {"optimum": "min"})
chapter.holds(
    "2.2-argmin",
    "after table (1)",
    "the Bayesian action is found by minimizing the expected loss, a* = argmin_j R(a_j, D)",
    _least,
    _least.but(optimum="max"),
)
_standard = Computation(most_probable_is_best, {"loss": "0-1"})
chapter.holds(
    "2.2-zero-one",
    "before Theorem 1",
    "with a 0-1 loss function the Bayesian action corresponds to the standard Bayesian solution",
    _standard,
    _standard.but(loss="first twice"),
)
_th = Computation(check_all_g, {"strict": ">", "best": "<"})
chapter.holds(
    "thm-1",
    "Theorem 1",
    "under 0-1 loss the Bayesian action is a_i if p(M_i|D) > p(M_j|D) for all j ≠ i",
    _th,
    _th.but(strict="<"),
    _th.but(strict=">="),
)
_proof = Computation(check_difference, {"sign": 1})
chapter.holds(
    "thm-1-proof",
    "proof of Theorem 1",
    "R(a_i, D) − R(a_j, D) = p(M_j|D) − p(M_i|D)",
    _proof,
    _proof.but(sign=-1),
)
_hard = Computation(check_generic, {"missed": 4})
chapter.holds(
    "2.2-generic",
    "after Theorem 1",
    "with a generic loss function the Bayesian action may not be so simple to identify: not the most probable model",
    _hard,
    _hard.but(missed=1),
)
_count = Computation(check_explosion, {"base": "order"})
chapter.holds(
    "2.2-explodes",
    "problem (2), after Example 2",
    "as the number of variables increases, the number of possible models explodes",
    _count,
    _count.but(base="pairs"),
)
_losses = Computation(check_entries, {"sizes": (3, 4, 5)})
chapter.holds(
    "2.2-loss-complex",
    "problem (1), after Example 2",
    "as the number of variables increases, the definition of the loss function becomes too complex",
    _losses,
    _losses.but(sizes=(2, 3)),
)

CLAIMS = tuple(chapter.claims)
