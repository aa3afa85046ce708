"""Rules: cases that say the same are said once."""

from sympy import Rational, symbols

from symdt import Belief, DecisionProblem, Domain, LossTable, certify, decision_rule
from symdt.exact.verdict import Proved
from symdt.formats.problem import loads
from symdt.regions.root_condition import RootCondition


def test_cases_that_say_the_same_are_one() -> None:
    """max(a, n) with a whole number n: six cases were printed that all said x."""
    text = """[parameters]
a = "0 <= a <= 6"
n = "integer, 1 <= n <= 6"
[belief]
s = "1/2"
t = "rest"
[loss]
actions = ["x", "y"]
s = ["max(a, n)", "4"]
t = ["0", "0"]
"""
    problem = loads(text)
    along_a, along_n = decision_rule(problem, "a"), decision_rule(problem, "n")
    assert [" and ".join(map(str, case.conditions)) for case in along_a.cases] == ["n <= 4", "n >= 5"]
    assert [" and ".join(map(str, case.conditions)) for case in along_n.cases] == ["a <= 4", "a > 4"]
    for rule in (along_a, along_n):
        assert isinstance(certify(rule), Proved)
        for a in (0, 1, Rational(7, 2), 4, Rational(9, 2), 6):
            for n in range(1, 7):
                assert rule(a=a, n=n) in (
                    ("x", "y") if max(a, n) == 4 else ("x",) if max(a, n) < 4 else ("y",)
                )


def test_roots_are_written_as_sympy_writes_them() -> None:
    """The text of a root without closed form is put together from that of its polynomial, which is written once."""
    p, h, k = symbols("p h k")
    losses = [h * p**3 - k * p, k * p**2 - 2 * h * p + 1, 3 * p**3 - h + k * p]
    table = LossTable(["s"], ["a", "b", "c"], [losses])
    rule = decision_rule(DecisionProblem(table, Belief({"s": 1}), Domain(p > 0, p < 1)), p).rule
    conditions = {c for case in rule.cases for c in case.conditions if isinstance(c, RootCondition)}
    ends = [end for case in rule.cases for piece in case.pieces for end in (piece.start, piece.stop)]
    roots = [c.root for c in conditions] + [end for end in ends if hasattr(end, "degree")]
    assert len({r.degree for r in roots if r.degree > 2}) > 1
    assert all(r.to_text() == str(r.to_expr()) for r in roots)
    assert all(str(c) == f"{c.letter} {c.op} {c.root.to_expr()}" for c in conditions)
