"""How much: the critical ratio, Kelly's fraction, grids of amounts, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, diff, log, symbols

from symdt import AmountProblem, Demand, Domain, Growth, States, best_amount, decision_rule, load_problem
from symdt.analysis.best_amount import RootBetween
from symdt.cli import main
from symdt.errors import ProbabilityError, SymdtError, TableError
from symdt.exact.field import equal
from symdt.formats import load
from symdt.formats.problem import dump, loads
from symdt.typeset.latex import to_latex

q, x, c, s, v, p, b, f = symbols("q x c s v p b f")
FOLDER = Path("examples/catalogue/amounts")


def expected(parts, over, under, amount: Fraction) -> Fraction:
    """∫ by the trapezium of each linear part: exact, for payoffs that are linear in x."""
    total = Fraction(0)
    for low, high, chance in parts:
        cut = min(max(amount, low), high)
        for a, z, payoff in ((low, cut, over), (cut, high, under)):
            total += chance * (payoff(a, amount) + payoff(z, amount)) / 2 * (z - a) / (high - low)
    return total


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=3),
    st.lists(st.integers(0, 3), min_size=3, max_size=3),
    st.integers(0, 3),
    st.integers(0, 6),
    st.integers(0, 4),
)
@settings(max_examples=12, deadline=None, derandomize=True)
def test_no_amount_on_a_grid_is_better(lengths, weights, gap, cost, back) -> None:
    price = 8
    starts, parts = Fraction(gap), []
    for i, length in enumerate(lengths):
        parts.append((starts, starts + length, Fraction(weights[i] + 1)))
        starts += length + (gap if i == 0 else 0)
    whole = sum(w for _, _, w in parts)
    parts = [(a, z, w / whole) for a, z, w in parts]
    demand = Demand(
        "x",
        [tuple(Rational(e.numerator, e.denominator) for e in part) for part in parts],
        over=price * x + back * (q - x) - cost * q,
        under=(price - cost) * q,
    )
    found = best_amount(AmountProblem("q", 0, 20, demand, optimum="max"))

    def over(demanded: Fraction, amount: Fraction) -> Fraction:
        return price * demanded + back * (amount - demanded) - cost * amount

    def under(_: Fraction, amount: Fraction) -> Fraction:
        return (price - cost) * amount

    best = Fraction(str(found.amount))
    worth = expected(parts, over, under, best)
    assert Fraction(str(found.value)) == worth
    grid = [Fraction(n, 4) for n in range(81)]
    values = [expected(parts, over, under, g) for g in grid]
    assert max(values) <= worth
    ties = [tie for tie in found.ties if tie.high is not None]
    for g, value in zip(grid, values, strict=True):
        if value == worth and g != best:
            (tie,) = ties
            assert Fraction(str(tie.low)) <= g <= Fraction(str(tie.high))


def test_the_critical_ratio_for_all_prices() -> None:
    found = best_amount(load_problem(FOLDER / "whitin_1955_newsboy.toml"))
    assert len(found.cases) == 2
    ratio = (s - c) / (s - v)
    for case in found.cases:
        at = dict(case.witness)
        amount = case.amount.subs(at)
        below = amount / 100 if amount <= 50 else Rational(1, 2) + (amount - 50) / 300
        assert below == ratio.subs(at)
    # on the line between the cases both give the same
    on = {c: 6, s: 10, v: 2}
    assert [case.amount.subs(on) for case in found.cases] == [50, 50]
    assert [case.value.subs(on) for case in found.cases] == [100, 100]


def test_kelly_for_all_letters_and_its_slope() -> None:
    problem = load_problem(FOLDER / "kelly_1956.toml")
    none, stake = best_amount(problem).cases
    assert none.amount == 0
    assert equal(stake.amount, (b * p - (1 - p)) / b)
    growth = p * log(1 + b * f) + (1 - p) * log(1 - f)
    assert equal(diff(growth, f).subs(f, stake.amount), 0)
    # at p = 1, and for two bets that may both be lost, the ends of the range are inside
    sure = AmountProblem("f", 0, Rational(1, 2), Growth({"win": 1}, {"win": 1}), optimum="max")
    assert best_amount(sure).amount == Rational(1, 2)


def test_three_outcomes_have_an_algebraic_fraction() -> None:
    law = {"double": Rational(1, 2), "same": Rational(1, 4), "lose": "rest"}
    problem = AmountProblem(
        "f", 0, 1, Growth(law, {"double": 2, "same": Rational(1, 2), "lose": -1}), optimum="max"
    )
    amount = best_amount(problem).amount
    slope = sum(
        w * r / (1 + r * f)
        for w, r in ((Rational(1, 2), 2), (Rational(1, 4), Rational(1, 2)), (Rational(1, 4), -1))
    )
    assert slope.subs(f, amount).simplify() == 0
    assert 0 < float(amount) < 1
    letters = AmountProblem(
        "f",
        0,
        1,
        Growth({"a": p, "b": p, "c": "rest"}, {"a": 2, "b": Rational(1, 2), "c": -1}),
        Domain("0 < p < 1/2"),
        "max",
    )
    cases = best_amount(letters).cases
    assert any(isinstance(case.amount, RootBetween) for case in cases)
    fixed = best_amount(letters, {"p": Rational(1, 4)}).amount
    root = next(case.amount for case in cases if isinstance(case.amount, RootBetween))
    assert equal(root.of.subs({p: Rational(1, 4), f: fixed}).expand(), 0) if fixed != 0 else True


def test_least_squares_and_the_median() -> None:
    """Squared losses are least at the mean, absolute ones at a median."""
    squares = States({"low": Rational(1, 3), "high": "rest"}, {"low": (q - 1) ** 2, "high": (q - 4) ** 2})
    assert best_amount(AmountProblem("q", 0, None, squares, optimum="min")).amount == 3
    absolute = Demand("x", [(0, 2, 0.5), (6, 8, 0.5)], over=q - x, under=x - q)
    found = best_amount(AmountProblem("q", 0, 10, absolute, optimum="min"))
    assert (found.amount, [(t.conditions, t.low, t.high) for t in found.ties]) == (2, [((), 2, 6)])
    assert found.value == 3


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: AmountProblem("q", 0, None, States({"a": 1}, {"a": q}), optimum="max"), "always better"),
        (
            lambda: AmountProblem("q", 0, 5, States({"a": 1}, {"a": q**2}), optimum="max"),
            "not concave from 0",
        ),
        (
            lambda: AmountProblem("q", 0, 5, Demand("x", [(0, 2, 1)], over=q, under=0), optimum="max"),
            "not concave|wrong way",
        ),
    ],
)
def test_what_has_no_proved_best_is_refused(make, says) -> None:
    with pytest.raises(TableError, match=says):
        best_amount(make())


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Demand("x", [], 0, 0), "no intervals"),
        (
            lambda: AmountProblem("q", 0, 5, Demand("x", [(2, 1, 1)], 0, 0), optimum="max"),
            "length of the interval",
        ),
        (
            lambda: AmountProblem("q", 0, 5, Demand("x", [(0, 3, 0.5), (2, 4, 0.5)], 0, 0), optimum="max"),
            "the gap",
        ),
        (lambda: AmountProblem("q", 3, 2, States({"a": 1}, {"a": q}), optimum="max"), "the range"),
        (lambda: AmountProblem("q", 0, 5, Demand("q", [(0, 3, 1)], 0, 0), optimum="max"), "names both"),
        (lambda: AmountProblem("f", 0, 2, Growth({"a": 1}, {"a": -1}), optimum="max"), "the wealth after"),
        (lambda: AmountProblem("f", 0, 1, Growth({"a": 1}, {"a": f}), optimum="max"), "return on one unit"),
        (lambda: States({"a": 1}, {"b": q}), "lacks a probability or a payoff"),
        (
            lambda: AmountProblem("q", 0, 1, States({"a": 1}, {"a": 1 / q}), optimum="max"),
            "no polynomial in q",
        ),
    ],
)
def test_what_is_stated_wrongly(make, says) -> None:
    with pytest.raises(SymdtError, match=says):
        make()


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.toml")), ids=lambda file: file.stem)
def test_files_come_back(file: Path, tmp_path: Path, capsys) -> None:
    problem = load_problem(file)
    assert loads(dump(problem)) == problem
    assert main(["convert", str(file), str(tmp_path / "a.json")]) == 0
    assert load(tmp_path / "a.json") == problem
    # there is no tree: drawn is what each amount earns, and the page shows the same for every point
    for command, name in (("draw", "a.svg"), ("explore", "a.html")):
        assert main([command, str(file), "-o", str(tmp_path / name)]) == 0
        assert (tmp_path / name).stat().st_size > 1000
    capsys.readouterr()
    assert main(["draw", str(file), "-o", str(tmp_path / "a.dot")]) == 2
    assert "no .dot" in capsys.readouterr().err
    with pytest.raises(TableError, match="infinitely many"):
        decision_rule(problem, problem.symbols[0])


def test_the_command(capsys) -> None:
    kelly = str(FOLDER / "kelly_1956.toml")
    assert main(["solve", kelly, "--at", "p=3/5", "--at", "b=1", "--digits", "4"]) == 0
    out = capsys.readouterr().out
    assert "f = 1/5 (0.2000), worth" in out
    assert "proved: the expected logarithm is concave" in out
    assert main(["solve", kelly, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [case["amount"] for case in found["cases"]] == ["0", "(b*p + p - 1)/b"]
    assert found["proved"] is True
    assert main(["solve", kelly, "--for", "p"]) == 2
    assert "leave out --for" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('letter = "f"', 'letter = "p"', "which is a parameter"),
        ("[growth]", "[grwth]", "did you mean 'growth'"),
        ("[belief]", "[belif]", "did you mean 'belief'"),
        ('win = "b"', 'win = "bb"', "bb"),
        ("[growth]", "[utility]\na = '1'\n[growth]", "leave out [loss]"),
        ('to = "1"', 'too = "1"', "did you mean 'to'"),
    ],
)
def test_slips_in_a_file(old: str, new: str, says: str) -> None:
    text = (FOLDER / "kelly_1956.toml").read_text()
    assert old in text
    with pytest.raises(SymdtError) as caught:
        loads(text.replace(old, new, 1))
    assert says in str(caught.value)
    assert not isinstance(caught.value, ProbabilityError)


def test_a_gap_in_the_demand_is_a_tie_and_its_condition_names_what_decides() -> None:
    m = symbols("m")
    demand = Demand(
        "x", [(0, m, 0.75), (100, 200, "rest")], over=(12 - c) * x - 2 * (q - x), under=(12 - c) * q
    )
    problem = AmountProblem("q", 0, 200, demand, Domain("0 < c < 10", "10 < m < 90"), "max")
    found = best_amount(problem)
    assert [str(case.conditions[0]) for case in found.cases] == ["c >= 6", "c < 6"]  # and not c*m >= 6*m
    (tie,) = found.ties
    assert tie.told("q") == "as good where c == 6: every q from m to 100"
    assert found.to_json()["ties"] == [{"if": ["Eq(c, 6)"], "from": "m", "to": "100"}]
    assert r"\text{as good: every } m \leq q \leq 100 \text{ if } c = 6" in to_latex(found)
    fixed = problem.at({"c": 6, "m": 50})
    worths = {
        piece.total.subs(q, y)
        for piece in fixed.pieces
        for y in (50, 75, 100)
        if piece.low <= y <= piece.high
    }
    assert len(worths) == 1  # they are as good
    assert best_amount(fixed).ties[0].told("q") == "as good: every q from 50 to 100"
    assert not best_amount(problem.at({"c": 5})).ties
