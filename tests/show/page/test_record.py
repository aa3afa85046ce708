"""The record and the file: nothing rounded, nothing let in, nothing let out, sizes kept."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from sympy import Symbol

from symdt import Belief, DecisionProblem, Domain, LossTable, decision_rule, explore, load_problem
from symdt.cli import main
from symdt.errors import DomainError
from symdt.formats.presets import load_presets
from symdt.formats.problem import loads
from symdt.show.page import record as made_by
from symdt.show.page.record import record
from symdt.show.page.writer import ROOM, script_of
from tests.show.page.tools import FILES

SMALL = [f for f in FILES if f.name not in {"example2_posterior.toml", "table3.toml", "example2_states.toml"}]


def example(name: str):
    return load_problem(next(f for f in FILES if f.stem == name))


@pytest.mark.parametrize("file", SMALL, ids=lambda f: f.stem)
def test_a_page_of_every_example_is_small_and_whole(file) -> None:
    page = explore(load_problem(file), load_presets(file), file=file.name)
    assert len(page.html.encode()) <= 150_000
    assert page.html == explore(load_problem(file), load_presets(file), file=file.name).html
    if "amount" in page.record:
        assert page.record["amount"]["cases"]
    else:
        assert set(page.record["rules"]) == {letter["name"] for letter in page.record["letters"]}
    assert page.record["limits"] == []
    letters = {n: Fraction(v["start"]) for v in page.record["letters"] for n in [v["name"]]}
    assert load_problem(file).domain.contains(
        load_problem(file).domain.check_point({n: str(v) for n, v in letters.items()})
    )
    for letter in page.record["letters"]:
        low, high = map(Fraction, letter["range"])
        assert low <= Fraction(letter["start"]) <= high


class Parts(HTMLParser):
    """The scripts, styles and references of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.references: list[str] = []
        self.policy, self.inside = "", ""
        self.feed(text)

    def handle_starttag(self, tag, attrs) -> None:
        given = dict(attrs)
        self.references += [given[k] for k in ("src", "href", "srcset", "action") if k in given]
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]
        # the loader is the script element without an id
        self.inside = given.get("id") or {"script": "loader", "style": "style"}.get(tag, "")

    def handle_endtag(self, tag) -> None:
        self.inside = ""

    def handle_data(self, data) -> None:
        if self.inside:
            self.found[self.inside] = self.found.get(self.inside, "") + data


def test_the_policy_names_the_digest_of_what_runs_and_nothing_else() -> None:
    parts = Parts(explore(example("example2")).html)
    script = zlib.decompress(base64.b64decode(parts.found["script"])).decode()

    def digest(text: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    rules = dict(rule.split(" ", 1) for rule in parts.policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert set(rules["script-src"].split()) == {
        digest(script),
        digest(parts.found["loader"]),
    }
    assert rules["style-src"] == digest(parts.found["style"])
    assert parts.references == []


def test_no_name_of_a_file_can_become_markup() -> None:
    nasty = "</script><script>alert(1)</script><img src=x onerror=alert(1)> & \" ' \u2028"
    loss = LossTable([nasty, "b"], ["treat " + nasty, "wait"], [[0, 1], [10, 0]])
    problem = DecisionProblem(
        loss, Belief({nasty: "rest", "b": Symbol("p")}), Domain("0 < p < 1"), title=nasty
    )
    page = explore(problem)
    parts = Parts(page.html)
    assert json.loads(parts.found["record"])["title"] == nasty
    assert parts.references == []
    assert page.html.count("<script") == 3
    assert "srcdoc=" in page._repr_html_()
    assert "<script" not in page._repr_html_()


def test_the_script_is_the_readable_modules_and_no_other_text() -> None:
    script = script_of("page.js")
    assert len(script) < 140_000
    for module in ROOM.rglob("*.js"):
        text = module.read_text("utf-8")
        assert text.lstrip().startswith("/**"), f"{module.name} opens with what it is"
        assert "innerHTML" not in text
        assert "eval(" not in text
        assert "http" not in text.replace("http://www.w3.org/", ""), "no address outside"
    assert "import {" not in script
    assert not re.search(r"^export ", script, re.MULTILINE)


def test_presets_of_a_file_are_exact_and_checked() -> None:
    problem = example("example2")
    presets = {
        "start": {"p": "0.15", "h": 4, "k": "1"},
        "ranges": {"h": [0, "10"]},
        "steps": [{"title": "a tie", "at": {"p": "3/20"}, "for": "h", "x": "p", "y": "h/k", "note": "here"}],
    }
    made = record(problem, presets)
    starts = {letter["name"]: letter["start"] for letter in made["letters"]}
    assert starts == {"p": "3/20", "h": "4", "k": "1"}
    assert next(letter["range"] for letter in made["letters"] if letter["name"] == "h") == ["0", "10"]
    assert made["presets"][0]["point"] == {"p": "3/20"}
    for wrong, said in [
        ({"start": {"q": 1}}, "no letter"),
        ({"start": {"p": 1}}, "outside the domain"),
        ({"ranges": {"h": [3, 1]}}, "empty"),
        ({"ranges": {"h": 3}}, "give [low, high]"),
        ({"ranges": {"z": [1, 3]}}, "no letter"),
        ({"steps": [{"at": {"zz": 1}}]}, "no letter"),
        (
            {"steps": [{"title": "one", "for": "q"}]},
            "the step 'one' of [explore] names 'q', which is no letter",
        ),
        ({"steps": [{"x": "h/z", "y": "p"}]}, "names 'z'"),
        ({"steps": [{"at": {"p": 7}}]}, "the point h=1, k=1, p=7 lies outside the domain"),
    ]:
        with pytest.raises(DomainError, match=re.escape(said)):
            record(problem, wrong)


def test_the_explore_table_is_part_of_the_file_format(tmp_path) -> None:
    file = tmp_path / "problem.toml"
    text = next(f for f in FILES if f.stem == "umbrella").read_text() + "\n[explore]\nstart = {r = 0.25}\n"
    file.write_text(text)
    assert loads(text) == example("umbrella")
    assert load_presets(file)["start"] == {"r": "0.25"}
    assert main(["explore", str(file), "-o", str(tmp_path / "page.html")]) == 0
    content = json.loads(Parts((tmp_path / "page.html").read_text()).found["record"])
    assert content["letters"][0]["start"] == "1/4"
    file.write_text(text + "nonsense = 1\n")
    assert main(["explore", str(file), "-o", str(tmp_path / "other.html")]) == 2


def test_the_command_refuses_other_suffixes_and_files_that_are_not_ours(tmp_path, capsys) -> None:
    file = str(next(f for f in FILES if f.stem == "umbrella"))
    assert main(["explore", file, "-o", str(tmp_path / "page.svg")]) == 2
    assert ".html" in capsys.readouterr().err
    (tmp_path / "page.html").write_text("mine")
    assert main(["explore", file, "-o", str(tmp_path / "page.html")]) == 2
    assert (tmp_path / "page.html").read_text() == "mine"
    assert main(["explore", file, "-o", str(tmp_path / "page.html"), "--force", "--json"]) == 0
    assert main(["explore", file, "-o", str(tmp_path / "page.html")]) == 0  # our own is replaced


def test_a_condition_may_compare_a_letter_with_a_root() -> None:
    from symdt.regions.ends import Root
    from symdt.regions.root_condition import RootCondition
    from symdt.show.page.elements import nested
    from symdt.show.page.record import _Recorder

    recorder = _Recorder(example("example2"), {}, "", 5.0)
    h = next(s for s in recorder.symbols if s.name == "h")
    k = next(s for s in recorder.symbols if s.name == "k")
    root = Root(recorder.field, recorder.field.polynomial(h**3 - h * k), h, 1)
    made = recorder.condition(RootCondition(root, ">"))
    assert made == {"letter": 1, "op": ">", "poly": made["poly"], "index": 1, "math": 0}
    shown = nested(next(iter(recorder.formulas)))
    assert shown[:3] == ["mrow", "h", ">"]
    assert shown[3][:3] == ["mrow", "root", "("]


def test_a_rule_with_more_terms_than_a_frame_can_set_is_told_and_left_out(monkeypatch) -> None:
    """Where one term less is allowed than the longest rule has, that rule is not there, and this is said."""
    problem = example("test_or_treat")
    whole = record(problem)["rules"]
    most = max(
        sum(len(c.poly) for case in decision_rule(problem, n).cases for c in case.conditions) for n in whole
    )
    monkeypatch.setattr(made_by, "MAX_TERMS", most - 1)
    fewer = record(problem)
    assert 0 < len(fewer["rules"]) < len(whole) == 3
    assert all("too long for this page" in said for said in fewer["limits"])
    assert len(fewer["limits"]) == 3 - len(fewer["rules"])
