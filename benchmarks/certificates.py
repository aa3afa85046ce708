"""Certificates: for every rule in examples/ and the catalogue, found, accepted and counted; seconds are of computing.

A rule is solved for each letter of its problem. `found` is the time to find the certificate, `check` the time
of the checker on the certificate read back from JSON; then how many of the questions Z3 and cvc5 answer
`unsat` when they read the certificate's SMT-LIB file.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from symdt import Proved, decision_rule, load_problem
from symdt.solve.certificate import certificate_of_rule
from symdt.solve.proofs.check.proofs import verify
from symdt.solve.proofs.smt2 import to_smt2

EXAMPLES = Path(__file__).parent.parent / "examples"
#: Seconds for one rule and for one certificate; problems whose rule is not complete by then are named.
SECONDS = 20.0
#: Seconds for a rule, and for its certificate, in seven letters.
LONG = {"example2_posterior": 120.0}


def problems() -> list[tuple[str, Any]]:
    """Every problem with letters in examples/ and the catalogue."""
    files = sorted([*EXAMPLES.glob("*.toml"), *(EXAMPLES / "catalogue").glob("*.toml")])
    loaded = [(f.stem, load_problem(f)) for f in files if f.stem not in ("answers",)]
    return [(name, problem) for name, problem in loaded if problem.symbols]


def measured(problem: Any, letter: Any, seconds: float = SECONDS) -> tuple[str, ...] | None:
    """Questions, those open, identities, what was left to the solver, and the two times; None without a complete rule."""
    rule = decision_rule(problem, letter, seconds=seconds)
    if not rule.is_complete:
        return None
    begin = time.process_time()
    found = certificate_of_rule(rule, seconds=seconds)
    middle = time.process_time()
    if isinstance(found.verdict, Proved):
        verify(json.loads(json.dumps(found.data)))
    end = time.process_time()
    verdict = type(found.verdict).__name__.lower()
    counts = (str(found.questions), str(found.undecided), str(found.identities), str(found.by_solver))
    text = to_smt2(found.data) if found.data else ""
    asked = text.count("(check-sat)")
    solvers = (f"{by_z3(text)} of {asked}", f"{by_cvc5(text)} of {asked}")
    return (verdict, *counts, f"{middle - begin:.2f}", f"{end - middle:.2f}", *solvers)


def by_z3(text: str) -> int:
    """How many questions of a file Z3 answers `unsat`."""
    import z3

    head, *questions = text.split("(push 1)")
    count = 0
    for question in questions:
        solver = z3.Solver()
        solver.set("timeout", 20_000)
        solver.from_string(head + question.partition("(check-sat)")[0])
        count += solver.check() == z3.unsat
    return count


def by_cvc5(text: str) -> int:
    """How many questions of a file cvc5 answers `unsat`."""
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("tlimit-per", "20000")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "certificate")
    count = 0
    while not (command := parser.nextCommand()).isNull():
        count += command.invoke(solver, parser.getSymbolManager()).split().count("unsat")
    return count


def run() -> str:
    """The table, one row a problem and letter."""
    rows = [
        "| problem | solved for | verdict | questions | open | identities | by solver | found, s | check, s | Z3 | cvc5 |"
    ]
    rows.append("|---|---|---|---|---|---|---|---|---|---|---|")
    partial = []
    for name, problem in problems():
        for letter in problem.symbols:
            row = measured(problem, letter, LONG.get(name, SECONDS))
            if row is None:
                partial.append(f"{name} for {letter}")
            else:
                rows.append("| " + " | ".join([name, str(letter), *row]) + " |")
    return "\n".join(rows) + (
        f"\n\nWithout a complete rule in time: {', '.join(partial)}." if partial else ""
    )
