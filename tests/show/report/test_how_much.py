"""The report on a choice of an amount: cases, proof, figures with the commands that make them, the same bytes again."""

from __future__ import annotations

import json
import re
import shlex

from symdt import best_amount, load_problem
from symdt.cli import main
from symdt.show.report import report

KELLY = "examples/catalogue/amounts/kelly_1956.toml"


def test_all_that_is_known_is_in_it_and_twice_the_same(tmp_path) -> None:
    problem = load_problem(KELLY)
    made = [report(problem, {"source": "Kelly (1956)"}, file="kelly_1956.toml").finished() for _ in range(2)]
    assert made[0] == made[1]
    files = made[0]
    assert json.loads(files["amount.json"]) == best_amount(problem).to_json()
    page = files["index.html"].decode()
    assert re.findall(r'<section id="([a-z]+)"', page) == [
        "problem",
        "amount",
        "figures",
        "page",
        "references",
    ]
    assert "Kelly (1956)" in page
    assert "<mo>log</mo>" in page
    assert "<mtext>p*log" not in page
    assert {f"figures/{n}.{s}" for n in ("payoff", "best-p", "best-b") for s in ("svg", "pdf")} <= set(files)
    assert all(f"latex/{n}.tex" in files for n in ("payoff", "amount", "best-p"))
    # every command under a figure draws that figure
    for command in re.findall(r"<code>(symdt plot [^<]*)</code>", re.sub(r"</?span[^>]*>", "", page)):
        words = shlex.split(command.replace("&#34;", '"').replace("&quot;", '"'))[1:]
        words[1], words[-1] = KELLY, str(tmp_path / words[-1])
        assert main(words) == 0
    svg = (tmp_path / "best-p.svg").read_bytes()
    assert svg.startswith(files["figures/best-p.svg"].rstrip())  # then comes the stamp
