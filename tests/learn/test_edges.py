"""Numbers at the edges: equal to exact fractions, or refused in one clear line; the same bits whatever holds the data."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from symdt.errors import DataError, ModelError, SymdtError
from symdt.learn.columns import MAX_WHOLE
from symdt.learn.counts import MAX_CASES, tabulate
from symdt.learn.selection import select_network
from tests.learn.learning import evidence, subsets

ROWS = [(0, 0, 0), (0, 1, 0), (1, 1, 1), (1, 0, 1), (1, 1, 0), (0, 0, 1), (1, 1, 1)]
NAMES = ("C", "P", "Q")


def _table(rows: list[tuple[int, ...]]) -> dict[str, list[int]]:
    return {name: [row[i] for row in rows] for i, name in enumerate(NAMES)}


def _exact(rows: list[tuple[int, ...]], weights: list[int], prior: str, alpha: float) -> dict[str, Fraction]:
    """P(parent is one | data) by fractions alone."""
    cases = [dict(zip(NAMES, row, strict=True)) for row in rows]
    joint = {s: evidence(cases, weights, "C", s, prior, Fraction(alpha)) for s in subsets(("P", "Q"))}
    whole = sum(joint.values())
    return {p: sum((x for s, x in joint.items() if p in s), Fraction(0)) / whole for p in ("P", "Q")}


def _found(data: object, **options: object) -> dict[str, float]:
    chosen = select_network(data, candidates={"C": ["P", "Q"]}, **options)  # type: ignore[arg-type]
    return {p: chosen.arc(p, "C").probability for p in ("P", "Q")}


@pytest.mark.parametrize("prior", ["bdeu", "k2"])
@pytest.mark.parametrize("alpha", [1e-300, 1e-100, 1e-16, 1e-8, 0.1, 1.0, 1e3, 1e8, 1e16, 1e100, 1e300])
def test_alpha_from_1e_300_to_1e300(alpha: float, prior: str) -> None:
    truth = _exact(ROWS, [1] * len(ROWS), prior, alpha)
    found = _found(_table(ROWS), prior=prior, alpha=alpha)
    for parent, p in truth.items():
        assert found[parent] == pytest.approx(float(p), rel=1e-9, abs=1e-307)


@pytest.mark.parametrize("alpha", [0, -1, 1e-301, 1e301, float("nan"), float("inf")])
def test_an_alpha_beyond_is_refused(alpha: float) -> None:
    with pytest.raises(SymdtError, match="alpha is"):
        _found(_table(ROWS), alpha=alpha)


@pytest.mark.parametrize("size", [1, 2, 50])
def test_weights_of_one_row_and_zero(size: int) -> None:
    weights = [0, size, 1, 0, 2, size, 1]
    data = _table(ROWS) | {"n": weights}
    truth = _exact(
        [row for row, w in zip(ROWS, weights, strict=True) if w], [w for w in weights if w], "bdeu", 1.0
    )
    found = _found(data, weights="n")
    assert found == pytest.approx({p: float(x) for p, x in truth.items()}, rel=1e-12)


@pytest.mark.parametrize(
    "weight", [10**15, 10**18, 2**63 - 1, 2**63, 10**30, -1, 0.5, float("nan"), float("inf")]
)
def test_weights_beyond_the_most_cases_are_refused(weight: float) -> None:
    """No sum of weights overflows in silence: more cases than the limit are refused, never counted as fewer."""
    import pandas as pd
    import polars as pl

    table = _table(ROWS) | {"n": [1] * (len(ROWS) - 1) + [weight]}
    kinds = [table, pd.DataFrame(table)]
    if abs(weight) < 2**63:
        kinds.append(pl.DataFrame(table, strict=False))
    for data in kinds:
        with pytest.raises(DataError):
            tabulate(data, weights="n")
    if weight == 10**15:  # many of them, each allowed
        with pytest.raises(DataError, match="cases"):
            tabulate({"A": [0, 1, 0], "n": [MAX_CASES] * 3}, weights="n")


def test_one_row_one_case() -> None:
    found = _found({"C": ["x"], "P": ["y"], "Q": ["z"]})
    assert found == {"P": 0.5, "Q": 0.5}  # nothing is learnt: the prior stands


def test_constant_and_duplicated_columns() -> None:
    data = {"C": [0, 1, 0, 1, 1, 0], "P": [0, 1, 0, 1, 1, 0], "Q": [3] * 6}
    rows = list(zip(*data.values(), strict=True))
    truth = _exact(rows, [1] * 6, "bdeu", 1.0)  # type: ignore[arg-type]
    assert _found(data) == pytest.approx({p: float(x) for p, x in truth.items()}, rel=1e-12)
    twin = {"C": data["C"], "P": [0, 0, 1, 1, 0, 1], "Q": [0, 0, 1, 1, 0, 1]}
    found = _found(twin)
    assert found["P"] == found["Q"]  # to the last bit


def test_two_hundred_states_of_everything() -> None:
    g = np.random.default_rng(3)
    rows = [tuple(int(x) for x in row) for row in g.integers(0, 200, (300, 3))]
    truth = _exact(rows, [1] * 300, "bdeu", 1.0)
    found = _found(_table(rows))
    for parent, p in truth.items():
        assert found[parent] == pytest.approx(float(p), rel=1e-9)


def test_twenty_five_candidates_with_max_parents() -> None:
    """The posterior over all sets of at most one parent, against fractions."""
    g = np.random.default_rng(5)
    names = ["C", *(f"P{i}" for i in range(25))]
    data = {name: g.integers(0, 2, 30).tolist() for name in names}
    rows = [dict(zip(names, row, strict=True)) for row in zip(*data.values(), strict=True)]
    sets = [(), *((p,) for p in names[1:])]
    joint = {s: evidence(rows, [1] * 30, "C", s, "bdeu", 1) for s in sets}
    chosen = select_network(data, candidates={"C": names[1:]}, max_parents=1)
    for p in names[1:]:
        truth = float(joint[(p,)] / sum(joint.values()))
        assert chosen.arc(p, "C").probability == pytest.approx(truth, rel=1e-12)


@pytest.mark.parametrize("number", [MAX_WHOLE, MAX_WHOLE + 1, 2**53 + 1, 2**63 - 1, 2**64 - 1, 10**30])
def test_whole_numbers_beyond_2_53_are_treated_alike(number: int, tmp_path) -> None:
    import duckdb
    import pandas as pd
    import polars as pl
    import pyarrow as pa
    import pyarrow.parquet

    cells = [number, 1, number, 1]
    kinds: list[object] = [{"A": cells}, pd.DataFrame({"A": cells})]
    (tmp_path / "a.csv").write_text("A\n" + "\n".join(map(str, cells)) + "\n")
    kinds.append(tmp_path / "a.csv")
    if number < 2**63:
        table = pa.table({"A": cells})
        pyarrow.parquet.write_table(table, tmp_path / "a.parquet")
        kinds += [
            table,
            pl.DataFrame({"A": cells}),
            pl.DataFrame({"A": cells}).lazy(),
            tmp_path / "a.parquet",
        ]
        kinds += [np.array(cells).reshape(-1, 1), duckdb.connect().from_arrow(table)]
    for data in kinds:
        names = None if not isinstance(data, np.ndarray) else ["X1"]
        if number > MAX_WHOLE:
            with pytest.raises(DataError, match=r"2\^53 or beyond"):
                tabulate(data, names)
        else:
            assert tabulate(data, names).states == (("1", str(number)),)


def _columns(rows: int) -> dict[str, np.ndarray]:
    g = np.random.default_rng(11)
    a = g.integers(0, 3, rows)
    return {
        "A": a,
        "B": (a + g.integers(0, 2, rows)) % 3,
        "C": g.integers(0, 2, rows),
        "D": (a > 0).astype(int),
    }


def test_the_same_bits_for_any_number_of_threads() -> None:
    data = _columns(400)
    told = {json.dumps(select_network(data, order="A,B,C,D", jobs=n).to_json()) for n in (1, 2, 3, 8)}
    assert len(told) == 1


@pytest.mark.outside("Spark")
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Spark warns as it likes
def test_spark_gives_the_same_bits(tmp_path) -> None:
    """Needs pyspark and Java: `pip install symdt[cluster]`, then `pytest -m slow`."""
    sql = pytest.importorskip("pyspark.sql")
    import pandas as pd

    data = {**_columns(500), "S": np.array(["x", "y", "10", "9", "é"] * 100)}
    times = np.arange(500) % 4
    reference = select_network(data, order="A,B,C,D,S").to_json()
    frame = pd.DataFrame(data | {"n": times})
    frame.to_csv(tmp_path / "data.csv", index=False)
    session = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        held = session.createDataFrame(frame)
        assert tabulate(held.drop("n")) == tabulate(data)
        assert tabulate(held, weights="n") == tabulate(data | {"n": times}, weights="n")
        assert select_network(held.drop("n"), order="A,B,C,D,S").to_json() == reference
        read = session.read.csv(str(tmp_path / "data.csv"), header=True, inferSchema=True).drop("n")
        assert select_network(read, order="A,B,C,D,S").to_json() == reference
        wide = session.createDataFrame([(2**53 + 1,), (1,)], ["A"])
        with pytest.raises(DataError, match=r"2\^53 or beyond"):
            tabulate(wide)
    finally:
        session.stop()


def test_more_candidates_than_a_word_has_bits_need_a_bound() -> None:
    columns = {f"V{i}": [0, 1, i % 2] for i in range(65)}
    candidates = list(columns)[:64]
    with pytest.raises(SymdtError, match=r"64 candidates: its .* set max_parents"):
        select_network(columns, candidates={"V64": candidates})
    rows = [{v: cells[k] for v, cells in columns.items()} for k in range(3)]
    joint = {s: evidence(rows, [1] * 3, "V64", s, "bdeu", 1) for s in [(), *((v,) for v in candidates)]}
    for arc in select_network(columns, candidates={"V64": candidates}, max_parents=1).arcs:
        assert arc.probability == pytest.approx(float(joint[(arc.parent,)] / sum(joint.values())), rel=1e-12)


@pytest.mark.parametrize("order", ["A,B", None])
@pytest.mark.parametrize("what", ["alpha", "false", "missed"])
def test_whole_numbers_beyond_floats_are_refused_in_one_line(what: str, order: str | None) -> None:
    data = {"A": [0, 1, 1, 0], "B": [0, 1, 0, 0]}
    with pytest.raises(ModelError, match="expected a"):
        select_network(data, order=order, **{what: 10**400})  # type: ignore[arg-type]
