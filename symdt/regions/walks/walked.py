"""The engine for functions that are quadratic in the letter, in three and more other letters: every walk there is.

The envelope of parabolas is a walk along the letter; which one it is hangs on signs of polynomials in the other letters.
A case is a conjunction of the signs on which its walk hangs, so that cases are disjoint, together the domain, and right
by the way they are made; what is found out is which of them have a point.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> p, h, k, l = symbols("p h k l")
>>> domain = Domain("0 < p < 1", "h > 0", "k > 0", "l > 0")
>>> f = domain.field.element
>>> rule = solve(Question((("a", f(h*p**2)), ("b", f(k*p + l)), ("c", f(h*p**2 + k + l))), domain, p))
>>> for case in rule.cases:
...     print(*case.conditions, [(piece.label, str(piece.stop)) for piece in case.pieces])
h > k + l [('a', '(k + sqrt(4*h*l + k**2))/(2*h)'), ('b', '1')]
h <= k + l [('a', '1')]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from symdt.exact.element import Element
from symdt.exact.formula import Condition
from symdt.exact.polynomial import Number
from symdt.exact.solver import Budget
from symdt.regions.contest import Question
from symdt.regions.ends import End, Ratio, Root
from symdt.regions.rule import INTERRUPTED, Case, Piece, Rule
from symdt.regions.sections import complete
from symdt.regions.walks.branches import Branches, Leaf
from symdt.regions.walks.parabolas import Parabolas
from symdt.regions.walks.parabolas import accepts as accepts  # it is an engine's
from symdt.regions.walks.rims import told
from symdt.regions.walks.settlement import OpenError
from symdt.regions.walks.walk import Crossing

#: How many points of a part are tried for one at which no piece is empty; the part of a budget that parts have.
TRIED, PARTS = 40, 0.85


def solve(question: Question, budget: Budget | None = None) -> Rule:
    """The rule, a case for each part of the space with one walk."""
    parabolas = Parabolas.of(question)
    low, high = (
        Ratio(question.domain.field.number(x))
        for x in question.domain.box[question.domain.field.position[question.letter]][:2]
    )
    if parabolas is None:
        return Rule(question, (), low, high, False, "a difference has several factors that hold the letter")
    branches = Branches(parabolas, Budget(PARTS * (budget or Budget(60)).left()))
    note = ""
    try:
        leaves = branches.whole()
    except OpenError:
        leaves, note = branches.open_parts(), "of a part of the domain it is open whether it has a point"
    except KeyboardInterrupt:
        leaves, note = branches.open_parts(), INTERRUPTED
    cases: list[Case] = []
    ends: dict[Any, End] = {}
    for leaf in leaves:
        case = Told(parabolas, leaf, ends).case()
        if case is not None:
            cases.append(case)
        elif not note:  # else there is more that is not told
            rest = decomposed(question, told(leaf.part.path), branches.budget)
            cases += rest.cases
            note = rest.note
    cases.sort(
        key=lambda c: (
            -len(c.pieces),
            [x.order if isinstance(x, Condition) else str(x) for x in c.conditions],
        )
    )
    return Rule(question, tuple(cases), low, high, not note, note)


def decomposed(question: Question, conditions: tuple[Condition, ...], budget: Budget) -> Rule:
    """The rule on a part of the domain without an inside, by a decomposition of it."""
    rule = complete.solve(
        replace(question, domain=question.domain.restricted(*conditions)), budget, is_seeded=False
    )
    cases = [replace(c, conditions=tuple(dict.fromkeys([*conditions, *c.conditions]))) for c in rule.cases]
    return replace(rule, cases=tuple(cases))


class Told:
    """A leaf as a case.

    parabolas: the functions. leaf: a part of the space with its walk. ends: of all leaves, each written once.
    """

    def __init__(self, parabolas: Parabolas, leaf: Leaf, ends: dict[Any, End]) -> None:
        self.parabolas, self.leaf, self.ends = parabolas, leaf, ends

    def case(self) -> Case | None:
        """The case with a witness at which no piece is empty; None where none was found."""
        part = self.leaf.part
        if not self.leaf.steps:
            return None
        ground = part.space.ground
        tried: set[Any] = set()
        # on its rim a piece may be empty
        inner = [Condition(c.field, c.poly, ">") for c, _ in part.conditions]
        for number in [*part.points[:TRIED], *part.points[-TRIED:]]:
            place = ground.places[number]
            values = ground.exact(place, inner)
            if values is None or values in tried:
                continue
            tried.add(values)
            point = part.space.point(values)
            pieces = self.pieces(point)
            if pieces is not None:
                position = self.parabolas.field.position
                letter = self.parabolas.question.letter
                others = [s for s in self.parabolas.question.domain.symbols if s != letter]
                witness = tuple((s, point[position[s]]) for s in others)
                return Case(tuple(sorted(told(part.path), key=lambda c: c.order)), pieces, witness)
        return None

    def pieces(self, point: Sequence[Number]) -> tuple[Piece, ...] | None:
        """The pieces of the walk; None where one of them is empty at a point."""
        parabolas = self.parabolas
        low, high = (Ratio(parabolas.field.number(x)) for x in parabolas.ends)
        ends: list[End] = [low]
        ends += [self.end(stop, point) if stop else high for _, stop in self.leaf.steps]
        places: list[Any] = [end.real(point) for end in ends]
        if any(not one < other for one, other in pairwise(places)):
            return None
        last = len(ends) - 2
        return tuple(
            Piece(
                parabolas.labels[label],
                ends[n],
                ends[n + 1],
                parabolas.has_low and n == 0,
                not parabolas.has_high and n == last,
            )
            for n, (label, _) in enumerate(self.leaf.steps)
        )

    def end(self, stop: Crossing, point: Sequence[Number]) -> End:
        """A crossing as an end of pieces."""
        parabolas, field = self.parabolas, self.parabolas.field
        a, b, c = parabolas.coefficients(stop.core)
        if not stop.lead:
            a, b, c = map(self.leaf.part.space.into, (a, b, c))
            ratio = Element.reduced(field, -c, b)
            return Ratio(ratio, is_flipped=ratio.den(*point) < 0)
        lead = None if a.is_constant() else stop.lead
        root = Root(field, parabolas.basis.polys[stop.core], parabolas.question.letter, stop.nth, lead)
        return self.ends.setdefault((stop.core, stop.nth, lead), root)
