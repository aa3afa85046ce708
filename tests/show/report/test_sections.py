"""The report of a problem: whole, self-contained, the same bytes each time, and never over others' files."""

from __future__ import annotations

import html
import json
import re
import shlex
import shutil
import subprocess
import time
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from symdt import decision_regions, decision_rule, load_problem
from symdt.cli import main
from symdt.errors import FileError
from symdt.formats.problem import loads
from symdt.problems.tree import Value
from symdt.show.report import report, write
from symdt.show.report.document import main_tex
from symdt.solve.proofs.check.proofs import verify
from symdt.solve.written.derivation import explain
from symdt.typeset import latex
from symdt.typeset.derivation import derivation_latex
from symdt.typeset.html import name_html

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture(scope="module", params=["two_models_0L", "umbrella", "used_car"])
def made(request, tmp_path_factory):
    """A table with letters, a tree with one, and a table without any."""
    folder = tmp_path_factory.mktemp("report") / "out"
    problem = load_problem(EXAMPLES / f"{request.param}.toml")
    write(report(problem, {"source": "a book"}, file=f"{request.param}.toml"), folder)
    return problem, folder


def labels(tree):
    return {branch[0] for node in tree.nodes() if not isinstance(node, Value) for branch in node.branches}


class Links(HTMLParser):
    """References, identifiers and images of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.ids: set[str] = set()
        self.images: list[dict] = []
        self.frames = 0
        self.feed(text)

    def handle_starttag(self, tag, attrs) -> None:
        given = dict(attrs)
        self.found += [given[k] for k in ("src", "href", "action") if k in given]
        if "id" in given:
            assert given["id"] not in self.ids
            self.ids.add(given["id"])
        if tag == "img":
            self.images.append(given)
        self.frames += tag == "iframe" and "srcdoc" in given


def test_every_link_leads_into_the_folder_and_every_figure_says_what_it_shows(made) -> None:
    problem, folder = made
    text = (folder / "index.html").read_text()
    links = Links(text)
    for link in links.found:
        if link.startswith("#"):
            assert link[1:] in links.ids
        elif not link.startswith("data:"):
            assert (folder / link).is_file(), link
    assert "<script" not in text
    assert links.frames == 1
    assert all(len(image["alt"]) > 20 for image in links.images)
    assert (
        len(links.images)
        == len(list((folder / "figures").glob("*.svg")))
        == len(list((folder / "figures").glob("*.pdf")))
    )
    for math in re.findall(r"<math.*?</math>", text):
        ElementTree.fromstring(math)
    assert {"problem", "tree", "page", "references"} <= links.ids
    assert "a book" in text
    if problem.symbols:
        assert {"rules", "regions", "sensitivity"} <= links.ids


def test_rules_are_those_of_solve_and_proved(made) -> None:
    problem, folder = made
    text = (folder / "index.html").read_text()
    for symbol in problem.symbols:
        kept = json.loads((folder / "rules" / f"for-{symbol.name}.json").read_text())
        assert kept["rule"]["cases"] == json.loads(
            json.dumps(decision_rule(problem, symbol).to_json()["rule"]["cases"])
        )
    assert text.count("Independent check of this rule: proved.") == len(problem.symbols)


def test_every_rule_has_its_derivation_and_certificates_that_are_accepted(made) -> None:
    problem, folder = made
    for symbol in problem.symbols:
        place = folder / "certificates" / f"for-{symbol.name}.json"
        identities, by_solver = verify(json.loads(place.read_text()))
        assert identities > 0
        assert by_solver == 0
        assert "(check-sat)" in place.with_suffix(".smt2").read_text()
        assert "Qed." in place.with_suffix(".v").read_text()
        assert place.with_suffix(".lean").stat().st_size > 100
        assert (folder / "latex" / f"derivation-{symbol.name}.tex").read_text().startswith(r"\begin{itemize}")
    assert (folder / "index.html").read_text().count("Why it is right") == len(problem.symbols)


def test_the_latex_document_reads_every_source(made) -> None:
    _, folder = made
    main_tex = (folder / "latex" / "main.tex").read_text()
    sources = {p.stem for p in (folder / "latex").glob("*.tex")} - {"main"}
    assert set(re.findall(r"\\input\{([^}]*)\}", main_tex)) == sources
    assert not re.search(r"\\subsection\*\{[^\n]*\.\}", main_tex)  # a title, no sentence


def test_what_to_do_is_set_like_the_rule(made) -> None:
    problem, folder = made
    told = (folder / "index.html").read_text().partition("What to do")[2].partition("</table>")[0]
    branches = re.findall(r"<td>(.*?)</td>", told.partition("<tbody>")[2])[1::2]
    assert branches
    known = {name_html(label) for label in labels(problem.tree)}
    assert {b for cell in branches for b in cell.split(" or ")} <= known


def test_the_same_bytes_again_and_no_others_files(made, tmp_path) -> None:
    problem, folder = made
    name = folder / "index.html"
    again = write(report(problem, {"source": "a book"}, file=_file(name)), tmp_path / "again")
    for path in again:
        other = folder / path.relative_to(tmp_path / "again")
        assert path.read_bytes() == other.read_bytes(), path.name
    (tmp_path / "again" / "index.html").write_text("mine")
    with pytest.raises(FileError, match="did not make it"):
        write(report(problem), tmp_path / "again")


def _file(page: Path) -> str:
    return re.search(r"symdt report (\S+?)</code>", page.read_text())[1]


def test_every_plot_is_drawn_again_by_its_command(made, tmp_path) -> None:
    _, folder = made
    page = (folder / "index.html").read_text()
    commands = re.findall(
        r"<code>(symdt (?:plot|draw|sensitivity) [^<]*)</code>", re.sub(r"</?span[^>]*>", "", page)
    )
    assert {f"{shlex.split(html.unescape(c))[-1]}" for c in commands} == {
        p.name for p in (folder / "figures").glob("*.svg")
    }
    for command in commands:
        words = shlex.split(html.unescape(command))[1:]
        name, words[1], words[-1] = words[-1], str(EXAMPLES / words[1]), str(tmp_path / words[-1])
        assert main(words) == 0
        assert (tmp_path / name).read_bytes().startswith((folder / "figures" / name).read_bytes().rstrip()), (
            command
        )
    if "figures/map.svg" in page:  # what is said of a map names its regions
        assert re.search(r'alt="Map of [^"]*: where each of [^"]*a0, a1[^"]*is optimal', page)


def test_the_command(tmp_path, capsys) -> None:
    file = str(EXAMPLES / "umbrella.toml")
    assert main(["report", file, "-o", str(tmp_path / "out"), "--json"]) == 0
    assert (
        "page.html" in json.loads(capsys.readouterr().out)["wrote"][-1]
        or (tmp_path / "out" / "page.html").exists()
    )
    (tmp_path / "file").write_text("x")
    assert main(["report", file, "-o", str(tmp_path / "file")]) == 2
    assert "is a file" in capsys.readouterr().err


def test_a_slower_machine_writes_the_same_and_what_the_clock_ends_is_named(monkeypatch) -> None:
    problem = load_problem(EXAMPLES / "two_models_01.toml")
    first = report(problem, file="two_models_01.toml")
    whole = dict(first.finished())
    assert first.cut == []
    assert b"another run gives the same answers, and writes the same bytes unless" in whole["index.html"]
    clock = time.process_time
    monkeypatch.setattr("time.process_time", lambda: 4 * clock())  # every second counts for four
    assert report(problem, file="two_models_01.toml").finished() == whole
    monkeypatch.undo()
    monkeypatch.setattr("symdt.show.report.answers.PROOFS", 0.0)
    second = report(problem, file="two_models_01.toml")
    cut = second.finished()
    assert second.cut == ["the proof of the rule for p"]
    assert b"ended the proof of the rule for p: there another run may say more or less" in cut["index.html"]
    differ = {path for path in whole.keys() | cut.keys() if whole.get(path) != cut.get(path)}
    assert differ <= {
        "index.html",
        "latex/derivation-p.tex",
        *(p for p in whole if p.startswith("certificates/")),
    }
    # nothing is told of how far a search came: another budget that ends the same answer writes the same bytes
    monkeypatch.setattr("symdt.show.report.answers.PROOFS", 1e-6)
    assert report(problem, file="two_models_01.toml").finished() == cut


@pytest.mark.outside("TeX")
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="TeX is not on this machine")
def test_no_line_of_the_latex_runs_out_of_the_page(tmp_path) -> None:
    """Strategies with long names, long thresholds: the rules, the regions and the reasons break into lines."""
    problem = load_problem(EXAMPLES / "oil_wildcatter_letters.toml")
    rules_ = [decision_rule(problem, s) for s in problem.symbols]
    sources = {f"rule-{r.letter.name}": f"\\[\n{latex.rule(r)}\n\\]" for r in rules_}
    sources["regions"] = f"\\[\n{latex.regions(decision_regions(problem))}\n\\]"
    sources["why"] = derivation_latex(explain(rules_[0], seconds=20))
    for name, text in sources.items():
        (tmp_path / f"{name}.tex").write_text(text)
    (tmp_path / "main.tex").write_text(main_tex([(name, name) for name in sources]))
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "main.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0
    log = (tmp_path / "main.log").read_text(errors="replace")
    assert [line for line in log.splitlines() if line.startswith("Overfull \\hbox")] == []


def test_a_problem_with_a_tolerance_is_told_in_it() -> None:
    """The party: what is best along R by proved digits, certainty equivalents, the amounts as they are stated."""
    problem = load_problem(EXAMPLES / "catalogue" / "howard_party_tolerance.toml")
    made = report(problem, file="party.toml")
    pages = "".join(made.summary + [b for s in made.sections for b in s.blocks if s.id != "page"])
    assert "282.497606936…" in "".join(made.summary)
    assert "certainty equivalent ≈ " in "".join(made.summary)
    assert "CRootOf" not in pages
    assert "ν1" not in pages
    assert "--x</span> R" in pages
    assert {"figures/lines-R.svg", "rules/for-y.json"} <= set(made.files)


KINKED = """
title = "A claim"
[parameters]
p = "0 < p < 1"
c = "-5 < c < 12"
[belief]
valid = "p"
void = "rest"
[loss]
actions = ["settle", "wait"]
valid = ["abs(c)", "max(c - 2, 0)"]
void = ["1", "2"]
"""


def test_a_problem_with_kinks_has_its_report(tmp_path):
    made = report(loads(KINKED), file="claim.toml")
    shown = [
        "problem",
        "rules",
        "regions",
        "tree",
        "sensitivity",
        "information",
        "statements",
        "page",
        "references",
    ]
    assert [s.id for s in made.sections] == shown
    drawn = {f"figures/{n}.svg" for n in ("map", "lines-p", "lines-c", "tree", "tornado")}
    assert drawn | {"page.html"} <= set(made.files)
    rules = " ".join(str(b) for s in made.sections if s.id == "rules" for b in s.blocks)
    assert rules.count("Independent check of this rule: proved") == rules.count("Why it is right") == 2
    assert "every point of the domain lies in one of these parts" in rules
    for name in "pc":
        assert verify(json.loads(made.files[f"certificates/for-{name}.json"]))[1] == 0
    file = tmp_path / "claim.toml"
    file.write_text(KINKED)
    assert main(["explore", str(file), "--at", "c=5", "-o", str(tmp_path / "page.html")]) == 0
    text = (tmp_path / "page.html").read_text()
    assert '"fixed":"c=5"' in text
    assert "With c = 5." in text


def test_a_jump_belongs_to_the_choice_that_begins_there(tmp_path) -> None:
    """At p = 1 itself x is best: what is said of y ends below."""
    problem = loads(
        'parameters = {p = "0 <= p <= 2"}\nbelief = {s = "1"}\n'
        'utility = {actions = ["x", "y"], s = ["piecewise(0, p < 1, 2)", "1"]}\n'
    )
    write(report(problem, {}, file="jump.toml"), tmp_path / "out")
    assert "Optimal: y below p = 1, then x." in (tmp_path / "out" / "index.html").read_text()
