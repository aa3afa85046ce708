"""The checker: proofs of questions by identities, which are multiplied out and compared coefficient by coefficient.

A question is answered by an identity

    c1 * (product of facts) + c2 * (product of facts) + ... = 0

between polynomials, with numbers c >= 0 (any polynomial before a product with an equation), in which
one product with c > 0 is positive: a contradiction, so the facts have no common point. Or by cases: one
alternative of a clause holds, or a polynomial is positive, zero or negative, or is positive or is not. Where a proof only names
a solver that is counted. Nothing but Python's standard library is used, and no other part of symdt:
`python -m check CERT.json` runs in the folder that holds this one, wherever that is copied.

>>> ring = Ring(["x", "y"])
>>> facts = [ring.fact(text) for text in ("x > 0", "y > 0", "x*y < 0")]
>>> check(ring, {"sum": [["1", [2]], ["1", [0, 1]]]}, facts)  # -x*y + x*y = 0, though both are positive
(1, 0)
>>> check(ring, {"sum": [["1", [2]], ["1", [0]]]}, facts)
Traceback (most recent call last):
    ...
symdt.solve.proofs.check.polynomials.RejectedError: the sum of the products is not zero
>>> check(ring, {"sum": [["1", [0]], ["1", [1]]]}, [ring.fact("x >= 0"), ring.fact("x <= 0")])  # both hold at x = 0
Traceback (most recent call last):
    ...
symdt.solve.proofs.check.polynomials.RejectedError: no product of the sum is positive
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .facts import whole_values
from .items import Fault, Point, Question
from .obligations import Statement
from .polynomials import MOST_BITS, Poly, Quotient, RejectedError, exponents, longest, plus, times
from .reader import fraction
from .texts import Fact, Ring, negated


def check(ring: Ring, proof: Any, facts: list[Fact], clauses: Sequence[list[Fact]] = ()) -> tuple[int, int]:
    """The numbers of identities and of parts left to a solver in a proof that the facts have no common point."""
    if "solver" in proof:
        return 0, 1
    if "sum" in proof:
        check_sum(ring, proof["sum"], facts)
        return 1, 0
    if "clause" in proof:
        known, branches = list(facts), []
        for fact in clauses[proof["clause"]]:
            branches.append(ring.with_definitions(known, fact))
            known = ring.with_definitions(known, negated(fact))
    elif "sides" in proof:
        poly, _ = ring.plain(proof["sides"])
        branches = [[*facts, (poly, ">")], [*facts, ({m: -c for m, c in poly.items()}, ">=")]]
    else:
        poly, _ = ring.plain(proof["split"])
        minus = {m: -c for m, c in poly.items()}
        branches = [[*facts, (poly, ">")], [*facts, (poly, "==")], [*facts, (minus, ">")]]
    parts = zip(proof["cases"], branches, strict=True)
    counts = [check(ring, part, branch, clauses) for part, branch in parts]
    return sum(a for a, _ in counts), sum(b for _, b in counts)


def check_sum(ring: Ring, terms: Any, facts: list[Fact]) -> None:
    """The products sum to zero, none of them is negative, and one is positive."""
    total: Poly = {}
    is_positive = False
    for text, factors in terms:
        (term, dens), is_equation = ring.plain(text), False
        is_number = not dens and set(term) <= {0} and term.get(0, 0) >= 0
        is_strict = bool(term)
        for factor in factors:
            # a text is a polynomial to be squared
            poly, op = (ring.plain(factor)[0], "square") if isinstance(factor, str) else facts[factor]
            term = times(term, times(poly, poly) if op in ("!=", "square") else poly)
            is_strict &= op in (">", "!=")
            is_equation |= op == "=="
        if dens or not (is_number or is_equation):
            raise RejectedError("a product of inequalities has a factor that is not a number >= 0")
        is_positive |= is_strict and is_number
        total = plus(total, term)
    if total:
        raise RejectedError("the sum of the products is not zero")
    if not is_positive:
        raise RejectedError("no product of the sum is positive")


def value_at(ring: Ring, quotient: Quotient, point: dict[str, Fraction]) -> Fraction:
    """The value of a quotient of polynomials at a point."""
    values = []
    for poly in (quotient[0], *quotient[1]):
        total = Fraction(0)
        for m, c in poly.items():
            for name, e in zip(ring.letters, exponents(m), strict=False):
                if e and e * longest({0: point[name]}) > MOST_BITS:
                    raise RejectedError(f"a power of {name} has too many digits at its point")
                c = c * point[name] ** e if e else c
            total += c
        values.append(total)
    total, *dens = values
    for den in dens:
        total /= den
    return total


def holds(ring: Ring, fact: Fact, point: dict[str, Fraction]) -> bool:
    """Whether a fact holds at a point."""
    total = value_at(ring, (fact[0], ()), point)
    return {">": total > 0, ">=": total >= 0, "==": total == 0, "!=": total != 0}[fact[1]]


def verify(certificate: dict[str, Any]) -> tuple[int, int]:
    """The numbers of identities checked and of questions left to a solver; `RejectedError` says what is wrong."""
    try:
        return _verify(certificate)
    except (
        KeyError,
        IndexError,
        ValueError,
        TypeError,
        AttributeError,
        ArithmeticError,
        RecursionError,
    ) as error:
        raise RejectedError(f"the certificate cannot be read ({repr(error)[:120]})") from None


def _verify(certificate: dict[str, Any]) -> tuple[int, int]:
    if certificate["format"] != 1:
        raise RejectedError(
            f"the certificate has format {certificate['format']!r:.40}: this checker reads format 1"
        )
    identities, by_solver = verify_statement(Statement(certificate), certificate["proofs"])
    if "parts" not in certificate:
        return identities, by_solver
    ring, questions = parts_cover(certificate)
    pairs = zip(certificate["cover"], questions, strict=True)
    counts = [check(ring, proof, facts, clauses) for proof, (facts, clauses) in pairs]
    asked: set[str] = set()
    shown: set[str] = set()
    for part in certificate["parts"]:
        statement = Statement(part_of(certificate, part))
        counts.append(verify_statement(statement, part["proofs"]))
        asked, shown = asked | statement.points, shown | statement.shown
    if asked - shown:
        raise RejectedError(f"{min(asked - shown)}: no part has a point that shows it")
    return identities + sum(a for a, _ in counts), by_solver + sum(b for _, b in counts)


def verify_statement(statement: Statement, proofs: dict[str, Any]) -> tuple[int, int]:
    """The numbers of identities checked and of questions left to a solver, for the questions of one statement."""
    identities = by_solver = 0
    for item in statement.questions():
        proof = proofs.get(item.key)
        if isinstance(item, Fault) or proof is None:
            raise RejectedError(
                f"{item.words}: " + ("this is false" if isinstance(item, Fault) else "no proof is given")
            )
        try:
            if isinstance(item, Question):
                if item.root and "solver" not in proof:
                    raise RejectedError("that a root exists is not shown by an identity")
                a, b = check(statement.ring, proof, item.facts, item.clauses)
                identities, by_solver = identities + a, by_solver + b
            elif "solver" in proof:
                by_solver += 1
            else:
                check_point(statement.ring, item, proof["point"])
        except RejectedError as reason:
            raise RejectedError(f"{item.words}: {reason}") from None
    return identities, by_solver


def check_point(ring: Ring, item: Point, told: dict[str, str]) -> None:
    """The facts hold at the point, and one of the further lists: one without roots, whose numbers no point shows."""
    point = {name: fraction(value) for name, value in {**told, **dict(item.fixed)}.items()}
    lists = [item.facts + some for some in item.some]
    plain = [
        facts for facts in lists if not any(n in ring.roots for n in ring.letters_of(*(f for f, _ in facts)))
    ]
    if lists and not plain:
        raise RejectedError("that a root has its number is not shown by a point")
    if not any(all(holds(ring, f, point) for f in facts) for facts in plain):
        raise RejectedError("the point does not show it")


def part_of(certificate: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """What is to be shown on a part of the domain: the same problem and rule, where its conditions hold too."""
    problem = certificate["problem"]
    domain = problem["domain"] + part["conditions"]
    return {
        **part,
        "letters": certificate["letters"],
        "answer": certificate["answer"],
        "problem": {**problem, "domain": domain},
        "part": True,
        **({"guarded": True} if certificate.get("guarded") else {}),
    }


def parts_cover(certificate: dict[str, Any]) -> tuple[Ring, list[tuple[list[Fact], tuple[list[Fact], ...]]]]:
    """That every point of the domain lies in a part, as questions: facts, and of each part a condition that fails.

    Where letters are whole numbers, with bounds among the conditions of the domain, there is a question for each
    choice of their values.
    """
    ring = Ring(certificate["letters"])
    facts = [ring.fact(text) for text in certificate["problem"]["domain"]]
    clauses = tuple([negated(ring.fact(c)) for c in part["conditions"]] for part in certificate["parts"])
    return ring, [
        ([*facts, *values], clauses) for values in whole_values(ring, facts, certificate.get("whole", {}))
    ]
