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
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from sympy import CRootOf, Expr, Poly, Rational, Symbol

from symdt.exact.field import Element, Field
from symdt.exact.formula import AnyFormula, Comparison, Condition, Formula, Term, all_of, elements, symbols_of
from symdt.exact.polynomial import to_number, to_rational

#: Seconds that one question may take unless said otherwise.
SECONDS = 10.0
#: Seconds that one conjunction in a longer search may take: what is not decided by then seldom is.
CONJUNCTION_SECONDS = 2.0


class Budget:
    """A stretch of computing time that several questions share.

    Seconds of this process, not of the clock on the wall: an answer does not depend on what else the machine does.

    >>> Budget(60).left() > 59
    True
    """

    #: What a whole command may take, where that is bounded: no budget has more left than it.
    whole: ClassVar[Budget | None] = None

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self.deadline = time.process_time() + seconds

    def left(self) -> float:
        """Seconds that remain, never negative."""
        own = max(0.0, self.deadline - time.process_time())
        whole = Budget.whole
        return own if whole is None or whole is self else min(own, whole.left())

    @property
    def is_spent(self) -> bool:
        """No time remains."""
        return self.left() <= 0


@dataclass(frozen=True)
class Found:
    """A point at which the formula holds, exactly."""

    point: dict[Symbol, Expr]


@dataclass(frozen=True)
class NoPoint:
    """The formula holds at no real point."""


@dataclass(frozen=True)
class Unknown:
    """The question was not decided; `reason` says why."""

    reason: str


Answer = Found | NoPoint | Unknown

_LOCK = threading.Lock()  # Z3's main context serves one thread at a time


def find_point(
    formula: AnyFormula,
    symbols: Iterable[Symbol] = (),
    budget: Budget | None = None,
    seconds: float = SECONDS,
    *,
    fresh: bool = False,
) -> Answer:
    """A real point at which the formula holds, over its own letters and `symbols`; exact.

    `fresh` forgets what was asked before, so that the point does not depend on it; it costs some
    milliseconds, and is for points that people see.
    """
    letters = sorted({*symbols_of(formula), *symbols}, key=lambda s: s.name)
    limit = min(seconds, budget.left()) if budget else seconds
    if limit <= 0:
        return Unknown("the time budget was spent before the question was asked")
    with _LOCK:
        return _Question(letters, limit, fresh).ask(formula)


def is_valid(formula: AnyFormula, budget: Budget | None = None, seconds: float = SECONDS) -> bool | None:
    """Whether the formula holds at every real point; None where that was not decided."""
    answer = find_point(Formula("not", (formula,)), budget=budget, seconds=seconds)
    return {NoPoint: True, Found: False, Unknown: None}[type(answer)]


def find_outside(
    conditions: Sequence[Condition],
    cells: Sequence[Sequence[Condition]],
    symbols: Iterable[Symbol] = (),
    budget: Budget | None = None,
    pool: Sequence[Sequence[Any]] = (),
    field: Field | None = None,
) -> Answer:
    """A point at which all `conditions` hold and which lies in none of the `cells` (each a conjunction).

    A point outside a cell breaks one of its conditions; the search branches over which, keeping
    those before it, and leaves a branch as soon as it has no point. Every question that reaches Z3
    is a plain conjunction: there Z3 is quick, where one formula for the whole may take for ever.
    `pool` holds points (in the order of `field`) that answer a question without asking.
    """
    search = _Outside(tuple(dict.fromkeys([*symbols])), budget or Budget(SECONDS), list(pool), field)
    return search.run(list(conditions), [list(cell) for cell in cells])


class _Outside:
    def __init__(
        self, symbols: tuple[Symbol, ...], budget: Budget, pool: list[Any], field: Field | None
    ) -> None:
        self.symbols, self.budget, self.pool, self.field = symbols, budget, pool, field
        self.unknown: Unknown | None = None
        self.failures = 0

    def run(self, conditions: list[Condition], cells: list[list[Condition]]) -> Answer:
        answer = self.search(conditions, cells)
        return answer if answer is not None else self.unknown or NoPoint()

    def search(self, given: list[Condition], cells: list[list[Condition]]) -> Found | None:
        known = set(given)
        denied = {c.negated() for c in given}
        open_cells = []
        for cell in cells:
            if any(c in denied for c in cell):
                continue  # every point of the branch is outside this cell already
            rest = [c for c in cell if c not in known]
            if not rest:
                return None  # every point of the branch is inside this cell
            open_cells.append(rest)
        if not open_cells:
            answer = self.ask(given)
            return answer if isinstance(answer, Found) else None
        open_cells.sort(key=lambda rest: (max(c.poly.total_degree() for c in rest), len(rest)))
        cell, others = (
            sorted(open_cells[0], key=lambda c: (c.poly.total_degree(), len(c.poly))),
            open_cells[1:],
        )
        kept = list(given)
        for condition in cell:
            branch = [*kept, condition.negated()]
            if not isinstance(self.ask(branch), NoPoint):
                found = self.search(branch, others)
                if found is not None:
                    return found
            kept.append(condition)
            if self.budget.is_spent or self.failures > 2:
                self.unknown = self.unknown or Unknown("the time budget is spent")
                return None
        return None

    def ask(self, conditions: list[Condition]) -> Answer:
        if self.field is not None:
            for values in self.pool:
                if all(c.holds(values) for c in conditions):
                    return Found({s: to_rational(v) for s, v in zip(self.field.symbols, values, strict=True)})
        answer = find_common(conditions, self.symbols, self.budget)
        if isinstance(answer, Unknown):
            self.unknown = answer
            self.failures += 1
        elif isinstance(answer, Found) and self.field is not None:
            values = rational_values(self.field, answer.point)
            if values is not None:
                self.pool.append(values)
        return answer


def find_common(
    conditions: Sequence[Condition], symbols: Iterable[Symbol] = (), budget: Budget | None = None
) -> Answer:
    """A point at which all conditions hold: the linear ones first, then all in short, then certificates."""
    linear = [c for c in conditions if c.poly.total_degree() <= 1]
    if linear and len(linear) < len(conditions):
        answer = find_point(all_of(*linear), symbols, budget)
        if isinstance(answer, NoPoint):
            return answer
    answer = find_point(all_of(*conditions), symbols, budget, seconds=CONJUNCTION_SECONDS / 10)
    if isinstance(answer, Unknown) and refute(conditions, budget):
        return NoPoint()
    if isinstance(answer, Unknown):
        answer = find_point(all_of(*conditions), symbols, budget, seconds=CONJUNCTION_SECONDS)
    return answer


def refute(conditions: Sequence[Condition], budget: Budget | None = None, seconds: float = 2.0) -> bool:
    """Whether products of the conditions, with non-negative weights, sum to zero although one of them is positive.

    That is a contradiction, so the conditions have no common point: Schmüdgen's certificate with
    products of at most two, found by exact linear programming. False means that none was found.

    >>> from sympy import symbols
    >>> x, y = symbols("x y")
    >>> f = Field.of([x, y])
    >>> refute([Condition.of(e, ">", f) for e in (x, y, -x*y)])
    True
    >>> refute([Condition.of(e, ">", f) for e in (x, y, 1 - x*y)])
    False
    """
    import z3

    facts: list[tuple[Any, bool]] = []  # (polynomial that is not negative, whether it is positive)
    for c in conditions:
        if c.op in (">", ">="):
            facts.append((c.poly, c.op == ">"))
        elif c.op == "==":
            facts += [(c.poly, False), (-c.poly, False)]
    if not facts:
        return False
    top = max(poly.total_degree() for poly, _ in facts)
    products = [*facts, (facts[0][0] * 0 + 1, True)]
    for i, (f, f_strict) in enumerate(facts):
        for g, g_strict in facts[i:]:
            if f.total_degree() + g.total_degree() <= top + 1:
                products.append((f * g, f_strict and g_strict))
    rows: dict[Any, list[Any]] = {}
    with _LOCK:
        weights = [z3.Real(f"w{k}") for k in range(len(products))]
        for weight, (poly, _) in zip(weights, products, strict=True):
            for monomial, coefficient in poly.to_dict().items():
                rows.setdefault(monomial, []).append(z3.Q(int(coefficient.p), int(coefficient.q)) * weight)
        solver = z3.SolverFor("QF_LRA")
        left = min(seconds, budget.left()) if budget else seconds
        solver.set("timeout", max(1, int(1000 * left)))
        solver.add(*[w >= 0 for w in weights], *[z3.Sum(*terms) == 0 for terms in rows.values()])
        solver.add(z3.Sum(*[w for w, (_, strict) in zip(weights, products, strict=True) if strict]) == 1)
        return bool(solver.check() == z3.sat)


class _Question:
    """One conversation with Z3."""

    def __init__(self, letters: list[Symbol], seconds: float, fresh: bool) -> None:
        import z3

        self.z3 = z3
        self.letters = letters
        self.context = z3.Context() if fresh else z3.main_ctx()
        self.variables = {s: z3.Real(f"x{i}_{s.name}", self.context) for i, s in enumerate(letters)}
        self.deadline = time.process_time() + seconds
        self.powers: dict[tuple[Symbol, int], Any] = {}

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
            for assertion in assertions:
                solver.add(assertion)
            try:
                status = solver.check()
            except z3.Z3Exception as error:  # out of memory, or interrupted
                return z3.unknown, str(error)
            if status == z3.sat:
                return status, solver.model()
            reason = solver.reason_unknown()
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
        z3 = self.z3
        terms = []
        for monomial, coefficient in poly.to_dict().items():
            factors = []
            for symbol, exponent in zip(field.symbols, monomial, strict=True):
                if exponent:  # a letter that cancelled is no variable of the question
                    factors += [self.variables[symbol]] * int(exponent)
            if coefficient != 1 or not factors:
                factors.insert(0, z3.Q(int(coefficient.p), int(coefficient.q), self.context))
            terms.append(z3.Product(*factors) if len(factors) > 1 else factors[0])
        if not terms:
            return z3.RealVal(0, self.context)
        return z3.Sum(*terms) if len(terms) > 1 else terms[0]


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
