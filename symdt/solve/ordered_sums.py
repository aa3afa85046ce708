"""The ordering of functions of any degree, by the engines that find the least of some functions.

By the rearrangement inequality a sum of functions times n, n - 1, ..., 1 is least where they come in the order of their
values, and two orders have the same sum there only if both are such.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> x, h = symbols("x h")
>>> domain = Domain("0 < x < 1", "h > 0")
>>> f = domain.field.element
>>> rule = by_sums(Question((("a", f(h*x**2)), ("b", f(1 - x**2))), domain, x), Budget(60))
>>> [(" < ".join(piece.label), str(piece.stop)) for piece in rule.cases[0].pieces]
[('a < b', '1/sqrt(h + 1)'), ('b < a', '1')]
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

from symdt.errors import BudgetError, TableError, quote
from symdt.exact.solver import Budget
from symdt.regions import answer
from symdt.regions.contest import Question
from symdt.regions.rule import Rule

#: As many functions are ordered; they have 24 orders.
MOST = 4


def by_sums(question: Question, budget: Budget) -> Rule[tuple[Any, ...]]:
    """The ordering of all labels, best first, in cases and intervals."""
    if len(question.functions) > MOST:
        raise TableError(
            f"{len(question.functions)} risks that are not affine in {quote(question.letter)}: at most {MOST} of them are "
            "ordered; solve for another parameter, or ask decision_rule"
        )
    number = question.domain.field.number
    sums = []
    for order in permutations(question.functions):
        terms = [f * number(len(order) - place) for place, (_, f) in enumerate(order)]
        sums.append((tuple(label for label, _ in order), sum(terms[1:], start=terms[0])))
    rule = answer(replace(question, functions=tuple(sums)), budget)
    if not rule.cases:
        raise BudgetError(f"no ordering was found: {rule.note}")
    return replace(rule, question=question)
