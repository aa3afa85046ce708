"""Models: sets of arcs, and their sum ⊎ (§3).

A model is the set of its arcs, and the sum `M ⊎ N` (written `|`) has the arcs of both.

>>> M0, M2, M3 = Model(), Model(["X2 -> X1"]), Model(["X3 -> X1"])
>>> M23 = M2 | M3
>>> print(M23, "or", M23.name)
{X2,X3} → X1 or M23

⊎ is a join: associative, commutative, idempotent, with the null model as its unit.

>>> (M2 | M3) | M0 == M3 | (M2 | M2)
True
>>> M23.generators == (M2, M3)
True
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from symdt.display import Displayed
from symdt.problems.models.arc import Arc, as_arc, natural, set_label, topological_order


@dataclass(frozen=True, init=False, repr=False)
class Model(Displayed):
    """A directed acyclic graph given by the set of its arcs; `|` is ⊎, `<=` says "is part of".

    >>> chain = Model(["X1 -> X2"]) | Model(["X2 -> X3"])
    >>> chain.parents("X3"), Model(["X1 -> X2"]) <= chain
    (('X2',), True)
    """

    arcs: frozenset[Arc]

    def __init__(self, arcs: Iterable[Any] = ()) -> None:
        found = frozenset(map(as_arc, [arcs] if isinstance(arcs, str) else arcs))
        object.__setattr__(self, "arcs", found)
        by_child: dict[str, list[str]] = {}
        for arc in found:
            by_child.setdefault(arc.child, []).append(arc.parent)
        if len(by_child) > 1:  # arcs into one child only cannot close a cycle
            topological_order(
                {c: sorted(ps, key=natural) for c, ps in sorted(by_child.items())}, "the model has"
            )

    @classmethod
    def into(cls, child: str, *parents: str) -> Model:
        """The model whose arcs run from these parents to one child."""
        return cls(Arc(parent, child) for parent in parents)

    def parents(self, child: str) -> tuple[str, ...]:
        """The parents of a variable."""
        return tuple(sorted((a.parent for a in self.arcs if a.child == child), key=natural))

    @property
    def children(self) -> tuple[str, ...]:
        """The variables that have parents."""
        return tuple(sorted({a.child for a in self.arcs}, key=natural))

    @property
    def generators(self) -> tuple[Model, ...]:
        """The models with one arc each whose sum is this model."""
        return tuple(Model([arc]) for arc in self)

    def local(self, child: str) -> Model:
        """The part M^i of the model that points to one child; the model is the sum of these parts."""
        return Model(a for a in self.arcs if a.child == child)

    @property
    def name(self) -> str:
        """The paper's name: M0 for the null model, M23 for arcs from X2 and X3 to one child.

        >>> Model(["X2 -> X1", "X3 -> X2"]).name, Model(["smoking -> cancer"]).name
        ('M1_2 ⊎ M2_3', 'M_{smoking}')
        """
        if not self.arcs:
            return "M0"
        parts = []
        for child in self.children:
            index = _indices([child])
            superscript = "" if len(self.children) == 1 else f"{index or child}_"
            parents = self.parents(child)
            parts.append(f"M{superscript}{_indices(parents) or '_{' + ','.join(parents) + '}'}")
        return " ⊎ ".join(parts)

    def __or__(self, other: Model) -> Model:
        if not isinstance(other, Model):
            return NotImplemented
        return Model(self.arcs | other.arcs)

    def __and__(self, other: Model) -> Model:
        return Model(self.arcs & other.arcs)

    def __sub__(self, other: Model) -> Model:
        return Model(self.arcs - other.arcs)

    def __le__(self, other: Model) -> bool:
        return self.arcs <= other.arcs

    def __lt__(self, other: Model) -> bool:
        return self.arcs < other.arcs

    def __contains__(self, arc: object) -> bool:
        return arc in self.arcs

    def __iter__(self) -> Iterator[Arc]:
        return iter(sorted(self.arcs, key=lambda a: (natural(a.child), natural(a.parent))))

    def __len__(self) -> int:
        return len(self.arcs)

    def __str__(self) -> str:
        parts = [f"{set_label(self.parents(c))} → {c}" for c in self.children]
        return ", ".join(parts) or "∅"

    def __repr__(self) -> str:
        return f"Model({[f'{a.parent} -> {a.child}' for a in self]!r})"


def _indices(names: Iterable[str]) -> str:
    # '23' for X2 and X3; '' where that would not be readable or could be mistaken for the null model
    matches = [re.fullmatch(r"([^\W\d]+)_?([1-9]\d*)", n) for n in names]
    if not matches or any(m is None for m in matches) or len({m.group(1) for m in matches if m}) > 1:
        return ""
    numbers = sorted(int(m.group(2)) for m in matches if m)
    return "".join(map(str, numbers)) if numbers[-1] < 10 else ""  # X12 is not X1 and X2
