"""Members of a certificate: its statement, where the domain is taken in parts that of each part, and that they cover it.

>>> from symdt import Domain, DecisionProblem, Belief, LossTable, certify, decision_rule
>>> from sympy import Max, symbols
>>> p, h = symbols("p h")
>>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, h], [Max(1, 3*h), 0]])
>>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1", "0 < h < 1"))
>>> for member in members(certify(decision_rule(problem, p)).evidence.data):
...     print(member.title or "the whole", len(member.items))
the whole 13
part 1, where 3*h <= 1 8
part 2, where 3*h > 1 8
the parts 1
"""

from __future__ import annotations

from typing import Any, NamedTuple

from symdt.solve.proofs.check.items import Item, Question
from symdt.solve.proofs.check.obligations import Statement
from symdt.solve.proofs.check.proofs import part_of, parts_cover
from symdt.solve.proofs.check.texts import Ring


class Member(NamedTuple):
    """A title, the ring, what must be shown, and the proofs by their keys; the statement, where it is one of a whole domain."""

    title: str
    ring: Ring
    items: list[Item]
    proofs: dict[str, Any]
    statement: Statement | None = None


def members(data: dict[str, Any]) -> list[Member]:
    """All that a certificate shows, in order."""
    whole = Statement(data)
    found = [Member("", whole.ring, list(whole.questions()), data["proofs"], whole)]
    if "parts" not in data:
        return found
    for number, part in enumerate(data["parts"]):
        statement = Statement(part_of(data, part))
        title = f"part {number + 1}, where {' and '.join(part['conditions'])}"
        found.append(Member(title, statement.ring, list(statement.questions()), part["proofs"]))
    ring, questions = parts_cover(data)
    words = "every point of the domain lies in a part"
    items: list[Item] = [
        Question(f"cover {n}", words, facts, clauses) for n, (facts, clauses) in enumerate(questions)
    ]
    proofs = {item.key: proof for item, proof in zip(items, data["cover"], strict=True)}
    return [*found, Member("the parts", ring, items, proofs)]
