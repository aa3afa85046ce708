"""A certificate as a script for a proof assistant: what Coq and Lean share, the walk over the proofs.

Each question is a lemma: from its facts and clauses follows False. A proof's sum of products becomes
the positivity of each product, from that of its factors, and one step of linear arithmetic that sees
products of letters as letters; its cases become cases on the sign of a polynomial. A dialect says how.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from symdt.solve.proofs.check.items import Point, Question
from symdt.solve.proofs.check.polynomials import Poly, exponents
from symdt.solve.proofs.check.texts import Fact, negated
from symdt.solve.proofs.members import Member, members


class Script(ABC):
    """The lemmas of a certificate in some language."""

    #: Names that a letter must not have in the language.
    reserved: frozenset[str] = frozenset()

    def __init__(self, member: Member, first: int = 1) -> None:
        self.member, self.ring, self.proofs = member, member.ring, member.proofs
        self.letters = self.ring.letters
        self.number, self.admitted = first, 0

    def lemmas(self) -> list[str]:
        """Every question as a lemma, and every point as a comment."""
        texts = [self.comment(self.member.title)] if self.member.title else []
        for item in self.member.items:
            if isinstance(item, Question):
                number, self.number = self.number, self.number + 1
                texts += [self.comment(f"{number}. {item.words}"), self.lemma(f"question_{number}", item)]
            elif isinstance(item, Point):
                point = self.proofs[item.key].get("point", {})
                at = ", ".join(f"{n}={v}" for n, v in point.items())
                texts.append(self.comment(item.words + (f": at {at}" if at else ", as the solver says")))
        return texts

    def name(self, letter: str) -> str:
        """A letter as an identifier."""
        if re.fullmatch(r"[A-Za-z]\w*", letter, re.ASCII) and letter not in self.reserved:
            return letter
        return f"letter_{self.letters.index(letter)}"

    def term(self, poly: Poly) -> str:
        """A polynomial."""
        terms = []
        for m, c in sorted(poly.items(), reverse=True):
            value = abs(Fraction(c))
            number = str(value) if value.denominator == 1 else f"({value.numerator} / {value.denominator})"
            factors = [
                self.name(n) for n, e in zip(self.letters, exponents(m), strict=False) for _ in range(e)
            ]
            parts = factors if value == 1 and factors else [number, *factors]
            terms.append(("- " if c < 0 else "+ ") + " * ".join(parts))
        return " ".join(terms).removeprefix("+ ") or "0"

    def used(self, item: Question) -> list[str]:
        """The letters of a question."""
        polys = [f for f, _ in item.facts] + [f for clause in item.clauses for f, _ in clause]
        found = set(self.ring.letters_of(*polys))
        return [n for n in self.letters if n in found]

    def is_shown(self, item: Question, proof: Any) -> bool:
        """Whether a proof can be written out: no part is left to a solver, nothing hangs on a root that may be missing."""
        ring = self.ring
        given = ring.letters_of(*(f for f, _ in item.facts))
        later = ring.letters_of(*(f for clause in item.clauses for f, _ in clause))
        if item.root or any(n in ring.definitions and n not in given for n in later):
            return False
        return self.is_whole(proof)

    def is_whole(self, proof: Any) -> bool:
        """Whether no part of a proof is left to a solver."""
        return "solver" not in proof and all(self.is_whole(part) for part in proof.get("cases", ()))

    def steps(self, proof: Any, facts: list[Fact], clauses: Sequence[list[Fact]]) -> list[str]:
        """The tactics that derive False; the fact number i is the hypothesis `Hi`."""
        if "sum" in proof:
            return self.sum(proof["sum"], facts)
        if "clause" in proof:
            return self.cases(proof, facts, clauses)
        poly, _ = self.ring.plain(proof["sides" if "sides" in proof else "split"])
        minus = {m: -c for m, c in poly.items()}
        branches: list[Fact] = [(poly, ">"), (minus, ">=")]
        lines = [self.either(branches[0])]
        if "split" in proof:
            branches = [(poly, ">"), (poly, "=="), (minus, ">")]
            lines = [self.trichotomy(poly)]
        for part, fact in zip(proof["cases"], branches, strict=True):
            known = self.known(len(facts), fact)
            lines += self.focus([known, *self.steps(part, [*facts, fact], clauses)])
        return lines

    def cases(self, proof: Any, facts: list[Fact], clauses: Sequence[list[Fact]]) -> list[str]:
        """Either the first alternative of a clause holds, or it fails and the next may; at last none is left."""
        clause = clauses[proof["clause"]]
        lines: list[str] = []
        known = list(facts)
        for part, fact in zip(proof["cases"], clause, strict=True):
            holds = self.known(len(known), fact)
            lines += [self.either(fact), *self.focus([holds, *self.steps(part, [*known, fact], clauses)])]
            lines.append(self.known(len(known), negated(fact)))
            known.append(negated(fact))
        return [*lines, self.none_left(proof["clause"], clause)]

    @abstractmethod
    def comment(self, words: str) -> str:
        """A comment."""

    @abstractmethod
    def lemma(self, name: str, item: Question) -> str:
        """A question as a lemma with its proof."""

    def sum(self, terms: Any, facts: list[Fact]) -> list[str]:
        """The contradiction in a sum of products: each product's sign, then one step of linear arithmetic."""
        lines, kept = [], []
        for number, (_, factors) in enumerate(terms):
            if len(factors) == 1 and facts[factors[0]][1] != "!=":
                kept.append(f"H{factors[0]}")
            elif factors:
                lines.append(self.product(f"P{number}", factors, facts))
                kept.append(f"P{number}")
        return [*lines, self.linear(list(dict.fromkeys(kept)))]

    def product(self, name: str, factors: list[int], facts: list[Fact]) -> str:
        """The sign of a product of facts, as a hypothesis of this name."""
        parts = [f"({self.term(facts[i][0])})" for i in factors]
        parts = [f"({e} * {e})" if facts[i][1] == "!=" else e for e, i in zip(parts, factors, strict=True)]
        equation = next((i for i in factors if facts[i][1] == "=="), None)
        if equation is not None:
            return self.vanishing(name, " * ".join(parts), equation)
        ops = {i: facts[i][1] for i in factors}
        is_strict = all(op in (">", "!=") for op in ops.values())
        return self.positive(name, " * ".join(parts), [(i, ops[i]) for i in factors], is_strict)

    @abstractmethod
    def linear(self, kept: list[str]) -> str:
        """False, by linear arithmetic from these hypotheses."""

    @abstractmethod
    def vanishing(self, name: str, product: str, equation: int) -> str:
        """The product is zero, since its factor number `equation` is."""

    @abstractmethod
    def positive(self, name: str, product: str, factors: list[tuple[int, str]], is_strict: bool) -> str:
        """The product is positive, or not negative, since its factors are; each with its relation."""

    @abstractmethod
    def focus(self, lines: list[str]) -> list[str]:
        """The tactics of the first case that is open."""

    @abstractmethod
    def either(self, fact: Fact) -> str:
        """A fact holds or does not."""

    @abstractmethod
    def trichotomy(self, poly: Poly) -> str:
        """A polynomial is positive, zero or negative."""

    @abstractmethod
    def known(self, number: int, fact: Fact) -> str:
        """The case's hypothesis `S`, put as the fact with this number."""

    @abstractmethod
    def none_left(self, number: int, clause: list[Fact]) -> str:
        """All alternatives of a clause fail."""


def written_out(kind: type[Script], data: dict[str, Any]) -> tuple[list[str], int, list[Script]]:
    """The lemmas of a whole certificate, how many of them are left to a solver, and who wrote them."""
    texts: list[str] = []
    scripts: list[Script] = []
    for member in members(data):
        scripts.append(kind(member, scripts[-1].number if scripts else 1))
        texts += scripts[-1].lemmas()
    return texts, sum(script.admitted for script in scripts), scripts
