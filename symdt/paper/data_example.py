"""The data example of the report: a network from college plans, and a rule with letters on ten cases.

Sewell and Shah (1968) asked 10,318 high school seniors in Wisconsin; Cooper and Herskovits (1992)
print ten cases of three variables.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sympy import Symbol

from symdt.exact.domain import Domain
from symdt.paper.figures import PALETTE, Figure
from symdt.paper.problems import table_2
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem
from symdt.show.graphs.chosen import network_picture, path_plot
from symdt.show.plots.maps.map import region_map

DATA = Path(__file__).with_name("data")
ORDER = ("SEX", "SES", "PE", "IQ", "CP")
#: The equivalent sample size of the prior.
ALPHA = 5


def college_plans(cases: int | None = None) -> Any:
    """The Bayes network of the college plans with equal losses; of a systematic sample if `cases` is given."""
    from symdt.learn.counts import tabulate
    from symdt.learn.selection import select_network

    counts = tabulate(DATA / "sewell_shah.csv", weights="count")
    weights = [int(w) for w in counts.weights]
    if cases is not None:
        weights = systematic(weights, cases)
    table: dict[str, list[Any]] = {
        v: [counts.states[i][c] for c in counts.codes[i]] for i, v in enumerate(counts.variables)
    }
    kept = [j for j, w in enumerate(weights) if w]
    table = {v: [column[j] for j in kept] for v, column in table.items()}
    return select_network(
        table,
        order=ORDER,
        weights=[weights[j] for j in kept],
        alpha=ALPHA,
        forbidden=[("SEX", "SES")],
        progress=False,
        jobs=1,
    )


def systematic(weights: list[int], size: int) -> list[int]:
    """How often each distinct row is met when every (n/size)-th of n cases is taken.

    >>> systematic([4, 0, 6], 5)
    [2, 0, 3]
    """
    total = sum(weights)
    taken, before, row = [0] * len(weights), 0, 0
    for i in range(size):
        place = (2 * i + 1) * total // (2 * size)
        while before + weights[row] <= place:
            before += weights[row]
            row += 1
        taken[row] += 1
    return taken


def ten_cases() -> DecisionProblem:
    """The parents of x3 in the ten cases, with the loss of Example 2 and letters h, k and the prior precision α."""
    from symdt.learn.exact import belief_from_data

    alpha = Symbol("alpha")
    belief = belief_from_data(DATA / "cooper_herskovits.csv", "x3", ["x1", "x2"], alpha=alpha)
    actions = ("a0", "a1", "a2", "a12")
    loss = LossTable(tuple(map(str, belief.states)), actions, table_2(2, 2).entries)
    return DecisionProblem(loss, belief, Domain("alpha > 0", "h > 0", "k > 0"), title="Ten cases")


def ten_cases_along() -> tuple[DecisionProblem, Any]:
    """The ten cases on the map of Example 2: p is the probability that x3 has a parent; and the p of these data."""
    from symdt.learn.exact import belief_from_data

    belief = belief_from_data(DATA / "cooper_herskovits.csv", "x3", ["x1", "x2"], prior="k2", alpha=1)
    null = belief.states[0]
    family = belief.along(null, Symbol("p"))
    loss = LossTable(tuple(map(str, belief.states)), ("a0", "a1", "a2", "a12"), table_2(2, 2).entries)
    domain = Domain("0 < p < 1", "h > 0", "k > 0")
    return DecisionProblem(loss, family, domain, title="Ten cases"), 1 - belief[null]


def data_figures(whole: Any, sample: Any) -> list[Figure]:
    """The figures of the data example."""
    palette_names = ["a0", "a1", "a2", "a12"]
    from symdt.show.style import Palette

    return [
        Figure(
            "college-network",
            "College plans of 10,318 students: the Bayes network with equal losses.",
            lambda: network_picture(whole),
        ),
        Figure(
            "college-sample-network",
            "The same from a systematic sample of 200 students, where the losses decide more.",
            lambda: network_picture(sample),
        ),
        Figure(
            "college-sample-path",
            "The sample of 200: the Bayes network for every loss ratio; an arc leaves where the ratio passes its probability.",
            lambda: path_plot(sample),
        ),
        Figure(
            "ten-cases-map",
            "Ten cases of Cooper and Herskovits with the loss of Example 2: the optimal parents of x3 by prior precision and loss ratio; every boundary is an exact algebraic curve.",
            lambda: region_map(
                ten_cases(),
                "alpha",
                "h",
                point={"k": 1},
                names_of={"h": "h/k"},
                window=(0, 12, 0, 14),
                palette=Palette(palette_names),
            ),
        ),
        Figure(
            "ten-cases-point",
            "The same ten cases (K2 prior) on the map of Example 2: p is the posterior probability that x3 has a parent at all, the proportions of the parent sets being those of the data; the data's own point is marked for h = k.",
            lambda: _marked(palette_names),
        ),
    ]


def _marked(names: list[str]) -> Any:
    from symdt.show.style import Palette

    problem, own = ten_cases_along()
    marks = {"D": (own, 1)}
    return region_map(
        problem,
        "p",
        "h",
        point={"k": 1},
        names_of={"h": "h/k"},
        window=(0, 1, 0, 12),
        palette=Palette(names),
        points=marks,
    )


__all__ = ["PALETTE", "college_plans", "data_figures", "ten_cases", "ten_cases_along"]
