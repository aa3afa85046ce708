"""Draws: laws of letters, and points of the domain drawn from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symdt.errors import DomainError, FileError, did_you_mean, quote
from symdt.exact.arrays import plan, walk
from symdt.exact.polynomial import to_fraction, to_number
from symdt.problems.problem import Problem

_LAW = re.compile(r"\s*([a-z_]+)\s*\(([^()]*)\)\s*")
_LAWS = (
    "beta",
    "binomial",
    "chisquare",
    "dirichlet",
    "exponential",
    "gamma",
    "gumbel",
    "laplace",
    "logistic",
    "lognormal",
    "multivariate_normal",
    "normal",
    "pareto",
    "poisson",
    "triangular",
    "uniform",
    "weibull",
)


@dataclass(frozen=True)
class Law:
    """A distribution of NumPy's generator by name, with its parameters: `Law("beta", 2, 3)`.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> r = symbols("r")
    >>> problem = DecisionProblem(table, Belief({"rain": r, "dry": "rest"}), Domain("0 < r < 1"))
    >>> from symdt import simulate
    >>> simulate(problem, {"r": Law("uniform", 0, 0.1)}, draws=100).action
    'leave'
    """

    name: str
    parameters: tuple[Any, ...]

    def __init__(self, name: str, *parameters: Any) -> None:
        if name not in _LAWS:
            raise DomainError(f"{quote(name)} is no distribution known here: {did_you_mean(name, _LAWS)}")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "parameters", parameters)

    def __repr__(self) -> str:
        return f"Law({', '.join(map(repr, (self.name, *self.parameters)))})"

    def draw(self, chance: Any, size: int) -> Any:
        """`size` draws from the generator."""
        numbers: list[Any] = [p if isinstance(p, list | tuple) else float(p) for p in self.parameters]
        if self.name == "binomial":
            numbers[0] = int(numbers[0])
        try:
            return getattr(chance, self.name)(*numbers, size=size)
        except (TypeError, ValueError) as error:
            raise DomainError(
                f"{self.name}{tuple(self.parameters)} cannot be drawn from ({error}): correct its parameters"
            ) from None


def law_of(letter: str, given: Any) -> Law:
    """The law that a text denotes, as `[laws]` of a file writes it.

    letter: whose law it is; given: the text.

    >>> law_of("p", "beta(2, 3)")
    Law('beta', 2.0, 3.0)
    """
    match = _LAW.fullmatch(given) if isinstance(given, str) else None
    if match is None:
        raise FileError(f"the law of {quote(letter)} is {quote(given)}: write one such as 'beta(2, 3)'")
    words = [word for word in match[2].split(",") if word.strip()]
    try:
        numbers = [float(to_fraction(to_number(word.strip()))) for word in words]
    except OverflowError:
        raise FileError(
            f"the law of {quote(letter)} has a number that is too large: use one below 1e300"
        ) from None
    return Law(match[1], *numbers)


#: A law, or its text; a function of (generator, size), an array of draws, or a number.
Distribution = Law | str | Callable[[Any, int], Any] | Sequence[float] | float


def drawn(
    problem: Problem, distributions: Mapping[Any, Distribution], draws: int, seed: int, truncate: bool
) -> tuple[dict[str, Any], int]:
    """Points of the domain drawn from the laws, as arrays by letter, and how many draws fell outside."""
    import numpy as np

    known = {s.name for s in problem.symbols}
    given: list[tuple[tuple[str, ...], Distribution]] = []
    for key, law in distributions.items():
        keys = key if isinstance(key, tuple) else (key,)
        names = tuple(getattr(k, "name", str(k)) for k in keys)
        given.append((names, law_of(", ".join(names), law) if isinstance(law, str) else law))
    named = [n for names, _ in given for n in names]
    odd = next((n for n in named if n not in known), None)
    if odd is not None:
        raise DomainError(f"{quote(odd)} is no parameter: {did_you_mean(odd, known)}")
    missing = sorted(known - set(named))
    if missing:
        raise DomainError(f"no distribution is given for {quote(missing[0])}: give one, or a number")
    chance = np.random.default_rng(seed)
    letters = {n: np.empty(0) for n in named}
    refused, attempts = 0, 0
    while next(iter(letters.values()), np.empty(draws)).size < draws:
        attempts += 1
        batch: dict[str, Any] = {}
        for names, law in given:
            batch |= _batch(names, law, chance, draws)
        inside = _inside(problem, batch, draws)
        outside = int(draws - inside.sum())
        if outside and not truncate:
            raise DomainError(
                f"{outside} of {draws} draws lie outside the domain: use other distributions, or truncate=True (--truncate)"
            )
        if attempts > 100:
            raise DomainError("too few draws lie in the domain: use distributions that fit it better")
        refused += outside
        letters = {n: np.concatenate([letters[n], batch[n][inside]])[:draws] for n in named}
    return letters, refused


def _batch(names: tuple[str, ...], law: Distribution, chance: Any, draws: int) -> dict[str, Any]:
    import numpy as np

    if isinstance(law, Law):
        numbers = np.asarray(law.draw(chance, draws), dtype=float)
    elif callable(law):
        numbers = np.asarray(law(chance, draws), dtype=float)
    elif hasattr(law, "__len__"):
        numbers = np.asarray(law, dtype=float)
    else:
        numbers = np.full(draws, float(law))
    table = numbers.reshape(numbers.shape[0], -1) if numbers.ndim else numbers
    if numbers.ndim not in (1, 2) or table.shape != (draws, len(names)):
        raise DomainError(
            f"the draws of {', '.join(names)} have shape {numbers.shape}: expected {draws} rows of {len(names)}"
        )
    return {n: table[:, i] for i, n in enumerate(names)}


def _inside(problem: Problem, batch: Mapping[str, Any], draws: int) -> Any:
    import numpy as np

    inside = np.ones(draws, dtype=bool)
    given = [batch[n] for n in problem.domain.field.names]
    for condition in problem.domain.conditions:
        height = np.broadcast_to(walk(plan(condition.poly), given), (draws,))
        if condition.op == "==":
            inside &= np.abs(height) <= 1e-9
        else:
            inside &= {">": height > 0, ">=": height >= 0, "!=": height != 0}[condition.op]
    return inside
