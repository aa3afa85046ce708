"""The `[diagram]` of a problem file: chance, decision and value nodes by name, and the memory that decisions have.

>>> from sympy import Integer
>>> section = {"memory": "limited", "chance": {"coin": {"heads": 1, "tails": "rest"}},
...     "decision": {"guess": {"options": ["heads", "tails"], "knows": "coin"}},
...     "value": {"gain": {"given": "guess", "heads": 2, "tails": 3}}}
>>> nodes, memory = read_nodes(section, lambda text, where: text if text == "rest" else Integer(text))
>>> print(nodes[1], memory)
decision guess | coin: heads, tails limited

Law: reading what `lines` writes gives the same nodes.

>>> print("\\n".join(lines(InfluenceDiagram(nodes, optimum="max", memory=memory))[3:6]))
heads = "1"
tails = "0"
[diagram.decision.guess]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symdt.errors import FileError, TableError, quote
from symdt.formats.stated.factors import Read, chance_lines, parents_of, row_of, rows_by_parents, states_of
from symdt.formats.stated.reading import (
    Reader,
    check_alone,
    check_count,
    check_keys,
    names_of,
    optimum_of,
    section_of,
)
from symdt.formats.stated.toml_text import key, paid_in, row, text
from symdt.problems.diagrams.diagram import InfluenceDiagram
from symdt.problems.diagrams.node import ChanceNode, DecisionNode, Node, ValueNode

#: A diagram may have this many nodes, a decision this many options.
MAX_NODES, MAX_OPTIONS = 256, 1024
_KEYS = ("memory", "chance", "decision", "value")
_OWN = {"chance": ("given", "states"), "decision": ("options", "knows"), "value": ("given", "value")}


def read(table: Mapping[str, Any], reader: Reader, title: str) -> InfluenceDiagram:
    """The influence diagram that a file states."""
    check_alone(table, "diagram", "factor", "tree", "process")
    nodes, memory = read_nodes(section_of(table, "diagram", "[diagram]"), reader.chance)
    return InfluenceDiagram(nodes, reader.domain(), optimum_of(table, reader), title, memory)  # type: ignore[arg-type]


def read_nodes(section: Mapping[str, Any], read: Read) -> tuple[tuple[Node, ...], str | None]:
    """The nodes, decisions in the order of the file, and the memory that is said."""
    check_keys(section, _KEYS, "[diagram]")
    groups = {
        kind: section_of(section, kind, f"[diagram.{kind}]") if kind in section else {} for kind in _OWN
    }
    check_count(sum(map(len, groups.values())), MAX_NODES, "[diagram]", "nodes")
    states = _states(groups)
    nodes: list[Node] = []
    for name, own in groups["chance"].items():
        where = f"[diagram.chance.{name}]"
        parents = parents_of(own, where, states)
        if parents:
            rows: Any = {
                k: row_of(entries, states[name], f"{where}, row {quote(label)}", read)
                for k, label, entries in _rows(own, "chance", parents, states, where)
            }
        else:
            rows = {(): [read(own[s], f"{where}, {quote(s)}") for s in states[name]]}
        nodes.append(ChanceNode(name, states[name], parents, rows))
    for name, own in groups["decision"].items():
        nodes.append(
            DecisionNode(name, states[name], parents_of(own, f"[diagram.decision.{name}]", states, "knows"))
        )
    for name in groups["value"]:
        where = f"[diagram.value.{name}]"
        own = section_of(groups["value"], name, where)
        parents = parents_of(own, where, states)
        if parents:
            table: Any = {
                k: read(entry, f"{where}, row {quote(label)}")
                for k, label, entry in _rows(own, "value", parents, states, where)
            }
        else:
            check_keys(own, _OWN["value"], where)
            if "value" not in own:
                raise TableError(
                    f"{where} has no 'given' and no 'value': say what it depends on, or its value"
                )
            table = {(): read(own["value"], where)}
        nodes.append(ValueNode(name, parents, table))
    memory = section.get("memory")
    if memory not in (None, "full", "limited"):
        raise FileError(f"the memory of [diagram] is {quote(memory)}: use 'full' or 'limited'")
    return tuple(nodes), memory


def _states(groups: Mapping[str, Mapping[str, Any]]) -> dict[str, tuple[str, ...]]:
    """The states of every chance node and the options of every decision."""
    states: dict[str, tuple[str, ...]] = {}
    for kind in ("chance", "decision"):
        for name in groups[kind]:
            own, where = (
                section_of(groups[kind], name, f"[diagram.{kind}.{name}]"),
                f"[diagram.{kind}.{name}]",
            )
            if name in states:
                raise TableError(f"two nodes are named {quote(name)}: rename one")
            if kind == "decision":
                check_keys(own, _OWN[kind], where)
                states[name] = names_of(own.get("options"), f"the options of {where}", MAX_OPTIONS)
            else:
                states[name] = states_of(own, where)
    return states


def _rows(
    own: Mapping[str, Any], kind: str, parents: Sequence[str], states: Mapping[str, Sequence[str]], where: str
) -> Any:
    given = {k: entry for k, entry in own.items() if k not in _OWN[kind]}
    return rows_by_parents(given, [states[p] for p in parents], where)


def lines(problem: InfluenceDiagram) -> list[str]:
    """The section of a diagram, as `read` reads it; chance nodes first, then decisions, then values."""
    memory, written, worth = problem.memory, ["[diagram]"], paid_in(problem)
    written += [f"memory = {text(memory)}"] if memory else []
    for kind, noun in (("chance", ChanceNode), ("decision", DecisionNode), ("value", ValueNode)):
        for node in problem.nodes:
            if not isinstance(node, noun):
                continue
            written.append(f"[diagram.{kind}.{key(node.name)}]")
            told = row(node.parents)
            if isinstance(node, DecisionNode):
                written += [f"options = {row(node.states)}", *([f"knows = {told}"] if node.parents else [])]
                continue
            labels = {", ".join(k): k for k in node.table}
            odd = next((n for n in labels if n in _OWN[kind]), None) if node.parents else None
            if len(labels) < len(node.table) or odd is not None:
                raise FileError(
                    f"the rows of {quote(node.name)} have no place in a file: rename its parents' states"
                )
            if isinstance(node, ChanceNode):
                written += chance_lines(node)
                continue
            rows = [(k if node.parents else "value", worth(node.table[labels[k]])) for k in labels]
            written += [f"given = {told}"] * bool(node.parents) + [f"{key(k)} = {entry}" for k, entry in rows]
    return written
