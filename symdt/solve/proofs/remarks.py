"""Remarks: where a rule that names no witnesses has a piece that is empty for some of its case, so that a case is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sympy import Symbol

from symdt.exact.formula import point_text
from symdt.exact.solver import Found
from symdt.solve.proofs.check.items import Scope
from symdt.solve.proofs.check.obligations import Statement
from symdt.solve.proofs.check.polynomials import Quotient, added
from symdt.solve.proofs.prover import Search


def remarks(statement: Statement, search: Search, letters: Sequence[Symbol]) -> Iterator[str]:
    """Where pieces are empty, in words.

    statement: laid out, so that its places are known. search: who finds a point. letters: those of the problem.
    """
    rule = statement.answer["rule"]
    for place, piece in statement.places if not statement.is_part else ():
        name, _, number = place.name.partition(", piece ")
        case = rule["cases"][int(name.removeprefix("case ")) - 1]
        start, stop = (statement.end(piece[side]) or edge(statement, side) for side in ("from", "to"))
        if "witness" in case or start is None or stop is None:
            continue
        scope = Scope(name, [*statement.domain.facts, *statement.conditions(case["if"], name)])
        # one value is no empty piece
        is_closed = piece.get("from_closed", False) and piece.get("to_closed", True)
        reversed_ends = statement.facts(added(start, stop, -1), ">" if is_closed else ">=", scope)
        answer = search.solve([*scope.facts, *reversed_ends])
        if isinstance(answer, Found):
            point = {s: v for s, v in answer.point.items() if s in letters and s.name != rule["for"]}
            yield f"piece {number} of {name} is empty at {point_text(point)}: a case is missing there"


def edge(statement: Statement, side: str) -> Quotient | None:
    """The end of the domain along the rule's letter, where one condition on that letter alone gives it."""
    (power,) = statement.ring.letter(statement.answer["rule"]["for"])
    for poly, op in statement.domain.facts:
        if set(poly) <= {0, power} and power in poly and op in (">", ">="):
            is_lower = poly[power] > 0
            if is_lower == (side == "from"):
                value = -Fraction(poly.get(0, 0)) / poly[power]
                return ({0: value} if value else {}), ()
    return None
