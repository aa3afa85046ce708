"""Proof: a statement for all values, or a counter-example.

>>> from sympy import symbols
>>> p, h, k = symbols("p h k")
>>> prove("2*k/(4*h+3*k) <= 5*k/(6*h+15*k) iff 15*k <= 8*h", Domain("h > 0", "k > 0"))
Proved()
>>> print(prove((p > 1).__or__(p < 1)))
refuted at p=1

What was not decided within the budget says so, and has no truth value:

>>> bool(Undecided("the time budget ended"))
Traceback (most recent call last):
    ...
symdt.errors.BudgetError: undecided: the time budget ended
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import And, Le

from symdt.errors import DomainError, ExpressionError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Field
from symdt.exact.formula import (
    AnyFormula,
    Comparison,
    Condition,
    all_of,
    atoms,
    elements,
    from_sympy,
    negation,
    point_text,
    symbols_of,
)
from symdt.exact.language.syntax import parse_statement
from symdt.exact.polynomial import as_expr
from symdt.exact.solver import Answer, Budget, Found, NoPoint, find_point
from symdt.exact.verdict import Proved, Refuted, Undecided, Verdict

#: Seconds for one statement unless said otherwise.
SECONDS = 20.0


class argmin:  # noqa: N801 - a mathematical function, written as one
    """The labels of the least of several expressions: `argmin(risks(problem)) == "a0"` is a statement.

    >>> from sympy import symbols
    >>> x, y = symbols("x y")
    >>> argmin({"a": x, "b": y}) == "a"
    x <= y
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = {str(label): as_expr(v) for label, v in values.items()}

    def __eq__(self, label: object) -> Any:
        if label not in self.values:
            raise ExpressionError(f"{quote(label)} is not among {list(self.values)}: name one of them")
        mine = self.values[str(label)]
        return And(*[Le(mine, v) for other, v in self.values.items() if other != label])

    __hash__ = None  # type: ignore[assignment]


def prove(statement: Any, domain: Domain | None = None, *, seconds: float = SECONDS) -> Verdict:
    """Proved for all values in the domain, Refuted with a point, or Undecided within the budget.

    The statement is a text (see `symdt.exact.language.syntax`) or a SymPy Boolean.

    >>> from symdt import Domain
    >>> prove("2*h > h", Domain("h > 0"))
    Proved()
    >>> bool(prove("2*h > h"))
    False
    """
    domain = Domain() if domain is None else domain
    if not isinstance(domain, Domain):
        raise DomainError(f"the domain is {quote(domain)}: give conditions as Domain('0 < p < 1')")
    if isinstance(statement, str):
        # letters of the domain keep their assumptions; new ones are plain
        known = {s.name: s for s in domain.symbols}
        formula = parse_statement(statement)
        if any(s.name in known and s != known[s.name] for s in symbols_of(formula)):
            names = [known.get(s.name, s) for s in symbols_of(formula)]
            formula = parse_statement(statement, names)
    else:
        symbols = getattr(statement, "free_symbols", None)
        formula = from_sympy(statement, Field.of(symbols if symbols is not None else symbols_of(statement)))
    domain = domain.extended(symbols_of(formula))
    domain.witness  # noqa: B018 - every statement holds on an empty domain; that is an error, not a proof
    budget = Budget(seconds)
    _require_defined(formula, domain, budget)
    failure = all_of(*domain.conditions, negation(formula))
    return _verdict(find_point(failure, domain.symbols, budget, seconds, fresh=True))


def _verdict(answer: Answer) -> Verdict:
    if isinstance(answer, NoPoint):
        return Proved()
    return Refuted(answer.point) if isinstance(answer, Found) else Undecided(answer.reason)


def _require_defined(formula: AnyFormula, domain: Domain, budget: Budget) -> None:
    for atom in atoms(formula):
        if isinstance(atom, Comparison):
            for side in (atom.left, atom.right):
                for element in elements(side):
                    if element.is_polynomial:
                        continue
                    nonzero = Condition(element.field, element.den, "!=")
                    if domain.implies(nonzero, budget) is not True:
                        answer = domain.find(negation(nonzero), budget)
                        where = f" at {point_text(answer.point)}" if isinstance(answer, Found) else ""
                        raise ExpressionError(
                            f"the statement divides by zero{where}: assume that {quote(element.den)} is not 0"
                        )
