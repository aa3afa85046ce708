"""`import symdt` against `import sympy`: fresh processes, interleaved, the median of ten."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent


def seconds(statement: str) -> float:
    """The time of one fresh interpreter that runs the statement."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True, cwd=ROOT, timeout=60)
    return time.perf_counter() - begin


def measure(runs: int = 10) -> tuple[float, float, float]:
    """Medians for SymPy, for symdt, and for symdt with its first-screen names all entered."""
    names = "import symdt; symdt.Belief, symdt.DecisionProblem, symdt.Domain, symdt.LossTable, symdt.risks"
    statements = ("import sympy", "import symdt", f"{names}, symdt.decision_rule, symdt.certify")
    for statement in statements:
        seconds(statement)  # the first time writes byte code
    times: list[list[float]] = [[], [], []]
    for _ in range(runs):
        for i, statement in enumerate(statements):
            times[i].append(seconds(statement))
    return median(times[0]), median(times[1]), median(times[2])


def run() -> str:
    """The table."""
    sympy, symdt, names = measure()
    return "\n".join(
        [
            "| fresh process | s, median of ten | ratio |",
            "|---|---|---|",
            f"| `import sympy` | {sympy:.3f} | 1.00 |",
            f"| `import symdt` | {symdt:.3f} | {symdt / sympy:.2f} |",
            f"| the same, with the names of the README's first screen | {names:.3f} | {names / sympy:.2f} |",
        ]
    )
