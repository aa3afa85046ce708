"""Random problems of many families, and an oracle of fractions that shares nothing with the package.

A polynomial is a dictionary from exponents to Fractions. A problem has its functions, one for each thing
that may be done (an action, or a whole strategy), and conditions `poly op 0`; values at a point are sums
and products of Fractions. Tables with experiments and trees are multiplied out here, strategy by strategy.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import comb, isqrt
from typing import Any

F = Fraction
Poly = dict[tuple[int, ...], Fraction]  # exponents of the letters, coefficient
Plan = frozenset[tuple[str, str]]  # what is chosen at every decision that is reached


@dataclass
class Problem:
    """Functions of the letters, conditions `poly op 0`, the first letter solved for.

    `plans` names each function: for plain problems its number. `source` is the table or the tree that they come
    from: ("functions",), ("posterior", belief, losses), ("experiment", …), ("table", belief, experiments, losses)
    or ("tree", root), whose chances are polynomials or fractions of two.
    """

    letters: tuple[str, ...]
    functions: list[Poly]
    conditions: list[tuple[Poly, str]]
    optimum: str = "min"
    denominator: Poly | None = None
    plans: dict[Any, int] = field(default_factory=dict)
    source: tuple[Any, ...] = ("functions",)


# --- polynomials, with fractions ---------------------------------------------------------------------------


def value(poly: Poly, point: tuple[Fraction, ...]) -> Fraction:
    """A polynomial at a point."""
    total = F(0)
    for exponents, coefficient in poly.items():
        term = coefficient
        for x, e in zip(point, exponents, strict=True):
            if e:  # a product of fractions with 1 takes as long as another
                term *= x if e == 1 else x**e
        total += term
    return total


def plus(*polys: Poly) -> Poly:
    """The sum of polynomials."""
    found: Poly = {}
    for poly in polys:
        for exponents, coefficient in poly.items():
            found[exponents] = found.get(exponents, F(0)) + coefficient
    return {e: c for e, c in found.items() if c}


def times(one: Poly, other: Poly) -> Poly:
    """The product of two polynomials."""
    return plus(
        *(
            {tuple(i + j for i, j in zip(a, b, strict=True)): c * d}
            for a, c in one.items()
            for b, d in other.items()
        )
    )


def minus(one: Poly, other: Poly) -> Poly:
    """The difference of two polynomials."""
    return plus(one, {e: -c for e, c in other.items()})


def solved(poly: Poly, letter: int, point: tuple[Fraction, ...]) -> list[Fraction]:
    """The rational values of a letter at which a polynomial vanishes, the others as at the point; degree 1 and 2."""
    parts: dict[int, Fraction] = {}
    for exponents, coefficient in poly.items():
        for i, (x, e) in enumerate(zip(point, exponents, strict=True)):
            if i != letter:
                coefficient *= x**e
        parts[exponents[letter]] = parts.get(exponents[letter], F(0)) + coefficient
    degree = max((d for d, c in parts.items() if c), default=0)
    a, b, c = (parts.get(d, F(0)) for d in (2, 1, 0))
    if degree == 1:
        return [-c / b]
    if degree == 2:
        root = square_root(b * b - 4 * a * c)
        return [] if root is None else [(-b - root) / (2 * a), (-b + root) / (2 * a)]
    return []


def square_root(x: Fraction) -> Fraction | None:
    """The square root where it is rational."""
    if x < 0:
        return None
    p, q = isqrt(x.numerator), isqrt(x.denominator)
    return F(p, q) if p * p == x.numerator and q * q == x.denominator else None


# --- the oracle --------------------------------------------------------------------------------------------


def inside(problem: Problem, point: tuple[Fraction, ...]) -> bool:
    """Whether a point lies in the domain."""
    tests = {">": F.__gt__, ">=": F.__ge__, "==": F.__eq__, "!=": F.__ne__}
    return all(tests[op](value(poly, point), F(0)) for poly, op in problem.conditions)


def optimal(problem: Problem, point: tuple[Fraction, ...]) -> set[int]:
    """The functions that attain the optimum at a point of the domain."""
    found = [value(f, point) for f in problem.functions]
    if problem.denominator is not None:
        under = value(problem.denominator, point)
        found = [v / under for v in found]
    best = min(found) if problem.optimum == "min" else max(found)
    return {i for i, v in enumerate(found) if v == best}


# --- random families ---------------------------------------------------------------------------------------


class Maker:
    """Random problems, each determined by its family and seed."""

    def __init__(self, seed: str, letters: int) -> None:
        self.random = random.Random(seed)
        self.letters = letters
        self.zero = (0,) * letters

    def letter(self, i: int) -> Poly:
        """A letter by its place."""
        return {tuple(int(j == i) for j in range(self.letters)): F(1)}

    def constant(self, c: Any) -> Poly:
        """A number."""
        return {self.zero: F(c)} if c else {}

    def number(self) -> Fraction:
        """A small fraction."""
        return F(self.random.randint(-4, 4), self.random.choice([1, 1, 1, 2]))

    def affine(self, share: float) -> Poly:
        """A constant and each letter but the first with some probability."""
        poly = self.constant(self.number())
        for i in range(1, self.letters):
            if self.random.random() < share:
                poly = plus(poly, times(self.constant(self.number()), self.letter(i)))
        return poly

    def function(self, degree: int, share: float) -> Poly:
        """A polynomial in the first letter whose coefficients are affine in the others."""
        found: Poly = {}
        for d in range(degree + 1):
            for exponents, c in self.affine(share).items():
                found[(d, *exponents[1:])] = c
        return found

    def dense(self) -> Poly:
        """A line whose intercept and slope are affine in all the other letters, with whole numbers from -5 to 5."""
        found: Poly = {}
        for d in (0, 1):
            for i in range(self.letters):
                exponents = (d, *(int(j == i) for j in range(1, self.letters)))
                found = plus(found, {exponents: F(self.random.randint(-5, 5))})
        return found

    def loss(self) -> Poly:
        """0, a small number, or one of the other letters."""
        kind = self.random.randint(0, 2 if self.letters > 1 else 1)
        if kind == 2:
            return self.letter(self.random.randrange(1, self.letters))
        return self.constant(self.random.randint(1, 4) * kind)

    def box(self, kind: str) -> list[tuple[Poly, str]]:
        """Ranges of the letters: the first from 0 to 1, the others positive, bounded, closed or free."""
        conditions: list[tuple[Poly, str]] = []
        for i in range(self.letters):
            if kind == "free" and i:
                continue
            op = ">=" if kind == "closed" else ">"
            conditions.append((self.letter(i), op))
            if i == 0 or kind == "closed":
                conditions.append((minus(self.constant(1 if i == 0 else 2), self.letter(i)), op))
        return conditions

    def bernstein(self, degree: int) -> Poly:
        """A risk after repeated trials: binomial weights times losses that are 0, a number or a letter."""
        one, p = self.constant(1), self.letter(0)
        found: Poly = {}
        for k in range(degree + 1):
            term = times(self.constant(comb(degree, k)), self.loss())
            for n in range(degree):
                term = times(term, p if n < k else minus(one, p))
            found = plus(found, term)
        return found

    def chance(self) -> Poly:
        """A probability: the first letter, its complement, a number, or a product of these."""
        p, one = self.letter(0), self.constant(1)
        kinds = [p, minus(one, p), self.constant(F(self.random.randint(1, 4), 5))]
        found = self.random.choice(kinds)
        return times(found, kinds[2]) if self.random.random() < 0.3 else found


def make(family: str, seed: int) -> Problem:
    """The problem of a family with this seed."""
    kind, letters, degree, actions = of_seed(*WHOLE[family], seed) if family in WHOLE else FAMILIES[family]
    maker = Maker(f"{family} {seed}", letters + 1)
    names = ("p", "h", "k", "l", "m", "n")[: letters + 1]
    count = maker.random.choice(actions)
    optimum = maker.random.choice(["min", "max"])
    if kind == "natural":
        from benchmarks._natural_problems import natural

        return natural(maker, seed)
    if kind == "posterior":
        return posterior(maker, names, count, optimum)
    if kind == "experiment":
        return experiment(maker, names, count, optimum)
    if kind == "tree":
        return tree(maker, names, degree, optimum)
    functions, conditions = plain(maker, kind, degree, count)
    return Problem(names, functions, conditions, optimum, plans={str(i): i for i in range(len(functions))})


def of_seed(
    kind: str, letters: tuple[int, ...], degrees: tuple[int, ...], seed: int
) -> tuple[str, int, int, tuple[int, ...]]:
    """Of a whole family what the problem with this seed is: letters, degrees and numbers of actions take turns.

    >>> [of_seed("plain", (0, 1), (2, 3), seed)[1:] for seed in (0, 1, 2, 3, 4, 17)]
    [(0, 2, (2,)), (1, 2, (2,)), (0, 3, (2,)), (1, 3, (2,)), (0, 2, (3,)), (1, 2, (2,))]
    """
    rest, letter = divmod(seed, len(letters))
    rest, degree = divmod(rest, len(degrees))
    return kind, letters[letter], degrees[degree], (2 + rest % 4,)


def plain(maker: Maker, kind: str, degree: int, count: int) -> tuple[list[Poly], list[tuple[Poly, str]]]:
    """Functions and conditions, with what is special about the kind."""
    r, n = maker.random, maker.letters
    if kind == "dense":
        functions = [maker.dense() for _ in range(count)]
    elif kind == "repeats":
        functions = [maker.bernstein(degree) for _ in range(count)]
    else:
        functions = [maker.function(degree, 0.5) for _ in range(count)]
    conditions = maker.box(kind if kind in ("closed", "free") else "open")
    if kind == "disc":  # p^2 + h^2 <= 1, the parameter tied to another letter
        squares = [times(maker.letter(i), maker.letter(i)) for i in range(min(2, n))]
        round_ = minus(maker.constant(1), plus(*squares))
        conditions = [*conditions[:1], (round_, r.choice([">", ">="]))]
    if kind == "point":  # a letter with one value
        conditions = [c for c in conditions if c[0] != maker.letter(1)]
        conditions.append((minus(maker.letter(1), maker.constant(r.randint(0, 2))), "=="))
    if kind == "equation":  # two letters tied
        conditions.append(
            (minus(maker.letter(1), times(maker.constant(r.randint(1, 2)), maker.letter(2))), "==")
        )
    if kind == "ties":
        functions = [*functions, functions[0], plus(functions[0], times(maker.letter(0), maker.letter(1)))]
    if kind == "flat":
        functions = [{e: c for e, c in f.items() if e[0] == 0 or r.random() < 0.5} for f in functions]
    if kind == "huge":
        functions = [{e: c * F(10) ** r.choice([-8, 0, 8]) for e, c in f.items()} for f in functions]
    return functions, conditions


def posterior(maker: Maker, names: tuple[str, ...], count: int, optimum: str) -> Problem:
    """Acting after one observation, by Bayes' rule: rational in the prior probability p."""
    p, one = maker.letter(0), maker.constant(1)
    prior = [p, minus(one, p)]
    seen = [maker.constant(F(maker.random.randint(1, 9), 10)) for _ in prior]
    joint = [times(a, b) for a, b in zip(prior, seen, strict=True)]
    losses = [[maker.loss() for _ in range(count)] for _ in prior]
    functions = [
        plus(*(times(j, row[a]) for j, row in zip(joint, losses, strict=True))) for a in range(count)
    ]
    return Problem(
        names,
        functions,
        maker.box("open"),
        optimum,
        plus(*joint),
        {str(a): a for a in range(count)},
        ("posterior", prior, seen, losses),
    )


def experiment(maker: Maker, names: tuple[str, ...], count: int, optimum: str) -> Problem:
    """Acting at once, or after an experiment of two outcomes that costs a letter or a number."""
    p, one = maker.letter(0), maker.constant(1)
    prior = [p, minus(one, p)]
    plus_ = [maker.constant(F(maker.random.randint(1, 9), 10)) for _ in prior]
    if maker.letters > 2 and maker.random.random() < 0.5:
        plus_[0] = maker.letter(2)  # how good the test is
    outcomes = [plus_, [minus(one, c) for c in plus_]]
    cost = maker.random.choice([maker.constant(F(1, 10)), maker.constant(0), maker.loss()])
    losses = [[maker.loss() for _ in range(count)] for _ in prior]
    functions, plans = [], {}
    for a in range(count):
        plans[frozenset({("first", str(a))})] = len(functions)
        functions.append(plus(*(times(b, row[a]) for b, row in zip(prior, losses, strict=True))))
    paid = cost if optimum == "min" else minus({}, cost)
    for after in product(range(count), repeat=2):
        plan = {("first", "test"), ("+", str(after[0])), ("-", str(after[1]))}
        plans[frozenset(plan)] = len(functions)
        terms = [
            times(times(b, seen[s]), losses[s][a])
            for seen, a in zip(outcomes, after, strict=True)
            for s, b in enumerate(prior)
        ]
        functions.append(plus(paid, *terms))
    conditions = maker.box("open")
    if plus_[0] == maker.letter(2) if maker.letters > 2 else False:
        conditions.append((minus(one, maker.letter(2)), ">"))
    return Problem(
        names, functions, conditions, optimum, None, plans, ("experiment", prior, outcomes, cost, losses)
    )


def tree(maker: Maker, names: tuple[str, ...], stages: int, optimum: str) -> Problem:
    """A tree of several stages: stop for a value, or go on to chance and decide again."""
    count = 0

    def end() -> tuple[str, Poly]:
        return ("value", plus(maker.loss(), maker.constant(maker.random.randint(-1, 2))))

    def decide(left: int) -> tuple[Any, ...]:
        nonlocal count
        count += 1
        name = f"d{count}"
        if not left:
            return ("decision", name, {"stop": end(), "other": end()})
        count += 1
        chance = maker.chance()
        ways = {
            "yes": (chance, decide(left - 1)),
            "no": (
                minus(maker.constant(1), chance),
                decide(left - 1) if maker.random.random() < 0.6 else end(),
            ),
        }
        return ("decision", name, {"stop": end(), "go": ("chance", f"c{count}", ways)})

    root = decide(stages - 1)
    functions, plans = [], {}
    for plan, poly in expanded(root):
        plans[plan] = len(functions)
        functions.append(poly)
    return Problem(names, functions, maker.box("open"), optimum, None, plans, ("tree", root))


def expanded(node: tuple[Any, ...]) -> Iterator[tuple[Plan, Poly]]:
    """Every strategy of a tree, with its expected value."""
    if node[0] == "value":
        yield frozenset(), node[1]
    elif node[0] == "decision":
        for branch, child in node[2].items():
            for plan, poly in expanded(child):
                yield plan | {(node[1], branch)}, poly
    else:
        ways = list(node[2].values())
        for parts in product(*(list(expanded(child)) for _, child in ways)):
            chances = [chance for chance, _ in ways]
            total = plus(*(times(c, poly) for c, (_, poly) in zip(chances, parts, strict=True)))
            yield frozenset().union(*(plan for plan, _ in parts)), total


#: kind, other letters, degree (of a tree: its stages), numbers of actions
FAMILIES: dict[str, tuple[str, int, int, tuple[int, ...]]] = {
    "affine 0": ("plain", 0, 1, (2, 3, 4, 5)),
    "affine 1": ("plain", 1, 1, (2, 3, 4, 5)),
    "affine 2": ("plain", 2, 1, (2, 3, 4, 5)),
    "affine 3": ("plain", 3, 1, (2, 3, 4)),
    "dense 3": ("dense", 3, 1, (8,)),
    "dense 5": ("dense", 5, 1, (6,)),
    "posterior 1": ("posterior", 1, 1, (2, 3, 4, 5)),
    "posterior 2": ("posterior", 2, 1, (2, 3, 4, 5)),
    "experiment 1": ("experiment", 1, 1, (2, 3)),
    "experiment 2": ("experiment", 2, 2, (2,)),
    "tree 2": ("tree", 2, 2, (2,)),
    "tree 3": ("tree", 1, 3, (2,)),
    "tree 4": ("tree", 1, 4, (2,)),
    "quadratic 0": ("plain", 0, 2, (2, 3, 4, 5)),
    "quadratic 1": ("plain", 1, 2, (2, 3, 4, 5)),
    "quadratic 2": ("plain", 2, 2, (2, 3, 4)),
    "quadratic 3": ("plain", 3, 2, (2,)),
    "quadratic 3+": ("plain", 3, 2, (3,)),
    "quadratic 3, 4": ("plain", 3, 2, (4,)),
    "quadratic 3, 5": ("plain", 3, 2, (5,)),
    "cubic 1": ("plain", 1, 3, (2, 3, 4)),
    "cubic 2": ("plain", 2, 3, (2, 3)),
    "quartic 0": ("plain", 0, 4, (2, 3, 4, 5)),
    "quartic 1": ("plain", 1, 4, (2, 3)),
    "quartic 2": ("plain", 2, 4, (2,)),
    "repeats 3": ("repeats", 2, 3, (2, 3, 4)),
    "repeats 4": ("repeats", 2, 4, (2, 3)),
    "closed": ("closed", 2, 2, (2, 3)),
    "unbounded": ("free", 2, 2, (2, 3)),
    "disc": ("disc", 1, 2, (2, 3)),
    "point": ("point", 2, 2, (2, 3)),
    "equation": ("equation", 2, 2, (2, 3)),
    "ties": ("ties", 1, 2, (2, 3)),
    "flat": ("flat", 2, 3, (2, 3)),
    "huge": ("huge", 1, 3, (2, 3)),
    # the same kinds with more actions, under names of their own: a seed belongs to a name
    "affine 3, 5": ("plain", 3, 1, (5,)),
    "experiment 1, 5": ("experiment", 1, 1, (4, 5)),
    "experiment 2, 5": ("experiment", 2, 2, (3, 4, 5)),
    "quadratic 2, 5": ("plain", 2, 2, (5,)),
    "cubic 1, 5": ("plain", 1, 3, (5,)),
    "cubic 2, 4": ("plain", 2, 3, (4,)),
    "cubic 2, 5": ("plain", 2, 3, (5,)),
    "quartic 1, 5": ("plain", 1, 4, (4, 5)),
    "quartic 2, 3": ("plain", 2, 4, (3,)),
    "quartic 2, 4": ("plain", 2, 4, (4,)),
    "quartic 2, 5": ("plain", 2, 4, (5,)),
    "repeats 3, 5": ("repeats", 2, 3, (5,)),
    "repeats 4, 5": ("repeats", 2, 4, (4, 5)),
    "closed, 5": ("closed", 2, 2, (4, 5)),
    "unbounded, 5": ("free", 2, 2, (4, 5)),
    "disc, 5": ("disc", 1, 2, (4, 5)),
    "point, 5": ("point", 2, 2, (4, 5)),
    "equation, 5": ("equation", 2, 2, (4, 5)),
    "ties, 5": ("ties", 1, 2, (4, 5)),
    "flat, 5": ("flat", 2, 3, (4, 5)),
    "huge, 5": ("huge", 1, 3, (4, 5)),
    # what people write, see `benchmarks._natural_problems`
    "natural 1": ("natural", 1, 4, (2, 3, 4, 5)),
    "natural 2": ("natural", 2, 4, (2, 3, 4, 5)),
    "natural 3": ("natural", 3, 4, (2, 3, 4, 5)),
}
#: Whole families: a kind with every number of other letters, every degree (of a tree: stages) and 2 to 5 actions in turn.
WHOLE: dict[str, tuple[str, tuple[int, ...], tuple[int, ...]]] = {
    "every affine": ("plain", (0, 1, 2, 3), (1,)),
    "every posterior": ("posterior", (1, 2, 3), (1,)),
    "every experiment": ("experiment", (1, 2), (2,)),
    "every tree": ("tree", (1, 2), (2, 3, 4)),
    "every quadratic": ("plain", (0, 1, 2, 3), (2,)),
    "every cubic": ("plain", (0, 1, 2), (3,)),
    "every quartic": ("plain", (0, 1, 2), (4,)),
    "every repeats": ("repeats", (1, 2), (3, 4)),
    "every closed": ("closed", (1, 2), (2, 3, 4)),
    "every unbounded": ("free", (1, 2), (2, 3, 4)),
    "every disc": ("disc", (1, 2), (2, 3, 4)),
    "every point": ("point", (1, 2), (2, 3, 4)),
    "every equation": ("equation", (2,), (2, 3, 4)),
    "every ties": ("ties", (1, 2), (2, 3, 4)),
    "every flat": ("flat", (1, 2), (2, 3, 4)),
    "every huge": ("huge", (1, 2), (2, 3, 4)),
}
