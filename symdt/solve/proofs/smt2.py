"""A certificate's questions in SMT-LIB 2, for any solver of real arithmetic: each is to be answered `unsat`.

>>> from symdt.solve.proofs.check.texts import Ring
>>> ring = Ring(["h", "k"])
>>> term(ring.fact("2*h**2 - k > 1")[0], ring.letters)
'(+ (- k) (* 2 h h) (- 1))'

One file, one `check-sat` for each question, with its words before it. What a root is, is defined once, in every way
in which its polynomial may factor (see `symdt.solve.proofs.roots`). What needs no solver, the points
that show that cases are not empty, stands in comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count
from typing import Any

from symdt.solve.proofs.check.items import Point, Question
from symdt.solve.proofs.check.polynomials import Poly, exponents
from symdt.solve.proofs.check.texts import Fact, Ring
from symdt.solve.proofs.members import members
from symdt.solve.proofs.roots import by_polynomial, ways_of_one, with_inner

#: What stands in the place of a question that is not written.
NOT_WRITTEN = "; not written for a solver:"


def to_smt2(data: dict[str, Any]) -> str:
    """The whole file for a certificate's data."""
    parts = members(data)
    letters = dict.fromkeys(letter for part in parts for letter in part.ring.letters)
    head = [
        "(set-logic QF_NRA)",
        *(f"(declare-fun {name(letter)} () Real)" for letter in letters),
    ]
    lines: list[str] = []
    number, taken = 0, set(letters)
    for part in parts:
        lines += ["", f"; --- {_comment(part.title)}"] if part.title else []
        writer = Writer(part.ring, taken)
        for item in part.items:
            if isinstance(item, Question):
                number += 1
                lines += ["", f"; {number}. {_comment(item.words)}", *writer.lines(item)]
            elif isinstance(item, Point):
                point = ", ".join(f"{n}={v}" for n, v in part.proofs[item.key].get("point", {}).items())
                lines += ["", f"; {_comment(item.words)}" + (f": at {_comment(point)}" if point else "")]
        head += writer.definitions
    missing = sum(line.startswith(NOT_WRITTEN) for line in lines)
    told = [
        "; The questions of a certificate of a decision rule. Every check-sat must answer unsat:",
        f"; then the rule is right. {number} questions, over {', '.join(data['letters']) or 'no letters'}.",
    ]
    if missing:
        told.append(
            f"; But {missing} of the {number} are not written here: they stand as comments, with the reason."
        )
    return "\n".join([*told, *head, *lines, "", "(exit)", ""])


class Writer:
    """Writes the questions over a ring. What a root is, is defined once, with further letters of its own.

    taken: all names that mean something in the file already; names of the writer's own are added.
    """

    def __init__(self, ring: Ring, taken: set[str]) -> None:
        self.ring, self.taken = ring, taken
        self.definitions: list[str] = []  # letters and shapes, to stand before the questions
        self.shape: dict[tuple[str, ...], str] = {}  # the name under which it is defined what some roots are

    def lines(self, item: Question) -> Iterator[str]:
        """The lines of one question; a comment where it is not written."""
        ring = self.ring
        try:
            given = [atom(fact, ring.letters) for fact in item.facts]
            given += self.shapes(item.facts, (), item.root)
            known = ring.letters_of(*(f for f, _ in item.facts))
            for clause in item.clauses:
                # a root that only an alternative names need not exist where another one holds
                parts = [
                    _joined("and", [*self.there(fact, known), atom(fact, ring.letters)], "true")
                    for fact in clause
                ]
                given.append(_joined("or", parts, "false"))
        except NotImplementedError as reason:
            yield f"{NOT_WRITTEN} {reason}"
            return
        yield "(push 1)"
        yield from (f"(assert {text})" for text in given)
        yield "(check-sat)"
        yield "(pop 1)"

    def there(self, fact: Fact, known: Sequence[str]) -> list[str]:
        """That the radicals and roots of a fact are what they are; those that are known are left out."""
        names = [n for n in self.ring.letters_of(fact[0]) if n not in known and n not in self.ring.roots]
        given = [atom(f, self.ring.letters) for n in names for f in self.ring.definitions.get(n, ())]
        return given + self.shapes([fact], known)

    def shapes(self, facts: Sequence[Fact], known: Sequence[str], missing: str = "") -> list[str]:
        """That the roots in some facts are what they are, in one of the ways; those that are known are left out."""
        roots = self.ring.roots
        outer = [n for n in self.ring.letters_of(*(f for f, _ in facts)) if n in roots and n not in known]
        names = [n for n in with_inner(self.ring, outer) if n not in known]
        groups = by_polynomial(self.ring, [*names, *([missing] if missing else [])])
        return [self.defined(group, missing if missing in group else "") for group in groups]

    def defined(self, group: Sequence[str], missing: str) -> str:
        """The name of a definition: these roots of one polynomial are what they are, in one of the ways."""
        key = (*group, missing)
        if key not in self.shape:
            forms = list(ways_of_one(self.ring, group, missing, {}))
            letters = [self.fresh("x") for _ in range(max((len(way.letters) for way in forms), default=0))]
            over = [*self.ring.letters, *letters]
            parts = [_joined("and", [atom(f, over) for f in way.facts], "true") for way in forms]
            self.shape[key] = self.fresh("shape")
            self.definitions += [f"(declare-fun {letter} () Real)" for letter in letters]
            self.definitions.append(f"(define-fun {self.shape[key]} () Bool {_joined('or', parts, 'false')})")
        return self.shape[key]

    def fresh(self, word: str) -> str:
        """A name that stands for nothing else."""
        made = next(n for n in (f"{word}_{i}" for i in count(len(self.taken))) if n not in self.taken)
        self.taken.add(made)
        return made


def _joined(op: str, parts: list[str], empty: str) -> str:
    return f"({op} {' '.join(parts)})" if len(parts) > 1 else parts[0] if parts else empty


def atom(fact: Fact, letters: Sequence[str]) -> str:
    """A fact."""
    poly, op = fact
    if op == "!=":
        return f"(not (= {term(poly, letters)} 0))"
    return f"({'=' if op == '==' else op} {term(poly, letters)} 0)"


def term(poly: Poly, letters: Sequence[str]) -> str:
    """A polynomial, with products written out."""
    terms = []
    for m, c in sorted(poly.items(), reverse=True):
        factors = [name(n) for n, e in zip(letters, exponents(m), strict=False) for _ in range(e)]
        value = abs(Fraction(c))
        text = str(value) if value.denominator == 1 else f"(/ {value.numerator} {value.denominator})"
        parts = factors if value == 1 and factors else [text, *factors]
        product = f"(* {' '.join(parts)})" if len(parts) > 1 else parts[0]
        terms.append(f"(- {product})" if c < 0 else product)
    return f"(+ {' '.join(terms)})" if len(terms) > 1 else terms[0] if terms else "0"


def name(letter: str) -> str:
    """A letter as a symbol, quoted where it must be."""
    return letter if re.fullmatch(r"[A-Za-z]\w*", letter, re.ASCII) else f"|{letter}|"


def _comment(words: str) -> str:
    return " ".join(words.split())
