"""The seconds of a command: searches end before it does, so that what they found is told."""

from __future__ import annotations

import signal
import sys
import time

import pytest

from symdt.cli.bounds import TO_TELL, OutOfTime, bounded
from symdt.errors import Stopped
from symdt.exact.solver import Budget


def test_no_budget_has_more_left_than_the_command() -> None:
    with bounded(10):
        rounding = 1e-6  # of clock + stretch - clock, where the clock stood still in between
        assert Budget(60).left() <= 10 * (1 - TO_TELL) + rounding
        assert Budget(2).left() <= 2
    assert Budget(6000).left() > 2000
    assert Stopped.deadline is None


@pytest.mark.parametrize("seconds", [2, 0.1, 1 / 3, 60])
def test_no_budget_has_more_left_than_it_was_given(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock may stand still between two readings, and clock + stretch - clock is rounded."""
    clock = 0.0
    monkeypatch.setattr(time, "process_time", lambda: clock)
    for tick in range(2_000):
        clock = tick * 0.7391
        assert Budget(seconds).left() <= seconds


def test_a_signal_that_comes_too_late_is_nothing() -> None:
    before = signal.getsignal(signal.SIGPROF)
    for _ in range(60):  # the timer ends somewhere about the end of the block
        try:
            with bounded(0.004):
                end = time.process_time() + 0.004
                while time.process_time() < end:
                    pass
        except OutOfTime:
            pass
        assert signal.getsignal(signal.SIGPROF) == before
        assert signal.getitimer(signal.ITIMER_PROF)[0] == 0


def test_a_signal_at_any_call_of_the_end_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of the block calls the system: a signal that comes in at one of these calls changes nothing."""
    before, real = signal.getsignal(signal.SIGPROF), signal.setitimer
    calls = []

    def late(which: int, seconds: float, again: float = 0.0) -> tuple[float, float]:
        calls.append(seconds)
        if seconds == 0:
            signal.raise_signal(signal.SIGPROF)
        return real(which, seconds, again)

    monkeypatch.setattr(signal, "setitimer", late)
    with bounded(60):
        pass
    assert calls == [60, 0]
    assert signal.getsignal(signal.SIGPROF) == before


def test_it_ends_what_never_ends() -> None:
    def burn() -> None:
        with bounded(0.01):
            while True:
                pass

    with pytest.raises(OutOfTime):
        burn()


def test_it_is_raised_once_more_where_an_object_that_is_taken_away_swallows_it(capsys) -> None:
    class Burning:
        def __del__(self) -> None:
            while True:
                pass

    def burn() -> None:
        with bounded(0.01):
            Burning()
            while True:
                pass

    begin, before = time.process_time(), sys.unraisablehook
    with pytest.raises(OutOfTime):
        burn()
    assert time.process_time() - begin < 0.9  # the next of the timer's own would come a second later
    assert sys.unraisablehook is before
    assert capsys.readouterr().err == ""
