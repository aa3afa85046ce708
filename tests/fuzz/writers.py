"""What symdt writes: problems with the oddest names, and whether each form of them is read back, compiled and agrees.

The makers give Python objects, for a name in one need not have come through a file. Text, JSON, source, Piecewise
and the rule itself must choose the same action at the same points, by the same name.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sympy import Rational, Symbol

from tests.fuzz import fuzzing

Random = random.Random
P = Symbol("p")
POINTS: tuple[dict[str, Any], ...] = tuple({"p": p} for p in ("1/7", "1/3", "1/2", "4/5"))
#: What TeX, HTML, DOT, spreadsheets, shells, Python and our own readers might take for more than a name.
HOSTILE = (
    *(r"\input{/etc/passwd}", r"}\end{document}", "a\n\nb", 'a"b', "$x$", "%", "#1", "a & b", "~", "^^5c"),
    *("<script>alert(1)</script>", "</svg>", "<!--", "]]>", "&lt;", "javascript:x", "'onload='", "\\", "{", "}"),
    *("=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", "\t=1", "'=1", '"""', "'''", "\\N{DEL}", "\\x41", "{}", "%s"),
    *("\u2028", "\u2029", "\u202e", "\x00", "\x7f", "\ud7ff", "日本", "😀", "e\u0301", "ﬁ", "α", "x_1", "l01", "√2"),
    *("{X2,X3}", "{}", "M_{0}", "a^b", "host (opens 2: door 3, opens 3: door 2)", ", ", "if p > 0", "  if "),
    *("a: b; c: d", "(", ")", '"', "a* =", "ask for 5", "always", "if", "p is any number", ": ", "; ", "−≤·", "\x1b[31m"),
    *(r"\u0022", '\\"', "first", "a.b", "[x]", "\r", "\x85", "\xa0", "\ud800", "no decision", "ẞß", "½", "́", "\ufeff", "Ω"),
)  # fmt: skip


def label(r: Random) -> str:
    """A name: what people write, what somebody's program would run, or noise."""
    if r.random() < 0.6:
        return "".join(r.choice(HOSTILE) for _ in range(r.choice((1, 1, 2, 3))))
    return fuzzing.noise(r)[:300]


def labels(r: Random, n: int) -> list[str]:
    """So many names, no two alike."""
    found: dict[str, None] = {}
    while len(found) < n:
        found[label(r) if r.random() < 0.8 else f"a{len(found)}"] = None
    return list(found)


def choice(r: Random) -> Any:
    """What is done first and later; or a whole strategy, where chance comes first."""
    from symdt.solve.alternatives import Choice

    pairs = tuple((d, label(r)) for d in labels(r, r.randrange(4)))
    if not pairs:
        return Choice("no decision")
    if r.random() < 0.3:
        return Choice("; ".join(f"{d}: {b}" for d, b in pairs), pairs)
    return Choice(pairs[0][1], pairs)


def choice_read_back(given: Any, folder: Path) -> None:
    """A choice in the text of a rule is one line, and is read back equal."""
    from symdt.solve.written.choice_rows import choice_lines, read_row, read_with_rows
    from symdt.solve.written.choice_text import choice_text, read_choice

    text = choice_text(given)
    chance = not given.later and given.strategy and given.strategy[0][1] != given.action
    first = given.strategy[0][0] if given.strategy and not chance else None
    if text.splitlines() != [text] or "  " in text.partition('"')[0]:
        raise AssertionError(f"{text!r} is no line")
    if (given.strategy or given.action == "no decision") and read_choice(text, first) != given:
        raise AssertionError(f"{text!r} is read as {read_choice(text, first)!r}")
    ties = {d: (b, f"{b}*", "x or y -> z") for d, b in given.strategy[1::2]}
    for tied in ({}, ties):
        head, lines = choice_lines(given, tied)
        read = [read_row(line) for line in lines]
        if not all(read) or any(line.splitlines() != [line] for line in lines):
            raise AssertionError(f"{lines!r} are no rows")
        rows = [row for row in read if row is not None]
        if given.strategy and read_with_rows(head, first, rows) != given:
            raise AssertionError(f"{head!r} with {rows!r} is read as {read_with_rows(head, first, rows)!r}")
        if tied and {d: many for d, many in rows if len(many) > 1} != tied:
            raise AssertionError(f"{lines!r} do not name {tied!r}")


def problem(r: Random) -> Any:
    """A table or a tree with odd names; small, so that its rule is found at once."""
    from symdt import Belief, DecisionProblem, Domain, LossTable, TreeProblem
    from symdt.errors import SymdtError
    from symdt.problems.experiment import Experiment

    domain = Domain("0 < p < 1")
    optimum = r.choice(("min", "max"))
    try:
        if r.random() < 0.5:
            states, actions = labels(r, 2), labels(r, r.choice((2, 3)))
            rows = [[r.randrange(5) + r.randrange(3) * P for _ in actions] for _ in states]
            tests = []
            if r.random() < 0.3:
                seen = labels(r, 2)
                law = {s: {seen[0]: Rational(r.randrange(6), 5), seen[1]: "rest"} for s in states}
                tests.append(Experiment(label(r), law, cost=Rational(1, 9)))
            belief = Belief({states[0]: P, states[1]: "rest"})
            return DecisionProblem(
                LossTable(states, actions, rows, optimum=optimum), belief, domain, tests, label(r)
            )
        return TreeProblem(_tree(r, 2, labels(r, 8)), domain, optimum, label(r))
    except SymdtError:  # a name that a problem does not take
        return None


def _tree(r: Random, depth: int, names: list[str]) -> Any:
    from symdt import Chance, Decision

    if not depth or not names or r.random() < 0.1 * (3 - depth):
        return r.randrange(9) + r.randrange(5) * P
    name, branches = names.pop(), labels(r, 2)
    if r.random() < 0.6:
        return Decision(name, {b: _tree(r, depth - 1, names) for b in branches})
    return Chance(
        name,
        {branches[0]: (P, _tree(r, depth - 1, names)), branches[1]: ("rest", _tree(r, depth - 1, names))},
    )


def problem_read_back(given: Any, folder: Path) -> None:
    """A problem is written and read back equal, or refused when it is written."""
    from symdt import load_problem
    from symdt.formats.problem import dump, loads
    from symdt.formats.problem_writer import save_problem

    if given is None:
        return
    if loads(dump(given)) != given:
        raise AssertionError("it is read back as another problem")
    if load_problem(save_problem(given, folder / "saved.toml", force=True)) != given:
        raise AssertionError("its file is read back as another problem")


def rule_agrees(given: Any, folder: Path) -> None:
    """Text, JSON, source, Piecewise, regions and the rule itself name the same actions."""
    from symdt import decision_regions, decision_rule
    from symdt.formats.rule_reader import parse_rule
    from symdt.formats.shown_rule import _first, check_answer, from_text

    if given is None:
        return
    rule = decision_rule(given, "p")
    answer = json.loads(json.dumps(rule.to_json()))
    text, names = str(rule), {piece["action"] for case in answer["rule"]["cases"] for piece in case["pieces"]}
    read = parse_rule(text)
    shown = from_text(text, ["p"], _first(given))
    check_answer(shown, {"p": Symbol("p")})
    check_answer(answer, {"p": Symbol("p")})
    pieces = zip(_pieces(answer), _pieces(shown), strict=True)
    for own, other in pieces:
        if (
            own["action"] != other["action"]
            or not own["strategy"].items() >= other.get("strategy", {}).items()
        ):
            raise AssertionError(f"JSON has {own!r}, the text {other!r}")
    room: dict[str, Any] = {"__builtins__": {"__import__": _only_numpy, "float": float}}
    exec(compile(rule.to_source(), "rule", "exec"), room)  # noqa: S102 - the source is what is tried
    piecewise = rule.to_piecewise()
    for point in POINTS:
        told = rule(point)
        others = {
            "the text": read(**point),
            "the source": str(room["decide"](float(Rational(point["p"])))).rstrip("\0") or told,
            "Piecewise": str(piecewise.subs(P, Rational(point["p"]))),
        }
        if told.endswith("\0"):
            others.pop("the source")  # NumPy's texts end before it
        if set(others.values()) != {told} or told not in names:
            raise AssertionError(f"the rule says {told!r}, {others!r}")
    regions = decision_regions(given)
    if not set(regions.to_json()["regions"]) <= set(answer["actions"]):
        raise AssertionError(f"regions have {list(regions.to_json()['regions'])!r}")


def _only_numpy(name: str, *rest: Any) -> Any:
    if name != "numpy":
        raise AssertionError(f"the source imports {name!r}")
    return __import__(name, *rest)


def _pieces(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return [piece for case in answer["rule"]["cases"] for piece in case["pieces"]]


def try_seeds(
    run: Callable[[Any, Path], None], make: Callable[[Random], Any], seeds: range, folder: Path
) -> None:
    """For trying by hand: every seed, the first fault raised as it is."""
    from symdt.errors import SymdtError

    for seed in seeds:
        try:
            run(make(random.Random(seed)), folder)
        except SymdtError as error:
            print(seed, "refused:", str(error)[:150])
        except BaseException:
            print("seed", seed)
            raise
