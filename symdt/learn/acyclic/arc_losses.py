"""What arcs cost: false ones, missed ones, and ones that are chosen in the wrong direction.

>>> losses = Losses.of(("A", "B"), 1, 2, None, None)
>>> losses.reversed[0][1]  # a false arc and a missed one
Fraction(3, 1)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from symdt.learn.acyclic.amounts import Matrix, loss_matrix


@dataclass(frozen=True)
class Losses:
    """The losses of each arc, [parent][child]: false, missed, and chosen where the reverse is true."""

    false: Matrix = field(repr=False)
    missed: Matrix = field(repr=False)
    reversed: Matrix = field(repr=False)

    @property
    def is_additive(self) -> bool:
        """Whether a reversed arc costs what a false and a missed one do: then each arc has a threshold of its own."""
        f, m, r = self.false, self.missed, self.reversed
        pairs = ((i, j) for i in range(len(f)) for j in range(len(f)) if i != j)
        return all(r[i][j] == f[i][j] + m[j][i] for i, j in pairs)

    @classmethod
    def of(
        cls, variables: Sequence[str], false: Any, missed: Any, reverse: Any, point: Mapping[Any, Any] | None
    ) -> Losses:
        """From numbers for all arcs or mappings from (parent, child); no `reverse`: both losses together."""
        f = loss_matrix(false, variables, "false", point)
        m = loss_matrix(missed, variables, "missed", point)
        n = len(variables)
        r: Matrix = tuple(tuple(f[i][j] + m[j][i] for j in range(n)) for i in range(n))
        if reverse is not None:
            given = loss_matrix(reverse, variables, "reversed", point)
            named = set(reverse) if isinstance(reverse, Mapping) else None
            r = tuple(
                tuple(
                    given[i][j] if named is None or (variables[i], variables[j]) in named else r[i][j]
                    for j in range(n)
                )
                for i in range(n)
            )
        return cls(f, m, r)
