"""The seconds of a command: searches end before it does, so that what they found is told."""

from __future__ import annotations

import contextlib
import gc
import inspect
import json
import signal
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from symdt.cli import main
from symdt.cli.bounds import SOON, TO_TELL, OutOfTime, Terminated, within
from symdt.errors import Stopped
from symdt.exact.solver import Budget


def test_no_budget_has_more_left_than_the_command() -> None:
    long, short = within(10, lambda: (Budget(60).left(), Budget(2).left()))
    rounding = 1e-6  # of clock + stretch - clock, where the clock stood still in between
    assert long <= 10 * (1 - TO_TELL) + rounding
    assert short <= 2
    assert Budget(6000).left() > 2000
    assert Stopped.deadline is None


EXAMPLE = Path(__file__).parents[2] / "examples" / "example2.toml"


@pytest.mark.parametrize(
    ("said", "least", "most"), [((), 60, 60), (("--seconds", "900"), 800, 810), (("--seconds", "20"), 1, 18)]
)
def test_a_search_may_have_all_that_the_person_gave_the_command(
    said: tuple[str, ...], least: float, most: float, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A certificate has a minute unless said; of `--seconds 900` it had a minute too, and no more could be had."""
    given = {}

    def noted(module: str, verb: str) -> None:
        asked = getattr(import_module(module), verb)

        def asking(*arguments: Any, seconds: float, **more: Any) -> Any:
            given[verb] = seconds
            return asked(*arguments, seconds=seconds, **more)

        monkeypatch.setattr(f"{module}.{verb}", asking)

    noted("symdt.solve.rule", "decision_rule")
    noted("symdt.solve.regions", "decision_regions")
    noted("symdt.solve.certificate", "certificate_of_rule")
    noted("symdt.solve.certificate", "certificate_of")
    rule = tmp_path / "rule.json"
    with rule.open("w") as stream, contextlib.redirect_stdout(stream):
        assert main(["solve", str(EXAMPLE), "--for", "p", "--certify", "--json", *said]) == 0
    assert main(["solve", str(EXAMPLE), *said]) == 0
    assert main(["certify", str(EXAMPLE), str(rule), *said]) == 0
    assert len(given) == 4
    assert all(least <= seconds <= most for seconds in given.values())
    assert not Stopped.is_said


@pytest.mark.parametrize("seconds", [2, 0.1, 1 / 3, 60])
def test_no_budget_has_more_left_than_it_was_given(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock may stand still between two readings, and clock + stretch - clock is rounded."""
    clock = 0.0
    monkeypatch.setattr(time, "process_time", lambda: clock)
    for tick in range(2_000):
        clock = tick * 0.7391
        assert Budget(seconds).left() <= seconds


def forever() -> None:
    while True:
        pass


def for_some_milliseconds() -> str:
    end = time.process_time() + 0.004
    while time.process_time() < end:
        pass
    return "done"


def test_a_signal_that_comes_too_late_is_nothing() -> None:
    before = signal.getsignal(signal.SIGPROF)
    for _ in range(60):  # the timer ends somewhere about the end of the work
        with contextlib.suppress(OutOfTime):
            assert within(0.004, for_some_milliseconds) == "done"
        assert signal.getsignal(signal.SIGPROF) == before
        assert signal.getitimer(signal.ITIMER_PROF)[0] == 0


def test_a_signal_at_any_call_of_the_end_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of the work calls the system: a signal that comes in at one of these calls changes nothing."""
    before, real = signal.getsignal(signal.SIGPROF), signal.setitimer
    calls = []

    def late(which: int, seconds: float, again: float = 0.0) -> tuple[float, float]:
        calls.append(seconds)
        if seconds == 0:
            signal.raise_signal(signal.SIGPROF)
        return real(which, seconds, again)

    monkeypatch.setattr(signal, "setitimer", late)
    assert within(60, lambda: 1) == 1
    assert calls == [60, 0]
    assert signal.getsignal(signal.SIGPROF) == before


def test_a_signal_before_the_work_begins_comes_again() -> None:
    """It is raised beneath the guard only, so that nothing is left before the timer is disarmed."""
    armed = []

    def begun() -> None:
        # as the system would hand it over: the frame that was interrupted is the guard, then one beneath it
        guard, handler = inspect.currentframe().f_back.f_back, signal.getsignal(signal.SIGPROF)
        handler(signal.SIGPROF, guard)
        armed.append(signal.getitimer(signal.ITIMER_PROF)[0])
        handler(signal.SIGPROF, inspect.currentframe())

    with pytest.raises(OutOfTime):
        within(60, begun)
    assert armed[0] < 10 * SOON  # in ticks of the system


def test_it_ends_what_never_ends() -> None:
    with pytest.raises(OutOfTime):
        within(0.01, forever)


def test_it_is_raised_past_handlers_that_a_loop_escapes() -> None:
    """Python 3.13 leaves the jump of a loop out of the handlers around it: whatever they do, the guard ends it."""

    def burn() -> None:
        try:
            while time.process_time() >= 0:
                pass
        except OutOfTime:
            raise

    for _ in range(40):
        with pytest.raises(OutOfTime):
            within(0.002, burn)


@pytest.mark.parametrize("kind", [OutOfTime, Terminated, KeyboardInterrupt])
def test_it_is_raised_once_more_where_an_object_that_is_taken_away_swallows_it(kind, capsys) -> None:
    class Burning:
        def __del__(self) -> None:
            if kind is not OutOfTime:
                raise kind
            forever()

    def burn() -> None:
        Burning()
        forever()

    begin, before = time.process_time(), sys.unraisablehook
    with pytest.raises(kind):
        within(0.01 if kind is OutOfTime else 60, burn)
    assert time.process_time() - begin < 0.9  # the next of the timer's own would come a second later
    assert sys.unraisablehook is before
    assert capsys.readouterr().err == ""


class HalfMade:
    def __init__(self, seconds: float, held: list[object]) -> None:
        held.append(self)  # by a frame that the exception keeps
        end = time.process_time() + seconds
        while time.process_time() < end:
            pass
        self.whole = True

    def __del__(self) -> None:
        assert self.whole


@pytest.mark.parametrize("keeps", [True, False])
def test_what_is_left_half_made_is_taken_away_in_silence(keeps: bool, capsys) -> None:
    """Objects of other libraries complain when they are taken away before they are made: not after a spent budget."""

    def burn() -> None:
        held: list[object] = []
        HalfMade(5, held if keeps else [])

    with pytest.raises(OutOfTime):
        within(0.01, burn)
    gc.collect()
    assert capsys.readouterr().err == ""
    assert Stopped.raised is None


def test_what_a_library_makes_of_it_is_a_spent_budget() -> None:
    """ctypes, for one, takes any exception while it reads an argument for a wrong argument."""

    def burn() -> None:
        try:
            forever()
        except OutOfTime:
            raise ValueError("argument 1") from None

    with pytest.raises(OutOfTime):
        within(0.01, burn)
    with pytest.raises(ValueError, match="x"):
        within(60, lambda: int("x"))
    assert Stopped.raised is None


FOUR_PARABOLAS = """
title = "Four parabolas"
parameters = {p = "0 < p < 1", h = "h > 0", k = "k > 0", l = "l > 0"}
belief = {s = "1"}
[loss]
actions = ["a", "b", "c", "d"]
s = [
  "4 - 2*p - p**2",
  "(h + l - 1)*p**2 + (4*h + 4*k - 3)*p + l/2 - 2",
  "4 - 4*k + (2*l - 4)*p - 2*p**2",
  "2*h - 4*k - 3*l/2 - 2 + (k + 4)*p + (3*l + 3/2)*p**2",
]
"""


def test_what_few_seconds_found_is_told(tmp_path, capsys) -> None:
    """Dozens of cases, whose writing once took what was left of the command."""
    (tmp_path / "four.toml").write_text(FOUR_PARABOLAS)
    status = main(["--seconds", "4", "solve", str(tmp_path / "four.toml"), "--for", "p", "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert status == 3
    assert answer["complete"] is False
    assert answer["rule"]["cases"]


@pytest.mark.parametrize(
    ("words", "keys"), [(["certify", "a", "b"], {"why", "questions", "identities"}), (["prove", "a"], set())]
)
def test_no_time_for_a_verdict_is_undecided_in_json_too(monkeypatch, capsys, words, keys) -> None:
    """Where the net under a search strikes, standard output is JSON all the same."""

    def spent(_given):
        raise OutOfTime

    monkeypatch.setattr("symdt.cli._answered", spent)
    assert main(["--seconds", "5", *words, "--json"]) == 3
    told = capsys.readouterr()
    answer = json.loads(told.out)
    assert answer["verdict"] == "undecided"
    assert answer["counterexample"] is None
    assert set(answer) == {"format", "verdict", "counterexample", *keys}
    assert len(told.err.splitlines()) == 1
    assert main(["--seconds", "5", *words]) == 3
    assert not capsys.readouterr().out
