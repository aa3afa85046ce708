"""Untold: a surface that no two letters tell is looked at as it stands, by a covering of all letters with its equation.

Off the surface its polynomial says at once that nothing is asked; on it one letter is a root over the others, so that there are
coverings of two letters again, over numbers that need not be fractions. Beside an open part of the surface the way leads along
that letter, from the root to a fraction close to it, with all roots of what keeps the rule right there beyond.
"""

from __future__ import annotations

from symdt.exact.line import between
from symdt.exact.line.branch import compare
from symdt.exact.line.place import Place
from symdt.regions.walks.surfaces.charts import Chart
from symdt.solve.proofs.coverings.cases.within import Within
from symdt.solve.proofs.coverings.covering import SpentError
from symdt.solve.proofs.coverings.judging import Reason
from symdt.solve.proofs.sheets.ambient import Ambient
from symdt.solve.proofs.sheets.beside import STEPS, Open, Sided
from symdt.solve.proofs.sheets.restricted import Owners


class Untold(Sided):
    """The inquiry of a rule on a surface and on both sides of it, in all letters.

    ambient: the space of the other letters. number: of the polynomial that vanishes on the surface. owners: the cases for whose sake it is
    looked at. open_sets: where the rule is known to be right.
    """

    def __init__(self, whole: Within, ambient: Ambient, number: int, owners: Owners, open_sets: Open) -> None:
        poly, generators = whole.algebra.polys[number], whole.algebra.field.generators
        degrees = poly.degrees()
        # first the letters of the polynomial, the one of the least degree behind the others, then those that it has not
        letters = tuple(sorted(ambient.letters, key=lambda i: -int(degrees[i])))
        every = Chart(ambient, letters, {i: generators[i] for i in letters}, poly - poly + 1)
        super().__init__(whole, (every, [poly], []), number, owners, open_sets)
        self.zeros = frozenset([number])
        self.solved = [i for i in letters if degrees[i]][-1]

    def is_open(self, place: Place) -> bool:
        """Whether one letter is a root of the surface's polynomial, and each of the others stands for a stretch."""
        at: Place | None = place
        while at is not None and at.coordinates:
            letter = next(reversed(at.coordinates))
            if "_of" in at.__dict__ and letter != self.solved:
                return False
            at = at.before
        return True

    def beside(self, place: Place, side: int) -> Reason:
        """What keeps the rule right where the polynomial of the surface has this sign, close to a place of an open part.

        The way leads along the letter that is a root. Between it and the point where the rule is looked at nothing vanishes that keeps it
        right there, nor does the surface come back.
        """
        algebra, letter = self.algebra, self.solved
        slope = algebra.factors(algebra.polys[self.number].derivative(letter))
        turn = side * algebra.product(place, slope)
        if not turn:
            return frozenset(n for n, _ in slope[1])  # a double root: no open part
        root, base = place.coordinates[letter], Place(algebra.field)
        for i in self.letters[:-1]:
            base = base if i == letter else base.at(i, place.coordinates[i])
        known, end = {self.number}, None
        for _ in range(STEPS):
            self.covering.spend()
            for number in known:
                for value, _ in base.roots(algebra.polys[number], letter):
                    is_behind = compare(value, root) * turn > 0
                    if is_behind and (end is None or compare(value, end) * turn < 0):
                        end = value
            sample = between(root, end) if turn > 0 else between(end, root)
            needed = self.open_sets.at(base.at(letter, sample)) - {self.number}
            # where one of these vanishes the place is no part of an open one, and nothing is said of its sides
            if any(not algebra.sign(place, n) for n in needed):
                return needed
            known = {n for n in needed if algebra.degrees[n][letter]}
            roots = [value for n in known for value, _ in base.roots(algebra.polys[n], letter)]
            if not any(compare(v, root) * turn > 0 and compare(v, sample) * turn <= 0 for v in roots):
                return needed
        raise SpentError
