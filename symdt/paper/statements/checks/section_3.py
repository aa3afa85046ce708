"""What decides the statements of §3, the order and the posterior."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import prod
from typing import Any

from sympy import Add, Rational, gammasimp, symbols

from symdt.claims.claim import (
    Triple,
)
from symdt.networks.evidence import evidence, evidence_formula, local_evidence, posterior, total_probability
from symdt.networks.local_space import LocalSpace
from symdt.networks.sample import Sample
from symdt.networks.space import ModelSpace
from symdt.problems.models.model import Model

#: Example 2's candidates: X2 and X3 may be parents of X1, nothing else may.
EXAMPLE = ModelSpace({"X1": ["X2", "X3"], "X2": [], "X3": []})


def space(q: int) -> LocalSpace:
    """All parent sets of one child out of q candidates."""
    return LocalSpace("Y", tuple(f"Z{i + 1}" for i in range(q)))


def check_order(reads: str) -> Iterator[Triple]:
    """X_i ≺ X_j if (or only if) X_i cannot be a parent of X_j is a strict order; here on Example 2's variables."""
    cannot = {
        (i, j)
        for i, j in product(EXAMPLE.variables, repeat=2)
        if i != j and i not in EXAMPLE.local(j).candidates
    }
    if reads == "if":
        for i, j in sorted(cannot):
            yield {"X_i": i, "X_j": j, "also": f"{j} before {i}"}, False, (j, i) in cannot
        return
    listed = EXAMPLE.variables[::-1] if reads == "only if" else EXAMPLE.variables  # X1 before its candidates
    for i, j in combinations(listed, 2):
        yield {"X_i": i, "X_j": j}, True, (i, j) in cannot


def check_roots(of: str) -> Iterator[Triple]:
    """P_i is empty if X_i is a root node: of the model, or of every model of the space."""
    for model in EXAMPLE:
        for local in EXAMPLE.locals:
            root = (
                not model.parents(local.child)
                if of == "the model"
                else not any(m.parents(local.child) for m in EXAMPLE)
            )
            if root:
                yield {"model": model.name, "X_i": local.child, "P_i": local.candidates}, (), local.candidates


def check_configurations(last: str) -> Iterator[Triple]:
    """The index j of n(x_ik|π_ij) runs from 1 to the number of configurations of the parents."""
    states = {"X1": (1, 2), "X2": (1, 2, 3), "X3": (1, 2)}
    sample = Sample.symbolic(states)
    for model in EXAMPLE:
        parents = model.parents("X1")
        printed = (
            len(EXAMPLE.local("X1").candidates) if last == "q" else prod(len(states[x]) for x in parents)
        )
        yield {"model": model.name, "i": 1, "q_1": 2}, printed, len(sample.counts("X1", parents))


def check_sums(k: int) -> Iterator[Triple]:
    """n(π_ij) = Σ_{k=1}^{c_i} n(x_ik|π_ij), with letters for the counts of the cells."""
    sample = Sample.symbolic({"X1": (1, 2), "X2": (1, 2, 3), "X3": (1, 2)})
    for configuration, row in sample.counts("X1", ["X2", "X3"]).items():
        whole = Add(*(n for cell, n in sample.cells.items() if cell[1:] == configuration))
        yield {"configuration": configuration}, Add(*row[k - 1 :]), whole


def check_predictive(total: str) -> Iterator[Triple]:
    """The first case of a configuration is in state k with probability α_ijk/α_ij, α_ij = Σ_k α_ijk."""
    letters = symbols("a1:4", positive=True)

    def prior(child: str, parents: tuple[Any, ...], state: Any) -> Any:
        return letters[state - 1]

    whole = Add(*letters) if total == "sum" else 1
    for state in (1, 2, 3):
        sample = Sample.from_counts({"X": (1, 2, 3)}, {(state,): 1})
        yield {"k": state}, letters[state - 1] / whole, evidence(sample, Model(), prior=prior)


def check_posterior(inside: bool) -> Iterator[Triple]:
    """p(M|D) ∝ p(M) Π_i Π_j Π_k …: the posterior of M1 against M0, equal prior probabilities, by both formulas."""
    models = {"M0": Model(), "M1": Model(["X2 -> X1"])}
    for counts, alpha in (([[1, 0], [0, 0]], 2), ([[1, 0], [0, 1]], 1), ([[2, 1], [0, 1]], 3)):
        sample = Sample.two_way(counts)
        weight = {
            n: gammasimp(evidence_formula(sample, m, alpha=Rational(alpha), printed=inside))
            for n, m in models.items()
        }
        true = posterior(sample, models, alpha=alpha)["M1"]
        yield {"counts": counts, "alpha": alpha}, weight["M1"] / sum(weight.values()), true


def check_all_data(last: str) -> Iterator[Triple]:
    """With the product over j up to q_i the probabilities of all data sets of one case sum to 1."""
    states = {"X1": (1, 2), "X2": (1, 2)}
    q = {"X1": 1, "X2": 0}  # possible parents, the same number in every model: X2 may be a parent of X1
    for name, model in (("M0", Model()), ("M1", Model(["X2 -> X1"]))):
        total = Rational(0)
        for cell in product((1, 2), (1, 2)):
            sample = Sample.from_counts(states, {cell: 1})
            term = Rational(1)
            for child in states:
                parents = model.parents(child)
                rows = list(product(*(states[x] for x in parents)))[: q[child] if last == "q" else None]
                seen = next(iter(sample.counts(child, parents)))
                # a configuration without cases contributes 1, and so does one that the product leaves out
                term *= local_evidence(sample, child, parents) if seen in rows else 1
            total += term
        yield {"model": name, "n": 1, "q_1": 1, "q_2": 0}, total, 1
        yield {"model": name, "n": 2, "by": "the toolkit"}, 1, total_probability(states, model, 2)


#: Two samples of X1, X2, X3.
SAMPLES = ([(0, 0, 0), (1, 1, 1), (1, 1, 0)], [(0, 0, 1), (0, 1, 1), (1, 0, 0), (1, 1, 0), (1, 0, 0)])


def check_local(what: str) -> Iterator[Triple]:
    """p(M^i|D), the posterior mass of the models that have these parents of X_i, against the products over j and k."""
    ordered = ModelSpace.from_order(["X3", "X2", "X1"])
    models = {str(m): m for m in ordered}
    for cases in ([], *SAMPLES):
        sample = Sample.from_cases(["X1", "X2", "X3"], cases, dict.fromkeys(("X1", "X2", "X3"), (0, 1)))
        whole = posterior(sample, models)
        for local in ordered.locals:
            child = local.child
            product_ = {m: local_evidence(sample, child, m.parents(child)) for m in local}
            unit = sum(product_.values()) if what == "proportional" else 1
            for m in local:
                mass = sum(whole[n] for n, full in models.items() if full.parents(child) == m.parents(child))
                at = {"cases": len(cases), "X_i": child, "parents": m.parents(child)}
                yield at, product_[m] / unit, mass


def check_map_by_child(priors: tuple[str, ...]) -> Iterator[Triple]:
    """The most probable model of an ordered space is the sum of the most probable parent sets, child by child."""
    ordered = ModelSpace.from_order(["X3", "X2", "X1"])
    models = {str(m): m for m in ordered}
    for prior, cases in product(priors, SAMPLES):
        sample = Sample.from_cases(["X1", "X2", "X3"], cases)
        weight = dict.fromkeys(models, Rational(1))
        if prior == "dependent":  # the full model is fifty times as probable as any other
            weight |= {name: Rational(1, 50) for name, m in models.items() if len(m) != 3}
        if prior == "product":  # each arc costs a factor 1/3: a product over the children
            weight = {name: Rational(1, 3) ** len(m) for name, m in models.items()}
        total = sum(weight.values())
        found = posterior(sample, models, model_prior={n: w / total for n, w in weight.items()})
        parts = Model()
        for local in ordered.locals:
            share = {
                m: local_evidence(sample, local.child, m.parents(local.child))
                * (Rational(1, 3) ** len(m) if prior == "product" else 1)
                for m in local
            }
            parts |= max(share, key=lambda m: share[m])
        yield {"cases": cases, "prior": prior}, found[str(parts)], max(found.values())
