"""A rule read back from its text: it decides, exactly, as the rule that was printed.

>>> rule = parse_rule("a* =\\n  stay  if 0 < p <= 1/2\\n  go  if 1/2 < p < 1")
>>> rule(p="1/2"), rule(p=0.75)
('stay', 'go')

Radicals, absolute values and indexed roots, as ends are printed, are read too.

>>> rule = parse_rule("if h > 0: a* =\\n  in  if p <= sqrt(h)\\n  out  if p > sqrt(h)")
>>> rule(p="3/2", h="9/4"), rule(p="3/2", h=2)
('in', 'out')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Abs, Expr, Poly, Symbol, nan, oo, sign, sqrt, zoo
from sympy.core.evalf import PrecisionExhausted

from symdt.errors import DomainError, ExpressionError, quote
from symdt.exact.field import Element
from symdt.exact.formula import AnyFormula, Condition, Formula, symbols_of
from symdt.exact.language.syntax import check_terms, field_of, is_letter, parse_element, parse_statement
from symdt.exact.polynomial import poly_to_expr, to_number, to_rational
from symdt.problems.table import FIRST
from symdt.solve.written.choice_rows import Row, read_row, read_with_rows
from symdt.solve.written.long_roots import without_names

#: Roots of polynomials of higher degree are not read: finding them exactly takes minutes.
MAX_DEGREE = 24
_FUNCTIONS = ("sqrt", "Abs", "root")
_CALL = re.compile(r"\b(sqrt|Abs|root)\(([^()]*(?:\([^()]*\)[^()]*)*)\)")


@dataclass(frozen=True)
class ReadRule:
    """Branches `(formula, action)` in order; `calls` are the radicals in them, by the letter that stands for each."""

    branches: tuple[tuple[AnyFormula, str], ...]
    calls: tuple[tuple[Symbol, str, tuple[Element, ...]], ...]

    @property
    def letters(self) -> frozenset[str]:
        """The letters of the conditions, without those that stand for radicals."""
        found = {s.name for formula, _ in self.branches for s in symbols_of(formula)}
        found |= {
            s.name
            for _, name, args in self.calls
            for a in (args[:1] if name == "root" else args)
            for s in a.symbols
        }
        own = {letter.name for letter, _, _ in self.calls}
        bound = {str(args[1]) for _, name, args in self.calls if name == "root"}
        return frozenset(found - own - bound)

    def __call__(self, **point: Any) -> str:
        """The action at a point, exactly."""
        given = {Symbol(name): to_rational(to_number(v)) for name, v in point.items()}
        missing = sorted(self.letters - {s.name for s in given})
        if missing:
            raise DomainError(f"the point gives no value for {quote(missing[0])}: give one for each letter")
        at = _Point(given, {letter: (name, arguments) for letter, name, arguments in self.calls})
        for formula, action in self.branches:
            if _holds(formula, at):
                return action
        raise DomainError("the point lies in no case of the rule: it is outside the rule's domain")


def parse_rule(text: str) -> ReadRule:
    """The rule that a text, as printed, states; an error says what cannot be read."""
    try:
        return _parse_rule(text)
    except (IndexError, KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise ExpressionError(
            f"{quote(text)} is no rule that can be read ({type(error).__name__}): write lines such as 'a0 if 0 < p <= 1/3'"
        ) from None


def _parse_rule(text: str) -> ReadRule:
    lines = without_names(text).split("\n")  # of what else ends lines elsewhere a name is free
    below: dict[int, list[Row]] = {}  # the rows of what is chosen later, by their piece
    upper: list[str] = []
    for line in lines:
        row = read_row(line) if line.startswith("    ") else None
        if row is None:
            upper.append(line)
        else:
            below.setdefault(len(upper) - 1, []).append(row)
    lines = upper
    bodies = [line.rpartition("  if ")[2] if line.startswith("  ") else line for line in lines]
    words = set(re.findall(r"[^\W\d]\w*", "\n".join(bodies))) - set(_FUNCTIONS)
    reader = _Reader(sorted(w for w in words if is_letter(w)))
    branches: list[tuple[AnyFormula, str]] = []
    conditions = ""
    for number, line in enumerate(lines):
        if line.startswith("  "):
            action, _, where = line.strip().rpartition("  if ")
            where = re.sub(r"(?<![<>=!])=(?!=)", "==", where)  # one value is written `p = 0`
            parts = [part for part in (conditions, "" if where.endswith("any number") else where) if part]
            branches.append(
                (
                    reader.formula(" and ".join(parts)) if parts else Formula("and", ()),
                    read_with_rows(action, FIRST, below.get(number, ())).action,
                )
            )
        else:
            conditions = line.removeprefix("if ").partition(": a*")[0] if line.startswith("if ") else ""
    if not branches:
        raise ExpressionError(f"{quote(text)} is no rule: write lines such as '  a0  if 0 < p <= 1/3'")
    return ReadRule(tuple(branches), tuple(reader.calls))


class _Reader:
    """Replaces each radical by a letter, innermost first, and reads what remains."""

    def __init__(self, names: list[str]) -> None:
        self.names = list(names)
        self.calls: list[tuple[Symbol, str, tuple[Element, ...]]] = []
        self.known: dict[str, str] = {}

    def formula(self, text: str) -> AnyFormula:
        formula = parse_statement(self.without_calls(text), self.names)
        stack: list[AnyFormula] = [formula]
        while stack:
            part = stack.pop()
            if isinstance(part, Formula) and part.op == "and":
                stack += part.args
            elif isinstance(part, Formula) or not isinstance(getattr(part, "left", None), Element | None):
                raise ExpressionError(f"{quote(text)} is more than comparisons joined by 'and': write it so")
            elif isinstance(part, Condition):
                check_terms(text, part.poly)
            else:
                sides = [side for side in (part.left, part.right) if isinstance(side, Element)]
                check_terms(text, *(poly for side in sides for poly in (side.num, side.den)))
        return formula

    def without_calls(self, text: str) -> str:
        while (match := _CALL.search(text)) is not None:
            inner = self.without_calls(match[2])
            key = f"{match[1]}({inner})"
            if key not in self.known:
                arguments = inner.split(",") if match[1] == "root" else [inner]
                read = tuple(self.expression(a) for a in arguments)
                if match[1] == "root":
                    _check_root(match[0], read)
                letter = f"call{len(self.calls)}_"
                self.known[key] = letter
                self.calls.append((Symbol(letter), match[1], read))
                self.names.append(letter)
            text = text[: match.start()] + self.known[key] + text[match.end() :]
        return text

    def expression(self, text: str) -> Element:
        read = parse_element(text, field_of(self.names))
        check_terms(text, read.num, read.den)
        return read


def _check_root(text: str, arguments: tuple[Element, ...]) -> None:
    """`root(polynomial, letter, index)`, the index a whole number from 0 on."""
    if len(arguments) == 3:
        of, letter, index = (a.to_expr() for a in arguments)
        if letter.is_Symbol and index.is_Integer and index >= 0 and arguments[0].is_polynomial:
            degree = Poly(of, letter).degree() if of.has(letter) else 0
            if 0 < degree <= MAX_DEGREE:
                return
    raise ExpressionError(
        f"{quote(text)} is no root: write root(polynomial, letter, index), the index a whole number from 0 on, the "
        f"degree at most {MAX_DEGREE}"
    )


class _Point:
    """A point, and the values of radicals at it, each worked out when it is first needed (it may not exist elsewhere)."""

    def __init__(
        self, given: dict[Symbol, Expr], calls: Mapping[Symbol, tuple[str, tuple[Element, ...]]]
    ) -> None:
        self.values, self.calls = given, calls

    def put_into(self, expr: Expr, but: Expr | None = None) -> Expr:
        """The expression's value, in the letter `but` if one is given."""
        for letter in expr.free_symbols:
            if letter not in self.values and letter in self.calls:
                self.values[letter] = self.call(*self.calls[letter])
        return expr.subs({s: v for s, v in self.values.items() if s != but})

    def call(self, function: str, arguments: tuple[Element, ...]) -> Expr:
        if function == "root":
            poly, letter, index = (a.to_expr() for a in arguments)
            numeric = self.put_into(poly, but=letter)
            if numeric.free_symbols - {letter} or not all(
                c.is_Rational for c in Poly(numeric, letter).all_coeffs()
            ):
                raise DomainError(
                    f"a root of {quote(poly)} is not known here: give every letter a rational value"
                )
            roots = Poly(numeric, letter).real_roots() if letter in numeric.free_symbols else []
            if not index.is_Integer or int(index) >= len(roots):
                raise DomainError(
                    f"{quote(poly)} has no root number {index} at the point: no case applies there"
                )
            return roots[int(index)]
        value = self.put_into(arguments[0].to_expr())
        return sqrt(value) if function == "sqrt" else Abs(value)


def _holds(formula: AnyFormula, at: _Point) -> bool:
    if isinstance(formula, Formula):
        return all(_holds(part, at) for part in formula.args)
    if isinstance(formula, Condition):
        difference, op = at.put_into(poly_to_expr(formula.field, formula.poly)), str(formula.op)
    else:
        left, right = (
            side.to_expr() if isinstance(side, Element) else nan for side in (formula.left, formula.right)
        )
        difference, op = at.put_into(left - right), formula.op
    found = _sign(difference)
    tests = {
        ">": found > 0,
        ">=": found >= 0,
        "<": found < 0,
        "<=": found <= 0,
        "==": found == 0,
        "!=": found != 0,
    }
    return tests[op]


def _sign(value: Expr) -> int:
    """The exact sign of a real algebraic number."""
    if value.is_Rational:
        return int(value.p > 0) - int(value.p < 0)
    if value.free_symbols or value.is_real is False or value.has(nan, zoo, oo):
        raise DomainError("an end of the rule has no value at the point: it is outside the rule's domain")
    try:
        return 1 if value.evalf(5, strict=True) > 0 else -1  # five digits that are sure, or none at all
    except PrecisionExhausted:
        return 0 if value.equals(0) else int(sign(value.evalf(50)))
