"""Products: logarithmic utility as polynomials. E log(w + X) orders as Π (w + x)^(n p), n the common denominator.

>>> from symdt import Belief, DecisionProblem, LossTable
>>> table = LossTable(["won", "lost"], ["bet", "keep"], [[3, 0], [-2, 0]], "max")
>>> print(products(DecisionProblem(table, Belief({"won": 0.5, "lost": "rest"})), Symbol("w")).domain)
w > 2

In a tree, and after experiments, every strategy is such a product: they are chosen from before anything happens, one
decision after the other, for the logarithm of a product has no expectation along the way that is rational.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import lcm

from sympy import Expr, Integer, Mul, Symbol

from symdt.errors import BudgetError, DomainError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Element
from symdt.problems.payoffs import paths, totals
from symdt.problems.problem import Problem
from symdt.problems.tree import Decision, Tree, Value, decision_names
from symdt.problems.tree_problem import TreeProblem

#: Products of more factors than this, and choices among more strategies, are refused.
MAX_FACTORS, MAX_STRATEGIES = 64, 512


def products(money: Problem, wealth: Symbol) -> TreeProblem:
    """The choice among Π (w + x)^(n p), where w + x is positive for every outcome x.

    money: of any kind, its probabilities numbers; wealth: the letter w.
    """
    tree = _Strategies(money, wealth, power_of(money)).tree()
    return TreeProblem(tree, solvent(money, wealth), "max", money.title)


def power_of(money: Problem) -> int:
    """How many wealths a product has: the common denominator n of all probabilities.

    money: of any kind, its probabilities numbers.

    >>> from symdt import Chance, Decision
    >>> rain = Chance("rain", {"rain": (0.25, 7), "dry": ("rest", 2)})
    >>> power_of(TreeProblem(Decision("d", {"go": rain, "stay": 4}), optimum="max"))
    4
    """
    ways = [path.probability for path in paths(money.tree) if not path.probability.is_zero]
    odd = next((p for p in ways if not p.is_Rational), None)
    if odd is not None:
        raise DomainError(
            f"the probability {quote(odd)} has a letter, in which powers of wealths are no polynomials: fix "
            f"{', '.join(sorted(s.name for s in odd.free_symbols))} with --at and solve for the wealth or a letter of the amounts, or fix the wealth and solve for it"
        )
    n = lcm(*(int(p.q) for p in ways))
    if n > MAX_FACTORS:
        raise BudgetError(
            f"the probabilities have the common denominator {n}, and at most {MAX_FACTORS} factors are compared: "
            "ask at one wealth with --at, or round the probabilities"
        )
    return n


class _Strategies:
    """Grows the choice of a strategy: at its end the product of all factors (w + x)^(n p)."""

    def __init__(self, money: Problem, wealth: Symbol, n: int) -> None:
        self.root = totals(money.tree)
        self.names, self.ring = decision_names(self.root), money.domain.field
        self.wealth, self.n, self.gain = wealth, n, -1 if money.optimum == "min" else 1
        self.count = 0

    def tree(self) -> Tree:
        return self.grown([(self.root, self.ring.number(1))], ())

    def grown(self, left: list[tuple[Tree, Element]], factors: tuple[Expr, ...]) -> Tree:
        """The choices at nodes that are still open, each with its probability, behind the factors known already."""
        while left:
            (node, p), *left = left
            if isinstance(node, Decision):
                ends = {b: self.grown([(c, p), *left], factors) for b, c in node.branches}
                return Decision(self.names[id(node)], ends)
            if isinstance(node, Value):
                factors = (*factors, (self.wealth + self.gain * node.value) ** int(p.constant * self.n))
                continue
            ways = [(c, p * self.ring.element(q)) for _, q, c in node.branches]
            left = [*((c, q) for c, q in ways if not q.is_zero), *left]
        self.count += 1
        if self.count > MAX_STRATEGIES:
            raise BudgetError(
                f"there are more than {MAX_STRATEGIES} strategies, each a product of its own: use optimal_under at a point"
            )
        return Value(Mul(*factors))


def words_of(money: Problem, tree: Tree) -> Mapping[str, str]:
    """How the decisions of the choice among strategies are named: of each name one is reached, so it needs no number.

    money: whose strategies they are; tree: the choice among them.
    """
    many = Counter(node.name for node in tree.nodes() if isinstance(node, Decision))
    known = {name: money.words.get(name, name) for name in many}
    return {**known, **{f"{n} #{i}": known[n] for n, times in many.items() for i in range(1, times + 1)}}


def solvent(money: Problem, wealth: Symbol) -> Domain:
    """The domain of the money, and a wealth that no outcome ruins."""
    gain = -1 if money.optimum == "min" else 1
    amounts = {gain * path.total for path in paths(money.tree) if not path.probability.is_zero}
    floor = max(Integer(0), *(-v for v in amounts if v.is_Rational))
    safe = [wealth + v > 0 for v in sorted(amounts, key=str) if not v.is_Rational]
    return Domain(money.domain, wealth > floor, *safe, symbols=[*money.symbols, wealth])
