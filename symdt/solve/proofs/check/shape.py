"""The shape of a rule: its cases, and the pieces of each, cover the domain, do not overlap, are not empty, and end where it does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .facts import Facts
from .items import Fault, Item, Point, Question, Scope
from .polynomials import ZERO, NoValueError, added
from .texts import Fact, negated


class Shape(Facts):
    """What must be shown of cases and pieces, in `shape`; where each piece is, in `places`."""

    def __init__(self, certificate: dict[str, Any]) -> None:
        super().__init__(certificate)
        # no two of these overlap where these facts hold
        self.cells: dict[str, tuple[list[Fact], list[list[Fact]]]] = {}
        self.places: list[tuple[Scope, dict[str, Any]]] = []  # every piece, where it is and what it says

    def shape(self) -> Iterator[Item]:
        """The cases, and the pieces of each, cover the domain, do not overlap and are not empty."""
        rule, everywhere = self.answer["rule"], self.domain.facts
        if self.answer.get("optimum", self.problem["optimum"]) != self.problem["optimum"]:
            yield Fault("optimum", f"the problem seeks the {self.problem['optimum']}imum", everywhere)
        cases = [self.conditions(case["if"], f"case {n + 1}") for n, case in enumerate(rule["cases"])]
        words = "every point of the domain lies in a case"
        is_defined = not any(isinstance(c, dict) for case in rule["cases"] for c in case["if"])
        is_defined &= not self.is_guarded
        yield self.cover("cases", words, everywhere, cases, is_defined=is_defined)
        self.cells["cases"] = everywhere, cases
        for j, case in enumerate(cases):
            for i in range(j):
                words = f"cases {i + 1} and {j + 1} do not overlap"
                facts = everywhere + cases[i] + case
                yield Question(f"cases {i + 1}, {j + 1}", words, facts, apart="cases")
        for number, case in enumerate(rule["cases"]):
            scope = Scope(f"case {number + 1}", everywhere + cases[number])
            yield from self.case(scope, case)
        for side, sign in (("from", 1), ("to", -1)):
            if rule.get(side) is not None:
                yield from self.range(side, sign)

    def laid_out(self) -> Iterator[Item]:
        """The places of the pieces on a part: that they cover it and do not overlap is asked of the whole domain."""
        for number, case in enumerate(self.answer["rule"]["cases"]):
            name = f"case {number + 1}"
            scope = Scope(name, self.domain.facts + self.conditions(case["if"], name))
            try:
                self.pieces(scope, case)
            except (
                NoValueError
            ):  # an end that divides by what is zero on this part, where the case then is not
                yield Question(f"{name} elsewhere", f"{name} lies outside of this part", scope.facts)

    def range(self, side: str, sign: int) -> Iterator[Item]:
        """The domain does not go beyond an end of the rule's range, and goes up to it somewhere: a piece does."""
        rule = self.answer["rule"]
        end = self.end(rule[side])
        if end is not None:
            beyond = added(end, (self.ring.letter(rule["for"]), ()), -1)
            facts = self.facts(added(ZERO, beyond, sign), ">", self.domain)
            words = f"the domain does not go beyond {self.named(rule[side])}"
            yield Question(f"range {side}", words, self.domain.facts + facts)
        if any(piece[side] == rule[side] for _, piece in self.places):
            return  # the piece is not empty, and its end is an end of the domain
        words = f"the range {'begins' if sign > 0 else 'ends'} at {self.named(rule[side])}"
        reached: list[list[Fact]] = []
        for place, piece in self.places:
            other = self.end(piece[side])
            if end is not None and other is not None:
                scope = Scope(f"the range of {place.name}", place.facts)
                reached.append(place.facts + self.facts(added(end, other, -1), "==", scope))
        if reached:
            yield Point(f"range {side} reached", words, [], (), tuple(reached))
        else:
            yield Fault(f"range {side} reached", f"it is not so that {words}", self.domain.facts)

    def true_ends(self, scope: Scope, pieces: list[dict[str, Any]], number: int) -> Iterator[Item]:
        """An end of a piece at which no other piece begins or ends is an end of the domain: no condition fails there.

        Where the domain ties the rule's letter to others, a further letter shows that the case applies.
        """
        rule, name = self.answer["rule"], f"{scope.name}, piece {number + 1}"
        letter = rule["for"]
        bounds = [f for f in self.domain.facts if letter in self.ring.letters_of(f[0])]
        if not ("from" in rule or "to" in rule):
            return
        given = [f for f in scope.facts if letter not in self.ring.letters_of(f[0])]
        if any(set(self.ring.letters_of(f)) != {letter} for f, _ in bounds):
            given += [(self.ring.renamed(f, letter), op) for f, op in bounds]
        for side, other, sign in (("from", "to", -1), ("to", "from", 1)):
            end = pieces[number][side]
            if any(piece[other] == end for piece in pieces):
                continue
            at = self.end(end)
            values = [
                self.ring.limit(f, letter, sign) if at is None else self.ring.put(f, letter, at)
                for f, op in bounds
                if op != "!="  # a hole ends nothing
            ]
            wrong = [self.facts(added(ZERO, v, -1), ">", scope) for v in values]
            used = [f for facts in wrong for f in facts[:-1]]
            clause = [facts[-1] for facts in wrong if set(facts[-1][0]) - {0} or facts[-1][0].get(0, 0) > 0]
            if clause:
                words = f"{self.named(end)}, where {name} {'ends' if sign > 0 else 'begins'}, is an end of the domain"
                yield Question(f"ends of {name} {side}", words, given + used, (clause,))

    def named(self, end: Any) -> str:
        """An end as text."""
        if isinstance(end, dict):
            return f"root {end['root']} of {end['of']}"
        return str(end)

    def case(self, scope: Scope, case: dict[str, Any]) -> Iterator[Item]:
        """The pieces of a case cover it, do not overlap and are not empty at its witness."""
        name = scope.name
        scope, pieces = self.pieces(scope, case)
        words = f"every point of {name} lies in a piece"
        yield self.cover(f"{name} pieces", words, scope.facts, pieces)._replace(within=name)
        self.cells[name] = scope.facts, pieces
        fixed, there = self.witness(case, scope)
        for j, piece in enumerate(pieces):
            words = f"piece {j + 1} of {name} is not empty"
            yield Point(f"{name}, piece {j + 1}", words, scope.facts + piece + there, fixed)
            yield from self.true_ends(scope, case["pieces"], j)
            for i in range(j):
                words = f"pieces {i + 1} and {j + 1} of {name} do not overlap"
                facts = scope.facts + pieces[i] + piece
                yield Question(f"{name}, pieces {i + 1}, {j + 1}", words, facts, apart=name, within=name)

    def pieces(self, scope: Scope, case: dict[str, Any]) -> tuple[Scope, list[list[Fact]]]:
        """A case with what is known of its roots, and where each of its pieces is."""
        name = scope.name
        pieces = [self.inside(piece, scope) for piece in case["pieces"]]
        scope = Scope(name, scope.facts + self.ring.order(f for piece in pieces for f, _ in piece))
        for j, (piece, told) in enumerate(zip(pieces, case["pieces"], strict=True)):
            self.places.append((Scope(f"{name}, piece {j + 1}", scope.facts + piece), told))
        return scope, pieces

    def witness(self, case: dict[str, Any], scope: Scope) -> tuple[tuple[tuple[str, str], ...], list[Fact]]:
        """Where the pieces of a case are said not to be empty: fractions, and facts for what is none."""
        fixed, facts = [], list[Fact]()
        for name, value in case.get("witness", {}).items():
            if name == self.answer["rule"]["for"]:
                continue
            end = None if re.fullmatch(r"-?\d+(/\d+)?", str(value)) else self.end(value)
            if end is None:
                fixed.append((name, str(value)))
            else:
                facts += self.facts(added((self.ring.letter(name), ()), end, -1), "==", scope)
        return tuple(fixed), facts

    def cover(
        self, key: str, words: str, facts: list[Fact], cells: list[list[Fact]], *, is_defined: bool = True
    ) -> Question:
        """A point outside all cells: of each cell a fact fails that does not only define a letter.

        is_defined: radicals and roots exist wherever the facts hold. Otherwise what a letter stands for is
        given with the alternative that names it: where those before it fail, it exists.
        """
        definitions = [f for defined in self.ring.definitions.values() for f in defined]
        denied = tuple([negated(f) for f in cell if f not in definitions] for cell in cells)
        used = [f for cell in cells for f in cell if f in definitions] if is_defined else []
        return Question(key, words, facts + used, denied)
