"""Texts as people write them, read into quotients of polynomials: letters, numbers, + - * / **, brackets.

>>> ring = Ring(["h", "k"])
>>> num, dens = ring.read("2*k/(4*h + 3*k) - 1/2")
>>> ring.text(num), [ring.text(d) for d in dens]
('1/2*k - 2*h', ['3*k + 4*h'])

A radical becomes a letter with its definition; so does an indexed root.

>>> num, _ = ring.read("sqrt(h)")
>>> [(ring.text(f), op) for f, op in ring.definitions[ring.text(num)]]
[('s_0', '>='), ('s_0**2 - h', '==')]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction

from .polynomials import (
    BITS,
    ZERO,
    Poly,
    Quotient,
    RejectedError,
    added,
    exponents,
    multiplied,
    of_small_degree,
    plus,
    whole,
)
from .reader import Reader, split

Fact = tuple[Poly, str]  # a polynomial, and how it compares with 0: > >= == !=


NEGATION = {">": (-1, ">="), ">=": (-1, ">"), "==": (1, "!="), "!=": (1, "==")}


def negated(fact: Fact) -> Fact:
    """What holds where a fact does not."""
    sign, op = NEGATION[fact[1]]
    return {m: sign * c for m, c in fact[0].items()}, op


class Ring:
    """The letters, in order; radicals and roots that are read become letters with their definitions."""

    def __init__(self, letters: list[str]) -> None:
        self.letters = list(letters)
        self.known: dict[str, str] = {}  # the text of a radical or root -> its letter
        self.definitions: dict[str, list[Fact]] = {}
        self.radicands: dict[str, Quotient] = {}  # what must not be negative for the letter to exist
        self.roots: dict[str, tuple[Poly, str, int]] = {}  # (polynomial, its letter, number of the root)
        # on a part of a domain: whether a quotient compares so with 0; letters that are numbers there; those read as such
        self.decide: Callable[[Quotient, str], bool] | None = None
        self.numbers: dict[str, Fraction] = {}
        self.replaced: set[str] = set()
        self.texts: dict[str, Quotient] = {}  # what was read
        # of texts: what they divide by, and the letters of what they take roots of, also where these cancel
        self.needs: dict[str, tuple[tuple[Poly, ...], tuple[str, ...]]] = {}
        self.plain_texts: dict[str, Quotient] = {}  # and what was read as it is
        self.written: dict[frozenset[tuple[int, object]], str] = {}  # texts of polynomials

    def letter(self, name: str) -> Poly:
        """The letter as a polynomial."""
        if name not in self.letters:
            raise RejectedError(f"{name[:60]!r} is no letter of the problem")
        return {1 << BITS * self.letters.index(name): 1}

    def is_so(self, difference: Quotient, op: str) -> bool:
        """Whether a quotient compares so with 0, here: seen where it is a number, else decided."""
        num, dens = difference
        if not dens and set(num) <= {0}:
            value = num.get(0, 0)
            return bool({">": value > 0, ">=": value >= 0, "==": value == 0, "!=": value != 0}[op])
        assert self.decide is not None
        return self.decide(difference, op)

    def new(self, kind: str, text: str) -> str:
        """A new letter for a radical or a root."""
        name = next(n for i in range(len(self.letters) + 1) if (n := f"{kind}_{i}") not in self.letters)
        self.letters.append(name)
        self.known[text] = name
        return name

    def letters_of(self, *polys: Poly) -> list[str]:
        """The letters that occur, those of radicals inside radicals too, inner ones first."""
        found: dict[str, None] = {}
        seen = 0  # the bits of the exponents of letters that were found
        for monomial in (m for poly in polys for m in poly):
            rest = monomial & ~seen
            while rest:
                at = ((rest & -rest).bit_length() - 1) // BITS
                seen |= (1 << BITS) - 1 << BITS * at
                rest &= ~seen
                name = self.letters[at]
                if name not in found:
                    inner = [f for f, _ in self.definitions.get(name, [])]
                    found |= dict.fromkeys(self.letters_of(*(_less(f, name, self) for f in inner)))
                    found[name] = None
        return list(found)

    def read(self, text: str) -> Quotient:
        """The quotient of polynomials that a text denotes; read once, for a rule of many cases names the same few polynomials."""
        if (
            text not in self.texts or self.decide is not None
        ):  # on a part of a domain it depends on what is decided
            reader = Reader(self, text)
            answer = reader.sum()
            if reader.tokens:
                raise RejectedError(f"{text[:60]!r} goes on where it should end")
            self.texts[text] = answer
            self.needs[text] = tuple(reader.divisors), tuple(reader.radicals)
        return self.texts[text]

    def plain(self, text: str) -> Quotient:
        """The same of a text of a proof, in which every letter is a letter, also one that is a number on this part of the domain.

        >>> ring = Ring(["n"])
        >>> ring.numbers, ring.replaced = {"n": Fraction(4)}, {"n"}
        >>> [ring.text(read("n - 1")[0]) for read in (ring.read, ring.plain)]
        ['3', 'n - 1']
        """
        if text not in self.plain_texts:
            said = self.decide, self.replaced, self.texts
            self.decide, self.replaced, self.texts = None, set(), self.plain_texts
            try:
                self.read(text)
            finally:
                self.decide, self.replaced, self.texts = said
        return self.plain_texts[text]

    def relation(self, text: str) -> tuple[Quotient, str]:
        """`a < b` as (b - a, ">"), and so on; `Eq(a, b)` and `Ne(a, b)` are read too."""
        call = re.fullmatch(r"\s*(Eq|Ne)\((.*)\)\s*", text)
        if call:
            parts = split(call[2])
            if len(parts) != 2:
                raise RejectedError(f"{text[:60]!r} does not compare two expressions")
            left, right = self.read(parts[0]), self.read(parts[1])
            self.joined(text, parts[0], parts[1])
            return added(left, right, -1), "==" if call[1] == "Eq" else "!="
        sides = re.split(r"(<=|>=|==|!=|<|>)", text)
        if len(sides) != 3:
            raise RejectedError(f"{text[:60]!r} is not one comparison")
        left, right = self.read(sides[0]), self.read(sides[2])
        self.joined(text, sides[0], sides[2])
        if sides[1] in ("<", "<="):
            return added(right, left, -1), sides[1].replace("<", ">")
        return added(left, right, -1), sides[1]

    def joined(self, text: str, one: str, other: str) -> None:
        """What a text needs are what two parts of it do."""
        (dens, names), (more, others) = self.needs[one], self.needs[other]
        self.needs[text] = (*dens, *more), (*names, *others)

    def fact(self, text: str) -> Fact:
        """A comparison of polynomials."""
        (num, dens), op = self.relation(text)
        if dens:
            raise RejectedError(f"{text[:60]!r} has a letter in a denominator")
        return whole(num), op

    def root(self, of: str, letter: str, index: int) -> Quotient:
        """The letter that stands for the real root number `index` (from 0, with multiplicity) of a polynomial."""
        poly, dens = self.read(of)
        self.letter(letter)
        at = BITS * self.letters.index(letter)
        if dens or not any(m >> at & (1 << BITS) - 1 for m in poly):
            raise RejectedError(f"{of[:60]!r} is no polynomial in {letter}")
        poly = whole(poly)
        text = f"root {index} in {letter} of {self.text(poly)}"
        if text not in self.known:
            name = self.new("root", text)
            shift = (1 << BITS * self.letters.index(name)) - (1 << at)
            self.roots[name] = (poly, letter, index)
            self.definitions[name] = [
                ({m + (m >> at & (1 << BITS) - 1) * shift: c for m, c in poly.items()}, "==")
            ]
        return self.letter(self.known[text]), ()

    def renamed(self, poly: Poly, name: str) -> Poly:
        """A polynomial with another value of a letter in its place: a letter of its own for it."""
        text = f"another {name}"
        other = self.known.get(text) or self.new(f"{name}_other", text)
        at = BITS * self.letters.index(name)
        shift = (1 << BITS * self.letters.index(other)) - (1 << at)
        return of_small_degree({m + (m >> at & (1 << BITS) - 1) * shift: c for m, c in poly.items()})

    def put(self, poly: Poly, name: str, value: Quotient) -> Quotient:
        """A polynomial with a value put for a letter."""
        total = ZERO
        for part in reversed(self.coefficients(poly, name)):
            total = added(multiplied(total, value), (part, ()))
        return total

    def limit(self, poly: Poly, name: str, sign: int) -> Quotient:
        """What has the sign of a polynomial far out along a letter, to the right (1) or to the left (-1)."""
        parts = self.coefficients(poly, name)
        return {m: c * sign ** (len(parts) - 1) for m, c in parts[-1].items()}, ()

    def coefficients(self, poly: Poly, name: str) -> list[Poly]:
        """The coefficients in a letter, lowest first."""
        at = BITS * self.letters.index(name)
        parts: dict[int, Poly] = {0: {}}
        for m, c in poly.items():
            e = m >> at & (1 << BITS) - 1
            parts.setdefault(e, {})[m - (e << at)] = c
        return [parts.get(e, {}) for e in range(max(parts) + 1)]

    def with_definitions(self, facts: list[Fact], fact: Fact) -> list[Fact]:
        """Facts with one more, after the definitions of its letters."""
        defined = [d for name in self.letters_of(fact[0]) for d in self.definitions.get(name, ())]
        return [*facts, *(d for d in defined if d not in facts), fact]

    def order(self, polys: Iterable[Poly]) -> list[Fact]:
        """The roots of one polynomial that occur are numbered from the left."""
        names = [n for n in self.letters_of(*polys) if n in self.roots]
        return [
            (plus(self.letter(b), self.letter(a), -1), ">=")
            for a in names
            for b in names
            if self.roots[a][:2] == self.roots[b][:2] and self.roots[a][2] < self.roots[b][2]
        ]

    def text(self, poly: Poly) -> str:
        """A polynomial as text."""
        key = frozenset(poly.items())
        if key not in self.written:
            self.written[key] = self._text(poly)
        return self.written[key]

    def _text(self, poly: Poly) -> str:
        terms = []
        for m, c in sorted(poly.items(), reverse=True):
            powers = [
                n if e == 1 else f"{n}**{e}" for n, e in zip(self.letters, exponents(m), strict=False) if e
            ]
            size = [] if abs(c) == 1 and powers else [str(abs(c))]
            terms.append(("- " if c < 0 else "+ ") + "*".join(size + powers))
        return (
            " ".join(terms).removeprefix("+ ").replace("- ", "-", 1 if terms and terms[0][0] == "-" else 0)
            or "0"
        )


def _less(poly: Poly, name: str, ring: Ring) -> Poly:
    """The monomials, a letter left out of each."""
    at = BITS * ring.letters.index(name)
    return {m - ((m >> at & (1 << BITS) - 1) << at): 1 for m in poly}
