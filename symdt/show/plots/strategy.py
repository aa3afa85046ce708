"""The optimal strategy alone, as a table: what to do at each decision that is reached, and what it is worth.

>>> from sympy import symbols
>>> from symdt import Belief, DecisionProblem, Domain, LossTable
>>> loss = LossTable(["well", "ill"], ["wait", "treat"], [[0, 1], [10, 0]])
>>> problem = DecisionProblem(loss, Belief({"well": "rest", "ill": symbols("p")}), Domain("0 < p < 1"))
>>> picture = strategy_table(problem, {"p": "1/2"})
>>> [text.label.to_text() for text in picture.texts() if text.role in ("decision first", "do first", "value")]
['first', 'treat', 'expected loss 1/2 = 0.5']

The same as a small tree: `draw_tree(…, chosen_only=True)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symdt.problems.problem import Problem
from symdt.show.label import Label
from symdt.show.numbers import with_decimals
from symdt.show.picture import COLUMN, Item, Line, Picture, Text, laid_out
from symdt.show.plots.captions import SIZE, point_note
from symdt.solve.risk import optimum_at

#: The height of a line of type, in millimetres.
LINE = 3.5


@laid_out
def strategy_table(
    problem: Problem,
    point: Mapping[Any, Any] | None = None,
    *,
    width: float = COLUMN,
    title: str = "",
) -> Picture:
    """What to do at each decision that the optimal strategy reaches, in the order of the tree.

    problem: a table, tree or diagram. point: a value for every letter. width: of the figure, in millimetres;
    longer names are wrapped.
    """
    best = optimum_at(problem.at(point) if point else problem)
    kind = "expected loss" if problem.optimum == "min" else "expected utility"
    half = width / 2 - 2.0
    head = (Label.words("decision"), Label.words("do"))
    rows = [(Label.of(d), Label.of(b), d) for d, b in best.strategy.items()]
    first = min(max((d.size(SIZE)[0] for d, _, _ in rows), default=10.0), half)
    second = max(first, head[0].size(SIZE)[0]) + 5.0
    room = width - second
    items: list[Item] = [Line(((0.0, 0.0), (width, 0.0)), 0.8, role="rule")]
    y = -LINE
    items += [
        Text((x, y), label, SIZE, "left", role="heading")
        for x, label in zip((0.0, second), head, strict=True)
    ]
    y -= 1.4
    items.append(Line(((0.0, y), (width, y)), 0.5, role="rule"))
    for decision, branch, name in rows:
        lines = decision.wrapped(max(first, 10.0) + 0.1, SIZE), branch.wrapped(room, SIZE)
        for x, cell, role in ((0.0, lines[0], "decision"), (second, lines[1], "do")):
            for n, line in enumerate(cell):
                words = f"{role} {name}" if n == 0 else "more"
                items.append(Text((x, y - LINE * (n + 1)), line, SIZE, "left", role=words))
        y -= LINE * max(map(len, lines)) + 0.4
    y -= 0.9
    items.append(Line(((0.0, y), (width, y)), 0.8, role="rule"))
    worth = Label.words(f"{kind} {with_decimals(best.value)}")
    items.append(Text((0.0, y - LINE), worth, SIZE, "left", role="value"))
    said = "; ".join(f"{d}: {b}" for d, b in best.strategy.items()) + f". {kind} {best.value}."
    made = Picture(tuple(items), "the optimal strategy", said, best)
    return made.with_foot(point_note(point, problem.numerals)).with_title(title)
