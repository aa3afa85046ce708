"""Peers beside symdt on twenty problems: time of the processor, complete or not, right or not.

What each is asked is stated above the table. QEPCAD is the program of Debian's package `qepcad` or of the Python package
`passagemath-qepcad`; Z3 and cvc5 come with symdt's environments. `SYMDT_PEERS` may name a Python in which xaddpy and
`passagemath-qepcad` are installed (the extra `peers`). A peer that is missing is named as such.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks._peer import homes, qepcad_program
from benchmarks._peer_problems import Contest, contests, exactly
from symdt import certify, decision_rule
from symdt.exact.verdict import Proved
from symdt.solve.proofs.smt2 import to_smt2

#: Seconds of the processor for a peer and a problem.
SECONDS = 10
PEERS = ("qepcad", "z3", "cvc5", "sympy", "xaddpy")
HEAD = f"""Seconds of the processor; the limit is {SECONDS} s for a peer and a problem, children included. *Right* is judged by
fractions at 60 points of the domain and at the ends of our pieces. Asked are

- **symdt**: the rule for one letter, complete in all others (`decision_rule`); then its proof (`certify`).
- **QEPCAD** (1.74): for each action a quantifier-free formula of the region in which it is optimal, all letters free.
- **Z3, cvc5**: to certify only: the questions of the certificate of symdt's rule as SMT-LIB 2, each to be answered unsat.
- **SymPy** `reduce_inequalities`: the values of the letter for which an action is optimal; with other letters, at one point of them.
- **xaddpy**: its diagram of the least value: complete in its own sense, comparisons that are not solved for the letter.
- **Redlog**: not tried: neither Debian nor PyPI has a package of it or of Reduce.

A cell is `seconds`, with ✓ where the peer did all it was asked and was right, `–` where it did not (and why), ✗ where it was wrong.
"""


def presence() -> dict[str, str]:
    """Where each peer is; nothing for one that is missing."""
    found = {"qepcad": qepcad_program()}
    for name in PEERS[1:]:
        found[name] = next((home for home in homes() if _imports(home, name)), "")
    return found


def _imports(python: str, name: str) -> bool:
    module = {"xaddpy": "xaddpy, symengine"}.get(name, name)
    return (
        subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False).returncode == 0
    )


def ours(c: Contest) -> tuple[dict[str, Any], dict[str, Any], list[str], list[dict[str, Fraction]]]:
    """Rule and proof, the questions of the proof, and points to judge everybody at."""
    points = c.points()
    begin = time.process_time()
    rule = decision_rule(c.problem, c.letter, seconds=SECONDS)
    made = {"seconds": time.process_time() - begin, "complete": rule.is_complete, "why": rule.rule.note}
    for case in rule.cases:
        plain = all(re.fullmatch(r"-?\d+(/\d+)?", str(v)) for _, v in case.witness)
        for piece in case.pieces if plain else ():
            at = {s.name: Fraction(str(v)) for s, v in case.witness}
            end = piece.stop.to_expr().subs({s: str(v) for s, v in case.witness})
            if end.is_Rational and not piece.is_open_right:
                points.append({**at, c.letter: Fraction(int(end.p), int(end.q))})
    told = [{n: str(v) for n, v in point.items()} for point in points]
    made["right"] = all(str(rule.choice(t)) in c.best(pt) for t, pt in zip(told, points, strict=True))
    begin = time.process_time()
    verdict = certify(rule, seconds=SECONDS)
    proof = {
        "seconds": time.process_time() - begin,
        "complete": isinstance(verdict, Proved),
        "right": True,
        "why": "",
    }
    script: list[str] = []
    if isinstance(verdict, Proved):
        script = questions(to_smt2(verdict.evidence.data))  # type: ignore[attr-defined]
    return made, proof, script, points


def questions(text: str) -> list[str]:
    """The questions of a file of SMT-LIB 2, each by itself with the letters and definitions that it names."""
    head, *blocks = text.split("(push 1)")
    lines = [line for line in head.splitlines() if line.startswith("(")]
    known = {line.split()[1]: line for line in lines if line.startswith(("(declare-fun", "(define-fun"))}
    found = []
    for block in blocks:
        asked = [line for line in block.split("(check-sat)")[0].splitlines() if line.startswith("(")]
        named: dict[str, None] = {}
        waiting = asked
        while waiting:
            words = {word for line in waiting for word in re.findall(r"\|[^|]*\||[^\s()|]+", line)}
            new = [word for word in known if word in words and word not in named]
            named.update(dict.fromkeys(new))
            waiting = [known[word] for word in new]
        needed = [line for word, line in known.items() if word in named]
        found.append("\n".join([lines[0], *needed, *asked]))
    return found


def asked(name: str, home: str, task: dict[str, Any]) -> dict[str, Any]:
    """A peer's answer, or that it did not answer in time."""
    python = sys.executable if name == "qepcad" else home
    try:
        done = subprocess.run(
            [python, str(Path(__file__).with_name("_peer.py")), name],
            input=json.dumps({**task, "program": home}),
            capture_output=True,
            text=True,
            check=False,
            timeout=20 * SECONDS,
        )
    except subprocess.TimeoutExpired:
        return {"seconds": SECONDS, "complete": False, "why": "time"}
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [""])[-1][:70]
        return {"seconds": SECONDS, "complete": False, "why": "time" if done.returncode < 0 else last}
    return dict(json.loads(done.stdout.splitlines()[-1]))


def judged(c: Contest, answer: dict[str, Any], points: list[dict[str, Fraction]]) -> dict[str, Any]:
    """The answer with whether it is right at all points."""
    if answer.get("labels") is not None:
        pairs = zip(answer["labels"], points, strict=True)
        answer["right"] = all(set(labels) == c.best(point) for labels, point in pairs)
    elif answer.get("values") is not None:
        pairs = zip(answer["values"], points, strict=True)
        answer["right"] = all(
            abs(value - float(exactly(c.values[min(c.best(point))], point))) < 1e-9 for value, point in pairs
        )
    return answer


def cell(answer: dict[str, Any]) -> str:
    """One cell of the table."""
    if answer.get("right") is False:
        return f"{answer['seconds']:.2f} ✗"
    if answer["complete"]:
        return f"{answer['seconds']:.2f} ✓"
    return f"{answer['seconds']:.2f} – {answer.get('why', '')}".strip()


def run() -> str:
    """The table."""
    found = presence()
    names = ("symdt", "certify", *PEERS)
    lines = [HEAD, f"| problem | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    done = dict.fromkeys(names, 0)
    for c in contests():
        made, proof, script, points = ours(c)
        answers = {"symdt": made, "certify": proof}
        told = [{n: str(v) for n, v in point.items()} for point in points]
        task = {
            "letters": c.letters,
            "letter": c.letter,
            "domain": c.domain,
            "values": c.values,
            "optimum": c.optimum,
            "points": told,
            "script": script,
            "seconds": SECONDS,
        }
        for name in PEERS:
            if found[name]:
                answers[name] = judged(c, asked(name, found[name], task), points)
        cells = [cell(answers[n]) if n in answers else "absent" for n in names]
        for n in answers:
            done[n] += answers[n]["complete"] and answers[n].get("right") is not False
        lines.append(f"| {c.name} | {' | '.join(cells)} |")
        print(lines[-1], file=sys.stderr, flush=True)
    count = len(lines) - 3
    lines.append(f"| done, of {count} | {' | '.join(str(done[n]) for n in names)} |")
    return "\n".join(lines)
