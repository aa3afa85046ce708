"""Measurements with normal errors: by numerical integration, by a fine grid of outcomes, by the proof of the best number."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from math import erfc, exp, pi, sqrt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf, npdf, quad
from sympy import Rational, Symbol, symbols

from symdt import Domain, NormalProblem, load_problem, normal_sizes, optimum_at
from symdt.cli import main
from symdt.errors import SymdtError, TableError
from symdt.formats.problem import dump, loads

m, c = symbols("μ c")
TEXT = """
title = "Launch?"
[parameters]
c = "c > 0"
[belief]
"μ" = "Normal(0, 2)"
[utility]
launch = "10*μ - 5"
stop = "0"
[experiment.survey]
sample = "normal"
deviation = "3"
each = "c"
"""


def worth(lines, mean, spread, noise, n) -> mpf:
    """∫ max (a + b·M) over the law of the posterior mean, less the best line now."""
    s = mp.sqrt(mpf(spread) ** 4 * n / (n * mpf(spread) ** 2 + mpf(noise) ** 2))
    cuts = sorted(
        {
            mpf(a - e) / (d - b)
            for a, b in lines
            for e, d in lines
            if d != b and abs(mpf(a - e) / (d - b) - mean) < 9 * s
        }
    )
    ends = [mean - 10 * s, *cuts, mean + 10 * s]
    whole = quad(lambda x: max(a + b * x for a, b in lines) * npdf(x, mean, s), ends)
    return whole - max(a + b * mean for a, b in lines)


@given(
    st.lists(st.tuples(st.integers(-4, 4), st.integers(-3, 3)), min_size=2, max_size=4),
    st.integers(-2, 2),
    st.integers(1, 3),
    st.integers(1, 3),
    st.integers(1, 4),
)
@settings(max_examples=12, deadline=None, derandomize=True)
def test_by_numerical_integration(lines, mean, spread, noise, n) -> None:
    payoffs = {f"a{i}": a + b * m for i, (a, b) in enumerate(lines)}
    problem = NormalProblem("μ", mean, spread, payoffs, noise, optimum="max")
    found = normal_sizes(problem, most=n).at(n)
    assert abs(float(found.worth) - float(worth(lines, mean, spread, noise, n))) < 1e-9
    assert found.error < Fraction(1, 10**20)
    losses = NormalProblem("μ", mean, spread, {a: -e for a, e in payoffs.items()}, noise, optimum="min")
    assert normal_sizes(losses, most=n).at(n).worth == found.worth


def test_two_actions_have_the_loss_integral_of_raiffa_and_schlaifer() -> None:
    """EVPI = b·v·L(|k − m|/v) for a break-even k; L(u) = φ(u) − u (1 − Φ(u)), by the error function of the C library."""
    found = normal_sizes(loads(TEXT), {"c": 1})
    u = 0.5 / 2
    loss = exp(-u * u / 2) / sqrt(2 * pi) - u * erfc(u / sqrt(2)) / 2
    assert abs(float(found.perfect) - 10 * 2 * loss) < 1e-13
    assert found.value == 0


def test_the_best_number_is_proved() -> None:
    found = normal_sizes(loads(TEXT), {"c": Rational(1, 10)})
    assert found.is_proved
    (best,) = found.best
    far = normal_sizes(loads(TEXT), {"c": Rational(1, 10**6)}, most=2 * len(found.sizes)).sizes
    top = found.at(best).net
    assert all(s.worth - Fraction(s.n, 10) < top for s in far if s.n not in (0, best))
    assert all(a.worth < b.worth for a, b in pairwise(far))
    assert far[-1].worth < found.perfect
    free = NormalProblem("μ", 0, 1, {"go": m, "stay": 0}, optimum="max")
    assert not normal_sizes(free, most=3).is_proved
    useless = normal_sizes(NormalProblem("μ", 0, 1, {"go": m, "stay": 0}, each=1, optimum="max"))
    assert (useless.best, useless.is_proved) == ((0,), True)


def test_the_file_and_the_command(tmp_path: Path, capsys) -> None:
    problem = loads(TEXT)
    assert loads(dump(problem)) == problem
    place = tmp_path / "launch.toml"
    place.write_text(TEXT)
    assert load_problem(place) == problem
    assert main(["value", str(place), "--at", "c=1/2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["best_n"] == list(normal_sizes(problem, {"c": Rational(1, 2)}).best)
    assert found["error"] == "1e-12"
    assert main(["value", str(place), "--at", "c=1/2"]) == 0
    assert "every decimal errs by less than 1e-12" in capsys.readouterr().out
    assert main(["solve", str(place)]) == 2
    assert "ask `symdt value`" in capsys.readouterr().err
    assert main(["value", str(place)]) == 2
    assert "the letter 'c' is free" in capsys.readouterr().err
    with pytest.raises(TableError, match="there is no tree"):
        optimum_at(problem, c=1)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: NormalProblem("μ", 0, 0, {"a": m}, optimum="max"), "the spread of the law"),
        (lambda: NormalProblem("μ", 0, 1, {"a": m}, 0, optimum="max"), "the deviation of a measurement"),
        (lambda: NormalProblem("μ", 0, 1, {"a": m**2}, optimum="max"), "not linear"),
        (lambda: NormalProblem("μ", 0, 1, {"a": 1 / m}, optimum="max"), "not linear"),
        (lambda: NormalProblem("μ", m, 1, {"a": m}, optimum="max"), "not known beforehand"),
        (lambda: NormalProblem("μ", 0, 1, {}, optimum="max"), "no actions"),
        (lambda: normal_sizes(NormalProblem("μ", 0, 1, {"a": m}, optimum="max"), most=0), "from 1 on"),
        (
            lambda: normal_sizes(NormalProblem("μ", 0, 1, {"a": m}, optimum="max"), most=2).at(9),
            "were not looked at",
        ),
        (lambda: loads(TEXT.replace("Normal(0, 2)", "Normal(0)")), "needs one law of an unknown mean"),
        (lambda: loads(TEXT.replace('deviation = "3"', "")), "the deviation of a measurement"),
        (lambda: loads(TEXT.replace("each", "eahc")), "did you mean 'each'"),
        (lambda: loads(TEXT.replace('"μ" =', "c =")), "cannot name an unknown mean"),
    ],
)
def test_what_is_refused(make, says: str) -> None:
    with pytest.raises(SymdtError, match=says):
        make()


def test_letters_stay_until_they_are_fixed() -> None:
    problem = NormalProblem("μ", Symbol("m0"), 1, {"go": m, "stay": c}, domain=Domain("c > 0"), optimum="max")
    assert {s.name for s in problem.symbols} == {"m0", "c"}
    assert problem.at(m0=1, c=2).lines == {"go": (0, 1), "stay": (2, 0)}
