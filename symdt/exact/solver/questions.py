"""Is there a point? The one door to Z3: formulas with exact rationals in, exact points out.

A question about polynomials over the reals has one of three answers: `Found` a point, `NoPoint`
exists, or `Unknown` within the budget. The third is never taken for one of the others.

>>> from sympy import symbols
>>> from symdt.exact.formula import Condition, all_of
>>> x, y = symbols("x y")
>>> find_point(all_of(Condition.of(x - 2, ">"), Condition.of(3 - x, ">")))
Found(point={x: 5/2})
>>> find_point(Condition.of(-x**2 - 1, ">"))
NoPoint()

Coordinates are rational wherever the formula has a rational point that could be found;
otherwise they are exact algebraic numbers.

>>> find_point(all_of(Condition.of(x**2 - 2, "=="), Condition.of(x, ">")))
Found(point={x: sqrt(2)})
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from typing import Any

from sympy import CRootOf, Expr, Poly, Rational, Symbol

from symdt.errors import Stopped
from symdt.exact.field import Element, Field
from symdt.exact.formula import AnyFormula, Comparison, Condition, Formula, Term, elements, symbols_of
from symdt.exact.polynomial import to_number
from symdt.exact.solver.budget import SECONDS, Answer, Budget, Found, NoPoint, Unknown

LOCK = threading.Lock()  # Z3's main context serves one thread at a time
#: Polynomials as Z3 has them in its main context, by letters, field and text; so many at most.
_TRANSLATED: dict[tuple[Any, ...], Any] = {}
MAX_TRANSLATED = 5000
#: What Z3 says of a question that an interrupt from the keyboard ended.
BY_HAND = "interrupted from keyboard"


def find_point(
    formula: AnyFormula,
    symbols: Iterable[Symbol] = (),
    budget: Budget | None = None,
    seconds: float = SECONDS,
    *,
    fresh: bool = False,
    steps: int = 0,
) -> Answer:
    """A real point at which the formula holds, over its own letters and `symbols`; exact.

    `fresh` forgets what was asked before, so that the point does not depend on it; it costs some
    milliseconds, and is for points that people see. `steps`, where it is given, is how many of Z3's own steps a question
    may take: the same on a busy machine as on an idle one.
    """
    letters = sorted({*symbols_of(formula), *symbols}, key=lambda s: s.name)
    limit = min(seconds, budget.left()) if budget else seconds
    if limit <= 0:
        return Unknown("the time budget was spent before the question was asked")
    with LOCK:
        return _Question(letters, limit, fresh, steps).ask(formula)


def is_valid(formula: AnyFormula, budget: Budget | None = None, seconds: float = SECONDS) -> bool | None:
    """Whether the formula holds at every real point; None where that was not decided."""
    answer = find_point(Formula("not", (formula,)), budget=budget, seconds=seconds)
    return {NoPoint: True, Found: False, Unknown: None}[type(answer)]


class _Question:
    """One conversation with Z3."""

    def __init__(self, letters: list[Symbol], seconds: float, fresh: bool, steps: int = 0) -> None:
        import z3

        self.z3 = z3
        self.letters, self.steps = letters, steps
        self.context = z3.Context() if fresh else z3.main_ctx()
        self.variables = {s: self.variable(f"x{i}_{s.name}", s) for i, s in enumerate(letters)}
        self.deadline = time.process_time() + seconds
        self.key = () if fresh else tuple(letters)
        if len(_TRANSLATED) > MAX_TRANSLATED:
            _TRANSLATED.clear()
        # a polynomial is put to Z3 once; once a question where that is to forget what was asked before
        self.known: dict[tuple[Any, ...], Any] = {} if fresh else _TRANSLATED

    def variable(self, name: str, letter: Symbol) -> Any:
        """A letter as Z3 has it: a real number, or a whole one among them."""
        if letter.is_integer:
            return self.z3.ToReal(self.z3.Int(name, self.context))
        return self.z3.Real(name, self.context)

    def ask(self, formula: AnyFormula) -> Answer:
        z3 = self.z3
        translated = self.formula(formula)
        status, model = self.check(translated)
        if status == z3.unsat:
            return NoPoint()
        if status != z3.sat:
            return Unknown(f"Z3 gave up: {model}")
        return self.point(translated, model)

    def check(self, *assertions: Any) -> tuple[Any, Any]:
        z3 = self.z3
        given, patience = max(0.0, self.deadline - time.process_time()), 1
        while (left := self.deadline - time.process_time()) > 0.1 * given:
            solver = z3.Solver(ctx=self.context)
            solver.set("timeout", max(1, int(1000 * left * patience)))
            if self.steps:
                solver.set("rlimit", self.steps)
            for assertion in assertions:
                solver.add(assertion)
            try:
                status = solver.check()
            except z3.Z3Exception as error:  # out of memory, or interrupted
                return z3.unknown, str(error)
            if status == z3.sat:
                return status, solver.model()
            reason = solver.reason_unknown()
            if (
                reason == BY_HAND
            ):  # Z3 holds the signal back: whoever ended it means more than this one question
                Stopped.interrupt()
            if status == z3.unsat or reason not in ("timeout", "canceled"):
                return status, reason
            # Z3 looks at the clock on the wall: on a busy machine it has had less than it was given
            patience *= 2
        return z3.unknown, "the time budget is spent"

    def point(self, translated: Any, model: Any) -> Answer:
        """The model's point, moved to rational coordinates where it has irrational ones, if that is possible."""
        z3 = self.z3
        values = {s: model.eval(v, model_completion=True) for s, v in self.variables.items()}
        fixed: list[Any] = []
        for symbol in self.letters:
            value = values[symbol]
            if z3.is_rational_value(value):
                continue
            for digits in (1, 2, 4, 8):
                near = value.approx(digits)
                status, other = self.check(translated, *fixed, self.variables[symbol] == near)
                if status == z3.sat:
                    fixed.append(self.variables[symbol] == near)
                    values = {s: other.eval(v, model_completion=True) for s, v in self.variables.items()}
                    break
        return Found({s: _number(values[s], z3) for s in self.letters})

    def formula(self, node: AnyFormula) -> Any:
        z3 = self.z3
        if isinstance(node, Condition):
            return _relate(self.polynomial(node.field, node.poly), node.op, 0)
        if isinstance(node, Comparison):
            defined = [
                self.polynomial(e.field, e.den) != 0
                for side in (node.left, node.right)
                for e in elements(side)
                if not e.is_polynomial
            ]
            if isinstance(node.left, Element) and isinstance(node.right, Element):
                # multiplied out by the square of the denominator: no division reaches Z3
                difference = node.left - node.right
                whole = _relate(self.polynomial(difference.field, difference.sign_polynomial), node.op, 0)
            else:
                whole = _relate(self.term(node.left), node.op, self.term(node.right))
            return z3.And(whole, *defined) if defined else whole
        parts = [self.formula(a) for a in node.args]
        if node.op == "and":
            return z3.And(*parts) if parts else z3.BoolVal(True, self.context)
        if node.op == "or":
            return z3.Or(*parts) if parts else z3.BoolVal(False, self.context)
        if node.op == "not":
            return z3.Not(parts[0])
        if node.op == "implies":
            return z3.Implies(parts[0], parts[1])
        return z3.And(*[parts[0] == other for other in parts[1:]])

    def term(self, term: Term | Element) -> Any:
        if isinstance(term, Element):
            num = self.polynomial(term.field, term.num)
            return num if term.is_polynomial else num / self.polynomial(term.field, term.den)
        args = [self.term(a) for a in term.args]
        result = args[0]
        for arg in args[1:]:
            if term.op == "+":
                result = result + arg
            elif term.op == "-":
                result = result - arg
            elif term.op == "*":
                result = result * arg
            elif term.op == "min":
                result = self.z3.If(arg < result, arg, result)
            else:
                result = self.z3.If(arg > result, arg, result)
        return result

    def polynomial(self, field: Field, poly: Any) -> Any:
        key = (self.key, field, str(poly))
        if key not in self.known:
            self.known[key] = self.translated(field, poly)
        return self.known[key]

    def translated(self, field: Field, poly: Any) -> Any:
        z3 = self.z3
        terms = []
        for monomial, coefficient in poly.to_dict().items():
            factors = []
            for symbol, exponent in zip(field.symbols, monomial, strict=True):
                if exponent:  # a letter that cancelled is no variable of the question
                    factors += [self.variables[symbol]] * int(exponent)
            if coefficient != 1 or not factors:
                factors.insert(0, z3.RealVal(f"{coefficient.p}/{coefficient.q}", self.context))
            terms.append(self.joined(z3.Z3_mk_mul, factors))
        if not terms:
            return z3.RealVal(0, self.context)
        return self.joined(z3.Z3_mk_add, terms)

    def joined(self, make: Any, parts: list[Any]) -> Any:
        """The product or sum of real parts: z3.Product and z3.Sum, without asking each part again what sort it has."""
        if len(parts) == 1:
            return parts[0]
        z3, context = self.z3, parts[0].ctx
        array = (z3.Ast * len(parts))(*(p.as_ast() for p in parts))
        return z3.ArithRef(make(context.ref(), len(parts), array), context)


def _relate(left: Any, op: str, right: Any) -> Any:
    return {
        ">": lambda: left > right,
        ">=": lambda: left >= right,
        "<": lambda: left < right,
        "<=": lambda: left <= right,
        "==": lambda: left == right,
        "!=": lambda: left != right,
    }[op]()


def _number(value: Any, z3: Any) -> Expr:
    if z3.is_rational_value(value):
        fraction = value.as_fraction()
        return Rational(fraction.numerator, fraction.denominator)
    # an algebraic number: the root of its polynomial that lies in Z3's isolating approximation
    x = Symbol("x")
    coefficients = [Rational(c.numerator_as_long(), c.denominator_as_long()) for c in value.poly()]
    polynomial = Poly(list(reversed(coefficients)), x)
    root: Expr = CRootOf(polynomial, value.index() - 1, radicals=True)
    return root


def rational_values(field: Field, point: dict[Symbol, Expr]) -> tuple[Any, ...] | None:
    """The coordinates as exact rationals in the field's order, or None if one is irrational."""
    values = [point.get(s, Rational(0)) for s in field.symbols]
    return tuple(to_number(v) for v in values) if all(isinstance(v, Rational) for v in values) else None
