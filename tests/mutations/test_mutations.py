"""The list of faults is sound, and a sample of it is noticed; all of it is tried by `make mutate`."""

from __future__ import annotations

import ast

import pytest

from symdt.claims.claim import judge
from symdt.paper.statements import all_claims
from tests.mutations import HOUSE, faults
from tests.mutations.notice import rooms_of

FAULTS = faults()


def test_there_are_a_hundred_different_faults_in_many_rooms() -> None:
    there = [f for f in FAULTS if f.is_there(HOUSE)]
    assert len(there) >= 100
    assert len({(f.module, f.line, f.put) for f in FAULTS}) == len(FAULTS)
    assert {f.module.split("/")[0] for f in there} >= {
        "exact",
        "problems",
        "networks",
        "solve",
        "regions",
        "analysis",
    }


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_fault_is_one_line_that_still_is_python(fault) -> None:
    assert fault.breaks
    assert fault.line != fault.put
    assert "\n" not in fault.line.strip("\n")
    assert "\n" not in fault.put.strip("\n")
    if fault.is_there(HOUSE):
        source = (HOUSE / fault.path).read_text(encoding="utf-8")
        assert ast.dump(ast.parse(source)) != ast.dump(ast.parse(source.replace(fault.line, fault.put)))


def test_the_room_of_a_module_is_asked() -> None:
    assert rooms_of("problems/loss")[0] == "symdt/problems/loss.py"
    assert "tests/laws" in rooms_of("exact/line")


def test_a_fault_put_in_by_hand_is_noticed(monkeypatch) -> None:
    """Bayes' rule without the prior: the claims notice it, whatever the runner does."""
    from symdt.problems.belief import Belief

    right = Belief.condition
    update = next(c for c in all_claims() if c.id == "2.1-0L-equivalent")
    assert judge(update).is_expected
    flat = {"M0": 1, "M1": 1}
    monkeypatch.setattr(Belief, "condition", lambda self, likelihood: right(self, flat))
    from symdt.paper.statements import section_2_1

    assert section_2_1.PRIOR.condition({"M0": 2, "M1": 3}) == section_2_1.PRIOR
