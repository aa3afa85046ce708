"""What a problem and a rule say, derived from their texts alone: every claim as a question about polynomials.

A *question* is a list of facts (a polynomial that is > 0, >= 0, == 0 or != 0) that must have no common
point. For a rule to be right on the domain of a problem it must be shown that

* no denominator vanishes, no square root is taken of a negative number, every indexed root exists;
* every point of the domain lies in exactly one case, and there in exactly one piece;
* no case and no piece is empty: a point of each is given;
* at each decision that the rule's strategy reaches, no strategy that leaves it there is better (so none is
  better at all, because whatever deviates deviates somewhere first), and the value is the one shown;
* an action said never to be optimal is so, and each of the others is optimal at a point that is given;
* the values of the actions are those shown, and the range holds the domain.

>>> certificate = {"letters": ["p"], "problem": {"optimum": "min", "domain": ["p > 0", "p < 1"],
...     "belief": {"ill": "p", "well": "1 - p"},
...     "loss": {"treat": {"ill": "0", "well": "1"}, "wait": {"ill": "10", "well": "0"}}},
...     "answer": {"rule": {"for": "p", "cases": [{"if": [], "pieces": [
...         {"action": "wait", "from": "0", "to": "1/11"}, {"action": "treat", "from": "1/11", "to": "1"}]}]}}}
>>> statement = Statement(certificate)
>>> for item in statement.questions():
...     print(item.words)
every point of the domain lies in a case
every point of case 1 lies in a piece
piece 1 of case 1 is not empty
piece 2 of case 1 is not empty
pieces 1 and 2 of case 1 do not overlap
in case 1, piece 1, wait is as good as treat
in case 1, piece 2, treat is as good as wait
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from .polynomials import ZERO, Poly, Quotient, RejectedError, added, times, whole
from .texts import Fact, Ring, negated, split
from .values import Values, key_of


class Question(NamedTuple):
    """Facts, and clauses (of each at least one alternative holds), that must have no common point."""

    key: str
    words: str
    facts: list[Fact]
    clauses: tuple[list[Fact], ...] = ()
    root: str = ""  # the question is where this root, named by its letter, does not exist


class Fault(NamedTuple):
    """Something that is wrong whatever the letters are, for instance at the points of these facts."""

    key: str
    words: str
    facts: list[Fact]


class Point(NamedTuple):
    """Facts, and one of some further lists, that hold at a point, which is given; `fixed` gives some letters."""

    key: str
    words: str
    facts: list[Fact]
    fixed: tuple[tuple[str, str], ...] = ()
    some: tuple[list[Fact], ...] = ([],)


Item = Question | Fault | Point


class Scope(NamedTuple):
    """A place of the rule: its name and its facts."""

    name: str
    facts: list[Fact]


class Statement:
    """All that must be shown, in `questions`; `signs` are those of denominators, which are shown too."""

    def __init__(self, certificate: dict[str, Any]) -> None:
        self.problem, self.answer = certificate["problem"], certificate["answer"]
        self.ring = Ring(certificate["letters"])
        self.values = Values(self.problem, self.ring)
        self.sign = {"min": 1, "max": -1}[self.problem["optimum"]]
        self.signs = certificate.get("signs", {})
        self.domain = Scope("domain", [self.ring.fact(text) for text in self.problem["domain"]])
        self.pending: list[Item] = []
        self.asked: set[str] = set()

    def questions(self) -> Iterator[Item]:
        """All that must be shown, in order; a question stands after those that it leans on."""
        for step in (self.shape(), self.optimality(), self.actions()):
            for item in step:
                yield from self.pending
                self.pending.clear()
                yield item
        yield from self.pending

    # --- facts --------------------------------------------------------------------------------------

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

    def condition(self, condition: Any) -> list[Fact]:
        """A condition of a case: a comparison, or a letter compared with an indexed root."""
        if not isinstance(condition, dict):
            return self.facts(*self.ring.relation(condition), self.domain)
        left, right, op = self.ring.read(condition["letter"]), self.end(condition), condition["op"]
        if right is None or op not in ("<", "<=", ">", ">=", "=="):
            raise RejectedError(f"{str(condition)[:60]!r} is no condition")
        difference = added(left, right, -1) if op[0] != "<" else added(right, left, -1)
        return self.facts(difference, op.replace("<", ">"), self.domain)

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

    # --- cases and pieces ---------------------------------------------------------------------------

    def shape(self) -> Iterator[Item]:
        """The cases, and the pieces of each, cover the domain, do not overlap and are not empty."""
        rule, everywhere = self.answer["rule"], self.domain.facts
        if self.answer.get("optimum", self.problem["optimum"]) != self.problem["optimum"]:
            yield Fault("optimum", f"the problem seeks the {self.problem['optimum']}imum", everywhere)
        cases = [[f for c in case["if"] for f in self.condition(c)] for case in rule["cases"]]
        yield self.cover("cases", "every point of the domain lies in a case", everywhere, cases)
        for j, case in enumerate(cases):
            for i in range(j):
                words = f"cases {i + 1} and {j + 1} do not overlap"
                yield Question(f"cases {i + 1}, {j + 1}", words, everywhere + cases[i] + case)
        self.places: list[tuple[Scope, dict[str, Any]]] = []  # every piece, where it is and what it says
        for number, case in enumerate(rule["cases"]):
            scope = Scope(f"case {number + 1}", everywhere + cases[number])
            yield from self.case(scope, case)
        for side, sign in (("from", 1), ("to", -1)):
            end = self.end(rule[side]) if side in rule else None
            if end is not None:
                beyond = added(end, (self.ring.letter(rule["for"]), ()), -1)
                facts = self.facts(added(ZERO, beyond, sign), ">", self.domain)
                yield Question(
                    f"range {side}", f"the domain does not go beyond {rule[side]}", everywhere + facts
                )

    def case(self, scope: Scope, case: dict[str, Any]) -> Iterator[Item]:
        """The pieces of a case cover it, do not overlap and are not empty at its witness."""
        name, letter = scope.name, self.answer["rule"]["for"]
        pieces = [self.inside(piece, scope) for piece in case["pieces"]]
        scope = Scope(name, scope.facts + self.ring.order(f for piece in pieces for f, _ in piece))
        yield self.cover(f"{name} pieces", f"every point of {name} lies in a piece", scope.facts, pieces)
        fixed = tuple((n, str(v)) for n, v in case.get("witness", {}).items() if n != letter)
        for j, piece in enumerate(pieces):
            place = Scope(f"{name}, piece {j + 1}", scope.facts + piece)
            self.places.append((place, case["pieces"][j]))
            yield Point(place.name, f"piece {j + 1} of {name} is not empty", place.facts, fixed)
            for i in range(j):
                words = f"pieces {i + 1} and {j + 1} of {name} do not overlap"
                yield Question(f"{name}, pieces {i + 1}, {j + 1}", words, scope.facts + pieces[i] + piece)

    def cover(self, key: str, words: str, facts: list[Fact], cells: list[list[Fact]]) -> Question:
        """A point outside all cells: of each cell a fact fails that does not only define a letter."""
        definitions = [f for defined in self.ring.definitions.values() for f in defined]
        used = [f for cell in cells for f in cell if f in definitions]
        denied = tuple([negated(f) for f in cell if f not in definitions] for cell in cells)
        return Question(key, words, facts + used, denied)

    # --- values -------------------------------------------------------------------------------------

    def optimality(self) -> Iterator[Item]:
        """In each piece the rule's strategy is optimal, and its value is the one shown."""
        for node in self.values.nodes:
            for weight, _ in node.parts:
                if set(weight[0]) - {0}:
                    text = self.ring.text(weight[0])
                    negative = self.facts(added(ZERO, weight, -1), ">", self.domain)
                    self.ask(
                        f"weight {text}",
                        f"the probability {text} is not negative",
                        self.domain.facts + negative,
                    )
        for place, piece in self.places:
            try:
                strategy = self.strategy(piece)
                yield from self.against(place, piece, strategy)
                if strategy is not None and "value" in piece:
                    differs = added(
                        self.ring.read(piece["value"]), self.values.follow(self.values.root, strategy), -1
                    )
                    if differs[0]:
                        words = f"the value in {place.name} is {piece['value']}"
                        facts = place.facts + self.facts(differs, "!=", self.domain)
                        yield Question(f"{place.name}: value", words, facts)
            except RejectedError as reason:
                yield Fault(f"{place.name}: strategy", str(reason), place.facts)

    def strategy(self, piece: dict[str, Any]) -> dict[str, str] | None:
        """The strategy shown, which must begin with the action shown; None where only that is shown."""
        if "strategy" not in piece:
            return None
        action, first = str(piece["action"]), self.values.first.name
        strategy = {str(d): str(b) for d, b in piece["strategy"].items()}
        label = strategy.get(first, "") if first else "; ".join(f"{d}: {b}" for d, b in strategy.items())
        if action != (label or "no decision"):
            raise RejectedError(f"the action shown is {action!r}, the strategy begins with {label!r}")
        known = {node.name for node in self.values.nodes if node.name}
        if set(strategy) - known:
            raise RejectedError(f"there is no decision {min(set(strategy) - known)!r}")
        return strategy

    def against(self, place: Scope, piece: dict[str, Any], strategy: dict[str, str] | None) -> Iterator[Item]:
        """No strategy is better: none that leaves the rule's at a decision which it reaches."""
        values, action = self.values, str(piece["action"])
        if strategy is None:
            offers = values.strategies
            first = values.first.name
            mine = [v for s, v in offers if s.get(first) == action] if first else []
            if not mine:
                raise RejectedError(f"there is no action {action!r}")
            others = [(s, v) for s, v in offers if s.get(first) != action]
            yield from self.compared(place, action, mine, others, [])
            return
        for node, weight in values.reached(strategy):
            chosen = strategy[node.name]
            mine = [values.follow(node, strategy)]
            others = [
                ({node.name: b, **s}, v)
                for b, child in node.branches
                if b != chosen
                for s, v in values.choices(child)
            ]
            is_sure = not weight[1] and set(weight[0]) == {0}
            reached = [] if is_sure else self.facts(weight, ">", self.domain)
            yield from self.compared(place, chosen, mine, others, reached)

    def compared(
        self, place: Scope, name: str, mine: list[Quotient], others: list[Any], given: list[Fact]
    ) -> Iterator[Item]:
        """None of the others is better than all of mine, where what is given holds."""
        own = {key_of(v) for v in mine}
        for strategy, value in others:
            if key_of(value) not in own:
                label = self.label(strategy)
                better = [f for m in mine for f in self.better(m, value, ">")]
                words = f"in {place.name}, {name} is as good as {label}"
                yield Question(f"{place.name}: {label}", words, place.facts + given + better)

    def label(self, strategy: dict[str, str]) -> str:
        """A strategy in words: `test (+: treat, -: wait)`; what is not the first decision is named."""
        (decision, branch), *later = strategy.items()
        name = branch if decision == self.values.first.name else f"{decision}: {branch}"
        return name + (f" ({', '.join(f'{d}: {b}' for d, b in later)})" if later else "")

    # --- actions ------------------------------------------------------------------------------------

    def actions(self) -> Iterator[Item]:
        """The actions that are never optimal, those that are somewhere, and the value of each."""
        if "never_optimal" not in self.answer and "values" not in self.answer:
            return
        offers = self.offers()
        named = [*self.answer.get("never_optimal", ()), *self.answer.get("values", {})]
        for action in dict.fromkeys(a for a in named if a not in offers):
            if self.values.first.name:
                yield Fault(f"action {action}", f"there is no action {action!r}", self.domain.facts)
        if "never_optimal" in self.answer and self.values.first.name:
            for action, values in offers.items():
                yield from self.attained(action, values)
        for action, text in self.answer.get("values", {}).items():
            if action in offers:
                yield from self.valued(action, str(text), offers[action])

    def offers(self) -> dict[str, list[Quotient]]:
        """The values of the strategies that begin with each action; of those shown, where no action comes first."""
        offers: dict[str, list[Quotient]] = {}
        if self.values.first.name:
            for strategy, value in self.values.strategies:
                offers.setdefault(strategy[self.values.first.name], []).append(value)
            return offers
        for _, piece in self.places:
            strategy = {str(d): str(b) for d, b in piece.get("strategy", {}).items()}
            offers[str(piece["action"])] = [self.values.follow(self.values.root, strategy)]
        return offers

    def attained(self, action: str, values: list[Quotient]) -> Iterator[Item]:
        """Whether an action is optimal somewhere."""
        everyone = {key_of(v): v for _, v in self.values.strategies}
        optimal = [
            [f for key, w in everyone.items() if key != key_of(v) for f in self.better(w, v, ">=")]
            for v in values
        ]
        if action in self.answer["never_optimal"]:
            for n, facts in enumerate(optimal):
                words = f"{action} is nowhere optimal"
                yield Question(f"never {action} {n + 1}", words, self.domain.facts + facts)
        else:
            words = f"{action} is somewhere optimal"
            yield Point(f"somewhere {action}", words, self.domain.facts, (), tuple(optimal))

    def valued(self, action: str, text: str, true: list[Quotient]) -> Iterator[Item]:
        """The value shown for an action: an expression, or the Min (Max) of several, is the best that it offers."""
        call = re.fullmatch(rf"\s*{'Min' if self.sign > 0 else 'Max'}\((.*)\)\s*", text)
        shown = [self.ring.read(part) for part in (split(call[1]) if call else [text])]
        for n, (some, one) in enumerate([(shown, v) for v in true] + [(true, v) for v in shown]):
            if all(added(v, one, -1)[0] for v in some):
                facts = [f for v in some for f in self.better(v, one, ">")]
                words = f"the value of {action} is {text}"
                yield Question(f"value of {action} {n + 1}", words, self.domain.facts + facts)
