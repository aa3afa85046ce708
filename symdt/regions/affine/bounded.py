"""Which questions `chains` takes, told without entering that room: most are answered before it is asked.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> from symdt.regions.contest import Question
>>> p, h = symbols("p h")
>>> def three(*conditions):
...     domain = Domain(*conditions)
...     return Question(tuple((i, domain.field.element(h + i * p)) for i in range(3)), domain, p)
>>> accepts(three("0 < p < 1", "h > 0")), accepts(three("p > 0", "h > 0")), accepts(three("0 < p < 1", "h == 2"))
(True, True, False)
>>> accepts(three("h > 0", "p > 0", "p < 1", "p < h"))
False
"""

from __future__ import annotations

from symdt.regions.affine import envelope
from symdt.regions.contest import Question


def accepts(question: Question) -> bool:
    """Every function is affine in the letter, which has one end or two; the domain has inequalities alone."""
    index = question.domain.field.position[question.letter]
    limits = [c for c in question.domain.conditions if c.poly.degrees()[index]]
    is_open = all(c.op in (">", ">=") for c in question.domain.conditions) and not question.domain.whole
    return is_open and len(limits) in (1, 2) and len(question.functions) > 2 and envelope.accepts(question)
