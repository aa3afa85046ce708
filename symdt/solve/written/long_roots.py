"""Long roots in the text of a rule: each has a short name, and below the rule a line says which root it is.

>>> text = "a* =\\n  in   if 0 < y <= root(y**9 + y**7 + y**5 + y**3 + y**2 + 11*y - 12345, y, 0)"
>>> print(with_names(text, {"y"}))
a* =
  in   if 0 < y <= r1
where r1 = root(y**9 + y**7 + y**5 + y**3 + y**2 + 11*y - 12345, y, 0), about 2.80486
>>> without_names(with_names(text, {"y"})) == text
True

Decimals that stand behind an interval for the eye are no part of the rule.

>>> without_names("  in   if 1/3 < p <= 1/2  (p from 0.333 to 0.500)")
'  in   if 1/3 < p <= 1/2'
"""

from __future__ import annotations

import re
from collections.abc import Container
from contextlib import suppress
from functools import lru_cache

from symdt.errors import SymdtError
from symdt.exact.language.syntax import parse
from symdt.exact.line import roots
from symdt.exact.polynomial import to_number

#: A root whose text is longer than this has a name.
LONG = 56
_ROOT = re.compile(r"root\(([^(),]*(?:\([^()]*\)[^(),]*)*), (\w+), (\d+)\)")
_WHERE = re.compile(r"where (\w+) = (root\(.*\))(?:, about -?[\d.e+-]+)?")
_BESIDE = re.compile(r"  \(\w+ (?:from|up to) -?[\d.]+(?: to -?[\d.]+)?\)$")


def with_names(text: str, letters: Container[str]) -> str:
    """The text with a name in the place of each long root, and below it what each stands for.

    text: a rule as on the board; letters: names that are taken.
    """
    found = [m[0] for m in _ROOT.finditer(text) if len(m[0]) > LONG]
    lines, n = [], 0
    for whole in dict.fromkeys(found):
        n += 1
        while f"r{n}" in letters:
            n += 1
        text = text.replace(whole, f"r{n}")
        lines.append(f"where r{n} = {whole}{_about(whole)}")
    return "\n".join([text, *lines])


@lru_cache(maxsize=4096)
def _about(whole: str) -> str:
    """The first digits of a root, where no other letter is left in its polynomial."""
    match = _ROOT.fullmatch(whole)
    if match is None:
        return ""
    with suppress(SymdtError):
        poly = parse(match[1], [match[2]]).as_poly()
        found = roots([to_number(c) for c in reversed(poly.all_coeffs())])
        return f", about {float(found[int(match[3])]):.6g}"
    return ""


def without_names(text: str) -> str:
    """The text with every named root in full, and without the decimals that stand beside intervals.

    text: a rule as `with_names` or anybody writes it.
    """
    kept, named = [], {}
    for line in text.split("\n"):
        match = _WHERE.fullmatch(line.strip())
        if match is not None:
            named[match[1]] = match[2]
        else:
            kept.append(_BESIDE.sub("", line))
    if not named:
        return "\n".join(kept)
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, named))})\b")

    def put(line: str) -> str:
        # names of actions stand before the last 'if', conditions behind it or before a colon
        head, mark, tail = line.rpartition(" if ") if not line.startswith("if ") else ("", "", line)
        return (
            head + mark + pattern.sub(lambda m: named[m[1]], tail) if mark or line.startswith("if ") else line
        )

    return "\n".join(map(put, kept))
