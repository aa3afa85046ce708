"""The Typer application: every command of `COMMANDS`, and the options that stand before them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Annotated

import typer

from symdt.cli.bounds import SECONDS
from symdt.cli.help import BRIEF, epilog


def application(commands: Mapping[str, str]) -> typer.Typer:
    """The Typer application with these commands.

    commands: the room, `ask` or `make`, of each command's module.
    """
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
        seconds: Annotated[
            float, typer.Option("--seconds", help="Seconds of the processor that a command may use.")
        ] = float(SECONDS),
    ) -> int:
        del debug, seconds  # taken off the arguments by `main`, wherever they stand; named here for the help
        if version:
            from symdt import __version__

            typer.echo(f"symdt {__version__}")
        elif context.invoked_subcommand is None:
            typer.echo(context.get_help())
        else:
            return 0
        raise typer.Exit(0)

    for name, room in commands.items():
        command = getattr(import_module(f"symdt.cli.{room}.{name}"), name)
        app.command(name, epilog=epilog(name), short_help=BRIEF.get(name))(command)
    return app
