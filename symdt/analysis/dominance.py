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
>>> from symdt.analysis.stochastic_dominance import first_order
>>> print(first_order(safe, bold, domain))
refuted at p=1/2: at outcome 10
>>> from symdt.analysis.stochastic_dominance import second_order
>>> print(second_order(safe, bold, domain))
proved

First order implies second order, and state by state implies first order.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from sympy import And, Ge, Le

from symdt.analysis.criteria import table_alone
from symdt.display import Printed
from symdt.errors import TableError, did_you_mean, quote
from symdt.exact.domain import Domain
from symdt.exact.proof import SECONDS, prove
from symdt.exact.solver import Budget
from symdt.exact.verdict import Proved, Refuted, Undecided, Verdict
from symdt.problems.loss import LossTable
from symdt.problems.problem import Problem
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
        return table_alone(of, verb), of.domain
    return table_alone(of, verb), domain


@dataclass(frozen=True)
class Dominated(Printed):
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
