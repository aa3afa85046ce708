"""Arms of unknown rates in a problem file: `[belief]` with a Beta law for each, `[experiment.NAME]` with `sample = "arms"`.

Law: reading what is written gives the same problem.

>>> from symdt.formats.problem import dump, loads
>>> arms = ArmsProblem({"new": ("θ", (1, 1)), "old": 0.5}, pulls=2, optimum="max")
>>> loads(dump(arms)) == arms
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symdt.errors import FileError, TableError, did_you_mean, quote
from symdt.exact.language.syntax import is_letter
from symdt.formats.stated.conjugate_sections import prior_of
from symdt.formats.stated.reading import Reader, check_keys, section_of
from symdt.formats.stated.toml_text import key, text
from symdt.problems.conjugates.arms_problem import ArmsProblem

_KEYS = ("sample", "n", "each", "reward", "arms")


def read(table: Mapping[str, Any], reader: Reader, title: str) -> ArmsProblem:
    """The problem of arms that a file states."""
    laws = {}
    for letter, law in section_of(table, "belief", "[belief]").items():
        if not is_letter(letter) or letter in (*reader.names, "n"):
            raise FileError(
                f"{quote(letter)} cannot name an unknown rate, or is a parameter: use another name"
            )
        if not str(law).strip().startswith("Beta"):
            raise TableError(
                f"the rate {quote(letter)} of an arm has the law {quote(law)}: write 'Beta(a, b)'"
            )
        laws[letter] = (letter, prior_of(str(law), (letter,), reader).counts)  # type: ignore[union-attr]
    experiments = section_of(table, "experiment", "[experiment]")
    if len(experiments) != 1:
        raise FileError("arms need one [experiment.NAME] that says sample = 'arms': give no other")
    (name,) = experiments
    where = f"[experiment.{name}]"
    own = section_of(experiments, name, where)
    check_keys(own, _KEYS, where)
    arms = {}
    for arm, rate in section_of(own, "arms", f"[experiment.{name}.arms]").items():
        arms[arm] = (
            laws.pop(rate) if rate in laws else reader.expression(rate, f"the rate of the arm {quote(arm)}")
        )
    if laws:
        left = next(iter(laws))
        raise TableError(
            f"no arm has the rate {quote(left)}: {did_you_mean(left, [str(r) for r in own['arms'].values()])}"
        )
    kinds = [k for k in ("loss", "utility") if k in table]
    if len(kinds) > 1:
        raise FileError("the file has both [loss] and [utility]: give one of them")
    letters = [law[0] for law in arms.values() if isinstance(law, tuple)]
    inner = Reader({"parameters": dict.fromkeys((*reader.names, *letters, "n"), "")})
    stops = section_of(table, kinds[0], f"[{kinds[0]}]") if kinds else {}
    return ArmsProblem(
        arms,
        own.get("n", 1),
        {a: inner.expression(e, f"[{kinds[0]}], {quote(a)}") for a, e in stops.items()},
        reader.expression(own.get("reward", 1), f"reward of {where}"),
        reader.expression(own.get("each", 0), f"each of {where}"),
        reader.domain(),
        "min" if kinds == ["loss"] else "max",
        title,
    )


def lines(problem: ArmsProblem) -> list[str]:
    """The sections of a problem of arms, as `read` reads them."""
    lines = ["[belief]"]
    lines += [f"{key(letter)} = {text(f'Beta({a}, {b})')}" for letter, (a, b) in problem.unknown.values()]
    if problem.payoffs or problem.optimum == "min":
        lines.append("[loss]" if problem.optimum == "min" else "[utility]")
        lines += [f"{key(a)} = {text(e)}" for a, e in problem.payoffs.items()]
    lines += ["[experiment.trial]", 'sample = "arms"', f"n = {problem.pulls}"]
    lines += [f"{k} = {text(getattr(problem, k))}" for k in ("reward", "each")]
    lines.append("[experiment.trial.arms]")
    rates = {a: law[0] if isinstance(law, tuple) else law for a, law in problem.arms.items()}
    return [*lines, *(f"{key(a)} = {text(rate)}" for a, rate in rates.items())]
