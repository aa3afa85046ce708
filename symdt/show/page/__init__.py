"""The page: a decision problem that one can touch, exact, in one file that needs no network.

`explore(problem)` gives the `Page`; its `html` is the file that `symdt explore` writes, and in a
notebook it shows itself. The record inside comes from the alternatives, rules and trees that
`certify` certifies (`record`); the script is readable ES modules beside this file, put into one by
`writer` without any tool.

>>> from sympy import symbols
>>> from symdt import Belief, DecisionProblem, Domain, LossTable
>>> p = symbols("p")
>>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
>>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"), title="Wait?")
>>> page = explore(problem)
>>> page.html[:15], "<iframe" in page._repr_html_()
('<!doctype html>', True)
"""

from symdt.show.page.writer import Page, explore

__all__ = ["Page", "explore"]
