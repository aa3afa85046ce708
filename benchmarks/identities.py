"""How the exact work on loss tables grows with the number q of candidate parents: 2^q × 2^q cells, 2q letters.

Run as `python benchmarks/identities.py`; it prints one line for each q, times in seconds.
"""

from __future__ import annotations

from time import perf_counter

from sympy import symbols

from symdt.disintegration import disintegrate
from symdt.identities import risk_identities
from symdt.loss import LossTable, direct_sum

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


def main(largest: int = 6) -> None:
    """Print the table."""
    print(f"{'q':>2} {'cells':>6} {'letters':>8}", *(f"{n:>13}" for n in measure(1)))
    for q in range(1, largest + 1):
        times = measure(q)
        print(f"{q:>2} {4**q:>6} {2 * q:>8}", *(f"{t:>13.4f}" for t in times.values()))
    assert times["identities"] <= LIMIT
    assert times["disintegrate"] <= LIMIT


if __name__ == "__main__":
    main()
