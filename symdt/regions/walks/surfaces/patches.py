"""Patches: whether strict conditions hold anywhere, seen from the surfaces that could bound the set where they do.

Let some conditions be linear: where they hold is convex. If the others hold in a part of that, and not everywhere, the
part has a rim, and at almost every point of the rim exactly one of them vanishes and the others hold. So they hold
nowhere if one point breaks them and, on the surface of each, the others hold nowhere. A surface has two letters
(`surface`), one less than the space, and surfaces that touch in the space cross on it or are squares.

A surface on which what a line is at the zeros of a core turns is never reached where the core has two zeros and
the line keeps off them: `4*a**2*R = turn**2 - D*slope**2`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from flint import fmpq

from symdt.exact.floating.climbing import NEAR
from symdt.exact.formula import Condition
from symdt.exact.line.branch import compare
from symdt.exact.line.place import Place
from symdt.exact.solver import Budget, NoPoint, Unknown
from symdt.regions.walks.slices import Factored, Slice
from symdt.regions.walks.surfaces.charts import LETTERS
from symdt.regions.walks.surfaces.rulings import turns
from symdt.regions.walks.surfaces.surface import Surface
from symdt.regions.walks.surfaces.zeros import ask
from symdt.regions.walks.vacant import CLOSED, OPENED, UNCLEAR, broken, closed, vacant

#: Seconds for one patch at most; how often a step away from a surface is halved.
SECONDS, HALVED = 4.0, 64


class Patch(NamedTuple):
    """Why conditions hold nowhere on the surface of one of them.

    owner: the one, by number. used: those that are broken. cells: what covers the surface; None where an
    identity shows it: the condition that has to be strict for that is `firm`. surface: None likewise.
    """

    owner: int
    used: frozenset[int]
    cells: Any = None
    surface: Surface | None = None
    firm: int = -1


class Patches:
    """Whether conditions hold anywhere on a slice of three letters.

    space: the slice. facts: the conditions, all strict. guess: the numbers of those that are asked; others serve
    where an identity needs them. budget: what it may take. against: the conditions, by number, with which another is known to hold
    nowhere; None where that is not known.
    """

    def __init__(
        self,
        space: Slice,
        facts: Sequence[Condition],
        guess: Sequence[int],
        budget: Budget,
        against: Callable[[Condition], frozenset[int] | None] = lambda _: None,
    ) -> None:
        self.space, self.facts, self.guess, self.budget = space, facts, list(guess), budget
        self.against = against
        self.done: list[Patch] = []
        self.given: dict[int, tuple[int, int]] = {}  # signs of irreducible polynomials, and who says so
        for n, c in enumerate(facts):
            sign, parts = space.basis.factors(c.poly)
            if len(parts) == 1 and parts[0][1] % 2:
                self.given.setdefault(parts[0][0], (sign, n))

    def told(self) -> list[int] | Place | Unknown:
        """The numbers of conditions that hold nowhere together, a place where those guessed hold, or that it is open."""
        if len(self.space.letters) != LETTERS:
            return Unknown("surfaces have two letters")
        curved = self.curved()
        outside = self.outside(curved)
        if not isinstance(outside, int):
            return outside
        for n in curved:
            found = self.patch(n)
            if not isinstance(found, Patch):
                return found
            self.done.append(found)
        # who is broken on no other's surface is not needed, nor his own
        used = {outside}.union(*(patch.used for patch in self.done))
        self.done = [patch for patch in self.done if patch.owner in used]
        return sorted(used)

    def curved(self) -> list[int]:
        """The conditions that are asked and not linear, with all that identities need: these are asked then, too."""
        curved: list[int] = []
        for n in self.guess:  # which grows
            if self.facts[n].poly.total_degree() > 1:
                curved.append(n)
                patch = self.turned(n)
                self.guess += sorted(patch.used.difference(self.guess)) if patch else ()
        return curved

    def outside(self, curved: Sequence[int]) -> int | Place | Unknown:
        """A condition that is broken at a point where the linear ones hold; a place where none is."""
        ground = self.space.ground
        linear = [self.facts[n] for n in self.guess if n not in curved]
        for n in curved:
            away = Condition(self.space.field, -self.facts[n].poly, ">")
            held = ground.margins(away.poly) > NEAR
            for c in linear:
                held &= ground.margins(c.poly) > NEAR
            if held.any() and ground.exact(ground.places[held.argmax()], [*linear, away]) is not None:
                return n
        values = ground.climb(linear)
        if values is None:
            return Unknown("no point of the linear conditions was found")
        for n in curved:
            if self.facts[n].poly(*values) < 0:
                return n
        if any(not self.facts[n].poly(*values) for n in curved):
            return Unknown("a condition vanishes at the point that was tried")
        return Place(self.space.field, {i: values[i] for i in self.space.letters})

    # --- the surface of one condition ----------------------------------------------------------------------------

    def patch(self, n: int) -> Patch | Place | Unknown:
        """Why the others hold nowhere on the surface of a condition, or a place beside it where all hold."""
        known = self.turned(n)
        if known is not None:
            return known
        parts = self.space.basis.parts(self.facts[n].poly, whole=True)
        if len(parts) != 1:
            return Unknown("a condition has several factors")
        surface = Surface.of(self.space, parts[0])
        if surface is None:
            return Unknown("a surface is not told by two letters")
        others = [m for m in self.guess if m != n]
        field = self.space.field
        asked = [Condition(field, surface.pulled(self.facts[m].poly), ">") for m in others]
        if any(not c.poly for c in asked):
            return Unknown("two conditions have one surface")
        budget = Budget(min(SECONDS, self.budget.left()))
        cells: list[Any] = []
        found = vacant(
            surface.basis, surface.letters, asked, budget, is_open=True, cells=cells, origin=surface.origin
        )
        if isinstance(found, Unknown):
            return found
        if isinstance(found, NoPoint):
            return Patch(n, frozenset(others[k] for k in broken(cells[0])), cells[0], surface)
        values = surface.at(found.rational)
        return Unknown("a place is not told") if values is None else self.beside(n, values)

    def beside(self, n: int, values: Mapping[int, Any]) -> Place | Unknown:
        """A place near a point of the surface of a condition at which all hold that are asked."""
        field = self.space.field
        point = [values.get(i, fmpq(0)) for i in range(len(field.symbols))]
        rise = [
            self.facts[n].poly.derivative(i)(*point) if i in values else fmpq(0) for i in range(len(point))
        ]
        size = max(abs(x) for x in rise)
        if not size:
            return Unknown("the surface has no side at a point")
        for k in range(HALVED):
            moved = [x + r / size / 2**k for x, r in zip(point, rise, strict=True)]
            if all(self.facts[m].poly(*moved) > 0 for m in self.guess):
                return Place(field, {i: moved[i] for i in values})
        return Unknown("no point beside a surface was found")

    def turned(self, n: int) -> Patch | None:
        """Why the surface of a turn is not reached, by the identity; None where it is none, or more is not known."""
        parts = self.space.basis.parts(self.facts[n].poly, whole=True)
        for core, zeros in turns(self.space, parts[0]) if len(parts) == 1 else ():
            wanted = (core, zeros, "resultant")
            if self.divides(parts[0], self.space.known.get(wanted)):
                continue  # where it vanishes so does the resultant
            said = [self.said(self.space.known.get(wanted), is_whole=True), self.has_zeros(zeros)]
            if all(sign > 0 for sign, _ in said):
                used = frozenset().union(*(who for _, who in said))
                sign, who = self.said(self.space.known.get(wanted))
                return Patch(n, used, firm=min(who) if sign and len(who) == 1 else -1)
        return None

    def has_zeros(self, core: int) -> tuple[int, frozenset[int]]:
        """Whether a core has real zeros, 1 if it is seen, and the conditions that show it: two signs at the ends suffice."""
        sign, who = self.said(self.space.known.get((core, "discriminant")), is_whole=True)
        if sign <= 0:
            ends = [self.said(self.space.known.get((core, "end", end)), is_whole=True) for end in (0, 1)]
            sign, who = -ends[0][0] * ends[1][0], ends[0][1] | ends[1][1]
        return sign, who

    def divides(self, number: int, factored: Factored | None) -> bool:
        """Whether an irreducible polynomial is a factor of a product."""
        return factored is not None and any(number == n for n, _ in factored[1])

    def said(self, factored: Factored | None, *, is_whole: bool = False) -> tuple[int, frozenset[int]]:
        """The sign of a product that conditions give, and which ones; 0 where they do not.

        is_whole: also those signs whose contrary is known to hold nowhere where the conditions do.
        """
        if factored is None:
            return 0, frozenset()
        sign, parts = factored
        who: set[int] = set()
        for number, many in parts:
            if many % 2:
                known, some = self.sign_of(number, is_whole)
                sign *= known
                who |= some
        return sign, frozenset(who)

    def sign_of(self, number: int, is_whole: bool) -> tuple[int, frozenset[int]]:
        """The sign of an irreducible polynomial, and the conditions that give it; 0 where they do not."""
        if number in self.given:
            sign, n = self.given[number]
            return sign, frozenset([n])
        for sign in (1, -1) if is_whole else ():
            poly = self.space.basis.polys[number]
            who = self.against(Condition(self.space.field, -sign * poly, ">"))
            if who is not None:
                return sign, who
        return 0, frozenset()

    # --- where conditions vanish ---------------------------------------------------------------------------------

    def holding_off(self, weak: Collection[int]) -> set[int] | None:
        """Conditions by which, with those used, it is seen that they hold nowhere even if some may vanish; None if it is not."""
        used: set[int] = set()
        for patch in self.done:
            if patch.owner in weak:
                unseen = self.unseen(patch, weak)
                if unseen is None or not self.is_closed(patch, weak):
                    return None
                used |= unseen
        return used

    def is_closed(self, patch: Patch, weak: Collection[int]) -> bool:
        """Whether no point that is told of a surface, nor a limit of such points, is left by the others, if some may vanish."""
        surface = patch.surface
        if surface is None:
            return patch.firm >= 0 and patch.firm not in weak
        if not surface.is_whole:
            return False
        slack = {k for k, m in enumerate(m for m in self.guess if m != patch.owner) if m in weak}
        state = closed(patch.cells, slack)
        if state != OPENED or not surface.family:
            return state != UNCLEAR
        # lines along which the letter stands still, and those at an infinite value, are limits of the others
        states = [closed(cell.node, slack) for cell in patch.cells.cells]
        if max(states[0], states[-1]) < CLOSED:
            return False
        under = surface.under
        still = [] if under.is_constant() else Place(self.space.field).roots(under, surface.letters[0])
        return not any(
            (cell.low is None or compare(root, cell.low.value) > 0)
            and (cell.high is None or compare(root, cell.high.value) < 0)
            for cell, now in zip(patch.cells.cells, states, strict=True)
            if now == OPENED
            for root, _ in still
        )

    def unseen(self, patch: Patch, weak: Collection[int]) -> frozenset[int] | None:
        """Conditions that are broken wherever two functions have zeros in common that are not real; None where that is not seen."""
        hidden = patch.surface.hidden if patch.surface else None
        if hidden is None:
            return frozenset()
        for square in hidden.under:
            # it may vanish: then the zeros are real too
            sign, who = self.said(self.space.basis.factors(square))
            if sign > 0:
                return who
        if hidden.curves is None:
            return None
        field = self.space.field
        others = [m for m in self.guess if m != patch.owner]
        budget = Budget(min(SECONDS, self.budget.left()))
        used: set[int] = set()
        for share in hidden.curves:
            asked = [Condition(field, self.facts[m].poly, ">=" if m in weak else ">") for m in others]
            cells: list[Any] = []
            if not isinstance(ask(share, asked, budget, cells), NoPoint):
                return None
            used |= {others[k] for k in broken(cells[0]) if k < len(others)} if cells else set()
        return frozenset(used)
