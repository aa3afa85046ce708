"""The answer of `symdt solve --for`: the rule first, then what is wanted besides, its derivation and its certificate.

The rule is written before it is proved: a proof may take all the time that there is, and what was found is told.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from symdt.cli.bounds import for_a_search
from symdt.cli.output import in_table, paragraph, print_json, say, say_head, texts
from symdt.cli.progress import working
from symdt.cli.telling import seconds_to_tell, unless_late
from symdt.errors import BudgetError, DomainError, Stopped, quote

if TYPE_CHECKING:
    from sympy import Expr

    from symdt.problems.problem import Problem
    from symdt.solve.proofs.outcome import Certificate
    from symdt.solve.rule import DecisionRule
    from symdt.solve.written.derivation import Derivation


class Wanted(NamedTuple):
    """What is wanted with a rule."""

    certify: bool
    explain: bool
    as_json: bool
    as_latex: bool


def solve_for(
    problem: Problem, name: str, point: dict[str, Expr], wanted: Wanted, digits: int | None = None
) -> int:
    """Print the rule solved for a letter, the letters in `point` fixed first."""
    symbol = problem.domain.letter(name)
    if name in point:
        raise DomainError(f"--at fixes {quote(name)}, which --for solves for: leave it out of one of them")
    from symdt.exact.verdict import Proved, Refuted
    from symdt.solve.alternatives import SECONDS
    from symdt.solve.rule import decision_rule

    fixed = problem.at(point)
    with working("solving"):
        rule = decision_rule(fixed, symbol, seconds=for_a_search(SECONDS))
        rule = _in_time(rule, wanted, digits)
    answer = rule.to_json() if wanted.as_json else {}
    if wanted.as_latex:
        say(rule.to_latex())
    elif not wanted.as_json:
        _print_rule(problem, point, rule, digits)
    derivation, found = _proof(rule, wanted)
    verdict = found.verdict if found is not None and wanted.certify else None
    certified = {Proved: True, Refuted: False}.get(type(verdict))
    if wanted.as_json:
        lines = {"derivation": str(derivation).splitlines()} if derivation else {}
        where = {"at": texts(point)} if point else {}
        print_json({**answer, "title": problem.title, **where, "certified": certified, **lines})
    elif not wanted.as_latex and found is not None and wanted.certify:
        covers = rule.is_complete or not isinstance(found.verdict, Proved)
        say(paragraph(f"certificate: {found}{'' if covers else ': the cases cover the domain after all'}"))
    if derivation is not None and not wanted.as_json:
        _print_derivation(derivation, as_latex=wanted.as_latex)
    if not rule.is_complete and not certified:  # a certificate also proves that the cases cover the domain
        raise BudgetError(f"the rule is not complete: {rule.rule.note}{_easier(rule)}")
    if verdict is not None and certified is None:
        raise BudgetError(f"the certificate is {verdict}; allow more with --seconds")
    if wanted.explain and derivation is None:
        raise BudgetError("there was no time left for the derivation: allow more with --seconds")
    return 1 if certified is False else 0


def _in_time(rule: DecisionRule, wanted: Wanted, digits: int | None) -> DecisionRule:
    """The rule with the cases that there is time to write as it is wanted."""
    from symdt.solve.written.in_time import told_in_time
    from symdt.solve.written.rule_text import cases_json, to_text

    def write(one: DecisionRule) -> Any:
        if wanted.as_json:
            return cases_json(one)
        return one.to_latex() if wanted.as_latex else to_text(one, digits)

    has_witness = wanted.as_json or wanted.certify or wanted.explain  # a certificate is of the rule in JSON
    return told_in_time(rule, write, seconds_to_tell, has_witness=has_witness)


def _easier(rule: DecisionRule) -> str:
    """What may be asked instead of a rule that is not complete: other letters, or the regions in all of them."""
    names = [name for name in rule.alternatives.affine_letters if name != rule.letter.name]
    letters = " or ".join(f"--for {name}" for name in names[:3])
    if letters and rule.letter.name not in rule.alternatives.affine_letters:
        of_degree = f"; every comparison is of degree one in {', '.join(names[:3])}, so ask {letters}, or without --for"
    else:
        of_degree = "; ask without --for"
    return f"{of_degree} for the regions in all letters, fix some with --at, or allow more with --seconds"


def _proof(rule: DecisionRule, wanted: Wanted) -> tuple[Derivation | None, Certificate | None]:
    """The derivation and the certificate, as far as they are wanted and there is time; the provers are entered only then."""
    if not wanted.explain and not wanted.certify:
        return None, None
    from symdt.exact.verdict import Undecided
    from symdt.solve.proofs.outcome import Certificate
    from symdt.solve.proofs.proving import SECONDS

    late = None, Certificate(Undecided("the time budget is spent"))
    if Stopped.deadline is not None and time.process_time() >= Stopped.deadline:
        return late

    def proved() -> tuple[Derivation | None, Certificate | None]:
        if wanted.explain:
            from symdt.solve.written.derivation import explain

            derivation = explain(rule, seconds=for_a_search(SECONDS))
            return derivation, derivation.certificate
        from symdt.solve.certificate import certificate_of_rule

        return None, certificate_of_rule(rule, seconds=for_a_search(SECONDS))

    with working("certifying"):
        return unless_late(proved) or late


def _print_derivation(derivation: Derivation, *, as_latex: bool) -> None:
    if as_latex:
        from symdt.typeset.derivation import derivation_latex

        say(derivation_latex(derivation))
    else:
        for step in derivation.steps:
            say(paragraph(str(step), set_in=2 * (step.depth + 1)))


def _in_policies(rule: DecisionRule, problem: Problem) -> str:
    """The rule with the policy of each piece as a table; nothing where the problem has no way of its own to tell one."""
    from symdt.solve.written.rule_text import interval

    lines, ties = [], rule.alternatives.ties
    for case in rule.cases:
        for piece in case.pieces:
            policy = problem.policy(dict(piece.label.strategy), ties.get(piece.label))
            if policy is None:
                return ""
            lines.append(" and ".join([*map(str, case.conditions), interval(piece, rule.letter.name)]) + ":")
            lines.append(in_table(policy.rows()))
    return "\n".join([*lines, *([] if rule.is_complete else [f"partial: {rule.rule.note}"])])


def _print_rule(problem: Problem, point: dict[str, Expr], rule: DecisionRule, digits: int | None) -> None:
    from symdt.solve.written.rule_text import to_text

    say_head(problem.title, point)
    say(_in_policies(rule, problem) or to_text(rule, digits))
    for reason in rule.never_reasons:
        say(paragraph(f"never optimal: {reason}"))
