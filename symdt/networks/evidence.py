"""Evidence: the marginal likelihood p(D | M) under Dirichlet priors (Example 1 and §3), kept exact.

For a child with parent configurations j and states k, counts n_jk and precisions α_jk it is

    Π_j  Γ(α_j) / Γ(α_j + n_j)  Π_k  Γ(α_jk + n_jk) / Γ(α_jk),    α_j = Σ_k α_jk,  n_j = Σ_k n_jk.

The factor of α_j stands *before* the product over k: the paper prints it inside, where it is
taken once for each state of the child, and then p(D | M) does not sum to 1 over all data sets.
(The paper's index j runs to q_i, the number of candidate parents; it runs over configurations.)

>>> from sympy import symbols
>>> a = symbols("a", positive=True)
>>> sample = Sample.two_way([[2, 0], [0, 1]])
>>> M0, M1 = Model(), Model(["X2 -> X1"])
>>> evidence(sample, M1, alpha=1), evidence(sample, M0, alpha=1)
(5/384, 1/256)

Integer counts give a rational function of the precision, letters for counts the formula itself:

>>> evidence(sample, M1, alpha=a)
a*(a + 4)/(64*(a + 1)*(a + 2))
>>> total_probability({"X1": (1, 2), "X2": (1, 2)}, M1, 3, alpha=a)
1
>>> total_probability({"X1": (1, 2), "X2": (1, 2)}, M1, 3, alpha=1, printed=True)
2/9

Bayes' rule over some models, or over all parent sets of one child:

>>> print(posterior(sample, {"M0": M0, "M1": M1}, alpha=1))
P(M0) = 3/13, P(M1) = 10/13
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, fsum, lgamma
from typing import Any

from sympy import Expr, Integer, Mul, Rational, gamma

from symdt.errors import BudgetError, DataError, ModelError, quote
from symdt.exact.field import Element, Field
from symdt.exact.polynomial import MAX_EXPONENT, as_expr, poly_to_expr, to_number, to_rational
from symdt.networks.prior import Prior
from symdt.networks.sample import Sample, State, all_samples
from symdt.networks.space import LocalSpace
from symdt.problems.belief import Belief
from symdt.problems.models.model import Model

#: `prior(child, parents' states, state)` gives the precision α_ijk where neither K2 nor BDeu is meant.
Precisions = Callable[[str, tuple[State, ...], State], Any]
AnyPrior = str | Precisions
#: Exact evidence with letters in the precision is refused for more cases than this.
MAX_CASES = 400
HALF = Rational(1, 2)


def evidence(sample: Sample, model: Model, *, prior: AnyPrior = "bdeu", alpha: Any = 1) -> Expr:
    """p(D | M): a number or a rational function of `alpha` for integer counts, the Γ formula for letters.

    `prior` is "bdeu" (α_ijk = α / (states of the child × configurations of its parents)), "k2"
    (every α_ijk = α, 1 unless said) or a function `(child, configuration, state)` that gives α_ijk.

    >>> from symdt import Model, Sample
    >>> sample = Sample.from_cases(["A", "B"], [(0, 0), (0, 0), (1, 1)])
    >>> evidence(sample, Model()), evidence(sample, Model(["A -> B"]))
    (1/256, 5/384)
    """
    _check_model(sample, model)
    if sample.is_symbolic:
        return evidence_formula(sample, model, prior=prior, alpha=alpha)
    parts = [_exact(*part) for part in _families(sample, model, prior, alpha)]
    return factored(_product(parts))


def local_evidence(
    sample: Sample, child: str, parents: Sequence[str], *, prior: AnyPrior = "bdeu", alpha: Any = 1
) -> Expr:
    """The factor of p(D | M) that belongs to one child and its parents."""
    counts, precisions = _family(sample, child, tuple(parents), prior, alpha)
    if sample.is_symbolic:
        return _gamma_formula(counts, precisions)
    return factored(_exact(counts, precisions))


def evidence_formula(
    sample: Sample, model: Model, *, prior: AnyPrior = "bdeu", alpha: Any = 1, printed: bool = False
) -> Expr:
    """p(D | M) as a product of Γ functions; with `printed`, as the paper prints it."""
    _check_model(sample, model)
    return Mul(*(_gamma_formula(*part, printed=printed) for part in _families(sample, model, prior, alpha)))


def log_evidence(sample: Sample, model: Model, *, prior: AnyPrior = "bdeu", alpha: Any = 1) -> float:
    """log p(D | M) in floating point, for samples of any size."""
    _check_model(sample, model)
    terms: list[float] = []
    for counts, precisions in _families(sample, model, prior, alpha):
        for row, weights in zip(counts, precisions, strict=True):
            a, n = [_float(w) for w in weights], [_float(c) for c in row]
            terms += [lgamma(x + m) - lgamma(x) for x, m in zip(a, n, strict=True)]
            terms.append(lgamma(fsum(a)) - lgamma(fsum(a) + fsum(n)))
    return fsum(terms)


def total_probability(
    states: Mapping[str, Sequence[Any]],
    model: Model,
    n: int,
    *,
    prior: AnyPrior = "bdeu",
    alpha: Any = 1,
    printed: bool = False,
) -> Expr:
    """Σ_D p(D | M) over all data sets of n cases: 1, unless the formula is taken as printed."""
    total: Element | None = None
    for sample, weight in all_samples(states, n):
        parts = [_exact(*part, printed=printed) for part in _families(sample, model, prior, alpha)]
        term = _product(parts) * weight
        total = term if total is None else total + term
    assert total is not None
    return total.to_expr()


def posterior(
    sample: Sample,
    models: Mapping[str, Model],
    *,
    prior: AnyPrior = "bdeu",
    alpha: Any = 1,
    model_prior: Mapping[str, Any] | None = None,
) -> Belief:
    """p(M | D) of the named models by Bayes' rule; equally probable a priori unless `model_prior` says otherwise."""
    if not models:
        raise ModelError("no models are given: give at least one")
    for model in models.values():
        _check_model(sample, model)
    likelihood = {
        name: _product([_exact(*part) for part in _families(sample, model, prior, alpha)])
        for name, model in models.items()
    }
    return _as_belief(bayes(likelihood, model_prior))


def local_posterior(
    sample: Sample,
    space: LocalSpace,
    *,
    prior: AnyPrior = "bdeu",
    alpha: Any = 1,
    model_prior: Mapping[str, Any] | None = None,
) -> Belief:
    """p(M^i | D) over the parent sets of one child, named `{}`, `{X2}`, … in the order of ⊕."""
    return _as_belief(bayes(local_likelihood(sample, space, prior=prior, alpha=alpha), model_prior))


def local_likelihood(
    sample: Sample, space: LocalSpace, *, prior: AnyPrior = "bdeu", alpha: Any = 1
) -> dict[str, Element]:
    """The evidence of every parent set of one child, as elements of Q(letters of α)."""
    found = {}
    for model in space:
        parents = tuple(p for p in space.candidates if p in model.parents(space.child))
        found[space.label(model)] = _exact(*_family(sample, space.child, parents, prior, alpha))
    return found


def bayes(
    likelihood: Mapping[str, Element], model_prior: Mapping[str, Any] | None = None
) -> dict[str, Element]:
    """Bayes' rule on elements: posterior ∝ prior × likelihood; equal prior probabilities unless given."""
    before = Belief(model_prior or _uniform(likelihood))
    ring = Field.of(before.symbols.union(*(e.field.symbols for e in likelihood.values())))
    odd = next(
        (n for n in before if n not in likelihood), next((n for n in likelihood if n not in before), None)
    )
    if odd is not None:
        raise ModelError(
            f"the models and their prior disagree about {quote(odd)}: give one probability for each"
        )
    joint = {n: ring.element(before[n]) * e.into(ring) for n, e in likelihood.items()}
    total = sum(joint.values(), ring.number(0))
    return {n: part / total for n, part in joint.items()}


def _as_belief(chances: Mapping[str, Element]) -> Belief:
    degree = max(max(e.num.total_degree(), e.den.total_degree()) for e in chances.values())
    if degree > MAX_EXPONENT:
        raise BudgetError(
            f"the posterior has degree {degree} in the letters of alpha: at most {MAX_EXPONENT} is handed on; "
            "give alpha as a number"
        )
    return Belief({name: e.to_expr() for name, e in chances.items()})


@dataclass(frozen=True)
class ZeroLRule:
    """The Bayes action of Example 1 under the 0-L loss: M1 iff `bayes_factor` > `threshold`, a tie at equality.

    `bayes_factor` is p(D | M1) / p(D | M0), in which the factors of X2 cancel; `threshold` is
    l01 p(M0) / (l10 p(M1)).
    """

    sample: Sample
    bayes_factor: Expr
    threshold: Expr

    @property
    def actions(self) -> tuple[str, ...]:
        """The optimal actions, where no letter is left: one, or both at a tie."""
        difference = to_number(self.bayes_factor) - to_number(self.threshold)
        return ("a1",) if difference > 0 else ("a0",) if difference < 0 else ("a0", "a1")

    def __str__(self) -> str:
        return f"choose M1 iff {self.bayes_factor} > {self.threshold}"


def zero_l_rule(
    sample: Sample,
    child: str = "X1",
    parent: str = "X2",
    *,
    false: Any,
    missed: Any,
    prior: AnyPrior = "bdeu",
    alpha: Any = 1,
    p0: Any = HALF,
) -> ZeroLRule:
    """The Bayes action between no arc (M0, probability `p0`) and the arc parent → child (M1), in terms of the counts."""
    numerator = local_evidence(sample, child, [parent], prior=prior, alpha=alpha)
    denominator = local_evidence(sample, child, [], prior=prior, alpha=alpha)
    l01, l10, chance = as_expr(false), as_expr(missed), as_expr(p0)
    for what, loss in (("false", l01), ("missed", l10)):
        if loss.is_negative:
            raise DataError(f"the loss of a {what} arc is {quote(loss)}, which is negative: give 0 or more")
    if l10.is_zero or chance == 1:
        raise DataError("a missed arc costs nothing or M1 is impossible: M0 is optimal whatever the data")
    threshold = l01 * chance / (l10 * (1 - chance))
    field = Field.of(threshold.free_symbols)
    factor = numerator / denominator
    if not sample.is_symbolic:
        factor = factored(Field.of(factor.free_symbols).element(factor))
    return ZeroLRule(sample, factor, field.element(threshold).to_expr())


# --- one family: a child and its parents -------------------------------------------------------

Table = list[list[Expr]]


def _families(sample: Sample, model: Model, prior: AnyPrior, alpha: Any) -> Iterator[tuple[Table, Table]]:
    for child in sample.variables:
        yield _family(sample, child, model.parents(child), prior, alpha)


def _family(
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


def _exact(counts: Table, precisions: Table, printed: bool = False) -> Element:
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


def _product(parts: Sequence[Element]) -> Element:
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


def _gamma_formula(counts: Table, precisions: Table, printed: bool = False) -> Expr:
    factors: list[Expr] = []
    for row, weights in zip(counts, precisions, strict=True):
        total, n = sum(weights, Integer(0)), sum(row, Integer(0))
        factors.append((gamma(total) / gamma(total + n)) ** (len(row) if printed else 1))
        factors += [gamma(a + m) / gamma(a) for a, m in zip(weights, row, strict=True)]
    return Mul(*factors)


def _float(value: Expr) -> float:
    if value.free_symbols:
        raise DataError(f"{quote(value)} has letters: log_evidence needs numbers, evidence keeps letters")
    return float(value)


def _check_model(sample: Sample, model: Model) -> None:
    for arc in model:
        for end in arc:
            sample.index(end)


def _uniform(names: Mapping[str, Any]) -> dict[str, Rational]:
    return dict.fromkeys(names, Rational(1, len(names)))


def log_posterior(logs: Mapping[str, float]) -> dict[str, float]:
    """Posterior probabilities from log evidences of equally probable models, in floating point.

    >>> {m: round(x, 6) for m, x in log_posterior({"M0": -1000.0, "M1": -998.9013877113319}).items()}
    {'M0': 0.25, 'M1': 0.75}
    """
    top = max(logs.values())
    total = fsum(exp(x - top) for x in logs.values())
    return {name: exp(x - top) / total for name, x in logs.items()}
