"""One road for all: rules, regions, orderings, maps, sensitivity, information and radii agree on who is best where.

At points inside, on boundaries and on sections where lines coincide, everything that says which action is optimal says
one that attains the least (or greatest) value by fractions.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from sympy import Rational, symbols

from symdt import (
    Belief,
    DecisionProblem,
    Domain,
    LossTable,
    decision_regions,
    decision_rule,
    evpi,
    one_way,
    risk_orderings,
    risks,
    stability_radius,
    two_way,
)
from symdt.exact.polynomial import to_rational
from symdt.regions.along import along
from symdt.regions.plane.build import decompose
from symdt.solve.alternatives import contest

p, h = symbols("p h")
CLOSED = Domain("0 <= p <= 1", "0 <= h <= 3")


def table(rows, optimum="min", belief=(1 - p, p), domain=CLOSED):
    """A table of states s0, s1, …"""
    states = [f"s{i}" for i in range(len(rows))]
    loss = LossTable(states, [f"a{i}" for i in range(len(rows[0]))], rows, optimum)
    return DecisionProblem(loss, Belief(dict(zip(states, belief, strict=True))), domain)


PROBLEMS = {
    "three lines": table([[0, 1, h], [4, 1, 0]]),
    "greatest": table([[3, 1, h], [0, 2, 2 * h]], "max"),
    "the same line where h = 1": table([[0, h - 1, 2], [h, 2 * h - 1, 0]]),
    "a tie everywhere": table([[1, 1, h], [2, 2, 0]]),
    "three through one point where h = 2": table([[0, 1, h], [2, 1, 2 - h]]),
    "all the same where h = 0": table([[h, 2 * h, 0], [0, -h, 3 * h]]),
    "two repeats": table([[0, 1, h], [h, 1, 2], [4, 1, 0]], belief=((1 - p) ** 2, 2 * p * (1 - p), p**2)),
    "the middle never, or where h = 0": table([[0, h, 1], [1, h + 1, 0]]),
}


def points(problem):
    """Grid points, and for each h of the grid the p where two risks cross."""
    values = risks(problem)
    for x in (Rational(n, 2) for n in range(7)):
        found = {Rational(n, 4) for n in range(5)}
        for a, b in product(values.values(), repeat=2):
            slope = (a - b).subs(h, x).expand()
            zero = slope.subs(p, 0)
            step = slope.subs(p, 1) - zero
            if slope.is_polynomial(p) and (slope - zero - step * p).expand() == 0 and step != 0:
                found.add(-zero / step)
        yield from ((at, x) for at in sorted(found) if 0 <= at <= 1)


def optimal(problem, at, x):
    """The actions that attain the optimum, by fractions."""
    told = {a: Fraction(str(v.subs({p: at, h: x}))) for a, v in risks(problem).items()}
    best = (min if problem.optimum == "min" else max)(told.values())
    return {a for a, v in told.items() if v == best}


@pytest.mark.parametrize("name", PROBLEMS)
def test_all_roads_lead_to_an_optimal_action(name):
    problem = PROBLEMS[name]
    for_p, for_h = decision_rule(problem, p), decision_rule(problem, h)
    regions, plane = decision_regions(problem), decompose(contest(problem), p, h)
    orderings = risk_orderings(problem, p)
    worth = evpi(problem)
    assert all(answer.is_complete for answer in (for_p, for_h, regions))
    known: dict = {}
    for at, x in points(problem):
        point = {"p": at, "h": x}
        best = optimal(problem, at, x)
        values = problem.domain.field.values(point)
        for rule in (for_p, for_h):
            assert rule(point) in best
            assert set(rule.ties(point)) == best
        held = {n for n, r in regions.regions.items() if all(c.holds(values) for c in r.conditions)}
        assert held == best
        assert set(plane.at(at, x)) <= best
        assert orderings(point)[0] in best
        if x not in known:
            fixed = problem.at({"h": x})
            known[x] = one_way(problem, p, point), along(contest(fixed), p)
        stretch = known[x][0].at(at)
        assert stretch.choice.action in best
        assert set(known[x][1].at(to_rational(values[problem.domain.field.position[p]]))) <= best
        own = [w for w in worth.pieces if w.part.holds(values)]
        assert own
        assert all(w.action in best for w in own)
        told = {w.value.subs({p: at, h: x}) for w in own}
        assert told == {worth.at(point)}


@pytest.mark.parametrize("name", ["three lines", "the same line where h = 1", "two repeats"])
def test_the_radius_ends_where_the_rule_changes(name):
    problem = PROBLEMS[name]
    for at, x in ((Rational(1, 3), Rational(3, 2)), (Rational(1, 2), Rational(5, 2))):
        point = {"p": at, "h": x}
        if len(optimal(problem, at, x)) > 1:
            continue
        radius = stability_radius(problem, point, letter=p, norm="box")
        rule = decision_rule(problem.at({"h": x}), p)
        own = rule(p=at)
        assert radius.action == own
        ends = [
            e for piece in rule.cases[0].pieces for e in (piece.start, piece.stop) if str(piece.label) == own
        ]
        near = [abs(e.value(rule.domain.witness) - at) for e in ends]
        inner = [d for d, e in zip(near, ends, strict=True) if 0 < e.value(rule.domain.witness) < 1]
        assert radius.value == min(inner)
        assert two_way(problem, p, h, {}).to_json() == decision_regions(problem).to_json()
