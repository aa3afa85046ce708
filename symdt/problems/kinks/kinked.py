"""KinkedProblem: a problem whose numbers are min, max, abs or piecewise: ordinary on each part of its domain.

What is stated is an ordinary problem in which a kink is a letter named by its definition (`symdt.exact.kink`).
The domain is cut where a kink changes its branch; on each `Part` the branches are put for the letters and the
problem is rational. Every point of the domain lies in exactly one part.

>>> from symdt import Belief, DecisionProblem, Domain, LossTable
>>> from sympy import Max, symbols
>>> p, h = symbols("p h")
>>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, h], [Max(1, 3*h), 0]])
>>> stated = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1", "0 < h < 1"))
>>> problem = smooth(stated)
>>> problem.symbols
(p, h)
>>> for part in problem.parts:
...     print(*part.conditions, ":", part.problem.loss["sick", "wait"])
3*h <= 1 : 1
3*h > 1 : 3*h

Where a point leaves one branch the problem is an ordinary one again.

>>> type(problem.at(h="1/2")).__name__, problem.at(h="1/2").loss["sick", "wait"]
('DecisionProblem', 3/2)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from sympy import Expr, Symbol

from symdt.errors import DomainError, quote
from symdt.exact.domain import Domain
from symdt.exact.formula import Condition
from symdt.exact.kink import is_kink
from symdt.exact.language.syntax import definition
from symdt.exact.optimum import Optimum
from symdt.exact.polynomial import letters_of, substituted, to_rational
from symdt.problems.expressions import Change
from symdt.problems.kinks.cut import cut, deep, letters_in
from symdt.problems.problem import Problem
from symdt.problems.tree import Tree


class Part(NamedTuple):
    """A part of the domain, the branch of each kink there, and the problem that is rational on it."""

    conditions: tuple[Condition, ...]
    branches: Mapping[Symbol, Expr]
    problem: Problem


@dataclass(frozen=True)
class KinkedProblem(Problem):
    """A problem with kinks; `stated` has a letter for each of them."""

    stated: Problem

    kind: ClassVar[str] = "a problem with min, max, abs or piecewise"

    @property
    def kinks(self) -> tuple[Symbol, ...]:
        """The letters that stand for kinks."""
        return tuple(s for s in self.stated.symbols if is_kink(s))

    @cached_property
    def domain(self) -> Domain:
        """The values of the letters that are admitted; a kink is none of them."""
        own = [s for s in self.stated.symbols if not is_kink(s)]
        return Domain(*self.stated.domain.conditions, symbols=own).extended(
            s for kink in self.kinks for s in letters_in(kink, own)
        )

    @property
    def optimum(self) -> Optimum:
        """That of what is stated."""
        return self.stated.optimum

    @property
    def title(self) -> str:
        """That of what is stated."""
        return self.stated.title

    @property
    def words(self) -> Mapping[str, str]:
        """Those of what is stated."""
        return self.stated.words

    @property
    def alternatives(self) -> tuple[str, ...]:
        """Those of what is stated."""
        return self.stated.alternatives

    @property
    def tree(self) -> Tree:
        """None: which numbers stand in it depends on the letters."""
        open_ = next(
            (k for k in self.kinks if len({part.branches[k] for part in self.parts}) > 1), self.kinks[0]
        )
        raise DomainError(
            f"the problem has {quote(open_)}, so it has no single tree: fix letters that decide it (--at), "
            "or ask for the rule, the regions or a plot"
        )

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the domain, disjoint; together they are the domain."""
        found = []
        for conditions, branches in cut(self.domain, self.kinks):
            domain = self.domain.restricted(*conditions)

            def change(e: Expr, branches: Mapping[Symbol, Expr] = branches) -> Expr:
                return substituted(e, branches)

            found.append(Part(conditions, branches, self.stated.changed(change, domain)))
        return tuple(found)

    def changed(self, change: Change, domain: Domain) -> Any:
        """The problem with every expression changed, those inside kinks too, on another domain."""
        branches = {kink: definition(kink, self.domain.symbols).put(change) for kink in self.kinks}
        return smooth(self.stated.changed(lambda e: change(substituted(e, branches)), domain))

    def at(self, point: Any = None, /, **values: Any) -> Any:
        """The problem with some letters fixed: an ordinary one where that leaves one branch of each kink."""
        exact = self.domain.assigned({**(point or {}), **values})
        rational = {s: to_rational(v) for s, v in exact.items()}
        if not exact:
            return self
        return self.changed(lambda e: deep(e, rational), self.domain.restricted_to(exact))

    def subs(self, *what: Any) -> Any:
        """The problem with letters replaced by expressions."""
        new = self.domain.replacing(*what)
        return self.changed(lambda e: deep(e, new), self.domain.subs(new))

    def __str__(self) -> str:
        return f"{self.headline}\n{self.stated.tree}"


def smooth(problem: Problem) -> Any:
    """The problem, ordinary where no letter of it is a kink that changes its branch on the domain."""
    if isinstance(problem, KinkedProblem) or not any(map(is_kink, problem.symbols)):
        return problem
    kinked = KinkedProblem(problem)
    parts = kinked.parts
    return parts[0].problem if len(parts) == 1 else kinked


def shown(expression: Expr, letters: Any = ()) -> Expr:
    """The expression with Max, Min, Abs and Piecewise of SymPy for its kinks.

    >>> shown(2*Symbol("max(h, p)"))
    2*Max(h, p)
    """
    kinks = [s for s in letters_of([expression]) if is_kink(s)]
    return substituted(
        expression, {s: definition(s, letters).to_sympy(lambda e: shown(e, letters)) for s in kinks}
    )
