"""The best sample size: by the tree of each size, by integrals, by counting on, and by the command."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, integrate, symbols

from symdt import (
    Dirichlet,
    Domain,
    Gamma,
    SamplingProblem,
    load_problem,
    optimum_at,
    sample_sizes,
    sample_worth,
    sequence_worth,
)
from symdt.analysis.knowing.sample_size import MOST
from symdt.cli import main
from symdt.errors import DomainError, TableError

t, x, y = symbols("θ x y")
LOT = "examples/catalogue/raiffa_schlaifer_1961_lot.toml"


def lot(a, b, payoffs, each=0, cost=0, sizes=(1,), optimum="max"):
    return SamplingProblem(Dirichlet(("θ",), (a, b)), payoffs, sizes, each, cost, optimum=optimum)


@given(
    st.integers(1, 3),
    st.integers(1, 3),
    st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=2, max_size=3),
    st.sampled_from(["min", "max"]),
)
@settings(max_examples=15, deadline=None, derandomize=True)
def test_by_the_tree_of_each_size(a, b, lines, optimum) -> None:
    payoffs = {f"a{i}": u + v * t for i, (u, v) in enumerate(lines)}
    each, cost = Rational(1, 50), Rational(1, 100)
    problem = lot(a, b, payoffs, each, cost, (1, 2, 4), optimum)
    found = sample_sizes(problem, most=5)
    sign = 1 if optimum == "min" else -1
    tree = optimum_at(problem).values
    for n in (1, 2, 4):
        if n < len(found.sizes):
            size = found.at(n)
            assert sign * (found.value - tree[f"sample {n}"]) == size.net
            assert sample_worth(problem, n).at() == size.worth
            assert size.cost == cost + n * each
    worths = [s.worth for s in found.sizes]
    assert worths == sorted(worths)  # more items never teach less
    assert found.perfect is None or worths[-1] <= found.perfect


@pytest.mark.parametrize(("a", "b", "r"), [(1, 4, 25), (2, 3, 40), (3, 1, 60)])
def test_knowing_the_rate_is_an_integral(a: int, b: int, r: int) -> None:
    found = sample_sizes(lot(a, b, {"accept": 100 * t, "reject": r}, Rational(1, 2), optimum="min"))
    density = t ** (a - 1) * (1 - t) ** (b - 1)
    whole = integrate(density.expand(), (t, 0, 1))
    now = min(Rational(100 * a, a + b), Rational(r))
    cut = Rational(r, 100)
    least = integrate((100 * t * density).expand(), (t, 0, cut)) + integrate(
        (r * density).expand(), (t, cut, 1)
    )
    assert found.perfect == now - least / whole


def test_the_proof_of_the_best_size_holds_far_beyond() -> None:
    problem = load_problem(LOT).at(r=25, c=Rational(1, 2))
    found = sample_sizes(problem)
    assert (found.best, found.is_proved) == ((1,), True)
    far = sample_sizes(lot(1, 4, {"accept": 100 * t, "reject": 25}, optimum="min"), most=40)
    top = found.at(1).net
    assert all(s.worth - Rational(s.n, 2) < top for s in far.sizes if s.n > 1)
    # a law whose actions cross at no rational rate: the bound by moments serves
    odd = lot(1, 1, {"a": t**2, "b": Rational(1, 2)}, Rational(1, 200))
    again = sample_sizes(odd)
    assert again.perfect is None
    assert again.is_proved
    assert all(s.worth <= again.bound for s in again.sizes)
    assert not sample_sizes(lot(1, 1, {"a": t, "b": Rational(1, 2)}), most=4).is_proved  # items for nothing


def test_ties_are_all_named() -> None:
    # EVSI is 1/6 for one item and for two: at a price of 0 for the second none is better
    free = sample_sizes(lot(1, 1, {"bet": 2 * t - 1, "leave": 0}), most=2)
    assert free.best == (1, 2)


def test_counts_of_a_rate_against_a_long_sum() -> None:
    """Poisson counts of Gamma(2, 1): the sum over counts up to 400 is the value to 40 digits."""
    payoffs = {"keep": 10 - 3 * t, "stop": 2 * t - 4}
    problem = SamplingProblem(Gamma("θ", 2, 1), payoffs, (1, 3), optimum="max")
    found = sample_sizes(problem, most=3)
    for n in (1, 3):
        total = Fraction(0)
        p = Fraction(1, (1 + n) ** 2)  # P(0) = (1/(1 + n))²
        for k in range(400):
            mean = Fraction(2 + k, 1 + n)
            total += p * max(10 - 3 * mean, 2 * mean - 4)
            p *= Fraction(2 + k, k + 1) * Fraction(n, 1 + n)
        gross = Fraction(str(found.at(n).worth + found.value))
        assert abs(gross - total) < Fraction(1, 10**40)
        assert optimum_at(problem).values[f"sample {n}"] == found.at(n).worth + found.value


def test_several_categories() -> None:
    law = Dirichlet(("x", "y"), (1, 1, 1))
    problem = SamplingProblem(
        law, {"x": x, "y": y, "none": Rational(2, 5)}, (2,), Rational(1, 100), optimum="max"
    )
    found = sample_sizes(problem, most=2)
    total = Fraction(0)
    for first, second in product(range(3), repeat=2):
        seen = [1 + (first == i) + (second == i) for i in range(3)]
        p = Fraction(1, 3) * Fraction(1 + (first == second), 4)
        total += p * max(Fraction(seen[0], 5), Fraction(seen[1], 5), Fraction(2, 5))
    assert found.at(2).worth == Rational(total.numerator, total.denominator) - Rational(2, 5)


def test_what_is_refused() -> None:
    c = symbols("c")
    with pytest.raises(TableError, match="letter 'c' is free"):
        sample_sizes(lot(1, 1, {"a": t, "b": c}))
    chain = SamplingProblem(Dirichlet(("θ",), (1, 1)), {"a": t}, (3,), 1, 0, True, optimum="max")
    with pytest.raises(TableError, match="when to stop"):
        sample_sizes(chain)
    with pytest.raises(DomainError, match="from 1 on"):
        sample_sizes(lot(1, 1, {"a": t}), most=0)
    with pytest.raises(TableError, match="offers no sample of '7'"):
        sample_worth(lot(1, 1, {"a": t}), 7)
    with pytest.raises(DomainError, match="were not looked at"):
        sample_sizes(lot(1, 1, {"a": t}), most=2).at(MOST)
    at_point = SamplingProblem(
        Dirichlet(("θ",), (1, 1)), {"a": t, "b": c}, domain=Domain("0 < c < 1"), optimum="max"
    )
    assert sample_sizes(at_point, {"c": Rational(1, 2)}, most=1).at(1).worth == Rational(1, 12)


def test_the_command_finds_the_best_size(capsys) -> None:
    assert main(["value", LOT, "--at", "r=25,c=1/2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["best_n"], found["proved"], found["evpi"], found["value"]) == ([1], True, "1215/256", "20")
    assert found["evsi"] == {"sample 2": "15/7", "sample 5": "55/18"}
    assert main(["value", LOT, "--at", "r=25,c=1/2", "--digits", "2"]) == 0
    assert "7/6 (1.17)" in capsys.readouterr().out
    assert main(["value", LOT]) == 0
    assert "sample 2: Min(20, r) - Min(" in capsys.readouterr().out
    assert main(["value", "examples/umbrella.toml", "--most", "3"]) == 2
    assert "--most is given for a tree problem" in capsys.readouterr().err


@pytest.mark.parametrize("c", [Fraction(0), Fraction(1), Fraction(3), Fraction(17, 3), Fraction(6)])
def test_drawing_one_after_the_other_is_worth_what_folding_back_by_hand_says(
    c: Fraction, tmp_path, capsys
) -> None:
    """A uniform rate, accepting costs 100 θ, rejecting 45, at most three items at c each."""

    def least(bad: int, n: int) -> Fraction:
        mean = Fraction(1 + bad, 2 + n)
        stop = min(100 * mean, Fraction(45))
        if n == 3:
            return stop
        return min(stop, c + mean * least(bad + 1, n + 1) + (1 - mean) * least(bad, n + 1))

    file = tmp_path / "lot.toml"
    file.write_text(
        '[parameters]\nc = "c >= 0"\n[belief]\n"θ" = "Beta(1, 1)"\n[loss]\naccept = "100*θ"\nreject = "45"\n'
        '[experiment.draw]\nsample = "binomial"\nn = 3\neach = "c"\nsequential = true\n'
    )
    assert main(["value", str(file), "--at", f"c={c}", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["value"] == "45"
    assert told["sequence"]["most"] == 3
    assert Fraction(told["sequence"]["worth"]) == 45 - least(0, 0)
    assert Fraction(str(sequence_worth(load_problem(file)).at(c=c))) == 45 - least(0, 0)
    assert main(["value", str(file), "--most", "9"]) == 2
    assert "items are drawn one after the other" in capsys.readouterr().err
