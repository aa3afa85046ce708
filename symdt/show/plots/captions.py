"""Captions: letters, points and conditions as a figure writes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sympy import Symbol

from symdt.exact.language.numerals import Numerals
from symdt.exact.polynomial import to_rational
from symdt.show.label import Label
from symdt.show.numbers import given
from symdt.typeset import formulas, names

#: Type sizes in points.
SIZE, SMALL = 8.0, 7.0


def letter_label(name: str, names_of: Mapping[str, str] | None = None) -> Label:
    """The name of an axis: `names_of` may give its mathematics."""
    other = (names_of or {}).get(name)
    if other is not None:
        return Label.math(other)
    if names.split(name):
        return Label.math(names.to_latex(name))
    # a word with an index as formulas have it
    return Label.math(formulas.formula(Symbol(name))) if "_" in name else Label.words(name)


def point_note(point: Mapping[Any, Any] | None, known: Numerals | None = None) -> Label:
    """The letters that are fixed, for the foot of a figure: h = 4, k = 1; `known` says how numbers were written."""
    found = Label()
    for key, value in (point or {}).items():
        name = getattr(key, "name", str(key))
        found = found + (Label.words(",  ") if found else Label())
        found = found + letter_label(name) + Label.words(f" = {given(value, known)}")
    return found


def domain_notes(domain: Any, shown: Iterable[str]) -> list[Label]:
    """The conditions of a domain that the axes do not show: those that tie letters together."""
    letters = set(shown)
    found = [c for c in domain.conditions if len(c.symbols) > 1 and {s.name for s in c.symbols} & letters]
    return [Label.words("for ") + Label.math(formulas.condition(c)) for c in found]


def conditions_note(domain: Any, known: Numerals | None = None) -> list[Label]:
    """All conditions of a domain, for the foot of a figure: 'for 1/2 < p < 1, h > 0'; `known` as written."""
    parts = []
    for symbol in domain.symbols:
        low, high, low_closed, high_closed = domain.box[domain.field.position[symbol]]
        name = letter_label(symbol.name)
        if low is not None and low == high:
            parts.append(name + Label.words(f" = {given(to_rational(low), known)}"))
        elif low is not None and high is not None:
            left = Label.words(f"{given(to_rational(low), known)} {'≤' if low_closed else '<'} ")
            parts.append(
                left + name + Label.words(f" {'≤' if high_closed else '<'} {given(to_rational(high), known)}")
            )
        elif low is not None:
            parts.append(
                name + Label.words(f" {'≥' if low_closed else '>'} {given(to_rational(low), known)}")
            )
        elif high is not None:
            parts.append(
                name + Label.words(f" {'≤' if high_closed else '<'} {given(to_rational(high), known)}")
            )
        if symbol.is_integer:
            parts.append(name + Label.words(" a whole number"))
    for c in domain.conditions:
        degrees = [d for d in c.poly.degrees() if d]
        if degrees != [1] or c.op == "!=":  # what a box cannot say
            parts.append(Label.math(formulas.condition(c)))
    found = Label.words("for ")
    for n, part in enumerate(parts):
        found = found + (Label.words(",  ") if n else Label()) + part
    return [found] if parts else []
