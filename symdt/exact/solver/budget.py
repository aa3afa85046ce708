"""Budgets of computing time, and the three answers that a question may have within one.

>>> bool(Budget(0).is_spent)
True
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from sympy import Expr, Symbol

from symdt.errors import Stopped

#: Seconds that one question may take unless said otherwise.
SECONDS = 10.0
#: Seconds that one conjunction in a longer search may take: what is not decided by then seldom is.
CONJUNCTION_SECONDS = 2.0
#: Seconds within which the processor's clock is not read again: to read it takes longer than many a step, the more so on a busy
#: machine. The clock on the wall, which is read instead, says when that may be.
GRAIN = 0.01


class _Clock:
    """Seconds of computing by this process, a grain late at most."""

    def __init__(self) -> None:
        self.wall, self.seconds = float("-inf"), 0.0

    def __call__(self) -> float:
        if time.monotonic() - self.wall >= GRAIN:
            self.now()
        return self.seconds

    def now(self) -> float:
        """The same, read anew."""
        self.wall, self.seconds = time.monotonic(), time.process_time()
        return self.seconds


clock = _Clock()


class Budget:
    """A stretch of computing time that several questions share.

    Seconds of this process, not of the clock on the wall: an answer does not depend on what else the machine does.
    No budget has more left than the whole command, so that what was found by then is still told. With a number of
    questions it ends with these too, on every machine alike.

    >>> Budget(60).left() > 59
    True
    >>> few = Budget(60, questions=1)
    >>> few.ask()
    >>> few.is_spent
    True
    """

    def __init__(self, seconds: float = SECONDS, questions: float = float("inf")) -> None:
        self.seconds, self.questions = seconds, questions
        self.deadline = clock.now() + seconds
        self.seconds = self.left()  # half of it is half of what there is, where the command ends before

    def ask(self) -> None:
        """One question less is left."""
        self.questions -= 1

    def left(self) -> float:
        """Seconds that remain, never negative and never more than were given; none once all questions are asked.

        The sum of a clock and a stretch is rounded, so their difference may exceed the stretch in its last digit.
        """
        if self.questions <= 0:
            return 0.0
        end = self.deadline if Stopped.deadline is None else min(self.deadline, Stopped.deadline)
        left = end - clock()
        if left < GRAIN:  # near the end the clock is read each time: a budget is no longer than it says
            left = end - clock.now()
        return max(0.0, min(self.seconds, left))

    @property
    def is_spent(self) -> bool:
        """No time remains."""
        return self.left() <= 0


@dataclass(frozen=True)
class Found:
    """A point at which the formula holds, exactly."""

    point: dict[Symbol, Expr]


@dataclass(frozen=True)
class NoPoint:
    """The formula holds at no real point."""


@dataclass(frozen=True)
class Unknown:
    """The question was not decided; `reason` says why."""

    reason: str


Answer = Found | NoPoint | Unknown
