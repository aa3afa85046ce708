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
>>> print(bayes_interval(arcs, pi))
[∅, {X7} → Y]

The proof for every q is an induction over the arcs whose steps are checked by machine.

>>> general_rule().is_proved
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from sympy import Add, Expr, Symbol

from symdt.errors import ExpressionError, ProbabilityError, TableError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Field, equal
from symdt.exact.formula import Condition
from symdt.exact.language.syntax import parse_statement
from symdt.exact.polynomial import as_expr, to_number
from symdt.exact.solver import Budget, is_valid
from symdt.networks.disintegration import ArcLoss, disintegrate
from symdt.networks.identities import RiskIdentities, risk_identities, risk_name
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.models.arc import Arc
from symdt.problems.models.model import Model


@dataclass(frozen=True)
class BooleanInterval:
    """All models between `lower` and `upper`; empty unless lower ⊆ upper."""

    lower: Model
    upper: Model

    def __contains__(self, model: object) -> bool:
        return isinstance(model, Model) and self.lower <= model <= self.upper

    def __len__(self) -> int:
        return 1 << len(self.upper - self.lower) if self.lower <= self.upper else 0

    def __iter__(self) -> Iterator[Model]:
        free = list(self.upper - self.lower)
        for mask in range(len(self)):
            yield self.lower | Model(a for i, a in enumerate(free) if mask >> i & 1)

    def __str__(self) -> str:
        return str(self.lower) if self.lower == self.upper else f"[{self.lower}, {self.upper}]"


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


def bayes_interval(arcs: Iterable[ArcLoss], inclusion: Mapping[Arc, Any]) -> BooleanInterval:
    """All Bayes actions at given losses and inclusion probabilities, q comparisons and no table."""
    lower, upper = [], []
    for a in arcs:
        if a.arc not in inclusion:
            raise ProbabilityError(
                f"no inclusion probability is given for the arc {a.arc}: give one for each arc"
            )
        values = (as_expr(inclusion[a.arc]), a.false, a.missed)
        if any(v.free_symbols for v in values):
            raise ExpressionError(
                f"the arc {a.arc} has letters in its losses or its probability: give numbers"
            )
        chance, false, missed = map(to_number, values)
        if not 0 <= chance <= 1:
            raise ProbabilityError(
                f"the inclusion probability of {a.arc} is {chance}: give a number between 0 and 1"
            )
        gain = missed * chance - false * (1 - chance)
        if gain > 0:
            lower.append(a.arc)
        if gain >= 0:
            upper.append(a.arc)
    return BooleanInterval(Model(lower), Model(upper))


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


@dataclass(frozen=True)
class Step:
    """One step of an argument: what it says, its formula in the language of `prove`, and the verdict."""

    text: str
    formula: str
    verdict: bool | None

    def __str__(self) -> str:
        mark = {True: "proved", False: "refuted", None: "undecided"}[self.verdict]
        return f"[{mark}] {self.text}\n         {self.formula}"


@dataclass(frozen=True)
class GeneralRule:
    """The rule for every q: its statement and the steps of the induction over the arcs."""

    statement: str
    steps: tuple[Step, ...]

    @property
    def is_proved(self) -> bool:
        """Whether every step was proved."""
        return all(step.verdict is True for step in self.steps)

    def __str__(self) -> str:
        return "\n".join([self.statement, *map(str, self.steps)])


#: The induction over the arcs. Letters: f and m the losses of a false and a missed arc j, π its
#: inclusion probability (v = π, u = 1 − π); A1, A0 the risk of all other arcs under T over the states with and without j;
#: r the risk of a choice among the arcs before j, a the least such risk; d = R_0 − R_j.
_STEPS: Sequence[tuple[str, str]] = (
    (
        "the loss of arc j is t(1−s)f + (1−t)sm for s, t in {0, 1}: 0, f, m, 0",
        "s*(s - 1) == 0 and t*(t - 1) == 0 and x == t*(1 - s)*f + (1 - t)*s*m implies "
        "(s == t implies x == 0) and (s < t implies x == f) and (s > t implies x == m)",
    ),
    (
        "it is linear in s, so its expectation puts π for s: f(1−π) if j is chosen, mπ if not",
        "u + v == 1 implies u*(t*f) + v*((1 - t)*m) == t*(1 - v)*f + (1 - t)*v*m",
    ),
    (
        "the states with j, of probability v, and those without contribute A1, A0 for the other arcs under T: "
        "R_T − R_{T∪j} = mv − f(1−v), the same for every T, so that it is R_0 − R_j",
        "u + v == 1 and x == (A1 + m*v) + A0 and y == A1 + (A0 + f*u) implies x - y == m*v - f*(1 - v)",
    ),
    (
        "one arc more: the least risk falls by max(d, 0), exactly where the earlier choice was optimal "
        "and j is in if d > 0, out if d < 0, either if d = 0",
        "r >= a implies (r >= a - max(d, 0) and r - d >= a - max(d, 0) "
        "and (r == a - max(d, 0) iff (r == a and d <= 0)) and (r - d == a - max(d, 0) iff (r == a and d >= 0)))",
    ),
    (
        "with f + m > 0, R_0 − R_j = (f + m)(π − τ), τ = f/(f + m): j is in iff π > τ",
        "f + m > 0 and t*(f + m) == f implies (m*v - f*(1 - v) == (f + m)*(v - t) "
        "and (m*v - f*(1 - v) > 0 iff v > t) and (m*v - f*(1 - v) == 0 iff v == t))",
    ),
    (
        "so the Bayes risk is Σ_j min(mπ, f(1−π))",
        "m*v - max(m*v - f*(1 - v), 0) == min(m*v, f*(1 - v))",
    ),
)


def general_rule(seconds: float = 30.0) -> GeneralRule:
    """The rule for any number of arcs, proved by induction; each step is a formula that the solver proves."""
    budget = Budget(seconds)
    steps = tuple(
        Step(text, formula, is_valid(parse_statement(formula), budget=budget)) for text, formula in _STEPS
    )
    return GeneralRule(
        "For a disintegrable loss and any q: T is a Bayes action iff {j: R_0 − R_j > 0} ⊆ T ⊆ {j: R_0 − R_j ≥ 0}.",
        steps,
    )


def is_separable_risk(loss: LossTable, belief: Belief) -> bool:
    """Whether the risks computed from the whole table are those of the separable form, exactly."""
    answer = disintegrate(loss)
    inclusion = inclusion_probabilities(loss, belief)
    for action, model in zip(loss.actions, loss.models[1], strict=True):
        whole = Add(*(belief[s] * e for s, e in loss.column(action).items()))
        if not equal(whole, separable_risk(model, answer.arcs, inclusion)):
            return False
    return True
