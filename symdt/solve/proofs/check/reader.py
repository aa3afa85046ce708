"""The reader of expressions: sums, products, powers, brackets, `sqrt` and `Abs`; on a part of a domain kinks too.

>>> from symdt.solve.proofs.check.texts import Ring
>>> ring = Ring(["h", "k"])
>>> ring.text(Reader(ring, "(h + k)**2 - 2*h*k").sum()[0])
'k**2 + h**2'
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from .kinks import FUNCTIONS, branch
from .polynomials import (
    MOST_BITS,
    ONE,
    ZERO,
    Poly,
    Quotient,
    RejectedError,
    added,
    exponents,
    inverse,
    longest,
    multiplied,
    number,
    plus,
    primitive,
    times,
    whole,
)

if TYPE_CHECKING:
    from .texts import Ring

TOKEN = re.compile(
    r"\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|([^\W\d]\w*)|(\*\*|<=|>=|==|!=|[-+*/()<>,&|~])|(\S))"
)


def fraction(text: str) -> Fraction:
    """The number that a text denotes, one of moderate length.

    >>> fraction("1e999999999")
    Traceback (most recent call last):
        ...
    symdt.solve.proofs.check.polynomials.RejectedError: '1e999999999' is no text of a number of moderate length
    """
    if not isinstance(text, str) or len(text) > 10_000 or len(text.lower().partition("e")[2]) > 4:
        raise RejectedError(f"{str(text)[:60]!r} is no text of a number of moderate length")
    return Fraction(text)


def split(text: str) -> list[str]:
    """A text at its outer commas."""
    parts, depth = [""], 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return parts


class Reader:
    """Sums, products, powers, brackets, `sqrt` and `Abs`; one method for each level of binding."""

    def __init__(self, ring: Ring, text: str) -> None:
        self.ring, self.text, self.tokens = ring, text, TOKEN.findall(text)[::-1]
        self.divisors: list[Poly] = []  # without numbers
        self.radicals: list[str] = []

    def take(self, *ops: str) -> str:
        if self.tokens and self.tokens[-1][2] in ops and self.tokens[-1][2]:
            return self.tokens.pop()[2]
        return ""

    def sum(self) -> Quotient:
        total = self.product()
        while op := self.take("+", "-"):
            total = added(total, self.product(), 1 if op == "+" else -1)
        return total

    def product(self) -> Quotient:
        total = self.signed()
        while op := self.take("*", "/"):
            factor = self.signed()
            total = multiplied(total, factor if op == "*" else self.inverse(factor))
        return total

    def inverse(self, a: Quotient) -> Quotient:
        """1 / a; what it divides by is noted."""
        answer = inverse(a)
        if set(a[0]) != {0}:
            self.divisors.append(primitive(a[0]))
        return answer

    def signed(self) -> Quotient:
        op = self.take("+", "-")
        if op:
            return added(ZERO, self.signed(), 1 if op == "+" else -1)
        base = self.atom()
        return self.power(base, self.signed()) if self.take("**") else base

    def power(self, base: Quotient, exponent: Quotient) -> Quotient:
        for name in (
            set(self.ring.letters_of(exponent[0])) & set(self.ring.numbers) if not exponent[1] else ()
        ):
            value = self.ring.numbers[name]
            exponent = self.ring.put(exponent[0], name, ({0: value} if value else {}, ()))
        n = exponent[0].get(0, 0)
        high = max((e for m in base[0] for e in exponents(m)), default=0)
        most = 64 if len(base[0]) > 1 or base[1] else 4096  # a power of one term is one term
        if exponent[1] or set(exponent[0]) - {0} or n != int(n) or abs(n) > most or high * abs(n) > 10**6:
            raise RejectedError(f"{self.text[:60]!r} has an exponent that is not a small whole number")
        if longest(base[0]) * abs(n) > MOST_BITS:
            raise RejectedError(f"{self.text[:60]!r} has a power with too many digits")
        power = ONE
        for _ in range(abs(int(n))):
            power = multiplied(power, base)
        return power if n >= 0 else self.inverse(power)

    def atom(self) -> Quotient:
        if not self.tokens:
            raise RejectedError(f"{self.text[:60]!r} ends too early")
        digits, name, op, bad = self.tokens.pop()
        if digits:
            value = number(fraction(digits))
            return ({0: value} if value else {}), ()
        if name and self.ring.decide is not None and name in FUNCTIONS and self.take("("):
            return branch(self, name)
        if name in ("sqrt", "Abs") and self.take("("):
            return self.radical(name)
        if name in self.ring.replaced:
            value = self.ring.numbers[name]
            return ({0: value} if value else {}), ()
        if name:
            return self.ring.letter(name), ()
        if op != "(":
            raise RejectedError(
                f"{self.text[:60]!r} has {op or bad!r} where a number or a letter was expected"
            )
        inside = self.sum()
        self.expect(")")
        return inside

    def expect(self, op: str) -> None:
        if not self.take(op):
            what = "a bracket that is not closed" if op == ")" else f"no {op!r} where one was expected"
            raise RejectedError(f"{self.text[:60]!r} has {what}")

    def next(self) -> str:
        """What stands next, of whatever kind."""
        return "".join(self.tokens[-1]) if self.tokens else ""

    def skip(self) -> None:
        self.tokens.pop()

    def behind_bracket(self) -> str:
        """What stands behind the bracket that opens here and is closed again."""
        depth = 0
        for n in range(len(self.tokens) - 1, -1, -1):
            depth += {"(": 1, ")": -1}.get(self.tokens[n][2], 0)
            if depth == 0:
                return "".join(self.tokens[n - 1]) if n else ""
        return ""

    def radical(self, kind: str) -> Quotient:
        """s = sqrt(N/D): s >= 0 and D s² = N. t = Abs(N/D): t >= 0 and D² t² = N²."""
        num, dens = inside = self.sum()
        self.expect(")")
        ring = self.ring
        text = f"{kind}({ring.text(num)})" + "".join(f"/({ring.text(d)})" for d in dens)
        if text not in ring.known:
            letter = ring.letter(ring.new("s" if kind == "sqrt" else "t", text))
            left = times(letter, letter)
            if kind == "Abs":
                num, dens = times(num, num), (*dens, *dens)
            for den in dens:
                left = times(left, den)
            ring.definitions[ring.known[text]] = [(letter, ">="), (whole(plus(left, num, -1)), "==")]
            if kind == "sqrt":
                ring.radicands[ring.known[text]] = inside
        self.radicals.append(ring.known[text])
        return ring.letter(ring.known[text]), ()
