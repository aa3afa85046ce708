"""Claims: statements that can be checked, and what the check finds; any paper's, this one's live in `symdt.paper`.

A verdict is `holds`, `holds corrected` or `fails` and is compared with the recorded one.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator

from symdt.claims.claim import Claim, Result, judge
from symdt.errors import FileError, SymdtError, did_you_mean, quote

Source = str | os.PathLike[str] | Iterable[Claim]


def verify(source: Source, *, section: str | None = None, claim: str | None = None) -> tuple[Result, ...]:
    """The verdicts on the claims of a claims file, or on given ones.

    `source` is the file or the claims; `section` selects a section ("2.1", "Example 2", "2" for both 2.1
    and 2.2), `claim` one claim.
    """
    where = f"{quote(source)[1:-1]}: " if isinstance(source, str | os.PathLike) else ""
    results = []
    for one in selected(source, section=section, claim=claim):
        try:
            results.append(judge(one))
        except SymdtError as error:
            raise type(error)(f"{where}claim {quote(one.id)}: {error}") from None
    return tuple(results)


def selected(source: Source, *, section: str | None = None, claim: str | None = None) -> Iterator[Claim]:
    """The claims that `verify` judges; an error names the nearest section or claim where none is meant."""
    if isinstance(source, str | os.PathLike):
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
    """How many statements have which verdict, the paper's and our own apart, and whether each is the recorded one."""
    every = list(results)
    theirs, ours = ([r for r in every if r.claim.is_own is own] for own in (False, True))
    parts = []
    if theirs or not ours:
        of = " of the paper" if ours else ""
        parts.append(f"{len(theirs)} statement{'s' if len(theirs) != 1 else ''}{of}: {_counts(theirs)}")
    if ours:
        parts.append(f"{len(ours)} of our own: {_counts(ours)}")
    odd = [r.claim.id for r in every if not r.is_expected]
    parts.append(f"not the recorded verdict: {', '.join(odd)}" if odd else "each verdict is the recorded one")
    return "; ".join(parts)


def _counts(results: Iterable[Result]) -> str:
    counts = Counter(result.verdict for result in results)
    return ", ".join(f"{n} {verdict}" for verdict, n in counts.items())
