"""A walk: along the letter from one end to the other, always on the best function, as far as signs of polynomials tell.

At each step one label is best; every other is asked whether it becomes better before the walk would stop, and where. The
answers hang on signs of polynomials in the other letters: values at the ends, discriminants, resultants. Where a
sign is not known the walk says which (`SplitError`), and is made again on either side.

Every question may be answered either way where its polynomial vanishes: pieces of the walk are nothing there then, and
what it says is right all the same. So a sign is a claim that a polynomial is not of the other sign; only leading
coefficients, by which roots are counted, must be known not to vanish.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

from symdt.exact.polynomial import Poly
from symdt.regions.walks.parabolas import Parabolas
from symdt.regions.walks.slices import Factored, Slice


class SplitError(Exception):
    """The sign of a polynomial, by its number, is not known; `is_strict`: nor may it vanish."""

    def __init__(self, number: int, is_strict: bool) -> None:
        super().__init__(number)
        self.number, self.is_strict = number, is_strict


class Crossing(NamedTuple):
    """The root of a core at which side * core becomes positive: its number, the sign of the leading coefficient (0: linear)."""

    core: int
    nth: int
    lead: int
    side: int


#: A label, by its number, and where it ceases to be best; None at the end of the range.
Step = tuple[int, Crossing | None]
#: Ends of the range.
LOW, HIGH = 0, 1
End = Crossing | int


class Walk:
    """The walk where some signs are known.

    parabolas: the functions. space: the slice. claims: signs of polynomials, by number, that they have or that vanish.
    strict: those that do not vanish; 0 for those that do.
    """

    def __init__(
        self, parabolas: Parabolas, space: Slice, claims: dict[int, int], strict: dict[int, int]
    ) -> None:
        self.parabolas, self.space, self.claims, self.strict = parabolas, space, claims, strict

    # --- signs -------------------------------------------------------------------------------------------

    def known(self, factored: Factored, side: int = 1) -> int | None:
        """The sign of a product as far as it is claimed; 0 where it vanishes identically."""
        sign, parts = factored
        for number, many in parts:
            if many % 2:
                if number not in self.claims:
                    return None
                sign *= self.claims[number]
        return sign * side

    def positive(self, factored: Factored, side: int = 1) -> bool:
        """Whether a product, times a side, is positive; which of its signs is missing is told."""
        sign, parts = factored
        for number, many in parts:
            if many % 2:
                if number not in self.claims:
                    raise SplitError(number, False)
                sign *= self.claims[number]
        return sign * side > 0

    def certain(self, factored: Factored) -> int:
        """The sign of a product that may be zero."""
        sign, parts = factored
        for number, many in parts:
            if number not in self.strict:
                raise SplitError(number, True)
            sign *= self.strict[number] ** many
        return sign

    def made(self, key: Hashable, poly: Callable[[], Poly]) -> Factored:
        """The factors of a polynomial on the slice."""
        return self.space.factors(key, poly)

    # --- polynomials of cores -------------------------------------------------------------------------------

    def parts(self, core: int) -> tuple[Poly, Poly, Poly]:
        """The coefficients of a core on the slice, the highest first."""
        key = (core, "parts")
        if key not in self.space.known:
            self.space.known[key] = tuple(map(self.space.into, self.parabolas.coefficients(core)))
        return self.space.known[key]

    def bernstein(self, core: int) -> tuple[Poly, Poly, Poly]:
        """The coefficients in Bernstein's form on the range: at the low end, between, at the high end."""
        key = (core, "bernstein")
        if key not in self.space.known:
            (a, b, c), (low, high) = self.parts(core), self.parabolas.ends
            middle = (2 * low * high * a + (low + high) * b + 2 * c) / 2
            self.space.known[key] = (low * low * a + low * b + c, middle, high * high * a + high * b + c)
        return self.space.known[key]

    def at_end(self, core: int, end: int) -> Factored:
        """The value of a core at an end of the range."""
        return self.made((core, "end", end), lambda: self.bernstein(core)[2 * end])

    def rises(self, side: int, core: int) -> bool:
        """Whether side * core, which is not positive at the ends of the range, is positive between them."""
        if not self.parts(core)[0]:
            return False
        if not self.positive(self.made((core, "middle"), lambda: self.bernstein(core)[1]), side):
            return False
        a, b, c = self.parts(core)
        return self.positive(self.made((core, "discriminant"), lambda: b * b - 4 * a * c))

    # --- signs at roots -------------------------------------------------------------------------------------

    def line_at(
        self, side: int, x: Crossing, key: Hashable, line: tuple[Poly, Poly], under: tuple[Factored, int]
    ) -> bool:
        """Whether side * line is positive at a crossing.

        line: slope and constant. under: the crossing's core at the zero of the line, times a square, and a sign with
        which it counts. A line of two signs at the ends of the range has its zero between them: on which side of it the
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
        a, b, _ = self.parts(x.core)
        turn = self.made((key, x.core, "turn"), lambda: b * slope - 2 * a * rest)
        return low if self.positive(turn, x.lead * (side if high else -side)) else high

    def above(self, side: int, core: int, x: End) -> bool:
        """Whether side * core is positive at a crossing or at an end of the range."""
        if not isinstance(x, Crossing):
            return self.positive(self.at_end(core, x), side)
        d, e, f = self.parts(core)
        a, b, c = self.parts(x.core)
        if not x.lead:
            if not d:
                return self.positive(self.made((core, x.core, "cross"), lambda: f * b - e * c), side * x.side)
            value = self.made((core, x.core, "value"), lambda: d * c * c - e * b * c + f * b * b)
            return self.positive(value, side)
        low, high = (self.positive(self.at_end(core, end), side) for end in (LOW, HIGH))
        if low == high and not self.rises(-side if low else side, core):
            return low
        resultant = self.made(
            (core, x.core, "resultant"), lambda: (a * f - d * c) ** 2 - (a * e - d * b) * (b * f - e * c)
        )
        line = (a * e - d * b, a * f - d * c)  # the core less a multiple of the other, times a
        return self.line_at(side * x.lead, x, core, line, (resultant, x.lead))

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
        best = 0
        for j in range(1, len(self.parabolas.functions)):
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
            return Crossing(core, 1, start.lead, side)
        if self.above(side, core, stop):
            return self.rising(side, core)
        d = self.parts(core)[0]
        if not d:
            return None
        for end, wall in ((start, LOW), (stop, HIGH)):
            if isinstance(end, Crossing) and self.positive(self.at_end(core, wall), side):
                return None
        if not self.rises(side, core):
            return None
        if isinstance(start, Crossing) and not self.slopes(side, core, start):
            return None
        if isinstance(stop, Crossing) and not self.slopes(-side, core, stop):
            return None
        lead = self.certain(self.made((core, "lead"), lambda: d))
        return Crossing(core, 0, lead, side) if lead == -side else None

    def rising(self, side: int, core: int) -> Crossing | None:
        """The root at which side * core becomes positive, which it is later and was not before; None where it is zero throughout."""
        a, b, _ = self.parts(core)
        lead = self.certain(self.made((core, "lead"), lambda: a)) if a else 0
        if lead:
            return Crossing(core, 1 if side * lead > 0 else 0, lead, side)
        slope = self.certain(self.made((core, "line slope"), lambda: b))
        return Crossing(core, 0, 0, side) if slope == side else None

    def steps(self) -> tuple[Step, ...]:
        """The labels in order, each with where it ceases to be best."""
        label, before = self.first(), -1
        position: End = LOW
        done: list[Step] = []
        gone: set[tuple[int, int]] = set()  # a label overtakes another once
        while True:
            stop, following = self.next(label, before, position, gone)
            done.append((label, stop))
            if stop is None:
                return tuple(done)
            gone.add((label, following))
            position, before, label = stop, label, following

    def next(
        self, label: int, before: int, start: End, gone: set[tuple[int, int]]
    ) -> tuple[Crossing | None, int]:
        """Where a label ceases to be best, and the one that takes over; None at the end of the range."""
        stop: Crossing | None = None
        following = -1
        others = [j for j in range(len(self.parabolas.functions)) if j != label and (label, j) not in gone]
        for j in sorted(others, key=lambda j: j != before):
            side, core = self.difference(label, j)
            found = (
                None if core is None else self.overtakes(side, core, start, HIGH if stop is None else stop)
            )
            if found is not None:
                stop, following = found, j
        return stop, following
