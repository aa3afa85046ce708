"""The rule of a disintegrable loss: one comparison for each arc (Example 3, and any number q of arcs).

A disintegrable loss is separable, L(S, T) = Σ_{j∈T∖S} l0j + Σ_{j∈S∖T} lj0, so its risk depends on
the posterior only through the inclusion probabilities πj = P(arc j | D):

    R_T = Σ_{j∉T} lj0 πj + Σ_{j∈T} l0j (1 − πj),    R_0 − R_j = lj0 πj − l0j (1 − πj).

Arc j enters iff R_0 − R_j > 0, that is iff πj > τj = l0j/(l0j + lj0); where it is 0 both are
optimal. All Bayes actions form the Boolean interval [{π > τ}, {π ≥ τ}].

>>> from sympy import Rational, symbols
>>> l03, l30, l02, l20 = symbols("l03 l30 l02 l20", positive=True)
>>> loss = (LossTable.arc("X3", "X1", false=l03, missed=l30, names="paper")
...         @ LossTable.arc("X2", "X1", false=l02, missed=l20, names="paper"))
>>> from symdt.networks.rules.comparison_rule import comparison_rule
>>> print(comparison_rule(loss))
R_0 - R_3 < 0, R_0 - R_2 < 0: a0
R_0 - R_3 < 0, R_0 - R_2 = 0: a0 or a2
R_0 - R_3 < 0, R_0 - R_2 > 0: a2
R_0 - R_3 = 0, R_0 - R_2 < 0: a0 or a3
R_0 - R_3 = 0, R_0 - R_2 = 0: a0 or a3 or a2 or a23
R_0 - R_3 = 0, R_0 - R_2 > 0: a2 or a23
R_0 - R_3 > 0, R_0 - R_2 < 0: a3
R_0 - R_3 > 0, R_0 - R_2 = 0: a3 or a23
R_0 - R_3 > 0, R_0 - R_2 > 0: a23

No table is needed for the answer, however many arcs there are:

>>> arcs = [ArcLoss(Arc(f"X{j}", "Y"), Rational(1), Rational(3)) for j in range(1, 101)]
>>> pi = {a.arc: Rational(1, 4) if a.arc.parent == "X7" else Rational(1, 5) for a in arcs}
>>> from symdt.networks.rules.parent_interval import bayes_interval
>>> print(bayes_interval(arcs, pi))
[∅, {X7} → Y]

The proof for every q is an induction over the arcs whose steps are checked by machine.

>>> from symdt.networks.rules.general_rule import general_rule
>>> general_rule().is_proved
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sympy import Add, Expr

from symdt.errors import TableError, quote
from symdt.exact.field import Field
from symdt.exact.polynomial import as_expr
from symdt.networks.losses.arc_grid import ArcLoss
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.models.arc import Arc
from symdt.problems.models.model import Model


def inclusion_probabilities(loss: LossTable, belief: Belief) -> dict[Arc, Expr]:
    """πj = P(arc j | D): the posterior mass of the models that have the arc."""
    field = Field.of(belief.symbols)
    models = dict(zip(loss.states, loss.models[0], strict=True))
    if set(models) != set(belief):
        odd = sorted(map(str, set(models) ^ set(belief)))[0]
        raise TableError(
            f"the belief and the loss table disagree about state {quote(odd)}: name the same states"
        )
    totals = dict.fromkeys(loss.arcs, field.number(0))
    for state, chance in belief.elements(field).items():
        for arc in models[str(state)].arcs:
            totals[arc] = totals[arc] + chance
    return {arc: total.to_expr() for arc, total in totals.items()}


def separable_risk(T: Model, arcs: Iterable[ArcLoss], inclusion: Mapping[Arc, Any]) -> Expr:
    """R_T = Σ_{j∉T} lj0 πj + Σ_{j∈T} l0j (1 − πj)."""
    terms = [
        a.false * (1 - as_expr(inclusion[a.arc])) if a.arc in T else a.missed * as_expr(inclusion[a.arc])
        for a in arcs
    ]
    total = Add(*terms)
    return Field.of(total.free_symbols).element(total).to_expr()


def threshold(loss: ArcLoss) -> Expr:
    """τj = l0j/(l0j + lj0), the probability above which the arc enters; defined where l0j + lj0 > 0."""
    total = loss.false + loss.missed
    field = Field.of(total.free_symbols)
    if field.element(total).is_zero:
        raise TableError(
            f"both losses of the arc {loss.arc} are 0: no threshold exists, every choice is as good"
        )
    return (field.element(loss.false) / field.element(total)).to_expr()
