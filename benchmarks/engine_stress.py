"""The region engines against an oracle of fractions: random families, points inside, on and near every boundary.

    python benchmarks/engine_stress.py [--count N] [--family NAME] [--seed S]

A problem is a list of functions, each a dictionary from exponents to Fractions, and a list of conditions
of the same kind. The oracle evaluates these with Python's Fractions and compares; it uses nothing of the
package. The package is asked for its rule, and at each point exactly one case must hold, exactly one of
its pieces, and its label must attain the optimum. Points are random, at the cases' witnesses, on the
surfaces where two functions are equal and where a condition of a case is (wherever these can be solved
for a letter in fractions), and close to these on both sides.

The table gives, for each family: problems, complete, wrong points, points, median and 95th percentile of
the CPU seconds for a rule.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import median

F = Fraction
Poly = dict[tuple[int, ...], Fraction]  # exponents of the letters, coefficient
NEAR = F(1, 10**6)


@dataclass
class Problem:
    """Functions of the letters, conditions `poly op 0`, the first letter solved for."""

    letters: tuple[str, ...]
    functions: list[Poly]
    conditions: list[tuple[Poly, str]]
    optimum: str = "min"
    denominators: list[Poly] = field(default_factory=list)


# --- the oracle ------------------------------------------------------------------------------------------


def value(poly: Poly, point: tuple[Fraction, ...]) -> Fraction:
    """A polynomial at a point."""
    total = F(0)
    for exponents, coefficient in poly.items():
        term = coefficient
        for x, e in zip(point, exponents, strict=True):
            term *= x**e
        total += term
    return total


def inside(problem: Problem, point: tuple[Fraction, ...]) -> bool:
    """Whether a point lies in the domain."""
    tests = {">": F.__gt__, ">=": F.__ge__, "==": F.__eq__, "!=": F.__ne__}
    return all(tests[op](value(poly, point), F(0)) for poly, op in problem.conditions)


def heights(problem: Problem, point: tuple[Fraction, ...]) -> list[Fraction]:
    """The functions' values at a point of the domain."""
    found = [value(f, point) for f in problem.functions]
    if problem.denominators:
        found = [v / value(d, point) for v, d in zip(found, problem.denominators, strict=True)]
    return found


def optimal(problem: Problem, point: tuple[Fraction, ...]) -> set[int]:
    """The functions that attain the optimum at a point."""
    found = heights(problem, point)
    best = min(found) if problem.optimum == "min" else max(found)
    return {i for i, v in enumerate(found) if v == best}


def minus(one: Poly, other: Poly) -> Poly:
    """The difference of two polynomials."""
    found = dict(one)
    for exponents, coefficient in other.items():
        found[exponents] = found.get(exponents, F(0)) - coefficient
    return {e: c for e, c in found.items() if c}


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
    from math import isqrt

    if x < 0:
        return None
    p, q = isqrt(x.numerator), isqrt(x.denominator)
    return F(p, q) if p * p == x.numerator and q * q == x.denominator else None


# --- random families --------------------------------------------------------------------------------------


class Maker:
    """Random problems, each determined by its family and seed."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def number(self) -> Fraction:
        """A small fraction."""
        return F(self.random.randint(-4, 4), self.random.choice([1, 1, 1, 2]))

    def affine(self, letters: int, share: float) -> Poly:
        """A constant and each letter but the first with some probability."""
        poly = {(0,) * letters: self.number()}
        for i in range(1, letters):
            if self.random.random() < share:
                poly[tuple(int(j == i) for j in range(letters))] = self.number()
        return {e: c for e, c in poly.items() if c}

    def function(self, letters: int, degree: int, share: float) -> Poly:
        """A polynomial in the first letter whose coefficients are affine in the others."""
        found: Poly = {}
        for d in range(degree + 1):
            for exponents, c in self.affine(letters, share).items():
                found[(d, *exponents[1:])] = c
        return found

    def box(self, letters: int, kind: str) -> list[tuple[Poly, str]]:
        """Ranges of the letters: the first from 0 to 1, the others positive, bounded, closed or free."""
        zero = (0,) * letters
        conditions: list[tuple[Poly, str]] = []
        for i in range(letters):
            x = tuple(int(j == i) for j in range(letters))
            if kind == "free" and i:
                continue
            op = ">=" if kind == "closed" else ">"
            conditions.append(({x: F(1)}, op))
            if i == 0 or kind == "closed":
                conditions.append(({zero: F(1 if i == 0 else 2), x: F(-1)}, op))
        return conditions

    def bernstein(self, letters: int, degree: int) -> Poly:
        """A risk after repeated trials: binomial weights times losses that are 0, a number or a letter."""
        from math import comb

        found: Poly = {}
        for k in range(degree + 1):
            kind = self.random.randint(0, 2 if letters > 1 else 1)
            if not kind:
                continue
            loss = F(self.random.randint(1, 4)) if kind == 1 else F(1)
            exponents = [0] * letters
            if kind == 2:
                exponents[self.random.randrange(1, letters)] = 1
            for j in range(degree - k + 1):  # p^k (1 - p)^(n - k)
                e = (k + j, *exponents[1:])
                found[e] = found.get(e, F(0)) + loss * comb(degree, k) * comb(degree - k, j) * (-1) ** j
        return {e: c for e, c in found.items() if c}


def make(family: str, seed: int) -> Problem:
    """The problem of a family with this seed."""
    maker = Maker(f"{family} {seed}")
    r = maker.random
    kind, letters, degree, actions = FAMILIES[family]
    names = ("p", "h", "k", "l")[: letters + 1]
    n = letters + 1
    count = r.choice(actions)
    where = "open"
    if kind == "repeats":
        functions = [maker.bernstein(n, degree) for _ in range(count)]
    else:
        functions = [maker.function(n, degree, 0.5) for _ in range(count)]
    if kind in ("closed", "free"):
        where = kind
    conditions = maker.box(n, where)
    one = tuple(int(j == 1) for j in range(n))
    if kind == "disc":  # p^2 + h^2 <= 1, the parameter tied to another letter
        squares = {tuple(2 * int(j == i) for j in range(n)): F(-1) for i in range(min(2, n))}
        conditions = [*conditions[:1], ({(0,) * n: F(1), **squares}, r.choice([">", ">="]))]
    if kind == "point" and letters:  # a letter with one value
        conditions = [*conditions, ({one: F(1), (0,) * n: -F(r.randint(0, 2))}, "==")]
        conditions = [c for c in conditions if c[0] != {one: F(1)}]
    if kind == "equation" and letters > 1:  # two letters tied
        two = tuple(int(j == 2) for j in range(n))
        conditions = [*conditions, ({one: F(1), two: F(-r.randint(1, 2))}, "==")]
    if kind == "ties":
        functions = [*functions, dict(functions[0])]
        functions[-1] = minus(functions[-1], {(0,) * n: F(0)})
        functions.append(dict(functions[0]) | {(1, *one[1:]): F(1)})
    if kind == "flat":
        functions = [{e: c for e, c in f.items() if e[0] == 0 or r.random() < 0.5} for f in functions]
    if kind == "huge":
        functions = [{e: c * F(10) ** r.choice([-8, 0, 8]) for e, c in f.items()} for f in functions]
    return Problem(names, functions, conditions, r.choice(["min", "max"]))


#: kind, other letters, degree, numbers of actions
FAMILIES: dict[str, tuple[str, int, int, tuple[int, ...]]] = {
    "affine 2": ("plain", 2, 1, (2, 3, 4, 5)),
    "quadratic 0": ("plain", 0, 2, (2, 3, 4, 5)),
    "quadratic 1": ("plain", 1, 2, (2, 3, 4, 5)),
    "quadratic 2": ("plain", 2, 2, (2, 3, 4)),
    "quadratic 3": ("plain", 3, 2, (2,)),
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
}


# --- the package under test ---------------------------------------------------------------------------------


def expression(poly: Poly, letters: tuple[str, ...]) -> str:
    """The polynomial as text."""
    terms = []
    for exponents, c in poly.items():
        powers = "".join(f"*{x}**{e}" for x, e in zip(letters, exponents, strict=True) if e)
        terms.append(f"({c}){powers}")
    return " + ".join(terms) or "0"


def ask(problem: Problem, seconds: float) -> tuple[object, float]:
    """The package's rule, and the CPU seconds it took."""
    from sympy import Symbol, sympify

    from symdt import Domain
    from symdt.exact.solver import Budget
    from symdt.regions.rule import Question
    from symdt.regions.sections import complete as engine

    symbols = {x: Symbol(x) for x in problem.letters}
    relation = {">": ">", ">=": ">=", "==": "=="}
    conditions = [f"{expression(poly, problem.letters)} {relation[op]} 0" for poly, op in problem.conditions]
    domain = Domain(*conditions, symbols=list(symbols.values()))
    functions = tuple(
        (i, domain.field.element(sympify(expression(f, problem.letters), locals=symbols)))
        for i, f in enumerate(problem.functions)
    )
    question = Question(functions, domain, symbols[problem.letters[0]], problem.optimum)  # type: ignore[arg-type]
    begin = time.process_time()
    rule = engine.solve(question, Budget(seconds))
    return rule, time.process_time() - begin


def points(problem: Problem, rule: object, chance: random.Random, count: int) -> list[tuple[Fraction, ...]]:
    """Points of the domain: random, at witnesses, on and beside the surfaces where something may change."""
    n = len(problem.letters)
    surfaces = [minus(a, b) for i, a in enumerate(problem.functions) for b in problem.functions[:i]]
    surfaces += [poly for poly, _ in problem.conditions]
    bases = []
    for case in rule.cases:  # type: ignore[attr-defined]
        at = {str(s): v for s, v in case.witness}
        try:
            bases.append([F(int(at[x].p), int(at[x].q)) if x in at else F(1, 2) for x in problem.letters])
        except AttributeError:
            continue  # an irrational witness
        for condition in case.conditions:
            poly = getattr(condition, "poly", None)
            if poly is None:
                poly = condition.root.poly
            order = [condition.field.names.index(x) for x in problem.letters]
            surfaces.append(
                {tuple(int(m[i]) for i in order): F(int(c.p), int(c.q)) for m, c in poly.to_dict().items()}
            )
    found: list[tuple[Fraction, ...]] = []
    for number in range(count):
        point = list(chance.choice(bases)) if bases and number % 3 else [F(0)] * n
        for i in range(n):
            if not bases or number % 3 == 0 or chance.random() < 0.4:
                d = chance.choice([1, 2, 3, 4, 7])
                point[i] = F(chance.randint(0, d), d) if i == 0 else F(chance.randint(-1, 3 * d), d)
        # put the point on a surface, perhaps on a second one, solving for one letter after the other
        for letter in chance.sample(range(n), min(n, chance.randint(0, 2))):
            places = solved(chance.choice(surfaces), letter, tuple(point))
            if places:
                point[letter] = chance.choice(places)
        found.append(tuple(point))
        near = list(point)
        letter = chance.randrange(n)
        near[letter] += chance.choice([-1, 1]) * NEAR
        found.append(tuple(near))
    return [p for p in dict.fromkeys(found) if inside(problem, p)]


def faults(problem: Problem, rule: object, where: list[tuple[Fraction, ...]]) -> list[tuple[str, object]]:
    """What is wrong with a rule at these points."""
    from flint import fmpq

    question = rule.question  # type: ignore[attr-defined]
    names = question.domain.field.names
    found: list[tuple[str, object]] = []
    for point in where:
        at = dict(zip(problem.letters, point, strict=True))
        values = tuple(fmpq(at[x].numerator, at[x].denominator) for x in names)
        cases = [case for case in rule.cases if case.holds(values)]  # type: ignore[attr-defined]
        if len(cases) != 1:
            found.append((f"{len(cases)} cases", point))
            continue
        held = []
        for piece in cases[0].pieces:
            after = piece.start.compare(values, question.parameter)
            before = piece.stop.compare(values, question.parameter)
            if (after > 0 or (after == 0 and piece.is_closed_left)) and before <= 0:
                held.append(piece.label)
        if len(held) != 1:
            found.append((f"{len(held)} pieces", point))
        elif held[0] not in optimal(problem, point):
            found.append((f"{held[0]} is not optimal", point))
    return found


def trial(
    family: str, seed: int, seconds: float = 20, count: int = 40
) -> tuple[bool, float, int, list[tuple[str, object]]]:
    """One problem: complete, CPU seconds, points, faults."""
    from symdt.errors import DomainError

    problem = make(family, seed)
    try:
        rule, cpu = ask(problem, seconds)
    except DomainError as error:
        if "empty" in str(error):
            return True, 0.0, 0, []
        raise
    where = points(problem, rule, random.Random(seed), count)
    wrong = faults(problem, rule, where) if rule.is_complete else []  # type: ignore[attr-defined]
    return bool(rule.is_complete), cpu, len(where), wrong  # type: ignore[attr-defined]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--family", action="append")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=20)
    chosen = parser.parse_args()
    print(f"{'family':14} problems complete  wrong  points  median    95 %  slowest")
    everything: list[float] = []
    for family in chosen.family or FAMILIES:
        results = []
        for n in range(chosen.seed, chosen.seed + chosen.count):
            result = trial(family, n, chosen.seconds)
            results.append(result)
            for fault in result[3][:1]:
                print(f"  {family} {n}: {fault[0]} at {', '.join(map(str, fault[1]))}")  # type: ignore[call-overload]
            if not result[0]:
                print(f"  {family} {n}: incomplete after {result[1]:.1f} s")
        times = sorted(r[1] for r in results)
        everything += times
        print(
            f"{family:14} {len(results):8} {sum(r[0] for r in results):8} {sum(len(r[3]) for r in results):6}"
            f" {sum(r[2] for r in results):7} {median(times):7.3f} {times[int(len(times) * 0.95)]:7.3f} {times[-1]:8.3f}",
            flush=True,
        )
    everything.sort()
    print(f"all: median {median(everything):.3f} s, 95 % {everything[int(len(everything) * 0.95)]:.3f} s")


if __name__ == "__main__":
    main()
