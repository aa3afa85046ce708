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
  in   if 0 < y <= (sqrt(5) - 1)/2
  out  if (sqrt(5) - 1)/2 < y < 1
>>> rich = AttitudeProblem(party, "logarithmic", "w")
>>> print(decision_rule(rich, "w"))
a* =
  in   if 0 < w <= 1
  out  if w > 1

Amounts may have letters too, probabilities then are numbers: who has w gives half of it, and no more, for an even
chance to double it.

>>> from sympy import symbols
>>> bet = LossTable(["won", "lost"], ["bet", "keep"], [[symbols("g"), 0], [-symbols("s"), 0]], "max")
>>> even = DecisionProblem(bet, Belief({"won": 0.5, "lost": "rest"}), Domain("s > 0", "g > 0"))
>>> print(decision_rule(AttitudeProblem(even, "logarithmic", "w"), "g"))
a* =
  keep  if 0 < g <= s*w/(w - s)
  bet   if g > s*w/(w - s)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import Any, ClassVar, Literal

from sympy import Expr, Integer, Symbol

from symdt.analysis.attitude.products import products, solvent, words_of
from symdt.analysis.attitude.tolerance import shrinking, to_exponential
from symdt.errors import DomainError, quote
from symdt.exact.domain import Domain
from symdt.exact.optimum import Optimum
from symdt.problems.expressions import Change
from symdt.problems.problem import Problem
from symdt.problems.tree import Tree
from symdt.problems.tree_problem import TreeProblem

Attitude = Literal["exponential", "logarithmic"]
#: What the letter of an attitude is called, unless another name is given.
LETTERS = {"exponential": "tolerance", "logarithmic": "wealth"}


@dataclass(frozen=True)
class AttitudeProblem(Problem):
    """A problem about money with an attitude to risk; `letter` is the name of the tolerance or of the wealth.

    >>> from symdt import Decision, TreeProblem
    >>> AttitudeProblem(TreeProblem(Decision("d", {"a": 1, "b": 2}), optimum="max"), "exponential").letter
    'tolerance'
    """

    money: Problem
    attitude: Attitude = field()  # so that the None of other problems is no default of it
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
            return to_exponential(self.money, self._small)
        return products(self.money, Symbol(self.letter)), Integer(1)

    @cached_property
    def _small(self) -> Symbol:
        """The letter y = exp(−g/ρ), by a name that is free."""
        taken = {s.name for s in self.money.symbols}
        return Symbol(next(y for n in count() if (y := "y" + n * "_") not in taken))

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
        if self.attitude == "logarithmic":  # known also where letters that cannot stay are fixed later
            return solvent(self.money, Symbol(self.letter))
        return shrinking(self.money, self._small)

    @property
    def optimum(self) -> Optimum:
        """Disutilities are made least, products greatest."""
        return "min" if self.attitude == "exponential" else "max"

    @property
    def title(self) -> str:
        """That of the money."""
        return self.money.title

    @property
    def words(self) -> Any:
        """Those of the money."""
        if self.attitude == "logarithmic":
            return words_of(self.money, self.tree)
        return self.money.words

    def changed(self, change: Change, domain: Domain) -> Any:
        """What is compared, with every expression changed."""
        return self._made[0].changed(change, domain)

    def at(self, point: Any = None, /, **values: Any) -> Any:
        """With letters of the money fixed it stays a problem with this attitude."""
        given = {getattr(s, "name", s): v for s, v in {**(point or {}), **values}.items()}
        own = {s.name for s in self.money.symbols}
        fixed = {name: v for name, v in given.items() if name in own}
        if fixed:
            kept = AttitudeProblem(self.money.at(fixed), self.attitude, self.letter)
            return kept.at({name: v for name, v in given.items() if name not in own})
        return super().at(given) if given else self

    def __str__(self) -> str:
        return f"{self.attitude} utility, {LETTERS[self.attitude]} {self.letter}\n{self.money}"
