"""Linear identities among risks (§4, Eqs 4–7)."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from sympy import Integer, Matrix, Rational, cancel, symbols
from sympy.polys.matrices import DomainMatrix

from symdt.errors import BudgetError, TableError
from symdt.exact.domain import Domain
from symdt.exact.proof import prove
from symdt.exact.verdict import Proved, Refuted
from symdt.networks.losses.identities import RiskIdentities, risk_identities
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.loss_sum import direct_sum
from symdt.problems.models.model import Model
from symdt.problems.table import DecisionProblem
from symdt.solve.risk import risks


def disintegrable(q: int) -> LossTable:
    return direct_sum(
        *(
            LossTable.arc(f"X{j}", "Y", false=symbols(f"l0{j}"), missed=symbols(f"l{j}0"), names="paper")
            for j in range(1, q + 1)
        )
    )


def random_belief(loss: LossTable, weights: list[int]) -> Belief:
    return Belief({s: Rational(w, sum(weights)) for s, w in zip(loss.states, weights, strict=True)})


def holds_at(identities: RiskIdentities, belief: Belief) -> bool:
    """Exactly, from the risks of the whole decision problem."""
    found = risks(DecisionProblem(identities.loss, belief, Domain()))
    return all(
        (sum(c * found[a] for a, c in i.coefficients.items()) - i.constant).expand() == 0 for i in identities
    )


@pytest.mark.parametrize("q", [1, 2, 3, 4])
def test_ranks_and_number_of_identities(q: int) -> None:
    identities = risk_identities(disintegrable(q))
    assert identities.rank == q + 1
    assert identities.affine_rank == q
    assert len(identities) == 2**q - q - 1
    assert len(identities.independent) == q + 1
    assert all(i.holds and i.expanded() == 0 for i in identities)
    if q < 4:
        assert all(prove(i.statement()) for i in identities)


def test_the_ranks_need_their_hypotheses() -> None:
    """Rank q + 1 needs one arc with both losses positive, affine rank q all sums positive."""
    one_sided = direct_sum(*(LossTable.arc(f"X{j}", "Y", false=j, missed=0) for j in (1, 2)))
    assert (risk_identities(one_sided).rank, risk_identities(one_sided).affine_rank) == (2, 2)
    free = direct_sum(
        LossTable.arc("X1", "Y", false=0, missed=0), LossTable.arc("X2", "Y", false=1, missed=1)
    )
    assert (risk_identities(free).rank, risk_identities(free).affine_rank) == (2, 1)


def test_equations_4_to_7() -> None:
    l03, l30, l02, l20 = symbols("l03 l30 l02 l20")
    loss = LossTable.arc("X3", "X1", false=l03, missed=l30, names="paper") @ LossTable.arc(
        "X2", "X1", false=l02, missed=l20, names="paper"
    )
    identities = risk_identities(loss)
    assert str(identities) == "R_0 - R_23 = (R_0 - R_3) + (R_0 - R_2)"
    four, five, six, seven = (
        identities.between(*pair) for pair in (("a2", "a23"), ("a3", "a23"), ("a0", "a23"), ("a3", "a2"))
    )
    # (4), (5) and (6) say the same; (7) says nothing
    for identity in (five, six):
        ratio = {identity.coefficients[a] / c for a, c in four.coefficients.items()}
        assert len(ratio) == 1
        assert set(identity.coefficients) == set(four.coefficients)
    assert seven.is_trivial
    for identity in (four, five, six, seven, *identities):
        assert prove(identity.statement()) == Proved()


@pytest.mark.parametrize("q", [1, 2, 3])
def test_any_pair_is_a_signed_sum_of_generating_comparisons(q: int) -> None:
    loss = disintegrable(q)
    identities = risk_identities(loss)
    models = dict(zip(loss.actions, loss.models[1], strict=True))
    weights = [(7 * i * i + 3) % 11 + 1 for i in range(2**q)]
    found = risks(DecisionProblem(loss, random_belief(loss, weights), Domain()))
    for S, T in product(loss.actions, repeat=2):
        identity = identities.between(S, T)
        assert identity.holds
        gain = {a: found["a0"] - found[f"a{a.parent[1:]}"] for a in loss.arcs}
        right = sum(gain[a] for a in models[T] - models[S]) - sum(gain[a] for a in models[S] - models[T])
        assert (found[S] - found[T] - right).expand() == 0


def test_the_risk_of_a_set_from_its_members() -> None:
    """R_S = Σ_{j∈S} R_j − (|S| − 1) R_0."""
    identities = risk_identities(disintegrable(4))
    by_size = {sum(c == -1 for a, c in i.coefficients.items() if a != "a0"): i for i in identities}
    assert set(by_size) == {2, 3, 4}
    for size, identity in by_size.items():
        assert identity.coefficients["a0"] == size - 1


def rank(matrix: Matrix) -> int:
    """SymPy's rank over the rational functions: another road."""
    return int(DomainMatrix.from_Matrix(matrix).to_field().rank())


tables = st.integers(2, 4).flatmap(
    lambda n: st.lists(
        st.lists(
            st.one_of(st.integers(-3, 3).map(Integer), st.sampled_from(symbols("h k"))),
            min_size=n,
            max_size=n,
        ),
        min_size=2,
        max_size=4,
    )
)


@settings(max_examples=80, deadline=None)
@given(tables, st.booleans(), st.data())
def test_identities_of_any_table(rows: list[list[Any]], affine: bool, data: Any) -> None:
    """As many as the rank says, and each true at random posteriors."""
    n = len(rows[0])
    loss = LossTable([f"s{i}" for i in range(len(rows))], [f"t{j}" for j in range(n)], rows)
    identities = risk_identities(loss, affine=affine)
    matrix = Matrix(rows)
    ones = Matrix([[1]] * len(rows))
    assert identities.rank == rank(matrix)
    assert identities.affine_rank == rank(matrix.col_join(Matrix([[1] * n]))) - 1
    expected = n - rank(matrix)
    if affine:
        expected = n + 1 - rank(matrix.row_join(ones))
    assert len(identities) == expected
    weights = data.draw(st.lists(st.integers(0, 9), min_size=len(rows), max_size=len(rows)).filter(any))
    assert all(i.holds and i.expanded() == 0 for i in identities)
    found = {
        a: sum(Rational(w, sum(weights)) * e for w, e in zip(weights, loss.column(a).values(), strict=True))
        for a in loss.actions
    }
    for i in identities:
        assert cancel(sum(c * found[a] for a, c in i.coefficients.items()) - i.constant) == 0
        # independent: each identity speaks of an action that no other one of the basis does
        own = set(i.coefficients) - set(identities.independent)
        assert len(own) == 1


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 20), min_size=8, max_size=8).filter(any))
def test_they_hold_at_random_posteriors(weights: list[int]) -> None:
    loss = disintegrable(3)
    assert holds_at(risk_identities(loss), random_belief(loss, weights))


def test_coefficients_may_depend_on_letters() -> None:
    h, k = symbols("h k", positive=True)
    loss = LossTable(["s", "t"], ["a", "b", "c"], [[h, k, 1], [k, h, 1]])
    identities = risk_identities(loss)
    assert str(identities) == "R(c) = R(a)/(h + k) + R(b)/(h + k)"
    assert prove(identities[0].statement()) == Proved()


def test_zero_one_loss_has_only_the_sum() -> None:
    loss = LossTable.zero_one([f"M{i}" for i in range(4)])
    assert len(risk_identities(loss)) == 0
    affine = risk_identities(loss, affine=True)
    assert len(affine) == 1
    assert affine[0].constant == 3
    assert str(risk_identities(loss)) == "no linear identity holds among the risks"


def test_an_identity_that_a_table_lacks_is_refused_and_refuted() -> None:
    h, k = symbols("h k")
    rows = [[0, 2 * k, 3 * k, 5 * k], [h, 0, 5 * k, 2 * k], [h, 5 * k, 0, 3 * k], [2 * h, h, h, 0]]
    loss = LossTable(["M0", "M3", "M2", "M23"], ["a0", "a3", "a2", "a23"], rows)
    identities = risk_identities(loss)
    assert identities.rank == 4
    with pytest.raises(TableError, match="does not hold for every posterior"):
        identities.between("a0", "a23")
    good = risk_identities(disintegrable(2)).between("a0", "a12")
    from dataclasses import replace

    renamed = dict(zip(("a0", "a1", "a2", "a12"), loss.actions, strict=True))
    wrong = replace(good, loss=loss, coefficients={renamed[a]: c for a, c in good.coefficients.items()})
    assert not wrong.holds
    assert isinstance(prove(wrong.statement()), Refuted)


def test_parent_sets_name_risks_too() -> None:
    loss = direct_sum(*(LossTable.arc(p, "Y", false=1, missed=2) for p in ("A", "B")))
    assert str(risk_identities(loss)[0]) == "R_{} - R_{A,B} = (R_{} - R_{A}) + (R_{} - R_{B})"


def test_every_subset_is_covered_once() -> None:
    loss = disintegrable(4)
    models = dict(zip(loss.actions, loss.models[1], strict=True))
    solved = [models[next(a for a in i.coefficients if len(models[a]) > 1)] for i in risk_identities(loss)]
    every = [Model(some) for n in (2, 3, 4) for some in combinations(loss.arcs, n)]
    assert sorted(map(str, solved)) == sorted(map(str, every))


def test_relations_with_letters_are_found_or_refused_within_a_budget() -> None:
    h, k = symbols("h k", positive=True)
    loss = disintegrable(3)
    rows = [list(row) for row in loss.entries]
    rows[2][4] += h  # two changes in one row: one more dimension, and a relation with the ratio h/k
    rows[2][6] += k
    changed = LossTable(loss.states, loss.actions, rows, meaning=loss.meaning)
    identities = risk_identities(changed)
    assert identities.rank == 5
    assert len(identities) == 3
    assert any("/" in str(c) for i in identities for c in i.coefficients.values())
    assert all(i.holds for i in identities)


@settings(max_examples=12, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15), st.integers(0, 7)), min_size=1, max_size=6))
def test_tables_that_are_nearly_disintegrable(changes: list[tuple[int, int, int]]) -> None:
    """Some cells off by a letter: every identity holds, and their number is what SymPy's rank says."""
    loss = disintegrable(4)
    letters = sorted(loss.symbols, key=str)
    rows = [list(row) for row in loss.entries]
    for i, j, letter in changes:
        rows[i][j] += letters[letter]
    changed = LossTable(loss.states, loss.actions, rows, meaning=loss.meaning)
    try:
        identities = risk_identities(changed)
    except BudgetError:  # honest where the coefficients are too large to write down
        reject()
    assert all(i.holds for i in identities)
    assert len(identities) + identities.rank == 16
    at = {s: n * n + 3 for n, s in enumerate(letters, start=2)}
    assert Matrix(changed.subs(at).entries).rank() <= identities.rank
