"""The report: whole, the same bytes in two processes, self-contained, and readable in a browser."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from symdt.errors import FileError
from symdt.paper.chapters.findings import claim_records
from symdt.paper.figures import paper_figures
from symdt.paper.report import write_report
from symdt.show.report.document import Report, main_tex

HERE = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The report made twice, at the same time, by two processes with different hash seeds.

    Test workers share it: the first to come makes it, the others wait.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folders = [shared / "paper-1" / "out", shared / "paper-2" / "out"]
    try:
        (shared / "paper-1").mkdir()
    except FileExistsError:
        until = time.monotonic() + 900
        while not (shared / "paper-made").exists() and time.monotonic() < until:
            time.sleep(0.2)
        return folders
    (shared / "paper-2").mkdir()
    running = []
    for seed, folder in zip("12", folders, strict=True):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": seed}
        program = [sys.executable, "-m", "symdt.cli", "paper", "-o", str(folder)]
        running.append(
            subprocess.Popen(program, cwd=HERE, env=environment, stderr=subprocess.PIPE, text=True)
        )
    for process in running:
        _, errors = process.communicate(timeout=900)
        assert process.returncode == 0, errors
    (shared / "paper-made").touch()
    return folders


def files_of(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_two_processes_write_the_same_bytes(made):
    one, other = map(files_of, made)
    assert list(one) == list(other)
    assert [name for name in one if one[name] != other[name]] == []


def test_there_are_a_dozen_figures_and_the_sources(made):
    files = files_of(made[0])
    svg = {name[:-4] for name in files if name.startswith("figures/") and name.endswith(".svg")}
    pdf = {name[:-4] for name in files if name.startswith("figures/") and name.endswith(".pdf")}
    assert svg == pdf
    assert len(svg) >= 12
    assert {f"figures/figure{i}" for i in (1, 2, 3, 4)} <= svg
    for name, content in files.items():
        if name.endswith(".svg"):
            ElementTree.fromstring(content)
            assert b"<dc:date" not in content
        if name.endswith(".pdf"):
            assert content.startswith(b"%PDF")
            assert b"CreationDate" not in content
    sources = {name for name in files if name.endswith(".tex")}
    main = files["latex/paper.tex"].decode()
    assert {f"latex/{n}.tex" for n in re.findall(r"\\input\{([^}]*)\}", main)} | {
        "latex/paper.tex",
        "latex/errata.tex",  # a document of its own
    } == sources


class Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found, self.ids, self.images = [], set(), []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.found += [given[k] for k in ("src", "href", "data", "action") if k in given]
        if "id" in given:
            assert given["id"] not in self.ids
            self.ids.add(given["id"])
        if tag == "img":
            self.images.append(given)


def test_the_page_needs_no_network(made):
    text = (made[0] / "index.html").read_text()
    links = Links()
    links.feed(text)
    for link in links.found:  # inside the page, or a file beside it
        assert link.startswith(("data:", "#")) or (made[0] / link).is_file(), link
    assert all(link[1:] in links.ids for link in links.found if link.startswith("#"))
    assert "<script" not in text
    assert all(u.startswith("data:") for u in re.findall(r"url\(([^)]*)", text))
    assert "@import" not in text
    assert all(image["alt"] for image in links.images)
    figures = {p.stem for p in (made[0] / "figures").glob("*.svg")}
    assert {f"figure-{name}" for name in figures} <= links.ids


def test_the_page_has_the_rule_and_its_certificate(made):
    text = (made[0] / "index.html").read_text()
    assert "Independent check of this rule: proved." in text
    for math in re.findall(r"<math.*?</math>", text):
        ElementTree.fromstring(math)


PROBE = """<script>
const problems = [];
addEventListener("error", e => problems.push(String(e.message || e.target.tagName)), true);
addEventListener("load", () => {
  const images = [...document.images];
  const texts = [...document.querySelectorAll("p, td, th, li, figcaption, h1, h2, h3")];
  const math = [...document.querySelectorAll("math")];
  document.title = "RESULT" + JSON.stringify({
    images: images.length,
    missing: images.filter(i => !i.complete || i.naturalWidth === 0).length,
    shrunk: Math.min(...images.map(i => i.clientWidth / i.naturalWidth)),
    width: innerWidth,
    scroll: document.documentElement.scrollWidth,
    smallest: Math.min(...texts.map(t => parseFloat(getComputedStyle(t).fontSize))),
    flat: math.filter(m => m.getBoundingClientRect().height < 5).length,
    problems,
  }) + "END";
});
</script>"""


@pytest.mark.outside("Chromium")
@pytest.mark.parametrize("width", [400, 1200])
def test_the_page_in_chromium(made, tmp_path, width):
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        pytest.skip("no Chromium here: .ci/run installs it where it can be had")
    page = tmp_path / "page.html"
    text = (made[0] / "index.html").read_text()
    page.write_text(text.replace("<style>", PROBE + "<style>", 1))
    frame = tmp_path / "frame.html"  # a window may not be as narrow as a telephone, a frame may
    frame.write_text(
        f'<!DOCTYPE html><title>wait</title><iframe id="f" src="page.html" width="{width}" height="900" style="border:0"></iframe>'
        '<script>setInterval(() => { const t = document.getElementById("f").contentDocument.title;'
        ' if (t.startsWith("RESULT")) document.title = t; }, 50)</script>'
    )
    command = [
        browser, "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
        "--enable-logging=stderr", "--virtual-time-budget=20000", "--host-resolver-rules=MAP * ~NOTFOUND",
        f"--user-data-dir={tmp_path / 'profile'}", f"--window-size={width + 40},1000", "--dump-dom",
        frame.as_uri(),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    match = re.search(r"RESULT(\{.*\})END", done.stdout.replace("&quot;", '"'))
    assert match, done.stderr[-2000:]
    found = json.loads(match[1])
    assert found["problems"] == []
    assert "CONSOLE" not in done.stderr
    assert found["images"] >= 12
    assert found["missing"] == 0
    assert found["width"] == width
    assert found["scroll"] <= width
    assert found["smallest"] >= 12
    assert found["shrunk"] >= 0.7
    assert found["flat"] == 0


def test_it_replaces_its_own_files_and_no_others(made, tmp_path):
    target = tmp_path / "paper"
    target.mkdir()
    (target / "index.html").write_text("mine")
    with pytest.raises(FileError, match="did not make it"):
        write_report(target)
    assert (target / "index.html").read_text() == "mine"
    assert [p.name for p in target.iterdir()] == ["index.html"]
    (tmp_path / "file").write_text("x")
    with pytest.raises(FileError, match="is a file"):
        write_report(tmp_path / "file")


def test_the_repository_holds_the_papers_figures():
    """Up to date, byte for byte but for the stamp: an SVG does not depend on the version of any package."""
    for figure in paper_figures():
        if re.fullmatch(r"figure[1-4]", figure.name):
            kept = (HERE / "figures" / f"{figure.name}.svg").read_bytes()
            assert kept.startswith(figure.bytes(".svg").rstrip()), (
                f"run examples/figures_paper.py: {figure.name}"
            )
            assert (HERE / "figures" / f"{figure.name}.pdf").read_bytes().startswith(b"%PDF")


def test_claims_come_in_by_one_function(monkeypatch):
    import symdt.paper.statements
    from symdt.paper.chapters.findings import statements

    given = [
        {
            "id": "eq4", "section": "4", "statement": "R0 - R3 = R2 - R23", "verdict": "holds",
            "correction": None, "counterexample": None,
        },
        {
            "id": "x", "section": "2.1", "statement": "a < b & c", "verdict": "fails",
            "correction": "a > b", "counterexample": {"p": "1/2"},
        },
    ]  # fmt: skip
    monkeypatch.setattr(symdt.paper.statements, "verdicts", lambda: given, raising=False)
    assert claim_records() == given
    text = "".join(statements().blocks)
    assert "a &lt; b &amp; c" in text
    assert "Counter-example: p = 1/2" in text
    monkeypatch.setattr(symdt.paper.statements, "verdicts", list, raising=False)
    assert statements() is None


def test_the_main_latex_file_reads_all():
    report = Report()
    report.latex("a", "50% & more", "x")
    assert r"\input{a}" in main_tex(report.tex)
    assert r"50\% \& more" in main_tex(report.tex)


def has_tikz():
    """Whether LaTeX is here, with the package that draws the figures."""
    if shutil.which("pdflatex") is None or shutil.which("kpsewhich") is None:
        return False
    return subprocess.run(["kpsewhich", "tikz.sty"], capture_output=True, check=False).returncode == 0


@pytest.mark.outside("TeX")
@pytest.mark.skipif(not has_tikz(), reason="no LaTeX with TikZ here: Debian's texlive-pictures has it")
def test_the_latex_sources_compile(made, tmp_path):
    shutil.copytree(made[0] / "latex", tmp_path / "latex")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(command, cwd=tmp_path / "latex", capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-2000:]
