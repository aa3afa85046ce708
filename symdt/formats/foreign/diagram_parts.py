"""The parts of a diagram file: what BIFXML and XDSL have in common.

A variable has a name, a kind, states, parents and a table in the order in which the last parent changes fastest and
a chance variable faster than its parents. `diagram_of` makes the diagram; `parts_of` takes one apart again.

>>> from symdt.problems.diagrams.node import DecisionNode, ValueNode
>>> coin = InfluenceDiagram([DecisionNode("d", ["a", "b"]), ValueNode("u", ["d"], {"a": 1, "b": 2})], optimum="max")
>>> parts_of(coin)[1]
Part(name='u', kind='utility', states=(), parents=('d',), numbers=(1, 2), exact=())
>>> diagram_of(parts_of(coin), None, "") == coin
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from sympy import Expr, Integer, Rational

from symdt.errors import FileError, quote
from symdt.exact.optimum import Optimum
from symdt.formats.foreign.exactly import Marked, agreed, compact, is_plain, mark, number_at, point_of
from symdt.formats.foreign.letters import Letters
from symdt.problems.diagrams.diagram import InfluenceDiagram
from symdt.problems.diagrams.node import ChanceNode, DecisionNode, Node, ValueNode
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem

#: More numbers than this in one table are refused.
MAX_ENTRIES = 200_000
#: Rows that miss the sum 1 by no more are divided by their sum: the rounding of printed decimals.
ROUNDING = Rational(1, 1000)


@dataclass(frozen=True)
class Part:
    """One variable of a file: `exact` are the expressions of its table where they are more than the numbers."""

    name: str
    kind: str  # "nature", "decision" or "utility"
    states: tuple[str, ...]
    parents: tuple[str, ...]
    numbers: tuple[object, ...] = ()
    exact: tuple[str, ...] = ()


def diagram_of(
    parts: Sequence[Part], marked: Marked | None, title: str, optimum: Optimum | None = None
) -> InfluenceDiagram:
    """The diagram of these variables; decisions come after the decisions that they know of.

    parts: the variables, in the file's order. marked: what symdt wrote beside them, if it did.
    title: the diagram's title. optimum: its direction where the file does not say it.
    """
    letters = Letters(marked.conditions, marked.names) if marked else Letters()
    kinds = {p.name: p for p in parts}
    for part in parts:
        odd = next((p for p in part.parents if p not in kinds), None)
        if odd is not None:
            raise FileError(f"{quote(part.name)} is given {quote(odd)}, which is no variable: declare it")
    point = point_of(letters.domain()) if marked else {}
    sign = -1 if marked and marked.optimum == "min" else 1
    nodes: list[Node] = []
    for part in _in_time(parts):
        if part.kind == "decision":
            nodes.append(DecisionNode(part.name, part.states, part.parents))
            continue
        entries = _entries(part, kinds, letters)
        if part.exact:
            exact = [letters.expression(e, f"an expression of {quote(part.name)}") for e in part.exact]
            agreed(exact, entries, point, f"the table of {quote(part.name)}")
            entries = exact
        keys = list(product(*(kinds[p].states for p in part.parents)))
        if part.kind == "utility":
            values = {k: sign * e for k, e in zip(keys, entries, strict=True)}
            nodes.append(ValueNode(part.name, part.parents, values))
        else:
            width = len(part.states)
            rows = {
                k: _normalised(entries[i * width : (i + 1) * width], part.name) for i, k in enumerate(keys)
            }
            for row in rows.values():
                for chance in row:
                    letters.chance(chance)
            nodes.append(ChanceNode(part.name, part.states, part.parents, rows))
    direction = marked.optimum if marked else (optimum or "max")
    memory: Any = marked.memory if marked else None
    return InfluenceDiagram(tuple(nodes), letters.domain(), direction, title, memory)


def _entries(part: Part, kinds: Mapping[str, Part], letters: Letters) -> list[Expr]:
    if len(part.numbers) > MAX_ENTRIES:
        raise FileError(
            f"the table of {quote(part.name)} has {len(part.numbers)} entries: use at most {MAX_ENTRIES}"
        )
    size = 1 if part.kind == "utility" else len(part.states)
    for p in part.parents:
        size *= len(kinds[p].states)
    if len(part.numbers) != size:
        raise FileError(
            f"the table of {quote(part.name)} has {len(part.numbers)} entries: expected {size}, for its parents' states"
        )
    return [letters.expression(e, f"an entry of {quote(part.name)}") for e in part.numbers]


def _in_time(parts: Sequence[Part]) -> list[Part]:
    """The variables with every decision after those from which arcs lead to it, else as they stand."""
    by_name = {p.name: p for p in parts}
    done: dict[str, None] = {}
    for part in parts:
        if part.kind != "decision":
            continue
        stack = [(part.name, False)]
        open_names: set[str] = set()
        while stack:
            name, is_done = stack.pop()
            if is_done:
                done[name] = None
            elif name not in done and name not in open_names:  # a cycle is refused by the diagram itself
                open_names.add(name)
                stack.append((name, True))
                stack += [(p, False) for p in reversed(by_name[name].parents)]
    late = iter([by_name[n] for n in done if by_name[n].kind == "decision"])
    return [next(late) if p.kind == "decision" else p for p in parts]


def _normalised(row: Sequence[Expr], name: str) -> list[Expr]:
    """The row itself, or divided by its sum where that differs from 1 by the rounding of printed decimals."""
    total = sum(row, Integer(0))
    if total == 1 or not total.is_Rational:  # with letters the sum is checked where the row is used
        return list(row)
    if total == 0 or abs(total - 1) > ROUNDING:
        raise FileError(f"a row of {quote(name)} sums to {quote(total)}, not 1: correct it")
    return [e / total for e in row]


# --- writing ----------------------------------------------------------------------------------------


def parts_of(diagram: InfluenceDiagram) -> list[Part]:
    """The variables of a diagram; utilities are losses with the other sign, so that others maximise them."""
    point = point_of(diagram.domain)
    sign = -1 if diagram.optimum == "min" else 1
    parts = []
    for node in diagram.nodes:
        if isinstance(node, DecisionNode):
            parts.append(Part(node.name, "decision", node.states, node.parents))
            continue
        keys = list(product(*(diagram.by_name[p].states for p in node.parents)))
        if isinstance(node, ValueNode):
            exact = [sign * node.table[k] for k in keys]
            kind = "utility"
        else:
            exact = [e for k in keys for e in node.table[k]]
            kind = "nature"
        numbers = tuple(number_at(e, point) for e in exact)
        beside = () if is_plain(exact) else tuple(map(compact, exact))
        parts.append(Part(node.name, kind, node.states, node.parents, numbers, beside))
    return parts


def mark_of(diagram: InfluenceDiagram) -> str | None:
    """What must be said of a diagram beside its tables; nothing where it is one of utilities without letters.

    Arcs alone do not say whether a decision forgets: where arcs of memory are lacking, the memory is said too.
    """
    memory = diagram.memory if diagram.forgotten or diagram.memory == "limited" else None
    if diagram.optimum == "max" and not diagram.domain.symbols and memory is None:
        return None
    return mark(diagram.domain, diagram.optimum, memory)


def as_diagram(problem: Problem, suffix: str) -> InfluenceDiagram:
    """The diagram that a problem is: a table without experiments is one of three nodes.

    problem: what is to be written. suffix: of the file, for the message.
    """
    if isinstance(problem, InfluenceDiagram):
        return problem
    if isinstance(problem, DecisionProblem) and not problem.experiments:
        loss = problem.loss
        rows = {(s, a): loss[s, a] for s in loss.states for a in loss.actions}
        nodes: list[Node] = [
            ChanceNode("state", loss.states, (), [problem.belief[s] for s in loss.states]),
            DecisionNode("action", loss.actions, ()),
            ValueNode("value", ("state", "action"), rows),
        ]
        return InfluenceDiagram(tuple(nodes), problem.domain, loss.optimum, problem.title)
    raise FileError(
        f"{problem.kind} has no form in a {suffix} file, which holds influence diagrams: "
        "write it as .toml, .efg or .silver.json"
    )
