"""The language of expressions, conditions and statements, and its only reader.

Letters, decimal numbers read exactly, `+ - * / **` with small whole exponents, brackets;
conditions join expressions by `< <= > >= ==`, chains allowed; statements add `and or not
implies iff`, `min(…)` and `max(…)`. Nothing else is accepted, nothing is ever evaluated as
code, and every text is read in time and memory that are bounded by its length.

>>> parse("0.17*p + 2**3*k", ["p", "k"])
8*k + 17*p/100
>>> [str(c) for c in parse_condition("0 < p < 1/4", ["p"])]
['p > 0', '4*p < 1']
>>> parse("__import__('os')", ["p"])
Traceback (most recent call last):
    ...
symdt.errors.ExpressionError: "__import__('os')" has the unexpected character "'": use letters, numbers, + - * / ** and brackets
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sympy import Expr, Symbol

from symdt.errors import ExpressionError, quote
from symdt.exact.field import Element, Field
from symdt.exact.formula import AnyFormula, Comparison, Condition, Formula, Term
from symdt.exact.kink import FUNCTIONS, Kink, is_kink
from symdt.exact.language.parser import RESERVED, WORDS, Parser
from symdt.exact.language.tokens import tokens
from symdt.exact.polynomial import Poly

#: An expression that is handed to SymPy may expand to this many terms; more take seconds there.
MAX_TERMS = 5_000


def is_letter(name: object) -> bool:
    """Whether a word may name a letter: an identifier that the language does not use itself.

    >>> [is_letter(w) for w in ("lambda", "λ", "E", "I", "pi", "2x")]
    [True, True, True, True, False, False]
    """
    return isinstance(name, str) and name.isidentifier() and name not in RESERVED


def parse(text: str, letters: Iterable[Any]) -> Expr:
    """The SymPy expression that a text denotes over these letters (symbols or their names).

    >>> parse("0.17*p + 2", ["p"])
    17*p/100 + 2
    """
    element = parse_element(text, field_of(letters))
    check_terms(text, element.num, element.den)
    return element.to_expr()


def check_terms(text: str, *polys: Poly) -> None:
    """An error if one of these polynomials, which go to SymPy, has more terms than it handles in a second.

    text: what they were read from, for the error.
    """
    terms = max(map(len, polys), default=0)
    if terms > MAX_TERMS:
        raise ExpressionError(f"{quote(text)} expands to {terms} terms: use at most {MAX_TERMS}")


def parse_element(text: str, field: Field, *, functions: bool = False) -> Element:
    """The element of the field that a text denotes.

    functions: whether max, min, abs and piecewise are read; each is a further letter, see `symdt.exact.kink`.
    """
    result = Parser(text, field, statement=False, functions=functions).whole()
    if not isinstance(result, Element):
        raise ExpressionError(f"{quote(text)} is a condition: an expression was expected")
    return result


def parse_condition(text: str, letters: Iterable[Any], *, has_holes: bool = False) -> tuple[Condition, ...]:
    """The conditions that a text such as `0 < p < 1/4` states, all of them to hold.

    has_holes: whether `!=` may join two expressions, as SymPy's `Ne` does; files have no such word.

    Denominators are multiplied out only where they are numbers; otherwise an error asks for a
    polynomial form, because the sign of a letter in a denominator is not known.
    """
    result = Parser(text, field_of(letters), statement=False, holes=has_holes).whole()
    parts = result.args if isinstance(result, Formula) and result.op == "and" else (result,)
    conditions = []
    for part in parts:
        if isinstance(part, Comparison):
            raise ExpressionError(f"{quote(text)} has a letter in a denominator: multiply it out")
        if not isinstance(part, Condition):
            raise ExpressionError(
                f"{quote(text)} is not a condition: join two expressions by < <= > >= or =="
            )
        conditions.append(part)
    return tuple(conditions)


def parse_statement(text: str, letters: Iterable[Any] | None = None) -> AnyFormula:
    """The formula that a statement denotes; without `letters`, its own letters are used."""
    if letters is None:
        words = {t.text for t in tokens(text) if t.kind == "name"} - WORDS - {"min", "max"}
        letters = sorted(w for w in words if is_letter(w))
    result = Parser(text, field_of(letters), statement=True).whole()
    if isinstance(result, Element | Term):
        raise ExpressionError(f"{quote(text)} is an expression, not a statement: compare it with something")
    return result


def definition(letter: Symbol, letters: Iterable[Symbol]) -> Kink:
    """What the name of a kink says, in these letters.

    >>> h, p = Symbol("h"), Symbol("p")
    >>> definition(Symbol("max(abs(h - p), p)"), [h, p]).args
    (Element('abs(h - p)'), Element('p'))
    """
    own = {s.name: s for s in letters if not is_kink(s)}
    words = {t.text for t in tokens(letter.name) if t.kind == "name" and is_letter(t.text)}
    field = Field.of(own.get(w) or Symbol(w) for w in sorted(words - set(FUNCTIONS)))
    parser = Parser(letter.name, field, statement=False, functions=True)
    parser.whole()
    return parser.kinks[letter.name]


def field_of(letters: Iterable[Any]) -> Field:
    """The field of these letters, given as symbols or as names."""
    return Field.of(p if isinstance(p, Symbol) else Symbol(p) for p in letters)
