"""A certificate as a Lean 4 file (Mathlib), with the same identities as the Coq file; it has not been run through Lean.

>>> from symdt.solve.proofs.check.texts import Ring
>>> from symdt.solve.proofs.members import Member
>>> print(_Lean(Member("", Ring(["x"]), [], {})).comment("no cases"))
-- no cases
"""

from __future__ import annotations

import textwrap
from typing import Any

from symdt.solve.proofs.check.items import Question
from symdt.solve.proofs.check.polynomials import Poly
from symdt.solve.proofs.check.texts import Fact
from symdt.solve.proofs.script import Script, written_out

_OPS = {">": ">", ">=": "≥", "==": "=", "!=": "≠"}


def to_lean(data: dict[str, Any]) -> str:
    """The whole file for a certificate's data."""
    lemmas, left, (script, *_) = written_out(_Lean, data)
    admitted = f" {left} of them are left to a solver: sorry." if left else ""
    head = script.comment(
        "A certificate of a decision rule for Lean 4 with Mathlib. Untested: written with the identities of the "
        f"Coq file, which was.{admitted} Conditions are multiplied out by their denominators."
    )
    return "\n\n".join(["import Mathlib.Tactic", head, *lemmas]) + "\n"


#: The words of the language.
_WORDS = "fun let in if then else match with do where at by for have show from theorem lemma def λ Type Prop"


class _Lean(Script):
    reserved = frozenset(_WORDS.split())

    def comment(self, words: str) -> str:
        return textwrap.fill(" ".join(words.split()), 100, initial_indent="-- ", subsequent_indent="-- ")

    def fact(self, fact: Fact) -> str:
        return f"{self.term(fact[0])} {_OPS[fact[1]]} 0"

    def lemma(self, name: str, item: Question) -> str:
        letters = [self.name(n) for n in self.used(item)]
        proof = self.proofs[item.key]
        head = [f"theorem {name}" + (f" ({' '.join(letters)} : ℝ)" if letters else "")]
        head += [f"    (H{i} : {self.fact(f)})" for i, f in enumerate(item.facts)]
        head += [
            f"    (C{i} : {' ∨ '.join(map(self.fact, c)) or 'False'})" for i, c in enumerate(item.clauses)
        ]
        if not self.is_shown(item, proof):
            self.admitted += 1
            return "\n".join(head) + " : False := by\n  sorry"
        steps = self.steps(proof, list(item.facts), item.clauses)
        return "\n".join([*head[:-1], head[-1] + " : False := by", *("  " + t for t in steps)])

    def linear(self, kept: list[str]) -> str:
        return f"linarith [{', '.join(kept)}]"

    def vanishing(self, name: str, product: str, equation: int) -> str:
        return f"have {name} : {product} = 0 := by rw [H{equation}]; ring"

    def positive(self, name: str, product: str, factors: list[tuple[int, str]], is_strict: bool) -> str:
        proof = ""
        for i, op in factors:
            one = f"(mul_self_pos.mpr H{i})" if op == "!=" else f"H{i}"
            if not is_strict:
                one = f"(le_of_lt {one})" if op in (">", "!=") else one
            proof = f"({'mul_pos' if is_strict else 'mul_nonneg'} {proof} {one})" if proof else one
        return f"have {name} : {product} {'>' if is_strict else '≥'} 0 := {proof}"

    def focus(self, lines: list[str]) -> list[str]:
        return [("· " if n == 0 else "  ") + line for n, line in enumerate(lines)]

    def either(self, fact: Fact) -> str:
        return f"rcases Classical.em ({self.fact(fact)}) with S | S"

    def trichotomy(self, poly: Poly) -> str:
        return f"rcases lt_trichotomy 0 ({self.term(poly)}) with S | S | S"

    def known(self, number: int, fact: Fact) -> str:
        if fact[1] in ("==", "!="):
            return f"have H{number} : {self.fact(fact)} := by first | exact S | exact not_not.mp S | exact S.symm"
        return f"have H{number} : {self.fact(fact)} := by first | exact S | linarith [not_lt.mp S] | linarith [not_le.mp S] | linarith [S]"

    def none_left(self, number: int, clause: list[Fact]) -> str:
        if not clause:
            return f"exact C{number}"
        return f"rcases C{number} with {' | '.join(['S'] * len(clause))} <;> first | contradiction | linarith"
