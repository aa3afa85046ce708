"""Whole numbers: a rule told in the words of letters that are whole, where its cases hold for whole numbers alone.

Between 1 and 3 there is 2: conditions become bounds that are attained, or an equation, a case between two numbers
is none, and neighbouring pieces of one label become a run.

>>> from sympy import Symbol
>>> from symdt.exact.domain import Domain
>>> n = Symbol("n", integer=True)
>>> domain = Domain(n >= 1, n <= 6)
>>> between = [Condition.of(n - 1, ">"), Condition.of(3 - n, ">")]
>>> print(*bounds(between, domain))
n == 2
>>> print(*bounds([Condition.of(2*n - 7, ">")], domain))
n >= 4
"""

from __future__ import annotations

from dataclasses import replace

from sympy import Symbol

from symdt.exact.domain import Domain
from symdt.exact.formula import Condition, all_of, compare
from symdt.exact.solver import Found, NoPoint, rational_values
from symdt.regions.ends import Ratio
from symdt.regions.rule import Case, Piece, Rule
from symdt.regions.whole.whole_points import plain, whole_point
from symdt.regions.whole.whole_ranges import bounds


def whole_rule(rule: Rule) -> Rule:
    """The rule with witnesses that are whole where letters are; where its functions hold for whole numbers alone, in their words."""
    domain = rule.question.domain
    if not domain.whole:
        return rule
    has_parts = bool(rule.question.parts)
    stated = list(rule.cases)
    if has_parts:  # a range may leave one whole number, which tells roots that hang on it
        told = [plain(bounds(c.conditions, domain), domain) for c in stated]
        stated = [
            replace(c, conditions=some) for c, some in zip(stated, told, strict=True) if some is not None
        ]
    whole = [_with_whole_witness(case, domain) for case in stated]
    if not has_parts:  # a rule for all real values keeps what lies between: it is proved for these
        return replace(rule, cases=tuple(w or case for w, case in zip(whole, rule.cases, strict=True)))
    cases = [case for case in whole if case is not None]
    letter = rule.question.letter
    cases = [
        replace(
            c,
            conditions=bounds(c.conditions, domain),
            pieces=runs(c, domain, letter) if letter.is_integer else c.pieces,
        )
        for c in cases
    ]
    cases.sort(key=lambda c: [v for s, v in c.witness if s.is_integer])
    return replace(rule, cases=tuple(cases))


def runs(case: Case, domain: Domain, letter: Symbol) -> tuple[Piece, ...]:
    """The pieces along a whole letter, neighbours of one label with no whole number between them put together."""
    found: list[Piece] = []
    for piece in case.pieces:
        last = found[-1] if found else None
        if last is not None and last.label == piece.label and _follows(last, piece, case, domain, letter):
            found[-1] = replace(last, stop=piece.stop, is_open_right=piece.is_open_right)
        else:
            found.append(piece)
    return tuple(found)


def _follows(one: Piece, other: Piece, case: Case, domain: Domain, letter: Symbol) -> bool:
    """Whether no whole number lies behind one piece and before another, wherever the case holds."""
    stop, start = one.stop, other.start
    if not (isinstance(stop, Ratio) and isinstance(start, Ratio)):
        return False
    step = start.element - stop.element
    if step.is_constant and step.constant == 1 and other.is_closed_left and not one.is_open_right:
        return True
    if not all(isinstance(c, Condition) for c in case.conditions):
        return False
    at = domain.field.element(letter)
    behind = compare(at, ">=" if one.is_open_right else ">", stop.element)
    before = compare(at, "<" if other.is_closed_left else "<=", start.element)
    return isinstance(domain.find(all_of(*case.conditions, behind, before)), NoPoint)


def _with_whole_witness(case: Case, domain: Domain) -> Case | None:
    """The case with a witness that is whole where letters are; None for a case that lies between whole numbers."""
    if all(getattr(v, "q", None) == 1 for s, v in case.witness if s.is_integer):
        return case
    answer = whole_point(case.conditions, domain)
    if isinstance(answer, NoPoint):
        return None
    values = rational_values(domain.field, answer.point) if isinstance(answer, Found) else None
    if values is None:
        return case
    return replace(case, witness=tuple((s, values[domain.field.position[s]]) for s, _ in case.witness))
