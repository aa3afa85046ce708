"""The examples of the models wing run and print what the theory says."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("example1_two_models.py", ["before the product over k: 1", "as printed, inside it, at α = 1: 2/9"]),
        (
            "example3_disintegrable.py",
            [
                "R_0 - R_23 = (R_0 - R_3) + (R_0 - R_2)",
                "R_0 - R_3 = 0, R_0 - R_2 > 0: a2 or a23",
                "none is left iff c2*k == h, c2 == c3",
                "Table (3) is not disintegrable: 7 of 16 cells obstruct it",
            ],
        ),
        (
            "sequential_problem.py",
            ["at each of the 5 decision nodes", "folded back: 1/2", "folded back: 5/6", "folded back: 4/9"],
        ),
        ("greedy_and_k2.py", ["they end in different models; Bayes action {B}; most probable {A,B}"]),
        (
            "exact_in_alpha.py",
            ["= 1/449064000", "= 1/4490640000", "35439104/165475309 ≤ τ < 156924416/165475309: {x2}"],
        ),
    ],
)
def test_example_prints(name: str, lines: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    printed = capsys.readouterr().out
    for line in lines:
        assert line in printed
