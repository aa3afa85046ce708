"""The parser: recursive descent over the words of a text, bounded in depth, terms and work."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, Literal

from symdt.errors import ExpressionError, did_you_mean, quote
from symdt.exact.field import Element, Field
from symdt.exact.formula import AnyFormula, Formula, Term, compare, nesting
from symdt.exact.kink import FUNCTIONS, Kink, is_kink
from symdt.exact.kink import made as kink_element
from symdt.exact.language.tokens import tokens
from symdt.exact.polynomial import MAX_EXPONENT, power

#: Brackets and prefixes nested deeper than this are refused.
MAX_DEPTH = 64


#: Terms of all the polynomials that are made while one text is read.
MAX_WORK = 500_000


#: Connectives, minima and maxima inside each other, counted after chains of `and`, `or` and `implies` are made flat.
MAX_NESTING = 128


#: Functions in one expression.
MAX_KINKS = 32


#: Numbers with more digits, or a larger decimal exponent, are refused.
MAX_DIGITS = 300


RESERVED = frozenset({"pi", "oo", "nan", "zoo", "rest", "and", "or", "not", "implies", "iff", "min", "max"})


WORDS = frozenset({"and", "or", "not", "implies", "iff"})


_RELATIONS = frozenset({"<", "<=", ">", ">=", "==", "!="})


class Parser:
    """Recursive descent, one method for each level of binding; depth is counted, so it is bounded."""

    def __init__(
        self, text: str, field: Field, *, statement: bool, functions: bool = False, holes: bool = False
    ) -> None:
        self.text, self.field, self.statement, self.holes = text, field, statement, holes
        self.functions = functions  # max, min, abs, piecewise: each a letter that is named by its definition
        self.joins = statement  # conditions are joined by words
        self.kinks: dict[str, Kink] = {}
        self.tokens, self.index, self.depth, self.work = tokens(text), 0, 0, 0
        self.by_name = {s.name: s for s in field.symbols}

    def whole(self) -> Any:
        if not self.tokens:
            raise ExpressionError(f"{quote(self.text)} is empty: write an expression")
        result = self.iff()
        if nesting(result) > MAX_NESTING:
            raise ExpressionError(
                f"{quote(self.text)} nests more than {MAX_NESTING} statements or sums of minima: break it into parts"
            )
        if self.index < len(self.tokens):
            if not self.statement and self.peek in WORDS:
                raise ExpressionError(
                    f"{quote(self.text)} joins conditions by {quote(self.peek)}: give each condition by itself"
                )
            near = (
                get_close_matches(self.peek, ("and", "or", "implies", "iff"), n=1) if self.statement else []
            )
            if near:
                raise ExpressionError(
                    f"{quote(self.text)} has {quote(self.peek)} where an operator was expected: did you mean {quote(near[0])}?"
                )
            self.misread()
            self.fail(f"has {quote(self.peek)} where an operator or the end was expected")
        return result

    def misread(self) -> None:
        """Say what is meant by a comma in a number, and by a product without its star."""
        before, here = self.tokens[self.index - 1], self.tokens[self.index]
        after = self.tokens[self.index + 1] if self.index + 1 < len(self.tokens) else None
        if here.text == "," and before.kind == "number" and after is not None and after.kind == "number":
            raise ExpressionError(
                f"{quote(self.text)} has a comma in a number: write a decimal with a point, such as 0.25, "
                "and thousands without a mark"
            )
        if here.kind == before.kind == "number":
            raise ExpressionError(
                f"{quote(self.text)} has {quote(here.text)} right after {quote(before.text)}: write thousands without a mark, "
                f"{quote(before.text + here.text)}, or a product with a star"
            )
        if here.kind == "name" and here.text in WORDS:
            return
        if here.text == "(" or here.kind in ("name", "number"):
            raise ExpressionError(
                f"{quote(self.text)} has {quote(here.text)} right after {quote(before.text)}: "
                f"write a product with a star, {quote(before.text + '*' + here.text)}"
            )

    @property
    def peek(self) -> str:
        return self.tokens[self.index].text if self.index < len(self.tokens) else ""

    def take(self, *texts: str) -> str | None:
        if self.index < len(self.tokens) and self.peek in texts:
            self.index += 1
            return self.tokens[self.index - 1].text
        return None

    def fail(self, what: str) -> None:
        raise ExpressionError(
            f"{quote(self.text)} {what}: write it with letters, numbers, + - * / ** and brackets"
        )

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ExpressionError(
                f"{quote(self.text)} is nested more than {MAX_DEPTH} deep: write it with fewer brackets"
            )

    def logical(self, part: Any) -> AnyFormula:
        if isinstance(part, Element | Term):
            self.fail("joins a number where a condition was expected")
        return part

    def numeric(self, part: Any) -> Any:
        if not isinstance(part, Element | Term):
            self.fail("calculates with a condition where a number was expected")
        return part

    def word(self, *words: str) -> str | None:
        return self.take(*words) if self.joins else None

    def iff(self) -> Any:
        left = self.implies()
        while self.word("iff"):
            left = Formula("iff", (self.logical(left), self.logical(self.implies())))
        return left

    def implies(self) -> Any:
        parts = [self.disjunction()]
        while self.word("implies"):
            parts.append(self.disjunction())
        if len(parts) == 1:
            return parts[0]
        *hypotheses, conclusion = map(self.logical, parts)  # a implies b implies c is (a and b) implies c
        first = hypotheses[0] if len(hypotheses) == 1 else Formula("and", tuple(hypotheses))
        return Formula("implies", (first, conclusion))

    def disjunction(self) -> Any:
        return self.chain("or", self.conjunction)

    def conjunction(self) -> Any:
        return self.chain("and", self.inversion)

    def chain(self, word: Literal["and", "or"], part: Callable[[], Any]) -> Any:
        """Parts joined by one word, side by side: a long chain is no deep one."""
        parts = [part()]
        while self.word(word):
            parts.append(part())
        return parts[0] if len(parts) == 1 else Formula(word, tuple(map(self.logical, parts)))

    def inversion(self) -> Any:
        count = 0
        while self.word("not"):
            count += 1
        part = self.relation()
        return Formula("not", (self.logical(part),)) if count % 2 else (self.logical(part) if count else part)

    def relation(self) -> Any:
        left = self.sum()
        links: list[AnyFormula] = []
        while (op := self.take(*_RELATIONS)) is not None:
            if op == "!=" and not (self.statement or self.holes):
                raise ExpressionError(
                    f"{quote(self.text)} has '!=', which leaves a hole in the domain: write < or > instead"
                )
            right = self.sum()
            left, right = self.numeric(left), self.numeric(right)
            if self.kinks:
                left, right = left.into(self.field), right.into(self.field)
            links.append(compare(left, op, right))
            left = right
        if not links:
            return left
        return links[0] if len(links) == 1 else Formula("and", tuple(links))

    def sum(self) -> Any:
        left = self.product()
        while (op := self.take("+", "-")) is not None:
            left = self.combine(op, left, self.product())
        return left

    def product(self) -> Any:
        left = self.sign()
        while (op := self.take("*", "/")) is not None:
            left = self.combine(op, left, self.sign())
        return left

    def sign(self) -> Any:
        negative = False
        while (op := self.take("+", "-")) is not None:
            negative ^= op == "-"
        part = self.power()
        return self.combine("-", self.field.number(0), part) if negative else part

    def power(self) -> Any:
        base = self.atom()
        if not self.take("**"):
            return base
        self.deeper()
        exponent = self.sign()
        self.depth -= 1
        if self.functions and isinstance(base, Element) and self.is_whole(exponent):
            return self.kink("power", [base, exponent])
        if not (isinstance(exponent, Element) and exponent.is_constant and exponent.constant.q == 1):
            self.fail("has an exponent that is not a whole number")
        n = int(exponent.constant.p)
        if abs(n) > MAX_EXPONENT:
            raise ExpressionError(
                f"{quote(self.text)} has an exponent above {MAX_EXPONENT}: use a smaller one"
            )
        if not isinstance(base, Element):
            self.fail("raises min, max or a condition to a power")
        if n < 0:
            base, n = self.combine("/", self.field.number(1), base), -n
        base = base.into(self.field) if self.kinks else base
        field = self.field
        den = base.den if base.is_polynomial else power(base.den, n)
        result = Element(field, field.checked(power(base.num, n)), den)
        self.spend(len(result.num))
        return result

    def is_whole(self, exponent: Any) -> bool:
        """Whether an exponent is a sum of whole multiples of letters that are whole numbers."""
        return (
            isinstance(exponent, Element)
            and not exponent.is_constant
            and exponent.is_polynomial
            and all(s.is_integer for s in exponent.symbols)
            and all(c.q == 1 for c in exponent.num.coeffs())
        )

    def atom(self) -> Any:
        if self.index >= len(self.tokens):
            self.fail("ends where a number, a letter or a bracket was expected")
        token = self.tokens[self.index]
        self.index += 1
        if token.kind == "number":
            return self.field.number(self.number(token.text))
        if token.kind == "name":
            if self.functions and token.text in FUNCTIONS and self.peek == "(":
                return self.call(token.text)
            if self.statement and token.text in ("min", "max") and self.peek == "(":
                return self.extremum(token.text)
            return self.letter(token.text)
        if token.text == "(":
            self.deeper()
            inside = self.iff()
            self.depth -= 1
            if not self.take(")"):
                self.fail("has a bracket that is not closed")
            return inside
        self.index -= 1
        self.fail(f"has {quote(token.text)} where a number, a letter or a bracket was expected")
        return None

    def call(self, name: str) -> Element:
        """A function of the language, as the letter that stands for it."""
        self.deeper()
        self.take("(")
        joins, self.joins = self.joins, True
        args = [self.iff()]
        while self.take(","):
            args.append(self.iff())
        self.joins = joins
        if not self.take(")"):
            self.fail(f"does not close the bracket of {name}")
        self.depth -= 1
        return self.kink(name, args)

    def kink(self, name: str, args: list[Any]) -> Element:
        """The letter of a kink, which becomes one of the field; or what it is, where no letter decides it."""
        parts = tuple(a.into(self.field) if isinstance(a, Element) else a for a in args)
        made = kink_element(name, parts)
        for letter in made.symbols:
            if is_kink(letter) and letter not in self.field.position:
                self.kinks[letter.name] = Kink(name, parts)
                self.field = Field.of([*self.field.symbols, letter])
        if len(self.kinks) > MAX_KINKS:
            raise ExpressionError(
                f"{quote(self.text)} has more than {MAX_KINKS} functions: write a smaller expression"
            )
        return made.into(self.field)

    def extremum(self, name: str) -> Term:
        self.deeper()
        self.take("(")
        args = [self.numeric(self.sum())]
        while self.take(","):
            args.append(self.numeric(self.sum()))
        if not self.take(")"):
            self.fail(f"does not close the bracket of {name}")
        self.depth -= 1
        return Term(name, tuple(args))

    def letter(self, name: str) -> Element:
        symbol = self.by_name.get(name)
        if symbol is not None:
            return self.field.gen(symbol)
        if name in RESERVED:
            self.fail(f"uses {quote(name)}, which is no parameter")
        if self.peek == "(":
            if self.functions:
                self.fail(f"calls {quote(name)}, which is none of {', '.join(FUNCTIONS)}")
            self.fail(f"calls {quote(name)}: functions are not part of the language here")
        raise ExpressionError(
            f"{quote(self.text)} uses {quote(name)}, which is no parameter: {did_you_mean(name, self.by_name)}"
        )

    def number(self, text: str) -> Fraction:
        mantissa, _, exponent = text.lower().partition("e")
        if len(mantissa) > MAX_DIGITS or len(exponent) > 5 or abs(int(exponent or 0)) > MAX_DIGITS:
            raise ExpressionError(f"the number {quote(text)} is too long: use at most {MAX_DIGITS} digits")
        return Fraction(text)

    def combine(self, op: str, left: Any, right: Any) -> Any:
        left, right = self.numeric(left), self.numeric(right)
        if not (isinstance(left, Element) and isinstance(right, Element)):
            if op == "/":
                if not (isinstance(right, Element) and right.is_constant and not right.is_zero):
                    self.fail("divides by min or max, or divides them by a letter")
                return Term("*", (left, self.field.number(1) / right))
            return Term(op, (left, right))
        if self.kinks:
            left, right = left.into(self.field), right.into(self.field)
        self.spend(len(left.num) + len(right.num))
        if not (left.is_polynomial and right.is_polynomial):
            self.bounded(left, right)  # a sum of fractions multiplies their denominators
        if op == "+":
            result = left + right
        elif op == "-":
            result = left - right
        elif op == "*":
            self.bounded(left, right)
            result = left * right
        else:
            if right.is_zero:
                self.fail("divides by zero")
            self.bounded(left, right)
            result = left / right
        return result

    def spend(self, terms: int) -> None:
        """Count the terms that the next step goes through; a sum of many large sums is refused before it is made."""
        self.work += terms
        if self.work > MAX_WORK:
            raise ExpressionError(f"{quote(self.text)} expands to too many terms: write a smaller expression")

    def bounded(self, left: Element, right: Element) -> None:
        # refuse before multiplying: a product has at most the product of the numbers of terms
        size = max(len(left.num), len(left.den)) * max(len(right.num), len(right.den))
        degree = max(left.num.total_degree(), left.den.total_degree()) + max(
            right.num.total_degree(), right.den.total_degree()
        )
        # fractions pay for a common divisor at every step as well
        are_polynomials = left.is_polynomial and right.is_polynomial
        if size > (200_000 if are_polynomials else 10_000) or degree > (128 if are_polynomials else 64):
            raise ExpressionError(f"{quote(self.text)} expands to too many terms: write a smaller expression")
