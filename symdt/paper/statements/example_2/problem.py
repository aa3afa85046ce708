"""Example 2 as objects: table (2), its posteriors, risks, thresholds and exact rule."""

from __future__ import annotations

from functools import lru_cache

from sympy import Expr, symbols

from symdt.claims.claim import Formula
from symdt.exact.domain import Domain
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem
from symdt.solve.risk import risks
from symdt.solve.rule import DecisionRule, decision_rule

h, k, c2, c3, p, p2, p3, p23 = symbols("h k c2 c3 p p2 p3 p23")
STATES, ACTIONS = ("M0", "M3", "M2", "M23"), ("a0", "a3", "a2", "a23")
TABLE_2 = LossTable(
    STATES,
    ACTIONS,
    (
        (0, k * c3, k * c2, k * (c3 + c2)),
        (h, 0, k * (c3 + c2), k * c3),
        (h, k * (c3 + c2), 0, k * c2),
        (2 * h, h, h, 0),
    ),
)
ANY = Belief({"M0": "rest", "M3": p3, "M2": p2, "M23": p23})
SIMPLEX = ("p2 >= 0", "p3 >= 0", "p23 >= 0", "p2 + p3 + p23 <= 1")
ONE = Belief({"M0": 1 - 4 * p, "M3": p, "M2": p, "M23": 2 * p})
RANGE = ("0 < p < 1/4", "h > 0", "k > 0")
#: Numbers of states c3 = 2 and c2 = 3.
NUMBERS = LossTable(
    STATES, ACTIONS, tuple(tuple(e.subs({c3: 2, c2: 3}) for e in row) for row in TABLE_2.entries)
)
PROBLEM = DecisionProblem(NUMBERS, ONE, Domain(*RANGE))


def named(problem: DecisionProblem) -> dict[str, Expr]:
    """R0, R3, R2, R23 and the posterior q0, q3, q2, q23 of a problem."""
    found = {action.replace("a", "R"): value for action, value in risks(problem).items()}
    return found | {str(s).replace("M", "q"): e for s, e in problem.belief.items()}


GENERAL = named(DecisionProblem(TABLE_2, ANY, Domain(*SIMPLEX)))
SPECIAL = named(PROBLEM)
#: The three thresholds of the paper.
THRESHOLDS = {"t1": 2 * k / (4 * h + 3 * k), "t2": 5 * k / (6 * h + 15 * k), "t3": 3 * k / (12 * k + 2 * h)}


def formula(text: str, *assume: str, **counter: str) -> Formula:
    """A statement about the special posterior, for 0 < p < 1/4 and h, k > 0; `counter` is a point where it fails."""
    return Formula(text, (*RANGE, *assume), SPECIAL | THRESHOLDS, counter)


def best(action: str, strictly: bool = False) -> str:
    """The statement that an action has the least of the four risks."""
    op = "<" if strictly else "<="
    return " and ".join(f"R{action} {op} R{other}" for other in ("0", "3", "2", "23") if other != action)


@lru_cache(maxsize=1)
def rule() -> DecisionRule:
    """The exact rule, derived by the toolkit."""
    return decision_rule(PROBLEM, p)
