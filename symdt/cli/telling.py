"""Telling what was found: the last seconds of a command are for that, and what is told besides must leave room for it.

Searches end when their time is over, and say what they have by then. What comes after them, a certificate that reads a
long rule or the writing of some hundred cases, has no budget of its own: it is cut short here, so that more seconds
never make less of an answer.

>>> seconds_to_tell()
inf
>>> unless_late(lambda: 6 * 7)
42
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from math import inf
from typing import TypeVar

from symdt.cli.bounds import AGAIN, SOON, OutOfTime, let_go
from symdt.errors import Stopped

T = TypeVar("T")
#: The part of the seconds for telling that is kept for saying what is written: what was written once is written again
#: in less time, and then it is laid out.
KEPT = 0.55


def seconds_to_tell() -> float:
    """Seconds of the processor that remain for writing what was found, so that it is said before the command ends."""
    if Stopped.end is None:
        return inf
    return max(0.0, Stopped.end - KEPT * Stopped.to_tell - time.process_time())


def unless_late(work: Callable[[], T]) -> T | None:
    """What the work gives; None where it does not end in time for what is known without it to be told, or is interrupted.

    work: something besides, a certificate for instance. What it leaves half made is forgotten.
    """
    if (
        Stopped.end is None
        or not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        return work()
    end = (
        Stopped.end
    )  # an interrupt draws it nearer, for what is begun after it; the clock of the command stays as it is
    try:
        try:
            signal.setitimer(signal.ITIMER_PROF, max(SOON, seconds_to_tell()), AGAIN)
            return work()
        finally:
            signal.setitimer(signal.ITIMER_PROF, max(SOON, end - time.process_time()), AGAIN)
    except KeyboardInterrupt as error:
        let_go(error)
        Stopped.by_hand()
    except OutOfTime as error:
        if time.process_time() >= end:
            raise
        let_go(error)
        Stopped.raised = None
    except Exception as error:
        if Stopped.raised is not OutOfTime:
            raise
        let_go(error)  # some libraries make an error of their own of what the clock raises
        Stopped.raised = None
    return None
