"""TreeProblem: a tree given directly, with its domain and the sense of its optimum (§2.1, Figure 1).

>>> from symdt.problems.tree import Chance, Decision
>>> from sympy import symbols
>>> r = symbols("r")
>>> tree = Decision("umbrella?", {
...     "take": Chance("rain, with", {"rain": (r, 70), "dry": ("rest", 20)}),
...     "leave": Chance("rain, without", {"rain": (r, 0), "dry": ("rest", 100)})})
>>> problem = TreeProblem(tree, Domain("0 < r < 1"), "max", "Umbrella")
>>> problem.alternatives, problem.symbols
(('take', 'leave'), (r,))
>>> problem.at({"r": "1/2"}).tree.child("take").probability("rain")
1/2
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Symbol

from symdt.errors import DomainError, TreeError, quote
from symdt.exact.domain import Domain
from symdt.exact.optimum import Optimum
from symdt.exact.polynomial import to_rational
from symdt.problems.tree import Tree, as_tree, check_probabilities, first_decision


@dataclass(frozen=True)
class TreeProblem:
    """Fold back `tree` for the least loss (`optimum="min"`) or the greatest utility on `domain`.

    >>> from symdt import Decision, Domain
    >>> problem = TreeProblem(Decision("umbrella?", {"take": 20, "leave": 100}), Domain(), optimum="max")
    >>> problem.alternatives
    ('take', 'leave')
    """

    tree: Tree
    domain: Domain = None  # type: ignore[assignment]
    optimum: Optimum = "min"
    title: str = ""

    def __post_init__(self) -> None:
        if self.optimum not in ("min", "max"):
            raise TreeError(
                f"the optimum is {quote(self.optimum)}: use 'min' for losses or 'max' for utilities"
            )
        given = self.domain if self.domain is not None else Domain()
        if not isinstance(given, Domain):
            raise DomainError(f"the domain is {quote(given)}: give Domain(...)")
        object.__setattr__(self, "tree", as_tree(self.tree))
        object.__setattr__(self, "domain", given.extended(self.tree.symbols))
        self.domain.witness  # noqa: B018 - an empty domain is refused here
        check_probabilities(self.tree, self.domain)

    @property
    def alternatives(self) -> tuple[str, ...]:
        """What the first decision offers; nothing where chance comes first."""
        decision = first_decision(self.tree)
        return decision.actions if decision is not None else ()

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The parameters, in order of declaration."""
        return self.domain.symbols

    def at(self, values: Mapping[Any, Any]) -> TreeProblem:
        """The problem with some parameters fixed at values that the domain admits."""
        exact = {s: to_rational(v) for s, v in self.domain.assigned(values).items()}
        return TreeProblem(self.tree.subs(exact), self.domain.restricted_to(exact), self.optimum, self.title)
