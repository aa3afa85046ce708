"""What is known when a command is interrupted, or when its time is over: it is told, with what is missing, and the status says so."""

from __future__ import annotations

import json

import pytest
from sympy import sympify

from symdt import Domain, decision_regions, load_problem
from symdt.analysis import sensitivity as moved
from symdt.analysis import stability, tornado
from symdt.analysis.knowing import information
from symdt.analysis.radius_search import Radius
from symdt.cli import INTERRUPTED, UNDECIDED, main
from symdt.cli.bounds import within
from symdt.errors import BudgetError, Stopped
from symdt.exact.solver import Budget, questions
from symdt.regions import answer, implicit
from symdt.regions.contest import Contest
from symdt.solve import foldback
from tests.cli.test_interrupts import PLAIN

POINT = ["--at", "p=1/2,h=2"]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "problem.toml"
    path.write_text(PLAIN)
    return str(path)


def interrupted(*_, **__):
    raise KeyboardInterrupt


def spent(*_, **__):
    raise BudgetError("not decided")


def forever(*_, **__):
    while True:
        pass


class _HeldBack:
    """A Z3 that has taken Ctrl-C for itself."""

    sat, unsat, unknown, Z3Exception = "sat", "unsat", "unknown", RuntimeError

    @staticmethod
    def Solver(ctx):
        class Solver:
            set = add = staticmethod(lambda *_: None)
            check = staticmethod(lambda: "unknown")
            reason_unknown = staticmethod(lambda: questions.BY_HAND)

        return Solver()


def test_an_interrupt_that_z3_held_back_is_one_of_the_command():
    """Told by the search as its end, and by nobody else: the command answered with status 0."""
    question = questions._Question([], 1.0, fresh=True)
    question.z3 = _HeldBack

    def held() -> None:
        with pytest.raises(KeyboardInterrupt):
            question.check()

    with pytest.raises(KeyboardInterrupt):
        within(60, held)
    held()
    assert Stopped.raised is None  # outside a command there is nobody to remember it for


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_interrupted_radius_ends_as_interrupted(file, monkeypatch, capsys, form):
    monkeypatch.setattr(stability, "stability_radius", interrupted)
    assert main(["sensitivity", file, *POINT, *form]) == INTERRUPTED
    told = capsys.readouterr()
    assert told.err == "symdt: interrupted\n"
    assert "how far all may move is not told" in told.out


@pytest.mark.parametrize("end", [spent, forever])
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_what_moved_before_the_time_was_over_is_told(file, monkeypatch, capsys, end, form):
    monkeypatch.setattr(tornado, "tornado_data", end)
    assert main(["sensitivity", file, *POINT, "--seconds", "3", *form]) == UNDECIDED
    told = capsys.readouterr()
    assert len(told.err.splitlines()) == 1
    assert "the values while one letter moves, how far all may move are not told" in " ".join(
        told.out.split()
    )
    if form:
        assert list(json.loads(told.out)["thresholds"]) == ["p", "h"]


def test_where_nothing_was_found_in_time_nothing_is_told(file, monkeypatch, capsys):
    monkeypatch.setattr(moved, "one_way", spent)
    assert main(["sensitivity", file, *POINT]) == UNDECIDED
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "symdt: not decided\n")


def test_a_radius_that_was_not_enclosed_is_undecided(file, monkeypatch, capsys):
    """Between 0 and 13/8: nothing is known, and the status was 0."""
    wide = Radius("treat", 1, 0, 2, False, "relative", "wait")
    narrow = Radius("treat", 1, 1, 1, False, "relative", "wait")
    for radius, status in ((wide, UNDECIDED), (narrow, 0)):
        monkeypatch.setattr(stability, "stability_radius", lambda *_, r=radius: r)
        assert main(["sensitivity", file, *POINT]) == status
        told = capsys.readouterr()
        assert "stays optimal within" in told.out
        assert bool(told.err) == bool(status)


def test_an_interrupted_comparison_leaves_all_functions(file, monkeypatch, capsys):
    monkeypatch.setattr(foldback, "needed", interrupted)
    assert main(["value", file]) == INTERRUPTED
    told = capsys.readouterr()
    assert "expected loss of deciding now: Min(" in told.out
    assert "what else may be learnt is not told; some functions" in " ".join(told.out.split())
    with pytest.raises(KeyboardInterrupt):  # in Python the interrupt is the user's
        information.evpi(load_problem(file))


def test_value_tells_what_it_had_when_the_time_was_over(file, monkeypatch, capsys):
    with open(file, "a") as more:
        more.write('[experiment.test]\noutcomes = ["+", "-"]\nyes = ["3/4", "rest"]\nno = ["1/4", "rest"]\n')
    monkeypatch.setattr(information, "evsi", _after(information.evsi, 1, spent))
    assert main(["value", file, "--json"]) == UNDECIDED
    told = json.loads(capsys.readouterr().out)
    assert told["undecided"] == "what else may be learnt is not told"
    assert told["evpi"]


def _after(real, times, then):
    calls = []

    def one(*given, **more):
        calls.append(given)
        return real(*given, **more) if len(calls) <= times else then()

    return one


@pytest.mark.parametrize("where", ["point_in", "irredundant"])
def test_interrupted_regions_are_told_with_all_their_conditions(file, monkeypatch, capsys, where):
    monkeypatch.setattr(implicit, where, interrupted)
    assert main(["solve", file]) == INTERRUPTED
    told = capsys.readouterr()
    assert "treat  if p + h*p >= 1" in told.out.replace("h*p + p", "p + h*p")
    assert "it was interrupted: some of the conditions may follow from others" in told.out
    assert told.err == "symdt: interrupted\n"
    assert main(["solve", file, "--json"]) == INTERRUPTED
    found = json.loads(capsys.readouterr().out)
    assert set(found["regions"]) == {"treat", "wait"}
    assert "interrupted" in found
    with pytest.raises(KeyboardInterrupt):
        decision_regions(load_problem(file))


def test_regions_that_are_not_complete_say_so_in_json(file, monkeypatch, capsys):
    monkeypatch.setattr(implicit, "point_in", lambda *_: ())
    assert main(["solve", file, "--json"]) == UNDECIDED
    told = json.loads(capsys.readouterr().out)
    assert told["complete"] is False
    assert told["undecided"] == ["treat", "wait"]


@pytest.mark.parametrize(
    "values",
    [["p*h", "k - p", "h*p + k", "1 - p*k"], ["p**3*h + k*p - h", "k*p**2 - h**3*p", "h*k*p**3 - k"]],
)
def test_the_ends_of_a_rule_without_cases_are_those_of_the_domain(values):
    """From -oo to oo, where the domain goes from -1 to 2."""
    for ends, conditions in {("-1", "2"): ["-1 <= p <= 2"], (None, None): ["p < h", "p > k - 9"]}.items():
        domain = Domain(*conditions, "-1 <= h <= 2", "-1 <= k <= 2")
        functions = tuple(
            (f"a{n}", domain.field.element(value)) for n, value in enumerate(map(sympify, values))
        )
        rule = answer(Contest(functions, domain).along(domain.letter("p")), Budget(0))
        assert not rule.is_complete
        assert not rule.cases
        assert (rule.start and str(rule.start), rule.stop and str(rule.stop)) == ends


SPREAD = """
[belief]
s0 = "1/6"
s1 = "3/6"
s2 = "2/6"
[loss]
actions = ["a", "b", "c"]
s0 = ["2", "-10", "10"]
s1 = ["2", "30", "10"]
s2 = ["2", "60", "-15"]
"""


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_switches_that_are_not_excluded_are_undecided(tmp_path, capsys, form):
    """The answer says that there may be others, and the status was 0."""
    path = tmp_path / "spread.toml"
    path.write_text(SPREAD)
    given = ["solve", str(path), "--attitude", "exponential R", *form]
    assert main(given) == UNDECIDED
    told = capsys.readouterr()
    assert "that there is no other change along R is not proved" in told.err
    assert ("other switches are not excluded" in told.out) == (not form)
    path.write_text(SPREAD.replace('"60", "-15"', '"12", "-5"').replace('"30"', '"11"'))
    assert main(given) == 0
    assert not capsys.readouterr().err
