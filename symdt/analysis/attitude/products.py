"""Products: logarithmic utility as polynomials. E log(w + X) orders as Π (w + x)^(n p), n the common denominator.

>>> from symdt import Belief, DecisionProblem, LossTable
>>> table = LossTable(["won", "lost"], ["bet", "keep"], [[3, 0], [-2, 0]], "max")
>>> print(products(DecisionProblem(table, Belief({"won": 0.5, "lost": "rest"})), Symbol("w")).domain)
w > 2
"""

from __future__ import annotations

from math import lcm

from sympy import Integer, Mul, Symbol

from symdt.analysis.profile import profiles
from symdt.errors import BudgetError, DomainError, quote
from symdt.exact.domain import Domain
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Decision, Value
from symdt.problems.tree_problem import TreeProblem

#: Products of more factors than this are refused.
MAX_FACTORS = 64


def products(money: Problem, wealth: Symbol) -> TreeProblem:
    """The choice among Π (w + x)^(n p), where w + x is positive for every outcome x."""
    gain = -1 if money.optimum == "min" else 1
    pairs = {
        a: [(gain * v, p) for v, p in f.outcomes if not p.is_zero] for a, f in profiles(_table(money)).items()
    }
    odd = next((p for many in pairs.values() for _, p in many if not p.is_Rational), None)
    if odd is not None:
        raise DomainError(
            f"the probability {quote(odd)} has a letter: fix it with --at, E log(wealth + x) is rational in letters of the "
            "amounts only"
        )
    n = lcm(*(int(p.q) for many in pairs.values() for _, p in many))
    if n > MAX_FACTORS:
        raise BudgetError(
            f"the probabilities have the common denominator {n}: at most {MAX_FACTORS} factors are compared"
        )
    tree = Decision(
        "ν1", {a: Value(Mul(*((wealth + v) ** int(p * n) for v, p in many))) for a, many in pairs.items()}
    )
    return TreeProblem(tree, solvent(money, wealth), "max", money.title)


def solvent(money: Problem, wealth: Symbol) -> Domain:
    """The domain of the money, and a wealth that no outcome ruins."""
    gain = -1 if money.optimum == "min" else 1
    amounts = {gain * v for f in profiles(_table(money)).values() for v, p in f.outcomes if not p.is_zero}
    floor = max(Integer(0), *(-v for v in amounts if v.is_Rational))
    safe = [wealth + v > 0 for v in sorted(amounts, key=str) if not v.is_Rational]
    return Domain(money.domain, wealth > floor, *safe, symbols=[*money.symbols, wealth])


def _table(money: Problem) -> DecisionProblem:
    if not isinstance(money, DecisionProblem) or money.experiments:
        raise DomainError(
            "logarithmic utility in letters needs a table without experiments: use optimal_under at a point"
        )
    return money
