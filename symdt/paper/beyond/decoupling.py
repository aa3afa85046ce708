"""Beyond the paper: what decouples decisions about several children, and what the tree of §3 needs.

Two children, any joint posterior, any losses: if the loss is a sum of one table for each child, the risk is the sum
of two risks that depend on the marginals alone, and each decision can be made by itself. The tree of §3 reveals the
model of a child before the next decision; then it matters also that the posterior factorises.
"""

from __future__ import annotations

from symdt.claims.claim import Chapter, Computation, Formula, but, instead, put
from symdt.paper.beyond.checks.decoupling import (
    check_below,
    check_decouples,
    check_needs,
    check_relevant,
    check_separates,
    check_whatever,
    check_zero_one,
    zero_one_letters,
)

chapter = Chapter("beyond", is_own=True)
chapter.holds(
    "b-decouple-additive",
    "beside §4",
    "additivity of the loss alone decouples the decisions: R(a, b) = R^1(a) + R^2(b), each from its own marginal, for every "
    "joint posterior, factorised or not",
    Computation(check_decouples, {"interaction": 0}),
    put(interaction=1),
)
chapter.holds(
    "b-decouple-zero-one",
    "beside §4",
    "under 0-1 loss, which is not additive, the decisions decouple if the posterior factorises: the best pair is the pair of "
    "the most probable parts",
    Computation(check_zero_one, {"factorised": True}),
    put(factorised=False),
)
_best = " and ".join(f"Rxu <= R{other}" for other in ("xv", "yu", "yv"))
_parts = Formula(f"({_best}) iff (p >= 1/2 and q >= 1/2)", ("0 <= p <= 1", "0 <= q <= 1"), zero_one_letters())
chapter.holds(
    "b-decouple-zero-one-all",
    "beside §4",
    "that is so for all probabilities: (x, u) is a best pair iff x and u are each as probable as its rival, P(x) = p, P(u) = q",
    _parts,
    but("p >= 1/2 and q >= 1/2", "p + q >= 1"),
    instead(
        Formula(
            _parts.text.replace("iff", "implies").replace("Rxu <=", "Rxu >="), _parts.assume, _parts.where
        )
    ),
)
chapter.holds(
    "b-tree-below",
    "beside §3",
    "the tree of §3, which reveals the models, never promises a larger loss than the one decision it stands for, and a "
    "smaller one only where the posterior does not factorise",
    Computation(check_below, {"of": "less only if dependent"}),
    put(of="less if dependent"),
)
chapter.holds(
    "b-tree-needs",
    "beside §3",
    "the tree of §3 has the value of the one decision if the loss is additive and the posterior factorises; with either "
    "alone it may promise less than can be had",
    Computation(check_needs, {"may_be_less": True}),
    put(may_be_less=False),
)
chapter.holds(
    "b-tree-zero-one",
    "beside §3",
    "under 0-1 loss that tree has the value of the one decision for every posterior: after a wrong choice nothing is left to "
    "lose, and after a right one the next choice knows what it would have assumed",
    Computation(check_whatever, {"loss": "0-1"}),
    put(loss="additive"),
)
chapter.holds(
    "b-relevant",
    "beside §4",
    "without additivity decisions are relevant for each other: if a single arc costs a price more than both or none, the "
    "second choice follows the first, though the posterior factorises",
    Computation(check_relevant, {"price": 9}),
    put(price=0),
)
chapter.holds(
    "b-tree-separates",
    "beside §3",
    "with an additive loss and a factorised posterior each node of that tree separates, for all losses and probabilities",
    Computation(check_separates, {"letters": True}),
    put(letters=False),
)

CLAIMS = tuple(chapter.claims)
