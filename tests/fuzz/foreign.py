"""Files of other programs: spoilt ones are read or refused in one line; what is written is read back the same problem."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

from tests.fuzz import fuzzing, writers

Random = random.Random
#: One suffix for each reader.
SUFFIXES = (".bifxml", ".xdsl", ".efg", ".silver.json", ".json", ".csv")
EXAMPLES = ("umbrella.toml", "two_models_01.toml", "used_car.toml", "oil_wildcatter_letters.toml")


@cache
def _written(suffix: str) -> tuple[str, ...]:
    """Files as we write them, of the examples that the format holds."""
    from symdt import load_problem
    from symdt.errors import SymdtError
    from symdt.formats.foreign.foreign import FOREIGN

    found = []
    for name in EXAMPLES:
        try:
            found.append(FOREIGN[suffix].write(load_problem(Path(__file__).parents[2] / "examples" / name)))
        except SymdtError:
            continue
    return tuple(found)


def spoilt_file(suffix: str, r: Random) -> str:
    """A file of a format with a few characters changed, or noise."""
    if r.random() < 0.05:
        return fuzzing.noise(r)
    text = r.choice(_written(suffix))
    for _ in range(r.choice((0, 1, 1, 2, 4))):
        text = fuzzing.spoil(r, text)
    return text


def read(suffix: str, text: str, folder: Path) -> object:
    """The problem of a text."""
    from symdt.formats.foreign.foreign import FOREIGN

    return FOREIGN[suffix].read(text)


def readers() -> list[tuple[str, Callable[[Random], Any], Callable[[Any, Path], object]]]:
    """A name, a maker and a reader for each format."""
    return [
        (suffix.strip(".").replace(".", "_"), partial(spoilt_file, suffix), partial(read, suffix))
        for suffix in SUFFIXES
    ]


def any_problem(r: Random) -> Any:
    """A problem with odd names, and a format."""
    return r.choice(SUFFIXES), writers.problem(r)


def read_back(given: Any, folder: Path) -> None:
    """What is written is read back with the same actions, and the same value of each at points."""
    from symdt import formats
    from symdt.solve.risk import optimum_at

    suffix, problem = given
    if problem is None:
        return
    from symdt.files import write_whole

    place = folder / f"written{suffix}"
    write_whole(place, formats.writers()[suffix](problem), force=True)
    again = formats.load(place)
    for point in writers.POINTS[:2]:
        own, other = optimum_at(problem, point), optimum_at(again, point)
        if own.value != other.value or problem.optimum != again.optimum:
            raise AssertionError(f"{suffix}: the value is {own.value}, read back {other.value}")
    if problem.alternatives and set(map(str, problem.alternatives)) != set(map(str, again.alternatives)):
        raise AssertionError(f"{suffix}: {problem.alternatives} are read back as {again.alternatives}")
