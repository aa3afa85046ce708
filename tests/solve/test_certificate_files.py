"""Certificates that travel: SMT-LIB answered by two solvers, Coq compiled, Lean written."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import cvc5
import pytest
import z3
from sympy import symbols

from symdt import Decision, Domain, decision_rule, load_problem
from symdt.formats.problem import loads
from symdt.solve.certificate import certificate_of_rule
from symdt.solve.proofs.check.items import Question
from symdt.solve.proofs.check.texts import Ring
from symdt.solve.proofs.coq import to_coq
from symdt.solve.proofs.lean import to_lean
from symdt.solve.proofs.roots import MAX_DEGREE
from symdt.solve.proofs.smt2 import NOT_WRITTEN, Writer, to_smt2

ROOT = Path(__file__).parents[2]
TRANSCRIPT = Path(__file__).with_name("example2_coq.txt")
x, h = symbols("x h")


KINKED = """
[parameters]
p = "0 < p < 1"
h = "0 < h < 1"
[belief]
well = "rest"
sick = "p"
[loss]
actions = ["wait", "treat"]
well = ["0", "h"]
sick = ["max(1, 3*h)", "abs(h - 1/2)"]
"""


def certificate(name, letter):
    return certificate_of_rule(decision_rule(load_problem(ROOT / "examples" / name), letter))


def by_cvc5(text):
    """What cvc5 says to each question of a file."""
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("tlimit-per", "20000")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "certificate")
    said = []
    while not (command := parser.nextCommand()).isNull():
        said += command.invoke(solver, parser.getSymbolManager()).split()
    return Counter(said)


def by_z3(text):
    """What Z3 says to each question of a file."""
    head, *questions = text.split("(push 1)")
    said = []
    for question in questions:
        solver = z3.Solver()
        solver.from_string(head + question.partition("(check-sat)")[0])
        said.append(str(solver.check()))
    return Counter(said)


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("example2.toml", "p"),
        ("oil_wildcatter_letters.toml", "d"),
        ("catalogue/gilbert_mosteller_1966.toml", "v"),
        ("catalogue/savage_1954_omelette.toml", "q"),
    ],
)
def test_every_question_is_unsat_for_both_solvers(name, letter):
    text = to_smt2(certificate(name, letter).data)
    count = text.count("(check-sat)")
    assert count > 10
    assert by_z3(text) == by_cvc5(text) == Counter({"unsat": count})


def test_the_questions_of_roots_carry_what_makes_them_roots():
    tree = Decision("d", {"A": x**3 - x, "B": h})
    found = certificate_of_rule(decision_rule(tree, x, domain=Domain("x > 0", "h > 0")))
    text = to_smt2(found.data)
    assert by_z3(text) == Counter({"unsat": text.count("(check-sat)")})


def asking(ring, question):
    """The lines of a question with the definitions that it needs."""
    writer = Writer(ring, set(ring.letters))
    lines = list(writer.lines(question))
    return "\n".join([*writer.definitions, *lines])


def test_roots_on_roots_are_written_and_what_is_not_is_counted():
    ring = Ring(["x", "y", "h"])
    ring.root("x**3 - x - h", "x", 0)
    ring.root("y**2 - root_0", "y", 1)  # the square root of a root
    declared = "(set-logic QF_NRA)" + "".join(
        f"(declare-fun {n} () Real)" for n in ("x", "y", "h", "root_0", "root_1")
    )
    for bound, said in (("root_1 <= 1", "unsat"), ("root_1 <= 2", "sat")):
        asked = Question("q", "words", [ring.fact("h > 6"), ring.fact(bound)])
        text = declared + asking(ring, asked)
        assert by_z3(text) == Counter({said: 1})
        assert said == "sat" or by_cvc5(text) == Counter({said: 1})
    ring.root(f"y**{MAX_DEGREE + 1} - y - root_0", "y", 0)
    (line,) = Writer(ring, set()).lines(Question("q", "words", [ring.fact("root_2 > 1")]))
    assert line.startswith(NOT_WRITTEN)


def test_what_is_left_of_two_polynomials_is_not_said_to_be_the_same():
    """Of x**4 - h and of y**4 - 16*h a root is named each; the letters that stand for the other roots had been the same."""
    ring = Ring(["x", "y", "h"])
    ring.root("x**4 - h", "x", 1)
    ring.root("y**4 - 16*h", "y", 1)
    names = ("x", "y", "h", "root_0", "root_1")
    declared = "(set-logic QF_NRA)" + "".join(f"(declare-fun {n} () Real)" for n in names)
    for bound, said in (("root_1 > 1", "sat"), ("root_1 > 3", "unsat")):
        clause = [ring.fact(bound), ring.fact("h < 0")]
        asked = Question("q", "words", [ring.fact("Eq(h, 1)"), ring.fact("root_0 > 0")], [clause])
        assert by_z3(declared + asking(ring, asked)) == Counter({said: 1})


def test_parts_travel_too(tmp_path):
    found = certificate_of_rule(decision_rule(loads(KINKED), "p"))
    text = to_smt2(found.data)
    count = text.count("(check-sat)")
    assert text.count("; --- part ") == len(found.data["parts"]) == 3
    assert by_z3(text) == by_cvc5(text) == Counter({"unsat": count})
    script = to_coq(found.data)
    assert [int(n) for n in re.findall(r"Lemma question_(\d+)", script)] == list(range(1, count + 1))
    assert to_lean(found.data).count("theorem question_") == count
    if shutil.which("coqc"):
        (tmp_path / "parts.v").write_text(script)
        done = subprocess.run(["coqc", "parts.v"], cwd=tmp_path, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr


def test_a_wrong_question_is_not_unsat():
    text = to_smt2(certificate("example2.toml", "p").data)
    wrong = text.replace("(assert (> k 0))", "(assert (< k 0))")
    assert by_z3(wrong) != Counter({"unsat": text.count("(check-sat)")})


def test_the_coq_file_has_a_lemma_for_each_question_and_nothing_admitted():
    found = certificate("example2.toml", "p")
    text = to_coq(found.data)
    assert text.count("Lemma question_") == to_smt2(found.data).count("(check-sat)")
    assert text.count("Lemma value_") == 4
    assert "Admitted" not in text
    assert set(re.findall(r"\b(nra|psatz|nlinarith|Axiom|admit)\b", text)) == set()


@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed (Debian: coq)")
def test_coq_accepts_example_2_and_knows_no_axioms_but_those_of_the_reals(tmp_path):
    text = to_coq(certificate("example2.toml", "p").data)
    last = text.count("Lemma question_")
    (tmp_path / "rule.v").write_text(
        text + f"\nPrint Assumptions question_{last}.\nPrint Assumptions question_1.\n"
    )
    done = subprocess.run(["coqc", "rule.v"], cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    axioms = set(re.findall(r"^([\w.]+)", done.stdout.replace("Axioms:", ""), re.MULTILINE))
    assert axioms <= {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "functional_extensionality_dep",
        "forall",
    }
    assert done.stdout == TRANSCRIPT.read_text().partition("\n\n")[2]


@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed (Debian: coq)")
def test_coq_rejects_an_identity_with_a_sign_turned(tmp_path):
    text = to_coq(certificate("catalogue/pauker_kassirer_1975.toml", "p").data)
    (tmp_path / "rule.v").write_text(text.replace("  p > 0 ->", "  p < 0 ->"))
    done = subprocess.run(["coqc", "rule.v"], cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode != 0


def test_the_lean_file_says_that_it_is_untested():
    found = certificate("example2.toml", "p")
    text = to_lean(found.data)
    assert "Untested" in text
    assert text.count("theorem question_") == to_smt2(found.data).count("(check-sat)")
    assert "sorry" not in text
