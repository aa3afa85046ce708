"""Events: the values of the first of two letters at which a curve of change begins, ends or turns.

Between two such values, and between those at which neighbouring curves meet, the second letter's line is cut in the
same way everywhere. The curves are those of `Relevance`: two differences vanish at one value of the parameter, or one
of them doubly, or one at a fixed value of the parameter, which gives a line; and, because roots are named by their
numbers, leading coefficients and double roots before an end. What happens on a curve is seen at roots of polynomials
of the parameter: its slope, another label that ties there, a bound of the domain, a polynomial that loses a root.
Every point that is found is tested: that it lies in the domain, and that what ties there is best.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> from symdt.exact.solver import Budget
>>> from symdt.regions.contest import Question
>>> from symdt.regions.sections.task import Task
>>> p, h, k = symbols("p h k")
>>> domain = Domain("0 < p < 1", "h > 0", "k > 0", symbols=[p, h, k])
>>> functions = {"wait": h*p, "act": k, "stop": p**2}
>>> asked = Question(tuple((name, domain.field.element(f)) for name, f in functions.items()), domain, p)
>>> task = Task(asked, Budget(9))
>>> known = task.fibres.relevance
>>> sorted(str(event.value) for event in events(known))
['1']

At h = 1 the three tie at the end of the range. Of 'stop' and 'act' alone, equal where p**2 = k, no event is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from flint import arb_poly, ctx, fmpq, fmpq_poly

from symdt.exact.line.arrangement import roots_of
from symdt.exact.line.place import Place
from symdt.exact.line.real import Real
from symdt.exact.line.terms import spread
from symdt.exact.polynomial import Number
from symdt.regions.curves.event import FAR, Event, Height, OnRoots, Where, height_of
from symdt.regions.curves.moving_ends import meet_rims, rim_events
from symdt.regions.curves.parametrised import Curve
from symdt.regions.curves.relevance import CUBIC, Relevance
from symdt.regions.curves.slopes import Affine, Form, affine_parts, cramer, derived, factors, form, on_letter


class NotKnownError(Exception):
    """Curves of a kind whose events are not known, or not within the budget."""


def events(known: Relevance) -> list[Event] | None:
    """The values of the first letter at which something begins, ends or turns; None where that is not known."""
    try:
        return Finder(known).found()
    except NotKnownError:
        return None


class Finder:
    """The search for all events of some curves."""

    def __init__(self, known: Relevance) -> None:
        self.known, self.basis, self.letter = known, known.basis, known.letter
        self.first, self.second = known.others
        self.low, self.high = known.low, known.high
        self.values: dict[tuple[int, int], Event] = {}
        self.moving = [n for n in known.labels if any(self._slopes(n))]
        self.fixed = [n for n in known.labels if n not in self.moving]
        self.bounds = [f for _, factors in known.inside for f in factors if not isinstance(f, Form)]
        self.rims = [form(self.basis.polys[n], self.letter, known.others) for n in known.rims]
        self.leads = {n: self._lead(n) for n in self.moving if self._degree(n) > 1}
        self.indexed: dict[int, tuple[int, ...]] = {}  # the discriminants on which numbers of ends hang
        self._tried: set[Any] = set()

    def _slopes(self, number: int) -> tuple[Any, Any]:
        return self.known.parts(number)[1:]

    def _degree(self, number: int) -> int:
        return int(self.basis.degrees[number][self.letter])

    def _lead(self, number: int) -> Affine:
        found = affine_parts(self.basis.coefficients(number, self.letter)[-1], self.letter, self.known.others)
        assert found is not None
        return found

    def found(self) -> list[Event]:
        """All events."""
        for n in self.moving:
            self.numbering(n)
        self.corners()
        for g in self.ends():
            for n in self.moving:
                self.line(g, n)
        for n in self.moving:
            own = self.known.parts(n)
            if self._degree(n):
                self.crossing(own, derived(own), (n,), self.known.labels[n])
            for m in self.moving:
                both = self.known.labels[n] & self.known.labels[m]
                if n < m and both:
                    self.crossing(own, self.known.parts(m), (n, m), both)
        rim_events(self)
        return list(self.values.values())

    def ends(self) -> Iterator[Any]:
        """The fixed values of the parameter at which something vanishes, as polynomials."""
        for n in self.known.ends:
            if self.basis.degrees[n][self.letter] and not self.basis.degrees[n][self.first]:
                yield from self.within(fmpq_poly(on_letter(self.basis.polys[n], self.letter)))
        for n in self.fixed:
            yield from self.within(self.known.parts(n)[0])

    def fixed_at(self, g: Any) -> int:
        """The polynomial that vanishes where the parameter is a root of g."""
        return self.basis.number(spread(self.basis.field, g.numer(), self.letter))

    def within(self, poly: Any) -> Iterator[Any]:
        """The irreducible factors with a root in the range of the parameter."""
        for g in factors(poly):
            if any(self.low <= r <= self.high for r, _ in roots_of(g.coeffs())):
                yield g

    # --- what hangs on the numbers of roots -----------------------------------------------------------

    def numbering(self, number: int) -> None:
        """Events of the curves on which roots before an end come and go: leading coefficients, double roots."""
        if number in self.leads:
            self.straight(self.leads[number])
        if not self._degree(number):
            self.straight(self.known.parts(number))
        self.vanishing(number)
        if self._degree(number) < CUBIC:
            return
        own = self.known.parts(number)
        d, x, y = cramer(own, derived(own))
        numbers = self.basis.discriminant(number, self.letter)
        if not d:
            self.parallel(numbers)
            self.indexed[number] = numbers
            return
        shared = d.gcd(x).gcd(y)
        lines = [g for g in factors(shared) if any(r <= self.high for r, _ in roots_of(g.coeffs()))]
        for g in lines:
            self.straight_at(g, number)
        d, x, y = d // shared, x // shared, y // shared
        curve = Curve(d, x, y, None, None, self.high)
        if lines:
            self.indexed[number] = numbers
        if not self.known.is_before(curve):
            return
        self.indexed[number] = numbers
        self.along(curve, (), None)
        if x.degree() <= d.degree():  # the double root at infinity
            top = d.degree()
            self.rational(x[top] / d[top], FAR if y.degree() > top else height_of(y[top] / d[top]))

    def vanishing(self, number: int) -> None:
        """The event at a point where a polynomial is zero for every value of the parameter."""
        forms = [tuple(part[n] for part in self.known.parts(number)) for n in range(self._degree(number) + 1)]
        for i, (a, b, c) in enumerate(forms):
            for e, f, g in forms[:i]:
                d, x, y = b * g - c * f, c * e - a * g, a * f - b * e
                if d:
                    if all(p * d + q * x + r * y == 0 for p, q, r in forms):
                        self.rational(x / d, height_of(y / d))
                    return

    def straight(self, affine: Affine) -> None:
        """Events of a line that does not hang on the parameter: where it is upright, and on the bounds of the domain."""
        a, b, c = (part[0] for part in affine)
        if not c:
            if b:
                self.rational(-a / b)
            return
        for bound in self.bounds:
            e, f, g = (part[0] for part in bound)
            d = b * g - c * f
            if d:
                self.rational((c * e - a * g) / d, height_of((a * f - b * e) / d))

    def straight_at(self, g: Any, number: int) -> None:
        """The same for the line on which a polynomial vanishes at a fixed value of the parameter, a root of g."""
        a, b, c = own = self.known.parts(number)
        if not c % g:
            self.at_roots(Curve(b, -a, 0 * a, None, None, self.high), g, None, is_tested=False)
            return
        for bound in self.bounds:
            d, x, y = cramer(own, bound)
            self.at_roots(Curve(d, x, y, None, None, self.high), g, None)

    def parallel(self, numbers: Iterable[int]) -> None:
        """Events of parallel lines, given by their polynomials: upright ones, and where they meet bounds of the domain."""
        for n in numbers:
            if not self.basis.degrees[n][self.second]:
                self.each((n,))
                continue
            for m in self.known.walls:
                if self.basis.degrees[m][self.second]:
                    self.meetings(n, m)

    def meetings(self, one: int, other: int) -> None:
        """Every value of the first letter at which two polynomials may vanish together."""
        self.each(self.basis.resultant(one, other, self.second), OnRoots(one))

    def corners(self) -> None:
        """Where bounds of the domain meet, and those that are upright."""
        for bound in self.bounds:
            self.straight(bound)

    # --- curves -------------------------------------------------------------------------------------------

    def crossing(self, one: Affine, other: Affine, own: tuple[int, ...], labels: set[int]) -> None:
        """Events of the curve on which two polynomials vanish, and of the lines that belong to it."""
        d, x, y = cramer(one, other)
        shared = x.gcd(y) if not d else d.gcd(x).gcd(y)
        if not d and not shared:
            raise NotKnownError  # the same equation twice
        if shared.degree() > 0:
            for g in self.within(shared):
                for n in own:
                    self.line(g, n)
        if not d:
            return
        d, x, y = d // shared, x // shared, y // shared
        curve = Curve(d, x, y, None, self.low, self.high)
        if any(self.known.is_best(curve, a) for a in labels):
            self.along(curve, own, labels)

    def along(self, curve: Curve, own: tuple[int, ...], labels: set[int] | None) -> None:
        """Events along a curve; labels: one of which is best where it matters, None where that does not count."""
        d, x = curve.d, curve.x
        slope = x.derivative() * d - x * d.derivative()
        if not slope:
            self.rational((x // d)[0] if x else fmpq(0))
        self.at_roots(curve, slope, labels)
        pole = x.gcd(d)
        if pole.degree() > 0:  # upright asymptotes
            whole = Curve(d // pole, x // pole, 0 * d, None, curve.low, curve.high)
            self.at_roots(whole, pole, None, is_tested=False, where=FAR)
        for bound in self.bounds:
            self.at_roots(curve, curve.on(bound), labels)
        for rim in self.rims:
            self.at_roots(curve, curve.put(rim), labels)
        if labels is None:
            return
        for n in {*self.known.sharing(labels), *self.fixed}:
            self.at_roots(curve, curve.on(self.known.parts(n)), labels)
        self.numbered(curve, own, labels)

    def numbered(self, curve: Curve, own: Iterable[int], labels: set[int]) -> None:
        """Events at which the number of a root changes that vanishes all along a curve."""
        gone = [n for n in self.moving if not curve.on(self.known.parts(n))]
        for n in {*gone, *own}:
            if n in self.leads:
                self.at_roots(curve, curve.on(self.leads[n]), labels)
            for m in self.indexed.get(n, ()):
                self.at_roots(curve, self.put(m, curve), labels)

    def put(self, number: int, curve: Curve) -> Any:
        """A polynomial of the two letters along a curve, times a power of d."""
        return curve.put(form(self.basis.polys[number], self.letter, self.known.others))

    def line(self, g: Any, number: int) -> None:
        """Events of the line on which a polynomial vanishes at a fixed value of the parameter, a root of g."""
        if (str(g), number) in self._tried:
            return
        self._tried.add((str(g), number))
        fixed = self.fixed_at(g)
        meet_rims(self, g, *map(OnRoots, self.basis.resultant(fixed, number, self.letter)))
        labels = self.known.labels[number]
        if g.degree() == 1:
            self.at_number(-g[0] / g[1], number, labels)
            return
        own = self.known.parts(number)
        a, b, c = own
        if not c % g:
            if b % g:
                self.at_roots(Curve(b, -a, 0 * a, None, self.low, self.high), g, None, is_tested=False)
            return
        for line in self.basis.resultant(fixed, number, self.letter):
            for n in self.known.sharing(labels):
                for m in self.indexed.get(n, ()):
                    self.meetings(line, m)
        others = [self.known.parts(n) for n in self.known.sharing(labels)]
        for other in (derived(own), *others, *self.bounds, *self.leads.values()):
            d, x, y = cramer(own, other)
            if d % g:
                self.at_roots(Curve(d, x, y, None, self.low, self.high), g, labels)

    def at_number(self, at: Number, number: int, labels: set[int]) -> None:
        """Events of the line on which a polynomial vanishes at a rational value of the parameter."""
        a, b, c = (part(at) for part in self.known.parts(number))
        t, one = fmpq_poly([0, 1]), fmpq_poly([1])
        if not c:
            if b:
                self.rational(-a / b)
            return
        curve = Curve(c * one, c * t, -a - b * t, at, None, None)
        self.at_roots(curve, curve.on(derived(self.known.parts(number))), labels)
        for n in self.known.sharing(labels):
            self.at_roots(curve, curve.on(self.known.parts(n)), labels)
        for bound in self.bounds:
            self.at_roots(curve, curve.on(bound), labels)
        self.numbered(curve, (), labels)

    # --- points -------------------------------------------------------------------------------------------

    def at_roots(
        self,
        curve: Curve,
        poly: Any,
        labels: set[int] | None,
        *,
        is_tested: bool = True,
        where: Where = None,
    ) -> None:
        """The events at roots of a polynomial along a curve, where they count."""
        if not poly or poly.degree() < 1:
            return
        if self.basis.left() <= 0:
            raise NotKnownError  # no time is left to know it
        for root, _ in roots_of(poly.coeffs()):
            if (curve.low is not None and root < curve.low) or (curve.high is not None and root > curve.high):
                continue
            side = root.sign_of(curve.d)
            if not side or (is_tested and not self.counts(curve, root, side, labels)):
                continue
            self.reached(curve, root, Height(curve.y, curve.d, root) if is_tested else where)

    def counts(self, curve: Curve, root: Real, side: int, labels: set[int] | None) -> bool:
        """Whether a point of a curve lies in the domain, and one of some labels is best there; without labels the parameter may be outside its range."""

        def is_right(asked: Sequence[tuple[int, tuple[Affine | Form, ...]]]) -> bool:
            for value, product in asked:
                for factor in product:
                    if value:
                        value *= side * int(root.sign_of(curve.on(factor)))
                if value < 0:
                    return False
            return True

        if labels is None:
            return is_right(self.known.outer)
        return is_right(self.known.inside) and any(is_right(self.known.against(a)) for a in labels)

    def reached(self, curve: Curve, root: Real, height: Where) -> None:
        """Note the first letter's value at a point of a curve, and the second's."""
        if root.is_rational:
            self.rational(curve.x(root.low) / curve.d(root.low), height)
            return
        field, gen = self.basis.field, self.basis.field.generators[self.first]
        key = (
            str(root.factor),
            root.index,
            *(str(part % fmpq_poly(root.factor)) for part in (curve.x, curve.y, curve.d)),
            height if isinstance(height, str) else height is None,
        )
        if key in self._tried:
            return
        self._tried.add(key)
        own = spread(field, root.factor, self.letter)
        x, d = (spread(field, part % fmpq_poly(root.factor), self.letter) for part in (curve.x, curve.d))
        numbers = self.basis.parts(own.resultant(d * gen - x, self.letter))
        bits = 64
        found = [event for n in numbers for event in self.roots(n)]
        while True:
            with ctx.workprec(2 * bits + 64):
                ball = root.ball(bits)
                value = arb_poly(curve.x)(ball) / arb_poly(curve.d)(ball)
                near = [e for e in found if (e.value.ball(bits) - value).contains(0)]
            if len(near) < 2:
                break
            bits *= 2
        for event in near:
            self.note(event, height)

    def note(self, event: Event, height: Where = None) -> None:
        """Note an event, and where along the second letter: None for anywhere."""
        self.values.setdefault(event[:2], event).heights.append(height)

    def rational(self, value: Number, height: Where = None) -> None:
        """Note a rational value of the first letter."""
        number = self.basis.number(self.basis.field.generators[self.first] - value)
        if not self.basis.settled[number]:
            self.each((number,), height)

    def each(self, numbers: Iterable[int], height: Where = None) -> None:
        """Note every root of some polynomials of the first letter."""
        for number in numbers:
            for event in self.roots(number):
                self.note(event, height)

    def roots(self, number: int) -> list[Event]:
        """The roots of a polynomial of the first letter."""
        found = Place(self.basis.field).known_roots(number, self.basis.polys[number], self.first)
        return [Event(number, n, root, []) for n, (root, _) in enumerate(found)]
