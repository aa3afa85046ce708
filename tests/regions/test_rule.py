"""Rules: cases that say the same are said once."""

from sympy import Rational

from symdt import certify, decision_rule
from symdt.exact.verdict import Proved
from symdt.formats.problem import loads


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
