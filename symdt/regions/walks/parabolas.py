"""Parabolas: labelled functions whose differences are of degree two at most in the letter, which has two ends.

The difference of two functions is a sign, factors without the letter, and one irreducible factor with it, the *core*;
factors of one sign on the whole domain are left out.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> p, h, k, l = symbols("p h k l")
>>> domain = Domain("0 < p < 1", "h > 0", "k > 0", "l > 0")
>>> f = domain.field.element
>>> accepts(Question((("a", f(h*p**2)), ("b", f(k*p + l)), ("c", f(1 - p))), domain, p))
True
>>> accepts(Question((("a", f(h*p**3)), ("b", f(k*p + l)), ("c", f(1 - p))), domain, p))
False
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from symdt.exact.element import Element
from symdt.exact.polynomial import Poly
from symdt.regions.contest import Question
from symdt.regions.sections.basis import Basis

#: With fewer other letters, or fewer functions, a decomposition of the space is made sooner.
MIN_LETTERS, MIN_FUNCTIONS = 3, 2


def discriminant(parts: Sequence[Poly]) -> Poly:
    """That of a*p**2 + b*p + c, by its coefficients."""
    a, b, c = parts
    return b * b - 4 * a * c


def resultant(one: Sequence[Poly], other: Sequence[Poly]) -> Poly:
    """That of two such functions, by their coefficients."""
    (a, b, c), (d, e, f) = one, other
    return (a * f - d * c) ** 2 - (a * e - d * b) * (b * f - e * c)


class Pair(NamedTuple):
    """The difference of two functions: a sign, factors without the letter whose signs count, and the core's number."""

    sign: int
    bare: tuple[int, ...]
    core: int | None


def accepts(question: Question) -> bool:
    """At least two functions and three other letters, no degree above two, ends that are numbers, inequalities alone."""
    domain = question.domain
    index = domain.field.position.get(question.letter)
    if index is None or question.parts or domain.whole or len(question.functions) < MIN_FUNCTIONS:
        return False
    if len(domain.symbols) <= MIN_LETTERS or any(c.op not in (">", ">=") for c in domain.conditions):
        return False
    low, high, _, _ = domain.box[index]
    held = [c for c in domain.conditions if c.poly.degrees()[index]]
    if low is None or high is None or any(sum(c.poly.degrees()) != 1 for c in held):
        return False
    degrees = [f.num.degrees()[index] + f.den.degrees()[index] for _, f in question.functions]
    return max(degrees) == 2 and Parabolas.of(question) is not None


class Parabolas:
    """The functions of a question, the least of which is sought, and the differences between them.

    question: its functions. basis: where polynomials have their numbers.
    """

    def __init__(self, question: Question, basis: Basis) -> None:
        self.question, self.basis = question, basis
        self.field = question.domain.field
        self.letter = self.field.position[question.letter]
        low, high, self.has_low, self.has_high = question.domain.box[self.letter]
        self.ends: tuple[Any, Any] = (low, high)  # numbers: questions without them are not accepted
        self.labels: list[Any] = []
        self.functions: list[Element] = []
        for label, function in question.functions:
            if all(
                function != other for other in self.functions
            ):  # of equal functions the first speaks for all
                self.labels.append(label)
                self.functions.append(function)
        self.pairs: dict[tuple[int, int], Pair] = {}
        self.owners: dict[int, set[int]] = {}  # of cores

    @classmethod
    def of(cls, question: Question) -> Parabolas | None:
        """The parabolas of a question; None where a difference is none, or two have one core."""
        domain = question.domain
        made = cls(question, Basis(domain.field, domain.box))
        if any(made.basis.parts(f.den) for f in made.functions):
            return None  # a denominator may vanish
        for i, f in enumerate(made.functions):
            for j, g in enumerate(made.functions[:i]):
                difference = (f - g) if question.sign > 0 else (g - f)
                pair = made._pair(difference.sign_polynomial)
                if pair is None:
                    return None
                made.pairs[i, j] = pair
                made.pairs[j, i] = pair._replace(sign=-pair.sign)
        cores = [pair.core for (i, j), pair in made.pairs.items() if i > j and pair.core is not None]
        return made if len(cores) == len(set(cores)) else None

    def _pair(self, poly: Poly) -> Pair | None:
        sign, parts = self.basis.factors(poly)
        degrees = self.basis.degrees
        bare = tuple(n for n, many in parts if not degrees[n][self.letter] and many % 2)
        cores = [(n, many) for n, many in parts if degrees[n][self.letter]]
        if len(cores) > 1 or any(many > 1 or degrees[n][self.letter] > 2 for n, many in cores):
            return None
        return Pair(sign, bare, cores[0][0] if cores else None)

    def coefficients(self, core: int) -> Sequence[Poly]:
        """The three coefficients of a core in the letter, the highest first."""
        found = list(self.basis.coefficients(core, self.letter))
        found += [self.field.zero] * (3 - len(found))
        return found[::-1]

    def third(self, core: int, other: int) -> tuple[int, int, int] | None:
        """Of two cores of three functions: the one in both, and those in the other and in the first alone; None for cores of four."""
        if not self.owners:
            self.owners = {pair.core: {i, j} for (i, j), pair in self.pairs.items() if pair.core is not None}
        one, two = self.owners[core], self.owners[other]
        if len(one & two) != 1:
            return None
        (common,), (second,), (rival,) = one & two, two - one, one - two
        return common, second, rival
