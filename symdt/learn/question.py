"""Admissible: which parent sets a child may have, and how probable they are before the data.

A child with candidates P admits the sets S with required ⊆ S ⊆ P ∖ forbidden and |S| ≤ max_parents.
They are equally probable a priori, unless arcs have prior probabilities p_j: then S has a prior
proportional to ∏_{j∈S} p_j ∏_{j∉S} (1 − p_j), over the admissible sets.

>>> questions(("A", "B", "C"), order=["C", "A", "B"], max_parents=1)[2]
Admissible(child='B', candidates=('C', 'A'), required=(), forbidden=(), limit=1, arc_prior=())
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import TypeAlias

from symdt.errors import ModelError, ProbabilityError, did_you_mean, quote

__all__ = [
    "Admissible",
    "ArcValues",
    "Arcs",
    "Pair",
    "arcs_against",
    "barred",
    "check_arcs",
    "named",
    "names_of",
    "per_arc",
    "questions",
]

Pair: TypeAlias = tuple[str, str]
Arcs: TypeAlias = Iterable[Pair]
ArcValues: TypeAlias = float | str | Mapping[Pair, float | str]


@dataclass(frozen=True)
class Admissible:
    """The admissible parent sets of one child."""

    child: str
    candidates: tuple[str, ...]
    required: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    limit: int = 0  # the most parents, required ones included
    arc_prior: tuple[float, ...] = ()  # for each live candidate; empty: all sets alike

    @property
    def live(self) -> tuple[str, ...]:
        """The candidates that are not forbidden, in order: candidate j of a parent set is the j-th of them."""
        return tuple(c for c in self.candidates if c not in self.forbidden)

    @property
    def is_free(self) -> bool:
        """Whether every set of candidates is admissible, and all are alike."""
        return not (self.required or self.forbidden or self.arc_prior) and self.limit >= len(self.candidates)

    @property
    def sets(self) -> int:
        """How many parent sets are scored: those of at most `limit` live candidates."""
        return sum(math.comb(len(self.live), s) for s in range(self.limit + 1))

    @property
    def needed(self) -> tuple[int, ...]:
        """The places of the required parents among the live candidates."""
        return tuple(j for j, c in enumerate(self.live) if c in self.required)


def names_of(names: str | Sequence[str]) -> tuple[str, ...]:
    """Names from a sequence, or from text parted by commas.

    >>> names_of("A, B,C")
    ('A', 'B', 'C')
    """
    if isinstance(names, str):
        return tuple(n.strip() for n in names.split(","))
    return tuple(str(n) for n in names)


def named(
    order: str | Sequence[str] | None, candidates: Mapping[str, str | Sequence[str]] | None
) -> list[str]:
    """The variables that the question names, each once."""
    if (order is None) == (candidates is None):
        raise ModelError(
            "give either order, which lists a variable after its candidate parents, or candidates"
        )
    if order is not None:
        return list(dict.fromkeys(names_of(order)))
    found = [n for c, p in (candidates or {}).items() for n in (str(c), *(names_of(p) if p else ()))]
    return list(dict.fromkeys(found))


def per_arc(values: ArcValues, arc: Pair, default: float) -> float:
    """The value of one arc: the scalar, or its entry in the mapping."""
    if isinstance(values, Mapping):
        return float(values.get(arc, default))
    return float(values)


def check_arcs(arcs: Iterable[object], known: set[Pair], what: str) -> tuple[Pair, ...]:
    """The arcs as pairs of names, all of them known; `what` holds them, for the error."""
    out = []
    for arc in arcs:
        if isinstance(arc, str) or not isinstance(arc, Sequence) or len(arc) != 2:
            raise ModelError(f"{what} holds {quote(arc)}: expected pairs (parent, child)")
        pair = (str(arc[0]), str(arc[1]))
        if pair not in known:
            raise ModelError(
                f"{what} names the arc {quote(f'{pair[0]} -> {pair[1]}')}, no candidate arc: "
                "expected (parent, child), two variables of the data, the parent before the child in an order"
            )
        out.append(pair)
    return tuple(out)


def arcs_against(tiers: str | Sequence[Sequence[str] | str], variables: Sequence[str]) -> list[Pair]:
    """The arcs from a later tier to an earlier one.

    tiers: lists of names, earliest first, or a text with tiers parted by ';' and names by ','.

    >>> arcs_against("A, B; C", ("A", "B", "C"))
    [('C', 'A'), ('C', 'B')]
    """
    layers = [names_of(t) for t in (tiers.split(";") if isinstance(tiers, str) else tiers)]
    where: dict[str, int] = {}
    for k, layer in enumerate(layers):
        for name in layer:
            if name not in variables or name in where:
                raise ModelError(
                    f"the tiers name {quote(name)}: expected each variable of the data at most once"
                )
            where[name] = k
    return [(u, v) for u in variables for v in variables if u in where and v in where and where[u] > where[v]]


def barred(
    forbidden: Arcs, tiers: str | Sequence[Sequence[str] | str] | None, variables: Sequence[str]
) -> list[Pair]:
    """The forbidden arcs, and those from a later tier to an earlier one."""
    arcs = list(forbidden)
    return arcs + [a for a in (arcs_against(tiers, variables) if tiers is not None else ()) if a not in arcs]


def _from_order(known: Sequence[str], order: str | Sequence[str]) -> dict[str, tuple[str, ...]]:
    names = names_of(order)
    for i, name in enumerate(names):
        if name not in known:
            raise ModelError(
                f"the order names {quote(name)}, no variable of the data: {did_you_mean(name, known)}"
            )
        if name in names[:i]:
            raise ModelError(f"the order names {quote(name)} twice: name each variable once")
    if not names:
        raise ModelError("the order is empty: name each variable after its candidate parents")
    return {child: names[:i] for i, child in enumerate(names)}


def _from_candidates(
    known: Sequence[str], candidates: Mapping[str, str | Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    given = {str(c): names_of(p) if p else () for c, p in candidates.items()}
    for child, parents in given.items():
        for name in (child, *parents):
            if name not in known:
                raise ModelError(
                    f"the candidates name {quote(name)}, no variable of the data: {did_you_mean(name, known)}"
                )
        if child in parents or len(set(parents)) < len(parents):
            raise ModelError(
                f"the candidates of {quote(child)} name a variable twice or the child itself: list "
                "each other variable once"
            )
    try:
        order = TopologicalSorter(given).static_order()
        return {child: given.get(child, ()) for child in order}
    except CycleError as error:
        cycle = " -> ".join(reversed(error.args[1]))
        raise ModelError(
            f"the candidates allow the cycle {quote(cycle)}: give an order, or drop one of its arcs"
        ) from None


def questions(  # noqa: C901 - one check for each constraint
    known: Sequence[str],
    order: str | Sequence[str] | None = None,
    candidates: Mapping[str, str | Sequence[str]] | None = None,
    arc_prior: ArcValues | None = None,
    required: Arcs = (),
    forbidden: Arcs = (),
    max_parents: int | None = None,
) -> tuple[Admissible, ...]:
    """One question for each variable, every variable after its candidate parents.

    With neither order nor candidates every other variable is a candidate.
    """
    if order is not None and candidates is not None:
        raise ModelError(
            "give either order, which lists a variable after its candidate parents, or candidates"
        )
    if order is not None:
        table = _from_order(known, order)
    elif candidates is not None:
        table = _from_candidates(known, candidates)
    else:
        table = {child: tuple([p for p in known if p != child]) for child in known}
    if arc_prior is None and max_parents is None and required == () == forbidden:  # most are asked like this
        return tuple([Admissible(child, parents, limit=len(parents)) for child, parents in table.items()])
    arcs = {(p, c) for c, parents in table.items() for p in parents}
    must = check_arcs(required, arcs, "required")
    never = check_arcs(forbidden, arcs, "forbidden")
    for arc in must:
        if arc in never:
            raise ModelError(
                f"the arc {quote(f'{arc[0]} -> {arc[1]}')} is both required and forbidden: choose one"
            )
    if isinstance(arc_prior, Mapping):
        check_arcs(arc_prior, arcs, "arc_prior")
    if max_parents is not None and (max_parents != int(max_parents) or max_parents < 0):
        raise ModelError(f"max_parents is {quote(max_parents)}: expected a whole number from 0 on")
    out = []
    for child, parents in table.items():
        needs = tuple(p for p in parents if (p, child) in must)
        bars = tuple(p for p in parents if (p, child) in never)
        live = [p for p in parents if p not in bars]
        limit = len(live) if max_parents is None else min(int(max_parents), len(live))
        if len(needs) > limit:
            raise ModelError(
                f"{quote(child)} has {len(needs)} required parents but max_parents is {max_parents}: "
                "raise max_parents"
            )
        prior: tuple[float, ...] = ()
        if arc_prior is not None:
            prior = tuple(per_arc(arc_prior, (p, child), 0.5) for p in live)
            for p, x in zip(live, prior, strict=True):
                if not 0 < x < 1:
                    raise ProbabilityError(
                        f"the prior of the arc {quote(f'{p} -> {child}')} is {x:g}: expected more "
                        "than 0 and less than 1; "
                        "use forbidden or required for certainty"
                    )
        out.append(Admissible(child, parents, needs, bars, limit, prior))
    return tuple(out)
