"""Place: a point of several letters whose coordinates are real algebraic numbers, and signs at it, exactly.

A coordinate is a rational number, a root of a polynomial with rational coefficients (`Real`), or a
root of a polynomial whose coefficients hold coordinates given before it (`Branch`): a tower.

The sign of a polynomial at a place is read from balls around the coordinates that are made smaller
until the value lies apart from zero. That it *is* zero is known when the balls are smaller than any
number but zero that could stand there: a number γ of degree at most D and logarithmic height h has
γ = 0 or |γ| ≥ exp(-D·h) (Liouville), and heights are bounded through sums, products and roots (Weil).

>>> from sympy import symbols
>>> x, y, z = symbols("x y z")
>>> field = Field.of([x, y, z])
>>> base = Place(field)
>>> one = base.at(0, base.roots(field.polynomial(x**2 - 2), 0)[1][0])
>>> two = one.at(1, one.roots(field.polynomial(y**2 - x - 1), 1)[1][0])
>>> two.sign(field.polynomial((y**2 - 1)**2 - 2)), two.sign(field.polynomial(y - x))
(0, 1)

Roots come with their multiplicities, also where these are seen at the place only.

>>> [(str(root), many) for root, many in two.roots(field.polynomial((z - y**2)*(z - x - 1)*(z - x)), 2)]
[('1.41421', 1), ('2.41421', 2)]
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from math import ceil
from typing import Any

from flint import acb, acb_poly, arb, arb_poly, ctx, fmpq, fmpq_poly, fmpz

from symdt.exact.field import Field
from symdt.exact.line.arrangement import arrange
from symdt.exact.line.real import Real, exact, sign
from symdt.exact.polynomial import Number, Poly, primitive

#: Binary digits with which signs and roots are first sought.
BITS = 64
#: The width below which several roots may be one multiple root.
CLOSE = fmpq(1, 2**24)


def coefficients(field: Field, poly: Poly, index: int) -> list[Poly]:
    """The coefficients in one letter, lowest first, as polynomials in the others."""
    parts: dict[int, dict[Any, Any]] = {}
    for monomial, coefficient in zip(poly.monoms(), poly.coeffs(), strict=True):
        rest = (*monomial[:index], 0, *monomial[index + 1 :])
        parts.setdefault(int(monomial[index]), {})[rest] = coefficient
    return [field.context.from_dict(parts.get(d, {})) for d in range(max(parts, default=0) + 1)]


class Place:
    """A value for some letters of a field, given by position, in the order in which they were given."""

    __slots__ = ("__dict__", "coordinates", "field", "is_section")

    def __init__(
        self,
        field: Field,
        coordinates: Mapping[int, Real | Number] | None = None,
        is_section: bool = False,
    ) -> None:
        self.field, self.is_section = field, is_section
        self.coordinates: dict[int, Any] = dict(coordinates or {})

    def at(self, letter: int, value: Any, *, is_section: bool = False) -> Place:
        """The place with one more coordinate.

        A place may stand for a cell of places: `is_section` says that the letter is a function of those
        before it there.
        """
        if isinstance(value, Real) and value.is_rational:
            value = value.low
        new = Place(self.field, {**self.coordinates, letter: value}, is_section=self.is_section or is_section)
        new.__dict__["before"] = self
        return new

    def until(self, letter: int) -> Place:
        """The place as it was before a letter was given."""
        place = self
        while letter in place.coordinates:
            place = place.__dict__["before"]
        return place

    def known_roots(self, number: Any, poly: Poly, letter: int) -> list[tuple[Any, int]]:
        """The roots of a polynomial that has a number, found once."""
        known = self.__dict__.setdefault("_known", {})
        if (number, letter) not in known:
            known[number, letter] = self.roots(poly, letter)
        return known[number, letter]  # type: ignore[no-any-return]

    @cached_property
    def rational(self) -> dict[int, Number]:
        """The coordinates that are rational."""
        return {i: v for i, v in self.coordinates.items() if not isinstance(v, Real)}

    @property
    def is_rational(self) -> bool:
        """Every coordinate is rational."""
        return len(self.rational) == len(self.coordinates)

    @cached_property
    def values(self) -> tuple[Number, ...]:
        """The rational coordinates in the order of the field, 0 for all other letters."""
        return tuple(self.rational.get(i, fmpq(0)) for i in range(len(self.field.symbols)))

    def reduced(self, poly: Poly) -> Poly:
        """The polynomial with the rational coordinates put in."""
        return poly.subs(self.rational) if self.rational else poly

    # --- signs ------------------------------------------------------------------------------------

    def sign(self, poly: Poly) -> int:
        """The sign of a polynomial in the place's letters, exactly."""
        if self.is_rational:
            return sign(poly(*self.values))
        poly = self.reduced(poly)
        if poly.is_constant():
            return sign(poly.leading_coefficient()) if poly else 0
        used = [i for i, d in enumerate(poly.degrees()) if d]
        if len(used) == 1 and not isinstance(self.coordinates[used[0]], Branch):
            return int(self.coordinates[used[0]].sign_of(_line(poly, used[0])))
        return self._sign(primitive(poly)[1])

    def _sign(self, poly: Poly) -> int:
        terms = terms_of(poly)
        bits, limit = BITS, None
        while True:
            value = self._value(terms, bits)
            if value > 0:
                return 1
            if value < 0:
                return -1
            if bits == 2 * BITS and self._is_zero(poly):
                return 0
            if limit is None and bits >= 8 * BITS:
                limit = self._zero_bound(poly)
            if limit is not None and abs(value) < arb(fmpq(1, fmpz(2) ** limit)):
                return 0
            bits = bits * 2 if limit is None else max(bits * 2, min(limit + 64, 8 * bits))

    def _is_zero(self, poly: Poly) -> bool:
        """Whether a polynomial is seen to vanish: with the last branch's own polynomial it has one root in common.

        That they have one is known from their resultant; which one, from balls around all the roots.
        """
        used = {i for i, d in enumerate(poly.degrees()) if d}
        last = next((i for i in reversed(self.coordinates) if i in used), None)
        branch = self.coordinates[last] if last is not None else None
        if last is None or not isinstance(branch, Branch):
            return False
        if poly == branch.poly or poly == -branch.poly:
            return True
        common = poly.gcd(branch.poly)
        if common.degrees()[last]:
            return common.degrees() == branch.poly.degrees() or self._is_only(common, branch)
        if branch.place.sign(poly.resultant(branch.poly, last)):
            return False
        return self._is_only(poly, branch)

    def _is_only(self, poly: Poly, branch: Branch) -> bool:
        """Whether of all roots of a branch's polynomial it alone can be a root of another one."""
        letter = branch.letter
        for bits in (2 * BITS, 6 * BITS):
            with ctx.workprec(bits + 32):
                own = acb_poly([branch.place.ball(c, bits) for c in branch.parts])
                other = acb_poly(
                    [
                        branch.place.ball(c, bits)
                        for c in coefficients(self.field, branch.place.reduced(poly), letter)
                    ]
                )
                try:
                    found = own.roots(fmpq(1, fmpz(2) ** (bits // 2)))
                except ValueError:
                    continue
                both = [z for z in found if other(z).contains(0)]
            near = [z for z in found if z.overlaps(acb(branch.ball(bits)))]
            if len(both) == len(near) == 1:
                return both[0] is near[0]
        return False

    def _value(self, terms: list[tuple[list[tuple[int, int]], Number]], bits: int) -> Any:
        """A ball that holds the value of a polynomial given by its terms."""
        with ctx.workprec(bits + 32):
            powers: dict[tuple[int, int], Any] = {}
            total = arb(0)
            for factors, coefficient in terms:
                term = arb(coefficient)
                for power in factors:
                    known = powers.get(power)
                    if known is None:
                        i, e = power
                        known = powers[power] = self.coordinates[i].ball(bits) ** e
                    term = term * known
                total = total + term
            return total

    def ball(self, poly: Poly, bits: int) -> Any:
        """A ball that holds the value of a polynomial, of about so many binary digits."""
        if poly.is_constant():
            with ctx.workprec(bits + 32):
                return arb(poly.leading_coefficient()) if poly else arb(0)
        return self._value(terms_of(self.reduced(poly)), bits)

    def _zero_bound(self, poly: Poly) -> int:
        """b with: the value of an integer polynomial is 0 or at least 2**-b in size."""
        height = log2_sum(poly)
        used = []
        for i, d in enumerate(poly.degrees()):
            if d:
                height += int(d) * self.coordinates[i].height
                used.append(i)
        return ceil(self.extent(used) * height) + 2

    def extent(self, used: list[int]) -> int:
        """A bound of the degree of the field that some coordinates make."""
        needed, todo = set(), list(used)
        while todo:
            i = todo.pop()
            if i not in needed and i not in self.rational:
                needed.add(i)
                todo += getattr(self.coordinates[i], "over", ())
        total = 1
        for i in needed:
            total *= self.coordinates[i].degree
        return total

    # --- roots ------------------------------------------------------------------------------------

    def effective(self, poly: Poly, letter: int) -> list[Poly]:
        """The coefficients in one letter, lowest first, without those at the top that vanish at the place."""
        found = coefficients(self.field, poly, letter)
        while found and not self.sign(found[-1]):
            found.pop()
        return found

    def roots(self, poly: Poly, letter: int, *, is_full: bool = False) -> list[tuple[Any, int]]:
        """The real roots in one more letter, in order, each with its multiplicity; none if the polynomial vanishes.

        `is_full` says that the leading coefficient is known not to vanish.
        """
        poly = self.reduced(poly)
        parts = coefficients(self.field, poly, letter) if is_full else self.effective(poly, letter)
        if len(parts) < 2:
            return []
        if all(c.is_constant() for c in parts):
            line = arrange([fmpq_poly([c.leading_coefficient() if c else 0 for c in parts])])
            return [(point, members[0]) for point, members in zip(line.points, line.members, strict=True)]
        return _Isolation(self, parts, letter).roots()

    def __repr__(self) -> str:
        names = self.field.names
        return f"Place({', '.join(f'{names[i]}={v}' for i, v in self.coordinates.items())})"


def compare(one: Any, other: Any) -> int:
    """-1, 0 or 1: two real numbers, over the same place if they are branches, in order."""
    if not isinstance(one, Branch) and not isinstance(other, Branch):
        return (one > other) - (one < other)
    if isinstance(one, Branch) and one.is_rational:
        one = Real.of(one.low)
    if isinstance(other, Branch) and other.is_rational:
        other = Real.of(other.low)
    if not isinstance(one, Branch):
        return -compare(other, one) if isinstance(other, Branch) else compare(one, other)
    other = Real.of(other)
    if other.is_rational:
        return one.side(other.low)
    bits = BITS
    while one.low < other.high and other.low < one.high:
        mine, theirs = one.ball(bits), other.ball(bits)
        if not mine.overlaps(theirs):
            return -1 if mine < theirs else 1
        if bits == BITS and one.equals(other):
            return 0
        bits *= 2
    return -1 if one.high <= other.low else 1


class Branch(Real):
    """A root of a polynomial in one letter over a place: the only one in [low, high], and simple there."""

    def __init__(self, place: Place, poly: Poly, letter: int, low: Number, high: Number) -> None:
        self.place, self.letter, self.low, self.high = place, letter, low, high
        self.poly = primitive(poly)[1]
        self.over = [i for i, d in enumerate(self.poly.degrees()) if d and i != letter]

    @property
    def degree(self) -> int:
        """The degree over the field of the place."""
        return int(self.poly.degrees()[self.letter])

    @cached_property
    def parts(self) -> list[Poly]:
        """The coefficients in the letter, lowest first."""
        return coefficients(self.place.field, self.poly, self.letter)

    @cached_property
    def height(self) -> float:
        """A bound of the logarithmic height (base 2): that of the coefficients, and one for each root."""
        return (
            max(log2_sum(c) for c in self.parts if c)
            + sum(int(self.poly.degrees()[i]) * self.place.coordinates[i].height for i in self.over)
            + len(self.parts)
        )

    @cached_property
    def _sign_at_low(self) -> int:
        return self.place.sign(self.poly.subs({self.letter: self.low}))

    def refine(self) -> None:
        """Halve the interval."""
        if self.low == self.high:
            return
        middle = (self.low + self.high) / 2
        now = self.place.sign(self.poly.subs({self.letter: middle}))
        if now == 0:
            self.low = self.high = middle
        elif now == self._sign_at_low:
            self.low = middle
        else:
            self.high = middle

    def side(self, x: Number) -> int:
        """The sign of the number minus a rational number."""
        if self.low == self.high:
            return sign(self.low - x)
        if x <= self.low:
            return 1
        if x >= self.high:
            return -1
        now = self.place.sign(self.poly.subs({self.letter: x}))
        if now == 0:
            self.low = self.high = x
            return 0
        return 1 if now == self._sign_at_low else -1

    def equals(self, other: Real) -> bool:
        """Whether another root over the same place, or a number, is this one."""
        field = self.place.field
        poly = other.poly if isinstance(other, Branch) else _mpoly(field, other.factor, self.letter)
        if self.side(other.low) < 0 or self.side(other.high) > 0:
            return False
        # the other is the only root of its polynomial between its ends
        return self.place.at(self.letter, self).sign(poly) == 0

    def ball(self, bits: int = 50) -> Any:
        """A ball of radius at most 2**-bits that holds the number."""
        if self.low == self.high:
            with ctx.workprec(bits + 64):
                return arb(self.low)
        known = self.__dict__.get("_ball")
        if known is None or known[0] < bits:
            known = (bits, self._newton(bits))
            self.__dict__["_ball"] = known
        return known[1]

    def _newton(self, bits: int) -> Any:
        work = max(2 * BITS, bits + 32)
        self.narrow(CLOSE)
        goal = arb(fmpq(1, fmpz(2) ** bits))
        ball: Any = None
        while True:
            if self.low == self.high:
                return self.ball(bits)
            with ctx.workprec(work + 64):
                poly = arb_poly([self.place.ball(c, work) for c in self.parts])
                slope = poly.derivative()
                wide = arb(self.low).union(arb(self.high))
                ball = wide if ball is None else ball
                while True:
                    if ball.rad() < goal:
                        return ball
                    middle = ball.mid()
                    under = slope(ball)
                    if under.contains(0):
                        break
                    step = middle - poly(middle) / under
                    smaller = step.intersection(ball) if step.overlaps(ball) else ball
                    if not (smaller.rad() < ball.rad() / 2):
                        break
                    ball = smaller
            if ball.rad() * 2**20 < wide.rad():
                work *= 2  # Newton's method works, the coefficients are not known well enough
            else:
                for _ in range(10):
                    self.refine()
                ball = None
                work = max(work, 2 * BITS) + 32

    def real(self) -> Real:
        """The number over the rationals: the root of the norm of its polynomial that it is."""
        poly = self.poly
        for letter in reversed(self.place.coordinates):
            value = self.place.coordinates[letter]
            if poly.degrees()[letter] and isinstance(value, Real):
                own = (
                    value.poly
                    if isinstance(value, Branch)
                    else _mpoly(self.place.field, value.factor, letter)
                )
                poly = poly.resultant(own, letter)
        for root in arrange([_line(poly, self.letter)]).points:
            if compare(self, root) == 0:
                return root
        raise AssertionError("a number is a root of its norm")

    def __eq__(self, other: object) -> bool:
        return compare(self, Real.of(other)) == 0

    def __lt__(self, other: Any) -> bool:
        return compare(self, Real.of(other)) < 0

    def __gt__(self, other: Any) -> bool:
        return compare(self, Real.of(other)) > 0

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return str(self.low) if self.is_rational else f"{float(self.ball(64)):.6g}"

    def __float__(self) -> float:
        return float(self.ball(64))


class _Isolation:
    """The real roots of a polynomial with algebraic coefficients, given by these, lowest first; the last is not zero.

    FLINT isolates the roots of a polynomial with balls for coefficients if they are simple. Where it does not
    succeed the roots of the derivative are found first: between two neighbours of them the polynomial has at
    most one root, a simple one, and at them its multiple roots.
    """

    def __init__(self, place: Place, parts: list[Poly], letter: int) -> None:
        self.place, self.letter, self.parts = place, letter, parts
        generator = place.field.generators[letter]
        poly = place.field.zero
        for part in reversed(parts):
            poly = poly * generator + part
        self.poly = poly

    def roots(self) -> list[tuple[Any, int]]:
        """The roots in order, with multiplicities."""
        for bits in (BITS, 4 * BITS):
            found = self.simple(bits)
            if found is not None:
                return found
        return self.between_turns()

    def balls(self, bits: int) -> list[Any]:
        return [self.place.ball(c, bits) for c in self.parts]

    def sign_at(self, x: Number) -> int:
        return self.place.sign(self.poly.subs({self.letter: x}))

    def simple(self, bits: int) -> list[tuple[Any, int]] | None:
        """The roots if they are simple and the balls small enough, else None."""
        with ctx.workprec(bits + 32):
            balls = self.balls(bits)
            if balls[-1].contains(0):
                return None
            try:
                found = acb_poly(balls).roots()
            except ValueError:
                return None
            real = [z for z in found if z.imag.contains(0)]
            for z in real:
                # the conjugate of a root is a root: if it can only lie in the same ball, the root is real
                if any(w is not z and w.overlaps(z.conjugate()) for w in found):
                    return None
            real.sort(key=lambda z: float(z.real.mid()))
            # a little wider than the balls, so that no end is a root
            ends = [
                (exact(z.real.lower()) - room, exact(z.real.upper()) + room)
                for z in real
                for room in [exact(z.real.rad()) + fmpq(1, fmpz(2) ** bits)]
            ]
        if any(a[1] >= b[0] for a, b in pairwise(ends)):
            return None
        return [(Branch(self.place, self.poly, self.letter, low, high), 1) for low, high in ends]

    def root(self, low: Number, high: Number) -> Any:
        """The only root in [low, high], which is simple."""
        if low == high or not self.sign_at(low):
            return Real.of(low)
        return Branch(self.place, self.poly, self.letter, low, high) if self.sign_at(high) else Real.of(high)

    def between_turns(self) -> list[tuple[Any, int]]:
        """The roots between the zeros of the derivative, and at them."""
        bound = self.bound()
        turns: list[tuple[Any, int, int]] = [(Real.of(-bound), 0, self.sign_at(-bound))]
        for turn, many in self.place.roots(self.poly.derivative(self.letter), self.letter):
            turns.append((turn, many, self.place.at(self.letter, turn).sign(self.poly)))
        turns.append((Real.of(bound), 0, self.sign_at(bound)))
        found: list[tuple[Any, int]] = []
        for (one, _, here), (other, many, there) in pairwise(turns):
            if here * there < 0:
                # from one turn to the next the polynomial only rises or only falls
                while not (
                    one.high < other.low
                    and self.sign_at(one.high) == here
                    and self.sign_at(other.low) == there
                ):
                    one.refine()
                    other.refine()
                found.append((self.root(one.high, other.low), 1))
            if not there:
                found.append((other, many + 1))
        return found

    def bound(self) -> Number:
        """A power of two beyond all roots."""
        bits = BITS
        while True:
            balls = self.balls(bits)
            lead = abs(balls[-1]).lower()
            if lead > 0:
                with ctx.workprec(64):
                    ratio = 1 + max((abs(x).upper() for x in balls[:-1]), default=arb(0)) / lead
                    return fmpq(fmpz(2) ** max(1, int(ratio.log().upper().ceil().unique_fmpz()) * 2))
            bits *= 2


def terms_of(poly: Poly) -> list[tuple[list[tuple[int, int]], Number]]:
    """The terms of a polynomial: the letters with their exponents, and the coefficient."""
    return [
        ([(i, int(e)) for i, e in enumerate(m) if e], c)
        for m, c in zip(poly.monoms(), poly.coeffs(), strict=True)
    ]


def log2_sum(poly: Poly) -> float:
    """The logarithm (base 2) of the sum of the sizes of integer coefficients, rounded up."""
    return float(sum(abs(int(c.p)) for c in poly.coeffs()).bit_length()) if poly else 0.0


def _mpoly(field: Field, factor: Any, letter: int) -> Poly:
    poly = field.zero
    for c in reversed(factor.coeffs()):
        poly = poly * field.generators[letter] + c
    return poly


def _line(poly: Poly, letter: int) -> Any:
    parts = {int(m[letter]): c for m, c in zip(poly.monoms(), poly.coeffs(), strict=True)}
    return fmpq_poly([parts.get(d, fmpq(0)) for d in range(max(parts) + 1)])
