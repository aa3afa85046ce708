"""One peer on one problem, in a process of its own: `python _peer.py NAME` reads JSON and answers JSON.

It needs nothing of symdt, so that a peer may live in another environment.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

#: QEPCAD's word for and.
AND = " /\\ "


def homes() -> list[str]:
    """The Pythons in which peers may live: this one, and the one that `SYMDT_PEERS` names."""
    return [home for home in (sys.executable, os.environ.get("SYMDT_PEERS", "")) if home]


def qepcad_program() -> str:
    """The QEPCAD program: on the path (Debian's package `qepcad`), or inside `passagemath-qepcad`; nothing if it is missing."""
    inside = "lib/python*/site-packages/sage_wheels/bin/qepcad"
    brought = [program for home in homes() for program in Path(home).parent.parent.glob(inside)]
    return shutil.which("qepcad") or next(map(str, brought), "")


def qepcad_setting(program: str) -> dict[str, str]:
    """The environment of QEPCAD: it looks for its own files under `qe`, which Debian's package sets by itself."""
    return {"qe": str(Path(program).parent.parent), **os.environ}


def spent() -> float:
    """Seconds of the processor, children included."""
    own = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + own.ru_utime + own.ru_stime


def comparisons(task: dict[str, Any]) -> dict[str, list[str]]:
    """For each action, that it is as good as each other: SymPy's text of a polynomial that is not negative."""
    from sympy import fraction, sympify, together

    names = {n: __import__("sympy").Symbol(n) for n in task["letters"]}
    values = {a: sympify(v, locals=names) for a, v in task["values"].items()}
    sign = 1 if task["optimum"] == "min" else -1
    found = {}
    for action, value in values.items():
        polys = []
        for other, theirs in values.items():
            if other != action:
                num, den = fraction(together(sign * (theirs - value)))
                polys.append(str((num * den).expand() if den.free_symbols else (num / den).expand()))
        found[action] = polys
    return found


def qepcad(task: dict[str, Any]) -> dict[str, Any]:
    """QEPCAD: a quantifier-free formula of the region in which an action is optimal, for each action."""
    order = [n for n in task["letters"] if n != task["letter"]] + [task["letter"]]
    regions: dict[str, str] = {}
    scripts: dict[str, str] = {}
    for action, polys in comparisons(task).items():
        domain = [_qepcad_relation(c) for c in task["domain"]]
        parts = domain + [f"{_qepcad_poly(q)} >= 0" for q in polys if not re.fullmatch(r"-?[\d/]+", q)]
        if any(re.fullmatch(r"-[\d/]+", q) for q in polys):
            regions[action] = "False"
            continue
        script = f"[ ]\n({','.join(order)})\n{len(order)}\n[ {AND.join(parts)} ].\nfinish\n"
        scripts[action] = script
    begin = spent()
    for action, script in scripts.items():
        left = max(1, int(task["seconds"] - (spent() - begin)))
        done = subprocess.run(
            [task["program"], "+N8000000"],
            input=script,
            capture_output=True,
            text=True,
            check=False,
            env=qepcad_setting(task["program"]),
            preexec_fn=lambda left=left: resource.setrlimit(resource.RLIMIT_CPU, (left, left)),
        )
        found = re.search(r"equivalent quantifier-free formula:\s*(.*?)\s*=====", done.stdout, re.DOTALL)
        if not found:
            told = re.search(r"Error!\s*(.*)|Failure.*|Reason for the failure:\s*(.*)", done.stdout)
            why = (
                "time"
                if spent() - begin > task["seconds"] - 1
                else " ".join((told[0] if told else "no formula").split())
            )
            return {"seconds": spent() - begin, "complete": False, "why": why[:60]}
        regions[action] = found[1]
    seconds = spent() - begin
    labels = [
        [a for a, text in regions.items() if _qepcad_holds(text, {n: Fraction(v) for n, v in point.items()})]
        for point in task["points"]
    ]
    size = sum(len(re.findall(r"[<>=]=?|/=", text)) for text in regions.values())
    return {"seconds": seconds, "complete": True, "labels": labels, "why": f"{size} atoms"}


def _qepcad_poly(text: str) -> str:
    """A polynomial as QEPCAD reads it: products by spaces, no fractions."""
    from sympy import Poly, sympify

    names = {n: __import__("sympy").Symbol(n) for n in re.findall(r"[A-Za-z_]\w*", text)}
    expr = sympify(text, locals=names)
    if not expr.free_symbols:
        return str(expr.p)
    poly = Poly(expr, *sorted(names.values(), key=str)).clear_denoms()[1]
    return str(poly.as_expr()).replace("**", "^").replace("*", " ")


def _qepcad_relation(text: str) -> str:
    left, op, right = re.split(r"\s*(<=|>=|==|<|>)\s*", text)
    return f"{_qepcad_poly(f'({left}) - ({right})')} {'=' if op == '==' else op} 0"


def _qepcad_holds(text: str, point: dict[str, Fraction]) -> bool:
    """QEPCAD's formula at a point, in fractions."""
    text = " ".join(text.split())
    if text in ("TRUE", "FALSE", "False"):
        return text == "TRUE"
    python = (
        text.replace("/\\", " and ")
        .replace("\\/", " or ")
        .replace("/=", "!=")
        .replace("[", "(")
        .replace("]", ")")
    )
    python = re.sub(r"(?<![<>!=])=(?!=)", "==", python).replace("^", "**")
    python = re.sub(r"(?<=[\w)]) +(?=[A-Za-z(\d])(?!and |or )", "*", python)
    python = re.sub(r"\*(and|or)\b", r" \1 ", python)
    python = re.sub(r"\b(and|or)\*", r"\1 ", python)
    return bool(eval(python, {"__builtins__": {}}, dict(point)))  # noqa: S307 - what QEPCAD printed


def solver(task: dict[str, Any], name: str) -> dict[str, Any]:
    """Z3 or cvc5: every question of the certificate of symdt's rule, in SMT-LIB 2, is to be answered unsat."""
    if not task["script"]:
        return {"seconds": 0.0, "complete": False, "why": "no certificate to ask about"}
    __import__(name)
    begin, found = spent(), []
    for number, script in enumerate(task["script"]):
        if spent() - begin > task["seconds"]:
            return {
                "seconds": spent() - begin,
                "complete": False,
                "why": f"{number} of {len(task['script'])} questions",
            }
        found.append(_z3(script, task) if name == "z3" else _cvc5(script, task))
    right = all(answer == "unsat" for answer in found)
    wrong = any(answer == "sat" for answer in found)
    return {
        "seconds": spent() - begin,
        "complete": right,
        "right": not wrong,
        "why": f"{found.count('unsat')} of {len(found)} questions",
    }


def _z3(script: str, task: dict[str, Any]) -> str:
    import z3

    asked = z3.Solver()
    asked.set("timeout", int(1000 * task["seconds"]))
    asked.from_string(script)
    return str(asked.check())


def _cvc5(script: str, task: dict[str, Any]) -> str:
    import cvc5

    asked = cvc5.Solver()
    asked.setOption("tlimit-per", str(int(1000 * task["seconds"])))
    parser = cvc5.InputParser(asked)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script + "\n(check-sat)\n", "question")
    answer = ""
    while not (command := parser.nextCommand()).isNull():
        answer = str(command.invoke(asked, parser.getSymbolManager())).strip() or answer
    return answer


def sympy(task: dict[str, Any]) -> dict[str, Any]:
    """SymPy: the values of the letter for which an action is optimal; the other letters must be numbers."""
    from sympy import Rational, S, Symbol, reduce_inequalities, sympify

    x = Symbol(task["letter"], real=True)
    names: dict[str, Any] = {n: Rational(v) for n, v in task["points"][0].items()} | {task["letter"]: x}
    asked, found = comparisons(task), {}
    begin = spent()
    for action, polys in asked.items():
        parts = [sympify(c, locals=names) for c in task["domain"]]
        parts += [sympify(q, locals=names) >= 0 for q in polys]
        if any(part == S.false for part in parts):
            found[action] = S.EmptySet
            continue
        found[action] = reduce_inequalities([q for q in parts if q != S.true], x)
    seconds = spent() - begin
    free = len(task["letters"]) == 1
    labels = None
    if free:
        at = [{x: Rational(point[task["letter"]])} for point in task["points"]]
        labels = [[a for a, f in found.items() if f is not S.EmptySet and bool(f.subs(v))] for v in at]
    why = "" if free else "at one point"
    return {"seconds": seconds, "complete": free, "labels": labels, "why": why}


def xaddpy(task: dict[str, Any]) -> dict[str, Any]:
    """xaddpy: the diagram of the least (greatest) value; its decisions are comparisons, not solved for the letter."""
    import warnings

    warnings.simplefilter("ignore")
    from symengine import sympify
    from xaddpy import XADD

    begin = spent()
    context, best = XADD(), None
    for value in task["values"].values():
        leaf = context.get_leaf_node(sympify(value))
        best = (
            leaf if best is None else context.apply(best, leaf, "min" if task["optimum"] == "min" else "max")
        )
    seconds = spent() - begin
    values = []
    for point in task["points"]:
        numbers = {sympify(n): float(Fraction(v)) for n, v in point.items()}
        values.append(float(context.evaluate(best, {}, numbers, primitive_type=True)))
    return {
        "seconds": seconds,
        "complete": True,
        "values": values,
        "why": "comparisons, not solved for the letter",
    }


def main() -> None:
    """Answer what stands on standard input."""
    task = json.load(sys.stdin)
    limit = int(task["seconds"]) + 2
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    asked = {"qepcad": qepcad, "sympy": sympy, "xaddpy": xaddpy}
    name = sys.argv[1]
    answer = solver(task, name) if name in ("z3", "cvc5") else asked[name](task)
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
