"""Over a place: polynomials as functions of the parameter alone, their roots in order, and what must not change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from symdt.exact.line.place import Place
from symdt.regions.sections.spots import Spot, Spots


class Mark(NamedTuple):
    """An end: the real root `nth` (with multiplicity) of a polynomial in the parameter; `lead` its leading sign."""

    number: int
    nth: int
    lead: int  # 0 where the closed form does not need it


class Stretch(NamedTuple):
    """A label that is best from one end to another; None for an infinite end."""

    label: int
    start: Mark | None
    stop: Mark | None
    is_closed_left: bool
    is_open_right: bool


Structure = tuple[Stretch, ...]


@dataclass(frozen=True)
class Answer:
    """The structure over a place (None outside the domain), and the polynomials it hangs on."""

    structure: Structure | None
    needed: frozenset[int]


class Stop(NamedTuple):
    """An end found on the line: its spot, the polynomial chosen for it, and its mark."""

    spot: Spot
    number: int
    mark: Mark


class Over:
    """The polynomials over one place."""

    def __init__(self, fibres: Any, place: Place) -> None:
        self.fibres, self.place = fibres, place
        self.basis, self.letter = fibres.basis, fibres.letter
        self.needed: set[int] = set()
        self._present: dict[int, tuple[int, tuple[tuple[int, int], ...]]] = {}
        self._roots: dict[int, list[tuple[Spot, int]]] = {}
        self.spots = Spots()
        self._signs: dict[int, int] = {}
        self._definite: dict[int, int] = {}

    # --- polynomials over the place -----------------------------------------------------------------

    def sign_of(self, number: int) -> int:
        """The sign of a polynomial without the parameter."""
        known = self._signs.get(number)
        if known is None:
            known = self._signs[number] = self.place.known_sign(number, self.basis.polys[number])
        return known

    def present(self, number: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        """What a polynomial with the parameter is over the place: a sign and factors whose leading coefficients stay."""
        known = self._present.get(number)
        if known is not None:
            return known
        basis = self.basis
        parts = basis.coefficients(number, self.letter)
        top = len(parts) - 1
        while top >= 0:
            factor, members = basis.coefficient(number, self.letter, top)
            signs = [self.sign_of(n) for n, _ in members]
            if factor and all(signs):
                break
            top -= 1
        if top == len(parts) - 1:
            result: tuple[int, tuple[tuple[int, int], ...]] = (1, ((number, 1),))
        elif top < 0:
            result = (0, ())
        else:
            generator = basis.field.generators[self.letter]
            rest = basis.field.zero
            for part in reversed(parts[: top + 1]):
                rest = rest * generator + part
            value, members = basis.factors(rest)
            result = self.product(value, members)
        self._present[number] = result
        return result

    def product(
        self, value: int, members: Iterable[tuple[int, int]]
    ) -> tuple[int, tuple[tuple[int, int], ...]]:
        """A product over the place: its sign without the factors that hold the parameter, and these; (0, ()) if it vanishes."""
        found: dict[int, int] = {}
        held = [(n, m) for n, m in members if self.basis.degrees[n][self.letter]]
        for number, many in members:
            if self.basis.degrees[number][self.letter] == 0:
                now = self.sign_of(number)
                value *= now**many
                if not value:
                    return 0, ()
        for number, many in held:
            now, parts = self.present(number)
            value *= now**many
            if not value:
                return 0, ()
            for n, m in parts:
                found[n] = found.get(n, 0) + m * many
        return value, tuple(found.items())

    def roots(self, number: int) -> list[tuple[Spot, int]]:
        """The real roots of a polynomial that is present, with multiplicities."""
        known = self._roots.get(number)
        if known is None:
            known = self._roots[number] = [(self.spots.spot(r), many) for r, many in self.numbers(number)]
        return known

    def numbers(self, number: int) -> list[tuple[Any, int]]:
        """The real roots of a polynomial that is present, with multiplicities, as numbers: compared with no others."""
        parts = self.basis.coefficients(number, self.letter)
        return self.place.roots(self.basis.polys[number], self.letter, is_full=True, parts=parts)

    def line(self, numbers: Iterable[int]) -> list[tuple[Spot, dict[int, int]]]:
        """The roots of several polynomials in order, each with what vanishes there and its multiplicity."""
        found: dict[Spot, dict[int, int]] = {}
        for number in numbers:
            for spot, many in self.roots(number):
                found.setdefault(spot, {})[number] = many
        return sorted(found.items(), key=lambda item: item[0].rank)

    def lead(self, number: int) -> int:
        """The sign of the leading coefficient."""
        value, members = self.basis.coefficient(number, self.letter, -1)
        for n, many in members:
            value *= self.sign_of(n) ** many
        return value

    def sign_after(self, number: int, spot: Spot | None) -> int:
        """The sign of a polynomial just behind a spot (None: far left)."""
        later = sum(many for root, many in self.roots(number) if spot is None or root.rank > spot.rank)
        return -self.lead(number) if later % 2 else self.lead(number)

    def difference(self, i: int, j: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        """f_i - f_j over the place."""
        if i < j:
            value, members = self.difference(j, i)
            return -value, members
        return self.product(*self.fibres.differences[i, j])

    # --- what must not change ----------------------------------------------------------------------------

    def keep(self, number: int) -> None:
        """The roots of a polynomial that is present may neither meet nor leave."""
        self.needed.update(self.basis.leading(number, self.letter))
        self.needed.update(self.fibres.double(number))

    def settle(self, members: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Note what decides which factors a product has over the place; give those that hold the parameter."""
        bare = [n for n, _ in members if not self.basis.degrees[n][self.letter]]
        zero = [n for n in bare if not self.sign_of(n)]
        if zero:
            self.needed.add(zero[0])
            return []
        self.needed.update(bare)
        found: dict[int, int] = {}
        for number, many in members:
            if not self.basis.degrees[number][self.letter] or self.is_definite(number):
                continue
            for n, m in self.reduced_to(number):
                found[n] = found.get(n, 0) + m * many
        return list(found.items())

    def reduced_to(self, number: int) -> Iterable[tuple[int, int]]:
        """The factors of a polynomial over the place, with what makes them so where its leading coefficient vanishes."""
        value, parts = self.present(number)
        if parts != ((number, 1),):
            for coefficient in reversed(self.basis.coefficients(number, self.letter)):
                numbers = self.basis.parts(coefficient)
                self.needed.update(numbers)
                if coefficient and all(self.sign_of(n) for n in numbers):
                    break
        return parts if value else ()

    def definite(self, number: int) -> int:
        """The sign of a polynomial on the whole range of the parameter, where signs of simpler ones show it; otherwise 0."""
        known = self._definite.get(number)
        if known is None:
            known = self._definite[number] = self._one_sign(number)
        return known

    def _one_sign(self, number: int) -> int:
        found = 0
        for value, members in self.basis.corners(number, self.letter):
            for n, many in members:
                value *= self.sign_of(n) ** many
            if value and found and value != found:
                return 0
            found = found or value
        return found

    def is_definite(self, number: int) -> bool:
        """Whether signs of simpler polynomials show that this one keeps its sign on the whole range of the parameter."""
        if not self.definite(number):
            return False
        corners = self.basis.corners(number, self.letter)
        self.needed.update(n for _, members in corners for n, _ in members)
        return True

    def is_clear(self, number: int, start: Stop | None, stop: Stop | None) -> bool:
        """Whether it suffices that no root enters a piece: through its ends, or as a double root."""
        if start is None or stop is None:
            return False
        if any(start.spot.rank <= root.rank <= stop.spot.rank for root, _ in self.roots(number)):
            return False
        ways = [
            *self.fibres.double(number),
            *self.fibres.common(number, start.number),
            *self.fibres.common(number, stop.number),
        ]
        if not all(map(self.sign_of, ways)):
            return False
        self.needed.update(ways)
        return True

    def apart(self, number: int, ends: Sequence[Stop | None]) -> None:
        """No root of the polynomial may cross the ends of a piece (start and stop)."""
        for end, side in zip(ends, (1, -1), strict=True):
            if end is None or end.number == number:
                continue
            # roots on the far side of an end, or at it
            if any((root.rank - end.spot.rank) * side <= 0 for root, _ in self.roots(number)):
                self.needed.update(self.fibres.common(number, end.number))
