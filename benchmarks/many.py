"""Many variables under an order with at most two parents each: time and memory, each size a process of its own.

Binary cases, each variable copying two earlier ones in three tenths of the cases; processor seconds of
`select_network` on one thread, kernels loaded before. Run: python -m benchmarks.many [SIZE ...]
"""

from __future__ import annotations

import subprocess
import sys
import time

import numpy as np

SIZES = (100, 300, 1000)
CASES = 1000


def draw(n: int) -> dict[str, np.ndarray]:
    """The columns of n variables."""
    g = np.random.default_rng(n)
    data = g.integers(0, 2, (n, CASES))
    for i in range(1, n):
        for parent in g.choice(i, min(i, 2), replace=False):
            data[i] = np.where(g.random(CASES) < 0.3, data[parent], data[i])
    return {f"V{i}": column for i, column in enumerate(data)}


def one(n: int) -> str:
    """The row of one size."""
    from symdt import select_network

    data = draw(n)
    names = list(data)
    few = {name: data[name] for name in names[:20]}
    select_network(few, order=names[:20], max_parents=2, progress=False, jobs=1)  # compiles, or loads
    begin = time.process_time()
    found = select_network(data, order=names, max_parents=2, progress=False, jobs=1)
    seconds = time.process_time() - begin
    with open("/proc/self/status", encoding="ascii") as status:
        peak = next(int(s.split()[1]) for s in status if s.startswith("VmHWM"))
    sets = found.forecast.sets
    cells = (n, sets, f"{seconds:.2f}", f"{1e9 * seconds / sets:.0f}", f"{found.forecast.seconds:.2f}")
    return "| " + " | ".join(map(str, (*cells, f"{peak / 1000:.0f}", len(found.chosen)))) + " |"


def run(sizes: tuple[int, ...] = SIZES) -> str:
    """The table, as Markdown."""
    lines = ["| variables | parent sets | s | ns a set | forecast, s | MB | arcs chosen |", "|" + "---|" * 7]
    for n in sizes:
        code = f"import benchmarks.many as b; print(b.one({n}))"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        lines.append(done.stdout.splitlines()[-1])
    return "\n".join(lines)


if __name__ == "__main__":
    print(run(tuple(map(int, sys.argv[1:])) or SIZES))
