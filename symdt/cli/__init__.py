"""The command line: read the arguments, call one function, print.

Exit status 0: answered. 1: answered "no". 2: the input is wrong. 3: undecided within the budget. 4: answered,
but standard output does not take the answer. 130 and 143: interrupted, terminated.
Each command lives in a module of its own name, in `ask` if it answers a question, in `make` if it makes a
file; a new command is a new file and its line in `COMMANDS`.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from typing import Any

from symdt.cli.notes import notes, unsaid, unsaid_text
from symdt.errors import BudgetError, Stopped, SymdtError, quote

ANSWERED, NO, WRONG, UNDECIDED = 0, 1, 2, 3
INTERRUPTED, TERMINATED = 130, 143

#: Exact numbers may be long; longer ones than this are neither read nor printed.
MAX_DIGITS = 100_000

#: The commands, in the order in which `symdt --help` lists them.
COMMANDS = {
    "solve": "ask",
    "draw": "make",
    "plot": "make",
    "explore": "make",
    "value": "ask",
    "frontier": "ask",
    "policy": "ask",
    "sensitivity": "ask",
    "simulate": "ask",
    "certify": "ask",
    "prove": "ask",
    "verify": "ask",
    "select": "ask",
    "new": "make",
    "report": "make",
    "convert": "make",
    "schema": "make",
    "paper": "make",
}


#: A command is one computation of some seconds: cycles among young objects are looked for rarely.
YOUNG = (50_000, 20, 20)

#: What else the JSON of commands has that answer with a verdict, where no time was left to find it.
VERDICTS: dict[str, dict[str, Any]] = {
    "certify": {"counterexample": None, "why": "", "questions": 0, "identities": 0},
    "prove": {"counterexample": None},
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; an error is one line on standard error.

    arguments: what was typed; None where this is the program itself, which then bounds its time and memory.
    """
    try:
        from symdt.cli.streams import open_missing

        if arguments is None:
            gc.set_threshold(*YOUNG)
            open_missing()
        status = _run(list(sys.argv[1:] if arguments is None else arguments), as_program=arguments is None)
        if arguments is None:
            from symdt.cli.bounds import heed_no_signals

            heed_no_signals()
        return status
    except (
        Stopped,
        KeyboardInterrupt,
    ) as error:  # while modules were read, or while the last words were said
        return _stopped(error, 0.0)


def _run(given: list[str], *, as_program: bool) -> int:
    from symdt.cli.bounds import bound_process, taken_off, within

    words = given[: given.index("--")] if "--" in given else given
    debug = "--debug" in words
    if debug:
        given.remove("--debug")
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(MAX_DIGITS)
    seconds = 0.0
    try:
        said = len(given)
        given, seconds = taken_off(given)
        if as_program:
            bound_process(seconds, next((w for w in given if not w.startswith("-")), ""))
        notes.clear()
        unsaid.clear()
        status = within(seconds, lambda: _answered(given), is_said=len(given) < said)
        for note in notes:
            _fail(note, ANSWERED)
        if status == INTERRUPTED:  # Typer takes an interrupt for an exit
            return _fail("interrupted", INTERRUPTED)
        return status if isinstance(status, int) else ANSWERED
    except (BrokenPipeError, SystemExit) as error:  # the reader, `head` for instance, has seen enough
        from symdt.cli.streams import give_up

        if isinstance(error, SystemExit) and not isinstance(error.__context__, BrokenPipeError):
            raise
        give_up()
        return ANSWERED
    except (Stopped, KeyboardInterrupt) as error:
        return _stopped(error, seconds, words)
    except Exception as error:
        if debug:
            raise
        return _told(error)
    finally:
        sys.set_int_max_str_digits(limit)


def _answered(given: list[str]) -> Any:
    """Run the command, its answer written whole; what Typer gives back."""
    from symdt.cli.program import application

    # one command is read where it stands first; all of them for the help, or to name the nearest
    named = {given[0]: COMMANDS[given[0]]} if given and given[0] in COMMANDS else COMMANDS
    status = application(named)(given, standalone_mode=False, prog_name="symdt")
    if unsaid and "--json" not in given:  # JSON has it among its keys
        from symdt.cli.output import paragraph, say

        say(f"% note: {unsaid_text()}" if "--latex" in given else paragraph(f"note: {unsaid_text()}"))
    sys.stdout.flush()
    return status


def _stopped(error: BaseException, seconds: float, words: Sequence[str] = ()) -> int:
    from symdt.cli.bounds import OutOfTime, Terminated, spent_line

    if isinstance(error, OutOfTime):
        why = spent_line(seconds)
        command = next((w for w in words if w in VERDICTS), None)
        if command and "--json" in words and "--check" not in words:  # undecided is an answer of these
            import json

            more = {name: why if name == "why" else value for name, value in VERDICTS[command].items()}
            print(json.dumps({"format": 1, "verdict": "undecided", **more}, indent=2))
        return _fail(why, UNDECIDED)
    return (
        _fail("terminated", TERMINATED)
        if isinstance(error, Terminated)
        else _fail("interrupted", INTERRUPTED)
    )


def _told(error: Exception) -> int:
    """The line about an error and its exit status."""
    if isinstance(error, SymdtError):
        return _fail(str(error), UNDECIDED if isinstance(error, BudgetError) else WRONG)
    if isinstance(error, OSError):
        if error.filename is not None:
            where, why = quote(error.filename), error.strerror
            return _fail(f"{where} cannot be read or written ({why}): choose another name or place", WRONG)
        from symdt.cli.streams import CANNOT_WRITE, give_up

        give_up()  # files are written by `write_whole`, which has its own error: this is a stream
        what = f"the answer cannot be written to standard output ({error.strerror})"
        return _fail(f"{what}: give it another place", CANNOT_WRITE)
    return _unforeseen(error)


def _unforeseen(error: Exception) -> int:
    # Typer's own errors, by what they can do: older Typers take the classes from click, newer ones bring them along
    if hasattr(error, "format_message"):
        from symdt.cli.complaints import complaint

        return _fail(complaint(error), WRONG)
    if hasattr(error, "exit_code"):
        return int(error.exit_code)
    if isinstance(error, ValueError) and "integer string conversion" in str(error):
        return _fail(f"an exact value has more than {MAX_DIGITS} digits: use shorter numbers", WRONG)
    if isinstance(error, RecursionError | MemoryError):
        return _fail("the problem is too large for this machine: use a smaller one", WRONG)
    what = f"{type(error).__name__}: {quote(error)}"
    return _fail(f"symdt failed with {what}: run it again with --debug and report what it says", WRONG)


def _fail(message: str, status: int) -> int:
    from symdt.cli.streams import complain, give_up

    try:
        sys.stdout.flush()
    except (OSError, AttributeError):
        give_up()
    line = " ".join(message.split())
    shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)
    complain(f"symdt: {shown}")
    return status
