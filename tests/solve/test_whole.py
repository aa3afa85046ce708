"""Letters that are whole numbers, against plain fractions: exponents by cases of n, and what holds for all n."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from sympy import Rational, Symbol, symbols

from symdt import Belief, DecisionProblem, Domain, LossTable, certify, decision_regions, decision_rule
from symdt.cli import main
from symdt.errors import DomainError
from symdt.exact.formula import Condition
from symdt.exact.solver import Found, NoPoint
from symdt.exact.verdict import Proved, Undecided
from symdt.formats.problem import dump, loads
from symdt.solve.certificate import certificate_of
from symdt.solve.proofs.check.polynomials import RejectedError
from symdt.solve.proofs.check.proofs import verify

TRIALS = """title = "Trials"
[parameters]
p = "0 < p < 1"
c = "0 < c < 1"
n = "integer, 1 <= n <= 5"
[belief]
good = "rest"
bad = "p"
[loss]
actions = ["trust", "test"]
good = ["1 - (1 - p)**n", "c"]
bad = ["1", "max(c, n/4)"]
"""
UNITS = """[parameters]
p = "0 < p < 1"
c = "0 < c < 1"
n = "integer, n >= 1"
[belief]
good = "rest"
bad = "p"
[loss]
actions = ["ship", "check"]
good = ["0", "c*n"]
bad = ["5", "c*n"]
"""

KINK = """[parameters]
x = "0 <= x <= 4"
n = "integer, 1 <= n <= 3"
[belief]
s = "1"
[loss]
actions = ["A", "B"]
s = ["abs(x - n)", "piecewise(2, x > 2, 1)"]
"""


def trials(p: Fraction, c: Fraction, n: int) -> dict[str, Fraction]:
    return {
        "trust": (1 - p) * (1 - (1 - p) ** n) + p,
        "test": (1 - p) * c + p * max(c, Fraction(n, 4)),
    }


def test_rules_by_cases_of_n_are_right_at_every_point() -> None:
    problem = loads(TRIALS)
    assert loads(dump(problem)) == problem
    assert '"integer, 1 <= n <= 5"' in dump(problem)
    for rule in (decision_rule(problem.at(c="1/2"), "p"), decision_rule(problem.at(c="1/2"), "n")):
        assert rule.is_complete
        for i, n in product(range(1, 24), range(1, 6)):
            values = trials(Fraction(i, 24), Fraction(1, 2), n)
            ties = {a for a, v in values.items() if v == min(values.values())}
            point = {"p": f"{i}/24", "n": n}
            assert rule(point) in ties
            assert set(rule.ties(point)) == ties
            inside = rule.domain.check_point(point)
            assert len([c for c in rule.cases if c.holds(inside)]) == 1
    told = decision_rule(problem.at(c="1/2", p="1/10"), "n")
    assert [str(piece.stop) for piece in told.cases[0].pieces] == ["5"]
    assert isinstance(certify(told), Proved)


def test_runs_and_equations_are_told_in_whole_numbers() -> None:
    n, p = Symbol("n", integer=True), symbols("p")
    text = TRIALS.replace('"max(c, n/4)"', '"c"')
    rule = decision_rule(loads(text).at(c="1/3", p="1/10"), "n")
    assert str(rule).splitlines() == ["a* =", "  trust  if 1 <= n <= 2", "  test   if 3 <= n <= 5"]
    by_n = decision_rule(loads(text).at(c="1/3"), "p")
    assert [str(c.conditions[0]) for c in by_n.cases] == [f"n == {i}" for i in range(1, 6)]
    assert [dict(c.witness)[n] for c in by_n.cases] == [1, 2, 3, 4, 5]
    verdict = certify(by_n)
    assert isinstance(verdict, Proved)
    data: Any = verdict.evidence.data  # type: ignore[attr-defined]
    assert verify(data)
    with pytest.raises(RejectedError, match="the bounds of n"):
        verify({**data, "whole": {"n": [1, 4]}, "cover": data["cover"][:-1]})
    assert p not in by_n.cases[0].conditions[0].symbols


def test_the_number_in_an_exponent_is_said_where_the_other_kinks_leave_one() -> None:
    text = TRIALS.replace('"1 - (1 - p)**n"', '"abs(n - 3/2)"').replace("n <= 5", "n <= 2")
    text = text.replace('"c"]', '"p**n"]').replace("max(c, n/4)", "1")
    rule = decision_rule(loads(text), "p")
    assert isinstance(certify(rule), Proved)


@pytest.mark.parametrize("entries", ['"abs(x - n)", "piecewise(2, x > 2, 1)"', '"max(x, 1)", "max(n**2, 3)"'])
def test_no_case_lies_between_whole_numbers(entries: str) -> None:
    rule = decision_rule(loads(KINK.replace('"abs(x - n)", "piecewise(2, x > 2, 1)"', entries)), "x")
    witnesses = [dict(case.witness)[Symbol("n", integer=True)] for case in rule.cases]
    assert all(v.q == 1 for v in witnesses)
    for case, n in zip(rule.cases, witnesses, strict=True):
        assert case.holds(rule.domain.check_point({"x": 1, "n": int(n.p)}))
    for n in (1, 2, 3):
        assert len([c for c in rule.cases if c.holds(rule.domain.check_point({"x": 1, "n": n}))]) == 1
    assert isinstance(certify(rule), Proved)


def test_runs_of_one_action_are_joined_where_the_case_leaves_no_number_between() -> None:
    text = KINK.replace('"abs(x - n)", "piecewise(2, x > 2, 1)"', '"abs(x - n)*(1/2)**n", "9"')
    rule = decision_rule(loads(text), "n")
    assert [len(case.pieces) for case in rule.cases] == [1] * len(rule.cases)
    assert {rule(x=x, n=n) for x in ("1/2", 2, "5/2", 3, 4) for n in (1, 2, 3)} == {"A"}
    assert isinstance(certify(rule), Proved)


def test_what_holds_for_all_n_is_proved_for_all_n() -> None:
    rule = decision_rule(loads(UNITS), "p")
    assert str(rule).splitlines()[0] == "if c*n <= 5: a* ="
    assert isinstance(certify(rule), Proved)
    for n in (1, 2, 7, 400):
        assert rule(p="1/2", c="9/10", n=n) == ("check" if Fraction(9, 10) * n < Fraction(5, 2) else "ship")
    for case in rule.cases:
        assert dict(case.witness)[Symbol("n", integer=True)].q == 1
    assert decision_regions(loads(UNITS)).is_complete


def test_a_rule_that_fails_between_whole_numbers_alone_is_not_refuted() -> None:
    problem = loads(UNITS).at(c="1/2", p="1/4")  # check is better where n/2 < 5/4
    pieces = [
        {"action": "check", "from": "1", "to": "2", "from_closed": True},
        {"action": "ship", "from": "2", "to": "oo"},
    ]
    answer = {"rule": {"for": "n", "cases": [{"if": [], "pieces": pieces}]}}
    verdict = certificate_of(problem, answer).verdict
    assert isinstance(verdict, Undecided)
    assert "n is a whole number" in str(verdict)


def test_points_of_a_domain_are_whole() -> None:
    n = Symbol("n", integer=True)
    domain = Domain(n > 1, n < 3)
    assert [v[0] for v in domain.samples] == [2]
    assert isinstance(domain.find(Condition.of(n - 2, ">")), NoPoint)
    assert isinstance(domain.find(Condition.of(2 * n - 4, "==")), Found)
    assert domain.implies(Condition.of(n - 2, "==")) is True
    with pytest.raises(DomainError, match="whole number"):
        domain.check_point({"n": "3/2"})
    with pytest.raises(DomainError, match="whole number"):
        domain.restricted_to({"n": "3/2"})
    with pytest.raises(DomainError, match="is empty"):
        Domain(2 * n > 1, n < 1).witness  # noqa: B018


def test_python_says_the_same_and_what_is_unbounded_is_refused() -> None:
    n, p = Symbol("n", integer=True), Symbol("p")
    loss = LossTable(["good", "bad"], ["ship", "check"], [[0, n / 10], [5, n / 10]])
    problem = DecisionProblem(loss, Belief({"good": "rest", "bad": p}), Domain(p > 0, p < 1, n >= 1, n <= 20))
    assert decision_rule(problem, p)(p="1/5", n=9) == "check"
    assert decision_rule(problem, n)(p=Rational(1, 5), n=11) == "ship"
    with pytest.raises(DomainError, match="stands in an exponent"):
        loads(TRIALS.replace("integer, 1 <= n <= 5", "integer, n >= 1"))


def test_the_command_line_refuses_a_fraction(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    place = tmp_path / "trials.toml"
    place.write_text(TRIALS)
    assert main(["solve", str(place), "--at", "p=1/2,c=1/2,n=3/2"]) == 2
    assert "n is a whole number" in capsys.readouterr().err
    assert main(["solve", str(place), "--for", "p", "--at", "c=1/2,n=2", "--json", "--certify"]) == 0
    assert json.loads(capsys.readouterr().out)["certified"] is True


def test_parts_where_a_case_has_no_end_and_proofs_that_name_a_whole_letter() -> None:
    """At n = 4 an end of a case that is elsewhere divides by zero, and a proof there splits by n - 1: a letter, not 3."""
    problem = loads("""[parameters]
p = "0 < p < 1"
n = "integer, 1 <= n <= 5"
x = "0 <= x <= 6"
[belief]
s = "p"
t = "rest"
[loss]
actions = ["A", "B"]
s = ["min(x - n, 5 + x)", "min(n - 1, -5 - x)"]
t = ["min(4 - n, 2*n - 2 - x)", "max(-1, 1 + n - x/2)"]
""")
    certificate = certificate_of(problem, decision_rule(problem, "p").to_json())
    assert isinstance(certificate.verdict, Proved)
    assert verify(certificate.data)[0] > 700


def test_an_interrupted_proof_says_what_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle: undecided, and how many questions were answered by then."""
    from symdt.solve.proofs.proving import _Prover

    asked, settle = 0, _Prover.settle

    def interrupted(self: Any, item: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked > 3:
            raise KeyboardInterrupt
        return settle(self, item)

    monkeypatch.setattr(_Prover, "settle", interrupted)
    verdict = certify(decision_rule(loads(UNITS), "p"))
    assert isinstance(verdict, Undecided)
    assert "interrupted, when 3 questions were answered" in str(verdict)


BESIDE_ROOTS = """
title = "A whole letter whose kinks and ties are roots"
[parameters]
p = "0 <= p <= 1"
n = "integer, 1 <= n <= 3"
m = "integer, -2 <= m <= 3"
[belief]
A = "p"
B = "rest"
[utility]
actions = ["x", "y", "z"]
A = ["abs(n - 3/2) + p", "abs(m - 1) + 2*m", "piecewise(m, n == 2, 1) + n"]
B = ["n**2/3", "n", "p*p"]
"""


def test_cases_that_hold_between_whole_numbers_alone_are_left_out_where_their_conditions_are_roots() -> None:
    problem = loads(BESIDE_ROOTS)
    rule = decision_rule(problem, "p")
    whole = [Symbol(x, integer=True) for x in "mn"]
    for case in rule.cases:
        at = {str(s): int(dict(case.witness)[s].p) for s in whole}
        assert all(dict(case.witness)[s].q == 1 for s in whole)
        assert case.holds(rule.domain.check_point({"p": 0, **at}))
    for m in range(-2, 4):
        for n in (1, 2, 3):
            assert sum(c.holds(rule.domain.check_point({"p": 0, "m": m, "n": n})) for c in rule.cases) == 1, (
                m,
                n,
            )
            for i in range(5):
                x = Fraction(i, 4)
                a = [
                    abs(Fraction(n) - Fraction(3, 2)) + x,
                    abs(m - 1) + 2 * m,
                    (m if n == 2 else 1) + n,
                ]
                b = [Fraction(n * n, 3), n, x * x]
                utility = dict(
                    zip("xyz", (x * u + (1 - x) * v for u, v in zip(a, b, strict=True)), strict=True)
                )
                assert utility[rule(p=str(x), m=m, n=n)] == max(utility.values())
