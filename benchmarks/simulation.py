"""10⁵ draws of a tree's letters: the vectorised fold against a plain Python one, and its growth with the leaves."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from sympy import Integer, Rational, Symbol

from benchmarks.evaluate import best
from symdt.analysis.simulated.letter_law import Law
from symdt.analysis.simulated.simulation import simulate
from symdt.exact.domain import Domain
from symdt.problems.tree import Chance, Decision, Tree, Value
from symdt.problems.tree_problem import TreeProblem
from symdt.solve.fold_arrays import action_values

DRAWS = 10**5
#: The plain fold is timed on this many draws, and scaled.
PLAIN_DRAWS = 50
P, Q, H, K = (Symbol(n) for n in "pqhk")
LAWS = {"p": Law("beta", 2, 3), "q": Law("beta", 3, 2), "h": Law("uniform", 0, 9), "k": Law("gamma", 2, 1)}


def tree_of(leaves: int, seed: int = 8) -> Tree:
    """A tree of alternating decisions and chances with about `leaves` leaves, letters everywhere."""
    chance = random.Random(seed)

    def grow(n: int, decides: bool, name: str) -> Tree:
        if n == 1:
            a, b, c = (Integer(chance.randint(-9, 9)) for _ in range(3))
            return Value(a + b * H + c * K)
        parts = min(n, chance.choice((2, 3)))
        sizes = [n // parts + (i < n % parts) for i in range(parts)]
        below = [grow(m, not decides, f"{name}{i}") for i, m in enumerate(sizes)]
        if decides:
            return Decision(name, {f"b{i}": node for i, node in enumerate(below)})
        x = chance.choice((P, Q))
        weights = [x, 1 - x] if parts == 2 else [x / 2, x / 2, 1 - x]
        weights = [w * Rational(1) for w in weights]
        return Chance(
            name, {f"b{i}": (w, node) for i, (w, node) in enumerate(zip(weights, below, strict=True))}
        )

    return grow(leaves, True, "n")


def plain_fold(tree: Tree) -> Any:
    """A fold in plain Python: one function for the tree's numbers at a point, walked recursively.

    The expressions are turned into Python functions beforehand, outside the timing.
    """

    def prepared(node: Tree) -> Any:
        if isinstance(node, Value):
            a = float(node.value.as_coefficients_dict()[Integer(1)])
            b, c = float(node.value.coeff(H)), float(node.value.coeff(K))
            return lambda _p, _q, h, k: a + b * h + c * k
        if isinstance(node, Chance):
            parts = []
            for _, weight, child in node.branches:
                a = float(weight.as_coefficients_dict()[Integer(1)])
                b, c = float(weight.coeff(P)), float(weight.coeff(Q))
                parts.append(((a, b, c), prepared(child)))
            return lambda p, q, h, k: sum(
                (w[0] + w[1] * p + w[2] * q) * value(p, q, h, k) for w, value in parts
            )
        below = [prepared(child) for child in node.children()]
        return lambda p, q, h, k: min(value(p, q, h, k) for value in below)

    branches = [prepared(child) for child in tree.children()]
    return lambda p, q, h, k: [value(p, q, h, k) for value in branches]


def measure(leaves: int) -> tuple[int, float, float]:
    """Leaves, seconds for all draws vectorised, seconds for all draws in plain Python (scaled)."""
    tree = tree_of(leaves)
    domain = Domain("0 <= p <= 1", "0 <= q <= 1", "h >= 0", "k >= 0")
    answer = simulate(TreeProblem(tree, domain, "min"), LAWS, draws=DRAWS)
    fast = best(lambda: action_values(tree, answer.letters, "min"))
    fold = plain_fold(tree)
    points = list(zip(*(answer.letters[n][:PLAIN_DRAWS].tolist() for n in "pqhk"), strict=True))
    assert np.allclose([fold(*x) for x in points], answer.values[:PLAIN_DRAWS], rtol=1e-9, atol=1e-9)
    slow = best(lambda: [fold(*x) for x in points]) * DRAWS / PLAIN_DRAWS
    return tree.leaves, fast, slow


def run() -> str:
    """The table."""
    rows = [measure(n) for n in (250, 500, 1000, 2000, 4000)]
    lines = [
        f"| {DRAWS:,} draws, leaves | vectorised, s | plain Python, s (from {PLAIN_DRAWS} draws) | ratio | µs a leaf |",
        "|---|---|---|---|---|",
    ]
    for leaves, fast, slow in rows:
        lines.append(
            f"| {leaves:,} | {fast:.2f} | {slow:.0f} | {slow / fast:.0f} | {1e6 * fast / leaves:.0f} |"
        )
    growth = np.polyfit(np.log([r[0] for r in rows]), np.log([r[1] for r in rows]), 1)[0]
    lines += ["", f"The time grows with the leaves to the power {growth:.2f}."]
    return "\n".join(lines)
