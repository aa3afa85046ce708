"""Branch: a root of a polynomial whose coefficients hold algebraic numbers."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from flint import arb, arb_poly, ctx, fmpq, fmpz

from symdt.exact.line.durations import seconds_for
from symdt.exact.line.real import Real, isolate, remembered, sign
from symdt.exact.line.terms import coefficients, on_line, spread
from symdt.exact.polynomial import Number, Poly, primitive

if TYPE_CHECKING:
    from symdt.exact.line.place import Place

#: Binary digits with which signs and roots are first sought.
BITS = 64
#: The width below which several roots may be one multiple root.
CLOSE = fmpq(1, 2**24)
#: The part of the forecast that the norm of a polynomial over a place takes: its letters are few and one is a number's.
NORM = 0.2


def compare(one: Any, other: Any) -> int:
    """-1, 0 or 1: two real numbers, over the same place if they are branches, in order."""
    if one is other:
        return 0
    low, high = (one.low, one.high) if isinstance(one, Real) else (one, one)
    least, most = (other.low, other.high) if isinstance(other, Real) else (other, other)
    if high < least:
        return -1
    if most < low:
        return 1
    if low == high and least == most:
        return 0
    one, other = Real.of(one), Real.of(other)
    if isinstance(one, Branch):
        return _apart(one, other)
    if isinstance(other, Branch):
        return -_apart(other, one)
    return 0 if one == other else -1 if one < other else 1


def may_be_equal(one: Any, other: Any) -> bool:
    """False where two real numbers are different, as 2 * BITS digits show; whether they are equal is not asked, it takes long.

    >>> from flint import fmpz_poly
    >>> from symdt.exact.line.real import isolate
    >>> root = isolate(fmpz_poly([-2, 0, 1]))[1]
    >>> may_be_equal(root, fmpq(7, 5)), may_be_equal(root, root), may_be_equal(fmpq(1), fmpq(2))
    (False, True, False)
    """
    one, other = Real.of(one), Real.of(other)
    if one is other:
        return True
    if one.high < other.low or other.high < one.low:
        return False
    return bool(one.ball(2 * BITS).overlaps(other.ball(2 * BITS)))


def _apart(one: Branch, other: Real) -> int:
    """-1, 0 or 1: a branch and a number, by narrower and narrower balls."""
    if one.is_rational:
        return sign(one.low - other.low) if other.is_rational else -compare(other, one.low)
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
        poly = other.poly if isinstance(other, Branch) else spread(field, other.factor, self.letter)
        if self.side(other.low) < 0 or self.side(other.high) > 0:
            return False
        # the other is the only root of its polynomial between its ends
        return self.place.at(self.letter, self).sign(poly) == 0

    def ball(self, bits: int = 50) -> Any:
        """A ball of radius at most 2**-bits that holds the number."""
        if self.low == self.high:
            with ctx.workprec(bits + 64):
                return arb(self.low)
        return remembered(self.__dict__, bits, self._newton)

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
        poly = self.place.reduced(self.poly)
        for letter in reversed(self.place.coordinates):
            value = self.place.coordinates[letter]
            if poly.degrees()[letter] and isinstance(value, Real):
                own = self._own(value, letter)
                norm = poly.resultant(own, letter)
                while (
                    not norm
                ):  # they share a factor, of a conjugate: it is not zero here, where the polynomial is not
                    poly = poly / poly.gcd(own)
                    norm = poly.resultant(own, letter)
                poly = norm
        parts = [factor for factor, _ in on_line(poly, self.letter).numer().factor()[1]]
        bits = BITS
        while (
            len(parts) > 1
        ):  # its own factor is the one that may vanish in a small ball; the others are left
            with ctx.workprec(2 * bits):
                mine = self.ball(bits)
                parts = [factor for factor in parts if factor(mine).contains(0)]
            bits *= 2
        left, bits = [root for factor in parts for root in isolate(factor)], BITS
        left = [root for root in left if root.low <= self.high and self.low <= root.high]
        while len(left) > 1:  # it is one of them, so that it is enough to tell it from the others
            mine = self.ball(bits)
            left = [root for root in left if mine.overlaps(root.ball(bits))]
            bits *= 2
        if not left:
            raise ArithmeticError(f"no root of {poly} is near {self}: a number is a root of its norm")
        return left[0]

    def _own(self, value: Real, letter: int) -> Poly:
        """The polynomial of a coordinate of the place."""
        is_branch = isinstance(value, Branch)
        return self.place.reduced(
            value.poly if is_branch else spread(self.place.field, value.factor, letter)  # type: ignore[attr-defined]
        )

    @property
    def seconds_to_real(self) -> float:
        """About how long `real` takes, whose resultants nothing can interrupt.

        Over several algebraic numbers one norm follows another, each as much larger as the degree of the last.
        """
        poly, seconds, growth = self.place.reduced(self.poly), 0.0, 1.0
        for letter, value in self.place.coordinates.items():
            if poly.degrees()[letter] and isinstance(value, Real):
                own = self._own(value, letter)
                seconds += NORM * seconds_for(poly, own, letter)
                growth *= int(own.degrees()[letter])
        return seconds * max(1.0, growth / max(1, self.degree)) if len(self.over) > 1 else seconds

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


class Later(Real):
    """A branch as a number over the rationals, found when it is first asked for: the norm of a polynomial may take seconds.

    >>> from symdt.exact.field import Field
    >>> from flint import fmpz_poly
    >>> from symdt.exact.line.place import Place
    >>> from symdt.exact.line.real import isolate
    >>> from sympy import symbols
    >>> x, y = symbols("x y")
    >>> field = Field.of([x, y])
    >>> place = Place(field).at(0, isolate(fmpz_poly([-2, 0, 1]))[1])
    >>> (_, (root, _)) = place.roots(field.polynomial(y**2 - x), 1)
    >>> root.degree, Later(root), Later(root) == root.real()
    (2, Real('root 1 of x^4 + (-2)'), True)
    >>> later = Later(root)
    >>> 0 < later.seconds < 0.01, later.degree, later.seconds
    (True, 4, 0.0)
    """

    __slots__ = ()

    def __init__(self, branch: Branch) -> None:
        self.__dict__["branch"] = branch

    @property
    def seconds(self) -> float:
        """About how long it takes to find the number; none where it is found already."""
        branch = self.__dict__.get("branch")
        return 0.0 if branch is None else branch.seconds_to_real

    @cached_property
    def number(self) -> Real:
        """The number."""
        found: Real = self.__dict__.pop("branch").real()
        return found

    factor = property(lambda self: self.number.factor)
    index = property(lambda self: self.number.index)

    @property
    def low(self) -> Number:
        """The number is not less."""
        return self.number.low

    @low.setter
    def low(self, value: Number) -> None:
        self.number.low = value

    @property
    def high(self) -> Number:
        """The number is not greater."""
        return self.number.high

    @high.setter
    def high(self, value: Number) -> None:
        self.number.high = value

    # Python asks the right side first where it is of a subclass: so it answers by itself
    def __eq__(self, other: object) -> bool:
        return self.number == _plain(other)

    def __lt__(self, other: Any) -> bool:
        return self.number < _plain(other)

    def __gt__(self, other: Any) -> bool:
        return self.number > _plain(other)

    def __hash__(self) -> int:
        return hash(self.number)


def _plain(value: Any) -> Any:
    return value.number if isinstance(value, Later) else value
