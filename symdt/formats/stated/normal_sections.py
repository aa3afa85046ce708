"""An unknown mean in a problem file: `[belief]` with a Normal law, `[experiment.NAME]` with `sample = "normal"`.

Law: reading what is written gives the same problem.

>>> from sympy import Symbol
>>> from symdt.formats.problem import dump, loads
>>> new = NormalProblem("μ", 0, 2, {"take": Symbol("μ"), "leave": 0}, deviation=3, each=0.1, optimum="max")
>>> loads(dump(new)) == new
True
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from symdt.errors import FileError, TableError, quote
from symdt.exact.language.syntax import is_letter
from symdt.formats.stated.reading import Reader, check_keys, section_of
from symdt.formats.stated.toml_text import key, text
from symdt.problems.conjugates.normal_problem import NormalProblem

_LAW = re.compile(r"\s*Normal\s*\((.*),(.*)\)\s*")
_KEYS = ("sample", "deviation", "each", "cost")


def read(table: Mapping[str, Any], reader: Reader, title: str) -> NormalProblem:
    """The problem of measurements that a file states."""
    belief = section_of(table, "belief", "[belief]")
    letter, law = next(iter(belief.items()))
    found = _LAW.fullmatch(str(law))
    if len(belief) != 1 or found is None:
        raise FileError(
            "[belief] needs one law of an unknown mean: write μ = 'Normal(mean, standard deviation)'"
        )
    if not is_letter(letter) or letter in reader.names:
        raise FileError(f"{quote(letter)} cannot name an unknown mean, or is a parameter: use another name")
    mean, spread = (reader.expression(part.strip(), f"the law {quote(law)}") for part in found.groups())
    kinds = [k for k in ("loss", "utility") if k in table]
    if len(kinds) != 1:
        raise FileError("a law of a mean needs [loss] or [utility], one of them: give each action a + b*μ")
    inner = Reader({"parameters": dict.fromkeys((*reader.names, letter), "")})
    payoffs = {
        a: inner.expression(e, f"[{kinds[0]}], {quote(a)}")
        for a, e in section_of(table, kinds[0], f"[{kinds[0]}]").items()
    }
    experiments = section_of(table, "experiment", "[experiment]") if "experiment" in table else {}
    if len(experiments) != 1:
        raise FileError("a law of a mean needs one [experiment.NAME] that says sample = 'normal': give it")
    (name,) = experiments
    where = f"[experiment.{name}]"
    own = section_of(experiments, name, where)
    check_keys(own, _KEYS, where)
    if own.get("sample") != "normal" or "deviation" not in own:
        raise TableError(f"{where} needs sample = 'normal' and the deviation of a measurement: give both")
    numbers = {k: reader.expression(own.get(k, 0), f"{k} of {where}") for k in ("deviation", "each", "cost")}
    optimum: Any = "min" if kinds[0] == "loss" else "max"
    return NormalProblem(
        letter, mean, spread, payoffs, **numbers, domain=reader.domain(), optimum=optimum, title=title
    )


def lines(problem: NormalProblem) -> list[str]:
    """The sections of a problem of measurements, as `read` reads them."""
    lines = ["[belief]", f"{key(problem.letter)} = {text(f'Normal({problem.mean}, {problem.spread})')}"]
    lines.append("[loss]" if problem.optimum == "min" else "[utility]")
    lines += [f"{key(a)} = {text(e)}" for a, e in problem.payoffs.items()]
    lines += ["[experiment.measure]", 'sample = "normal"']
    return [*lines, *(f"{k} = {text(getattr(problem, k))}" for k in ("deviation", "each", "cost"))]
