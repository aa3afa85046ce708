"""Nearby: whether an open set on which a case of a rule holds comes close to a place of sections.

The letters beside the rule's are one or two. Along the last of them one comes from a section to the stretches beside it, and from
a stretch over a section of the first letter to both sides of that. On the way nothing vanishes that parts where the case holds
from where it does not; so each point of the way is as near to the open set as its end, and so is each point of the cell that the
place stands for, along which all these polynomials keep their signs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from flint import fmpq

from symdt.exact.line import between
from symdt.exact.line.branch import compare
from symdt.exact.line.place import Place
from symdt.solve.proofs.coverings.judging import Judged, Side, Surd

if TYPE_CHECKING:
    from symdt.solve.proofs.coverings.cases.within import Within


class Nearby:
    """Where the cases of an inquiry hold on open sets.

    inquiry: about all cases of a rule, whose other letters are one or two.
    """

    def __init__(self, inquiry: Within) -> None:
        self.inquiry, self.algebra, self.letters = inquiry, inquiry.algebra, inquiry.letters[:-1]
        self._conditions: dict[int, tuple[list[Judged], frozenset[int]] | None] = {}

    def conditions(self, case: int) -> tuple[list[Judged], frozenset[int]] | None:
        """The conditions on the other letters under which a case holds in the domain, and the polynomials whose zeros part where they do
        from where they do not; None where one is an equation.
        """
        if case not in self._conditions:
            inquiry = self.inquiry
            told = [judged for some in inquiry.facts[:-1] for (judged,) in some]
            told += [judged for _, judged in inquiry.cases[case]]
            is_thin = any(judged.op == "==" for judged in told) or any(inquiry.clauses)
            parting = frozenset(n for judged in told for n in self.parting(judged))
            self._conditions[case] = None if is_thin else (told, parting)
        return self._conditions[case]

    def parting(self, judged: Judged) -> Iterator[int]:
        """The polynomials off whose zeros a condition holds all around a point, or nowhere around it."""
        if isinstance(judged, Surd):
            yield from (n for _, factors in judged.signs for n, _ in factors)
            return
        for n, _ in judged.members:
            yield n
            if isinstance(judged, Side) and self.algebra.degrees[n][judged.letter]:
                yield from self.algebra.apart(n, judged.letter)  # there each root has its number

    def is_limit(self, place: Place, case: int) -> bool:
        """Whether an open set on which the case holds comes close to a place at which it does, and all around it on its cell."""
        conditions = self.conditions(case)
        if conditions is None:
            return False
        letter, before = self.letters[-1], place.before
        if "_of" not in place.__dict__ or before is None:
            return self.is_beside(place, *conditions)
        near = self.near(before, letter, place.coordinates[letter], conditions[1])
        return any(self.is_beside(before.at(letter, value), *conditions) for value in near)

    def is_beside(self, place: Place, told: list[Judged], parting: frozenset[int]) -> bool:
        """The same for a place whose last letter has a fraction as its value, which stands for a stretch."""
        before = place.before
        if before is None or not before.is_section:
            return self.is_within(place, told, parting)
        first, last = self.letters
        value = place.coordinates[last]
        across = Place(self.algebra.field).at(last, value)
        near = self.near(across, first, place.coordinates[first], parting)
        base = Place(self.algebra.field)
        return any(self.is_within(base.at(first, x).at(last, value), told, parting) for x in near)

    def is_within(self, place: Place, told: list[Judged], parting: frozenset[int]) -> bool:
        """Whether conditions hold at a place and all around it."""
        is_inside = all(self.algebra.sign(place, n) for n in parting)
        return is_inside and all(judged.judge(self.algebra, place)[0] for judged in told)

    def near(self, place: Place, letter: int, value: Any, parting: frozenset[int]) -> Iterator[fmpq]:
        """Values of a letter on both sides of one, with no zero of the polynomials between."""
        low = high = None
        for number in parting:
            if not self.algebra.degrees[number][letter]:
                continue
            for part, _ in self.algebra.present(place, number, letter)[0] or ():
                for root, _ in self.algebra.roots(place, part, letter):
                    order = compare(root, value)
                    if order < 0 and (low is None or compare(root, low) > 0):
                        low = root
                    elif order > 0 and (high is None or compare(root, high) < 0):
                        high = root
        yield between(low, value)
        yield between(value, high)
