"""Problem files of every form that is read, their tables changed: what is left must be read back, and solved, or refused.

The seeds are the examples, the published problems and a few of our own, so that each section of the format stands in
one of them: a new form is fuzzed as soon as an example has it. A change takes the tables apart, not the text: a
value, a key or a whole section is put in, left out, doubled or moved, and the file is still TOML.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from symdt.errors import SymdtError
from tests.fuzz import fuzzing

Random = random.Random
EXAMPLES = Path(__file__).parents[2] / "examples"
#: Characters of a seed: larger problems take longer than an input may.
LARGEST = 2500
#: Forms that no example has.
OWN = (
    """title = "Payoffs on branches"
willingness = "w"
[parameters]
p = "0 < p < 1"
[tree]
root = "d"
discount = "9/10"
[tree.time]
d = 0
n = 3
[tree.decision.d]
x = ["n", { cost = "70", effect = "9" }]
y = { cost = "p", effect = "1" }
[tree.chance.n]
a = ["p", { cost = "1", effect = "2" }, { cost = "0", effect = "1/2" }]
b = ["rest", { cost = "3", effect = "p" }]
""",
    """title = "A sample"
[parameters]
b = "b > 0"
[belief]
"s, t" = "Dirichlet(1, b, 2)"
[loss]
x = "s**2"
y = "t/3 + 1/8"
[experiment.look]
sample = "multinomial"
n = [1, 2]
each = "1/100"
cost = "1/50"
""",
    """title = "Arrivals"
[parameters]
b = "b > 0"
[belief]
"θ" = "Gamma(2, b)"
[utility]
wait = "θ"
go = "3/2"
[experiment.look]
sample = "poisson"
n = 2
""",
    """title = "Wealth"
[parameters]
p = "0 < p < 1"
[belief]
up = "p"
down = "rest"
[utility]
attitude = "logarithmic"
wealth = "W"
actions = ["hold", "sell"]
up = ["3", "1"]
down = ["-1/2", "1"]
""",
    """title = "Little is remembered"
optimum = "max"
[parameters]
p = "0 < p < 1"
[diagram]
memory = "limited"
[diagram.chance.rain]
yes = "p"
no = "rest"
[diagram.chance.glass]
given = "rain"
states = ["low", "high"]
yes = ["3/4", "rest"]
no = ["1/5", "rest"]
[diagram.decision.coat]
options = ["on", "off"]
knows = "glass"
[diagram.value.comfort]
given = ["rain", "coat"]
"yes, on" = "1"
"yes, off" = "-p"
"no, on" = "1/2"
"no, off" = "2"
""",
    """title = "Two looks"
sequence = 2
[parameters]
p = "0 < p < 1"
[belief]
M0 = "p"
M1 = "rest"
[cost]
actions = ["a", "b"]
M0 = ["0", "7"]
M1 = ["5", "0"]
[effect]
actions = ["a", "b"]
M0 = ["1", "p"]
M1 = ["2", "3"]
[experiment.test]
cost = "1/10"
outcomes = ["+", "-"]
M0 = ["1/5", "rest"]
M1 = ["4/5", "rest"]
""",
)
#: What may stand in place of any value.
STRANGE: tuple[Any, ...] = (
    *(0, 1, -1, 2, 3, 91, 10**9, 10**30, 0.5, 1e300, float("nan"), float("inf"), True, False, "", "rest", [], {}, [[]]),
    *("p", "0", "1", "-1", "1/2", "p/2", "1 - p", "p**64", "1/(p - p)", "1e300", "9" * 300, "x < y", "0 < p", "zoo", "p p"),
    *("Beta(1, 1)", "Beta(0, p)", "Gamma(3, 1)", "Gamma(1e9, 1)", "Dirichlet(1)", "min", "max", "exponential", "λ", "n", "θ"),
    *("a", "b", "d", "first", "no", "given", "actions", "<b>", "a\nb", "\\x", "=1", "é", "uniform(0, 1)", "normal(0, 0)"),
    *({"cost": "1", "effect": "p"}, {"cost": "1"}, ["p", "1"], ["rest", "0"], ["1/2", "d", "3"], ["a", "b"], {"": "1"}),
)  # fmt: skip


@cache
def seeds() -> tuple[str, ...]:
    """The files to begin with."""
    files = [*sorted(EXAMPLES.glob("*.toml")), *sorted((EXAMPLES / "catalogue").glob("*.toml"))]
    texts = [file.read_text(encoding="utf-8") for file in files if file.name != "answers.toml"]
    return (*OWN, *(text for text in texts if len(text) <= LARGEST))


def changed(r: Random, table: Any, times: int) -> None:
    """Change a table in a few places."""
    for _ in range(times):
        place = table
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = r.choice(keys)
            if isinstance(place[key], dict | list) and place[key] and r.random() < 0.85:
                place = place[key]
                continue
            _change(r, place, key)
            break


def _change(r: Random, place: Any, key: Any) -> None:
    """One place of a table or a list: another value, none, another name, or what stands beside it."""
    kind = r.random()
    if kind < 0.4:
        place[key] = json.loads(json.dumps(r.choice(STRANGE)))
    elif kind < 0.5:
        del place[key]
    elif kind < 0.65 and isinstance(place[key], str):
        place[key] = fuzzing.mostly(lambda r: fuzzing.expression(r, 2), r)
    elif kind < 0.75 and isinstance(place[key], str):
        place[key] = fuzzing.spoil(r, place[key])[:300]
    elif kind < 0.9 and isinstance(place, dict):
        place[r.choice(("actions", "cost", "given", "states", "n", "p", "a", *fuzzing.NAMES))] = place[key]
    elif isinstance(place, list):
        place.insert(r.randrange(len(place) + 1), r.choice(place))
    else:
        place[key] = r.choice(list(place.values()))


def as_toml(value: Any) -> str:
    """A value as TOML has it on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{fuzzing.quoted(str(k))} = {as_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return fuzzing.quoted(value) if isinstance(value, str) else str(value).lower()


def form(r: Random) -> str:
    """A problem file of any form, changed or as it stands; now and then a section of another one in it."""
    table = tomllib.loads(r.choice(seeds()))
    if r.random() < 0.15:
        other = tomllib.loads(r.choice(seeds()))
        key = r.choice(list(other))
        table[key] = other[key]
    changed(r, table, r.choice((0, 1, 1, 2, 3)))
    return "\n".join(f"{fuzzing.quoted(str(k))} = {as_toml(v)}" for k, v in table.items())


#: What is asked of a file that is read; P stands for one of its letters. Each has a second of the processor.
ASKED = (
    *(("solve",), ("solve", "--json"), ("solve", "--at", "P=1/3"), ("solve", "--for", "P", "--certify"), ("value",)),
    *(("value", "--at", "P=1/3", "--json"), ("frontier",), ("sensitivity", "--at", "P=1/3"), ("simulate", "--draws", "50")),
    *(("solve", "--for", "P", "--explain"), ("solve", "--for", "P", "--latex"), ("solve", "--for", "P", "--digits", "3")),
)  # fmt: skip


def question(r: Random) -> tuple[str, tuple[str, ...]]:
    """A file and what is asked of it."""
    text = form(r)
    letters = tomllib.loads(text).get("parameters")
    letter = r.choice([*letters]) if isinstance(letters, dict) and letters else "p"
    return text, tuple(word.replace("P", letter) for word in r.choice(ASKED))


def asked(given: tuple[str, tuple[str, ...]], folder: Path) -> object:
    """A command answers with a documented status, in one line where it fails, within its second of the processor."""
    from symdt.cli import main

    text, (command, *words) = given
    place = folder / "form.toml"
    place.write_text(text, encoding="utf-8", errors="replace")
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main([command, str(place), *words, "--seconds", "1"])
    told = err.getvalue()
    if status not in (0, 1, 2, 3) or "Traceback" in told or "symdt failed" in told:
        raise AssertionError(f"status {status}, {told!r}")
    if status == 2:
        raise SymdtError(told.removesuffix("\n"))
    if status == 0 and "--json" in words:
        json.loads(out.getvalue())
    return status
