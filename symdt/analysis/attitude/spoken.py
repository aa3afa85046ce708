"""Spoken: an answer about y or about products, told in the letter of who decides.

With exponential utility a value v at y is the certainty equivalent below + unit·log v/log y, at the tolerance
−unit/log y; with logarithmic utility it is v^(1/power) − w at the wealth w. Losses have the gain −1.

>>> from symdt import Decision, TreeProblem
>>> told = spoken(AttitudeProblem(TreeProblem(Decision("d", {"a": 30, "b": 50}), optimum="max"), "exponential", "R"))
>>> told["letter"], told["unit"], told["below"], told["gain"]
('R', '20', '30', 1)
"""

from __future__ import annotations

from math import lcm
from typing import Any

from symdt.analysis.attitude.attitude_problem import AttitudeProblem
from symdt.analysis.profile import profiles
from symdt.problems.payoffs import totals
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Value


def spoken(problem: AttitudeProblem) -> dict[str, Any]:
    """What turns values into certainty equivalents, in texts and numbers: kind, letter, gain, unit, below, power."""
    gain = -1 if problem.money.optimum == "min" else 1
    told: dict[str, Any] = {"kind": problem.attitude, "letter": problem.letter, "gain": gain}
    if problem.attitude == "logarithmic":
        assert isinstance(problem.money, DecisionProblem)
        parts = [p for f in profiles(problem.money).values() for _, p in f.outcomes if p]
        return {**told, "unit": "1", "below": "0", "power": lcm(*(int(p.q) for p in parts))}
    leaves = [gain * n.value for n in totals(problem.money.tree).nodes() if isinstance(n, Value)]
    return {**told, "unit": str(problem.unit), "below": str(min(leaves)), "power": 1}
