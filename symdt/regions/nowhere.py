"""Why a label is optimal nowhere: another label, or a mixture of others, is strictly better everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symdt.exact.domain import Domain
from symdt.exact.field import Element
from symdt.exact.formula import Condition, all_of
from symdt.exact.polynomial import to_rational
from symdt.exact.solver import Budget, Found, find_point
from symdt.regions.rule import Label, Nowhere


def reason(
    label: Label, functions: Sequence[tuple[Label, Element]], domain: Domain, sign: int, budget: Budget
) -> Nowhere:
    """Why a label is optimal nowhere: a label or a mixture that is strictly better everywhere, if one is found."""
    function = dict(functions)[label]
    others = [(other, f) for other, f in functions if other != label]

    def beaten_by(mixture: Element) -> bool:
        return (
            domain.implies(Condition(domain.field, sign * (function - mixture).sign_polynomial, ">"), budget)
            is True
        )

    for other, f in others:
        if beaten_by(f):
            return Nowhere(label, ((other, 1),))
    weights = _mixture(function, [f for _, f in others], domain, sign, budget)
    if weights is not None:
        mixture = sum((f * w for w, (_, f) in zip(weights, others, strict=True)), domain.field.number(0))
        if beaten_by(mixture):
            return Nowhere(label, tuple((o, w) for w, (o, _) in zip(weights, others, strict=True) if w != 0))
    return Nowhere(label)


def _mixture(
    function: Element, others: list[Element], domain: Domain, sign: int, budget: Budget
) -> list[Any] | None:
    """Weights of a mixture of the others that beats the function at all known points, by linear arithmetic."""
    from sympy import Symbol

    from symdt.exact.field import Field

    letters = [Symbol(f"w{i}") for i in range(len(others))]
    field = Field.of(letters)
    gens = [field.gen(s) for s in letters]
    conditions = [Condition(field, g.num, ">=") for g in gens]
    total = sum(gens, field.number(0))
    conditions.append(Condition(field, (total - 1).num, "=="))
    for values in domain.samples:
        mixed = sum(
            (g * to_rational(f.at(values)) for g, f in zip(gens, others, strict=True)), field.number(0)
        )
        gap = (field.number(to_rational(function.at(values))) - mixed) * sign
        conditions.append(Condition(field, gap.num, ">"))
    answer = find_point(all_of(*conditions), letters, budget=budget, seconds=2)
    if not isinstance(answer, Found):
        return None
    return [answer.point[s] for s in letters]
