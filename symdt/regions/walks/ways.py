"""Ways: the signs that a walk hangs on, as far as they are known, and which of several ways to an answer it takes.

Where a sign is not known the walk says which (`SplitError`). An answer that several ways lead to is sought on the one
that a guide finds the cheapest; each is right wherever its signs are known.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from copy import copy
from typing import Final, Self, TypeVar

from symdt.exact.polynomial import Poly
from symdt.regions.walks.guides import Guide
from symdt.regions.walks.parabolas import Parabolas, discriminant
from symdt.regions.walks.slices import Factored, Slice

#: Ends of the range.
LOW, HIGH = 0, 1
T = TypeVar("T")


class SplitError(Exception):
    """The sign of a polynomial, by its number, is not known; `is_strict`: nor may it vanish."""

    def __init__(self, number: int, is_strict: bool) -> None:
        super().__init__(number)
        self.number, self.is_strict = number, is_strict


class DearError(Exception):
    """A way costs more than another."""


class Nowhere:
    """That a way leads to no answer."""


NOWHERE: Final = Nowhere()


def none_if(is_so: bool) -> Nowhere | None:
    """The answer None if something is so, else that the way leads nowhere."""
    return None if is_so else NOWHERE


class Ways:
    """Signs where some are known.

    parabolas: the functions. space: the slice. claims: signs of polynomials, by number, that they have or that vanish.
    strict: those that do not vanish; 0 for those that do. guide: which way to take where there are several. meeting: whether two
    polynomials, by number, may vanish at one point of the part or its rims.
    """

    def __init__(
        self,
        parabolas: Parabolas,
        space: Slice,
        claims: dict[int, int],
        strict: dict[int, int],
        guide: Guide | None = None,
        meeting: Callable[[int, int], bool] = lambda *_: True,
    ) -> None:
        self.parabolas, self.space, self.claims, self.strict = parabolas, space, claims, strict
        self.guide, self.meeting = guide, meeting
        self.cost, self.limit = 0.0, 0.0  # of signs taken from the guide; none are where nothing may be spent

    # --- one of several ways ----------------------------------------------------------------------------------

    def by(self, key: Hashable, ways: Sequence[Callable[[Self], T | Nowhere]]) -> T:
        """An answer by the cheapest way that leads to one; the last always does. key: what is asked."""
        if self.guide is not None:
            chosen = self.guide.chosen
            if key not in chosen:
                costs = self.costs(ways)
                chosen[key] = min(range(len(ways)), key=costs.__getitem__)
            found = ways[chosen[key]](self)
            if not isinstance(found, Nowhere):
                return found
        found = ways[-1](self)
        if isinstance(found, Nowhere):
            raise TypeError("the last way leads to an answer")
        return found

    def costs(self, ways: Sequence[Callable[[Self], T | Nowhere]]) -> list[float]:
        """What the ways cost as the guide goes; those that lead nowhere, or cost more than one before, without end."""
        costs: list[float] = []
        least = float("inf")
        for way in ways:
            trial = copy(self)
            trial.claims, trial.strict, trial.cost, trial.limit = (
                dict(self.claims),
                dict(self.strict),
                0.0,
                least,
            )
            try:
                found = way(trial) if least else NOWHERE
                costs.append(float("inf") if isinstance(found, Nowhere) else trial.cost)
            except DearError:
                costs.append(float("inf"))
            least = min(least, costs[-1])
        return costs

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
                sign *= self.claims[number] if number in self.claims else self.missing(number, False)
        return sign * side > 0

    def certain(self, factored: Factored) -> int:
        """The sign of a product that may be zero."""
        sign, parts = factored
        for number, many in parts:
            known = self.strict[number] if number in self.strict else self.missing(number, True)
            sign *= known**many
        return sign

    def missing(self, number: int, is_strict: bool) -> int:
        """The sign of a polynomial of which none is known: the walk ends; on trial it goes on as the guide does."""
        if not self.limit or self.guide is None:
            raise SplitError(number, is_strict)
        self.cost += self.guide.cost(number, is_strict)
        if self.cost >= self.limit:
            raise DearError
        sign = self.claims.setdefault(number, self.guide.sign(number))
        if is_strict:
            self.strict[number] = sign
        return sign

    def may_meet(self, one: Factored, other: Factored) -> bool:
        """Whether two products may vanish at one point."""
        if not (one[0] and other[0]):  # one that vanishes throughout
            return True
        return any(self.meeting(n, m) for n in self.vanishing(one) for m in self.vanishing(other))

    def vanishing(self, factored: Factored) -> list[int]:
        """The factors that are not known not to vanish, by number."""
        return [n for n, _ in factored[1] if not self.strict.get(n)]

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

    def end_slope(self, core: int, end: int) -> Factored:
        """The slope of a core at an end of the range."""
        a, b, _ = self.parts(core)
        return self.made((core, "end slope", end), lambda: 2 * a * self.parabolas.ends[end] + b)

    def rises(self, side: int, core: int) -> bool:
        """Whether side * core, which is not positive at the ends of the range, is positive between them."""
        if not self.parts(core)[0]:
            return False
        return self.by(
            ("rises", side, core),
            [
                lambda w: w.bulges(side, core) and w.has_zeros(core),
                lambda w: w.has_zeros(core) and w.bulges(side, core),
            ],
        )

    def bulges(self, side: int, core: int) -> bool:
        """Whether the middle coefficient in Bernstein's form is positive."""
        return self.positive(self.made((core, "middle"), lambda: self.bernstein(core)[1]), side)

    def has_zeros(self, core: int) -> bool:
        """Whether the discriminant is positive."""
        return self.positive(self.made((core, "discriminant"), lambda: discriminant(self.parts(core))))

    def lead(self, core: int) -> Factored:
        """The leading coefficient of a core."""
        return self.made((core, "lead"), lambda: self.parts(core)[0])
