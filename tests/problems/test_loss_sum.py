"""Arc losses and their sum ⊕ (§4)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, Symbol, symbols

from symdt.errors import BudgetError, TableError
from symdt.exact.domain import Domain
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.loss_sum import UNIT, BlockTable, direct_sum, is_relabelling
from symdt.problems.models.model import Model
from symdt.problems.table import DecisionProblem
from symdt.solve.risk import risks

numbers = st.fractions(0, 9, max_denominator=6).map(lambda f: Rational(f.numerator, f.denominator))
entries = st.one_of(numbers, st.sampled_from(symbols("f g h k", nonnegative=True)))


@st.composite
def arc_tables(draw: Any, least: int = 1, most: int = 3) -> list[LossTable]:
    q = draw(st.integers(least, most))
    return [LossTable.arc(f"X{j}", "Y", false=draw(entries), missed=draw(entries)) for j in range(2, 2 + q)]


@settings(max_examples=40, deadline=None)
@given(arc_tables(3, 3))
def test_sum_is_associative_and_has_a_unit(tables: list[LossTable]) -> None:
    a, b, c = tables
    assert (a @ b) @ c == a @ (b @ c) == direct_sum(a, b, c)
    assert a @ UNIT == a == UNIT @ a
    assert direct_sum() == UNIT


@settings(max_examples=40, deadline=None)
@given(arc_tables(2, 3), st.randoms())
def test_sum_commutes_up_to_relabelling(tables: list[LossTable], chance: Any) -> None:
    shuffled = tables[:]
    chance.shuffle(shuffled)
    assert is_relabelling(direct_sum(*tables), direct_sum(*shuffled))


@settings(max_examples=40, deadline=None)
@given(arc_tables(1, 3))
def test_sum_is_the_separable_form(tables: list[LossTable]) -> None:
    """L(S, T) = Σ_{j∈T∖S} l0j + Σ_{j∈S∖T} lj0, computed without ⊕."""
    total = direct_sum(*tables)
    false = {t.arcs[0]: t.entries[0][1] for t in tables}
    missed = {t.arcs[0]: t.entries[1][0] for t in tables}
    for i, j in product(range(len(total.states)), repeat=2):
        S, T = total.models[0][i], total.models[1][j]
        expected = sum(false[a] for a in T - S) + sum(missed[a] for a in S - T)
        assert (total.entries[i][j] - expected).expand() == 0


@settings(max_examples=30, deadline=None)
@given(arc_tables(2, 2), st.lists(st.integers(0, 9), min_size=4, max_size=4).filter(any))
def test_risks_of_a_sum_add(tables: list[LossTable], weights: list[int]) -> None:
    a, b = tables
    whole = a @ b
    belief = Belief({s: Rational(w, sum(weights)) for s, w in zip(whole.states, weights, strict=True)})
    total = risks(DecisionProblem(whole, belief, Domain()))
    parts = []
    for table in tables:
        arc = table.arcs[0]
        inside = sum(p for s, p in belief.items() if arc in whole.meaning[s])
        marginal = Belief({table.states[0]: 1 - inside, table.states[1]: inside})
        parts.append(risks(DecisionProblem(table, marginal, Domain())))
    for action, T in zip(whole.actions, whole.models[1], strict=True):
        chosen = [r[t.actions[int(t.arcs[0] in T)]] for r, t in zip(parts, tables, strict=True)]
        assert (total[action] - sum(chosen)).expand() == 0


def test_example_3_as_printed() -> None:
    l03, l30, l02, l20 = symbols("l03 l30 l02 l20")
    L3 = LossTable.arc("X3", "X1", false=l03, missed=l30, names="paper")
    L2 = LossTable.arc("X2", "X1", false=l02, missed=l20, names="paper")
    printed = LossTable(
        ["M0", "M3", "M2", "M23"],
        ["a0", "a3", "a2", "a23"],
        [
            [0, l03, l02, l03 + l02],
            [l30, 0, l30 + l02, l02],
            [l20, l03 + l20, 0, l03],
            [l30 + l20, l20, l30, 0],
        ],
    )
    assert printed == L3 @ L2
    assert (
        LossTable(["M0", "M3"], ["a0", "a3"], [[0, l03], [l30, 0]])
        @ LossTable(["M0", "M2"], ["a0", "a2"], [[0, l02], [l20, 0]])
        == printed
    )


def test_the_block_table_adds_up_to_the_sum() -> None:
    L3 = LossTable.arc("X3", "X1", false=Symbol("l03"), missed=Symbol("l30"), names="paper")
    L2 = LossTable.arc("X2", "X1", false=Symbol("l02"), missed=Symbol("l20"), names="paper")
    table = BlockTable(L3, L2)
    total = table.total
    for r, row in enumerate(table.blocks):
        for c, (added, inner) in enumerate(row):
            for i, j in product(range(2), repeat=2):
                assert total.entries[2 * r + i][2 * c + j] == added + inner.entries[i][j]
    assert str(table).endswith(str(total))


def test_names_are_parent_sets_in_the_order_of_the_summands() -> None:
    L = direct_sum(*(LossTable.arc(p, "X1", false=1, missed=2) for p in ("X2", "X3")))
    assert L.states == L.actions == ("{}", "{X2}", "{X3}", "{X2,X3}")
    assert L["{X2,X3}", "{}"] == 4
    across = LossTable.arc("X2", "X1", false=1, missed=2) @ LossTable.arc("X3", "X2", false=3, missed=4)
    assert across.states[-1] == "X1←{X2} X2←{X3}"
    assert across.models[0][-1] == Model(["X2 -> X1", "X3 -> X2"])


@pytest.mark.parametrize(
    ("build", "error", "message"),
    [
        (
            lambda: LossTable.arc("A", "Y", false=1, missed=1) @ LossTable.arc("A", "Y", false=2, missed=2),
            TableError,
            "two summands of ⊕ speak of the arc A → Y",
        ),
        (
            lambda: LossTable.arc("A", "Y", false=-1, missed=1),
            TableError,
            "the loss of a false arc A → Y is '-1', which is negative: give 0 or more",
        ),
        (
            lambda: LossTable.arc("A", "Y", false=0, missed=Symbol("m", negative=True)),
            TableError,
            "the loss of a missed arc A → Y is 'm', which is negative",
        ),
        (
            lambda: LossTable.zero_one(["ill", "well"]) @ LossTable.arc("A", "Y", false=1, missed=1),
            TableError,
            "the state 'ill' names no model",
        ),
        (
            lambda: (
                LossTable.arc("A", "Y", false=1, missed=1)
                @ LossTable.arc("B", "Y", false=1, missed=1).negated()
            ),
            TableError,
            "⊕ joins a loss with a utility",
        ),
        (lambda: direct_sum([UNIT]), TableError, "give loss tables"),  # type: ignore[arg-type]
        (
            lambda: direct_sum(*(LossTable.arc(f"X{i}", "Y", false=1, missed=1) for i in range(1, 11))),
            BudgetError,
            "1048576 cells",
        ),
    ],
)
def test_bad_sums_are_one_clear_line(build: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        build()
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)
