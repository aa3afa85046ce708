"""A fibre: the line of the parameter over one point of the others, and the answer along it.

Over a point θ of the other parameters every function is a function of the parameter alone. The
differences of functions and the conditions of the domain cut the line at their real roots; between
two neighbouring roots one label is optimal. The sequence of labels, with the polynomial and the
number of the root at which one takes over from the other, is the `Structure` at θ. It stays the same
as θ moves, until two of these roots meet or one is lost at infinity: `Fibres.projection` lists the
polynomials in θ that vanish there.

By continuity the structure of an open cell still gives optimal labels on the cell's boundary, as
long as the ends of its pieces move continuously up to there: the leading coefficient of a
polynomial in use must not vanish, nor may a pair of complex roots become real to the left of the
root in use (`Fibres.is_continuous`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from sympy import Symbol

from symdt.errors import ExpressionError
from symdt.exact.field import Element, Field
from symdt.exact.formula import Condition
from symdt.exact.line import Arrangement, arrange, sign, univariate
from symdt.exact.polynomial import Number, Poly
from symdt.regions.cells.projection import Factors, Values, coefficients, complexity, irreducible, key
from symdt.regions.ends import End, Infinite, Ratio, Root
from symdt.regions.rule import Case, Label, Piece


@dataclass(frozen=True)
class Structure:
    """The pieces over a point; `used` are the polynomials at their ends, `roots` counts the real roots of each."""

    pieces: tuple[Piece, ...]
    identity: tuple[Any, ...]  # equal for structures that are the same formulas
    used: tuple[int, ...]
    roots: tuple[int, ...]


class Fibres:
    """The labelled functions (the least is sought) and the conditions, over all points of the other letters."""

    def __init__(
        self,
        field: Field,
        index: int,
        functions: Sequence[tuple[Label, Element]],
        conditions: Sequence[Condition],
    ) -> None:
        self.field, self.index = field, index
        self.functions: list[tuple[Label, Element]] = []
        for label, function in functions:
            if all(function != other for _, other in self.functions):
                self.functions.append((label, function))  # of equal functions the first speaks for all
        self.conditions = [c for c in conditions if c.poly.degrees()[index]]
        self.outer = [c for c in conditions if not c.poly.degrees()[index]]
        self.polys: list[Poly] = []  # irreducible, with the parameter
        self.numbers: dict[Any, int] = {}
        self.bare = Factors()  # irreducible, without the parameter
        self.changes: dict[tuple[int, int], frozenset[int]] = {}
        for a, b in combinations(range(len(self.functions)), 2):
            difference = self.functions[a][1] - self.functions[b][1]
            self.changes[a, b] = self.changes[b, a] = self._split(difference.sign_polynomial)
        self.bounds = [self._split(c.poly) for c in self.conditions]
        for c in self.outer:
            self.bare.add(c.poly)
        self.walls = frozenset().union(*self.bounds)
        self.coefficients = [coefficients(field, p, index) for p in self.polys]

    def _split(self, poly: Poly) -> frozenset[int]:
        numbers = set()
        for factor in irreducible(poly):
            if not factor.degrees()[self.index]:
                self.bare.add(factor)
                continue
            number = self.numbers.setdefault(key(factor), len(self.polys))
            if number == len(self.polys):
                self.polys.append(factor)
            numbers.add(number)
        return frozenset(numbers)

    # --- what must not vanish -----------------------------------------------------------------

    @cached_property
    def projection(self) -> list[Poly]:
        """The irreducible polynomials in the other letters off whose zeros the structure stays the same."""
        result = Factors(self.bare)
        for number, poly in enumerate(self.polys):
            result.add(self.coefficients[number][-1])
            if poly.degrees()[self.index] > 1:
                result.add(poly.discriminant(self.index))
        for pair in self.meeting:
            a, b = (self.polys[n] for n in pair)
            result.add(a.resultant(b, self.index))
        return list(result)

    @cached_property
    def meeting(self) -> list[tuple[int, ...]]:
        """The pairs of polynomials that must not have a root in common."""
        pairs: set[frozenset[int]] = set()
        for numbers in self.changes.values():
            pairs |= {frozenset(pair) for pair in combinations(numbers, 2)}
        for wall in self.walls:
            pairs |= {frozenset((wall, other)) for other in range(len(self.polys)) if other != wall}
        for triple in combinations(range(len(self.functions)), 3):
            pairs |= self._meetings(*triple)
        return sorted(tuple(sorted(pair)) for pair in pairs)

    @cached_property
    def edges(self) -> list[Poly]:
        """The polynomials in the other letters where the domain over a point may appear or vanish."""
        result = Factors()
        for number in self.walls:
            result.add(self.coefficients[number][-1])
            result.add(self.polys[number].discriminant(self.index))
        for a, b in combinations(sorted(self.walls), 2):
            result.add(self.polys[a].resultant(self.polys[b], self.index))
        return list(result)

    def slopes(self) -> Factors:
        """The polynomials in the other letters that tell on which side of its turning points a bound lies."""
        return self._turning(self.walls)

    def all_slopes(self) -> Factors:
        """The same for every polynomial in place of a bound."""
        return self._turning(range(len(self.polys)))

    def common_roots(self) -> Factors:
        """The polynomials in the other letters that tell where a common root lies among the bounds.

        Where two polynomials have one root in common, their remainders vanish there too, and the last
        of these is linear in the parameter.
        """
        result = Factors()
        for pair in self.meeting:
            a, b = (self.polys[n] for n in pair)
            if min(a.degrees()[self.index], b.degrees()[self.index]) < 2:
                continue
            while b.degrees()[self.index] > 1:
                a, b = b, self._remainder(a, b)
            for factor in irreducible(b):
                if not factor.degrees()[self.index]:
                    result.add(factor)
                    continue
                result.add(coefficients(self.field, factor, self.index)[-1])
                for wall in self.walls:
                    result.add(factor.resultant(self.polys[wall], self.index))
        return result

    def _remainder(self, a: Poly, b: Poly) -> Poly:
        """A multiple of `a`, free of the parameter's high powers by subtracting a multiple of `b`."""
        generator = self.field.generators[self.index]
        degree = b.degrees()[self.index]
        lead = coefficients(self.field, b, self.index)[-1]
        while a and a.degrees()[self.index] >= degree:
            top = coefficients(self.field, a, self.index)[-1]
            a = a * lead - b * top * generator ** (int(a.degrees()[self.index]) - int(degree))
        return a

    def _turning(self, others: Iterable[int]) -> Factors:
        result = Factors()
        for poly in self.polys:
            while poly.degrees()[self.index] > 1:
                poly = poly.derivative(self.index)
                for other in others:
                    result.add(poly.resultant(self.polys[other], self.index))
        return result

    def _meetings(self, a: int, b: int, c: int) -> set[frozenset[int]]:
        # Three functions meet where two of their three differences vanish: take the simplest two.
        choices = [(a, b), (a, c), (b, c)]
        one, two = sorted(
            choices,
            key=lambda ab: sorted((complexity(self.polys[n]) for n in self.changes[ab]), reverse=True),
        )[:2]
        return {frozenset((m, n)) for m in self.changes[one] for n in self.changes[two] if m != n}

    @cached_property
    def leading(self) -> list[frozenset[Any]]:
        """For each polynomial, the factors of its leading coefficient."""
        return [frozenset(key(f) for f in irreducible(c[-1])) for c in self.coefficients]

    @cached_property
    def double(self) -> list[frozenset[Any]]:
        """For each polynomial of degree 3 or more, the factors of its discriminant."""
        return [
            frozenset(key(f) for f in irreducible(p.discriminant(self.index)))
            if p.degrees()[self.index] > 2
            else frozenset()
            for p in self.polys
        ]

    def is_continuous(self, here: Structure, wall: Poly, there: Structure | None) -> bool:
        """Whether the formulas of a structure still hold on the wall between it and its neighbour."""
        name = key(wall)
        for number in here.used:
            if name in self.leading[number]:
                return False
            if name in self.double[number]:
                everything = here.roots[number] == len(self.coefficients[number]) - 1
                if not everything and (there is None or here.roots[number] <= there.roots[number]):
                    return False
        return True

    def hazards(self, structure: Structure) -> list[Poly]:
        """The polynomials on whose zeros the formulas of a structure may fail.

        A leading coefficient vanishes; or, where a discriminant has an even factor, a pair of roots
        may be real on its zero set only, not on its two sides.
        """
        found = Factors()
        for number in structure.used:
            found.add(self.coefficients[number][-1])
            if self.double[number] and structure.roots[number] < len(self.coefficients[number]) - 1:
                for factor, power in self.polys[number].discriminant(self.index).factor()[1]:
                    if power % 2 == 0:
                        found.add(factor)
        return list(found)

    # --- the structure over a point --------------------------------------------------------------

    def at(self, values: Values) -> Structure | None:  # noqa: C901 - one branch for each kind of wall
        """The structure over a point of the other letters; None where the domain has no point over it."""
        if not all(c.holds(values) for c in self.outer):
            return None
        line = arrange([univariate(c, values) for c in self.coefficients])
        places = [(*values[: self.index], gap, *values[self.index + 1 :]) for gap in line.gaps]
        gaps = [all(c.holds(place) for c in self.conditions) for place in places]
        points = [self._holds_at(line, n, places) for n in range(len(line.points))]
        if not any(gaps) and not any(points):
            return None
        labels = [self._best(places[n]) if inside else -1 for n, inside in enumerate(gaps)]
        used: list[int] = []
        pieces: list[tuple[int, End, End, bool, int]] = []  # the last: the position of a stop that is a bound

        def end(position: int, allowed: frozenset[int]) -> End:
            number = min(
                (n for n in line.members[position] if n in allowed),
                key=lambda n: (len(self.coefficients[n]), complexity(self.polys[n])),
            )
            used.append(number)
            return self._end(number, line, position, values)

        for n, label in enumerate(labels):
            if label < 0:
                if n < len(points) and points[n] and not gaps[n + 1]:
                    place = end(n, self.walls)  # an isolated point of the domain
                    pieces.append((self._best(places[n]), place, place, True, -1))
                continue
            stop: End = Infinite(1)
            last = n if n < len(points) and not gaps[n + 1] else -1
            if n < len(points):
                if gaps[n + 1] and labels[n + 1] == label:
                    stop = Infinite(0)  # goes on
                else:
                    stop = end(n, self.changes[label, labels[n + 1]] if gaps[n + 1] else self.walls)
            if n and gaps[n - 1]:
                if labels[n - 1] == label:
                    before = pieces.pop()
                    pieces.append((label, before[1], stop, before[3], last))
                else:
                    pieces.append((label, pieces[-1][2], stop, False, last))
            else:
                start: End = end(n - 1, self.walls) if n else Infinite(-1)
                pieces.append((label, start, stop, bool(n) and points[n - 1], last))
        numbers = tuple(sorted(set(used)))
        leads = tuple(sign(self.coefficients[n][-1](*values)) for n in numbers)
        left_out = {n for n, held in enumerate(points) if not held}  # bounds that the domain leaves out
        whole = tuple(
            Piece(self.functions[i][0], a, b, closed, last in left_out) for i, a, b, closed, last in pieces
        )
        identity = (tuple((i, _name(a), _name(b), c) for i, a, b, c, _ in pieces), numbers, leads)
        counts = tuple(line.count(n) for n in range(len(self.polys)))
        return Structure(whole, identity, numbers, counts)

    def agrees(self, pieces: Sequence[Piece], values: Values) -> bool:
        """Whether pieces give an optimal label at every point of the domain over a point of the other letters."""
        symbol = self.field.symbols[self.index]
        line = arrange([univariate(c, values) for c in self.coefficients])
        places = [(*values[: self.index], gap, *values[self.index + 1 :]) for gap in line.gaps]
        whole = [place for place in places if all(c.holds(place) for c in self.conditions)]
        for n, point in enumerate(line.points):
            if point.is_rational and self._holds_at(line, n, places):
                whole.append((*values[: self.index], point.low, *values[self.index + 1 :]))
        for place in whole:
            piece = piece_at(pieces, place, symbol)
            heights = {label: function.at(place) for label, function in self.functions}
            if piece is None or heights[piece.label] != min(heights.values()):
                return False
        return True

    def _holds_at(self, line: Arrangement, position: int, places: list[Values]) -> bool:
        members = line.members[position]
        for condition, numbers in zip(self.conditions, self.bounds, strict=True):
            if any(n in members for n in numbers):
                if condition.op not in (">=", "=="):
                    return False
            elif not condition.holds(places[position]):
                return False
        return True

    def _best(self, place: Sequence[Number]) -> int:
        heights = [function.at(place) for _, function in self.functions]
        return heights.index(min(heights))

    def _end(self, number: int, line: Arrangement, position: int, values: Values) -> End:
        c = self.coefficients[number]
        if len(c) == 2:
            element = Element.reduced(self.field, -c[0], c[1])
            return Ratio(element, is_flipped=bool(element.den(*values) < 0))
        lead = None if c[-1].is_constant() else sign(c[-1](*values))
        symbol = self.field.symbols[self.index]
        return Root(self.field, self.polys[number], symbol, line.index(number, position), lead)


def piece_at(pieces: Sequence[Piece], values: Sequence[Number], parameter: Symbol) -> Piece | None:
    """The piece that holds a point; None also where an end has no value there."""
    try:
        return Case((), tuple(pieces), ()).piece(values, parameter)
    except ExpressionError:
        return None


def _name(end: End) -> Any:
    if isinstance(end, Root):
        return (key(end.poly), end.index)
    if isinstance(end, Ratio):
        return (key(end.element.num), key(end.element.den))
    return end.sign
