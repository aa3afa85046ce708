"""Forecast, refusal, progress, interruption and resumption; threads, and a real Dask cluster."""

from __future__ import annotations

import contextlib
import json
import random
import subprocess
import sys

import numpy as np
import pytest

import symdt.learn.run as run
from symdt.errors import BudgetError, FileError
from symdt.formats.network import write_network
from symdt.learn.forecast import Forecast, forecast, one_child
from symdt.learn.kernels.jit import fingerprint, kernel
from symdt.learn.selection import select_network

DATA = np.random.default_rng(7).integers(0, 3, (200, 6))
ORDER = "X1,X2,X3,X4,X5,X6"


def test_jobs_change_no_bit_of_the_answer():
    assert select_network(DATA, order=ORDER, jobs=1) == select_network(DATA, order=ORDER, jobs=3)


def test_the_forecast_counts_the_sets_exactly():
    selection = select_network(DATA, order=ORDER)
    assert selection.forecast.sets == 1 + 2 + 4 + 8 + 16 + 32
    limited = select_network(DATA, order=ORDER, max_parents=2)
    assert limited.forecast.sets == 1 + 2 + 4 + 7 + 11 + 16
    assert forecast(limited.counts, limited.questions, 2) == limited.forecast
    assert "parent sets, about" in str(limited.forecast)
    big = one_child([2] * 20, 10_000, 20, 2)
    assert 0.5 < big.seconds < 20
    assert 30e6 < big.bytes < 400e6
    assert isinstance(big, Forecast)


def test_what_cannot_fit_is_refused_with_a_remedy_that_works():
    wide = np.random.default_rng(1).integers(0, 2, (100, 45))
    order = [f"X{i + 1}" for i in range(45)]
    with pytest.raises(BudgetError) as caught:
        select_network(wide, order=order)
    message = str(caught.value)
    assert "\n" not in message
    assert "set max_parents=" in message
    with pytest.raises(BudgetError, match=r"has \d\d candidates"):
        select_network(np.zeros((5, 51), int), order=[f"X{i + 1}" for i in range(51)])  # one state each
    with pytest.raises(BudgetError, match=r"set max_parents=\d"):
        select_network(DATA, order=ORDER, memory=1000)
    small = select_network(wide[:, :30], order=order[:30], max_parents=2)
    assert len(small.arcs) == 30 * 29 // 2


def test_progress_is_told_and_ends_at_one():
    told = []
    select_network(DATA, order=ORDER, progress=lambda part, child: told.append((part, child)), jobs=1)
    parts = [p for p, _ in told]
    assert parts == sorted(parts)
    assert parts[-1] == pytest.approx(1)
    assert {c for _, c in told} == set(ORDER.split(","))


def test_a_large_child_reports_on_its_way(monkeypatch):
    monkeypatch.setattr(run, "LARGE", 0.0)
    data = np.random.default_rng(2).integers(0, 2, (300, 12))
    told = []
    order = [f"X{i + 1}" for i in range(12)]
    whole = select_network(data, order=order, progress=lambda p, c: told.append(p), jobs=2)
    assert len(told) > 12
    assert told == sorted(told)
    monkeypatch.undo()
    assert whole == select_network(data, order=order, jobs=1)


def test_an_interrupt_leaves_what_is_finished_and_resume_goes_on(tmp_path, monkeypatch):
    file = tmp_path / "finished.json"
    real = run.family_posterior
    calls = []

    def interrupted(counts, question, *rest):
        if question.child == "X4":
            raise KeyboardInterrupt
        calls.append(question.child)
        return real(counts, question, *rest)

    monkeypatch.setattr(run, "family_posterior", interrupted)
    with pytest.raises(KeyboardInterrupt):
        select_network(DATA, order=ORDER, resume=file, jobs=1)
    kept = set(json.loads(file.read_text())["children"])
    assert kept == set(calls) == {"X1", "X2", "X3"}
    calls.clear()

    def counted(counts, question, *rest):
        calls.append(question.child)
        return real(counts, question, *rest)

    monkeypatch.setattr(run, "family_posterior", counted)
    resumed = select_network(DATA, order=ORDER, resume=file, jobs=1)
    assert calls == ["X4", "X5", "X6"]
    assert resumed == select_network(DATA, order=ORDER)
    # other losses need no new scores
    calls.clear()
    again = select_network(DATA, order=ORDER, resume=file, false=9, jobs=1)
    assert calls == []
    assert again.chosen == select_network(DATA, order=ORDER, false=9).chosen
    assert [p.name for p in tmp_path.iterdir()] == ["finished.json"]  # nothing half-written beside it


def test_a_file_of_other_data_is_refused(tmp_path):
    file = tmp_path / "finished.json"
    select_network(DATA, order=ORDER, resume=file)
    with pytest.raises(FileError, match="other data or settings"):
        select_network(DATA[:-1], order=ORDER, resume=file)
    with pytest.raises(FileError, match="other data or settings"):
        select_network(DATA, order=ORDER, resume=file, alpha=2)
    for text in ("{}", "no json", '{"finished": "x", "children": {"A": 3}}'):
        file.write_text(text)
        with pytest.raises(FileError, match="no file of finished children"):
            select_network(DATA, order=ORDER, resume=file)
    with pytest.raises(FileError, match="does not exist"):
        select_network(DATA, order=ORDER, resume=tmp_path / "none" / "finished.json")


def _leaves(part, path=()):
    """Every place in nested JSON, as the path to it."""
    yield path
    items = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, inner in items:
        yield from _leaves(inner, (*path, key))


def _put(table, path, value):
    if not path:
        return value
    inner = table
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return table


def test_a_damaged_file_is_refused_whole(tmp_path):
    file = tmp_path / "finished.json"
    right = select_network(DATA, order=ORDER, resume=file)
    text, r = file.read_text(), random.Random(3)
    refused = 0
    # damage in the bytes
    for _ in range(300):
        i = r.randrange(len(text))
        spoilt = text[:i] + r.choice(("", "0", "9", "x", '"', "]", "e", "-")) + text[i + r.randrange(3) :]
        file.write_text(spoilt)
        try:
            assert select_network(DATA, order=ORDER, resume=file) == right  # the same JSON, written otherwise
        except FileError:
            refused += 1
    assert refused > 250
    # by somebody who knows the digest: another number is his own affair, another shape is refused
    small = {"order": "X1,X2,X3", "resume": file, "jobs": 1}
    file.unlink()
    select_network(DATA[:, :3], **small)
    text = file.read_text()
    for path in list(_leaves(json.loads(text)["children"])):
        for value in (None, -1, "x", [], {}, True):
            table = json.loads(text)
            table["children"] = _put(table["children"], path, value)
            table["digest"] = run._digest(table["finished"], table["children"])
            file.write_text(json.dumps(table))
            with contextlib.suppress(FileError):
                assert str(select_network(DATA[:, :3], **small))


@pytest.mark.outside("Dask")
@pytest.mark.filterwarnings("ignore")  # distributed warns about ports and forks as it likes
def test_a_dask_cluster_counts_and_scores():
    import dask.dataframe as dd
    import joblib
    import pandas as pd
    from distributed import Client, LocalCluster

    expected = select_network(DATA, order=ORDER)
    frame = pd.DataFrame(DATA, columns=ORDER.split(","))
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        assert len(client.scheduler_info()["workers"]) == 2
        remote = dd.from_pandas(frame, npartitions=4)
        assert select_network(remote, order=ORDER) == expected  # the counting on the cluster
        with joblib.parallel_config(backend="dask"):  # the children too
            assert run._cluster() is not None
            assert select_network(remote, order=ORDER) == expected


def test_kernels_compile_without_a_cache_folder(monkeypatch):
    import symdt.learn.kernels.jit as jit

    real = jit.njit

    def nowhere(*args, cache=False, **options):
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return real(*args, **options)

    monkeypatch.setattr(jit, "njit", nowhere)

    def double(x):
        return 2 * x

    assert kernel(double)(21) == 42
    assert len(fingerprint()) == 8


def test_small_data_need_no_compiled_kernel():
    code = (
        "import sys; from symdt import k2, select_network\n"
        "data = {'A': [0, 1, 1, 0], 'B': [0, 1, 1, 1], 'C': [0, 0, 1, 1]}\n"
        "print(select_network(data, order='A,B,C').log_evidence, k2(data, order='A,B,C').log_evidence)\n"
        "assert not {'numba', 'joblib', 'pandas', 'matplotlib'} & set(sys.modules), sorted(sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr


def test_seventy_variables_from_data_to_files(tmp_path):
    """Beyond the bits of a word: selection, path, JSON, files; the children that both have are the same."""
    g = np.random.default_rng(5)
    data = {"V0": g.integers(0, 2, 60)}
    for i in range(1, 70):
        data[f"V{i}"] = np.where(g.random(60) < 0.3, g.integers(0, 2, 60), data[f"V{g.integers(0, i)}"])
    order = list(data)
    whole = select_network(data, order=order, max_parents=2, jobs=2, resume=tmp_path / "kept.json")
    part = select_network({v: data[v] for v in order[:40]}, order=order[:40], max_parents=2)
    assert whole.families[:40] == part.families
    assert whole.forecast.sets == sum(1 + q + q * (q - 1) // 2 for q in range(70))
    again = select_network(data, order=order, max_parents=2, resume=tmp_path / "kept.json")
    assert again == whole
    assert all(len(whole.parents(v)) <= 2 for v in order)
    assert whole.bayes_risk == pytest.approx(whole.risk(whole.chosen), rel=1e-14)
    assert whole.bayes_risk <= min(whole.risk(whole.map_arcs), whole.risk(whole.k2_arcs))
    table = whole.to_json()
    assert len(table["arcs"]) == 70 * 69 // 2
    at_half = next(s for s in whole.path if s.low <= 0.5 < s.high)
    assert set(at_half.arcs) == set(whole.chosen)
    assert "V69 <- " in str(whole)
    for suffix in ("csv", "json", "bif", "dot"):
        assert write_network(whole, tmp_path / f"network.{suffix}").stat().st_size > 1000


def test_many_children_are_not_written_once_for_each(tmp_path, monkeypatch):
    written = []
    monkeypatch.setattr(run, "write_whole", lambda path, text, **_: written.append(text))
    clock = iter(range(1000))  # a tick for every look: writing takes one, so that nine may pass
    monkeypatch.setattr(run, "monotonic", lambda: next(clock))
    select_network(DATA, order=ORDER, resume=tmp_path / "kept.json", jobs=1)
    assert 1 < len(written) < 6
    assert all(child in written[-1] for child in ORDER.split(","))


def test_a_process_killed_outright_loses_half_a_minute_at_most(tmp_path, monkeypatch):
    """However long it takes to write, what was finished more than `MOST_LOST` seconds ago is in the file."""
    now, written = [0.0], []

    def write(_path, text, **_):
        written.append((now[0], set(json.loads(text)["children"])))
        now[0] += 100.0

    monkeypatch.setattr(run, "monotonic", lambda: now[0])
    monkeypatch.setattr(run, "write_whole", write)
    families = select_network(DATA, order=ORDER).families
    finished = run.Finished(tmp_path / "kept.json", "key", {})
    ended = {}
    for part, step in zip(families, (0.0, 29.0, 2.0, 1.0, 1.0, 40.0), strict=True):
        now[0] += step
        ended[part.child] = now[0]
        finished.add(part)
        lost = {child for child, when in ended.items() if child not in written[-1][1]}
        assert all(now[0] - ended[child] < run.MOST_LOST for child in lost)
    assert [len(children) for _, children in written] == [1, 3, 6]
    now[0] += 1.0
    finished.children.pop(families[0].child)
    finished._written -= 1
    finished.add(families[0], seconds=run.MOST_LOST)  # the work of half a minute is written at once
    assert len(written) == 4
