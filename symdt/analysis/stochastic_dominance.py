"""Stochastic dominance: better for everybody who prefers more, or who moreover dislikes risk."""

from __future__ import annotations

from typing import Any

from sympy import Add, Expr, Ge, Le, Max, Symbol

from symdt.analysis.profile import RiskProfile
from symdt.exact.domain import Domain
from symdt.exact.field import Element, Field
from symdt.exact.formula import Condition, all_of
from symdt.exact.proof import SECONDS, prove
from symdt.exact.solver import Budget, Found, NoPoint, Unknown
from symdt.exact.verdict import Proved, Refuted, Undecided, Verdict
from symdt.problems.problem import needs


def first_order(
    one: RiskProfile, other: RiskProfile, domain: Domain | None = None, *, seconds: float = SECONDS
) -> Verdict:
    """Whether every decision maker who prefers more (less, for losses) finds `one` at least as good.

    Where outcomes have letters their order may change over the domain; each order that occurs is
    looked at in turn.

    >>> safe, bold = RiskProfile(((10, 1),)), RiskProfile(((0, 0.5), (20, 0.5)))
    >>> bool(first_order(safe, bold)), bool(second_order(safe, bold))
    (False, True)
    """
    _check("first_order", one, other)
    pairs = _pairs(one), _pairs(other)
    ring = Field.of(_symbols(one, other))
    values = list(dict.fromkeys(ring.element(v) for pair in pairs for v, _ in pair))
    domain = (domain or Domain()).extended(ring.symbols)
    budget = Budget(seconds)
    # a point at which the distribution function of `one` exceeds that of `other`, at one of the values
    for level in values:
        answer = _crossing(level, pairs, domain, budget)
        if isinstance(answer, Found):
            return Refuted(answer.point, f"at outcome {level}")
        if isinstance(answer, Unknown):
            return Undecided(answer.reason)
    return Proved()


def _crossing(
    level: Element,
    pairs: tuple[list[tuple[Expr, Expr]], list[tuple[Expr, Expr]]],
    domain: Domain,
    budget: Budget,
) -> Found | NoPoint | Unknown:
    """A point of the domain where P(one <= level) > P(other <= level), branching over which outcomes are <= level."""
    ring = domain.field
    terms = [
        (ring.element(v) - level.into(ring), ring.element(p) * sign)
        for pair, sign in zip(pairs, (1, -1), strict=True)
        for v, p in pair
    ]
    unknown: Unknown | None = None
    stack: list[tuple[int, list[Condition], Element]] = [(0, [], ring.number(0))]
    while stack:
        i, conditions, excess = stack.pop()
        if i == len(terms):
            positive = Condition(ring, excess.sign_polynomial, ">")
            if positive.truth is False:
                continue
            answer = domain.find(all_of(*conditions, positive), budget)
            if isinstance(answer, Found):
                return answer
            if isinstance(answer, Unknown):
                unknown = answer
            continue
        above, chance = terms[i]
        at_most = Condition(ring, -above.sign_polynomial, ">=")
        settled = domain.implies(at_most, budget)
        if settled is not True and settled is not None and domain.implies(at_most.negated(), budget) is True:
            stack.append((i + 1, conditions, excess))
        elif settled is True:
            stack.append((i + 1, conditions, excess + chance))
        else:
            if len(stack) > 4096 or budget.is_spent:
                return Unknown("the outcomes have too many orders on the domain")
            stack.append((i + 1, [*conditions, at_most.negated()], excess))
            stack.append((i + 1, [*conditions, at_most], excess + chance))
    return unknown or NoPoint()


def second_order(
    one: RiskProfile, other: RiskProfile, domain: Domain | None = None, *, seconds: float = SECONDS
) -> Verdict:
    """Whether every risk-averse decision maker finds `one` at least as good: E max(x − X, 0) is no greater.

    Both sides are piecewise linear in x with kinks at the outcomes, so the outcomes are enough.

    >>> safe, bold = RiskProfile(((10, 1),)), RiskProfile(((0, 0.5), (20, 0.5)))
    >>> second_order(safe, bold)
    Proved()
    """
    _check("second_order", one, other)
    domain = (domain or Domain()).extended(_symbols(one, other))
    mine, theirs = _pairs(one), _pairs(other)
    budget = Budget(seconds)
    for x in dict.fromkeys(v for pair in (mine, theirs) for v, _ in pair):
        statement = Le(_shortfall(mine, x), _shortfall(theirs, x))
        verdict = prove(statement, domain, seconds=max(0.1, budget.left()))
        if not isinstance(verdict, Proved):
            return verdict
    # beyond all outcomes the sides differ by the means
    means = (Add(*(p * v for v, p in pair)).expand() for pair in (mine, theirs))
    return prove(Ge(*means), domain, seconds=max(0.1, budget.left()))


def _check(verb: str, *given: Any) -> None:
    for profile in given:
        needs(RiskProfile, profile, verb, "give two risk profiles, such as profiles(problem)['action']")


def _shortfall(pairs: list[tuple[Expr, Expr]], x: Expr) -> Expr:
    return Add(*((p * Max(x - v, 0)) for v, p in pairs))


def _pairs(profile: RiskProfile) -> list[tuple[Expr, Expr]]:
    sign = -1 if profile.optimum == "min" else 1
    return [((sign * v).expand(), p) for v, p in profile.outcomes]


def _symbols(*profiles: RiskProfile) -> set[Symbol]:
    return set().union(*(p.symbols for p in profiles))
