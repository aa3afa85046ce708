"""The seconds of a command: searches end before it does, so that what they found is told."""

from __future__ import annotations

import signal
import time

import pytest

from symdt.cli.bounds import TO_TELL, OutOfTime, bounded
from symdt.errors import Stopped
from symdt.exact.solver import Budget


def test_no_budget_has_more_left_than_the_command() -> None:
    with bounded(10):
        assert Budget(60).left() <= 10 * (1 - TO_TELL)
        assert Budget(2).left() <= 2
    assert Budget(60).left() > 20
    assert Stopped.deadline is None


def test_a_signal_that_comes_too_late_is_nothing() -> None:
    before = signal.getsignal(signal.SIGPROF)
    for _ in range(200):  # the timer ends somewhere about the end of the block
        try:
            with bounded(0.004):
                end = time.process_time() + 0.004
                while time.process_time() < end:
                    pass
        except OutOfTime:
            pass
        assert signal.getsignal(signal.SIGPROF) == before
        assert signal.getitimer(signal.ITIMER_PROF)[0] == 0


def test_it_ends_what_never_ends() -> None:
    def burn() -> None:
        with bounded(0.01):
            while True:
                pass

    with pytest.raises(OutOfTime):
        burn()
