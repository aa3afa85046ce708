"""Rules with min, max, abs and piecewise against plain fractions: inside, on kinks, on borders and on jumps."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from sympy import Abs, Max, Min, Piecewise, Rational, symbols, sympify

from symdt import (
    Belief,
    Chance,
    Decision,
    DecisionProblem,
    Domain,
    LossTable,
    certify,
    decision_regions,
    decision_rule,
    risks,
)
from symdt.errors import BudgetError, DomainError, ExpressionError, ProbabilityError
from symdt.exact.verdict import Proved, Refuted
from symdt.formats.problem import dump, loads
from symdt.solve.alternatives import alternatives, contest
from symdt.solve.certificate import certificate_of
from symdt.solve.proofs.check.polynomials import RejectedError
from symdt.solve.proofs.check.proofs import verify
from symdt.solve.risk import optimum_at

F = Fraction
PYTHON = {
    "F": F,
    "max": max,
    "min": min,
    "abs": abs,
    "piecewise": lambda *a: next((v for v, c in zip(a[:-1:2], a[1::2], strict=True) if c), a[-1]),
}


def value(text: str, point: dict[str, F]) -> F:
    """The value of a text at a point, by Python's own min, max and abs."""
    return eval(re.sub(r"(?<![\w.])(\d+)(?![\w.])", r"F(\1)", text), {**PYTHON, **point})  # noqa: S307 - our own texts


def atom(chance: random.Random) -> str:
    a, b = chance.choice("ph"), chance.choice("ph")
    return chance.choice([a, str(chance.randint(0, 3)), f"{a}*{chance.randint(1, 3)}", f"({a} - {b})", "1/2"])


def entry(chance: random.Random) -> str:
    a, b, c = (atom(chance) for _ in range(3))
    kinds = [
        f"max({a}, {b})",
        f"min({a}, {b}, {c})",
        f"abs({a} - {b})",
        f"piecewise({a}, {c} {chance.choice(['<', '<=', '>', '>='])} {b}, {b})",
        f"max(abs({a} - {b}), {c})",
        a,
    ]
    return chance.choice(kinds)


def text_of(rows: list[list[str]], kind: str) -> str:
    lines = ["[parameters]", 'p = "0 < p < 1"', 'h = "0 <= h <= 2"', "[belief]", 's0 = "rest"', 's1 = "p"']
    names = [f"a{i}" for i in range(len(rows[0]))]
    lines += [f"[{kind}]", f"actions = {names}"] + [f"s{i} = {row}" for i, row in enumerate(rows)]
    return "\n".join(lines).replace("'", '"')


def points_of(rule: Any) -> list[dict[str, F]]:
    """A grid with the kinks of small fractions on it, and the ends of pieces."""
    found = [{"p": F(i, 6), "h": F(j, 3)} for i, j in product(range(1, 6), range(7))]
    for case in rule.cases:
        for piece in case.pieces:
            for end in (piece.start, piece.stop):
                ((letter, other),) = case.witness
                if not re.fullmatch(r"[\d/]+", str(other)):
                    continue  # the witness is no fraction
                exact, h = end.to_expr().subs(letter, Rational(str(other))), F(str(other))
                if exact.is_Rational and 0 < exact < 1:
                    found.append({"p": F(int(exact.p), int(exact.q)), "h": h})
    return found


@pytest.mark.parametrize("seed", [3, 12, 19, 39])
def test_rules_are_right_at_every_point(seed: int) -> None:
    chance = random.Random(seed)
    rows = [[entry(chance) for _ in range(3)] for _ in range(2)]
    kind = chance.choice(["loss", "utility"])
    problem = loads(text_of(rows, kind))
    assert loads(dump(problem)) == problem
    rule = decision_rule(problem, "p")
    assert rule.is_complete
    for point in points_of(rule):
        told = {name: str(v) for name, v in point.items()}
        p = point["p"]
        values = {
            f"a{i}": (1 - p) * value(rows[0][i], point) + p * value(rows[1][i], point) for i in range(3)
        }
        best = (min if kind == "loss" else max)(values.values())
        ties = {a for a, v in values.items() if v == best}
        assert rule(told) in ties, (point, str(rule))
        assert set(rule.ties(told)) == ties
        if point == {"p": F(1, 2), "h": F(1)}:
            assert F(str(optimum_at(problem, told).value)) == best
        coordinates = rule.domain.check_point(told)
        holding = [
            (c, q)
            for c in rule.cases
            if c.holds(coordinates)
            for q in [c.piece(coordinates, rule.letter)]
            if q
        ]
        assert len(holding) == 1
        assert F(str(rule.value(holding[0][1]).subs({k: Rational(str(v)) for k, v in point.items()}))) == best


def jump() -> Any:
    return loads(
        text_of(
            [["1", "piecewise(2, p < 1/3, 0)", "max(p, h)"], ["1", "piecewise(2, p < 1/3, 0)", "2"]], "loss"
        )
    )


def test_a_jump_is_told_by_its_ends() -> None:
    rule = decision_rule(jump(), "p")
    assert str(rule).splitlines()[-1].strip() == "a1  if 1/3 <= p < 1"
    assert rule(p="1/3", h=1) == "a1"
    assert list(rule(p=[0.1, 1 / 3, 0.4], h=1.0)) == ["a0", "a1", "a1"]
    case = decision_rule(jump(), "p").to_json()["rule"]["cases"][0]["pieces"]
    assert case[-1]["from_closed"] is True
    assert case[-2]["to_closed"] is False
    space: dict[str, Any] = {}
    exec(rule.to_source(), space)  # noqa: S102 - our own function
    assert list(space["decide"]([0.1, 0.4], [1.0, 1.0])) == ["a0", "a1"]


def test_certificates_prove_and_refute() -> None:
    problem = jump()
    rule = decision_rule(problem, "p")
    verdict = certify(rule)
    assert isinstance(verdict, Proved)
    data: Any = verdict.evidence.data  # type: ignore[attr-defined]
    assert verify(data)[0] > 0
    answer = rule.to_json()
    for piece in answer["rule"]["cases"][0]["pieces"]:
        if piece["to"] == "1/3":
            piece["to_closed"] = True  # the border is given to what loses by the jump
        if piece["from"] == "1/3":
            piece["from_closed"] = False
    refuted = certificate_of(problem, answer).verdict
    assert isinstance(refuted, Refuted)
    assert {s.name: v for s, v in refuted.counterexample.items()}["p"] == Rational(1, 3)
    lost = {**data, "parts": data["parts"][:-1]}
    with pytest.raises(RejectedError):
        verify(lost)
    other = {**data, "parts": [{**data["parts"][0], "conditions": []}, *data["parts"][1:]]}
    with pytest.raises(RejectedError):
        verify(other)


BENT = [
    ["0", "h", "9"],
    ["max(1, 3*h)", "piecewise(0, h < 1/2 and p < 1, 1/4)", "9"],
]
WRONG = {
    "the value of an action": lambda a: a["values"].update(a0="p*Max(1, 2*h)"),
    "the value of an action, one branch of it": lambda a: a["values"].update(a0="p"),
    "the value in a piece": lambda a: first(a).update(value="p*Max(1, 3*h) + Max(0, h - 33/100)"),
    "the condition inside a value": lambda a: a["values"].update(
        a1=a["values"]["a1"].replace("h < 1/2", "h <= 1/2")
    ),
    "an action that is never optimal is missing": lambda a: a.update(never_optimal=[]),
    "an action that is somewhere optimal": lambda a: a["never_optimal"].append("a1"),
    "the end of the range": lambda a: a["rule"].update(to="2"),
    "the witness of a case": lambda a: a["rule"]["cases"][0].update(witness={"h": "2"}),
    "the strategy": lambda a: first(a)["strategy"].update(first="a1"),
}


def first(answer: dict[str, Any]) -> Any:
    return answer["rule"]["cases"][0]["pieces"][0]


@pytest.fixture(scope="module")
def bent() -> tuple[Any, str]:
    problem = loads(text_of(BENT, "loss").replace("0 <= h <= 2", "1/10 < h < 1"))
    return problem, json.dumps(decision_rule(problem, "p").to_json())


@pytest.mark.parametrize("what", WRONG)
def test_all_that_a_rule_with_kinks_shows_is_judged(bent: tuple[Any, str], what: str) -> None:
    problem, text = bent
    answer = json.loads(text)
    WRONG[what](answer)
    refuted = certificate_of(problem, answer).verdict
    assert isinstance(refuted, Refuted)
    assert {s.name for s in refuted.counterexample} == {"p", "h"}


def test_a_value_with_kinks_of_its_own_cuts_the_parts_further(bent: tuple[Any, str]) -> None:
    problem, text = bent
    plain = certificate_of(problem, json.loads(text))
    answer = json.loads(text)
    answer["values"]["a0"] = "p*Max(1, 3*h) + Piecewise((h - h, (p < 1/5) | (h > 1/2) & Ne(p, h)), (0, True))"
    with pytest.raises(ExpressionError, match="joins conditions by or and and: use brackets"):
        certificate_of(problem, answer)
    answer["values"]["a0"] = "p*max(3*h, 1) + Max(0, p - 1) + abs(h - 1/5) - Max(h - 1/5, 1/5 - h)"
    found = certificate_of(problem, answer)
    assert isinstance(found.verdict, Proved)
    assert len(found.data["parts"]) > len(plain.data["parts"])
    whole = json.loads(json.dumps(found.data))
    assert verify(whole) == (found.identities, found.by_solver)
    (key, truth), *_ = whole["parts"][0]["truths"].items()
    whole["parts"][0]["truths"][key] = not truth  # another branch than the one that is shown to hold
    with pytest.raises(RejectedError):
        verify(whole)
    whole = json.loads(json.dumps(plain.data))
    for part in whole["parts"]:
        part["shown"] = [key for key in part["shown"] if key != "somewhere a1"]
    with pytest.raises(RejectedError, match="no part has a point"):
        verify(whole)
    whole = json.loads(json.dumps(plain.data))
    whole["problem"]["loss"]["a0"]["s1"] = "max(1, 2*h)"  # the problem is told once, and read on every part
    with pytest.raises(RejectedError):
        verify(whole)


def test_functions_of_sympy_say_the_same_as_texts() -> None:
    p, h = symbols("p h")
    table = LossTable(
        ["s0", "s1"],
        ["a0", "a1"],
        [[Max(h, p), Abs(h - 1)], [Piecewise((1, p < h), (h, True)), Min(p, h, 1)]],
    )
    domain = Domain("0 < p < 1", "0 <= h <= 2")
    problem = DecisionProblem(table, Belief({"s0": "rest", "s1": p}), domain)
    same = loads(text_of([["max(h, p)", "abs(h - 1)"], ["piecewise(1, p < h, h)", "min(p, h, 1)"]], "loss"))
    assert decision_rule(problem, p).to_json() == decision_rule(same, "p").to_json()
    assert (risks(same)["a1"] - ((1 - p) * Abs(h - 1) + p * Min(p, h, 1))).expand() == 0
    values = decision_rule(same, "p").to_json()["values"]
    names = {"p": p, "h": h}
    at = {p: Rational(1, 2), h: Rational(3, 2)}
    assert sympify(values["a0"], locals=names).subs(at) == Rational(3, 4) + Rational(1, 2)


def test_trees_probabilities_and_later_decisions() -> None:
    r, h = symbols("r h")
    later = Decision("then", {"go": Abs(h - r), "stop": Min(h, Rational(1, 3))})
    tree = Decision(
        "now", {"wait": Chance("rain", {"wet": (Min(r, h), later), "dry": ("rest", 1)}), "act": Max(r, h)}
    )
    rule = decision_rule(tree, "r", domain=Domain("0 < r < 1", "0 < h < 1"), optimum="min")
    assert rule.is_complete
    for i, j in product(range(1, 8), repeat=2):
        x, y = F(i, 8), F(j, 8)
        wait = min(x, y) * min(abs(y - x), min(y, F(1, 3))) + 1 - min(x, y)
        best = min(wait, max(x, y))
        ties = {name for name, v in (("wait", wait), ("act", max(x, y))) if v == best}
        assert rule(r=str(x), h=str(y)) in ties
        strategy = dict(rule.choice(r=str(x), h=str(y)).strategy)
        if strategy.get("then") and min(x, y):
            told = {"go": abs(y - x), "stop": min(y, F(1, 3))}[strategy["then"]]
            assert told == min(abs(y - x), min(y, F(1, 3))) or wait > best
    wrong = Decision("d", {"a": Chance("c", {"x": (Min(r, h) - 1, 0), "y": ("rest", 1)}), "b": 0})
    with pytest.raises(ProbabilityError, match="negative at"):
        decision_rule(wrong, "r", domain=Domain("0 < r < 1", "0 < h < 1"), optimum="min")


def test_regions_join_the_parts() -> None:
    problem = loads(text_of([["max(h, p)", "1"], ["0", "abs(h - 1)"]], "loss"))
    found = decision_regions(problem)
    assert found.is_complete
    for i, j in product(range(1, 6), range(13)):
        point = {"p": F(i, 6), "h": F(j, 6)}
        values = [
            (1 - point["p"]) * value(a, point) + point["p"] * value(b, point)
            for a, b in (("max(h, p)", "0"), ("1", "abs(h - 1)"))
        ]
        inside = found.alternatives.domain.check_point({k: str(v) for k, v in point.items()})
        told = {r.label.action for r in found if all(c.holds(inside) for c in r.conditions)}  # type: ignore[attr-defined]
        assert told == {f"a{n}" for n in range(2) if values[n] == min(values)}
    assert any("Max(h, p)" in text for text in found.to_json()["regions"]["a0"]["if"])


def test_maps_and_lines_follow_the_guards() -> None:
    from symdt.regions.along import along
    from symdt.regions.plane import decompose

    rows = [["max(h, p)", "1/2"], ["piecewise(0, p < 1/2, h)", "abs(h - 1)"]]
    problem = loads(text_of(rows, "loss"))
    asked = contest(problem, guarded=True)
    plane = decompose(asked, asked.domain.letter("p"), asked.domain.letter("h"))
    for i, j in product(range(1, 12), range(1, 24)):
        point = {"p": F(i, 12), "h": F(j, 12)}
        values = [
            (1 - point["p"]) * value(a, point) + point["p"] * value(b, point)
            for a, b in zip(*rows, strict=True)
        ]
        best = {f"a{n}" for n in range(2) if values[n] == min(values)}
        assert best & set(plane.at(str(point["p"]), str(point["h"])))
    bent = loads(text_of([["max(h, p)", "1/2"], ["0", "abs(h - 1)"]], "loss"))
    line = contest(bent, {"h": "3/4"}, guarded=True)
    assert [str(t) for t in along(line, line.domain.letter("p")).thresholds] == ["1/2"]
    assert along(line, line.domain.letter("p")).switches == ()


def test_what_cannot_be_asked_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = jump()
    for ask in (lambda: problem.tree, lambda: alternatives(problem), lambda: contest(problem)):
        with pytest.raises(DomainError, match="fix letters that decide it"):
            ask()
    assert type(problem.at(p="1/2", h="1/4")).__name__ == "DecisionProblem"
    with pytest.raises(ExpressionError, match="divides by zero where h >= p"):
        decision_rule(loads(text_of([["1/(max(h, p) - h)", "1"], ["0", "1"]], "loss")), "p")
    monkeypatch.setattr("symdt.problems.kinks.cut.MAX_PARTS", 4)
    with pytest.raises(BudgetError, match="more than 4 parts"):
        loads(text_of([["abs(p - 1/2) + max(h, 1) + max(h, p)", "1"], ["0", "1"]], "loss"))


def test_three_letters_with_a_jump() -> None:
    """Cells beside a border are asked anew, for an end of a piece may be the end of a part."""
    rows = [["s", "min(max(h - 2, 0), 5) + piecewise(1/2, h >= 4, 0)"], ["s", "piecewise(1/2, h >= 4, 0)"]]
    text = text_of(rows, "loss").replace("[belief]", 's = "0 < s < 5"\n[belief]').replace("h <= 2", "h <= 12")
    rule = decision_rule(loads(text), "p")
    assert rule.is_complete
    for h, s, p in product((1, 3, 4, 6, 9), ("1/4", "1/2", "3"), ("1/5", "1/2", "4/5")):
        point = {"h": F(h), "s": F(s), "p": F(p)}
        values = [
            (1 - point["p"]) * value(a, point) + point["p"] * value(b, point)
            for a, b in zip(*rows, strict=True)
        ]
        best = {f"a{n}" for n in range(2) if values[n] == min(values)}
        assert rule({n: str(v) for n, v in point.items()}) in best


@pytest.mark.parametrize("seed", range(3))
def test_rules_in_three_letters_are_right_at_every_point(seed: int) -> None:
    """A section whose answer is that of the cell beside it: a piece of it may have shrunk to nothing there."""
    chance = random.Random(seed)
    losses = {"s0": ["abs(n - h)", "max(h, n*p)"], "s1": [f"{chance.randint(-2, 2)}*h", "min(n, 1) - h"]}
    lines = ["[parameters]", 'p = "0 <= p <= 1"', 'h = "-1 <= h <= 2"', 'n = "1 <= n <= 3"']
    lines += ["[belief]", 's0 = "rest"', 's1 = "p"', "[loss]", 'actions = ["a", "b"]']
    problem = loads("\n".join([*lines, *(f"{s} = {row}".replace("'", '"') for s, row in losses.items())]))
    for letter in ("p", "h", "n"):
        rule = decision_rule(problem, letter)
        assert rule.is_complete
        for i, j, k in product(range(5), range(7), range(5)):
            point = {"p": F(i, 4), "h": F(j, 2) - 1, "n": 1 + F(k, 2)}
            first, second = ((1 - point["p"]) * value(losses["s0"][a], point) for a in (0, 1))
            values = {
                "a": first + point["p"] * value(losses["s1"][0], point),
                "b": second + point["p"] * value(losses["s1"][1], point),
            }
            ties = {a for a, v in values.items() if v == min(values.values())}
            assert set(rule.ties({x: str(v) for x, v in point.items()})) == ties, (letter, point)
