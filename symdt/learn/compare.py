"""Compare: the Bayes network beside the most probable one and K2's, and all of it as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symdt.learn.arcs import Arc, Difference
from symdt.learn.scores import FamilyPosterior, K2Step

__all__ = ["arc_rows", "differences", "to_text"]


def show_set(names: tuple[str, ...]) -> str:
    """A parent set as it is written: {A,B}."""
    return "{" + ",".join(names) + "}"


def _number(x: float) -> str:
    """Four digits, but never 1 or 0 for what is neither."""
    text = f"{x:.4f}"
    if text == "1.0000" and x < 1:
        return ">0.9999"
    if text == "0.0000" and x > 0:
        return "<0.0001"
    return text


def _relation(arc: Arc) -> str:
    if arc.threshold is None:
        return "both its losses are 0"
    sign = {1: ">", 0: "=", -1: "<"}[arc.verdict]
    return f"P(arc) = {_number(arc.probability)} {sign} τ = {_number(arc.threshold)}"


def _why_map(arc: Arc, family: FamilyPosterior) -> str:
    best = (
        f"the most probable set {show_set(family.map_set)} has probability {_number(family.map_probability)}"
    )
    if arc.chosen:
        return f"{_relation(arc)}, summed over all sets that hold it; {best}, and it is not in that one"
    return f"{_relation(arc)}, though {best} and holds it"


def _why_k2(arc: Arc, family: FamilyPosterior) -> str:
    steps = family.k2_steps
    if arc.chosen:
        last = steps[-1] if steps else K2Step(None, 0.0)
        tried = dict(last.runners_up).get(arc.parent)
        if last.added is None and tried is not None:
            return (
                f"{_relation(arc)}; at {show_set(family.k2_set)} adding it alone changes the log "
                "posterior by "
                f"{tried - last.score:+.4g}, so the greedy search stopped"
            )
        return f"{_relation(arc)}; the greedy search had filled its places before"
    step = next((i for i, s in enumerate(steps, 1) if s.added == arc.parent), 0)
    return f"{_relation(arc)}; the greedy search took it in step {step} and never takes back"


def differences(arcs: Sequence[Arc], posteriors: Sequence[FamilyPosterior]) -> tuple[Difference, ...]:
    """Each arc on which MAP or K2 decides otherwise, with the reason and what it costs."""
    families = {f.child: f for f in posteriors}
    out = []
    for choice, why in (("MAP", _why_map), ("K2", _why_k2)):
        for a in arcs:
            family = families[a.child]
            there = a.parent in (family.map_set if choice == "MAP" else family.k2_set)
            if there != a.chosen:
                reason = why(a, family)
                if not a.chosen and a.verdict > 0:
                    reason = f"max_parents leaves no room for it, other arcs gain more; {reason}"
                cost = a.gain if a.chosen else -a.gain
                out.append(Difference(choice, a.parent, a.child, a.chosen, cost, reason))
    return tuple(out)


def arc_rows(selection: Any) -> list[tuple[str, ...]]:
    """The table of candidate arcs: arc, P(arc), τ, chosen, MAP, K2, as text, for a terminal."""
    map_arcs, k2_arcs = set(selection.map_arcs), set(selection.k2_arcs)
    return [
        (
            f"{a.parent} -> {a.child}",
            _number(a.probability),
            "-" if a.threshold is None else _number(a.threshold),
            {"required": "required", "forbidden": "forbidden"}.get(a.status, "yes" if a.chosen else "no"),
            "yes" if (a.parent, a.child) in map_arcs else "no",
            "yes" if (a.parent, a.child) in k2_arcs else "no",
        )
        for a in selection.arcs
    ]


def to_text(selection: Any) -> str:  # a Selection, which stands above this module
    """The selection as one reads it: the network, the arcs, the risks, and where others differ."""
    s = selection
    lines = [
        f"Bayes network of {len(s.variables)} variables from {s.counts.cases} cases "
        f"({len(s.counts.weights)} distinct), {s.prior} with alpha {s.alpha:g}"
        + (f", at most {s.max_parents} parents" if s.max_parents is not None else "")
    ]
    if s.counts.dropped:
        lines.append(f"{s.counts.dropped} cases left out: a cell was missing")
    lines += [f"  {v} <- {', '.join(s.parents(v)) or '(none)'}" for v in s.variables]
    rows = [("arc", "P(arc)", "τ", "chosen", "MAP", "K2"), *arc_rows(s)]
    if len(rows) > 61:  # the chosen and the doubtful ones tell the story of a large network
        kept = [i for i, a in enumerate(s.arcs, 1) if a.chosen or a.probability > 0.05]
        lines.append(f"{len(s.arcs)} candidate arcs; shown are those chosen or with P(arc) > 0.05")
        rows = [rows[0], *(rows[i] for i in kept)]
    widths = [max(len(r[c]) for r in rows) for c in range(6)]
    lines += ["  " + "  ".join(x.ljust(w) for x, w in zip(r, widths, strict=True)).rstrip() for r in rows]
    lines += [
        f"Bayes risk {s.bayes_risk:.6g}, the expected value of perfect information too",
        f"log evidence {s.log_evidence:.4f}, averaged over all networks {s.log_marginal:.4f}",
        f"risk of MAP {s.risk(s.map_arcs):.6g}, of K2 {s.risk(s.k2_arcs):.6g}",
    ]
    lines += [f"  {d}" for d in s.differences]
    return "\n".join(lines)
