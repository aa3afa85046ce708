"""What generates the identities of a loss table: columns reduced, and the relations that the arcs predict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from symdt.errors import TableError, quote
from symdt.exact.field import Element, Field
from symdt.exact.linear import column_relations
from symdt.problems.loss import LossTable
from symdt.problems.models.arc import Arc
from symdt.problems.models.model import Model


@dataclass(frozen=True)
class ColumnSpace:
    """Columns, generating ones first, and for each the combination of generating ones that §4 predicts.

    What is left after subtracting the prediction is zero for a disintegrable loss and sparse for
    one that is nearly so; relations among the remainders are much smaller than among the columns.
    """

    columns: Sequence[Sequence[Element]]
    predictions: Sequence[Mapping[int, int]]
    ring: Field

    def relations(
        self, first: Sequence[Sequence[Element]]
    ) -> tuple[list[int], dict[int, dict[int, Element]]]:
        """Pivots and relations of the columns, with further columns `first` put before them."""
        shift, ring = len(first), self.ring
        remainders: list[Sequence[Element]] = list(first)
        weights: list[dict[int, int]] = [{} for _ in first]
        for column, prediction in zip(self.columns, self.predictions, strict=True):
            terms = [(self.columns[g], ring.number(w)) for g, w in prediction.items()]
            remainders.append(
                [e - sum((c[i] * w for c, w in terms), ring.number(0)) for i, e in enumerate(column)]
            )
            weights.append({shift + g: w for g, w in prediction.items()})
        pivots, found = column_relations(remainders, ring)
        relations: dict[int, dict[int, Element]] = {}
        for c in sorted(found):  # generating columns come first, so their relations are known when needed
            total: dict[int, Element] = {}
            _add(total, {g: ring.number(w) for g, w in weights[c].items()}, ring.number(1), relations)
            for p, x in found[c].items():
                _add(total, {p: ring.number(1)}, x, relations)
                _add(total, {g: ring.number(-w) for g, w in weights[p].items()}, x, relations)
            relations[c] = {p: total[p] for p in pivots if p in total and not total[p].is_zero}
        return pivots, relations


def _add(
    total: dict[int, Element],
    terms: Mapping[int, Element],
    factor: Element,
    known: Mapping[int, Mapping[int, Element]],
) -> None:
    for column, weight in terms.items():
        for pivot, x in known.get(column, {column: factor.field.number(1)}).items():
            part = factor * weight * x
            total[pivot] = total[pivot] + part if pivot in total else part


def predicted(loss: LossTable, order: Sequence[int]) -> list[Mapping[int, int]]:
    """R_S = Σ_{j∈S} R_j − (|S| − 1) R_0 as weights of positions in `order`; nothing for other tables."""
    try:
        generator = generators(loss)
    except TableError:
        return [{} for _ in order]
    at = {loss.actions[j]: i for i, j in enumerate(order)}
    found: list[Mapping[int, int]] = []
    for j in order:
        model = loss.models[1][j]
        weights = {at[generator[arc]]: 1 for arc in model} | {at[generator[None]]: 1 - len(model)}
        found.append(weights if len(model) > 1 else {})
    return found


def generators(loss: LossTable) -> dict[Arc | None, str]:
    """The generating actions: of the null model (under None) and of each arc alone."""
    by_model = {m: a for a, m in zip(loss.actions, loss.models[1], strict=True)}
    found: dict[Arc | None, str] = {}
    for arc in (None, *loss.arcs):
        model = Model() if arc is None else Model([arc])
        if model not in by_model:
            raise TableError(
                f"the table has no action for {quote(model)}: give every generating model an action"
            )
        found[arc] = by_model[model]
    return found


def generating_order(loss: LossTable) -> list[int]:
    """The places of the actions, generating ones first, so that the others are expressed by them."""
    try:
        sizes = [len(m) for m in loss.models[1]]
    except TableError:
        return list(range(len(loss.actions)))
    return sorted(range(len(loss.actions)), key=lambda j: sizes[j])
