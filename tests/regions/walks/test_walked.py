"""Walks: complete for parabolas in three other letters, disjoint, and right on and beside every boundary, by fractions alone."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest
from flint import fmpq
from sympy import symbols

from symdt import Domain
from symdt.exact.solver import Budget
from symdt.regions import answer
from symdt.regions.contest import Question
from symdt.regions.rule import INTERRUPTED
from symdt.regions.walks import walked
from symdt.regions.walks.branches import Branches

p, h, k, m = symbols("p h k m")
LETTERS = (h, k, m)


def made(seed, actions, ends="0 < p < 1", optimum="min", share=0.5):
    """Parabolas whose coefficients are sparse affine functions of three letters."""
    chance = random.Random(seed)
    domain = Domain(ends, *[f"{s} > 0" for s in LETTERS])

    def affine():
        return chance.randint(-4, 4) + sum(
            chance.randint(-4, 4) * s for s in LETTERS if chance.random() < share
        )

    functions = [affine() + affine() * p + affine() * p**2 for _ in range(actions)]
    told = tuple((f"a{i}", domain.field.element(f)) for i, f in enumerate(functions))
    return Question(told, domain, p, optimum)


def value(poly, point):
    """A polynomial of the package at a point, by fractions."""
    total = Fraction(0)
    for monomial, c in poly.to_dict().items():
        term = Fraction(int(c.p), int(c.q))
        for x, e in zip(point, monomial, strict=True):
            term *= x ** int(e)
        total += term
    return total


def solved_for(poly, index, point):
    """The value of a letter at which a polynomial that is linear in it vanishes, the others as at the point."""
    at = [value(poly, [*point[:index], Fraction(t), *point[index + 1 :]]) for t in (0, 1, 2)]
    if at[2] - at[1] != at[1] - at[0] or at[1] == at[0]:
        return None
    return -at[0] / (at[1] - at[0])


def places(rule, count, seed):
    """Points of the domain: scattered, and on and beside surfaces where functions or conditions change."""
    question, chance = rule.question, random.Random(seed)
    position = question.domain.field.position
    surfaces = [c.poly for case in rule.cases for c in case.conditions]
    surfaces += [d for _, _, d in question.contest.differences]
    low, high, *_ = question.domain.box[position[p]]
    low, high = (Fraction(int(x.p), int(x.q)) for x in (low, high))
    for _ in range(count):
        point = [Fraction(chance.randint(1, 12), chance.choice([1, 2, 5, 12])) for _ in position]
        point[position[p]] = low + (high - low) * Fraction(chance.randint(0, 12), 12)
        for index in chance.sample([position[s] for s in LETTERS], 2):
            there = solved_for(chance.choice(surfaces), index, point)
            point[index] = there if there is not None and there > 0 else point[index]
        yield tuple(point)
        near = list(point)
        near[chance.randrange(len(near))] += chance.choice([-1, 1]) * Fraction(1, 10**7)
        yield tuple(near)


def check(rule, count=60, seed=1):
    """One case, one piece, and the label is best there."""
    question = rule.question
    seen = 0
    for point in places(rule, count, seed):
        values = tuple(fmpq(x.numerator, x.denominator) for x in point)
        if not question.domain.contains(values):
            continue
        seen += 1
        held = [case for case in rule.cases if case.holds(values)]
        assert len(held) == 1, point
        piece = held[0].piece(values, question.letter)
        heights = {label: value(f.num, point) / value(f.den, point) for label, f in question.functions}
        best = min(heights.values()) if question.optimum == "min" else max(heights.values())
        assert heights[piece.label] == best, point
    assert seen > count // 2


def check_witnesses(rule):
    """Every case holds at its witness, where no piece is empty."""
    symbols_ = rule.question.domain.field.symbols
    for case in rule.cases:
        at = dict(case.witness)
        values = tuple(at.get(s, fmpq(0)) for s in symbols_)
        assert case.holds(values)
        assert all(piece.start.real(values) < piece.stop.real(values) for piece in case.pieces)


@pytest.mark.parametrize(
    ("seed", "actions", "ends", "optimum", "share"),
    [
        (2, 3, "0 < p < 1", "min", 0.3),
        (4, 3, "1/2 < p <= 3", "min", 0.3),
        (2, 4, "0 <= p <= 1", "max", 0.3),
        (0, 5, "0 <= p <= 1", "max", 0.15),
    ],
)
def test_rules_are_complete_and_right(seed, actions, ends, optimum, share):
    rule = walked.solve(made(seed, actions, ends, optimum, share), Budget(60))
    assert rule.is_complete, rule.note
    assert any(len(case.pieces) > 1 for case in rule.cases)
    check(rule)
    check_witnesses(rule)


def test_the_road_to_every_rule_asks_this_engine():
    rule = answer(made(2, 3, share=0.5), Budget(60))
    assert (rule.engine, rule.is_complete) == ("walks", True)


def test_where_a_leading_coefficient_vanishes_the_root_is_that_of_a_line():
    domain = Domain("0 < p < 1", "h > 0", "k > 0", "m > 0")
    f = domain.field.element
    question = Question((("a", f(0)), ("b", f((h - k) * p**2 + p * m - 1)), ("c", f(7 + h))), domain, p)
    rule = walked.solve(question, Budget(60))
    assert rule.is_complete
    flat = [case for case in rule.cases if any(c.op == "==" for c in case.conditions)]
    assert [str(piece.stop) for case in flat for piece in case.pieces][:1] == ["1/m"]
    check(rule, 80)
    check_witnesses(rule)
    for point in [(2, 2, 3, Fraction(1, 3)), (2, 2, 3, Fraction(1, 2)), (1, 1, 1, Fraction(1, 2))]:
        at = dict(zip("hkmp", point, strict=True))
        assert rule.label_at({s: str(v) for s, v in at.items()}) == ("b" if at["m"] * at["p"] <= 1 else "a")


def test_a_common_factor_without_the_letter_turns_the_comparison_round():
    domain = Domain("0 < p < 1", "h > 0", "k > 0", "m > 0")
    f = domain.field.element
    question = Question((("a", f(0)), ("b", f((h - k) * (p**2 - m))), ("c", f(1 + h + k + m))), domain, p)
    rule = walked.solve(question, Budget(60))
    assert rule.is_complete
    check(rule, 80)


def test_two_parabolas_that_touch_and_three_that_meet_in_a_point():
    domain = Domain("0 <= p <= 1", "h >= 0", "k >= 0", "m >= 0")
    f = domain.field.element
    functions = (("a", f(0)), ("b", f((2 * p - 1) ** 2 - h + k)), ("c", f((2 * p - 1) * m - k + p)))
    rule = walked.solve(Question(functions, domain, p), Budget(60))
    assert rule.is_complete
    check(rule, 150)
    check_witnesses(rule)


def test_what_is_not_of_this_kind_is_left_to_others():
    domain = Domain("0 < p < 1", "h > 0", "k > 0", "m > 0")
    f = domain.field.element
    more = (("b", f(h * p)), ("c", f(k - m * p)))
    assert not walked.accepts(Question((("a", f(p**3)), *more), domain, p))
    assert not walked.accepts(
        Question((("a", f(h * p + (p - h) * (p - k))), *more), domain, p)
    )  # two factors
    free = Domain("p > 0", "h > 0", "k > 0", "m > 0")
    assert not walked.accepts(Question((("a", f(p**2)), *more), free, p))
    tied = Domain("0 < p < 1", "h > 0", "k > 0", "m == 2*h")
    assert not walked.accepts(Question((("a", f(p**2)), *more), tied, p))


def test_a_budget_that_ends_and_an_interruption_leave_what_is_right(monkeypatch):
    question = made(1, 4)
    rule = walked.solve(question, Budget(0.3))
    assert not rule.is_complete
    assert "open" in rule.note
    whole = Branches.kept
    left = iter(range(3))
    question = made(2, 4, share=0.3)

    def kept(self, leaf):
        if next(left, None) is None:
            raise KeyboardInterrupt
        return whole(self, leaf)

    monkeypatch.setattr(Branches, "kept", kept)
    rule = walked.solve(question, Budget(60))
    assert (rule.is_complete, rule.note) == (False, INTERRUPTED)
    assert rule.cases
    check_witnesses(rule)
    for case in rule.cases:
        at = dict(case.witness)
        values = [at.get(s, fmpq(1, 3)) for s in question.domain.field.symbols]
        assert case.piece(values, p).label in question.best(values)


def test_a_leading_coefficient_that_vanishes_on_a_rim_of_the_domain_alone():
    """Two repeats, losses a, b, c that may be 0: at c = 0 and b = 3a an end is that of a line, and nowhere near it."""
    a, b, c = symbols("a b c")
    domain = Domain("0 <= p", "p <= 1", "a >= 0", "b >= 0", "c >= 0")
    rows = [[0, c, b], [a, 0, c], [b, a, 0]]
    belief = [(1 - p) ** 2, 2 * p * (1 - p), p**2]
    functions = [sum(w * loss for w, loss in zip(belief, row, strict=True)) for row in rows]
    question = Question(tuple((n, domain.field.element(f)) for n, f in enumerate(functions)), domain, p)
    rule = answer(question, Budget(30))
    assert rule.is_complete
    assert rule.engine == "walks"
    steps = [fmpq(0), fmpq(1), fmpq(2), fmpq(3), fmpq(6)]
    for at_a, at_b, at_c in product(steps, repeat=3):
        for at_p in (fmpq(0), fmpq(1, 4), fmpq(1, 3), fmpq(1, 2), fmpq(3, 4), fmpq(1)):
            given = {"a": at_a, "b": at_b, "c": at_c, "p": at_p}
            values = [given[name] for name in domain.field.names]
            assert len([case for case in rule.cases if case.holds(values)]) == 1
            assert rule.locate(values)[1].label in question.best(values)


@pytest.mark.parametrize("bound", ["b >= a**2", "a**2 + b**2 <= 1"])
def test_a_curved_bound_of_the_domain_that_may_vanish(bound):
    """The bound is a side of its own of every part, and the same one; once it was not found among the part's conditions."""
    a, b, c = symbols("a b c")
    domain = Domain("0 < p", "p <= 2", bound, "0 <= c", "c <= 1", symbols=[p, a, b, c])
    functions = {"u": 2 * b - (b + 1) * p - 2 * p**2, "v": (b + 2) * p, "w": 1 + p - 2 * p**2}
    told = tuple((n, domain.field.element(f)) for n, f in functions.items())
    question = Question(told, domain, p, "max")
    rule = answer(question, Budget(30))
    assert rule.is_complete
    steps = [fmpq(-1), fmpq(-1, 2), fmpq(0), fmpq(1, 2), fmpq(3, 5), fmpq(4, 5), fmpq(1), fmpq(4)]
    asked = 0
    for at_a, at_b, at_p in product(steps, steps, (fmpq(1, 9), fmpq(1, 2), fmpq(1), fmpq(2))):
        given = {"a": at_a, "b": at_b, "c": fmpq(0), "p": at_p}
        values = [given[name] for name in domain.field.names]
        if domain.contains(values):
            asked += 1
            assert len([case for case in rule.cases if case.holds(values)]) == 1
            assert rule.locate(values)[1].label in question.best(values)
    assert asked > 50


def test_four_parabolas_that_meet_at_an_end_of_the_range():
    """At a = 5, c = 3/2 all four tie at p = -1: that a resultant vanishes there says nothing of the crossing at 1/5."""
    a, c = symbols("a c")
    domain = Domain("-1 <= p", "p < 2", "a >= 1", "b >= 1", "c >= 1", "c**2 <= a")
    line, flat = p + 2 * c - a, -2 * p**2 - 1
    functions = {"u": line, "v": flat, "w": (1 - 2 * a) * p**2 - a * p + 1, "x": 2 * flat - line}
    told = tuple((n, domain.field.element(f)) for n, f in functions.items())
    question = Question(told, domain, p, "max")
    rule = answer(question, Budget(60))
    assert rule.is_complete
    for at_b, at_p in product(
        (fmpq(1), fmpq(3)), (fmpq(-1), fmpq(0), fmpq(1, 5), fmpq(17, 70), fmpq(2, 5), fmpq(1))
    ):
        given = {"a": fmpq(5), "b": at_b, "c": fmpq(3, 2), "p": at_p}
        values = [given[name] for name in domain.field.names]
        assert len([case for case in rule.cases if case.holds(values)]) == 1
        assert rule.locate(values)[1].label in question.best(values)


def test_three_parabolas_that_tie_at_the_end_of_the_range():
    """Over (1, 1/4, 1/8) all three are 1 at p = 1: that u ends there, and v is u there, does not say that u is the least before.

    They tie so all along a line of the letters. Two claims, each right by itself, were one wrong answer there.
    """
    domain = Domain("0 < p < 1", *(f"{s} > 0" for s in LETTERS))
    functions = {
        "u": 2 + (2 - h - k) * p - (1 + 3 * k) * p**2,
        "v": 3 + h - k + 3 * m + (4 * k + 3 * m - 4 - 3 * h / 2) * p + (2 * h + 2 * k - 4 * m - 1) * p**2,
        "w": 1 + 2 * h - p - p**2,
    }
    told = tuple((n, domain.field.element(f)) for n, f in functions.items())
    rule = answer(Question(told, domain, p), Budget(60))
    assert rule.is_complete
    assert rule.engine == "walks"
    for at_k, at_p in product((fmpq(n, 60) for n in range(1, 18)), (fmpq(n, 12) for n in range(1, 12))):
        given = {"h": 4 * (1 - at_k) / 3, "k": at_k, "m": (5 - 17 * at_k) / 6, "p": at_p}
        values = [given[name] for name in domain.field.names]
        assert len([case for case in rule.cases if case.holds(values)]) == 1
        assert rule.locate(values)[1].label in rule.question.best(values)
