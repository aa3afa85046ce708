"""What several commands read: a problem file, a point, a parameter.

>>> read_point("h=2, k = 1/3")
{'h': 2, 'k': 1/3}
"""

from __future__ import annotations

import shlex
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

import typer

from symdt.cli.notes import caption, notes, unsaid
from symdt.errors import DomainError, SymdtError, UnsaidWarning, quote

if TYPE_CHECKING:
    from sympy import Expr

    from symdt.problems.problem import Problem


T = TypeVar("T")
#: `--at`, which may be given more than once.
AT = Annotated[
    list[str] | None, typer.Option("--at", help="Fix letters, for instance 'h=2,k=1'; may be repeated.")
]

#: One meaning everywhere: decimals after the point. JSON is exact without it.
DIGITS = Annotated[
    int | None,
    typer.Option(
        "--digits",
        min=0,
        max=1000,
        help="Decimals after the point: beside exact numbers, and of those that only have digits.",
    ),
]

#: What every command takes that answers, and every one that writes files.
JSON = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
FORCE = Annotated[bool, typer.Option("--force", help="Replace a file that symdt did not make.")]
#: Which of the trees in one file; every command that reads a problem takes it.
TREE = Annotated[
    str | None,
    typer.Option(
        "--tree",
        help="Of a file with several trees (SilverDecisions) the one to take: its name, or its number, for instance 2.",
    ),
]


def read_problem(file: Path, tree: str | None = None) -> Problem:
    """The problem in a file, of several trees the one that is chosen; its errors name the file."""
    from symdt.errors import FileError
    from symdt.formats import load

    if not file.exists() and (near := _near(file)):
        raise FileError(f"there is no file {quote(file)}: did you mean {quote(near)}?")
    return _named(file, lambda place: load(place, tree))


def shown_name(file: Path, tree: str | None) -> str:
    """The name of a file as commands give it that read it again, with its tree.

    >>> shown_name(Path("folder/two.json"), "oil field")
    "two.json --tree 'oil field'"
    """
    return file.name if tree is None else f"{file.name} --tree {shlex.quote(tree)}"


def read_captioned(file: Path, tree: str | None = None) -> Problem:
    """The problem in a file for what is shown elsewhere: its title tells what was taken for what it leaves unsaid."""
    problem: Any = read_problem(file, tree)
    if not caption() or not hasattr(problem, "title"):
        return cast("Problem", problem)
    return cast(
        "Problem", replace(problem, title=f"{problem.title} ({caption()})" if problem.title else caption())
    )


def read_presets(file: Path) -> dict[str, Any]:
    """What a problem file says about its page; nothing for a file of another format."""
    from symdt.formats.presets import load_presets

    return _named(file, load_presets) if file.suffix.lower() == ".toml" else {}


def _named(file: Path, read: Callable[[Path], T]) -> T:
    from symdt.errors import FileError

    try:
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always", UnsaidWarning)
            found = read(file)
        said = [w.message for w in heard if isinstance(w.message, UnsaidWarning)]
        notes.extend(f"{quote(file)[1:-1]}: {message}" for message in said)
        unsaid.extend(said)
        return found
    except SymdtError as error:
        if isinstance(error, FileError) and file.name in str(error):
            raise
        raise type(error)(f"{quote(file)[1:-1]}: {error}") from None


def _near(file: Path) -> str:
    """The problem file in the same folder whose name is nearest, if one is near."""
    try:
        names = [f.name for f in islice(file.parent.iterdir(), 1000) if f.suffix == ".toml"]
    except OSError:
        return ""
    near = get_close_matches(file.name, sorted(names), n=1)
    return str(file.with_name(near[0])) if near else ""


def read_point(text: str) -> dict[str, Expr]:
    """The values that a text such as `h=2, k=1/3` gives, exactly."""
    from symdt.exact.language.syntax import parse

    point: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name or value.startswith("="):
            told = (
                "a decimal has a point, as in 'p=0.25'"
                if point and name.isdigit()
                else "write it as 'h=2,k=1'"
            )
            raise DomainError(f"--at has {quote(part)}: {told}")
        if name in point:
            raise DomainError(f"--at gives {quote(name)} twice: give it once")
        try:
            point[name] = parse(value, ())
        except SymdtError as error:
            raise type(error)(f"--at, value of {quote(name)}: {error}") from None
    return point


def read_points(texts: Iterable[str] | None, problem: Problem, *, is_told: bool = False) -> dict[str, Expr]:
    """The values that all `--at` together give to letters of the problem; `is_told`: to its tolerance too."""
    point: dict[str, Expr] = {}
    for text in texts or ():
        for name, value in read_point(text).items():
            if name == getattr(problem, "letter", None) and name not in {
                s.name for s in problem.domain.symbols
            }:
                if is_told:
                    point[name] = value
                    continue
                y = problem.domain.symbols[-1]
                raise DomainError(
                    f"{quote(name)} is the tolerance, which enters as {y} = exp(-{getattr(problem, 'unit', 'unit')}/{name}): give {y} here, or ask "
                    f"`symdt solve --at {name}=...`"
                )
            problem.domain.letter(name)
            if name in point:
                raise DomainError(f"--at gives {quote(name)} twice: give it once")
            point[name] = value
    return point


def read_points_as_written(
    texts: Sequence[str] | None, problem: Problem, *more: str | None, is_told: bool = False
) -> tuple[Problem, dict[str, Expr]]:
    """The values that `--at` gives, as `read_points`, and the problem, which knows how they were written.

    more: other arguments whose numbers are to be shown as they stand there.
    """
    from symdt.exact.language.numerals import numerals

    point = read_points(texts, problem, is_told=is_told)
    typed = numerals([*(texts or ()), *(text for text in more if text)])
    return problem.as_written({**problem.numerals, **typed}), point


def read_laws(file: Path) -> dict[str, Any]:
    """The laws of the letters that a problem file states; none for a file of another format."""
    from symdt.formats.laws import load_laws

    return _named(file, load_laws) if file.suffix.lower() == ".toml" else {}
