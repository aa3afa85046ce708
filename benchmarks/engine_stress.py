"""The region engines against an oracle of fractions: random families, points inside, on and near every boundary.

    python -m benchmarks.engine_stress [--count N] [--whole | --family NAME] [--seed S] [--log FILE] [--cpu SECONDS]
                                        [--certify SECONDS] [--jobs N]

The package is asked for its rule by its public road (`decision_rule`), and at each point exactly one case
must hold, exactly one of its pieces, and its strategy must attain the optimum that the oracle
(`benchmarks._stress_problems`) finds with fractions alone. Points are random, at the cases' witnesses, on
the surfaces where two functions are equal and where a condition of a case is (wherever these can be
solved for a letter in fractions), and close to these on both sides.

With `--log` each problem is a line of JSON in a file: what is there is not asked again, so that a long
run can be made in slices (`--cpu`); the table is of all that the file holds.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks._stress_problems import (
    FAMILIES,
    WHOLE,
    Poly,
    Problem,
    inside,
    make,
    minus,
    optimal,
    solved,
    value,
)

F = Fraction
NEAR = F(1, 10**6)
#: CPU seconds that one rule may take.
SECONDS = 60.0
#: Where `run` keeps what it has found until it has found all.
LOG = Path(__file__).parent / "_engine_stress.jsonl"


def expression(poly: Poly, letters: tuple[str, ...]) -> str:
    """The polynomial as text."""
    terms = []
    for exponents, c in poly.items():
        powers = "".join(f"*{x}**{e}" for x, e in zip(letters, exponents, strict=True) if e)
        terms.append(f"({c}){powers}")
    return " + ".join(terms) or "0"


def node(part: Any, told: Callable[[Poly], Any]) -> Any:
    """A node of a tree in the package's words; a chance is a polynomial or a fraction of two."""
    from symdt import Chance, Decision, Value

    if part[0] == "value":
        return Value(told(part[1]))
    if part[0] == "decision":
        return Decision(part[1], {b: node(child, told) for b, child in part[2].items()})

    def chance(of: Any) -> Any:
        return told(of[0]) / told(of[1]) if isinstance(of, tuple) else told(of)

    return Chance(part[1], {b: (chance(c), node(child, told)) for b, (c, child) in part[2].items()})


def question(problem: Problem) -> tuple[Any, dict[str, Any]]:
    """The problem in the package's words, and what else `decision_rule` is to be given."""
    from sympy import Symbol, sympify

    from symdt import Belief, DecisionProblem, Domain, LossTable
    from symdt.problems.experiment import Experiment

    symbols = {x: Symbol(x) for x in problem.letters}

    def told(poly: Poly) -> Any:
        return sympify(expression(poly, problem.letters), locals=symbols)

    relations = [f"{expression(poly, problem.letters)} {op} 0" for poly, op in problem.conditions]
    domain = Domain(*relations, symbols=list(symbols.values()))
    kind, *parts = problem.source
    if kind == "tree":
        return node(parts[0], told), {"domain": domain, "optimum": problem.optimum}
    experiments = []
    if kind == "functions":
        belief, losses = {"s": 1}, [[told(f) for f in problem.functions]]
    elif kind == "table":
        prior, tests, rows = parts
        losses = [[told(cell) for cell in row] for row in rows]
        belief = {str(i): told(b) for i, b in enumerate(prior)}
        for name, outcomes, chances, cost in tests:
            seen = {str(i): dict(zip(outcomes, map(told, row), strict=True)) for i, row in enumerate(chances)}
            experiments.append(Experiment(name, seen, cost=told(cost)))
    else:
        prior, seen, *others = parts
        losses = [[told(cell) for cell in row] for row in others[-1]]
        weights = [told(b) for b in prior]
        if kind == "posterior":
            joint = [w * told(s) for w, s in zip(weights, seen, strict=True)]
            weights = [j / sum(joint) for j in joint]
        else:
            rows = {str(i): {"+": told(a), "-": told(b)} for i, (a, b) in enumerate(zip(*seen, strict=True))}
            experiments = [Experiment("test", rows, cost=told(others[0]))]
        belief = {str(i): w for i, w in enumerate(weights)}
    actions = [str(i) for i in range(len(losses[0]))]
    table = LossTable(list(belief), actions, losses, optimum=problem.optimum)
    return DecisionProblem(table, Belief(belief), domain, tuple(experiments)), {}


def plan_of(problem: Problem, choice: Any) -> int:
    """The number of the function that a choice of the package stands for."""
    if choice.action in problem.plans:
        return problem.plans[choice.action]
    return problem.plans[frozenset(choice.strategy)]


def points(problem: Problem, rule: Any, chance: random.Random, count: int) -> list[tuple[Fraction, ...]]:
    """Points of the domain: random, at witnesses, on and beside the surfaces where something may change."""
    n = len(problem.letters)
    pairs = [(a, b) for i, a in enumerate(problem.functions[:60]) for b in problem.functions[:i]]
    surfaces = [minus(a, b) for a, b in (pairs if len(pairs) < 200 else chance.sample(pairs, 200))]
    surfaces += [poly for poly, _ in problem.conditions]
    bases = []
    for case in rule.cases:
        at = {str(s): v for s, v in case.witness}
        for condition in case.conditions:
            poly = getattr(condition, "poly", None)
            if poly is None:
                poly = condition.root.poly
            order = [condition.field.names.index(x) for x in problem.letters]
            surfaces.append(
                {tuple(int(m[i]) for i in order): F(int(c.p), int(c.q)) for m, c in poly.to_dict().items()}
            )
        if all(hasattr(v, "p") for v in at.values()):  # not an irrational witness
            bases.append([F(int(at[x].p), int(at[x].q)) if x in at else F(1, 2) for x in problem.letters])
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
        near[chance.randrange(n)] += chance.choice([-1, 1]) * NEAR
        found.append(tuple(near))
    found += ties(problem, chance, 2 * count)
    return [p for p in dict.fromkeys(found) if inside(problem, p)]


def ties(problem: Problem, chance: random.Random, count: int) -> Iterator[tuple[Fraction, ...]]:
    """Points over values of the other letters at which three or more functions are equal at one value of the first, often an end."""
    n = len(problem.letters)
    for _ in range(count if n > 2 and len(problem.functions) > 2 else 0):
        at = chance.choice([F(0), F(0), F(1), F(1), F(chance.randint(1, 6), 7)])
        many = chance.randint(2, min(n - 1, len(problem.functions) - 1))
        first, *others = chance.sample(problem.functions, many + 1)
        rest = [F(chance.randint(1, 6), chance.choice([1, 2, 3])) for _ in range(n - 1)]
        place = common_zero([minus(first, other) for other in others], (at, *rest), chance)
        if place is not None:
            yield place
            for p in (at - NEAR, at + NEAR, *(F(chance.randint(0, 12), 12) for _ in range(4))):
                yield p, *place[1:]
                yield p, *(x + chance.choice([-NEAR, 0, 0, NEAR]) for x in place[1:])


def common_zero(
    polys: list[Poly], start: tuple[Fraction, ...], chance: random.Random
) -> tuple[Fraction, ...] | None:
    """A point at which polynomials vanish, the first letter and some others as given; None where they are not linear, or have none."""
    point = list(start)
    free = chance.sample(range(1, len(start)), len(polys))
    rows = []
    for poly in polys:
        if any(sum(e[i] for i in free) > 1 for e in poly):
            return None
        for i in free:
            point[i] = F(0)
        base = value(poly, tuple(point))
        row = [
            value(poly, tuple(F(j == i) if j in free else x for j, x in enumerate(point))) - base
            for i in free
        ]
        rows.append([*row, -base])
    for column in range(len(free)):  # elimination
        pivot = next((r for r in range(column, len(rows)) if rows[r][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [x / rows[column][column] for x in rows[column]]
        for r, row in enumerate(rows):
            if r != column:
                rows[r] = [x - row[column] * y for x, y in zip(row, rows[column], strict=True)]
    for i, row in zip(free, rows, strict=True):
        point[i] = row[-1]
    return tuple(point)


def faults(problem: Problem, rule: Any, where: list[tuple[Fraction, ...]]) -> list[tuple[str, str]]:
    """What is wrong with a rule at these points: exactly one case, one piece of it, and a strategy that is optimal."""
    from flint import fmpq

    letter = rule.question.letter
    names = rule.question.domain.field.names
    found = empty(rule)
    for point in where:
        at = dict(zip(problem.letters, point, strict=True))
        values = tuple(fmpq(at[x].numerator, at[x].denominator) for x in names)
        told = ", ".join(f"{x}={v}" for x, v in at.items())
        cases = [case for case in rule.cases if case.holds(values)]
        if len(cases) != 1:
            found.append((f"{len(cases)} cases", told))
            continue
        held = []
        for piece in cases[0].pieces:
            after = piece.start.compare(values, letter)
            before = piece.stop.compare(values, letter)
            if (after > 0 or (after == 0 and piece.is_closed_left)) and before <= 0:
                held.append(piece.label)
        if len(held) != 1:
            found.append((f"{len(held)} pieces", told))
        elif plan_of(problem, held[0]) not in optimal(problem, point):
            found.append((f"{held[0]} is not optimal", told))
    return found


def empty(rule: Any) -> list[tuple[str, str]]:
    """The cases that do not hold at their own witness, or have a piece that is nothing there."""
    from flint import fmpq

    symbols, found = rule.question.domain.field.symbols, []
    for case in rule.cases:
        at = dict(case.witness)
        if any(not isinstance(v, fmpq) for v in at.values()):
            continue  # an irrational witness
        values = tuple(at.get(s, fmpq(0)) for s in symbols)
        ends = [(p.start.value(values), p.stop.value(values), p.is_closed_left) for p in case.pieces]
        if not case.holds(values) or any(not (a < b or (a == b and closed)) for a, b, closed in ends):
            found.append(("an empty piece", f"the witness {values}"))
    return found


def trial(
    family: str, seed: int, seconds: float = SECONDS, count: int = 40, certify: float = 0
) -> dict[str, Any]:
    """One problem: complete, CPU seconds, points, faults, cases, and with `certify` seconds the verdict."""
    from symdt import certify as prove
    from symdt import decision_rule
    from symdt.errors import DomainError

    problem = make(family, seed)
    result: dict[str, Any] = {"family": family, "seed": seed}
    source, extra = question(problem)
    begin = time.process_time()
    try:
        answer = decision_rule(source, problem.letters[0], seconds=seconds, **extra)
    except DomainError as error:
        if "empty" not in str(error):
            raise
        return {**result, "complete": True, "cpu": 0.0, "points": 0, "wrong": [], "cases": 0, "empty": True}
    result |= {"complete": answer.is_complete, "cpu": round(time.process_time() - begin, 4)}
    rule = answer.rule
    where = points(problem, rule, random.Random(seed), count)
    wrong = faults(problem, rule, where)
    if not answer.is_complete:  # a partial rule may be silent, never wrong
        wrong = [fault for fault in wrong if fault[0] != "0 cases"]
    result |= {"points": len(where), "wrong": wrong[:3], "cases": len(rule.cases), "engine": rule.engine}
    if certify:
        begin = time.process_time()
        result["verdict"] = type(prove(answer, seconds=certify)).__name__
        result["certify_cpu"] = round(time.process_time() - begin, 3)
    return result


def table(results: list[dict[str, Any]]) -> str:
    """A line for each family."""
    lines = [
        "| family | problems | complete | wrong points | points | median s | 95 % | slowest | cases, median | most | proved |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]

    def line(name: str, rows: list[dict[str, Any]]) -> str:
        times = sorted(r["cpu"] for r in rows)
        cases = sorted(r["cases"] for r in rows)
        asked = [r for r in rows if "verdict" in r]
        proved = f"{sum(r['verdict'] == 'Proved' for r in asked)}/{len(asked)}" if asked else ""
        return (
            f"| {name} | {len(rows)} | {sum(r['complete'] for r in rows)} | {sum(len(r['wrong']) for r in rows)} "
            f"| {sum(r['points'] for r in rows)} | {median(times):.3f} | {times[int(len(times) * 0.95)]:.2f} "
            f"| {times[-1]:.2f} | {median(cases):g} | {cases[-1]} | {proved} |"
        )

    for family in (*FAMILIES, *WHOLE):
        rows = [r for r in results if r["family"] == family]
        if rows:
            lines.append(line(family, rows))
    return "\n".join([*lines, line("**all**", results)]) if results else "nothing was run"


def certified(results: list[dict[str, Any]]) -> str:
    """A line for each family: what `certify` said of its complete rules, and in which time of the processor."""
    lines = [
        "| family | tried | complete | proved | refuted | undecided | median s | 95 % | slowest |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    asked = [r for r in results if "verdict" in r]
    groups = [(f, [r for r in asked if r["family"] == f]) for f in (*FAMILIES, *WHOLE)]
    for name, rows in [*groups, ("**all**", asked)]:
        if rows:
            whole = [r for r in rows if r["complete"]]
            said = [sum(r["verdict"] == v for r in whole) for v in ("Proved", "Refuted", "Undecided")]
            times = sorted(r["certify_cpu"] for r in rows)
            seconds = f"{median(times):.2f} | {times[int(len(times) * 0.95)]:.2f} | {times[-1]:.2f}"
            lines.append(
                f"| {name} | {len(rows)} | {len(whole)} | {' | '.join(map(str, said))} | {seconds} |"
            )
    return "\n".join(lines)


def trials(
    asked: Sequence[tuple[str, int]], seconds: float, certify: float, jobs: int
) -> Iterator[dict[str, Any]]:
    """The results of problems, each given by its family and seed, as they are found."""
    if jobs == 1:
        yield from (trial(family, seed, seconds, certify=certify) for family, seed in asked)
        return
    # a process ends now and then, so that what it remembers of old problems is given back; an executor of
    # concurrent.futures that is to do so may stand still (CPython 3.11, seen here after so many problems of each process)
    one = partial(_trial_of, seconds=seconds, certify=certify)
    with get_context("spawn").Pool(jobs, maxtasksperchild=25) as pool:
        yield from pool.imap_unordered(one, asked)


def _trial_of(asked: tuple[str, int], seconds: float, certify: float) -> dict[str, Any]:
    """The result of a problem given by its family and seed."""
    return trial(*asked, seconds, certify=certify)


def gathered(
    families: list[str],
    seeds: range,
    log: Path | None,
    cpu: float,
    certify: float = 0,
    seconds: float = SECONDS,
    jobs: int = 1,
) -> list[dict[str, Any]]:
    """The results of these problems, those in the log taken from there, as far as the CPU seconds go; `jobs` processes at a time."""
    results = [json.loads(line) for line in log.read_text().splitlines()] if log and log.exists() else []
    done = {(r["family"], r["seed"]) for r in results}
    asked = [(family, seed) for seed in seeds for family in families if (family, seed) not in done]
    spent = 0.0
    for result in trials(asked, seconds, certify, jobs):
        results.append(result)
        spent += result["cpu"] + result.get("certify_cpu", 0.0)
        name = f"{result['family']} {result['seed']}"
        for fault in result["wrong"][:1]:
            print(f"  {name}: {fault[0]} at {fault[1]}", flush=True)
        if not result["complete"]:
            print(f"  {name}: incomplete after {result['cpu']:.1f} s", flush=True)
        if result.get("verdict", "Proved") != "Proved":
            print(f"  {name}: {result['verdict']} after {result['certify_cpu']:.1f} s", flush=True)
        if log:
            with log.open("a") as stream:
                stream.write(json.dumps(result) + "\n")
        if spent > cpu:
            break
    return results


def run(count: int = 100) -> str:
    """The tables of the whole families with certificates, on all cores: some hours. What a run that was stopped has found is kept."""
    found = gathered(list(WHOLE), range(count), LOG, float("inf"), 600, 600, os.cpu_count() or 1)
    LOG.unlink(missing_ok=True)  # the next run begins anew
    return f"{table(found)}\n\n{certified(found)}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--family", action="append", choices=[*FAMILIES, *WHOLE])
    parser.add_argument(
        "--whole", action="store_true", help="the whole families: all letters, degrees and actions in turn"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--certify", type=float, default=0)
    parser.add_argument("--cpu", type=float, default=float("inf"))
    parser.add_argument("--jobs", type=int, default=1, help="so many problems at a time")
    parser.add_argument("--log", type=Path)
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.count)
    families = chosen.family or list(WHOLE if chosen.whole else FAMILIES)
    results = gathered(families, seeds, chosen.log, chosen.cpu, chosen.certify, chosen.seconds, chosen.jobs)
    print(table(results))
    if chosen.certify:
        print(f"\n{certified(results)}")


if __name__ == "__main__":
    main()
