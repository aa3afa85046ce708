"""The kernel for candidates of mixed arities: the integers of one table, whichever way its blocks end."""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from symdt.learn.kernels.by_sets import local_scores
from symdt.learn.kernels.by_tables import table_scores
from symdt.learn.kernels.choose import engine_scores
from symdt.learn.kernels.family import Family
from symdt.learn.kernels.lattice import levels, whole
from symdt.learn.kernels.lattice.fullest import fullest_blocks
from symdt.learn.kernels.law import error_of, law_of, levels_of
from symdt.networks.prior import Prior


def family(arities: tuple[int, ...], r: int, cases: int, skew: float, heavy: int = 1) -> Family:
    """Distinct rows of random cases; `skew` of them repeat a few configurations."""
    g = np.random.default_rng(len(arities) * cases + r)
    columns = np.stack([*(g.integers(0, a, cases) for a in arities), g.integers(0, r, cases)])
    same = g.random(cases) < skew
    columns[:-1, same] = columns[:-1, g.integers(0, 7, int(same.sum()))]
    rows, weights = np.unique(columns, axis=1, return_counts=True)
    return Family(rows[:-1], rows[-1], weights * heavy, arities, r)


def by_table(f: Family, prior: str, alpha: float) -> np.ndarray:
    stride, states = levels_of(f.arities, prior)
    law = law_of(prior, alpha, f.r, states, f.cases)
    return table_scores(f, law, stride) / law.scale


SHAPES = [
    ((3, 2, 4, 3, 5, 2, 6), 4, 300, 0.0, 1),
    ((6, 2, 5, 2, 3, 4), 2, 2000, 0.7, 1),
    ((3,) * 8, 3, 700, 0.3, 3),
    ((2, 2, 2, 7), 6, 40, 0.0, 1),
    ((5, 4), 5, 3, 0.0, 50),
]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("prior", ["bdeu", "k2"])
def test_to_the_last_bit(shape, prior) -> None:
    f = family(*shape)
    expected = by_table(f, prior, 1.5)
    q = len(f.arities)
    assert np.array_equal(engine_scores(f, prior, 1.5, q, 1, None), expected)
    assert np.array_equal(engine_scores(f, prior, 1.5, q, 2, None), expected)


@pytest.mark.parametrize(
    ("name", "value"),
    [("MARGINS_A_ROW", 0.0), ("MARGINS_A_ROW", 1e9), ("RETIRED_BYTES", 0), ("TOP_BITS", 0), ("HIST_BITS", 2)],
)
def test_no_choice_of_the_way_changes_a_bit(monkeypatch, name, value) -> None:
    """Never tabulated, always tabulated, nothing retired, one task, many small tasks."""
    monkeypatch.setattr(whole, name, value)
    for shape in SHAPES[:3]:
        f = family(*shape)
        assert np.array_equal(
            engine_scores(f, "bdeu", 0.5, len(f.arities), 1, None), by_table(f, "bdeu", 0.5)
        )


@pytest.mark.parametrize("r", range(2, 9))
@pytest.mark.parametrize("cases", [30, 1023, 1024, 4095, 4096, 65_600])
def test_no_layout_of_the_counts_changes_a_bit(monkeypatch, r, cases) -> None:
    """All counts in a word, or four, or two, as so many cases allow; look-ups of few cases and of many, with counts
    that are beyond them, in rows of one case and of many.
    """
    fields = levels._fields(r, cases)
    assert fields * (64 // fields) <= 64
    assert cases < 1 << 64 // fields
    arities = (4, 2, 3, 5, 3)
    for skew in (0.0, 0.5):
        f = family(arities, r, min(cases, 1500), skew)
        weights = f.weights.copy()
        weights[0] += cases - f.cases
        f = Family(f.values, f.child, weights, arities, r)
        expected = by_table(f, "bdeu", 0.7)
        for tabulated in (1.25, 1e9):
            monkeypatch.setattr(whole, "MARGINS_A_ROW", tabulated)
            monkeypatch.setattr(whole, "WIDER_MARGINS", tabulated)
            assert np.array_equal(engine_scores(f, "bdeu", 0.7, len(arities), 1, None), expected)


def test_short_tables_are_continued_by_lgamma(monkeypatch) -> None:
    f = family((3, 2, 4, 5, 2), 3, 2000, 0.5)
    expected = by_table(f, "bdeu", 1.0)
    monkeypatch.setattr(levels, "MOST_ENTRIES", 2000)
    for tabulated in (0.0, 1.5, 1e9):
        monkeypatch.setattr(whole, "MARGINS_A_ROW", tabulated)
        assert engine_scores(f, "bdeu", 1.0, 5, 1, None) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("loaded", [False, True])
@pytest.mark.parametrize("prior", ["bdeu", "k2"])
@pytest.mark.parametrize("alpha", [1e-6, 1.3, 1e4])
def test_the_stated_error_of_a_score_holds(prior, alpha, loaded) -> None:
    """Against log Γ to sixty digits, for α's that are exactly those that were given."""
    f = family((3, 2, 4), 3, 400, 0.6, heavy=1000)
    found = local_scores(f, prior, alpha, loaded=loaded)
    bound = error_of(prior, alpha, (*f.arities, f.r), len(f.weights), f.cases)
    law = Prior(prior, Fraction(alpha))
    with mpmath.workdps(60):
        for mask in range(8):
            members = [v for v in range(3) if mask >> v & 1]
            states = math.prod(f.arities[v] for v in members)
            a, whole = (
                mpmath.mpf(x.numerator) / x.denominator
                for x in (Fraction(law.cell(f.r, states)), Fraction(law.block(f.r, states)))
            )
            blocks: dict[tuple[int, ...], list[int]] = {}
            for row, child, weight in zip(
                f.values.T.tolist(), f.child.tolist(), f.weights.tolist(), strict=True
            ):
                blocks.setdefault(tuple(row[v] for v in members), [0] * f.r)[child] += weight
            exact = sum(
                sum(mpmath.loggamma(a + n) - mpmath.loggamma(a) for n in counts)
                - mpmath.loggamma(whole + sum(counts))
                + mpmath.loggamma(whole)
                for counts in blocks.values()
            )
            assert abs(exact - mpmath.mpf(float(found[mask]))) <= bound
    assert bound < 1e-6


def test_no_block_is_fuller_than_its_bound() -> None:
    f = family((3, 2, 4, 3), 2, 500, 0.4)
    bound = fullest_blocks(f)
    for mask in range(1 << 4):
        code = np.zeros(len(f.child), np.int64)
        for v in range(4):
            if mask >> v & 1:
                code = code * f.arities[v] + f.values[v]
        fullest = np.bincount(code, weights=f.weights).max()
        assert fullest <= bound[mask]
        if mask.bit_count() <= 2:
            assert fullest == bound[mask]
