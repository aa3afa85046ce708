"""Events: every value of the first letter at which the answers along the second change is one, or a meeting of neighbours."""

import random

import pytest
from flint import fmpq
from sympy import symbols

from benchmarks._stress_problems import make
from benchmarks.engine_stress import faults, points, question
from symdt import decision_rule
from symdt.exact.domain import Domain
from symdt.exact.solver import Budget
from symdt.regions.contest import Question
from symdt.regions.curves.turning import events
from symdt.regions.sections import task as tasks
from symdt.regions.sections.task import Task

p, h, k = symbols("p h k")


def found(functions, *conditions):
    domain = Domain(*conditions, symbols=[p, h, k])
    labelled = tuple((str(i), domain.field.element(f)) for i, f in enumerate(functions))
    task = Task(Question(labelled, domain, p), Budget(60))
    known = task.fibres.relevance
    names = [domain.field.names[i] for i in task.letters]
    return names, sorted(e.value for e in events(known))


BOX = ("0 < p < 1", "-9 < h < 9", "-9 < k < 9")


def test_three_that_tie_at_an_end():
    names, values = found([h * p, k, p**2], *BOX)
    assert names[0] == "h"
    assert {fmpq(0), fmpq(1)} <= {v.low for v in values if v.is_rational}


def test_a_curve_turns_where_its_first_letter_does():
    # p = 1/2 is where (p - 1/2)**2 is least: the curve on which all three tie turns at h = 0
    names, values = found([h, (p - fmpq(1, 2)) ** 2, k * p], *BOX)
    assert names[0] == "h"
    assert any(v == 0 for v in values)


def test_an_event_that_is_hidden_is_none():
    shown = found([h * p + k, k * p - 1, p**2], *BOX)[1]
    hidden = found([h * p + k, k * p - 1, p**2, h * p + k - 100 * p**2 - 300], *BOX)[1]
    assert len(hidden) < len(shown)


#: Problems that have been wrong, or partial, or slow with fewer kinds of events.
KEPT = [
    ("cubic 2, 4", 0),
    ("quadratic 2, 5", 1),
    ("repeats 3, 5", 0),
    ("flat, 5", 2),
    ("equation, 5", 2),
    ("closed, 5", 3),
]


@pytest.mark.parametrize(("family", "seed"), KEPT)
def test_with_events_and_without_them_the_answers_are_the_same(family, seed, monkeypatch):
    problem = make(family, seed)
    source, more = question(problem)
    rule = decision_rule(source, "p", **more).rule
    monkeypatch.setattr(tasks, "FEW", 100)
    other = decision_rule(source, "p", **more).rule
    where = points(problem, rule, random.Random(seed), 60) + points(problem, other, random.Random(seed), 60)
    assert not faults(problem, rule, where)
    assert not faults(problem, other, where)


def test_without_its_events_a_rule_is_wrong(monkeypatch):
    problem = make("quadratic 2, 5", 5)
    source, more = question(problem)
    monkeypatch.setattr(tasks, "events", lambda _known: [])
    rule = decision_rule(source, "p", **more).rule
    assert faults(problem, rule, points(problem, rule, random.Random(5), 300))
