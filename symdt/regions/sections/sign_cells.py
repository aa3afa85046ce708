"""Sign cells: the domain cut so that neither a table of contents nor the signs of some polynomials change on a cell."""

from __future__ import annotations

from typing import Any

from symdt.exact.line.place import Place
from symdt.regions.sections.contents import OUTSIDE, leaves
from symdt.regions.sections.paths import located
from symdt.regions.sections.records import Hint, Leaf, OutOfBudgetError
from symdt.regions.sections.sign_sets import Sample
from symdt.regions.sections.stacks import Stacks
from symdt.regions.sections.task import Task

#: How many times as many places may be looked at for sign conditions as for the answers.
MORE = 3
#: And no more than this.
MOST = 20000


class SignCells:
    """The cells of a task's domain for a tree of answers and the polynomials of some numbers."""

    def __init__(self, task: Task, tree: Any, numbers: list[int]) -> None:
        self.task, self.tree, self.numbers = task, tree, numbers
        self.wanted = frozenset(numbers) | task.bounds
        self.steps = min(MORE * task.steps + 100, MOST)
        self.stacks = Stacks(task.basis, task.letters, self.ask, self.spend)

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
        broken = self.task.outside(place, depth)
        if broken is not None:
            return OUTSIDE, broken
        if depth < len(self.task.letters):
            return None
        answer, near = located(self.task.basis, self.tree, place)
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
        return tuple(place.sign(self.task.basis.polys[n]) for n in self.numbers)
