"""Beyond the paper: Example 2 for any numbers of states and any ray of posteriors, and with two cells exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sympy import Expr, Rational, symbols

from symdt.claims.claim import Chapter, Computation, Formula, Triple, but, put
from symdt.exact.domain import Domain
from symdt.paper.statements.example_2.problem import (
    ACTIONS,
    ANY,
    NUMBERS,
    ONE,
    RANGE,
    SIMPLEX,
    STATES,
    TABLE_2,
    best,
    c2,
    c3,
    h,
    k,
    named,
    p,
)
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem
from symdt.solve.risk import bayes_actions, risks
from symdt.solve.rule import DecisionRule, decision_rule


def exchanged(table: LossTable) -> LossTable:
    """Table (2) with L(M3, a23) and L(M2, a23) exchanged: the superfluous arc charges its own variable."""
    rows = [list(row) for row in table.entries]
    i, j, column = STATES.index("M3"), STATES.index("M2"), ACTIONS.index("a23")
    rows[i][column], rows[j][column] = rows[j][column], rows[i][column]
    return LossTable(table.states, table.actions, tuple(map(tuple, rows)))


_OTHER = {
    n.replace("R", "S"): e
    for n, e in named(DecisionProblem(exchanged(TABLE_2), ANY, Domain(*SIMPLEX))).items()
}
_BOTH = named(DecisionProblem(TABLE_2, ANY, Domain(*SIMPLEX))) | {
    n: e for n, e in _OTHER.items() if n[0] == "S"
}
_SIZES = ("h > 0", "k > 0", "c2 > 0", "c3 > 0")

#: Any ray of posteriors from M0: p(M3|D) = a p, p(M2|D) = b p, p(M23|D) = c p.
_a, _b, _c = symbols("a b c")
RAY = Belief({"M0": 1 - (_a + _b + _c) * p, "M3": _a * p, "M2": _b * p, "M23": _c * p})
_RAY = named(DecisionProblem(TABLE_2, RAY, Domain("0 < p", "a > 0", "b > 0", "c > 0", "(a + b + c)*p < 1")))
_ON_RAY = (*_SIZES, "p > 0", "a > 0", "b > 0", "c > 0", "(a + b + c)*p < 1")

#: The posterior of Example 2 with letters for the numbers of states, and the three thresholds.
_GENERAL = named(DecisionProblem(TABLE_2, ONE, Domain("0 < p < 1/4")))
_THRESHOLDS: dict[str, Expr] = {
    "t2": k * (c2 + c3) / (6 * h + 3 * k * (c2 + c3)),
    "t3": k * c2 / (4 * k * c2 + 2 * h),
}
_AT_T2 = {n.replace("R", "T"): e.subs(p, _THRESHOLDS["t2"]) for n, e in _GENERAL.items() if n[0] == "R"}
_ORDERED = (*RANGE, "0 < c3 < c2")
#: At the end of the range, p = 1/4, which is not in it: what is strict there is so for all p close to it.
_AT_END = {n.replace("R", "U"): e.subs(p, Rational(1, 4)) for n, e in _GENERAL.items() if n[0] == "R"}


def _decision(table: str) -> Iterator[Triple]:
    """At this posterior table (2) chooses a23, and with its two cells exchanged a3; in Example 2 nothing changes."""
    numbers = {h: 1, k: 1}
    belief = Belief({"M0": 0, "M3": Rational(3, 10), "M2": 0, "M23": Rational(7, 10)})
    for name, one, wanted in (("as printed", NUMBERS, "a23"), ("exchanged", exchanged(NUMBERS), "a3")):
        used = (NUMBERS if table == "as printed" else one).subs(numbers)
        yield (
            {"table": name, "posterior": belief, "h": 1, "k": 1},
            (wanted,),
            bayes_actions(DecisionProblem(used, belief)),
        )
    same = [
        str(decision_rule(DecisionProblem(t, ONE, Domain(*RANGE)), p)) for t in (NUMBERS, exchanged(NUMBERS))
    ]
    yield {"posterior": "of Example 2"}, same[0], same[1]


def _near_null(scale: int) -> Iterator[Triple]:
    """At the end p = 0 of the ray, where M0 is certain, the risks are those of the row of M0: only that of a0 is 0."""
    for action, limit in (("a0", 0 * k), ("a3", k * c3), ("a2", k * c2), ("a23", k * (c2 + c3))):
        yield {"action": action}, scale * limit, _RAY[action.replace("a", "R")].subs(p, 0)


def _general_rule(a3: str) -> Iterator[Triple]:
    """The rule with letters for the numbers of states, at a grid: which actions it uses, and each of them optimal."""
    problem = DecisionProblem(TABLE_2, ONE, Domain(*RANGE, "0 < c3 < c2"))
    rule = decision_rule(problem, p)
    for at in product((1, 2, 5), (1, 2), ((2, 3), (1, 2), (1, 5), (3, 4))):
        where = {"h": at[0], "k": at[1], "c3": at[2][0], "c2": at[2][1]}
        values = {symbols(n): v for n, v in where.items()}
        used = set()
        for step in range(1, 16):
            point = {**where, "p": Rational(step, 64)}
            chosen = rule(point)
            used.add(chosen)
            risk = {a: e.subs({**values, p: point["p"]}) for a, e in _risks().items()}
            yield point, min(risk.values()), risk[chosen]
        left = k * c2 * (c2 + c3) if a3 == "general" else 15 * k
        right = 2 * h * (2 * c2 - c3) if a3 == "general" else 8 * h
        is_open = bool((right - left).subs(values) > 0)
        yield {**where, "actions": sorted(used)}, is_open, "a3" in _wide(rule, where)


def _wide(rule: DecisionRule, where: dict[str, int]) -> set[str]:
    """The actions of the pieces that are more than a point, at fixed values of the other letters."""
    values = rule.domain.field.values({**where, "p": Rational(1, 1000)})
    case = next(c for c in rule.cases if c.holds(values))
    return {x.label.action for x in case.pieces if bool(x.start.value(values) < x.stop.value(values))}


def _risks() -> dict[str, Expr]:
    return {n.replace("R", "a"): e for n, e in _GENERAL.items() if n[0] == "R"}


def _moved(to: Expr, rename: str) -> dict[str, Expr]:
    return {n.replace("R", rename): e.subs(p, to) for n, e in _RAY.items() if n[0] == "R"}


_P, _t = symbols("P t")
_ON_THE_WAY = _moved(_P, "F") | _moved(p + _t * (_P - p), "Z")


def _ray_rule(first: str) -> Iterator[Triple]:
    """The rule with letters for losses and numbers of states, on rays of several shapes: optimal at a grid, a0 first."""
    for shape in ((1, 1, 2), (3, 1, 1), (1, 2, 5)):
        end = Rational(1, sum(shape))
        weights = dict(zip((_a, _b, _c), shape, strict=True))
        belief = Belief({state: e.subs(weights) for state, e in RAY.items()})
        domain = Domain(f"0 < p < {end}", "h > 0", "k > 0", "c2 >= 2", "c3 >= 2")
        problem = DecisionProblem(TABLE_2, belief, domain)
        rule, value = decision_rule(problem, p), risks(problem)
        for case in rule.cases:
            yield {"ray": shape, "case": case.witness}, first, case.pieces[0].label.action
        for at in product((1, 4), (1, 3), (2, 5), (2, 3), (1, 3, 5, 7)):
            point = dict(zip((h, k, c2, c3), at[:4], strict=True)) | {p: end * at[4] / 8}
            heights = {action: e.subs(point) for action, e in value.items()}
            yield {"ray": shape, **point}, min(heights.values()), heights[rule(point)]


chapter = Chapter("beyond", is_own=True)
chapter.holds(
    "b-exchanged",
    "beside table (2)",
    "with the cells L(M3, a23) and L(M2, a23) of table (2) exchanged R(a23) changes by k (c2 − c3)(p3 − p2) and nothing else: "
    "not at all where p2 = p3, as in Example 2",
    Formula(
        "S23 - R23 == k*(c2 - c3)*(q3 - q2) and S0 == R0 and S3 == R3 and S2 == R2",
        (*SIMPLEX, *_SIZES),
        _BOTH,
    ),
    but("(q3 - q2)", "(q2 - q3)"),
)
chapter.holds(
    "b-exchanged-decision",
    "beside table (2)",
    "for p0 = p2 = 0, p3 = 3/10, p23 = 7/10, h = k = 1, c3 = 2, c2 = 3 table (2) chooses a23, and a3 with the cells exchanged",
    Computation(_decision, {"table": "both"}),
    put(table="as printed"),
)
chapter.holds(
    "b-ray",
    "beside Example 2",
    "along any ray p(M3) = a p, p(M2) = b p, p(M23) = c p the three comparisons are affine in p, with these coefficients",
    Formula(
        "R0 - R23 == p*(h*(a + b + 2*c) + k*(c3*(b + c) + c2*(a + c))) - k*(c2 + c3) and "
        "R0 - R3 == p*(h*(a + b + c) + k*c3*(a + c) - k*c2*b) - k*c3 and "
        "R3 - R23 == p*(h*c + k*c2*(a + b + c) + k*c3*(b - a)) - k*c2",
        _ON_RAY,
        _RAY,
    ),
    but("c2*(a + c)", "c2*(b + c)"),
)
chapter.holds(
    "b-ray-null",
    "beside Example 2",
    "on every such ray a0 is the only Bayesian action for small p, whatever the numbers of states are: the risks tend to 0, "
    "k c3, k c2 and k (c2 + c3)",
    Computation(_near_null, {"scale": 1}),
    put(scale=2),
)
chapter.holds(
    "b-ray-rule",
    "beside Example 2",
    "along any ray the risks are affine in p, so that the p at which an action is optimal form an interval, whatever h, k, c2, "
    "c3 and the shape of the posterior are: an action that was left never comes back",
    Formula(
        " and ".join(f"Z{n} == (1 - t)*R{n} + t*F{n}" for n in ("0", "3", "2", "23"))
        + " and (A <= B and C <= D implies (1 - t)*A + t*C <= (1 - t)*B + t*D)",
        (*_ON_RAY, "p < P", "(a + b + c)*P < 1", "0 < t < 1"),
        _RAY | _ON_THE_WAY,
    ),
    but("A <= B and C <= D", "A <= B"),
    but("Z23 == (1 - t)*R23", "Z23 == R23"),
)
chapter.holds(
    "b-ray-a3",
    "beside Example 2",
    "on any ray a3 is better than a0 and a23 somewhere only if c3 s < (c2 + c3) r, with r and s the coefficients of p in "
    "R0 − R3 = p r − k c3 and R0 − R23 = p s − k (c2 + c3); and then it is so at p = k (c2 + c3)/s, where R0 = R23",
    Formula(
        "(p*r - k*c3 > 0 and p*s - k*(c2 + c3) < p*r - k*c3 implies c3*s < (c2 + c3)*r) and "
        "(c3*s < (c2 + c3)*r and p*s == k*(c2 + c3) implies p*r - k*c3 > 0)",
        ("p > 0", "k > 0", "c2 > 0", "c3 > 0", "s > 0"),
    ),
    but("c3*s <", "c2*s <"),
)
chapter.holds(
    "b-ray-grid",
    "beside Example 2",
    "the toolkit's rule on rays of several shapes, with letters for h, k, c2 and c3, is optimal at every point of a grid, "
    "and begins with a0",
    Computation(_ray_rule, {"first": "a0"}),
    put(first="a23"),
)
chapter.holds(
    "b-states-order",
    "beside Example 2",
    "with the posterior of Example 2, M3 is preferred to M2 iff X3 has fewer states than X2",
    Formula("R3 < R2 iff c3 < c2", (*RANGE, "c2 > 0", "c3 > 0"), _GENERAL),
    but("c3 < c2", "c3 <= c2"),
)
chapter.holds(
    "b-states-thresholds",
    "beside Example 2",
    "for any numbers of states c3 < c2 the thresholds are k c3/(4h + k (3c3 − c2)), k (c2 + c3)/(6h + 3k (c2 + c3)) and "
    "k c2/(4k c2 + 2h)",
    Formula(
        "(R0 < R23 iff p < t2) and (R3 < R23 iff p < t3) and (R0 < R3 iff p*(4*h + k*(3*c3 - c2)) < k*c3)",
        _ORDERED,
        _GENERAL | _THRESHOLDS,
    ),
    but("3*c3 - c2", "3*c3 + c2"),
)
chapter.holds(
    "b-states-a3",
    "beside Example 2",
    "a3 is somewhere the only Bayesian action iff k c2 (c2 + c3) < 2h (2c2 − c3), which is 15k < 8h for c3 = 2, c2 = 3",
    Formula(
        f"(({best('3', True)}) implies k*c2*(c2 + c3) < 2*h*(2*c2 - c3)) and "
        "(k*c2*(c2 + c3) < 2*h*(2*c2 - c3) implies T3 < T0 and T3 < T23)",
        _ORDERED,
        _GENERAL | _AT_T2,
    ),
    but("2*h*(2*c2 - c3)", "2*h*(2*c3 - c2)"),
)
chapter.holds(
    "b-states-a23",
    "beside Example 2",
    "a23 is somewhere the Bayesian action for p < 1/4 iff k (c2 + c3) < 6h, which is 5k < 6h for c3 = 2, c2 = 3",
    Formula(
        f"(({best('23')}) implies k*(c2 + c3) < 6*h) and "
        "(k*(c2 + c3) < 6*h implies U23 < U0 and U23 < U3 and U23 < U2) and (t2 < 1/4 iff k*(c2 + c3) < 6*h)",
        (*RANGE, "c2 > 0", "c3 > 0"),
        _GENERAL | _THRESHOLDS | _AT_END,
    ),
    but("6*h", "5*h"),
)
chapter.holds(
    "b-states-rule",
    "beside Example 2",
    "the toolkit's rule with letters for c2 and c3 is optimal at every point of a grid, and has a3 exactly where "
    "k c2 (c2 + c3) < 2h (2c2 − c3)",
    Computation(_general_rule, {"a3": "general"}),
    put(a3="15k < 8h"),
)

CLAIMS = tuple(chapter.claims)
