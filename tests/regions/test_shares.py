"""What each engine has of a budget: which of them answers does not hang on how fast the machine is."""

from __future__ import annotations

import pytest

from benchmarks._stress_problems import make
from benchmarks.engine_stress import question
from symdt import decision_rule
from symdt.exact.solver import Budget, budget
from symdt.regions import FIRST_QUESTIONS, FIRST_SECONDS, share_of


def told(family: str, seed: int) -> tuple[str, str]:
    """The engine of a rule, and the rule."""
    source, extra = question(make(family, seed))
    rule = decision_rule(source, "p", **extra)
    return rule.rule.engine, str(rule)


class Slow:
    """A clock on a machine on which everything takes several times as long."""

    def __init__(self, clock, times: float) -> None:
        self.clock, self.times = clock, times

    def __call__(self) -> float:
        return self.times * self.clock()

    def now(self) -> float:
        """The same, read anew."""
        return self.times * self.clock.now()


@pytest.mark.parametrize(("seed", "engine"), [(0, "envelope"), (10, "envelope"), (11, "chains")])
def test_a_slow_machine_gives_the_same_rule_by_the_same_engine(monkeypatch, seed, engine):
    here = told("affine 2", seed)
    monkeypatch.setattr(budget, "clock", Slow(budget.clock, 3))
    assert told("affine 2", seed) == here
    assert here[0] == engine


def test_an_engine_that_is_followed_by_another_has_so_many_questions():
    share = share_of("envelope", 60, letters=3)
    assert share.questions == FIRST_QUESTIONS[1]
    assert [share_of("envelope", 60, n).questions for n in (1, 2, 4, 9)] == [240, 240, 40, 40]
    assert (
        FIRST_SECONDS - 0.5 < share.seconds <= FIRST_SECONDS
    )  # a busy processor takes some while the share is made
    for _ in range(FIRST_QUESTIONS[1]):
        assert not share.is_spent
        share.ask()
    assert share.is_spent


def test_the_others_have_seconds_alone():
    share = share_of("chains", 10, letters=0)
    assert share.questions == Budget(1).questions == float("inf")
    assert 5 < share.seconds < 10
