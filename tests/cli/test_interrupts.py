"""Ctrl-C in the midst of a command that answers several questions: what was found by then is told, and that it is not all."""

from __future__ import annotations

import json

import pytest

from symdt.analysis import sensitivity, tornado  # noqa: F401 - tornado is to know the real one
from symdt.analysis.knowing import information
from symdt.cli import INTERRUPTED, main
from symdt.errors import Stopped

#: A table without experiments.
PLAIN = """
format = 1

[parameters]
p = "0 < p < 1"
h = "h > 0"

[belief]
yes = "p"
no = "rest"

[loss]
actions = ["treat", "wait"]
yes = ["0", "h"]
no = ["1", "0"]
"""
TABLE = f"""{PLAIN}
[experiment.first]
outcomes = ["pos", "neg"]
yes = ["9/10", "1/10"]
no = ["1/10", "9/10"]

[experiment.second]
outcomes = ["pos", "neg"]
yes = ["4/5", "1/5"]
no = ["1/5", "4/5"]
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "problem.toml"
    path.write_text(TABLE)
    return str(path)


def interrupting(monkeypatch, module, name, after):
    """A function that is interrupted, as by the keyboard, when it was called so often."""
    real, calls = getattr(module, name), []

    def one(*given, **more):
        calls.append(given)
        if len(calls) > after:
            Stopped.raised = KeyboardInterrupt  # as whoever takes the signal says
            raise KeyboardInterrupt
        return real(*given, **more)

    monkeypatch.setattr(module, name, one)


def test_sensitivity_tells_the_letters_that_were_moved(file, monkeypatch, capsys):
    interrupting(monkeypatch, sensitivity, "one_way", 1)
    assert main(["sensitivity", file, "--at", "p=1/2,h=2"]) == INTERRUPTED
    told = capsys.readouterr()
    assert "p = 1/19: wait below, first above" in told.out
    assert "it was interrupted: the thresholds of h, the values while one letter moves" in told.out
    assert "interrupted" in told.err


def test_sensitivity_in_json(file, monkeypatch, capsys):
    interrupting(monkeypatch, sensitivity, "one_way", 1)
    assert main(["sensitivity", file, "--at", "p=1/2,h=2", "--json"]) == INTERRUPTED
    told = json.loads(capsys.readouterr().out)
    assert list(told["thresholds"]) == ["p"]
    assert told["tornado"] is told["radius"] is None
    assert told["interrupted"].startswith("the thresholds of h,")


@pytest.mark.parametrize(
    ("module", "name", "verb"), [(sensitivity, "one_way", "sensitivity"), (information, "evpi", "value")]
)
def test_where_nothing_is_known_nothing_is_told(file, monkeypatch, capsys, module, name, verb):
    interrupting(monkeypatch, module, name, 0)
    assert main([verb, file]) == INTERRUPTED
    assert not capsys.readouterr().out


def test_value_tells_what_was_valued(file, monkeypatch, capsys):
    interrupting(monkeypatch, information, "evsi", 2)  # that of all states comes first
    assert main(["value", file]) == INTERRUPTED
    told = capsys.readouterr()
    assert "perfect information: " in told.out
    assert "first: " in told.out
    assert "second: " not in told.out
    assert "it was interrupted: what else may be learnt is not told" in told.out
    monkeypatch.undo()
    interrupting(monkeypatch, information, "evsi", 1)
    assert main(["value", file, "--json"]) == INTERRUPTED
    told = json.loads(capsys.readouterr().out)
    assert told["evsi"] == {}
    assert told["interrupted"] == "what else may be learnt is not told"
