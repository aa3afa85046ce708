"""How the exact work on loss tables grows with the number q of candidate parents: 2^q × 2^q cells, 2q letters.

Run as `python benchmarks/identities.py`; it prints one line for each q, times in seconds.
"""

from __future__ import annotations

from random import Random
from time import perf_counter

from sympy import symbols

from symdt.networks.losses.disintegration import disintegrate
from symdt.networks.losses.identities import risk_identities
from symdt.problems.loss import LossTable
from symdt.problems.loss_sum import direct_sum

#: Seconds that identities and disintegrate may each take at the largest q.
LIMIT = 10.0


def measure(q: int) -> dict[str, float]:
    """The seconds that each step takes for q arcs, every loss a letter of its own."""
    arcs = [
        LossTable.arc(f"X{j}", "Y", false=symbols(f"l0_{j}"), missed=symbols(f"l{j}_0"))
        for j in range(1, q + 1)
    ]
    times = {}

    def timed(name: str, call: object) -> object:
        start = perf_counter()
        result = call()  # type: ignore[operator]
        times[name] = perf_counter() - start
        return result

    loss = timed("⊕", lambda: direct_sum(*arcs))
    answer = timed("disintegrate", lambda: disintegrate(loss))  # type: ignore[arg-type]
    assert answer.summands == tuple(arcs)  # type: ignore[attr-defined]
    timed("nearest", lambda: answer.nearest)  # type: ignore[attr-defined]
    identities = timed("identities", lambda: risk_identities(loss))  # type: ignore[arg-type]
    assert len(identities) == 2**q - q - 1  # type: ignore[arg-type]
    timed("confirm", lambda: all(i.holds for i in identities))  # type: ignore[attr-defined]
    return times


def changed(q: int, cells: int = 20) -> tuple[float, float]:
    """Seconds for disintegrate with its remedy, and identities, when some cells are off by letters."""
    loss = direct_sum(
        *(
            LossTable.arc(f"X{j}", "Y", false=symbols(f"l0_{j}"), missed=symbols(f"l{j}_0"))
            for j in range(1, q + 1)
        )
    )
    chance, letters = Random(q), sorted(loss.symbols, key=str)
    rows = [list(row) for row in loss.entries]
    for _ in range(cells):
        rows[chance.randrange(2**q)][chance.randrange(2**q)] += chance.choice(letters)
    table = LossTable(loss.states, loss.actions, rows, meaning=loss.meaning)
    start = perf_counter()
    answer = disintegrate(table)
    assert answer.obstructions
    assert answer.remedy.is_possible
    middle = perf_counter()
    assert all(i.holds for i in risk_identities(table))
    return middle - start, perf_counter() - middle


def run(largest: int = 6) -> str:
    """The tables, in seconds."""
    columns = list(measure(1))
    lines = ["| q | cells | letters | " + " | ".join(columns) + " |", "|---" * (3 + len(columns)) + "|"]
    for q in range(1, largest + 1):
        times = measure(q)
        lines.append(f"| {q} | {4**q} | {2 * q} | " + " | ".join(f"{t:.4f}" for t in times.values()) + " |")
    assert times["identities"] <= LIMIT
    assert times["disintegrate"] <= LIMIT
    lines += ["", "With 20 cells off by a letter: `disintegrate` and its remedy; identities, confirmed.", ""]
    lines += ["| q | cells | letters | disintegrate | identities |", "|---|---|---|---|---|"]
    for q in range(3, largest + 1):
        seconds = changed(q)
        lines.append(f"| {q} | {4**q} | {2 * q} | " + " | ".join(f"{t:.4f}" for t in seconds) + " |")
    assert max(seconds) <= LIMIT
    lines += ["", "The rule arc by arc needs no table at all: q comparisons for q arcs."]
    return "\n".join(lines)
