"""Claims: every statement of the paper that can be checked, and what the check finds.

Each section of the paper has a module; `all_claims` lists their claims in paper order, and
`verify` judges them. A verdict is `holds`, `holds corrected` or `fails` and is compared with the
recorded one.

>>> result = next(r for r in verify(section="2.1") if r.claim.id == "2.1-bayes-risk")
>>> result.verdict, result.correction
('fails', 'it is 1 minus that: the posterior probability of the model not chosen')
>>> result.counterexample
{'p(M1|D)': '3/4', 'chosen': 'M1', 'printed': '3/4', 'true': '1/4'}
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any

from symdt.claims.claim import Claim, Result, judge
from symdt.errors import FileError, SymdtError, did_you_mean, quote

#: The modules, in the order of the paper.
MODULES = (
    "section_1",
    "section_2_1",
    "example_1",
    "section_2_2",
    "example_2",
    "table_3",
    "section_3",
    "section_3_models",
    "section_4_claims",
    "example_3",
    "beyond",
    "beyond_tables",
    "beyond_data",
)


def all_claims() -> tuple[Claim, ...]:
    """The paper's statements in paper order, then what goes beyond it."""
    return tuple(claim for name in MODULES for claim in import_module(f"symdt.claims.{name}").CLAIMS)


def verify(
    source: str | os.PathLike[str] | Iterable[Claim] | None = None,
    *,
    section: str | None = None,
    claim: str | None = None,
) -> tuple[Result, ...]:
    """The verdicts on the paper's claims, on those of a claims file, or on given ones.

    `section` selects a section ("2.1", "Example 2", "2" for both 2.1 and 2.2), `claim` one claim.
    """
    where = f"{quote(source)[1:-1]}: " if isinstance(source, str | os.PathLike) else ""
    results = []
    for one in selected(source, section=section, claim=claim):
        try:
            results.append(judge(one))
        except SymdtError as error:
            raise type(error)(f"{where}claim {quote(one.id)}: {error}") from None
    return tuple(results)


def verdicts() -> list[dict[str, Any]]:
    """The verdicts on the paper's claims as plain records, for tables: id, section, statement, verdict, ...."""
    return [result.to_json() for result in paper_results()]


@lru_cache(maxsize=1)
def paper_results() -> tuple[Result, ...]:
    """The verdicts on the paper's claims, found once in a run: the report tabulates them and prints errata."""
    return verify()


def selected(
    source: str | os.PathLike[str] | Iterable[Claim] | None = None,
    *,
    section: str | None = None,
    claim: str | None = None,
) -> Iterator[Claim]:
    """The claims that `verify` judges; an error names the nearest section or claim where none is meant."""
    if source is None:
        claims: tuple[Claim, ...] = all_claims()
    elif isinstance(source, str | os.PathLike):
        from symdt.claims.file import load_claims

        claims = load_claims(source)
    else:
        claims = tuple(source)
    if section is not None:
        sections = dict.fromkeys(c.section for c in claims)
        wanted = [s for s in sections if _is_section(s, section)]
        if not wanted:
            raise FileError(f"there is no section {quote(section)}: {did_you_mean(section, sections)}")
        claims = tuple(c for c in claims if c.section in wanted)
    if claim is not None:
        ids = [c.id for c in claims]
        if claim not in ids:
            raise FileError(f"there is no claim {quote(claim)}: {did_you_mean(claim, ids)}")
        claims = tuple(c for c in claims if c.id == claim)
    return iter(claims)


def _is_section(name: str, wanted: str) -> bool:
    given = wanted.strip().removeprefix("§").casefold()
    short = name.casefold().replace("example ", "ex")
    return given in (name.casefold(), short) or name.startswith(f"{given}.")


def summary(results: Iterable[Result]) -> str:
    """How many statements have which verdict, and whether each is the recorded one."""
    every = list(results)
    counts: dict[str, int] = {}
    for result in every:
        counts[result.verdict] = counts.get(result.verdict, 0) + 1
    said = ", ".join(f"{n} {verdict}" for verdict, n in counts.items())
    odd = [r.claim.id for r in every if not r.is_expected]
    tail = f"not the recorded verdict: {', '.join(odd)}" if odd else "each verdict is the recorded one"
    return f"{len(every)} statement{'s' if len(every) != 1 else ''}: {said}; {tail}"
