"""Probabilities of outcomes: they sum to one, "rest" is filled in, and none is negative on the domain.

They, and what is paid, are numbers everywhere on it: nothing divides by zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from sympy import Expr, Pow

from symdt.errors import DomainError, ProbabilityError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Element, Field
from symdt.exact.formula import Condition, negation, point_text
from symdt.exact.kink import is_kink, lifted
from symdt.exact.polynomial import as_expr, letters_of, to_fraction, to_rational
from symdt.exact.solver import Found, NoPoint

#: Sums of rounded decimals miss 1 by no more.
NEARLY = Fraction(1, 10**6)


def complete(probabilities: Mapping[Any, Any], what: str) -> dict[Any, Expr]:
    """The probabilities as expressions, with "rest" filled in; an error if they do not sum to one."""
    return completed(probabilities, what)[0]


def completed(probabilities: Mapping[Any, Any], what: str) -> tuple[dict[Any, Expr], dict[Any, Element]]:
    """The probabilities with "rest" filled in, as expressions and as elements of the field of their letters."""
    if not probabilities:
        raise ProbabilityError(f"{what} has no outcomes: give at least one")
    resting = [key for key, value in probabilities.items() if isinstance(value, str) and value == "rest"]
    if len(resting) > 1:
        raise ProbabilityError(f"{what} gives 'rest' twice, at {quote(resting[1])}: give it once")
    given = {key: value for key, value in probabilities.items() if key not in resting}
    expressions = {key: lifted(as_expr(value)) for key, value in given.items()}
    field = Field.of(letters_of(expressions.values()))
    known: dict[Expr, Element] = {}  # what is written alike is converted once
    for key, e in expressions.items():
        if e not in known:
            known[e] = given[key].into(field) if isinstance(given[key], Element) else field.element(e)
    elements = {key: known[e] for key, e in expressions.items()}
    total = sum(elements.values(), field.number(0))
    if resting:
        rest = field.number(1) - total
        elements = {key: elements.get(key, rest) for key in probabilities}
        return {key: expressions[key] if key in given else rest.to_expr() for key in probabilities}, elements
    if total != field.number(1):
        if total.is_constant and abs(to_fraction(total.constant) - 1) <= NEARLY:
            gap = float(to_fraction(total.constant) - 1)
            raise ProbabilityError(
                f"{what} sums to nearly 1 ({gap:+.1g}), but every number is taken exactly as it is written: write fractions "
                "such as 1/3, in Python Rational(1, 3), or give the last one as 'rest'"
            )
        raise ProbabilityError(f"{what} sums to {quote(total)[1:-1]}, not 1: give the last one as 'rest'")
    return expressions, elements


def check_nonnegative(
    probability: Expr | Element, domain: Domain, what: str, *, is_positive: bool = False
) -> None:
    """An error, with a point, if a number is negative (with `is_positive`: or zero) or undefined on the domain."""
    if not isinstance(probability, Element):
        probability = Field.of(probability.free_symbols).element(probability)
    if probability.is_constant and probability.constant >= 0 and not (is_positive and probability.is_zero):
        return
    if any(map(is_kink, probability.symbols)):
        return  # asked again on each part of the domain, where it is rational
    domain = domain.extended(probability.symbols)
    element = probability.into(domain.field)
    if not element.is_polynomial:
        _require(
            domain,
            Condition(element.field, element.den, "!="),
            f"{what}, {quote(probability)}, divides by zero",
        )
    _require(
        domain,
        Condition(element.field, element.sign_polynomial, ">" if is_positive else ">="),
        f"{what}, {quote(probability)}, is {'not positive' if is_positive else 'negative'}",
    )


def check_defined(paid: Iterable[tuple[str, Expr]], domain: Domain) -> None:
    """An error, with a point, if what is paid divides by zero somewhere on the domain.

    paid: what each expression is, in words, and the expression, in lowest terms: (a**2 - a)/a is a - 1.
    """
    checked: set[Expr] = set()  # what is written alike is asked about once
    for what, expression in paid:
        divides = any(power.exp.is_negative for power in expression.atoms(Pow))
        if expression in checked or not divides or any(map(is_kink, expression.free_symbols)):
            continue  # with a kink: asked on each part of the domain, where it is rational
        checked.add(expression)
        element = Field.of(expression.free_symbols).element(expression)
        if not element.is_polynomial:
            wide = domain.extended(element.symbols)
            point = _against(wide, Condition(wide.field, element.into(wide.field).den, "!="))
            if point:
                where = quote(point_text(point), 200)[1:-1]
                raise DomainError(
                    f"{what}, {quote(element)}, divides by zero at {where}: restrict the domain or correct it"
                )


def _require(domain: Domain, condition: Condition, fault: str) -> None:
    point = _against(domain, condition)
    if point is None:
        return
    if not point:
        raise ProbabilityError(f"{fault}, or could not be shown not to be: restrict the domain")
    where = quote(point_text(point), 200)[1:-1]
    raise ProbabilityError(f"{fault} at {where}: restrict the domain or correct it")


def _against(domain: Domain, condition: Condition) -> dict[Any, Any] | None:
    """A point of the domain at which a condition fails; None where it holds throughout, nothing in it where that is open."""
    if domain.implies(condition):
        return None
    values = next((v for v in domain.samples if not condition.holds(v)), None)
    if values is not None:
        return {s: to_rational(v) for s, v in zip(domain.field.symbols, values, strict=True)}
    answer = domain.find(negation(condition))
    if isinstance(answer, NoPoint):
        return None
    return answer.point if isinstance(answer, Found) else {}
