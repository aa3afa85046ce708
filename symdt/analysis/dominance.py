"""Dominance: better in every state, or for every decision maker of a kind, whatever the letters.

`one` dominates `other`
- state by state, if it is at least as good in every state;
- in the first order, if P(one better than x) >= P(other better than x) for every x: then everyone who
  prefers more prefers it;
- in the second order, if E max(x − X, 0) is no greater for every x: then everyone who also dislikes
  risk prefers it.

The answer is a verdict of `proof`: proved on the whole domain, refuted with a point, or undecided.

>>> from symdt.analysis.profile import RiskProfile
>>> from sympy import symbols
>>> p = symbols("p")
>>> safe, bold = RiskProfile(((10, 1),)), RiskProfile(((0, 1 - p), (20, p)))
>>> domain = Domain("0 <= p <= 1/2")
>>> print(first_order(safe, bold, domain))
refuted at p=1/2: at outcome 10
>>> print(second_order(safe, bold, domain))
proved

First order implies second order, and state by state implies first order.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from sympy import Add, And, Expr, Ge, Le, Max, Symbol

from symdt.analysis.profile import RiskProfile
from symdt.errors import TableError, did_you_mean, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Element, Field
from symdt.exact.formula import Condition, all_of
from symdt.exact.proof import SECONDS, prove
from symdt.exact.solver import Budget, Found, NoPoint, Unknown
from symdt.exact.verdict import Proved, Refuted, Undecided, Verdict
from symdt.problems.loss import LossTable
from symdt.problems.problem import Problem, needs
from symdt.problems.table import DecisionProblem
from symdt.problems.tree_problem import as_problem


def state_by_state(
    table: LossTable | Problem,
    one: str,
    other: str,
    domain: Domain | None = None,
    *,
    seconds: float = SECONDS,
) -> Verdict:
    """Whether `one` is at least as good as `other` in every state, on the whole domain.

    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> bool(state_by_state(table, "take", "leave"))
    False
    """
    table, domain = _table(table, domain, "state_by_state")
    for action in (one, other):
        if action not in table.actions:
            raise TableError(f"{quote(action)} is no action: {did_you_mean(action, table.actions)}")
    compare = Le if table.optimum == "min" else Ge
    mine, theirs = table.column(one), table.column(other)
    domain = (domain or Domain()).extended(table.symbols)
    return prove(And(*(compare(mine[s], theirs[s]) for s in table.states)), domain, seconds=seconds)


def _table(of: LossTable | Problem, domain: Domain | None, verb: str) -> tuple[LossTable, Domain | None]:
    """The table and where it is asked about: a table problem brings its own domain."""
    if isinstance(of, DecisionProblem):
        as_problem(of, domain)  # another domain than its own is refused
        return of.loss, of.domain
    needs(LossTable, of, verb, "give a loss table, or a problem that has one")
    return of, domain  # type: ignore[return-value]


@dataclass(frozen=True)
class Dominated:
    """Which actions of a table are dominated state by state, each with one that dominates it.

    >>> dominated(LossTable(["M0", "M1"], ["a", "b"], [[0, 1], [2, 2]])).by
    {'b': 'a'}
    """

    by: dict[str, str]
    undecided: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join(f"{a} is dominated by {b}" for a, b in self.by.items()) or "no action is dominated"


def dominated(
    table: LossTable | Problem, domain: Domain | None = None, *, seconds: float = SECONDS
) -> Dominated:
    """The actions to which another is at least as good in every state, and strictly better in some state somewhere.

    Of actions that are equal everywhere the first stays.

    >>> loss = LossTable(["M0", "M1"], ["a", "b", "c"], [[0, 1, 1], [2, 2, 0]])
    >>> print(dominated(loss))
    b is dominated by a
    """
    table, domain = _table(table, domain, "dominated")
    budget, found, undecided = Budget(seconds), {}, []
    verdicts: dict[tuple[str, str], Verdict] = {}
    for one, other in permutations(table.actions, 2):
        verdicts[one, other] = state_by_state(table, one, other, domain, seconds=max(0.1, budget.left()))
    order = {a: i for i, a in enumerate(table.actions)}
    for other in table.actions:
        doubtful = False
        for one in table.actions:
            if one == other:
                continue
            forth = verdicts[one, other]
            if isinstance(forth, Undecided):
                doubtful = True
            elif isinstance(forth, Proved):
                back = verdicts[other, one]
                if isinstance(back, Refuted) or (isinstance(back, Proved) and order[one] < order[other]):
                    found[other] = one
                    break
                doubtful = doubtful or isinstance(back, Undecided)
        if doubtful and other not in found:
            undecided.append(other)
    return Dominated(found, tuple(undecided))


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


def _shortfall(pairs: list[tuple[Expr, Expr]], x: Expr) -> Expr:
    return Add(*((p * Max(x - v, 0)) for v, p in pairs))


def _pairs(profile: RiskProfile) -> list[tuple[Expr, Expr]]:
    sign = -1 if profile.optimum == "min" else 1
    return [((sign * v).expand(), p) for v, p in profile.outcomes]


def _symbols(*profiles: RiskProfile) -> set[Symbol]:
    return set().union(*(p.symbols for p in profiles))
