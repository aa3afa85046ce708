"""The task: a question made ready for decomposition, and what is asked at each place.

The letters but the parameter are put in an order; over each whole place of them stands a fibre with its
structure. Conditions of the domain that hold no later letter are asked as soon as they can be, so that
nothing is done outside the domain.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial
from typing import Any

from symdt.exact.element import Element
from symdt.exact.field import Field
from symdt.exact.formula import Condition
from symdt.exact.line.place import Place
from symdt.exact.solver import Budget
from symdt.regions.contest import Question
from symdt.regions.curves.event_line import EventLine
from symdt.regions.curves.relevance import relevance
from symdt.regions.curves.turning import events
from symdt.regions.joined_fibres import JoinedFibres
from symdt.regions.sections.basis import Basis
from symdt.regions.sections.contents import OUTSIDE
from symdt.regions.sections.fibres import Fibres, holds
from symdt.regions.sections.over import Structure
from symdt.regions.sections.records import Hint, Leaf, OutOfBudgetError
from symdt.regions.sections.stack_line import StackLine
from symdt.regions.sections.stacks import Stacks

#: How many structures known from elsewhere are tried on a section before it gets one of its own.
MAX_TRIED = 8
#: At how many points of the domain structures are looked up first.
SEEDS = 8
#: With so many functions or more it is worth while to look for events first.
FEW = 3
#: Seconds that it takes to write what one step has found, and the most of a budget that is kept for writing.
WRITING, WRITTEN = 1e-4, 0.08


class Task:
    """A question, its polynomials, and the answers found so far.

    seeds: at how many points of the domain structures are looked up first.
    """

    def __init__(self, question: Question, budget: Budget, seeds: int = SEEDS) -> None:
        self.question, self.budget, self.seeds = question, budget, seeds
        self.field: Field = question.domain.field
        self.letter = self.field.position[question.letter]
        self.basis = Basis(self.field, question.domain.box, budget.left)
        self.labels: list[Any] = []
        functions: list[Element] = []
        for label, function in question.functions:
            least = function if question.sign > 0 else -function
            if all(least != other for other in functions):  # of equal functions the first speaks for all
                self.labels.append(label)
                functions.append(least)
        conditions = [c for c in question.domain.conditions if c.truth is not True]
        holes = {n: None for f in functions for n in self.basis.parts(f.den)}
        conditions += [Condition(self.field, self.basis.polys[n], "!=") for n in holes]
        inner = [c for c in conditions if c.poly.degrees()[self.letter]]
        self.fibres: Any = Fibres(self.basis, self.letter, functions, inner)
        if question.parts:
            self.labels = [label for label, _ in question.parts[0].functions]
            self.fibres = JoinedFibres(self.basis, self.letter, question)
        self.letters = self.ordered(conditions)
        self.outer: list[list[tuple[str, Any, tuple[int, ...]]]] = [[] for _ in range(len(self.letters) + 1)]
        for c in conditions:
            if c not in inner:
                last = max((n for n, i in enumerate(self.letters) if c.poly.degrees()[i]), default=-1)
                self.outer[last + 1].append((c.op, c.poly, self.basis.parts(c.poly, whole=True)))
        self.bounds = frozenset(n for level in self.outer for _, _, numbers in level for n in numbers)
        self.stacks = Stacks(
            self.basis, self.letters, self.structure, self.spend, self.fits, line=self.line(conditions)
        )
        self.steps = 0
        self.known: dict[Structure, int] = {}
        self.own: dict[
            Place, frozenset[int]
        ] = {}  # what a structure hangs on that was found over a place alone

    def ordered(self, conditions: list[Condition]) -> tuple[int, ...]:
        """The other letters, those of high degree first: the last is the first to be projected away."""
        numbers = {n for _, members in self.fibres.differences.values() for n, _ in members}
        numbers |= {n for c in conditions for n in self.basis.parts(c.poly, whole=True)}

        def weight(letter: int) -> tuple[int, ...]:
            held = [n for n in numbers if self.basis.degrees[n][letter]]
            top = max((self.basis.degrees[n][letter] for n in held), default=0)
            total = max((int(self.basis.polys[n].total_degree()) for n in held), default=0)
            return (-top, -total, -len(held), letter)

        others = [i for i in range(len(self.field.symbols)) if i != self.letter]
        return tuple(sorted(others, key=weight))

    def line(self, conditions: list[Condition]) -> Any:
        """How a letter's line is cut: at events, where these are known, and otherwise at all that could be one."""
        if self.question.parts:
            return StackLine
        known = relevance(self.basis, self.letter, self.fibres.differences, conditions, self.letters)
        self.fibres.relevance = known
        if known is None or not known.is_whole or self.fibres.count < FEW:
            return StackLine
        found = None
        with suppress(OutOfBudgetError):  # the decomposition tells it
            found = events(known)
        if found is None:
            return StackLine
        return partial(EventLine, events=found, bounds=self.bounds, alone=self.alone)

    def spend(self) -> None:
        """An end to the work where no more of the budget is left than it takes to write what was found."""
        self.steps += 1
        kept = min(self.steps * WRITING, self.budget.seconds * WRITTEN)
        if self.budget.is_spent or self.budget.left() <= kept:
            raise OutOfBudgetError

    # --- the answers at places ----------------------------------------------------------------------

    def decomposed(self) -> Any:
        """The space of the other letters, decomposed so that each cell has one structure."""
        with suppress(OutOfBudgetError):  # what is left is told by the decomposition itself
            self.seed()
        return self.stacks.build()

    def outside(self, place: Place, depth: int) -> tuple[int, ...] | None:
        """The factors of a condition that the place breaks; the conditions are those that have just become complete."""
        for op, poly, numbers in self.outer[depth]:
            if not holds(op, place.sign(poly)):
                return numbers
        return None

    def structure(self, place: Place, depth: int, hint: Hint) -> tuple[Any, Any] | None:
        """The structure over a whole place, or that the domain has no point over a part of one."""
        broken = self.outside(place, depth)
        if broken is not None:
            return OUTSIDE, broken
        if depth < len(self.letters):
            return None
        known = self.continued(place, hint)
        if known is not None:
            return known
        answer = self.fibres.at(place)
        if answer.structure is not None:
            if answer.structure not in self.known:
                answer = self.in_known_words(place) or answer
            self.known.setdefault(answer.structure, len(self.known))
        self.own[place] = answer.needed
        node = OUTSIDE if answer.structure is None else Leaf(answer.structure, place)
        return node, answer.needed | self.bounds

    def alone(self, place: Place) -> frozenset[int]:
        """What the structure over a whole place hangs on, whatever stands beside it."""
        broken = self.outside(place, len(self.letters))
        return self.fibres.at(place).needed if broken is None else frozenset(broken)

    def continued(self, place: Place, hint: Hint) -> tuple[Any, set[int]] | None:
        """The answer on a section from that of a cell beside it, by continuity.

        Where a label is best beside a place it is best at the place too, and the limits of its ends are the
        roots of the same numbers, as long as their polynomials keep degree and different roots. An answer is
        not taken over where one of its pieces shrinks to nothing, and the section goes no further than to where
        one would. Functions that jump are not continued.
        """
        if self.question.parts:
            return None
        for node in hint.beside:
            leaf, near = self.stacks.limit(node, place)
            if not isinstance(leaf, Leaf):
                continue
            lasting = self.fibres.lasting(leaf.answer)
            if not any(map(hint.vanishes, lasting)) and not self.fibres.shrinks(
                place, leaf.answer, hint.vanishes
            ):
                needed = near | lasting | self.fibres.meetings(leaf.answer) | self.bounds
                return Leaf(leaf.answer, place), needed
        return None

    def fits(self, structure: Structure, place: Place, vanishes: Callable[[int], bool]) -> bool:
        """Whether every piece of a structure is still there over a place where the structure holds.

        Of functions that jump the answer is asked anew: an end may be that of a part, which no root of theirs tells.
        """
        return not self.question.parts and not self.fibres.shrinks(place, structure, vanishes)

    def in_known_words(self, place: Place) -> Any:
        """The answer on a section in the words of a neighbour, where these are right there too."""
        if not place.is_section:
            return None
        for structure in list(self.known)[-MAX_TRIED:][::-1]:
            answer = self.fibres.confirms(place, structure)
            if answer is not None:
                return answer
        return None

    def seed(self) -> None:
        """Learn some structures from points of the domain, so that sections can be told in their words."""
        for values in self.question.domain.samples[: self.seeds] if self.letters and self.seeds else ():
            place = Place(self.field, {i: values[i] for i in self.letters})
            if all(self.outside(place, depth) is None for depth in range(len(self.letters) + 1)):
                structure = self.fibres.at(place).structure
                if structure is not None:
                    self.known.setdefault(structure, len(self.known))

    @cached_property
    def candidates(self) -> set[int]:
        """Polynomials whose signs may tell structures apart: where their ends lie on the range of the parameter.

        For the polynomial of each end: its leading coefficient, its discriminant, and what it and its
        derivatives are at the bounds of the domain (Thom's lemma).
        """
        walls = {n for _, _, members in self.fibres.conditions for n, _ in members}
        ends = {m.number for s in self.known for piece in s for m in (piece.start, piece.stop) if m}
        found: set[int] = set()
        for number in ends - walls:
            found.update(self.basis.leading(number, self.letter))
            found.update(self.basis.discriminant(number, self.letter))
            poly = self.basis.polys[number]
            while poly.degrees()[self.letter]:
                for wall in walls:
                    if self.basis.degrees[wall][self.letter]:
                        found.update(self.basis.parts(poly.resultant(self.basis.polys[wall], self.letter)))
                poly = poly.derivative(self.letter)
        return found
