"""A policy of a process, cycle by cycle: what is done in each state that is reached.

>>> from symdt import Move, ProcessProblem, optimum_at
>>> worn = {"run": Move(2, {"worn": 1}), "replace": Move(-3, {"good": 1})}
>>> good = {"run": Move(8, {"good": 0.5, "worn": "rest"})}
>>> machine = ProcessProblem({"good": good, "worn": worn}, "worn", 2, optimum="max")
>>> policy_by_cycle(optimum_at(machine).strategy, machine)
[{'worn': ('replace',)}, {'good': ('run',)}]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symdt.problems.processes.process import ProcessProblem

#: What is done in each state that is reached in a cycle; several actions where they are as good.
Cycle = dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Policy:
    """What is done cycle by cycle, and the states of the process, which are the columns of its table."""

    cycles: tuple[Cycle, ...]
    states: tuple[str, ...]

    def to_json(self) -> list[dict[str, list[str]]]:
        """The cycles as `symdt solve --json` lists them."""
        return [{s: list(actions) for s, actions in cycle.items()} for cycle in self.cycles]

    def rows(self) -> list[tuple[str, ...]]:
        """The cycles as a table of texts, its head first; see `policy_table`."""
        return policy_table(self.cycles, self.states)


def policy_by_cycle(
    strategy: Mapping[str, str], problem: ProcessProblem, ties: Mapping[str, tuple[str, ...]] | None = None
) -> list[Cycle]:
    """A strategy as a list: for each cycle what is done in each state that is reached.

    strategy: the branch of each decision, as `optimum_at` gives it; problem: the process; ties: the decisions at which
    several actions are as good, with all of them.
    """
    cycles: list[Cycle] = []
    for t in range(1, problem.cycles + 1):
        names = {s: f"{s}, cycle {t}" for s in problem.moves}
        done = {s: strategy[name] for s, name in names.items() if name in strategy}
        more = {s: (ties or {}).get(names[s], ()) for s in done}
        cycles.append({s: (a, *(b for b in more[s] if b != a)) for s, a in done.items()})
    return cycles


def policy_table(cycles: Sequence[Cycle], states: Iterable[str]) -> list[tuple[str, ...]]:
    """The cycles as a table of texts, its head first; cycles that are alike are one row.

    cycles: as `policy_by_cycle` gives them; states: the columns.

    >>> stay = {"on": ("stay",)}
    >>> policy_table([stay, stay, {"on": ("stay", "go")}], ["on", "off"])
    [('cycle', 'on', 'off'), ('1 to 2', 'stay', '-'), ('3', 'stay or go', '-')]
    """
    columns = list(states)
    rows: list[tuple[int, int, tuple[str, ...]]] = []
    for t, cycle in enumerate(cycles, start=1):
        cells = tuple(" or ".join(cycle.get(s, ("-",))) for s in columns)
        if rows and rows[-1][2] == cells:
            rows[-1] = (rows[-1][0], t, cells)
        else:
            rows.append((t, t, cells))
    return [("cycle", *columns), *((str(a) if a == b else f"{a} to {b}", *cells) for a, b, cells in rows)]
