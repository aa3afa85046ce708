"""A certificate's questions in SMT-LIB 2, for any solver of real arithmetic: each is to be answered `unsat`.

>>> from symdt.solve.proofs.check.texts import Ring
>>> ring = Ring(["h", "k"])
>>> term(ring.fact("2*h**2 - k > 1")[0], ring.letters)
'(+ (- k) (* 2 h h) (- 1))'

One file, one `check-sat` for each question, with its words before it. A root is written out in every way
in which its polynomial may factor (see `symdt.solve.proofs.roots`). What needs no solver, the points
that show that cases are not empty, stands in comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from symdt.solve.proofs.check.items import Point, Question
from symdt.solve.proofs.check.polynomials import Poly, exponents
from symdt.solve.proofs.check.texts import Fact, Ring
from symdt.solve.proofs.members import members
from symdt.solve.proofs.roots import ways, with_inner

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
    number = 0
    for part in parts:
        lines += ["", f"; --- {_comment(part.title)}"] if part.title else []
        for item in part.items:
            if isinstance(item, Question):
                number += 1
                lines += ["", f"; {number}. {_comment(item.words)}", *question_lines(part.ring, item)]
            elif isinstance(item, Point):
                point = ", ".join(f"{n}={v}" for n, v in part.proofs[item.key].get("point", {}).items())
                lines += ["", f"; {_comment(item.words)}" + (f": at {_comment(point)}" if point else "")]
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


def question_lines(ring: Ring, item: Question) -> Iterator[str]:
    """The lines of one question; a comment where it is not written."""
    further: set[str] = set()

    def shapes(facts: Sequence[Fact], known: Sequence[str] = (), missing: str = "") -> list[str]:
        """That the roots in some facts are what they are, in every way; those that are known are left out."""
        outer = [n for n in ring.letters_of(*(f for f, _ in facts)) if n in ring.roots and n not in known]
        names = [n for n in with_inner(ring, outer) if n not in known]
        if not names and not missing:
            return []
        found = list(ways(ring, names, missing))
        further.update(letter for way in found for letter in way.letters[len(ring.letters) :])
        parts = [_joined("and", [atom(f, way.letters) for f in way.facts], "true") for way in found]
        return [_joined("or", parts, "false")]

    try:
        given = [atom(fact, ring.letters) for fact in item.facts] + shapes(item.facts, (), item.root)
        known = ring.letters_of(*(f for f, _ in item.facts))
        for clause in item.clauses:
            # a root that only an alternative names need not exist where another one holds
            parts = [
                _joined("and", [*shapes([fact], known), atom(fact, ring.letters)], "true") for fact in clause
            ]
            given.append(_joined("or", parts, "false"))
    except NotImplementedError as reason:
        yield f"{NOT_WRITTEN} {reason}"
        return
    yield "(push 1)"
    yield from (f"(declare-fun {name(letter)} () Real)" for letter in sorted(further))
    yield from (f"(assert {text})" for text in given)
    yield "(check-sat)"
    yield "(pop 1)"


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
