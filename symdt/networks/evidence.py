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

from collections.abc import Mapping, Sequence
from math import fsum, lgamma
from typing import Any

from sympy import Expr, Mul, Rational

from symdt.errors import BudgetError, ModelError, quote
from symdt.exact.field import Element, Field
from symdt.exact.polynomial import MAX_EXPONENT
from symdt.networks.dirichlet import (
    AnyPrior,
    exact_evidence_of,
    factored,
    family_table,
    family_tables,
    gamma_formula,
    number_of,
    product_of,
)
from symdt.networks.local_space import LocalSpace
from symdt.networks.sample import Sample, all_samples
from symdt.problems.belief import Belief
from symdt.problems.models.model import Model


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
    parts = [exact_evidence_of(*part) for part in family_tables(sample, model, prior, alpha)]
    return factored(product_of(parts))


def local_evidence(
    sample: Sample, child: str, parents: Sequence[str], *, prior: AnyPrior = "bdeu", alpha: Any = 1
) -> Expr:
    """The factor of p(D | M) that belongs to one child and its parents."""
    counts, precisions = family_table(sample, child, tuple(parents), prior, alpha)
    if sample.is_symbolic:
        return gamma_formula(counts, precisions)
    return factored(exact_evidence_of(counts, precisions))


def evidence_formula(
    sample: Sample, model: Model, *, prior: AnyPrior = "bdeu", alpha: Any = 1, printed: bool = False
) -> Expr:
    """p(D | M) as a product of Γ functions; with `printed`, as the paper prints it."""
    _check_model(sample, model)
    return Mul(
        *(gamma_formula(*part, printed=printed) for part in family_tables(sample, model, prior, alpha))
    )


def log_evidence(sample: Sample, model: Model, *, prior: AnyPrior = "bdeu", alpha: Any = 1) -> float:
    """log p(D | M) in floating point, for samples of any size."""
    _check_model(sample, model)
    terms: list[float] = []
    for counts, precisions in family_tables(sample, model, prior, alpha):
        for row, weights in zip(counts, precisions, strict=True):
            a, n = [number_of(w) for w in weights], [number_of(c) for c in row]
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
        parts = [
            exact_evidence_of(*part, printed=printed) for part in family_tables(sample, model, prior, alpha)
        ]
        term = product_of(parts) * weight
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
        name: product_of([exact_evidence_of(*part) for part in family_tables(sample, model, prior, alpha)])
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
        found[space.label(model)] = exact_evidence_of(
            *family_table(sample, space.child, parents, prior, alpha)
        )
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


# --- one family: a child and its parents -------------------------------------------------------


def _check_model(sample: Sample, model: Model) -> None:
    for arc in model:
        for end in arc:
            sample.index(end)


def _uniform(names: Mapping[str, Any]) -> dict[str, Rational]:
    return dict.fromkeys(names, Rational(1, len(names)))
