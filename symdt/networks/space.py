"""ModelSpace: the Boolean lattices of parent sets that are searched, one for each child (§3).

A space of models says for each child which parents it may have. An order lists a variable
*after* its candidate parents (the paper's `X_i ≺ X_j` says "X_i cannot be a parent of X_j",
so its order is this one read backwards).

>>> space = ModelSpace.from_order(["X3", "X2", "X1"])
>>> space.count, [str(local) for local in space.locals]
(8, ['X3 ← {}', 'X2 ← {X3}', 'X1 ← {X3,X2}'])
>>> space.local("X1").level_sizes
(1, 2, 1)

Counting builds no model: forty variables have 2^780 models under an order.

>>> ModelSpace.from_order([f"V{i}" for i in range(40)]).count == 2**780
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import Any

from symdt.display import Printed
from symdt.errors import ModelError, did_you_mean, quote
from symdt.networks.local_space import LocalSpace
from symdt.problems.models.arc import Arc, as_arc, topological_order
from symdt.problems.models.model import Model


@dataclass(frozen=True, init=False, repr=False)
class ModelSpace(Printed):
    """All sums of local models: for each child, every parent set between required and candidates.

    >>> len(ModelSpace({"X3": ["X1", "X2"]}))
    4
    """

    locals: tuple[LocalSpace, ...]

    def __init__(
        self,
        candidates: Mapping[str, Iterable[str]],
        *,
        required: Iterable[Any] = (),
        forbidden: Iterable[Any] = (),
        tiers: Sequence[Iterable[str]] = (),
    ) -> None:
        given = {str(child): tuple(parents) for child, parents in candidates.items()}
        for child, parents in given.items():
            _check_once(parents, f"the candidate parents of {quote(child)} name")
            if child in parents:
                raise ModelError(f"{quote(child)} is its own candidate parent: remove it")
        names = dict.fromkeys([*given, *(p for ps in given.values() for p in ps)])
        must, must_not = list(map(as_arc, required)), set(map(as_arc, forbidden))
        for arc in (*must, *must_not):
            for end in arc:
                if end not in names:
                    raise ModelError(f"the arc {arc} names {quote(end)}: {did_you_mean(end, names)}")
        rank = _tier_ranks(tiers, names)
        allowed = {
            child: tuple(
                p for p in parents if Arc(p, child) not in must_not and rank.get(p, 0) <= rank.get(child, 0)
            )
            for child, parents in given.items()
        }
        for arc in must:
            if arc in must_not:
                raise ModelError(f"the arc {arc} is both required and forbidden: choose one")
            if arc.parent not in allowed.get(arc.child, ()):
                raise ModelError(
                    f"the arc {arc} is required, but {quote(arc.parent)} is no candidate parent of {quote(arc.child)}: "
                    "add it to the candidates, the order or the tiers"
                )
        order = topological_order(allowed, "the candidate parents make possible")
        object.__setattr__(
            self,
            "locals",
            tuple(
                LocalSpace(c, allowed.get(c, ()), tuple(a.parent for a in must if a.child == c))
                for c in order
            ),
        )

    @classmethod
    def from_order(cls, order: Iterable[str], **restrictions: Any) -> ModelSpace:
        """The space in which a variable may have every variable before it as a parent."""
        names = tuple(order)
        _check_once(names, "the order names")
        return cls({name: names[:i] for i, name in enumerate(names)}, **restrictions)

    @classmethod
    def from_tiers(
        cls, tiers: Sequence[Iterable[str]], *, within: bool = True, **restrictions: Any
    ) -> ModelSpace:
        """The space in which parents lie in earlier tiers or, if `within`, earlier in the same tier."""
        ranks = [tuple(tier) for tier in tiers]
        names = [n for tier in ranks for n in tier]
        _check_once(names, "the tiers name")
        before: list[str] = []
        candidates = {}
        for tier in ranks:
            for i, name in enumerate(tier):
                candidates[name] = [*before, *(tier[:i] if within else ())]
            before += tier
        return cls(candidates, **restrictions)

    @property
    def variables(self) -> tuple[str, ...]:
        """All variables, each after its candidate parents."""
        return tuple(local.child for local in self.locals)

    @property
    def arcs(self) -> tuple[Arc, ...]:
        """Every arc that some model has."""
        return tuple(Arc(p, local.child) for local in self.locals for p in local.candidates)

    def local(self, child: str) -> LocalSpace:
        """The lattice of the parent sets of one child."""
        for local in self.locals:
            if local.child == child:
                return local
        raise ModelError(f"the space has no variable {quote(child)}: {did_you_mean(child, self.variables)}")

    @property
    def count(self) -> int:
        """The number of models, without building one."""
        return prod(local.count for local in self.locals)

    @property
    def level_sizes(self) -> tuple[int, ...]:
        """How many models have 0, 1, … of the arcs that are free."""
        q = sum(len(local.free) for local in self.locals)
        return tuple(comb(q, j) for j in range(q + 1))

    def __len__(self) -> int:
        return self.count

    def __contains__(self, model: object) -> bool:
        return (
            isinstance(model, Model)
            and all(model.local(local.child) in local for local in self.locals)
            and set(model.children) <= set(self.variables)
        )

    def __iter__(self) -> Iterator[Model]:
        # as ⊕ lists them: the first child changes fastest
        arcs = [Arc(p, local.child) for local in self.locals for p in local.free]
        fixed = [Arc(p, local.child) for local in self.locals for p in local.required]
        for mask in range(self.count):
            yield Model([*fixed, *(a for i, a in enumerate(arcs) if mask >> i & 1)])

    def __str__(self) -> str:
        return ", ".join(str(local) for local in self.locals)

    def __repr__(self) -> str:
        required = [f"{p} -> {local.child}" for local in self.locals for p in local.required]
        extra = f", required={required!r}" if required else ""
        return f"ModelSpace({ ({local.child: list(local.candidates) for local in self.locals})!r}{extra})"


def _check_once(names: Sequence[str], what: str) -> None:
    if any(not isinstance(n, str) or not n for n in names):
        odd = next(n for n in names if not isinstance(n, str) or not n)
        raise ModelError(f"{what} {quote(odd)}: a variable's name is a text that is not empty")
    twice = next((n for n in names if names.count(n) > 1), None) if len(set(names)) < len(names) else None
    if twice is not None:
        raise ModelError(f"{what} {quote(twice)} twice: name each variable once")


def _tier_ranks(tiers: Sequence[Iterable[str]], names: Iterable[str]) -> dict[str, int]:
    rank: dict[str, int] = {}
    known = set(names)
    for i, tier in enumerate(tiers):
        for name in tier:
            if name not in known:
                raise ModelError(f"tier {i + 1} names {quote(name)}: {did_you_mean(name, known)}")
            if name in rank:
                raise ModelError(f"the tiers name {quote(name)} twice: name each variable once")
            rank[name] = i
    missing = [n for n in names if n not in rank]
    if rank and missing:
        raise ModelError(f"no tier names {quote(missing[0])}: put each variable in one tier")
    return rank
