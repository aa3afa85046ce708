"""§4, the statements: what the sum ⊕ is, and what follows from it."""

from __future__ import annotations

from symdt.claims.claim import Chapter, Computation, Correction
from symdt.paper.statements import section_4_checks as checks

chapter = Chapter("4")
_pair = Computation(checks.check_pair, {"wrong": False})
chapter.holds(
    "4-arc-loss",
    "L^i_j",
    "L^i_j is the 0-L loss for discriminating between M^i_0 and M^i_j, with l_0j in row M_0 and l_j0 in row M_j",
    _pair,
    _pair.but(wrong=True),
)
_states = Computation(checks.check_states_set, {"printed": 4})
chapter.holds(
    "4-sum-states",
    "the sum ⊕",
    "the sum is defined over the states {M_0, M_j} ⊎ {M_0, M_l}: M_0, M_j, M_l, M_jl",
    _states,
    _states.but(printed=3),
)
_actions = Computation(checks.check_action_set, {"second": "a_l, a_jl"})
chapter.corrected(
    "4-sum-actions",
    "the sum ⊕",
    "the sum is defined over the actions {a_0, a_j} ⊎ {a_l, a_jl}",
    _actions,
    Correction(
        "over {a_0, a_j} ⊎ {a_0, a_l}; what is printed has only a_l and a_jl",
        _actions.but(second="a_0, a_l"),
        "notation",
    ),
    _actions.but(second="a_0, a_j"),
)
_blocks = Computation(checks.check_blocks, {"repeated": False})
chapter.holds(
    "4-sum-blocks",
    "the sum ⊕, first table",
    "L_j ⊕ L_l has a block for each cell of L_l: the cell's loss added to the whole table L_j",
    _blocks,
    _blocks.but(repeated=True),
)
_table = Computation(checks.check_table, {"swapped": False})
chapter.holds(
    "4-sum-table",
    "the sum ⊕, second table",
    "the printed 4 × 4 table, for instance L(M_j, a_l) = l_0l + l_j0",
    _table,
    _table.but(swapped=True),
)
_iterated = Computation(checks.check_iterated, {"power": 2})
chapter.holds(
    "4-locally",
    "locally disintegrable",
    "iterating the sum over all q_i arcs gives the loss of the local problem, defined on M^i × A^i",
    _iterated,
    _iterated.but(power=3),
)
_differences = Computation(checks.check_differences, {"count": "both"})
chapter.holds(
    "4-differences",
    "rationale",
    "the error is penalized by summing up the losses corresponding to each arc difference",
    _differences,
    _differences.but(count="all arcs"),
)
_same_child = Computation(checks.check_same_child, {"other": "j"})
chapter.corrected(
    "4-differences-index",
    "rationale",
    "the error is that of choosing M^i_co(q_i,j) instead of M^j_co(q_j,l)",
    _same_child,
    Correction(
        "instead of M^i_co(q_i,l): L^i compares models of one child", _same_child.but(other="i"), "notation"
    ),
)
_instead = Computation(checks.check_m2_for_m3, {"terms": (("M0", "a2"), ("M3", "a0"))})
chapter.holds(
    "4-M2-for-M3",
    "rationale",
    "choosing M2 instead of M3 costs the loss of M2 instead of M0 plus the loss of M0 instead of M3",
    _instead,
    _instead.but(terms=(("M0", "a3"), ("M2", "a0"))),
)
_global = Computation(checks.check_global, {"exponent": "2^q"})
chapter.holds(
    "4-globally",
    "globally disintegrable",
    "the sum of the L^i is a table of dimensions Π_i 2^{q_i} × Π_i 2^{q_i}",
    _global,
    _global.but(exponent="1+q"),
)
_cumulated = Computation(checks.check_cumulated, {"until": 3})
chapter.holds(
    "4-cumulated",
    "sequential problem",
    "the loss assigned to each terminal node is the loss cumulated along a branch",
    _cumulated,
    _cumulated.but(until=2),
)
_last = Computation(checks.check_last_actions, {"last": "q"})
chapter.corrected(
    "4-last-actions",
    "sequential problem",
    "the action space of a terminal decision node is A^I = {a_0, a_1, …, a_{q_I}}",
    _last,
    Correction("it has 2^{q_I} actions, a_0, …, a_{2^{q_I} − 1}", _last.but(last="2^q - 1"), "range"),
)
_forgets = Computation(checks.check_forgets, {"dependent": True})
chapter.corrected(
    "4-risk-last",
    "R^I",
    "Σ_i l_ij p(M^I_i|D, M^1_{h1}, …) = Σ_i l_ij p(M^I_i|D): what was revealed before does not matter",
    _forgets,
    Correction(
        "suppose the joint posterior factorises, as it does if the prior p(M) does",
        _forgets.but(dependent=False),
        "hypothesis",
    ),
)
_additive = Computation(checks.check_additive, {"so_far": True})
chapter.holds(
    "4-loss-additive",
    "R^I",
    "l_ij = l_{I−1} + l^I_ij, with l_{I−1} the loss cumulated up to ν_I",
    _additive,
    _additive.but(so_far=False),
)
_everywhere = Computation(checks.check_same_everywhere, {"dependent": False})
chapter.holds(
    "4-same-action",
    "R^I",
    "the Bayesian action a^{I*} is the same in each of the terminal decision nodes (the posterior factorises)",
    _everywhere,
    _everywhere.but(dependent=True),
)
_forgets_before = Computation(checks.check_forgets_before, {"dependent": True})
chapter.corrected(
    "4-risk-before-last-posterior",
    "R^{I−1}",
    "p(M^{I−1}_h|D, M^1_{h1}, …, M^{I−2}_{h(I−2)}) = p(M^{I−1}_h|D)",
    _forgets_before,
    Correction(
        "suppose the joint posterior factorises, as it does if the prior p(M) does",
        _forgets_before.but(dependent=False),
        "hypothesis",
    ),
)
_two = Computation(checks.look_ahead, {"count": 2, "broken": ""})
chapter.holds(
    "4-risk-before-last",
    "R^{I−1}",
    "R^{I−1}(a) = Σ_h R^I(a^{I*}, …) p(M^{I−1}_h|D), found independently of the loss cumulated before (the posterior "
    "factorises)",
    _two,
    _two.but(broken="posterior"),
)
_until = Computation(checks.check_until, {"stages_before": 1})
chapter.holds(
    "4-independent-of-loss",
    "R^{I−1}",
    "again the Bayesian action can be found independently of the loss cumulated until node ν_{I−2} (and up to ν_{I−1}): "
    "it is added to the risk of every action",
    _until,
    _until.but(stages_before=0),
)
_nodes = Computation(checks.check_value_nodes, {"first": 1})
chapter.holds(
    "4-value-nodes",
    "R^{I−1}",
    "h = 1, …, 2^{q_{I−1}}: the Bayesian risks are attached at 2^{q_{I−1}} value nodes",
    _nodes,
    _nodes.but(first=0),
)
_three = Computation(checks.look_ahead, {"count": 3, "broken": ""})
chapter.holds(
    "4-decompose",
    "conclusion",
    "(1) global disintegrability and (2) a posterior that factorises decompose the problem into local ones",
    _three,
    _three.but(broken="loss"),
    _three.but(broken="posterior"),
)
_irrelevant = Computation(checks.check_irrelevant, {"dependent": False})
chapter.holds(
    "4-one-step",
    "conclusion",
    "decisions about M^i are irrelevant for decisions about M^j, and the one-step-look-ahead strategy is optimal",
    _irrelevant,
    _irrelevant.but(dependent=True),
)
_columns = Computation(checks.check_columns, {"sizes": (1, 2, 3), "hypothesis": "none"})
chapter.corrected(
    "4-columns",
    "columns",
    "the table has only 1 + q_1 independent columns, those of the generating actions a_0, a_1, …, a_{q_1}",
    _columns,
    Correction(
        "iff every arc has a positive loss and some arc has both losses positive; otherwise there are fewer",
        _columns.but(hypothesis="both"),
        "hypothesis",
    ),
    _columns.but(hypothesis="sums"),
)
_pairs = Computation(checks.check_comparisons, {"which": "disintegrable"})
chapter.holds(
    "4-pairwise",
    "columns",
    "from R_0, R_1, …, R_{q_1} all the pair-wise comparisons can be generated",
    _pairs,
    _pairs.but(which="0-1"),
)
_linear = Computation(checks.check_linear, {"performed": "all pairs"})
chapter.corrected(
    "4-linear-time",
    "columns",
    "all the pair-wise comparisons can be performed in time linear in the number of possible parents",
    _linear,
    Correction(
        "the q comparisons R_0 − R_j, which suffice, given the 1 + q risks: there are 2^q(2^q − 1)/2 pairs",
        _linear.but(performed="generating"),
        "hypothesis",
    ),
)

CLAIMS = tuple(chapter.claims)
