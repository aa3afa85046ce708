"""Somewhere: whether conditions hold together at a point of a domain, by every road there is.

>>> from symdt.exact.domain import Domain
>>> from symdt.exact.formula import Condition
>>> domain = Domain("x**2 + y**2 <= 1")
>>> x, y = domain.field.generators
>>> [somewhere([Condition(domain.field, poly, ">=")], domain, Budget(5)) for poly in (x*y + 1 - y, x - y - 2)]
[True, False]
"""

from __future__ import annotations

from collections.abc import Iterable

from symdt.exact.domain import Domain
from symdt.exact.formula import Condition
from symdt.exact.solver import Budget, Found, NoPoint
from symdt.solve.proofs.check.texts import Ring
from symdt.solve.proofs.prover import Search


def somewhere(conditions: Iterable[Condition], domain: Domain, budget: Budget) -> bool | None:
    """Whether the conditions hold at some point of the domain; None where that was not decided.

    conditions: in the letters of the domain. budget: for coverings and solvers together.
    """
    ring = Ring([s.name for s in domain.symbols])
    facts = [ring.fact(c.to_text()) for c in (*domain.conditions, *conditions) if c.truth is not True]
    answer = Search(ring, domain.symbols, budget).solve(facts)
    return True if isinstance(answer, Found) else (False if isinstance(answer, NoPoint) else None)
