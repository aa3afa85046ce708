"""The influence of the order: the posterior under it beside the posterior over all DAGs.

An order decides the direction of every arc before the data are seen. Without it an edge shares its
probability between two directions, and a wrong order must explain a v-structure by arcs of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symdt.errors import BudgetError
from symdt.learn.arcs import rounded
from symdt.learn.dags.over_dags import dag_posterior

__all__ = ["OrderInfluence", "order_influence"]

MOST = 20  # variables


@dataclass(frozen=True)
class OrderInfluence:
    """For each arc of the order: its probability under it, over all DAGs, and that of its reverse."""

    rows: tuple[tuple[str, str, float, float, float], ...]

    def to_json(self) -> list[dict[str, Any]]:
        """As `symdt select --compare-orders --json` gives it."""
        keys = ("parent", "child", "under_order", "over_dags", "reverse")
        return [dict(zip(keys, row, strict=True)) for row in self.rows]

    def __str__(self) -> str:
        head = ("arc", "under the order", "over all DAGs", "reverse", "edge")
        table = [
            head,
            *(
                (f"{p} -> {c}", rounded(a), rounded(b), rounded(r), rounded(min(b + r, 1.0)))
                for p, c, a, b, r in self.rows
            ),
        ]
        widths = [max(len(row[k]) for row in table) for k in range(len(head))]
        lines = ["the order's influence:"]
        lines += [
            "  " + "  ".join(x.ljust(w) for x, w in zip(row, widths, strict=True)).rstrip() for row in table
        ]
        against = [(p, c) for p, c, a, b, r in self.rows if a > 0.5 and r > max(b, 0.5)]
        if against:
            told = ", ".join(f"{c} -> {p}" for p, c in against[:6])
            lines.append(f"the data alone would rather turn: {told}")
        return "\n".join(lines)


def order_influence(selection: Any, jobs: int = 1) -> OrderInfluence:
    """How the posterior under the order of a selection differs from that over all DAGs.

    selection: made under an order, of at most 20 variables. jobs: threads.

    >>> from symdt import select_network
    >>> data = {"A": [0, 0, 1, 1] * 5, "B": [0, 0, 1, 1] * 5}
    >>> print(order_influence(select_network(data, order="A,B", progress=False)))
    the order's influence:
      arc     under the order  over all DAGs  reverse  edge
      A -> B  >0.9999          0.5000         0.5000   >0.9999
    """
    names = selection.variables
    if len(names) > MOST:
        raise BudgetError(f"{len(names)} variables: orders are compared for at most {MOST}; leave some out")
    posterior = dag_posterior(
        selection.counts.project(names), prior=selection.prior, alpha=selection.alpha,
        max_parents=selection.max_parents, jobs=jobs,
    )  # fmt: skip
    return OrderInfluence(
        tuple(
            (
                a.parent,
                a.child,
                a.probability,
                posterior.arc(a.parent, a.child),
                posterior.arc(a.child, a.parent),
            )
            for a in selection.arcs
        )
    )
