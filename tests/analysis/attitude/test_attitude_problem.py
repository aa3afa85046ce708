"""Letters of amounts that an exponential utility cannot keep: fixed in time they are no fault."""

from __future__ import annotations

import pytest

from symdt.analysis.attitude.attitude_problem import AttitudeProblem
from symdt.cli import main
from symdt.errors import ExpressionError
from symdt.formats.problem import loads

TEXT = """[parameters]
p = "0 < p < 1"
a = "0 <= a <= 50"
[belief]
s = "p"
t = "rest"
[utility]
attitude = "exponential"
tolerance = "R"
actions = ["risky", "safe"]
s = ["100", "a"]
t = ["-20", "a"]
"""


def test_an_amount_is_fixed_before_it_is_weighed(tmp_path, capsys) -> None:
    problem = loads(TEXT)
    assert isinstance(problem, AttitudeProblem)
    assert {s.name for s in problem.symbols} == {"p", "a", "y"}
    with pytest.raises(ExpressionError, match="fix them: --at"):
        problem.tree  # noqa: B018
    numbers = loads(TEXT.replace('"a"', '"20"').replace('a = "0 <= a <= 50"\n', ""))
    assert problem.at(a=20).tree == numbers.tree
    assert problem.at(a=20).domain == numbers.domain
    file = tmp_path / "amount.toml"
    file.write_text(TEXT)
    assert main(["solve", str(file), "--at", "p=1/2,a=20,R=50"]) == 0
    assert "safe: certainty equivalent 20" in capsys.readouterr().out
