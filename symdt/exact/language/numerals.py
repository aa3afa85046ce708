"""Numerals: numbers as they were written. What a reader wrote is shown as it stands there, 0.5 or 1/2; what follows
from it by adding alone has the same form; an answer that was found is a fraction, as in the text of its rule.

>>> known = numerals({"tree": {"a": ["0.5", "0.17"], "b": "3/20*v + 10.3"}, "title": "of 7.5"})
>>> [known[Rational(text)] for text in ("1/2", "3/20", "10.3")]
['0.5', '3/20', '10.3']
>>> [numeral(Rational(text), known) for text in ("1/2", "-1/2", "33/100", "3/20", "1/3")]
['0.5', '−0.5', '0.33', '3/20', '1/3']
>>> [answer(Rational(text)) for text in ("1/2", "114/25", "5")]
['1/2', '114/25', '5']

A product says nothing of its last quotient, and whole numbers stay so.

>>> numerals(["k*4*4/4", "2*3/4", "-3.00", "7/2"])
{7/2: '7/2'}

Laws: both read back as the number; a number that was written is written as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sympy import Expr, Pow, Rational, Symbol

#: The numbers of a file with their texts, the first of each.
Numerals = Mapping[Rational, str]
#: A number with more decimals than this is a fraction.
DIGITS = 4
#: What of a file is words.
_WORDS = ("title", "source", "note", "notes", "actions", "outcomes", "root", "file")
#: A decimal, or a fraction of whole numbers; not the end of a name or of another number, and no part of a power.
_NUMERAL = re.compile(r"(?<![\w.])(?<!\*\*)(\d+\.\d+|\d+\s*/\s*\d+)(?![\w.]|\s*\*\*)")


_TIMES = re.compile(r"[\d)]\s*\*\s*\Z")


def numerals(stated: Any) -> dict[Rational, str]:
    """The decimals and fractions in the texts of a table as they stand there, the first text of each, decimals before fractions.

    stated: a text, or a mapping or list of them, as a file gives it; titles and other words are passed over.
    """
    found: dict[Rational, str] = {}
    for text in _texts(stated):
        for match in _NUMERAL.finditer(text):
            plain = "".join(match[1].split())
            # 2*3/4 says nothing of 3/4, and a whole number is written as one
            if not plain.endswith("/0") and not _TIMES.search(text, 0, match.start()):
                value = Rational(plain)
                if value.is_Integer:
                    continue
                if "." in plain and "/" in found.get(value, ""):
                    del found[value]  # a number that is written both ways is a decimal
                found.setdefault(value, plain)
    return found


def _texts(stated: Any) -> Iterator[str]:
    if isinstance(stated, str):
        yield stated
    elif isinstance(stated, Mapping):
        for key, value in stated.items():
            if key not in _WORDS:
                yield from _texts(value)
    elif isinstance(stated, list | tuple):
        for value in stated:
            yield from _texts(value)


def numeral(value: Rational, known: Numerals | None = None) -> str:
    """A number that was given, or is a sum of such: as it was written, else in the form of what was.

    value: an exact number; known: how numbers were written, if that is known.

    >>> [numeral(Rational(*pq)) for pq in ((103, 10), (17, 100), (1, 4), (2, 19), (3, 20), (41, 4), (-1, 2))]
    ['10.3', '0.17', '1/4', '2/19', '0.15', '10.25', '−1/2']
    """
    if not known:
        return in_form(value)
    written = known.get(abs(value))
    if written is not None:
        return f"−{written}" if value < 0 else written
    return in_form(value, "decimal" if any("." in text for text in known.values()) else "fraction")


def alike(values: Iterable[Rational], known: Numerals | None = None) -> list[str]:
    """Numbers that stand side by side, as `numeral` but in one form: decimals where one of them is.

    values: exact numbers; known: how numbers were written.

    >>> alike((Rational(1, 2), Rational(9, 2))), alike((Rational(1, 3), Rational(9, 2)))
    (['0.5', '4.5'], ['1/3', '9/2'])
    >>> alike((Rational(1, 2), Rational(9, 2)), numerals(["1/2", "4.5"]))
    ['1/2', '4.5']
    """
    every = list(values)
    texts = [numeral(value, known) for value in every]
    if {mark for text in texts for mark in "./" if mark in text} != {".", "/"}:
        return texts
    if all(
        abs(value) in (known or {}) for value, text in zip(every, texts, strict=True) if not text.isdigit()
    ):
        return texts
    near = [in_form(value, "decimal") for value in every]
    return [in_form(value, "fraction") for value in every] if any("/" in text for text in near) else near


def as_written(expression: Expr, known: Numerals) -> Expr:
    """The expression to be set with the decimals that were written, where all its numbers are whole or decimals.

    expression: one that was given; known: how numbers were written. A decimal is a symbol of the result, to be set alone.

    >>> known = numerals(["0.17*v", "1/3"])
    >>> as_written(Rational(17, 100) * Symbol("v") - Rational(1, 2), known), as_written(Symbol("v") / 3, known)
    (0.17*v - 0.5, v/3)
    """
    texts = (
        {a: numeral(abs(a), known) for a in expression.atoms(Rational) if not a.is_Integer} if known else {}
    )
    if not all("." in text for text in texts.values()) or any(
        not p.exp.is_Integer for p in expression.atoms(Pow)
    ):
        return expression
    return expression.xreplace({a: Symbol(t) if a > 0 else -Symbol(t) for a, t in texts.items()})


def answer(value: Rational) -> str:
    """A number that was found: a fraction, as in the text of a rule."""
    return in_form(value, "fraction")


def in_form(value: Rational, form: str = "") -> str:
    """A number as a decimal or a fraction; always exact.

    form: "decimal" or "fraction" where that is to be its form, as far as it has one; else decimals where they are
    what one would write.

    >>> in_form(Rational(-1, 2), "decimal"), in_form(Rational(7, 2), "fraction")
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
        text = str(p * 10**digits // q).zfill(digits + 1)
        return f"{sign}{text[:-digits]}.{text[-digits:]}"
    return f"{sign}{p}/{q}"
