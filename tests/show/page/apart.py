"""The optimum at a point by Python fractions, from the tables and trees as they are stated.

Shares no code with symdt's engines: expressions are walked term by term, experiments are summed over
joint probabilities, trees are folded by plain recursion.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sympy import Abs, Expr, Max, Min, Piecewise

from symdt.problems.amounts.amount_problem import AmountProblem, Demand
from symdt.problems.kinks.kinked import KinkedProblem, shown
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Decision, Tree, Value

Point = dict[str, Fraction]


def evaluate(expr: Expr, point: Point) -> Fraction:
    """The value of an expression at a point."""
    if expr.is_Rational:
        return Fraction(int(expr.p), int(expr.q))
    if expr.is_Symbol:
        return evaluate(shown(expr), point) if "(" in expr.name else point[expr.name]
    if isinstance(expr, Piecewise):
        return next(evaluate(value, point) for value, condition in expr.args if _holds(condition, point))
    parts = [evaluate(a, point) for a in expr.args]
    if isinstance(expr, Max | Min | Abs):
        return {Max: max, Min: min, Abs: lambda p: abs(*p)}[expr.func](parts)
    if expr.is_Add:
        return sum(parts, Fraction(0))
    if expr.is_Pow:
        return parts[0] ** int(parts[1])
    assert expr.is_Mul
    product = Fraction(1)
    for part in parts:
        product *= part
    return product


def _holds(condition: Any, point: Point) -> bool:
    if condition in (True, False):
        return bool(condition)
    left, right = (evaluate(side, point) for side in condition.args)
    order = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}
    return order[condition.rel_op]


def optimum(problem: Any, point: Point) -> dict[str, Any]:
    """Action, ties, value, values and strategy, as the page's `state()` names them."""
    if isinstance(problem, AmountProblem):
        return amount(problem, point)
    if isinstance(problem, KinkedProblem):
        problem = problem.stated
    best = min if problem.optimum == "min" else max
    if isinstance(problem, DecisionProblem):
        values, after = _table(problem, point, best)
        value = best(values.values())
        ties = [a for a, v in values.items() if v == value]
        return _answer(ties[0], ties, value, values, {"first": ties[0], **after.get(ties[0], {})})
    names = Counter(n.name for n in problem.tree.nodes() if isinstance(n, Decision))
    value, chosen = _fold(problem.tree, point, best)
    strategy = {problem.words.get(d, d): b for d, b in chosen.items()}
    first = problem.tree
    if not isinstance(first, Decision):
        return _answer(None, None, value, None, strategy)
    values = {
        b: _fold(child, point, best)[0] + evaluate(paid, point)
        for (b, child), paid in zip(first.branches, first.payoffs, strict=True)
    }
    ties = [a for a, v in values.items() if v == value]
    return _answer(ties[0], ties, value, values, strategy if max(names.values()) == 1 else None)


def amount(problem: AmountProblem, point: Point) -> dict[str, Any]:
    """The best amount and its worth: of a demand by the vertices of parabolas, of a bet by its one equation."""
    assert problem.high is not None
    low, high = evaluate(problem.low, point), evaluate(problem.high, point)
    if not isinstance(problem.earned, Demand):
        (p, r), (q, t) = (
            (evaluate(w, point), evaluate(problem.earned.payoffs[s], point))
            for s, w in problem.earned.belief.items()
        )
        stake = min(max(-(p * r + q * t) / (r * t), low), high)
        return {"amount": str(stake), "values": None, "ties": None}
    demand = problem.earned
    ends = sorted({low, high, *(evaluate(e, point) for a, b, _ in demand.intervals for e in (a, b))})
    ends = [e for e in ends if low <= e <= high]
    offers = {e: _earned(demand, problem.letter, point, e) for e in ends}
    for a, b in pairwise(ends):  # a parabola through three of its points, and its vertex
        x = [a, (a + b) / 2, b]
        y = [_earned(demand, problem.letter, point, v) for v in x]
        bend, step = y[0] - 2 * y[1] + y[2], (b - a) / 2
        if bend and a < (vertex := x[1] - step * (y[2] - y[0]) / (2 * bend)) < b:
            offers[vertex] = _earned(demand, problem.letter, point, vertex)
    best = (min if problem.optimum == "min" else max)(offers.values())
    return {
        "amount": str(min(q for q, v in offers.items() if v == best)),
        "value": str(best),
        "ties": None,
        "values": None,
    }


def _earned(demand: Demand, letter: str, point: Point, chosen: Fraction) -> Fraction:
    """The expected payoff of an amount: each part of the demand by Simpson's rule, which is exact for cubics."""
    total = Fraction(0)
    for a, b, p in demand.intervals:
        low, high = evaluate(a, point), evaluate(b, point)
        cut = min(max(chosen, low), high)
        for start, stop, payoff in ((low, cut, demand.over), (cut, high, demand.under)):
            at = [
                evaluate(payoff, {**point, letter: chosen, demand.letter: x})
                for x in (start, (start + stop) / 2, stop)
            ]
            total += evaluate(p, point) * (stop - start) * (at[0] + 4 * at[1] + at[2]) / 6 / (high - low)
    return total


def _answer(action: Any, ties: Any, value: Fraction, values: Any, strategy: Any) -> dict[str, Any]:
    shown = None if values is None else {a: str(v) for a, v in values.items()}
    return {"action": action, "ties": ties, "value": str(value), "values": shown, "strategy": strategy}


def _table(problem: DecisionProblem, point: Point, best: Any) -> tuple[dict[str, Fraction], dict[str, Any]]:
    loss = problem.loss
    belief = {s: evaluate(problem.belief[s], point) for s in loss.states}
    cell = {(s, a): evaluate(loss[s, a], point) for s in loss.states for a in loss.actions}
    values = {a: sum((belief[s] * cell[s, a] for s in loss.states), Fraction(0)) for a in loss.actions}
    after: dict[str, Any] = {}
    sign = 1 if loss.optimum == "min" else -1
    for experiment in problem.experiments:
        total, chosen = sign * evaluate(experiment.cost, point), {}
        for outcome in experiment.outcomes:
            joint = {s: belief[s] * evaluate(experiment.likelihood[s][outcome], point) for s in loss.states}
            if not sum(joint.values()):
                continue
            each = {a: sum((joint[s] * cell[s, a] for s in loss.states), Fraction(0)) for a in loss.actions}
            chosen[outcome] = next(a for a in loss.actions if each[a] == best(each.values()))
            total += best(each.values())
        values[experiment.name], after[experiment.name] = total, chosen
    return values, after


def _fold(tree: Tree, point: Point, best: Any) -> tuple[Fraction, dict[str, str]]:
    if isinstance(tree, Value):
        return evaluate(tree.value, point), {}
    if isinstance(tree, Decision):
        offers = []
        for (b, child), paid in zip(tree.branches, tree.payoffs, strict=True):
            below, rest = _fold(child, point, best)
            offers.append((b, below + evaluate(paid, point), rest))
        value = best(v for _, v, _ in offers)
        branch, _, rest = next(o for o in offers if o[1] == value)
        return value, {tree.name: branch, **rest}
    total, chosen = Fraction(0), {}
    for (_, probability, child), paid in zip(tree.branches, tree.payoffs, strict=True):
        weight = evaluate(probability, point)
        if weight:
            value, rest = _fold(child, point, best)
            total += weight * (value + evaluate(paid, point))
            chosen |= rest
    return total, chosen


def points(problem: Any, letters: list[dict[str, Any]], count: int, seed: int = 1) -> list[Point]:
    """Random rational points of the domain; about a quarter of them moved onto a tie of two actions."""
    generator = random.Random(seed)
    names = problem.domain.field.names
    found: list[Point] = [{}] if not letters else []
    for _ in range(200 * count):
        if len(found) >= count or not letters:
            break
        point = {}
        for letter in letters:
            low, high = (Fraction(e) for e in letter["range"])
            q = generator.choice([7, 12, 20, 60, 97])
            at = low + (high - low) * Fraction(generator.randint(0, q), q)
            point[letter["name"]] = Fraction(round(at)) if letter.get("whole") else at
        if generator.random() < 0.25:
            point = _onto_tie(problem, point, generator) or point
        if problem.domain.contains([_number(point[n]) for n in names]):
            found.append(point)
    return found


def _onto_tie(problem: Any, point: Point, generator: random.Random) -> Point | None:
    name = generator.choice(sorted(point))
    samples = []
    for step in (0, 1, 2):
        moved = {**point, name: point[name] + Fraction(step, 7)}
        try:
            values = optimum(problem, moved)["values"]
        except ZeroDivisionError:
            return None
        if not values or len(values) < 2:
            return None
        samples.append((moved[name], {a: Fraction(v) for a, v in values.items()}))
    a, b = generator.sample(sorted(samples[0][1]), 2)
    (x0, y0), (x1, y1), (x2, y2) = ((x, v[a] - v[b]) for x, v in samples)
    if y0 == y1 or (y2 - y0) * (x1 - x0) != (y1 - y0) * (x2 - x0):  # no straight line
        return None
    return {**point, name: x0 - y0 * (x1 - x0) / (y1 - y0)}


def _number(value: Fraction) -> Any:
    from flint import fmpq

    return fmpq(value.numerator, value.denominator)
