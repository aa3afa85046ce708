"""Kink: where an expression leaves the rational functions: max, min, abs, piecewise, a power with a letter above.

A kink is one of several rational functions, and signs of polynomials say which. In expressions it is a letter
whose *name is its definition*, `max(h, p)`: what is linear in it stays so, what is written can be read back, and
nothing is decided before somebody asks on which side of each sign he is.

>>> from sympy import symbols
>>> h, p = symbols("h p")
>>> f = Field.of([h, p]).element
>>> kink = Kink("max", (f(p), f(h)))
>>> kink.name
'max(h, p)'
>>> kink.value(lambda condition: True), kink.value(lambda condition: False)
(Element('h'), Element('p'))

What numbers decide is decided: no letter is made for it.

>>> made("abs", (f(-3),)), made("min", (f(h), f(h + 1)))
(Element('3'), Element('h'))
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sympy import Abs, And, Expr, Max, Min, Not, Or, Piecewise, Pow, Rel, Symbol

from symdt.errors import ExpressionError, quote
from symdt.exact.field import Element, Field
from symdt.exact.formula import AnyFormula, Comparison, Condition, Formula, Relation, from_sympy
from symdt.exact.polynomial import MAX_EXPONENT, letters_of

#: The functions, each with what it is called in messages.
FUNCTIONS = ("max", "min", "abs", "piecewise", "power")
#: Whether a condition holds: asked of whoever resolves a kink.
Ask = Callable[[Condition], bool]


@dataclass(frozen=True)
class Kink:
    """A function and its arguments: elements, and formulas behind each value of `piecewise` but the last."""

    op: str
    args: tuple[Any, ...]

    def __post_init__(self) -> None:
        _check(self.op, self.args)
        if self.op in ("max", "min"):  # the order does not count: one name for one function
            kept = {str(a): a for a in self.args}
            object.__setattr__(self, "args", tuple(kept[text] for text in sorted(kept)))

    @property
    def name(self) -> str:
        """The definition, as the language reads it."""
        return f"{self.op}({', '.join(_text(a) for a in self.args)})"

    @property
    def letter(self) -> Symbol:
        """The letter that stands for it."""
        return Symbol(self.name)

    def value(self, ask: Ask) -> Element:
        """The rational function that it is, given the signs that `ask` tells; on a border any of those that meet."""
        if self.op == "abs":
            (inner,) = self.args
            return inner if ask(compared(inner, ">=")) else -inner
        if self.op == "piecewise":
            for value, formula in zip(self.args[:-1:2], self.args[1::2], strict=True):
                if _holds(formula, ask):
                    return value
            return self.args[-1]
        if self.op == "power":
            return _power(*self.args)
        best: Element = self.args[0]
        for other in self.args[1:]:
            ahead = best - other if self.op == "max" else other - best
            best = best if ask(compared(ahead, ">=")) else other
        return best

    def put(self, change: Callable[[Expr], Expr]) -> Expr:
        """The expression with every argument changed: a kink of the changed arguments, or what it has become."""
        field = Field.of(letters_of(change(e.to_expr()) for e in _elements(self.args)))

        def element(e: Element) -> Element:
            return field.element(change(e.to_expr()))

        args = tuple(element(a) if isinstance(a, Element) else _changed(a, element) for a in self.args)
        return made(self.op, args).to_expr()

    def to_sympy(self, change: Callable[[Expr], Expr]) -> Expr:
        """The function as SymPy has it."""
        args = [change(a.to_expr()) if isinstance(a, Element) else _boolean(a, change) for a in self.args]
        if self.op == "piecewise":
            return Piecewise(*zip(args[:-1:2], args[1::2], strict=True), (args[-1], True))
        return {"max": Max, "min": Min, "abs": Abs, "power": Pow}[self.op](*args)


def is_kink(symbol: Symbol) -> bool:
    """Whether a letter is a kink: its name is a definition."""
    return symbol.name.endswith(")") and symbol.name.partition("(")[0] in FUNCTIONS


def made(op: str, args: tuple[Any, ...]) -> Element:
    """The letter of a kink as an element, or the element that it is where no letter decides it."""
    kink = Kink(op, args)
    if op == "power" and not args[1].is_constant:
        return Field.of([kink.letter]).gen(kink.letter)

    def ask(condition: Condition) -> bool:
        if condition.truth is None:
            raise _OpenError
        return condition.truth

    try:
        return kink.value(ask)
    except _OpenError:
        return Field.of([kink.letter]).gen(kink.letter)


class _OpenError(Exception):
    """Letters decide which branch a kink is."""


def lifted(expression: Expr) -> Expr:
    """A SymPy expression with a letter for each Max, Min, Abs and Piecewise in it.

    >>> h, p = Symbol("h"), Symbol("p")
    >>> lifted(3*Max(h, p) + h)
    h + 3*max(h, p)
    """
    stack, found = [expression], False
    while stack and not found:
        part = stack.pop()
        found = isinstance(part, Max | Min | Abs | Piecewise)
        stack.extend(part.args)
    return _lifted(expression) if found else expression


def _lifted(expr: Any) -> Any:
    if not expr.args or not isinstance(expr, Expr):
        return expr
    if isinstance(expr, Piecewise):
        pairs = [(_lifted(value), condition) for value, condition in expr.args]
        field = Field.of(letters_of(v for v, _ in pairs) | set().union(*(c.free_symbols for _, c in pairs)))
        args: list[Any] = []
        for value, condition in pairs:
            args.append(field.element(value))
            if condition == True:  # noqa: E712 - SymPy's truth is an object of its own
                return made("piecewise", tuple(args)).to_expr() if len(args) > 1 else value
            args.append(from_sympy(condition, field))
        raise ExpressionError(
            f"{quote(expr)} has no value where all conditions fail: end it with (value, True)"
        )
    parts = [_lifted(a) for a in expr.args]
    op = next((n for n, kind in (("max", Max), ("min", Min), ("abs", Abs)) if isinstance(expr, kind)), None)
    if op is None:
        return expr.func(*parts)
    field = Field.of(letters_of(parts))
    return made(op, tuple(field.element(a) for a in parts)).to_expr()


def compared(difference: Element, op: Relation) -> Condition:
    """An element compared with 0, by a polynomial of the same sign wherever its denominator is not zero."""
    return Condition(difference.field, difference.sign_polynomial, op)


def _check(op: str, args: tuple[Any, ...]) -> None:
    values = args[::2] if op == "piecewise" else args
    formulas = args[1::2] if op == "piecewise" else ()
    what = ""
    if any(not isinstance(a, Element) for a in values):
        what = "has a condition where a number was expected"
    elif op == "piecewise" and (len(args) < 3 or len(args) % 2 == 0):
        what = (
            "needs a value and a condition, such as piecewise(h, p < 1, 2*h), and a last value for the rest"
        )
    elif any(not isinstance(a, AnyFormula) for a in formulas):
        what = "needs a condition behind each value but the last"
    elif op == "abs" and len(args) != 1:
        what = "takes one argument"
    elif op == "power" and len(args) != 2:
        what = "takes a base and an exponent"
    if what:
        raise ExpressionError(f"{op} {what}: write it as one of max(f, g), abs(f), piecewise(f, p < h, g)")


def _power(base: Element, exponent: Element) -> Element:
    if not exponent.is_constant or exponent.constant.q != 1 or abs(exponent.constant.p) > MAX_EXPONENT:
        raise ExpressionError(
            f"{quote(base)} has the exponent {quote(exponent)}: give the letters in it whole numbers, at most {MAX_EXPONENT}"
        )
    n = int(exponent.constant.p)
    result = base.field.number(1)
    for _ in range(abs(n)):
        result = result * base
    return result if n >= 0 else base.field.number(1) / result


def _holds(formula: AnyFormula, ask: Ask) -> bool:
    if isinstance(formula, Condition):
        return formula.truth if formula.truth is not None else ask(formula)
    if isinstance(formula, Comparison):
        left, right, op = formula.left, formula.right, formula.op
        if not (isinstance(left, Element) and isinstance(right, Element)):
            raise ExpressionError("a condition of piecewise has min or max in it: compare plain expressions")
        side = right - left if op in ("<", "<=") else left - right
        return _holds(compared(side, {"<": ">", "<=": ">="}.get(op, op)), ask)  # type: ignore[arg-type]
    truth = (_holds(a, ask) for a in formula.args)
    if formula.op == "and":
        return all(truth)
    if formula.op == "or":
        return any(truth)
    if formula.op == "not":
        return not next(truth)
    first, second = truth
    return (not first or second) if formula.op == "implies" else first == second


def _changed(formula: AnyFormula, change: Callable[[Element], Element]) -> AnyFormula:
    if isinstance(formula, Condition):
        whole = Element(formula.field, formula.poly, formula.field.one)
        return compared(change(whole), formula.op)
    if isinstance(formula, Comparison):
        return Comparison(change(formula.left), formula.op, change(formula.right))  # type: ignore[arg-type]
    return Formula(formula.op, tuple(_changed(a, change) for a in formula.args))


def _elements(args: Any) -> Any:
    for a in args:
        if isinstance(a, Element):
            yield a
        elif isinstance(a, Condition):
            yield Element(a.field, a.poly, a.field.one)
        elif isinstance(a, Comparison):
            yield from (a.left, a.right)
        else:
            yield from _elements(a.args)


def _text(part: Any) -> str:
    if isinstance(part, Comparison):
        return f"{part.left} {part.op} {part.right}"
    if isinstance(part, Condition) and part.op == "!=":
        return f"not ({part.negated()})"
    if not isinstance(part, Formula):
        return str(part)
    if part.op == "not":
        return f"not ({_text(part.args[0])})"
    return f" {part.op} ".join(f"({_text(a)})" if isinstance(a, Formula) else _text(a) for a in part.args)


def _boolean(formula: AnyFormula, change: Callable[[Expr], Expr]) -> Any:
    if isinstance(formula, Condition):
        relation = formula.to_relational()
        return relation.func(*(change(side) for side in relation.args))
    if isinstance(formula, Comparison):
        return Rel(*(change(side.to_expr()) for side in (formula.left, formula.right)), formula.op)  # type: ignore[union-attr]
    parts = [_boolean(a, change) for a in formula.args]
    if formula.op in ("and", "or", "not"):
        return {"and": And, "or": Or, "not": Not}[formula.op](*parts)
    first, second = parts
    return Or(Not(first), second) if formula.op == "implies" else Not(first ^ second)
