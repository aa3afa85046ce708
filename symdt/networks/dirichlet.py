"""Products of Dirichlet-multinomial terms: the counts and precisions of a family, and its evidence from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sympy import Expr, Integer, Mul, gamma

from symdt.errors import BudgetError, DataError, quote
from symdt.exact.field import Element, Field
from symdt.exact.polynomial import as_expr, poly_to_expr, to_rational
from symdt.networks.prior import Prior
from symdt.networks.sample import Sample, State
from symdt.problems.models.model import Model

#: `prior(child, parents' states, state)` gives the precision α_ijk where neither K2 nor BDeu is meant.
Precisions = Callable[[str, tuple[State, ...], State], Any]


AnyPrior = str | Precisions


#: Exact evidence with letters in the precision is refused for more cases than this.
MAX_CASES = 400


Table = list[list[Expr]]


def family_tables(sample: Sample, model: Model, prior: AnyPrior, alpha: Any) -> Iterator[tuple[Table, Table]]:
    """The counts and precisions of every child with its parents in the model."""
    for child in sample.variables:
        yield family_table(sample, child, model.parents(child), prior, alpha)


def family_table(
    sample: Sample, child: str, parents: tuple[str, ...], prior: AnyPrior, alpha: Any
) -> tuple[Table, Table]:
    """Counts n_jk and precisions α_jk; configurations without cases contribute 1 and are left out."""
    counts = sample.counts(child, parents)
    r, configurations = len(sample.states[child]), sample.arity(parents)
    precisions: Table = []
    for key in counts:
        if callable(prior):
            row = [as_expr(prior(child, key, state)) for state in sample.states[child]]
        else:
            row = [Prior(prior, as_expr(alpha)).cell(r, configurations)] * r
        for a in row:
            check_precision(a, child)
        precisions.append(row)
    return [list(row) for row in counts.values()], precisions


def check_precision(alpha: Any, child: str = "") -> None:
    """An error if a prior precision is known not to be positive."""
    value = as_expr(alpha)
    if value.is_nonpositive or value.is_infinite:
        where = f" of {quote(child)}" if child else ""
        raise DataError(
            f"the prior precision alpha{where} is {quote(value)}: give a positive number or a letter"
        )


def exact_evidence_of(counts: Table, precisions: Table, printed: bool = False) -> Element:
    """The evidence of a family, exactly; `printed` counts the total once for each state, as the paper prints it."""
    letters = {s for row in precisions for a in row for s in a.free_symbols}
    cases = sum(int(c) for row in counts for c in row)
    if letters and cases > MAX_CASES:
        raise BudgetError(
            f"the sample has {cases} cases: with letters in the precision at most {MAX_CASES} are kept exact; "
            "give alpha as a number, or use log_evidence"
        )
    ring = Field.of(letters)
    above, below = ring.one, ring.one
    for row, weights in zip(counts, precisions, strict=True):
        for a, n in zip(weights, row, strict=True):
            rising = _rising(ring.element(a), int(n))
            above, below = above * rising.num, below * rising.den
        total = sum((ring.element(a) for a in weights), ring.number(0))
        rising = _rising(total, sum(map(int, row)))
        times = len(row) if printed else 1  # as printed, once for each state of the child
        for _ in range(times):
            above, below = above * rising.den, below * rising.num
    return Element.reduced(ring, above, below)


def _rising(a: Element, n: int) -> Element:
    """Γ(a + n) / Γ(a) = a (a + 1) … (a + n − 1)."""
    ring = a.field
    num, den = ring.one, ring.one
    for i in range(n):
        num = num * (a.num + i * a.den)
        den = den * a.den
    return Element(ring, num, den if not a.is_polynomial else ring.one)


def product_of(parts: Sequence[Element]) -> Element:
    """The product of elements of several fields, in the field of all their letters."""
    ring = Field.of({s for part in parts for s in part.field.symbols})
    total = ring.number(1)
    for part in parts:
        total = total * part.into(ring)
    return total


def factored(element: Element) -> Expr:
    """The expression as a product of irreducible factors: rising factorials fall apart into linear ones."""
    parts: list[Expr] = []
    for poly, sign in ((element.num, 1), (element.den, -1)):
        content, factors = poly.factor()
        parts.append(to_rational(content) ** sign)
        parts += [poly_to_expr(element.field, f) ** (sign * int(e)) for f, e in factors]
    return Mul(*parts)


def gamma_formula(counts: Table, precisions: Table, printed: bool = False) -> Expr:
    """The evidence of a family in Γ functions, as one writes it."""
    factors: list[Expr] = []
    for row, weights in zip(counts, precisions, strict=True):
        total, n = sum(weights, Integer(0)), sum(row, Integer(0))
        factors.append((gamma(total) / gamma(total + n)) ** (len(row) if printed else 1))
        factors += [gamma(a + m) / gamma(a) for a, m in zip(weights, row, strict=True)]
    return Mul(*factors)


def number_of(value: Expr) -> float:
    """A number in floating point; letters are refused."""
    if value.free_symbols:
        raise DataError(f"{quote(value)} has letters: log_evidence needs numbers, evidence keeps letters")
    return float(value)
