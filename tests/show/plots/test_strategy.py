"""The strategy as a table: every decision that is reached, with what to do, nothing cut."""

from __future__ import annotations

from symdt import load_problem
from symdt.formats.problem import loads
from symdt.show.plots.strategy import strategy_table
from symdt.solve.risk import optimum_at
from tests.show.page.hard import HARD
from tests.show.page.tools import ROOT


def test_every_decision_of_the_strategy_has_its_row() -> None:
    oil = load_problem(ROOT / "examples" / "oil_wildcatter_letters.toml")
    at = {"d": "1/2", "T": "10"}
    picture = strategy_table(oil, at)
    best = optimum_at(oil.at(at))
    for decision, branch in best.strategy.items():
        assert picture.of_role(f"decision {decision}")
        (text,) = picture.texts(f"do {decision}")
        assert text.label.to_text() == branch
    assert picture.overlaps() == []


def test_long_names_are_wrapped_whole() -> None:
    problem = loads(HARD["long"])
    picture = strategy_table(problem, {"prevalence": "1/3", "toxicity_weight": "1"}, width=80.0)
    words = " ".join(
        t.label.to_text() for t in picture.texts() if t.role.startswith(("decision", "do", "more"))
    )
    for part in ("sixty", "characters,", "ever", "hold"):
        assert part in words
    left, _, right, _ = picture.box(0.0)
    assert right - left <= 80.1
    assert picture.overlaps() == []
