"""Forms of a rule: which of its values is the greater at an end of the range, and which grows faster."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

from symdt.solve.proofs.check.obligations import Statement
from symdt.solve.proofs.check.polynomials import BITS, Poly, Quotient, RejectedError, added, whole
from symdt.solve.proofs.check.values import key_of
from symdt.solve.proofs.splits.signs import multiple_of

if TYPE_CHECKING:
    from symdt.solve.proofs.prover import Search

#: Of more values the differences are no forms.
MAX_VALUES = 6
#: A form has at most so many terms.
MAX_TERMS = 12


def forms_of(statement: Statement, search: Search) -> list[Poly]:
    """The factors of the differences of the values that a rule shows; of their slopes; of what they are at its ends."""
    rule, ring, values = statement.answer["rule"], statement.ring, dict[Any, Quotient]()
    for piece in (piece for case in rule["cases"] for piece in case["pieces"]):
        try:
            strategy = statement.strategy(piece) or {statement.values.first.name: str(piece["action"])}
            value = statement.values.follow(statement.values.root, strategy)
        except (RejectedError, KeyError, OverflowError):
            continue
        values[key_of(value)] = value
    if len(values) > MAX_VALUES:
        return []
    differences = [added(a, b, -1)[0] for a, b in combinations(values.values(), 2)]
    ends = [end for side in ("from", "to") if (end := statement.end(rule.get(side) or "oo")) is not None]
    slopes = [p for d in differences for p in ring.coefficients(d, rule["for"])[1:]]
    at_ends = [ring.put(d, rule["for"], end)[0] for end in ends for d in differences]
    found: dict[Any, Poly] = {}
    for poly in [*differences, *slopes, *at_ends]:
        for factor in factors(search, poly) if poly else ():
            if len(factor) <= MAX_TERMS:
                found.setdefault(multiple_of(factor)[0], factor)
    return list(found.values())


def factors(search: Search, poly: Poly) -> list[Poly]:
    """The irreducible factors of a polynomial."""
    ring = search.ring
    condition = search.condition((poly, ">"), ring.letters)
    at = [ring.letters.index(s.name) for s in condition.field.symbols]
    found = []
    for factor, _ in condition.poly.factor()[1]:
        terms = {
            sum(int(e) << BITS * i for e, i in zip(m, at, strict=True)): Fraction(int(c.p), int(c.q))
            for m, c in factor.to_dict().items()
        }
        found.append(whole(terms))
    return found
