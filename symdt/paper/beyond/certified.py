"""Beyond the paper: what `certify` is worth. It proves the right rule of Example 2 and refutes wrong ones.

A wrong rule is the right one with one thing changed. The refutation names a point; there the changed rule is
compared with the risks as the paper prints them, so that the refutation itself is checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

from sympy import symbols

from symdt.claims.claim import Chapter, Computation, Triple, put
from symdt.errors import DomainError
from symdt.exact.domain import Domain
from symdt.exact.verdict import Proved, Refuted
from symdt.paper.statements.example_2.problem import rule
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem
from symdt.regions.rule import Case, Piece
from symdt.solve.alternatives import Choice
from symdt.solve.certificate import certify
from symdt.solve.rule import DecisionRule, decision_rule

Cases = tuple[Case[Choice], ...]


def _with(cases: Cases) -> DecisionRule:
    right = rule()
    return replace(right, rule=replace(right.rule, cases=cases))


def _changed(case: Case[Choice], pieces: tuple[Piece[Choice], ...]) -> Cases:
    return tuple(replace(c, pieces=pieces) if c is case else c for c in rule().cases)


def wrong_rules() -> Iterator[tuple[str, DecisionRule]]:
    """Example 2's rule with a swap, a gap, a moved end or a missing case, one at a time."""
    cases = rule().cases
    long = next(c for c in cases if len(c.pieces) == 3)  # a0, a3, a23
    short = next(c for c in cases if len(c.pieces) == 2)  # a0, a23
    for case in (long, short):
        names = ", ".join(piece.label.action for piece in case.pieces)
        for i in range(len(case.pieces) - 1):
            pieces = list(case.pieces)
            pieces[i] = replace(pieces[i], label=case.pieces[i + 1].label)
            pieces[i + 1] = replace(pieces[i + 1], label=case.pieces[i].label)
            yield f"{names}: pieces {i + 1} and {i + 2} exchanged", _with(_changed(case, tuple(pieces)))
        for i in range(len(case.pieces)):
            left = (*case.pieces[:i], *case.pieces[i + 1 :])
            yield f"{names}: piece {i + 1} left out", _with(_changed(case, left))
    after_a3 = long.pieces[1].stop
    for piece, end in ((0, short.pieces[0].stop), (1, short.pieces[0].stop), (0, after_a3)):
        moved = [replace(long.pieces[piece], stop=end), replace(long.pieces[piece + 1], start=end)]
        pieces = [*long.pieces[:piece], *moved, *long.pieces[piece + 2 :]]
        yield f"a0, a3, a23: end {piece + 1} moved to {end}", _with(_changed(long, tuple(pieces)))
    for left_out in cases:
        names = ", ".join(piece.label.action for piece in left_out.pieces)
        yield f"the case {names} left out", _with(tuple(c for c in cases if c is not left_out))


def _has_empty_piece(wrong: DecisionRule, point: Mapping[str, Fraction]) -> bool:
    """Whether the case at a point has a piece that holds no p at all."""
    values = wrong.domain.field.values(point)
    case = next(c for c in wrong.cases if c.holds(values))
    return any(bool(x.start.value(values) >= x.stop.value(values)) for x in case.pieces)


def _refuted(given: str) -> Iterator[Triple]:
    """certify refutes each wrong rule, at a point where it is worse by the printed risks, silent, or has an empty piece."""
    yield {"rule": "as derived"}, True, isinstance(certify(rule()), Proved)
    for name, wrong in wrong_rules():
        verdict = certify(wrong if given == "wrong" else rule())
        yield {"rule": name}, "refuted", type(verdict).__name__.lower()
        if not isinstance(verdict, Refuted):
            continue  # the line above has said so
        point = {s.name: Fraction(str(v)) for s, v in verdict.counterexample.items()}
        p, h, k = point["p"], point["h"], point["k"]
        risks = {
            "a0": 6 * h * p,
            "a3": 2 * k - 3 * k * p + 2 * h * p,
            "a2": 3 * k - 7 * k * p + 2 * h * p,
            "a23": 5 * k - 15 * k * p,
        }
        try:
            chosen = wrong(point)
        except DomainError:
            chosen = "none"
        is_wrong = chosen == "none" or risks[chosen] > min(risks.values()) or _has_empty_piece(wrong, point)
        yield (
            {"rule": name, "point": verdict, "chosen": chosen},
            (True, True),
            (0 < p < Fraction(1, 4), is_wrong),
        )


def _range(end: str) -> Iterator[Triple]:
    """Where the range of p ends at the smaller of two letters, so does the last piece of the rule, and no piece is empty."""
    domain = Domain("0 < p", "p < u", "p < v", "0 < u < 1", "0 < v < 1")
    loss = LossTable.zero_l(["M0", "M1"], false=1, missed=2)
    found = decision_rule(DecisionProblem(loss, Belief({"M0": "rest", "M1": symbols("p")}), domain), "p")
    yield {"certified": True}, True, isinstance(certify(found), Proved)
    for u, v in product((Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)), repeat=2):
        values = domain.field.values({"u": u, "v": v, "p": Fraction(1, 8)})
        case = next(c for c in found.cases if c.holds(values))
        ends = [Fraction(str(piece.stop.value(values))) for piece in case.pieces]
        wanted = [Fraction(1, 3), min(u, v)] if min(u, v) > Fraction(1, 3) else [min(u, v)]
        yield {"u": u, "v": v}, wanted if end == "the smaller" else [Fraction(1, 3), u], ends


chapter = Chapter("beyond", is_own=True)
chapter.holds(
    "b-range",
    "beside Example 2",
    "a rule ends where the range of its letter ends, also where that depends on other letters: for 0 < p < u, v its last end "
    "is the smaller of u and v",
    Computation(_range, {"end": "the smaller"}),
    put(end="the first"),
)
chapter.holds(
    "b-certify",
    "beside Example 2",
    "the certificate proves the rule of Example 2 and refutes it with two actions exchanged, a piece or a case left out, or "
    "an end moved: at a point where the printed risks confirm it",
    Computation(_refuted, {"given": "wrong"}),
    put(given="right"),
)

CLAIMS = tuple(chapter.claims)
