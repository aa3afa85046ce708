"""What was found is told before the seconds of a command are over, whatever is wanted besides."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flint import fmpz_poly
from sympy import symbols

from symdt import decision_rule, load_problem
from symdt.cli import INTERRUPTED, UNDECIDED, main
from symdt.cli.ask import rules
from symdt.cli.bounds import within
from symdt.cli.telling import seconds_to_tell, unless_late
from symdt.errors import Stopped
from symdt.exact.field import Field
from symdt.exact.line.branch import Branch, Later
from symdt.exact.line.place import Place
from symdt.exact.line.real import isolate
from symdt.solve import certificate
from symdt.solve.written import derivation
from symdt.solve.written.in_time import told_in_time

EXAMPLE = Path(__file__).parents[2] / "examples" / "example2.toml"
CASES = len(decision_rule(load_problem(EXAMPLE), "p").cases)


def forever(*_: object, **__: object) -> None:
    while True:
        pass


def by_hand(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def lean(monkeypatch: pytest.MonkeyPatch, cases: int) -> None:
    """There is time to write so many cases."""
    left: Iterator[float] = iter([60.0] * cases + [0.0] * CASES)
    monkeypatch.setattr(rules, "seconds_to_tell", lambda: next(left))


def test_as_many_cases_are_written_as_there_is_time_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """More seconds gave less: of a rule of some hundred cases nothing was told, since writing them took too long."""
    note = f"{CASES - 1} of {CASES} cases were found and are not written: there was no time left"
    for form in ("--json", "--latex", ""):
        lean(monkeypatch, 1)
        assert main(["solve", str(EXAMPLE), "--for", "p", *filter(None, [form])]) == UNDECIDED
        told = capsys.readouterr()
        assert note in told.err
        if form == "--json":
            answer = json.loads(told.out)
            assert answer["complete"] is False
            assert len(answer["rule"]["cases"]) == 1
        elif not form:
            assert f"partial: {note}" in told.out
            assert told.out.count("a* =") == 1


def root_over_a_root() -> Branch:
    """The fourth root of two, by way of the square root."""
    x, y = symbols("x y")
    field = Field.of([x, y])
    place = Place(field).at(0, isolate(fmpz_poly([-2, 0, 1]))[1])
    found: Branch = place.roots(field.polynomial(y**2 - x), 1)[1][0]
    return found


def test_a_witness_that_would_outlast_what_is_left_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """The norm of one witness took three seconds, in which nothing could end it, and all cases were lost."""
    monkeypatch.setattr(Branch, "seconds_to_real", 100.0)
    rule = decision_rule(load_problem(EXAMPLE), "p")
    late, *others = rule.cases
    (letter, _), *rest = late.witness
    late = replace(late, witness=((letter, Later(root_over_a_root())), *rest))
    hard = replace(rule, rule=replace(rule.rule, cases=(late, *others)))
    told = told_in_time(hard, lambda one: one.to_json(), lambda: 60.0, has_witness=True)
    assert told.cases == tuple(others)
    assert not told.is_complete
    assert told_in_time(hard, str, lambda: 60.0) is hard  # text has no witness


@pytest.mark.parametrize("stop", [forever, by_hand])
@pytest.mark.parametrize(
    ("option", "where", "verb"),
    [
        ("--certify", certificate, "certificate_of_rule"),
        ("--explain", derivation, "explain"),
    ],
)
def test_the_rule_is_told_whatever_becomes_of_its_proof(
    option, where, verb, stop, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(where, verb, stop)
    status = UNDECIDED if stop is forever else INTERRUPTED
    given = ["solve", str(EXAMPLE), "--for", "p", option, "--seconds", "3"]
    assert main([*given, "--json"]) == status
    told = capsys.readouterr()
    answer = json.loads(told.out)
    assert len(answer["rule"]["cases"]) == CASES
    assert answer["certified"] is None
    assert len(told.err.splitlines()) == 1
    assert main(given) == status
    told = capsys.readouterr()
    assert told.out.count("a* =") == CASES
    assert ("certificate: undecided" in told.out) == (option == "--certify")
    assert Stopped.raised is None


def test_no_proof_is_begun_where_the_search_has_used_up_the_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = decision_rule

    def slow(*given, **more):
        found = real(*given, **more)
        Stopped.deadline = 0.0
        return found

    monkeypatch.setattr("symdt.solve.rule.decision_rule", slow)
    monkeypatch.setattr(certificate, "certificate_of_rule", forever)
    assert main(["solve", str(EXAMPLE), "--for", "p", "--certify"]) == UNDECIDED
    told = capsys.readouterr()
    assert "certificate: undecided: the time budget is spent" in told.out
    assert "the time budget is spent" in told.err


def test_work_besides_is_cut_short_and_the_command_goes_on() -> None:
    def one() -> tuple[object, object, float]:
        begun = seconds_to_tell()
        return unless_late(forever), Stopped.raised, begun

    done, raised, begun = within(1, one)
    assert done is raised is None
    assert 0 < begun < 1
    assert seconds_to_tell() == float("inf")
    with pytest.raises(ZeroDivisionError):
        within(1, lambda: unless_late(lambda: 1 / 0))
