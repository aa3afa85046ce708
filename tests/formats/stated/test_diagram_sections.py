"""Diagrams in files: what is refused, in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from symdt.errors import SymdtError
from symdt.formats.problem import loads
from symdt.formats.schema import schema

PIGS = (Path(__file__).parents[3] / "examples" / "catalogue" / "lauritzen_nilsson_2001_pigs.toml").read_text()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('optimum = "max"\n', 'optimum = "most"\n', "the optimum is 'most'"),
        (
            'memory = "limited"',
            'memory = "short"',
            "the memory of [diagram] is 'short': use 'full' or 'limited'",
        ),
        ("[diagram]\n", "[belief]\nx = 1\n[diagram]\n", "both [diagram] and [belief]"),
        (
            'knows = "test 1"',
            'knows = "tset 1"',
            "has knows 'tset 1', which is not there: did you mean 'test 1'",
        ),
        ('knows = "test 1"', 'nkows = "test 1"', "unknown key 'nkows': did you mean 'knows'"),
        ('options = ["treat", "leave"]', "options = []", "give a list of names in quotes"),
        ('"ill, treat" = ["1/2", "rest"]\n', "", "has no row 'ill, treat'"),
        ('given = "month 1"\ntreat', "treat", "unknown key 'treat'"),
        ('[diagram.decision."month 1"]', '[diagram.decision."test 1"]', "two nodes are named 'test 1'"),
        ('treat = "-k"', 'treat = "-q"', "'q', which is no parameter"),
        ('knows = "test 1"', 'knows = "health 4"', "cycle"),
    ],
)
def test_what_is_refused(old: str, new: str, words: str) -> None:
    assert old in PIGS
    with pytest.raises(SymdtError) as caught:
        loads(PIGS.replace(old, new, 1))
    assert words in str(caught.value)


def test_the_schema_admits_the_pigs() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    import tomllib

    jsonschema.validate(tomllib.loads(PIGS), schema())
