"""The Bayes DAG as one reads it."""

from __future__ import annotations

from typing import Any

from symdt.learn.arcs import Arc, rounded

__all__ = ["dag_text"]

MOST_ROWS = 60


def dag_text(network: Any) -> str:  # a BayesNetwork, which stands above this module
    """The parents of each variable, the probabilities of the edges, the risk, and what was left out."""
    s = network
    lines = [s.headline]
    lines += [f"  {v} <- {', '.join(s.parents(v)) or '(none)'}" for v in s.variables]
    # with a loss of its own for a reversed arc no threshold decides: what an arc lowers the risk by hangs on its reverse too
    has_thresholds = s.losses.is_additive
    rows = [("arc", "P(arc)", "P(reverse)", "P(edge)", "τ" if has_thresholds else "gain", "chosen")]
    least = 0.0 if len(s.arcs) <= MOST_ROWS else 0.05
    shown = [a for a in s.arcs if a.chosen or a.probability >= least]
    if len(shown) < len(s.arcs):
        lines.append(f"{len(s.arcs)} arcs; shown are those chosen or with P(arc) >= {least:g}")
    place = {v: k for k, v in enumerate(s.variables)}
    for a in shown:
        back = float(s.probabilities[place[a.child]][place[a.parent]])
        rows.append(
            (
                f"{a.parent} -> {a.child}",
                rounded(a.probability),
                rounded(back),
                rounded(min(a.probability + back, 1.0)),
                _threshold(a) if has_thresholds else f"{float(s.gain(a.parent, a.child)):+.4f}",
                {"required": "required", "forbidden": "forbidden"}.get(a.status, "yes" if a.chosen else "no"),
            )
        )
    widths = [max(len(r[c]) for r in rows) for c in range(len(rows[0]))]
    lines += ["  " + "  ".join(x.ljust(w) for x, w in zip(r, widths, strict=True)).rstrip() for r in rows]
    lines += s.footlines
    return "\n".join(lines)


def _threshold(arc: Arc) -> str:
    return "-" if arc.threshold is None else rounded(arc.threshold)
