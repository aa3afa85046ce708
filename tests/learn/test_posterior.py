"""Local scores against exact rational evidence, and the laws they obey."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mpmath import mp

import symdt.learn.kernels.by_sets as kernel
from symdt.learn.counts import tabulate
from symdt.learn.kernels.by_sets import full_score, local_scores
from symdt.learn.kernels.family import Family, ParentSets, set_masks
from symdt.learn.posterior import family_posterior, family_score, parent_set_scores
from symdt.learn.question import questions
from tests.learn.learning import evidence, log


@pytest.fixture(params=["small", "engine"])
def road(request):
    """Both ways to score a family: set by set, and by the compiled kernels."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "engine":
            patch.setattr(kernel, "SMALL_SETS", 0)
        yield request.param


def relative_error(score: float, exact: Fraction) -> float:
    truth = log(exact)
    with mp.workdps(60):
        return float(abs(mp.mpf(float(score)) - truth) / abs(truth)) if truth else abs(float(score))


@st.composite
def data_sets(draw, most_rows=30, most_columns=5):
    columns = draw(st.integers(1, most_columns))
    arities = [draw(st.integers(1, 4)) for _ in range(columns)]
    rows = draw(
        st.lists(st.tuples(*(st.integers(0, a - 1) for a in arities)), min_size=1, max_size=most_rows)
    )
    weights = draw(st.lists(st.integers(1, 6), min_size=len(rows), max_size=len(rows)))
    names = [f"V{i}" for i in range(columns)]
    return [dict(zip(names, row, strict=True)) for row in rows], weights


both_roads = [HealthCheck.function_scoped_fixture]  # the same road for all examples


@settings(max_examples=60, deadline=None, suppress_health_check=both_roads)
@given(
    data=data_sets(),
    prior=st.sampled_from(["bdeu", "k2"]),
    alpha=st.sampled_from(["1", "1/1000", "7/3", "50"]),
)
def test_every_score_is_the_log_of_the_exact_evidence(road, data, prior, alpha):
    rows, weights = data
    child, *candidates = rows[0]
    counts = tabulate({v: [row[v] for row in rows] for v in rows[0]}, weights=weights)
    scores = parent_set_scores(counts, child, tuple(candidates), prior, float(Fraction(alpha)))
    assert len(scores) == 2 ** len(candidates)
    for parents, score in scores.items():
        exact = evidence(rows, weights, child, parents, prior, Fraction(float(Fraction(alpha))))
        assert relative_error(score, exact) <= 1e-12
        assert abs(
            family_score(counts, child, parents, prior, float(Fraction(alpha))) - score
        ) <= 1e-12 * abs(score)


@settings(max_examples=40, deadline=None, suppress_health_check=both_roads)
@given(data=data_sets(), limit=st.integers(0, 5), prior=st.sampled_from(["bdeu", "k2"]))
def test_bounded_sets_have_the_scores_of_the_whole_lattice(road, data, limit, prior):
    rows, weights = data
    child, *candidates = rows[0]
    counts = tabulate({v: [row[v] for row in rows] for v in rows[0]}, weights=weights)
    whole = parent_set_scores(counts, child, tuple(candidates), prior)
    bounded = parent_set_scores(counts, child, tuple(candidates), prior, max_parents=limit)
    assert bounded == {s: x for s, x in whole.items() if len(s) <= limit}


def random_family(q, n, arity, r, seed=0, skew=1.0) -> Family:
    g = np.random.default_rng(seed)
    p = np.arange(1, arity + 1) ** -skew
    values = np.stack([g.choice(arity, n, p=p / p.sum()) for _ in range(q)]) if q else np.zeros((0, n), int)
    child = g.integers(0, r, n)
    weights = g.integers(1, 4, n) if seed % 2 else np.ones(n, np.int64)
    return Family(values, child, weights, (arity,) * q, r)


@pytest.mark.parametrize(
    ("q", "n", "arity", "r", "seed"),
    [
        (12, 3000, 2, 2, 0),
        (11, 400, 2, 3, 1),
        (7, 2000, 3, 3, 2),
        (6, 700, 4, 6, 3),
        (17, 60, 2, 2, 4),
        (9, 90, 3, 12, 5),
    ],
)
@pytest.mark.parametrize("prior", ["bdeu", "k2"])
def test_large_lattices_at_random_sets(q, n, arity, r, seed, prior):
    # enough rows for every way a block may end: tables, planes, expansion, retirement
    family = random_family(q, n, arity, r, seed)
    scores = local_scores(family, prior, 1.0, None, 2)
    names = [f"P{v}" for v in range(q)]
    rows = [
        {"child": int(c), **dict(zip(names, x, strict=True))}
        for c, x in zip(family.child, family.values.T.tolist(), strict=True)
    ]
    weights = family.weights.tolist()
    assert all(len({row[v] for row in rows}) == arity for v in names)
    masks = np.random.default_rng(9).choice(1 << q, 12, replace=False)
    for mask in [0, (1 << q) - 1, *masks.tolist()]:
        parents = [names[v] for v in range(q) if mask >> v & 1]
        if len({row["child"] for row in rows}) == r:
            assert relative_error(scores[mask], evidence(rows, weights, "child", parents, prior, 1)) <= 1e-12


@pytest.mark.parametrize("bits_a_row", [0, 10**9])
def test_counting_by_bits_and_by_rows_agree_with_the_lattice(monkeypatch, bits_a_row):
    import symdt.learn.kernels.choose as engine

    g = np.random.default_rng(14)
    arities = (2, 3, 2, 4, 3, 5)
    values = np.stack([g.integers(0, a, 700) for a in arities])
    family = Family(values, g.integers(0, 3, 700), g.integers(1, 3, 700), arities, 3)
    monkeypatch.setattr(engine, "BITS_A_ROW", bits_a_row)
    monkeypatch.setattr(kernel, "SMALL_SETS", 0)
    for prior in ("bdeu", "k2"):
        whole = local_scores(family, prior, 1.0)
        for limit in (1, 2, 4):
            assert np.array_equal(local_scores(family, prior, 1.0, limit, 2), whole[set_masks(6, limit)])


def test_threads_and_the_order_of_candidates_change_no_bit():
    family = random_family(12, 2500, 2, 3, 6)
    scores = local_scores(family, "bdeu", 0.7, None, 1)
    assert np.array_equal(scores, local_scores(family, "bdeu", 0.7, None, 2))
    turn = np.random.default_rng(1).permutation(12)
    turned = local_scores(
        Family(family.values[turn], family.child, family.weights, family.arities, family.r), "bdeu", 0.7
    )
    masks = np.arange(1 << 12)
    moved = sum(((masks >> int(old)) & 1) << new for new, old in enumerate(turn))
    assert np.array_equal(scores, turned[moved])


def test_equal_columns_have_equal_scores():
    family = random_family(9, 1000, 3, 2, 7)
    values = family.values.copy()
    values[7] = values[2]
    scores = local_scores(Family(values, family.child, family.weights, family.arities, 2), "bdeu", 1.0)
    masks = np.arange(1 << 9)
    only2 = masks[(masks >> 2 & 1 == 1) & (masks >> 7 & 1 == 0)]
    assert np.array_equal(scores[only2], scores[only2 ^ (1 << 2 | 1 << 7)])


def test_a_nearly_constant_child_keeps_its_digits():
    # 99999 against 1: the terms are 10^6, the score is −12; doubles would lose five digits
    n = 100_000
    child = np.zeros(n, np.int64)
    child[77] = 1
    family = Family(np.arange(n)[None, :] % 2, child, np.ones(n, np.int64), (2,), 2)
    scores = local_scores(family, "bdeu", 1.0)
    for mask, parents in ((0, []), (1, ["p"])):
        with mp.workdps(40):
            a = mp.mpf(1) / (2 if not parents else 4)
            blocks = [(n - 1, 1)] if not parents else [(n // 2, 0), (n // 2 - 1, 1)]
            truth = sum(
                sum(mp.loggamma(a + m) - mp.loggamma(a) for m in b)
                - mp.loggamma(2 * a + sum(b))
                + mp.loggamma(2 * a)
                for b in blocks
            )
            assert abs(mp.mpf(float(scores[mask])) - truth) <= 1e-12 * abs(truth)


def test_counts_past_the_end_of_the_tables(monkeypatch):
    import symdt.learn.kernels.logs as logs

    family = random_family(6, 3000, 3, 3, 8)
    scores = local_scores(family, "bdeu", 1.0)
    monkeypatch.setattr(logs, "TABLE_BYTES", 64 * 8 * 16)
    monkeypatch.setattr(logs, "_store", None)
    assert np.allclose(local_scores(family, "bdeu", 1.0), scores, rtol=1e-12, atol=0)


def test_one_row_one_state_constant_columns_and_many_states(road):
    one = Family(np.array([[1], [0]]), np.array([0]), np.array([1]), (2, 2), 2)
    assert np.allclose(local_scores(one, "bdeu", 1.0), -np.log(2), rtol=1e-15)
    certain = Family(np.array([[0, 1, 0]]), np.zeros(3, int), np.ones(3, int), (2,), 1)
    assert local_scores(certain, "bdeu", 1.0).tolist() == [0, 0]
    family = random_family(4, 50, 2, 2, 10)
    values = family.values.copy()
    values[2] = 0
    scores = local_scores(Family(values, family.child, family.weights, (2, 2, 1, 2), 2), "bdeu", 1.0)
    masks = np.arange(16)
    assert np.array_equal(scores, scores[masks ^ 4])
    g = np.random.default_rng(11)
    wide = {
        "c": list(range(200)) * 2,
        "p": g.integers(0, 200, 400).tolist(),
        "q": g.integers(0, 3, 400).tolist(),
    }
    wide["p"][:200] = range(200)
    rows = [dict(zip(wide, row, strict=True)) for row in zip(*wide.values(), strict=True)]
    for parents, score in parent_set_scores(tabulate(wide), "c", ("p", "q")).items():
        assert relative_error(score, evidence(rows, [1] * 400, "c", parents, "bdeu", 1)) <= 1e-12


def test_no_candidate_and_the_full_set_alone():
    family = random_family(0, 40, 2, 3, 12)
    assert local_scores(family, "k2", 1.0).shape == (1,)
    family = random_family(5, 40, 2, 3, 12)
    assert full_score(family, "bdeu", 2.0) == pytest.approx(local_scores(family, "bdeu", 2.0)[-1], rel=1e-14)


def test_more_candidates_than_one_code_can_hold():
    # 40 candidates of four states: 80 bits; the sets of at most two, and a lattice of many arities
    family = random_family(40, 120, 4, 2, 13)
    masks = set_masks(40, 2)
    scores = local_scores(family, "bdeu", 1.0, 2, 2)
    pick = np.random.default_rng(3).choice(len(masks), 20, replace=False)
    for i in pick.tolist():
        some = [v for v in range(40) if int(masks[i]) >> v & 1]
        part = Family(family.values[some], family.child, family.weights, (4,) * len(some), 2)
        assert scores[i] == pytest.approx(full_score(part, "bdeu", 1.0), rel=1e-13)
    g = np.random.default_rng(4)
    arities = (7, 200, 3, 190, 5, 180, 6, 170, 2, 160)
    values = np.stack([g.integers(0, a, 150) for a in arities])
    mixed = Family(values, g.integers(0, 2, 150), np.ones(150, int), arities, 2)
    scores = local_scores(mixed, "bdeu", 1.0)
    for mask in (0, 1, 1023, 682, 341, 77):
        some = [v for v in range(10) if mask >> v & 1]
        part = Family(values[some], mixed.child, mixed.weights, tuple(arities[v] for v in some), 2)
        assert scores[mask] == pytest.approx(full_score(part, "bdeu", 1.0), rel=1e-12)


@pytest.mark.parametrize(("q", "k"), [(0, 0), (1, 0), (5, 0), (6, 1), (6, 3), (9, 2), (4, 4), (70, 2)])
def test_parent_sets_stand_where_they_are_said_to(q, k):
    sets = ParentSets(q, k)
    listed = list(sets)
    assert len(listed) == len(sets) == len(set(listed))
    assert {frozenset(s) for s in listed} == {
        frozenset(s) for size in range(k + 1) for s in itertools.combinations(range(q), size)
    }
    assert [sets.place(s) for s in listed] == list(range(len(sets)))
    if q < 64:
        assert [sum(1 << v for v in s) for s in listed] == set_masks(q, k).tolist()
    for j in range(0, q, 1 + q // 8):
        assert sets.holds(j).tolist() == [j in s for s in listed]
    live = [v for v in range(q) if v % 3]
    among = list(ParentSets(len(live), min(k, len(live))))
    left = [tuple(live[i] for i in among[place]) for place in sets.without(live).tolist()]
    assert left == [tuple(v for v in s if v % 3) for s in listed]


@pytest.mark.parametrize(("prior", "said"), [("bdeu", False), ("k2", True)])
def test_seventy_candidates_against_fractions(prior, said):
    """More candidates than a word has bits: every probability, the best set and K2's, from exact evidences."""
    g = np.random.default_rng(70)
    names = [f"V{i}" for i in range(71)]
    rows = [dict.fromkeys(names, 0), dict.fromkeys(names, 1)]
    rows += [dict(zip(names, row, strict=True)) for row in g.integers(0, 2, (9, 71)).tolist()]
    for row in rows:  # one candidate tells the child, another has one state only
        row["V3"], row["V64"] = row["V70"], 0
    data = {name: [row[name] for row in rows] for name in names}
    chances = {("V68", "V70"): 0.75, ("V2", "V70"): 0.125}
    more = {"required": [("V66", "V70")], "forbidden": [("V1", "V70")], "arc_prior": chances} if said else {}
    counts = tabulate(data)
    question = questions(counts.variables, order=names, max_parents=2, **more)[70]
    found = family_posterior(counts, question, prior, 1.0)
    assert len(question.live) == (69 if said else 70)
    joint = {}
    for size in range(3):
        for parents in itertools.combinations(question.live, size):
            weight = Fraction(1)
            for p in question.live if said else ():
                chance = Fraction(chances.get((p, "V70"), 0.5))
                weight *= chance if p in parents else 1 - chance
            if not said or "V66" in parents:
                joint[parents] = weight * evidence(rows, [1] * len(rows), "V70", parents, prior, 1)
    total = sum(joint.values())
    for j, parent in enumerate(question.live):
        inside = sum(x for s, x in joint.items() if parent in s) / total
        assert found.present[j] == pytest.approx(float(inside), rel=1e-12, abs=0)
        assert found.absent[j] == pytest.approx(float(1 - inside), rel=1e-12, abs=0)
    assert joint[found.map_set] == max(joint.values())
    assert found.map_probability == pytest.approx(float(joint[found.map_set] / total), rel=1e-12)
    assert found.k2_probability == pytest.approx(float(joint[found.k2_set] / total), rel=1e-12)
    if not said:  # all sets alike
        assert relative_error(found.log_marginal, total / len(joint)) <= 1e-12


@pytest.mark.parametrize("prior", ["bdeu", "k2"])
@pytest.mark.parametrize(
    ("arities", "cases"),
    [
        ((), 5),
        ((2,), 1),
        ((2, 3, 2), 40),
        ((2,) * 9, 300),
        ((3, 2, 5, 2, 4, 2, 3), 2000),
        ((2,) * 11, 4000),
        ((6, 5, 4, 3, 4, 5, 3, 2), 150),
    ],
)
def test_one_table_and_rows_give_the_integers_of_the_kernels(arities, cases, prior, monkeypatch) -> None:
    """The roads without a compiler: equal to the last bit, so that they may be taken or not."""
    from symdt.learn.kernels.by_tables import table_scores
    from symdt.learn.kernels.choose import engine_scores
    from symdt.learn.kernels.lattice import by_rows
    from symdt.learn.kernels.lattice.by_rows import row_scores
    from symdt.learn.kernels.law import law_of, levels_of

    g = np.random.default_rng(cases)
    columns = {"child": [0, 1, 2, *g.integers(0, 3, cases).tolist()]}
    for v, arity in enumerate(arities):
        columns[f"X{v}"] = [0, arity - 1, 1, *g.integers(0, arity, cases).tolist()]
    family = tabulate(columns).family("child", [f"X{v}" for v in range(len(arities))])
    stride, states = levels_of(family.arities, prior)
    law = law_of(prior, 1.5, family.r, states, family.cases)
    wanted = engine_scores(family, prior, 1.5, len(arities), 1, None)
    assert np.array_equal(table_scores(family, law, stride) / law.scale, wanted)
    for rows in (1, 1000, by_rows.AT_ONCE):  # of all sets, or set by set
        monkeypatch.setattr(by_rows, "AT_ONCE", rows)
        assert np.array_equal(row_scores(family, law, stride) / law.scale, wanted)
    short = law._replace(tables=law.tables[:, : family.cases])  # as long as memory allows, for many cases
    assert row_scores(family, short, stride) is None


def test_tables_of_logarithms_by_numpy_are_the_kernels(monkeypatch) -> None:
    from symdt.learn.kernels import logs
    from symdt.learn.kernels.cells import fill_table

    alphas = np.array([1e-3, 0.25, 1.0, 7.5])
    fast, slow, at_once = (np.empty((4, 500), np.int64) for _ in range(3))
    fill_table(alphas, 2.0**44, fast)
    loaded = sys.modules.pop("symdt.learn.kernels.cells")
    try:
        logs.rising_table(alphas, 2.0**44, slow)  # one by one
        monkeypatch.setattr(logs, "MANY", 0)
        logs.rising_table(alphas, 2.0**44, at_once)
    finally:
        sys.modules["symdt.learn.kernels.cells"] = loaded
    assert np.array_equal(fast, slow)
    assert np.array_equal(fast, at_once)


def test_a_first_run_of_twelve_candidates_of_many_states_loads_no_compiler(tmp_path) -> None:
    code = (
        "import sys, numpy as np; from symdt import select_network; g = np.random.default_rng(1)\n"
        "data = {f'V{i}': g.integers(0, 2 + i % 5, 1000) for i in range(13)}\n"
        "select_network(data, order=list(data), progress=False)\n"
        "assert 'numba' not in sys.modules"
    )
    nothing_kept = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], check=True, timeout=600, env=nothing_kept)


def test_a_first_run_of_twelve_candidates_loads_no_compiler() -> None:
    code = (
        "import sys, numpy as np, symdt\n"
        "x = np.random.default_rng(0).integers(0, 2, (500, 13))\n"
        "symdt.select_network(x, order=[f'X{i}' for i in range(1, 14)], progress=False)\n"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=600)
