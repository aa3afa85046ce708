"""The rule of Example 3: which of two arcs, by comparisons of risks, in cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from sympy import Add, Symbol

from symdt.exact.domain import Domain
from symdt.exact.formula import Condition
from symdt.exact.polynomial import as_expr, to_number
from symdt.networks.losses.identities import RiskIdentities, risk_identities, risk_name
from symdt.problems.loss import LossTable
from symdt.problems.models.arc import Arc
from symdt.problems.models.model import Model


@dataclass(frozen=True)
class Case:
    """The signs of the comparisons R_0 − R_j, in the order of the arcs, and all optimal actions."""

    signs: tuple[int, ...]
    actions: tuple[str, ...]


@dataclass(frozen=True)
class ComparisonRule:
    """The Bayes actions for every pattern of signs of R_0 − R_j: 2^q cases, and 3^q with the ties."""

    loss: LossTable
    arcs: tuple[Arc, ...]
    generators: tuple[str, ...]
    cases: tuple[Case, ...]

    def __call__(self, risks: Mapping[str, Any]) -> tuple[str, ...]:
        """All optimal actions, from the risks of the generating actions alone."""
        null, *single = (to_number(as_expr(risks[g])) for g in self.generators)
        signs = tuple((null > r) - (null < r) for r in single)
        return next(c.actions for c in self.cases if c.signs == signs)

    def __str__(self) -> str:
        null, *single = map(risk_name, self.generators)
        relation = {-1: "<", 0: "=", 1: ">"}
        return "\n".join(
            ", ".join(f"{null} - {r} {relation[s]} 0" for r, s in zip(single, case.signs, strict=True))
            + f": {' or '.join(case.actions)}"
            for case in self.cases
        )


def comparison_rule(loss: LossTable) -> ComparisonRule:
    """The rule of Example 3 for any table with modular rows, derived from its identities.

    By the identities R_0 − R_T = Σ_{j∈T} (R_0 − R_j); under each pattern of signs an action is
    optimal iff no other has a larger R_0 − R_T, and that is decided with letters for the sizes.
    """
    identities = risk_identities(loss)
    comparisons = _comparisons(loss, identities)
    by_model = {m: a for a, m in zip(loss.actions, loss.models[1], strict=True)}
    generators = (by_model[Model()], *(by_model[Model([a])] for a in loss.arcs))
    sizes = [Symbol(f"e{j}", positive=True) for j in range(len(loss.arcs))]
    domain = Domain(symbols=sizes)
    cases = []
    for signs in product((-1, 0, 1), repeat=len(loss.arcs)):
        gain = {
            action: domain.field.element(Add(*(signs[j] * sizes[j] for j in members)))
            for action, members in comparisons.items()
        }
        optimal = tuple(
            a for a in gain if all(_is_nonnegative(gain[a] - other, domain) for other in gain.values())
        )
        cases.append(Case(signs, optimal))
    return ComparisonRule(loss, loss.arcs, generators, tuple(cases))


def _comparisons(loss: LossTable, identities: RiskIdentities) -> dict[str, tuple[int, ...]]:
    # which d_j = R_0 − R_j add up to R_0 − R_T; `between` refuses where the table lacks the identity
    null = next(a for a, m in zip(loss.actions, loss.models[1], strict=True) if not m)
    found = {}
    for action, model in zip(loss.actions, loss.models[1], strict=True):
        identities.between(null, action)
        found[action] = tuple(j for j, arc in enumerate(loss.arcs) if arc in model)
    return found


def _is_nonnegative(element: Any, domain: Domain) -> bool:
    answer = domain.implies(Condition(element.field, element.num, ">="))
    if (
        answer is None
    ):  # pragma: no cover - sums of signed letters are decided by their coefficients or samples
        raise AssertionError(f"the sign of {element} was not decided")
    return answer
