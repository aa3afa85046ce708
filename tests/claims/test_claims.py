"""The paper's statements: every verdict is the recorded one, and every mutation of a statement is noticed."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import exp, lgamma
from pathlib import Path

import pytest

import symdt
from symdt.claims import selected, summary
from symdt.claims.claim import (
    MILD,
    Claim,
    Computation,
    Correction,
    Formula,
    Hypothesis,
    Result,
    but,
    given,
    instead,
    judge,
    put,
)
from symdt.claims.file import load_claims, loads_claims
from symdt.cli import main
from symdt.errors import FileError, SymdtError
from symdt.exact.verdict import Undecided
from symdt.paper.statements import all_claims, verdicts, verify

CLAIMS = {claim.id: claim for claim in all_claims()}
EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "claims"


@cache
def result_of(id: str) -> Result:
    return judge(CLAIMS[id])


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, out, err


# --- every claim -------------------------------------------------------------------------------


@pytest.mark.parametrize("id", CLAIMS)
def test_the_check_gives_the_recorded_verdict(id: str) -> None:
    result = result_of(id)
    assert result.verdict == CLAIMS[id].expect, result.derivation()


@pytest.mark.parametrize("id", CLAIMS)
def test_no_claim_is_vacuous(id: str) -> None:
    result = result_of(id)
    for finding in (result.printed, *([result.corrected] if result.corrected else []), *result.also):
        assert finding.witness
        assert not any("not decided whether" in step for step in finding.steps)


@pytest.mark.parametrize("id", [c.id for c in CLAIMS.values() if isinstance(c.true_form, Formula)])
def test_every_formula_is_decided_by_two_solvers(id: str) -> None:
    pytest.importorskip("cvc5")
    result = result_of(id)
    for finding in (result.printed, *([result.corrected] if result.corrected else []), *result.also):
        assert finding.solvers in (("Z3", "cvc5"), ())
    assert (result.corrected or result.printed).solvers


@pytest.mark.parametrize("id", [c.id for c in CLAIMS.values() if c.repair == "hypothesis"])
def test_a_hypothesis_only_restricts_the_cases(id: str) -> None:
    claim = CLAIMS[id]
    if isinstance(claim.printed, Formula):
        assert claim.true_form.text == claim.printed.text
        assert set(claim.printed.assume) < set(claim.true_form.assume)
        return
    every, some = (
        [
            (str(sorted(map(str, at.items()))), str(printed), str(true))
            for at, printed, true in s.cases(**s.arguments)
        ]
        for s in (claim.printed, claim.true_form)
    )
    assert set(some) < set(every)


@pytest.mark.parametrize("id", CLAIMS)
def test_what_does_not_hold_has_a_counterexample_and_a_correction(id: str) -> None:
    result = result_of(id)
    if result.verdict == "holds":
        assert result.correction is None
        assert result.counterexample is None
        assert not CLAIMS[id].changes
    else:
        assert result.correction
        assert result.counterexample
        assert result.corrected is not None
        assert result.corrected.truth is True
        assert (result.verdict == "holds corrected") == (CLAIMS[id].repair in MILD)


@pytest.mark.parametrize("id", CLAIMS)
def test_mutations_are_rejected(id: str) -> None:
    claim = CLAIMS[id]
    # what is printed is itself a mutation of its correction
    mutations = [*claim.mutations, *([claim.printed] if claim.changes else [])]
    assert mutations
    for mutation in mutations:
        assert mutation != claim.true_form
        found = judge(claim.mutated(mutation))
        assert found.verdict != claim.expect, mutation.formal
        assert found.verdict in ("fails", "unsupported"), found.derivation()


@pytest.mark.parametrize("id", [c.id for c in CLAIMS.values() if c.changes])
def test_a_corrected_statement_in_print_would_hold(id: str) -> None:
    claim = CLAIMS[id]
    assert judge(replace(claim, printed=claim.true_form, suppose=(), correction=None)).verdict == "holds"


# --- all claims together -----------------------------------------------------------------------


def test_there_are_about_a_hundred_statements_of_the_paper_and_ids_are_places() -> None:
    paper = [c for c in CLAIMS.values() if c.section != "beyond"]
    assert len(paper) >= 100
    assert len(CLAIMS) == len(all_claims())
    assert list(dict.fromkeys(c.section for c in paper)) == [
        "abstract", "1", "2.1", "Example 1", "2.2", "Example 2", "3", "4", "Example 3", "5",
    ]  # fmt: skip
    starts = {
        "abstract": "abs",
        "Example 1": "ex1",
        "2.2": "2.2 thm",
        "Example 2": "ex2 fig",
        "Example 3": "ex3 eq",
    }
    for claim in paper:
        assert claim.id.split("-")[0] in starts.get(claim.section, claim.section).split(), claim.id
        assert claim.place
        assert re.fullmatch(r"[A-Za-z0-9.-]+", claim.id)
    assert {"eq-4", "eq-5", "eq-6", "eq-7", "thm-1", "fig-3", "ex2-rule-case-2"} <= set(CLAIMS)


#: Worked out on paper, not by the checks.
KNOWN = {
    "2.1-bayes-risk": "fails",
    "2.1-risk-a0": "holds",
    "ex1-evidence-M0": "fails",
    "ex1-evidence-M1": "fails",
    "ex1-rule": "fails",
    "ex1-accept": "fails",
    "ex1-identical": "fails",
    "ex1-likelihood-ratio": "fails",
    "thm-1": "holds",
    "1-one-step": "holds corrected",
    "3-child-by-child": "holds corrected",
    "4-same-action": "holds corrected",
    "4-risk-before-last": "holds corrected",
    "ex2-evidence": "holds",
    "ex2-evidence-demanding": "holds corrected",
    "ex2-t3-quarter": "holds",
    "ex2-thresholds": "holds",
    "ex2-rule-case-1": "holds",
    "ex2-rule-case-2": "holds corrected",
    "ex2-standard": "holds corrected",
    "ex2-M23-threshold": "holds corrected",
    "ex2-t3-twice": "fails",
    "ex2-t3-a0": "holds",
    "3-posterior": "fails",
    "3-posterior-range": "holds corrected",
    "3-multiplicative": "holds corrected",
    "3-count": "holds corrected",
    "3-decomposition": "holds corrected",
    "3-action-space": "holds corrected",
    "3-matroid": "holds",
    "4-sum-actions": "holds corrected",
    "4-last-actions": "holds corrected",
    "4-columns": "holds corrected",
    "4-risk-last": "holds corrected",
    "eq-4": "holds",
    "ex3-case-4": "holds",
    "ex3-case-4-since-4": "fails",
    "ex3-case-4-since-5": "fails",
}


@pytest.mark.parametrize("id", KNOWN)
def test_verdicts_that_were_worked_out_by_hand(id: str) -> None:
    assert result_of(id).verdict == KNOWN[id]


# --- counter-examples, redone without the toolkit -------------------------------------------------


def test_the_counterexample_to_the_threshold_of_m23_by_hand() -> None:
    p, h, k = Fraction(2, 9), 1, 1
    assert result_of("ex2-M23-threshold").counterexample == {
        "p": "2/9", "h": "1", "k": "1", "R0": "4/3", "R3": "16/9", "R2": "17/9", "R23": "5/3", "q23": "4/9",
    }  # fmt: skip
    assert 2 * p > Fraction(3 * k, 6 * k + h)
    assert 6 * h * p == Fraction(4, 3) < 5 * k - 15 * k * p == Fraction(5, 3)


def test_the_counterexample_to_twice_by_hand() -> None:
    h, p0, p3, p2, p23 = 3, Fraction(3, 5), Fraction(1, 10), Fraction(1, 10), Fraction(1, 5)
    found = result_of("ex2-t3-twice").counterexample
    assert found is not None
    assert (found["h"], found["q0"], found["q23"]) == ("3", "3/5", "1/5")
    assert p0 > h * p3
    assert p0 > 2 * p23
    assert h * (p3 + p2) + 2 * h * p23 == Fraction(found["R0"])
    assert p0 + h * (p3 + p2) == Fraction(found["R23"]) < Fraction(found["R0"])


@pytest.mark.parametrize(("model", "total"), [("M0", 0.25), ("M1", 0.5)])
def test_the_printed_evidence_of_one_case_by_hand(model: str, total: float) -> None:
    def factor(alpha: float, n: float) -> float:
        return exp(lgamma(alpha + n) - lgamma(alpha))

    alpha = 2.0
    x2 = factor(alpha / 2, 1) / factor(alpha, 1) ** 2
    x1 = x2 if model == "M0" else factor(alpha / 4, 1) / factor(alpha / 2, 1) ** 2
    assert abs(4 * x2 * x1 - total) < 1e-12
    found = result_of(f"ex1-evidence-{model}").counterexample
    assert found is not None
    assert (found["n"], found["alpha"], float(Fraction(found["printed"]))) == ("1", "2", total)


def test_the_missing_case_by_hand() -> None:
    found = result_of("ex2-rule-case-2").counterexample
    assert found is not None
    assert (found["h"], found["k"], found["t2"]) == ("1", "2", "5/18")
    assert Fraction(5 * 2, 6 * 1 + 15 * 2) == Fraction(5, 18) > Fraction(1, 4)
    for p in (Fraction(1, 100), Fraction(1, 8), Fraction(24, 100)):
        assert 6 * p < 10 - 30 * p  # a0 against a23, even near 0.25


# --- the machinery -------------------------------------------------------------------------------


def test_a_formula_that_assumes_the_impossible_is_an_error() -> None:
    with pytest.raises(SymdtError, match="empty"):
        Formula("p > 0", ("p > 1", "p < 0")).test()
    with pytest.raises(SymdtError, match="vacuous"):
        Formula("p > 2 implies p > 3", ("p < 1",)).test()


def test_vacuity_is_looked_for_inside_implications() -> None:
    with pytest.raises(SymdtError, match=r"condition 2 inside .* holds nowhere"):
        Formula("p > 0 implies (p < 0 implies p > 7)").test()
    with pytest.raises(SymdtError, match=r"condition 1 inside .* holds nowhere"):
        Formula("(p > 2 implies p > 3) and p < 2", ("p < 1",)).test()
    with pytest.raises(SymdtError, match="holds everywhere"):
        Formula("p < 2 iff p < 3", ("p < 1",)).test()
    assert Formula("p > 0 implies (p > 1 implies p > 1/2)").test().truth is True
    # a statement that is false says enough
    assert Formula("p < 2 iff p < 1", ("p < 3/2",)).test().truth is False


def test_the_class_of_a_repair_is_derived() -> None:
    printed = Formula("x*x > 0")
    assert Claim("c", "1", "", "", printed, suppose=(Hypothesis("", given("x > 1")),)).repair == "hypothesis"
    for change, kind in (
        (but("> 0", ">= 0"), "range"),
        (but("> 0", "< 0"), "sign"),
        (but("x*x", "2*x"), "factor"),
        (but("x*x > 0", "x > 0 or x < 0"), "wording"),
        (instead(printed), "wording"),
    ):
        assert Claim("c", "1", "", "", printed, correction=Correction.of("", change)).repair == kind
    with pytest.raises(ValueError, match="more than the hypotheses"):
        Claim("c", "1", "", "", printed, suppose=(Hypothesis("", but("> 0", "< 0")),))
    with pytest.raises(ValueError, match="no part"):  # a correction applies to what is printed
        Claim("c", "1", "", "", printed, correction=Correction.of("", but("y", "z")))

    def cases(n):
        yield {"n": n}, n, 1

    with pytest.raises(ValueError, match="has no meaning"):
        _ = Claim(
            "c", "1", "", "", Computation(cases, {"n": 2}), correction=Correction.of("", put(n=1))
        ).repair
    claim = Claim(
        "c", "1", "", "", Computation(cases, {"n": 2}, {"n": "range"}), correction=Correction.of("", put(n=1))
    )
    assert judge(claim).verdict == "holds corrected"


def test_what_a_correction_asserts_besides_is_tested_too() -> None:
    claim = Claim(
        "c",
        "1",
        "",
        "",
        Formula("x > 0"),
        correction=Correction.of("", given("x > 1"), also=Formula("y > 0")),
    )
    assert judge(claim).verdict == "unsupported"


def test_solvers_that_disagree_are_an_error(monkeypatch) -> None:
    pytest.importorskip("cvc5")
    monkeypatch.setattr("symdt.claims.second.ask_cvc5", lambda text: "sat")
    with pytest.raises(SymdtError, match="cvc5 that it is not"):
        Formula("x*x >= 0").test()
    monkeypatch.setattr("symdt.claims.second.ask_cvc5", lambda text: "unknown")
    assert Formula("x*x >= 0").test().solvers == ("Z3",)
    monkeypatch.setattr("symdt.claims.second.ask_cvc5", lambda text: "unknown (TIMEOUT)")
    assert Formula("x*x >= 0").test().solvers == ("Z3",)
    monkeypatch.setattr("symdt.claims.second.find_spec", lambda name: None)
    assert Formula("x*x >= 0").test().solvers == ("Z3",)


def test_a_counterexample_that_is_none_is_not_believed() -> None:
    assert Formula("p < 2", ("p < 1",), counter={"p": "0"}).test().truth is True
    with pytest.raises(SymdtError, match="empty"):  # the point lies outside the hypotheses
        Formula("p < 0", ("0 <= p < 1",), counter={"p": "5"}).test()


def test_changes_that_change_nothing_are_errors() -> None:
    formula = Formula("p < 2", ("p < 1",))
    with pytest.raises(ValueError, match="no part"):
        formula.but("q", "r")
    with pytest.raises(ValueError, match="no hypothesis"):
        formula.without("p < 7")
    with pytest.raises(ValueError, match="no argument"):
        Computation(lambda: iter(()), {}).but(start=1)


def test_a_computation_without_cases_decides_nothing() -> None:
    def none():
        """Nothing."""
        yield from ()

    assert Computation(none).test().truth is None
    assert judge(replace(CLAIMS["eq-4"], printed=Computation(none))).verdict == "undecided"


def test_a_false_correction_is_unsupported() -> None:
    claim = replace(CLAIMS["eq-4"], printed=Formula("x < x"), correction=Correction.of("no", but("<", ">")))
    assert judge(claim).verdict == "unsupported"
    assert judge(replace(claim, correction=None)).verdict == "fails"


def test_sections_and_summaries() -> None:
    every = all_claims()
    assert {c.section for c in selected(every, section="2")} == {"2.1", "2.2"}
    assert {c.section for c in selected(every, section="ex3")} == {"Example 3"}
    assert {c.section for c in selected(every, section="§4")} == {"4"}
    with pytest.raises(FileError, match=r"did you mean '2\.1'"):
        list(selected(every, section="2.11"))
    results = symdt.verify(section="5")
    assert summary(results) == "1 statement: 1 holds; each verdict is the recorded one"
    other = replace(results[0], claim=replace(results[0].claim, expect="fails"))
    assert summary([other]).endswith("not the recorded verdict: 5-generalizes")
    assert "but fails is recorded" in other.derivation()
    mixed = [result_of("eq-4"), result_of("eq-5"), result_of("b-median")]
    assert summary(mixed) == (
        "2 statements of the paper: 2 holds; 1 of our own: 1 holds; each verdict is the recorded one"
    )


def test_records_for_the_report(monkeypatch) -> None:
    monkeypatch.setattr("symdt.claims.judge", lambda claim: result_of(claim.id))  # judged once in this run
    records = verdicts()
    assert [r["id"] for r in records] == list(CLAIMS)
    counts = Counter(r["verdict"] for r in records)
    assert set(counts) == {"holds", "holds corrected", "fails"}
    for record in records:
        assert list(record) == ["id", "section", "statement", "verdict", "correction", "counterexample"]


# --- claims files --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pauker_kassirer.toml", "median_probability.toml"])
def test_examples_of_claims_files(name: str, capsys) -> None:
    status, out, err = run(capsys, "verify", str(EXAMPLES / name))
    assert (status, err) == (0, "")
    assert "each verdict is the recorded one" in " ".join(out.split())
    assert len(load_claims(EXAMPLES / name)) >= 5


ONE = '[[claim]]\nid = "one"\nstatement = "x*x >= 0"\nexpect = "holds"\n'


def test_a_wrong_expectation_is_answered_no(tmp_path, capsys) -> None:
    file = tmp_path / "claims.toml"
    file.write_text(ONE.replace('"holds"', '"fails"'))
    status, out, _ = run(capsys, "verify", str(file))
    assert status == 1
    assert "recorded: fails" in out
    status, out, _ = run(capsys, "verify", str(file), "--json")
    assert status == 1
    assert json.loads(out) == [
        {"id": "one", "section": "claims", "statement": "x*x >= 0", "verdict": "holds", "correction": None, "counterexample": None}
    ]  # fmt: skip


def test_suppose_and_correction(tmp_path) -> None:
    text = '[[claim]]\nid = "two"\nstatement = "x*x > 0"\n{more}expect = "{expect}"\n'
    corrected = loads_claims(text.format(more='suppose = ["x < 0"]\n', expect="holds corrected"))
    assert judge(corrected[0]).is_expected
    failing = loads_claims(text.format(more='correction = "x*x >= 0"\n', expect="fails"))
    assert judge(failing[0]).to_json()["correction"] == "x*x >= 0"
    assert judge(failing[0]).to_json()["counterexample"] == {"x": "0"}
    useless = loads_claims(text.format(more='suppose = ["x < 1"]\n', expect="holds corrected"))
    assert judge(useless[0]).verdict == "unsupported"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no claims"),
        ("claim = 3", "no claims"),
        ("[[claim]\n", "not TOML"),
        ("[[claim]]\nidd = 'x'", "did you mean 'id'"),
        ("[[claim]]\nid = 'x'\nexpect = 'holds'", "nothing for statement"),
        ("[[claim]]\nid = 'x'\nstatement = 'x > 0'\nexpect = 'hold'", "did you mean 'holds'"),
        ("[[claim]]\nid = 'x'\nstatement = 'x > '\nexpect = 'holds'", "claim 'x'"),
        ("[[claim]]\nid = 'x'\nstatement = 'x + 1'\nexpect = 'holds'", "not a statement"),
        ("[[claim]]\nid = 'x'\nstatement = 'x > 0'\nassume = [3]\nexpect = 'holds'", "list of conditions"),
        ("[[claim]]\nid = 'x'\nstatement = 'x > 0'\nassume = ['x > 1', 'x < 0']\nexpect = 'holds'", "empty"),
        ("[[claim]]\nid = 'x'\nstatement = '__import__(1) > 0'\nexpect = 'holds'", "claim 'x'"),
        (
            "[[claim]]\nid = 'x'\nstatement = '1/x > 0'\nexpect = 'holds'",
            "claim 'x': the statement divides by zero",
        ),
        ("[[claim]]\nid = 'x'\nstatement = 'x*x < 0 implies x > 0'\nexpect = 'holds'", "vacuous"),
        (ONE + ONE, "given twice"),
        ("format = 2\n" + ONE, "format = 1"),
        (ONE + 'suppose = ["x > 0"]\ncorrection = "x > 0"\n', "both suppose and correction"),
    ],
)
def test_wrong_files_are_one_line_and_status_two(text: str, message: str, tmp_path, capsys) -> None:
    file = tmp_path / "claims.toml"
    file.write_text(text)
    status, out, err = run(capsys, "verify", str(file))
    assert status == 2
    assert out == ""
    assert err.count("\n") == 1
    assert message in err


def test_missing_files_and_wrong_bytes(tmp_path, capsys) -> None:
    assert run(capsys, "verify", str(tmp_path / "none.toml"))[0] == 2
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    assert run(capsys, "verify", str(tmp_path / "bytes.toml"))[0] == 2


# --- the command ---------------------------------------------------------------------------------


def test_verify_lists_every_claim_in_json(capsys) -> None:
    status, out, err = run(capsys, "verify", "--section", "Example 3", "--json")
    assert (status, err) == (0, "")
    records = json.loads(out)
    assert [r["id"] for r in records] == [c.id for c in CLAIMS.values() if c.section == "Example 3"]
    assert records == [result_of(r["id"]).to_json() for r in records]


def test_verify_prints_a_table_for_eighty_columns(capsys) -> None:
    status, out, _ = run(capsys, "verify", "--section", "ex3")
    assert status == 0
    assert all(len(line) <= 80 for line in out.splitlines())
    assert "ex3-case-4-since-4" in out
    assert "true: R2 - R23 > 0" in out


def test_verify_derives_one_claim(capsys) -> None:
    status, out, _ = run(capsys, "verify", "--claim", "ex2-t3-twice")
    assert status == 0
    assert "verdict: fails" in out
    assert "counter-example: h = 3" in out
    status, _, err = run(capsys, "verify", "--claim", "ex2-t3-twyce")
    assert status == 2
    assert "did you mean 'ex2-t3-twice'" in err


def test_verify_prints_errata(capsys) -> None:
    status, out, _ = run(capsys, "verify", "--section", "Example 3", "--errata")
    assert status == 0
    assert out.startswith("\\documentclass")
    assert run(capsys, "verify", "--errata", "--json")[0] == 2


def test_what_is_not_decided_says_so(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.setattr("symdt.claims.statement.prove", lambda *_: Undecided("the budget ended"))
    (tmp_path / "claims.toml").write_text(ONE)
    status, out, err = run(capsys, "verify", str(tmp_path / "claims.toml"), "--json")
    assert status == 3
    assert json.loads(out)[0]["verdict"] == "undecided"
    assert err.count("\n") == 1


def test_a_changed_verdict_of_the_paper_is_noticed(capsys, monkeypatch) -> None:
    odd = [
        replace(c, expect="fails") if c.id == "eq-4" else c
        for c in CLAIMS.values()
        if c.id in ("eq-4", "eq-5")
    ]
    monkeypatch.setattr("symdt.paper.statements.all_claims", lambda: tuple(odd))
    assert run(capsys, "verify", "--json")[0] == 1
    assert verify()[1].is_expected
