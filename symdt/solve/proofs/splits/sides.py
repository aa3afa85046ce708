"""Sides: facts without a common point, shown on the two sides of forms, one form after the other.

Conditions of long rules are determinants of differences: which value is the greater at an end of the range, which
grows faster. Once the signs of such *forms* are known, products of two facts refute what products of three do not, or
a solver does at once what it does not decide as a whole. So a form is *looked at* first: where one of its sides is
refuted, the other is a fact more. Where forms are left whose sign the facts leave open, both sides are cases. In
the proof that is `{"sides": form, "cases": [where it is positive, where it is not]}`.

>>> from sympy import symbols
>>> from symdt.exact.solver import Budget
>>> from symdt.solve.proofs.check.texts import Ring
>>> from symdt.solve.proofs.prover import Search
>>> ring = Ring(["y", "z"])
>>> search = Search(ring, symbols("y z"), Budget(5))
>>> facts = [ring.fact(text) for text in ("y > 0", "z**2 < z", "y*z <= 0")]
>>> Sides(search, lambda: [ring.letter("z")]).look(facts)  # z is positive, and so is y*z
{'sides': 'z', 'cases': [{'sum': [['1', [2]], ['1', [0, 3]]]}, {'sum': [['1', [2]], ['1', [0, 1]], ['1', [2, 3]]]}]}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from symdt.exact.solver import Found, NoPoint, Unknown
from symdt.solve.proofs.check.polynomials import BITS, Poly, exponents
from symdt.solve.proofs.check.texts import Fact, Ring, negated
from symdt.solve.proofs.multipliers import Effort, find_sum
from symdt.solve.proofs.splits.signs import ALLOWED, multiple_of, sides, sign_of, signs_of

if TYPE_CHECKING:
    from symdt.solve.proofs.prover import Outcome, Proof, Search

#: The effort of looking at forms, at most and at least (see `multipliers.Effort`): less where it was in vain.
MOST, LEAST = 8_000_000, 500_000
#: Seconds that Z3 has for what may still be split, and for what may not.
BRIEF, SHORT = 0.06, 0.6
#: Who says that there is no point where no identity shows it.
Z3, COVERING = "Z3", "coverings"

Clauses = list[tuple[int, list[Fact]]]
#: A polynomial, the number of its side that is empty, and the proof of that.
Step = tuple[Poly, int, "Proof"]


class Sides:
    """Refutes the questions of a search, by the sides of forms that are made when they are first needed."""

    def __init__(self, search: Search, forms: Callable[[], list[Poly]]) -> None:
        self.search, self.make = search, forms
        self.patience = MOST
        self.conditions: list[Poly] = []
        self._forms: list[Poly] | None = None

    @property
    def forms(self) -> list[Poly]:
        """The forms, simplest ones of each kind first."""
        if self._forms is None:
            self._forms = self.make()
        return self._forms

    # --- looking ------------------------------------------------------------------------------------

    def look(self, facts: list[Fact], without: str = "") -> Proof | None:
        """An identity, perhaps after facts on the forms of which one side is refuted by an identity.

        without: a letter that no form has which is looked at.
        """
        effort = Effort(self.patience)
        forms = [f for f in self.forms if without not in self.search.ring.letters_of(f)]
        proof = self._look(list(facts), forms, effort)
        self.patience = max(self.patience // 2, LEAST) if proof is None else MOST
        return proof

    def _look(self, facts: list[Fact], forms: list[Poly], effort: Effort) -> Proof | None:
        steps: list[Step] = []
        proof = find(facts, (1, 2), effort)
        left = [f for f in forms if len(sign_of(f, signs_of(facts))) > 1]
        is_new = True
        while proof is None and is_new:
            is_new = False
            for form in list(left):
                for number, side in enumerate(sides(form)):
                    if effort.left < 0 or self.search.budget.is_spent:
                        return None
                    refuted = find([*facts, side], (1, 2), effort)
                    if refuted is not None:
                        steps.append((form, number, refuted))
                        facts.append(negated(side))
                        left.remove(form)
                        is_new = True
                        proof = find(facts, (1, 2), effort)
                        break
                if proof is not None:
                    break
        if proof is None:
            return None
        return nested(self.search.ring, steps, proof)

    # --- cases --------------------------------------------------------------------------------------

    def refute(self, facts: Sequence[Fact], clauses: Sequence[list[Fact]] = ()) -> Outcome:
        """A proof that the facts and clauses have no common point, such a point, or that it was not decided."""
        polys = [f for clause in clauses for f, _ in clause] or [f for f, _ in facts]
        self.conditions = list({multiple_of(f)[0]: f for f in polys if len(f) > 1}.values())
        return self._node(list(facts), list(enumerate(clauses)))

    def _node(self, facts: list[Fact], clauses: Clauses) -> Outcome:
        if self.search.budget.is_spent:
            return Unknown("the time budget is spent")
        signs = signs_of(facts)
        still: Clauses = []
        sizes: dict[int, tuple[int, int]] = {}
        for index, clause in clauses:
            if any(sign_of(f, signs) <= ALLOWED[op] for f, op in clause):
                continue  # the clause holds already
            rest = [f for f in clause if sign_of(f[0], signs) & ALLOWED[f[1]]]
            if len(rest) <= 1:
                return self._cases((index, clause), facts, [c for c in clauses if c[0] != index])
            still.append((index, clause))
            sizes[index] = len(rest), max(len(f) for f, _ in rest)
        proof = None if self.search.known(facts) else find(facts, (1, 2), Effort(MOST))
        if proof is not None:
            return proof
        form = self._next(signs, still)
        if not still:
            answer = self._answer(facts, BRIEF if form is not None else SHORT)
            return answer if form is None or not isinstance(answer, Unknown) else self._both(form, facts, [])
        if form is not None:
            return self._both(form, facts, still)
        least = min(still, key=lambda c: sizes[c[0]])
        free = [f for f, _ in least[1] if len(sign_of(f, signs)) == 3]
        if len(free) > 1:  # short ones first: what is long is often a sum of them
            return self._both(min(free, key=len), facts, still)
        return self._cases(least, facts, [c for c in still if c is not least])

    def _next(self, signs: dict[Any, set[int]], clauses: Clauses) -> Poly | None:
        """The form whose sign is open and of which most clauses speak; without clauses, the rule's conditions too."""
        spoken = Counter(multiple_of(f)[0] for _, clause in clauses for f, _ in clause)
        still = [f for f in self.forms if len(sign_of(f, signs)) == 3]
        plain = [f for f in still if self.search.letter not in self.search.ring.letters_of(f)]
        if clauses or plain:
            return max(plain, key=lambda f: (spoken[multiple_of(f)[0]], -len(f)), default=None)
        further = [f for f in self.conditions if len(sign_of(f, signs)) == 3]
        return min(further, key=len, default=None)

    def _answer(self, facts: list[Fact], seconds: float) -> Outcome:
        """What a solver says of facts alone, in short; looked at too while identities are sought."""
        answer = self.search.in_short(facts, seconds=seconds)
        if isinstance(answer, NoPoint):
            proof = self.look(facts) if self.search.identities else None
            return proof or {"solver": [Z3]}
        if isinstance(answer, Found):
            self.search.keep(answer)
        return answer

    def _both(self, form: Poly, facts: list[Fact], clauses: Clauses) -> Outcome:
        parts: list[Proof] = []
        for side in sides(form):
            outcome = self._node([*facts, side], clauses)
            if not isinstance(outcome, dict):
                return outcome
            parts.append(outcome)
        return {"sides": self.search.ring.text(form), "cases": parts}

    def _cases(self, clause: tuple[int, list[Fact]], facts: list[Fact], others: Clauses) -> Outcome:
        """Of a clause one alternative holds, those before it failing."""
        ring, known = self.search.ring, list(facts)
        parts: list[Proof] = []
        for fact in clause[1]:
            branch = ring.with_definitions(known, fact)
            refuted = None if sign_of(fact[0], signs_of(known)) & ALLOWED[fact[1]] else find(branch, (1,))
            outcome = self._node(branch, others) if refuted is None else refuted
            if not isinstance(outcome, dict):
                return outcome
            parts.append(outcome)
            known = ring.with_definitions(known, negated(fact))
        return {"clause": clause[0], "cases": parts}


def nested(ring: Ring, steps: Sequence[Step], proof: Proof) -> Proof:
    """A proof after sides that were shown to be empty one after the other."""
    for poly, number, refuted in reversed(steps):
        parts = [refuted, proof] if number == 0 else [proof, refuted]
        proof = {"sides": ring.text(poly), "cases": parts}
    return proof


def find(facts: list[Fact], levels: tuple[int, ...], effort: Effort | None = None) -> Proof | None:
    """An identity from the facts that say something: neither what a stronger one says nor what is plainly positive."""
    kept: dict[Any, int] = {}
    positive = {m for f, op in facts if op == ">" and len(f) == 1 for m, c in f.items() if c > 0}
    positive |= {m for f, op in facts if op == ">=" and len(f) == 2 and f.get(0, 0) < 0 for m in f if m}
    singles = [(m & -m).bit_length() // BITS for m in positive if m & (m - 1) == 0]
    for i, (poly, op) in enumerate(facts):
        is_plain = len(poly) > 1 and all(c > 0 for c in poly.values()) and op != "=="
        if is_plain and {j for m in poly for j, e in enumerate(exponents(m)) if e} <= set(singles):
            continue
        key = (*multiple_of(poly), op if op in ("==", "!=") else "")
        if key not in kept or (op == ">" and facts[kept[key]][1] == ">="):
            kept[key] = i
    places = list(kept.values())
    proof = find_sum([facts[i] for i in places], levels, effort)
    if proof is None:
        return None
    return {"sum": [[weight, [places[i] for i in factors]] for weight, factors in proof["sum"]]}
