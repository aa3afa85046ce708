"""Prior: the precisions α_ijk of the Dirichlet priors of a family, as a function of its size (§3).

A family has a child with r states and parents with Q configurations. `Prior("bdeu", α)` spreads α over all
cells, α_ijk = α/(rQ); `Prior("k2", α)` gives every cell α. The precision may be a number or a letter. A new
prior is a new entry of `LAWS`.

>>> from sympy import symbols
>>> a = symbols("a")
>>> Prior("bdeu", a).cell(2, 4), Prior("bdeu", a).block(2, 4)
(a/8, a/4)
>>> Prior("k2", 1).cell(2, 4), Prior("k2", 1).block(2, 4)
(1, 2)

Law: a block of r cells has r times the precision of a cell.

>>> all(Prior(name, a).block(3, 5) == 3 * Prior(name, a).cell(3, 5) for name in LAWS)
True
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from symdt.errors import ModelError, did_you_mean, quote


@dataclass(frozen=True)
class Law:
    """How a prior gives its precision α to the cells and blocks of a family with r states and Q configurations.

    `depends_on_parents` says whether Q matters; `is_score_equivalent` whether networks with the same
    independences have the same evidence.
    """

    cell: Callable[[Any, Any, Any], Any]
    block: Callable[[Any, Any, Any], Any]
    depends_on_parents: bool
    is_score_equivalent: bool


#: The priors by name. Each formula works on numbers, fractions, letters and arrays of Q alike.
LAWS = {
    "bdeu": Law(lambda a, r, q: a / (r * q), lambda a, _r, q: a / q, True, True),
    "k2": Law(lambda a, _r, _q: a, lambda a, r, _q: r * a, False, False),
}


@dataclass(frozen=True)
class Prior:
    """α(arity, configurations): the prior `name` with precision `alpha`.

    >>> Prior("bdeu", 1).depends_on_parents, Prior("k2", 1).is_score_equivalent
    (True, False)
    """

    name: str
    alpha: Any = 1

    def __post_init__(self) -> None:
        if self.name not in LAWS:
            raise ModelError(f"the prior is {quote(self.name)}: {did_you_mean(str(self.name), LAWS)}")

    def cell(self, arity: Any, configurations: Any) -> Any:
        """α_ijk of one state of a child with `arity` states under one of so many parents' `configurations`."""
        return LAWS[self.name].cell(self.alpha, arity, configurations)

    def block(self, arity: Any, configurations: Any) -> Any:
        """α_ij = Σ_k α_ijk of one configuration."""
        return LAWS[self.name].block(self.alpha, arity, configurations)

    @property
    def depends_on_parents(self) -> bool:
        """Whether the number of parents' configurations matters."""
        return LAWS[self.name].depends_on_parents

    @property
    def is_score_equivalent(self) -> bool:
        """Whether networks with the same independences have the same evidence."""
        return LAWS[self.name].is_score_equivalent
