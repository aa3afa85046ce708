"""Rims: where the range of the parameter hangs on the first letter, the points on its moving ends are events."""

import random
from fractions import Fraction

import pytest
from flint import fmpq
from sympy import Rational, symbols, sympify

from benchmarks._stress_problems import make
from benchmarks.engine_stress import faults, points, question
from symdt import Belief, DecisionProblem, LossTable, decision_rule
from symdt.exact.domain import Domain
from symdt.exact.solver import Budget
from symdt.regions.contest import Question
from symdt.regions.curves.moving_ends import reach
from symdt.regions.curves.turning import events
from symdt.regions.sections import task as tasks
from symdt.regions.sections.basis import Basis
from symdt.regions.sections.task import Task

p, h, k = symbols("p h k")


def values(functions, *conditions):
    domain = Domain(*conditions, symbols=[p, h, k])
    labelled = tuple((str(i), domain.field.element(f)) for i, f in enumerate(functions))
    task = Task(Question(labelled, domain, p), Budget(60))
    assert domain.field.names[task.letters[0]] == "h"
    return [e.value for e in events(task.fibres.relevance)]


DISC = ("p >= 0", "p**2 + h**2 <= 1")


def test_the_range_ends_where_the_disc_does():
    found = values([k, p, h], *DISC)
    assert {fmpq(-1), fmpq(1)} <= {v.low for v in found if v.is_rational}


def test_three_that_tie_on_the_rim():
    # p = h = k on the circle: h**2 = 1/2, and where p = h the other two tie for one value of k alone
    found = values([k, p, h], *DISC)
    assert any(abs(float(v)) == pytest.approx(0.5**0.5, rel=1e-12) for v in found)


def test_a_difference_that_touches_on_the_rim():
    # (p - 1/2)**2 = k is least at p = 1/2, which leaves the range where h**2 = 3/4
    found = values([(p - fmpq(1, 2)) ** 2, k, k + 100 + h], *DISC)
    assert any(abs(float(v)) == pytest.approx(0.75**0.5, rel=1e-12) for v in found)


@pytest.mark.parametrize(
    ("conditions", "span"),
    [
        (("p**2 + h**2 < 1",), (-2, 2)),
        (("p**2 <= 2", "h > p"), (-2, 2)),
        (("h*p < 1", "h > 1", "p > 0"), (0, None)),  # no condition ends it by itself
        (("p**2 + 1 < h**2", "h**2 < 4"), (None, None)),
        (("p**2*(h**2 + 1) < 1",), (-2, 2)),
        (("p + h**2 < 1",), (None, 2)),
        (("p*h > 1", "p > 0"), (0, None)),
        (("p*h > 2", "p > 1"), (1, None)),
        (("p*h > 1", "p < 0"), (None, 0)),
        (("p*h**2 > 1", "p < -1"), (-2, -1)),
        (("p**2*h > 1", "p > 0"), (0, None)),
    ],
)
def test_between_which_numbers_the_parameter_lies(conditions, span):
    domain = Domain(*conditions, symbols=[p, h])
    letter, tied = domain.field.position[p], domain.field.position[h]
    inner = [c for c in domain.conditions if c.poly.degrees()[letter]]
    assert reach(Basis(domain.field, domain.box), letter, tied, inner) == span


@pytest.mark.parametrize(("family", "seed"), [("every disc", 13), ("every disc", 3)])
def test_with_events_on_rims_and_without_them_the_answers_are_the_same(family, seed, monkeypatch):
    problem = make(family, seed)
    source, more = question(problem)
    rule = decision_rule(source, "p", **more).rule
    where = points(problem, rule, random.Random(seed), 150)
    assert not faults(problem, rule, where)
    monkeypatch.setattr(tasks, "FEW", 100)
    other = decision_rule(source, "p", **more).rule
    assert not faults(problem, rule, points(problem, other, random.Random(seed), 150))


FEW_LOSSES = [
    [0 * p, 1 - p, 2 - p**2],
    [-h, -p, h - p**2],
    [-2 * h * p**2 - p + 3, -3 * h, -h * p**2 - p**2 - p],
    [2 - h, -2 + 0 * p, 2 * k * p**2 + 2 * p**2, -3 * p**3],
]
BESIDE_A_NUMBER = [
    ("p*h > 1", "p > 0"),
    ("p*h >= 1", "p > 0", "k >= 0"),
    ("p*h > 2", "p > 1"),
    ("p*h > 1", "p < 0"),
    ("p*h > 1", "p > 0", "h < 3"),
    ("p*h**2 > 1", "p > 0"),
    ("p**2*h > 1", "p > 0"),
    ("p*(h + 1) > 1", "p > 0"),
]


@pytest.mark.parametrize("conditions", BESIDE_A_NUMBER, ids=", ".join)
@pytest.mark.parametrize("losses", FEW_LOSSES, ids=str)
def test_a_hyperbola_beside_a_bound_that_is_a_number(losses, conditions):
    """A rule called complete was wrong on whole regions: the range of p seemed to end where it begins."""
    table = LossTable(["s"], [f"a{i}" for i in range(len(losses))], [losses])
    domain = Domain(*conditions, symbols=[p, h, k])
    answer = decision_rule(DecisionProblem(table, Belief({"s": 1}), domain), p)
    assert answer.is_complete
    chance, tried = random.Random(str(conditions)), 0
    for _ in range(400):
        x, y, z = (Fraction(chance.randint(-12, 12), chance.choice([1, 2, 3, 4])) for _ in range(3))
        if chance.random() < 0.4 and y:  # near the end that moves, and on it
            x = 1 / y + chance.choice([0, 0, Fraction(1, 10**6)])
        if chance.random() < 0.3:  # where two tie
            x = chance.choice([y, Fraction(1), 3 * y])
        at = {p: Rational(x), h: Rational(y), k: Rational(z)}
        if not all(sympify(c, locals={"p": p, "h": h, "k": k}).subs(at) for c in conditions):
            continue
        tried += 1
        risks = [sympify(f).subs(at) for f in losses]
        assert risks[int(answer(p=x, h=y, k=z)[1:])] == min(risks), at
    assert tried > 20


def test_roots_that_meet_before_the_range_change_the_number_of_an_end():
    """Where the two meet the disc's condition does not hold, and need not: the end's number changes by two all the same."""
    p, h, k = symbols("p h k")
    difference = ((p - Rational(1, 4)) * ((p + 3) ** 2 + k) + h / 10).expand()
    domain = Domain("p > 0", "h**2 + p**2 < 1", "k > -1", "k < 1", symbols=[p, h, k])
    table = LossTable(["s"], ["0", "1"], [[0, difference]])
    rule = decision_rule(DecisionProblem(table, Belief({"s": 1}), domain), p)
    for at_k in (Rational(-9, 10), Rational(-1, 10), 0, Rational(1, 2)):
        for at_h in (Rational(-3, 5), 0, Rational(3, 5)):
            for at_p in (Rational(1, 10), Rational(1, 4), Rational(1, 2)):
                at = {p: at_p, h: at_h, k: at_k}
                value = difference.subs(at)
                assert not value or rule(p=at_p, h=at_h, k=at_k) == ("1" if value < 0 else "0")
