"""Facts of a problem and a rule: their comparisons as polynomials, with what makes these comparisons sound.

A comparison of quotients is multiplied out by the signs of its denominators; radicals and roots are
letters with definitions. That a denominator has its sign, that a radicand is not negative and that a
root exists are questions of their own (`pending`), which stand before those that lean on them.
"""

from __future__ import annotations

from typing import Any

from .items import Item, Question, Scope
from .polynomials import ZERO, Poly, Quotient, RejectedError, added, times, whole
from .texts import Fact, Ring
from .values import Node, Offer, Values


class Facts:
    """The texts of a problem and of a rule, read; `signs` are those of denominators, which are shown too."""

    def __init__(self, certificate: dict[str, Any]) -> None:
        self.problem, self.answer = certificate["problem"], certificate["answer"]
        self.ring = Ring(certificate["letters"])
        self.values = Values(self.problem, self.ring)
        self.sign = {"min": 1, "max": -1}[self.problem["optimum"]]
        self.signs = certificate.get("signs", {})
        self.domain = Scope("domain", [self.ring.fact(text) for text in self.problem["domain"]])
        self.left_out: dict[str, list[list[int]]] = certificate.get("pruned", {})
        self.pending: list[Item] = []
        self.asked: set[str] = set()

    def facts(self, difference: Quotient, op: str, scope: Scope) -> list[Fact]:
        """`difference op 0` in a scope, after the definitions of its radicals; denominators by their sign."""
        num, dens = difference
        defined: list[Fact] = []
        for name in self.ring.letters_of(num, *dens):
            if name in self.ring.radicands:
                negative = self.facts(added(ZERO, self.ring.radicands[name], -1), ">", scope)
                words = f"what stands under the square root {name} is not negative in {scope.name}"
                self.ask(f"{scope.name}: {name} exists", words, scope.facts + negative)
            if name in self.ring.roots:
                words = f"the root {name} exists in {scope.name}"
                self.ask(f"{scope.name}: {name} exists", words, scope.facts, root=name)
            defined += self.ring.definitions.get(name, [])
        for den in dens:
            sign = self.sign_of(f"{scope.name}: {self.ring.text(den)}", den, scope.facts + defined)
            num = times(num, den) if sign == 0 else {m: sign * c for m, c in num.items()}
        return [*defined, (whole(num), op)]

    def sign_of(self, key: str, den: Poly, facts: list[Fact]) -> int:
        """The sign of a denominator: 1, -1, or 0 where it only does not vanish."""
        sign = int(self.signs.get(key, 0))
        wrong = (den, "==") if sign == 0 else ({m: -sign * c for m, c in den.items()}, ">=")
        words = f"{self.ring.text(den)} {('!=', '>', '<')[sign]} 0, a denominator in {key.partition(':')[0]}"
        self.ask(f"{key} has its sign", words, [*facts, wrong])
        return sign

    def ask(self, key: str, words: str, facts: list[Fact], root: str = "") -> None:
        """A question that another one leans on, once."""
        if key not in self.asked:
            self.asked.add(key)
            self.pending.append(Question(key, words, facts, (), root))

    def end(self, end: Any) -> Quotient | None:
        """An end of a piece; None where it is infinite."""
        if isinstance(end, dict):
            return self.ring.root(end["of"], end["in"], int(end["root"]))
        return None if end in ("oo", "-oo") else self.ring.read(str(end))

    def conditions(self, conditions: list[Any], name: str) -> list[Fact]:
        """The conditions of a case, plain ones first; each must make sense where those before it hold."""
        facts: list[Fact] = []
        for condition in sorted(conditions, key=lambda c: isinstance(c, dict)):
            given = self.domain.facts + facts
            scope = Scope(f"{name}, under {len(facts)} conditions", given) if facts else self.domain
            facts += [f for f in self.condition(condition, scope) if f not in facts]
        return facts

    def condition(self, condition: Any, scope: Scope) -> list[Fact]:
        """A condition of a case: a comparison, or a letter compared with an indexed root."""
        if not isinstance(condition, dict):
            return self.facts(*self.ring.relation(condition), self.domain)
        left, right, op = self.ring.read(condition["letter"]), self.end(condition), condition["op"]
        if right is None or op not in ("<", "<=", ">", ">=", "=="):
            raise RejectedError(f"{str(condition)[:60]!r} is no condition")
        difference = added(left, right, -1) if op[0] != "<" else added(right, left, -1)
        return self.facts(difference, op.replace("<", ">"), scope)

    def inside(self, piece: dict[str, Any], scope: Scope) -> list[Fact]:
        """Where a piece is: after `from`, up to `to`, unless it says otherwise of its ends."""
        letter: Quotient = (self.ring.letter(self.answer["rule"]["for"]), ())
        start, stop = self.end(piece["from"]), self.end(piece["to"])
        facts: list[Fact] = []
        if start is not None:
            op = ">=" if piece.get("from_closed", False) else ">"
            facts += self.facts(added(letter, start, -1), op, scope)
        if stop is not None:
            op = ">=" if piece.get("to_closed", True) else ">"
            facts += self.facts(added(stop, letter, -1), op, scope)
        if (piece["from"], piece["to"]) != ("-oo", "oo") and (piece["from"] == "oo" or piece["to"] == "-oo"):
            facts.append(({}, ">"))
        return facts

    def better(self, mine: Quotient, other: Quotient, op: str) -> list[Fact]:
        """The other value is better than mine (`>`), or as good (`>=`)."""
        difference = added(mine, other, -1) if self.sign > 0 else added(other, mine, -1)
        return self.facts(difference, op, self.domain)

    def pruned(self, key: str, _place: Scope, _node: Node, _offers: list[Offer]) -> list[tuple[int, int]]:
        """Pairs of strategies at a decision in a place: the first is nowhere better than the second."""
        return [(int(worse), int(better)) for worse, better in self.left_out.get(key, ())]

    def no_better(self, place: Scope, node: Node, worse: Offer, better: Offer) -> Question:
        """Whether one strategy at a decision is nowhere better than another."""
        mine, other = (", ".join(f"{d}: {b}" for d, b in offer[0].items()) for offer in (better, worse))
        words = f"in {place.name}, {mine} is as good as {other}"
        facts = place.facts + self.better(better[1], worse[1], ">")
        return Question(f"at {node.name} in {place.name}: {mine} over {other}", words, facts)
