"""Example 3, and §5: the rule of a disintegrable loss for two arcs, and for any number."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sympy import Integer, symbols

from symdt.claims.claim import (
    Chapter,
    Computation,
    Correction,
    Formula,
    Hypothesis,
    Triple,
    but,
    instead,
    put,
)
from symdt.exact.domain import Domain
from symdt.networks.losses.identities import risk_identities
from symdt.networks.rules.comparison_rule import comparison_rule
from symdt.networks.rules.general_rule import general_rule
from symdt.paper.beyond.every_q.proof import accepted
from symdt.paper.statements.checks.section_1 import most_probable_is_best
from symdt.paper.statements.example_2.problem import ANY, SIMPLEX, named
from symdt.paper.statements.section_4.columns import rank
from symdt.paper.statements.section_4.sums import arcs_loss
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem
from symdt.solve.risk import bayes_actions

l03, l30, l02, l20 = symbols("l03 l30 l02 l20")
L3 = LossTable.arc("X3", "X1", false=l03, missed=l30, names="paper")
L2 = LossTable.arc("X2", "X1", false=l02, missed=l20, names="paper")
LOSS = L3 @ L2
PRINTED = (
    (0, l03, l02, l03 + l02),
    (l30, 0, l30 + l02, l02),
    (l20, l03 + l20, 0, l03),
    (l30 + l20, l20, l30, 0),
)
LOSSES = ("l03 >= 0", "l30 >= 0", "l02 >= 0", "l20 >= 0")
NAMES = named(DecisionProblem(LOSS, ANY, Domain(*SIMPLEX, *LOSSES)))
SIGNS = {1: ("<", "<"), 2: (">", "<"), 3: ("<", ">"), 4: (">", ">")}
CHOSEN = {1: "0", 2: "3", 3: "2", 4: "23"}
#: All losses 1 and p(M0) = 1/10, p(M3) = 1/5, p(M2) = 1/5, p(M23) = 1/2: both arcs have probability 7/10.
LIKELY = {"l03": "1", "l30": "1", "l02": "1", "l20": "1", "p3": "1/5", "p2": "1/5", "p23": "1/2"}


def _formula(text: str, *assume: str, **counter: str) -> Formula:
    return Formula(text, (*SIMPLEX, *LOSSES, *assume), NAMES, counter)


def _table(transposed: bool) -> Iterator[Triple]:
    """L_3 ⊕ L_2 has the sixteen printed entries."""
    for i, state in enumerate(LOSS.states):
        for j, action in enumerate(LOSS.actions):
            entry = PRINTED[j][i] if transposed else PRINTED[i][j]
            yield {"M": state, "a": action}, Integer(0) + entry, LOSS[state, action]


def _column(weights: tuple[int, int, int]) -> Iterator[Triple]:
    """Column a_23 is a_3 + a_2 − a_0, a linear combination of the first three."""
    for state in LOSS.states:
        row = LOSS.row(state)
        total = sum((w * row[a] for w, a in zip(weights, ("a0", "a3", "a2"), strict=True)), Integer(0))
        yield {"M": state}, total, row["a23"]


def _evaluate(known: tuple[str, ...]) -> Iterator[Triple]:
    """The risks of some actions determine the Bayesian actions, ties included, on a grid of posteriors."""
    numbers = LossTable(LOSS.states, LOSS.actions, LOSS_AT)
    rule = comparison_rule(numbers)
    yield {"generators": rule.generators}, set(known), set(rule.generators)
    for a, b, c in product(range(5), repeat=3):
        if a + b + c <= 4:
            chances = (4 - a - b - c, a, b, c)
            belief = Belief({s: Integer(x) / 4 for s, x in zip(LOSS.states, chances, strict=True)})
            found = {k: v for k, v in _risks(numbers, belief).items() if k in rule.generators}
            yield {"posterior": belief}, rule(found), bayes_actions(DecisionProblem(numbers, belief))


LOSS_AT = tuple(tuple(e.subs({l03: 1, l30: 3, l02: 1, l20: 1}) for e in row) for row in LOSS.entries)


def _risks(table: LossTable, belief: Belief) -> dict[str, object]:
    from symdt.solve.risk import risks

    return dict(risks(DecisionProblem(table, belief)))


def _all_others(which: str) -> Iterator[Triple]:
    """From the q comparisons R_0 − R_j all others follow, for every q: Coq's proof, and its steps by the solver."""
    yield from accepted(("all_others", "bayes_actions"))
    for step in general_rule().steps:
        yield {"step": step.text}, True, step.verdict
    for q in (2, 3):
        table = arcs_loss(q)
        if which == "0-1":
            table = LossTable(table.states, table.actions, LossTable.zero_one(table.states).entries)
        yield {"q": q}, 2**q - 1 - q, len(risk_identities(table))


def _independent(positive: bool) -> Iterator[Triple]:
    """The q comparisons R_0 − R_j are independent functions of the posterior; losses 0 and 1."""
    for q in (1, 2, 3):
        for losses in product((1, 0), repeat=2 * q):
            false, missed = losses[:q], losses[q:]
            if positive and any(f + m == 0 for f, m in zip(false, missed, strict=True)):
                continue
            table = arcs_loss(q, false, missed)
            null = [row[0] for row in table.entries]
            columns = [j for j, model in enumerate(table.models[1]) if len(model) == 1]
            rows = tuple(tuple(null[i] - row[j] for j in columns) for i, row in enumerate(table.entries))
            gains = LossTable(table.states, tuple(table.actions[j] for j in columns), rows)
            yield {"q": q, "l0j": false, "lj0": missed}, q, rank(gains)


chapter = Chapter("Example 3")
chapter.holds(
    "ex3-table",
    "L_3 ⊕ L_2",
    "the loss function is the printed 4 × 4 table",
    Computation(_table, {"transposed": False}),
    put(transposed=True),
)
chapter.holds(
    "ex3-column",
    "after the table",
    "the column of a_23 is a linear combination of the first three columns",
    Computation(_column, {"weights": (-1, 1, 1)}),
    put(weights=(1, 1, 1)),
)
for _number, _text, _turned in (
    (4, "R0 - R3 == R2 - R23", but("R0 - R3 ==", "R3 - R0 ==")),
    (5, "R0 - R2 == R3 - R23", but("R3 - R23", "R23 - R3")),
    (6, "R0 - R23 == (R0 - R3) + (R0 - R2)", but("(R0 - R2)", "(R2 - R0)")),
    (7, "R3 - R2 == (R0 - R2) - (R0 - R3)", but("(R0 - R2)", "(R2 - R0)")),
):
    chapter.holds(
        f"eq-{_number}", f"equation ({_number})", _text.replace("==", "="), _formula(_text), _turned
    )
chapter.holds(
    "ex3-evaluate",
    "before the cases",
    "the Bayesian action can be found by simply evaluating R_0, R_3 and R_2",
    Computation(_evaluate, {"known": ("a0", "a3", "a2")}),
    put(known=("a0", "a3")),
)
for _case, (_s3, _s2) in SIGNS.items():
    _a = CHOSEN[_case]
    _others = [x for x in ("0", "3", "2", "23") if x != _a]
    _best = " and ".join(f"R{_a} < R{x}" for x in _others)
    chapter.holds(
        f"ex3-case-{_case}",
        f"case {_case}",
        f"if R_0 − R_3 {_s3} 0 and R_0 − R_2 {_s2} 0 then a_{_a} = a*",
        _formula(f"R0 - R3 {_s3} 0 and R0 - R2 {_s2} 0 implies {_best}"),
        but(f"R0 - R3 {_s3} 0", f"R0 - R3 {'<' if _s3 == '>' else '>'} 0"),
    )
for _case, _number, _text in ((1, 6, "R0 - R23 < 0"), (2, 5, "R3 - R23 < 0"), (3, 4, "R2 - R23 < 0")):
    _s3, _s2 = SIGNS[_case]
    chapter.holds(
        f"ex3-case-{_case}-since",
        f"case {_case}",
        f"since from ({_number}) {_text}",
        _formula(f"R0 - R3 {_s3} 0 and R0 - R2 {_s2} 0 implies {_text}"),
        but(_text, _text.replace("<", ">")),
    )
for _number, _text in ((4, "R2 - R23 < 0"), (5, "R3 - R23 < 0")):
    chapter.fails(
        f"ex3-case-4-since-{_number}",
        "case 4",
        f"since from ({_number}) {_text}",
        _formula(f"R0 - R3 > 0 and R0 - R2 > 0 implies {_text}", **LIKELY),
        Correction.of(f"{_text.replace('<', '>')}", but(_text, _text.replace("<", ">"))),
        but(_text, _text.replace("< 0", "== 0")),
    )


def _cases_text(below: str, above: str) -> str:
    """The four cases, each with its conclusion, and that every posterior is in one of them."""
    cases = [
        (f"R0 - R3 {below if a == '<' else above} 0 and R0 - R2 {below if b == '<' else above} 0", CHOSEN[n])
        for n, (a, b) in SIGNS.items()
    ]
    covered = " or ".join(f"({condition})" for condition, _ in cases)
    named = " and ".join(f"({c} implies R{x} == min(R0, R3, R2, R23))" for c, x in cases)
    return f"({covered}) and {named}"


chapter.corrected(
    "ex3-cases",
    "cases 1 to 4",
    "the four cases cover every posterior, and each names a Bayesian action",
    _formula(_cases_text("<", ">"), l03="1", l30="1", l02="1", l20="1", p3="1/4", p2="1/4", p23="1/4"),
    Correction.of(
        "they leave out ties: with ≤ and ≥ in place of < and > they cover every posterior and each still names a Bayesian "
        "action; at R_0 = R_j the arc j may be in or out",
        but(_cases_text("<", ">"), _cases_text("<=", ">=")),
    ),
    instead(_formula(_cases_text("<=", ">=").replace("R0 - R3 >= 0", "R0 - R3 <= 0"))),
    instead(_formula(_cases_text("<=", ">"))),
)
chapter.holds(
    "ex3-any-q",
    "after Example 3",
    "this extends to any number of parents q_i: from the q_i comparisons R_0 − R_j all others can be found",
    Computation(_all_others, {"which": "disintegrable"}),
    put(which="0-1"),
)
chapter.supposing(
    "ex3-independent",
    "after Example 3",
    "the q_i comparisons R_0 − R_j are independent",
    Computation(_independent, {"positive": False}, {"positive": "hypothesis"}),
    Hypothesis("every arc has a positive loss, l_0j + l_j0 > 0", put(positive=True)),
)

_last = Chapter("5")
_last.holds(
    "5-generalizes",
    "conclusions",
    "the decision theoretic formulation generalizes the standard Bayesian strategy: the 0-1 loss gives it back",
    Computation(most_probable_is_best, {"loss": "0-1"}),
    put(loss="first twice"),
)

CLAIMS = (*chapter.claims, *_last.claims)
