"""Laws: the distributions that a problem file gives its letters, the table `[laws]`.

>>> laws_of("[laws]\\np = 'beta(2, 3)'\\nh = 'uniform(1, 10)'")
{'p': Law('beta', 2.0, 3.0), 'h': Law('uniform', 1.0, 10.0)}
"""

from __future__ import annotations

import os

from symdt.analysis.simulated.letter_law import Law, law_of
from symdt.errors import FileError, quote
from symdt.formats.stated.reading import table_of, text_of


def load_laws(path: str | os.PathLike[str]) -> dict[str, Law]:
    """The laws of a problem file, by letter."""
    return laws_of(text_of(path))


def laws_of(text: str) -> dict[str, Law]:
    """The laws of the TOML text of a problem, by letter."""
    found = table_of(text).get("laws", {})
    if not isinstance(found, dict):
        raise FileError(f"[laws] is {quote(found)}: make it a table such as p = 'beta(2, 3)'")
    return {letter: law_of(letter, given) for letter, given in found.items()}
