"""Conditions that compare a letter with a root of a polynomial, and conditions and witnesses as JSON."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sympy import Add, Eq, Expr, Ge, Gt, Integer, Le, Lt, Symbol

from symdt.errors import ExpressionError
from symdt.exact.field import Field
from symdt.exact.line import Real
from symdt.exact.polynomial import Number, poly_text, to_rational
from symdt.regions.ends import Root

_TEST = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
}


_RELATIONAL = {">": Gt, ">=": Ge, "<": Lt, "<=": Le, "==": Eq}


@dataclass(frozen=True)
class RootCondition:
    """A letter compared with a root of a polynomial in it: the condition where signs of polynomials do not suffice.

    >>> from sympy import symbols
    >>> h, k = symbols("h k")
    >>> field = Field.of([h, k])
    >>> c = RootCondition(Root(field, field.polynomial(h**3 - h - k), h, 2), ">")
    >>> print(c, c.holds(field.values({"h": 2, "k": 0})), c.to_json()["root"])
    h > root(h**3 - h - k, h, 2) True 2

    Where the polynomial has no such root the condition does not hold.

    >>> c.holds(field.values({"h": 2, "k": 100}))
    False
    """

    root: Root
    op: str

    @property
    def letter(self) -> Symbol:
        """The letter that is compared."""
        return self.root.letter

    @property
    def field(self) -> Field:
        """The field of its letters."""
        return self.root.field

    @property
    def symbols(self) -> frozenset[Symbol]:
        """The letters that occur."""
        degrees = self.root.poly.degrees()
        return frozenset(s for s, d in zip(self.field.symbols, degrees, strict=True) if d)

    @property
    def sides(self) -> tuple[Expr, str, Expr]:
        """The letter, the relation and the root, as other conditions have their sides."""
        return self.letter, self.op, self.root.to_expr()

    @property
    def truth(self) -> bool | None:
        """None: letters decide it."""
        return None

    @property
    def is_strict(self) -> bool:
        """Whether the solution set is open."""
        return self.op in (">", "<")

    def holds(self, values: Sequence[Number]) -> bool:
        """Whether the condition holds at a point, exactly."""
        try:
            return bool(_TEST[self.op](self.root.compare(values, self.letter), 0))
        except ExpressionError:
            return False

    def to_relational(self) -> Any:
        """The unevaluated SymPy relation."""
        return _RELATIONAL[self.op](self.letter, self.root.to_expr(), evaluate=False)

    def to_text(self) -> str:
        """The relation as SymPy reads it, `root(polynomial, letter, index)` for a root without closed form."""
        right = self.root.to_text()
        return f"Eq({self.letter}, {right})" if self.op == "==" else f"{self.letter} {self.op} {right}"

    def to_json(self) -> dict[str, Any]:
        """Letter, relation, number of the root, polynomial."""
        name = self.letter.name
        return {"letter": name, "op": self.op, "root": self.root.index, "of": self._of, "in": name}

    @cached_property
    def _of(self) -> str:
        return poly_text(self.field, self.root.poly)

    def __str__(self) -> str:
        return f"{self.letter} {self.op} {self.root.to_text()}"


def condition_json(condition: Any) -> Any:
    """A condition as JSON: a text, or letter, relation and root where it compares a letter with a root."""
    return condition.to_json() if isinstance(condition, RootCondition) else condition.to_text()


def witness_json(letter: Symbol, value: Any) -> Any:
    """A number of a witness as JSON: a text, or a root of a polynomial where it has no closed form."""
    if not isinstance(value, Real):
        return str(to_rational(value))
    if value.degree <= 2:
        return str(value.to_expr())
    terms = [Integer(int(c)) * letter**d for d, c in enumerate(value.factor.coeffs())]
    return {"root": value.index, "of": str(Add(*terms)), "in": letter.name}
