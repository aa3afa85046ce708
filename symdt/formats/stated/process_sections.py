"""The `[process]` of a problem file: states, their actions with rewards and where they lead, cycles and discount.

>>> from sympy import Integer
>>> section = {"start": "on", "cycles": 2, "state": {"on": {"stay": {"reward": 1, "on": 1}}}}
>>> read_parts(section, lambda text, where: text if text == "rest" else Integer(text))["cycles"]
2
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symdt.errors import FileError, TableError, quote
from symdt.formats.stated.factors import Read
from symdt.formats.stated.reading import Reader, check_alone, check_keys, optimum_of, section_of
from symdt.formats.stated.toml_text import key, paid_in, text
from symdt.problems.processes.move import Move
from symdt.problems.processes.process import ProcessProblem

_KEYS = ("start", "cycles", "discount", "final", "state")


def read(table: Mapping[str, Any], reader: Reader, title: str) -> ProcessProblem:
    """The process that a file states."""
    check_alone(table, "process", "factor", "tree")
    parts = read_parts(section_of(table, "process", "[process]"), reader.chance)
    return ProcessProblem(**parts, domain=reader.domain(), optimum=optimum_of(table, reader), title=title)


def read_parts(section: Mapping[str, Any], read: Read) -> dict[str, Any]:
    """What a `ProcessProblem` is made of."""
    check_keys(section, _KEYS, "[process]")
    if "state" not in section or not isinstance(section.get("start"), str):
        raise FileError("[process] needs start = 'a state' and [process.state.STATE.ACTION]: give both")
    moves: dict[str, dict[str, Move]] = {}
    states = section_of(section, "state", "[process.state]")
    for state in states:
        actions = section_of(states, state, f"[process.state.{state}]")
        moves[state] = {}
        for action in actions:
            where = f"[process.state.{state}.{action}]"
            own = section_of(actions, action, where)
            to = {s: read(p, f"{where}, {quote(s)}") for s, p in own.items() if s != "reward"}
            if not to:
                raise TableError(f"{where} leads nowhere: give the probability of each next state")
            moves[state][action] = Move(read(own.get("reward", 0), f"the reward of {where}"), to)
    final = section_of(section, "final", "[process.final]") if "final" in section else {}
    cycles = section.get("cycles", 1)
    if type(cycles) is not int:
        raise FileError(f"the cycles of [process] are {quote(cycles)}: give a whole number")
    return {
        "moves": moves,
        "start": section["start"],
        "cycles": cycles,
        "discount": read(section.get("discount", 1), "the discount of [process]"),
        "final": {s: read(e, f"the final value of {quote(s)}") for s, e in final.items()},
    }


def lines(problem: ProcessProblem) -> list[str]:
    """The section of a process, as `read` reads it."""
    worth = paid_in(problem)
    written = ["[process]", f"start = {text(problem.start)}", f"cycles = {problem.cycles}"]
    written.append(f"discount = {text(problem.discount)}")
    if "reward" in problem.moves:
        raise FileError("a state named 'reward' has no place in a file: rename it")
    for state, actions in problem.moves.items():
        for action, move in actions.items():
            written.append(f"[process.state.{key(state)}.{key(action)}]")
            written.append(f"reward = {worth(move.reward)}")
            written += [f"{key(s)} = {text(p)}" for s, p in move.to.items()]
    if problem.final:
        written += ["[process.final]", *(f"{key(s)} = {worth(e)}" for s, e in problem.final.items())]
    return written
