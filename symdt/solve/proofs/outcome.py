"""The outcome of certifying a rule: its verdict, how it was shown, and the certificate itself.

>>> print(Certificate(Proved(), 7, 6))
proved, 6 identities, checked by multiplication
>>> print(Certificate(Proved(), 7, 5, 1, data={"proofs": {"cases": {"solver": ["Z3"]}}}))
proved by Z3; no small certificate for 1 of 6
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from symdt.exact.verdict import Proved, Refuted, Verdict


@dataclass(frozen=True)
class Certificate:
    """The verdict on a rule; where it is proved, `data` holds problem, rule and proofs as JSON has them."""

    verdict: Verdict
    questions: int = 0
    identities: int = 0
    by_solver: int = 0
    remarks: tuple[str, ...] = ()
    data: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    undecided: int = 0  # how many of the questions are known to be open

    @property
    def why(self) -> str:
        """What was shown and how; or which claim fails; or what was not decided."""
        if isinstance(self.verdict, Proved):
            return str(self).partition(", ")[2] or str(self)
        return self.verdict.why if isinstance(self.verdict, Refuted) else self.verdict.reason

    def __str__(self) -> str:
        if not isinstance(self.verdict, Proved):
            return str(self.verdict)
        total = self.identities + self.by_solver
        how = f", {self.identities} identities, checked by multiplication"
        if self.by_solver:
            who = " and ".join(sorted(solvers(list(self.data.values())))) or "a solver"
            how = f" by {who}; no small certificate for {self.by_solver} of {total}"
        return "; ".join([f"proved{how}", *self.remarks])


def solvers(proofs: Any) -> set[str]:
    """Those who are named in proofs, or in parts of them, for what no identity shows."""
    if isinstance(proofs, dict):
        named = set(proofs["solver"]) if isinstance(proofs.get("solver"), list) else set()
        return named.union(*(solvers(part) for part in proofs.values()))
    return set().union(*(solvers(part) for part in proofs)) if isinstance(proofs, list) else set()


def may_guard(rule: Mapping[str, Any]) -> bool:
    """Whether a case has a condition with a square root or a quotient, and another one that may say where that is there.

    >>> may_guard({"cases": [{"if": ["k >= 0", "h <= sqrt(k)"]}]}), may_guard({"cases": [{"if": ["h <= 1/k"]}]})
    (True, False)
    """
    return any(
        len(case["if"]) > 1 and any(re.search(r"sqrt|/\s*[^\s\d]|\*\*\s*[-(]", str(c)) for c in case["if"])
        for case in rule["cases"]
    )
