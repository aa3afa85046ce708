"""Identities among risks: the linear relations that hold for every posterior (§4, Eqs 4–7).

Risks are linear in the posterior, so Σ_a c_a R_a = 0 for every posterior iff Σ_a c_a L(S, a) = 0
in every row S: the identities are the null space of the table's columns over Q(letters).

>>> from sympy import symbols
>>> l03, l30, l02, l20 = symbols("l03 l30 l02 l20")
>>> loss = (LossTable.arc("X3", "X1", false=l03, missed=l30, names="paper")
...         @ LossTable.arc("X2", "X1", false=l02, missed=l20, names="paper"))
>>> identities = risk_identities(loss)
>>> print(identities)
R_0 - R_23 = (R_0 - R_3) + (R_0 - R_2)
>>> len(identities), identities.rank, identities.affine_rank
(1, 3, 2)

For a disintegrable loss, or any whose rows are modular, all comparisons come from the
generating ones R_0 − R_j. These are the paper's equations (4) to (7):

>>> for S, T in (("a2", "a23"), ("a3", "a23"), ("a0", "a23"), ("a3", "a2")):
...     print(identities.between(S, T))
R_2 - R_23 = (R_0 - R_3)
R_3 - R_23 = (R_0 - R_2)
R_0 - R_23 = (R_0 - R_3) + (R_0 - R_2)
R_3 - R_2 = (R_0 - R_2) - (R_0 - R_3)

The first three are one and the same identity; the fourth is true of any four numbers.

>>> [i.is_trivial for i in (identities.between("a3", "a2"), identities.between("a0", "a23"))]
[True, False]

Any table has its identities. With `affine=True` constants count too: under 0-1 loss the risks
of g + 1 models sum to g.

>>> print(risk_identities(LossTable.zero_one(["M0", "M1", "M2"]), affine=True))
R_2 = 2 - R_0 - R_1
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import overload

from sympy import Add, Eq, Expr, Integer, Mul, Symbol
from sympy.logic.boolalg import Boolean

from symdt.display import Displayed
from symdt.errors import TableError, quote
from symdt.exact.field import Element, Field
from symdt.networks.losses.generating import ColumnSpace, generating_order, generators, predicted
from symdt.problems.loss import LossTable


def risk_name(action: str) -> str:
    """How the risk of an action is written: R_23 for a23, R_{X2,X3} for {X2,X3}, else R(action)."""
    if match := re.fullmatch(r"a_?(\d+|\{.*\})", action):
        return f"R_{match.group(1)}"
    return f"R_{action}" if re.fullmatch(r"\{.*\}", action) else f"R({action})"


@dataclass(frozen=True)
class Identity(Displayed):
    """Σ_a coefficients[a] · R_a = constant, for every posterior; `text` is how one writes it.

    >>> from symdt import LossTable
    >>> two = LossTable.arc("X3", "X1", false=2, missed=5) @ LossTable.arc("X2", "X1", false=1, missed=1)
    >>> print(risk_identities(two)[0])
    R_{} - R_{X3,X2} = (R_{} - R_{X3}) + (R_{} - R_{X2})
    """

    loss: LossTable
    coefficients: Mapping[str, Expr] = field(hash=False)
    constant: Expr
    text: str

    @property
    def is_trivial(self) -> bool:
        """Whether it holds of any numbers R_a: all coefficients cancel."""
        return not self.coefficients

    @cached_property
    def holds(self) -> bool:
        """Whether Σ_a c_a L(S, a) equals the constant in every row S, decided in Q(letters)."""
        ring = self._field
        weights = [(self.loss.actions.index(a), ring.element(c)) for a, c in self.coefficients.items()]
        constant = ring.element(self.constant)
        return all(
            sum((c * row[j] for j, c in weights), ring.number(0)) == constant for row in self.loss.elements
        )

    def statement(self) -> Boolean:
        """The identity under a posterior with a letter for each state but the first: `prove` confirms it."""
        letters = self._posterior_letters
        posterior = [1 - Add(*letters), *letters]
        total = Add(
            *(
                c * Add(*(p * e for p, e in zip(posterior, self.loss.column(a).values(), strict=True)))
                for a, c in self.coefficients.items()
            )
        )
        return Eq(total, self.constant, evaluate=False)

    def expanded(self) -> Expr:
        """Σ_a c_a R_a − constant under a symbolic posterior on the simplex, expanded: 0 if it holds."""
        statement = self.statement()
        ring = Field.of([*self._field.symbols, *self._posterior_letters])
        return (ring.element(statement.lhs) - ring.element(statement.rhs)).to_expr()

    @property
    def _posterior_letters(self) -> list[Symbol]:
        names = {s.name for s in self._field.symbols}
        stem = next(c for c in ("p", "w", "posterior_") if not any(n.startswith(c) for n in names))
        return [Symbol(f"{stem}{i}") for i in range(1, len(self.loss.states))]

    @cached_property
    def _field(self) -> Field:
        return Field.of(self.loss.symbols.union(*(c.free_symbols for c in self.coefficients.values())))

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class RiskIdentities(Sequence[Identity], Displayed):
    """A basis of the identities among the risks of a table, with its ranks.

    `independent` are actions whose risks obey no identity and determine all others. `rank` is the
    rank of the columns, `affine_rank` the dimension of the affine space they span; both for
    general values of the letters (special values may lower them).

    >>> from symdt import LossTable
    >>> two = LossTable.arc("X3", "X1", false=2, missed=5) @ LossTable.arc("X2", "X1", false=1, missed=1)
    >>> len(risk_identities(two))
    1
    """

    loss: LossTable
    basis: tuple[Identity, ...]
    independent: tuple[str, ...]
    rank: int
    affine_rank: int

    def __len__(self) -> int:
        return len(self.basis)

    @overload
    def __getitem__(self, index: int) -> Identity: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Identity, ...]: ...
    def __getitem__(self, index: int | slice) -> Identity | tuple[Identity, ...]:
        return self.basis[index]

    def __iter__(self) -> Iterator[Identity]:
        return iter(self.basis)

    def between(self, S: str, T: str) -> Identity:
        """R_S − R_T as a signed sum of the generating comparisons R_0 − R_j; an error if the table lacks it."""
        models = dict(zip(self.loss.actions, self.loss.models[1], strict=True))
        for action in (S, T):
            self.loss.column(action)
        generator = generators(self.loss)
        plus = [a for a in self.loss.arcs if a in models[T] and a not in models[S]]
        minus = [a for a in self.loss.arcs if a in models[S] and a not in models[T]]
        null = generator[None]
        weights: dict[str, int] = {}
        for action, c in ((S, 1), (T, -1), (null, len(minus) - len(plus))):
            weights[action] = weights.get(action, 0) + c
        for arcs, c in ((plus, 1), (minus, -1)):
            for arc in arcs:
                weights[generator[arc]] = weights.get(generator[arc], 0) + c
        right = " + ".join(_comparison(null, generator[a]) for a in plus)
        right += "".join(f" - {_comparison(null, generator[a])}" for a in minus)
        text = f"{risk_name(S)} - {risk_name(T)} = {right.lstrip() or '0'}"
        identity = Identity(self.loss, {a: Integer(c) for a, c in weights.items() if c}, Integer(0), text)
        if not identity.holds:
            raise TableError(
                f"{quote(text)} does not hold for every posterior: a row of the table is not modular"
            )
        return identity

    def __str__(self) -> str:
        return "\n".join(map(str, self.basis)) or "no linear identity holds among the risks"


def risk_identities(loss: LossTable, *, affine: bool = False) -> RiskIdentities:
    """A basis of all linear identities among the risks of a table, for every posterior.

    With `affine=True` also those with a constant, Σ c_a R_a = d.

    >>> loss = LossTable.arc("X2", "X1", false=1, missed=2) @ LossTable.arc("X3", "X1", false=1, missed=3)
    >>> for identity in risk_identities(loss):
    ...     print(identity)
    R_{} - R_{X2,X3} = (R_{} - R_{X2}) + (R_{} - R_{X3})
    """
    columns = list(zip(*loss.elements, strict=True))
    ring = Field.of(loss.symbols)
    order = generating_order(loss)
    ones = [ring.number(1)] * len(loss.states)
    found = ColumnSpace([columns[j] for j in order], predicted(loss, order), ring)
    pivots, relations = found.relations([ones] if affine else [])
    names: list[str | None] = [*([None] if affine else []), *(loss.actions[j] for j in order)]
    basis = tuple(_identity(loss, names, c, relations[c]) for c in sorted(relations))
    independent = tuple(n for n in (names[c] for c in pivots) if n is not None)
    rank = len(found.relations([])[0]) if affine else len(pivots)
    with_ones = ColumnSpace([[*columns[j], ring.number(1)] for j in order], predicted(loss, order), ring)
    return RiskIdentities(loss, basis, independent, rank, len(with_ones.relations([])[0]) - 1)


def _identity(
    loss: LossTable, names: Sequence[str | None], c: int, relation: Mapping[int, Element]
) -> Identity:
    action = names[c]
    assert action is not None  # the constant column is always a pivot
    terms = {names[p]: x.to_expr() for p, x in relation.items()}
    coefficients = {action: Integer(1)} | {a: -x for a, x in terms.items() if a is not None}
    constant = terms.get(None, Integer(0))
    text = _paper_form(loss, action, terms) or f"{risk_name(action)} = {_combination(terms)}"
    return Identity(loss, coefficients, constant, text)


def _paper_form(loss: LossTable, action: str, terms: Mapping[str | None, Expr]) -> str | None:
    """`R_0 - R_S = Σ (R_0 - R_j)` where the combination is R_S = Σ_{j∈S} R_j − (|S|−1) R_0."""
    try:
        generator = generators(loss)
    except TableError:
        return None
    model = dict(zip(loss.actions, loss.models[1], strict=True))[action]
    if len(model) < 2:
        return None
    arcs = [a for a in loss.arcs if a in model]
    expected = {generator[a]: 1 for a in arcs} | {generator[None]: 1 - len(arcs)}
    if {a: x for a, x in terms.items() if x != 0} != expected:
        return None
    right = " + ".join(_comparison(generator[None], generator[a]) for a in arcs)
    return f"{risk_name(generator[None])} - {risk_name(action)} = {right}"


def _comparison(null: str, action: str) -> str:
    return f"({risk_name(null)} - {risk_name(action)})"


def _combination(terms: Mapping[str | None, Expr]) -> str:
    letters = {a: Symbol(risk_name(a)) for a in terms if a is not None}
    parts: list[str] = []
    for action, x in terms.items():
        term = x if action is None else Mul(x, letters[action], evaluate=True)
        text = str(term)
        if parts:
            parts.append(f" - {text[1:]}" if text.startswith("-") else f" + {text}")
        else:
            parts.append(text)
    return "".join(parts) or "0"
