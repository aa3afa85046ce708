"""Distances to the next tie, and the map of all orderings: against the values themselves at points of the figure."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from symdt import load_problem, risk_orderings
from symdt.errors import DomainError, TableError
from symdt.paper.problems import example_2
from symdt.show.picture import Line
from symdt.show.plots.maps.ties import ordering_contest, ordering_map, tie_distances
from symdt.solve.alternatives import contest
from tests.show.page.tools import ROOT

OIL = ROOT / "examples" / "oil_wildcatter_letters.toml"


@pytest.mark.parametrize("along", ["d", "T"])
def test_from_a_line_the_next_tie_is_as_far_as_it_says(along: str) -> None:
    problem = load_problem(OIL)
    c = contest(problem)
    low, high = {"d": (0, 1), "T": (0, 30)}["d"], {"d": (0, 1), "T": (0, 30)}["T"]
    distances = [Fraction(1, 20), Fraction(1, 10)] if along == "d" else [1, 3]
    picture = tie_distances(problem, "d", "T", [str(d) for d in distances], along=along, window=(*low, *high))
    (frame,) = (i for i in picture.of_role("frame") if isinstance(i, Line))
    (left, bottom), (right, _), (_, top), *_ = frame.points
    names = [s.name for s in c.domain.symbols]

    def best(d: float, t: float) -> str:
        values = {"d": Fraction(d).limit_denominator(10**9), "T": Fraction(t).limit_denominator(10**9)}
        return str(c.best(tuple(c.domain.check_point({n: str(values[n]) for n in names})))[0])

    seen = 0
    for distance in distances:
        lines = [i for i in picture.of_role(f"distance {distance}") if isinstance(i, Line)]
        assert lines
        for line in lines:
            for (x0, y0), (x1, y1) in zip(line.points, line.points[1:], strict=False):
                x, y = (x0 + x1) / 2, (y0 + y1) / 2
                d, t = (x - left) / (right - left), 30 * (y - bottom) / (top - bottom)
                step = float(distance)
                ways = [(s, 0.0) if along == "d" else (0.0, s) for s in (-step, step)]
                inner = [(d + 0.99 * a, t + 0.99 * b) for a, b in ways]
                outer = [(d + 1.01 * a, t + 1.01 * b) for a, b in ways]
                here = best(d, t)
                within = [p for p in inner if 0 < p[0] < 1 and p[1] > 0]
                beyond = [p for p in outer if 0 < p[0] < 1 and p[1] > 0]
                assert all(best(*p) == here for p in within)
                assert any(best(*p) != here for p in beyond)
                seen += 1
    assert seen > 10


def test_a_letter_of_another_map_and_no_distance_are_refused() -> None:
    problem = load_problem(OIL)
    with pytest.raises(TableError, match="positive number"):
        tie_distances(problem, "d", "T", [0])
    with pytest.raises(DomainError, match="'k' is no parameter"):
        tie_distances(example_2(), "p", "h", [1], along="k", point={"k": 1})


def test_the_map_of_orderings_sorts_the_risks() -> None:
    problem = example_2().at({"k": 1})
    record = risk_orderings(problem, "p")
    orders = list(dict.fromkeys(tuple(p.label) for case in record.cases for p in case.pieces))
    c = ordering_contest(record, orders)
    functions = dict(record.rule.question.functions)
    random, seen = Random(7), set()
    for _ in range(400):
        point = {"p": f"{random.randint(1, 249)}/1000", "h": f"{random.randint(1, 1200)}/100"}
        values = c.domain.check_point(point)
        risks = {a: f.at(values) for a, f in functions.items()}
        if len(set(risks.values())) < len(risks):
            continue
        order = orders[int(c.best(tuple(values))[0]) - 1]
        assert list(order) == sorted(risks, key=lambda a: risks[a])
        seen.add(order)
    assert len(seen) > 6


def test_every_ordering_in_the_window_has_its_number_and_its_line() -> None:
    picture = ordering_map(
        example_2(), "p", "h", point={"k": 1}, names_of={"h": "h/k"}, window=(0, "1/4", 0, 12)
    )
    labels = {str(label) for label in picture.record.labels}
    drawn = {i.role.removeprefix("label ") for i in picture.of_role("label")}
    listed = {i.role.removeprefix("ordering ") for i in picture.of_role("ordering")}
    assert labels == drawn == listed
    assert picture.overlaps() == []
