"""Everywhere: a rule in three other letters is right at every point if it is so on all surfaces of events and beside them.

Off the surfaces of events (`happenings`) a rule is right at all points of a connected open set or at none of them. Two such sets
inside the domain, which is convex, are joined by a path that crosses surfaces at points of their open parts alone. So a rule is
right everywhere if it is so at one point off the surfaces, at every point on one, and on both sides of every open part of one.
A surface has two letters, so that coverings are made of two letters where three would be needed.

Of p**2 + h and k*p + l the first is the smaller from one zero of the difference to the other, if it has any.

>>> from sympy import Symbol
>>> from symdt.exact.solver import Budget
>>> from symdt.solve.proofs.check.texts import Ring
>>> from symdt.solve.proofs.coverings.covering import Covering
>>> from symdt.solve.proofs.coverings.cases.within import Case, Cell
>>> ring = Ring(["p", "h", "k", "l"])
>>> facts = lambda *texts: [ring.fact(text) for text in texts]
>>> inside, outside = facts("p**2 - k*p + h - l < 0"), facts("p**2 - k*p + h - l > 0")
>>> _ = [ring.root("p**2 - k*p + h - l", "p", i) for i in (0, 1)]
>>> ends = facts("p < root_0"), facts("p >= root_0", "p <= root_1"), facts("p > root_1")
>>> two = Case(facts("k**2 + 4*l >= 4*h"), [Cell(end, [no]) for end, no in zip(ends, (inside, outside, inside))])
>>> none = lambda op: Case(facts(f"k**2 + 4*l {op} 4*h"), [Cell([], [inside])])
>>> rule = lambda *cases: Within(Covering(ring, Symbol, Budget(9)), "p", facts("h > 0", "k > 0", "l > 0"), cases)
>>> points = [{"h": Fraction(1), "k": Fraction(3), "l": Fraction(1)}]
>>> decide(rule(two, none("<")), points)
NoPoint()
>>> decide(rule(two, none("<=")), points).point  # both cases hold where the zeros are one
{p: 0, h: 2, k: 2, l: 1}
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

from flint import fmpq

from symdt.exact.line.place import Place
from symdt.exact.solver import Answer, Found, NoPoint, Unknown
from symdt.regions.walks.surfaces.charts import LETTERS
from symdt.regions.walks.surfaces.surface import Surface
from symdt.regions.walks.surfaces.zeros import shares
from symdt.solve.proofs.coverings.cases.within import Within
from symdt.solve.proofs.coverings.covering import SpentError
from symdt.solve.proofs.coverings.inquiry import FoundError
from symdt.solve.proofs.coverings.judging import Side, Sign, members
from symdt.solve.proofs.coverings.variations import fixed_sign
from symdt.solve.proofs.sheets.ambient import Ambient, is_definite
from symdt.solve.proofs.sheets.beside import Open, Sheet
from symdt.solve.proofs.sheets.happenings import Events
from symdt.solve.proofs.sheets.restricted import Owners, Restricted
from symdt.solve.proofs.sheets.turns import instead
from symdt.solve.proofs.sheets.untold import Untold

#: Tries for a point inside the domain, about each witness.
TRIES = 12


def decide(whole: Within, witnesses: Sequence[dict[str, Fraction]]) -> Answer:
    """A point where a rule is not right, or that there is none.

    whole: the inquiry about the rule. witnesses: points of the other letters in the domain.
    """
    if len(whole.letters) != LETTERS + 1 or not is_plain(whole):
        return Unknown("the other letters are not three, or the domain is not convex")
    try:
        events = Events(whole)
        ambient = Ambient(events)
        open_sets = Open(whole)
        surfaces = surfaces_of(ambient)
        if not (is_thin(whole) or is_right_inside(open_sets, events, witnesses)):
            return Unknown("no point inside the domain was found")
        for number, surface in surfaces:
            owners = events.of(number, surface.zeros if surface else None)
            for inquiry in inquiries(open_sets, ambient, number, surface, owners):
                try:
                    inquiry.over(Place(whole.algebra.field), 0)
                except FoundError as found:
                    return pointed(inquiry, found.args[0])
    except FoundError as found:
        return Found(whole.covering.point(found.args[0]))
    except SpentError:
        return Unknown("the time budget is spent")
    return NoPoint()


def inquiries(
    open_sets: Open, ambient: Ambient, number: int, surface: Surface | None, owners: Owners
) -> Iterator[Restricted]:
    """What is asked on a surface, share by share, and beside it."""
    whole = open_sets.whole
    if surface is None:
        yield Untold(whole, ambient, number, owners, open_sets)
        return
    for at, share in enumerate(shares(surface)):
        if at:
            yield Restricted(whole, share, owners)
        else:
            yield Sheet(whole, surface, number, owners, open_sets)


def surfaces_of(ambient: Ambient) -> list[tuple[int, Surface | None]]:
    """The surfaces of events, each with the number of its polynomial; None where no two letters tell it, which come last."""
    algebra = ambient.events.algebra
    left = sorted(ambient.events.bare, key=algebra.weight, reverse=True)
    whole = ambient.events.whole
    faces = {n for some in whole.facts for (judged,) in some for n in members(judged)}
    seen: set[int] = set()
    found: dict[int, Surface | None] = {}
    while left:
        number = left.pop()
        seen.add(number)
        poly = algebra.polys[number]
        has_none = not ambient.basis.parts(poly) or is_definite(
            poly
        )  # a basis leaves out what plainly has no zero
        is_apart = has_none or fixed_sign(algebra, whole.ranges, number) is not None
        if number not in faces and is_apart:
            continue  # it vanishes nowhere inside the domain, and the faces of that are looked at themselves
        surface = ambient.surface(number)
        if surface is not None and surface.is_told:
            found[number] = surface
            continue
        others = instead(ambient, number)
        if others is None:
            found[number] = None
            continue
        for other in others:
            ambient.events.owners.setdefault(other, set()).update(ambient.events.of(number, None)[0])
        left += [n for n in others if n not in seen and n not in left]
    return sorted(found.items(), key=lambda one: one[1] is None)


def is_plain(whole: Within) -> bool:
    """Whether the domain is convex, each fact of it a linear one in the rule's letter or in the others, and no other letter is compared with a root."""
    algebra, own = whole.algebra, whole.letters[-1]
    for some in whole.facts:
        for (judged,) in some:
            if not isinstance(judged, Sign) or judged.op == "!=" or len(judged.members) != 1:
                return False
            ((number, many),) = judged.members
            degrees = algebra.degrees[number]
            if many > 1 or algebra.weight(number)[0] > 1 or (degrees[own] and sum(degrees) > 1):
                return False
    told = [judged for case in whole.cases for _, judged in case]
    told += [judged for denied in whole.denied for some in denied for _, judged in some]
    for pieces in whole.pieces:
        for facts, denials in pieces:
            told += [judged for some in (facts, *denials) for _, judged in some]
    return all(judged.letter == own for judged in told if isinstance(judged, Side))


def is_thin(whole: Within) -> bool:
    """Whether all points of the domain lie on a surface, that of an equation."""
    facts = [judged for some in whole.facts[:-1] for (judged,) in some]
    return any(isinstance(judged, Sign) and judged.op == "==" and judged.members for judged in facts)


def is_right_inside(open_sets: Open, events: Events, witnesses: Sequence[dict[str, Fraction]]) -> bool:
    """Whether the rule is right at a point inside the domain at which no event happens."""
    whole = open_sets.whole
    chance = random.Random(0)
    for size in range(TRIES):
        for witness in witnesses:
            place = Place(whole.algebra.field)
            for name, letter in zip(whole.order[:-1], whole.letters[:-1], strict=True):
                shift = Fraction(chance.randint(-999, 999), 1000 * 4**size)
                value = witness[name] + shift
                place = place.at(letter, fmpq(value.numerator, value.denominator))
            inside = all(whole.broken(place, depth) is None for depth in range(len(whole.letters)))
            if inside and all(whole.algebra.sign(place, n) for n in events.bare):
                open_sets.at(place)
                return True
    return False


def pointed(inquiry: Restricted, place: Place) -> Answer:
    """The point of the problem's letters at a place of a chart, where its coordinates are fractions."""
    letter = inquiry.letters[-1]
    if isinstance(inquiry, Untold):
        return Found(inquiry.covering.point(place))
    if not place.is_rational:
        return Unknown("a point was found whose coordinates are not fractions")
    values = inquiry.chart.at(place.coordinates)
    if values is None:
        return Unknown("a point was found where the chart is not defined")
    there = Place(inquiry.algebra.field, {**values, letter: place.coordinates[letter]})
    return Found(inquiry.covering.point(there))
