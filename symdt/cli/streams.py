"""Standard streams that are closed, full or of another alphabet: an answer is written whole, or one line says so.

Exit status 4 says that an answer was found but could not be written. A reader that has seen enough (`| head`)
is no fault: that is status 0.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import Any

#: The exit status where standard output does not take the answer.
CANNOT_WRITE = 4


def open_missing() -> None:
    """Put something in place of each standard stream that is closed, so that no file takes its number.

    What is then written to standard output fails as it would on a closed stream; standard error is lost.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is not None:
            continue
        with contextlib.suppress(OSError):
            # standard output for reading only: writing to it is an error, as it should be
            found = os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY)
            if found != number:
                os.dup2(found, number)
                os.close(found)
            raw: Any = io.FileIO(number, "r" if number == 0 else "w", closefd=False)
            buffer: Any = io.BufferedReader(raw) if number == 0 else io.BufferedWriter(raw)
            setattr(sys, name, io.TextIOWrapper(buffer, encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        # a terminal without Greek letters shows their numbers
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def give_up() -> None:
    """Let standard output lead nowhere, so that the interpreter's last flush cannot fail again."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()


def complain(line: str) -> None:
    """One line on standard error, if that takes it."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        print(line, file=sys.stderr, flush=True)
