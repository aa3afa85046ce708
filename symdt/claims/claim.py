"""Claim: a statement of a paper as data, with the check that decides it.

A claim holds what is printed, as a statement that can be tested (see `statement`); the hypotheses that it
needs and the paper does not print; and a correction, if more must change. Its verdict is never written by
hand: `holds` if the printed statement is true; otherwise `holds corrected` if it becomes true and nothing
but hypotheses, ranges or notations was supplied, and `fails` if more than that must change. The kind of
change is read off the change itself (see `repair`).

>>> positive = Claim("c", "1", "", "x is positive", Formula("x > 0"), "holds corrected",
...                  (Hypothesis("x is more than 1", given("x > 1")),))
>>> judge(positive).verdict, positive.repair, judge(positive).correction
('holds corrected', 'hypothesis', 'suppose that x is more than 1')
>>> judge(replace(positive, suppose=())).verdict
'fails'

A mutation is put in the place of what is claimed to be true, printed or corrected, and must be found false.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from symdt.claims.repair import MILD, Change, Repair, but, given, gravest, instead, put
from symdt.claims.statement import Computation, Finding, Formula, Statement, Triple, point_text
from symdt.display import Printed

__all__ = [
    "MILD", "Change", "Chapter", "Claim", "Computation", "Correction", "Finding", "Formula", "Hypothesis",
    "Repair", "Result", "Statement", "Triple", "Verdict", "but", "given", "instead", "judge", "put",
]  # fmt: skip

Verdict = Literal["holds", "holds corrected", "fails", "undecided", "unsupported"]


@dataclass(frozen=True)
class Hypothesis:
    """A hypothesis that a statement needs and the paper does not print: in words, and as a change of the statement."""

    words: str
    change: Change


@dataclass(frozen=True)
class Correction:
    """What is true instead: in words, as changes of the printed statement, and what else the words assert."""

    words: str
    changes: tuple[Change, ...]
    also: tuple[Statement, ...] = ()

    @classmethod
    def of(cls, words: str, *changes: Change, also: tuple[Statement, ...] | Statement = ()) -> Correction:
        """A correction: its words, its changes, and further statements that its words make."""
        return cls(words, changes, also if isinstance(also, tuple) else (also,))


@dataclass(frozen=True)
class Claim:
    """A statement as printed, the verdict that is expected, and the mutations that must be rejected."""

    id: str
    section: str
    place: str
    words: str
    printed: Statement
    expect: Verdict = "holds"
    suppose: tuple[Hypothesis, ...] = ()
    correction: Correction | None = None
    mutations: tuple[Statement, ...] = ()
    is_own: bool = False  # ours, and not the paper's

    def __post_init__(self) -> None:
        kinds = {h.change.kind(self.printed) for h in self.suppose}
        if kinds - {"hypothesis"}:
            raise ValueError(f"{self.id}: a hypothesis changes more than the hypotheses: {kinds}")
        self.true_form  # noqa: B018 - every change applies to what is printed, or it is an error here

    @property
    def statement(self) -> str:
        """The statement as printed, in words."""
        return self.words

    @property
    def changes(self) -> tuple[Change, ...]:
        """All that is changed: hypotheses first."""
        return (*(h.change for h in self.suppose), *(self.correction.changes if self.correction else ()))

    @property
    def true_form(self) -> Statement:
        """The statement that is claimed to be true: what is printed, with all changes."""
        statement = self.printed
        for change in self.changes:
            statement = change.of(statement)
        return statement

    @property
    def also(self) -> tuple[Statement, ...]:
        """What the correction asserts besides."""
        return self.correction.also if self.correction else ()

    @property
    def repair(self) -> Repair | None:
        """The gravest kind of change, derived from the changes; None where nothing is changed."""
        return gravest(c.kind(self.printed) for c in self.changes) if self.changes else None

    @property
    def correction_words(self) -> str | None:
        """What is true instead, in words."""
        parts = [f"suppose that {' and '.join(h.words for h in self.suppose)}"] if self.suppose else []
        parts += [self.correction.words] if self.correction else []
        return "; ".join(parts) or None

    def mutated(self, other: Statement) -> Claim:
        """The claim with another statement in the place of what it claims to be true."""
        if self.changes:
            return replace(
                self, suppose=(), correction=Correction(self.correction_words or "", (instead(other),))
            )
        return replace(self, printed=other)

    def __str__(self) -> str:
        return f"{self.id} ({self.place}): {self.words}"


@dataclass(frozen=True)
class Result(Printed):
    """A claim, its verdict, and what was found for the printed and for the corrected statement.

    >>> from symdt import verify
    >>> result = verify(section="1")[0]
    >>> result.claim.section
    '1'
    """

    claim: Claim
    verdict: Verdict
    printed: Finding
    corrected: Finding | None = None
    also: tuple[Finding, ...] = ()

    def __str__(self) -> str:
        return f"{self.claim.id}: {self.verdict}"

    @property
    def is_expected(self) -> bool:
        """Whether the check gives the recorded verdict."""
        return self.verdict == self.claim.expect

    @property
    def correction(self) -> str | None:
        """The corrected statement in words, where the printed one is not true."""
        return self.claim.correction_words if self.verdict != "holds" else None

    @property
    def counterexample(self) -> dict[str, str] | None:
        """Where the printed statement fails."""
        return dict(self.printed.counterexample) if self.printed.truth is False else None

    def to_json(self) -> dict[str, Any]:
        """The result as `symdt verify --json` lists it."""
        claim = self.claim
        return {
            "id": claim.id,
            "section": claim.section,
            "statement": claim.statement,
            "verdict": self.verdict,
            "correction": self.correction,
            "counterexample": self.counterexample,
        }

    def derivation(self) -> str:
        """How the verdict was found, step by step."""
        claim = self.claim
        lines = [f"{claim.id}: {claim.place}", f"printed: {claim.words}", f"formally: {claim.printed.formal}"]
        lines += [f"  {step}" for step in self.printed.steps]
        if self.printed.witness:
            lines.append(f"  not vacuous: {point_text(self.printed.witness)}")
        if self.counterexample is not None:
            lines.append(f"counter-example: {point_text(self.counterexample)}")
        if self.corrected:
            lines.append(f"corrected ({claim.repair}): {claim.correction_words}")
            lines.append(f"formally: {claim.true_form.formal}")
            lines += [f"  {step}" for step in self.corrected.steps]
            for statement, finding in zip(claim.also, self.also, strict=False):
                lines.append(f"and: {statement.formal}")
                lines += [f"  {step}" for step in finding.steps]
        lines.append(
            f"verdict: {self.verdict}" + ("" if self.is_expected else f", but {claim.expect} is recorded")
        )
        return "\n".join(lines)


class Chapter:
    """The claims of one section, written down one after the other; the method's name is the recorded verdict.

    A mutation is written as a change of what is printed.
    """

    def __init__(self, section: str, *, is_own: bool = False) -> None:
        self.section, self.is_own, self.claims = section, is_own, list[Claim]()

    def holds(self, id: str, place: str, words: str, printed: Statement, *mutations: Change) -> None:
        """Record a statement that is true as printed."""
        self._add(Claim(id, self.section, place, words, printed), mutations)

    def supposing(
        self, id: str, place: str, words: str, printed: Statement, hypothesis: Hypothesis, *mutations: Change
    ) -> None:
        """Record a statement that is true under a hypothesis that is not printed."""
        claim = Claim(id, self.section, place, words, printed, "holds corrected", (hypothesis,))
        self._add(claim, mutations)

    def corrected(
        self, id: str, place: str, words: str, printed: Statement, correction: Correction, *mutations: Change
    ) -> None:
        """Record a statement that is true once a hypothesis, a range or a notation is supplied."""
        self._add(
            Claim(id, self.section, place, words, printed, "holds corrected", (), correction), mutations
        )

    def fails(
        self, id: str, place: str, words: str, printed: Statement, correction: Correction, *mutations: Change
    ) -> None:
        """Record a statement that is false as printed, with what is true instead."""
        self._add(Claim(id, self.section, place, words, printed, "fails", (), correction), mutations)

    def _add(self, claim: Claim, mutations: tuple[Change, ...]) -> None:
        mutated = tuple(change.of(claim.printed) for change in mutations)
        self.claims.append(replace(claim, mutations=mutated, is_own=self.is_own))


def judge(claim: Claim) -> Result:
    """The verdict on a claim, from the tests of its statements alone."""
    printed = claim.printed.test()
    if printed.truth is not False:
        return Result(claim, "holds" if printed.truth else "undecided", printed)
    if claim.repair is None:
        return Result(claim, "fails", printed)
    corrected = claim.true_form.test()
    also = tuple(statement.test() for statement in claim.also)
    truths = {corrected.truth, *(finding.truth for finding in also)}
    if truths != {True}:
        return Result(claim, "unsupported" if False in truths else "undecided", printed, corrected, also)
    return Result(claim, "holds corrected" if claim.repair in MILD else "fails", printed, corrected, also)
