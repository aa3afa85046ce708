"""What a problem and a rule say, derived from their texts alone: every claim as a question about polynomials.

A *question* is a list of facts (a polynomial that is > 0, >= 0, == 0 or != 0) that must have no common
point. For a rule to be right on the domain of a problem it must be shown that

* no denominator vanishes, no square root is taken of a negative number, every indexed root exists;
* every point of the domain lies in exactly one case, and there in exactly one piece;
* no case and no piece is empty: a point of each is given;
* at each decision that the rule's strategy reaches, no strategy that leaves it there is better (so none is
  better at all, because whatever deviates deviates somewhere first), and the value is the one shown; what is said to
  tie there does;
* an action said never to be optimal is so, and each of the others is optimal at a point that is given;
* the values of the actions are those shown; the ends of pieces and of the range are those of the domain.

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
from functools import cached_property
from typing import Any

from .claimed_ties import tied
from .facts import whole_values
from .induction import Kept
from .items import Fault, Item, Point, Question, Scope
from .polynomials import ZERO, Quotient, RejectedError, added
from .reader import split
from .shape import Shape
from .texts import Fact
from .values import Node, Offer, key_of


class Statement(Shape):
    """All that must be shown, in `questions`."""

    def __init__(self, certificate: dict[str, Any]) -> None:
        super().__init__(certificate)
        self.used: dict[str, int] = {}
        # where the domain is taken in parts: what is best and its value are asked on each of them, all else of the whole
        self.has_parts = "parts" in certificate
        # letters that are whole numbers with bounds: everything is asked for each choice of their values
        ranges = certificate.get("whole") if self.has_parts else None
        self.whole = whole_values(self.ring, self.domain.facts, ranges) if ranges else []
        self.shown = set(
            certificate.get("shown", ())
        )  # the points that are given, which another part may give
        self.points: set[str] = set()  # those that some part is to give

    @cached_property
    def kept(self) -> Kept:
        """The strategies that are left, where there are many."""
        return Kept(self)

    def below(self, node: Node, place: Scope) -> list[Offer]:
        """The strategies at a node; of many only those that are left in the place."""
        return self.kept.at(node, place) if self.values.is_large else self.values.choices(node)

    def questions(self) -> Iterator[Item]:
        """All that must be shown, in order; a question stands after those that it leans on."""
        steps = [self.shape] if self.has_parts else [self.shape, self.optimality, self.actions]
        for step in [self.laid_out, *steps[1:]] if self.is_part else steps:
            for item in step():
                yield from self.leaning()
                yield from self.at_whole(item)
        yield from self.leaning()

    def leaning(self) -> Iterator[Item]:
        """The questions that others lean on, once."""
        pending, self.pending[:] = list(self.pending), []
        for item in pending:
            yield from self.at_whole(item)

    def at_whole(self, item: Item) -> Iterator[Item]:
        """The same for each choice of the values of letters that are whole numbers; a point for one of them."""
        if not self.whole or isinstance(item, Fault):
            yield item
        elif isinstance(item, Point):
            some = tuple(facts + values for facts in item.some for values in self.whole)
            yield item._replace(some=some)
        else:
            for n, values in enumerate(self.whole):
                yield item._replace(
                    key=f"{item.key}, whole {n + 1}", facts=item.facts + values, apart="", within=""
                )

    # --- values -------------------------------------------------------------------------------------

    def optimality(self) -> Iterator[Item]:
        """In each piece the rule's strategy is optimal, and its value is the one shown."""
        for node in self.values.nodes:
            for weight, _ in node.parts:
                num, dens = weight
                if dens or set(num) - {0} or num.get(0, 0) < 0:
                    text = self.ring.text(num) + "".join(f" / ({self.ring.text(d)})" for d in dens)
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
                yield from tied(self, place, piece, strategy)
                if "value" in piece:
                    yield from self.worth(place, piece, strategy)
            except RejectedError as reason:
                yield Fault(f"{place.name}: strategy", str(reason), place.facts)

    def worth(self, place: Scope, piece: dict[str, Any], strategy: dict[str, str] | None) -> Iterator[Item]:
        """The value shown in a piece is that of its strategy, or of the best that begins with its action."""
        if strategy is None:
            action, first = str(piece["action"]), self.values.first.name
            mine = [v for s, v in self.below(self.values.root, place) if s.get(first) == action]
            for item in self.valued(action, str(piece["value"]), mine, place):
                yield item._replace(key=f"{place.name}: {item.key}")
            return
        differs = added(self.ring.read(piece["value"]), self.values.follow(self.values.root, strategy), -1)
        if differs[0]:
            words = f"the value in {place.name} is {piece['value']}"
            # where conditions are guarded a radical may be there in its case alone
            facts = place.facts + self.facts(differs, "!=", place if self.is_guarded else self.domain)
            yield Question(f"{place.name}: value", words, facts)

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
            offers = self.below(values.root, place)
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
                for s, v in self.below(child, place)
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
                key = f"{place.name}: {label}"
                # a node that several branches enter may be left by each in another way: one label, several values
                self.used[key] = self.used.get(key, 0) + 1
                key += f" #{self.used[key]}" if self.used[key] > 1 else ""
                yield Question(key, words, place.facts + given + better, within=place.name)

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
        first, shown = self.values.first, self.answer.get("values", {})
        offers = dict(first.branches) if first.name else self.shown_offers()
        named = [*self.answer.get("never_optimal", ()), *shown]
        for action in dict.fromkeys(a for a in named if a not in offers):
            if first.name:
                yield Fault(f"action {action}", f"there is no action {action!r}", self.domain.facts)
        # of many strategies some are left in each piece; together the pieces are the domain
        places = [place for place, _ in self.places] if self.values.is_large else [self.domain]
        for action, node in offers.items():
            if "never_optimal" in self.answer and first.name:
                yield from self.attained(action, node)
            for place in places if action in shown else ():
                yield from self.valued(
                    action, str(shown[action]), [v for _, v in self.below(node, place)], place
                )

    def shown_offers(self) -> dict[str, Node]:
        """The values of the strategies shown, where no action comes first."""
        offers: dict[str, Node] = {}
        for _, piece in self.places:
            strategy = {str(d): str(b) for d, b in piece.get("strategy", {}).items()}
            offers[str(piece["action"])] = Node(self.values.follow(self.values.root, strategy))
        return offers

    def attained(self, action: str, node: Node) -> Iterator[Item]:
        """Whether an action is optimal somewhere."""
        if self.values.is_large:
            optimal = [(place, self.as_good(place, piece, node)) for place, piece in self.places]
        else:
            everyone = {key_of(v): v for _, v in self.values.strategies}
            mine = [v for s, v in self.values.strategies if s[self.values.first.name] == action]
            optimal = [
                (
                    self.domain,
                    [
                        [
                            f
                            for key, w in everyone.items()
                            if key != key_of(v)
                            for f in self.better(w, v, ">=")
                        ]
                        for v in mine
                    ],
                )
            ]
        points = [(place, facts) for place, many in optimal for facts in many]
        if action in self.answer["never_optimal"]:
            for n, (place, facts) in enumerate(points):
                words = f"{action} is nowhere optimal"
                yield Question(f"never {action} {n + 1}", words, place.facts + facts)
        else:
            some = tuple(place.facts + facts for place, facts in points)
            key = f"somewhere {action}"
            self.points.add(key)
            if not self.is_part or self.is_given(key):
                yield Point(key, f"{action} is somewhere optimal", [], (), some)

    def is_given(self, key: str) -> bool:
        """Whether this part gives a point, which another may give instead."""
        return key in self.shown

    def as_good(self, place: Scope, piece: dict[str, Any], node: Node) -> list[list[Fact]]:
        """Where a strategy below a node is as good as what the rule says in a place, which is optimal there."""
        strategy = self.strategy(piece)
        if strategy is None:
            raise OverflowError("a rule without strategies has too many to compare: say what is done later")
        best = self.values.follow(self.values.root, strategy)
        return [self.better(best, v, ">=") for _, v in self.below(node, place)]

    def valued(self, action: str, text: str, true: list[Quotient], place: Scope) -> Iterator[Item]:
        """The value shown for an action: an expression, or the Min (Max) of several, is the best that it offers."""
        call = re.fullmatch(rf"\s*{'Min' if self.sign > 0 else 'Max'}\((.*)\)\s*", text)
        shown = [self.ring.read(part) for part in (split(call[1]) if call else [text])]
        for n, (some, one) in enumerate([(shown, v) for v in true] + [(true, v) for v in shown]):
            if all(added(v, one, -1)[0] for v in some):
                facts = [f for v in some for f in self.better(v, one, ">")]
                words = f"the value of {action} is {text}"
                where = "" if place is self.domain else f" in {place.name}"
                yield Question(f"value of {action}{where} {n + 1}", words, place.facts + facts)
