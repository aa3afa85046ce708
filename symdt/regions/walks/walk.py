"""A walk: along the letter from one end to the other, always on the best function, as far as signs of polynomials tell.

At each step one label is best; every other is asked whether it becomes better before the walk would stop, and where. The
answers hang on signs of polynomials in the other letters: values at the ends, discriminants, resultants. Where a
sign is not known the walk says which (`SplitError`, `tried`), and is made again on either side.

Every question may be answered either way where its polynomial vanishes: pieces of the walk are nothing there then, and
what it says is right all the same. So a sign is a claim that a polynomial is not of the other sign; only leading
coefficients, by which roots are counted, must be known not to vanish.

That holds of several questions at once but where the two ends of a stretch may be one point, at which a third function is
equal too: there each answer is right by itself, and a rival that rises and falls at that point was told to do neither (three functions
that are equal at an end of the range). An argument from both ends of a stretch is used where that cannot be (`is_long`), or
with the slope at one of them, whose sign follows from the argument everywhere else (`risen`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from copy import copy
from functools import partial
from math import inf
from typing import NamedTuple

from symdt.exact.polynomial import Poly
from symdt.regions.walks.parabolas import resultant
from symdt.regions.walks.slices import Factored
from symdt.regions.walks.ways import HIGH, LOW, NOWHERE, Nowhere, Ways, none_if


class Crossing(NamedTuple):
    """The root of a core at which side * core becomes positive: its number, the sign of the leading coefficient (0: linear)."""

    core: int
    nth: int
    lead: int
    side: int


#: A label, by its number, and where it ceases to be best; None at the end of the range.
Step = tuple[int, Crossing | None]
End = Crossing | int


class Walk(Ways):
    """The walk where some signs are known (`Ways`)."""

    # --- signs at roots -------------------------------------------------------------------------------------

    def line_at(
        self, side: int, x: Crossing, key: Hashable, line: tuple[Poly, Poly], under: tuple[Factored, int]
    ) -> bool:
        """Whether side * line is positive at a crossing.

        line: slope and constant. under: the crossing's core at the zero of the line, times a square, and a sign with
        which it counts.
        """
        return self.by(
            ("line", side, x, key),
            [
                lambda w: w.line_at_both(side, x, key, line, under),
                lambda w: w.line_between(side, x, key, line, under),
            ],
        )

    def line_at_both(
        self, side: int, x: Crossing, key: Hashable, line: tuple[Poly, Poly], under: tuple[Factored, int]
    ) -> bool:
        """The same from the line at both zeros of the core: where its signs are equal it has them between too, else its slope tells.

        So it is wherever the core has real zeros, even if one lies at an end of the range, or both are one.
        """
        slope, _ = line
        if self.positive(under[0], under[1] * x.lead):
            if not self.is_single(x):
                self.has_zeros(x.core)  # which it has; but a turn is not met where that is known (`patches`)
            return self.positive(self.turn(x, key, line), -side * x.lead)
        if key != x.core and isinstance(key, int):  # the slopes of two cores: that is a turn of the first's
            d, e, _ = self.parts(key)
            turn = self.turn(x, (key, "slope"), (2 * d, e))
            return self.positive(turn, -side if x.nth else side)
        return self.positive(self.made((key, x.core, "tilt"), lambda: slope), side if x.nth else -side)

    def turn(self, x: Crossing, key: Hashable, line: tuple[Poly, Poly]) -> Factored:
        """A line midway between the zeros of a crossing's core, times the leading coefficient, twice, negative."""
        a, b, _ = self.parts(x.core)
        return self.made((key, x.core, "turn"), lambda: b * line[0] - 2 * a * line[1])

    def line_between(
        self, side: int, x: Crossing, key: Hashable, line: tuple[Poly, Poly], under: tuple[Factored, int]
    ) -> bool:
        """The same from the ends of the range.

        A line of two signs at the ends of the range has its zero between them: on which side of it the
        crossing lies is seen from the core there, and where that has two roots, from its slope.
        """
        slope, rest = line
        low, high = (
            self.positive(self.made((key, x.core, "line", n), lambda e=e: slope * e + rest), side)  # type: ignore[misc]
            for n, e in enumerate(self.parabolas.ends)
        )
        if low == high:
            return low
        is_risen = self.positive(under[0], under[1] * x.side)
        if self.is_single(x):
            # the zero of the line is not the core's other one, which may lie at an end of the range: there both vanish
            self.certain(self.at_end(x.core, LOW if is_risen else HIGH))
            return low if is_risen else high
        if is_risen == (x.lead == -x.side):  # between the roots
            return low if x.lead == -x.side else high
        turn = self.turn(x, key, line)
        return low if self.positive(turn, x.lead * (side if high else -side)) else high

    def above(self, side: int, core: int, x: End) -> bool:
        """Whether side * core is positive at a crossing or at an end of the range."""
        if not isinstance(x, Crossing):
            return self.positive(self.at_end(core, x), side)
        ways: list[Callable[[Walk], bool | Nowhere]] = [lambda w: w.above_throughout(side, core)]
        third = self.parabolas.third(core, x.core)
        if third is not None:  # two functions are equal at the crossing: either may be compared
            ways.append(lambda w: w.above_throughout(*w.turned(side, *third)))
        return self.by(("above", side, core, x), [*ways, lambda w: w.above_crossing(side, core, x)])

    def turned(self, side: int, one: int, other: int, rival: int) -> tuple[int, int | None]:
        """The difference to a rival from another function, where that from one has a side or its contrary."""
        found, third = self.difference(other, rival)
        return (found if self.difference(one, rival)[0] == side else -found), third

    def above_throughout(self, side: int, core: int | None) -> bool | Nowhere:
        """Whether side * core is positive between the ends of the range, if it is of one sign there."""
        if core is None:
            return side > 0
        low, high = (self.positive(self.at_end(core, end), side) for end in (LOW, HIGH))
        return low if low == high and not self.rises(-side if low else side, core) else NOWHERE

    def above_crossing(self, side: int, core: int, x: Crossing) -> bool:
        """Whether side * core is positive at a crossing, from there."""
        d, e, f = self.parts(core)
        a, b, c = self.parts(x.core)
        if not x.lead:
            if not d:
                return self.positive(self.made((core, x.core, "cross"), lambda: f * b - e * c), side * x.side)
            value = self.made((core, x.core, "value"), lambda: d * c * c - e * b * c + f * b * b)
            return self.positive(value, side)
        meeting = self.made((core, x.core, "resultant"), lambda: resultant((a, b, c), (d, e, f)))
        line = (a * e - d * b, a * f - d * c)  # the core less a multiple of the other, times a
        return self.line_at(side * x.lead, x, core, line, (meeting, x.lead))

    def slopes(self, side: int, core: int, x: Crossing) -> bool:
        """Whether side * core grows at a crossing."""
        d, e, _ = self.parts(core)
        a, b, c = self.parts(x.core)
        if not x.lead:
            line = self.made((core, x.core, "slope"), lambda: e * b - 2 * d * c)
            return self.positive(line, side * x.side)
        under = self.made((core, x.core, "under"), lambda: a * e * e - 2 * b * d * e + 4 * c * d * d)
        return self.line_at(side, x, (core, "slope"), (2 * d, e), (under, 1))

    def is_single(self, x: Crossing) -> bool:
        """Whether the values at the ends of the range, as far as they are known, show that the crossing is the only root between."""
        low, high = (self.known(self.at_end(x.core, end), x.side) for end in (LOW, HIGH))
        return low == -1 and high == 1

    # --- steps ----------------------------------------------------------------------------------------------

    def difference(self, i: int, j: int) -> tuple[int, int | None]:
        """The side on which the core of two labels is positive where the second is better, and the core."""
        pair = self.parabolas.pairs[i, j]
        side = pair.sign
        for number in pair.bare:
            poly = self.parabolas.basis.polys[number]
            side *= 1 if self.positive(self.made((number, "bare"), lambda p=poly: self.space.into(p))) else -1  # type: ignore[misc]
        return side, pair.core

    def first(self) -> int:
        """The best label at the low end."""
        labels = range(len(self.parabolas.functions))
        guided = self.guide.labels[0] if self.guide else 0
        best = guided
        for j in labels:
            if j != guided:
                side, core = self.difference(best, j)
                if side > 0 if core is None else self.positive(self.at_end(core, LOW), side):
                    best = j
        return best

    def overtakes(self, side: int, core: int, start: End, stop: End) -> Crossing | None:
        """Where side * core, which is not positive at the start, becomes positive before the stop."""
        if (
            isinstance(start, Crossing) and start.core == core
        ):  # it falls there: at the other root it may rise
            if not start.lead or start.lead * side < 0 or not self.above(side, core, stop):
                return None
            if isinstance(stop, Crossing) or not self.is_long(core, start, stop):
                self.claim_growth(side, core, stop)
            return Crossing(core, 1, start.lead, side)
        if self.above(side, core, stop):
            return self.rising(side, core, start, stop)
        if not self.parts(core)[0]:
            return None
        # of a function that is not positive at two places there are reasons why it is not between them either
        ways: list[Callable[[Walk], Crossing | Nowhere | None]] = [
            lambda w: none_if(w.positive(w.lead(core), side)),  # it is convex
            lambda w: none_if(w.above_throughout(side, core) is False),
        ]
        if isinstance(start, Crossing):  # it was positive before, and has no third zero; or it falls
            ways.append(lambda w: none_if(w.was_positive(side, core, start, LOW)))
            ways.append(lambda w: none_if(not w.slopes(side, core, start)))
        if isinstance(stop, Crossing):
            ways.append(lambda w: none_if(w.was_positive(side, core, stop, HIGH)))
            ways.append(lambda w: none_if(not w.slopes(-side, core, stop)))
        ways.append(lambda w: w.between(side, core, start, stop))
        return self.by(("between", side, core, start, stop), ways)

    def between(self, side: int, core: int, start: End, stop: End) -> Crossing | None:
        """Where side * core, which is positive neither at the start nor at the stop, becomes positive between."""
        is_beyond = False
        for end, wall in ((start, LOW), (stop, HIGH)):
            if isinstance(end, Crossing) and self.positive(self.at_end(core, wall), side):
                if self.is_long(core, end, wall):
                    return None
                is_beyond = True
        if is_beyond:  # it is concave, or positive nowhere between
            if self.positive(self.lead(core), side):
                return None
        elif not self.rises(side, core):
            return None
        if (isinstance(start, Crossing) or is_beyond) and not self.grows(side, core, start):
            return None
        if (isinstance(stop, Crossing) or is_beyond) and not self.grows(-side, core, stop):
            return None
        if is_beyond and not self.has_zeros(core):
            return None
        lead = self.certain(self.lead(core))
        return Crossing(core, 0, lead, side) if lead == -side else None

    def was_positive(self, side: int, core: int, x: Crossing, wall: int) -> bool:
        """Whether side * core is positive at an end of the range beyond a crossing that is seen not to lie there where it is zero."""
        return self.is_long(core, x, wall) and self.positive(self.at_end(core, wall), side)

    def is_long(self, core: int, x: Crossing, wall: int) -> bool:
        """Whether a crossing is seen not to lie at an end of the range at points where another core is zero there."""
        return not self.may_meet(self.at_end(core, wall), self.at_end(x.core, wall))

    def grows(self, side: int, core: int, x: End) -> bool:
        """Whether side * core grows at a crossing or at an end of the range."""
        if isinstance(x, Crossing):
            return self.slopes(side, core, x)
        return self.positive(self.end_slope(core, x), side)

    def rising(self, side: int, core: int, start: End, stop: End) -> Crossing | None:
        """The root at which side * core becomes positive, which it is at the stop and was not at the start; None where it is zero throughout."""
        a, b, _ = self.parts(core)
        lead = self.certain(self.lead(core)) if a else 0
        if lead:
            self.risen(side * lead > 0, side, core, start, stop)
            return Crossing(core, 1 if side * lead > 0 else 0, lead, side)
        slope = self.certain(self.made((core, "line slope"), lambda: b))
        return Crossing(core, 0, 0, side) if slope == side else None

    def risen(self, is_convex: bool, side: int, core: int, start: End, stop: End) -> None:
        """Claim that side * core grows at the stop if it is convex, else at the start, if these may be one point where it is zero.

        At such a point it may fall, and its other root is none between the two; everywhere else it grows there anyway.
        """
        if not isinstance(start, Crossing):
            is_long = not isinstance(stop, Crossing) or self.is_long(core, stop, start)
        else:
            is_long = not isinstance(stop, Crossing) and self.is_long(core, start, stop)
        if not is_long:
            self.claim_growth(side, core, stop if is_convex else start)

    def claim_growth(self, side: int, core: int, x: End) -> None:
        """Claim that side * core does not fall at a crossing or an end of the range: everywhere inside a part this follows from its other claims."""
        self.grows(side, core, x)

    def steps(self) -> tuple[Step, ...]:
        """The labels in order, each with where it ceases to be best."""
        label, before = self.first(), -1
        position: End = LOW
        done: list[Step] = []
        gone: set[tuple[int, int]] = set()  # a label overtakes another once
        while True:
            after = self.guide.after(len(done), label) if self.guide else before
            stop, following = self.next(label, after, position, gone)
            done.append((label, stop))
            if stop is None:
                return tuple(done)
            gone.add((label, following))
            position, before, label = stop, label, following

    def tried(self) -> tuple[tuple[Step, ...], dict[int, bool]]:
        """The steps as the guide goes, and the signs that were taken from it: by number, whether these may not vanish.

        Where none was the steps are those of the walk.
        """
        trial = copy(self)
        trial.claims, trial.strict, trial.cost, trial.limit = dict(self.claims), dict(self.strict), 0.0, inf
        steps = trial.steps()
        wanted = {number: False for number in trial.claims if number not in self.claims}
        return steps, wanted | {number: True for number in trial.strict if number not in self.strict}

    def next(
        self, label: int, after: int, start: End, gone: set[tuple[int, int]]
    ) -> tuple[Crossing | None, int]:
        """Where a label ceases to be best, and the one that takes over; None at the end of the range.

        after: the one that is asked first.
        """
        stop: Crossing | None = None
        following = -1
        others = [j for j in range(len(self.parabolas.functions)) if j != label and (label, j) not in gone]
        for j in sorted(others, key=lambda j: j != after):
            end = HIGH if stop is None else stop
            ways: list[Callable[[Walk], Crossing | Nowhere | None]] = [
                partial(Walk.beaten, one=one, rival=j)
                for one in range(len(self.parabolas.functions))
                if one != j and j != after
            ]
            ways.append(partial(Walk.by_rival, label=label, rival=j, start=start, stop=end))
            found = self.by(("rival", label, j, start, end), ways)
            if found is not None:
                stop, following = found, j
        return stop, following

    def by_rival(self, label: int, rival: int, start: End, stop: End) -> Crossing | None:
        """Where a rival overtakes a label before the stop."""
        side, core = self.difference(label, rival)
        return None if core is None else self.overtakes(side, core, start, stop)

    def beaten(self, one: int, rival: int) -> Nowhere | None:
        """That a rival overtakes nobody before one does, which is as good or better in the whole range.

        Where both are the same throughout each would be left out for the other: then neither is.
        """
        side, core = self.difference(one, rival)
        if core is not None and not any(self.parts(core)):
            return NOWHERE
        return none_if(self.above_throughout(side, core) is False)
