"""Facts of a problem and a rule: their comparisons as polynomials, with what makes these comparisons sound.

A comparison of quotients is multiplied out by the signs of its denominators; radicals and roots are
letters with definitions. That a denominator has its sign, that a radicand is not negative and that a
root exists are questions of their own (`pending`), which stand before those that lean on them.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

from .items import Item, Question, Scope
from .polynomials import ZERO, Poly, Quotient, RejectedError, added, times, whole
from .texts import NEGATION, Fact, Ring
from .values import Node, Offer, Values


class Facts:
    """The texts of a problem and of a rule, read; `signs` are those of denominators, which are shown too."""

    def __init__(self, certificate: dict[str, Any]) -> None:
        self.problem, self.answer = certificate["problem"], certificate["answer"]
        self.ring = Ring(certificate["letters"])
        self.sign = {"min": 1, "max": -1}[self.problem["optimum"]]
        self.signs = certificate.get("signs", {})
        self.domain = Scope("domain", [self.ring.fact(text) for text in self.problem["domain"]])
        self.left_out: dict[str, list[list[int]]] = certificate.get("pruned", {})
        self.is_by_nodes = bool(certificate.get("by_nodes"))
        # radicals and quotients in a condition are only to be there where the case's conditions without them hold
        self.is_guarded = bool(certificate.get("guarded"))
        self.pending: list[Item] = []
        self.asked: dict[str, list[Fact]] = {}
        # a part of a domain: what max, min, abs and piecewise are there is told, and shown
        self.is_part = bool(certificate.get("part"))
        if self.is_part:
            self.truths: dict[str, bool] = certificate["truths"]
            self.ring.numbers = self.numbers()
            named = {self.answer["rule"]["for"], *bound_by_roots(self.answer["rule"])}
            self.ring.replaced = set(self.ring.numbers) - named
            self.ring.decide = self.is_so

    @cached_property
    def values(self) -> Values:
        """The values of the problem, read when they are first asked for."""
        return Values(self.problem, self.ring, is_by_nodes=self.is_by_nodes)

    def numbers(self) -> dict[str, Fraction]:
        """The letters to which a condition of the domain gives a number."""
        found = {}
        for poly, op in self.domain.facts:
            names = self.ring.letters_of(poly)
            parts = self.ring.coefficients(poly, names[0]) if op == "==" and len(names) == 1 else []
            if len(parts) == 2:
                found[names[0]] = -Fraction(parts[0].get(0, 0)) / parts[1][0]
        return found

    def is_so(self, difference: Quotient, op: str) -> bool:
        """Whether a comparison with 0 holds all over the part, or nowhere on it: which of both is a question of its own."""
        num, dens = difference
        text = self.ring.text(num) + "".join(f"/({self.ring.text(den)})" for den in dens)
        key = f"{text} {op} 0"
        is_true = self.truth_of(key, difference, op)
        words = f"{key} is {'true' if is_true else 'false'} on the part"
        self.ask(f"{key} is decided", words, self.domain.facts + self.otherwise(difference, op, is_true))
        return is_true

    def otherwise(self, difference: Quotient, op: str, is_true: bool) -> list[Fact]:
        """Where a comparison with 0 is not what it is said to be."""
        sign, other = NEGATION[op] if is_true else (1, op)
        return self.facts(added(ZERO, difference, sign), other, self.domain)

    def truth_of(self, key: str, _difference: Quotient, _op: str) -> bool:
        """What the certificate says of a comparison."""
        return self.truths[key] is True

    def facts(self, difference: Quotient, op: str, scope: Scope) -> list[Fact]:
        """`difference op 0` in a scope, after the definitions of its radicals; denominators by their sign."""
        num, dens = difference
        defined: list[Fact] = []
        for name in self.ring.letters_of(num, *dens):
            self.exists(name, scope)
            if name in self.ring.roots:
                words = f"the root {name} exists in {scope.name}"
                self.ask(f"{scope.name}: {name} exists", words, scope.facts, root=name, within=scope.name)
            defined += self.ring.definitions.get(name, [])
        for den in dens:
            sign = self.sign_of(f"{scope.name}: {self.ring.text(den)}", den, scope.facts + defined)
            num = times(num, den) if sign == 0 else {m: sign * c for m, c in num.items()}
        return [*defined, (whole(num), op)]

    def exists(self, name: str, scope: Scope) -> None:
        """That what stands under a square root is not negative in a scope."""
        if name in self.ring.radicands:
            negative = self.facts(added(ZERO, self.ring.radicands[name], -1), ">", scope)
            words = f"what stands under the square root {name} is not negative in {scope.name}"
            self.ask(f"{scope.name}: {name} exists", words, scope.facts + negative, within=scope.name)

    def meant(self, text: str, read: Quotient, scope: Scope) -> None:
        """That what a text divides by and takes roots of is there in a scope, also where it cancels and is not in what was read.

        `h*k/k <= 0` is not `h <= 0`: it says nothing where k is 0.
        """
        divisors, radicals = self.ring.needs.get(text, ((), ()))
        names = self.ring.letters_of(read[0], *read[1])
        for name in radicals:
            if name not in names:
                self.exists(name, scope)
        for den in divisors:
            if den not in read[1]:
                inner = self.ring.letters_of(den)
                defined = [f for name in inner for f in self.ring.definitions.get(name, ())]
                self.sign_of(f"{scope.name}: {self.ring.text(den)}", den, scope.facts + defined)

    def sign_of(self, key: str, den: Poly, facts: list[Fact]) -> int:
        """The sign of a denominator: 1, -1, or 0 where it only does not vanish."""
        sign = int(self.signs.get(key, 0))
        wrong = (den, "==") if sign == 0 else ({m: -sign * c for m, c in den.items()}, ">=")
        where = key.partition(":")[0]
        words = f"{self.ring.text(den)} {('!=', '>', '<')[sign]} 0, a denominator in {where}"
        self.ask(f"{key} has its sign", words, [*facts, wrong], within=where)
        return sign

    def ask(self, key: str, words: str, facts: list[Fact], root: str = "", within: str = "") -> None:
        """A question that another one leans on, once; one of other facts is another question, whatever it is called."""
        while self.asked.get(key, facts) != facts:
            key += " again"
        if key not in self.asked:
            self.asked[key] = facts
            self.pending.append(Question(key, words, facts, (), root, within=within))

    def end(self, end: Any) -> Quotient | None:
        """An end of a piece; None where it is infinite."""
        if isinstance(end, dict):
            index, of, letter = (end.get(name) for name in ("root", "of", "in"))
            if type(index) is not int or index < 0:  # True is no number of a root, and 1.5 none either
                raise RejectedError(f"{str(index)[:60]!r} is not the number of a root")
            if not (isinstance(of, str) and isinstance(letter, str)):
                raise RejectedError(
                    f"{str(end)[:60]!r} does not say of which polynomial, and in which letter"
                )
            return self.ring.root(of, letter, index)
        return None if end in ("oo", "-oo") else self.ring.read(str(end))

    def conditions(self, conditions: list[Any], name: str) -> list[Fact]:
        """The conditions of a case, plain ones first; each must make sense where those before it hold."""
        facts: list[Fact] = []
        for condition in sorted(conditions, key=self.rank):
            given = self.domain.facts + facts
            scope = Scope(f"{name}, under {len(facts)} conditions", given) if facts else self.domain
            facts += [f for f in self.condition(condition, scope) if f not in facts]
        return facts

    def rank(self, condition: Any) -> tuple[int, int, int]:
        """When a condition is read: those with indexed roots last; before these those with fewer radicals, then fewer quotients, which may guard others."""
        if not isinstance(condition, dict | str):
            raise RejectedError(f"{str(condition)[:60]!r} is no condition")
        if isinstance(condition, dict) or not self.is_guarded:
            return int(isinstance(condition, dict)), 0, 0
        (num, dens), _ = self.ring.relation(condition)
        radicals = [name for name in self.ring.letters_of(num, *dens) if name in self.ring.definitions]
        return 0, len(radicals), len(dens)

    def condition(self, condition: Any, scope: Scope) -> list[Fact]:
        """A condition of a case: a comparison, or a letter compared with an indexed root."""
        if not isinstance(condition, dict):
            scope = scope if self.is_guarded else self.domain
            difference, op = self.ring.relation(condition)
            self.meant(condition, difference, scope)
            return self.facts(difference, op, scope)
        letter, op = str(condition.get("letter", "")), str(condition.get("op", ""))
        left, right = (self.ring.letter(letter), ()), self.end(condition)
        if right is None or op not in ("<", "<=", ">", ">=", "=="):
            raise RejectedError(f"{str(condition)[:60]!r} is no condition")
        difference = added(left, right, -1) if op[0] != "<" else added(right, left, -1)
        return self.facts(difference, op.replace("<", ">"), scope)

    def inside(self, piece: dict[str, Any], scope: Scope) -> list[Fact]:
        """Where a piece is: after `from`, up to `to`, unless it says otherwise of its ends."""
        letter: Quotient = (self.ring.letter(self.answer["rule"]["for"]), ())
        start, stop = self.end(piece["from"]), self.end(piece["to"])
        facts: list[Fact] = []
        for name, end in (("from", start), ("to", stop)):
            if end is not None and isinstance(piece[name], str):
                self.meant(piece[name], end, scope)
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

    def no_better(
        self, key: str, place: Scope, offers: list[Offer], pair: tuple[int, int] | list[int]
    ) -> Question:
        """Whether one strategy at a decision is nowhere better than another.

        key: that of the decision, whose name others may have too. pair: the numbers of both among the offers, the worse one first;
        two strategies may read alike.
        """
        worse, better = (offers[n] for n in pair)
        mine, other = (", ".join(f"{d}: {b}" for d, b in offer[0].items()) for offer in (better, worse))
        words = f"in {place.name}, {mine} is as good as {other}"
        facts = place.facts + self.better(better[1], worse[1], ">")
        return Question(f"at {key}: {pair[1]} over {pair[0]}: {mine} over {other}", words, facts)


def whole_values(ring: Ring, facts: list[Fact], ranges: dict[str, Any]) -> list[list[Fact]]:
    """Every choice of values of the letters that are whole numbers within these ranges, each as equations.

    The bounds must be among the facts of the domain.
    """
    choices = []
    for name, (low, high) in sorted(ranges.items()):
        told = [f"{name} >= {low}", f"{name} > {low - 1}"], [f"{name} <= {high}", f"{name} < {high + 1}"]
        if not all(any(ring.fact(text) in facts for text in side) for side in told):
            raise RejectedError(f"the bounds of {name} are not those of the domain")
        choices.append([ring.fact(f"Eq({name}, {value})") for value in range(low, high + 1)])
    return [list(values) for values in product(*choices)]


def bound_by_roots(part: Any) -> set[str]:
    """The letters of which a rule, or a part of it, names roots."""
    if isinstance(part, dict):
        own = {str(part["in"])} if {"root", "of", "in"} <= set(part) else set()
        return own.union(*map(bound_by_roots, part.values()))
    return set().union(*map(bound_by_roots, part)) if isinstance(part, list) else set()
