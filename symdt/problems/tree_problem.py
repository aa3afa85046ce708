"""TreeProblem: a tree of decisions, chances and values as a problem, and any problem as a tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from sympy import Expr

from symdt.errors import DomainError, TreeError, quote
from symdt.exact.domain import Domain
from symdt.exact.optimum import Optimum
from symdt.problems.kinks.kinked import smooth
from symdt.problems.probabilities import check_defined, check_nonnegative
from symdt.problems.problem import Problem, direction, domain_with
from symdt.problems.tree import Chance, Decision, Tree, Value, as_tree


@dataclass(frozen=True)
class TreeProblem(Problem):
    """Fold back `tree` for the least loss (`optimum="min"`) or the greatest utility on `domain`.

    >>> from symdt import Decision, Domain
    >>> problem = TreeProblem(Decision("umbrella?", {"take": 20, "leave": 100}), Domain(), optimum="max")
    >>> problem.alternatives
    ('take', 'leave')
    """

    tree: Tree
    domain: Domain = None  # type: ignore[assignment]
    optimum: Optimum = None  # type: ignore[assignment]
    title: str = ""

    kind: ClassVar[str] = "a tree problem"

    def __post_init__(self) -> None:
        object.__setattr__(self, "optimum", direction(self.optimum, "the tree"))
        object.__setattr__(self, "tree", as_tree(self.tree))
        object.__setattr__(self, "domain", domain_with(self.domain, self.tree.symbols))
        check_tree(self.tree, self.domain)

    __str__ = Problem.__str__


def check_tree(tree: Tree, domain: Domain) -> None:
    """An error, with a point, if a probability is negative, or it or a value undefined, somewhere on the domain."""
    checked: set[Expr] = set()  # what is written alike is asked about once
    for node in tree.nodes():
        if isinstance(node, Chance):
            for (branch, probability, _), element in zip(node.branches, node.elements, strict=True):
                if probability not in checked and not (probability.is_Rational and probability >= 0):
                    checked.add(probability)
                    what = f"the probability of branch {quote(branch)} of chance node {quote(node.name)}"
                    check_nonnegative(element, domain, what)
    check_defined(_paid(tree), domain)


def _paid(tree: Tree) -> Iterator[tuple[str, Expr]]:
    """What a tree pays at its ends and on its branches, each with its place in words."""
    for node in tree.nodes():
        if isinstance(node, Value):
            yield "the value of an end", node.value
        else:
            for (branch, *_), paid in zip(node.branches, node.payoffs, strict=True):
                yield f"what the branch {quote(branch)} of {quote(node.name)} pays", paid


def as_problem(source: Any, domain: Domain | None = None, optimum: Optimum | None = None) -> Problem:
    """The problem itself, or that of a tree with its domain and direction.

    A problem has its own domain and direction: none is taken beside it, and another direction is refused
    rather than ignored.

    >>> as_problem(TreeProblem(Value(3), optimum="min"), optimum="max")
    Traceback (most recent call last):
        ...
    symdt.errors.DomainError: a tree problem has its own optimum, 'min', and 'max' is asked for: say it where the problem is stated
    """
    if isinstance(source, Problem):
        if domain is not None:
            raise DomainError(f"{source.kind} has its own domain: give it there, or use problem.at")
        if optimum is not None and optimum != source.optimum:
            raise DomainError(
                f"{source.kind} has its own optimum, {quote(source.optimum)}, and {quote(optimum)} is asked for: "
                "say it where the problem is stated"
            )
        return smooth(source)
    if isinstance(source, Decision | Chance | Value):
        return smooth(TreeProblem(source, domain, optimum))  # type: ignore[arg-type]
    raise TreeError(f"{quote(type(source).__name__)} is neither a problem nor a tree: give one of them")


def to_tree(problem: Problem, *, data: bool = True) -> Tree:
    """The explicit tree of a problem; that of a table has the data ν0, the decision ν1 and a node ν2j for each action.

    An experiment is a branch of ν1 that leads to its outcomes, each with P(outcome), and on to
    the same actions under the posterior P(state | outcome); its cost is part of every value
    behind it. With `data=False` the node ν0, which has one branch, is left out.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> print(to_tree(problem, data=False))
    ν1
      wait: (ν20)
        well [1 - p]: 0
        sick [p]: 10
      treat: (ν21)
        well [1 - p]: 1
        sick [p]: 0
    """
    whole = as_problem(problem)
    return Chance("ν0", {"D": (1, whole.tree)}) if data and whole.has_data else whole.tree
