"""The stability radius: the first box around a point in which another action becomes better somewhere.

Let D be the margin by which the optimal action beats a rival, and B(t) the box of all moves of size
t, cut by the domain. Where D has degree one in each letter its least value on a box lies at a
vertex, so the radius is the first root of D along the paths of the vertices of B(t): an exact
rational or algebraic number. Elsewhere the radius is enclosed between a size that the solver proves
safe and one at which it has found a point that is not.

>>> from symdt.problems.tree import Chance, Decision
>>> from symdt.problems.tree_problem import TreeProblem
>>> r, w = Symbol("r"), Symbol("w")
>>> tree = Decision("umbrella?", {
...     "take": Chance("with", {"rain": (r, 70), "dry": ("rest", w)}),
...     "leave": Chance("without", {"rain": (r, 0), "dry": ("rest", 100)})})
>>> from symdt.exact.domain import Domain
>>> problem = TreeProblem(tree, Domain("0 < r < 1", "0 <= w <= 100"), "max")
>>> radius = stability_radius(problem, {"r": 0.4, "w": 20})
>>> radius.value, radius.is_exact, radius.changes_to
(9/2 - sqrt(71)/2, True, 'take')
>>> stability_radius(problem, {"r": 0.4, "w": 20}, letter=r).value
1/3
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sympy import Expr, Symbol, oo

from symdt.analysis.radius_search import Radius, Search
from symdt.analysis.sensitivity import SECONDS, Stretch, exact_point, stretches_of
from symdt.errors import DomainError, quote
from symdt.exact.field import Element
from symdt.exact.line import along, roots
from symdt.exact.optimum import sign as sign_of
from symdt.exact.polynomial import Number, to_number, to_rational
from symdt.exact.solver import Budget
from symdt.problems.problem import Problem
from symdt.solve.alternatives import Alternatives, alternatives


def stability_radius(
    problem: Problem,
    point: Mapping[Any, Any],
    *,
    letter: Symbol | str | None = None,
    norm: str = "relative",
    seconds: float = SECONDS,
) -> Radius:
    """The largest t such that the optimal action stays optimal while every letter moves by at most t·w.

    The letters move away from the `point`. With norm "relative" w is the letter's value there, with
    "box" it is 1. With `letter` only that letter moves.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> r = symbols("r")
    >>> problem = DecisionProblem(table, Belief({"rain": r, "dry": "rest"}), Domain("0 < r < 1"))
    >>> stability_radius(problem, {"r": 0.4}, letter=r).value
    1/3
    """
    if norm not in ("relative", "box"):
        raise DomainError(f"the norm is {quote(norm)}: use 'relative' or 'box'")
    exact = exact_point(problem, point)
    if letter is not None:
        symbol = problem.domain.letter(letter)
        problem = problem.at({n: v for n, v in exact.items() if n != symbol.name})
        exact = {symbol.name: exact[symbol.name]}
    return _radius(alternatives(problem, seconds=seconds), exact, norm, seconds)


def _radius(found: Alternatives, point: Mapping[str, Any], norm: str, seconds: float) -> Radius:
    """The stability radius of the optimal action at a point of the domain."""
    domain, budget = found.domain, Budget(seconds)
    values = domain.check_point(point)
    sign = sign_of(found.optimum)
    at = [sign * f.at(values) for _, f in found.choices]
    action = found.choices[at.index(min(at))][0].action
    if norm == "relative":
        zero = next((n for n, v in zip(domain.field.names, values, strict=True) if v == 0), None)
        if zero is not None:
            raise DomainError(f"the base value of {zero} is 0, so no relative move exists: use norm='box'")
    weights = [abs(v) if norm == "relative" else to_number(1) for v in values]
    own = [f for c, f in found.choices if c.action == action]
    rivals = [(c.action, f) for c, f in found.choices if c.action != action]
    if not rivals:
        return Radius(action, oo, oo, oo, True, norm)
    if len(values) == 1:
        return _along_one(found, action, values[0], weights[0], norm, seconds)
    return Search(domain, values, weights, own, sign, budget).run(action, rivals, norm)


def _along_one(
    found: Alternatives, action: str, x: Number, weight: Number, norm: str, seconds: float
) -> Radius:
    """One letter: the distance to the nearest value at which no strategy of the action is optimal.

    It is zero where the action ties at the point and is optimal on no stretch beside it.
    """
    symbol, here = found.domain.field.symbols[0], to_rational(x)
    values = dict(found.choices)
    own = [f for c, f in found.choices if c.action == action]
    near: list[tuple[Expr, str, Expr]] = []
    for stretch in stretches_of(found, symbol, seconds):
        rival = values[stretch.choice]
        if rival not in own and (change := _change([rival - f for f in own], stretch, here, symbol)):
            place, inside = change
            near.append((abs(place - here) / to_rational(weight), stretch.choice.action, inside))
    if not near:
        return Radius(action, oo, oo, oo, True, norm)
    value, to, inside = min(near, key=lambda n: n[0])
    return Radius(action, value, value, value, True, norm, to, ((symbol.name, inside),))


def _change(
    margins: Sequence[Element], stretch: Stretch, here: Expr, symbol: Symbol
) -> tuple[Expr, Expr] | None:
    """Where in a stretch no margin is zero, as near as it comes, and a value of the letter there; None if it is nowhere.

    A tie inside an interval is no matter: beside it there is none. At one number, and at a whole one, it is.
    """
    low, high = stretch.start, stretch.stop
    nearest = max(low, min(high, here))
    if not stretch.is_point and not symbol.is_integer:
        return nearest, stretch.witness
    ties = {r.to_expr() for m in margins for r in roots(along(m.field, m.sign_polynomial, symbol))}
    found = []
    for step in (-1, 1):
        place = nearest
        while place in ties:
            place += step
        found += [place] if low <= place <= high else []
    place = min(found, key=lambda p: abs(p - here), default=None)
    return None if place is None else (place, place)
