"""Problems whose stages may not be solved one by one: found on grids of beliefs and changed cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from sympy import Expr

from symdt.exact.polynomial import to_number, to_rational
from symdt.networks.losses.stage_values import Values, values
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.sequential import Branch, SequentialProblem


@dataclass(frozen=True)
class CounterExample:
    """A problem in which one-step look-ahead is worse than the optimum, and what both are worth."""

    problem: SequentialProblem
    values: Values
    change: str

    def __str__(self) -> str:
        return f"{self.change}: {self.values}"


def dependent_posterior(
    tables: Sequence[LossTable], largest: int = 8, *, positive: bool = False
) -> CounterExample | None:
    """The joint posterior with the least common denominator for which look-ahead is worse than the tree's optimum.

    With `positive` every joint state has positive probability.
    """
    stages = [t.states for t in tables]
    for denominator in range(1, largest + 1):
        for belief in grid_beliefs(stages, denominator):
            if positive and any(p == 0 for p in belief.values()):
                continue
            problem = SequentialProblem.of(tables, belief)
            found = values(problem)
            if found.look_ahead > found.sequential:
                return CounterExample(problem, found, f"posterior {belief}")
    return None


def changed_cell(
    table: LossTable, beliefs: Iterable[Sequence[Belief]], changes: Sequence[int] = (1, -1, 2, -2, 3)
) -> CounterExample | None:
    """The smallest change of one cell of a disintegrable table that makes look-ahead worse than the best choice.

    The posterior factorises, so only the loss is at fault. Generating cells and the diagonal stay
    as they are, and no loss becomes negative.
    """
    every = [tuple(b) for b in beliefs]
    for change in changes:
        for i, s in enumerate(table.models[0]):
            for j, a in enumerate(table.models[1]):
                entry = table.entries[i][j] + change
                if s == a or len(s) + len(a) < 2 or entry < 0:
                    continue
                rows = [list(row) for row in table.entries]
                rows[i][j] = entry
                other = replace(table, entries=tuple(map(tuple, rows)))
                for parts in every:
                    joint = parts[0]
                    for part in parts[1:]:
                        joint = joint @ part
                    belief = Belief(dict(zip(table.states, _in_order(joint, parts), strict=True)))
                    problem = SequentialProblem.from_table(other, belief)
                    found = values(problem)
                    if found.look_ahead > found.simultaneous and found.relevant:
                        text = f"L({table.states[i]}, {table.actions[j]}) = {entry}, not {entry - change}; posterior {joint}"
                        return CounterExample(problem, found, text)
    return None


def _in_order(joint: Belief, parts: Sequence[Belief]) -> list[Expr]:
    # ⊕ lists the states with the first stage changing fastest
    return [joint[tuple(map(str, s[::-1]))] for s in product(*(p.states for p in reversed(parts)))]


def grid_beliefs(stages: Sequence[Branch], denominator: int) -> Iterator[Belief]:
    """Every joint posterior whose probabilities are multiples of 1/denominator."""
    every = list(product(*stages))

    def parts(left: int, places: int) -> Iterator[tuple[int, ...]]:
        if places == 1:
            yield (left,)
            return
        for first in range(left, -1, -1):
            for rest in parts(left - first, places - 1):
                yield (first, *rest)

    for counts in parts(denominator, len(every)):
        yield Belief({s: to_rational(to_number(c) / denominator) for s, c in zip(every, counts, strict=True)})
