"""The examples: §2 of the paper and published problems, against the answers on paper."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest
from sympy import Rational, symbols

from symdt.cli import main
from symdt.errors import DomainError
from symdt.exact.field import equal
from symdt.formats.problem import dump, load_problem, loads
from symdt.problems.loss import LossTable
from symdt.problems.tree_problem import TreeProblem, to_tree
from symdt.solve.foldback import fold_back
from symdt.solve.risk import bayes_actions, bayes_risk, risks
from symdt.solve.rule import decision_rule

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
p, h, k, c2, c3, r = symbols("p h k c2 c3 r")
p2, p3, p23 = symbols("p2 p3 p23")


def example(name: str):
    return load_problem(EXAMPLES / f"{name}.toml")


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.toml")), ids=lambda f: f.stem)
def test_every_file_comes_back_and_is_solved(file: Path, capsys) -> None:
    problem = load_problem(file)
    assert loads(dump(problem)) == problem
    assert main(["solve", str(file)]) == 0
    out = capsys.readouterr().out
    assert problem.title in out
    assert max(map(len, out.splitlines())) <= 80
    if problem.symbols:
        values = zip(problem.domain.field.names, problem.domain.witness, strict=True)
        assert main(["solve", str(file), "--at", ",".join(f"{n}={v}" for n, v in values), "--json"]) == 0


#: What the theory says, and the scripts about models print.
PRINTED = {
    "example1_two_models": ["before the product over k: 1", "as printed, inside it, at α = 1: 2/9"],
    "example3_disintegrable": [
        "R_0 - R_23 = (R_0 - R_3) + (R_0 - R_2)",
        "R_0 - R_3 = 0, R_0 - R_2 > 0: a2 or a23",
        "none is left iff c2*k == h, c2 == c3",
        "Table (3) is not disintegrable: 7 of 16 cells obstruct it",
    ],
    "sequential_problem": [
        "at each of the 5 decision nodes",
        "folded back: 1/2",
        "folded back: 5/6",
        "folded back: 4/9",
    ],
    "greedy_and_k2": ["they end in different models; Bayes action {B}; most probable {A,B}"],
    "exact_in_alpha": [
        "= 1/449064000",
        "= 1/4490640000",
        "35439104/165475309 ≤ τ < 156924416/165475309: {x2}",
    ],
}


def test_the_scripts_that_print_are_there() -> None:
    assert set(PRINTED) <= {file.stem for file in EXAMPLES.glob("*.py")}


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.py")), ids=lambda f: f.stem)
def test_every_script_runs(file: Path, capsys, monkeypatch, tmp_path) -> None:
    # a script takes the folder to draw its figures into; tests leave the repository's figures alone
    monkeypatch.setattr(sys, "argv", [str(file), str(tmp_path)])
    monkeypatch.syspath_prepend(str(EXAMPLES))  # as `python examples/file.py` has it
    runpy.run_path(str(file), run_name="__main__")
    printed = capsys.readouterr().out
    assert printed
    assert [line for line in PRINTED.get(file.stem, ()) if line not in printed] == []
    assert any(tmp_path.rglob("*.svg"))


# --- §2.1 -----------------------------------------------------------------------------------


def test_two_models_with_0_1_loss() -> None:
    problem = example("two_models_01")
    assert risks(problem) == {"a0": p, "a1": 1 - p}  # R(a0) = p(M1|D), R(a1) = p(M0|D)
    assert bayes_actions(problem, p="1/3") == ("a0",)
    assert bayes_actions(problem, p="1/2") == ("a0", "a1")


def test_the_r_rule() -> None:
    problem = example("two_models_ratio")
    for ratio, chosen in (("1/2", ("a1",)), (2, ("a0",)), (1, ("a0", "a1"))):
        assert bayes_actions(problem, r=ratio) == chosen
    # "The risk of the Bayesian action … is the posterior probability of the model chosen" is not so:
    # it is that of the other model
    assert bayes_risk(problem, r=2) == Rational(1, 3)


def test_the_0_L_rule_in_posterior_and_in_likelihood_form() -> None:
    l01, l10, q, f0, f1 = symbols("l01 l10 q f0 f1")
    R = risks(example("two_models_0L"))
    assert equal(R["a1"], l01 * (1 - p))
    assert equal(R["a0"], l10 * p)
    R = risks(example("two_models_likelihood"))
    # a1 is better iff p(D|M1) > l01 p(M0) p(D|M0) / (l10 p(M1)): the same sign, the denominator being p(D) > 0
    evidence = (1 - q) * f0 + q * f1
    printed = f1 - l01 * (1 - q) * f0 / (l10 * q)
    assert equal((R["a0"] - R["a1"]) * evidence, l10 * q * printed)


# --- §2.2 -----------------------------------------------------------------------------------


@pytest.mark.parametrize("g", range(1, 6))
def test_theorem_1(g: int) -> None:
    """R(a_i) - R(a_j) = p_j - p_i, derived for each pair; and the property of the table that gives it for every g."""
    theorem = runpy.run_path(str(EXAMPLES / "theorem1.py"))
    belief = theorem["posterior"](g)
    for i in range(g + 1):
        for j in range(g + 1):
            assert equal(theorem["difference"](g, i, j), belief[f"M{j}"] - belief[f"M{i}"])
    assert theorem["argument"](g)


def test_the_argument_of_theorem_1_is_about_the_0_1_table_alone() -> None:
    columns = LossTable.general(3).entries
    assert (
        columns[0][1] - columns[0][2] != 0
    )  # with general losses a third model's probability does not cancel


def test_example_2_with_letters() -> None:
    R = risks(example("example2_posterior"))
    p0 = 1 - p2 - p3 - p23
    assert equal(R["a0"], h * (p3 + p2) + 2 * h * p23)
    assert equal(R["a3"], k * c3 * p0 + k * (c3 + c2) * p2 + h * p23)
    assert equal(R["a2"], k * c2 * p0 + k * (c3 + c2) * p3 + h * p23)
    assert equal(R["a23"], k * (c3 + c2) * p0 + k * c3 * p3 + k * c2 * p2)


def test_example_2_with_its_numbers() -> None:
    R = risks(example("example2"))
    assert equal(R["a0"], 6 * h * p)
    assert equal(R["a3"], 2 * k - 3 * k * p + 2 * h * p)
    assert equal(R["a2"], 3 * k - 7 * k * p + 2 * h * p)
    assert equal(R["a23"], 5 * k - 15 * k * p)
    general = risks(example("example2_states"))
    assert all(equal(general[a].subs({c2: 3, c3: 2}), R[a]) for a in R)


def test_table_3() -> None:
    R = risks(example("table3"))
    p0 = 1 - p2 - p3 - p23
    assert equal(R["a0"], h * (p3 + p2) + 2 * h * p23)
    assert equal(R["a3"], p0 + h * p2 + 2 * h * p23)
    assert equal(R["a2"], p0 + h * p3 + 2 * h * p23)
    assert equal(R["a23"], p0 + h * p3 + h * p2)
    # a0 against the others: p0 against h p3, h p2 and 2 h p23
    assert equal(R["a3"] - R["a0"], p0 - h * p3)
    assert equal(R["a2"] - R["a0"], p0 - h * p2)
    assert equal(R["a23"] - R["a0"], p0 - 2 * h * p23)


# --- published problems ---------------------------------------------------------------------


def test_oil_wildcatter() -> None:
    problem = example("oil_wildcatter")
    answer = fold_back(to_tree(problem), optimum="max").at()
    assert (answer.action, answer.value) == ("seismic", Rational(45, 2))
    assert answer.values == {"drill": 20, "do not drill": 0, "seismic": Rational(45, 2)}
    assert answer.strategy == {
        "ν1": "seismic",
        "seismic: no structure": "do not drill",
        "seismic: open structure": "drill",
        "seismic: closed structure": "drill",
    }


def test_oil_wildcatter_with_letters_is_the_one_with_numbers() -> None:
    problem = example("oil_wildcatter_letters").at({"d": Rational(1, 2), "T": 10})
    answer = fold_back(to_tree(problem), optimum="max").at()
    assert (answer.action, answer.value) == ("seismic", Rational(45, 2))


def test_used_car() -> None:
    answer = fold_back(to_tree(example("used_car")), optimum="max").at()
    assert (answer.action, answer.value) == ("mechanic", 31)
    assert answer.values == {"buy": 28, "buy with guarantee": 24, "walk away": 0, "mechanic": 31}
    assert answer.strategy["mechanic: peach"] == "buy"
    assert answer.strategy["mechanic: lemon"] == "buy with guarantee"
    without = example("used_car_lemon")
    assert bayes_actions(without, q="2/9") == ("buy", "buy with guarantee")
    rule = decision_rule(without, "q")
    assert [(q.label.action, str(q.stop)) for q in rule.cases[0].pieces] == [
        ("buy", "2/9"),
        ("buy with guarantee", "1"),
    ]


def test_umbrella() -> None:
    problem = example("umbrella")
    assert isinstance(problem, TreeProblem)
    solved = fold_back(problem.tree, domain=problem.domain, optimum="max")
    assert solved.at(r="8/15").ties == ("take", "leave")
    assert solved.at(r="9/15").ties == ("take",)
    assert solved.at(r="7/15").ties == ("leave",)
    by_tree = decision_rule(problem.tree, r, domain=problem.domain, optimum="max")
    for rule in (by_tree, decision_rule(problem, r)):
        assert rule(r="8/15") == "leave"  # a piece is closed on the right
        assert rule(r="9/15") == "take"
    with pytest.raises(DomainError, match="its own domain"):
        decision_rule(problem, r, domain=problem.domain)
