"""Proofs by parts: the certificate of a rule for a problem that is rational on each part of its domain.

>>> from sympy import Max, symbols
>>> from symdt import Belief, DecisionProblem, Domain, LossTable, certify, decision_rule
>>> p, h = symbols("p h")
>>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, h], [Max(1, 3*h), 0]])
>>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1", "0 < h < 1"))
>>> print(certify(decision_rule(problem, p)).evidence)
proved, 29 identities, checked by multiplication; 2 parts
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from symdt.exact.domain import Domain
from symdt.exact.polynomial import to_rational
from symdt.exact.solver import Budget, Found, Unknown
from symdt.exact.verdict import Proved, Refuted, Undecided
from symdt.problems.kinks.kinked import KinkedProblem
from symdt.solve.certificate import Certificate, prove_statement
from symdt.solve.proofs.check.proofs import parts_cover, verify
from symdt.solve.proofs.prover import Search
from symdt.solve.proofs.source import written


def certificate_of_parts(
    problem: KinkedProblem, answer: Mapping[str, Any], *, seconds: float, identities: bool = True
) -> Certificate:
    """The certificate of a rule for a problem with kinks: one for each part of the domain, and that they cover it.

    On each part the problem is rational and the rule, whose pieces may lie partly or wholly elsewhere, is put to
    the question there; values and actions that are never optimal are claims about all parts, and not judged.
    """
    budget, symbols = Budget(seconds), problem.domain.symbols
    rule = {k: v for k, v in answer["rule"].items() if k not in ("from", "to")}
    pieces = [[{k: v for k, v in p.items() if k != "value"} for p in c["pieces"]] for c in rule["cases"]]
    bare = [{"if": c["if"], "pieces": p} for c, p in zip(rule["cases"], pieces, strict=True)]
    told = {k: answer[k] for k in ("optimum",) if k in answer} | {"rule": {**rule, "cases": bare}}
    names = {f"case {i + 1}, piece {j + 1}" for i, c in enumerate(bare) for j in range(len(c["pieces"]))}
    found: list[Certificate] = []
    for part in problem.parts:
        texts = written(part.problem)
        conditions = [c.to_text() for c in part.conditions]
        texts["domain"] = [c.to_text() for c in problem.domain.conditions] + conditions
        extra = {"part": True, "conditions": conditions, "shown": sorted(names)}
        made = prove_statement(
            texts, symbols, told, seconds=budget.left(), identities=identities, extra=extra
        )
        if not isinstance(made.verdict, Proved):
            return replace(made, questions=made.questions + sum(c.questions for c in found))
        found.append(made)
    data: dict[str, Any] = {
        "format": 1,
        "kind": "certificate",
        "letters": [s.name for s in symbols],
        "domain": [c.to_text() for c in problem.domain.conditions],
        "answer": told,
        "parts": [c.data for c in found],
        "cover": [],
        "whole": _ranges(problem.domain) if any(k.name.startswith("power(") for k in problem.kinks) else {},
    }
    ring, questions = parts_cover(data)
    search = Search(ring, symbols, budget, identities=identities)
    for facts, clauses in questions:
        cover = search.refute(facts, clauses)
        if isinstance(cover, Unknown):
            return Certificate(Undecided(f"that the parts cover the domain: {cover.reason}"))
        if isinstance(cover, Found):
            return Certificate(Refuted(cover.point, "the point lies in no part of the domain"))
        data["cover"].append(cover)
    missing = names.difference(*(set(c.data["shown"]) for c in found))
    if missing:
        point = dict(zip(problem.domain.field.symbols, map(to_rational, problem.domain.witness), strict=True))
        return Certificate(Refuted(point, f"{min(missing)} is empty"))
    count, by_solver = verify(data)
    asked = len(questions) + sum(c.questions for c in found)
    certificate = Certificate(Proved(), asked, count, by_solver, (f"{len(found)} parts",), data)
    return replace(certificate, verdict=Proved(certificate))


def _ranges(domain: Domain) -> dict[str, tuple[int, int]]:
    """The least and the greatest value of each letter that is a whole number with bounds."""
    found = {}
    for place in domain.whole:
        low, high, low_in, high_in = domain.box[place]
        if low is not None and high is not None and low.q == high.q == 1:
            found[domain.field.names[place]] = (int(low.p) + (not low_in), int(high.p) - (not high_in))
    return found
