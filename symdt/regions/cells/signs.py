"""Which signs matter: the cells of the other parameters, their answers, and the polynomials that tell them apart.

The projection of the fibres cuts the space of the other letters into cells; over a sample of each
stands one structure. Cells with different answers on the two sides of a wall need the sign of the
wall's polynomial; where cells with the same signs lie apart and have different answers, further
polynomials are sought whose signs tell them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from symdt.exact.domain import Domain
from symdt.exact.field import Element, Field
from symdt.exact.formula import Condition
from symdt.exact.line import sign, simplest_between
from symdt.exact.polynomial import Poly
from symdt.exact.solver import Budget
from symdt.regions.cells.decomposition import Decomposition, Sample, Wall, decompose
from symdt.regions.cells.fibre import Fibres, Structure
from symdt.regions.cells.projection import Factors, OutOfTimeError, Values, complexity, key, normal
from symdt.regions.cells.zeros import Zeros
from symdt.regions.rule import Label


@dataclass(frozen=True)
class Cell:
    """Sample points with the same signs and the same structure; the first of them stands for all."""

    values: Values
    structure: Any  # a Structure; None outside the domain
    signs: tuple[int, ...]  # of the projection polynomials, in their order
    points: list[Values]  # all sample points with these signs and this structure


_Group = list[Cell]


def _separation(groups: list[_Group], poly: Poly) -> tuple[int, int]:
    """How many groups a polynomial's sign sorts out for good, and how many pairs with different answers it parts."""
    whole = pairs = 0
    for group in groups:
        sides: dict[int, dict[Any, int]] = {1: {}, -1: {}, 0: {}}
        for cell in group:
            side = sides[sign(poly(*cell.values))]
            side[cell.structure.identity] = side.get(cell.structure.identity, 0) + 1
        plus, minus = sum(sides[1].values()), sum(sides[-1].values())
        parted = plus * minus - sum(n * sides[-1].get(i, 0) for i, n in sides[1].items())
        pairs += parted
        whole += bool(parted and not sides[0] and len(sides[1]) == len(sides[-1]) == 1)
    return whole, pairs


class SignCells:
    """Functions and conditions in some letters (`letters`, by position) beside the parameter, and their cells."""

    def __init__(
        self,
        field: Field,
        index: int,
        functions: tuple[tuple[Label, Element], ...],
        conditions: Sequence[Condition],
        letters: tuple[int, ...],
        budget: Budget,
        outer: Domain,
    ) -> None:
        self.field, self.index, self.functions, self.letters = field, index, functions, letters
        self.budget, self.outer = budget, outer
        self.notes: list[str] = []
        self.is_open_solved = False  # cells are known
        self.conditions = [c for c in conditions if c.truth is not True]
        holes = Factors(f.den for _, f in functions)
        self.conditions += [Condition(field, poly, "!=") for poly in holes]
        self.base: list[Poly] = []
        self.by_signs: dict[tuple[int, ...], list[Structure | None]] = {}
        self.crossings: dict[Any, Zeros | None] = {}

    @cached_property
    def fibres(self) -> Fibres:
        """The functions and conditions over each point of the other letters."""
        return Fibres(self.field, self.index, self.functions, self.conditions)

    def cut_out(self, polys: Sequence[Poly]) -> None:
        """Find the cells that polynomials cut out."""
        self.polys = sorted(polys, key=complexity)
        self.decomposition = self.decomposed()
        self.walls: dict[str, list[Wall]] = {}
        for wall in self.decomposition.walls:
            self.walls.setdefault(key(wall.poly), []).append(wall)
        self.cells = self.open_cells()
        self.is_open_solved = True

    def is_settled(self, poly: Poly) -> bool:
        # cheap arguments only: a polynomial kept for nothing costs time, not truth
        quick = Budget(0)
        return any(self.outer.implies(Condition(self.field, s * poly, ">"), quick) for s in (1, -1))

    def decomposed(self) -> Decomposition:
        def inside(values: Values, known: frozenset[int]) -> bool:
            return all(c.holds(values) for c, used in outer if used <= known)

        outer = [(c, frozenset(i for i, d in enumerate(c.poly.degrees()) if d)) for c in self.fibres.outer]
        return decompose(self.field, self.polys, self.letters, inside, self.budget)

    def structure(self, sample: Sample) -> Structure | None:
        """The structure over a point; once all cells are known the signs there tell it, unless they are ambiguous."""
        if not sample.is_answered:
            if self.budget.is_spent:
                raise OutOfTimeError
            known = self.by_signs.get(tuple(sign(p(*sample.values)) for p in self.base))
            sample.answer = known[0] if known else self.fibres.at(sample.values)
            sample.is_answered = True
        return sample.answer

    def open_cells(self) -> list[Cell]:
        cells: dict[Any, Cell] = {}
        for sample in self.decomposition.samples:
            structure = self.structure(sample)
            signs = tuple(sign(p(*sample.values)) for p in self.polys)
            name = (signs, None if structure is None else structure.identity)
            cells.setdefault(name, Cell(sample.values, structure, signs, [])).points.append(sample.values)
        if not self.base:
            answers: dict[tuple[int, ...], list[Structure | None]] = {}
            for cell in cells.values():
                answers.setdefault(cell.signs, []).append(cell.structure)
            self.base = list(self.polys)
            self.by_signs = {signs: found for signs, found in answers.items() if len(found) == 1}
        return [cell for cell in cells.values() if cell.structure is not None]

    @cached_property
    def edges(self) -> list[Poly]:
        """The boundaries of the domain in the space of the other letters."""
        return list(Factors([*(c.poly for c in self.fibres.outer), *self.fibres.edges]))

    def relevant(self) -> tuple[list[int], list[_Group]]:
        """The polynomials whose signs tell the answers apart, as few as possible, and the cells that remain mixed."""
        chosen = set()
        for number, poly in enumerate(self.polys):
            for wall in self.walls.get(key(poly), []):
                here, there = self.structure(wall.before), self.structure(wall.behind)
                if here is not None and there is not None and here.identity != there.identity:
                    chosen.add(number)
                    break
        groups = self.mixed([self.cells], [])
        for number in sorted(chosen):
            groups = self.mixed(groups, [self.polys[number]])
        while groups:
            rest = [n for n in range(len(self.polys)) if n not in chosen]
            best, number = max(((_separation(groups, self.polys[n]), -n) for n in rest), default=((0, 0), 0))
            if not best[1]:
                break
            chosen.add(-number)
            groups = self.mixed(groups, [self.polys[-number]])
        return sorted(chosen), groups

    def necessary(self, relevant: list[int]) -> list[Poly]:
        """The polynomials to keep when cells are cut anew.

        Where a polynomial's zero set separates the same answers everywhere it may go. This is known
        of zero sets with walls over every point of the base, not of those that stand upright.
        """
        kept = {key(self.polys[n]) for n in relevant} | {key(p) for p in self.edges}
        kept |= frozenset().union(*self.fibres.leading)  # a leaf may have to be cut there
        last = self.letters[-1]
        return [p for p in self.polys if key(p) in kept or not p.degrees()[last]]

    @staticmethod
    def mixed(groups: list[_Group], polys: Sequence[Poly]) -> list[_Group]:
        """The groups split by the signs of polynomials, those dropped that have one answer only."""
        result = []
        for group in groups:
            parts: dict[tuple[int, ...], _Group] = {}
            for cell in group:
                parts.setdefault(tuple(sign(p(*cell.values)) for p in polys), []).append(cell)
            result += [g for g in parts.values() if len({c.structure.identity for c in g}) > 1]
        return result

    def separators(self, groups: list[_Group], known: Factors) -> list[Poly]:
        """Further polynomials, as few as possible, whose signs tell cells apart that have different answers.

        Where two roots lie on which side of each other is told by the derivatives in the parameter
        (Thom's lemma), where a cell lies in the plane by derivatives in the other letters.
        """
        chosen: list[Poly] = []
        found = Factors()
        for more in (self.fibres.slopes, self.fibres.common_roots, self.derivatives, self.fibres.all_slopes):
            for poly in more():
                found.add(poly)
        pool = [p for p in sorted(found, key=complexity) if key(p) not in known.members]
        spread = [[replace(c, values=v) for c in group for v in c.points] for group in groups]
        while spread:
            best, number = max(
                ((_separation(spread, p), -n) for n, p in enumerate(pool)), default=((0, 0), 0)
            )
            if not best[1]:
                chosen += [line for group in spread for line in self.lines(group)]
                break
            chosen.append(pool.pop(-number))
            spread = self.mixed(spread, chosen[-1:])
        return list(Factors(p for p in chosen if key(p) not in known.members))

    def lines(self, group: _Group) -> list[Poly]:
        """A line parallel to an axis between two cells with different answers."""
        one = group[0]
        other = next(c for c in group if c.structure.identity != one.structure.identity)
        for letter in self.letters:
            low, high = sorted((one.values[letter], other.values[letter]))
            if low != high:
                return [normal(self.field.generators[letter] - simplest_between(low, high))]
        return []

    def derivatives(self) -> Factors:
        return Factors(p.derivative(letter) for p in self.polys for letter in self.letters)
