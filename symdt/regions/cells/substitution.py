"""Putting an equation into a question: a letter is replaced by the rational function it equals."""

from __future__ import annotations

from symdt.errors import ExpressionError
from symdt.exact.field import Element, Field
from symdt.exact.formula import Condition
from symdt.exact.polynomial import Number, Poly
from symdt.regions.cells.projection import Values, coefficients, complexity


def linear_letter(field: Field, poly: Poly, letters: tuple[int, ...]) -> tuple[int, Poly, Poly] | None:
    """A letter in which the polynomial is linear, with its coefficient and the rest; a constant one first."""
    found = []
    for letter in letters:
        if poly.degrees()[letter] == 1:
            rest, slope = coefficients(field, poly, letter)
            # beyond one letter the coefficient and the rest may vanish together
            is_shared = len([d for d in slope.degrees() if d]) > 1
            found.append((is_shared, complexity(slope), letter, slope, rest))
    if not found:
        return None
    is_shared, _, letter, slope, rest = min(found, key=lambda entry: entry[:3])
    return None if is_shared else (letter, slope, rest)


class Substitution:
    """letter = -rest/slope, put into functions and conditions."""

    def __init__(self, field: Field, letter: int, slope: Poly, rest: Poly) -> None:
        self.field, self.letter, self.slope, self.rest = field, letter, slope, rest

    def poly(self, poly: Poly) -> tuple[Poly, int]:
        """(n, d) with the value n/slope^d."""
        parts = coefficients(self.field, poly, self.letter)
        degree = len(parts) - 1
        total = self.field.zero
        for power, part in enumerate(parts):
            total = total + part * (-self.rest) ** power * self.slope ** (degree - power)
        return total, degree

    def element(self, element: Element) -> Element:
        num, n = self.poly(element.num)
        den, d = self.poly(element.den)
        if not den:
            raise ExpressionError("a denominator vanishes on the locus")
        return Element.reduced(self.field, num * self.slope**d, den * self.slope**n)

    def condition(self, condition: Condition) -> Condition:
        num, degree = self.poly(condition.poly)
        return Condition(self.field, num * self.slope if degree % 2 else num, condition.op)

    def simplified(self, condition: Condition) -> Condition:
        """A condition that says the same on the locus, without the letter where that is simple enough."""
        if not self.slope.is_constant() or not condition.poly.degrees()[self.letter]:
            return condition
        new = self.condition(condition)
        single = new.truth is not None or [m for _, m in new.poly.factor()[1]] == [1]
        return new if single else condition

    def point(self, values: Values) -> Values:
        at: Number = -self.rest(*values) / self.slope(*values)
        return (*values[: self.letter], at, *values[self.letter + 1 :])
