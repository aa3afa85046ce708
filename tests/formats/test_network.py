"""The chosen network in other formats, read back; estimators."""

from __future__ import annotations

import csv
import io
import json
import re

import numpy as np
import pytest

from symdt.errors import FileError, ModelError
from symdt.formats.network import (
    conditional_table,
    to_bif,
    to_csv,
    to_dot,
    to_json_text,
    to_networkx,
    write_network,
)
from symdt.learn.estimator import K2Selector, NetworkSelector
from symdt.learn.selection import select_network


@pytest.fixture(scope="module")
def selection():
    g = np.random.default_rng(0)
    a = g.choice(["low", "very high"], 200)
    b = np.where(g.random(200) < 0.9, a == "low", g.random(200) < 0.5)
    c = (b + (g.random(200) < 0.1)) % 2
    return select_network({"A b": a, "B": b, 'C"': c}, order=["A b", "B", 'C"'])


def test_networkx(selection):
    import networkx

    graph = to_networkx(selection)
    assert set(graph.edges) == set(selection.chosen) != set()
    assert networkx.is_directed_acyclic_graph(graph)
    assert graph.nodes["A b"]["states"] == ["low", "very high"]
    for p, c, d in graph.edges(data=True):
        assert d == {"probability": selection.arc(p, c).probability, "threshold": 0.5}


def test_csv_lists_every_candidate_arc(selection):
    table = list(csv.DictReader(io.StringIO(to_csv(selection))))
    assert [(r["parent"], r["child"]) for r in table] == [(a.parent, a.child) for a in selection.arcs]
    assert [float(r["probability"]) for r in table] == [a.probability for a in selection.arcs]
    assert [r["chosen"] == "true" for r in table] == [a.chosen for a in selection.arcs]


def test_conditional_tables_are_posterior_means(selection):
    counts = selection.counts
    for v in selection.variables:
        table = conditional_table(selection, v)
        assert np.allclose(table.sum(axis=-1), 1)
        assert (table > 0).all()
    root = conditional_table(selection, "A b")
    n = counts.project(["A b"]).weights
    assert np.allclose(root, (n + 0.5) / (n.sum() + 1))


def test_bif_reads_back(selection):
    text = to_bif(selection)
    variables = dict(re.findall(r"variable (\S+) \{\n  type discrete \[ \d+ \] \{ (.*?) \};", text))
    assert variables == {"A_b": "low, very_high", "B": "False, True", "C_": "0, 1"}
    heads = re.findall(r"probability \( (\S+)(?: \| (.*?))? \)", text)
    arcs = {(p, c) for c, ps in heads for p in ps.split(", ") if p}
    words = {"A b": "A_b", "B": "B", 'C"': "C_"}
    assert arcs == {(words[p], words[c]) for p, c in selection.chosen}
    for numbers in re.findall(r"(?:table|\)) ([\d.e, -]+);", text):
        assert sum(map(float, numbers.split(", "))) == pytest.approx(1)


def test_dot_quotes_names_and_widens_with_probability(selection):
    import graphviz

    text = to_dot(selection, all_arcs=True)
    assert r'"C\""' in text
    assert text.count("->") == len(selection.arcs)
    assert to_dot(selection).count("->") == len(selection.chosen)
    assert graphviz.Source(text).source == text


def test_files_are_written_whole_and_never_replaced_unasked(selection, tmp_path):
    for suffix, text in ((".csv", to_csv), (".json", to_json_text), (".dot", to_dot), (".bif", to_bif)):
        path = write_network(selection, tmp_path / f"net{suffix}")
        assert path.read_text().startswith(text(selection))
        path.write_text("mine")
        with pytest.raises(FileError, match="--force"):
            write_network(selection, path)
        write_network(selection, path, force=True)
    assert json.loads((tmp_path / "net.json").read_text()) == selection.to_json()
    with pytest.raises(FileError, match="no known suffix"):
        write_network(selection, tmp_path / "net.xyz")
    assert len(list(tmp_path.iterdir())) == 4


def test_estimators_follow_the_conventions(selection):
    data = np.random.default_rng(1).integers(0, 2, (80, 3))
    data[:, 2] = data[:, 0]
    model = NetworkSelector(order="X1,X2,X3", false=2.0)
    assert model.get_params()["false"] == 2.0
    assert repr(model) == "NetworkSelector(order='X1,X2,X3', false=2.0)"
    assert model.fit(data) is model
    assert model.arcs_ == select_network(data, order="X1,X2,X3", false=2.0).chosen
    assert model.score() == pytest.approx(model.score(data))
    assert NetworkSelector(**model.get_params()).fit(data).arcs_ == model.arcs_
    assert ("X1", "X3") in K2Selector(order="X1,X2,X3").fit(data).arcs_
    with pytest.raises(ModelError, match="did you mean 'alpha'"):
        model.set_params(alpa=3)
