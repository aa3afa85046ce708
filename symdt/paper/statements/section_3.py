"""§3, Decomposable decision problems, first half: the order and the posterior."""

from __future__ import annotations

from symdt.claims.claim import Chapter, Computation, Correction, Formula, Hypothesis, given, put
from symdt.paper.statements.checks.section_3 import (
    check_all_data,
    check_configurations,
    check_local,
    check_map_by_child,
    check_order,
    check_posterior,
    check_predictive,
    check_roots,
    check_sums,
)

chapter = Chapter("3")
chapter.corrected(
    "3-order",
    "first sentence",
    "there is an order on the variables so that X_i ≺ X_j if X_i cannot be a parent of X_j",
    Computation(check_order, {"reads": "if"}, {"reads": "notation"}),
    Correction.of(
        "only if: in Example 2 neither of X2, X3 can be a parent of the other, and both X2 ≺ X3 and X3 ≺ X2 is no order",
        put(reads="only if"),
    ),
    put(reads="backwards"),
)
chapter.corrected(
    "3-root",
    "first paragraph",
    "P_i is the empty set if X_i is a root node",
    Computation(check_roots, {"of": "the model"}, {"of": "notation"}),
    Correction.of(
        "a root in every model of the space: X1 has no parents in M0, and yet P_1 = {X2, X3}",
        put(of="every model"),
    ),
)
chapter.corrected(
    "3-index-j",
    "frequencies",
    "n(x_ik|π_ij) has j = 1, …, q_i, with q_i the number of possible parents",
    Computation(check_configurations, {"last": "q"}, {"last": "range"}),
    Correction.of("j runs over the configurations of the parents Π_i", put(last="configurations")),
)
chapter.holds(
    "3-frequency",
    "frequencies",
    "n(π_ij) = Σ_{k=1}^{c_i} n(x_ik|π_ij) is the sample frequency of π_ij",
    Computation(check_sums, {"k": 1}),
    put(k=2),
)
chapter.holds(
    "3-precision",
    "Dirichlet priors",
    "α_ij = Σ_k α_ijk is the prior precision of θ_ij: a case is in state k with prior probability α_ijk/α_ij",
    Computation(check_predictive, {"total": "sum"}),
    put(total="one"),
)
chapter.fails(
    "3-posterior",
    "p(M|D)",
    "p(M|D) ∝ p(M) Π_i Π_j Π_k Γ(α_ij)Γ(α_ijk+n(x_ik|π_ij))/(Γ(α_ij+n(π_ij))Γ(α_ijk))",
    Computation(check_posterior, {"inside": True}, {"inside": "factor"}),
    Correction.of("Γ(α_ij)/Γ(α_ij+n(π_ij)) stands before the product over k", put(inside=False)),
)
chapter.corrected(
    "3-posterior-range",
    "p(M|D)",
    "the product over j runs from 1 to q_i (the factor in its right place)",
    Computation(check_all_data, {"last": "q"}, {"last": "range"}),
    Correction.of(
        "it runs over all configurations of Π_i, of which there is one if there are no parents",
        put(last="configurations"),
    ),
)
# two children with two parent sets each: prior weights w, local evidences e (first child) and f (second)
_W = tuple(f"{x} > 0" for x in ("w11", "w12", "w21", "w22", "e1", "e2", "f1", "f2"))
chapter.supposing(
    "3-multiplicative",
    "multiplicative structure",
    "p(M|D) has a multiplicative structure, a product over the sets {X_i, P_i}: with two children, prior weights w_jl and "
    "local evidences e_j, f_l, the odds p_11 p_22 and p_12 p_21 are equal",
    Formula(
        "(w11*e1*f1)*(w22*e2*f2) == (w12*e1*f2)*(w21*e2*f1)",
        _W,
        {},
        {"w11": "2", "w12": "1", "w21": "1", "w22": "2", "e1": "1", "e2": "1", "f1": "1", "f2": "1"},
    ),
    Hypothesis(
        "the prior has one, p(M) = Π_i p(M^i) (then p(M^i|D) contains p(M^i))", given("w11*w22 == w12*w21")
    ),
    given("w11 == w22"),
)
chapter.fails(
    "3-local-posterior",
    "p(M^i|D)",
    "the probabilities p(M^i|D) are equal to the products over j and k",
    Computation(check_local, {"what": "product"}, {"what": "factor"}),
    Correction.of(
        "they are proportional to them (times p(M^i)): without data every product is empty and equal to 1",
        put(what="proportional"),
    ),
)
chapter.supposing(
    "3-child-by-child",
    "multiplicative structure",
    "this property allows a search over the sets {X_i, P_i} one by one, whatever the prior p(M) is",
    Computation(
        check_map_by_child, {"priors": ("uniform", "product", "dependent")}, {"priors": "hypothesis"}
    ),
    Hypothesis("the prior p(M) is a product over the children", put(priors=("uniform", "product"))),
    put(priors=("dependent",)),
)

CLAIMS = tuple(chapter.claims)
