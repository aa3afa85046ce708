"""Laws: the distributions that a problem file gives its letters, the table `[laws]`.

>>> laws_of("[laws]\\np = 'beta(2, 3)'\\nh = 'uniform(1, 10)'")
{'p': Law('beta', 2.0, 3.0), 'h': Law('uniform', 1.0, 10.0)}
"""

from __future__ import annotations

import os
import re
from typing import Any

from symdt.analysis.simulated.draws import Law
from symdt.errors import FileError, quote
from symdt.exact.polynomial import to_fraction, to_number
from symdt.formats.stated.reading import table_of, text_of

_LAW = re.compile(r"\s*([a-z_]+)\s*\(([^()]*)\)\s*")


def load_laws(path: str | os.PathLike[str]) -> dict[str, Law]:
    """The laws of a problem file, by letter."""
    return laws_of(text_of(path))


def laws_of(text: str) -> dict[str, Law]:
    """The laws of the TOML text of a problem, by letter."""
    found = table_of(text).get("laws", {})
    if not isinstance(found, dict):
        raise FileError(f"[laws] is {quote(found)}: make it a table such as p = 'beta(2, 3)'")
    return {letter: _law(letter, given) for letter, given in found.items()}


def _law(letter: str, given: Any) -> Law:
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
