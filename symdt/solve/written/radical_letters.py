"""The letters of a derivation that stand for radicals and roots, each defined in the line before it is first used.

A certificate calls sqrt(1 - q**2) `s_0`, since its identities are polynomial; who reads them must be told.

>>> from sympy import symbols
>>> from symdt.solve.proofs.check.texts import Ring
>>> ring = Ring(["h", "k"])
>>> _ = ring.read("sqrt(1 - h**2)/Abs(k - 1)")
>>> meanings(ring)
{s_0: sqrt(1 - h**2), t_0: Abs(k - 1)}
>>> s = symbols("s_0")
>>> for step in defined([Step(("it is ", Math((2*s, ">=", 0))), 1), Step((Math((s,)),))], meanings(ring)):
...     print(step)
let s_0 = sqrt(1 - h**2)
it is 2*s_0 >= 0
s_0
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sympy import Abs, Add, Expr, Integer, Mul, Pow, Rational, Symbol, factor_list, sqrt

from symdt.regions.ends import root
from symdt.solve.proofs.check.polynomials import Poly, exponents
from symdt.solve.proofs.check.texts import Ring
from symdt.solve.written.steps import Math, Step


def expression(ring: Ring, poly: Poly, symbols: Mapping[str, Symbol] | None = None) -> Expr:
    """A polynomial of a certificate as an expression; symbols: those of the letters, where they are not the plain ones."""
    terms = []
    for m, c in poly.items():
        powers = zip(ring.letters, exponents(m), strict=False)
        terms.append(Mul(Rational(c), *(Pow((symbols or {}).get(n, Symbol(n)), e) for n, e in powers if e)))
    return Add(*terms)


def meanings(ring: Ring, symbols: Mapping[str, Symbol] | None = None) -> dict[Symbol, Expr]:
    """What each letter of a radical or root stands for, in the order in which they were made."""
    return {Symbol(name): _meaning(ring, name, symbols) for name in ring.definitions}


def _meaning(ring: Ring, name: str, symbols: Mapping[str, Symbol] | None) -> Expr:
    def told(poly: Poly) -> Expr:
        return expression(ring, poly, symbols)

    if name in ring.roots:
        poly, letter, index = ring.roots[name]
        return root(told(poly), (symbols or {}).get(letter, Symbol(letter)), Integer(index))
    if name in ring.radicands:
        num, dens = ring.radicands[name]
        return sqrt(told(num) / Mul(*map(told, dens)))
    own = Symbol(name)  # t = Abs(N/D) has D² t² - N² = 0
    square = told(ring.definitions[name][1][0])
    squared = -square.coeff(own, 0) / square.coeff(own, 2)
    num, den = squared.as_numer_denom()
    halves = [_half(part) for part in (num, den)]
    return Abs(halves[0] / halves[1])


def _half(square: Expr) -> Expr:
    """A polynomial whose square this is, but for its sign."""
    number, factors = factor_list(square)
    return sqrt(number) * Mul(*(f ** (e // 2) for f, e in factors))


def defined(steps: Iterable[Step], meaning: Mapping[Symbol, Expr]) -> Iterator[Step]:
    """The steps, and before the first one with such a letter a step that defines it, and what it is made of before."""
    told: set[Symbol] = set()

    def definitions(expr: Any, depth: int) -> Iterator[Step]:
        found = set().union(*(_letters(item) for item in expr)) - told
        for letter in (s for s in meaning if s in found):
            told.add(letter)
            yield from definitions((meaning[letter],), depth)
            yield Step(("let ", Math((letter, "=", meaning[letter]))), depth)

    for step in steps:
        for part in step.parts:
            if isinstance(part, Math):
                yield from definitions(part.items, step.depth)
        yield step


def _letters(item: Any) -> set[Symbol]:
    """The letters of an expression or a condition; words, signs and names have none."""
    sides = item.sides[::2] if hasattr(item, "sides") else (item,)
    return {s for side in sides if isinstance(side, Expr) for s in side.free_symbols}
