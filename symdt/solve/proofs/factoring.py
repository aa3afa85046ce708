"""One way in which a polynomial may factor over the reals, as facts about its roots and what is left."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from symdt.solve.proofs.check.polynomials import BITS, Poly, plus, times
from symdt.solve.proofs.check.texts import Fact, Ring


class Way(NamedTuple):
    """Facts under which the roots are what they are, over these letters: the ring's, and further ones."""

    facts: list[Fact]
    letters: list[str]


class Shape:
    """One way to have real roots: their multiplicities, and which of them the named ones are."""

    def __init__(
        self, ring: Ring, multiplicities: tuple[int, ...], index: Mapping[str, int], given: list[Fact]
    ) -> None:
        self.ring, self.multiplicities, self.facts = ring, multiplicities, list(given)
        self.fresh = 0
        positions = [j for j, m in enumerate(multiplicities) for _ in range(m)]
        self.roots: dict[int, Poly] = {}
        for name, i in index.items():
            j, root = positions[i], ring.letter(name)
            if j in self.roots:
                self.facts.append((plus(root, self.roots[j], -1), "=="))
            self.roots.setdefault(j, root)

    def new(self) -> Poly:
        """A further letter."""
        self.fresh += 1
        return {1 << BITS * (len(self.ring.letters) + self.fresh - 1): 1}

    def way(self, quotient: list[Poly]) -> Way:
        """The facts: the polynomial, lowest coefficient first, has these real roots and no others."""
        others = [j for j in range(len(self.multiplicities)) if j not in self.roots]
        is_real = sum(self.multiplicities) == len(quotient) - 1
        while sum(self.multiplicities[j] for j in others) > (2 if is_real else 0):
            j = others.pop()
            self.roots[j] = self.new()
        for j in sorted(self.roots):
            for _ in range(self.multiplicities[j]):
                quotient, remainder = _divided(quotient, self.roots[j])
                self.facts.append((remainder, "=="))
        ordered = [self.roots[j] for j in sorted(self.roots)]
        self.facts += [(plus(b, a, -1), ">") for a, b in pairwise(ordered)]
        if is_real and others:
            self.small(quotient, others)
        elif len(quotient) == 3:
            c, b, a = quotient
            self.facts.append((plus(times(times({0: 4}, a), c), times(b, b), -1), ">"))
        elif len(quotient) > 3:
            self.complex(quotient)
        return Way(self.facts, [""] * self.fresh)

    def small(self, quotient: list[Poly], others: list[int]) -> None:
        """Where the one or two roots of what is left lie among the others, without letters for them."""
        lead, rest = quotient[-1], quotient[-2]
        if len(quotient) == 3:
            disc = plus(times(rest, rest), times(times({0: 4}, lead), quotient[0]), -1)
            self.facts.append((disc, ">" if len(others) == 2 else "=="))
        for j, root in self.roots.items():
            before = sum(i < j for i in others)
            value = plus(times(lead, root), rest)
            slope = plus(times({0: len(quotient) - 1}, times(lead, root)), rest)
            if len(quotient) == 3 and len(others) == 2:
                value = plus(times(value, root), quotient[0])
                sign = -1 if before == 1 else 1
                self.facts.append((times({0: sign}, times(lead, value)), ">"))
            if before != 1 or len(others) == 1:
                self.facts.append((times({0: 1 if before else -1}, times(lead, slope)), ">"))

    def complex(self, quotient: list[Poly]) -> None:
        """What is left is a product of quadratics without real roots."""
        made: list[Poly] = [quotient[-1]]
        for _ in range((len(quotient) - 1) // 2):
            u, v = self.new(), self.new()
            self.facts.append((plus(times({0: 4}, v), times(u, u), -1), ">"))
            made = _product(made, [v, u, {0: 1}])
        self.facts += [(plus(a, b, -1), "==") for a, b in zip(made, quotient, strict=True) if plus(a, b, -1)]


def _divided(coefficients: list[Poly], root: Poly) -> tuple[list[Poly], Poly]:
    """The quotient by (x - root), and the remainder: Horner's scheme."""
    quotient = [coefficients[-1]]
    for c in reversed(coefficients[:-1]):
        quotient.append(plus(c, times(root, quotient[-1])))
    return quotient[-2::-1], quotient[-1]


def _product(a: list[Poly], b: list[Poly]) -> list[Poly]:
    result: list[Poly] = [{} for _ in range(len(a) + len(b) - 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            result[i + j] = plus(result[i + j], times(x, y))
    return result
