"""Why this action here: what binds at a point, by how much, and how near the next tie is.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> from symdt.solve.rule import decision_rule
>>> from symdt.problems.tree import Decision
>>> p, h, k = symbols("p h k", positive=True)
>>> rule = decision_rule(Decision("d", {"stay": h*p, "go": k*(1 - p)}), p, domain=Domain(p < 1), optimum="min")
>>> print(rule.why(p="1/4", h=1, k=1))
stay at h=1, k=1, p=1/4: value 1/4
  go is worse by 1/2
the next tie is at p = 1/2: p may rise by 1/4
only h/k and p matter
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sympy import Expr, Matrix, Symbol

from symdt.display import Printed
from symdt.exact.formula import number_text, point_text
from symdt.exact.language.board import board
from symdt.exact.polynomial import to_rational
from symdt.regions.reduced.ratios import compared, scalings

if TYPE_CHECKING:
    from symdt.solve.rule import DecisionRule


@dataclass(frozen=True)
class Why(Printed):
    """The reasons for a choice at a point.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": symbols("p")}), Domain("0 < p < 1"))
    >>> from symdt import decision_rule
    >>> decision_rule(problem, "p").why(p="1/2").margins
    {'wait': 9/2}
    """

    rule: DecisionRule
    point: dict[Symbol, Expr]
    choice: Any
    value: Expr
    margins: dict[str, Expr]  # by how much each other choice is worse
    below: Expr | None  # distance to the tie to the left along the parameter, None if there is none
    above: Expr | None
    ties_at: tuple[Expr | None, Expr | None]

    @property
    def binding(self) -> str | None:
        """The choice that comes nearest."""
        return min(self.margins, key=lambda name: self.margins[name]) if self.margins else None

    def against(self, name: str) -> str:
        """The answer to 'why not this one here?'."""
        return (
            f"{name} is worse by {board(self.margins[name])}" if self.margins[name] != 0 else f"{name} ties"
        )

    def __str__(self) -> str:
        p = self.rule.letter.name
        lines = [f"{self.choice} at {point_text(self.point)}: value {board(self.value)}"]
        nearest = sorted(self.margins, key=lambda n: (self.margins[n], n))
        lines += [f"  {self.against(name)}" for name in nearest]
        moves = [(self.above, self.ties_at[1], "rise"), (self.below, self.ties_at[0], "fall")]
        near = [(d, at, verb) for d, at, verb in moves if d is not None]
        if near:
            distance, at, verb = min(near, key=lambda m: m[0])
            here = f"= {number_text(at)}".replace("= ≈", "≈")
            lines.append(f"the next tie is at {p} {here}: {p} may {verb} by {number_text(distance)}")
        else:
            lines.append(f"no value of {p} changes the choice")
        scale = invariants(self.rule)
        if scale:
            lines.append(f"only {' and '.join(scale)} matter{'s' * (len(scale) == 1)}")
        return "\n".join(lines)


def why(rule: DecisionRule, point: Mapping[Any, Any]) -> Why:
    """Which comparison binds at a point of the domain and by how much."""
    values = rule.domain.check_point(point)
    case, piece = rule.rule.locate(values)
    functions = rule.alternatives.choices
    at = {str(label): f.at(values) for label, f in functions}
    own = str(piece.label)
    sign = rule.rule.question.sign
    margins = {name: to_rational(sign * (v - at[own])) for name, v in at.items() if name != own}
    position = case.pieces.index(piece)
    x = to_rational(values[rule.domain.field.position[rule.letter]])
    left = piece.start.value(values) if position > 0 else None
    right = piece.stop.value(values) if position < len(case.pieces) - 1 else None
    exact = {s: to_rational(v) for s, v in zip(rule.domain.field.symbols, values, strict=True)}
    return Why(
        rule,
        exact,
        piece.label,
        to_rational(at[own]),
        margins,
        None if left is None else x - left,
        None if right is None else right - x,
        (left, right),
    )


def invariants(rule: DecisionRule) -> tuple[str, ...]:
    """The monomials on which alone the choice depends, where the problem is homogeneous; else ().

    The differences of the values and the domain keep their signs under a scaling of the letters
    when all monomials of each of them scale alike; the monomials that no such scaling moves are
    the coordinates that matter.
    """
    field = rule.domain.field
    polys = compared(f for _, f in rule.rule.question.functions)
    polys += [c.poly for c in rule.domain.conditions]
    moves = scalings(polys, len(field.symbols))
    if not moves:
        return ()
    kept = Matrix([list(m) for m in moves]).nullspace()
    texts = []
    for vector in kept:
        scaled = vector * _denominator(vector)
        up = "*".join(_power(s, e) for s, e in zip(field.symbols, scaled, strict=True) if e > 0)
        down = "*".join(_power(s, -e) for s, e in zip(field.symbols, scaled, strict=True) if e < 0)
        if not up:
            up, down = down, ""
        texts.append(up + (f"/{down}" if down and "*" not in down else f"/({down})" if down else ""))
    return tuple(sorted(texts))


def _denominator(vector: Any) -> int:
    from math import lcm

    sign = next((1 if e > 0 else -1 for e in vector if e != 0), 1)
    return sign * lcm(*(int(e.q) for e in vector))


def _power(symbol: Symbol, exponent: Any) -> str:
    return symbol.name if exponent == 1 else f"{symbol.name}**{exponent}"
