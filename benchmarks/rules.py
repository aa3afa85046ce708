"""Exact rules: Example 2 against QEPCAD, SymPy and xaddpy; growth with actions and letters; evaluation.

QEPCAD is the program of Debian's package `qepcad`, or the one inside the Python package
`passagemath-qepcad`; xaddpy comes with the extra `peers`. A peer that is missing is named as such.
"""

from __future__ import annotations

import random
import subprocess
import time
import warnings
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
from sympy import Rational, symbols

from benchmarks._peer import qepcad_program, qepcad_setting
from symdt import Belief, Decision, DecisionProblem, Domain, LossTable, certify, decision_rule

p, h, k, c2, c3 = symbols("p h k c2 c3")
RISKS = {"a0": "6 h p", "a3": "2 k - 3 k p + 2 h p", "a2": "3 k - 7 k p + 2 h p", "a23": "5 k - 15 k p"}


def example2(c2: Any = 3, c3: Any = 2, *conditions: str) -> DecisionProblem:
    """Example 2 with table (2)."""
    both = k * (c2 + c3)
    rows = [[0, k * c3, k * c2, both], [h, 0, both, k * c3], [h, both, 0, k * c2], [2 * h, h, h, 0]]
    loss = LossTable(["M0", "M3", "M2", "M23"], ["a0", "a3", "a2", "a23"], rows)
    belief = Belief({"M0": 1 - 4 * p, "M3": p, "M2": p, "M23": 2 * p})
    return DecisionProblem(loss, belief, Domain("0 < p < 1/4", "h > 0", "k > 0", *conditions))


def typical(work: Callable[[], Any], runs: int = 9) -> float:
    """The median of several runs, in seconds; the first is not counted."""
    work()
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return median(times)


def qepcad(program: str) -> None:
    """The region of each of the four actions, one process each."""
    for action, risk in RISKS.items():
        others = " /\\ ".join(f"{risk} <= {other}" for name, other in RISKS.items() if name != action)
        formula = f"[ h > 0 /\\ k > 0 /\\ p > 0 /\\ 4 p < 1 /\\ {others} ]."
        script = f"[ {action} ]\n(h,k,p)\n3\n{formula}\nfinish\n"
        done = subprocess.run(
            [program, "+N4000000"],
            input=script,
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
            env=qepcad_setting(program),
        )
        assert "equivalent quantifier-free formula" in done.stdout


def sympy_reduce() -> None:
    """SymPy solves one action's inequalities for one letter; the other letters must be numbers."""
    from sympy import reduce_inequalities

    at = {h: 2, k: 1}
    risks = {
        "a0": 6 * h * p,
        "a3": 2 * k - 3 * k * p + 2 * h * p,
        "a2": 3 * k - 7 * k * p + 2 * h * p,
        "a23": 5 * k - 15 * k * p,
    }
    for action, risk in risks.items():
        conditions = [(risk - other).subs(at) <= 0 for name, other in risks.items() if name != action]
        reduce_inequalities([p > 0, p < Rational(1, 4), *conditions], p)


def xadd_min() -> None:
    """xaddpy's minimum of the four risks: a diagram of comparisons, not solved for p and not pruned."""
    from symengine import sympify
    from xaddpy import XADD

    context = XADD()
    least = None
    for risk in RISKS.values():
        leaf = context.get_leaf_node(
            sympify(risk.replace(" h", "*h").replace(" k", "*k").replace(" p", "*p").replace("* ", ""))
        )
        least = leaf if least is None else context.apply(least, leaf, "min")


def peers() -> list[str]:
    """The table for Example 2."""
    ours = typical(lambda: decision_rule(example2(), p))
    lines = [
        "Example 2, four actions, h and k letters, solved for p; warm, median of nine:",
        "",
        "| program | s | what it gives |",
        "|---|---|---|",
        f"| symdt `decision_rule` | {ours:.4f} | three cases, exact intervals, disjoint, cover proved |",
        f"| symdt `certify` | {typical(lambda: certify(decision_rule(example2(), p)), 3):.4f} | the rule and its independent proof |",
    ]
    program = qepcad_program()
    if program:
        theirs = typical(lambda: qepcad(program))
        lines.append(
            f"| QEPCAD, four processes | {theirs:.4f} | a formula for each action, {theirs / ours:.1f} × our time |"
        )
    else:
        lines.append("| QEPCAD | not installed | |")
    theirs = typical(sympy_reduce, 3)
    lines.append(
        f"| SymPy `reduce_inequalities` | {theirs:.4f} | h = 2, k = 1 only: letters are refused; {theirs / ours:.1f} × our time |"
    )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = typical(xadd_min)
        lines.append(
            f"| xaddpy `min` | {theirs:.4f} | nested comparisons: not solved for p, empty branches kept |"
        )
    except ImportError:
        lines.append("| xaddpy | not installed | |")
    return lines


def growth() -> list[str]:
    """Rules with more actions, and with more letters."""
    lines = [
        "",
        "Actions with numbers for coefficients (lines tangent to a parabola, so that all of them matter):",
        "",
    ]
    lines += ["| actions | s | pieces |", "|---|---|---|"]
    for n in (4, 8, 16, 32, 64):
        tree = Decision("d", {f"a{i}": -Rational(i, n) * p * 2 + Rational(i, n) ** 2 for i in range(n)})
        rule = decision_rule(tree, p, domain=Domain("0 < p < 1"), optimum="min")
        seconds = typical(
            lambda tree=tree: decision_rule(tree, p, domain=Domain("0 < p < 1"), optimum="min"), 3
        )
        lines.append(f"| {n} | {seconds:.4f} | {len(rule.cases[0].pieces)} |")
    lines += ["", "Example 2 with letters instead of numbers, solved for p:", ""]
    lines += ["| other letters | s | cases |", "|---|---|---|"]
    a = symbols("a")
    problems = {
        "h (k = 1)": lambda: example2().at({k: 1}),
        "h, k": lambda: example2(),
        "h, k, c2": lambda: example2(c2, 2, "c2 > 0"),
        "h, k, c2, c3": lambda: example2(c2, c3, "c2 > 0", "c3 > 0"),
        "h, k, c2, c3, a (p(M23) = a p)": lambda: fifth(a),
    }
    for name, make in problems.items():
        rule = decision_rule(make(), p)
        seconds = typical(lambda make=make: decision_rule(make(), p), 3)
        lines.append(
            f"| {name} | {seconds:.4f} | {len(rule.cases)}{'' if rule.is_complete else ' (partial)'} |"
        )
    return lines


def fifth(a: Any) -> DecisionProblem:
    """Example 2 with a letter for the odds of M23 as well."""
    loss = example2(c2, c3, "c2 > 0", "c3 > 0").loss
    belief = Belief({"M0": "rest", "M3": p, "M2": p, "M23": a * p})
    conditions = ("p > 0", "a > 0", "2*p + a*p < 1", "h > 0", "k > 0", "c2 > 0", "c3 > 0")
    return DecisionProblem(loss, belief, Domain(*conditions))


def evaluation() -> list[str]:
    """A rule of ten pieces at 10⁶ points, against a hand-written np.select."""
    n = 10
    tree = Decision("d", {f"a{i}": -Rational(i, n) * p * 2 + Rational(i, n) ** 2 for i in range(n)})
    rule = decision_rule(tree, p, domain=Domain("0 < p < 1"), optimum="min")
    x = np.array([random.Random(1).random() for _ in range(10**6)])
    ends = [float(piece.stop.to_expr()) for piece in rule.cases[0].pieces]
    names = [piece.label.action for piece in rule.cases[0].pieces]

    def by_hand() -> Any:
        return np.select([x <= end for end in ends], names, default="")

    assert (rule(p=x) == by_hand()).all()
    ours, theirs = typical(lambda: rule(p=x), 5), typical(by_hand, 5)
    return [
        "",
        f"A rule of {len(ends)} pieces at 10⁶ points: {ours:.3f} s; `np.select` by hand {theirs:.3f} s; ratio {ours / theirs:.2f}.",
    ]


def run() -> str:
    """All tables."""
    return "\n".join([*peers(), *growth(), *evaluation()])
