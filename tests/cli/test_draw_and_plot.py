"""`symdt draw` and `symdt plot`: every format, whole files, one line on an error."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from symdt.cli import main

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".png", ".dot", ".tex"])
@pytest.mark.parametrize("problem", ["example2.toml", "umbrella.toml", "oil_wildcatter_letters.toml"])
def test_draw(problem, suffix, tmp_path, capsys):
    out = tmp_path / f"tree{suffix}"
    assert main(["draw", str(EXAMPLES / problem), "-o", str(out)]) == 0
    content = out.read_bytes()
    start = {".pdf": b"%PDF", ".png": b"\x89PNG", ".tex": b"% needs"}.get(suffix, b"")
    assert content.startswith(start)
    if suffix == ".svg":
        ElementTree.fromstring(content)
    if suffix == ".dot":
        import pygraphviz

        pygraphviz.AGraph(content.decode()).close()
    assert main(["draw", str(EXAMPLES / problem), "-o", str(out)]) == 0  # its own file is replaced
    assert out.read_bytes() == content
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["example2.toml", "--x", "p", "--at", "h=4,k=1"],
        ["example2.toml", "--x", "p", "--y", "h", "--at", "k=1"],
        ["umbrella.toml", "--x", "r"],
        ["oil_wildcatter_letters.toml", "--x", "d", "--y", "T"],
    ],
)
def test_plot(arguments, tmp_path):
    for suffix in (".svg", ".pdf", ".png", ".tex", ".json"):
        out = tmp_path / f"plot{suffix}"
        assert main(["plot", str(EXAMPLES / arguments[0]), *arguments[1:], "-o", str(out)]) == 0
        assert out.stat().st_size > 200


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["plot", "--x", "q", "-o", "x.svg"], "no parameter"),
        (["plot", "--x", "p", "-o", "x.svg"], "--at h=1,k=1"),
        (["plot", "--x", "p", "--y", "p", "-o", "x.svg"], "two parameters"),
        (["plot", "--x", "p", "--at", "p=1/8,h=1,k=1", "-o", "x.svg"], "leave it out"),
        (["plot", "--x", "p", "-o", "x.gif"], "no known format"),
        (["draw", "-o", "x.gif"], "no known format"),
        (["draw", "-o", "nowhere/x.svg"], "does not exist"),
    ],
)
def test_an_error_is_one_line_and_no_file(arguments, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main([arguments[0], str(EXAMPLES / "example2.toml"), *arguments[1:]]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_somebody_else_is_not_overwritten(tmp_path, capsys):
    out = tmp_path / "tree.svg"
    out.write_text("mine")
    assert main(["draw", str(EXAMPLES / "umbrella.toml"), "-o", str(out)]) == 2
    assert out.read_text() == "mine"
    assert "--force" in capsys.readouterr().err
    assert main(["draw", str(EXAMPLES / "umbrella.toml"), "-o", str(out), "--force"]) == 0


def test_an_axis_shows_what_it_is_told(tmp_path, capsys):
    from symdt.cli.make.plot import picture_of
    from symdt.formats.problem import load_problem

    problem = load_problem(EXAMPLES / "example2.toml")
    picture = picture_of(problem, "p", "h", {"k": 1}, {"h": (0, 4)})
    assert [str(v) for v in picture.record.window] == ["0", "1/4", "0", "4"]
    out = tmp_path / "map.svg"
    words = [
        "plot",
        str(EXAMPLES / "example2.toml"),
        "--x",
        "p",
        "--y",
        "h",
        "--at",
        "k=1",
        "-o",
        str(out),
    ]
    assert main([*words, "--range", "h=0:4"]) == 0
    for wrong in ("z=0:4", "h=4:0", "h", "h=0:many"):
        assert main([*words, "--force", "--range", wrong]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
    # what lies beyond the domain is not drawn, and that is said
    assert main([*words, "--force", "--range", "p=1/8:2"]) == 0
    assert "--range p=1/8:2 reaches beyond the domain: drawn from 1/8 to 1/4" in capsys.readouterr().err
    assert main([*words, "--force", "--range", "p=1:2"]) == 2
    assert "lies outside the domain, p from 0 to 1/4" in capsys.readouterr().err


def test_a_letter_with_one_value_is_fixed_and_a_suggested_point_lies_inside(tmp_path, capsys):
    file = tmp_path / "point.toml"
    head = '[parameters]\np = "1/3 <= p <= 1/3"\nk = "0 < k < 1"\nm = "5 < m < 6"\n'
    table = '[belief]\na = "p"\nb = "rest"\n[loss]\nactions = ["x", "y"]\na = ["m", "0"]\nb = ["0", "k"]\n'
    file.write_text(head + table)
    words = ["plot", str(file), "--x", "k", "-o", str(tmp_path / "k.svg")]
    assert main(words) == 2
    said = capsys.readouterr().err
    assert "'m' has no value: fix it, for instance --at m=11/2" in said
    assert main([*words, "--at", "m=11/2"]) == 0
    assert main(["sensitivity", str(file)]) == 0
    assert "p: y for every value" in capsys.readouterr().out


def test_a_figure_is_laid_out_as_it_is_told(tmp_path):
    import re

    words = ["plot", str(EXAMPLES / "oil_wildcatter_letters.toml"), "--x", "d", "--y", "T"]
    out = tmp_path / "map.svg"
    told = ["--width", "3.3in", "--title", "When to test", "--range", "T=1:20", "--log", "T", "--equations"]
    assert main([*words, *told, "-o", str(out)]) == 0
    text = out.read_text()
    width = float(re.search(r'width="([0-9.]+)pt"', text)[1])
    assert width <= 3.3 * 72 + 7  # a margin of 1 mm on each side
    assert "<title>When to test</title>" in text
    assert "<desc>" in text
    assert ">seismic</text>" in text  # text is text
    assert main([*words, "--strategy", "-o", str(tmp_path / "strategies.svg")]) == 0
    assert "open structure" in (tmp_path / "strategies.svg").read_text()
    assert main([*words, "--outlines", "-o", str(tmp_path / "outlines.svg")]) == 0
    assert "<text" not in (tmp_path / "outlines.svg").read_text()
    sizes = []
    for dpi in ("50", "100"):
        assert main([*words, "--dpi", dpi, "-o", str(tmp_path / f"{dpi}.png")]) == 0
        sizes.append(int.from_bytes((tmp_path / f"{dpi}.png").read_bytes()[16:20], "big"))
    assert abs(sizes[1] - 2 * sizes[0]) <= 2


@pytest.mark.parametrize("wrong", [["--width", "3"], ["--width", "9999in"], ["--log", "z"], ["--dpi", "1"]])
def test_options_out_of_reach_are_refused_in_one_line(wrong, tmp_path, capsys):
    words = ["plot", str(EXAMPLES / "umbrella.toml"), "--x", "r", "-o", str(tmp_path / "x.svg")]
    assert main([*words, *wrong]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_tree_is_laid_out_for_a_width_and_may_show_the_strategy_alone(tmp_path):
    import re

    words = ["draw", str(EXAMPLES / "oil_wildcatter.toml")]
    assert main([*words, "--width", "3.3in", "-o", str(tmp_path / "a.svg")]) == 0
    narrow = float(re.search(r'width="([0-9.]+)pt"', (tmp_path / "a.svg").read_text())[1])
    assert narrow <= 3.3 * 72 + 7
    assert main([*words, "--strategy", "-o", str(tmp_path / "b.svg")]) == 0
    assert 'data-role="cut"' not in (tmp_path / "b.svg").read_text()


@pytest.mark.parametrize(("width", "points"), [("3.3in", 237.6), ("85mm", 240.95)])
def test_a_figure_is_as_wide_as_asked_for(width, points, tmp_path):
    """The file with its margins, lines and maps alike."""
    for n, more in enumerate((["--at", "h=4,k=1"], ["--y", "h", "--at", "k=1", "--equations"])):
        out = tmp_path / f"{n}.svg"
        made = ["plot", str(EXAMPLES / "example2.toml"), "--x", "p", *more, "--width", width, "-o", str(out)]
        assert main(made) == 0
        wide = float(ElementTree.parse(out).getroot().attrib["width"].removesuffix("pt"))
        assert wide <= points + 1.5


def test_numbers_stand_as_they_were_typed(tmp_path):
    said = {}
    for typed in ("h=4.50,k=1/2", "h=9/2,k=0.5"):
        out = tmp_path / "lines.svg"
        assert main(["plot", str(EXAMPLES / "example2.toml"), "--x", "p", "--at", typed, "-o", str(out)]) == 0
        root = ElementTree.parse(out).getroot()
        said[typed] = ["".join(e.itertext()) for e in root.iter() if e.attrib.get("data-role") == "foot"]
    assert said == {"h=4.50,k=1/2": ["h = 4.50,  k = 1/2"], "h=9/2,k=0.5": ["h = 9/2,  k = 0.5"]}
