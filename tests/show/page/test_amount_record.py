"""The page of an amount: what it says at a point, roots without a closed form, flat payoffs, its record and its controls."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest
from sympy import Rational, Symbol, nsolve, symbols

from symdt import AmountProblem, Demand, Domain, Growth, States, best_amount, explore, load_problem
from symdt.formats.presets import load_presets
from symdt.show.page.amount_record import amount_record
from symdt.show.report import report
from tests.show.page.test_browser import Sight
from tests.show.page.tools import FILES, run_node

q, m, c, p, x = symbols("q m c p x")


def said(problem: AmountProblem, *points: dict[str, str]) -> list[dict[str, Any]]:
    """What the page says at points."""
    questions = [{"point": at} for at in points]
    return run_node("answers.mjs", {"record": amount_record(problem), "questions": questions})


def test_a_root_between_two_amounts_is_the_one_python_finds() -> None:
    problem = AmountProblem("q", 0, None, States({"": 1}, {"": q**4 / 4 - m * q}), Domain("m > 0"), "min")
    assert len(best_amount(problem).cases) == 1
    two, eight = said(problem, {"m": "2"}, {"m": "8"})
    assert float(two["amount"].removeprefix("≈ ")) == pytest.approx(2 ** (1 / 3), abs=1e-7)
    assert eight["amount"] == "2"
    assert eight["value"] == str(Rational(16, 4) - 16)


def test_three_outcomes_of_a_bet() -> None:
    bet = Growth(
        {"double": p, "same": Rational(1, 4), "lose": "rest"},
        {"double": 2, "same": Rational(1, 2), "lose": -1},
    )
    problem = AmountProblem("f", 0, 1, bet, Domain("1/4 < p < 3/4"), "max")
    (at,) = said(problem, {"p": "1/2"})
    f = Symbol("f")
    slope = 2 * Rational(1, 2) / (1 + 2 * f) + Rational(1, 8) / (1 + f / 2) - Rational(1, 4) / (1 - f)
    assert at["amount"] == "(-2 + 3√2)/4"
    assert pytest.approx(float(nsolve(slope, 0.5))) == (-2 + 3 * 2**0.5) / 4


def test_where_the_payoff_is_flat_every_amount_there_is_as_good() -> None:
    """Demand in two parts: between them more papers neither sell nor cost where c = 0 and the worth of waste is 0."""
    demand = Demand("x", [(0, 10, Rational(1, 2)), (30, 40, "rest")], over=4 * x - c * q, under=(4 - c) * q)
    flat, steep = said(AmountProblem("q", 0, 40, demand, Domain("0 <= c < 4"), "max"), {"c": "2"}, {"c": "1"})
    assert flat["ties"] == ["10", "30"]
    assert steep["ties"] is None
    assert said(AmountProblem("q", 0, 40, demand, Domain("0 <= c < 4"), "max"), {"q": "20", "c": "2"})[0][
        "own"
    ] == {
        "amount": "20",
        "value": flat["value"],
        "worse": "0",
    }


def test_an_amount_of_ones_own_and_a_point_outside() -> None:
    coin = Growth({"win": p, "lose": "rest"}, {"win": 1, "lose": -1})
    problem = AmountProblem("f", 0, 1, coin, Domain("0 < p < 1"), "max")
    own, wrong, outside = said(problem, {"p": "3/5", "f": "0"}, {"f": "a lot"}, {"p": "2"})
    assert own["own"] == {"amount": "0", "value": "0", "worse": own["value"]}
    assert wrong["error"].startswith("f: ")
    assert "outside the domain" in outside["error"]


def test_a_file_of_an_amount_says_where_its_page_begins(tmp_path) -> None:
    text = (
        next(f for f in FILES if f.stem == "kelly_1956").read_text()
        + "[explore]\nstart = {p = 0.75, b = 2}\n"
    )
    file = tmp_path / "bet.toml"
    file.write_text(text)
    record = explore(load_problem(file), load_presets(file)).record
    assert [letter["start"] for letter in record["letters"]] == ["3/4", "2"]


@pytest.mark.outside("Chromium")
def test_curve_keys_and_hash_move_the_amount(chromium, tmp_path) -> None:
    file = next(f for f in FILES if f.stem == "whitin_1955_newsboy")
    path = explore(load_problem(file), file=file.name).save(tmp_path / "page.html")
    with Sight(chromium, path, hash="#c=2&s=5&v=1&-for=s&-amount=40") as sight:
        assert sight.state()["amount"] == "125"
        assert sight.state()["own"] == {"amount": "40", "value": "88", "worse": "99/2"}
        plot = sight.page.locator(".panel.payoff svg")
        box = plot.bounding_box()
        plot.click(position={"x": 56 + (box["width"] - 68) / 4, "y": 60})
        sight.settle()
        assert sight.state()["own"]["amount"] == "50"
        assert "-amount=50" in sight.page.evaluate("location.hash")
        assert sight.page.locator(".panel.along select").input_value() == "s"
        sight.page.get_by_label("your q, slider").press("End")
        sight.settle()
        assert sight.state()["own"]["amount"] == "200"
        sight.page.get_by_role("button", name="none").click()
        sight.settle()
        assert "own" not in sight.state()
        sight.set(c="3")
        sight.settle()
        assert sight.page.locator(".case.active").count() == 1
        active = unicodedata.normalize("NFKC", sight.page.locator(".case.active .if").inner_text())
        assert "".join(active.split()) == "if2c≥s+v"


def test_a_root_without_closed_form_has_its_page_and_its_report() -> None:
    """The amount is told by its digits and its polynomial; the page decides it as a root between two ends."""
    q = Symbol("q")
    guess = States({"low": Rational(1, 3), "high": "rest"}, {"low": (q - 1) ** 4, "high": (q - 1000) ** 2})
    problem = AmountProblem("q", 0, 10**9, guess, None, "min")
    (found,) = said(problem, {})
    assert float(found["amount"].removeprefix("≈ ")) == pytest.approx(10.9633, abs=1e-4)
    assert float(found["value"]) == pytest.approx(655413.6, rel=1e-6)
    made = report(problem, file="guess.toml")
    page = "".join(made.summary + [b for s in made.sections for b in s.blocks if s.id != "page"])
    assert "CRootOf" not in page
    assert "root(q**3 - 3*q**2 + 4*q - 1001, q, 0)" in page
    told = json.loads(made.files["amount.json"])["cases"][0]
    assert told["amount"] == {"root": 0, "of": "q**3 - 3*q**2 + 4*q - 1001", "in": "q"}
    assert told["value"] == "2*(q - 1000)**2/3 + (q - 1)**4/3"
