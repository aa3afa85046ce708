"""Captions: exact numbers, letters and conditions as a figure writes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sympy import Rational, Symbol

from symdt.exact.line import Real
from symdt.exact.polynomial import to_number, to_rational
from symdt.show.label import Label
from symdt.typeset import formulas, names

#: Type sizes in points.
SIZE, SMALL = 8.0, 7.0
#: An exact number longer than this is shown by its first digits.
LONG = 16
#: A number with more decimals than this is a fraction.
DIGITS = 4


def exact_text(value: Rational, form: str = "") -> str:
    """A rational number as one writes it: 10.3 and 0.17 as decimals, 2/19 and 1/4 as fractions; always exact.

    form: "decimal" or "fraction" where that is to be its form, as far as it has one.

    >>> [exact_text(Rational(*pq)) for pq in ((103, 10), (17, 100), (1, 4), (2, 19), (3, 20), (41, 4), (-1, 2))]
    ['10.3', '0.17', '1/4', '2/19', '0.15', '10.25', '−1/2']
    >>> exact_text(Rational(-1, 2), "decimal"), exact_text(Rational(7, 2), "fraction")
    ('−0.5', '7/2')
    """
    p, q = int(value.p), int(value.q)
    sign = "−" if p < 0 else ""
    p = abs(p)
    if q == 1:
        return f"{sign}{p}"
    is_short = (q >= 10 or p > q or form == "decimal") and form != "fraction"
    if is_short and 10**DIGITS % q == 0:
        digits = next(n for n in range(1, DIGITS + 1) if 10**n % q == 0)
        return f"{sign}{p * 10**digits // q / 10**digits:.{digits}f}"
    return f"{sign}{p}/{q}"


def exact_label(number: Any, beside: Iterable[Any] = ()) -> Label:
    """An exact number on a scale: in full where that is short, else its first digits after ≈.

    beside: the numbers on the same axis, with which it shares one form: decimals if all have some, else fractions.

    >>> [exact_label(x, map(Rational, ("-1/2", "7/2"))).to_text() for x in map(Rational, ("-1/2", "7/2"))]
    ['−0.5', '3.5']
    """
    real = _real(number)
    if real is not None and real.is_rational:
        text = exact_text(to_rational(real.low), _form(beside))
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
    if len({"/" in text for text in map(exact_text, known) if "/" in text or "." in text}) < 2:
        return ""
    return "decimal" if all(10**DIGITS % int(r.q) == 0 for r in known) else "fraction"


def about_label(value: float) -> Label:
    """The first digits of a number that is written by them alone."""
    return Label.words(f"≈ {_digits(value)}")


def _digits(value: float) -> str:
    return f"{value:.5g}".replace("-", "−")


def letter_label(name: str, names_of: Mapping[str, str] | None = None) -> Label:
    """The name of an axis: `names_of` may give its mathematics."""
    given = (names_of or {}).get(name)
    if given is not None:
        return Label.math(given)
    if names.split(name):
        return Label.math(names.to_latex(name))
    # a word with an index as formulas have it
    return Label.math(formulas.formula(Symbol(name))) if "_" in name else Label.words(name)


def point_note(point: Mapping[Any, Any] | None) -> Label:
    """The letters that are fixed, for the foot of a figure: h = 4, k = 1."""
    found = Label()
    for key, value in (point or {}).items():
        name = getattr(key, "name", str(key))
        found = found + (Label.words(",  ") if found else Label())
        found = found + letter_label(name) + Label.words(f" = {exact_text(to_rational(to_number(value)))}")
    return found


def domain_notes(domain: Any, shown: Iterable[str]) -> list[Label]:
    """The conditions of a domain that the axes do not show: those that tie letters together."""
    letters = set(shown)
    found = [c for c in domain.conditions if len(c.symbols) > 1 and {s.name for s in c.symbols} & letters]
    return [Label.words("for ") + Label.math(formulas.condition(c)) for c in found]


def conditions_note(domain: Any, room: float = 90.0) -> list[Label]:
    """All conditions of a domain, for the foot of a figure: 'for 1/2 < p < 1, h > 0'."""
    parts = []
    for symbol in domain.symbols:
        low, high, low_closed, high_closed = domain.box[domain.field.position[symbol]]
        name = letter_label(symbol.name)
        if low is not None and low == high:
            parts.append(name + Label.words(f" = {exact_text(to_rational(low))}"))
        elif low is not None and high is not None:
            left = Label.words(f"{exact_text(to_rational(low))} {'≤' if low_closed else '<'} ")
            parts.append(
                left + name + Label.words(f" {'≤' if high_closed else '<'} {exact_text(to_rational(high))}")
            )
        elif low is not None:
            parts.append(name + Label.words(f" {'≥' if low_closed else '>'} {exact_text(to_rational(low))}"))
        elif high is not None:
            parts.append(
                name + Label.words(f" {'≤' if high_closed else '<'} {exact_text(to_rational(high))}")
            )
    for c in domain.conditions:
        degrees = [d for d in c.poly.degrees() if d]
        if degrees != [1] or c.op == "!=":  # what a box cannot say
            parts.append(Label.math(formulas.condition(c)))
    lines: list[Label] = []
    line = Label.words("for ")
    for n, part in enumerate(parts):
        longer = line + (Label.words(",  ") if n else Label()) + part
        if n and longer.size(SMALL)[0] > room:
            lines.append(line + Label.words(","))
            line = part
        else:
            line = longer
    return [*lines, line] if parts else []
