"""Numbers in figures: what was given as it was written, what was found as a fraction, long ones by their digits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sympy import Rational

from symdt.exact.language.numerals import DIGITS, Numerals, answer, in_form, numeral, numerals
from symdt.exact.line import Real
from symdt.exact.polynomial import to_number, to_rational
from symdt.show.label import Label
from symdt.typeset import formulas

#: An exact number longer than this is shown by its first digits.
LONG = 16


def exact_label(number: Any, beside: Iterable[Any] = ()) -> Label:
    """An exact number on a scale: in full where that is short, else its first digits after ≈.

    beside: the numbers on the same axis, with which it shares one form: decimals if all have some, else fractions.

    >>> [exact_label(x, map(Rational, ("-1/2", "7/2"))).to_text() for x in map(Rational, ("-1/2", "7/2"))]
    ['−0.5', '3.5']
    """
    return _label(number, lambda value: in_form(value, _form(beside)))


def answer_label(number: Any) -> Label:
    """A number that was found: a fraction, as in the text of the rule, where it is short; else its first digits.

    >>> answer_label(Rational(114, 25)).to_text(), answer_label(Rational(22, 7) ** 9).to_text()
    ('114/25', '≈ 29917')
    """
    return _label(number, answer)


def with_decimals(value: Rational) -> str:
    """A number that was found, its decimals beside the fraction: 45/2 = 22.5, 1/3 ≈ 0.3333.

    >>> with_decimals(Rational(45, 2)), with_decimals(Rational(1, 3)), with_decimals(Rational(3))
    ('45/2 = 22.5', '1/3 ≈ 0.3333', '3')
    """
    exact = answer(value)
    if "/" not in exact:
        return exact
    near = in_form(value, "decimal")
    return f"{exact} = {near}" if "/" not in near else f"{exact} ≈ {_digits(float(value), 4)}"


def _label(number: Any, write: Callable[[Rational], str]) -> Label:
    real = _real(number)
    if real is not None and real.is_rational:
        text = write(to_rational(real.low))
        return Label.words(text) if len(text) <= LONG else about_label(float(real))
    exact = real.to_expr() if real is not None and real.degree == 2 else number if real is None else None
    if exact is not None and len(str(exact)) <= LONG:
        return Label.math(formulas.formula(exact))
    return about_label(float(number))


def _real(number: Any) -> Real | None:
    if isinstance(number, Real):
        return number
    return Real.of(to_number(number)) if getattr(number, "is_Rational", True) else None


def _form(numbers: Iterable[Any]) -> str:
    """The form that numbers on one axis share; nothing where each has it already."""
    known = [to_rational(r.low) for r in map(_real, numbers) if r is not None and r.is_rational]
    if len({"/" in text for text in map(in_form, known) if "/" in text or "." in text}) < 2:
        return ""
    return "decimal" if all(10**DIGITS % int(r.q) == 0 for r in known) else "fraction"


def about_label(value: float) -> Label:
    """The first digits of a number that is written by them alone."""
    return Label.words(f"≈ {_digits(value)}")


def _digits(value: float, places: int = 5) -> str:
    return f"{value:.{places}g}".replace("-", "−")


def given(value: Any, known: Numerals | None = None) -> str:
    """A number that the reader gave, as he wrote it: a text as it stands.

    >>> given("0.50"), given(Rational(1, 2)), given(0.3), given(Rational(1, 2), {Rational(1, 2): "0.5"})
    ('0.50', '1/2', '0.3', '0.5')
    """
    exact = to_rational(to_number(value))
    if isinstance(value, str | float):
        known = numerals(str(value)) or known
    return numeral(exact, known)


def as_written(question: Any) -> Numerals | None:
    """How the numbers of what is asked about were written, if it was read from a file."""
    return getattr(question, "numerals", None)
