"""Foreign files: what is written is read back the same, with letters; what other programs read is the same at a point."""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
import zipfile
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from sympy import Rational, expand, symbols

from symdt import (
    AmountProblem,
    Belief,
    ChanceNode,
    Decision,
    DecisionNode,
    Domain,
    InfluenceDiagram,
    LossTable,
    ProcessProblem,
    TreeProblem,
    ValueNode,
    bayes_network,
    evpi,
    evppi,
    evsi,
    load_problem,
    risks,
    save_problem,
)
from symdt.cli import main
from symdt.errors import FileError, SymdtError
from symdt.formats import load, readers, writers
from symdt.formats.foreign.bifxml import read_bifxml, to_bifxml
from symdt.formats.foreign.efg import read_efg, to_efg
from symdt.formats.foreign.exactly import number_at, point_of
from symdt.formats.foreign.foreign import FOREIGN, read_json
from symdt.formats.foreign.growth import tree_with_events
from symdt.formats.foreign.sheet import read_sheet, to_sheet
from symdt.formats.foreign.silver import read_silver, to_silver
from symdt.formats.foreign.workbook import read_workbook, to_workbook
from symdt.formats.foreign.xdsl import read_xdsl, to_xdsl
from symdt.formats.network import to_csv
from symdt.problems.experiment import Experiment
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Tree, Value, decision_names
from symdt.problems.tree_problem import to_tree
from symdt.solve.foldback import fold_back

ROOT = Path(__file__).parent.parent.parent.parent
EXAMPLES = sorted(
    f
    for f in (ROOT / "examples").rglob("*.toml")
    if f.name != "answers.toml" and "claims" not in f.parts and "[data]" not in f.read_text()
)
r, a, c = symbols("r a c")
DIAGRAM = InfluenceDiagram(
    [
        ChanceNode("weather", ["rain", "dry"], [], [r, "rest"]),
        ChanceNode("forecast", ["bad", "good"], ["weather"], {"rain": [a, "rest"], "dry": [1 - a, "rest"]}),
        DecisionNode("umbrella", ["take", "leave"], ["forecast"]),
        ValueNode(
            "comfort",
            ["weather", "umbrella"],
            {
                ("rain", "take"): 70,
                ("rain", "leave"): -c / 3,
                ("dry", "take"): Rational(20, 7),
                ("dry", "leave"): 100,
            },
        ),
    ],
    Domain("0 < r < 1", "1/2 < a < 1", "c > r"),
    "max",
    "umbrella",
)


def best_at(problem, point):
    fixed = problem.at({s.name: v for s, v in point.items()}) if point else problem
    solved = fold_back(fixed).at()
    return solved.action, solved.value


def settled(tree: Tree) -> Tree:
    """The tree whose leaves hold what the branches to them pay: other programs pay it once."""
    made: dict[int, Tree] = {}
    for node in tree.nodes():
        if isinstance(node, Value):
            made[id(node)] = node
            continue
        ends = [
            (Value(child.value + x), 0) if isinstance(child, Value) else (made[id(child)], x)
            for child, x in zip(node.children(), node.payoffs, strict=True)
        ]
        if isinstance(node, Chance):
            parts = zip(node.branches, ends, strict=True)
            made[id(node)] = Chance(node.name, {b: (p, *end) for (b, p, _), end in parts}, node.event)
        else:
            made[id(node)] = Decision(node.name, dict(zip(node.actions, ends, strict=True)))
    return made[id(tree)]


@pytest.mark.parametrize("suffix", [".silver.json", ".efg", ".json"])
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda f: f.stem)
def test_every_example_comes_back_from_every_tree_format(file: Path, suffix: str) -> None:
    problem = load_problem(file)
    if isinstance(problem, AmountProblem) and suffix != ".json":
        with pytest.raises(SymdtError, match="infinitely many"):
            FOREIGN[suffix].write(problem)
        return
    back = FOREIGN[suffix].read(FOREIGN[suffix].write(problem))
    if suffix == ".json":
        assert back == problem
        return
    assert back.domain == problem.domain
    assert (back.optimum, back.title) == (problem.optimum, problem.title)
    if not isinstance(problem, InfluenceDiagram | ProcessProblem):  # whose ends are paid on the way
        tree = settled(tree_with_events(problem))
        assert back == TreeProblem(tree, problem.domain, problem.optimum, problem.title)
        assert str(tree) == str(settled(problem.tree))  # events apart the tree is the problem's own
    again = FOREIGN[suffix].read(FOREIGN[suffix].write(back))
    assert again == back
    point = point_of(problem.domain)
    assert best_at(back, point) == best_at(problem, point)


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda f: f.stem)
def test_every_table_comes_back_from_a_sheet(file: Path) -> None:
    problem = load_problem(file)
    if not isinstance(problem, DecisionProblem):
        with pytest.raises(FileError, match="no form as a sheet"):
            to_sheet(problem)
        return
    assert read_sheet(to_sheet(problem)).loss == problem.loss
    assert read_sheet(to_sheet(problem)) == problem or set(problem.domain.symbols) != problem.symbols
    assert read_sheet(to_sheet(problem, "\t")).belief == problem.belief


@pytest.mark.parametrize("suffix", [".bifxml", ".xdsl"])
@pytest.mark.parametrize(("optimum", "title"), [("max", DIAGRAM.title), ("min", DIAGRAM.title), ("max", "")])
def test_a_diagram_with_letters_comes_back(suffix: str, optimum: str, title: str) -> None:
    diagram = InfluenceDiagram(DIAGRAM.nodes, DIAGRAM.domain, optimum, title)
    text = FOREIGN[suffix].write(diagram)
    assert FOREIGN[suffix].read(text) == diagram
    # another program sees the numbers at the point, and maximises
    plain = FOREIGN[suffix].read("\n".join(line for line in text.splitlines() if "symdt" not in line))
    assert not plain.symbols
    assert plain.optimum == "max"
    action, value = best_at(diagram, point_of(diagram.domain))
    seen = fold_back(plain).at()
    assert seen.action == action
    assert abs(float(seen.value) - (1 if optimum == "max" else -1) * float(value)) < 1e-9


@pytest.mark.parametrize("suffix", [".bifxml", ".xdsl"])
def test_a_table_is_a_diagram_of_three_nodes(suffix: str) -> None:
    problem = load_problem(ROOT / "examples" / "catalogue" / "howard_party.toml")
    back = FOREIGN[suffix].read(FOREIGN[suffix].write(problem))
    assert back.domain == problem.domain
    assert best_at(back, {symbols("s"): Rational(2, 5)}) == ("porch", 48)
    with pytest.raises(FileError, match="holds influence diagrams"):
        FOREIGN[suffix].write(load_problem(ROOT / "examples" / "umbrella.toml"))


@pytest.mark.parametrize(("write", "read"), [(to_bifxml, read_bifxml), (to_xdsl, read_xdsl)])
def test_a_number_that_was_changed_beside_its_letter_is_told(write, read) -> None:
    text = write(DIAGRAM)
    changed = re.sub(r"(<(?:TABLE|probabilities)>)[0-9. ]+(<)", r"\g<1>0.4 0.6\2", text, count=1)
    assert changed != text
    with pytest.raises(FileError, match="one was changed"):
        read(changed)


def test_gambit_sees_numbers_and_symdt_letters() -> None:
    problem = load_problem(ROOT / "examples" / "umbrella.toml")
    text = to_efg(problem)
    plain = read_efg(text.replace("symdt optimum", "no mark"))
    assert not plain.symbols
    point = point_of(problem.domain)
    assert best_at(plain, {})[1] == number_at(
        fold_back(problem.at({s.name: v for s, v in point.items()})).at().value, {}
    )
    with pytest.raises(FileError, match="one was changed"):
        read_efg(text.replace('"rain" 1/2', '"rain" 1/3', 1))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("NFG 1 R", "does not begin with EFG 2"),
        ('EFG 2 R "x" { "I" "II" } ""', "2 players"),
        ('EFG 2 R "x" { "I" } "" p "" 1 1 "" { "a" "b" } 0 t "" 1 "" { 1 }', "an end"),
        ('EFG 2 R "x" { "I" } "" t "" 1 "" { 1 2 }', "has 2 payoffs"),
        ('EFG 2 R "x" { "I" } "" t "" 1', "no payoff"),
        ('EFG 2 R "x" { "I" } "" c "" 1 "" { "a" 1/2 "b" } 0', "without a probability"),
        ('EFG 2 R "x" { "I" } "" q "" 1', "c, p and t"),
        (
            'EFG 2 R "x" { "I" } "" c "" 1 "" { "a" 1/2 "b" 1/2 } 0 p "d" 1 1 "" { "x" } 0 t "" 1 "" { 1 } p "e" 1 1 0 t "" 1',
            "shares its information set",
        ),
        ('EFG 2 R "x" { "I" } "" t "" 1 "" { 1 } t "" 1', "after its tree ends"),
    ],
)
def test_games_that_are_refused(text: str, says: str) -> None:
    with pytest.raises(FileError, match=says) as caught:
        read_efg(text)
    assert "\n" not in str(caught.value)


#: A file as SilverDecisions 0.7 saves it: variables in `code`, one drawn at random, one calculated in a node.
DRILL = {
    "SilverDecisions": "0.7.0",
    "rule": "expected-value-maximization",
    "title": "Drill",
    "data": {
        "code": "pr=random(0.1, 0.9)\nsens=0.9\nspec=0.7 # as the vendor says\n",
        "expressionScope": {"pr": 0.55, "sens": 0.9, "spec": 0.7},
        "trees": [
            {
                "type": "decision",
                "name": "",
                "code": "",
                "childEdges": [
                    {"name": "sell", "payoff": "750", "childNode": {"type": "terminal", "childEdges": []}},
                    {
                        "name": "test",
                        "payoff": "-100",
                        "childNode": {
                            "type": "chance",
                            "name": "",
                            "code": "pplus = pr*sens + (1-pr)*(1-spec)",
                            "childEdges": [
                                {
                                    "name": "+",
                                    "probability": "pplus",
                                    "payoff": 0,
                                    "childNode": {
                                        "type": "chance",
                                        "name": "",
                                        "childEdges": [
                                            {
                                                "name": "oil",
                                                "probability": "sens*pr/pplus",
                                                "payoff": "2500 # gross",
                                                "childNode": {"type": "terminal"},
                                            },
                                            {
                                                "name": "dry",
                                                "probability": "#",
                                                "payoff": 0,
                                                "childNode": {"type": "terminal"},
                                            },
                                        ],
                                    },
                                },
                                {
                                    "name": "-",
                                    "probability": "#",
                                    "payoff": "750",
                                    "childNode": {"type": "terminal"},
                                },
                            ],
                        },
                    },
                ],
            }
        ],
    },
}


def test_variables_of_silver_decisions_are_letters() -> None:
    problem = read_silver(json.dumps(DRILL))
    assert {s.name for s in problem.symbols} == {"pr", "sens", "spec"}
    assert problem.domain == Domain("1/10 < pr < 9/10", "0 < sens < 1", "0 < spec < 1")
    point = {"pr": Rational(1, 2), "sens": Rational(9, 10), "spec": Rational(7, 10)}
    plus = Rational(1, 2) * Rational(9, 10) + Rational(1, 2) * Rational(3, 10)
    # by hand: 100 for the test, 2500 with oil after +, 750 after -
    by_hand = -100 + Rational(1, 2) * Rational(9, 10) * 2500 + (1 - plus) * 750
    solved = fold_back(problem.at(point)).at()
    assert solved.value == max(750, by_hand) == by_hand
    assert read_silver(to_silver(problem)) == problem


def test_one_of_several_trees_is_chosen_by_number_or_name(tmp_path: Path) -> None:
    """Several roots, one without a name and two of one name, as in the trees that SilverDecisions 0.5 tests itself with."""

    def decision(name: str, first: str, second: str) -> dict[str, Any]:
        ends = {"stay": first, "go": second}
        leaf = {"type": "terminal", "childEdges": []}
        edges = [{"name": label, "payoff": paid, "childNode": leaf} for label, paid in ends.items()]
        return {"type": "decision", "name": name, "childEdges": edges}

    trees = [
        decision("", "1", "0"),
        decision("walk", "a", "2"),
        decision("3", "3", "0"),
        decision("run", "4", "b"),
    ]
    code = "a = 1\nb = 2"
    several = {
        "rule": "expected-value-maximization",
        "code": code,
        "trees": [*trees, decision("run", "5", "0")],
    }
    file = tmp_path / "several.json"
    file.write_text(json.dumps(several))
    for number, tree in enumerate(several["trees"], 1):
        assert isinstance(tree, dict)
        alone = read_silver(json.dumps({**several, "trees": [tree]}))
        if number != 3:  # the third is named 3 besides: a name goes first
            assert load_problem(file, tree=str(number)) == alone
        assert load_problem(file, tree=number) == load(file, number) == alone
    assert load_problem(file, tree="walk") == load_problem(file, tree=2)
    assert load_problem(file, tree="3") == load_problem(file, tree=3)
    with pytest.raises(
        FileError, match=r"5 trees: 1 \(no name\), 2 'walk', 3 '3', 4 'run', 5 'run'; choose one .*--tree 1"
    ):
        load_problem(file)
    with pytest.raises(FileError, match=r"more than one of them named 'run'.*choose by number"):
        load_problem(file, tree="run")
    for wrong in (0, 6, -1, "swim", "", "2.0"):
        with pytest.raises(FileError, match="none of them"):
            load_problem(file, tree=wrong)


@pytest.mark.parametrize("name", ["a.toml", "a.json", "a.efg", "a.csv"])
def test_a_file_of_one_problem_has_no_second_tree(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    problem = load_problem(ROOT / "examples" / ("umbrella.toml" if name != "a.csv" else "test_or_treat.toml"))
    save_problem(problem, file)
    assert load_problem(file) == problem
    with pytest.raises(FileError, match="holds one problem: leave it out"):
        load_problem(file, tree=2)


@pytest.mark.parametrize(("read", "write"), [(read_silver, to_silver), (read_efg, to_efg)])
def test_nodes_of_one_name_keep_it_and_stay_two(read: Any, write: Any, tmp_path: Path) -> None:
    """A diagram that forgets has one information set at many nodes; two other nodes of one name pay differently."""
    pigs = load_problem(ROOT / "examples" / "catalogue" / "lauritzen_nilsson_2001_pigs.toml")
    again = read(write(pigs))
    assert again.tree == to_tree(pigs)
    assert list(decision_names(again.tree).values()) == list(decision_names(to_tree(pigs)).values())
    later = [Decision("again?", {"stop": value, "go": 2}) for value in (1, 3)]
    twice = TreeProblem(Decision("again?", {"left": later[0], "right": later[1]}), optimum="max")
    assert read(write(twice)) == twice
    assert fold_back(read(write(twice))).at().strategy == fold_back(twice).at().strategy
    # where names are addresses they get a number, and nothing else is changed
    numbered = load_problem(save_problem(twice, tmp_path / "twice.toml"))
    assert [n.name for n in numbered.tree.nodes() if isinstance(n, Decision)] == [
        "again? 2",
        "again? 3",
        "again?",
    ]
    assert fold_back(numbered).at().value == 3


@pytest.mark.parametrize(("read", "write"), [(read_silver, to_silver), (read_efg, to_efg)])
def test_information_is_valued_after_a_table_became_a_tree(read: Any, write: Any) -> None:
    """The chance nodes say what they show; where the test is too dear to be made, the tree's values are the table's."""
    table = load_problem(ROOT / "examples" / "test_or_treat.toml").at({"p": "1/10", "s": "9/10", "T": "2"})
    tree = read(write(table))
    assert {n.event for n in tree.tree.nodes() if isinstance(n, Chance)} == {"state", "test"}
    known = [
        evpi(tree),
        evpi(table),
        evppi(tree, "state"),
        evppi(tree, "test"),
        evsi(table, table.experiments[0]),
    ]
    assert [str(found.expression) for found in known] == ["12/5", "12/5", "12/5", "9/5", "9/5"]


def test_a_variable_that_a_node_puts_for_another_holds_below_it_alone() -> None:
    """As in the trees that SilverDecisions 0.5 tests itself with: trees at the top, empty names, closures, random()."""

    def chance(code: str, first: str, second: str) -> dict[str, Any]:
        ends = [("p", first), ("#", second)]
        edges = [
            {"name": "", "probability": p, "payoff": x, "childNode": {"type": "terminal", "childEdges": []}}
            for p, x in ends
        ]
        return {"type": "chance", "name": "", "code": code, "childEdges": edges}

    below = [chance("up = 0\ndown = 1", "up # reversed", "down # reversed"), chance("", "up", "down")]
    document = {
        "SilverDecisions": "0.5.2",
        "rule": "expected-value-maximization",
        "code": "p = random()",
        "trees": [
            {
                "type": "decision",
                "name": "",
                "code": "up = 1\ndown = 0",
                "childEdges": [{"name": "", "payoff": 0, "childNode": node} for node in below],
            }
        ],
    }
    problem = read_silver(json.dumps(document))
    assert {s.name for s in problem.symbols} == {"p"}
    assert risks(problem) == {"branch 1": 1 - symbols("p"), "branch 2": symbols("p")}
    document["trees"][0]["code"] = ""
    document["code"] = (
        "p = random()\nup = 1\ndown = 0"  # those of the file are letters, a node's are its numbers
    )
    p, up, down = symbols("p up down")
    assert risks(read_silver(json.dumps(document)))["branch 1"] == 1 - p
    assert expand(risks(read_silver(json.dumps(document)))["branch 2"] - (p * up + (1 - p) * down)) == 0
    for node, word in zip(below, ("p = random(0, 1)", "p = random(0, 1/2)"), strict=True):
        node["code"] += f"\n{word}"
    document["code"] = "up = 1\ndown = 0"
    twice = read_silver(json.dumps(document))
    assert {s.name for s in twice.symbols} == {"p_2", "p_3", "up", "down"}  # drawn twice


def test_functions_of_silver_decisions_are_letters_and_typing_errors_are_not() -> None:
    document = json.loads(json.dumps(DRILL))
    edges = document["data"]["trees"][0]["childEdges"]
    edges[0]["payoff"] = "-exp(sens)"
    assert "exp_sens" in {s.name for s in read_silver(json.dumps(document)).symbols}
    edges[0]["payoff"] = "snes + 1"
    with pytest.raises(FileError, match="did you mean 'sens'"):
        read_silver(json.dumps(document))
    document["data"]["trees"] *= 2
    with pytest.raises(FileError, match="has 2 trees"):
        read_silver(json.dumps(document))
    with pytest.raises(FileError, match="the rule is 'mini-max'"):
        read_silver(json.dumps({**DRILL, "rule": "mini-max"}))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no rows of states"),
        ("x,probability,a\ns,1,2", "write 'loss' to minimise"),
        ("loss,a\ns,2", "no column 'probability'"),
        ("loss,probability,a\ns,1", "has 2 cells: expected 3"),
        ("loss,probability,a,a\ns,1,2,3", "is there twice"),
        ("loss,probability,a\ns,1,2*", "an expression was expected"),
        ("# cots [t],1\nloss,probability,a\ns,1,2", "is not known"),
        ("# cost [t],1\nloss,probability,a\ns,1,2", "has no columns"),
    ],
)
def test_sheets_that_are_refused(text: str, says: str) -> None:
    with pytest.raises(SymdtError) as caught:
        read_sheet(text)
    assert says in str(caught.value)


def test_a_sheet_from_a_spreadsheet() -> None:
    problem = read_sheet(
        "sep=;\nutility;probability;go;stay;;\nsun;0,25;10;1,5;;\nrain;rest;-2;1,5;;\n;;;;;\n"
    )
    assert problem.belief["sun"] == Rational(1, 4)
    assert problem.loss["rain", "stay"] == Rational(3, 2)
    assert fold_back(problem).at().value == Rational(3, 2)


def test_json_is_the_toml_of_a_problem() -> None:
    text = (ROOT / "examples" / "test_or_treat.toml").read_text()
    assert read_json(json.dumps(tomllib.loads(text))) == load_problem(
        ROOT / "examples" / "test_or_treat.toml"
    )


@pytest.mark.parametrize("suffix", sorted(writers()))
def test_convert_writes_what_solve_reads(suffix: str, tmp_path: Path, capsys, monkeypatch) -> None:
    """One problem in every format, one answer from every file."""
    assert suffix in readers()
    monkeypatch.chdir(tmp_path)
    source = ROOT / "examples" / "catalogue" / "howard_party.toml"
    target = tmp_path / f"party{suffix}"
    assert main(["convert", str(source), target.name]) == 0
    capsys.readouterr()
    for _ in range(2):  # what symdt made may be made again
        assert main(["convert", str(source), target.name, "--force"]) == 0
    capsys.readouterr()
    assert load(target).domain == load_problem(source).domain
    assert main(["solve", target.name, "--at", "s=2/5", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["action"], answer["value"]) == ("porch", "48")


def test_trees_that_share_nodes_are_shared_again() -> None:
    court = Decision("settle?", {"yes": 3, "no": 4})
    problem = TreeProblem(Decision("first", {"now": court, "later": court}), optimum="max")
    for read, write in ((read_efg, to_efg), (read_silver, to_silver)):
        back = read(write(problem)).tree
        assert back.child("now") is back.child("later")


@pytest.mark.parametrize("suffix", [".silver.json", ".efg", ".json", ".csv"])
@pytest.mark.parametrize("name", ["test_or_treat", "catalogue/elkan_2001", "catalogue/pauker_kassirer_1980"])
def test_convert_with_letters_in_any_order(
    name: str, suffix: str, tmp_path: Path, capsys, monkeypatch
) -> None:
    """Letters whose order in the file is not that of the alphabet."""
    monkeypatch.chdir(tmp_path)
    assert main(["convert", str(ROOT / "examples" / f"{name}.toml"), f"copy{suffix}"]) == 0
    assert capsys.readouterr().out == f"wrote copy{suffix}\n"
    assert load(tmp_path / f"copy{suffix}").domain == load_problem(ROOT / "examples" / f"{name}.toml").domain


def test_payoffs_on_the_way_stay_where_they_are_paid() -> None:
    """An edge of SilverDecisions and an outcome at an inner node of Gambit are payoffs of branches, losses included."""
    c = symbols("c")
    later = Chance(
        "market",
        {"good": (Rational(1, 3), 9), "bad": ("rest", Decision("sell?", {"sell": 2, "hold": 1}))},
        "m",
    )
    tree = Decision("build?", {"build": (later, -c), "wait": (later, Rational(-1, 2)), "drop": 0})
    for optimum in ("max", "min"):
        problem = TreeProblem(tree, Domain("0 < c < 5"), optimum, "Build")
        for suffix in (".silver.json", ".efg"):
            back = FOREIGN[suffix].read(FOREIGN[suffix].write(problem))
            assert back == problem
            assert back.tree.payoffs == (-c, Rational(-1, 2), 0)
    game = """EFG 2 R "entry fee" { "me" } ""
p "play?" 1 1 "" { "yes" "no" } 7 "fee" { -1 }
c "coin" 1 "" { "heads" 1/2 "tails" 1/2 } 8 "ticket" { -2 }
t "" 1 "won" { 10 }
t "" 2 "lost" { 0 }
t "" 3 "home" { 0 }
"""
    read = read_efg(game)
    assert read.tree.payoffs == (-3, 0)
    assert fold_back(read.tree, optimum="max").values == {"yes": 2, "no": -1}
    assert read_efg(to_efg(read)) == read


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "'=", "＝", "－", "=cmd|' /C calc'!A"])
def test_no_cell_of_a_table_is_run_by_a_spreadsheet(start: str) -> None:
    """Names, titles, conditions, costs and expressions: whatever begins as a formula is a text, and comes back."""
    p = symbols("p")
    law = {f"{start}s": {"x": 1 - p, "y": p}, "t": {"x": p, "y": 1 - p}}
    entries = ((-p / 2, -3, p - 1), (-p - 1, Rational(1, 2), Rational(-1, 2)))
    table = DecisionProblem(
        LossTable((f"{start}s", "t"), (f"{start}a", "b", f"c{start}"), entries),
        Belief({f"{start}s": p, "t": "rest"}),
        Domain("0 < p", "p < 1"),
        (Experiment(f"{start}e", law, Rational(1, 9) - p / 9),),
        f"{start}title",
    )
    network = bayes_network([(f"{start}u", "v", "1/2"), ("v", f"{start}u", "1/3")])
    for suffix, mark, text in (
        (".csv", ",", to_sheet(table)),
        (".tsv", "\t", to_sheet(table, "\t")),
        ("", ",", to_csv(network)),
    ):
        for cell in chain(*csv.reader(io.StringIO(text), delimiter=mark)):
            assert cell[:1] not in tuple("=+-@\t\r＝＋－＠") or re.fullmatch(r"-?\d+", cell), cell
        if suffix:
            assert read_sheet(text) == table
    assert read_workbook(to_workbook(table)) == table
    assert b"<f>" not in zipfile.ZipFile(io.BytesIO(to_workbook(table))).read("xl/worksheets/sheet1.xml")


def test_a_point_among_decimal_commas_is_refused() -> None:
    sheet = "utility;probability;go;stay\nsun;0,25;1.234;1\nrain;rest;0;1"
    with pytest.raises(SymdtError, match=r"column 'go' has '1\.234' in a sheet with '0,25'"):
        read_sheet(sheet)
    assert str(read_sheet(sheet.replace("0,25", "1/4")).loss["sun", "go"]) == "617/500"
    assert str(read_sheet(sheet.replace("1.234", "1234")).loss["sun", "go"]) == "1234"
