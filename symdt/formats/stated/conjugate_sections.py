"""A conjugate law in a problem file: `[belief]` with Beta, Dirichlet or Gamma, actions as polynomials, a sample to draw.

Law: reading what is written gives the same problem.

>>> from sympy import Symbol
>>> from symdt.formats.problem import dump, loads
>>> lot = SamplingProblem(Dirichlet(("θ",), (1, 1)), {"accept": Symbol("θ"), "reject": 0.5}, optimum="min")
>>> loads(dump(lot)) == lot
True
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from symdt.errors import FileError, TableError, quote
from symdt.exact.domain import Domain
from symdt.exact.language.syntax import is_letter
from symdt.formats.stated.reading import Reader, check_keys, section_of
from symdt.formats.stated.toml_text import key, text
from symdt.problems.conjugates.rate_laws import Dirichlet, Gamma
from symdt.problems.conjugates.sampling_problem import SamplingProblem

_LAW = re.compile(r"\s*(Beta|Dirichlet|Gamma)\s*\((.*)\)\s*")
_SAMPLES = {"Beta": "binomial", "Dirichlet": "multinomial", "Gamma": "poisson"}
_KEYS = ("sample", "n", "each", "cost", "sequential", "reward")


def read(table: Mapping[str, Any], reader: Reader, title: str) -> SamplingProblem:
    """The sampling problem that a file states."""
    belief = section_of(table, "belief", "[belief]")
    if len(belief) != 1:
        raise FileError(
            "[belief] has a law and something else: give one law, such as θ = 'Beta(a, b)', or arms to each law with "
            "sample = 'arms'"
        )
    ((names, law),) = belief.items()
    letters = tuple(part.strip() for part in names.split(","))
    odd = next((n for n in (*letters, "n") if n in reader.names or not is_letter(n)), None)
    if odd is not None:
        raise FileError(f"{quote(odd)} cannot name an unknown rate, or is a parameter: use another name")
    prior = prior_of(str(law), letters, reader)
    kinds = [k for k in ("loss", "utility") if k in table]
    if len(kinds) != 1:
        raise FileError(
            "a law of a rate needs [loss] or [utility], one of them: give each action its polynomial"
        )
    own = Reader({"parameters": {**dict.fromkeys(reader.names, ""), **dict.fromkeys((*letters, "n"), "")}})
    payoffs = {
        a: own.expression(e, f"[{kinds[0]}], {quote(a)}")
        for a, e in section_of(table, kinds[0], f"[{kinds[0]}]").items()
    }
    sample = _sample(table, str(law), reader)
    domain: Domain = reader.domain()
    return SamplingProblem(
        prior, payoffs, **sample, domain=domain, optimum="min" if kinds[0] == "loss" else "max", title=title
    )


def prior_of(law: str, letters: tuple[str, ...], reader: Reader) -> Dirichlet | Gamma:
    """The law that a text such as `Beta(a, b)` states for the rates of these letters."""
    found = _LAW.fullmatch(law)
    assert found is not None
    kind, inside = found.groups()
    numbers = [reader.expression(part.strip(), f"the law {quote(law)}") for part in inside.split(",")]
    if kind == "Beta":
        if len(letters) != 1 or len(numbers) != 2:
            raise TableError(f"the law {quote(law)} of {', '.join(letters)}: write θ = 'Beta(a, b)'")
        return Dirichlet(letters, tuple(numbers))
    if kind == "Dirichlet":
        return Dirichlet(letters, tuple(numbers))
    if len(letters) != 1 or len(numbers) != 2:
        raise TableError(
            f"the law {quote(law)} of {', '.join(letters)}: write θ = 'Gamma(2, b)', shape and rate"
        )
    return Gamma(letters[0], numbers[0], numbers[1])


def _sample(table: Mapping[str, Any], law: str, reader: Reader) -> dict[str, Any]:
    experiments = section_of(table, "experiment", "[experiment]") if "experiment" in table else {}
    if len(experiments) != 1:
        raise FileError("a law of a rate needs one [experiment.NAME] that says sample and n: give it")
    name = next(iter(experiments))
    where = f"[experiment.{name}]"
    own = section_of(experiments, name, where)
    check_keys(own, _KEYS, where)
    kind = law.strip().split("(")[0].strip()
    if own.get("sample") != _SAMPLES[kind]:
        raise TableError(
            f"{where} has sample = {quote(own.get('sample'))}: a {kind} law is sampled by {quote(_SAMPLES[kind])}"
        )
    sizes = own.get("n", 1)
    sizes = sizes if isinstance(sizes, list) else [sizes]
    if not sizes or not all(type(n) is int for n in sizes):
        raise TableError(
            f"{where} has n = {quote(own.get('n'))}: give a whole number, or a list to choose from"
        )
    sequential = own.get("sequential", False)
    if not isinstance(sequential, bool):
        raise TableError(f"{where} has sequential = {quote(sequential)}: write true or false")
    costs = {k: reader.expression(own.get(k, 0), f"{k} of {where}") for k in ("each", "cost", "reward")}
    return {"sizes": tuple(sizes), "is_sequential": sequential, **costs}


def lines(problem: SamplingProblem) -> list[str]:
    """The sections of a sampling problem, as `read` reads them."""
    prior = problem.prior
    if isinstance(prior, Gamma):
        kind, numbers = "Gamma", [prior.shape, prior.rate]
    else:
        kind = "Beta" if len(prior.counts) == 2 and len(prior.letters) == 1 else "Dirichlet"
        numbers = list(prior.counts)
    law = f"{kind}({', '.join(map(str, numbers))})"
    lines = ["[belief]", f"{text(', '.join(prior.letters))} = {text(law)}"]
    lines.append("[loss]" if problem.optimum == "min" else "[utility]")
    lines += [f"{key(a)} = {text(e)}" for a, e in problem.payoffs.items()]
    lines += ["[experiment.sample]", f'sample = "{_SAMPLES[kind]}"', f"n = {list(problem.sizes)}"]
    lines += [f"{k} = {text(getattr(problem, k))}" for k in ("each", "cost", "reward") if getattr(problem, k)]
    return [*lines, *(["sequential = true"] if problem.is_sequential else [])]
