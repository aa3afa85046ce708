"""The errata: each statement that does not hold is answered for once, in words that the check bears out."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from xml.etree import ElementTree

import pytest

from symdt.claims.claim import Result, judge
from symdt.claims.file import loads_claims
from symdt.paper.errata.document import GROUPS, SYMBOLS, errata, errata_html, errata_latex, standing
from symdt.paper.statements import all_claims
from symdt.typeset.notation import Notation

CLAIMS = {c.id: c for c in all_claims()}
ITEMS = errata()


@cache
def result_of(id: str) -> Result:
    return judge(CLAIMS[id])


def results() -> list[Result]:
    needed = {c for item in (*ITEMS, *standing()) for c in item.claims}
    return [result_of(c) for c in CLAIMS if c in needed]


def test_every_statement_that_does_not_hold_is_answered_for_once() -> None:
    odd = [c.id for c in CLAIMS.values() if c.expect != "holds" and not c.is_own]
    answered = [c for item in ITEMS for c in item.claims]
    assert sorted(answered) == sorted(odd)


def test_what_stands_holds() -> None:
    for thing in standing():
        assert all(CLAIMS[c].expect == "holds" for c in thing.claims)
    assert [t.place.split(",")[0] for t in standing()] == ["Theorem 1", "Example 2", "Equations (4) to (7)"]


@pytest.mark.parametrize("item", ITEMS, ids=lambda e: e.claims[0])
def test_the_numbers_of_an_example_are_those_of_the_check(item) -> None:
    found = [str(v) for c in item.claims for v in (result_of(c).counterexample or {}).values()]
    assert found
    whole = " ".join(found)
    said = item.example.to_text() + item.printed.to_text()
    for number in item.numbers:
        assert re.search(rf"(?<![\d/]){re.escape(number)}(?![\d/])", whole), (number, whole)
        shown = number if number in said or "." not in number else f"{float(number):.2f}".replace("-", "− ")
        assert shown in said or shown.replace("− ", "−") in said, number


@pytest.mark.parametrize("item", ITEMS, ids=lambda e: e.claims[0])
def test_the_group_is_not_milder_than_the_repair(item) -> None:
    kinds = {CLAIMS[c].repair for c in item.claims}
    if item.group == "hypothesis":
        assert kinds <= {"hypothesis", "range"}
    if item.group == "misprint":
        # a sign in a reason whose conclusion stands is a misprint; no factor and no wording is one
        assert kinds <= {"range", "notation", "sign"}
    assert item.group in GROUPS


def test_the_document_is_ascii_and_balanced_and_has_no_leftovers() -> None:
    text = errata_latex(results())
    assert text.isascii()
    for line in text.splitlines():
        bare = re.sub(r"\\[{}$%\\]", "", line)
        assert bare.count("$") % 2 == 0, line
        assert bare.count("{") == bare.count("}"), line
    assert "('" not in text  # no Python tuples
    assert r"\Pi_{i}" in text
    assert (
        text.index("What stands")
        < text.index("Errors that change")
        < text.index("Hypotheses that")
        < text.index("Misprints")
    )
    assert text.count("\n\\item") == len(ITEMS) + len(standing())


def test_the_page_has_the_same_in_mathml() -> None:
    for block in errata_html(results()):
        for math in re.findall(r"<math>.*?</math>", block):
            ElementTree.fromstring(math)
    whole = "".join(errata_html(results()))
    assert whole.count("<li>") == len(ITEMS) + len(standing())
    assert "<mi>Π</mi>" in whole
    assert "<mo>∏</mo>" in whole


@pytest.mark.parametrize("item", ITEMS, ids=lambda e: e.claims[0])
def test_every_letter_is_a_symbol_of_the_paper_that_is_explained(item) -> None:
    """Each letter of an item occurs in the list of symbols, or is introduced in the item's own words."""
    words = Notation(SYMBOLS)
    known = {a.text for piece in words.pieces if not isinstance(piece, str) for a in _letters(piece)}
    own = set("ijkldgcGOCDLIKJ…χθνΓρ") | {"∅"}
    for part in (item.correction, item.example):
        for piece in part.pieces:
            if not isinstance(piece, str):
                assert {a.text for a in _letters(piece)} <= known | own, piece


def _letters(atoms):
    for atom in atoms:
        if atom.kind == "letter":
            yield atom
        for inner in (*atom.parts, atom.below, atom.above):
            yield from _letters(inner)


def test_other_papers_get_errata_too() -> None:
    claims = loads_claims(
        '[[claim]]\nid = "one"\nstatement = "x*x > 0"\nsuppose = ["x > 0"]\nexpect = "holds corrected"\n'
    )
    text = errata_latex([judge(claims[0])])
    assert "Sebastiani" not in text
    assert r"suppose that x \textgreater{} 0" in text  # a bare > is another sign in TeX's own type
    assert "x = 0" in text


@pytest.mark.outside("TeX")
@pytest.mark.skipif(
    shutil.which("pdflatex") is None, reason="no pdflatex here: Debian's texlive-latex-base has it"
)
def test_latex_compiles_the_document(tmp_path) -> None:
    (tmp_path / "errata.tex").write_text(errata_latex(results()))
    run = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "errata.tex"],
        cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False, timeout=600,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-2000:]
    assert (tmp_path / "errata.pdf").stat().st_size > 10_000
    assert "Overfull" not in run.stdout
