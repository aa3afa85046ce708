"""Discounting: what is paid later counts less, by a factor for each step from the root."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sympy import Expr

from symdt.errors import TreeError, did_you_mean, quote
from symdt.exact.field import Field
from symdt.exact.polynomial import as_expr
from symdt.problems.tree import Chance, Decision, Tree, Value, rebuilt


def discounted(tree: Tree, factor: object, times: Mapping[str, int]) -> Tree:
    """The tree with what is paid and reached at a node of time t multiplied by `factor**t`.

    `times` gives periods to nodes by name; a node that is not named has the time of those that lead to it, the
    root time 0. Time may stand still or go on, never back, and a node has one time from wherever it is entered.

    >>> bond = Chance("year 0", {"": (1, Chance("year 1", {"": (1, 100, 5)}), 5)})
    >>> from sympy import Symbol
    >>> print(discounted(bond, Symbol("d"), {"year 1": 1}))
    (year 0)
       [1], pays 5: (year 1)
         [1], pays 5*d: 100*d
    """
    rate = as_expr(factor)
    field = Field.of(rate.free_symbols | tree.symbols)

    def times_worth(paid: Expr, periods: int) -> Expr:
        """Multiplied in the field, so that equal trees print alike."""
        return (field.element(paid) * field.element(rate**periods)).to_expr()

    nodes = [n for n in tree.nodes() if not isinstance(n, Value)]
    at = _times(tree, nodes, times)
    made: dict[tuple[int, int], Tree] = {}
    grown: dict[int, Tree] = {}
    for node in nodes:
        now = at[id(node)]
        below = {}
        for child in node.children():
            if isinstance(child, Value):
                key = (id(child), now)
                if key not in made:
                    made[key] = Value(times_worth(child.value, now))
                below[id(child)] = made[key]
            else:
                below[id(child)] = grown[id(child)]
        plain = rebuilt(node, below)
        assert isinstance(plain, Chance | Decision)
        paid = [times_worth(x, now) for x in node.payoffs]
        if isinstance(plain, Chance):
            entries = zip(plain.branches, paid, strict=True)
            grown[id(node)] = Chance(node.name, {b: (p, c, x) for (b, p, c), x in entries}, plain.event)
        else:
            pairs = zip(plain.branches, paid, strict=True)
            grown[id(node)] = Decision(node.name, {b: (c, x) for (b, c), x in pairs})
    return grown.get(id(tree), tree)


def _times(tree: Tree, nodes: Sequence[Decision | Chance], times: Mapping[str, int]) -> dict[int, int]:
    """The time of every node, by its identity; an error where time goes back or a node has two of them."""
    names = {n.name for n in nodes}
    wrong = next((n for n in times if n not in names), None)
    if wrong is not None:
        raise TreeError(f"a time is given for {quote(wrong)}, which is no node: {did_you_mean(wrong, names)}")
    at: dict[int, int] = {id(tree): 0}
    for node in reversed(nodes):  # parents before their children
        now = at[id(node)] = times.get(node.name, at[id(node)])
        for child in node.children():
            if isinstance(child, Value):
                continue
            then = times.get(child.name, now)
            if then < now or at.setdefault(id(child), then) != then:
                fault = "earlier than" if then < now else "entered at another time than"
                raise TreeError(
                    f"the node {quote(child.name)} is {fault} {quote(node.name)} says, {now}: give its time"
                )
    return at
