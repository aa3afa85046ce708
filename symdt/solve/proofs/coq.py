"""A certificate as a Coq file: each question a lemma over the reals, proved by `lra` from products of its facts.

>>> from symdt.solve.certificate import certificate_of
>>> from symdt import Belief, DecisionProblem, Domain, LossTable
>>> from sympy import symbols
>>> p = symbols("p")
>>> loss = LossTable(["well", "ill"], ["wait", "treat"], [[0, 1], [10, 0]])
>>> problem = DecisionProblem(loss, Belief({"well": "rest", "ill": p}), Domain("0 < p < 1"))
>>> pieces = [{"action": "wait", "from": "0", "to": "1/11"}, {"action": "treat", "from": "1/11", "to": "1"}]
>>> data = certificate_of(problem, {"rule": {"for": "p", "cases": [{"if": [], "pieces": pieces}]}}).data
>>> print(to_coq(data).partition("(* 4. ")[2].partition("Qed.")[0])
in case 1, piece 1, wait is as good as treat *)
<BLANKLINE>
Lemma question_4 : forall p : R,
  p > 0 ->
  - p + 1 > 0 ->
  p > 0 ->
  - 11 * p + 1 >= 0 ->
  11 * p - 1 > 0 ->
  False.
Proof.
  intros p H0 H1 H2 H3 H4.
  clear - H3 H4; lra.
<BLANKLINE>
"""

from __future__ import annotations

import re
from typing import Any

from symdt.solve.proofs.check.items import Question
from symdt.solve.proofs.check.polynomials import Poly
from symdt.solve.proofs.check.texts import Fact
from symdt.solve.proofs.script import Script, written_out

_OPS = {">": ">", ">=": ">=", "==": "=", "!=": "<>"}


def to_coq(data: dict[str, Any]) -> str:
    """The whole file for a certificate's data."""
    lemmas, left, (script, *_) = written_out(_Coq, data)
    assert isinstance(script, _Coq)
    admitted = f" {left} of them are left to a solver and admitted." if left else ""
    head = [
        script.comment(
            "A certificate of a decision rule: each lemma says that the rule cannot be wrong in one way, "
            f"for all values of the letters.{admitted} Conditions are multiplied out by their denominators, "
            "whose signs are lemmas too, as the lemmas about quotients say."
        ),
        "Require Import Reals Lra.",
        "Open Scope R_scope.",
        _DIVISION,
    ]
    return "\n\n".join([*head, *script.sums(data), *lemmas]) + "\n"


_DIVISION = """Lemma Rneq_dec : forall a : R, {a <> 0} + {a = 0}.
Proof. intro a. destruct (Req_EM_T a 0) as [S|S]; [right | left]; exact S. Qed.

Lemma at_most_a_quotient : forall a b c : R, c > 0 -> (a <= b / c <-> b - a * c >= 0).
Proof.
  intros a b c H. assert (E : b / c * c = b) by (field; lra). split; intro L.
  - assert (M : a * c <= b / c * c) by (apply Rmult_le_compat_r; lra). lra.
  - apply (Rmult_le_reg_r c); lra.
Qed.

Lemma above_a_quotient : forall a b c : R, c > 0 -> (a > b / c <-> a * c - b > 0).
Proof.
  intros a b c H. assert (E : b / c * c = b) by (field; lra). split; intro L.
  - assert (M : b / c * c < a * c) by (apply Rmult_lt_compat_r; lra). lra.
  - apply (Rmult_lt_reg_r c); lra.
Qed."""


#: The words of the language.
_WORDS = (
    "R forall exists fun let in if then else match with end as return fix cofix Prop Set Type "
    "Lemma Proof Qed False True using where at by for I S O E P"
)


class _Coq(Script):
    reserved = frozenset(_WORDS.split())

    def comment(self, words: str) -> str:
        return f"(* {' '.join(words.split()).replace('(*', '( *').replace('*)', '* )')} *)"

    def fact(self, fact: Fact) -> str:
        return f"{self.term(fact[0])} {_OPS[fact[1]]} 0"

    def lemma(self, name: str, item: Question) -> str:
        letters = [self.name(n) for n in self.used(item)]
        proof = self.proofs[item.key]
        facts = [f"  {self.fact(f)} ->" for f in item.facts]
        facts += ["  (" + (" \\/ ".join(map(self.fact, c)) or "False") + ") ->" for c in item.clauses]
        quantifier = f"forall {' '.join(letters)} : R," if letters else ""
        head = "\n".join([f"Lemma {name} : {quantifier}".rstrip(), *facts, "  False."])
        if not self.is_shown(item, proof):
            self.admitted += 1
            return f"{head}\nAdmitted."
        names = [
            *letters,
            *(f"H{i}" for i in range(len(item.facts))),
            *(f"C{i}" for i in range(len(item.clauses))),
        ]
        steps = self.steps(proof, list(item.facts), item.clauses)
        return "\n".join([head, "Proof.", f"  intros {' '.join(names)}.", *("  " + t for t in steps), "Qed."])

    def sums(self, data: dict[str, Any]) -> list[str]:
        """The expected value of each strategy of a table, as the table says it, is the polynomial compared below."""
        problem, statement, texts = data["problem"], self.member.statement, list[str]()
        if statement is None or "tree" in problem or "parts" in data or statement.values.is_large:
            return []
        sign = "+" if problem["optimum"] == "min" else "-"
        for strategy, (num, dens) in statement.values.strategies:
            if dens:
                continue  # the lemmas below have it multiplied out
            terms = []
            for state, belief in problem["belief"].items():
                experiment = problem.get("experiments", {}).get(strategy["first"])
                if experiment is None:
                    inner = f"({self.text(problem['loss'][strategy['first']][state])})"
                else:
                    cost = self.text(experiment["cost"])
                    inner = " + ".join(
                        f"({self.text(chance)}) * (({self.text(problem['loss'][strategy[o]][state])}) {sign} ({cost}))"
                        for o, chance in experiment["likelihood"][state].items()
                        if o in strategy
                    )
                terms.append(f"({self.text(belief)}) * ({inner})")
            letters = " ".join(self.name(n) for n in data["letters"])
            quantifier = f"forall {letters} : R," if letters else ""
            name = f"value_{len(texts) + 1}"
            words = f"The expected value of {statement.label(strategy)}, summed over the table."
            lemma = f"Lemma {name} : {quantifier}\n  {' + '.join(terms)}\n  = {self.term(num)}."
            texts.append(f"{self.comment(words)}\n{lemma}\nProof. intros; field. Qed.")
        return texts

    def text(self, expression: str) -> str:
        """An expression of the problem."""
        tokens = re.sub(r"[^\W\d]\w*", lambda m: self.name(m[0]), expression)
        return tokens.replace("**", "^")

    def linear(self, kept: list[str]) -> str:
        return (f"clear - {' '.join(kept)}; " if kept else "") + "lra."

    def vanishing(self, name: str, product: str, equation: int) -> str:
        return f"assert ({name} : {product} = 0) by (rewrite H{equation}; ring)."

    def positive(self, name: str, product: str, factors: list[tuple[int, str]], is_strict: bool) -> str:
        apply = "Rmult_lt_0_compat" if is_strict else "Rmult_le_pos"
        tactic = ""
        for i, op in factors:
            one = f"apply Rsqr_pos_lt; exact H{i}" if op == "!=" else "lra"
            if op == "!=" and not is_strict:
                one = f"apply Rlt_le, Rsqr_pos_lt; exact H{i}"
            tactic = f"apply {apply}; [{tactic} | {one}]" if tactic else one
        return f"assert ({name} : 0 {'<' if is_strict else '<='} {product}) by ({tactic})."

    def focus(self, lines: list[str]) -> list[str]:
        return ["{", *("  " + line for line in lines), "}"]

    def either(self, fact: Fact) -> str:
        term = self.term(fact[0])
        return {
            ">": f"destruct (Rlt_le_dec 0 ({term})) as [S|S].",
            ">=": f"destruct (Rle_lt_dec 0 ({term})) as [S|S].",
            "==": f"destruct (Req_EM_T ({term}) 0) as [S|S].",
            "!=": f"destruct (Rneq_dec ({term})) as [S|S].",
        }[fact[1]]

    def trichotomy(self, poly: Poly) -> str:
        return f"destruct (Rtotal_order 0 ({self.term(poly)})) as [S|[S|S]]."

    def known(self, number: int, fact: Fact) -> str:
        tactic = "exact S" if fact[1] == "!=" else "lra"
        return f"assert (H{number} : {self.fact(fact)}) by ({tactic}); clear S."

    def none_left(self, number: int, clause: list[Fact]) -> str:
        if not clause:
            return f"destruct C{number}."
        if len(clause) == 1:
            return "first [lra | contradiction]."
        last = len(clause) - 1
        shape = "[" + "|[".join(["S"] * last) + "|S" + "]" * last
        return f"destruct C{number} as {shape}; first [lra | contradiction]."
