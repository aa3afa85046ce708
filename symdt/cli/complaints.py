"""What the argument parser complains of, in one line: what was found, what is meant, where to look.

>>> option_complaint("--fro", ["--for", "--at"])
"there is no option '--fro': did you mean '--for'?"
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from symdt.errors import did_you_mean, quote


def option_complaint(found: str, known: Iterable[str]) -> str:
    """The complaint about an option that the command does not have."""
    return f"there is no option {quote(found)}: {did_you_mean(found, known)}"


def complaint(error: Any) -> str:
    """The line for an error of the argument parser."""
    context = getattr(error, "ctx", None)
    path = getattr(context, "command_path", "") or "symdt"
    kind, message = type(error).__name__, re.sub(r"\s+", " ", str(error.format_message())).strip()
    command = getattr(context, "command", None)
    if kind == "NoSuchOption":
        if not error.option_name.lstrip("-")[:1].isalpha():
            return f"{quote(error.option_name)} is no option: where an argument begins with a minus sign, write -- before it"
        known = [name for p in getattr(command, "params", ()) for name in p.opts if name.startswith("-")]
        line = option_complaint(error.option_name, [*known, "--help"])
    elif match := re.match(r"No such command '(.*?)'\.?( \(?Did you mean.*)?\Z", message):
        known = list(getattr(command, "commands", {}))
        line = f"there is no command {quote(match[1])}: {did_you_mean(match[1], known)}"
    else:
        message = re.sub(r"(\S{60})\S+", r"\1...", message).rstrip(".")
        message = re.sub(
            r"(?<=argument )'[A-Z_]+'", lambda m: m[0].lower(), message
        )  # as older Typers write it
        message = re.sub(r": Input should be", ": it should be", message)
        line = f"{message[0].lower()}{message[1:]}"
    return f"{line}{';' if ':' in line else ':'} see `{path} --help`"
