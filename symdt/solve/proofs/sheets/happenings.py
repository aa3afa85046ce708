"""Events: the polynomials of the other letters where a rule that is right on one side may be wrong on the other.

Let a rule be right at a point and wrong beside it. Either another case holds there, and a polynomial of its conditions
vanishes between; or the case is the same, and of one of its pieces an end ceases to be, or passes the other end or an end of
the domain, or a function that is no better there becomes better: from a double zero inside, or from an end. So at almost
every point between vanishes a polynomial of a condition, or the leading coefficient or the discriminant of an end or of a
difference, or the resultant of one of these and an end of the same piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from symdt.solve.proofs.coverings.judging import Judged, Sign, Told
from symdt.solve.proofs.coverings.within import Within, members


class Events:
    """The polynomials, by number, of an inquiry about a rule."""

    def __init__(self, whole: Within) -> None:
        self.whole, self.algebra, self.letter = whole, whole.algebra, whole.letters[-1]
        self.bare: dict[int, None] = {}  # without the rule's letter
        self.cores: dict[int, None] = {}  # with it
        self.open_cases: list[Told] = []  # that hold not on a surface alone
        # those of `bare` that are there for another reason than a condition of an open case
        self.firm: set[int] = set()
        domain = self.split(judged for some in whole.facts for (judged,) in some)
        self.met(domain, domain)
        for case, denied, pieces in zip(whole.cases, whole.denied, whole.pieces, strict=True):
            if self.is_thin(case):
                continue
            self.open_cases.append(case)
            self.split(told(case), is_firm=False)
            for some in denied:
                group = self.split(told(some))
                self.met([*domain, *group], group)
            for facts, denials in pieces:
                ends = [*domain, *self.split(told(facts))]
                self.met(ends, ends)
                for some in denials:
                    group = self.split(told(some))
                    self.met([*ends, *group], group)

    def is_thin(self, case: Told) -> bool:
        """Whether a case holds on a surface alone, which is noted: beside it nothing else of the case counts."""
        same = [
            judged
            for judged in told(case)
            if isinstance(judged, Sign) and judged.op == "==" and judged.members
        ]
        if same:
            self.note(n for n, _ in min(same, key=self.heaviness).members)
        return bool(same)

    def heaviness(self, judged: Sign) -> int:
        """How hard it is to work with a fact."""
        return sum(self.algebra.weight(n)[0] for n, _ in judged.members)

    def split(self, facts: Iterable[Judged], is_firm: bool = True) -> list[int]:
        """The polynomials of facts that have the rule's letter; the others are noted."""
        found = dict.fromkeys(number for judged in facts for number in members(judged))
        above = [n for n in found if self.algebra.degrees[n][self.letter]]
        self.note((n for n in found if n not in above), is_firm)
        return above

    def met(self, ends: list[int], others: list[int]) -> None:
        """What happens where one of some polynomials changes its shape, or has a zero in common with one of others."""
        for number in {*ends, *others} - set(self.cores):
            self.cores[number] = None
            self.note(self.algebra.parts(self.algebra.coefficients(number, self.letter)[-1]))
            if self.algebra.degrees[number][self.letter] > 1:
                self.note(self.algebra.chain(number, number, self.letter, 0) or ())
        for one in ends:
            for other in others:
                if one != other:
                    pair = min(one, other), max(one, other)
                    self.note(self.algebra.chain(*pair, self.letter, 0) or ())

    def note(self, numbers: Iterable[int], is_firm: bool = True) -> None:
        """Polynomials that vanish where something may change; is_firm: not only because an open case has a condition on them."""
        some = dict.fromkeys(numbers)
        self.bare.update(some)
        self.firm.update(some if is_firm else ())


def told(facts: Told) -> Iterator[Judged]:
    """The facts alone."""
    return (judged for _, judged in facts)
