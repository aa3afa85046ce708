"""The rule of the tolerance for outcomes that span too many units to be compared as polynomials.

Floats on a grid of tolerances guess where the best strategy changes; what is best beside every such place, and at both ends, is
found in balls that certainly hold every expected exp(−x/ρ) (Arb's arithmetic), with more digits until the best branch is strictly
better. What differs there is enclosed by bisection; what floats made of a difference that they do not see is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import Any

from flint import arb, ctx, fmpq
from sympy import Expr, Float, Integer, Rational, oo

from symdt.analysis.attitude.attitude_rule import AttitudeRule
from symdt.errors import DomainError
from symdt.exact.polynomial import to_number, to_rational
from symdt.problems.payoffs import totals
from symdt.problems.problem import Problem
from symdt.problems.tree import Chance, Decision, Tree, Value, decision_names, first_decision

#: Binary digits of the balls: at first, and at most.
BITS, MAX_BITS = 128, 16_384
#: How far beside a place that floats found the balls are asked, as a share of it.
BESIDE = 1e-6


def numeric_tolerance_rule(problem: Problem) -> AttitudeRule:
    """The best strategy for tolerances from 1/1000 to 1000 times the span of the outcomes, changes sought on a grid.

    problem: without letters, its first decision before any chance.
    """
    import numpy as np

    tree = totals(problem.tree)
    if problem.symbols or first_decision(tree) is None:
        raise DomainError(
            "a numeric rule needs numbers and a first decision: give every letter a value in the point"
        )
    gain = -1 if problem.optimum == "min" else 1
    made = [node for node in reversed(list(tree.nodes())) if isinstance(node, Decision)]
    guess = partial(_best_branches, tree, gain, made)

    def best(tolerance: Rational) -> dict[str, str]:
        return {problem.words.get(d, d): b for d, b in best_at(tree, gain, tolerance).items()}

    leaves = [float(node.value) for node in tree.nodes() if isinstance(node, Value)]
    grid = ((max(leaves) - min(leaves)) or 1.0) * np.logspace(-3, 3, 4001)
    labels = guess(grid)
    probes = [_rational(grid[0])]
    for i in np.flatnonzero((labels[1:] != labels[:-1]).any(axis=1)):
        a, b = float(grid[i]), float(grid[i + 1])
        while b - a > 1e-12 * b:
            middle = (a + b) / 2
            a, b = (middle, b) if (guess(np.array([middle]))[0] == labels[i]).all() else (a, middle)
        probes += [_rational(b * (1 - BESIDE)), _rational(b * (1 + BESIDE))]
    probes.append(_rational(grid[-1]))
    told = [(tolerance, best(tolerance)) for tolerance in sorted(probes)]
    width = Rational(1, 10**12)
    found = [
        change for one, two in pairwise(told) for change in changes(best, one, two, lambda low: low * width)
    ]
    strategies = (told[0][1], *(after for _, (_, after) in found))
    ends: list[Expr] = [Integer(0), *(Float(high, 12) for _, (high, _) in found), oo]
    pieces = [(next(iter(s.values())), *end) for s, end in zip(strategies, pairwise(ends), strict=True)]
    return AttitudeRule("tolerance", tuple(pieces), strategies, is_exact=False)


Told = tuple[Rational, dict[str, str]]


def changes(
    best: Callable[[Rational], dict[str, str]], one: Told, two: Told, width: Callable[[Rational], Rational]
) -> Iterator[tuple[Told, Told]]:
    """Where the best strategy changes between two tolerances: two nearer ones, what is best at each, for every change.

    best: the strategy at a tolerance; one, two: the tolerances, with their strategies; width: how far apart the nearer ones
    may be.
    """
    (low, before), (high, after) = one, two
    if before == after:
        return
    while high - low > width(low):
        middle = short((low + high) / 2, (high - low) / 8)
        there = best(middle)
        if there == before:
            low = middle
        elif there == after:
            high = middle
        else:  # a third one, between the two
            yield from changes(best, (low, before), (middle, there), width)
            yield from changes(best, (middle, there), (high, after), width)
            return
    yield (low, before), (high, after)


def _rational(x: float) -> Rational:
    return to_rational(to_number(repr(float(x))))


def short(x: Rational, room: Rational) -> Rational:
    """A rational of few digits within `room` of x, so that bisection does not grow its numbers."""
    scale = 1
    while Rational(1, scale) > room:
        scale *= 2
    return Rational(round(x * scale), scale)


def best_at(tree: Tree, gain: int, tolerance: Rational) -> dict[str, str]:
    """The branch of every decision that is reached at a tolerance, each proved in balls to be strictly best; of ties that
    no digits tell apart the first.

    tree: its payoffs at its leaves; gain: -1 where they are losses; tolerance: a positive number.
    """
    bits, names = BITS, decision_names(tree)
    while True:
        found = _chosen(tree, _disutilities(tree, gain, tolerance, bits), names, bits >= MAX_BITS)
        if found is not None:
            return found
        bits *= 4


def _chosen(
    tree: Tree, worth: Mapping[int, Any], names: Mapping[int, str], is_last: bool
) -> dict[str, str] | None:
    """What is chosen by these values; None where they do not tell the branches of a decision apart."""
    found: dict[str, str] = {}
    stack: list[Tree] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, Chance):
            stack += [c for _, p, c in reversed(node.branches) if not p.is_zero]
        elif isinstance(node, Decision):
            values = [(b, worth[id(c)], c) for b, c in node.branches]
            least = [v for v in values if all(v[1] < u[1] for u in values if u is not v)]
            if not least and is_last:
                least = [v for v in values if not any(u[1] < v[1] for u in values)]
            if not least:
                return None
            found[names[id(node)]] = least[0][0]
            stack.append(least[0][2])
    return found


def _disutilities(tree: Tree, gain: int, tolerance: Rational, bits: int) -> dict[int, Any]:
    """The expected exp(−x/ρ) of every node, the least of its branches at a decision, in balls of so many digits."""
    old = ctx.prec
    ctx.prec = bits
    try:
        rho = arb(fmpq(int(tolerance.p), int(tolerance.q)))
        done: dict[int, Any] = {}
        for node in tree.nodes():
            if isinstance(node, Value):
                done[id(node)] = (-gain * arb(to_number(node.value)) / rho).exp()
            elif isinstance(node, Chance):
                parts = (
                    arb(to_number(p)) * done[id(child)] for _, p, child in node.branches if not p.is_zero
                )
                done[id(node)] = sum(parts, arb(0))
            else:
                assert isinstance(node, Decision)
                least = done[id(node.children()[0])]
                for child in node.children()[1:]:
                    least = least.min(done[id(child)])
                done[id(node)] = least
        return done
    finally:
        ctx.prec = old


def _best_branches(tree: Tree, gain: int, made: list[Decision], tolerances: Any) -> Any:
    """For each tolerance and each decision the place of its best branch, of least expected exp(−x/ρ); -1 where it is not
    reached.

    tree: without letters; gain: -1 for losses; made: the decisions, earlier ones first; tolerances: an array.
    """
    import numpy as np

    nodes = list(tree.nodes())
    low = min(gain * float(node.value) for node in nodes if isinstance(node, Value))
    done: dict[int, Any] = {}
    for node in nodes:
        if isinstance(node, Value):
            done[id(node)] = np.exp(-(gain * float(node.value) - low) / tolerances)
        elif isinstance(node, Chance):
            done[id(node)] = sum(float(p) * done[id(c)] for _, p, c in node.branches)
        else:
            done[id(node)] = np.minimum.reduce([done[id(c)] for c in node.children()])
    taken = {id(n): np.argmin([done[id(c)] for c in n.children()], axis=0) for n in made}
    reached = {id(node): np.zeros(len(tolerances), dtype=bool) for node in nodes}
    reached[id(tree)][:] = True
    for node in reversed(nodes):
        here = reached[id(node)]
        if isinstance(node, Decision):
            for k, child in enumerate(node.children()):
                reached[id(child)] |= here & (taken[id(node)] == k)
        elif isinstance(node, Chance):
            for _, p, child in node.branches:
                reached[id(child)] |= here & (not p.is_zero)
    return np.stack([np.where(reached[id(n)], taken[id(n)], -1) for n in made], axis=1)
