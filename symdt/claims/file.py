"""Claims of other papers: a TOML file of statements, what they assume and what verdict is expected.

    title = "Two thresholds"
    assume = ["B > 0", "C > 0"]          # for every claim

    [[claim]]
    id = "treat"
    words = "treat above C/(B + C)"      # optional
    statement = "p*B > (1 - p)*C iff p > C/(B + C)"
    assume = ["0 < p < 1"]               # optional
    expect = "holds"

Where a statement fails, `suppose` gives the hypotheses under which it holds after all (then the
verdict is `holds corrected`), or `correction` a statement that is true instead (`fails`).

>>> claims = loads_claims('''
... [[claim]]
... id = "square"
... statement = "x*x > 0"
... suppose = ["x > 0"]
... expect = "holds corrected"
... ''')
>>> from symdt.claims.claim import judge
>>> judge(claims[0]).verdict
'holds corrected'
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, cast

from symdt.claims.claim import Claim, Correction, Formula, Hypothesis, Verdict, given, instead
from symdt.errors import FileError, SymdtError, did_you_mean, quote
from symdt.exact.domain import Domain
from symdt.exact.language.syntax import parse_statement
from symdt.files import read_whole, toml_tables

#: Larger files and longer lists than these are refused.
MAX_BYTES, MAX_CLAIMS = 1_000_000, 2_000
_TOP = ("format", "title", "assume", "claim")
_KEYS = ("id", "section", "place", "words", "statement", "assume", "suppose", "correction", "expect")
_VERDICTS = ("holds", "holds corrected", "fails")


def load_claims(path: str | os.PathLike[str]) -> tuple[Claim, ...]:
    """The claims in a file; errors name the file and the claim."""
    name = quote(path)[1:-1]
    text = read_whole(path, MAX_BYTES, "a claims file in TOML")
    try:
        return loads_claims(text)
    except SymdtError as error:
        raise type(error)(f"{name}: {error}") from None


def loads_claims(text: str) -> tuple[Claim, ...]:
    """The claims in a text."""
    table = toml_tables(text, "write [[claim]] tables")
    _only(table, _TOP, "the file")
    if table.get("format", 1) != 1:
        raise FileError(f"the format is {quote(table['format'])}: this version reads format = 1")
    rows = table.get("claim")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise FileError(
            "the file has no claims: give each as a [[claim]] table with id, statement and expect"
        )
    if len(rows) > MAX_CLAIMS:
        raise FileError(f"the file has {len(rows)} claims: at most {MAX_CLAIMS} are read, so split it")
    title = _text(table, "title", "the file", "")
    shared = _conditions(table, "assume", "the file")
    claims: list[Claim] = []
    for number, row in enumerate(rows, 1):
        claim = _claim(row, f"claim {number}", title, shared)
        if any(claim.id == other.id for other in claims):
            raise FileError(f"the id {quote(claim.id)} is given twice: give each claim its own")
        claims.append(claim)
    return tuple(claims)


def _claim(row: Mapping[str, Any], where: str, title: str, shared: tuple[str, ...]) -> Claim:
    _only(row, _KEYS, where)
    name = _text(row, "id", where)
    where = f"claim {quote(name)}"
    text = _text(row, "statement", where)
    expect = _text(row, "expect", where)
    if expect not in _VERDICTS:
        raise FileError(f"{where} expects {quote(expect)}: {did_you_mean(expect, _VERDICTS)}")
    printed = Formula(text, (*shared, *_conditions(row, "assume", where)))
    suppose = _conditions(row, "suppose", where)
    correction, hypotheses = None, tuple[Hypothesis, ...]()
    if "correction" in row and suppose:
        raise FileError(f"{where} has both suppose and correction: give one of them")
    if suppose:
        hypotheses = (Hypothesis(" and ".join(suppose), given(*suppose)),)
    elif "correction" in row:
        other = _text(row, "correction", where)
        correction = Correction.of(other, instead(Formula(other, printed.assume)))
    section, place = _text(row, "section", where, title or "claims"), _text(row, "place", where, "")
    words = _text(row, "words", where, text)
    claim = Claim(name, section, place, words, printed, cast(Verdict, expect), hypotheses, correction)
    try:
        for formula in (printed, claim.true_form):
            assert isinstance(formula, Formula)
            parse_statement(formula.text)
            Domain(*formula.assume)
    except SymdtError as error:
        raise type(error)(f"{where}: {error}") from None
    return claim


def _text(table: Mapping[str, Any], key: str, where: str, default: str | None = None) -> str:
    value = table.get(key, default)
    if not isinstance(value, str) or (not value.strip() and default is None):
        found = "nothing" if value is None else quote(value)
        raise FileError(f"{where} has {found} for {key}: give a text")
    return value


def _conditions(table: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = table.get(key, [])
    given = [value] if isinstance(value, str) else value
    if not isinstance(given, list) or not all(isinstance(c, str) for c in given):
        raise FileError(f"{where} has {quote(value)} for {key}: give a list of conditions such as ['p > 0']")
    return tuple(given)


def _only(table: Mapping[str, Any], known: Iterable[str], where: str) -> None:
    odd = next((k for k in table if k not in set(known)), None)
    if odd is not None:
        raise FileError(f"{where} has the key {quote(odd)}: {did_you_mean(odd, known)}")
