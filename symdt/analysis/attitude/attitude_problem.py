"""AttitudeProblem: amounts of money, and a utility that is exponential or logarithmic in them.

With exponential utility the problem is a tree in y = exp(−g/ρ), g the unit of the amounts and ρ the tolerance (see
`tolerance`): expected disutilities, which are made least, are polynomials in y, and every verb is exact in it. With
logarithmic utility E log(w + X) is compared by the products Π (w + x)^(n p), polynomials in the wealth w.

>>> from symdt import Belief, DecisionProblem, LossTable, decision_rule
>>> table = LossTable(["sun", "rain"], ["out", "in"], [[3, 1], [0, 1]], "max")
>>> party = DecisionProblem(table, Belief({"sun": 0.5, "rain": "rest"}))
>>> averse = AttitudeProblem(party, "exponential")
>>> averse.symbols, averse.unit
((y,), 1)
>>> print(decision_rule(averse, "y"))
a* =
  in   if 0 < y <= -1/2 + sqrt(5)/2
  out  if -1/2 + sqrt(5)/2 < y < 1
>>> rich = AttitudeProblem(party, "logarithmic", "w")
>>> print(decision_rule(rich, "w"))
a* =
  in   if 0 < w <= 1
  out  if w > 1
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import lcm
from typing import Any, ClassVar, Literal

from sympy import Expr, Integer, Mul, Symbol

from symdt.analysis.attitude.tolerance import to_exponential
from symdt.analysis.profile import profiles
from symdt.errors import BudgetError, DomainError, quote
from symdt.exact.domain import Domain
from symdt.exact.optimum import Optimum
from symdt.problems.expressions import Change
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Decision, Tree, Value
from symdt.problems.tree_problem import TreeProblem

Attitude = Literal["exponential", "logarithmic"]
#: What the letter of an attitude is called, unless another name is given.
LETTERS = {"exponential": "tolerance", "logarithmic": "wealth"}
#: Products of more factors than this are refused.
MAX_FACTORS = 64


@dataclass(frozen=True)
class AttitudeProblem(Problem):
    """A problem about money with an attitude to risk; `letter` is the name of the tolerance or of the wealth.

    >>> from symdt import Decision, TreeProblem
    >>> AttitudeProblem(TreeProblem(Decision("d", {"a": 1, "b": 2}), optimum="max"), "exponential").letter
    'tolerance'
    """

    money: Problem
    attitude: Attitude
    letter: str = ""

    kind: ClassVar[str] = "a problem with an attitude to risk"

    def __post_init__(self) -> None:
        if self.attitude not in LETTERS:
            raise DomainError(f"the attitude is {quote(self.attitude)}: use 'exponential' or 'logarithmic'")
        object.__setattr__(self, "letter", self.letter or LETTERS[self.attitude])
        if self.letter in {s.name for s in self.money.symbols}:
            raise DomainError(
                f"{quote(self.letter)} is a letter of the problem already: give another name for the {LETTERS[self.attitude]}"
            )

    @cached_property
    def _made(self) -> tuple[TreeProblem, Expr]:
        if self.attitude == "exponential":
            taken = {s.name for s in self.money.symbols}
            free = (y for n in count() if (y := "y" + n * "_") not in taken)
            return to_exponential(self.money, next(free))
        return _logarithmic(self.money, Symbol(self.letter)), Integer(1)

    @property
    def unit(self) -> Expr:
        """The unit g of the amounts: they are all multiples of it apart."""
        return self._made[1]

    @property
    def tree(self) -> Tree:
        """The tree of what is compared: disutilities in y, or products in the wealth."""
        return self._made[0].tree

    @property
    def domain(self) -> Domain:
        """That of the money, with 0 < y < 1, or with a wealth that no outcome ruins."""
        return self._made[0].domain

    @property
    def optimum(self) -> Optimum:
        """Disutilities are made least, products greatest."""
        return self._made[0].optimum

    @property
    def title(self) -> str:
        """That of the money."""
        return self.money.title

    @property
    def words(self) -> Any:
        """Those of the money."""
        return self.money.words

    def changed(self, change: Change, domain: Domain) -> Any:
        """What is compared, with every expression changed."""
        return self._made[0].changed(change, domain)

    def at(self, point: Any = None, /, **values: Any) -> Any:
        """With letters of the money fixed it stays a problem with this attitude."""
        given = {getattr(s, "name", s): v for s, v in {**(point or {}), **values}.items()}
        own = {s.name for s in self.money.symbols}
        if given and set(given) <= own:
            return AttitudeProblem(self.money.at(given), self.attitude, self.letter)
        return super().at(given)

    def __str__(self) -> str:
        return f"{self.attitude} utility, {LETTERS[self.attitude]} {self.letter}\n{self.money}"


def _logarithmic(money: Problem, wealth: Symbol) -> TreeProblem:
    """The choice among Π (w + x)^(n p), where w + x is positive for every outcome x."""
    if not isinstance(money, DecisionProblem) or money.experiments:
        raise DomainError(
            "logarithmic utility in letters needs a table without experiments: use optimal_under at a point"
        )
    if money.symbols:
        raise DomainError(
            f"the problem has the letter {quote(money.symbols[0])}: fix it, logarithmic utility needs numbers"
        )
    gain = -1 if money.optimum == "min" else 1
    pairs = {a: [(gain * v, p) for v, p in f.numbers() if p] for a, f in profiles(money).items()}
    n = lcm(*(int(p.q) for many in pairs.values() for _, p in many))
    if n > MAX_FACTORS:
        raise BudgetError(
            f"the probabilities have the common denominator {n}: at most {MAX_FACTORS} factors are compared"
        )
    floor = max(Integer(0), *(-v for many in pairs.values() for v, _ in many))
    tree = Decision(
        "ν1", {a: Value(Mul(*((wealth + v) ** int(p * n) for v, p in many))) for a, many in pairs.items()}
    )
    return TreeProblem(tree, Domain(wealth > floor, symbols=[wealth]), "max", money.title)
