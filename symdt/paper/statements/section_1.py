"""Abstract and §1, Introduction: what the paper promises."""

from __future__ import annotations

from symdt.claims.claim import Chapter, Computation, Hypothesis, put
from symdt.paper.statements.checks.section_1 import (
    bottom_up,
    check_bayes,
    check_explosion,
    check_factorises,
    check_one_step,
    check_subset,
    check_trade_off,
    most_probable_is_best,
)

_first = Chapter("abstract")
_first.holds(
    "abs-subsumes",
    "abstract",
    "choosing the model with the largest posterior probability is the solution of a decision problem with 0-1 loss",
    Computation(most_probable_is_best, {"loss": "0-1"}),
    put(loss="first twice"),
)
_first.holds(
    "abs-trade-off",
    "abstract",
    "more general loss functions trade off the complexity of the model and the error of over-simplifying",
    Computation(check_trade_off, {"loss": "0-L"}),
    put(loss="0-1"),
)
_first.holds(
    "abs-bottom-up",
    "abstract",
    "with disintegrable losses the optimal solution is found by an efficient bottom-up search",
    Computation(bottom_up, {"by": "risk"}),
    put(by="posterior"),
)

_intro = Chapter("1")
_intro.holds(
    "1-factorises",
    "first paragraph",
    "the independence assumptions in the graph factorize the joint distribution into conditional distributions",
    Computation(check_factorises, {"children": ("X1", "X2", "X3")}),
    put(children=("X1", "X2")),
)
_intro.holds(
    "1-update",
    "operation 2",
    "the sample updates the prior probabilities of each model into posterior probabilities by Bayes' Theorem",
    Computation(check_bayes, {"prior": "given"}),
    put(prior="forgotten"),
)
_intro.holds(
    "1-enumeration",
    "end of the introduction",
    "as the number of variables increases, a complete enumeration of all models is not feasible",
    Computation(check_explosion, {"factor": 2}),
    put(factor=5),
)
_intro.holds(
    "1-order-subset",
    "end of the introduction",
    "the models consistent with some order among the variables are a subset of all models",
    Computation(check_subset, {"of": "an order"}),
    put(of="all orders"),
)
_intro.supposing(
    "1-one-step",
    "end of the introduction",
    "disintegrable losses decompose the sequential problem into independent ones with an optimal one-step look-ahead",
    Computation(check_one_step, {"posteriors": ("factorised", "dependent")}, {"posteriors": "hypothesis"}),
    Hypothesis("the joint posterior factorises over the children", put(posteriors=("factorised",))),
    put(posteriors=("dependent",)),
)

CLAIMS = (*_first.claims, *_intro.claims)
