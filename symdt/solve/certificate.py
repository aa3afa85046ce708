"""Certificates: a rule as it is shown is put to the question against its problem, and carries the proof away.

Nothing of the derivation is trusted, nor its records: `certificate_of` takes a problem and the answer as
`symdt solve --for P --json` prints it, from us or anybody. Both are read as texts, by the same few lines
that check the finished certificate (`symdt.solve.proofs.check`): expected values are summed from the table
or the tree, and every claim of the rule becomes a question about polynomials. An identity answers it, which
is found by linear programming and can be checked by multiplication; where none is found, the solver does.

>>> from symdt import Belief, DecisionProblem, Domain, LossTable
>>> from sympy import symbols
>>> p = symbols("p")
>>> loss = LossTable(["well", "ill"], ["wait", "treat"], [[0, 1], [10, 0]])
>>> problem = DecisionProblem(loss, Belief({"well": "rest", "ill": p}), Domain("0 < p < 1"))
>>> pieces = [{"action": "wait", "from": "0", "to": "1/11"}, {"action": "treat", "from": "1/11", "to": "1"}]
>>> answer = {"rule": {"for": "p", "cases": [{"if": [], "pieces": pieces}]}}
>>> certificate = certificate_of(problem, answer)
>>> print(certificate)
proved, 6 identities, checked by multiplication
>>> pieces[0]["to"] = pieces[1]["from"] = "1/10"
>>> print(certificate_of(problem, answer))
refuted at p=2/21: this fails there: in case 1, piece 1, wait is as good as treat
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sympy import Symbol

from symdt.errors import ExpressionError
from symdt.exact.formula import point_text
from symdt.exact.polynomial import to_rational
from symdt.exact.solver import Budget
from symdt.exact.verdict import Refuted, Undecided, Verdict
from symdt.problems.kinks.kinked import KinkedProblem
from symdt.problems.problem import Problem
from symdt.problems.tree_problem import as_problem
from symdt.solve.parts.by_parts import has_kinks, whole_ranges
from symdt.solve.proofs.outcome import Certificate
from symdt.solve.proofs.proving import SECONDS, prove_statement
from symdt.solve.proofs.source import written

if TYPE_CHECKING:
    from symdt.solve.rule import DecisionRule

#: How a refutation begins that names a point in no case, or in no piece of its case (`proofs.check.shape`).
GAP = "this fails there: every point of"


def certify(rule: DecisionRule, *, seconds: float = SECONDS) -> Verdict:
    """Proved: all that the rule shows is so at every point of its problem's domain; else a counter-example.

    rule: taken as it is shown, by `rule.to_json()`. seconds: of computing. The verdict `Proved` holds the
    certificate in `evidence`.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> from symdt import decision_rule
    >>> verdict = certify(decision_rule(problem, p))
    >>> verdict, str(verdict.evidence)
    (Proved(), 'proved, 8 identities, checked by multiplication')
    """
    return certificate_of_rule(rule, seconds=seconds).verdict


def certificate_of_rule(rule: DecisionRule, *, seconds: float = SECONDS) -> Certificate:
    """The certificate of one of our own rules, as it is shown, against the problem that it holds."""
    if any(not hasattr(piece.label, "strategy") for case in rule.cases for piece in case.pieces):
        raise ExpressionError(
            "the rule orders all actions: certify the rule of `decision_rule`, which chooses one"
        )
    choices, budget = rule.alternatives, Budget(seconds)
    source = choices.source
    try:
        answer = rule.to_json()
    except KeyError as choice:  # a choice with no value among those of the problem
        domain = choices.domain
        point = dict(zip(domain.field.symbols, map(to_rational, domain.witness), strict=True))
        return Certificate(Refuted(point, f"the problem has no such choice as {choice.args[0]!r}"))
    return _certificate(source, answer, budget.left(), identities=True)


def certificate_of(
    problem: Problem,
    answer: Mapping[str, Any],
    *,
    seconds: float = SECONDS,
    identities: bool = True,
) -> Certificate:
    """The certificate of a rule for a problem, or the point where it is wrong, or what was not decided.

    problem: what the rule is about. answer: the rule as `solve --for P --json` prints it; `values`,
    `never_optimal` and each piece's `strategy` and `value` may be missing, then nothing is claimed of them.
    seconds: of computing, for the whole. identities: whether small certificates are sought.
    """
    return _certificate(as_problem(problem), answer, seconds, identities=identities)


def _certificate(
    problem: Problem, answer: Mapping[str, Any], seconds: float, *, identities: bool
) -> Certificate:
    """A rule that says of itself that it is partial is not wrong where it says nothing, and not proved either."""
    found = _judged(problem, answer, seconds, identities=identities)
    verdict = found.verdict
    if answer.get("complete") is False and isinstance(verdict, Refuted) and verdict.why.startswith(GAP):
        where = point_text(verdict.counterexample)
        reason = f"the rule says that it is partial, and it has no answer at {where}"
        return replace(found, verdict=Undecided(reason))
    return found


def _judged(problem: Problem, answer: Mapping[str, Any], seconds: float, *, identities: bool) -> Certificate:
    """By parts where min, max, abs or piecewise are in it; what fails between whole numbers alone is asked at these."""
    from symdt.solve.parts.part_proofs import certificate_of_parts

    budget = Budget(seconds)
    if isinstance(problem, KinkedProblem) or has_kinks(answer, problem.optimum):
        found = certificate_of_parts(problem, answer, seconds=seconds, identities=identities)
    else:
        symbols = problem.domain.symbols
        found = prove_statement(written(problem), symbols, answer, seconds=seconds, identities=identities)
    if not _odd(found):
        return found
    if whole_ranges(problem.domain):
        by_values = certificate_of_parts(
            problem, answer, seconds=budget.left(), identities=identities, by_values=True
        )
        if not _odd(by_values):
            return by_values
    point = found.verdict.counterexample  # type: ignore[union-attr]
    reason = f"for real numbers it fails at {point_text(point)}, and {_odd(found)[0]} is a whole number"
    return replace(found, verdict=Undecided(reason))


def _odd(certificate: Certificate) -> list[Symbol]:
    """The letters that are whole numbers, but not at the point where a rule is refuted."""
    point = getattr(certificate.verdict, "counterexample", None) or {}
    return [s for s, v in point.items() if s.is_integer and not getattr(v, "is_integer", True)]
