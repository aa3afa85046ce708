"""Files that SilverDecisions made are read as it meant them, and it reads ours; see `silver.mjs`."""

from __future__ import annotations

import json
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from symdt import cost_effectiveness, load_problem, optimum_at, risks, save_problem
from symdt.errors import FileError
from symdt.formats.foreign.exactly import point_of
from symdt.formats.foreign.silver import read_silver, to_silver
from symdt.problems.tree_problem import TreeProblem
from tests.show.page.tools import package

HERE = Path(__file__).parent
ROOT = HERE.parent.parent.parent
DATA = HERE / "data"
#: The files, the tree that is asked for, and the numbers of its variables.
FILES = {
    "repair": (None, {"p": "1/5", "sens": "9/10", "spec": "3/4", "loss": 400, "price": 100}),
    "screening": (None, {"p": "1/8", "q": 4, "λ": 20}),  # the weight of the cost is 1/20
    "queue": (2, {"t": 6, "fee": 1}),
}


def exactly(number: Any) -> Fraction:
    """A number as SilverDecisions saves it."""
    return Fraction(number["n"], number["d"]) if isinstance(number, dict) else Fraction(number)


@pytest.mark.parametrize("name", FILES)
def test_what_silver_decisions_computed_is_what_is_found(name: str) -> None:
    tree, point = FILES[name]
    file = DATA / f"{name}_silver.json"
    document = json.loads(file.read_text())
    root = document["data"]["trees"][(tree or 1) - 1]
    computed = root["computed"][document["rule"]]
    problem = load_problem(file, tree=tree)
    assert {s.name for s in problem.symbols} == set(point)
    best = optimum_at(problem, point)
    optimal = [e["name"] for e in root["childEdges"] if e["computed"][document["rule"]].get("optimal")]
    assert list(best.ties) == optimal
    payoff = [exactly(x) for x in computed["payoff"]]
    if name == "screening":
        cost, effect = payoff
        assert Fraction(str(best.value)) == 20 * effect - cost
        found = cost_effectiveness(problem, problem.willingness).at(p="1/8", q=4)
        assert {o.name: (o.cost, o.effect) for o in found.options}["all"] == (cost, effect)
    else:
        assert Fraction(str(best.value)) == payoff[0]


@pytest.mark.parametrize("name", FILES)
def test_round_trips(name: str, tmp_path: Path) -> None:
    problem = load_problem(DATA / f"{name}_silver.json", tree=FILES[name][0])
    for suffix in (".silver.json", ".toml", ".json"):
        again = load_problem(save_problem(problem, tmp_path / f"again{suffix}"))
        # a node's name is its address in a problem file: of several nodes of one name all but the first get a number
        assert again == problem or (name == "repair" and suffix != ".silver.json")
        assert (risks(again), again.domain) == (risks(problem), problem.domain)
        assert again.willingness == problem.willingness


def test_the_weight_of_two_criteria_has_the_bounds_of_the_file() -> None:
    """Weights of the cost up to 4 are a willingness to pay of 1/4 and more; of the effect they are as they stand."""
    document = json.loads((DATA / "screening_silver.json").read_text())
    assert "4*λ >= 1" in str(read_silver(json.dumps(document)).domain)
    document["data"]["weightLowerBound"] = "0.5"
    assert "λ <= 2" in str(read_silver(json.dumps(document)).domain)
    document["rule"] = "max-min"
    flipped = read_silver(json.dumps(document))
    assert "2*λ >= 1, λ <= 4" in str(flipped.domain)
    ill = flipped.tree.child("nobody").child("ill").value
    assert str(ill) == "-q + 80*λ"  # the first criterion is the effect now
    document["rule"] = "min-min"
    both = read_silver(json.dumps(document))
    assert (both.optimum, both.willingness) == ("min", "")
    assert str(both.tree.child("nobody").child("ill").value) == "q + 80*weight"
    document["data"]["code"] += "\nweight = 3\npay = 2*weight"
    assert "weight_2" in {s.name for s in read_silver(json.dumps(document)).symbols}


def test_branches_share_what_is_left_and_functions_are_put_in() -> None:
    tree = load_problem(DATA / "queue_silver.json", tree=2).tree
    queue = tree.child("left")
    assert [str(p) for _, p, _ in queue.branches] == ["3/8", "1/4", "3/8"]
    assert str(queue.child("longer").value) == "fee + 2*t**2"


def test_variables_that_grow_in_each_other_are_refused_at_once() -> None:
    document = json.loads((DATA / "queue_silver.json").read_text())
    squares = [f"a{i} = a{i - 1}*a{i - 1} + a{i - 1}" for i in range(1, 40)]
    document["data"]["code"] += "\na0 = t\n" + "\n".join(squares)
    with pytest.raises(FileError, match="grows to more than 4000 terms and factors"):
        read_silver(json.dumps(document), tree=2)
    document["data"]["code"] = "t = 6\nfee = 1\ng(x, y) = x"
    document["data"]["trees"][1]["childEdges"][1]["payoff"] = ["g(t)", 0]
    with pytest.raises(FileError, match="the function takes 2 arguments"):
        read_silver(json.dumps(document), tree=2)


def asked(*words: str) -> str:
    """What SilverDecisions answers."""
    for name in ("sd-model", "sd-computations", "sd-expression-engine", "esbuild"):
        package(name)
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not on this machine: SilverDecisions is not asked here")
    done = subprocess.run(
        [node, str(HERE / "silver.mjs"), *words], capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.slow
def test_silver_decisions_writes_the_same_and_computes_ours(tmp_path: Path) -> None:
    """Trees, tables, costs with effects: its own rules find our values at the numbers that the file is given."""
    asked("make", str(tmp_path))
    for name in FILES:
        made = f"{name}_silver.json"
        assert (tmp_path / made).read_text() == (DATA / made).read_text()
    names = (
        "umbrella",
        "test_or_treat",
        "oil_wildcatter_letters",
        "used_car_lemon",
        "catalogue/frick_2007_programmes",
    )
    problems = [load_problem(ROOT / "examples" / f"{name}.toml") for name in names]
    problems += [load_problem(DATA / f"{n}_silver.json", tree=FILES[n][0]) for n in FILES]
    for problem in problems:
        assert not isinstance(problem, TreeProblem) or read_silver(to_silver(problem)) == problem
        (tmp_path / "ours.json").write_text(to_silver(problem))
        told = json.loads(asked("solve", str(tmp_path / "ours.json")))
        point = {s.name: v for s, v in point_of(problem.domain).items()}
        best = optimum_at(problem, point)
        (tree,) = told["trees"]
        assert told["errors"] == [""]
        assert set(tree["optimal"]) == set(best.ties)
        payoff = [float(x) for x in tree["payoff"]]
        found = payoff[0]
        if problem.willingness:
            found = float(point[problem.willingness]) * payoff[1] - payoff[0]
        assert found == pytest.approx(float(best.value))
