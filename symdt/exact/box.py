"""Box: the bounds of each letter, and what can be seen from them without a search.

>>> from symdt.exact.domain import Domain
>>> box = Domain("0 < p < 1/4", "h > 0").box
>>> [(str(low), str(high)) for low, high, _, _ in box]
[('0', 'None'), ('0', '1/4')]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from math import prod

from flint import fmpq

from symdt.exact.field import Field
from symdt.exact.formula import Condition
from symdt.exact.polynomial import Number, Poly

#: A polynomial that could have more terms than this is not moved to another box.
MAX_MOVED = 20_000

#: Lower and upper bound of a letter, and whether each is attained; None where there is none.
Bounds = tuple[Number | None, Number | None, bool, bool]


@dataclass(frozen=True)
class Box:
    """For each letter of the field, in its order: the bounds that conditions on this letter alone give."""

    field: Field
    bounds: tuple[Bounds, ...]

    def __getitem__(self, index: int) -> Bounds:
        return self.bounds[index]

    def __iter__(self) -> Iterator[Bounds]:
        return iter(self.bounds)

    @classmethod
    def of(cls, field: Field, conditions: Iterable[Condition]) -> Box:
        """The smallest box that the conditions on single letters give."""
        given = tuple(conditions)
        bounds: list[Bounds] = []
        for index in range(len(field.symbols)):
            low: Number | None = None
            high: Number | None = None
            low_closed = high_closed = True
            for condition in given:
                degrees = condition.poly.degrees()
                if degrees[index] != 1 or sum(degrees) != 1 or condition.op == "!=":
                    continue
                slope = condition.poly.derivative(index).leading_coefficient()
                rest = condition.poly - slope * field.generators[index]
                root = -(rest.leading_coefficient() if rest else fmpq(0)) / slope
                closed = condition.op != ">"
                if (slope > 0 or condition.op == "==") and (low is None or root >= low):
                    low_closed = closed if low is None or root > low else low_closed and closed
                    low = root
                if (slope < 0 or condition.op == "==") and (high is None or root <= high):
                    high_closed = closed if high is None or root < high else high_closed and closed
                    high = root
            bounds.append((low, high, low_closed, high_closed))
        return cls(field, tuple(bounds))

    def is_positive_affine(self, condition: Condition) -> bool:
        """The least value of an affine function on the box lies at a corner: one sum, no search."""
        if condition.op not in (">", ">=") or condition.poly.total_degree() != 1:
            return False
        least, is_attained = fmpq(0), True
        for monomial, slope in condition.poly.to_dict().items():
            index = next((i for i, e in enumerate(monomial) if e), None)
            if index is None:
                least += slope
                continue
            low, high, low_closed, high_closed = self.bounds[index]
            end, closed = (low, low_closed) if slope > 0 else (high, high_closed)
            if end is None:
                return False
            least += slope * end
            is_attained = is_attained and closed
        return least > 0 or (least == 0 and (condition.op == ">=" or not is_attained))

    def is_positive(self, poly: Poly, strictly: bool) -> bool:
        """Whether the coefficients alone show that a polynomial is positive (or not negative) on the box."""
        # Move the corner of the box to the origin and its other end to infinity (x = (a+bt)/(1+t),
        # times (1+t)^degree > 0): if no coefficient is negative then, neither is the polynomial.
        if prod(degree + 1 for degree in poly.degrees()) > MAX_MOVED:
            return False  # not obvious: moving the box could take more room than there is
        ends: list[
            list[tuple[int, int]]
        ] = []  # for each letter, the exponents that survive at its closed ends
        for index, degree in enumerate(poly.degrees()):
            if not degree:
                continue
            low, high, low_closed, high_closed = self.bounds[index]
            if low is None and high is None:
                return False
            if low is not None and high is not None:
                poly = self._stretched(poly, index, degree, low, high)
                ends.append([(index, 0)] * low_closed + [(index, degree)] * high_closed)
            else:
                gen = self.field.generators[index]
                shift = low + gen if low is not None else high - gen
                if low is None or low != 0:
                    poly = poly.compose(
                        *(shift if i == index else g for i, g in enumerate(self.field.generators))
                    )
                ends.append([(index, 0)] * (low_closed if low is not None else high_closed))
        terms = poly.to_dict()
        if any(c < 0 for c in terms.values()):
            return False
        if not strictly:
            return True
        # strict: a positive term must survive at every corner made of closed ends
        corners = list(islice(product(*[e for e in ends if e]), 65))
        return len(corners) <= 64 and all(
            any(all(m[i] == e for i, e in corner) for m in terms) for corner in corners
        )

    def _stretched(self, poly: Poly, index: int, degree: int, low: Number, high: Number) -> Poly:
        gen, result = self.field.generators[index], self.field.zero
        for monomial, coefficient in poly.to_dict().items():
            exponent = int(monomial[index])
            rest = self.field.context.from_dict(
                {tuple(0 if i == index else e for i, e in enumerate(monomial)): coefficient}
            )
            result = result + rest * (low + high * gen) ** exponent * (1 + gen) ** (degree - exponent)
        return result
