"""Budgets: hard problems asked with 2, 5 and 10 seconds of the processor, and what the answers took.

    python -m benchmarks.budgets [--seconds 2 5 10] [--first N] [--last N]

Twenty problems that no engine settles at once: sections with many cases, dense parabolas in three letters, dense affine
functions of five. Each is asked for its rule, and what came of it (partial or not) for its certificate.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

from benchmarks._stress_problems import make
from benchmarks.engine_stress import question

#: A budget counts as kept up to a tenth more, and the tenth of a second that a small answer takes anyway.
OVER, GRACE = 1.1, 0.1
FAMILIES = [
    ("repeats 3", 0), ("repeats 3", 92), ("repeats 4", 7), ("repeats 4", 53), ("repeats 4", 91), ("flat", 8),
    ("quadratic 2", 1), ("quartic 2", 0), ("unbounded", 2), ("quadratic 3", 0), ("quadratic 3+", 1), ("quadratic 3+", 2),
    ("quadratic 3+", 3), ("quadratic 3+", 5), ("affine 3", 22),
]  # fmt: skip
DENSE = [(6, 5, 0), (6, 5, 4), (8, 3, 1), (5, 6, 2), (8, 5, 3)]  # actions, letters, seed


def dense(actions: int, letters: int, seed: int) -> Any:
    """Losses that are dense affine functions of all letters, all positive, times p and 1 - p; the letter."""
    from sympy import symbols

    from symdt import Belief, DecisionProblem, Domain, LossTable

    chance = random.Random(seed)
    p, *others = symbols(f"p {' '.join(f'c{i}' for i in range(letters))}")

    def entry() -> Any:
        return chance.randint(-5, 5) + sum(chance.randint(-5, 5) * c for c in others)

    rows = [[entry() for _ in range(actions)] for _ in range(2)]
    loss = LossTable(["s", "t"], [f"a{i}" for i in range(actions)], rows)
    domain = Domain("0 < p", "p < 1", *(f"{c} > 0" for c in others))
    return DecisionProblem(loss, Belief({"s": 1 - p, "t": p}), domain), p


def asked(number: int) -> tuple[str, Any, Any, dict[str, Any]]:
    """The name of a problem, the problem, its letter, and what else is given."""
    if number < len(FAMILIES):
        family, seed = FAMILIES[number]
        problem = make(family, seed)
        source, extra = question(problem)
        return f"{family}, seed {seed}", source, problem.letters[0], extra
    actions, letters, seed = DENSE[number - len(FAMILIES)]
    source, p = dense(actions, letters, seed)
    return f"dense affine, {actions} actions, {letters} letters, seed {seed}", source, p, {}


def trial(number: int, seconds: float) -> tuple[str, float, str, float, str]:
    """A problem's name, and for its rule and its certificate the time used and what came of it."""
    from symdt import certify, decision_rule
    from symdt.errors import SymdtError

    name, source, letter, extra = asked(number)
    begin = time.process_time()
    try:
        rule = decision_rule(source, letter, seconds=seconds, **extra)
    except SymdtError as error:
        return name, time.process_time() - begin, type(error).__name__, 0.0, ""
    used = time.process_time() - begin
    begin = time.process_time()
    verdict = type(certify(rule, seconds=seconds)).__name__
    return name, used, "complete" if rule.is_complete else "partial", time.process_time() - begin, verdict


def run(seconds: tuple[float, ...] = (2, 5, 10), numbers: range | None = None) -> str:
    """A line for each problem, and how many answers kept their budget."""
    lines = ["| problem | " + " | ".join(f"rule in {s:g} s | certificate in {s:g} s" for s in seconds) + " |"]
    lines.append("|---|" + "---|---|" * len(seconds))
    kept = total = 0
    for number in numbers or range(len(FAMILIES) + len(DENSE)):
        cells, name = [], ""
        for given in seconds:
            name, rule, said, proof, verdict = trial(number, given)
            cells += [f"{rule:.2f} {said}", f"{proof:.2f} {verdict.lower()}"]
            kept += sum(used <= OVER * given + GRACE for used in (rule, proof))
            total += 2
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
        print(lines[-1], flush=True)
    return "\n".join([*lines, "", f"{kept} of {total} kept their budget within a tenth."])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, nargs="+", default=[2, 5, 10])
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int, default=len(FAMILIES) + len(DENSE))
    chosen = parser.parse_args()
    print(run(tuple(chosen.seconds), range(chosen.first, chosen.last)))


if __name__ == "__main__":
    main()
