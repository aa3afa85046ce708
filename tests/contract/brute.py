"""Brute force: a decision problem by trying every strategy, from the file alone, in fractions.

This road shares nothing with symdt: the file is read by `tomllib`, expressions by `ast`, and every strategy is tried. It
takes problem files without factors or sections beyond belief, loss or utility, experiment and tree.

>>> worth({"optimum": "max", "tree": {"root": "d", "decision": {"d": {"a": "1", "b": "x"}}}}, {"x": Fraction(3)})
Fraction(3, 1)
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

_DO = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: lambda a, b: a ** int(b),
}
Point = Mapping[str, Fraction]


def number(text: Any, point: Point) -> Fraction:
    """The value of an expression at a point."""

    def at(node: ast.AST) -> Fraction:
        if isinstance(node, ast.BinOp):
            return _DO[type(node.op)](at(node.left), at(node.right))
        if isinstance(node, ast.UnaryOp):
            return -at(node.operand) if isinstance(node.op, ast.USub) else at(node.operand)
        if isinstance(node, ast.Name):
            return point[node.id]
        assert isinstance(node, ast.Constant)
        return Fraction(ast.get_source_segment(source, node))

    source = str(text)
    return at(ast.parse(source, mode="eval").body)


def row(texts: list[Any], point: Point) -> list[Fraction]:
    """Probabilities with "rest" filled in."""
    known = [None if t == "rest" else number(t, point) for t in texts]
    rest = 1 - sum(k for k in known if k is not None)
    return [rest if k is None else k for k in known]


def worth(file: Mapping[str, Any], point: Point) -> Fraction:
    """The best expected value of all strategies."""
    values = list(tree_values(file, point) if "tree" in file else table_values(file, point))
    return (min if _is_least(file) else max)(values)


def _is_least(file: Mapping[str, Any]) -> bool:
    return "loss" in file or file.get("optimum") == "min"


def table_values(file: Mapping[str, Any], point: Point) -> Iterator[Fraction]:
    """What every strategy is worth: each action, and for each experiment each map from outcomes to actions."""
    table = file["loss"] if "loss" in file else file["utility"]
    sign = 1 if "loss" in file else -1
    states = [s for s in table if s != "actions"]
    belief = dict(zip(file["belief"], row(list(file["belief"].values()), point), strict=True))
    value = {(s, j): number(table[s][j], point) for s in states for j in range(len(table["actions"]))}
    actions = range(len(table["actions"]))
    for j in actions:
        yield sum(belief[s] * value[s, j] for s in states)
    for test in file.get("experiment", {}).values():
        cost = number(test.get("cost", "0"), point)
        chance = {s: row(test[s], point) for s in states}
        for plan in product(actions, repeat=len(test["outcomes"])):
            total = sum(belief[s] * chance[s][o] * value[s, j] for s in states for o, j in enumerate(plan))
            yield total + sign * cost


def tree_values(file: Mapping[str, Any], point: Point) -> Iterator[Fraction]:
    """What every plan, one branch for each decision, is worth along its paths."""
    tree = file["tree"]
    decisions, chances = tree.get("decision", {}), tree.get("chance", {})
    chances = {c: {k: b for k, b in branches.items() if k != "event"} for c, branches in chances.items()}
    shares = {c: row([b[0] for b in branches.values()], point) for c, branches in chances.items()}

    @cache
    def value(text: Any) -> Fraction:  # thousands of plans meet the same texts
        return number(text, point)

    def below(name: str, plan: Mapping[str, str]) -> Fraction:
        if name in decisions:
            end = decisions[name][plan[name]]
            return below(end, plan) if isinstance(end, str) else below(end[0], plan) + value(end[1])
        if name in chances:
            pairs = zip(shares[name], chances[name].values(), strict=True)
            return sum(
                (p * (below(b[1], plan) + value(b[2] if b[2:] else 0)) for p, b in pairs if p),
                Fraction(0),
            )
        return value(name)

    for branches in product(*decisions.values()):
        yield below(tree["root"], dict(zip(decisions, branches, strict=True)))


def perfect(file: Mapping[str, Any], point: Point) -> Fraction:
    """What knowing the state of a table is worth: the best of each state, against acting at once."""
    table = file["loss"] if "loss" in file else file["utility"]
    best, sign = (min, -1) if "loss" in file else (max, 1)
    belief = dict(zip(file["belief"], row(list(file["belief"].values()), point), strict=True))
    informed = sum(p * best(number(e, point) for e in table[s]) for s, p in belief.items())
    return sign * (informed - worth({k: v for k, v in file.items() if k != "experiment"}, point))


def observed(file: Mapping[str, Any], name: str, point: Point) -> Fraction:
    """What seeing the outcome of an experiment is worth, before it is paid."""
    without = {k: v for k, v in file.items() if k != "experiment"}
    free = {**without, "experiment": {name: {**file["experiment"][name], "cost": "0"}}}
    sign = -1 if "loss" in file else 1
    return sign * (worth(free, point) - worth(without, point))
