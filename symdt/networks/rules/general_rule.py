"""The rule for any number q of arcs, step by step, each step a theorem about q."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symdt.exact.language.syntax import parse_statement
from symdt.exact.solver import Budget, is_valid


@dataclass(frozen=True)
class Step:
    """One step of an argument: what it says, its formula in the language of `prove`, and the verdict."""

    text: str
    formula: str
    verdict: bool | None

    def __str__(self) -> str:
        mark = {True: "proved", False: "refuted", None: "undecided"}[self.verdict]
        return f"[{mark}] {self.text}\n         {self.formula}"


@dataclass(frozen=True)
class GeneralRule:
    """The rule for every q: its statement and the steps of the induction over the arcs."""

    statement: str
    steps: tuple[Step, ...]

    @property
    def is_proved(self) -> bool:
        """Whether every step was proved."""
        return all(step.verdict is True for step in self.steps)

    def __str__(self) -> str:
        return "\n".join([self.statement, *map(str, self.steps)])


#: The induction over the arcs. Letters: f and m the losses of a false and a missed arc j, π its
#: inclusion probability (v = π, u = 1 − π); A1, A0 the risk of all other arcs under T over the states with and without j;
#: r the risk of a choice among the arcs before j, a the least such risk; d = R_0 − R_j.
_STEPS: Sequence[tuple[str, str]] = (
    (
        "the loss of arc j is t(1−s)f + (1−t)sm for s, t in {0, 1}: 0, f, m, 0",
        "s*(s - 1) == 0 and t*(t - 1) == 0 and x == t*(1 - s)*f + (1 - t)*s*m implies "
        "(s == t implies x == 0) and (s < t implies x == f) and (s > t implies x == m)",
    ),
    (
        "it is linear in s, so its expectation puts π for s: f(1−π) if j is chosen, mπ if not",
        "u + v == 1 implies u*(t*f) + v*((1 - t)*m) == t*(1 - v)*f + (1 - t)*v*m",
    ),
    (
        "the states with j, of probability v, and those without contribute A1, A0 for the other arcs under T: "
        "R_T − R_{T∪j} = mv − f(1−v), the same for every T, so that it is R_0 − R_j",
        "u + v == 1 and x == (A1 + m*v) + A0 and y == A1 + (A0 + f*u) implies x - y == m*v - f*(1 - v)",
    ),
    (
        "one arc more: the least risk falls by max(d, 0), exactly where the earlier choice was optimal "
        "and j is in if d > 0, out if d < 0, either if d = 0",
        "r >= a implies (r >= a - max(d, 0) and r - d >= a - max(d, 0) "
        "and (r == a - max(d, 0) iff (r == a and d <= 0)) and (r - d == a - max(d, 0) iff (r == a and d >= 0)))",
    ),
    (
        "with f + m > 0, R_0 − R_j = (f + m)(π − τ), τ = f/(f + m): j is in iff π > τ",
        "f + m > 0 and t*(f + m) == f implies (m*v - f*(1 - v) == (f + m)*(v - t) "
        "and (m*v - f*(1 - v) > 0 iff v > t) and (m*v - f*(1 - v) == 0 iff v == t))",
    ),
    (
        "so the Bayes risk is Σ_j min(mπ, f(1−π))",
        "m*v - max(m*v - f*(1 - v), 0) == min(m*v, f*(1 - v))",
    ),
)


def general_rule(seconds: float = 30.0) -> GeneralRule:
    """The rule for any number of arcs, proved by induction; each step is a formula that the solver proves."""
    budget = Budget(seconds)
    steps = tuple(
        Step(text, formula, is_valid(parse_statement(formula), budget=budget)) for text, formula in _STEPS
    )
    return GeneralRule(
        "For a disintegrable loss and any q: T is a Bayes action iff {j: R_0 − R_j > 0} ⊆ T ⊆ {j: R_0 − R_j ≥ 0}.",
        steps,
    )
