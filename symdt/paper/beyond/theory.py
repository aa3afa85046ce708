"""Beyond the paper, part one: the theory of disintegrable losses for any number of arcs, as claims of its own."""

from __future__ import annotations

from symdt.claims.claim import Chapter, Computation, Formula, but, instead, put
from symdt.paper.beyond.checks.theory import (
    check_affine,
    check_by_arcs,
    check_evpi,
    check_identity,
    check_interval,
    check_one_arc,
)
from symdt.paper.statements.example_2.problem import SIMPLEX
from symdt.paper.statements.example_3 import LOSSES, NAMES
from symdt.paper.statements.section_4.columns import check_columns_iff
from symdt.paper.statements.section_4.sums import check_differences

chapter = Chapter("beyond", is_own=True)
chapter.holds(
    "b-separable",
    "fact 1",
    "a disintegrable loss is separable: L(S, T) = Σ_{T∖S} l0j + Σ_{S∖T} lj0",
    Computation(check_differences, {"count": "both"}),
    put(count="all arcs"),
)
chapter.holds(
    "b-risk-by-arcs",
    "fact 2",
    "R_T = Σ_{j∉T} lj0 πj + Σ_{j∈T} l0j (1 − πj): the posterior enters only through q numbers",
    Computation(check_by_arcs, {"shift": 0}),
    put(shift=1),
)
chapter.holds(
    "b-one-arc",
    "fact 3",
    "R_0 − R_j = s_j (πj − τj): arc j is in iff πj > τj",
    Computation(check_one_arc, {"which": "false/both"}),
    put(which="missed/both"),
)
_median = Formula(
    "(l30*(p3 + p23) > l03*(1 - p3 - p23)) iff p3 + p23 > 1/2", (*SIMPLEX, "l03 > 0", "l30 == l03")
)
chapter.holds(
    "b-median",
    "fact 3",
    "equal losses give the median probability model: the arcs with πj > 1/2",
    _median,
    instead(Formula(_median.text, (*SIMPLEX, "l03 > 0", "l30 == 2*l03"))),
)
chapter.holds(
    "b-interval",
    "fact 3",
    "all Bayes actions form the Boolean interval [{π > τ}, {π ≥ τ}]",
    Computation(check_interval, {"losses": "disintegrable"}),
    put(losses="0-1"),
)
chapter.holds(
    "b-identity",
    "fact 4",
    "R_S = Σ_{j∈S} R_j − (|S| − 1) R_0 for every S",
    Computation(check_identity, {"minus": 1}),
    put(minus=2),
)
chapter.holds(
    "b-affine-rank",
    "fact 4",
    "the columns have affine rank q and rank q + 1, for general losses",
    Computation(check_affine, {"shift": 0}),
    put(shift=1),
)
chapter.holds(
    "b-rank",
    "fact 4",
    "the rank is q + 1 iff every arc has a positive loss and some arc has both losses positive",
    Computation(check_columns_iff, {"losses": "positive, one arc twice"}),
    put(losses="positive"),
)
chapter.holds(
    "b-bayes-risk",
    "fact 5",
    "ρ* = Σ_j min(lj0 πj, l0j (1 − πj))",
    Formula(
        "min(R0, R3, R2, R23) == min(l30*(p3 + p23), l03*(1 - p3 - p23)) + min(l20*(p2 + p23), l02*(1 - p2 - p23))",
        (*SIMPLEX, *LOSSES),
        NAMES,
    ),
    but("+ min(", "+ max("),
)
chapter.holds(
    "b-evpi",
    "fact 5",
    "EVPI = ρ* − Σ_i p_i min_a l_ia",
    Computation(check_evpi, {"of": "state"}),
    put(of="more"),
)
chapter.holds(
    "b-one-identity",
    "beside Eqs 4 to 7",
    "equations (4), (5) and (6) are one and the same identity, and (7) is true of any three numbers",
    Formula(
        "(R0 - R3 == R2 - R23 iff R0 - R2 == R3 - R23) and (R0 - R3 == R2 - R23 iff R0 - R23 == (R0 - R3) + (R0 - R2)) "
        "and R3 - R2 == (R0 - R2) - (R0 - R3)"
    ),
    but("and R3 - R2 ==", "and R23 - R2 =="),
)

CLAIMS = tuple(chapter.claims)
