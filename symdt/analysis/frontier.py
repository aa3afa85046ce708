"""The frontier at a point: every option with its cost, its effect and where it stands, in exact numbers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from sympy import Expr, Rational

from symdt.display import Displayed
from symdt.exact.polynomial import to_number, to_rational

Standing = Literal["frontier", "between", "equal", "dominated", "extended"]
#: An option's name, cost and effect.
_Point = tuple[str, Rational, Rational]


@dataclass(frozen=True)
class Option:
    """A strategy at a point: cost, effect, where it stands, and its ratio to the one before it on the frontier."""

    name: str
    cost: Expr
    effect: Expr
    standing: Standing
    icer: Expr | None = None
    #: The option that it is compared with, or that dominates it.
    against: str = ""

    @property
    def told(self) -> str:
        """Where it stands, in words."""
        return {
            "frontier": f"{self.icer} more for each unit of effect than {self.against}"
            if self.against
            else "",
            "between": "on the line between two others: as good where they tie, and never better",
            "equal": f"costs and does the same as {self.against}",
            "dominated": f"dominated by {self.against}",
            "extended": "dominated by a mixture of others (extended dominance)",
        }[self.standing]

    def to_json(self) -> dict[str, Any]:
        """The option in texts."""
        return {
            "name": self.name,
            "cost": str(self.cost),
            "effect": str(self.effect),
            "standing": self.standing,
            "icer": None if self.icer is None else str(self.icer),
            "against": self.against or None,
        }


@dataclass(frozen=True)
class Frontier(Displayed):
    """All options at a point, the cheapest first.

    >>> from symdt import Belief, DecisionProblem, Domain, LossTable, cost_effectiveness, net_benefit
    >>> cost = LossTable([""], ["none", "drug", "surgery"], [[0, 20, 60]])
    >>> effect = LossTable([""], ["none", "drug", "surgery"], [[1, 3, 4]], "max")
    >>> problem = DecisionProblem(net_benefit(cost, effect), Belief({"": 1}), Domain("λ >= 0"))
    >>> found = cost_effectiveness(problem).at()
    >>> [(option.name, option.icer) for option in found.on_it], found.best(25)
    ([('none', None), ('drug', 10), ('surgery', 40)], 'drug')
    """

    willingness: str
    options: tuple[Option, ...]

    @property
    def on_it(self) -> tuple[Option, ...]:
        """The options that some willingness to pay chooses, the cheapest first."""
        return tuple(o for o in self.options if o.standing == "frontier")

    def best(self, willingness: Any) -> str:
        """What is chosen at a willingness to pay; of two that are equally good the cheaper."""
        x = to_rational(to_number(willingness))
        return max(self.on_it, key=lambda o: x * o.effect - o.cost).name

    def to_json(self) -> dict[str, Any]:
        """The frontier in texts."""
        return {"willingness": self.willingness, "options": [o.to_json() for o in self.options]}

    def __str__(self) -> str:
        width = max(5, *(len(o.name) for o in self.options))
        rows = [
            f"{o.name:<{width}}  cost {o.cost}  effect {o.effect}  {o.told}".rstrip() for o in self.options
        ]
        return "\n".join(rows)


def standing(numbers: list[_Point]) -> tuple[Option, ...]:
    """Each option's place: equal to one before it, dominated by one other or by a mixture of two, or on the frontier.

    The frontier is the corners of a convex hull; an option on a line between two of them is dominated by nobody.
    """
    equal, strong = _beaten(numbers)
    hull: list[_Point] = []
    for option in (n for n in numbers if n[0] not in strong and n[0] not in equal):
        # with strictly rising effects and costs, ratios must rise along the frontier
        while len(hull) > 1 and _ratio(hull[-2], hull[-1]) >= _ratio(hull[-1], option):
            hull.pop()
        hull.append(option)
    before = {b[0]: a for a, b in pairwise(hull)}
    on_it = {n for n, _, _ in hull}
    made = []
    for here in numbers:
        name = here[0]
        if name in strong:
            made.append(Option(*here, "dominated", None, strong[name]))
        elif name in equal:
            made.append(Option(*here, "equal", None, equal[name]))
        elif name not in on_it:
            ends = next((a, b) for a, b in pairwise(hull) if a[1] < here[1] < b[1])
            is_between = _ratio(*ends) == _ratio(ends[0], here)
            made.append(Option(*here, "between" if is_between else "extended"))
        elif name in before:
            made.append(Option(*here, "frontier", _ratio(before[name], here), before[name][0]))
        else:
            made.append(Option(*here, "frontier"))
    return tuple(made)


def _beaten(numbers: list[_Point]) -> tuple[dict[str, str], dict[str, str]]:
    """The options that are equal to one before them, and those that another dominates, each with the other."""
    equal: dict[str, str] = {}
    strong: dict[str, str] = {}
    for i, (name, cost, effect) in enumerate(numbers):
        for j, (other, c, e) in enumerate(numbers):
            if (c, e) == (cost, effect):
                if j < i:
                    equal.setdefault(name, other)
            elif c <= cost and e >= effect:
                strong[name] = other
                break
    return equal, strong


def _ratio(one: _Point, other: _Point) -> Rational:
    return (other[1] - one[1]) / (other[2] - one[2])
