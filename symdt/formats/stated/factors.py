"""The `[factor.NAME]` of a problem file: chance factors, each alone or given others, as `symdt.problems.diagrams.joint` has them.

>>> from sympy import Integer
>>> sections = {"oil": {"wet": 1, "dry": "rest"}, "test": {"given": "oil", "states": ["+", "-"], "wet": [1, 0], "dry": [0, 1]}}
>>> for factor in read_factors(sections, lambda text, where: text if text == "rest" else Integer(text)):
...     print(factor)
chance oil: wet [1], dry [0]
chance test | oil:
  wet: + [1], - [0]
  dry: + [0], - [1]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from symdt.errors import FileError, TableError, did_you_mean, quote
from symdt.formats.stated.toml_text import key, row, text
from symdt.problems.diagrams.node import ChanceNode

#: A file may have this many factors, each with this many rows.
MAX_FACTORS, MAX_ROWS = 256, 4096

#: Reads a probability, or leaves "rest" as it stands, given where it is written.
Read = Callable[[Any, str], Any]


def read_factors(sections: Mapping[str, Any], read: Read) -> list[ChanceNode]:
    """The factors that `[factor]` states; a factor that depends on others has a row for each of their states."""
    if len(sections) > MAX_FACTORS:
        raise FileError(f"the file has {len(sections)} factors: use at most {MAX_FACTORS}")
    for name, section in sections.items():
        if not isinstance(section, dict):
            raise FileError(f"[factor.{name}] is {quote(section)}: make it a table of its own")
    states = {n: states_of(section, f"[factor.{n}]") for n, section in sections.items()}
    made = []
    for name, section in sections.items():
        where = f"[factor.{name}]"
        parents = parents_of(section, where, states)
        if not parents:
            rows: Any = {(): [read(section[s], f"{where}, {quote(s)}") for s in states[name]]}
        else:
            given = {k: row for k, row in section.items() if k not in ("given", "states")}
            rows = {
                key: row_of(row, states[name], f"{where}, row {quote(label)}", read)
                for key, label, row in rows_by_parents(given, [states[p] for p in parents], where)
            }
        made.append(ChanceNode(name, states[name], parents, rows))
    _refuse_cycles(made)
    return made


def states_of(section: Mapping[str, Any], where: str) -> tuple[str, ...]:
    """The states: the keys of a factor that stands alone, else those under `states`."""
    if "given" not in section:
        if not section:
            raise TableError(f"{where} has no states: give each state its probability")
        return tuple(section)
    names = section.get("states")
    if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
        raise TableError(f"{where} has 'given' but its states are {quote(names)}: give states = ['+', '-']")
    twice = next((n for n in names if names.count(n) > 1), None)
    if twice is not None:
        raise TableError(f"{where} names the state {quote(twice)} twice: name each once")
    return tuple(names)


def parents_of(
    section: Mapping[str, Any], where: str, known: Iterable[str], key: str = "given"
) -> tuple[str, ...]:
    """What a table depends on: a name or a list of names, each of them known."""
    given = section.get(key, [])
    names = [given] if isinstance(given, str) else given
    if not isinstance(names, list) or not all(isinstance(n, str) for n in names):
        raise TableError(f"{where} has {key} = {quote(given)}: give a name or a list of names")
    for i, name in enumerate(names):
        if name not in known:
            raise TableError(
                f"{where} has {key} {quote(name)}, which is not there: {did_you_mean(name, known)}"
            )
        if name in names[:i]:
            raise TableError(f"{where} has {key} {quote(name)} twice: name it once")
    return tuple(names)


def rows_by_parents(
    given: Mapping[str, Any], states: Sequence[Sequence[str]], where: str
) -> Iterable[tuple[tuple[str, ...], str, Any]]:
    """Each row with the states of the parents it is for; those of several parents are joined by ", "."""
    size = 1
    for many in states:
        size *= len(many)
    if size > MAX_ROWS:
        raise TableError(f"{where} needs {size} rows: use at most {MAX_ROWS}")
    labels = {", ".join(key): key for key in product(*states)}
    if len(labels) < size:
        raise TableError(f"{where} has parents whose states join to one name: leave commas out of the states")
    extra = next((k for k in given if k not in labels), None)
    if extra is not None:
        raise TableError(f"{where} has a row {quote(extra)}: {did_you_mean(extra, labels)}")
    missing = next((label for label in labels if label not in given), None)
    if missing is not None:
        raise TableError(f"{where} has no row {quote(missing)}: give one for each state of its parents")
    return [(key, label, given[label]) for label, key in labels.items()]


def row_of(row: Any, states: Sequence[str], where: str, read: Read) -> list[Any]:
    """The probabilities of one row."""
    if not isinstance(row, list) or len(row) != len(states):
        raise TableError(f"{where} is {quote(row)}: give a list of {len(states)} probabilities")
    return [read(text, f"{where}, {quote(s)}") for s, text in zip(states, row, strict=True)]


def chance_lines(node: ChanceNode) -> list[str]:
    """The lines below the head of a factor, or of a chance node of a diagram: what it hangs on, its states, its rows."""
    odd = {"given", "states"} & {", ".join(k) for k in node.table} | {"given", "states"} & set(node.states)
    if odd:
        raise FileError(
            f"the rows of {quote(node.name)} have no place in a file: rename the state {quote(min(odd))}"
        )
    if not node.parents:
        return [f"{key(s)} = {text(e)}" for s, e in zip(node.states, node.table[()], strict=True)]
    rows = [f"{key(', '.join(k))} = {row(entries)}" for k, entries in node.table.items()]
    return [f"given = {row(node.parents)}", f"states = {row(node.states)}", *rows]


def _refuse_cycles(factors: Sequence[ChanceNode]) -> None:
    done: set[str] = set()
    left = list(factors)
    while left:
        ready = [f for f in left if set(f.parents) <= done]
        if not ready:
            raise TableError(f"the factor {quote(left[0].name)} depends on itself: remove one 'given'")
        done |= {f.name for f in ready}
        left = [f for f in left if f.name not in done]
