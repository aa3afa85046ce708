"""Example 2's four risks at 10⁶ points: `evaluate` against a NumPy expression written by hand."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from symdt.formats.problem import load_problem
from symdt.solve.evaluation import evaluate

POINTS = 10**6


def by_hand(p: Any, h: Any, k: Any) -> dict[str, Any]:
    """The risks as the paper prints them."""
    return {
        "a0": 6 * h * p,
        "a3": 2 * k - 3 * k * p + 2 * h * p,
        "a2": 3 * k - 7 * k * p + 2 * h * p,
        "a23": 5 * k - 15 * k * p,
    }


def best(work: Callable[[], Any], runs: int = 5) -> float:
    """The shortest of several runs, in seconds."""
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def run() -> str:
    """The table."""
    problem = load_problem(Path(__file__).parent.parent / "examples" / "example2.toml")
    chance = np.random.default_rng(1998)
    point = {"p": chance.uniform(0, 0.25, POINTS), "h": chance.uniform(0.1, 9, POINTS)}
    point["k"] = chance.uniform(0.1, 9, POINTS)
    ours, theirs = evaluate(problem, point), by_hand(**point)
    assert all(np.allclose(ours[a], theirs[a], rtol=1e-12, atol=1e-12) for a in theirs)
    hand, mine = best(lambda: by_hand(**point)), best(lambda: evaluate(problem, point))
    return "\n".join(
        [
            f"| {POINTS:,} points | ms | ratio |",
            "|---|---|---|",
            f"| by hand | {1e3 * hand:.1f} | 1.00 |",
            f"| `evaluate` | {1e3 * mine:.1f} | {mine / hand:.2f} |",
        ]
    )
