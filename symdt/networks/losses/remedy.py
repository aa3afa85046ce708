"""Remedies: what the letters of a loss table must satisfy for it to disintegrate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Expr, groebner

from symdt.exact.domain import Domain
from symdt.exact.field import Field
from symdt.exact.formula import Condition, all_of, point_text
from symdt.exact.polynomial import Poly, poly_to_expr
from symdt.exact.solver import Answer, Budget, Found, NoPoint

#: Systems of more equations, letters or a higher degree than this are left as they are.
MAX_EQUATIONS, MAX_LETTERS, MAX_DEGREE = 24, 8, 4
#: Seconds for simplifying the equations; what time does not allow stays as it is.
SECONDS = 20.0


@dataclass(frozen=True)
class Remedy:
    """The values of the letters that make all residuals vanish: `conditions`, if `answer` is a point.

    `answer` is a point of the domain at which they hold, or says that there is none, or that it
    was not decided.
    """

    conditions: tuple[Condition, ...]
    answer: Answer

    @property
    def is_possible(self) -> bool | None:
        """Whether some point of the domain leaves no residual; None where that was not decided."""
        return {Found: True, NoPoint: False}.get(type(self.answer))

    def __str__(self) -> str:
        if isinstance(self.answer, NoPoint):
            return "no admissible values of the letters leave none"
        where = ", ".join(map(str, self.conditions)) or "always"
        if isinstance(self.answer, Found):
            return f"none is left iff {where}; for instance at {point_text(self.answer.point)}"
        return f"none is left iff {where}; whether such values exist was not decided"


def solve_residuals(residuals: Iterable[Expr], domain: Domain) -> Remedy:
    """The simplest equations found that say "all residuals vanish", and whether the domain has such a point."""
    ring, budget = domain.field, Budget(SECONDS)
    equations = _distinct(_without_signed_factors(ring.element(r).num, domain, budget) for r in residuals)
    for _ in range(3):
        smaller = _distinct(_without_signed_factors(p, domain, budget) for p in _basis(ring, equations))
        if smaller == equations:
            break
        equations = smaller
    conditions = tuple(Condition(ring, p, "==") for p in equations)
    if any(c.truth is False for c in conditions):
        return Remedy(conditions, NoPoint())
    return Remedy(conditions, domain.find(all_of(*conditions)))


def _without_signed_factors(poly: Poly, domain: Domain, budget: Budget) -> Poly:
    # a factor that vanishes nowhere on the domain, and every repetition, says nothing
    if not poly or poly.is_constant():
        return poly
    result = domain.field.one
    for factor, _ in poly.factor()[1]:
        if domain.implies(Condition(domain.field, factor, "!="), budget) is not True:
            result = result * factor
    return result


def _distinct(polys: Iterable[Poly]) -> list[Poly]:
    kept: dict[Any, Poly] = {}
    for poly in polys:
        if poly:
            monic = poly / poly.leading_coefficient()
            kept.setdefault(str(monic), monic)
    return list(kept.values())


def _basis(ring: Field, equations: Sequence[Poly]) -> list[Poly]:
    """A Gröbner basis where the system is small, else the equations themselves."""
    if any(p.is_constant() for p in equations):
        return [ring.one]
    used = {s for p in equations for s, d in zip(ring.symbols, p.degrees(), strict=True) if d}
    large = max((p.total_degree() for p in equations), default=0) > MAX_DEGREE
    if len(equations) < 2 or len(equations) > MAX_EQUATIONS or len(used) > MAX_LETTERS or large:
        return list(equations)
    exprs = [poly_to_expr(ring, p) for p in equations]
    basis = groebner(exprs, *sorted(used, key=lambda s: s.name, reverse=True), order="grevlex")
    return [ring.polynomial(e) for e in basis.exprs]
