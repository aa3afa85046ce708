"""The page's exact modules under Node: against fractions computed apart, and by their own laws."""

from __future__ import annotations

import subprocess
from fractions import Fraction
from functools import lru_cache
from typing import Any

import pytest
from sympy import Poly, Rational, diff, numer, real_roots, together

from symdt import decision_regions, decision_rule, load_problem
from symdt.analysis.attitude.attitude_problem import AttitudeProblem
from symdt.analysis.attitude.optimal_under import optimal_under
from symdt.analysis.attitude.utility import Exponential, Logarithmic
from symdt.analysis.knowing.information import evpi
from symdt.analysis.sensitivity import one_way
from symdt.formats.problem import loads
from symdt.show.page.record import record
from tests.show.page import apart
from tests.show.page.hard import HARD
from tests.show.page.tools import FILES, HERE, ROOM, node, package, run_node

#: Files whose rules take seconds; `benchmarks/explore.py` runs them too.
SLOW = {"example2_posterior.toml", "table3.toml"}
QUICK = [file for file in FILES if file.name not in SLOW]


@lru_cache
def made(file: Any) -> tuple[Any, dict[str, Any]]:
    problem = load_problem(file)
    return problem, record(problem, file=file.name)


@lru_cache
def named(name: str) -> tuple[Any, dict[str, Any]]:
    """An example, or one of the hard files."""
    if name not in HARD:
        return made(next(f for f in FILES if f.stem == name))
    problem = loads(HARD[name])
    return problem, record(problem)


def test_the_laws_of_the_exact_modules() -> None:
    done = subprocess.run(
        [node(), "--test", "--test-reporter=tap", str(HERE / "exact.test.mjs")],
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout[-4000:]


def test_the_types_hold() -> None:
    checker = package("typescript") / "bin" / "tsc"
    done = subprocess.run(
        [node(), str(checker), "-p", str(ROOM / "jsconfig.json")], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", HARD)
def test_hard_problems_too(name: str) -> None:
    compare(*named(name), 20)


@pytest.mark.parametrize("file", QUICK, ids=lambda f: f.stem)
def test_optimum_ties_value_and_strategy_equal_fractions(file: Any) -> None:
    problem, content = made(file)
    ties = compare(problem, content, 60 if len(content["letters"]) > 1 else 20)
    if len(content["letters"]) > 1 and "amount" not in content and len(decision_regions(problem)) > 1:
        assert ties  # the points on ties are really on them


def compare(problem: Any, content: dict[str, Any], count: int) -> int:
    """All that the page says at random points against fractions; how many of the points were ties."""
    points = apart.points(problem, content["letters"], count)
    questions = [{"point": {n: str(v) for n, v in p.items()}} for p in points]
    answers = run_node("answers.mjs", {"record": content, "questions": questions})
    assert len(answers) == len(points) > 0
    ties = 0
    for point, answer in zip(points, answers, strict=True):
        expected = apart.optimum(problem, point)
        for key, value in expected.items():
            if value is not None:
                assert answer[key] == value, (point, key)
        ties += len(expected["ties"] or ()) > 1
    return ties


@pytest.mark.parametrize(
    "name", ["example2", "oil_wildcatter_letters", "raiffa_1968_urns", "pauker_kassirer_1980", "kinks"]
)
def test_switches_and_next_ties_equal_the_python_side(name: str) -> None:
    problem, content = named(name)
    questions, expected = [], []
    for point in apart.points(problem, content["letters"], 6, seed=3):
        for letter in content["letters"]:
            along = one_way(problem, letter["name"], point)
            low, high = (Fraction(e) for e in letter["range"])
            within = [s for s in along.stretches if s.stop > low and s.start < high]
            ends = [max(low, _fraction(within[0].start, low)), min(high, _fraction(within[-1].stop, high))]
            if ends[0] >= ends[1]:
                continue
            questions.append(
                {
                    "point": {n: str(v) for n, v in point.items()},
                    "along": {"letter": letter["name"], "low": str(ends[0]), "high": str(ends[1])},
                }
            )
            expected.append((point[letter["name"]], along, within))
    answers = run_node("answers.mjs", {"record": content, "questions": questions})
    for answer, (x, along, within) in zip(answers, expected, strict=True):
        found = [(a, None if t is None else str(t)) for a, t in answer["stretches"]]
        wanted = [(s.choice.action, str(s.stop)) for s in within[:-1]] + [(within[-1].choice.action, None)]
        assert _merged(found) == _merged(wanted)
        if len(answer["ties"]) == 1:
            thresholds = [Fraction(str(t)) for t in along.action_thresholds if t.is_Rational]
            if len(thresholds) == len(along.action_thresholds):
                above = [t for t in thresholds if t > x]
                below = [t for t in thresholds if t < x]
                for tie, near in zip(
                    answer["ties_along"], (max(below, default=None), min(above, default=None)), strict=True
                ):
                    # a tie that only touches is not a switch; here there are none
                    assert (tie["edge"] or tie["at"] is None) if near is None else tie["at"] == str(near)


@pytest.mark.parametrize(
    ("name", "point", "letter", "place"),
    [
        ("clemen_1991_texaco", {"v": "4"}, "v", [None, "114/25"]),
        ("clemen_1991_texaco", {"v": "5"}, "v", ["114/25", None]),
        ("oil_wildcatter_letters", {"d": "1/2", "T": "10"}, "d", [None, "44/65"]),
        ("oil_wildcatter_letters", {"d": "9/13", "T": "10"}, "d", ["44/65", None]),
    ],
)
def test_the_next_switch_of_a_later_decision(name, point, letter, place) -> None:
    """Where the rule has two pieces of one action, the page knows the threshold between them, as `one_way` does."""
    problem, content = made(next(f for f in FILES if f.stem == name))
    along = one_way(problem, letter, point)
    stretches = zip(along.stretches, along.stretches[1:], strict=False)
    inner = [str(a.stop) for a, b in stretches if a.choice.action == b.choice.action]
    assert set(filter(None, place)) <= set(inner)
    question = {"point": point, "along": {"letter": letter, "low": "1/100", "high": "99/100"}}
    (answer,) = run_node("answers.mjs", {"record": content, "questions": [question]})
    assert [tie["change"] for tie in answer["ties_along"]] == place


def test_the_optimal_value_turns_where_its_derivative_vanishes() -> None:
    """The turning points of the tornado, against the roots of the derivative by SymPy, stretch by stretch."""
    cases = [(loads(HARD["irrational"]), "u"), (loads(HARD["long"]), None)]
    turned = 0
    for problem, only in cases:
        content = record(problem)
        for point in apart.points(problem, content["letters"], 8, seed=5):
            for letter in content["letters"]:
                if only not in (None, letter["name"]):
                    continue
                low, high = (Fraction(e) for e in letter["range"])
                one = one_way(problem, letter["name"], point)
                low = max(low, _fraction(one.stretches[0].start, low))
                high = min(high, _fraction(one.stretches[-1].stop, high))
                along = {"letter": letter["name"], "low": str(low), "high": str(high)}
                question = {"point": {n: str(v) for n, v in point.items()}, "along": along}
                (answer,) = run_node("answers.mjs", {"record": content, "questions": [question]})
                wanted = sorted(
                    float(r) for s in one.stretches for r in _turns(s, one.letter) if low < r < high
                )
                assert sorted(answer["turns"]) == pytest.approx(wanted, rel=1e-9, abs=1e-12)
                turned += len(wanted)
    assert turned > 3


def _turns(stretch: Any, x: Any) -> list[Any]:
    slope = numer(together(diff(stretch.value, x)))
    if not slope.has(x):
        return []
    return [r for r in set(real_roots(Poly(slope, x))) if stretch.start < r < stretch.stop]


def _fraction(value: Any, otherwise: Fraction) -> Fraction:
    return Fraction(str(value)) if value.is_Rational else otherwise


def _merged(stretches: list[tuple[str, str | None]]) -> list[tuple[str, str | None]]:
    """Neighbouring stretches of one action as one, for the strategies behind it may be named in another order."""
    found: list[tuple[str, str | None]] = []
    for action, stop in stretches:
        if found and found[-1][0] == action:
            found[-1] = (action, stop)
        else:
            found.append((action, stop))
    return found


@pytest.mark.parametrize(
    "name", ["example2", "oil_wildcatter_letters", "savage_1954_omelette", "howard_party", "kinks", "power"]
)
def test_case_and_piece_are_those_of_the_rule(name: str) -> None:
    problem, content = named(name)
    for letter in content["letters"]:
        rule = decision_rule(problem, letter["name"])
        points = apart.points(problem, content["letters"], 12, seed=5)
        questions = [{"point": {n: str(v) for n, v in p.items()}, "for": letter["name"]} for p in points]
        for point, answer in zip(
            points, run_node("answers.mjs", {"record": content, "questions": questions}), strict=True
        ):
            case, piece = rule.rule.locate(rule.domain.check_point({n: str(v) for n, v in point.items()}))
            assert (rule.cases[answer["case"]], rule.cases[answer["case"]].pieces[answer["piece"]]) == (
                case,
                piece,
            )


@pytest.mark.parametrize(
    "name", ["oil_wildcatter_letters", "clemen_1991_texaco", "raiffa_1968_sequential", "cayley_1875"]
)
def test_perfect_information_equals_the_python_side(name: str) -> None:
    problem, content = named(name)
    worth = evpi(problem)
    points = apart.points(problem, content["letters"], 12, seed=9)
    questions = [{"point": {n: str(v) for n, v in p.items()}} for p in points]
    for point, answer in zip(
        points, run_node("answers.mjs", {"record": content, "questions": questions}), strict=True
    ):
        assert answer["evpi"] == str(worth.at({n: str(v) for n, v in point.items()}))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("winston_colaco", "say event = 'a name' of both"),
        ("berry_1972_two_arms", "the rate of an arm"),
        ("howard_1960_toymaker", "chance comes anew in every period"),
    ],
)
def test_where_nothing_can_be_learnt_the_page_says_why(name: str, why: str) -> None:
    _, content = named(name)
    assert why in content["information"]["why"]
    (answer,) = run_node("answers.mjs", {"record": content, "questions": [{"point": {}}]})
    assert answer["evpi"] is None


def test_outside_the_domain_the_page_says_what_is_broken() -> None:
    _, content = made(next(f for f in FILES if f.stem == "example2"))
    asked = [{"point": {"p": "1/3"}}, {"point": {"q": "1"}}, {"point": {"p": "x"}}, {"point": {"p": "0"}}]
    outside, unknown, wrong, edge = run_node("answers.mjs", {"record": content, "questions": asked})
    assert "4*p < 1" in outside["error"]
    assert "“q” is no letter" in unknown["error"]
    assert "“x” is no number" in wrong["error"]
    assert "p > 0" in edge["error"]


MONEY = """
[parameters]
q = "0 < q < 1"
[belief]
sun = "q"
rain = "rest"
[{kind}]
actions = ["out", "porch", "in"]
sun = {sun}
rain = {rain}
"""
GAINS = MONEY.format(kind="utility", sun='["100", "90", "40"]', rain='["0", "20", "50"]')
LOSSES = MONEY.format(kind="loss", sun='["3", "8", "20"]', rain='["40", "30", "20"]')
WEALTH = """
[belief]
sun = "1/3"
rain = "rest"
[utility]
attitude = "logarithmic"
wealth = "w"
actions = ["out", "in"]
sun = ["5", "1"]
rain = ["-1", "1/2"]
"""


@pytest.mark.parametrize("text", [GAINS, LOSSES], ids=["gains", "losses"])
def test_a_tolerance_is_told_as_python_tells_it(text: str) -> None:
    """At tolerances between 1/1000 and 1000: the best action, and certainty equivalents to nine digits, by another road."""
    problem = AttitudeProblem(loads(text), "exponential", "R")
    content = record(problem)
    assert content["attitude"]["letter"] == "R"
    asked = [
        (q, rho)
        for q in ("1/4", "1/2", "9/10")
        for rho in ("1/1000", "1/10", "1", "31/4", "72.134752", "282.4976", "282.4977", "1000")
    ]
    answers = run_node(
        "answers.mjs", {"record": content, "questions": [{"point": {"q": q, "R": rho}} for q, rho in asked]}
    )
    for (q, rho), said in zip(asked, answers, strict=True):
        best = optimal_under(problem.money, Exponential(Rational(rho)), {"q": Rational(q)}, digits=15)
        told = said["attitude"]
        assert said["action"] == best.action
        assert float(told["R"]) == pytest.approx(float(Rational(rho)), rel=1e-9)
        assert float(told["certainty_equivalents"][best.action]) == pytest.approx(float(best.value), rel=1e-9)
    wrong = run_node("answers.mjs", {"record": content, "questions": [{"point": {"R": "-1"}}]})
    assert wrong == [{"error": "R: a tolerance is a positive number"}]


def test_a_wealth_is_told_as_python_tells_it() -> None:
    problem = loads(WEALTH)
    content = record(problem)
    asked = ["3/2", "2", "10", "1000"]
    answers = run_node("answers.mjs", {"record": content, "questions": [{"point": {"w": w}} for w in asked]})
    for w, said in zip(asked, answers, strict=True):
        best = optimal_under(problem.money, Logarithmic(Rational(w)), digits=15)
        assert said["action"] == best.action
        told = float(said["attitude"]["certainty_equivalents"][best.action])
        assert told == pytest.approx(float(best.value), rel=1e-9, abs=1e-9)


def test_a_whole_number_stays_one() -> None:
    text = """
[parameters]
p = "0 < p < 1"
n = "integer, 1 <= n <= 20"
[belief]
a = "p"
b = "rest"
[loss]
actions = ["x", "y"]
a = ["n", "0"]
b = ["0", "7/2"]
"""
    content = record(loads(text))
    points = [{"p": "1/3", "n": "7"}, {"p": "1/3", "n": "7/2"}]
    right, wrong = run_node("answers.mjs", {"record": content, "questions": [{"point": p} for p in points]})
    assert right["ties"] == ["x", "y"]
    assert wrong == {"error": "n is a whole number, not 7/2"}
