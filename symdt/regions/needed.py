"""What a contest needs: the functions without which its optimum would be another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symdt.errors import BudgetError, ExpressionError
from symdt.exact.domain import Domain
from symdt.exact.field import Element
from symdt.exact.formula import Condition, all_of
from symdt.exact.optimum import Optimum, sign
from symdt.exact.solver import Budget, Found, NoPoint

#: More functions than this are not compared once the budget is spent.
MANY = 64


def needed(  # noqa: C901 - two prunings that share what they know
    functions: Sequence[Element], domain: Domain, optimum: Optimum, budget: Budget
) -> tuple[list[int], bool]:
    """Which functions the optimum needs: without one of them it would be another function on the domain.

    Given by their places; and whether every comparison was decided within the budget (a function that was not
    shown superfluous is kept).

    >>> from symdt.exact.field import Field
    >>> from sympy import Symbol
    >>> x = Symbol("x")
    >>> f = Field.of([x]).element
    >>> needed([f(x), f(1 - x), f(2)], Domain("0 < x < 1"), "min", Budget(5))
    ([0, 1], True)
    """
    known = on_a_line(functions, domain, optimum, budget)
    if known is not None:
        return known, True
    one = sign(optimum)
    is_certain = True

    def never_worse(i: int, j: int) -> bool:
        nonlocal is_certain
        poly = (functions[j] - functions[i]).sign_polynomial * one
        if not poly:
            return True
        answer = domain.implies(Condition(domain.field, poly, ">="), budget)
        is_certain &= answer is not None
        return answer is True

    kept: list[int] = []
    for new in range(len(functions)):
        if max(len(kept), new) > MANY and budget.is_spent:
            raise BudgetError(
                f"comparing {len(functions)} strategies took more than {budget.seconds:g} s: fix some letters"
            )
        if not any(never_worse(old, new) for old in kept):
            kept = [old for old in kept if not never_worse(new, old)]
            kept.append(new)
    if len(kept) <= 2:
        return kept, is_certain
    certain: set[int] = set()
    for values in domain.samples:
        try:
            at = [one * functions[i].at(values) for i in kept]
        except ExpressionError:  # a posterior is undefined where its observation cannot happen
            continue
        best = min(at)
        if at.count(best) == 1:
            certain.add(kept[at.index(best)])
    for i in [i for i in kept if i not in certain]:
        others = [functions[j] for j in kept if j != i]
        better_somewhere = attains(functions[i], others, domain, optimum, budget, strictly=True)
        is_certain &= better_somewhere is not None
        if better_somewhere is False:
            kept = [j for j in kept if j != i]
    return kept, is_certain


def on_a_line(
    functions: Sequence[Element], domain: Domain, optimum: Optimum, budget: Budget
) -> list[int] | None:
    """The same where there is one letter and the functions are polynomials: those along the optimum, in one walk.

    None where there is more than that.
    """
    from symdt.regions import answer
    from symdt.regions.contest import Question

    if len(domain.field.symbols) != 1 or len(functions) < 3 or not all(f.is_polynomial for f in functions):
        return None
    if budget.is_spent:
        return None
    question = Question(tuple(enumerate(functions)), domain, domain.field.symbols[0], optimum)
    rule = answer(question, budget)
    found = sorted({piece.label for case in rule.cases for piece in case.pieces})
    return found if rule.is_complete and found else None


def attains(
    one: Element,
    others: Iterable[Element],
    domain: Domain,
    optimum: Optimum,
    budget: Budget | None = None,
    *,
    strictly: bool = False,
) -> bool | None:
    """Whether a function is at least as good as all others (`strictly`: better) at some point of the domain."""
    conditions = as_good(one, others, domain, optimum, strictly=strictly)
    if any(all(c.holds(values) for c in conditions) for values in domain.samples):
        return True
    answer = domain.find(all_of(*conditions), budget)
    return True if isinstance(answer, Found) else (False if isinstance(answer, NoPoint) else None)


def as_good(
    one: Element, others: Iterable[Element], domain: Domain, optimum: Optimum, *, strictly: bool = False
) -> list[Condition]:
    """The conditions that a function is at least as good as all others (`strictly`: better)."""
    op = ">" if strictly else ">="
    return [
        Condition(domain.field, (other - one).sign_polynomial * sign(optimum), op)  # type: ignore[arg-type]
        for other in others
    ]
