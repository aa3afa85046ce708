"""The catalogue of published problems: every number in `examples/catalogue/answers.toml`, asserted exactly."""

from __future__ import annotations

import json
import tomllib
from fractions import Fraction
from math import prod
from pathlib import Path

import pytest
from sympy import Rational, log, symbols

from symdt.analysis.attitude.optimal_under import information_price, optimal_under
from symdt.analysis.attitude.switching import switching_tolerances
from symdt.analysis.attitude.tolerance import tolerance_rule
from symdt.analysis.attitude.utility import Exponential, certainty_equivalent
from symdt.analysis.attitude.wealth import wealth_rule
from symdt.analysis.best_amount import best_amount
from symdt.analysis.knowing.information import evpi, evsi
from symdt.analysis.profile import RiskProfile, profiles
from symdt.analysis.sensitivity import one_way
from symdt.analysis.stationary import best_policy, gain
from symdt.cli import main
from symdt.exact.field import equal
from symdt.exact.polynomial import to_fraction
from symdt.exact.proof import prove
from symdt.exact.verdict import Proved
from symdt.formats.problem import dump, load_problem, loads
from symdt.problems.experiment import Experiment
from symdt.problems.table import DecisionProblem
from symdt.problems.tree_problem import to_tree
from symdt.solve.alternatives import alternatives
from symdt.solve.foldback import fold_back
from symdt.solve.regions import decision_regions
from symdt.solve.rule import decision_rule
from tests.contract import brute

CATALOGUE = Path(__file__).parent.parent.parent / "examples" / "catalogue"
ANSWERS = tomllib.loads((CATALOGUE / "answers.toml").read_text())["problem"]
CHECKS = [(p["file"], check) for p in ANSWERS for check in p["check"]]
FILES = sorted(f for f in CATALOGUE.rglob("*.toml") if f.stem != "answers")
DRAWN = [f for f in FILES if f.parent == CATALOGUE]  # an amount has no tree


def load(name: str):
    return load_problem(CATALOGUE / f"{name}.toml")


def solved(problem, at):
    fixed = problem.at({n: Rational(v) for n, v in at.items()}) if at else problem
    if isinstance(fixed, DecisionProblem):
        return fold_back(to_tree(fixed, data=False), domain=fixed.domain, optimum=fixed.loss.optimum).at()
    return fold_back(fixed.tree, domain=fixed.domain, optimum=fixed.optimum).at()


def test_the_catalogue_is_complete() -> None:
    listed = {(CATALOGUE / p["file"]).resolve() for p in ANSWERS}
    assert {f.resolve() for f in FILES} <= listed
    assert len(ANSWERS) >= 30
    for problem in ANSWERS:
        assert problem["source"]
        assert problem["adds"]
        assert problem["check"]
    for file in FILES:
        assert file.read_text().startswith("#")  # the source stands in the file itself


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_every_file_comes_back_and_is_solved(file: Path, capsys) -> None:
    problem = load_problem(file)
    assert loads(dump(problem)) == problem
    if not problem.symbols:
        assert main(["solve", str(file)]) == 0
        return
    values = zip(problem.domain.field.names, problem.domain.witness, strict=True)
    assert main(["solve", str(file), "--at", ",".join(f"{n}={v}" for n, v in values), "--json"]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize(("file", "check"), CHECKS, ids=lambda x: x if isinstance(x, str) else x["kind"])
def test_every_number(file: str, check: dict) -> None:
    problem = load_problem(CATALOGUE / file)
    at, kind = check.get("at", {}), check["kind"]
    if kind == "value":
        best = solved(problem, at)
        assert best.ties == (check["action"],)
        assert best.value == Rational(check["value"])
        if "published" in check:
            digits = len(check["published"].partition(".")[2])
            assert f"{float(best.value):.{digits}f}" == check["published"]
    elif kind == "amount":
        best = best_amount(problem, at)
        assert best.amount == Rational(check["amount"])
        assert equal(best.value, Rational(check["value"])) if "value" in check else best.value is not None
    elif kind == "worth":
        assert solved(problem, at).value == Rational(check["value"])
    elif kind == "evpi":
        assert evpi(problem).at(at) == Rational(check["value"])
    elif kind == "evsi":
        value = evsi(problem, check["experiment"])
        assert value.at(at) == Rational(check["value"])
        assert value.net_at(at) == Rational(check["net"])
    elif kind == "switches":
        along = one_way(problem, check["for"], at)
        assert along.thresholds == tuple(Rational(v) for v in check["values"])
    elif kind == "never":
        assert decision_regions(problem).never_optimal == tuple(check["actions"])
    elif kind == "proved tolerance":
        found = switching_tolerances(problem.money, at, digits=check["digits"])
        assert found.is_complete
        assert [found.best, *(s.after for s in found.switches)] == check["actions"]
        for switch, value in zip(found.switches, check["values"], strict=True):
            near = Rational(value)
            assert near - Rational(1, 10**15) < switch.low < switch.high < near + Rational(1, 10**15)
    elif kind == "tolerance":
        rule = tolerance_rule(problem, at)
        assert [action for action, _, _ in rule.pieces] == check["actions"]
        assert [f"{float(t.evalf(20)):.3f}" for t in rule.thresholds] == check["values"]
    else:
        assert kind == "wealth"
        rule = wealth_rule(profiles(problem))
        assert [action for action, _, _ in rule.pieces] == check["actions"]
        assert [f"{float(t.evalf(20)):.2f}" for t in rule.thresholds] == check["values"]
        assert [
            str(t.ceiling()) if hasattr(t, "ceiling") else str(int(t.evalf(20)) + 1) for t in rule.thresholds
        ] == [check["published"]]


def points(problem) -> list[dict[str, Fraction]]:
    """Some exact points of the domain."""
    names = problem.domain.field.names
    return [dict(zip(names, map(to_fraction, v), strict=True)) for v in list(problem.domain.samples)[:6]] or [
        {}
    ]


PLAIN = {
    "format",
    "title",
    "source",
    "assume",
    "optimum",
    "parameters",
    "belief",
    "loss",
    "utility",
    "experiment",
    "tree",
    "explore",
}


def is_plain(file: Path) -> bool:
    """Whether brute force reads the file: tables, and trees that pay at their leaves only."""
    told = tomllib.loads(file.read_text())
    tree = told.get("tree", {})
    pairs = [p for node in tree.get("chance", {}).values() for k, p in node.items() if k != "event"]
    ends = [end for node in tree.get("decision", {}).values() for end in node.values()]
    has_pairs = all(isinstance(p, str) or (isinstance(p, list) and len(p) in (2, 3)) for p in pairs)
    rows = [entry for kind in ("loss", "utility") for entry in told.get(kind, {}).values()]
    return (
        set(told) <= PLAIN
        and not any("Beta(" in str(v) for v in told.get("belief", {}).values())  # no unknown rate
        and set(tree) <= {"root", "decision", "chance"}
        and has_pairs
        and all(isinstance(e, str | list) for e in ends)
        and all(isinstance(e, list) for e in rows)  # no attitude, no polynomial of a rate
    )


BY_HAND = [f for f in FILES if is_plain(f)]


def test_most_are_tried_by_hand() -> None:
    assert len(BY_HAND) >= 28


@pytest.mark.parametrize("file", BY_HAND, ids=lambda f: f.stem)
def test_every_strategy_by_brute_force(file: Path) -> None:
    """The file read by tomllib and every strategy tried, in fractions: the same best value at many points."""
    problem = load_problem(file)
    told = tomllib.loads(file.read_text(), parse_float=str)
    plans = prod(len(d) for d in told.get("tree", {}).get("decision", {}).values())
    for point in points(problem)[: 6 if plans < 500 else 1]:
        best = solved(problem, {n: str(v) for n, v in point.items()})
        assert Fraction(str(best.value)) == brute.worth(told, point), point


TRIED = [
    (f, c)
    for f, c in CHECKS
    if (CATALOGUE / f).resolve() in {b.resolve() for b in BY_HAND}
    and c["kind"] in ("value", "worth", "evpi", "evsi", "switches")
]


@pytest.mark.parametrize(("file", "check"), TRIED, ids=lambda x: x if isinstance(x, str) else x["kind"])
def test_every_listed_number_by_brute_force(file: str, check: dict) -> None:
    """What `answers.toml` says, from the file alone, in fractions: two strategies are as good where one switches."""
    told = tomllib.loads((CATALOGUE / file).read_text(), parse_float=str)
    at = {n: Fraction(v) for n, v in check.get("at", {}).items()}
    if check["kind"] in ("value", "worth"):
        assert brute.worth(told, at) == Fraction(check["value"])
    elif check["kind"] == "evpi" and "tree" not in told:
        assert brute.perfect(told, at) == Fraction(check["value"])
    elif check["kind"] == "evsi":
        assert brute.observed(told, check["experiment"], at) == Fraction(check["value"])
    elif check["kind"] == "switches":
        for switch in check["values"]:
            here = {**at, check["for"]: Fraction(switch)}
            values = list((brute.tree_values if "tree" in told else brute.table_values)(told, here))
            assert values.count(brute.worth(told, here)) > 1


def test_most_listed_numbers_are_tried() -> None:
    assert len(TRIED) >= 70


@pytest.mark.parametrize("file", DRAWN, ids=lambda f: f.stem)
def test_every_file_with_letters_has_a_rule_and_is_drawn(file: Path, tmp_path: Path, capsys) -> None:
    problem = load_problem(file)
    assert main(["draw", str(file), "-o", str(tmp_path / "tree.dot")]) == 0
    if problem.symbols:
        letter = problem.domain.field.names[0]
        capsys.readouterr()
        assert main(["solve", str(file), "--for", letter, "--json"]) == 0
        rule = json.loads(capsys.readouterr().out)
        assert rule["complete"]
        assert rule["rule"]["cases"]
    assert (tmp_path / "tree.dot").stat().st_size


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_every_file_is_reported_and_explored(file: Path, tmp_path: Path, capsys) -> None:
    """One command each: the picture, the page and the whole report."""
    assert main(["draw", str(file), "-o", str(tmp_path / "tree.svg")]) == 0
    assert main(["explore", str(file), "-o", str(tmp_path / "page.html")]) == 0
    assert main(["report", str(file), "-o", str(tmp_path / "report")]) == 0
    assert (tmp_path / "report" / "index.html").stat().st_size > 1000


def test_pauker_kassirer_in_letters() -> None:
    """The two thresholds of 1980 as published, derived for all letters."""
    problem = load("pauker_kassirer_1980")
    B, R, C, s, f, p = symbols("B R C s f p")
    values = {str(c): e.to_expr() for c, e in alternatives(problem).choices}
    test = next(v for name, v in values.items() if "positive: treat" in name and "negative: withhold" in name)
    low = (f * R + C) / (f * R + s * B)
    high = ((1 - f) * R - C) / ((1 - f) * R + (1 - s) * B)
    assert equal((test - values["withhold"]).subs(p, low), 0)
    assert equal((test - values["treat"]).subs(p, high), 0)
    assert isinstance(
        prove(test - values["withhold"] <= p * (f * R + s * B) - f * R - C, problem.domain), Proved
    )


def test_pauker_kassirer_1975_rule() -> None:
    B, R = symbols("B R")
    rule = decision_rule(load("pauker_kassirer_1975"), "p")
    (case,) = rule.cases
    assert [piece.label.action for piece in case.pieces] == ["withhold", "treat"]
    assert equal(case.pieces[0].stop.to_expr(), R / (R + B))
    p = symbols("p")
    diagnosis = evpi(load("pauker_kassirer_1975"))
    assert {str(w.value) for w in diagnosis.pieces} == {"B*p", "-R*p + R"}
    assert diagnosis.at(p="1/2", B=9, R=1) == Rational(1, 2)
    assert p in diagnosis.expression.free_symbols


def test_howards_party_with_risk_aversion() -> None:
    """Kim: outdoors 26, porch 40 or 41, indoors 46; clairvoyance 20."""
    party = load("howard_party").at({"s": Rational(2, 5)})
    kim = Exponential(50 / log(2))
    worth = {a: float(certainty_equivalent(f, kim).evalf()) for a, f in profiles(party).items()}
    assert {a: round(v) for a, v in worth.items()} == {"outdoors": 26, "porch": 41, "indoors": 46}
    assert optimal_under(party, kim).action == "indoors"
    clairvoyance = Experiment("clairvoyance", {"sun": {"sun": 1, "rain": 0}, "rain": {"sun": 0, "rain": 1}})
    assert round(float(information_price(party, clairvoyance, kim).evalf())) == 20
    # in utilities: u(x) = 4/3 (1 - 2^(-x/50)) gives 0.63 indoors, and 0.8 with clairvoyance
    after = optimal_under(DecisionProblem(party.loss, party.belief, party.domain, (clairvoyance,)), kim)
    assert round(4 / 3 * (1 - 2 ** (-float(after.value) / 50)), 9) == 0.8


def test_bernoullis_insurer() -> None:
    """Whoever insures the merchant should have 14243 rubles: 9200 more than he, exactly."""
    insurer = {"insure him": RiskProfile(((800, 0.95), (-9200, 0.05))), "do not": RiskProfile(((0, 1),))}
    (his,) = wealth_rule(profiles(load("bernoulli_1738"))).thresholds
    (its,) = wealth_rule(insurer).thresholds
    assert abs((its - his - 9200).evalf(30)) < Rational(1, 10**20)
    assert int(its.evalf(20)) + 1 == 14243


def test_savages_omelette_in_letters() -> None:
    q, e, c, w = symbols("q e c w")
    rule = decision_rule(load("savage_1954_omelette"), q)
    ends = {piece.stop.to_expr() for case in rule.cases for piece in case.pieces}
    assert any(equal(end, c / (5 * e)) for end in ends)
    assert any(equal(end, 1 - c / (e + w)) for end in ends)
    two = [case for case in rule.cases if len(case.pieces) == 2]
    assert two
    assert all(p.label.action != "saucer" for case in two for p in case.pieces)


def test_monty_hall_for_every_host() -> None:
    problem = load("selvin_1975_monty_hall")
    value = evsi(problem, "host")
    assert isinstance(prove(value.expression <= Rational(1, 3), problem.domain), Proved)
    assert isinstance(prove(value.expression >= Rational(1, 3), problem.domain), Proved)
    q = symbols("q")
    posterior = problem.belief.condition(problem.experiments[0].of("opens 3"))
    assert equal(posterior["car 2"], 1 / (1 + q))


def test_ellsbergs_pair_is_never_strictly_best() -> None:
    problem = load("ellsberg_1961")
    assert "I and IV" not in {str(s.choice) for s in one_way(problem, "b", {"b": "1/2"}).stretches}
    values = {str(c): e.to_expr() for c, e in alternatives(problem).choices}
    b = symbols("b")
    usual = values["I and IV"]
    assert equal(usual, 1)
    assert isinstance(
        prove(
            (values["I and III"] > usual)
            | (values["II and IV"] > usual)
            | (b <= Rational(1, 3)) & (b >= Rational(1, 3)),
            problem.domain,
        ),
        Proved,
    )


def test_gilbert_mosteller_strategy_and_brute_force() -> None:
    """Pass by two, then the first record: by the tree, and by counting orders."""
    from itertools import permutations

    best = solved(load("gilbert_mosteller_1966"), {"v": "0"})
    assert best.strategy["first"] == "pass"
    assert best.strategy["take the second?"] == "pass"
    assert best.strategy["take the third?"] == "take"
    wins = 0
    for order in permutations(range(5)):
        chosen = next((x for i, x in enumerate(order) if i >= 2 and x > max(order[:i])), None)
        wins += chosen == 4
    assert Rational(wins, 120) == best.value == Rational(13, 30)


def test_hillier_lieberman_maintenance() -> None:
    """All policies that run a new machine and replace a broken one: average costs by hand, and the discounted values."""
    machine = load("hillier_lieberman_maintenance").at({"o": 4000})
    costs = {
        (minor, major): gain(machine, {"new": "run", "minor": minor, "major": major, "inoperable": "replace"})
        for minor, major in (("run", "run"), ("run", "overhaul"), ("run", "replace"), ("replace", "replace"))
    }
    assert list(costs.values()) == [Rational(25000, 13), Rational(5000, 3), Rational(19000, 11), 3000]
    # V = r + 9/10 P V for the best of them, solved from the last state back: new and minor are two equations
    new, minor = Fraction(30510000, 2041), Fraction(33190000, 2041)
    major, broken = 4000 + Fraction(9, 10) * minor, 6000 + Fraction(9, 10) * new
    assert new == Fraction(9, 10) * (Fraction(7, 8) * minor + (major + broken) / 16)
    assert minor == 1000 + Fraction(9, 10) * (Fraction(3, 4) * minor + (major + broken) / 8)
    best = best_policy(machine)
    assert [Fraction(str(v)) for v in best.values.values()] == [new, minor, major, broken]
    assert best.policy["major"] == "overhaul"
