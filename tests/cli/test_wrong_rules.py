"""Wrong rules of many kinds put to `symdt certify`: thin, at a point, by another root, in a value; each is refuted with a point."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from symdt import decision_rule, load_problem
from symdt.cli import main
from symdt.formats.problem import loads

EXAMPLES = Path(__file__).parents[2] / "examples"
TREE = '[parameters]\n{}\n[tree]\nroot = "d"\n[tree.decision.d]\n{}\n'
SICK = '[parameters]\np = "0 < p < 1"\n{}\n[belief]\nwell = "rest"\nsick = "p"\n[loss]\nactions = {}\nwell = {}\nsick = {}\n'
PROBLEMS = {
    "example2": ((EXAMPLES / "example2.toml").read_text(), "p"),
    "oil": ((EXAMPLES / "oil_wildcatter_letters.toml").read_text(), "d"),
    "quadratic": (TREE.format('x = "-3 < x < 3"\nh = "-1 < h < 3"', 'A = "x**2"\nB = "h"'), "x"),
    "cubic": (
        TREE.format('x = "-3 <= x <= 3"\nh = "-1 <= h <= 3"', 'A = "x**3 - 2*x"\nB = "h"\nC = "10"'),
        "x",
    ),
    "touching": (
        TREE.format('x = "0 <= x <= 2"\nh = "0 < h < 1"', 'A = "(x - 1)**2"\nB = "0"\nC = "h*x"\nD = "1"'),
        "x",
    ),
    "disc": (
        'assume = ["x**2 + y**2 <= 1"]\n' + TREE.format('x = ""\ny = ""', 'A = "x"\nB = "y**2"'),
        "x",
    ),
    "stages": (
        TREE.format(
            'r = "0 < r < 1"\nc = "0 < c < 50"',
            'look = "sky"\ntake = "20 + 50*r"\nleave = "100 - 100*r"\n[tree.chance.sky]\ngrey = ["r", "then"]\n'
            'blue = ["rest", "60 - c"]\n[tree.decision.then]\ntake2 = "50 - c"\nleave2 = "20"',
        ).replace("[parameters]", 'optimum = "max"\n[parameters]'),
        "r",
    ),
    "trials": (
        SICK.format(
            'n = "integer, 1 <= n <= 3"', '["trust", "test"]', '["0", "1/3"]', '["1 - (1-p)**n", "1/3"]'
        ),
        "p",
    ),
    "units": (
        TREE.format('c = "0 < c < 2"\nn = "integer, 1 <= n <= 6"', 'go = "3 - n*c"\nstop = "0"'),
        "c",
    ),
}


@cache
def right(name: str) -> str:
    text, letter = PROBLEMS[name]
    return json.dumps(decision_rule(loads(text), letter).to_json())


def piece(answer: Any, case: int = 0, number: int = 0) -> Any:
    return answer["rule"]["cases"][case]["pieces"][number]


def cut(answer: Any, *conditions: str, case: int = 0) -> list[Any]:
    """A case in place of which several stand, each with one more condition."""
    whole = answer["rule"]["cases"][case]
    whole.pop("witness", None)
    parts = [{**copy.deepcopy(whole), "if": [*whole["if"], c]} for c in conditions]
    answer["rule"]["cases"][case : case + 1] = parts
    return parts


def told(part: Any, action: str, first: str) -> None:
    """Another action in a case, or in a piece."""
    for p in part.get("pieces", [part]):
        p.update(action=action, strategy={first: action})
        p.pop("value", None)


def roots(answer: Any) -> list[Any]:
    pieces = [p for case in answer["rule"]["cases"] for p in case["pieces"]]
    return [p[side] for p in pieces for side in ("from", "to") if isinstance(p[side], dict)]


def at_a_point(answer: Any) -> None:
    first = piece(answer)
    answer["rule"]["cases"][0]["pieces"][:1] = [
        {**first, "to": "1/1000", "to_closed": False},
        {
            **first,
            "from": "1/1000",
            "to": "1/1000",
            "from_closed": True,
            "action": "a3",
            "strategy": {"first": "a3"},
        },
        {**first, "from": "1/1000"},
    ]
    del piece(answer, 0, 1)["value"]


def moved(answer: Any, by: str) -> None:
    end = f"{piece(answer)['to']} + {by}"
    piece(answer)["to"] = piece(answer, 0, 1)["from"] = end


def each(items: list[Any], **new: Any) -> None:
    for item in items:
        item.update({k: v(item) if callable(v) else v for k, v in new.items()})


def later(answer: Any) -> Any:
    return next(p for c in answer["rule"]["cases"] for p in c["pieces"] if len(p["strategy"]) > 1)


WRONG: dict[str, list[Any]] = {
    "example2": [
        lambda a: told(cut(a, "h < 5*k", "Eq(h, 5*k)", "h > 5*k")[1], "a2", "first"),
        lambda a: cut(a, "h < 5*k", "h > 5*k"),
        at_a_point,
        lambda a: piece(a).update(to_closed=False),
        lambda a: piece(a, 0, 1).update(from_closed=True),
        lambda a: piece(a).update(
            value=f"{piece(a)['value']} + (h - {a['rule']['cases'][0]['witness']['h']})*k"
        ),
        lambda a: a["values"].update(a0=a["values"]["a0"] + " + 1e-30"),
        lambda a: a.update(never_optimal=[]),
        lambda a: a.update(never_optimal=["a0", "a2"]),
        lambda a: a["never_optimal"].append("a4"),
        lambda a: moved(a, "1e-30"),
        lambda a: moved(a, "(h - k)**2/10**9"),
        lambda a: piece(a).update(to="sqrt(k - h)"),
        lambda a: a["rule"]["cases"][0]["if"].append("1/(h - 7*k) < 1e9"),
        lambda a: a["rule"]["cases"][0]["if"].append("Ne(h, 3*k)"),
        lambda a: a["rule"]["cases"][0]["if"].append(
            {"letter": "h", "op": ">", "root": 0, "of": "h**2 + k", "in": "h"}
        ),
        lambda a: a["rule"]["cases"].append(copy.deepcopy(a["rule"]["cases"][0])),
        lambda a: piece(a).update({"from": "-oo", "to": "oo"}),
        lambda a: a["rule"]["cases"][0]["witness"].update(h="-1"),
    ],
    "quadratic": [
        lambda a: each([c["pieces"][0] for c in a["rule"]["cases"] if c["pieces"][1:]], to_closed=False),
        lambda a: a["rule"]["cases"].pop(),
        lambda a: each(
            [p for c in a["rule"]["cases"] for p in c["pieces"]],
            to=lambda p: p["to"].replace("sqrt", "-sqrt"),
        ),
    ],
    "cubic": [
        lambda a: each(roots(a), root=lambda r: r["root"] + 1),
        lambda a: each(roots(a)[:1], root=9),
        lambda a: each(roots(a), of=lambda r: r["of"] + " + 1e-9"),
        lambda a: each(roots(a), of=lambda r: f"({r['of']})*(x + 100)"),
        lambda a: each(roots(a), of=lambda r: f"({r['of']})*h"),
        lambda a: a["rule"]["cases"][0]["pieces"][-1].update(to_closed=False),
        lambda a: a.update(never_optimal=[]),
    ],
    "touching": [  # A is as good as B at x = 1 alone, C at x = 0 alone, D nowhere
        lambda a: a["never_optimal"].append("A"),
        lambda a: a["never_optimal"].append("C"),
        lambda a: a["never_optimal"].remove("D"),
    ],
    "disc": [
        lambda a: piece(a).update({"from": "-1"}),
        lambda a: each([p for c in a["rule"]["cases"] for p in c["pieces"]], from_closed=False),
    ],
    "stages": [
        lambda a: later(a)["strategy"].pop("then"),
        lambda a: later(a)["strategy"].update(then="elsewhere"),
        lambda a: a["values"].update(look=a["values"]["look"].replace("Max", "Min")),
        lambda a: a["values"].update(look=f"Max({a['values']['look']}, 1000*c)"),
        lambda a: later(a).update(value=f"{later(a)['value']} + Max(0, r - 1/3)*Max(0, 3 - c)"),
    ],
    "oil": [
        lambda a: later(a).update(action="drill"),
        lambda a: later(a).update(value=later(a)["value"] + " + T"),
        lambda a: a.update(never_optimal=["drill"]),
    ],
    "trials": [
        lambda a: a["rule"]["cases"].pop(),
        lambda a: moved(a, "1/10**6"),
        lambda a: a["values"].update(test="1/3 + (n - 1)*(n - 2)/10**9"),
        lambda a: piece(a).update(value=piece(a)["value"].replace("**n", "**(n + 1)")),
    ],
    "units": [
        lambda a: told(cut(a, "n < 4", "Eq(n, 4)", "n > 4")[1], "go", "d"),
        lambda a: cut(a, "n <= 3", "n >= 5"),
    ],
}


def certify(folder: Path, name: str, answer: Any, capsys: Any) -> tuple[int, Any]:
    """Exit status and the answer in JSON."""
    (folder / "problem.toml").write_text(PROBLEMS[name][0])
    (folder / "rule.json").write_text(json.dumps(answer))
    status = main(["certify", str(folder / "problem.toml"), str(folder / "rule.json"), "--json"])
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_right_rule_is_proved_and_wrong_ones_are_refuted(name: str, tmp_path: Path, capsys: Any) -> None:
    assert certify(tmp_path, name, json.loads(right(name)), capsys)[0] == 0
    letters = {s.name for s in load_problem(tmp_path / "problem.toml").symbols}
    for number, change in enumerate(WRONG[name]):
        answer = json.loads(right(name))
        change(answer)
        assert answer != json.loads(right(name)), number
        status, said = certify(tmp_path, name, answer, capsys)
        assert (status, said["verdict"]) == (1, "refuted"), (number, said)
        assert set(said["counterexample"]) == letters


def test_what_is_right_at_whole_numbers_alone_is_proved(tmp_path: Path, capsys: Any) -> None:
    answer = json.loads(right("units"))
    cut(answer, "n <= 3", "n >= 4")
    answer["values"]["stop"] = "(n - 1)*(n - 2)*(n - 3)*(n - 4)*(n - 5)*(n - 6)"
    assert certify(tmp_path, "units", answer, capsys)[0] == 0


def test_a_witness_that_divides_by_zero_is_wrong_input(tmp_path: Path, capsys: Any) -> None:
    answer = json.loads(right("example2"))
    answer["rule"]["cases"][0]["witness"]["h"] = "1/0"
    (tmp_path / "problem.toml").write_text(PROBLEMS["example2"][0])
    (tmp_path / "rule.json").write_text(json.dumps(answer))
    assert main(["certify", str(tmp_path / "problem.toml"), str(tmp_path / "rule.json")]) == 2
    assert "divides by zero" in capsys.readouterr().err
