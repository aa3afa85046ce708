"""Events: the polynomials of the other letters where a rule that is right on one side may be wrong on the other.

Let a rule be right at a point and wrong beside it. Either another case holds there, and a polynomial of its conditions
vanishes between; or the case is the same, and of one of its pieces an end ceases to be, or passes the other end or an end of
the domain, or a function that is no better there becomes better: from a double zero inside, or from an end. So at almost
every point between vanishes a polynomial of a condition, or the leading coefficient or the discriminant of an end or of a
difference, or the resultant of one of these and an end of the same piece.

Each happens for the sake of some cases, its *owners*: where none of them holds, nor beside, nothing changes. Where the rule's letter
lies between two numbers, a zero outside that is double, or common to two polynomials, changes nothing, but for the ends that are
told as roots, whose number or whose radical hangs on it; nor does a leading coefficient, for the zeros come from afar.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from flint import fmpq_mat

from symdt.solve.proofs.coverings.cases.within import Within
from symdt.solve.proofs.coverings.judging import Judged, Sign, Told, members

#: The polynomials in the rule's letter that have a zero in common, or the one that has a double zero.
Zeros = frozenset[int] | None


class Events:
    """The polynomials, by number, of an inquiry about a rule."""

    def __init__(self, whole: Within) -> None:
        self.whole, self.algebra, self.letter = whole, whole.algebra, whole.letters[-1]
        self.bare: dict[int, None] = {}  # without the rule's letter
        self.cores: dict[int, None] = {}  # with it
        self.open_cases: list[Told] = []  # that hold not on a surface alone
        # those of `bare` that are there for another reason than a condition of an open case
        self.firm: set[int] = set()
        # the owners of each of `bare`; and those for whose sake alone it is there where certain zeros lie in the range of the letter
        self.owners: dict[int, set[int]] = {}
        self.inner: dict[int, dict[Zeros, set[int]]] = {}
        within = whole.ranges.get(self.letter)
        self.within = within if within and within.low is not None and within.high is not None else None
        self._owners = set(range(len(whole.cases)))
        domain, _ = self.split(judged for some in whole.facts for (judged,) in some)
        self.met(domain, domain)
        told_of = zip(whole.cases, whole.denied, whole.pieces, strict=True)
        for number, (case, denied, pieces) in enumerate(told_of):
            self._owners = {number}
            if self.is_thin(case):
                continue
            self.open_cases.append(case)
            self.split(told(case), is_firm=False)
            for some in denied:
                group, rooted = self.split(told(some))
                self.met([*domain, *group], group, rooted)
            for facts, denials in pieces:
                above, rooted = self.split(told(facts))
                ends = [*domain, *above]
                self.met(ends, ends, rooted)
                for some in denials:
                    group, rooted = self.split(told(some))
                    self.met([*ends, *group], group, rooted)

    def of(self, number: int, zeros: Zeros) -> tuple[set[int], set[int]]:
        """The owners of an event, and those among them for whose sake it is there only where certain zeros lie in the range of the letter."""
        inner, always = self.inner.get(number, {}), set(self.owners.get(number, ()))
        within = set[int]()
        for origin, some in inner.items():
            (within if self.is_same(origin, zeros) else always).update(some)
        return always | within, within - always

    def is_same(self, one: Zeros, other: Zeros) -> bool:
        """Whether the zeros are the same: those common to a - b and a - c are zeros of b - c too."""
        if one is None or other is None or len(one) != len(other):
            return False
        if one != other and len(one) == 2:
            terms = [self.algebra.polys[n].to_dict() for n in (*one, *other)]
            powers = list(dict.fromkeys(m for some in terms for m in some))
            return fmpq_mat([[some.get(m, 0) for m in powers] for some in terms]).rank() == len(one)
        return one == other

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

    def split(self, facts: Iterable[Judged], is_firm: bool = True) -> tuple[list[int], set[int]]:
        """The polynomials of facts that have the rule's letter, and those of them of which roots are told; the others are noted."""
        facts = list(facts)
        found = dict.fromkeys(number for judged in facts for number in members(judged))
        above = [n for n in found if self.algebra.degrees[n][self.letter]]
        self.note((n for n in found if n not in above), is_firm)
        rooted = {n for judged in facts if not isinstance(judged, Sign) for n in members(judged)}
        return above, rooted

    def met(self, ends: list[int], others: list[int], rooted: Container[int] = ()) -> None:
        """What happens where one of some polynomials changes its shape, or has a zero in common with one of others.

        rooted: those whose roots are told, wherever they are.
        """
        for number in {*ends, *others}:
            self.cores[number] = None
            if number in rooted or self.within is None:
                self.note(self.algebra.parts(self.algebra.coefficients(number, self.letter)[-1]))
            if self.algebra.degrees[number][self.letter] > 1:
                zeros = None if number in rooted else frozenset([number])
                self.note(self.algebra.chain(number, number, self.letter, 0) or (), zeros=zeros)
        for one in ends:
            for other in others:
                if one != other:
                    pair = min(one, other), max(one, other)
                    self.note(self.algebra.chain(*pair, self.letter, 0) or (), zeros=frozenset(pair))

    def note(self, numbers: Iterable[int], is_firm: bool = True, zeros: Zeros = None) -> None:
        """Polynomials that vanish where something may change.

        is_firm: not only because an open case has a condition on them. zeros: of which polynomials there are zeros in common, or a double
        one; None where it does not matter where these are.
        """
        some = dict.fromkeys(numbers)
        self.bare.update(some)
        for number in some:
            if zeros is None or self.within is None:
                self.owners.setdefault(number, set()).update(self._owners)
            else:
                self.inner.setdefault(number, {}).setdefault(zeros, set()).update(self._owners)
        self.firm.update(some if is_firm else ())


def told(facts: Told) -> Iterator[Judged]:
    """The facts alone."""
    return (judged for _, judged in facts)
