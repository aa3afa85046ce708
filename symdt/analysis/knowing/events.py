"""Events of a tree: which chance nodes show one and the same event, and the joint law that the tree gives to all.

The event of a chance node is the one it names (`event = "oil"`), else its own name up to " | ". Nodes of one event
show the same thing in several places: what is decided does not change it, what was seen before tells of it.

>>> from sympy import symbols
>>> from symdt.problems.tree import Decision
>>> p = symbols("p")
>>> def oil(name, p):
...     return Chance(name, {"wet": (p, 10), "dry": ("rest", 0)}, event="oil")
>>> tree = Decision("drill?", {"here": oil("oil, here", p), "there": (oil("oil, there", p), -1), "no": 0})
>>> law = law_of(tree)
>>> law.states, law.weight({"oil": "dry"}).to_expr()
({'oil': ('wet', 'dry')}, 1 - p)

Law: the probability of a branch of a chance node is that of its state given all that was seen on the way there.
Events that never depend on each other, and of which the tree says no more, are independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any

from symdt.errors import BudgetError, TreeError, quote
from symdt.exact.field import Element, Field
from symdt.problems.tree import Chance, Tree, Value

#: More joint states of all events, or chance nodes with what was seen before them, are refused.
MAX_WORLDS, MAX_MET = 4096, 20_000
#: Orders of so many events are all tried where the tree shows them now in one order, now in another.
MAX_TRIED = 5

#: What was seen: the state of each event, in any order.
Seen = frozenset[tuple[str, str]]


def event_of(node: Chance) -> str:
    """The name of the event that a chance node shows.

    >>> event_of(Chance("rain | take", {"rain": (1, 0)})), event_of(Chance("a", {"x": (1, 0)}, event="rain"))
    ('rain', 'rain')
    """
    return node.event or node.name.partition(" | ")[0]


@dataclass(frozen=True)
class EventLaw:
    """The joint law of the events of a tree.

    states: of each event; worlds: the probability of one state for each event, zero where left out; unsaid: the events
    whose probabilities the tree does not say wherever it matters to them alone, with a place; before: the events on
    which each of these hangs, with which together it can be learnt.
    """

    ring: Field
    states: Mapping[str, tuple[str, ...]]
    worlds: Mapping[tuple[str, ...], Element]
    unsaid: Mapping[str, str] = field(default_factory=dict)
    before: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _sums: dict[Seen, Element] = field(default_factory=dict, compare=False, repr=False)

    def why_unsaid(self, event: str) -> str:
        """Why learning an event by itself has no value that the tree says, in words; empty where it has one."""
        if event not in self.unsaid:
            return ""
        return f"the tree does not say how probable the states of {quote(event)} are where {quote(self.unsaid[event])[1:-1]}"

    def weight(self, seen: Mapping[str, str] | Iterable[tuple[str, str]]) -> Element:
        """The probability that events have these states."""
        key = frozenset(dict(seen).items())
        if key not in self._sums:
            place = {e: i for i, e in enumerate(self.states)}
            wanted = [(place[e], s) for e, s in key]
            parts = (w for world, w in self.worlds.items() if all(world[i] == s for i, s in wanted))
            self._sums[key] = sum(parts, self.ring.number(0))
        return self._sums[key]


@dataclass(frozen=True)
class _Met:
    """A chance node as it is met on a way from the root: what was seen before, and the probabilities it gives."""

    node: Chance
    seen: Seen
    row: Mapping[str, Element]

    @property
    def event(self) -> str:
        return event_of(self.node)


def law_of(tree: Tree, ring: Field | None = None) -> EventLaw:
    """The joint law of the events that a tree shows; an error where it gives none, or more than one reading.

    tree: its chance nodes with one branch show nothing; ring: where to calculate, unless that of the tree's letters.
    """
    ring = ring if ring is not None else Field.of(tree.symbols)
    met = _met(tree, ring)
    _check_said(met)
    states: dict[str, tuple[str, ...]] = {}
    for m in met:
        states[m.event] = tuple(dict.fromkeys((*states.get(m.event, ()), *m.row)))
    fault: _Met | None = None
    for order in _orders(met, list(states)):
        found = _built(order, states, met, ring)
        fault = next((m for m in met if not _agrees(found, m)), None)
        if fault is None:
            return found
    assert fault is not None
    before = ", ".join(f"{e} = {s}" for e, s in sorted(fault.seen))
    raise TreeError(
        f"the chance node {quote(fault.node.name)} gives the event {quote(fault.event)} other probabilities"
        f"{f' after {quote(before)[1:-1]}' if before else ''} than its other nodes: an event does not hang on what is "
        "decided; give event = 'a name' to nodes that show something else"
    )


def _met(tree: Tree, ring: Field) -> list[_Met]:
    """Every chance node with all that may have been seen before it, each once."""
    found: list[_Met] = []
    known: set[tuple[int, Seen]] = set()
    stack: list[tuple[Tree, Seen]] = [(tree, frozenset())]
    while stack:
        node, seen = stack.pop()
        if isinstance(node, Value) or (id(node), seen) in known:
            continue
        known.add((id(node), seen))
        if len(known) > MAX_MET:
            raise BudgetError(f"more than {MAX_MET} nodes are met with other knowledge: use a smaller tree")
        if not isinstance(node, Chance) or len(node.branches) == 1:
            stack += [(child, seen) for child in reversed(node.children())]
            continue
        event = event_of(node)
        if event in dict(seen):
            raise TreeError(
                f"the event {quote(event)} is shown again at {quote(node.name)}, where it is known: give one of the "
                "nodes another event"
            )
        row = {b: p.into(ring) for (b, _, _), p in zip(node.branches, node.elements, strict=True)}
        found.append(_Met(node, seen, row))
        ends = [(child, seen | {(event, b)}) for b, _, child in node.branches if not row[b].is_zero]
        stack += reversed(ends)
    return found


def _check_said(met: Sequence[_Met]) -> None:
    """An error if nodes of different names have the same branches and none says which event it shows.

    What is seen one after the other cannot be one event, and needs no words.
    """
    apart = {(m.event, e) for m in met for e, _ in m.seen}
    by_labels: dict[frozenset[str], dict[str, Chance]] = {}
    for m in met:
        if m.node.event or " | " in m.node.name:
            continue
        alike = by_labels.setdefault(frozenset(m.row), {})
        alike.setdefault(m.node.name, m.node)
        near = (n for n in alike if n != m.node.name and not {(n, m.event), (m.event, n)} & apart)
        other = alike.get(next(near, ""))
        if other is not None:
            raise TreeError(
                f"the chance nodes {quote(other.name)} and {quote(m.node.name)} have the same branches: say event = "
                "'a name' of both, one name if they show the same event, two if not"
            )


def _orders(met: Sequence[_Met], events: list[str]) -> Iterable[Sequence[str]]:
    """Orders of the events in which each comes after those it is seen to follow, where there is one; else all."""
    before: dict[str, set[str]] = {e: set() for e in events}
    for m in met:
        before[m.event] |= {e for e, _ in m.seen}
    order: list[str] = []
    while len(order) < len(events):
        ready = [e for e in events if e not in order and before[e] <= set(order)]
        if not ready:
            # first those that are seen last somewhere: what follows them is then conditional on them
            return permutations(events) if len(events) <= MAX_TRIED else [events]
        order.append(ready[0])
    return [order]


def _built(
    order: Sequence[str], states: Mapping[str, tuple[str, ...]], met: Sequence[_Met], ring: Field
) -> EventLaw:
    """The law that is the product, in an order, of what the tree says of each event given the earlier ones."""
    worlds: dict[tuple[str, ...], Element] = {(): ring.number(1)}
    law = EventLaw(ring, {}, worlds)
    unsaid: dict[str, str] = {}
    before: dict[str, tuple[str, ...]] = {}
    for i, event in enumerate(order):
        earlier = set(order[:i])
        rows = {m.seen: m.row for m in met if m.event == event and {e for e, _ in m.seen} <= earlier}
        given = max((tuple(sorted(e for e, _ in seen)) for seen in rows), key=len, default=())
        table, lacking = _table(law, given, rows, ring)
        if lacking and any({e for e, _ in m.seen} < set(given) for m in met if m.event == event):
            raise TreeError(
                f"the tree does not say how probable the states of {quote(event)} are where {quote(lacking)[1:-1]}: "
                "show the event there, or state it as a [factor]"
            )
        lacking = lacking or next((unsaid[e] for e in given if e in unsaid), "")
        if lacking:
            unsaid[event] = lacking
            above = {*given, *(e for g in given for e in before.get(g, ()))}
            before[event] = tuple(e for e in order[:i] if e in above)
        if len(worlds) * len(states[event]) > MAX_WORLDS:
            raise BudgetError(f"the events have more than {MAX_WORLDS} joint states: use fewer, or [factor]s")
        place = {e: j for j, e in enumerate(order[:i])}
        grown: dict[tuple[str, ...], Element] = {}
        for world, w in worlds.items():
            row = table[tuple(world[place[e]] for e in given)]
            grown |= {(*world, s): w * row[s] for s in states[event] if s in row and not (w * row[s]).is_zero}
        worlds = grown
        law = EventLaw(ring, {e: states[e] for e in order[: i + 1]}, worlds, dict(unsaid), dict(before))
    return law


def _table(
    law: EventLaw, given: tuple[str, ...], rows: Mapping[Seen, Mapping[str, Element]], ring: Field
) -> tuple[dict[tuple[str, ...], Mapping[str, Element]], str]:
    """P(event | given) for all states of these, and a place that the tree does not speak of, if there is one.

    One row that is lacking follows from what the tree says without any knowledge, where it says that.
    """
    table: dict[tuple[str, ...], Mapping[str, Element]] = {}
    lacking: list[tuple[str, ...]] = []
    for key in product(*(law.states[e] for e in given)):
        seen = frozenset(zip(given, key, strict=True))
        if seen in rows:
            table[key] = rows[seen]
        elif not law.weight(seen).is_zero:
            lacking.append(key)
    plain = rows.get(frozenset())
    if len(lacking) == 1 and plain is not None:
        rest = dict(plain)
        for key, row in table.items():
            w = law.weight(zip(given, key, strict=True))
            rest = {s: p - w * row.get(s, ring.number(0)) for s, p in rest.items()}
        whole = law.weight(zip(given, lacking[0], strict=True))
        table[lacking[0]] = {s: p / whole for s, p in rest.items()}
        return table, ""
    spare = next(iter(rows.values()), {})
    table |= dict.fromkeys(lacking, spare)
    return table, ", ".join(f"{e} = {s}" for e, s in zip(given, lacking[0], strict=True)) if lacking else ""


def _agrees(law: EventLaw, m: _Met) -> bool:
    """Whether a node's probabilities are those of the law given what was seen before it."""
    past = law.weight(m.seen)
    return all(law.weight({**dict(m.seen), m.event: s}) == past * p for s, p in m.row.items())


def events_named(law: EventLaw, names: Any) -> list[str]:
    """The events of these names, or of one; an error names the nearest."""
    from symdt.errors import did_you_mean

    wanted = [names] if isinstance(names, str) else list(names)
    for name in wanted:
        if name not in law.states:
            raise TreeError(f"the tree shows no event {quote(name)}: {did_you_mean(str(name), law.states)}")
    return wanted
