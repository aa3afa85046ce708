"""The commands for what information is worth, how far letters may move, what uncertainty does; schema and convert."""

from __future__ import annotations

import json
import re
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest
from sympy import CRootOf, Rational, sympify

from symdt import bayes_action, decision_rule, evpi, evppi, load_problem, risks
from symdt.cli import main
from symdt.cli.make.new import TABLE, TREE
from symdt.errors import TableError
from symdt.formats.problem import loads
from symdt.formats.schema import schema

ROOT = Path(__file__).parent.parent.parent
OIL = ROOT / "examples" / "oil_wildcatter.toml"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.toml").write_text(TABLE)
    (tmp_path / "tree.toml").write_text(TREE)
    return tmp_path


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_oil_wildcatter_knows_what_the_test_is_worth(capsys) -> None:
    """Raiffa's numbers: deciding now 20, perfect information 35, the seismic test 22.5 − 10."""
    found = answer(capsys, "value", str(OIL))
    assert (found["value"], found["evpi"], found["evsi"]) == ("20", "35", {"seismic": "25/2"})


def test_values_at_a_point_are_the_values_of_the_fixed_problem(capsys, folder) -> None:
    p, l01, l10 = Fraction(1, 3), 2, 1
    found = answer(capsys, "value", "table.toml", "--at", "p=1/3", "--at", "l01=2,l10=1")
    now = min(l10 * p, l01 * (1 - p))
    assert Fraction(str(found["value"])) == now
    assert Fraction(str(found["evpi"])) == now  # 0-L loss: who knows the state loses nothing


def test_a_letter_is_fixed_once(capsys, folder) -> None:
    assert main(["value", "table.toml", "--at", "p=1/3", "--at", "p=1/2"]) == 2
    assert "gives 'p' twice" in capsys.readouterr().err


def test_sensitivity_names_the_threshold_of_every_letter(capsys, folder) -> None:
    found = answer(capsys, "sensitivity", "table.toml", "--at", "p=1/4,l01=2,l10=1")
    p, l01, l10 = Fraction(1, 4), Fraction(2), Fraction(1)
    at = {name: [Fraction(t["at"]) for t in many] for name, many in found["thresholds"].items()}
    assert at == {"p": [l01 / (l01 + l10)], "l01": [l10 * p / (1 - p)], "l10": [l01 * (1 - p) / p]}
    assert {b["letter"] for b in found["tornado"]} == {"p", "l01", "l10"}
    assert Fraction(str(found["value"])) == min(l10 * p, l01 * (1 - p))


def test_sensitivity_says_where_it_stands(capsys, folder) -> None:
    assert main(["sensitivity", "tree.toml"]) == 0
    assert "--at says another" in capsys.readouterr().out
    assert main(["sensitivity", "tree.toml", "--at", "r=2"]) == 2
    assert "outside the domain" in capsys.readouterr().err


LOG = """title = "Log"
[belief]
won = "1/3"
lost = "rest"
[utility]
attitude = "logarithmic"
wealth = "w"
actions = ["bet", "half", "keep"]
won = ["30", "12", "0"]
lost = ["-6", "-3", "-1/10"]
"""


def test_with_an_attitude_sensitivity_tells_certainty_equivalents(capsys, folder) -> None:
    """By hand: (22 * 7 * 7)**(1/3) - 10 of half at w = 10, and (50 * 14 * 14)**(1/3) - 20 of bet at w = 20."""
    (folder / "log.toml").write_text(LOG)
    found = answer(capsys, "sensitivity", "log.toml", "--at", "w=10")
    assert "value" not in found
    assert abs(float(found["certainty_equivalent"]) - (1078 ** (1 / 3) - 10)) < 1e-6
    (bar,) = found["tornado"]
    low = float(Fraction(bar["from"]))
    keep = (low * (low - 0.1) ** 2) ** (1 / 3) - low
    assert abs(float(bar["least"]) - keep) < 1e-6
    assert abs(float(bar["greatest"]) - (9800 ** (1 / 3) - 20)) < 1e-5
    assert main(["sensitivity", "log.toml", "--at", "w=10"]) == 0
    out = capsys.readouterr().out
    assert "certainty equivalent 0.253519" in out
    assert "1078" not in out


def test_with_exponential_utility_too(capsys, folder) -> None:
    """At y = 1/2, that is R = 10/log 2: -R log(E exp(-x/R)) of a sure 40 is 40, of 0 or 100 it is less."""
    text = LOG.replace("logarithmic", "exponential").replace('wealth = "w"', 'tolerance = "R"')
    text = text.replace('"30", "12", "0"', '"100", "40"').replace('"-6", "-3", "-1/10"', '"0", "40"')
    (folder / "exp.toml").write_text(text.replace(', "half"', ""))
    found = answer(capsys, "sensitivity", "exp.toml", "--at", "y=1/2")
    assert float(found["certainty_equivalent"]) == 40


def test_a_tolerance_is_given_and_told_as_one(capsys, folder) -> None:
    """Kim's party: with R = 50 indoors is worth -50 log(2/5 exp(-40/50) + 3/5 exp(-1)); the porch is better from 282.4976."""
    text = LOG.replace("logarithmic", "exponential").replace('wealth = "w"', 'tolerance = "R"')
    text = text.replace('"30", "12", "0"', '"100", "90", "40"').replace(
        '"-6", "-3", "-1/10"', '"0", "20", "50"'
    )
    (folder / "kim.toml").write_text(text.replace('"1/3"', '"2/5"'))
    assert main(["sensitivity", "kim.toml", "--at", "R=50"]) == 0
    out = capsys.readouterr().out
    assert "around R = 50: certainty equivalent 45.7572" in out
    assert "R = 282.498: keep below, half above" in out
    assert "R from 25 to 100: 45.5102 to 45.8792" in out
    assert "CRootOf" not in out
    found = answer(capsys, "sensitivity", "kim.toml", "--at", "R=50")
    assert found["point"]["R"] == "50"
    assert float(found["thresholds"]["R"][0]["at"]) == 282.498


def test_where_no_letter_is_free_the_value_is_told(capsys, folder) -> None:
    plain = LOG.replace('attitude = "logarithmic"\nwealth = "w"\n', "")
    (folder / "numbers.toml").write_text(plain)
    assert main(["sensitivity", "numbers.toml"]) == 0
    assert capsys.readouterr().out == "Log\nno letter is free: value 6\n"


def test_a_letter_moves_within_what_the_others_leave_it(capsys, folder) -> None:
    (folder / "two.toml").write_text(
        '[parameters]\ns = "0 < s < 10"\nw = "s < w"\n[belief]\na = "1"\n[loss]\nactions = ["x", "y"]\na = ["s", "w"]\n'
    )
    bars = {b["letter"]: b for b in answer(capsys, "sensitivity", "two.toml", "--at", "s=5/2,w=4")["tornado"]}
    assert Fraction(bars["s"]["to"]) < 4
    assert Fraction(bars["w"]["from"]) > Fraction(5, 2)


def test_no_mean_of_products_is_told(capsys, folder) -> None:
    (folder / "log.toml").write_text(LOG)
    assert main(["simulate", "log.toml", "--at", "w=10"]) == 2
    assert "has logarithmic utility" in capsys.readouterr().err
    assert main(["frontier", "log.toml"]) == 2


def test_one_draw_has_no_standard_error(capsys, folder) -> None:
    assert main(["simulate", "table.toml", "--draws", "1", "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "no standard error" in err


def test_draws_outside_the_domain_name_the_option(capsys, folder) -> None:
    (folder / "wide.toml").write_text(TABLE.replace('p = "beta(2, 3)"', 'p = "normal(1/2, 1/2)"'))
    assert main(["simulate", "wide.toml", "--draws", "100"]) == 2
    assert "--truncate" in capsys.readouterr().err


def test_without_a_relative_radius_the_rest_is_told(capsys, folder) -> None:
    (folder / "zero.toml").write_text(
        '[parameters]\np = "0 <= p <= 1"\n[belief]\na = "p"\nb = "rest"\n'
        '[loss]\nactions = ["x", "y"]\na = ["1", "0"]\nb = ["0", "1"]\n'
    )
    found = answer(capsys, "sensitivity", "zero.toml", "--at", "p=0")
    assert [t["at"] for t in found["thresholds"]["p"]] == ["1/2"]
    assert found["radius"] is None
    assert main(["sensitivity", "zero.toml", "--at", "p=0"]) == 0
    assert "no radius is given: p is 0" in capsys.readouterr().out


COIN = """optimum = "max"
[parameters]
p = "1/2 <= p < 1"
[diagram]
memory = "limited"
[diagram.chance.coin]
heads = "p"
tails = "rest"
[diagram.decision.signal]
options = ["up", "down"]
knows = "coin"
[diagram.decision.guess]
options = ["heads", "tails"]
[diagram.value.right]
given = ["coin", "guess"]
"heads, heads" = "1"
"heads, tails" = "0"
"tails, heads" = "0"
"tails, tails" = "1"
"""


@pytest.mark.parametrize("suffix", ["xdsl", "bifxml"])
@pytest.mark.parametrize("memory", ["limited", "full"])
def test_memory_is_kept_by_files_of_other_programs(suffix: str, memory: str, capsys, folder) -> None:
    (folder / "coin.toml").write_text(COIN.replace("limited", memory))
    assert main(["convert", "coin.toml", f"coin.{suffix}"]) == 0
    err = capsys.readouterr().err
    assert ("other programs may take" in err) == (memory == "limited")
    assert main(["convert", f"coin.{suffix}", "back.toml"]) == 0
    assert capsys.readouterr().err.count("may have forgotten") == 0
    assert load_problem("back.toml").memory == memory


def test_a_node_that_hangs_on_a_decision_is_named_in_words_of_diagrams(capsys, folder) -> None:
    (folder / "test.toml").write_text(
        'optimum = "max"\n[diagram]\nmemory = "full"\n[diagram.chance.oil]\nwet = "1/3"\ndry = "rest"\n'
        '[diagram.decision.test]\noptions = ["yes", "no"]\n[diagram.chance.seen]\ngiven = ["oil", "test"]\n'
        'states = ["good", "bad"]\n"wet, yes" = ["4/5", "rest"]\n"wet, no" = ["1/2", "rest"]\n'
        '"dry, yes" = ["1/5", "rest"]\n"dry, no" = ["1/2", "rest"]\n[diagram.decision.drill]\n'
        'options = ["drill", "stay"]\nknows = ["test", "seen"]\n[diagram.value.v]\ngiven = ["oil", "drill"]\n'
        '"wet, drill" = "10"\n"wet, stay" = "0"\n"dry, drill" = "-7"\n"dry, stay" = "0"\n'
    )
    assert main(["value", "test.toml"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "perfect information (oil): 8/5" in out  # 1/3 of 10, less 26/15
    assert "learning seen: not said, for it hangs on the decision 'test'" in out
    assert "event =" not in out
    found = answer(capsys, "value", "test.toml")
    assert (found["evpi"], found["evppi"], list(found["unsaid"])) == ("8/5", {"oil": "8/5"}, ["seen"])
    forgetful = (folder / "test.toml").read_text().replace('"full"', '"limited"')
    (folder / "limited.toml").write_text(forgetful)
    assert answer(capsys, "value", "limited.toml")["evpi"] == "8/5"
    with pytest.raises(TableError, match="'seen' cannot be learnt beforehand: it hangs on the decision"):
        evppi(load_problem("test.toml"), "seen")
    assert evpi(load_problem("limited.toml")).at() == Rational(8, 5)


def test_information_about_a_problem_with_kinks_by_parts(capsys, folder) -> None:
    """At every point what is said in letters is what is said there; of an experiment too."""
    (folder / "option.toml").write_text(
        """[parameters]
p = "0 < p < 1"
k = "0 <= k <= 200"
[belief]
up = "p"
down = "rest"
[utility]
actions = ["hold", "sell"]
up = ["max(150 - k, 0)", "20"]
down = ["max(80 - k, 0)", "20"]
[experiment.ask]
cost = "1"
outcomes = ["yes", "no"]
up = ["3/4", "rest"]
down = ["1/4", "rest"]
"""
    )
    whole = answer(capsys, "value", "option.toml")
    for k in (0, 60, 80, 100, 150, 200):
        here = answer(capsys, "value", "option.toml", "--at", f"p=1/3,k={k}")
        point = {"p": Rational(1, 3), "k": k}
        for name in ("evpi", "value"):
            assert sympify(whole[name]).subs(point) == sympify(here[name]), (name, k)
        assert sympify(whole["evsi"]["ask"]).subs(point) == sympify(here["evsi"]["ask"])
    assert main(["value", "option.toml"]) == 0
    assert "perfect information:\n  0  if k >= 150\n" in capsys.readouterr().out


def test_a_factor_is_valued_by_its_name(capsys, folder) -> None:
    (folder / "factors.toml").write_text(
        '[factor.q]\ngood = "1/2"\nbad = "rest"\n[factor.m]\nup = "1/2"\ndown = "rest"\n'
        '[utility]\nactions = ["go", "stay"]\n"good, *" = ["4", "0"]\n"bad, *" = ["-2", "0"]\n'
    )
    assert answer(capsys, "value", "factors.toml")["evppi"] == {"q (good/bad)": "1", "m (up/down)": "0"}


def test_simulation_draws_from_the_laws_of_the_file(capsys, folder) -> None:
    first = answer(capsys, "simulate", "table.toml", "--draws", "2000")
    assert first == answer(capsys, "simulate", "table.toml", "--draws", "2000")
    assert abs(sum(first["optimal"].values()) - 1) < 1e-12
    # l01 = 1000 is far dearer than l10: a0 is always right
    fixed = answer(capsys, "simulate", "table.toml", "--draws", "500", "--at", "l01=1000,l10=1/1000")
    assert fixed["optimal"]["a0"] == 1.0
    assert fixed["loss_now"] == 0.0


@pytest.mark.parametrize(
    ("law", "says"),
    [
        ("beta(2, 3", "write one such as 'beta(2, 3)'"),
        ("__import__('os')", "is no"),
        ("betta(2, 3)", "did you mean 'beta'"),
        ("beta(x)", "is not a rational number"),
    ],
)
def test_a_wrong_law_is_one_clear_line(law: str, says: str, capsys, folder) -> None:
    (folder / "wrong.toml").write_text(TABLE.replace('p = "beta(2, 3)"', f'p = "{law}"'))
    assert main(["simulate", "wrong.toml"]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1


def test_a_letter_without_a_law_is_named(capsys, folder) -> None:
    assert main(["simulate", "tree.toml"]) == 2
    assert "the letter 'r' has no law" in capsys.readouterr().err


def test_what_is_converted_is_read_back(capsys, folder) -> None:
    assert main(["convert", "tree.toml", "copy.toml"]) == 0
    assert load_problem("copy.toml") == load_problem("tree.toml")
    assert main(["convert", "tree.toml", "copy.xyz"]) == 2
    assert "which is not written" in capsys.readouterr().err


def test_the_schema_admits_every_example_and_no_unknown_key() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="the schema is checked by the package jsonschema")
    check = jsonschema.Draft202012Validator(schema())
    files = [
        f for f in (ROOT / "examples").rglob("*.toml") if f.name != "answers.toml" and "claims" not in f.parts
    ]
    assert len(files) > 15
    for file in files:
        check.validate(tomllib.loads(file.read_text()))
    for wrong in ({"belief": {"a": "1"}}, {**tomllib.loads(TABLE), "los": {}}, {"tree": {}}):
        assert not check.is_valid(wrong)


def test_letters_that_are_left_free_give_the_regions_in_the_rest(capsys, folder) -> None:
    found = answer(capsys, "solve", "table.toml", "--at", "l01=2", "--at", "l10=1")
    assert found["regions"]["a0"]["if"] == ["3*p <= 2"]
    assert found["values"] == {"a0": "p", "a1": "2 - 2*p"}


def test_decimals_stand_beside_fractions(capsys, folder) -> None:
    assert main(["solve", "table.toml", "--at", "p=1/3,l01=2,l10=1", "--digits", "3"]) == 0
    assert "1/3 (0.333)" in capsys.readouterr().out


def test_sensitivity_around_a_fraction_where_nothing_bounds_a_letter(capsys, folder) -> None:
    found = answer(capsys, "sensitivity", "table.toml", "--at", "p=1/4,l01=1/3,l10=5/2")
    bars = {bar["letter"]: (bar["from"], bar["to"]) for bar in found["tornado"]}
    assert bars["l01"] == ("1/6", "2/3")
    assert bars["l10"] == ("5/4", "5")


def test_digits_are_decimals_everywhere_and_right(capsys, folder) -> None:
    (folder / "third.toml").write_text(
        """[parameters]
s = "0 < s < 1"
[belief]
fire = "s"
none = "rest"
[utility]
actions = ["insure", "bare"]
fire = ["-200", "-500"]
none = ["-200", "0"]
"""
    )

    def told(*more: str) -> str:
        assert main(["solve", "third.toml", *more]) == 0
        return str(capsys.readouterr().out)

    assert "-500/3 (-166.6666666666666666666666666667)" in told("--at", "s=1/3", "--digits", "28")
    assert "bare  if w > 503.17\n" in told("--attitude", "logarithmic w", "--at", "s=.1", "--digits", "2")
    assert "up to 147.0653..., then" in told("--attitude", "exponential R", "--at", "s=.1", "--digits", "4")
    best = ["--attitude", "logarithmic w", "--at", "s=.1,w=600"]
    assert "bare: certainty equivalent -98.425\n" in told(*best, "--digits", "3")
    found = json.loads(told(*best, "--json"))
    assert found["ties"] == ["bare"]
    assert sympify(found["value"]).equals(600 ** Rational(9, 10) * 100 ** Rational(1, 10) - 600)
    (low, high) = json.loads(told("--attitude", "logarithmic w", "--at", "s=.1", "--json"))["pieces"]
    root = low["to"]
    assert root == high["from"]
    assert abs(CRootOf(sympify(root["of"]), root["root"]).evalf(9) - 503.1726) < 1e-3
    assert main(["solve", "third.toml", "--digits", "-1"]) == 2
    assert "greater than or equal to 0" in capsys.readouterr().err


def test_what_is_taken_for_an_optimum_that_is_not_said_is_told_everywhere(capsys, folder) -> None:
    tree = """[parameters]
r = "0 < r < 1"
[tree]
root = "u"
[tree.decision.u]
a = "x"
b = "0"
[tree.chance.x]
up = ["r", "100"]
down = ["rest", "-1"]
"""
    diagram = """[diagram.decision.u]
options = ["a", "b"]
[diagram.value.v]
given = "u"
a = "3"
b = "4"
"""
    for name, text in (("tree.toml", tree), ("diagram.toml", diagram)):
        (folder / name).write_text(text)
        assert main(["solve", name]) == 0
        out, err = capsys.readouterr()
        for stream in (out, err):
            assert 'say optimum = "max" or "min"' in " ".join(stream.split())
        assert main(["solve", name, "--json"]) == 0
        assert "does not say its optimum" in json.loads(capsys.readouterr().out)["note"]
    assert (
        main(["draw", "tree.toml", "-o", "tree.svg"])
        == main(["explore", "tree.toml", "-o", "tree.html"])
        == 0
    )
    for made in ("tree.svg", "tree.html"):
        assert "taken as losses: no optimum is said" in (folder / made).read_text()
    capsys.readouterr()
    assert main(["solve", "tree.toml", "--for", "r"]) == 0
    (folder / "rule.txt").write_text(capsys.readouterr().out)
    assert main(["certify", "tree.toml", "rule.txt"]) == 0


def test_pairs_of_cost_and_effect_are_made_greatest_in_trees_as_in_tables(capsys, folder) -> None:
    text = """willingness = "w"
[tree]
root = "d"
[tree.decision.d]
A = {cost = "10", effect = "0"}
C = {cost = "0", effect = "3"}
"""
    (folder / "pairs.toml").write_text(text)
    assert main(["solve", "pairs.toml", "--at", "w=10", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["action"], found["value"], found["optimum"]) == ("C", "30", "max")
    assert "note" not in found
    (folder / "least.toml").write_text('optimum = "min"\n' + text)
    assert main(["solve", "least.toml"]) == 2
    assert "a net benefit, which is made greatest: leave it out" in capsys.readouterr().err


def test_small_questions_are_answered_or_refused_in_words(capsys, folder) -> None:
    """All letters fixed, a discount in place of the file's letter, the willingness fixed, thousands with a gap."""
    (folder / "farm.toml").write_text(
        """optimum = "max"
[parameters]
c = "c >= 0"
d = "0 < d < 1"
[process]
start = "low"
cycles = 3
discount = "d"
[process.state.low.stay]
reward = "1"
low = "1"
[process.state.low.invest]
reward = "-c"
high = "1"
[process.state.high.reap]
reward = "3"
low = "1"
"""
    )
    found = answer(capsys, "policy", "farm.toml", "--discount", "1/2", "--at", "c=0")
    assert found["policy"] == {"low": "stay", "high": "reap"}
    assert found["values"]["low"] == "2"  # 1 + 1/2 + 1/4 + ..., and 2 by investing: 3/2 + 1/4 of 2
    (folder / "pairs.toml").write_text(
        '[parameters]\np = "0 < p < 1"\n[belief]\nill = "p"\nwell = "rest"\n[cost]\nactions = ["a", "b"]\n'
        'ill = ["1", "3"]\nwell = ["0", "3"]\n[effect]\nactions = ["a", "b"]\nill = ["1", "4"]\nwell = ["4", "4"]\n'
    )
    assert main(["frontier", "pairs.toml", "--at", "λ=5"]) == 2
    assert "'λ' is the willingness to pay, along which the frontier runs" in capsys.readouterr().err
    assert main(["frontier", "pairs.toml"]) == 0
    assert "--at that fixes p tells how often each is best" in capsys.readouterr().out
    assert main(["simulate", "pairs.toml", "--at", "p=1/2,λ=1"]) == 2
    assert "no letter is left to be drawn" in capsys.readouterr().err
    text = (folder / "pairs.toml").read_text().replace('"1", "3"', '"1 000", "3"')
    (folder / "gap.toml").write_text(text)
    assert main(["solve", "gap.toml"]) == 2
    assert "write thousands without a mark, '1000'" in capsys.readouterr().err
    factors = '[factor.m]\nup = "1/2"\ndown = "rest"\n[utility]\nactions = ["go", "no"]\nup = ["1", "0"]\ndown = ["-1", "0"]\n'
    jsonschema = pytest.importorskip("jsonschema", reason="the schema is checked by the package jsonschema")
    jsonschema.Draft202012Validator(schema()).validate(tomllib.loads(factors))


ROOTS = [
    {"name": "field", "branches": {"sell": "90", "keep": "60"}},
    {"name": "oil field", "branches": {"lease": "5*rent", "sell": "90"}},
]


@pytest.mark.parametrize(
    "words",
    [
        ["solve"],
        ["value"],
        ["sensitivity", "--at", "rent=20"],
        ["draw", "-o", "made.svg"],
        ["plot", "--x", "rent", "-o", "made.svg"],
        ["explore", "-o", "made.html"],
        ["report", "-o", "made"],
        ["convert", "made.toml"],
    ],
    ids=lambda words: words[0],
)
def test_every_command_chooses_one_of_several_trees(words: list[str], capsys, folder) -> None:
    leaf = {"type": "terminal"}
    trees = [
        {
            "type": "decision",
            "name": root["name"],
            "childEdges": [
                {"name": n, "payoff": x, "childNode": leaf} for n, x in dict(root["branches"]).items()
            ],
        }
        for root in ROOTS
    ]
    (folder / "two.json").write_text(json.dumps({"code": "rent = 20", "trees": trees}))
    command, *more = words
    assert main([command, "two.json", *more]) == 2
    assert "two.json: the file has 2 trees: 1 'field', 2 'oil field'; choose one" in capsys.readouterr().err
    assert main([command, "two.json", *more, "--tree", "oil field"]) == 0
    said = capsys.readouterr().out
    made = [f for f in folder.rglob("*") if f.name in ("made.svg", "made.html", "index.html", "made.toml")]
    told = said + "".join(f.read_text() for f in made)
    assert "lease" in told or "rent" in told
    if command == "report":
        shown = re.sub(r"</?span[^>]*>", "", made[0].read_text()).replace("&#x27;", "'")
        assert "symdt draw two.json --tree 'oil field'" in shown


def test_sensitivity_names_what_is_as_good_everywhere(capsys, folder) -> None:
    twins = """[parameters]
p = "0 < p < 1"
[belief]
good = "p"
bad = "rest"
[utility]
actions = ["a", "a again", "b"]
good = ["10", "10", "4"]
bad = ["0", "0", "4"]
"""
    (folder / "twins.toml").write_text(twins)
    assert main(["sensitivity", "twins.toml", "--at", "p=1/2"]) == 0
    said = capsys.readouterr().out
    assert "  p = 2/5: b below, a above\n    above:\n      first -> a or a again\n" in said
    found = answer(capsys, "sensitivity", "twins.toml", "--at", "p=1/2")["thresholds"]
    assert found == {
        "p": [{"at": "2/5", "below": "b", "above": "a", "above_ties": {"first": ["a", "a again"]}}]
    }
    (folder / "twins.toml").write_text(twins.replace('"4"', '"0"'))  # b is nowhere better: one stretch
    assert main(["sensitivity", "twins.toml", "--at", "p=1/2"]) == 0
    assert "  p: a for every value\n    first -> a or a again\n" in capsys.readouterr().out


def test_the_action_of_a_forgetful_diagram_names_every_information_set(capsys, folder) -> None:
    """One decision after one test: limited memory forgets nothing, so it does what full memory does."""
    known = """optimum = "max"
[diagram]
memory = "limited"
[diagram.chance.ill]
yes = "3/10"
no = "rest"
[diagram.chance.test]
given = "ill"
states = ["+", "-"]
yes = ["9/10", "1/10"]
no = ["1/5", "4/5"]
[diagram.decision.do]
options = ["treat", "wait"]
knows = "test"
[diagram.value.worth]
given = ["ill", "do"]
"yes, treat" = "8"
"yes, wait" = "0"
"no, treat" = "5"
"no, wait" = "10"
"""
    (folder / "limited.toml").write_text(known)
    (folder / "full.toml").write_text(known.replace('"limited"', '"full"'))
    limited, full = (answer(capsys, "solve", f"{name}.toml") for name in ("limited", "full"))
    assert full["action"] == "do | test=+: treat; do | test=-: wait"
    assert limited["action"] == full["action"].replace("do | ", "") == limited["strategy"]["do"]
    assert limited["value"] == full["value"]
    # by hand: after + treat pays 8 for 27/100 and 5 for 14/100, after - wait pays 10 for 56/100, and so on
    by_hand = {"treat, treat": "59/10", "treat, wait": "423/50", "wait, treat": "111/25", "wait, wait": "7"}
    named = {"test=+: {}; test=-: {}".format(*k.split(", ")): v for k, v in by_hand.items()}
    assert limited["values"] == named
    problem = load_problem("limited.toml")
    assert bayes_action(problem) == limited["action"]
    assert {action: str(value) for action, value in risks(problem).items()} == named
    assert main(["solve", "limited.toml"]) == 0
    assert capsys.readouterr().out.endswith("test=+: treat; test=-: wait: expected utility 423/50\n")
    # where treating is never worse and never better, every policy is as good
    (folder / "equal.toml").write_text(known.replace('"8"', '"0"').replace('"5"', '"10"'))
    assert answer(capsys, "solve", "equal.toml")["ties"] == list(named)


def test_what_belongs_to_the_top_of_a_file_is_sent_there(capsys, folder) -> None:
    tree = '[tree]\nroot = "d"\n{}[tree.decision.d]\na = "p"\nb = "1/2"\n'
    below = '[parameters]\np = "0 < p < 1"\noptimum = "max"\n' + tree.format("")
    inside = '[parameters]\np = "0 < p < 1"\n' + tree.format('optimum = "max"\n')
    for text, told in (
        (
            below,
            "'optimum' stands below [parameters], where letters have their conditions: put it at the top",
        ),
        (inside, "[tree] has the unknown key 'optimum': put it at the top of the file"),
    ):
        (folder / "lost.toml").write_text(text)
        assert main(["solve", "lost.toml"]) == 2
        assert told in capsys.readouterr().err
    (folder / "letter.toml").write_text(  # a letter of that name is a letter
        'optimum = "max"\n[parameters]\np = "0 < p < 1"\ntitle = "title > 0"\n'
        + tree.format("").replace('"1/2"', '"title"')
    )
    assert answer(capsys, "solve", "letter.toml", "--at", "p=1/2,title=1/3")["action"] == "a"


def test_the_law_that_is_proposed_lies_in_the_domain(capsys, folder) -> None:
    (folder / "law.toml").write_text(
        'optimum = "max"\n[parameters]\n"λ" = "3 < λ < 7"\n[tree]\nroot = "d"\n[tree.decision.d]\na = "λ"\nb = "4"\n'
    )
    assert main(["simulate", "law.toml"]) == 2
    proposed = """"λ" = 'uniform(3, 7)'"""
    assert f"write {proposed} under [laws]" in capsys.readouterr().err
    (folder / "law.toml").write_text((folder / "law.toml").read_text() + f"[laws]\n{proposed}\n")
    assert answer(capsys, "simulate", "law.toml")["action"] == "a"


def test_a_rule_that_is_not_complete_says_for_which_letters_it_would_be() -> None:
    """Of a prior Beta(a, b) with samples every comparison is of degree one in the cost, and of higher degree in a."""
    from symdt.cli.ask.rules import _easier

    problem = loads(
        '[parameters]\na = "a > 0"\nb = "b > 0"\nc = "c >= 0"\n[belief]\n"θ" = "Beta(a, b)"\n[loss]\naccept = "100*θ"\n'
        'reject = "20"\n[experiment.inspect]\nsample = "binomial"\nn = [1, 2, 3]\neach = "c"\n'
    )
    rule = decision_rule(problem, "a", seconds=1)
    assert not rule.is_complete
    assert rule.alternatives.affine_letters == ("c",)
    assert "of degree one in c, so ask --for c" in _easier(rule)


def test_costs_stay_beside_their_effects(capsys, folder) -> None:
    """In TOML, JSON and the two criteria of SilverDecisions; elsewhere a note says that values are net benefits."""
    (folder / "ce.toml").write_text(
        'willingness = "w"\n[parameters]\np = "0 < p < 1"\n[tree]\nroot = "d"\n[tree.decision.d]\n'
        'wait = "ill"\nact = [{ cost = "4", effect = "9" }, { cost = "1", effect = "0" }]\n[tree.chance.ill]\n'
        'yes = ["p", { cost = "10", effect = "4" }]\nno = ["rest", { cost = "0", effect = "10" }]\n'
    )
    (folder / "table.toml").write_text(
        '[belief]\ns = "1"\n[cost]\nactions = ["a", "b"]\ns = ["1", "3"]\n[effect]\nactions = ["a", "b"]\ns = ["2", "5"]\n'
    )
    wanted = {
        "ce": {"wait": {"cost": "10*p", "effect": "10 - 6*p"}, "act": {"cost": "5", "effect": "9"}},
        "table": {"a": {"cost": "1", "effect": "2"}, "b": {"cost": "3", "effect": "5"}},
    }
    for name, letter in (("ce", "w"), ("table", "λ")):
        for suffix in (".json", ".silver.json", ".out.toml", ".efg"):
            assert main(["convert", f"{name}.toml", f"{name}{suffix}", "--force"]) == 0
            err = capsys.readouterr().err
            assert ("values are written as net benefits" in err) == (suffix == ".efg")
            more = ["--willingness", letter] if suffix == ".efg" else []
            assert answer(capsys, "frontier", f"{name}{suffix}", *more)["strategies"] == wanted[name]
        text = (folder / f"{name}.out.toml").read_text()
        assert f'willingness = "{letter}"' in text
        assert "utility" not in text
        assert load_problem(f"{name}.out.toml") == load_problem(f"{name}.toml")
    assert '{ cost = "4", effect = "9" }' in (folder / "ce.out.toml").read_text()


def test_a_growth_that_holds_the_amount_is_told_what_is_wanted(capsys, folder) -> None:
    (folder / "kelly.toml").write_text(
        '[parameters]\np = "0 < p < 1"\n[belief]\nwin = "p"\nlose = "rest"\n[amount]\nletter = "f"\nto = "1"\n'
        '[growth]\nwin = "1 + f"\nlose = "1 - f"\n'
    )
    assert main(["solve", "kelly.toml"]) == 2
    assert "give what a unit staked returns, such as 'b' or '-1'" in capsys.readouterr().err


def test_a_decimal_comma_after_at_is_told_of_the_point(capsys) -> None:
    assert main(["solve", "examples/umbrella.toml", "--at", "r=0,25"]) == 2
    assert "--at has '25': a decimal has a point, as in 'p=0.25'" in capsys.readouterr().err
