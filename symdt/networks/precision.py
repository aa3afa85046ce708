"""Exact answers in the prior precision α and in the loss ratio, for small samples.

With integer counts Γ(α + n)/Γ(α) = α(α + 1)…(α + n − 1), so evidences, posteriors and risks are
rational functions of a symbolic α, and the values of α for which an arc is chosen form a finite
union of intervals whose ends are algebraic numbers.

>>> from sympy import Symbol
>>> from symdt.networks.local_space import LocalSpace
>>> a = Symbol("a", positive=True)
>>> sample = Sample.two_way([[3, 1], [1, 3]])
>>> print(precisions_choosing(sample, LocalSpace("X1", ("X2",)), "X2", alpha=a))
X2 → X1 is chosen for a in (2.22428, oo)
  2.22428 is root(4*a**6 + 82*a**5 + 576*a**4 + 1337*a**3 - 1456*a**2 - 8832*a - 6912, a, 3)

With one loss ratio for all arcs, τ = l0j/(l0j + lj0), arc j leaves the Bayes network at τ = πj:

>>> from symdt.networks.threshold_path import threshold_path
>>> print(threshold_path({"X2": Rational(3, 4), "X3": Rational(1, 4)}))
0 < τ < 1/4: {X2,X3}
1/4 ≤ τ < 3/4: {X2}
3/4 ≤ τ < 1: {}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from sympy import CRootOf, Expr, Rational, Symbol, oo

from symdt.errors import BudgetError, DataError, ModelError, did_you_mean, quote
from symdt.exact.field import Element, Field
from symdt.exact.formula import root_text
from symdt.exact.line import Real, along, arrange, between
from symdt.exact.polynomial import as_expr, to_number, to_rational
from symdt.networks.dirichlet import AnyPrior
from symdt.networks.evidence import bayes, local_likelihood
from symdt.networks.local_space import LocalSpace
from symdt.networks.sample import Sample
from symdt.problems.models.arc import Arc

#: Real roots of polynomials of a higher degree than this are not isolated.
MAX_DEGREE = 120


@dataclass(frozen=True)
class Piece:
    """An open interval of α, a rational point in it, and what holds there; the ends are exact."""

    low: Expr
    high: Expr
    witness: Rational
    value: Any


@dataclass(frozen=True)
class PrecisionSet:
    """The values of α for which an arc is chosen, and those at which it ties."""

    alpha: Symbol
    arc: Arc
    element: Element = field(repr=False)
    intervals: tuple[tuple[Expr, Expr], ...]
    ties: tuple[Expr, ...]

    @property
    def gain(self) -> Expr:
        """R_0 − R_j as a rational function of α."""
        return self.element.to_expr()

    def __contains__(self, value: object) -> bool:
        """Whether the arc is strictly chosen at a rational α."""
        at = to_number(as_expr(value))
        return bool(at > 0 and self.element.at((at,)) > 0)

    def __str__(self) -> str:
        if self.element.is_zero:
            return f"{self.arc} ties for every {self.alpha} > 0"
        ranges = " ∪ ".join(f"({end_text(a)}, {end_text(b)})" for a, b in self.intervals) or "no interval"
        inner = dict.fromkeys(e for pair in self.intervals for e in pair)
        notes = [f"  {end_text(e)} is {end_in_full(e, self.alpha)}" for e in inner if isinstance(e, CRootOf)]
        inside = [t for t in self.ties if t not in inner]
        if inside:
            notes.append(f"  a tie also at {', '.join(map(end_text, inside))}")
        return "\n".join([f"{self.arc} is chosen for {self.alpha} in {ranges}", *notes])


def inclusion_of_alpha(
    sample: Sample, space: LocalSpace, *, alpha: Any, prior: AnyPrior = "bdeu", model_prior: Any = None
) -> dict[Arc, Expr]:
    """πj = P(arc j | D) for every candidate, as rational functions of α."""
    return {arc: e.to_expr() for arc, e in _inclusion(sample, space, alpha, prior, model_prior).items()}


def _inclusion(
    sample: Sample, space: LocalSpace, alpha: Any, prior: AnyPrior, model_prior: Any = None
) -> dict[Arc, Element]:
    chances = bayes(local_likelihood(sample, space, prior=prior, alpha=alpha), model_prior)
    ring = next(iter(chances.values())).field
    totals = {Arc(p, space.child): ring.number(0) for p in space.candidates}
    for model in space:
        for arc in model.arcs:
            totals[arc] = totals[arc] + chances[space.label(model)]
    return totals


def precisions_choosing(
    sample: Sample,
    space: LocalSpace,
    parent: str,
    *,
    alpha: Symbol,
    false: Any = 1,
    missed: Any = 1,
    prior: AnyPrior = "bdeu",
    model_prior: Any = None,
) -> PrecisionSet:
    """All α > 0 for which the arc parent → child is in the Bayes action: R_0 − R_j = lj0 πj − l0j (1 − πj) > 0."""
    if parent not in space.candidates:
        hint = did_you_mean(parent, space.candidates)
        raise ModelError(f"{quote(parent)} is no candidate parent of {quote(space.child)}: {hint}")
    arc = Arc(parent, space.child)
    ring = Field.of([alpha])
    chance = _inclusion(sample, space, alpha, prior, model_prior)[arc].into(ring)
    l0, l1 = _numbers(false, missed)
    gain = chance * l1 - (ring.number(1) - chance) * l0
    pieces, roots = sign_chart(gain, alpha)
    intervals = tuple((piece.low, piece.high) for piece in pieces if piece.value > 0)
    return PrecisionSet(alpha, arc, gain, intervals, tuple(roots))


def sign_chart(element: Element, alpha: Symbol) -> tuple[tuple[Piece, ...], tuple[Expr, ...]]:
    """The sign of a rational function on α > 0: open intervals between its positive zeros, and the zeros."""
    pieces = split(element.field, alpha, [element], lambda values: (values[0] > 0) - (values[0] < 0))
    zero = [] if element.is_zero else _positive_roots(element.field, [element.num], alpha)
    return pieces, tuple(r.to_expr() for r in zero)


def split(
    field: Field, alpha: Symbol, elements: Iterable[Element], value: Callable[[list[Any]], Any]
) -> tuple[Piece, ...]:
    """The pieces of α > 0 on which no element changes sign, with `value` of the elements at a point of each."""
    if field.symbols != (alpha,) and field.symbols:
        raise DataError(f"letters other than {alpha} are left: give them values")
    every = list(elements)
    polys = [p for e in every for p in (e.num, e.den) if p and not p.is_constant()]
    roots_found = _positive_roots(field, polys, alpha)
    pieces = []
    starts = [Real.of(0), *roots_found]
    for low, high in zip(starts, [*roots_found, None], strict=True):
        witness = between(low, high)
        at = (witness,) if field.symbols else ()
        shown = oo if high is None else high.to_expr()
        pieces.append(Piece(low.to_expr(), shown, to_rational(witness), value([e.at(at) for e in every])))
    return tuple(pieces)


def _positive_roots(field: Field, polys: Iterable[Any], alpha: Symbol) -> list[Real]:
    factors = {
        str(factor): factor for poly in polys for factor, _ in poly.factor()[1] if not _no_sign_change(factor)
    }
    degree = sum(factor.total_degree() for factor in factors.values())
    if degree > MAX_DEGREE:
        raise BudgetError(
            f"the end points are roots of a polynomial of degree {degree}: "
            f"at most {MAX_DEGREE} are isolated; use a smaller sample or a number for {alpha}"
        )
    line = arrange([along(field, factor, alpha) for factor in factors.values()])
    return [r for r in line.points if r > 0]


def _no_sign_change(factor: Any) -> bool:
    # Descartes: coefficients of one sign have no positive root, and need no isolation
    signs = {c > 0 for c in factor.coeffs()}
    return len(signs) == 1


def networks_by_precision(
    sample: Sample,
    space: LocalSpace,
    *,
    alpha: Symbol,
    tau: Any = Rational(1, 2),  # noqa: B008 - an immutable number
    prior: AnyPrior = "bdeu",
) -> tuple[Piece, ...]:
    """The Bayes parent set at one loss ratio τ, for every α: pieces between exact ends."""
    ring = Field.of([alpha])
    bar = to_number(tau)
    chances = _inclusion(sample, space, alpha, prior)
    gains = [c.into(ring) - ring.number(bar) for c in chances.values()]
    names = [arc.parent for arc in chances]
    return split(ring, alpha, gains, lambda v: tuple(n for n, g in zip(names, v, strict=True) if g > 0))


def end_text(end: Expr) -> str:
    """An end point on one line: rational numbers exactly, other numbers to six digits."""
    return str(end) if end.is_Rational or end in (oo, 0) else str(float(f"{float(end):.6g}"))


def end_in_full(end: Expr, alpha: Symbol) -> str:
    """Which root of which polynomial an end point is."""
    if isinstance(end, CRootOf):
        return root_text(end, alpha)
    return str(end)


def _numbers(false: Any, missed: Any) -> tuple[Any, Any]:
    values = []
    for kind, loss in (("false", false), ("missed", missed)):
        value = to_number(loss)
        if value < 0:
            raise DataError(f"the loss of a {kind} arc is {value}, which is negative: give 0 or more")
        values.append(value)
    return values[0], values[1]
