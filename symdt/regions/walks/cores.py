"""Cores: the few of many strict conditions that already hold nowhere together.

Of the conditions of a part two or three beside the domain's suffice as a rule to show it empty, and cells that hang on few
polynomials are few. Which ones is guessed from scattered points: every point must break one of them. A place
at which the guessed ones hold breaks another, which is added. What was once shown is remembered: the same few
conditions turn up in other parts of the space.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> p, x, y = symbols("p x y")
>>> space = Slice(Domain("0 < p < 1", "x > 0", "y > 0"), p)
>>> of = lambda e: Condition.of(e, ">", space.field)
>>> facts = [*space.outer, of(3 - x), of(1 - x**2 - y**2), of(x*y - y**3 + 7), of(x + y - 2)]
>>> core = Cores(space).told(facts, Budget(5))
>>> print(*(facts[n] for n in core.numbers(facts)))
x > 0 y > 0 x**2 + y**2 < 1 x + y > 2
>>> print(*core.strict)
x**2 + y**2 < 1

Where the circle vanishes they might hold: that is not seen from open cells.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from symdt.exact.floating.climbing import NEAR
from symdt.exact.formula import Condition
from symdt.exact.line.place import Place
from symdt.exact.solver import Budget, NoPoint, Unknown, refute
from symdt.exact.solver.contradictions import LINEAR, QUICK
from symdt.exact.solver.contradictions import core as contradiction
from symdt.regions.walks.rims import strictly
from symdt.regions.walks.slices import Slice
from symdt.regions.walks.surfaces.patches import Patches
from symdt.regions.walks.vacant import broken, closed, vacant

#: Seconds for a covering by open cells in one order of the letters, ever longer.
SECONDS = (0.15, 0.6, 2.4, 9.6)
#: How many orders of the letters are tried.
TRIED = 3
#: What a condition costs, by its degree.
COSTS = (0.5, 1.0, 3.0, 6.0, 10.0)


#: Whether conditions that hold nowhere do so too where some of them may vanish; given these, and all others that hold.
Still = Callable[[Container[Condition], Container[Condition]], bool]


class Core(NamedTuple):
    """Strict conditions that hold nowhere together, and those of them that are not linear and should be strict for that.

    The latter are a guess; whether the conditions hold nowhere either if some may vanish says `still`, True if it is seen.
    """

    conditions: frozenset[Condition]
    strict: frozenset[Condition]
    still: Still = lambda *_: False

    def numbers(self, facts: Sequence[Condition]) -> list[int]:
        """Where the conditions are among others."""
        return [n for n, c in enumerate(facts) if c in self.conditions]


class Cores:
    """The cores found in a slice.

    space: the slice.
    """

    def __init__(self, space: Slice) -> None:
        self.space = space
        self.known: dict[Condition, list[Core]] = {}  # by each of their conditions
        self.flats: dict[Condition, list[frozenset[Condition]]] = {}  # linear ones, by what they exclude
        self.meetings: dict[tuple[frozenset[Condition], int, int], bool] = {}

    def remembered(self, facts: Sequence[Condition]) -> Core | None:
        """A core that is known among conditions, all strict; the one with the fewest that must be.

        The last of them is new: without it the others hold somewhere, so that it is one of every core.
        """
        given = set(facts)
        held = [core for core in self.known.get(facts[-1], ()) if core.conditions <= given]
        return min(held, key=lambda core: len(core.strict), default=None)

    def remember(self, core: Core) -> Core:
        """A core, to be found again."""
        for condition in core.conditions:
            self.known.setdefault(condition, []).append(core)
        return core

    def flat(self, linear: Sequence[Condition], new: Condition, budget: Budget) -> bool:
        """Whether products show that a condition holds nowhere where linear ones do; these may vanish."""
        given = set(linear)
        if any(others <= given for others in self.flats.get(new, ())):
            return True
        level = LINEAR if new.poly.total_degree() <= 1 else QUICK[1]
        found = contradiction([*linear, new], [level], budget)
        if found is None:
            return False
        self.flats.setdefault(new, []).append(found - {new})
        return True

    def may_meet(self, facts: Sequence[Condition], budget: Budget, one: int, other: int) -> bool:
        """Whether two polynomials, by number, may both vanish where linear ones of these conditions hold or just fail to."""
        linear = [strictly(c) for c in facts if c.poly.total_degree() <= 1 and c.op in (">", ">=")]
        key = frozenset(linear), one, other
        if key not in self.meetings:
            polys = [self.space.basis.polys[n] for n in (one, other)]
            zero = [
                Condition(self.space.field, s * q, ">=")
                for q in polys
                if q.total_degree() <= 1
                for s in (1, -1)
            ]
            outer = [c for c in facts if c in linear and c in self.space.outer]
            weak = softened([c for c in dict.fromkeys(linear) if c not in outer], linear)
            self.meetings[key] = not refute([*outer, *weak, *zero], [LINEAR], budget)
        return self.meetings[key]

    def told(self, facts: Sequence[Condition], budget: Budget) -> Core | Place | Unknown:
        """A place at which strict conditions hold, or those of them that do nowhere.

        facts: with the domain's. The last is new: the others hold somewhere. budget: what it may take.
        """
        wanted = {n for n, c in enumerate(facts) if c in self.space.outer} | {len(facts) - 1}
        while True:
            guess = self.guessed(facts, wanted)
            found = self.patched(facts, guess, budget)
            if isinstance(found, Unknown):
                found = self.covered([facts[n] for n in guess], facts[-1], budget)
            if isinstance(found, Core):
                return self.remember(found)
            if isinstance(found, Unknown):
                return found
            missed = [n for n, c in enumerate(facts) if found.sign(c.poly) <= 0]
            if not missed:
                return found
            self.space.ground.placed(at(self.space, found))
            wanted.add(min(missed, key=lambda n: _cost(facts[n])))

    def guessed(self, facts: Sequence[Condition], wanted: Iterable[int]) -> list[int]:
        """Conditions of little cost, those wanted among them, one of which every scattered point breaks."""
        breaks = np.array([self.space.ground.margins(c.poly) <= NEAR for c in facts])
        costs = np.array([_cost(c) for c in facts])
        core = sorted(wanted)
        left = ~breaks[core].any(axis=0)
        while left.any():
            gain = breaks[:, left].sum(axis=1) / costs
            best = int(np.argmax(gain))
            if not gain[best]:
                break
            core.append(best)
            left &= ~breaks[best]
        for n in sorted(core, key=lambda n: -costs[n]):
            rest = [m for m in core if m != n]
            if n not in wanted and breaks[rest].any(axis=0).all():
                core = rest
        return core

    def patched(
        self, facts: Sequence[Condition], guess: Sequence[int], budget: Budget
    ) -> Core | Place | Unknown:
        """A place of the guessed conditions, or a core, by the surfaces of those that are not linear, or else by products."""
        given = set(facts)

        def against(condition: Condition) -> frozenset[int] | None:
            if condition in given:
                return None
            core = self.remembered([*facts, condition])
            found = [core.conditions] if core else self.flats.get(condition, ())
            few = next((some for some in found if some - {condition} <= given), None)
            return None if few is None else frozenset(n for n, c in enumerate(facts) if c in few)

        patches = Patches(self.space, facts, guess, budget, against)
        told = patches.told()
        if isinstance(told, Unknown):
            return multiplied([facts[n] for n in guess], facts[-1], budget) or told
        if isinstance(told, Place):
            return told
        weak = [n for n in told if n != len(facts) - 1 and facts[n].poly.total_degree() > 1]
        tried = [{m for m in weak if m != n} for n in (-1, *weak)]
        free = next((some for some in tried if patches.holding_off(some) is not None), set())

        def still(vanishing: Container[Condition], given: Container[Condition]) -> bool:
            more = patches.holding_off({n for n in told if facts[n] in vanishing})
            return more is not None and all(facts[n] in given for n in more)

        held = frozenset(facts[n] for n in told)
        return Core(held, frozenset(facts[n] for n in weak if n not in free), still)

    def covered(self, facts: Sequence[Condition], new: Condition, budget: Budget) -> Core | Place | Unknown:
        """A place of these conditions, or a core, by the first order of the letters that tells."""
        for seconds in SECONDS:
            for letters in orders(self.space.letters, facts)[:TRIED]:
                cells: list[Any] = []
                part = Budget(min(seconds, budget.left()))
                found = vacant(self.space.basis, letters, facts, part, is_open=True, cells=cells)
                if isinstance(found, NoPoint):
                    return core_of(facts, new, cells[0])
                if not isinstance(found, Unknown) or budget.is_spent:
                    return found
        return Unknown("neither a point nor a covering was found")


def multiplied(facts: Sequence[Condition], new: Condition, budget: Budget) -> Core | None:
    """A core that products of conditions show; None where they do not."""
    free = softened(facts, {c for c in facts if c != new and c.poly.total_degree() > 1})
    for given in (free, facts):
        found = contradiction(given, QUICK[1:], budget)
        if found is not None:
            few = [c for c, d in zip(facts, given, strict=True) if d in found]
            strict = [c for c in few if c in found and c != new and c.poly.total_degree() > 1]
            return Core(frozenset(few), frozenset(strict), multiplied_too(few))
    return None


def multiplied_too(facts: Sequence[Condition]) -> Still:
    """Whether products show that conditions hold nowhere if some of them may vanish."""
    return lambda weak, _: refute(softened(facts, weak), QUICK[1:])


def softened(facts: Sequence[Condition], weak: Container[Condition]) -> list[Condition]:
    """Strict conditions, some of which may vanish."""
    return [Condition(c.field, c.poly, ">=") if c in weak else c for c in facts]


def orders(letters: Sequence[int], facts: Sequence[Condition]) -> list[tuple[int, ...]]:
    """The orders of letters, first those whose last letters, which are projected first, have low powers."""
    degrees = [c.poly.degrees() for c in facts]
    weight = {i: sum(int(d[i]) ** 2 for d in degrees) for i in letters}
    return sorted(permutations(letters), key=lambda order: [weight[i] for i in order[::-1]])


def core_of(facts: Sequence[Condition], new: Condition, cells: Any) -> Core:
    """The conditions that cells break, and which of them must be strict: as few as suffice, the new one being so anyway."""
    used = broken(cells)
    weak = {n for n in used if facts[n] != new and facts[n].poly.total_degree() > 1}
    strict: set[int] = set()
    if not closed(cells, weak):
        strict = next(({n} for n in sorted(weak) if closed(cells, weak - {n})), weak)

    def still(vanishing: Container[Condition], _: Container[Condition]) -> bool:
        return bool(closed(cells, {n for n in used if facts[n] in vanishing}))

    return Core(frozenset(facts[n] for n in used), frozenset(facts[n] for n in strict), still)


def at(space: Slice, place: Place) -> tuple[Any, ...]:
    """The values of all letters at a rational place of a slice."""
    values = list(space.domain.witness)
    for i in space.letters:
        values[i] = place.rational[i]
    return tuple(values)


def _cost(condition: Condition) -> float:
    return COSTS[min(condition.poly.total_degree(), len(COSTS) - 1)]
