"""Time per leaf of `fold_back`, for trees of 10³, 10⁴ and 10⁵ leaves.

The first tree alternates decisions and chances (rational probabilities), ten branches each, with
chances above the leaves; its leaves are affine in three letters, and of every two branches of a
decision one is better on the whole domain, so that the work per node does not depend on the size of
the tree. The second has letters in the
probabilities and decisions that the domain does not settle.
"""

from __future__ import annotations

import random
import time

from sympy import Expr, Integer, Rational, symbols

from symdt.exact.domain import Domain
from symdt.problems.tree import Chance, Decision, Tree, Value
from symdt.solve.foldback import fold_back
from symdt.solve.solved import Solved

x, y, z = symbols("x y z")
DOMAIN = Domain("0 < x < 1", "y > 0", "z > 0")
SIZES = (10**3, 10**4, 10**5)


def settled(leaves: int, seed: int = 1998) -> Tree:
    """Decisions over chances over decisions …, the last above the leaves a chance; later branches cost more."""
    chance = random.Random(seed)
    serial = 0

    def build(levels: int, least: Expr) -> Tree:
        nonlocal serial
        serial += 1
        if not levels:
            a, b, c = (Rational(chance.randint(1, 9), 10) for _ in range(3))
            return Value(least + a * x + b * y + c * z)
        name = f"n{serial}"
        if (
            levels % 2 == 0
        ):  # each branch costs 40*(1 + y + z) more than the one before: the domain settles it
            return Decision(
                name, {f"b{i}": build(levels - 1, least + 40 * i * (1 + y + z)) for i in range(10)}
            )
        weights = [chance.randint(1, 9) for _ in range(10)]
        branches = {
            f"b{i}": (Rational(w, sum(weights)), build(levels - 1, least)) for i, w in enumerate(weights)
        }
        return Chance(name, branches)

    return build(len(str(leaves)) - 1, Integer(0))


def undecided(levels: int, *, apart: bool) -> Tree:
    """Levels of a chance P(up) = x over a decision that the domain does not settle.

    The decisions switch all at y = 2z, or each at a place of its own (`apart`).
    """
    tree: Tree = Value(0)
    for i in range(levels):
        safe = Value(Rational(i + 1, 2) * y)
        risky = Value((i + 1) * z + (Rational(i, 4 * levels) if apart else 0))
        choose = Decision(f"d{i}", {"safe": safe, "risky": risky})
        tree = Chance(f"c{i}", {"up": (x, choose), "down": (1 - x, tree)})
    return tree


def timed(tree: Tree, domain: Domain, runs: int) -> tuple[float, Solved]:
    """The best of several runs, in seconds, and the answer."""
    best, solved = float("inf"), None
    for _ in range(runs):
        tree.__dict__.pop("symbols", None)  # collected anew, as for a tree that is folded once
        begin = time.perf_counter()
        solved = fold_back(tree, domain=domain)
        best = min(best, time.perf_counter() - begin)
    assert solved is not None
    return best, solved


def run() -> str:
    """Both tables."""
    lines = ["| leaves | seconds | µs per leaf | ratio to the smallest |", "|---|---|---|---|"]
    first = 0.0
    for size in SIZES:
        tree = settled(size)
        seconds, solved = timed(tree, DOMAIN, 10 if size < 5000 else 3)
        assert len(solved.alternatives) == 1
        each = 1e6 * seconds / tree.leaves
        first = first or each
        lines.append(f"| {tree.leaves} | {seconds:.3f} | {each:.1f} | {each / first:.2f} |")
    lines += [
        "",
        "Letters in the probabilities, decisions that the domain does not settle:",
        "",
        "| switching places | levels | leaves | seconds | ms per leaf | strategies kept |",
        "|---|---|---|---|---|---|",
    ]
    box = Domain("0 < x < 1", "0 < y < 1", "0 < z < 1")
    for apart, sizes in ((False, (2, 4, 8, 16, 32)), (True, (2, 4, 6, 8))):
        for levels in sizes:
            tree = undecided(levels, apart=apart)
            seconds, solved = timed(tree, box, 2)
            where = "apart" if apart else "the same"
            lines.append(
                f"| {where} | {levels} | {tree.leaves} | {seconds:.3f} | {1e3 * seconds / tree.leaves:.2f} "
                f"| {len(solved.alternatives)} |"
            )
    return "\n".join([*lines, "", GROWTH])


GROWTH = """\
Growth of the second tree. Two things grow. A value's degree in x rises by one with every level, so that
sums over n levels handle n terms each, and a comparison of two of them costs about n² once the box is
moved to the positive orthant. And the strategies below a chance combine, two for each decision, before
those that are best nowhere are dropped: with one common switching place two of the 2^n are left at
every level, so that the whole costs between n² and n³; with a place of its own for each decision n + 1
are left, each level compares all pairs of 2(n + 1), and the whole costs n² times as much again. It never
pays for the 2^n."""
