"""Quadratic: which conditions of degree two at most follow from others, guessed together in floating point.

A condition follows from others by products of two where no functional on the quadratic monomials is not negative on all
products of two linear ones and on the others, and negative on it: one linear programme for each condition, all of which
are solved at once. What comes out is a guess, with the few conditions that have a part in it: whoever asks proves it.

>>> domain = Domain("x > 0", "y > 0", "z > 0")
>>> x, y, z = domain.symbols
>>> less, more, far = [Condition.of(e, ">", domain.field) for e in (y - x, x*y - x**2, z - y)]
>>> guess = Quadratic(domain, domain.symbols).guessed([less], [more, far])
>>> {str(c): sorted(map(str, used)) for c, used in guess.items()}
{'x**2 < x*y': ['x < y', 'x > 0']}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from sympy import Symbol

from symdt.exact.domain import Domain
from symdt.exact.formula import Condition
from symdt.exact.polynomial import floats
from symdt.exact.solver.largest_margin import largest

#: A margin that is clearly negative, and a weight that counts.
CLEAR, WEIGHT = -1e-6, 1e-9


class Quadratic:
    """Polynomials of degree two at most in some letters, as vectors.

    domain: its conditions are always given. letters: the letters.
    """

    def __init__(self, domain: Domain, letters: Iterable[Symbol]) -> None:
        self.places = [domain.field.position[s] for s in letters]
        self.domain = domain
        self.size = len(self.places) + 1
        self.upper = np.triu_indices(self.size)
        self.known: dict[Condition, Any] = {}

    def form(self, condition: Condition) -> Any:
        """The symmetric matrix of a condition, 1 being the first letter, of size one; None of one that has none."""
        if condition not in self.known:
            matrix: Any = np.zeros((self.size, self.size))
            poly = condition.poly
            for monomial, c in zip(poly.monoms(), floats(poly.coeffs()), strict=True):
                factors = [i for i, e in enumerate(monomial) for _ in range(int(e))]
                if len(factors) > 2 or not set(factors) <= set(self.places):
                    matrix = None
                    break
                i, j = sorted([0, 0, *(self.places.index(i) + 1 for i in factors)])[-2:]
                matrix[i, j] += c / 2
                matrix[j, i] += c / 2
            self.known[condition] = matrix / abs(matrix).sum() if matrix is not None else None
        return self.known[condition]

    def guessed(
        self, given: Sequence[Condition], asked: Sequence[Condition]
    ) -> dict[Condition, list[Condition]]:
        """Those of the conditions asked that seem to follow from those given, each with those that it needs.

        One that is given itself is to follow from the others.
        """
        linear: list[tuple[Condition, Any]] = []
        curved: list[tuple[Condition, Any]] = []
        for condition in (*self.domain.conditions, *given):
            matrix = self.form(condition)
            if matrix is not None:
                (linear if condition.poly.total_degree() == 1 else curved).append((condition, matrix))
        inner = 1 + sum(c in self.domain.conditions for c, _ in linear)
        # 1, and the linear ones as vectors: twice their first row, but for the constant
        rows = np.array([np.eye(self.size)[0], *(self.vector(matrix) for _, matrix in linear)])
        one, two = np.triu_indices(len(rows))
        products = rows[one][:, :, None] * rows[two][:, None, :]
        products = products + products.transpose(0, 2, 1)
        parts = [[linear[i - 1][0] for i in {int(a), int(b)} if i] for a, b in zip(one, two, strict=True)] + [
            [condition] for condition, _ in curved
        ]
        common = self.flat([*products, *(matrix for _, matrix in curved)])
        found: dict[Condition, list[Condition]] = {}
        for is_linear in (True, False):
            wanted = [
                (c, m)
                for c in asked
                if (c.poly.total_degree() == 1) == is_linear and (m := self.form(c)) is not None
            ]
            if not wanted:
                continue
            own = np.array([[c in part for part in parts] for c, _ in wanted])
            systems = np.where(own[:, :, None], common[0], common)  # the first is 1
            if is_linear:  # what denies it is linear too, and multiplied by the others
                denied = np.array([-self.vector(m) for _, m in wanted])
                more = denied[:, None, :, None] * rows[None, :, None, :]
                alike = np.array([[False, *(c == d for d, _ in linear)] for c, _ in wanted])
                more = np.where(alike[:, :, None, None], more[:, :1], more)
                more = self.flat((more + more.transpose(0, 1, 3, 2)).reshape(-1, self.size, self.size))
                more = more.reshape(len(wanted), len(rows), -1)
                systems = np.concatenate([systems, more], axis=1)
                measure = more[:, :inner].sum(axis=1)  # what is settled, times what denies it
            else:
                measure = self.flat([-m for _, m in wanted])
            margins, _, weights = largest(systems, np.zeros((len(wanted), 0, common.shape[1])), measure)
            every = [*parts, [], *([c] for c, _ in linear)]
            for (condition, _), margin, weight in zip(wanted, margins, weights, strict=True):
                if np.isfinite(margin) and margin < CLEAR:
                    used = [c for n in np.flatnonzero(weight > WEIGHT) for c in every[n]]
                    found[condition] = list(dict.fromkeys(used))
        return found

    def linear(
        self, given: Sequence[Condition], asked: Sequence[Condition]
    ) -> dict[Condition, list[Condition]]:
        """The same for conditions of degree one and without products: Farkas' lemma."""
        facts = [c for c in (*self.domain.conditions, *given) if c.poly.total_degree() == 1]
        facts = [c for c in facts if self.form(c) is not None]
        wanted = [c for c in asked if c.poly.total_degree() == 1 and self.form(c) is not None]
        if not wanted:
            return {}
        rows = np.array([np.eye(self.size)[0], *(self.vector(self.form(c)) for c in facts)])
        own = np.array([[False, *(c == d for d in facts)] for c in wanted])
        systems = np.where(own[:, :, None], rows[0], rows)
        measure = np.array([-self.vector(self.form(c)) for c in wanted])
        margins, _, weights = largest(systems, np.zeros((len(wanted), 0, self.size)), measure)
        return {
            c: [facts[n] for n in np.flatnonzero(weight[1:] > WEIGHT)]
            for c, margin, weight in zip(wanted, margins, weights, strict=True)
            if np.isfinite(margin) and margin < CLEAR
        }

    def vector(self, matrix: Any) -> Any:
        """The coefficients of a linear form, from its matrix."""
        row = 2 * matrix[0]
        row[0] /= 2
        return row

    def flat(self, matrices: Any) -> Any:
        """Symmetric matrices as rows of size one."""
        found = np.array(matrices)[:, self.upper[0], self.upper[1]]
        return found / np.maximum(abs(found).sum(axis=1, keepdims=True), 1e-300)
