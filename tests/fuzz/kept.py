"""What symdt reads of its own making: rules, certificates, files of finished children, spoilt on their way.

Each is made once as the program makes it; then a few characters are changed, cut or put in.
"""

from __future__ import annotations

import copy
import json
import random
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from tests.fuzz import fuzzing

Random = random.Random
LETTERS = ("p", "h", "k")
#: Values that JSON may hold in place of others.
STRANGE: tuple[Any, ...] = (
    *(None, True, -1, 0, 1e300, float("nan"), 10**30, "", "p", "1/0", "h**64", "((((", "\ud800", [], {}, [[]], {"": 0}),
    *({"root": 0, "of": "p**2 - h", "in": "p"}, {"root": -1}, ["p > 0"], "sqrt(h)", "Eq(h, 1)", "root(p**3 - h, p, 0)"),
)  # fmt: skip


@cache
def _rule() -> Any:
    from symdt import decision_rule, load_problem

    return decision_rule(load_problem(Path(__file__).parents[2] / "examples" / "example2.toml"), "p")


def _spoilt(r: Random, text: str) -> str:
    for _ in range(r.choice((0, 1, 1, 2, 3))):
        text = fuzzing.spoil(r, text)
    return text


def _changed(r: Random, value: Any, times: int) -> Any:
    """A copy of a JSON value with parts replaced, left out or doubled."""
    value = json.loads(json.dumps(value))
    for _ in range(times):
        place: Any = value
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = r.choice(keys)
            if isinstance(place[key], dict | list) and r.random() < 0.85:
                place = place[key]
                continue
            what = r.random()
            if what < 0.5:
                place[key] = copy.deepcopy(r.choice(STRANGE))
            elif what < 0.7:
                del place[key]
            elif isinstance(place[key], str):
                place[key] = fuzzing.spoil(r, place[key])
            elif isinstance(place, list):
                place.append(copy.deepcopy(place[key]))
            break
    return value


def shown_text(r: Random) -> str:
    """A rule as it is printed or as somebody writes it on the board, spoilt."""
    written = r.choice(
        (str(_rule()), "if 8*h > 15*k:\n  a0 if p ≤ 1/9\n  a3 (x: y, z: w) if 1/9 < p", "a0 always")
    )
    return _spoilt(r, written)


def shown(text: str, folder: Path) -> object:
    """It is read as JSON has it, and as a rule that decides."""
    from sympy import Symbol

    from symdt.formats.shown_rule import check_answer, from_text

    answer = from_text(text, LETTERS, "first" if len(text) % 2 else None)
    check_answer(answer, {name: Symbol(name) for name in LETTERS})
    return answer


def answer_json(r: Random) -> Any:
    """What `solve --for p --json` prints, with parts changed."""
    return _changed(r, _rule().to_json(), r.choice((0, 1, 1, 2, 3)))


def answer(given: Any, folder: Path) -> object:
    """A rule file for `certify`."""
    from symdt import load_problem
    from symdt.formats.shown_rule import read_rule

    place = folder / "rule.json"
    place.write_text(json.dumps(given), encoding="utf-8")
    return read_rule(place, load_problem(Path(__file__).parents[2] / "examples" / "example2.toml"))


@cache
def _finished() -> str:
    from symdt import select_network

    with tempfile.TemporaryDirectory() as folder:
        data = {"A": [0, 1, 1, 0], "B": [0, 1, 0, 0], "C": [1, 1, 0, 0]}
        select_network(data, order="A,B,C", resume=Path(folder, "finished.json"))
        return Path(folder, "finished.json").read_text(encoding="utf-8")


def resume_file(r: Random) -> str:
    """A file of finished children, spoilt as text or as JSON."""
    text = _finished()
    if r.random() < 0.2:
        return text
    return (
        _spoilt(r, text) if r.random() < 0.5 else json.dumps(_changed(r, json.loads(text), r.choice((1, 2))))
    )


def resume(given: str, folder: Path) -> object:
    """A file that is not as it was written is refused whole."""
    from symdt.learn.run import Finished

    place = folder / "finished.json"
    place.write_text(given, encoding="utf-8", errors="surrogatepass")
    table = json.loads(_finished())
    own = Finished(place, table["finished"], {"A": (), "B": ("A",), "C": ("A", "B")})
    if json.loads(given) != table:
        raise AssertionError("a changed file is believed")
    return own.children


@cache
def _certificate() -> Any:
    from symdt.solve.certificate import certificate_of_rule

    return certificate_of_rule(_rule()).data


def certificate_json(r: Random) -> Any:
    """A certificate, whole or with parts changed."""
    return _changed(r, _certificate(), r.choice((0, 1, 1, 2, 5)))


def certificate(given: Any, folder: Path) -> object:
    """`certify --check` says accepted or rejected, in one line."""
    import contextlib
    import io

    from symdt.cli import main
    from symdt.errors import FileError

    place = folder / "certificate.json"
    place.write_text(json.dumps(given), encoding="utf-8")
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(["certify", "--check", str(place)])
    told = err.getvalue()
    if status not in (0, 1, 2) or told.count("\n") > 1 or "symdt failed" in told:
        raise AssertionError(f"status {status}, {told!r}")
    if status:
        raise FileError(" ".join((told or out.getvalue()).split())[:300])
    return given
