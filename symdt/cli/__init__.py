"""The command line: read the arguments, call one function, print.

Exit status 0: answered. 1: answered "no". 2: the input is wrong. 3: undecided within the budget.
Each command lives in a module of its own name, in `ask` if it answers a question, in `make` if it makes a
file; a new command is a new file and its line in `COMMANDS`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

from symdt.cli.complaints import complaint
from symdt.cli.help import BRIEF, epilog
from symdt.errors import BudgetError, SymdtError, quote

ANSWERED, NO, WRONG, UNDECIDED = 0, 1, 2, 3

#: Exact numbers may be long; longer ones than this are neither read nor printed.
MAX_DIGITS = 100_000

#: The commands, in the order in which `symdt --help` lists them.
COMMANDS = {
    "solve": "ask",
    "draw": "make",
    "plot": "make",
    "explore": "make",
    "value": "ask",
    "sensitivity": "ask",
    "simulate": "ask",
    "prove": "ask",
    "verify": "ask",
    "select": "ask",
    "new": "make",
    "report": "make",
    "convert": "make",
    "schema": "make",
    "paper": "make",
}


def application() -> typer.Typer:
    """The Typer application with every command whose room is built."""
    app = typer.Typer(
        name="symdt",
        help="Symbolic decision analysis: exact decision rules for all values of the letters.",
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    )

    @app.callback(invoke_without_command=True)
    def symdt(
        context: typer.Context,
        version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
        debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    ) -> int:
        del debug  # taken off the arguments by `main`; named here for the help
        if version:
            from symdt import __version__

            typer.echo(f"symdt {__version__}")
        elif context.invoked_subcommand is None:
            typer.echo(context.get_help())
        else:
            return ANSWERED
        raise typer.Exit(ANSWERED)

    for name, room in COMMANDS.items():
        command = getattr(import_module(f"symdt.cli.{room}.{name}"), name)
        app.command(name, epilog=epilog(name), short_help=BRIEF.get(name))(command)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; an error is one line on standard error."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    words = given[: given.index("--")] if "--" in given else given
    debug = "--debug" in words
    if debug:
        given.remove("--debug")
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(MAX_DIGITS)
    try:
        status: Any = application()(given, standalone_mode=False, prog_name="symdt")
        sys.stdout.flush()
        return status if isinstance(status, int) else ANSWERED
    except BrokenPipeError:  # the reader, `head` for instance, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ANSWERED
    except KeyboardInterrupt:
        return _fail("interrupted", 130)
    except BudgetError as error:
        if debug:
            raise
        return _fail(str(error), UNDECIDED)
    except SymdtError as error:
        if debug:
            raise
        return _fail(str(error), WRONG)
    except Exception as error:
        if debug:
            raise
        return _unforeseen(error)
    finally:
        sys.set_int_max_str_digits(limit)


def _unforeseen(error: Exception) -> int:
    # Typer's own errors, by what they can do: older Typers take the classes from click, newer ones bring them along
    if hasattr(error, "format_message"):
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
    sys.stdout.flush()
    line = " ".join(message.split())
    shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)
    print(f"symdt: {shown}", file=sys.stderr)
    return status


def run() -> None:
    """The program `symdt`."""
    sys.exit(main())
