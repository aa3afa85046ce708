"""What one command may use: seconds of the processor and bytes of memory.

Searches have budgets of their own and give what they found when one is spent. This is the net below them:
whatever a command does, it ends. The processor's time is that of all threads together.

>>> taken_off(["solve", "f.toml", "--seconds", "5"])
(['solve', 'f.toml'], 5.0)
>>> taken_off(["solve", "f.toml"])[1] == SECONDS, taken_off(["select", "d.csv"])[1] == LONGER["select"]
(True, True)
"""

from __future__ import annotations

import inspect
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from types import FrameType
from typing import TypeVar

from symdt.errors import FileError, Stopped, quote

T = TypeVar("T")
#: Seconds of the processor for one command unless `--seconds` says otherwise.
SECONDS = 300
#: The same for commands that answer many questions, or one about many data (forecast beforehand).
LONGER = {"paper": 3600.0, "report": 3600.0, "verify": 3600.0, "select": 86400.0, "simulate": 3600.0}
#: The part of them that searches leave for telling what they have found; of few seconds at least so many, or a third.
TO_TELL, LEAST_TO_TELL = 0.1, 3.0
#: Seconds after which the clock strikes again: in case a library swallows the first, or it came too early.
AGAIN, SOON = 1.0, 0.001
#: When a library cannot be interrupted, the system ends the command so many seconds later.
GRACE = 60
#: Bytes that a command may fill; `select`, which forecasts what it needs, may take what the machine has.
MEMORY = 8 << 30
#: Less than this is never asked of the system: the libraries alone need some of it.
LEAST_MEMORY = 1 << 30


class OutOfTime(Stopped):
    """The budget of the command is spent."""


class Terminated(Stopped):
    """The command was asked to end (SIGTERM)."""


def taken_off(arguments: Sequence[str]) -> tuple[list[str], float]:
    """The arguments without `--seconds N`, and the seconds: N, or the command's own.

    arguments: what was typed, the name of the program left out.
    """
    rest, seconds = list(arguments), None
    end = rest.index("--") if "--" in rest else len(rest)
    for i in range(end - 1, -1, -1):
        if rest[i] == "--seconds" or rest[i].startswith("--seconds="):
            _, mark, text = rest[i].partition("=")
            if not mark:
                text = rest.pop(i + 1) if i + 1 < end else ""
            del rest[i]
            seconds = _positive(text) if seconds is None else seconds
    command = next((word for word in rest if not word.startswith("-")), "")
    return rest, LONGER.get(command, SECONDS) if seconds is None else seconds


def _positive(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.001 <= seconds <= 1e8:
        raise FileError(
            f"--seconds is {quote(text)}: expected how many seconds of the processor the command may use, "
            "for instance 60"
        )
    return seconds


def for_a_search(usual: float) -> float:
    """Seconds of the processor that one search of a command may take.

    usual: unless `--seconds` was said; then it may have all that the command has left.

    >>> for_a_search(60), within(500, lambda: for_a_search(60)), 440 < round(within(500, lambda: for_a_search(60), is_said=True), 6) <= 450
    (60, 60, True)
    """
    if Stopped.deadline is None or not Stopped.is_said:
        return usual
    return max(0.0, Stopped.deadline - time.process_time())


def within(seconds: float, work: Callable[[], T], *, is_said: bool = False) -> T:
    """What the work gives, or `OutOfTime` when it has used so many seconds of the processor.

    The signal of the clock may come between any two instructions, and an exception that its handler raises in a
    loop goes past the `try` around the loop on some Pythons (3.13 leaves backward jumps out of its table of
    handlers). So it is raised beneath this frame only, never in it: the work is called, and a call is always
    guarded; what comes before it begins or after it has ended is too early or too late.

    seconds: of the processor, of all threads together. work: what is to be done. is_said: whether the person gave these seconds.

    >>> def forever():
    ...     while True:
    ...         pass
    >>> try:
    ...     within(0.05, forever)
    ... except OutOfTime:
    ...     print("spent")
    spent
    >>> within(60, lambda: 6 * 7)
    42
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return work()

    over, guard = False, inspect.currentframe()
    why: type[BaseException] = OutOfTime

    def spent(_number: int, frame: FrameType | None) -> None:
        if over:
            return
        if _is_beneath(frame, guard):
            Stopped.raised = why
            raise why
        again()  # before the work began

    def again() -> None:
        signal.setitimer(signal.ITIMER_PROF, SOON, AGAIN)

    def swallowed(what: sys.UnraisableHookArgs) -> None:
        nonlocal why
        if isinstance(what.exc_value, Stopped | KeyboardInterrupt):
            why = type(what.exc_value)  # it came while an object was taken away: raise it once more
            again()
        elif Stopped.raised is None:  # what was left half made may complain when it is taken away
            told(what)

    before, told = signal.signal(signal.SIGPROF, spent), sys.unraisablehook
    sys.unraisablehook = swallowed
    to_tell = max(TO_TELL * seconds, min(LEAST_TO_TELL, seconds / 3))
    Stopped.end, Stopped.to_tell = time.process_time() + seconds, to_tell
    Stopped.deadline, Stopped.is_said = Stopped.end - to_tell, is_said
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)
    try:
        return _plainly(work)
    finally:
        over = True  # before anything is called, where a signal may come in: from now on it is too late
        Stopped.deadline, Stopped.end, Stopped.to_tell, Stopped.is_said = None, None, 0.0, False
        Stopped.raised, sys.unraisablehook = None, told
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _plainly(work: Callable[[], T]) -> T:
    """What the work gives; a stop comes out as what it is, and leaves nothing half made behind.

    An interrupt that a search took for its end comes out when what was known by then is told.
    """
    try:
        done = work()
    except (Stopped, KeyboardInterrupt) as error:
        Stopped.raised = type(error)
        let_go(error)
        raise
    except Exception as error:
        if Stopped.raised is None:
            raise
        let_go(error)  # some libraries, ctypes for one, make an error of their own of it
        raise Stopped.raised from None
    if Stopped.raised is KeyboardInterrupt:
        raise KeyboardInterrupt
    return done


def let_go(error: BaseException | None) -> None:
    """Take away what the interrupted frames hold, half made as it is, now and not when all is told."""
    while error is not None:
        traceback.clear_frames(error.__traceback__)
        error = error.__context__


def _is_beneath(frame: FrameType | None, guard: FrameType | None) -> bool:
    """Whether a frame was called, at some remove, by the guard."""
    while frame is not None and frame is not guard:
        frame = frame.f_back
        if frame is guard:
            return True
    return False


def bound_process(seconds: float, command: str) -> None:
    """Bounds that hold for the rest of this process: the system's own on time and memory, and gentle signals."""
    try:
        import resource
    except ImportError:  # a system without such bounds
        return
    _lower(resource.RLIMIT_CPU, int(seconds) + GRACE)
    memory = _installed() * 9 // 10
    _lower(resource.RLIMIT_DATA, max(LEAST_MEMORY, memory if command == "select" else min(memory, MEMORY)))

    def end(number: int, _frame: FrameType | None) -> None:
        heed_no_signals()  # a second one ends it at once
        # a search that gives what it has found is not followed by another
        Stopped.by_hand(LEAST_TO_TELL)
        Stopped.raised = Terminated if number == signal.SIGTERM else KeyboardInterrupt
        raise Stopped.raised

    signal.signal(signal.SIGTERM, end)
    if (
        signal.getsignal(signal.SIGINT) is signal.default_int_handler
    ):  # not where it is ignored, behind `nohup`
        signal.signal(signal.SIGINT, end)


def heed_no_signals() -> None:
    """Leave SIGTERM and SIGINT to the system: from now on they raise nothing."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _lower(what: int, bound: int) -> None:
    """Set a bound, unless a lower one holds already."""
    import resource

    soft, hard = resource.getrlimit(what)
    limits: list[int] = [bound, *(x for x in (soft, hard) if x != resource.RLIM_INFINITY)]
    resource.setrlimit(what, (min(limits), hard))


def _installed() -> int:
    """Bytes of memory of this machine."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return MEMORY


def spent_line(seconds: float) -> str:
    """What to say when the budget is spent."""
    return (
        f"not decided within {seconds:g} seconds of the processor: fix some letters with --at, or allow more "
        "with --seconds"
    )
