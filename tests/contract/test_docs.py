"""The pages of docs/ do what they say: Python runs, commands print what is shown.

`python` blocks are executed, `pycon` blocks are doctests, `console` blocks run each `$ symdt ...`
in-process and compare what follows; `; echo $?` asks for the exit status. A block with `title="NAME"`
is written to that file first. All blocks of a page share one folder and one set of names.
"""

from __future__ import annotations

import ast
import doctest
import importlib.util
import inspect
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import symdt
from symdt.cli import main

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted((ROOT / "docs").rglob("*.md"))
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.M | re.S)


def blocks(page: Path) -> list[tuple[str, str, str]]:
    """Kind, attributes and text of every fenced block."""
    return [(m[1], m[2], m[3]) for m in BLOCK.finditer(page.read_text())]


def without_points(text: str) -> str:
    """The text without the points that the solver chose, and without the length of a proof: any will do."""
    text = re.sub(r"\b\d+ identities", "some identities", text)
    text = re.sub(r"is empty at\s+[^:]*:", "is empty at a point:", text)
    return re.sub(r"(refuted|for instance) at [^\n)]*", r"\1 at a point", text)


class Checker(doctest.OutputChecker):
    """Doctest's comparison, but for the solver's points."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(without_points(want), without_points(got), optionflags)


def commands(text: str) -> list[tuple[str, str]]:
    """Each command of a console block with the output that is shown."""
    parts = re.split(r"^\$ ", text, flags=re.M)
    assert not parts[0].strip(), "a console block begins with a command"
    return [tuple(part.split("\n", 1)) if "\n" in part else (part, "") for part in parts[1:]]  # type: ignore[misc]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_the_page_does_what_it_says(page: Path, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)  # an empty folder: a page says every file that it uses
    names: dict[str, object] = {"__name__": "page"}
    for kind, attributes, text in blocks(page):
        title = re.search(r'title="([\w.]+)"', attributes)
        if title:
            Path(title[1]).write_text(text)
        if kind == "python":
            exec(compile(text, str(page), "exec"), names)  # noqa: S102 - our own pages
            capsys.readouterr()
        elif kind == "pycon":
            test = doctest.DocTestParser().get_doctest(text, names, page.name, str(page), 0)
            shown: list[str] = []
            runner = doctest.DocTestRunner(Checker(), optionflags=doctest.NORMALIZE_WHITESPACE)
            runner.run(test, out=shown.append, clear_globs=False)
            names.update(test.globs)
            assert not runner.failures, "".join(shown)
        elif kind == "console":
            for command, output in commands(text):
                bare, _, asked = command.partition("; echo $?")
                assert not asked
                words = shlex.split(bare)
                if words[0] != "symdt":
                    continue
                status = main(words[1:])
                out = capsys.readouterr()
                printed = out.out + out.err + (f"{status}\n" if "echo $?" in command else "")
                assert without_points(printed) == without_points(output), command
                assert status == 0 or "echo $?" in command, command


def test_every_page_is_in_the_menu_and_every_link_leads_somewhere() -> None:
    menu = set(re.findall(r"[\w/-]+\.md", (ROOT / "docs" / "mkdocs.yml").read_text()))
    made = {"gallery.md", "reference.md", "reference-figures.md"}  # by docs/build.py
    pages = {str(p.relative_to(ROOT / "docs")) for p in PAGES}
    assert menu == pages | made
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#:]+\.md)\)", page.read_text()):
            target = (page.parent / link).resolve()
            assert target.exists() or target.name in made, (page, link)


@pytest.mark.parametrize(
    "name", [n for n in symdt.__all__ if n != "__version__" and not inspect.ismodule(getattr(symdt, n))]
)
def test_every_public_name_has_an_example_that_runs(name: str) -> None:
    # the doctests themselves run with all others; here that there is one, in the name's own docstring
    thing = getattr(symdt, name)
    text = inspect.getdoc(thing) or ""
    assert thing.__doc__
    assert ">>> " in text, f"{name} has no example in its docstring"


def _docs(name: str) -> ModuleType:
    """A module of docs/, which is no package."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["build", "doctests"])
def test_the_builder_does_what_it_says(name: str) -> None:
    assert doctest.testmod(_docs(name)).failed == 0


def test_no_example_of_a_docstring_is_read_as_a_quotation() -> None:
    """Every docstring of the package as Markdown: examples between fences, and outside no star that opens an emphasis by chance."""
    as_markdown = _docs("doctests").as_markdown
    examples = 0
    for room in sorted((ROOT / "symdt").rglob("*.py")):
        for node in ast.walk(ast.parse(room.read_text())):
            if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                continue
            text = ast.get_docstring(node) or ""
            outside = re.sub(r"^```.*?^```$", "", as_markdown(text), flags=re.M | re.S)
            assert ">>>" not in outside, (room, node)
            assert not re.search(r"\w(?<!\\)\*\w", re.sub(r"`[^`]*`", "", outside)), (room, outside)
            examples += text.count(">>> ")
    assert examples > 1000


@pytest.mark.slow
def test_the_built_pages_show_what_the_sources_say(tmp_path: Path) -> None:
    """The whole site; building it refuses a page that shows an example outside of code."""
    pytest.importorskip("mkdocs", reason="the documentation's own packages")
    subprocess.run([sys.executable, "docs/build.py", str(tmp_path)], cwd=ROOT, check=True)
    build = _docs("build")
    pages = sorted(tmp_path.rglob("*.html"))
    assert len(pages) > 15
    assert not [fault for page in pages for fault in build.garbled(page.read_text(), page.name)]
    assert (tmp_path / "reference-figures.html").read_text().count("&gt;&gt;&gt;") > 20
