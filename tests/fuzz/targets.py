"""Every reader and every writer of texts that may come from a stranger, as targets of one fuzzer.

A target makes an input from a random source and tries it. Well is: an answer, or one of symdt's own errors in one
line, within `SECONDS`; for a writer also that what was written is read back equal. Anything else is a fault.
`share` is how many inputs of a target `make test` tries; `make fuzz` goes on for as long as one likes.
"""

from __future__ import annotations

import ast
import contextlib
import html.parser
import io
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symdt.errors import SymdtError
from tests.fuzz import foreign, forms, frames, fuzzing, kept, writers

Random = random.Random
#: Seconds of the processor that one input may take.
SECONDS = 2.0


@dataclass(frozen=True)
class Target:
    """What is tried: `make` gives an input, `run` reads or writes it in a folder of its own."""

    name: str
    make: Callable[[Random], Any]
    run: Callable[[Any, Path], object]
    share: int

    def survives(self, given: Any, folder: Path) -> bool:
        """Whether it was read; refused in one line is well too, anything else is a fault."""
        begin = time.thread_time()
        read = True
        try:
            self.run(given, folder)
        except SymdtError as error:
            message, read = str(error), False
            if not message or "\n" in message or len(message) > 1000:
                raise AssertionError(f"{self.name}: {message!r} is no line on {given!r}") from error
        except (KeyboardInterrupt, SystemExit, MemoryError):
            raise
        except BaseException as error:
            raise AssertionError(f"{self.name}: {type(error).__name__} on {given!r}") from error
        if time.thread_time() - begin > SECONDS:
            raise AssertionError(f"{self.name}: more than {SECONDS} s on {given!r}")
        return read


def _data(given: bytes | str, folder: Path) -> object:
    from symdt import tabulate

    place = folder / "cases.csv"
    place.write_bytes(given if isinstance(given, bytes) else given.encode("utf-8", "surrogateescape"))
    return tabulate(place)


def _arcs(given: bytes | str, folder: Path) -> object:
    from symdt.learn.acyclic.arc_table import read_probabilities

    place = folder / "arcs.csv"
    place.write_bytes(given if isinstance(given, bytes) else given.encode("utf-8", "surrogateescape"))
    return read_probabilities(place)


def arcs_file(r: Random) -> bytes:
    """A table of arc probabilities, right, spoilt or noise."""
    rows = [
        "parent,child,probability",
        *(f"A,{c},{r.choice(('1/2', '0.3', '1e-9', 'x', '-1', ''))}" for c in "BCD"),
    ]
    text = "\n".join(rows)
    return (text if r.random() < 0.3 else fuzzing.spoil(r, text)).encode("utf-8", "replace")


def _frame(given: tuple[frames.Table, Any], folder: Path) -> None:
    """All kinds of frame that hold a table agree, where they read it at all."""
    from symdt import tabulate

    columns, weights = given
    read: dict[str, Any] = {}
    for kind, data in frames.kinds(columns, folder):
        with contextlib.suppress(SymdtError):
            counts = tabulate(data, weights=weights)
            if int(counts.weights.min()) < 0:
                raise AssertionError(f"{kind} counts {counts.weights.min()} cases")
            if kind in ("mapping", "pandas", "polars", "polars_lazy", "pyarrow", "duckdb", "parquet"):
                read[kind] = counts
    first = next(iter(read.values()), None)
    for kind, counts in read.items():
        if counts.variables == first.variables and counts != first and "mapping" not in read:
            raise AssertionError(f"{kind} counts otherwise than {next(iter(read))}")


def _arrow(given: Any, folder: Path) -> object:
    import pyarrow.parquet

    from symdt import tabulate

    place = folder / "table.parquet"
    with contextlib.suppress(pyarrow.ArrowException):
        pyarrow.parquet.write_table(given, place)
        with contextlib.suppress(SymdtError):
            tabulate(place)
    return tabulate(given, weights="w" if "w" in given.column_names else None)


def _round_trip(given: str, folder: Path) -> None:
    """A problem that was read is written, and read again it is the same."""
    from symdt.formats.problem import dump, loads

    problem = loads(given, folder=folder)
    written = dump(problem)
    again = loads(written, folder=folder)
    if dump(again) != written:
        raise AssertionError("written again it is another text")


class _Names(html.parser.HTMLParser):
    """Collects the tags of a piece of HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag if not attrs else f"{tag} with attributes")


def _name(label: str, folder: Path) -> None:
    """A name in LaTeX, HTML, DOT, a cell of a CSV file and Python source is that name and nothing else."""
    from symdt.files import csv_cell, csv_name
    from symdt.typeset import names

    tags = _Names()
    tags.feed(names.to_html(label))
    if not tags.tags <= {"i", "sub", "sup"}:
        raise AssertionError(f"HTML has {tags.tags}")
    for tex in (names.to_latex(label), rf"\text{{{names.escape_tex(names.clean(label))}}}"):
        _check_tex(tex)
    dot = names.to_dot(label)
    if dot and (dot[0], dot[-1]) != ("<", ">"):
        raise AssertionError(f"DOT has {dot!r}")
    if csv_name(csv_cell(label)) != label or csv_cell(label)[:1] in tuple("=+-@\t\r"):
        raise AssertionError(f"a cell has {csv_cell(label)!r}")
    if ast.literal_eval(repr(label)) != label:
        raise AssertionError("Python reads another name")
    text = names.clean(label)
    if "\n" in text or "\u2029" in text:
        raise AssertionError(f"{text!r} is no line")


def _check_tex(tex: str) -> None:
    """Brackets match, no line is blank, and only the writer's own commands stand in it."""
    import re

    from symdt.typeset import names

    writers = [*names._TEX.values(), *names._GREEK_LETTERS.values(), r"\text \emptyset \{ \} \mathit \mathrm"]
    writers.append(r"\ifdefined\Umathchar\else\texttt\fi")
    own = {command for text in writers for command in re.findall(r"\\([A-Za-z]+|.)", text, re.S)}
    depth = 0
    for match in re.finditer(r"\\([A-Za-z]+|.)|([{}])|([%#&~])|(\n)", tex, re.S):
        command, bracket, special, line = match.groups()
        if command is not None and command not in own:
            raise AssertionError(f"TeX command {command!r} in {tex!r}")
        if special or line:
            raise AssertionError(f"a bare {special or line!r} in {tex!r}")
        depth += {"{": 1, "}": -1}.get(bracket or "", 0)
        if depth < 0:
            raise AssertionError(f"a bracket closes nothing in {tex!r}")
    if depth:
        raise AssertionError(f"a bracket is left open in {tex!r}")


def _rule(text: str, folder: Path) -> object:
    from symdt.formats.rule_reader import parse_rule

    rule = parse_rule(text)
    return rule(p="1/3", h=2, k="0.5", x=1, alpha=1, l01=1)


RULES = (
    "a* =\n  stay  if 0 < p <= 1/2\n  go  if 1/2 < p < 1",
    "if h > 0: a* =\n  in  if p <= sqrt(h)\n  out  if p > sqrt(h)",
    "if h > 0 and k < 1: a* =\n  in  if p <= root(x**5 - x - h, x, 0)\n  out  if p > root(x**5 - x - h, x, 0)",
    "a* =\n  in  if any number",
)


def rule_text(r: Random) -> str:
    """A rule as it is printed, spoilt now and then."""
    text = r.choice(RULES)
    return text if r.random() < 0.2 else fuzzing.spoil(r, text) if r.random() < 0.9 else fuzzing.noise(r)


def _point(text: str, folder: Path) -> object:
    from symdt.cli.arguments import read_point

    return read_point(text)


def point_text(r: Random) -> str:
    """What `--at` takes."""
    return fuzzing.mostly(
        lambda r: ",".join(f"{r.choice(fuzzing.LETTERS)}={r.choice(fuzzing.NUMBERS)}" for _ in "ab"), r
    )


def _command(words: list[str], folder: Path) -> None:
    """Any words after `symdt`: an exit status that is documented, one line on standard error where it fails."""
    from symdt.cli import main

    out, err = io.StringIO(), io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main([w.replace("FOLDER", str(folder)) for w in words])
    told = err.getvalue()
    if status not in (0, 1, 2, 3) or (status == 2 and told.count("\n") != 1) or "Traceback" in told:
        raise AssertionError(f"status {status}, {told!r}")
    if "symdt failed with" in told:
        raise AssertionError(told)


def command_line(r: Random) -> list[str]:
    """Words of the command line, in any order."""
    words = [
        "prove",
        "new",
        "table",
        "--json",
        "-o",
        "FOLDER/x.toml",
        "--",
        "--at",
        "p=1",
        "--seconds",
        "5",
        "-h",
    ]
    words += [
        "--version",
        "x > 0",
        "--assume",
        "--help",
        "",
        "-",
        "--x",
        "--force",
        "solve",
        "FOLDER",
        "nix.toml",
    ]
    chosen = [r.choice(words) if r.random() < 0.8 else fuzzing.noise(r)[:40] for _ in range(r.randrange(6))]
    return [r.choice(("prove", "new", "solve")), *chosen]


def _text(read: Callable[[str], object]) -> Callable[[str, Path], object]:
    return lambda given, folder: read(given)


def _spoilt(text: str) -> Callable[[Random], str]:
    return lambda r: fuzzing.spoil(r, text) if r.random() < 0.9 else fuzzing.noise(r)


def targets() -> dict[str, Target]:
    """The targets by name."""
    from symdt.claims.file import loads_claims
    from symdt.exact.language.syntax import parse, parse_condition, parse_statement
    from symdt.formats.foreign.bifxml import read_bifxml
    from symdt.formats.foreign.silver import read_silver
    from symdt.formats.laws import laws_of
    from symdt.formats.presets import presets_of
    from symdt.formats.problem import loads

    letters = fuzzing.LETTERS
    laws = '[laws]\np = "uniform(0, 1)"\nh = {normal = [0, 1]}\n[explore]\nstart = {p = "1/2"}\n'
    every = (
        Target(
            "expression",
            lambda r: fuzzing.mostly(fuzzing.expression, r),
            _text(lambda t: parse(t, letters)),
            3500,
        ),
        Target(
            "condition",
            lambda r: fuzzing.mostly(fuzzing.condition, r),
            _text(lambda t: parse_condition(t, letters)),
            3000,
        ),
        Target("statement", lambda r: fuzzing.mostly(fuzzing.statement, r), _text(parse_statement), 3000),
        Target("problem", fuzzing.problem_file, lambda t, folder: loads(t, folder=folder), 3000),
        Target("written", fuzzing.problem_file, _round_trip, 500),
        Target("form", forms.form, _round_trip, 1200),
        Target("asked", forms.question, forms.asked, 120),
        Target("data", fuzzing.data_file, _data, 2500),
        Target("frame", frames.table, _frame, 150),
        Target("arrow", frames.arrow_table, _arrow, 150),
        Target("arcs", arcs_file, _arcs, 500),
        Target("claims", _spoilt(fuzzing.CLAIMS), _text(loads_claims), 700),
        Target("bif", _spoilt(fuzzing.BIF), _text(read_bifxml), 500),
        Target("silver", _spoilt(json.dumps(fuzzing.SILVER)), _text(read_silver), 500),
        Target("laws", _spoilt(laws), _text(laws_of), 300),
        Target("presets", _spoilt(laws), _text(presets_of), 300),
        Target("rule", rule_text, _rule, 300),
        Target("point", point_text, _point, 500),
        Target("name", writers.label, _name, 2000),
        Target("choice", writers.choice, writers.choice_read_back, 1000),
        Target("dumped", writers.problem, writers.problem_read_back, 150),
        Target("agrees", writers.problem, writers.rule_agrees, 40),
        Target("shown", kept.shown_text, kept.shown, 500),
        Target("answer", kept.answer_json, kept.answer, 200),
        Target("resume", kept.resume_file, kept.resume, 300),
        Target("certificate", kept.certificate_json, kept.certificate, 50),
        *(Target(name, make, read, 150) for name, make, read in foreign.readers()),
        Target("converted", foreign.any_problem, foreign.read_back, 60),
        Target("command", command_line, _command, 150),
    )
    return {target.name: target for target in every}
