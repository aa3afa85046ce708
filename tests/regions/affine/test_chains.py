"""Chains: every envelope that there is, one case each, disjoint and complete where the solver's cover is not."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest
from flint import fmpq
from sympy import Rational, symbols

from symdt import Domain
from symdt.exact.polynomial import to_number
from symdt.exact.solver import Budget
from symdt.regions import answer
from symdt.regions.affine import chains, envelope
from symdt.regions.contest import Question
from symdt.regions.rule import INTERRUPTED

p, x, y, z = symbols("p x y z")


def dense(seed, actions, letters, conditions=("0 < p < 1",)):
    """Lines whose intercepts and slopes are dense affine functions of the letters."""
    chance = random.Random(seed)
    domain = Domain(*conditions, *[f"{s} > 0" for s in letters])

    def affine():
        return chance.randint(-5, 5) + sum(chance.randint(-5, 5) * s for s in letters)

    functions = tuple((f"a{i}", domain.field.element(affine() + affine() * p)) for i in range(actions))
    return Question(functions, domain, p)


def right_at(rule, values):
    """One case and one piece hold the point, and the label is best there by comparing fractions."""
    question = rule.question
    held = [case for case in rule.cases if case.holds(values)]
    assert len(held) == 1
    piece = held[0].piece(values, question.letter)
    numbers = [Fraction(int(v.p), int(v.q)) for v in values]
    heights = {}
    for label, function in question.functions:
        total = Fraction(0)
        for monomial, c in function.num.to_dict().items():
            term = Fraction(int(c.p), int(c.q))
            for number, e in zip(numbers, monomial, strict=True):
                term *= number ** int(e)
            total += term
        heights[label] = total
    assert heights[piece.label] == min(heights.values())


def scattered(question, count, seed=3):
    chance = random.Random(seed)
    for _ in range(count):
        values = [
            Fraction(chance.randint(1, 60), chance.choice([1, 2, 3, 40])) for _ in question.domain.symbols
        ]
        values[question.domain.field.position[p]] = Fraction(chance.randint(1, 19), 20)
        yield tuple(map(to_number, values))


def test_dense_functions_of_three_letters_are_complete():
    question = dense(0, 5, (x, y, z))
    rule = chains.solve(question, Budget(60))
    assert rule.is_complete, rule.note
    assert len(rule.cases) > 5
    for values in scattered(question, 60):
        right_at(rule, values)
    for case in rule.cases:
        right_at(rule, question.domain.field.values({**dict(case.witness), p: Fraction(1, 3)}))


@pytest.mark.parametrize("seed", range(2))
def test_chains_agree_with_the_cover_on_a_grid(seed):
    """Small whole numbers lie on many boundaries, and where two lines are the same."""
    question = dense(seed, 4, (x, y), ("0 <= p <= 1",))
    rule, other = chains.solve(question, Budget(60)), envelope.solve(question, Budget(60))
    assert rule.is_complete, rule.note
    assert other.is_complete, other.note
    for point in product(range(1, 6), range(1, 6), [Fraction(n, 4) for n in range(5)]):
        values = question.domain.field.values(dict(zip((x, y, p), point, strict=True)))
        right_at(rule, values)
        right_at(other, values)


def test_where_two_lines_are_the_same_the_first_speaks():
    domain = Domain("0 < p < 1", "x > 0", "y > 0")
    f = domain.field.element
    lines = (("a", f(x * p + 1)), ("b", f(y * p + x - y + 1)), ("c", f(2 - p)), ("again", f(x * p + 1)))
    rule = chains.solve(Question(lines, domain, p), Budget(30))
    assert rule.is_complete, rule.note
    assert "again" not in {piece.label for case in rule.cases for piece in case.pieces}
    for a, b, n in product((1, 2, 3), (1, 2, 3), (1, 2, 3)):
        right_at(rule, domain.field.values({x: a, y: b, p: Fraction(n, 4)}))


def test_the_witness_of_a_case_is_in_it_where_two_lines_are_the_same_at_the_first_point():
    """At x = y = 1 the first two lines are one, and the second speaks beside it: its case has another witness."""
    domain = Domain("0 < p < 1", "x > 0", "y > 0")
    f = domain.field.element
    lines = (("a", f(x + (y - 2) * p)), ("b", f(y + (1 - 2 * x) * p)), ("c", f(1 - 3 * p + x)))
    rule = chains.solve(Question(lines, domain, p), Budget(30))
    assert rule.is_complete, rule.note
    for case in rule.cases:
        assert case.holds(domain.field.values({**dict(case.witness), p: Fraction(1, 3)}))
    for a, b, n in product((1, 2, 3), (1, 2, 3), (1, 2, 3)):
        right_at(rule, domain.field.values({x: a, y: b, p: Fraction(n, 4)}))


def test_six_dense_functions_of_five_letters_are_complete():
    """One of the five that were measured, that with the fewest cases; the solver is never asked about a chain."""
    v, w = symbols("v w")
    question = dense(2, 6, (v, w, x, y, z))
    rule = chains.solve(question, Budget(60))
    assert rule.is_complete, rule.note
    assert len(rule.cases) == 11
    for values in scattered(question, 60):
        right_at(rule, values)


@pytest.mark.parametrize("conditions", [("p >= 0",), ("p <= 4",)])
def test_a_range_with_one_end_is_compared_far_out_by_slopes(conditions):
    question = dense(1, 4, (x, y), conditions)
    rule = chains.solve(question, Budget(60))
    assert rule.is_complete, rule.note
    for point in product(range(1, 5), range(1, 5), (0, 1, 2, 4)):
        right_at(rule, question.domain.field.values(dict(zip((x, y, p), point, strict=True))))
    far = 10**6 if conditions == ("p >= 0",) else -(10**6)
    for case in rule.cases:
        right_at(rule, question.domain.field.values({**dict(case.witness), p: far}))


def test_a_range_whose_end_changes_is_left_to_others():
    question = dense(0, 3, (x, y), ("p > 0", "p < 1", "p < x"))
    assert not chains.accepts(question)
    assert not chains.solve(dense(0, 3, (x, y), ("p > 0", "p*(x - y) < 1"))).is_complete


def test_what_was_found_before_an_interruption_is_told_and_no_other_engine_is_asked(monkeypatch):
    question, grown, calls = dense(0, 4, (x, y)), chains.Chains.grown, []

    def interrupted(self, *given):
        calls.append(given)
        if self.whole:
            raise KeyboardInterrupt
        return grown(self, *given)

    monkeypatch.setattr(chains.Chains, "grown", interrupted)
    monkeypatch.setattr("symdt.regions.FIRST_SECONDS", 0)  # the cover has no time
    rule = answer(question, Budget(60))
    assert (rule.is_complete, rule.note, rule.engine) == (False, INTERRUPTED, "chains")
    assert len(rule.cases) == 1
    for case in rule.cases:
        right_at(rule, question.domain.field.values({**dict(case.witness), p: Fraction(1, 3)}))


def test_a_chain_of_one_label_has_no_breakpoint_to_ask_for():
    """Three of four lines meet at 1/2 for all letters; that one of them is best everywhere has no place to begin with."""
    a, b, c = symbols("a b c")
    domain = Domain("0 < p", "p < 1", *(f"-1 <= {s}" for s in "abc"), *(f"{s} <= 1" for s in "abc"))
    half = p - Rational(1, 2)
    functions = [(3 * c + 2 * a) * half, (a - c) * half, (3 * b - 2 * c) * half + b, (-2 * a - c) * half]
    question = Question(tuple((n, domain.field.element(f)) for n, f in enumerate(functions)), domain, p)
    rule = answer(question, Budget(30))
    assert rule.is_complete
    steps = [fmpq(-1), fmpq(-1, 3), fmpq(0), fmpq(1, 2), fmpq(1)]
    for at_a, at_b, at_c in product(steps, repeat=3):
        for at_p in (fmpq(1, 4), fmpq(1, 2), fmpq(5, 6)):
            given = {"a": at_a, "b": at_b, "c": at_c, "p": at_p}
            values = [given[name] for name in domain.field.names]
            assert len([case for case in rule.cases if case.holds(values)]) == 1
            assert rule.locate(values)[1].label in question.best(values)
