"""§2.1, Model discrimination: two models, 0-1 loss and 0-L loss."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Rational, Symbol, symbols

from symdt.claims.claim import Chapter, Computation, Correction, Formula, Triple, but, instead, put
from symdt.exact.domain import Domain
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Decision, Value
from symdt.problems.tree_problem import to_tree
from symdt.solve.foldback import fold_back
from symdt.solve.risk import bayes_actions, bayes_risk, risks

_p0, _L0, _L1, _l01, _l10, _p = symbols("p0 L0 L1 l01 l10 p")
#: p(M0) = p0, p(M1) = p1 = 1 − p0, likelihoods L0 and L1.
PRIOR = Belief({"M0": _p0, "M1": "rest"})
POSTERIOR = PRIOR.condition({"M0": _L0, "M1": _L1})
POSITIVE = ("0 < p0 < 1", "L0 > 0", "L1 > 0")
ZERO_ONE = LossTable.zero_one(["M0", "M1"])
ZERO_L = LossTable.zero_l(["M0", "M1"], false=_l01, missed=_l10)
#: The posterior as one letter: p(M1 | D) = p.
BELIEF = Belief({"M0": "rest", "M1": _p})

_R = risks(DecisionProblem(ZERO_ONE, BELIEF, Domain("0 < p < 1")))
_RL = risks(DecisionProblem(ZERO_L, BELIEF, Domain("0 < p < 1")))
_NAMES = {
    "post0": POSTERIOR["M0"],
    "post1": POSTERIOR["M1"],
    "p1": PRIOR["M1"],
    "pD": PRIOR.evidence({"M0": _L0, "M1": _L1}),
    "r": _p0 * _L0 / (PRIOR["M1"] * _L1),
    "R0": risks(DecisionProblem(ZERO_ONE, POSTERIOR, Domain(*POSITIVE)))["a0"],
    "R1": risks(DecisionProblem(ZERO_ONE, POSTERIOR, Domain(*POSITIVE)))["a1"],
}


def _formula(text: str, *assume: str, **counter: str) -> Formula:
    return Formula(text, (*POSITIVE, *assume), _NAMES, counter)


def _leaves(equal: int, different: int) -> Iterator[Triple]:
    """The leaf behind action a_j and state M_i bears 1 if i ≠ j and 0 otherwise."""
    tree = to_tree(DecisionProblem(ZERO_ONE, BELIEF, Domain("0 < p < 1")))
    decision = tree.children()[0]
    assert isinstance(decision, Decision)
    for j, (_, chance) in enumerate(decision.branches):
        assert isinstance(chance, Chance)
        for i, (_, _, leaf) in enumerate(chance.branches):
            assert isinstance(leaf, Value)
            yield {"i": i, "j": j}, different if i != j else equal, leaf.value


def _order(kinds: tuple[str, ...]) -> Iterator[Triple]:
    """From the root to a leaf: data (chance), action (decision), truth (chance), loss (value)."""
    node = to_tree(DecisionProblem(ZERO_ONE, BELIEF, Domain("0 < p < 1")))
    found = [type(node).__name__]
    while node.children():
        node = node.children()[0]
        found.append(type(node).__name__)
    yield {"tree": "Figure 1"}, kinds, tuple(found)


def _decision_node(name: str) -> Iterator[Triple]:
    """The node that offers the actions, and behind which the nodes ν20, ν21 stand, is called ν1."""
    for g in (1, 2, 3):
        states = [f"M{i}" for i in range(g + 1)]
        uniform = Belief({s: Rational(1, g + 1) for s in states})
        tree = to_tree(DecisionProblem(LossTable.zero_one(states), uniform))
        decision = next(n for n in tree.nodes() if isinstance(n, Decision))
        yield {"g": g, "branches": len(decision.branches)}, name, decision.name


def _fold(action: str | None) -> Iterator[Triple]:
    """Folding back with letters gives one formula, the least of the risks; evaluated on a grid, ends included."""
    domain = Domain("0 <= p <= 1", "l01 >= 0", "l10 >= 0")
    problem = DecisionProblem(ZERO_L, BELIEF, domain)
    solved = fold_back(problem)
    yield {"formula": solved.value}, set(_RL.values()), {a.value.to_expr() for a in solved.alternatives}
    for p in ("0", "1/4", "1/2", "2/3", "1"):
        for l01, l10 in ((1, 1), (1, 3), (4, 1), (0, 2)):
            at = {"p": p, "l01": l01, "l10": l10}
            point = {_p: Rational(p), _l01: l01, _l10: l10}
            values = {a: e.subs(point) for a, e in _RL.items()}
            # the formula with letters, and folding back the tree of this point: two answers of the toolkit
            found = solved.value.subs(point), solved.at(**at).value
            yield at, (values[action] if action else min(values.values()),) * 2, found


def _bayes_risk(of: str) -> Iterator[Triple]:
    """The Bayesian risk is the posterior probability of the model chosen, or of the other one."""
    problem = DecisionProblem(ZERO_ONE, BELIEF, Domain("0 < p < 1"))
    for text in ("3/4", "1/3", "1/2", "9/10"):
        chosen = bayes_actions(problem, p=text)[0].replace("a", "M")
        other = "M1" if chosen == "M0" else "M0"
        chance = BELIEF[chosen if of == "chosen" else other].subs(_p, Rational(text))
        yield {"p(M1|D)": text, "chosen": chosen}, chance, bayes_risk(problem, p=text)


def _cells(false: str, missed: str) -> Iterator[Triple]:
    """l_ij stands in the row of the true model M_i and the column of the chosen model M_j."""
    for name, (i, j) in ((false, (0, 1)), (missed, (1, 0))):
        yield {"M": f"M{i}", "a": f"a{j}"}, Symbol(name), ZERO_L[f"M{i}", f"a{j}"]


_RULE = Formula(
    "R1 < R0 iff p > l01*(1 - p)/l10",
    ("0 < p < 1", "l01 >= 0", "l10 > 0"),
    {"R0": _RL["a0"], "R1": _RL["a1"]},
)
_EQUIVALENT = _formula("post1 > l01*post0/l10 iff L1 > (l01*p0*L0)/(l10*p1)", "l01 >= 0", "l10 > 0")


def _symmetric(table: LossTable) -> Iterator[Triple]:
    """L(M0, a1) = L(M1, a0)."""
    yield {"table": "0-1 loss"}, table["M0", "a1"], table["M1", "a0"]


chapter = Chapter("2.1")
chapter.holds(
    "2.1-bayes",
    "first display",
    "p(M_i|D) = p(M_i)p(D|M_i)/p(D), with p(D) the marginal probability of the data",
    _formula("post0 == p0*L0/pD and post1 == p1*L1/pD"),
    but("post0 == p0*L0/pD", "post0 == L0/pD"),
)
chapter.holds(
    "2.1-r-less",
    "decision rule for r",
    "if r < 1, M1 is chosen: it has the larger posterior probability",
    _formula("r < 1 iff post1 > post0"),
    but("r < 1", "r > 1"),
)
chapter.holds(
    "2.1-r-greater",
    "decision rule for r",
    "if r > 1, M0 is chosen: it has the larger posterior probability",
    _formula("r > 1 iff post0 > post1"),
    but("r > 1", "r > 2"),
)
chapter.holds(
    "2.1-r-one",
    "decision rule for r",
    "if r = 1 the two models are equivalent",
    _formula("r == 1 iff post0 == post1"),
    but("r == 1", "r == 2"),
)
factor = _formula("r == L0/L1", "p0 == p1")
chapter.holds(
    "2.1-bayes-factor",
    "after the rule for r",
    "when p(M0) = p(M1), r is the Bayes factor p(D|M0)/p(D|M1)",
    factor,
    instead(factor.without("p0 == p1")),
    but("L0/L1", "L1/L0"),
)
chapter.holds(
    "2.1-leaves",
    "0-1 loss and Figure 1",
    "the loss is 1 if i ≠ j and 0 otherwise, at every leaf of the tree",
    Computation(_leaves, {"equal": 0, "different": 1}),
    put(equal=1, different=0),
)
chapter.holds(
    "2.1-tree",
    "Figure 1",
    "first data are collected, then an action is chosen, then the true state is revealed",
    Computation(_order, {"kinds": ("Chance", "Decision", "Chance", "Value")}),
    put(kinds=("Decision", "Chance", "Chance", "Value")),
)
for i, other in ((1, 0), (0, 1)):
    chapter.holds(
        f"2.1-risk-a{i}",
        "R(a_i, D)",
        f"the risk R(a_{i}, D) is p(M_{other}|D) under 0-1 loss",
        _formula(f"R{i} == post{other}"),
        but(f"post{other}", f"post{i}"),
    )
chapter.holds(
    "2.1-foldback",
    "averaging out and folding back",
    "the optimal decision is found by averaging out and folding back: expectations at random nodes, minima at decisions",
    Computation(_fold, {"action": None}),
    put(action="a0"),
)
chapter.corrected(
    "2.1-node",
    "a* = argmin",
    "the Bayesian action is found at node ν2",
    Computation(_decision_node, {"name": "ν2"}, {"name": "notation"}),
    Correction.of(
        "at node ν1, the decision node: §2.2 and §3 call it ν1, and ν20, ν21 stand behind it", put(name="ν1")
    ),
    instead(Computation(_decision_node, {"name": "ν0"})),
)
chapter.holds(
    "2.1-argmin",
    "a* = argmin R",
    "choosing argmin R(a_i, D) is equivalent to the decision rule for r",
    _formula("R0 < R1 iff r > 1"),
    but("R0 < R1", "R0 > R1"),
)
chapter.fails(
    "2.1-bayes-risk",
    "after a* = argmin",
    "the risk of the Bayesian action is the posterior probability of the model chosen",
    Computation(_bayes_risk, {"of": "chosen"}, {"of": "wording"}),
    Correction.of("it is 1 minus that: the posterior probability of the model not chosen", put(of="other")),
)
chapter.holds(
    "2.1-symmetric",
    "0-1 loss",
    "the 0-1 loss penalizes an unnecessarily complex model as it penalizes an over-simplified one",
    Computation(_symmetric, {"table": ZERO_ONE}),
    put(table=ZERO_L),
)
chapter.holds(
    "2.1-loss-meaning",
    "0-L loss",
    "l_ij is the loss incurred if the state of Nature is M_i and M_j is chosen",
    Computation(_cells, {"false": "l01", "missed": "l10"}),
    put(false="l10", missed="l01"),
)
for i, text in ((1, "(1 - p)*l01"), (0, "p*l10")):
    chapter.holds(
        f"2.1-0L-risk-a{i}",
        "risks under 0-L loss",
        f"the risk R(a_{i}, D) is p(M_{1 - i}|D) l_{1 - i}{i}",
        Formula(f"R{i} == {text}", ("0 < p < 1",), {"R0": _RL["a0"], "R1": _RL["a1"]}),
        but("l01" if i else "l10", "l10" if i else "l01"),
    )
chapter.holds(
    "2.1-0L-rule",
    "rule under 0-L loss",
    "the Bayesian action is a1 if p(M1|D) > l01 p(M0|D)/l10",
    _RULE,
    but("l01*(1 - p)/l10", "l01*(1 - p)"),
)
chapter.holds(
    "2.1-0L-equivalent",
    "rule under 0-L loss",
    "or, equivalently, if p(D|M1) > (l01 p(M0) p(D|M0))/(l10 p(M1))",
    _EQUIVALENT,
    but("(l10*p1)", "(l10*p0)"),
)


CLAIMS = tuple(chapter.claims)
