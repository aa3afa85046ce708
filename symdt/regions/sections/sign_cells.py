"""Sign cells: the domain cut so that neither a table of contents nor the signs of some polynomials change on a cell.

`Agreement` asks less: that cases by signs say everywhere what the table says. A cell of it hangs on the polynomials
of the case that holds there, and on one of each other case that does not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from symdt.exact.line.place import Place
from symdt.regions.sections.contents import OUTSIDE, leaves
from symdt.regions.sections.paths import located
from symdt.regions.sections.records import Hint, Leaf, OutOfBudgetError
from symdt.regions.sections.sign_sets import Sample, SignCase
from symdt.regions.sections.stacks import Stacks
from symdt.regions.sections.task import Task

#: How many times as many places may be looked at for sign conditions as for the answers: for all signs, for cases.
EVERY, MORE = 3, 4
#: And no more than this.
MOST = 4000
#: After so many places where cases are wrong there will be others first.
MOST_FAULTS = 16


class Seen(NamedTuple):
    """A cell of an agreement: the signs on it, its answer, what does not change on it, and a place in it."""

    signs: Callable[[int], int]
    answer: Any
    needed: set[int]
    place: Place


class Told:
    """What a tree of answers says at whole places, and what that hangs on.

    task, tree: what was found.
    """

    def __init__(self, task: Task, tree: Any) -> None:
        self.task, self.tree = task, tree
        self._known: dict[Place, tuple[Any, Any, Any]] = {}

    def at(self, place: Place, depth: int) -> tuple[Any, Any, Any]:
        """Conditions that are broken at a place, the answer, and what it hangs on.

        The first is None where no condition is broken; the last where one is, or letters are left.
        """
        known = self._known.get(place)
        if known is None:
            broken = self.task.outside(place, depth)
            if broken is not None or depth < len(self.task.letters):
                known = (broken, None, None)
            else:
                known = (None, *located(self.task.basis, self.tree, place))
            self._known[place] = known
        return known


class SignCells:
    """The cells of a task's domain for a tree of answers and the polynomials of some numbers."""

    def __init__(self, told: Told, numbers: list[int]) -> None:
        task = told.task
        self.task, self.told, self.numbers = task, told, numbers
        self.wanted = frozenset(numbers) | task.bounds
        self.steps = min(EVERY * task.steps + 100, MOST)
        self.stacks = Stacks(task.basis, task.letters, self.ask, self.spend, origin=task.stacks.origin)

    def found(self) -> list[Sample]:
        """The cells; an error where there are many more of them than of the cells before."""
        node = self.stacks.build()
        if self.stacks.why_not:
            raise OutOfBudgetError
        return [leaf.answer._replace(place=leaf.place) for leaf in leaves(node)]

    def spend(self) -> None:
        """An end to the work where too much is done, or the budget is spent."""
        self.steps -= 1
        if not self.steps or self.task.budget.is_spent:
            raise OutOfBudgetError

    def ask(self, place: Place, depth: int, hint: Hint) -> tuple[Any, Any] | None:
        """The tree's answer and the signs at a whole place."""
        broken, answer, near = self.told.at(place, depth)
        if near is None:
            return None if broken is None else (OUTSIDE, broken)
        if answer is OUTSIDE:
            return OUTSIDE, self.wanted | near
        return Leaf(Sample(self.signs(place, hint), answer, place), place), self.wanted | near

    def signs(self, place: Place, hint: Hint) -> tuple[int, ...]:
        """The signs at a place; what is not zero on a section has the sign that it has beside it."""
        for node in hint.beside:
            leaf = self.stacks.limit(node, place)[0]
            if isinstance(leaf, Leaf):
                beside = zip(self.numbers, leaf.answer.signs, strict=True)
                return tuple(0 if hint.vanishes(n) else s for n, s in beside)
        return tuple(place.known_sign(n, self.task.basis.polys[n]) for n in self.numbers)


class Agreement:
    """Whether cases by the signs of some polynomials say what a tree of answers says, on the whole domain.

    told: the tree. numbers: the polynomials that the cases count from 0. spend: called at every place;
    it ends the work by an error.
    """

    def __init__(self, told: Told, numbers: Sequence[int], spend: Callable[[], None]) -> None:
        self.task, self.told, self.numbers, self.count = told.task, told, numbers, spend
        self.cases: list[tuple[Any, list[tuple[int, frozenset[int]]]]] = []
        self.used: frozenset[int] = frozenset()
        self.seen: list[Seen] = []  # the cells of the last decomposition
        self.is_whole = False  # it was made to its end
        self.faults: list[tuple[Any, Place]] = []  # the right answers, and where they are not told

    def faults_of(self, cases: Sequence[SignCase]) -> list[tuple[Any, Place]]:
        """Some places where cases are wrong, with the right answers; none if there are none."""
        self.cases = [(c.answer, [(self.numbers[n], s) for n, s in c.signs.items()]) for c in cases]
        self.used = frozenset(n for _, conditions in self.cases for n, _ in conditions)
        known = self.by_seen()
        if known is not None:
            return known
        self.faults, self.seen = [], []
        task = self.task
        stacks = Stacks(task.basis, task.letters, self.ask, self.spend, origin=task.stacks.origin)
        stacks.build()
        self.is_whole = not stacks.why_not
        if stacks.why_not and not self.faults:
            raise OutOfBudgetError
        return self.faults

    def by_seen(self) -> list[tuple[Any, Place]] | None:
        """The faults on the cells that are known already; None where the cases may change on one of these."""
        is_clear, found = self.is_whole, []
        for cell in self.seen:
            held, is_known = [], True
            for answer, conditions in self.cases:
                wrong = [n for n, allowed in conditions if cell.signs(n) not in allowed]
                if not wrong:
                    held.append(answer)
                    is_known = is_known and all(n in cell.needed for n, _ in conditions)
                else:
                    is_known = is_known and any(n in cell.needed for n in wrong)
            if held != [cell.answer]:
                found.append((cell.answer, cell.place))
            is_clear = is_clear and is_known
        return found if found or is_clear else None

    def spend(self) -> None:
        """An end to the work where too much is done, or enough is wrong."""
        self.count()
        if len(self.faults) >= MOST_FAULTS:
            raise OutOfBudgetError

    def ask(self, place: Place, depth: int, hint: Hint) -> tuple[Any, Any] | None:
        """Whether the cases are right at a whole place, and what that hangs on."""
        broken, answer, near = self.told.at(place, depth)
        if near is None:
            return None if broken is None else (OUTSIDE, broken)
        needed = set(self.task.bounds)
        if answer is OUTSIDE:
            return OUTSIDE, needed | near
        signs = self.signs(place, hint)
        held: list[Any] = []
        others: list[list[int]] = []
        for told, conditions in self.cases:
            wrong = [n for n, allowed in conditions if signs(n) not in allowed]
            if wrong:
                others.append(wrong)
            else:
                held.append(told)
                needed.update(n for n, _ in conditions)
        for wrong in sorted(others, key=len):
            if not needed.intersection(wrong):
                needed.add(min(wrong, key=self.task.basis.simplicity))
        if held != [answer]:
            self.faults.append((answer, place))
            needed |= self.used  # the cases will be others here
        # the answer hangs on the limits in the tree, and as well on what it was found from
        own = self.task.own.get(place)
        needed |= own if own is not None and len(own - needed) <= len(near - needed) else near
        self.seen.append(Seen(signs, answer, needed, place))
        return Leaf((signs, needed), place), needed

    def signs(self, place: Place, hint: Hint) -> Callable[[int], int]:
        """The sign of a polynomial by its number, found when it is asked for; on a section from beside it."""
        known: dict[int, int] = {}
        beside = [node.answer for node in hint.beside[:2] if isinstance(node, Leaf)]

        def of(number: int) -> int:
            if number not in known:
                # what does not change on a cell beside a section has its sign there, or vanishes
                near = next((signs for signs, needed in beside if number in needed), None)
                if near is None:
                    known[number] = place.known_sign(number, self.task.basis.polys[number])
                else:
                    known[number] = 0 if hint.vanishes(number) else near(number)
            return known[number]

        return of
