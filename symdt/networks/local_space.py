"""LocalSpace: the parent sets of one child that are searched, a Boolean lattice (§3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

from symdt.problems.models.arc import Arc, set_label
from symdt.problems.models.model import Model


@dataclass(frozen=True)
class LocalSpace:
    """The models of one {X_i, P_i}: all parent sets of `child` between `required` and `candidates`.

    They form a Boolean lattice. The paper writes their number as Σ_{j=1}^{q} C(q, j); the sum
    starts at j = 0, the null model.
    """

    child: str
    candidates: tuple[str, ...]
    required: tuple[str, ...] = ()

    @cached_property
    def free(self) -> tuple[str, ...]:
        """The candidates that may be in or out."""
        return tuple(p for p in self.candidates if p not in self.required)

    @property
    def count(self) -> int:
        """2^q, without building a model."""
        return 1 << len(self.free)

    @property
    def level_sizes(self) -> tuple[int, ...]:
        """How many models have 0, 1, … of the free arcs: the binomial coefficients."""
        q = len(self.free)
        return tuple(comb(q, j) for j in range(q + 1))

    def level(self, j: int) -> Iterator[Model]:
        """The models with j of the free arcs."""
        return (Model.into(self.child, *self.required, *some) for some in combinations(self.free, j))

    def covers(self) -> Iterator[tuple[Model, Model]]:
        """The edges of the lattice: every model with each model that has one free arc more."""
        for model in self:
            for parent in self.free:
                if Arc(parent, self.child) not in model:
                    yield model, model | Model.into(self.child, parent)

    @property
    def bottom(self) -> Model:
        """The least model: M0 where no arc is required."""
        return Model.into(self.child, *self.required)

    @property
    def top(self) -> Model:
        """The greatest model: all candidates are parents."""
        return Model.into(self.child, *self.candidates)

    @property
    def generators(self) -> tuple[Model, ...]:
        """M_1, …, M_q: the models with one arc each, in the order of the candidates."""
        return tuple(Model.into(self.child, p) for p in self.candidates)

    def label(self, model: Model) -> str:
        """The parent set as a name, in the order of the candidates: `{X2,X3}`."""
        parents = set(model.parents(self.child))
        return set_label(p for p in self.candidates if p in parents)

    def __iter__(self) -> Iterator[Model]:
        # the order in which ⊕ lists its rows: the first candidate changes fastest
        for mask in range(self.count):
            some = (p for i, p in enumerate(self.free) if mask >> i & 1)
            yield Model.into(self.child, *self.required, *some)

    def __len__(self) -> int:
        return self.count

    def __contains__(self, model: object) -> bool:
        return isinstance(model, Model) and self.bottom <= model <= self.top

    def __str__(self) -> str:
        return f"{self.child} ← {set_label(self.candidates)}"
