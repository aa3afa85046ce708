"""Tables whose states are combinations: `[factor.NAME]` in place of `[belief]`, rows named by a state of each factor.

A star stands for every state of a factor, so that a row which does not hang on it is written once.

>>> rows = {"good, *": ["1"], "bad, rival": ["2"], "bad, alone": ["3"]}
>>> whole_rows(rows, [("good", "bad"), ("rival", "alone")], "[loss]")
{'good, rival': ['1'], 'good, alone': ['1'], 'bad, rival': ['2'], 'bad, alone': ['3']}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from symdt.errors import FileError, TableError, did_you_mean, quote
from symdt.formats.stated.factors import Read, read_factors
from symdt.formats.stated.reading import MAX_STATES, check_count, section_of
from symdt.problems.diagrams.joint import Joint

#: What in a section is no row, by the section's name.
_NO_ROWS = {"loss": ("actions",), "utility": ("actions",), "cost": ("actions",), "effect": ("actions",)}
_OF_EXPERIMENT = ("cost", "outcomes")
ANY = "*"


def with_joint_states(table: Mapping[str, Any], read: Read) -> tuple[Mapping[str, Any], Joint]:
    """The tables of a file with a row for each combination of states, and the factors.

    table: the file, with `[factor]`. read: reads a probability, or leaves "rest" as it stands.
    """
    joint = Joint(read_factors(section_of(table, "factor", "[factor]"), read))
    states = [factor.states for factor in joint.factors.values()]
    for factor in joint.factors.values():
        odd = next((s for s in factor.states if ", " in s or s == ANY), None)
        if odd is not None:
            raise TableError(
                f"the factor {quote(factor.name)} has a state {quote(odd)}: in a table use neither commas nor a star"
            )
    check_count(prod(map(len, states)), MAX_STATES, "[factor]", "combinations of states")
    whole = dict(table)
    for name, others in _NO_ROWS.items():
        if name in table:
            whole[name] = _whole_section(section_of(table, name, f"[{name}]"), others, states, f"[{name}]")
    if "experiment" in table:
        given = section_of(table, "experiment", "[experiment]")
        whole["experiment"] = {
            name: _whole_section(
                section_of(given, name, f"[experiment.{name}]"),
                _OF_EXPERIMENT,
                states,
                f"the experiment {quote(name)}",
            )
            for name in given
        }
    return whole, joint


def _whole_section(
    section: Mapping[str, Any], others: Sequence[str], states: Sequence[Sequence[str]], where: str
) -> dict[str, Any]:
    rows = {k: v for k, v in section.items() if k not in others}
    return {**{k: v for k, v in section.items() if k in others}, **whole_rows(rows, states, where)}


def starred(rows: Mapping[tuple[str, ...], str]) -> dict[str, str]:
    """The rows by combinations of states in as few as stars allow, factor by factor: those that `whole_rows` reads.

    rows: a text for each combination of a state of each factor.

    >>> starred({("good", "rival"): "1", ("good", "alone"): "1", ("bad", "rival"): "2", ("bad", "alone"): "3"})
    {'good, *': '1', 'bad, rival': '2', 'bad, alone': '3'}
    """
    if list(rows) == [()]:
        return {"": rows[()]}
    below = {
        state: starred({k[1:]: row for k, row in rows.items() if k[0] == state})
        for state in dict.fromkeys(k[0] for k in rows)
    }
    first = next(iter(below.values()))
    if all(own == first for own in below.values()):
        below = {ANY: first}
    return {f"{s}, {rest}" if rest else s: row for s, own in below.items() for rest, row in own.items()}


def whole_rows(rows: Mapping[str, Any], states: Sequence[Sequence[str]], where: str) -> dict[str, Any]:
    """A row for each combination of states, in order.

    rows: by a state of each factor, or a star, joined by ", ". states: of each factor. where: the section, for errors.
    """
    found: dict[tuple[str, ...], str] = {}
    for name in rows:
        parts = [part.strip() for part in name.split(",")]
        if len(parts) != len(states):
            raise TableError(
                f"{where} has a row {quote(name)}: name a state of each of the {len(states)} factors, or a star, "
                "with commas between"
            )
        for part, known in zip(parts, states, strict=True):
            if part != ANY and part not in known:
                raise TableError(
                    f"{where} has a row {quote(name)}, but no factor there has a state {quote(part)}: "
                    f"{did_you_mean(part, known)}"
                )
        fitting = [known if part == ANY else (part,) for part, known in zip(parts, states, strict=True)]
        for combination in product(*fitting):
            other = found.setdefault(combination, name)
            if other != name:
                raise TableError(
                    f"{where} has the rows {quote(other)} and {quote(name)}, which are both about "
                    f"{quote(', '.join(combination))}: leave that out of one of them"
                )
    missing = next((c for c in product(*states) if c not in found), None)
    if missing is not None:
        raise FileError(f"{where} says nothing about {quote(', '.join(missing))}: give it a row")
    return {", ".join(c): rows[found[c]] for c in product(*states)}
