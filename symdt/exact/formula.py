"""Formulas: comparisons of terms over Q(letters), joined by and, or, not, implies, iff.

A `Condition` is the atom everything exact is made of: a polynomial with coprime integer
coefficients compared with 0. It prints as one would write it, positive terms on each side.

>>> from sympy import symbols
>>> h, k = symbols("h k")
>>> c = Condition.of(15*k/2 - 4*h, ">=")
>>> print(c)
8*h <= 15*k
>>> print(c.negated())
8*h > 15*k
>>> c.negated().negated() == c
True
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from sympy import And, CRootOf, Eq, Expr, Ge, Gt, Le, Lt, Max, Min, Ne, Not, Or, Rational, Symbol
from sympy import Poly as SymPyPoly
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean, BooleanFalse, BooleanTrue, Equivalent, Implies

from symdt.errors import ExpressionError, quote
from symdt.exact.field import Element, Field, moved, restricted
from symdt.exact.language.board import board
from symdt.exact.polynomial import Number, Poly, as_expr, poly_to_expr, primitive, to_rational

Relation = Literal[">", ">=", "==", "!="]
Connective = Literal["and", "or", "not", "implies", "iff"]

_TEST = {
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
}
_NEGATION: dict[Relation, tuple[int, Relation]] = {
    ">": (-1, ">="),
    ">=": (-1, ">"),
    "==": (1, "!="),
    "!=": (1, "=="),
}
#: A text of more terms than this takes longer than what it is compared for.
FEW_TERMS = 8
_FLIPPED = {">": "<", ">=": "<=", "<": ">", "<=": ">=", "==": "==", "!=": "!="}
_RELATIONAL = {">": Gt, ">=": Ge, "<": Lt, "<=": Le, "==": Eq, "!=": Ne}


class Condition:
    """`poly > 0`, `>= 0`, `== 0` or `!= 0` for a primitive integer polynomial."""

    __slots__ = ("__dict__", "field", "op", "poly")

    def __init__(self, field: Field, poly: Poly, op: Relation) -> None:
        self.field, self.op = field, op
        self.poly = primitive(poly)[1]
        if op in ("==", "!=") and self.poly and self.poly.leading_coefficient() < 0:
            self.poly = -self.poly  # one form for each equation

    @classmethod
    def of(cls, expression: Any, op: Relation, field: Field | None = None) -> Condition:
        """The condition that an expression compares so with 0."""
        expr = as_expr(expression)
        field = field or Field.of(expr.free_symbols)
        return cls(field, field.polynomial(expr), op)

    def into(self, field: Field) -> Condition:
        """The same condition among other letters."""
        if field is self.field:
            return self
        return Condition(field, moved(self.poly, self.field, field), self.op)

    def restricted(self, point: Mapping[Symbol, Number], field: Field) -> Condition:
        """The condition with the letters of `point` fixed, among the letters of `field`."""
        return Condition(field, restricted(self.poly, self.field, point, field), self.op)

    @property
    def symbols(self) -> frozenset[Symbol]:
        """The letters that occur."""
        degrees = self.poly.degrees()
        return frozenset(s for s, d in zip(self.field.symbols, degrees, strict=True) if d)

    @property
    def is_strict(self) -> bool:
        """Whether the solution set is open."""
        return self.op in (">", "!=")

    @property
    def truth(self) -> bool | None:
        """True or False where no letter decides it, else None."""
        if not self.poly.is_constant():
            return None
        value = self.poly.leading_coefficient() if self.poly else 0
        return bool(_TEST[self.op](value, 0))

    def holds(self, values: Sequence[Number]) -> bool:
        """Whether the condition holds at a point, exactly."""
        return bool(_TEST[self.op](self.poly(*values), 0))

    def negated(self) -> Condition:
        """The condition that holds where this one does not."""
        sign, op = _NEGATION[self.op]
        return Condition(self.field, self.poly * sign, op)

    @cached_property
    def sides(self) -> tuple[Expr, str, Expr]:
        """Left side, relation and right side, each side with positive coefficients."""
        plus, minus = self.field.zero, self.field.zero
        lead = None
        context = self.field.context
        for monomial, coefficient in sorted(self.poly.to_dict().items(), reverse=True):
            if lead is None and any(monomial):
                lead = coefficient > 0
            term = context.from_dict({monomial: abs(coefficient)})
            if coefficient > 0:
                plus = plus + term
            else:
                minus = minus + term
        left, right = (poly_to_expr(self.field, q) for q in (plus, minus))
        return (left, self.op, right) if lead is not False else (right, _FLIPPED[self.op], left)

    def to_relational(self) -> Boolean:
        """The unevaluated SymPy relation."""
        left, op, right = self.sides
        return _RELATIONAL[op](left, right, evaluate=False)

    @cached_property
    def text(self) -> str:
        """The relation as one writes it."""
        left, op, right = self.sides
        return f"{left} {op} {right}"

    @property
    def order(self) -> str:
        """What conditions are sorted by: the text, but that of the polynomial where many terms make the other one slow.

        >>> from sympy import symbols
        >>> Condition.of(symbols("x") - 1, ">").order
        'x > 1'
        """
        return self.text if len(self.poly) <= FEW_TERMS else f"{self.poly} {self.op} 0"

    def __str__(self) -> str:
        return self.text

    def to_text(self) -> str:
        """The relation as SymPy reads it: equations are `Eq(a, b)`."""
        named = {"==": "Eq", "!=": "Ne"}.get(self.op)
        return f"{named}({self.sides[0]}, {self.sides[2]})" if named else self.text

    def __repr__(self) -> str:
        return f"Condition({str(self)!r})"

    @cached_property
    def key(self) -> tuple[Any, ...]:
        """What determines the condition: letters, relation and terms."""
        names = self.field.names
        terms = []
        for monomial, coefficient in self.poly.to_dict().items():
            letters = tuple((n, int(e)) for n, e in zip(names, monomial, strict=True) if e)
            terms.append((letters, int(coefficient.p)))
        return (self.op, tuple(sorted(terms)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Condition) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Condition.of, (poly_to_expr(self.field, self.poly), self.op, self.field))


@dataclass(frozen=True)
class Term:
    """Arithmetic over terms that leave the field: `op` is + - * / min or max."""

    op: str
    args: tuple[Term | Element, ...]


@dataclass(frozen=True)
class Comparison:
    """`left op right` between two terms."""

    left: Term | Element
    op: str
    right: Term | Element


@dataclass(frozen=True)
class Formula:
    """Formulas joined by a connective; `Formula("and", ())` is true and `Formula("or", ())` false."""

    op: Connective
    args: tuple[AnyFormula, ...]


AnyFormula = Condition | Comparison | Formula
TRUE, FALSE = Formula("and", ()), Formula("or", ())


def all_of(*parts: AnyFormula) -> Formula:
    """The conjunction."""
    return Formula("and", parts)


def negation(part: AnyFormula) -> AnyFormula:
    """What holds where `part` does not."""
    return part.negated() if isinstance(part, Condition) else Formula("not", (part,))


def atoms(formula: AnyFormula) -> Iterator[Condition | Comparison]:
    """Every comparison in the formula."""
    stack: list[AnyFormula] = [formula]
    while stack:
        node = stack.pop()
        if isinstance(node, Formula):
            stack.extend(reversed(node.args))
        else:
            yield node


def elements(term: Term | Element) -> Iterator[Element]:
    """Every element of the field in a term."""
    if isinstance(term, Element):
        yield term
    else:
        for arg in term.args:
            yield from elements(arg)


def symbols_of(formula: AnyFormula) -> set[Symbol]:
    """The letters in a formula."""
    found: set[Symbol] = set()
    for atom in atoms(formula):
        if isinstance(atom, Condition):
            found |= atom.symbols
        else:
            for side in (atom.left, atom.right):
                for element in elements(side):
                    found |= element.symbols
    return found


def compare(left: Term | Element, op: str, right: Term | Element) -> Condition | Comparison:
    """The condition `left op right`; a plain `Condition` where both sides are polynomials."""
    if isinstance(left, Element) and isinstance(right, Element):
        difference = left - right
        if difference.is_polynomial:
            poly = difference.num
            if op in ("<", "<="):
                poly, op = -poly, _FLIPPED[op]
            return Condition(difference.field, poly, op)  # type: ignore[arg-type]
    return Comparison(left, op, right)


def from_sympy(statement: Any, field: Field) -> AnyFormula:
    """The formula of a SymPy Boolean: relations over Q, with Min and Max, joined by connectives."""
    if isinstance(statement, AnyFormula):
        return statement
    if isinstance(statement, BooleanTrue) or statement is True:
        return TRUE
    if isinstance(statement, BooleanFalse) or statement is False:
        return FALSE
    if isinstance(statement, Relational):
        op = {"==": "==", "!=": "!=", ">": ">", ">=": ">=", "<": "<", "<=": "<="}[statement.rel_op]
        return compare(_term(statement.lhs, field), op, _term(statement.rhs, field))
    names: dict[Any, Connective] = {And: "and", Or: "or", Not: "not", Implies: "implies", Equivalent: "iff"}
    for kind, name in names.items():
        if isinstance(statement, kind):
            return Formula(name, tuple(from_sympy(a, field) for a in statement.args))
    raise ExpressionError(
        f"{quote(statement)} is not a statement about rational expressions: "
        "use relations joined by And, Or, Not, Implies, Equivalent"
    )


def _term(expr: Expr, field: Field) -> Term | Element:
    if not expr.has(Min, Max):
        return field.element(expr)
    if isinstance(expr, Min | Max):
        return Term("min" if isinstance(expr, Min) else "max", tuple(_term(a, field) for a in expr.args))
    if expr.is_Add or expr.is_Mul:
        return Term("+" if expr.is_Add else "*", tuple(_term(a, field) for a in expr.args))
    if expr.is_Pow and expr.exp.is_Integer and 0 < int(expr.exp) <= 64:
        return Term("*", (_term(expr.base, field),) * int(expr.exp))
    raise ExpressionError(f"{quote(expr)} mixes Min or Max with more than + - *: rewrite it")


def number_text(value: Expr) -> str:
    """An exact number as it is read: in full where it is rational or has radicals, a root without closed form by its digits.

    >>> from sympy import CRootOf, sqrt
    >>> x = Symbol("x")
    >>> number_text(sqrt(2) / 2), number_text(1 + CRootOf(x**5 - x - 1, 0))
    ('sqrt(2)/2', '≈ 2.16730')
    """
    return f"≈ {value.evalf(6)}" if value.has(CRootOf) else board(value)


def decimals(value: Expr, digits: int) -> str:
    """A real number with so many decimals after the point, each of them right, the last one rounded.

    value: an exact number; digits: how many.

    >>> from sympy import Rational, log, sqrt
    >>> decimals(Rational(-1, 3), 20), decimals(10**20 * sqrt(2), 3), decimals(log(2), 0)
    ('-0.33333333333333333333', '141421356237309504880.169', '1')
    """
    if not value.is_Rational:
        size = len(str(int(abs(value).evalf(5))))
        value = Rational(str(value.evalf(size + digits + 12)))
    whole = round(Fraction(int(value.p), int(value.q)) * 10**digits)
    text = str(abs(whole)).rjust(digits + 1, "0")
    sign = "-" if whole < 0 else ""
    return f"{sign}{text[:-digits]}.{text[-digits:]}" if digits else f"{sign}{text}"


def root_text(value: CRootOf, letter: Expr) -> str:
    """Which root of which polynomial a number is, counted from 0 from the left, as the text of a rule writes it.

    value: a root without closed form; letter: in which its polynomial is written.

    >>> x = Symbol("x")
    >>> root_text(CRootOf(x**5 - x - 1, 0), Symbol("h"))
    'root(h**5 - h - 1, h, 0)'
    """
    return f"root({value.poly.as_expr().subs(value.poly.gen, letter)}, {letter}, {value.index})"


def number_json(value: Expr, letter: Symbol) -> Any:
    """An exact number as JSON has it: a text that SymPy reads, or a root by its polynomial and index.

    >>> from sympy import CRootOf, Rational, symbols
    >>> x = symbols("x")
    >>> number_json(Rational(1, 3), x), number_json(CRootOf(x**5 - x - 1, 0), symbols("h"))
    ('1/3', {'root': 0, 'of': 'h**5 - h - 1', 'in': 'h'})
    >>> number_json(-2 * CRootOf(x**5 - x - 1, 0), symbols("h"))
    {'root': 0, 'of': 'h**5 - 16*h + 32', 'in': 'h'}
    """
    times, own = value.as_coeff_Mul()
    if isinstance(own, CRootOf):  # SymPy takes a number out of a root
        poly = (
            SymPyPoly(own.poly.as_expr().subs(own.poly.gen, letter / times), letter)
            .clear_denoms()[1]
            .primitive()[1]
        )
        index = own.index if times > 0 else len(own.poly.real_roots()) - 1 - own.index
        poly = -poly if poly.LC() < 0 else poly
        return {"root": int(index), "of": str(poly.as_expr()), "in": letter.name}
    return str(value)


def point_text(point: dict[Symbol, Any]) -> str:
    """A point on one line, letters in order: `h=1, k=2`."""
    return ", ".join(
        f"{s}={to_rational(v) if not isinstance(v, Expr) else v}" for s, v in sorted(point.items(), key=str)
    )


def nesting(formula: Any) -> int:
    """How many formulas and terms lie inside each other, found without recursion."""
    deepest, stack = 0, [(formula, 1)]
    while stack:
        part, depth = stack.pop()
        deepest = max(deepest, depth)
        stack.extend((inner, depth + 1) for inner in getattr(part, "args", ()))
        if isinstance(part, Comparison):
            stack.extend(((part.left, depth + 1), (part.right, depth + 1)))
    return deepest
