"""The letters of a foreign file: any name in an expression is one, and probabilities bound them.

A file that says nothing of its letters gets the largest domain on which every probability lies between 0 and 1:

>>> letters = Letters()
>>> letters.probability("r", "the probability of rain"), letters.expression("70*w - 3^2", "the payoff")
(r, 70*w - 9)
>>> print(letters.domain())
r > 0, r < 1

Conditions that a file does state come first, and nothing is added to a letter that has one.

>>> print(Letters(["0 < r < 1/4"]).domain())
r > 0, 4*r < 1
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple

from sympy import Expr, Symbol, preorder_traversal

from symdt.errors import FileError, SymdtError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Field
from symdt.exact.formula import Condition
from symdt.exact.language.syntax import field_of, is_letter, parse_condition, parse_element
from symdt.exact.language.tokens import tokens
from symdt.exact.polynomial import substituted
from symdt.formats.stated.reading import MAX_CONDITIONS, MAX_PARAMETERS

#: A function as a file defines it, and a call of one, the innermost first.
FUNCTION = re.compile(r"\s*([^\W\d]\w*)\s*\(([^()]*)\)\s*=(?!=)\s*(.*)")
CALL = re.compile(r"([^\W\d]\w*)\s*\(([^()]*)\)")
#: An expression with its variables put in may have so many parts.
MAX_PARTS = 4000
_CALL = re.compile(r"[^\W\d]\w*\s*\([^()]*\)")


class Letters:
    """What is read so far: the letters by name, the conditions stated, the probabilities met."""

    def __init__(self, conditions: Iterable[str] = (), names: Iterable[str] = ()) -> None:
        self.symbols: dict[str, Symbol] = {}
        self.given: list[Condition] = []
        self.chances: list[Expr] = []
        for name in names:
            self.letter(name, "the list of letters")
        for text in conditions:
            try:
                for name in words(text):
                    self.letter(name, f"the condition {quote(text)}")
                self.given += parse_condition(text, self.symbols.values())
            except SymdtError as error:
                raise FileError(f"the condition {quote(text)} is not read: {error}") from None
        if len(self.given) > MAX_CONDITIONS:
            raise FileError(f"the file has {len(self.given)} conditions: use at most {MAX_CONDITIONS}")

    def letter(self, name: str, where: str) -> Symbol:
        """The letter of this name, made where it is new."""
        if name not in self.symbols:
            if not is_letter(name):
                raise FileError(f"{where} uses {quote(name)}, which is no name for a letter: rename it")
            if len(self.symbols) >= MAX_PARAMETERS:
                raise FileError(f"the file has more than {MAX_PARAMETERS} letters: use fewer")
            self.symbols[name] = Symbol(name)
        return self.symbols[name]

    def expression(self, text: Any, where: str) -> Expr:
        """The expression that a text or a number denotes; `^` is a power, as others write it."""
        written = str(text).strip().replace("^", "**")
        try:
            for name in words(written):
                self.letter(name, where)
            return parse_element(written, field_of(self.symbols.values())).to_expr()
        except SymdtError as error:
            raise FileError(
                f"{where} is {quote(text)}: a number such as 0.3 or an expression was expected ({error})"
            ) from None

    def probability(self, text: Any, where: str) -> Expr:
        """An expression that is a probability: its letters are bounded by it."""
        found = self.expression(text, where)
        self.chance(found)
        return found

    def chance(self, probability: Expr) -> None:
        """Count an expression among the probabilities."""
        if probability.free_symbols:
            self.chances.append(probability)

    def domain(self) -> Domain:
        """The conditions stated; letters of probabilities that have none lie between 0 and 1, and no probability is negative."""
        bound = {s for c in self.given for s in c.symbols}
        free = sorted({s for e in self.chances for s in e.free_symbols} - bound, key=lambda s: s.name)
        own = [text for s in free for text in (f"{s.name} > 0", f"{s.name} < 1")]
        domain = Domain(*self.given, *own, symbols=self.symbols.values())
        for chance in dict.fromkeys(self.chances):
            element = Field.of(domain.symbols).element(chance)
            condition = Condition(element.field, element.sign_polynomial, ">=")
            if not domain.implies(condition):
                domain = domain.restricted(condition)
        return domain


def words(text: str) -> list[str]:
    """The names in an expression.

    >>> words("2*p - q")
    ['p', 'q']
    """
    return [t.text for t in tokens(text) if t.kind == "name"]


class Function(NamedTuple):
    """A function that a file defines: its arguments, what it gives, and the variables that it sees by name."""

    arguments: tuple[str, ...]
    body: str
    scope: Mapping[str, Any]


def put_in(expression: Expr, values: Mapping[Symbol, Expr], where: str) -> Expr:
    """The expression with values put in for letters; one that grows too large, each in the next, is an error.

    >>> x, y = Symbol("x"), Symbol("y")
    >>> put_in(x + 1, {x: 2*y}, "a payoff")
    2*y + 1
    """
    found = substituted(expression, values)
    if found is not expression and len(list(islice(preorder_traversal(found), MAX_PARTS + 1))) > MAX_PARTS:
        raise FileError(
            f"{where} grows to more than {MAX_PARTS} terms and factors with its variables put in: use fewer in each other"
        )
    return found


def functions_as_letters(text: str) -> str:
    """The text with every call of a function written as one letter, named after it.

    >>> functions_as_letters("-exp(b) + log(2, 3)")
    '-exp_b + log_2_3'
    """
    while True:
        found = _CALL.search(text)
        if found is None:
            return text
        name = "_".join(re.findall(r"\w+", found[0]))
        text = f"{text[: found.start()]}{name}{text[found.end() :]}"
