"""A newcomer's three changes, taken out of CONTRIBUTING and done: one new file and one entry each."""

from __future__ import annotations

import ast
import math
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from sympy import Rational, symbols

import symdt
from symdt import Decision, Domain, TreeProblem, certify, decision_rule
from symdt.exact.proof import Proved

ROOT = Path(__file__).parent.parent


def changes(title: str) -> list[tuple[str, list[str]]]:
    """The files that the diff under a title changes, each with its lines; a new one has `+` before every line."""
    page = (ROOT / "CONTRIBUTING.md").read_text()
    section = page[page.index("## A newcomer's three changes") :]
    block = re.search(r"```diff\n(.*?)```", section[section.index(f"**{title}**") :], re.S)
    assert block is not None
    parts = re.split(r"^(?:\+\+\+|---) (\S+)\n", block[1], flags=re.M)[1:]
    return [(path, text.splitlines()) for path, text in zip(parts[::2], parts[1::2], strict=True)]


def done(title: str, patch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    """The modules of the house with the change in them, each run anew; the new files are in their places."""
    texts: dict[str, str] = {}
    for path, lines in changes(title):
        if not (ROOT / path).exists():
            assert all(line.startswith("+") for line in lines)
            texts[path] = "\n".join(line[1:] for line in lines) + "\n"
            continue
        source = texts.get(path, (ROOT / path).read_text())
        before = "".join(f"{line[1:]}\n" for line in lines if line[:1] in " -")
        after = "".join(f"{line[1:]}\n" for line in lines if line[:1] in " +")
        assert source.count(before) == 1, f"{path} has no such lines: {before}"
        texts[path] = source.replace(before, after)
    modules = {}
    for path, text in texts.items():
        name = path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        module = ModuleType(name, ast.get_docstring(ast.parse(text)))
        module.__file__ = str(ROOT / path)
        if name not in sys.modules:
            patch.setitem(sys.modules, name, module)
        exec(compile(text, path, "exec"), module.__dict__)  # noqa: S102 - the page's own lines
        modules[path] = module
        assert module.__doc__, "a room opens with its definition"
    return modules


def test_a_region_engine_is_one_file_and_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    p, h = symbols("p h")
    offers = {"a": p**3 - p, "b": p**2 / 4, "c": Rational(-1, 3), "d": 1 - p**4}
    problem = TreeProblem(Decision("d", offers), Domain("-2 < p < 3/2"), "min")
    before = decision_rule(problem, p)
    assert before.to_json()["engine"] == "sections"
    modules = done("A region engine", monkeypatch)
    assert len(modules) == 2
    monkeypatch.setattr(symdt.regions, "ENGINES", modules["symdt/regions/__init__.py"].ENGINES)
    rule = decision_rule(problem, p)
    assert rule.to_json()["engine"] == "one_letter"
    assert isinstance(certify(rule), Proved)
    assert [q.label for q in rule.cases[0].pieces] == [q.label for q in before.cases[0].pieces]
    assert len(rule.cases[0].pieces) > 2
    for n in range(1, 70):
        point = Rational(n, 20) - 2
        values = {name: value.subs(p, point) for name, value in offers.items()}
        assert values[rule(p=point)] == min(values.values())
    # what it does not accept goes to the engines behind it
    free = TreeProblem(Decision("d", {"a": p**2, "b": p * h}), Domain("0 < p < 1", "h > 0"), "min")
    assert decision_rule(free, p).to_json()["engine"] != "one_letter"


def test_an_output_format_is_one_file_and_one_entry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from symdt.cli import main
    from symdt.formats import readers
    from symdt.formats.foreign import foreign

    file, out = ROOT / "examples" / "umbrella.toml", tmp_path / "umbrella.txt"
    assert main(["convert", str(file), str(out)]) == 2
    modules = done("An output format", monkeypatch)
    assert len(modules) == 2
    monkeypatch.setattr(foreign, "FOREIGN", modules["symdt/formats/foreign/foreign.py"].FOREIGN)
    assert main(["convert", str(file), str(out)]) == 0
    assert str(symdt.load_problem(file)) in out.read_text()
    assert ".txt" not in readers()


def test_a_prior_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Perks' prior: the exact road and the numeric one both know it."""
    from symdt.learn.counts import tabulate
    from symdt.learn.exact import exact_evidence
    from symdt.learn.posterior import parent_set_scores
    from symdt.networks import prior

    modules = done("A prior", monkeypatch)
    monkeypatch.setitem(prior.LAWS, "perks", modules["symdt/networks/prior.py"].LAWS["perks"])
    counts = tabulate({"A": [0, 1, 1, 0, 1, 0], "B": [0, 1, 1, 1, 1, 0], "C": [1, 1, 0, 0, 2, 0]})
    for parents, score in parent_set_scores(counts, "C", ("A", "B"), "perks", 1.0).items():
        assert math.isclose(score, math.log(exact_evidence(counts, "C", list(parents), "perks", 1)))
