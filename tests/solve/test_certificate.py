"""Certificates: right rules are proved by identities that the checker accepts; every kind of wrong rule is refuted."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from sympy import Piecewise, Rational, symbols

import symdt.solve.proofs
from benchmarks._stress_problems import make
from benchmarks.engine_stress import question
from symdt import (
    Chance,
    Decision,
    Domain,
    Proved,
    Refuted,
    Undecided,
    certify,
    decision_rule,
    load_problem,
)
from symdt.errors import Stopped
from symdt.exact.formula import Condition
from symdt.problems.tree_problem import TreeProblem
from symdt.solve.certificate import certificate_of, certificate_of_rule
from symdt.solve.proofs.check.polynomials import RejectedError, divided
from symdt.solve.proofs.check.proofs import check, verify
from symdt.solve.proofs.check.texts import Ring
from symdt.solve.written.derivation import explain

ROOT = Path(__file__).parents[2]
p, h, k, a, x, y = symbols("p h k a x y")


@pytest.fixture(scope="module")
def example2():
    return load_problem(ROOT / "examples/example2.toml")


@pytest.fixture(scope="module")
def shown(example2):
    return decision_rule(example2, "p").to_json()


def refuted(problem, answer):
    """The verdict, which must be a refutation whose point lies in the problem's domain."""
    verdict = certificate_of(problem, answer).verdict
    assert isinstance(verdict, Refuted), verdict
    point = {s.name: v for s, v in verdict.counterexample.items()}
    assert set(point) == {s.name for s in problem.symbols}
    if all(isinstance(v, Rational) for v in point.values()):
        problem.domain.check_point(point)
    return verdict


def changed(answer, **changes):
    return {**copy.deepcopy(answer), **changes}


# --- right rules -----------------------------------------------------------------------------------


def test_example_2_is_proved_by_identities_alone(example2, shown):
    certificate = certificate_of(example2, shown)
    assert isinstance(certificate.verdict, Proved)
    assert certificate.by_solver == 0
    assert certificate.identities > 30
    assert str(certificate) == f"proved, {certificate.identities} identities, checked by multiplication"


def test_certify_gives_the_certificate_with_the_verdict(example2):
    verdict = certify(decision_rule(example2, "p"))
    assert verdict == Proved()
    assert verdict.evidence.identities == verify(verdict.evidence.data)[0]


@pytest.mark.parametrize(
    ("tree", "domain", "by_solver"),
    [
        ({"A": x**2, "B": h}, ("x > 0", "h > 0"), 0),
        ({"A": x, "B": (h + x) / (x + 1)}, ("x > 0", "0 < h < 1"), None),
        ({"A": x**3 - x, "B": 0}, (), 0),
        ({"A": x**5 - x - 1, "B": 0}, (), None),
        ({"A": x**4 - 3 * x**2 + x, "B": 1}, (), None),
        ({"A": x**3 - x, "B": h}, ("x > 0", "h > 0"), None),
        ({"A": x**3 - x, "B": h}, ("-1 <= h <= 1",), None),
        ({"A": a * x**2, "B": 1}, ("x > 0", "-1 <= a <= 1"), None),
    ],
)
def test_roots_of_any_degree_are_decided(tree, domain, by_solver):
    certificate = certificate_of_rule(decision_rule(Decision("d", tree), x, domain=Domain(*domain)))
    assert isinstance(certificate.verdict, Proved), certificate
    assert by_solver is None or certificate.by_solver == by_solver


@pytest.mark.parametrize("name", ["oil_wildcatter_letters.toml", "catalogue/gilbert_mosteller_1966.toml"])
def test_strategies_are_valued_straight_from_table_and_tree(name):
    problem = load_problem(ROOT / "examples" / name)
    certificate = certificate_of_rule(decision_rule(problem, problem.symbols[0]))
    assert isinstance(certificate.verdict, Proved)
    assert certificate.by_solver == 0


# --- the holes that were ---------------------------------------------------------------------------


def test_a_quadratic_end_that_is_no_quadratic_at_a_point_leaves_no_gap():
    """A rule for a x² against 1 that has no case at a = 0."""
    tree = TreeProblem(Decision("d", {"A": a * x**2, "B": 1}), Domain("x > 0", "-1 <= a <= 1"))
    answer = decision_rule(tree, x).to_json()
    cases = [case for case in answer["rule"]["cases"] if case["if"] == ["a > 0"]]
    cases += [{"if": ["a < 0"], "pieces": [{"action": "A", "from": "0", "to": "oo"}]}]
    verdict = refuted(tree, {"rule": {**answer["rule"], "cases": cases}})
    assert verdict.counterexample[a] == 0
    everywhere = [{**cases[0], "if": ["a >= 0"]}, cases[1]]
    verdict = refuted(tree, {"rule": {**answer["rule"], "cases": everywhere}})
    assert verdict.counterexample[a] == 0  # the end divides by zero there


def test_domain_optimum_action_and_values_are_compared_with_the_source(example2):
    rule = decision_rule(example2, "p")
    a0 = rule.cases[0].pieces[0].label
    everywhere = [
        replace(c, pieces=tuple(replace(pc, label=replace(pc.label, action="a2")) for pc in c.pieces))
        for c in rule.cases
    ]
    wrong = replace(rule, rule=replace(rule.rule, cases=tuple(everywhere)))
    assert "no such choice" in certify(wrong).why
    cut = Domain(*example2.domain.conditions, Condition.of(8 * h - 15 * k, ">"), symbols=example2.symbols)
    question = replace(rule.rule.question, domain=cut)
    one = replace(rule, rule=replace(rule.rule, question=question, cases=rule.cases[:1]))
    assert isinstance(certify(one), Refuted)
    question = replace(rule.rule.question, optimum="max")
    assert "minimum" in certify(replace(rule, rule=replace(rule.rule, question=question))).why
    values = {**rule.alternatives.values, "a0": 7 * h * p}
    assert isinstance(certify(replace(rule, alternatives=replace(rule.alternatives, values=values))), Refuted)
    worst = replace(
        rule.cases[0], pieces=(replace(rule.cases[0].pieces[0], label=a0), *rule.cases[0].pieces[1:])
    )
    assert isinstance(certify(replace(rule, rule=replace(rule.rule, cases=(worst, *rule.cases[1:])))), Proved)


def test_a_rule_derived_without_bayes_rule_is_refuted():
    """The rule that comes out when outcomes teach nothing: the test is never used."""
    problem = load_problem(ROOT / "examples/catalogue/pauker_kassirer_1980.toml")
    end = "R/(B + R)"
    pieces = [
        {"action": "withhold", "strategy": {"first": "withhold"}, "from": "0", "to": end},
        {"action": "treat", "strategy": {"first": "treat"}, "from": end, "to": "1"},
    ]
    verdict = refuted(problem, {"rule": {"for": "p", "cases": [{"if": [], "pieces": pieces}]}})
    assert "test" in verdict.why


def test_a_strategy_that_lacks_a_decision_is_refuted_in_words():
    problem = load_problem(ROOT / "examples/oil_wildcatter_letters.toml")
    answer = decision_rule(problem, "d").to_json()
    piece = next(pc for c in answer["rule"]["cases"] for pc in c["pieces"] if len(pc["strategy"]) == 4)
    del piece["strategy"]["no structure"]
    assert "says nothing about the decision 'no structure'" in refuted(problem, answer).why


# --- kinds of wrong rules --------------------------------------------------------------------------


def pieces(answer, case=0):
    return answer["rule"]["cases"][case]["pieces"]


def swap(answer):
    first, second = pieces(answer)[:2]
    for key in ("action", "strategy", "value"):
        first[key], second[key] = second[key], first[key]


def move(by):
    def change(answer):
        first, second = pieces(answer)[:2]
        first["to"] = second["from"] = f"{first['to']} + {by}"

    return change


def drop_case(answer):
    del answer["rule"]["cases"][1]


def drop_piece(answer):
    del pieces(answer)[1]


def overlap_cases(answer):
    answer["rule"]["cases"][1]["if"] = ["6*h >= 5*k"]


def overlap_pieces(answer):
    pieces(answer)[1]["from"] = "0"


def open_case(answer):
    answer["rule"]["cases"][1]["if"] = ["6*h > 5*k", "8*h <= 15*k"]


def open_piece(answer):
    pieces(answer)[0]["to_closed"] = False


def empty_piece(answer):
    first = pieces(answer)[0]
    pieces(answer).insert(1, {**first, "from": first["to"], "to": first["to"]})


def empty_case(answer):
    answer["rule"]["cases"].append({"if": ["h < 0"], "pieces": [dict(pieces(answer)[0], to="oo")]})


def wrong_witness(answer):
    answer["rule"]["cases"][0]["witness"] = {"h": "1", "k": "5"}


def optimum(answer):
    answer["optimum"] = "max"


def shown_action(answer):
    pieces(answer)[0]["action"] = "a3"


def unknown_action(answer):
    pieces(answer)[0] |= {"action": "a9", "strategy": {"first": "a9"}}


def unknown_decision(answer):
    pieces(answer)[0]["strategy"]["second"] = "a0"


def piece_value(answer):
    pieces(answer)[0]["value"] = "6*h*p + 1/1000000000"


def action_value(answer):
    answer["values"]["a3"] = "2*h*p - 3*k*p + 3*k"


def never_too_many(answer):
    answer["never_optimal"] = ["a2", "a3"]


def never_too_few(answer):
    answer["never_optimal"] = []


def range_too_short(answer):
    answer["rule"]["to"] = "1/5"


def range_too_long(answer):
    answer["rule"]["to"] = "1/3"


def range_without_end(answer):
    answer["rule"]["from"] = "-oo"


def piece_beyond_the_domain(answer):
    for case in answer["rule"]["cases"]:
        case["pieces"][0]["from"] = "-oo"


def piece_up_to_another_end(answer):
    for case in answer["rule"]["cases"]:
        case["pieces"][-1]["to"] = "1/3"


def range_and_pieces_too_long(answer):
    answer["rule"]["to"] = "1/3"
    piece_up_to_another_end(answer)


def undefined_end(answer):
    first, second = pieces(answer)[:2]
    first["to"] = second["from"] = "2*k/(4*h + 3*k)*(h - 3*k)/(h - 3*k) + 0/(h - 3*k)"


KINDS = [
    swap,
    move("1/1000000000"),
    move("-1/1000000000"),
    drop_case,
    drop_piece,
    overlap_cases,
    overlap_pieces,
    open_case,
    open_piece,
    empty_piece,
    empty_case,
    wrong_witness,
    optimum,
    shown_action,
    unknown_action,
    unknown_decision,
    piece_value,
    action_value,
    never_too_many,
    never_too_few,
    range_too_short,
    range_too_long,
    range_without_end,
    piece_beyond_the_domain,
    piece_up_to_another_end,
    range_and_pieces_too_long,
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__qualname__.partition(".")[0])
def test_every_kind_of_wrong_rule_is_refuted_with_a_point(example2, shown, kind):
    answer = copy.deepcopy(shown)
    kind(answer)
    refuted(example2, answer)


def test_a_rule_that_says_it_is_partial_is_not_refuted_where_it_says_nothing(example2, shown):
    """A gap that the rule owns up to leaves it undecided; a wrong case refutes it all the same, and a gap unsaid too."""
    partial = copy.deepcopy(shown)
    del partial["rule"]["cases"][-1]
    assert isinstance(certificate_of(example2, partial).verdict, Refuted)
    partial["complete"] = False
    verdict = certificate_of(example2, partial).verdict
    assert isinstance(verdict, Undecided)
    assert verdict.reason.startswith("the rule says that it is partial, and it has no answer at ")
    whole = {**shown, "complete": False}
    whole["rule"] = copy.deepcopy(shown["rule"])
    first = whole["rule"]["cases"][0]["pieces"]
    first[0]["action"], first[1]["action"] = first[1]["action"], first[0]["action"]
    assert isinstance(certificate_of(example2, whole).verdict, Refuted)


def test_roots_of_another_index_are_refuted():
    for degree, index, wrong in ((3, 2, 1), (4, 1, 0), (5, 0, 1)):
        polynomial = {3: x**3 - x - h, 4: x**4 - 2, 5: x**5 - x - 1}[degree]
        domain = Domain("0 < h < 1/10", "x > 0") if degree == 3 else Domain("x > 0")
        tree = TreeProblem(Decision("d", {"A": polynomial, "B": 0}), domain)
        text = str(polynomial)
        for i, is_right in ((index, True), (wrong, False)):
            end = {"root": i, "of": text, "in": "x"}
            pieces = [{"action": "A", "from": "0", "to": end}, {"action": "B", "from": end, "to": "oo"}]
            certificate = certificate_of(
                tree, {"rule": {"for": "x", "cases": [{"if": [], "pieces": pieces}]}}
            )
            assert isinstance(certificate.verdict, Proved if is_right else Refuted), (degree, i, certificate)


def test_a_condition_may_compare_a_letter_with_an_indexed_root():
    """min(x, h³ − h): the case changes where h passes the roots of h³ − h − 1."""
    tree = TreeProblem(Decision("d", {"A": x, "B": h**3 - h}), Domain("0 < x < 1", "h > 0"))
    root = {"letter": "h", "root": 0, "of": "h**3 - h - 1", "in": "h"}
    cases = [
        {"if": [{**root, "op": ">="}], "pieces": [{"action": "A", "from": "0", "to": "1"}]},
        {
            "if": [{**root, "op": "<"}, "h > 1"],
            "pieces": [
                {"action": "A", "from": "0", "to": "h**3 - h"},
                {"action": "B", "from": "h**3 - h", "to": "1"},
            ],
        },
        {"if": ["h <= 1"], "pieces": [{"action": "B", "from": "0", "to": "1"}]},
    ]
    answer = {"rule": {"for": "x", "cases": cases}}
    assert isinstance(certificate_of(tree, answer).verdict, Proved)
    cases[1]["if"][0]["root"] = 1
    assert "the root" in refuted(tree, answer).why


def test_a_budget_is_kept_and_said(example2, shown):
    verdict = certificate_of(example2, shown, seconds=0).verdict
    assert isinstance(verdict, Undecided)
    assert "budget" in verdict.reason


def test_many_strategies_are_compared_decision_by_decision():
    """Twelve outcomes with two answers each have 4096 strategies; those that leave the rule somewhere are few."""
    answers = {str(i): (Rational(1, 12), Decision(f"{i}", {"l": i * x, "r": 11 - i})) for i in range(12)}
    tree = TreeProblem(Chance("c", answers), Domain("0 < x < 1"))
    certificate = certificate_of_rule(decision_rule(tree, x))
    assert isinstance(certificate.verdict, Proved), certificate
    assert certificate.questions < 400


@pytest.mark.parametrize("hole", ["2*x != 1", "x*y != 1", "y != 1"])
def test_a_hole_ends_no_piece(hole):
    """A right rule on a domain with a hole in its letter was refuted: the hole's polynomial was taken for a bound."""
    tree = Decision("d", {"a": x * y, "b": 1 - x})
    rule = decision_rule(tree, x, domain=Domain("0 < x < 1", "y > 0", hole), optimum="min")
    certificate = certificate_of_rule(rule)
    assert isinstance(certificate.verdict, Proved), certificate


def branching(outcomes, answers):
    """Stop at a price, or see one of many outcomes and then answer: answers ** outcomes strategies behind it."""
    parts = {
        str(i): (
            Rational(1, outcomes),
            Decision(f"{i}", {str(j): (j + 1) * i * x + (answers - j) * j for j in range(answers)}),
        )
        for i in range(outcomes)
    }
    return TreeProblem(
        Decision("first", {"look": Chance("c", parts), "stop": y}), Domain("0 < x < 1", "0 < y < 9"), "min"
    )


def test_trees_are_certified_by_induction_over_their_nodes():
    """4 ** 20 strategies are never counted; of a wrong rule the node that is wrong is named."""
    problem = branching(20, 4)
    rule = decision_rule(problem, y)
    certificate = certificate_of_rule(rule)
    assert isinstance(certificate.verdict, Proved), certificate
    assert certificate.by_solver == 0
    assert certificate.questions < 400
    assert str(explain(rule)).count("at 19") >= 3
    answer = rule.to_json()
    piece = next(p for c in answer["rule"]["cases"] for p in c["pieces"] if p["action"] == "look")
    piece["strategy"]["7"] = "2"
    del piece["value"]
    assert "is as good as" in refuted(problem, answer).why
    answer = rule.to_json()
    answer["values"]["look"] = "11*x/2"
    assert "the value of look" in refuted(problem, answer).why
    assert "never_optimal" in answer
    answer = rule.to_json()
    answer["never_optimal"] = ["stop"]
    assert "stop is nowhere optimal" in refuted(problem, answer).why


def test_what_a_certificate_leaves_out_must_be_shown():
    """A strategy may not be left out for one that is left out, nor without a proof."""
    data = certificate_of_rule(decision_rule(branching(8, 2), y)).data
    assert verify(data)[1] == 0
    key, pairs = next((key, pairs) for key, pairs in data["pruned"].items() if pairs)
    for wrong in ([*pairs, pairs[0][::-1]], [pair[::-1] for pair in pairs]):
        with pytest.raises(RejectedError):
            verify({**data, "pruned": {**data["pruned"], key: wrong}})
    with pytest.raises(RejectedError, match="format 2: this checker reads format 1"):
        verify({**data, "format": 2})


def test_a_tree_with_some_strategies_is_compared_node_by_node():
    """Family natural 2, seed 13: a test may be repeated; of 38 strategies each against each it was thirty seconds."""
    source, more = question(make("natural 2", 13))
    rule = decision_rule(source, "p", **more)
    certificate = certificate_of_rule(rule, seconds=20)
    assert isinstance(certificate.verdict, Proved), certificate
    data = certificate.data
    assert data["by_nodes"]
    assert verify(data)[0] > 0
    key, pairs = next((key, pairs) for key, pairs in data["pruned"].items() if pairs)
    with pytest.raises(RejectedError):
        verify({**data, "pruned": {**data["pruned"], key: [pair[::-1] for pair in pairs]}})
    with pytest.raises(RejectedError):  # what was left out is asked, and no proof is given for it
        verify({name: part for name, part in data.items() if name != "by_nodes"})
    answer = rule.to_json()
    piece = next(p for c in answer["rule"]["cases"] for p in c["pieces"] if len(p["strategy"]) > 1)
    later = next(d for d in piece["strategy"] if d != "d")
    piece["strategy"][later] = "wait" if piece["strategy"][later] == "treat" else "treat"
    piece["strategy"] = {d: b for d, b in piece["strategy"].items() if d in ("d", "d+", "d-")}
    piece.pop("value", None)
    assert isinstance(certificate_of(rule.problem, answer, seconds=20).verdict, Refuted)


def test_a_point_of_one_piece_needs_no_roots_of_another():
    """Family tree 4, seed 3: an action is optimal in a piece with plain ends, and in others that end at roots."""
    source, more = question(make("tree 4", 3))
    certificate = certificate_of_rule(decision_rule(source, "p", **more), seconds=30)
    assert isinstance(certificate.verdict, Proved), certificate
    assert certificate.data["by_nodes"]


def test_a_rule_on_a_disc_has_the_ends_of_the_disc():
    """The letter is tied to another: its range ends on the circle, wherever that is."""
    problem = TreeProblem(
        Decision("d", {"A": x, "B": y}), Domain("x > 0", "y > 0", "x**2 + y**2 <= 1"), "min"
    )
    answer = decision_rule(problem, x).to_json()
    assert isinstance(certificate_of(problem, answer).verdict, Proved)
    for case in answer["rule"]["cases"]:
        case["pieces"][-1]["to"] = "1"
    answer["rule"]["to"] = "1"
    assert "is an end of the domain" in refuted(problem, answer).why


# --- the checker -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def certificate(example2, shown):
    return json.loads(json.dumps(certificate_of(example2, shown).data))


def sums(proof):
    """Every identity in a proof."""
    if "sum" in proof:
        yield proof["sum"]
    for part in proof.get("cases", ()):
        yield from sums(part)


def test_the_checker_rejects_every_change_of_a_weight(certificate):
    for key, proof in certificate["proofs"].items():
        for number, terms in enumerate(sums(proof)):
            for position in range(len(terms)):
                changed = copy.deepcopy(certificate)
                terms = list(sums(changed["proofs"][key]))[number]
                terms[position][0] = str(Fraction(terms[position][0]) + 1)
                with pytest.raises(RejectedError):
                    verify(changed)


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c["proofs"].popitem(),
        lambda c: c["problem"]["loss"]["a0"].update(M23="3*h"),
        lambda c: c["problem"]["belief"].update(M0="1 - 5*p"),
        lambda c: c["problem"]["domain"].remove("h > 0"),
        lambda c: c["problem"].update(optimum="max"),
        lambda c: c["answer"]["rule"]["cases"][0].update({"if": ["8*h > 14*k"]}),
        lambda c: c["answer"]["rule"]["cases"][0]["pieces"][0].update(to="k/(4*h + 3*k)"),
        lambda c: c["answer"]["rule"]["cases"].pop(),
        lambda c: c["answer"]["values"].update(a0="5*h*p"),
        lambda c: c["answer"].update(never_optimal=[]),
        lambda c: c["signs"].update({key: -sign for key, sign in c["signs"].items()}),
        lambda c: c["letters"].remove("h"),
        lambda c: c["problem"]["belief"].update(M0="1e999999999"),
        lambda c: c["problem"]["belief"].update(M0="(p + h + k)**64**64"),
    ],
)
def test_the_checker_rejects_another_problem_or_another_rule(certificate, change):
    changed = copy.deepcopy(certificate)
    change(changed)
    with pytest.raises(RejectedError):
        verify(changed)


def test_the_checker_runs_without_symdt(certificate, tmp_path):
    """The folder `check` is copied out of the package and run by itself: nothing but the standard library."""
    import shutil

    shutil.copytree(Path(symdt.solve.proofs.__file__).parent / "check", tmp_path / "check")
    (tmp_path / "cert.json").write_text(json.dumps(certificate))
    command = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        "import sys; sys.path.insert(0, '.'); sys.argv = ['check', 'cert.json']; from check.__main__ import main; sys.exit(main())",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("accepted: ")


def test_a_degree_that_would_reach_the_next_letter_is_refused():
    """Monomials are numbers with forty bits a letter: x to the power 2**40 must not be taken for y."""
    ring = Ring(["x", "y"])
    facts = [({1 << 38: 1}, ">"), ({1 << 40: -1}, ">")]  # x**(2**38) > 0, and y < 0
    with pytest.raises(RejectedError, match="too high a degree"):
        check(ring, {"sum": [["1", [0, 0, 0, 0]], ["1", [1]]]}, facts)
    with pytest.raises(RejectedError, match="too high a degree"):
        divided(
            {1 << 40 + 2: 1, 1 << 38: 1}, {1 << 40: 1, 1 << 38: -1}
        )  # y**4 + x**(2**38) by y - x**(2**38)


@pytest.mark.parametrize(
    "text", ["((((1e9999)**64)**64)**64)**64", "(((2**64)**64)**64)**64", "1e9999*" * 40 + "1"]
)
def test_numbers_of_a_certificate_stay_short(text):
    with pytest.raises(RejectedError, match="too many digits"):
        Ring(["x"]).read(text)


def test_a_long_rule_carries_identities_too() -> None:
    """A covering answers many questions at once, but is an engine's word: it is the last resort, not the first."""
    lot = load_problem("examples/catalogue/raiffa_schlaifer_1961_lot.toml")
    verdict = certify(decision_rule(lot, "c"))
    assert isinstance(verdict, Proved)
    identities, by_solver = verify(verdict.evidence.data)
    assert (identities > 500, by_solver) == (True, 0)


def test_where_no_one_end_is_the_end_of_the_domain_no_range_is_claimed():
    """Each side of a cross reaches farther than the other somewhere; a case on a section has ends of its own."""
    cross = Domain("0 <= x < 1", "y >= 0", "(x - y)*(x + y - 1) >= 0", "(y - x)*(x + y - 1) >= 0")
    rule = decision_rule(Decision("d", {"a": x, "b": x + y}), x, domain=cross, optimum="min")
    assert rule.to_json()["rule"]["to"] is None
    assert certify(rule) == Proved()
    line = Domain("0 <= x <= 1", "1/2 <= y <= 1", "y == 1 - x")
    below = Piecewise((1, x < Rational(1, 2)), (0, True))
    rule = decision_rule(Decision("d", {"a": x, "b": y + below}), x, domain=line, optimum="min")
    assert (rule.to_json()["rule"]["from"], certify(rule)) == ("1 - y", Proved())
    bent = Domain("1 <= x <= 5", "-1 <= y <= 1", "x*y <= 1")  # 1/y is no end where y <= 0
    rule = decision_rule(Decision("d", {"a": x - y, "b": 2 * y}), x, domain=bent, optimum="max")
    assert (rule.to_json()["rule"]["to"], certify(rule)) == ("5", Proved())


def test_a_decision_may_be_called_root():
    """The name stands in the strategy of a piece, and is no root of a polynomial."""
    tree = Decision("root", {"a": x, "b": 1 - x})
    problem = TreeProblem(tree, Domain("0 <= x <= 1"), "min", "")
    answer = decision_rule(problem, x).to_json()
    answer["rule"]["cases"][0]["pieces"][0]["value"] = "Piecewise((x + 1, Eq(x, 1/3)), (x, True))"
    assert refuted(problem, answer).counterexample == {x: Rational(1, 3)}


def test_in_a_short_command_identities_are_sought_too(example2, shown, monkeypatch):
    """Half of a budget is half of what the command leaves of it."""
    monkeypatch.setattr(Stopped, "deadline", time.process_time() + 20)
    assert certificate_of(example2, shown).by_solver == 0


def test_chance_with_a_branch_that_cannot_happen_still_comes_first():
    tree = Chance(
        "c", {"l": (1, Decision("d", {"a": x, "b": 1 - x})), "r": (0, Decision("e", {"a": x, "b": y}))}
    )
    rule = decision_rule(tree, x, domain=Domain("0 <= x <= 1", "y >= 0"), optimum="min")
    assert (rule(x=0, y=1), certify(rule)) == ("d: a", Proved())
