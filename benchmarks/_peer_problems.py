"""Twenty contests of labelled functions: the paper's, the catalogue's, and polynomial ones that grow."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from sympy import Rational, symbols

from symdt import Belief, Decision, DecisionProblem, Domain, LossTable, TreeProblem, load_problem
from symdt.paper.problems import example_2, table_3, zero_l
from symdt.problems.problem import Problem
from symdt.solve.alternatives import alternatives

CATALOGUE = Path(__file__).parent.parent / "examples" / "catalogue"
p, h, k, c2, c3 = symbols("p h k c2 c3")


class Contest(NamedTuple):
    """A problem, the letter that is solved for, and what peers are given: texts that Python reads."""

    name: str
    problem: Problem
    letter: str
    letters: list[str]
    domain: list[str]
    values: dict[str, str]
    optimum: str

    def points(self, count: int = 60) -> list[dict[str, Fraction]]:
        """Points of the domain with small fractions, the same in every run."""
        chance, found = random.Random(1998), []
        for _ in range(100_000):
            point = {
                n: Fraction(chance.randint(-8, 40), chance.choice((1, 2, 3, 4, 8, 40))) for n in self.letters
            }
            if all(holds(text, point) for text in self.domain):
                found.append(point)
                if len(found) == count:
                    break
        return found

    def best(self, point: dict[str, Fraction]) -> set[str]:
        """The labels that attain the optimum, by fractions alone."""
        values: dict[str, Fraction] = {}
        for label, text in self.values.items():
            values[label] = exactly(text, point)
        least = (min if self.optimum == "min" else max)(values.values())
        return {label for label, v in values.items() if v == least}


def exactly(text: str, point: dict[str, Fraction]) -> Any:
    """An expression of ours at a point, in Python's fractions."""
    import re

    whole = re.sub(r"(?<![\w.])(\d+)(?![\w.])", r"Fraction(\1)", text)
    whole = re.sub(r"\*\*Fraction\((\d+)\)", r"**\1", whole)
    return eval(whole, {"Fraction": Fraction, **point})  # noqa: S307 - our own texts


def holds(text: str, point: dict[str, Fraction]) -> bool:
    """A condition at a point."""
    return bool(exactly(text, point))


def contest(name: str, problem: Problem, letter: str) -> Contest:
    """What peers are given of a problem: the values of its choices."""
    found = alternatives(problem)
    values = {str(choice): str(value) for choice, value in found.choices}
    letters = [s.name for s in problem.symbols]
    return Contest(
        name, problem, letter, letters, [str(c) for c in problem.domain.conditions], values, problem.optimum
    )


def with_letters(*costs: Any) -> DecisionProblem:
    """Example 2 with letters for what a missed arc costs."""
    two, three = (costs + (3, 2)[len(costs) :])[:2]
    both = k * (two + three)
    rows = [[0, k * three, k * two, both], [h, 0, both, k * three], [h, both, 0, k * two], [2 * h, h, h, 0]]
    loss = LossTable(["M0", "M3", "M2", "M23"], ["a0", "a3", "a2", "a23"], rows)
    belief = Belief({"M0": 1 - 4 * p, "M3": p, "M2": p, "M23": 2 * p})
    more = [f"{c} > 0" for c in costs]
    return DecisionProblem(loss, belief, Domain("0 < p < 1/4", "h > 0", "k > 0", *more))


def polynomial(others: int, actions: int, degree: int, seed: int) -> TreeProblem:
    """Actions whose losses are polynomials in p with coefficients that are affine in other letters."""
    chance = random.Random(seed)
    names = symbols("u v w")[:others]

    def coefficient() -> Any:
        return sum((chance.randint(-3, 3) * s for s in names), Rational(chance.randint(-4, 4)))

    offers = {f"a{i}": sum((coefficient() * p**n for n in range(degree + 1)), p * 0) for i in range(actions)}
    domain = Domain("0 < p < 1", *(f"0 < {s} < 2" for s in names))
    return TreeProblem(Decision("d", offers), domain, "min")


#: Other letters, actions, degree, and a seed with which every action is optimal somewhere.
GROWING = [
    (0, 2, 2, 0),
    (0, 4, 3, 25),
    (0, 3, 4, 22),
    (1, 2, 2, 0),
    (1, 3, 2, 17),
    (1, 3, 3, 7),
    (1, 4, 4, 19),
    (2, 2, 2, 1),
    (2, 3, 3, 5),
    (3, 2, 2, 0),
]


def contests() -> list[Contest]:
    """All twenty."""
    found = [
        contest("paper, two models, 0-l loss", zero_l(), "p"),
        contest("paper, Example 2", example_2(), "p"),
        contest("paper, Example 2, c2 a letter", with_letters(c2), "p"),
        contest("paper, Example 2, c2 and c3 letters", with_letters(c2, c3), "p"),
        contest("paper, table 3", table_3(), "p"),
    ]
    for file, letter in (
        ("pauker_kassirer_1975", "p"),
        ("chow_1970", "p"),
        ("thompson_1952_cost_loss", "p"),
        ("winston_colaco", "s"),
        ("umbrella_forecast", "r"),
    ):
        found.append(contest(f"catalogue, {file}", load_problem(CATALOGUE / f"{file}.toml"), letter))
    for others, actions, degree, seed in GROWING:
        problem = polynomial(others, actions, degree, seed)
        found.append(contest(f"{others + 1} letters, {actions} actions, degree {degree}", problem, "p"))
    return found
