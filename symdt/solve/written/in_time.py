"""As much of a rule as can be told in time: whole cases, each written, and the others left out.

A rule of some hundred cases takes seconds to write, and a witness that is a root over a root may take longer than the
rule itself. What is left out makes the rule partial, and it says so.

>>> from sympy import symbols
>>> from symdt import Belief, DecisionProblem, Domain, LossTable, decision_rule
>>> p, h = symbols("p h")
>>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, h], [10, 0]])
>>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
>>> rule = decision_rule(problem, p)
>>> told_in_time(rule, str, lambda: 60) is rule
True
>>> print(told_in_time(rule, str, iter([60, 0]).__next__))
if h >= 0: a* =
  wait   if 0 < p <= h/(h + 10)
  treat  if h/(h + 10) < p < 1
partial: 1 of 2 cases was found and is not written: there was no time left
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from symdt.errors import Stopped
from symdt.exact.line.branch import Later
from symdt.solve.rule import DecisionRule


def told_in_time(
    rule: DecisionRule,
    write: Callable[[DecisionRule], Any],
    left: Callable[[], float],
    *,
    has_witness: bool = False,
) -> DecisionRule:
    """The rule with the cases that can be written while seconds are left; itself where these are all.

    write: writes a rule of one case. left: how many seconds there are. has_witness: whether witnesses are written too.
    """
    kept = []
    same: dict[Any, Any] = {}  # what several cases say is one object, which is written once
    try:
        for found in rule.cases:
            if left() <= 0:
                break
            case = replace(found, conditions=tuple(same.setdefault(c, c) for c in found.conditions))
            numbers = [value for _, value in case.witness if isinstance(value, Later)]
            seconds = sum(value.seconds for value in numbers) if has_witness else 0.0
            if not seconds or left() > seconds:
                write(replace(rule, rule=replace(rule.rule, cases=(case,))))
                kept.append(case)
    except KeyboardInterrupt:  # the cases before it are told
        Stopped.by_hand()
    if len(kept) == len(rule.cases):
        return rule
    some, many = len(rule.cases) - len(kept), len(rule.cases)
    verb = "was found and is" if some == 1 else "were found and are"
    note = f"{some} of {many} cases {verb} not written: there was no time left"
    note = f"{rule.rule.note}; {note}" if rule.rule.note else note
    return replace(rule, rule=replace(rule.rule, cases=tuple(kept), is_complete=False, note=note))
