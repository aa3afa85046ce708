"""What several commands print: JSON, and text that is readable at 80 columns.

>>> print(in_columns([("a0", "6*h*p", ""), ("a23", "5*k - 15*k*p", "optimal")]))
  a0   6*h*p
  a23  5*k - 15*k*p  (optimal)
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import typer

from symdt.cli.notes import unsaid_text
from symdt.display import visible

#: The width for which text is laid out where there is no terminal.
WIDTH = 80


def width() -> int:
    """Columns to fill: the terminal's, or 80 where the output goes into a file."""
    return min(max(shutil.get_terminal_size((WIDTH, 24)).columns, 40), 120) if sys.stdout.isatty() else WIDTH


def print_json(answer: Mapping[str, Any]) -> None:
    """One JSON object, `"format": 1` first, expressions as SymPy writes them."""
    note = {"note": unsaid_text()} if unsaid_text() else {}
    typer.echo(json_text({"format": 1, **answer, **note}))


def json_text(answer: Any) -> str:
    """JSON with its own escapes for all that cannot be seen, beyond what its rules ask for.

    >>> json_text([chr(0x202e)])
    '[\\n  "\\\\u202e"\\n]'
    """
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "").replace("_", "")
    text = json.dumps(answer, indent=2, ensure_ascii=not encoding.startswith("utf"), default=str)
    if text.replace("\n", "").isprintable():  # millions of characters are not looked at one by one
        return text
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def say(text: object) -> None:
    """Print a text for eyes, with boxes for characters that cannot be seen."""
    typer.echo(visible(text))


def headlines(title: str, point: Mapping[str, Any]) -> list[str]:
    """What stands over an answer: the title, and the letters that were fixed.

    >>> headlines("Umbrella", {"r": "1/2"}), headlines("", {})
    (['Umbrella', 'at r = 1/2'], [])
    """
    at = [paragraph("at " + ", ".join(f"{n} = {v}" for n, v in point.items()))] if point else []
    return [*([title] if title else []), *at]


def say_head(title: str, point: Mapping[str, Any]) -> None:
    """Print what stands over an answer."""
    for line in headlines(title, point):
        say(line)


def wrote(files: Iterable[Any], *, as_json: bool, says: str = "") -> None:
    """Say which files were written: one line, or JSON."""
    names = [str(file) for file in files]
    if as_json:
        print_json({"wrote": names})
    else:
        say(says or f"wrote {', '.join(names)}")


def painted(text: str, colour: str) -> str:
    """The text in a colour, on a terminal whose reader wants colours; elsewhere as it is.

    >>> painted("proved", "green")
    'proved'
    """
    if sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        return typer.style(text, fg=colour, bold=True)
    return text


def texts(values: Mapping[str, Any]) -> dict[str, str]:
    """Expressions as texts that SymPy can read."""
    return {name: str(value) for name, value in values.items()}


def decimal(value: Any, digits: int | None = None) -> str:
    """An exact number, and beside it so many decimals where they are wanted and say more.

    >>> from sympy import Rational
    >>> decimal(Rational(11587, 2500), 4), decimal(Rational(3), 4), decimal(Rational(1, 3))
    ('11587/2500 (4.6348)', '3', '1/3')
    """
    from symdt.exact.formula import decimals, number_text

    if digits is None or not getattr(value, "is_number", False) or getattr(value, "is_Integer", False):
        return number_text(value) if hasattr(value, "evalf") else str(value)
    if number_text(value).startswith("≈"):  # a root without closed form has no other text
        return f"≈ {decimals(value, digits)}"
    return f"{number_text(value)} ({decimals(value, digits)})"


def figures(value: Any, digits: int | None = None) -> str:
    """A number whose exact form says nothing to the eye: so many decimals, or six figures where none are asked for.

    >>> from sympy import log
    >>> figures(100 * log(2), 2), figures(100 * log(2))
    ('69.31', '69.3147')
    """
    from symdt.exact.formula import decimals

    if value.is_Rational and digits is None:
        return str(value)
    return f"{float(value):.6g}" if digits is None or value.is_infinite else decimals(value, digits)


def beside(text: str, digits: int | None = None) -> str:
    """A text of exact numbers, beside each fraction so many decimals where they are wanted.

    >>> beside("cost 3  effect 7/4  -1/3 more", 2), beside("1/2")
    ('cost 3  effect 7/4 (1.75)  -1/3 (-0.33) more', '1/2')
    """
    from sympy import Rational

    from symdt.exact.formula import decimals

    if digits is None:
        return text
    return re.sub(
        r"(?<![\w/])-?\d+/\d+(?![\w/])", lambda m: f"{m[0]} ({decimals(Rational(m[0]), digits)})", text
    )


def in_columns(rows: Iterable[tuple[str, Any, str]]) -> str:
    """Names, expressions and remarks in columns; a long expression goes on under itself."""
    from symdt.exact.language.board import board

    rows = [(name, board(value), remark) for name, value, remark in rows]
    wide = min(max((len(name) for name, _, _ in rows), default=0), 24)
    lines = []
    for name, value, remark in rows:
        tail = f"{value}  ({remark})" if remark else value
        head = "  " + name.ljust(wide) + "  "
        wrapped = textwrap.wrap(
            tail,
            width() - wide - 4,
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]
        lines += [head + wrapped[0], *(" " * (wide + 4) + more for more in wrapped[1:])]
    return "\n".join(line.rstrip() for line in lines)


def in_table(rows: Iterable[Sequence[str]]) -> str:
    """Rows of texts under each other, column by column.

    >>> print(in_table([("cycle", "on"), ("1 to 2", "stay")]))
      cycle   on
      1 to 2  stay
    """
    rows = list(rows)
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  " + "  ".join(cell.ljust(w) for cell, w in zip(row, wide, strict=True)).rstrip() for row in rows
    )


def paragraph(text: str, set_in: int = 0) -> str:
    """A text broken at the width, what follows the first line set in; all of it by so many columns."""
    margin = " " * set_in
    return textwrap.fill(
        text,
        width(),
        initial_indent=margin,
        subsequent_indent=margin + "    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
