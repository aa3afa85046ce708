"""The paper's statements, every one that can be checked: a module for each section, and what goes beyond it.

>>> result = next(r for r in verify(section="2.1") if r.claim.id == "2.1-bayes-risk")
>>> result.verdict, result.correction
('fails', 'it is 1 minus that: the posterior probability of the model not chosen')
>>> result.counterexample
{'p(M1|D)': '3/4', 'chosen': 'M1', 'printed': '3/4', 'true': '1/4'}
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any

from symdt import claims
from symdt.claims import Source
from symdt.claims.claim import Claim, Result

#: The modules, in the order of the paper; then what goes beyond it.
MODULES = (
    "statements.section_1",
    "statements.section_2_1",
    "statements.example_1",
    "statements.section_2_2",
    "statements.example_2.risks",
    "statements.example_2.rule",
    "statements.example_2.table_3",
    "statements.section_3",
    "statements.section_3_models",
    "statements.section_4.claims",
    "statements.example_3",
    "beyond.theory",
    "beyond.every_q.claims",
    "beyond.certified",
    "beyond.decoupling",
    "beyond.example_2",
    "beyond.posterior",
    "beyond.samples",
    "beyond.tables",
    "beyond.data",
    "beyond.cycles",
)


def all_claims() -> tuple[Claim, ...]:
    """The paper's statements in paper order, then what goes beyond it."""
    return tuple(claim for name in MODULES for claim in import_module(f"symdt.paper.{name}").CLAIMS)


def verify(
    source: Source | None = None, *, section: str | None = None, claim: str | None = None
) -> tuple[Result, ...]:
    """The verdicts on the paper's claims, on those of a claims file, or on given ones.

    `source` is a claims file or claims, the paper's if none is given; `section` selects a section ("2.1",
    "Example 2", "2" for both 2.1 and 2.2), `claim` one claim.

    >>> [r.verdict for r in verify(claim="2.1-bayes-risk")]
    ['fails']
    """
    return claims.verify(all_claims() if source is None else source, section=section, claim=claim)


def verdicts() -> list[dict[str, Any]]:
    """The verdicts on the paper's claims as plain records, for tables: id, section, statement, verdict, ...."""
    return [result.to_json() for result in paper_results()]


@lru_cache(maxsize=1)
def paper_results() -> tuple[Result, ...]:
    """The verdicts on the paper's claims, found once in a run: the report tabulates them and prints errata."""
    return verify()
