"""Ties that a rule claims: at a decision of its strategy other branches are as good as the one taken, all over the piece.

A branch is as good if nowhere in the piece, where the decision is reached, the branch taken is better than every
strategy behind the other. (That none of these is better is asked of every rule.) Of a policy, whose later questions are
the same behind every answer, the strategy's own answers to these count alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .items import Item, Question, Scope
from .polynomials import Quotient, RejectedError
from .texts import Fact
from .values import Node, key_of

if TYPE_CHECKING:
    from .obligations import Statement


def tied(
    statement: Statement, place: Scope, piece: dict[str, Any], strategy: dict[str, str] | None
) -> Iterator[Item]:
    """The questions about the ties that a piece claims; `RejectedError` where there is no such decision or branch."""
    for decision, branches in piece.get("strategy_ties", {}).items():
        node, mine, chosen, given = _taken(statement, place, piece, strategy, str(decision))
        for branch in map(str, branches):
            if branch == chosen:
                continue
            child = dict(node.branches).get(branch)
            if child is None:
                raise RejectedError(f"there is no branch {branch!r} at {decision!r}")
            if strategy is not None and statement.values.has_questions:
                others = [statement.values.follow(child, strategy)]
            else:
                others = [v for _, v in statement.below(child, place)]
            known = {key_of(v) for v in others}
            for n, own in enumerate(m for m in mine if key_of(m) not in known):
                worse = [f for v in others for f in statement.better(v, own, ">")]
                words = f"in {place.name}, {branch} is as good as {chosen} at {decision}"
                key = f"{place.name}: {branch} ties at {decision}" + (f" #{n + 1}" if n else "")
                yield Question(key, words, place.facts + given + worse)


def _taken(
    statement: Statement, place: Scope, piece: dict[str, Any], strategy: dict[str, str] | None, decision: str
) -> tuple[Node, list[Quotient], str, list[Fact]]:
    """The node of a decision, what the branch taken there may be worth, that branch, and where the node is reached."""
    values = statement.values
    if strategy is None:  # only the action is shown
        action = str(piece["action"])
        if decision != values.first.name:
            raise RejectedError(f"a tie is claimed at {decision!r}: say what is done there")
        mine = [v for s, v in statement.below(values.root, place) if s.get(decision) == action]
        return values.first, mine, action, []
    for node, weight in values.reached(strategy):
        if node.name == decision:
            is_sure = not weight[1] and set(weight[0]) == {0}
            given = [] if is_sure else statement.facts(weight, ">", statement.domain)
            return node, [values.follow(node, strategy)], strategy[decision], given
    raise RejectedError(f"a tie is claimed at {decision!r}, which the strategy does not reach")
