"""Files with min, max, abs, piecewise, whole numbers, powers and attitudes against an oracle that shares nothing with us.

    python -m benchmarks.beyond [--count N] [--first SEED] [--kind KIND] [--certify SECONDS]

Random problem files are written to disk, read and solved by the public road, and asked at points: random ones, on the borders where a
branch changes, where two actions tie, and close to both. The oracle evaluates what was written with fractions, and the
utilities with sixty digits.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import Any

F = Fraction
KINDS = ("kinks 1", "kinks 2", "whole", "powers", "exponential", "logarithmic")
NEAR = F(1, 10**7)
SECONDS = 30.0
#: An expression: a number, a letter, or an operation with its parts.
Term = Any


def affine(chance: random.Random, letters: list[str]) -> Term:
    """A small affine function of the letters."""
    term: Term = F(chance.randint(-6, 9), chance.choice([1, 1, 2]))
    for x in letters:
        factor = chance.choice([0, 0, 1, -1, 2, F(-1, 2)])
        if factor:
            term = ("+", term, ("*", F(factor), x))
    return term


def kinked(chance: random.Random, letters: list[str], depth: int = 1) -> Term:
    """An affine function or, oftener, functions of such with kinks or a jump."""
    kind = chance.choice(["plain", "min", "max", "abs", "piecewise"] if depth else ["plain"])
    if kind == "plain":
        return affine(chance, letters)
    parts = [kinked(chance, letters, depth - 1) for _ in range(2)]
    if kind == "abs":
        return ("abs", parts[0])
    if kind == "piecewise":
        border = (affine(chance, letters), chance.choice(["<", "<=", ">", ">="]), F(chance.randint(-3, 6)))
        return ("piecewise", parts[0], border, parts[1])
    return (kind, *parts)


def written(term: Term) -> str:
    """The expression as a file has it."""
    if isinstance(term, str | Fraction):
        return f"({term})"
    head, *parts = term
    if head in ("+", "*", "**"):
        return "(" + f" {head} ".join(map(written, parts)) + ")"
    if head == "piecewise":
        one, (left, op, right), other = parts
        return f"piecewise({written(one)}, {written(left)} {op} {written(right)}, {written(other)})"
    return f"{head}({', '.join(map(written, parts))})"


def value(term: Term, at: dict[str, Fraction]) -> Fraction:
    """The expression at a point."""
    if isinstance(term, str):
        return at[term]
    if isinstance(term, Fraction):
        return term
    head, *parts = term
    if head == "piecewise":
        one, (left, op, right), other = parts
        difference = value(left, at) - value(right, at)
        holds = {
            "<": difference < 0,
            "<=": difference <= 0,
            ">": difference > 0,
            ">=": difference >= 0,
        }[op]
        return value(one if holds else other, at)
    numbers = [value(part, at) for part in parts]
    if head == "abs":
        return abs(numbers[0])
    if head in ("min", "max"):
        return (min if head == "min" else max)(numbers)
    one, other = numbers
    return one + other if head == "+" else one * other if head == "*" else one ** int(other)


def borders(term: Term) -> list[Term]:
    """The differences on whose zeros a branch changes."""
    if isinstance(term, str | Fraction):
        return []
    head, *parts = term
    if head == "piecewise":
        one, (left, _, right), other = parts
        return [("+", left, ("*", F(-1), right)), *borders(one), *borders(other)]
    found = [b for part in parts for b in borders(part)]
    if head == "abs":
        found.append(parts[0])
    if head in ("min", "max"):
        found.append(("+", parts[0], ("*", F(-1), parts[1])))
    return found


class Made:
    """A random problem: two or three states, two or three actions, a table of expressions."""

    def __init__(self, kind: str, seed: int) -> None:
        chance = random.Random(f"{kind} {seed}")
        self.kind, self.chance = kind, chance
        self.ranges: dict[str, tuple[int, int]] = {"p": (0, 1)}
        others = {"kinks 1": ["x"], "kinks 2": ["x", "y"], "whole": ["n", "x"], "powers": ["n"]}.get(kind, [])
        self.ranges |= {x: (1, 5) if x == "n" else (0, 6) for x in others}
        self.actions = [f"a{i}" for i in range(chance.choice([2, 3, 3]))]
        first, second = ("*", "p", "p"), ("+", F(1), ("*", F(-1), ("*", "p", "p")))
        plain = ("+", F(1), ("*", F(-1), "p"))
        self.belief: list[Term] = (
            [first, second] if kind.startswith("kinks") and seed % 5 == 4 else ["p", plain]
        )

        def entry() -> Term:
            if kind == "powers":
                power = ("**", chance.choice(["p", plain, F(1, 2)]), chance.choice(["n", F(2), F(3)]))
                return ("+", affine(chance, ["n"]), ("*", F(chance.randint(-5, 5)), power))
            if kind in ("exponential", "logarithmic"):
                return F(chance.randint(-40, 100))
            return kinked(chance, others, depth=2 if kind == "kinks 1" and seed % 3 == 0 else 1)

        self.table = [[entry() for _ in self.actions] for _ in self.belief]
        self.attitude = (
            {"exponential": "R", "logarithmic": "w"}[kind] if kind in ("exponential", "logarithmic") else ""
        )

    def text(self) -> str:
        """The file."""
        lines = ["[parameters]", 'p = "0 < p < 1"']
        for x, (low, high) in self.ranges.items():
            if x != "p":
                lines.append(f'{x} = "{"integer, " * (x == "n")}{low} <= {x} <= {high}"')
        lines += ["[belief]", *(f's{i} = "{written(b)}"' for i, b in enumerate(self.belief))]
        lines.append("[utility]" if self.attitude else "[loss]")
        if self.attitude:
            lines.append(f'attitude = "{self.kind}"')
            lines.append(f'{"tolerance" if self.attitude == "R" else "wealth"} = "{self.attitude}"')
        lines.append(f"actions = {self.actions}".replace("'", '"'))
        for i, row in enumerate(self.table):
            lines.append(f"s{i} = {[written(cell) for cell in row]}".replace("'", '"'))
        return "\n".join(lines) + "\n"

    def risks(self, at: dict[str, Fraction]) -> list[Fraction]:
        """What each action costs at a point."""
        weights = [value(b, at) for b in self.belief]
        return [
            sum((w * value(row[a], at) for w, row in zip(weights, self.table, strict=True)), F(0))
            for a in range(len(self.actions))
        ]

    def points(self, count: int) -> list[dict[str, Fraction]]:
        """Points of the domain: random, on borders, on ties, and beside them."""
        chance, found = self.chance, []
        edges = [b for row in self.table for cell in row for b in borders(cell)]
        for number in range(count):
            at: dict[str, Fraction] = {}
            for x, (low, high) in self.ranges.items():
                d = 1 if x == "n" else chance.choice([1, 2, 3, 4, 6])
                at[x] = F(chance.randint(low * d, high * d), d)
            at["p"] = F(chance.randint(1, 11), 12)
            movable = [x for x in self.ranges if x not in ("p", "n")]
            if number % 3 and edges and movable:
                edge = chance.choice(edges)
                at = self.moved(at, chance.choice(movable), lambda q, e=edge: value(e, q))
            if number % 2:
                one, other = chance.sample(range(len(self.actions)), 2)
                at = self.moved(at, "p", lambda q, a=one, b=other: self.risks(q)[a] - self.risks(q)[b])
            found.append(at)
            beside = dict(at)
            x = chance.choice([y for y in self.ranges if y != "n"])
            beside[x] += chance.choice([-1, 1]) * NEAR
            found.append(beside)
        return [
            at
            for at in found
            if 0 < at["p"] < 1 and all(low <= at[x] <= high for x, (low, high) in self.ranges.items())
        ]

    def moved(self, at: dict[str, Fraction], x: str, function: Any) -> dict[str, Fraction]:
        """The point with a letter where a function that is a line there is zero; the point itself if it is none."""
        one, two, three = (function({**at, x: at[x] + step}) for step in (0, F(1, 64), F(1, 32)))
        slope = two - one
        if not slope or three - two != slope:
            return at
        new = {**at, x: at[x] - one / slope / 64}
        return new if function(new) == 0 else at


def loaded(made: Made) -> Any:
    """The problem as a user has it: from a file."""
    from symdt import load_problem

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.toml"
        path.write_text(made.text())
        return load_problem(path)


def wrong(made: Made, rule: Any, count: int) -> tuple[int, int]:
    """How many points were asked, and at how many the action or its ties are not those of the oracle."""
    asked = failed = 0
    for at in made.points(count):
        risks = made.risks(at)
        best = {a for a, r in zip(made.actions, risks, strict=True) if r == min(risks)}
        point = {x: f"{v.numerator}/{v.denominator}" for x, v in at.items()}
        asked += 1
        if rule(point) not in best or set(rule.ties(point)) != best:
            failed += 1
            print(f"wrong at {point}: {rule(point)}, {rule.ties(point)} for {sorted(best)}\n{made.text()}")
    return asked, failed


def utilities(made: Made, number: Any, p: Fraction) -> list[Any]:
    """The expected utility of each action at a tolerance or a wealth; None where an amount takes all of the wealth."""
    from mpmath import exp, log, mpf

    weights = [mpf(x.numerator) / x.denominator for x in (p, 1 - p)]

    def worth(amount: Fraction) -> Any:
        x = mpf(amount.numerator) / amount.denominator
        return -exp(-x / number) if made.kind == "exponential" else log(number + x)

    found = []
    for a in range(len(made.actions)):
        amounts = [row[a] for row in made.table]
        if made.kind == "logarithmic" and min(number + mpf(int(x)) for x in amounts) <= 0:
            found.append(None)
            continue
        found.append(sum(w * worth(x) for w, x in zip(weights, amounts, strict=True)))
    return found


def number(end: Any) -> Fraction:
    """An end as a command prints it, a root by its digits."""
    from mpmath import mp
    from sympy import Poly, Symbol, parse_expr

    if not isinstance(end, dict):
        return F(end)
    letter = Symbol(end["in"])
    root = Poly(parse_expr(end["of"], {end["in"]: letter}), letter).real_roots()[end["root"]]
    return F(str(root.evalf(mp.dps)))


def stretches(answer: dict[str, Any], low: Fraction) -> list[tuple[str, Fraction, Fraction]]:
    """What a command said along its letter: an action, and from where to where it was said; switches are enclosed."""
    far = F(10**6)
    if "pieces" in answer:
        ends = [(piece["action"], piece["from"], piece["to"]) for piece in answer["pieces"]]
        return [
            (a, max(low, number(one) * (1 + NEAR)), far if two == "oo" else number(two) * (1 - NEAR))
            for a, one, two in ends
        ]
    found, start, action = [], low, answer["best"]
    for switch in answer["switches"]:
        found.append((action, start, F(switch["from"])))
        start, action = F(switch["to"]), switch["after"]
    return [*found, (action, start, far)]


def wrong_attitude(made: Made) -> tuple[int, int]:
    """The same for attitudes at five probabilities: what the command says along the letter, at both ends of each stretch and within."""
    import json
    from contextlib import redirect_stdout
    from io import StringIO

    from mpmath import mp, mpf

    from symdt.cli import main as command

    mp.dps = 60
    asked = failed = 0
    low = F(41) if made.kind == "logarithmic" else F(1, 2)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.toml"
        path.write_text(made.text())
        for p in (F(1, 7), F(2, 5), F(1, 2), F(3, 4), F(9, 10)):
            told = StringIO()
            with redirect_stdout(told):
                command(["solve", str(path), "--json", "--for", made.attitude, "--at", f"p={p}"])
            for action, start, stop in stretches(json.loads(told.getvalue()), low):
                for at in (start, start + (stop - start) * F(made.chance.randint(1, 99), 100), stop):
                    if not start <= at <= stop:
                        continue
                    values = utilities(made, mpf(at.numerator) / at.denominator, p)
                    mine = values[made.actions.index(action)]
                    best = max(v for v in values if v is not None)
                    asked += 1
                    if mine is None or best - mine > mpf(10) ** -40:
                        failed += 1
                        print(f"wrong at p={p}, {float(at)}: {action}\n{made.text()}")
    return asked, failed


def run(count: int = 100, kinds: tuple[str, ...] = KINDS, first: int = 0, certify: float = 0.0) -> str:
    """A line for each kind."""
    from symdt import certify as proof
    from symdt import decision_rule
    from symdt.errors import SymdtError

    lines = ["| kind | files | complete | refused | points | wrong | median s | slowest s | proved |"]
    lines.append("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for kind in kinds:
        complete = refused = asked = failed = proved = 0
        times = []
        for seed in range(first, first + count):
            made = Made(kind, seed)
            begin = time.process_time()
            try:
                problem = loaded(made)
                if made.attitude:
                    a, f = wrong_attitude(made)
                    times.append(time.process_time() - begin)
                    complete, asked, failed = complete + 1, asked + a, failed + f
                    continue
                rule = decision_rule(problem, "p", seconds=SECONDS)
            except SymdtError as error:
                refused += 1
                print(f"{kind} {seed} refused: {error}")
                continue
            times.append(time.process_time() - begin)
            complete += rule.is_complete
            if rule.is_complete:
                a, f = wrong(made, rule, 12)
                asked, failed = asked + a, failed + f
                if certify:
                    proved += type(proof(rule, seconds=certify)).__name__ == "Proved"
            else:
                print(f"{kind} {seed} partial: {rule.rule.note}")
        shown = f"{proved}" if certify and not made.attitude else ""
        lines.append(
            f"| {kind} | {count} | {complete} | {refused} | {asked} | {failed} | {median(times or [0]):.3f} | {max(times or [0]):.1f} | {shown} |"
        )
        print(lines[-1], flush=True)
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--certify", type=float, default=0.0)
    chosen = parser.parse_args()
    print(run(chosen.count, tuple(chosen.kind or KINDS), chosen.first, chosen.certify))


if __name__ == "__main__":
    main()
