"""Proofs by parts: the certificate of a rule for a problem that is rational on each part of its domain.

>>> from sympy import Max, symbols
>>> from symdt import Belief, DecisionProblem, Domain, LossTable, certify, decision_rule
>>> p, h = symbols("p h")
>>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, h], [Max(1, 3*h), 0]])
>>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1", "0 < h < 1"))
>>> print(certify(decision_rule(problem, p)).evidence)
proved, 26 identities, checked by multiplication; 2 parts
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

from symdt.exact.polynomial import to_rational
from symdt.exact.solver import Budget, Found, Unknown
from symdt.exact.verdict import Proved, Refuted, Undecided, Verdict
from symdt.problems.kinks.kinked import KinkedProblem
from symdt.problems.problem import Problem
from symdt.solve.parts.by_parts import whole_ranges
from symdt.solve.proofs.check.proofs import parts_cover, verify
from symdt.solve.proofs.check.texts import Ring
from symdt.solve.proofs.outcome import Certificate
from symdt.solve.proofs.prover import Search
from symdt.solve.proofs.proving import CutError, prove_statement
from symdt.solve.proofs.source import written

#: A comparison with 0, and where it fails.
FAILS = {">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def certificate_of_parts(
    problem: Problem,
    answer: Mapping[str, Any],
    *,
    seconds: float,
    identities: bool = True,
    by_values: bool = False,
) -> Certificate:
    """The certificate of a rule for a problem with kinks: one for each part of the domain, and that they cover it.

    The problem is told once, with its kinks; on each part every kink, of the problem or of a value that the rule shows,
    is one of its branches, which is proved. That cases and pieces cover the domain without overlap is asked of the whole.
    An ordinary problem is one part, until a value that the rule shows cuts it.
    by_values: whether letters that are whole numbers with bounds are asked about at each of their values alone.
    """
    budget, symbols = Budget(seconds), problem.domain.symbols
    stated = problem.stated if isinstance(problem, KinkedProblem) else problem
    texts = {**written(stated), "domain": [c.to_text() for c in problem.domain.conditions]}
    parts = [part.conditions for part in problem.parts] if isinstance(problem, KinkedProblem) else [()]
    waiting = [[c.to_text() for c in conditions] for conditions in parts]
    ranges = whole_ranges(problem.domain)
    if by_values:
        values = [[f"Eq({n}, {v})" for v in range(low, high + 1)] for n, (low, high) in ranges.items()]
        waiting = [[*given, *equal] for given in waiting for equal in product(*values)]
    elif not any(s.name.startswith("power(") for s in stated.symbols):
        ranges = {}

    def proved(conditions: list[str], extra: dict[str, Any]) -> Certificate:
        here = {**texts, "domain": texts["domain"] + conditions}
        return prove_statement(
            here, symbols, answer, seconds=budget.left(), identities=identities, extra=extra
        )

    whole = proved([], {"parts": [], "whole": ranges})
    if not isinstance(whole.verdict, Proved):
        return whole
    found = [whole]
    while waiting:
        conditions = waiting.pop(0)
        extra = {
            "part": True,
            "conditions": conditions,
            "truths": {},
            "shown": [],
            "seen": [],
            "missed": {},
            **({"guarded": True} if whole.data.get("guarded") else {}),
        }
        try:
            made = proved(conditions, extra)
        except CutError as cut:
            poly, op = cut.args
            waiting = [[*conditions, f"{poly} {side} 0"] for side in (op, FAILS[op])] + waiting
            continue
        if not isinstance(made.verdict, Proved):
            return replace(made, questions=made.questions + sum(c.questions for c in found))
        found.append(made)
    data = {**whole.data, "parts": [_own(part.data) for part in found[1:]], "cover": []}
    asked, remarks = sum(c.questions for c in found), (f"{len(found) - 1} parts", *whole.remarks)
    wrong = _missing(problem, [part.data for part in found[1:]])
    if wrong is None:
        wrong = _uncovered(data, lambda ring: Search(ring, symbols, budget, identities=identities))
    if wrong is not None:
        return Certificate(wrong, asked)
    count, by_solver = verify(data)
    certificate = Certificate(Proved(), asked + len(data["cover"]), count, by_solver, remarks, data)
    return replace(certificate, verdict=Proved(certificate))


def _own(data: dict[str, Any]) -> dict[str, Any]:
    """What a part does not share with the whole."""
    return {k: data[k] for k in ("conditions", "truths", "shown", "signs", "pruned", "proofs")}


def _uncovered(data: dict[str, Any], search: Callable[[Ring], Search]) -> Verdict | None:
    """A point of the domain that lies in no part; None where the parts cover it, the proofs of which are kept."""
    ring, questions = parts_cover(data)
    seeking = search(ring)
    for facts, clauses in questions:
        cover = seeking.refute(facts, clauses)
        if isinstance(cover, Unknown):
            return Undecided(f"that the parts cover the domain: {cover.reason}")
        if isinstance(cover, Found):
            return Refuted(cover.point, "the point lies in no part of the domain")
        data["cover"].append(cover)
    return None


def _missing(problem: Problem, parts: list[dict[str, Any]]) -> Verdict | None:
    """What is to be so somewhere, and for which no part has a point."""
    seen = {words for part in parts for words in part["seen"]}
    for words in sorted({words for part in parts for words in part["missed"]} - seen):
        reason = next((why for part in parts if (why := part["missed"].get(words))), "")
        if reason:
            return Undecided(f"{words}: {reason}")
        point = dict(zip(problem.domain.field.symbols, map(to_rational, problem.domain.witness), strict=True))
        return Refuted(point, f"this fails there and everywhere: {words}")
    return None
