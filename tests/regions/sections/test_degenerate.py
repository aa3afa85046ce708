"""Sections where roots merge, vanish or leave: the complete engine against an oracle of fractions."""

from __future__ import annotations

import random

import pytest
from flint import fmpq
from sympy import Rational, symbols, sympify

from benchmarks._stress_problems import FAMILIES, make
from benchmarks.engine_stress import faults, points, question, trial
from symdt import Decision, Domain, decision_rule
from symdt.exact.solver import Budget
from symdt.formats.rule_reader import parse_rule
from symdt.regions.contest import Question
from symdt.regions.needed import needed
from symdt.regions.root_condition import RootCondition
from symdt.regions.sections.complete import Writer, solve
from symdt.regions.sections.records import OutOfBudgetError
from symdt.regions.sections.stack_line import StackLine
from symdt.regions.sections.task import Task
from symdt.solve.alternatives import alternatives

p, h, k = symbols("p h k")
STEPS = [fmpq(n, d) for d in (1, 2, 3, 4) for n in range(2 * d + 1)]
#: functions, conditions: each has points where the polynomial of an end changes its degree or its roots meet
DEGENERATE = {
    "repeats": ([p**3, h * (1 - p) ** 3 + 3 * k * p**2 * (1 - p)], ["0 < p", "p < 1", "h >= 0", "k > 0"]),
    "double root at the end": ([h * p**2, k * p * (1 - p)], ["0 <= p", "p <= 1", "h >= 0", "k >= 0"]),
    "leading coefficient": ([h * p**3 - k * p, 1 - p], ["0 < p", "p < 2", "0 <= h", "h <= 2", "k >= 0"]),
    "all vanish": ([h * p**2 + k * p, 0 * p], ["0 < p", "p < 1", "h >= -1", "k >= -1"]),
    "touching": ([(p - h) ** 2, 0 * p, p - k], ["0 < p", "p < 1", "h >= 0", "k >= 0"]),
    "triple": ([(p - h) ** 3, k * (p - h)], ["0 <= p", "p <= 2", "h >= 0", "k >= -1"]),
    "meeting": ([p**2, h * p, k], ["0 <= p", "p <= 2", "h >= 0", "k >= 0"]),
    "quartic": ([p**4 - h * p**2, k * p**2 - k], ["0 <= p", "p <= 2", "h >= 0", "k >= 0"]),
    "cusp": ([p**3 + h * p, k], ["p >= -2", "p <= 2", "h >= -2", "h <= 2", "k >= -2", "k <= 2"]),
    "disc": ([p**2, h * p], ["p**2 + h**2 <= 1", "k == 1"]),
    "point": ([p**2 - k, h * p], ["h == 1", "k >= 0", "0 <= p", "p <= 1"]),
    "equation": ([h * p**2, k * p], ["h == k", "0 <= p", "p <= 1", "h >= 0"]),
    "equal somewhere": ([h * p, k * p, p**2], ["0 <= p", "p <= 2", "h >= 0", "k >= 0"]),
}


def check(rule, values):
    cases = [case for case in rule.cases if case.holds(values)]
    assert len(cases) == 1, values
    held = [
        piece.label
        for piece in cases[0].pieces
        if piece.stop.compare(values, p) <= 0
        and (
            piece.start.compare(values, p) > 0
            or (piece.start.compare(values, p) == 0 and piece.is_closed_left)
        )
    ]
    assert len(held) == 1, values
    assert held[0] in rule.question.best(values), values


@pytest.mark.parametrize("name", sorted(DEGENERATE))
def test_sections_are_right(name):
    functions, conditions = DEGENERATE[name]
    domain = Domain(*conditions, symbols=[p, h, k])
    labelled = tuple((str(i), domain.field.element(f)) for i, f in enumerate(functions))
    rule = solve(Question(labelled, domain, p), Budget(60))
    assert rule.is_complete
    chance = random.Random(name)
    for _ in range(150):
        # h and k often equal to each other, to 0 or to 1: there the sections are
        a, b, x = (chance.choice([fmpq(0), fmpq(1), *STEPS]) for _ in range(3))
        values = (a, a if chance.random() < 0.3 else b, x)
        if domain.contains(values):
            check(rule, values)


def test_a_section_ends_where_a_piece_of_its_answer_would_shrink_to_nothing():
    """Family quadratic 3, seed 24: at h = 3, k = 2/7, on a section, the first piece was from 0 to 0; a letter is in no function."""
    result = trial("quadratic 3", 24, certify=0)
    assert (result["complete"], result["wrong"]) == (True, [])
    rule = decision_rule(question(make("quadratic 3", 24))[0], "p").rule
    (case,) = [c for c in rule.cases if c.holds(tuple(fmpq(*v) for v in ((3, 1), (2, 7), (1, 1), (1, 2))))]
    assert len(case.pieces) == 1


@pytest.mark.parametrize(
    "functions",
    [
        ["0", "(1 - 2*p)*(l - p/2) - k*(p - 1/2)**2", "(h - l)*(1 - p)**2"],
        ["0", "(1 - 2*p)*l - k*(p - 1/2)**2", "h*(1 - p)**2"],
    ],
)
def test_a_bound_is_looked_at_where_no_cell_beside_it_needs_it(functions):
    """Cells asked anew between bounds that were taken over from a place beside: at l = 0, h = 0 one of these has no root."""
    letters = dict(zip("phkl", symbols("p h k l"), strict=True))
    domain = Domain("l >= 0", symbols=letters.values())
    labelled = tuple(
        (str(i), domain.field.element(sympify(f, locals=letters, rational=True)))
        for i, f in enumerate(functions)
    )
    rule = solve(Question(labelled, domain, p), Budget(60))
    assert rule.is_complete
    chance = random.Random(functions[1])
    for _ in range(300):
        values = tuple(
            chance.choice([0, 0, fmpq(1, 2), 1, fmpq(chance.randint(-8, 8), 3)]) for _ in domain.field.symbols
        )
        if domain.contains(values):
            check(rule, values)


@pytest.mark.parametrize(
    ("functions", "conditions"),
    [
        (["0", "(1 - 2*p)*(l - p/2) - k*(p - 1/2)**2", "(h - l)*(1 - p)**2"], ["l >= 0"]),
        (
            ["0", "(2*h + k + 2)*p**2 + (h - l)*p - k - 1", "(2*l + 1)*(p - 2)**2", "l*(p - 2)**2"],
            ["h > 0", "k > 0"],
        ),
    ],
)
def test_every_bound_of_a_stack_is_looked_at(functions, conditions, monkeypatch):
    """Cells hang on what bounds them, also where a sample happened to lie on a boundary that neither side needs."""
    stacks = []

    def told(line, cells):
        stacks.append(stack(line, cells))
        return stacks[-1]

    stack = StackLine.stack
    monkeypatch.setattr(StackLine, "stack", told)
    letters = dict(zip("phkl", symbols("p h k l"), strict=True))
    domain = Domain(*conditions, symbols=letters.values())
    labelled = tuple(
        (str(i), domain.field.element(sympify(f, locals=letters, rational=True)))
        for i, f in enumerate(functions)
    )
    assert solve(Question(labelled, domain, p), Budget(60)).is_complete
    assert stacks
    for found in stacks:
        assert {cell.low.number for cell in found.cells[1:]} <= set().union(*found.needed)


def test_the_rule_that_was_wrong_where_h_vanishes():
    functions, conditions = DEGENERATE["repeats"]
    domain = Domain(*conditions, symbols=[p, h, k])
    question = Question(
        (("a", domain.field.element(functions[0])), ("b", domain.field.element(functions[1]))), domain, p
    )
    rule = solve(question, Budget(60))
    assert rule.label_at({"p": "1/4", "h": 0, "k": 1}) == "a"
    assert [list(map(str, case.conditions)) for case in rule.cases] == [["h == 0"], ["h > 0"]]


def test_a_root_keeps_its_number_where_others_appear_outside_the_range():
    """Family repeats 3, seed 38: beside h = k, k = 11/7 a way of cutting lines had named another root of the same cubic."""
    result = trial("repeats 3", 38)
    assert (result["complete"], result["wrong"]) == (True, [])


#: Families of which one problem may take many seconds.
TOO_LONG = {
    *("dense 3", "dense 5"),
    *("quadratic 3, 4", "quadratic 3, 5", "repeats 4"),
    *("repeats 3, 5", "repeats 4, 5", "quartic 2, 4", "quartic 2, 5", "flat, 5"),
    "natural 3",
}


@pytest.mark.parametrize("family", sorted(set(FAMILIES) - TOO_LONG))
def test_a_hundredth_of_the_stress_run(family):
    result = trial(family, random.Random(f"hundredth {family}").randrange(100))
    assert result["complete"]
    assert not result["wrong"]


def test_the_oracle_notices_a_wrong_rule():
    # the rule of one problem held against another: its functions in another order
    problem = make("quadratic 1", 3)
    source, more = question(problem)
    rule = decision_rule(source, "p", **more).rule
    where = points(problem, rule, random.Random(1), 40)
    assert not faults(problem, rule, where)
    problem.functions.reverse()
    assert faults(problem, rule, where)


@pytest.mark.parametrize("family", ["repeats 3", "cubic 2", "quartic 2, 3"])
def test_a_budget_that_ends_before_anything_is_known_is_no_error(family):
    """The events along a letter were sought outside of what minds the budget."""
    rule = decision_rule(question(make(family, 0))[0], "p", seconds=1e-6)
    assert not rule.is_complete
    assert not rule.cases


def test_a_budget_that_ends_leaves_what_is_known():
    problem = make("repeats 3", 0)

    class Steps(Budget):
        """A budget of so many questions."""

        def __init__(self, many):
            super().__init__(1000)
            self.many = many

        @property
        def is_spent(self):
            self.many -= 1
            return self.many < 0

    choices = alternatives(question(problem)[0])
    asked = Question(choices.choices, choices.domain, p, choices.optimum)
    rule = solve(asked, Steps(150))
    assert not rule.is_complete
    assert rule.note == "the time budget ended"
    assert rule.cases
    where = points(problem, rule, random.Random(1), 30)
    assert {what for what, _ in faults(problem, rule, where)} <= {"0 cases"}


def test_some_of_a_budget_is_kept_for_writing(monkeypatch):
    """Thousands of cases took 6 s of 5: what is found is written within the budget too."""
    choices = alternatives(question(make("repeats 3", 0))[0])
    task = Task(Question(choices.choices, choices.domain, p, choices.optimum), Budget(10))
    monkeypatch.setattr(task.budget, "left", lambda: 0.75)
    task.steps = 100  # little to write
    task.spend()
    task.steps = 100_000
    with pytest.raises(OutOfBudgetError):
        task.spend()


def test_an_interrupt_leaves_what_is_known(monkeypatch):
    problem = make("repeats 3", 0)
    choices = alternatives(question(problem)[0])
    asked = Question(choices.choices, choices.domain, p, choices.optimum)
    count, whole = 0, Task.structure

    def interrupted(self, place, depth, hint):
        nonlocal count
        count += 1
        if count == 150:
            raise KeyboardInterrupt
        return whole(self, place, depth, hint)

    monkeypatch.setattr(Task, "structure", interrupted)
    rule = solve(asked, Budget(1000))
    assert (rule.is_complete, rule.note) == (False, "it was interrupted")
    assert rule.cases


def test_a_rule_with_roots_in_its_conditions_is_read_back(monkeypatch):
    monkeypatch.setattr(Writer, "by_signs", lambda *_: None)
    problem = make("cubic 2", 1)
    rule = decision_rule(question(problem)[0], "p")
    assert any(isinstance(c, RootCondition) for case in rule.cases for c in case.conditions)
    read = parse_rule(str(rule))
    for point in points(problem, rule.rule, random.Random(3), 12):
        at = {x: str(v) for x, v in zip(problem.letters, point, strict=True)}
        assert read(**at) == rule(at)


def test_sixty_four_tangents_in_one_walk():
    n = 64
    values = {f"a{i}": -Rational(2 * i, n) * p + Rational(i, n) ** 2 for i in range(n)}
    domain = Domain("0 < p < 1")
    functions = [domain.field.element(v) for v in values.values()]
    assert needed(functions, domain, "min", Budget(60)) == (list(range(n)), True)
    # a line above all others, one below them all, one that touches
    above = [*functions, domain.field.element(p + 1), domain.field.element(0 * p)]
    assert needed(above, domain, "min", Budget(60)) == (list(range(n)), True)
    assert needed([*functions, domain.field.element(-3 + 0 * p)], domain, "min", Budget(60)) == ([n], True)
    rule = decision_rule(Decision("d", values), p, domain=domain, optimum="min")
    assert [piece.label.action for piece in rule.cases[0].pieces] == list(values)


@pytest.mark.parametrize(("optimum", "best"), [("min", "less"), ("max", "more")])
def test_a_function_is_not_taken_for_the_negative_of_another(optimum, best):
    domain = Domain("0 < p < 1", "h > 0", "p**2 + h**2 < 1")
    functions = tuple(
        (label, domain.field.element(v)) for label, v in (("even", p - p), ("less", -p), ("more", p))
    )
    rule = solve(Question(functions, domain, p, optimum))
    assert {piece.label for case in rule.cases for piece in case.pieces} == {best}
