"""No command writes outside the output it was given, over what is not its own, or half a file;
and no name from a file breaks out of a format."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from sympy import symbols

from symdt import Chance, Decision, Domain, decision_rule, fold_back, load_problem, select_network
from symdt.cli import main
from symdt.errors import FileError
from symdt.files import is_stamped
from symdt.formats.network import WRITERS
from symdt.paper import report
from symdt.typeset.names import to_html, to_latex

ROOT = Path(__file__).parent.parent.parent
CASES = "X1,X2\n" + "0,0\n1,1\n" * 10
#: A command of each kind that writes, with the place of its output.
WRITING = [
    ("draw problem.toml --at p=1/2,l01=1,l10=1 -o", "out.svg"),
    ("draw problem.toml -o", "out.dot"),
    ("draw problem.toml -o", "out.tex"),
    ("plot problem.toml --x p --at l01=1,l10=1 -o", "out.svg"),
    ("select cases.csv --order X2,X1 -o", "out.bif"),
    ("select cases.csv --order X2,X1 -o", "out.svg"),
    ("select cases.csv --order X2,X1 --path", "out.svg"),
    ("new tree -o", "out.toml"),
]
IDS = [f"{c.split()[0]}{Path(o).suffix}{'-path' if '--path' in c else ''}" for c, o in WRITING]
THEIRS = b"the work of somebody else"


@pytest.fixture
def folder(tmp_path, monkeypatch, capsys) -> Path:
    inside = tmp_path / "inside"
    inside.mkdir()
    monkeypatch.chdir(inside)
    (inside / "cases.csv").write_text(CASES)
    assert main(["new", "-o", "problem.toml"]) == 0
    capsys.readouterr()
    return inside


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file of a folder with its content."""
    return {str(f.relative_to(folder)): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()}


def refused(capsys, arguments: list[str], says: str) -> None:
    """The command fails with status 2 and one line that says why."""
    assert main(arguments) == 2
    out = capsys.readouterr()
    assert out.err.count("\n") == 1
    assert re.search(says, out.err), out.err


@pytest.mark.parametrize(("command", "output"), WRITING, ids=IDS)
def test_only_the_output_is_written(command: str, output: str, folder, capsys) -> None:
    before = snapshot(folder.parent)
    assert main([*command.split(), output]) == 0
    after = snapshot(folder.parent)
    assert set(after) - set(before) == {f"inside/{output}"}
    assert all(after[name] == before[name] for name in before)


@pytest.mark.parametrize(("command", "output"), WRITING, ids=IDS)
def test_what_is_not_ours_stays(command: str, output: str, folder, capsys) -> None:
    (folder / output).write_bytes(THEIRS)
    before = snapshot(folder.parent)
    refused(capsys, [*command.split(), output], "--force")
    assert snapshot(folder.parent) == before
    assert main([*command.split(), output, "--force"]) == 0
    assert (folder / output).read_bytes() != THEIRS


@pytest.mark.parametrize(("command", "output"), WRITING, ids=IDS)
def test_a_link_to_what_is_not_ours_is_no_way_in(command: str, output: str, folder, capsys) -> None:
    theirs = folder.parent / "theirs"
    theirs.write_bytes(THEIRS)
    (folder / output).symlink_to(theirs)
    refused(capsys, [*command.split(), output], "--force")
    assert theirs.read_bytes() == THEIRS


@pytest.mark.parametrize("where", ["write", "replace"])
@pytest.mark.parametrize(("command", "output"), WRITING, ids=IDS)
def test_a_failure_in_the_middle_leaves_no_half_file(
    command: str, output: str, where: str, folder, capsys, monkeypatch
) -> None:
    before = snapshot(folder.parent)

    def no_room(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    if where == "replace":
        monkeypatch.setattr(os, "replace", no_room)
    else:
        real = os.fdopen

        def half(handle: int, mode: str = "r", *more: object, **named: object):
            file = real(handle, mode, *more, **named)
            if "w" not in mode:
                return file

            class Half:
                def __enter__(self) -> Half:
                    return self

                def __exit__(self, *_: object) -> None:
                    file.close()

                def write(self, data: bytes) -> None:
                    file.write(data[: len(data) // 2])
                    no_room()

            return Half()

        monkeypatch.setattr(os, "fdopen", half)
    refused(capsys, [*command.split(), output], "No space left")
    monkeypatch.undo()
    assert snapshot(folder.parent) == before


@pytest.mark.parametrize(("command", "output"), WRITING, ids=IDS)
def test_folders_and_places_that_cannot_be_written(command: str, output: str, folder, capsys) -> None:
    (folder / output).mkdir()
    refused(capsys, [*command.split(), output], "is a folder|exists")
    refused(capsys, [*command.split(), f"nowhere/{output}"], "does not exist")
    refused(capsys, [*command.split(), f"/proc/{output}"], "cannot be written")  # read-only even for root
    refused(capsys, [*command.split(), "x" * 300 + Path(output).suffix], "cannot|name")


@pytest.fixture
def small_paper(monkeypatch) -> None:
    files = {"figures/figure1.svg": b"<svg/>", "latex/paper.tex": b"x", "index.html": b"<p>"}
    monkeypatch.setattr(report, "gather", lambda progress=None: report.Report(files=files, main="paper"))


def test_paper_writes_into_its_folder_only(small_paper, folder, capsys) -> None:
    before = snapshot(folder.parent)
    assert main(["paper", "--json"]) == 0
    made = set(snapshot(folder.parent)) - set(before)
    assert made == {
        "inside/paper/figures/figure1.svg",
        "inside/paper/latex/paper.tex",
        "inside/paper/index.html",
    }
    assert {str(Path("inside") / name) for name in json.loads(capsys.readouterr().out)["wrote"]} == made
    assert main(["paper"]) == 0  # it replaces its own files
    assert all(is_stamped((folder.parent / name).read_bytes()) for name in made)
    capsys.readouterr()
    # nothing at all is written where one file is somebody else's
    (folder / "paper" / "latex" / "paper.tex").write_bytes(THEIRS)
    (folder / "paper" / "figures" / "figure1.svg").unlink()
    refused(capsys, ["paper"], "--force")
    assert not (folder / "paper" / "figures" / "figure1.svg").exists()


def test_paper_is_not_led_out_of_its_folder(small_paper, folder, capsys) -> None:
    outside = folder.parent / "outside"
    outside.mkdir()
    (folder / "paper").mkdir()
    (folder / "paper" / "figures").symlink_to(outside)
    refused(capsys, ["paper"], "leads out of the folder")
    assert not list(outside.iterdir())
    (folder / "file").write_bytes(THEIRS)
    refused(capsys, ["paper", "-o", "file"], "is a file")
    refused(capsys, ["paper", "-o", "file/paper"], "cannot be made|Not a directory")
    refused(capsys, ["paper", "-o", "/proc/paper"], "cannot be made")


def test_select_resume_is_no_way_to_overwrite(folder, capsys) -> None:
    (folder / "notes.json").write_bytes(THEIRS)
    refused(
        capsys, ["select", "cases.csv", "--order", "X2,X1", "--resume", "notes.json"], "no file of finished"
    )
    assert (folder / "notes.json").read_bytes() == THEIRS


# --- names from files -----------------------------------------------------------------------

NASTY = {
    "script": "<script>alert(1)</script>",
    "close": "</text></svg><script>x</script>",
    "entity": "a & b &lt; c",
    "backslash": "\\input{/etc/passwd}",
    "write18": "\\immediate\\write18{ls}",
    "dollar": "$x_1$ 5% #1 ~^",
    "quotes": "\"double\" 'single' `back`",
    "dot": '"]; evil [label="x',
    "long": "w" * 200,
    "rtl": "abc \u202egnp.exe\u202c \u2067x",
    "control": "a\x07b\x1b[31mred\x00",
    "braces": "}}{{ {} {X2,X3}",
    "comment": "% gone --> <!-- ]]>",
}


def problem_with(name: str) -> str:
    """A problem file whose title, states, actions, experiment and outcomes have that name."""
    text = json.dumps(name)  # JSON's texts are TOML's
    other = json.dumps(name + " 2")
    return (
        f'title = {text}\n[parameters]\np = "0 < p < 1"\n[belief]\n{text} = "p"\n{other} = "rest"\n'
        f'[loss]\nactions = [{text}, {other}]\n{text} = ["0", "1"]\n{other} = ["2", "0"]\n'
        f'[experiment.{text}]\ncost = "1/10"\noutcomes = [{text}, {other}]\n'
        f'{text} = ["4/5", "rest"]\n{other} = ["1/5", "rest"]\n'.replace(
            f"[experiment.{text}]", f"[experiment.{json.dumps(name + ' 3')}]"
        )
    )


def no_control(text: str) -> bool:
    return not re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", text)


def tex_commands(text: str) -> set[str]:
    return set(re.findall(r"\\([A-Za-z]+)", text))


@pytest.fixture
def drawn(tmp_path):
    def draw(name: str, *arguments: str) -> str:
        (tmp_path / "p.toml").write_text(problem_with(name))
        out = tmp_path / arguments[-1]
        assert main([arguments[0], str(tmp_path / "p.toml"), *arguments[1:-1], "-o", str(out)]) == 0
        return out.read_text()

    return draw


@pytest.mark.parametrize("kind", NASTY)
def test_names_in_svg(kind: str, drawn) -> None:
    ways = [("draw", "a.svg")]
    if kind in ("script", "close", "rtl", "control"):  # a plot takes longer, and names things the same way
        ways.append(("plot", "--x", "p", "b.svg"))
    for arguments in ways:
        text = drawn(NASTY[kind], *arguments)
        root = ElementTree.fromstring(text)
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert "script" not in tags
        assert not tags & {"a", "image", "foreignObject", "iframe"}
        assert no_control(text)


@pytest.mark.parametrize("kind", NASTY)
def test_names_in_dot_and_tikz(kind: str, drawn) -> None:
    import pygraphviz

    text = drawn(NASTY[kind], "draw", "a.dot")
    assert no_control(text)
    graph = pygraphviz.AGraph(string=text)
    harmless = pygraphviz.AGraph(string=drawn("plain", "draw", "plain.dot"))
    assert len(graph.nodes()) == len(harmless.nodes())
    assert len(graph.edges()) == len(harmless.edges())
    tikz = drawn(NASTY[kind], "draw", "a.tex")
    assert no_control(tikz)
    known = tex_commands(drawn("plain & words", "draw", "plain.tex")) | {
        *("textbackslash", "textless", "textgreater", "textbar", "char", "ldots", "textasciitilde"),
        *("textasciicircum", "textvisiblespace", "emptyset", "rightarrow", "text"),
    }
    assert tex_commands(tikz) <= known
    assert balanced(tikz)


def balanced(tex: str) -> bool:
    bare = re.sub(r"(?<!\\)%.*", "", re.sub(r"\\[\\{}]", "", tex))
    depth = 0
    for c in bare:
        depth += (c == "{") - (c == "}")
        if depth < 0:
            return False
    return depth == 0


class Tags(HTMLParser):
    """The tags of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [tag, *(name for name, _ in attrs if name.startswith("on"))]


@pytest.mark.parametrize("kind", NASTY)
def test_names_in_html_and_latex(kind: str, tmp_path, capsys) -> None:
    name = NASTY[kind]
    assert set(Tags(f"<p>{to_html(name)}</p>").found) <= {"p", "i", "sub", "sup"}
    assert no_control(to_html(name))
    assert tex_commands(to_latex(name)) <= {
        *("text", "textbackslash", "textless", "textgreater", "textbar", "char", "ldots", "textasciitilde"),
        *("textasciicircum", "textvisiblespace", "emptyset"),
    }
    place = tmp_path / "p.toml"
    place.write_text(problem_with(name))
    for more in (["--for", "p"], ["--at", "p=1/3"], []):
        assert main(["solve", str(place), "--latex", *more]) == 0
        latex = capsys.readouterr().out
        assert balanced(latex), latex
        assert not tex_commands(latex) & {"input", "write", "immediate", "include"}
        assert main(["solve", str(place), *more]) == 0
        assert no_control(capsys.readouterr().out)
        assert main(["solve", str(place), "--json", *more]) == 0
        assert json.loads(capsys.readouterr().out)["title"] == name


@pytest.mark.parametrize("kind", NASTY)
def test_names_in_notebooks(kind: str, tmp_path) -> None:
    name, r = NASTY[kind], symbols("r")
    place = tmp_path / "p.toml"
    place.write_text(problem_with(name))
    problem = load_problem(place)
    tree = Decision(name, {name: Chance(name + " 2", {name: (r, 1), name + " 2": ("rest", 2)}), "other": 1})
    for thing in (problem, decision_rule(problem, "p"), fold_back(tree, domain=Domain("0 < r < 1"))):
        for way in ("_repr_html_", "_repr_svg_"):
            shown = getattr(thing, way, lambda: None)()
            if shown:
                assert "script" not in Tags(shown).found
                assert no_control(shown)


@pytest.mark.parametrize("kind", NASTY)
def test_names_of_variables_in_networks(kind: str, tmp_path, capsys) -> None:
    import csv
    import io

    import pygraphviz

    name = NASTY[kind].replace(",", ";")
    data = {name: ["0", "0", "1", "1"] * 4, "B": [NASTY[kind], "b"] * 2 * 4}
    chosen = select_network(data, order=[name, "B"], progress=False)
    texts = {suffix: write(chosen) for suffix, write in WRITERS.items()}
    assert json.loads(texts[".json"])["variables"] == [name, "B"]
    assert len(pygraphviz.AGraph(string=texts[".dot"]).nodes()) == 2
    assert {len(row) for row in csv.reader(io.StringIO(texts[".csv"]))} == {5}
    assert re.fullmatch(r"[\w\s{}\[\](),;|.+-]*", texts[".bif"])


def test_nothing_is_left_in_the_temporary_folder(folder, capsys, monkeypatch) -> None:
    elsewhere = folder.parent / "tmp"
    elsewhere.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))
    for command, output in WRITING:
        if (folder / output).exists():
            (folder / output).unlink()
        assert main([*command.split(), output]) == 0
    assert not list(elsewhere.iterdir())
    shutil.rmtree(elsewhere)


def test_write_report_needs_no_command_line(small_paper, tmp_path) -> None:
    with pytest.raises(FileError, match="is a file"):
        report.write_report(ROOT / "pyproject.toml")


def test_claims_files_do_not_steer_the_terminal(tmp_path, capsys) -> None:
    place = tmp_path / "claims.toml"
    words = json.dumps(NASTY["control"] + NASTY["rtl"])
    place.write_text(
        f'title = {words}\n[[claim]]\nid = "one"\nwords = {words}\nstatement = "x*x >= 0"\nexpect = "holds"\n'
    )
    for more in ([], ["--json"], ["--claim", "one"]):
        assert main(["verify", str(place), *more]) == 0
        assert no_control(capsys.readouterr().out)
