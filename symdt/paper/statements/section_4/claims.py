"""§4, the statements: what the sum ⊕ is, and what follows from it."""

from __future__ import annotations

from symdt.claims.claim import Chapter, Computation, Correction, Hypothesis, put
from symdt.paper.statements.section_4 import columns, stages, sums

chapter = Chapter("4")
#: Both kinds of joint posterior, and the hypothesis under which only one of them is admitted.
_ANY = {"posteriors": ("factorised", "dependent")}
_FACTORISES = Hypothesis(
    "the joint posterior factorises, as it does if the prior p(M) does", put(posteriors=("factorised",))
)
chapter.holds(
    "4-arc-loss",
    "L^i_j",
    "L^i_j is the 0-L loss for discriminating between M^i_0 and M^i_j, with l_0j in row M_0 and l_j0 in row M_j",
    Computation(sums.check_pair, {"wrong": False}),
    put(wrong=True),
)
chapter.holds(
    "4-sum-states",
    "the sum ⊕",
    "the sum is defined over the states {M_0, M_j} ⊎ {M_0, M_l}: M_0, M_j, M_l, M_jl",
    Computation(sums.check_states_set, {"printed": 4}),
    put(printed=3),
)
chapter.corrected(
    "4-sum-actions",
    "the sum ⊕",
    "the sum is defined over the actions {a_0, a_j} ⊎ {a_l, a_jl}",
    Computation(sums.check_action_set, {"second": "a_l, a_jl"}, {"second": "notation"}),
    Correction.of(
        "over {a_0, a_j} ⊎ {a_0, a_l}; what is printed has only a_l and a_jl", put(second="a_0, a_l")
    ),
    put(second="a_0, a_j"),
)
chapter.holds(
    "4-sum-blocks",
    "the sum ⊕, first table",
    "L_j ⊕ L_l has a block for each cell of L_l: the cell's loss added to the whole table L_j",
    Computation(sums.check_blocks, {"repeated": False}),
    put(repeated=True),
)
chapter.holds(
    "4-sum-table",
    "the sum ⊕, second table",
    "the printed 4 × 4 table, for instance L(M_j, a_l) = l_0l + l_j0",
    Computation(sums.check_table, {"swapped": False}),
    put(swapped=True),
)
chapter.holds(
    "4-locally",
    "locally disintegrable",
    "iterating the sum over all q_i arcs gives the loss of the local problem, defined on M^i × A^i",
    Computation(sums.check_iterated, {"power": 2}),
    put(power=3),
)
chapter.holds(
    "4-differences",
    "rationale",
    "the error is penalized by summing up the losses corresponding to each arc difference",
    Computation(sums.check_differences, {"count": "both"}),
    put(count="all arcs"),
)
chapter.corrected(
    "4-differences-index",
    "rationale",
    "the error is that of choosing M^i_co(q_i,j) instead of M^j_co(q_j,l)",
    Computation(sums.check_same_child, {"other": "j"}, {"other": "notation"}),
    Correction.of("instead of M^i_co(q_i,l): L^i compares models of one child", put(other="i")),
)
chapter.holds(
    "4-M2-for-M3",
    "rationale",
    "choosing M2 instead of M3 costs the loss of M2 instead of M0 plus the loss of M0 instead of M3",
    Computation(sums.check_m2_for_m3, {"terms": (("M0", "a2"), ("M3", "a0"))}),
    put(terms=(("M0", "a3"), ("M2", "a0"))),
)
chapter.holds(
    "4-globally",
    "globally disintegrable",
    "the sum of the L^i is a table of dimensions Π_i 2^{q_i} × Π_i 2^{q_i}",
    Computation(sums.check_global, {"exponent": "2^q"}),
    put(exponent="1+q"),
)
chapter.holds(
    "4-cumulated",
    "sequential problem",
    "the loss assigned to each terminal node is the loss cumulated along a branch",
    Computation(stages.check_cumulated, {"until": 3}),
    put(until=2),
)
chapter.corrected(
    "4-last-actions",
    "sequential problem",
    "the action space of a terminal decision node is A^I = {a_0, a_1, …, a_{q_I}}",
    Computation(sums.check_last_actions, {"last": "q"}, {"last": "range"}),
    Correction.of("it has 2^{q_I} actions, a_0, …, a_{2^{q_I} − 1}", put(last="2^q - 1")),
)
chapter.supposing(
    "4-risk-last",
    "R^I",
    "Σ_i l_ij p(M^I_i|D, M^1_{h1}, …) = Σ_i l_ij p(M^I_i|D): what was revealed before does not matter",
    Computation(stages.check_forgets, _ANY, {"posteriors": "hypothesis"}),
    _FACTORISES,
)
chapter.holds(
    "4-loss-additive",
    "R^I",
    "l_ij = l_{I−1} + l^I_ij, with l_{I−1} the loss cumulated up to ν_I",
    Computation(stages.check_additive, {"so_far": True}),
    put(so_far=False),
)
chapter.supposing(
    "4-same-action",
    "R^I",
    "the Bayesian action a^{I*} is the same in each of the terminal decision nodes",
    Computation(stages.check_same_everywhere, _ANY, {"posteriors": "hypothesis"}),
    _FACTORISES,
    put(posteriors=("dependent",)),
)
chapter.supposing(
    "4-risk-before-last-posterior",
    "R^{I−1}",
    "p(M^{I−1}_h|D, M^1_{h1}, …, M^{I−2}_{h(I−2)}) = p(M^{I−1}_h|D)",
    Computation(stages.check_forgets_before, _ANY, {"posteriors": "hypothesis"}),
    _FACTORISES,
)
chapter.supposing(
    "4-risk-before-last",
    "R^{I−1}",
    "R^{I−1}(a) = Σ_h R^I(a^{I*}, …) p(M^{I−1}_h|D), found independently of the loss cumulated before",
    Computation(stages.check_before_last, _ANY, {"posteriors": "hypothesis"}),
    _FACTORISES,
    put(posteriors=("dependent",)),
)
chapter.holds(
    "4-independent-of-loss",
    "R^{I−1}",
    "again the Bayesian action can be found independently of the loss cumulated until node ν_{I−2} (and up to ν_{I−1}): "
    "it is added to the risk of every action",
    Computation(stages.check_until, {"stages_before": 1}),
    put(stages_before=0),
)
chapter.holds(
    "4-value-nodes",
    "R^{I−1}",
    "h = 1, …, 2^{q_{I−1}}: the Bayesian risks are attached at 2^{q_{I−1}} value nodes",
    Computation(stages.check_value_nodes, {"first": 1}),
    put(first=0),
)
chapter.holds(
    "4-decompose",
    "conclusion",
    "(1) global disintegrability and (2) a posterior that factorises decompose the problem into local ones",
    Computation(stages.look_ahead, {"count": 3, "broken": ""}),
    put(broken="loss"),
    put(broken="posterior"),
)
chapter.holds(
    "4-one-step",
    "conclusion",
    "decisions about M^i are irrelevant for decisions about M^j, and the one-step-look-ahead strategy is optimal",
    Computation(stages.check_irrelevant, {"posteriors": ("factorised",)}),
    put(posteriors=("dependent",)),
)
chapter.corrected(
    "4-columns",
    "columns",
    "the table has only 1 + q_1 independent columns, those of the generating actions a_0, a_1, …, a_{q_1}",
    Computation(columns.check_columns, {"losses": "any"}, {"losses": "hypothesis"}),
    Correction.of(
        "iff every arc has a positive loss and some arc has both losses positive; otherwise there are fewer",
        put(losses="positive, one arc twice"),
        also=Computation(columns.check_columns_iff, {"losses": "positive, one arc twice"}),
    ),
    put(losses="positive"),
)
chapter.holds(
    "4-pairwise",
    "columns",
    "from R_0, R_1, …, R_{q_1} all the pair-wise comparisons can be generated",
    Computation(columns.check_comparisons, {"which": "disintegrable"}),
    put(which="0-1"),
)
chapter.corrected(
    "4-linear-time",
    "columns",
    "all the pair-wise comparisons can be performed in time linear in the number of possible parents",
    Computation(columns.check_linear, {"performed": "all pairs"}, {"performed": "range"}),
    Correction.of(
        "the q comparisons R_0 − R_j, from which the Bayesian action is read off; there are 2^q(2^q − 1)/2 pairs of actions",
        put(performed="generating"),
        also=Computation(columns.check_suffice, {"below": 0}),
    ),
)

CLAIMS = tuple(chapter.claims)
