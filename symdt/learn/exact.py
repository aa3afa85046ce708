"""Exact: the posterior over the parent sets of one child as rational numbers, from integer counts.

With integer counts Γ(α+n)/Γ(α) = α(α+1)…(α+n−1), so evidence and posterior are rational numbers
when α is, and rational functions of α when α is a letter (Theory, fact 9). The states are the
parent sets, written {}, {X2}, {X2,X3}, by size and then in the order of the candidates.

>>> exact_posterior({"A": [0, 1], "B": [0, 1]}, child="B", candidates=["A"], prior="k2")
{'{}': Fraction(2, 5), '{A}': Fraction(3, 5)}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from symdt.errors import BudgetError, ModelError, ProbabilityError, quote
from symdt.learn.counts import Counts, tabulate
from symdt.learn.question import names_of
from symdt.networks.prior import Prior
from symdt.problems.belief import Belief

__all__ = ["belief_from_data", "exact_evidence", "exact_posterior", "parent_sets"]

MOST_SETS = 4096
MOST_SYMBOLIC = 200  # cases, where α is a letter


def parent_sets(candidates: Sequence[str]) -> list[tuple[str, ...]]:
    """All subsets, by size, then in the order of the candidates.

    >>> parent_sets("AB")
    [(), ('A',), ('B',), ('A', 'B')]
    """
    return [s for size in range(len(candidates) + 1) for s in combinations(candidates, size)]


def exact_alpha(alpha: Any) -> Any:
    """alpha as a Fraction, or as the SymPy expression it is."""
    if isinstance(alpha, bool):
        raise ModelError(f"alpha is {quote(alpha)}: expected a positive number or a symbol")
    if isinstance(alpha, int | Fraction | Decimal):
        value: Any = Fraction(alpha)
    elif isinstance(alpha, float):
        value = Fraction(str(alpha))  # 0.1 is a tenth, as in problem files
    elif isinstance(alpha, str):
        try:
            value = Fraction(alpha)
        except (ValueError, ZeroDivisionError):
            raise ModelError(f"alpha is {quote(alpha)}: expected a positive number") from None
    elif getattr(alpha, "is_Rational", False):
        value = Fraction(int(alpha.p), int(alpha.q))
    elif hasattr(alpha, "free_symbols"):
        return alpha
    else:
        raise ModelError(f"alpha is {quote(alpha)}: expected a positive number or a symbol")
    if value <= 0:
        raise ModelError(f"alpha is {quote(alpha)}: expected a positive number, the prior precision")
    return value


def _product(factors: list[Any]) -> Any:
    """The product, halves first: large integers then meet integers of their own size."""
    if len(factors) <= 8:
        out: Any = 1
        for x in factors:
            out *= x
        return out
    middle = len(factors) // 2
    return _product(factors[:middle]) * _product(factors[middle:])


def exact_evidence(
    counts: Counts, child: str, parents: Sequence[str], prior: str = "bdeu", alpha: Any = 1
) -> Any:
    """p(child's column | parents' columns): the product over blocks of ∏_k a^(n_k) / (r a)^(n), rising powers.

    >>> exact_evidence(tabulate({"A": [0, 1], "B": [0, 1]}), "B", ["A"])
    Fraction(1, 4)
    """
    law = Prior(prior, exact_alpha(alpha))
    family = counts.family(child, list(parents))
    states = int(np.prod(np.array(family.arities, dtype=object))) if family.arities else 1
    cell = law.cell(family.r, states)
    blocks: dict[tuple[int, ...], list[int]] = {}
    for row, k, w in zip(
        family.values.T.tolist(), family.child.tolist(), family.weights.tolist(), strict=True
    ):
        blocks.setdefault(tuple(row), [0] * family.r)[k] += w
    whole = cell * family.r
    if isinstance(cell, Fraction):  # over common denominators, so that one division ends it
        p, u = cell.numerator, cell.denominator
        b, v = whole.numerator, whole.denominator
        above = [p + i * u for n in blocks.values() for m in n for i in range(m)]
        below = [b + i * v for n in blocks.values() for i in range(sum(n))]
        cases = len(below)
        return Fraction(_product(above) * v**cases, _product(below) * u**cases)
    if family.cases > MOST_SYMBOLIC:
        raise BudgetError(
            f"{family.cases} cases with a symbolic alpha: expected at most {MOST_SYMBOLIC}; give alpha a number"
        )
    above = [cell + i for n in blocks.values() for m in n for i in range(m)]
    below = [whole + i for n in blocks.values() for i in range(sum(n))]
    return _product(above) / _product(below)


def exact_posterior(
    data: object,
    child: str,
    candidates: str | Sequence[str],
    prior: str = "bdeu",
    alpha: Any = 1,
    set_prior: Mapping[str, Any] | None = None,
    weights: str | Sequence[int] | None = None,
    missing: str = "error",
) -> dict[str, Any]:
    """P(parent set | D) for every subset of the candidates, exact.

    alpha: a number (read exactly; a float as the decimal it prints) or a SymPy symbol. set_prior: the prior
    of each set by its name, all alike unless said. Values are Fractions, or SymPy expressions where
    alpha is a letter.
    """
    names = names_of(candidates) if candidates else ()
    if child in names or len(set(names)) < len(names):
        raise ModelError(
            f"the candidates of {quote(child)} name a variable twice or the child itself: list each other variable once"
        )
    sets = 2 ** len(names)
    if sets > MOST_SETS:
        raise BudgetError(
            f"{len(names)} candidates have {sets} parent sets: exact posteriors are for at most {MOST_SETS}; "
            "use select_network, or fewer candidates"
        )
    counts = tabulate(data, [child, *names], weights, missing)
    labels = {s: "{" + ",".join(s) + "}" for s in parent_sets(names)}
    before: dict[str, Any] = {label: Fraction(1, sets) for label in labels.values()}
    if set_prior is not None:
        if set(set_prior) != set(before):
            odd = sorted(set(set_prior) ^ set(before))[0]
            raise ProbabilityError(
                f"set_prior and the parent sets differ at {quote(odd)}: name each set once"
            )
        before = {label: exact_probability(set_prior[label]) for label in before}
        if sum(before.values()) != 1:
            raise ProbabilityError(
                f"the prior of the parent sets sums to {sum(before.values())}, not 1: mend it"
            )
    joint = {
        label: before[label] * exact_evidence(counts, child, s, prior, alpha) for s, label in labels.items()
    }
    total: Any = sum(joint.values())
    if all(isinstance(x, Fraction) for x in joint.values()):
        return {label: x / total for label, x in joint.items()}
    from sympy import cancel

    return {label: cancel(x / total) for label, x in joint.items()}


def belief_from_data(
    data: object,
    child: str,
    candidates: str | Sequence[str],
    prior: str = "bdeu",
    alpha: Any = 1,
    set_prior: Mapping[str, Any] | None = None,
    weights: str | Sequence[int] | None = None,
    missing: str = "error",
) -> Belief:
    """The exact posterior over the parent sets of one child, as the belief of any decision problem.

    The states are {}, {X2}, {X2,X3}, …; arguments as in `exact_posterior`.

    >>> belief = belief_from_data({"A": [0, 1], "B": [0, 1]}, "B", ["A"], prior="k2")
    >>> print(belief)
    P({}) = 2/5, P({A}) = 3/5
    """
    from sympy import Rational

    posterior = exact_posterior(data, child, candidates, prior, alpha, set_prior, weights, missing)
    return Belief(
        {
            label: Rational(x.numerator, x.denominator) if isinstance(x, Fraction) else x
            for label, x in posterior.items()
        }
    )


def exact_probability(value: Any) -> Any:
    """A prior probability, exact."""
    x = Fraction(str(value)) if isinstance(value, float | str) else Fraction(value)
    if not 0 <= x <= 1:
        raise ProbabilityError(f"a prior probability is {quote(value)}: expected a number between 0 and 1")
    return x
