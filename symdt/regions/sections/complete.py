"""The engine for functions that are polynomial or rational in the parameter: a complete decomposition.

Over a place θ of the other letters the answer is a sequence of labels and of roots where they change
(`fibre`). The space of θ is cut into cells, points and curves as well as open ones, on each of which it
is one and the same (`stack`), and cells with one answer are joined (`tree`). The cases are conjunctions
of sign conditions on few polynomials where these tell the answers apart (`signs`); otherwise they name
the roots between which each letter lies, one letter after the other, which always suffices.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> p, h = symbols("p h")
>>> domain = Domain("0 < p < 1", "h > -9")
>>> f = domain.field.element
>>> rule = solve(Question((("wait", f(h*p**2)), ("act", f(1 - p))), domain, p))
>>> for case in rule.cases:
...     print(*case.conditions, [(piece.label, str(piece.stop)) for piece in case.pieces])
h > 0 [('wait', '(sqrt(4*h + 1) - 1)/(2*h)'), ('act', '1')]
h <= 0 [('wait', '1')]

A root without closed form is named by its polynomial and its number from the left.

>>> cubic = solve(Question((("wait", f(p**3 + h*p)), ("act", f(p/p))), domain, p))
>>> for case in cubic.cases:
...     print(*case.conditions, [(piece.label, str(piece.stop)) for piece in case.pieces])
h > 0 [('wait', 'root(h*p + p**3 - 1, p, 0)'), ('act', '1')]
h <= 0 [('wait', '1')]
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from symdt.exact.element import Element
from symdt.exact.formula import Condition
from symdt.exact.line.between import simplest_between
from symdt.exact.line.branch import Branch, Later
from symdt.exact.line.place import Place
from symdt.exact.solver import Budget
from symdt.regions.contest import Question
from symdt.regions.curves.strips import strips
from symdt.regions.ends import End, Infinite, Ratio, Root
from symdt.regions.reach import range_of
from symdt.regions.root_condition import RootCondition
from symdt.regions.rule import Case, Piece, Rule
from symdt.regions.sections.contents import Layer, Limit, Part, effort, joined, leaves
from symdt.regions.sections.over import Mark, Structure
from symdt.regions.sections.paths import Way, limits, paths, way_to
from symdt.regions.sections.records import OutOfBudgetError
from symdt.regions.sections.sign_cells import MORE, MOST, Agreement, SignCells, Told
from symdt.regions.sections.sign_sets import Sample, SignCase, alone, mixed, separated, telling
from symdt.regions.sections.task import SEEDS, Task

#: The name of this engine in answers.
NAME = "sections"
#: How many polynomials are tried for sign conditions, how many new samples of each kind, and how often.
MAX_CANDIDATES, MAX_SAMPLES, ROUNDS = 60, 4, 2
#: A decomposition of more places than this is not made once more for signs of which samples say that they do not suffice.
MOST_PLACES = 400
#: More answers than these are hardly ever told apart by signs of few polynomials.
MOST_ANSWERS = 24
#: More cases than this stay in the order in which they lie along the letters.
MAX_SORTED = 40
#: How many passes over middle-aged objects before a pass over all: never, and as Python has it (where two threads decompose).
NEVER, OFTEN = 1 << 30, 10
_RELATION = {
    frozenset((1,)): (1, ">"),
    frozenset((-1,)): (-1, ">"),
    frozenset((0,)): (1, "=="),
    frozenset((1, 0)): (1, ">="),
    frozenset((-1, 0)): (-1, ">="),
}


def accepts(question: Question) -> bool:
    """Every question: functions are rational and conditions polynomial in the parameter by nature."""
    return question.letter in question.domain.field.position


def solve(question: Question, budget: Budget | None = None, *, is_seeded: bool = True) -> Rule:
    """The rule for functions that are rational in the parameter, of any degree.

    is_seeded: whether answers are looked up at points of the domain first; not where these are hard to find.
    """
    task = Task(question, budget or Budget(60), SEEDS if is_seeded else 0)
    with _no_full_collections():
        cases, note = Writer(task).cases(), task.stacks.why_not
    if len(cases) <= MAX_SORTED:
        cases.sort(key=lambda c: (-len(c.pieces), [str(x) for x in c.conditions]))
    return Rule(
        question, tuple(cases), *range_of(question, cases, is_complete=not note), not note, note, NAME
    )


@contextmanager
def _no_full_collections() -> Iterator[None]:
    """Python's collector looks at young objects only: cells live until the answer is there, and a pass over all that was ever imported finds nothing."""
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old if old != NEVER else OFTEN)


class Writer:
    """From the decomposition to the cases."""

    def __init__(self, task: Task) -> None:
        self.task, self.basis, self.field = task, task.basis, task.field
        self.ends: dict[
            Any, End
        ] = {}  # those of several cases are the same: what is written of one is written once

    def cases(self) -> list[Case]:
        """Disjoint cases that cover the domain, or as much of it as the budget allowed."""
        node = self.task.decomposed()
        tree, places = joined(node, absorb=True)
        if not isinstance(tree, Layer):
            return [
                self.case((), structure, place) for _, structure, place in paths(self.basis, tree, places)
            ]
        ways = strips(tree, paths(self.basis, tree, places))
        by_signs = None
        if not self.task.stacks.why_not and len(self.task.known) <= MOST_ANSWERS:
            with suppress(OutOfBudgetError):  # then by letters
                by_signs = self.by_signs(node, *joined(node, absorb=False), len(ways))
        if by_signs is not None and len(by_signs) <= len(ways):
            return by_signs
        return self.by_letters(ways)

    def by_signs(self, node: Any, tree: Any, places: Any, most: int) -> list[Case] | None:
        """The cases by signs of few polynomials; None where they are not told apart so, or not soon enough, or by too many.

        Which polynomials could do it, and how, is seen from samples; that they do, from a decomposition. Where it
        shows that they do not, what it found are further samples.
        """
        numbers = sorted(limits(tree) | self.task.candidates, key=self.basis.simplicity)[:MAX_CANDIDATES]
        samples = [(answer, place) for _, answer, place in paths(self.basis, tree, places)]
        samples += [leaf for leaf in leaves(node) if leaf.place.is_rational]
        tried: list[Sample] = []
        for answer, place in samples:
            if self.task.budget.is_spent:
                return None
            tried.append(self.signed(answer, place, numbers))
        steps = min(MORE * self.task.steps + 1000, MOST)

        def spend() -> None:
            nonlocal steps
            steps -= 1
            if steps < 0 or self.task.budget.is_spent:
                raise OutOfBudgetError

        told = Told(self.task, tree)
        agreement = Agreement(told, numbers, spend)
        try:
            while True:
                cases = separated(alone(tried), range(len(numbers)))
                if cases is None:
                    return self.by_cells(told, numbers, tried)
                if len(cases) > most:  # further samples ask for more
                    return None
                faults = agreement.faults_of(cases)
                if not faults:
                    return [self.signed_case(case, numbers) for case in cases]
                tried += [self.signed(answer, place, numbers) for answer, place in faults]
        except OutOfBudgetError:
            return None

    def signed_case(self, case: SignCase, numbers: list[int]) -> Case:
        """A case by signs."""
        place = min((c.place for c in case.cells), key=effort)
        return self.case(self.relations(case, numbers), case.answer, place)

    def by_cells(self, told: Told, numbers: list[int], tried: list[Sample]) -> list[Case] | None:
        """The cases where signs do not tell all answers apart: by signs and, where these are alike, by letters."""
        if self.task.steps > MOST_PLACES:
            return None
        for attempt in range(ROUNDS):
            chosen = telling(tried, range(len(numbers)))
            if chosen is None:
                numbers += self.lines(tried)
                tried = [self.signed(s.answer, s.place, numbers) for s in tried]
                chosen = telling(tried, range(len(numbers))) or list(range(len(numbers)))
            signs = [numbers[n] for n in chosen]
            cells = SignCells(told, signs).found()
            groups = mixed(cells)
            if not groups or attempt == ROUNDS - 1:
                return self.by_cells_and_letters(told.tree, cells, groups, signs)
            for group in groups:
                tried += [self.signed(c.answer, c.place, numbers) for c in group[:MAX_SAMPLES]]
        return None

    def by_cells_and_letters(
        self, tree: Any, cells: list[Sample], groups: list[list[Sample]], signs: list[int]
    ) -> list[Case]:
        """The cases of cells by their signs; where cells with the same signs differ, by their letters too."""
        unclear = {group[0].signs for group in groups}
        alike: dict[tuple[int, ...], list[Sample]] = {}
        for cell in cells:
            alike.setdefault(cell.signs, []).append(cell)
        # cells with the same signs stand and fall together
        alone = [
            min(members, key=lambda c: effort(c.place))._replace(
                answer=key if key in unclear else members[0].answer
            )
            for key, members in alike.items()
        ]
        found = []
        for case in separated(alone, range(len(signs))) or ():
            conditions = self.relations(case, signs)
            if case.answer not in unclear:
                place = min((c.place for c in case.cells), key=effort)
                found.append(self.case(conditions, case.answer, place))
                continue
            ways: dict[Any, list[Sample]] = {}
            for cell in alike[case.answer]:
                ways.setdefault(way_to(self.basis, tree, cell.place), []).append(cell)
            for way, members in ways.items():
                place = min((c.place for c in members), key=effort)
                more = [c for letter, part in way for c in self.between(letter, part)]
                found.append(self.case((*conditions, *more), members[0].answer, place))
        return found

    def lines(self, samples: list[Sample]) -> list[int]:
        """Lines parallel to an axis, each between two samples with the same signs and different answers."""
        found: dict[int, None] = {}
        for group in mixed(samples):
            one = group[0]
            other = next(s for s in group if s.answer != one.answer)
            for letter in self.task.letters:
                a, b = one.place.rational.get(letter), other.place.rational.get(letter)
                if a is not None and b is not None and a != b:
                    middle = simplest_between(min(a, b), max(a, b))
                    found[self.basis.number(self.field.generators[letter] - middle)] = None
                    break
        return list(found)

    def signed(self, answer: Any, place: Place, numbers: list[int]) -> Sample:
        return Sample(tuple(place.known_sign(n, self.basis.polys[n]) for n in numbers), answer, place)

    def relations(self, case: SignCase, numbers: list[int]) -> tuple[Condition, ...]:
        conditions = []
        for n, allowed in case.signs.items():
            side, op = _RELATION[allowed]
            conditions.append(Condition(self.field, side * self.basis.polys[numbers[n]], op))  # type: ignore[arg-type]
        return tuple(conditions)

    # --- letter by letter -----------------------------------------------------------------------------

    def by_letters(self, ways: Iterable[tuple[Way, Structure, Place]]) -> list[Case]:
        """The cases of some ways, each with the roots between which the letters lie."""
        cases = []
        for way, structure, place in ways:
            conditions = [c for letter, part in way for c in self.between(letter, part)]
            cases.append(self.case(tuple(conditions), structure, place))
        return cases

    def between(self, letter: int, part: Part) -> list[Any]:
        if part.low is not None and part.low == part.high:
            return [self.compared(letter, "==", part.low)]
        found = []
        if part.low is not None:
            found.append(self.compared(letter, ">=" if part.has_low else ">", part.low))
        if part.high is not None:
            found.append(self.compared(letter, "<=" if part.has_high else "<", part.high))
        return found

    def compared(self, letter: int, op: str, limit: Limit) -> Any:
        """A letter compared with a root; a plain condition where the polynomial is linear in the letter."""
        poly = self.basis.polys[limit.number]
        slope = self.basis.coefficients(limit.number, letter)[-1]
        if self.basis.degrees[limit.number][letter] == 1 and slope.is_constant():
            side = 1 if (slope.leading_coefficient() > 0) == (op[0] in ">=") else -1
            return Condition(self.field, side * poly, {"<": ">", "<=": ">="}.get(op, op))  # type: ignore[arg-type]
        return RootCondition(Root(self.field, poly, self.field.symbols[letter], limit.nth), op)

    # --- records -----------------------------------------------------------------------------------------

    def case(self, conditions: tuple[Any, ...], structure: Structure, place: Place) -> Case:
        pieces = []
        for stretch in structure:
            start = self.end(stretch.start, place) if stretch.start else Infinite(-1)
            stop = self.end(stretch.stop, place) if stretch.stop else Infinite(1)
            label = self.task.labels[stretch.label]
            pieces.append(Piece(label, start, stop, stretch.is_closed_left, stretch.is_open_right))
        others = [s for s in self.task.question.domain.symbols if s != self.task.question.letter]
        witness = tuple((s, _number(place.coordinates[self.field.position[s]])) for s in others)
        conditions = _lean(conditions)
        plain = all(isinstance(c, Condition) for c in conditions)
        ordered = tuple(sorted(conditions, key=lambda c: c.order)) if plain else conditions
        return Case(ordered, tuple(pieces), witness)

    def end(self, mark: Mark, place: Place) -> End:
        parts = self.basis.coefficients(mark.number, self.task.letter)
        if len(parts) == 2:
            element = Element.reduced(self.field, -parts[0], parts[1])
            ratio = Ratio(element, is_flipped=place.sign(element.den) < 0)
            return self.ends.setdefault((mark.number, ratio.is_flipped), ratio)
        lead = None if parts[-1].is_constant() else mark.lead or None
        symbol = self.field.symbols[self.task.letter]
        root = Root(self.field, self.basis.polys[mark.number], symbol, mark.nth, lead)
        return self.ends.setdefault((mark.number, mark.nth, lead), root)


def _lean(conditions: tuple[Any, ...]) -> tuple[Any, ...]:
    """The conditions, each once, and none of those that say that a polynomial is not negative where it is known not to be."""
    sharp: set[str] = set()
    for c in conditions:
        if isinstance(c, Condition) and c.op != ">=":
            sharp |= {str(c.poly), str(-c.poly)} if c.op == "==" else {str(c.poly)}
    kept: dict[Any, Any] = {}
    for c in conditions:
        if not isinstance(c, Condition):
            kept[str(c.root.poly), c.root.index, c.op, c.root.letter] = c
        elif c.op != ">=" or str(c.poly) not in sharp:
            kept[str(c.poly), c.op] = c
    return tuple(kept.values())


def _number(value: Any) -> Any:
    """A coordinate of a witness: a rational number, or a real number over the rationals."""
    return Later(value) if isinstance(value, Branch) else value
