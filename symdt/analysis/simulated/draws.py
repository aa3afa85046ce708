"""Draws: points of the domain, drawn from the laws of its letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from symdt.analysis.simulated.letter_law import Law, law_of
from symdt.errors import DomainError, did_you_mean, quote
from symdt.exact.arrays import plan, walk
from symdt.problems.problem import Problem

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
