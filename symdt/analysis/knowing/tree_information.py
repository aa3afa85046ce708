"""What it is worth to know events of a tree before its first decision.

With J(x) the probability of states x of the events that are learnt, V the value of the tree and V(x) its value
when x is known from the start, the value of learning them is Σ_x J(x) V(x) − V (for losses the other way round).
All that the tree offers, its own tests too, is part of deciding now.

>>> from sympy import symbols
>>> from symdt.problems.tree import Chance, Decision
>>> from symdt.problems.tree_problem import TreeProblem
>>> from symdt.exact.domain import Domain
>>> r = symbols("r")
>>> tree = Decision("umbrella?", {
...     "take": Chance("rain | take", {"rain": (r, 70), "dry": ("rest", 20)}),
...     "leave": Chance("rain | leave", {"rain": (r, 0), "dry": ("rest", 100)}),
... })
>>> umbrella = TreeProblem(tree, Domain("0 < r < 1"), "max")
>>> print(value_of_events(umbrella))
perfect information is worth
  80*(1 - r)  if 15*r >= 8  (take; umbrella? | rain=dry -> leave, umbrella? | rain=rain -> take)
  70*r  if 15*r <= 8  (leave; umbrella? | rain=dry -> leave, umbrella? | rain=rain -> take)

The informed tree has equal weights and values times J, so that folding it back meets no posterior and divides by nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from sympy import Integer, Rational

from symdt.analysis.knowing.events import EventLaw, Seen, event_of, events_named, law_of
from symdt.analysis.knowing.worth import SECONDS, InformationValue
from symdt.errors import BudgetError, TreeError, quote
from symdt.exact.field import Element
from symdt.problems.diagrams.joint import known
from symdt.problems.problem import Problem
from symdt.problems.tree import Chance, Decision, Tree, Value
from symdt.solve.foldback import fold_back

#: An informed tree with more leaves than this is refused.
MAX_LEAVES = 20_000


def value_of_events(
    problem: Problem, names: Iterable[str] | str | None = None, *, name: str = "", seconds: float = SECONDS
) -> InformationValue:
    """What it is worth to know events of a tree, all unless some are named, before the first decision.

    problem: of any kind that is a tree; names: of events; name: what the information is called.
    """
    ring = problem.domain.field
    law = law_of(problem.tree, ring)
    wanted = list(law.states) if names is None else events_named(law, names)
    alone = next((e for e in wanted if not set(law.before.get(e, ())) <= set(wanted)), None)
    if alone is not None:
        more = ", ".join(quote(e) for e in (*law.before[alone], alone))
        raise TreeError(f"{law.why_unsaid(alone)}: ask for {more} together, or state them as [factor]s")
    informed = _Informed(problem.tree, law, wanted).tree()
    after = fold_back(informed, domain=problem.domain, optimum=problem.optimum, seconds=seconds, check=False)
    before = fold_back(problem, seconds=seconds)
    prior = tuple((before.label(a), a.value) for a in before.alternatives)
    what = name or ("perfect information" if names is None else " and ".join(wanted))
    strategies = tuple((tuple(sorted(after.strategy(a).items())), a.value) for a in after.alternatives)
    is_exact = before.is_exact and after.is_exact
    return InformationValue(
        what, problem.domain, problem.optimum, prior, strategies, Integer(0), is_exact, seconds
    )


class _Informed:
    """Grows the tree in which some events are seen first."""

    def __init__(self, tree: Tree, law: EventLaw, names: list[str]) -> None:
        self.root, self.law, self.names = tree, law, names
        self.leaves = 0
        self.entered: dict[int, Seen] = {}  # what else was seen where a decision was first met
        self.many: set[int] = set()  # decisions that are met with other knowledge
        self._enter(tree, frozenset(), set())

    def _enter(self, node: Tree, seen: Seen, done: set[tuple[int, Seen]]) -> None:
        stack: list[tuple[Tree, Seen]] = [(node, seen)]
        while stack:
            node, seen = stack.pop()
            if isinstance(node, Value) or (id(node), seen) in done:
                continue
            done.add((id(node), seen))
            if isinstance(node, Decision):
                if self.entered.setdefault(id(node), seen) != seen:
                    self.many.add(id(node))
                stack += [(child, seen) for child in node.children()]
                continue
            event = event_of(node) if len(node.branches) > 1 else ""
            is_hidden = bool(event) and event not in self.names
            for b, _, child in node.branches:
                stack.append((child, seen | {(event, b)} if is_hidden else seen))

    def tree(self) -> Tree:
        ring = self.law.ring
        ends = {}
        for key in product(*(self.law.states[e] for e in self.names)):
            told = dict(zip(self.names, key, strict=True))
            if not self.law.weight(told).is_zero:
                ends[", ".join(f"{e}={s}" for e, s in told.items())] = told
        n = len(ends)
        return Chance(
            "what is learnt",
            {
                label: (Rational(1, n), self._grown(self.root, told, frozenset(), ring.number(0), n))
                for label, told in ends.items()
            },
        )

    def _grown(self, node: Tree, told: dict[str, str], seen: Seen, paid: Element, times: int) -> Tree:
        """The rest of the tree where states were told and others seen; values times their probability."""
        ring = self.law.ring
        if isinstance(node, Value):
            self.leaves += 1
            if self.leaves > MAX_LEAVES:
                raise BudgetError(f"the informed tree has more than {MAX_LEAVES} leaves: use a smaller tree")
            total = paid + ring.element(node.value)
            return Value((total * self.law.weight({**told, **dict(seen)}) * times).to_expr())
        payoffs = [paid + ring.element(x) if x else paid for x in node.payoffs]
        if isinstance(node, Decision):
            more = dict(seen) if id(node) in self.many else {}
            pairs = zip(node.branches, payoffs, strict=True)
            ends = {b: self._grown(child, told, seen, x, times) for (b, child), x in pairs}
            return Decision(known(node.name, {**told, **more}), ends)
        entries = {b: (child, x) for (b, _, child), x in zip(node.branches, payoffs, strict=True)}
        if len(entries) == 1:
            (child, x) = next(iter(entries.values()))
            return self._grown(child, told, seen, x, times)
        event = event_of(node)
        if event in told:
            if told[event] not in entries:
                return Value(0)  # what was told and seen excludes the node
            child, x = entries[told[event]]
            return self._grown(child, told, seen, x, times)
        ways: dict[str, Any] = {}
        for b, (child, x) in entries.items():
            if not self.law.weight({**told, **dict(seen), event: b}).is_zero:
                ways[b] = (child, seen | {(event, b)}, x)
        if not ways:
            return Value(0)
        share, n = Rational(1, len(ways)), times * len(ways)
        return Chance(node.name, {b: (share, self._grown(c, told, s, x, n)) for b, (c, s, x) in ways.items()})
