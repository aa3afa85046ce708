"""The chosen network for other tools: networkx, BIF, a table of arcs, JSON, DOT.

Every function takes a `Selection` and gives text or a graph; `write_network` writes the format that
the suffix names, whole or not at all.
"""

from __future__ import annotations

import csv
import io
import itertools
import json
import math
import os
import re
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from symdt.display import visible
from symdt.errors import BudgetError, FileError, did_you_mean, quote
from symdt.files import csv_cell, write_whole
from symdt.learn.acyclic.bayes import BayesNetwork
from symdt.learn.dags.without_order import DagSelection
from symdt.learn.kernels.family import Array
from symdt.learn.selection import Selection
from symdt.networks.prior import Prior

__all__ = ["conditional_table", "to_bif", "to_csv", "to_dot", "to_json_text", "to_networkx", "write_network"]

Network: TypeAlias = Selection | DagSelection | BayesNetwork

MOST_CELLS = 10_000_000  # of one conditional table


def _with_data(network: Network) -> Selection | DagSelection:
    """The network, if it comes from data."""
    if isinstance(network, Selection | DagSelection):
        return network
    raise FileError("arc probabilities alone give no probability tables: select from data, or write .csv")


def conditional_table(selection: Network, child: str) -> Array:
    """The posterior mean of P(child | parents), shape (states of the parents …, states of the child).

    (n_jk + α_ijk) / (n_j + α_ij), the predictive probabilities under the selection's prior.
    """
    known = _with_data(selection)
    parents = selection.parents(child)
    family = known.counts.family(child, parents)
    shape = (*family.arities, family.r)
    cells = math.prod(shape)
    if cells > MOST_CELLS:
        raise BudgetError(
            f"the table of {quote(child)} has {cells} cells: expected at most {MOST_CELLS}; set max_parents"
        )
    counts = np.zeros(shape)
    np.add.at(counts, (*family.values.astype(np.int64), family.child.astype(np.int64)), family.weights)
    a = Prior(known.prior, known.alpha).cell(family.r, math.prod(family.arities))
    counts += a
    return counts / counts.sum(axis=-1, keepdims=True)


def to_networkx(selection: Network) -> Any:
    """A networkx DiGraph: nodes with their states, the chosen arcs with probability and threshold."""
    import networkx

    graph = networkx.DiGraph()
    counts = getattr(selection, "counts", None)  # none where the probabilities were given
    for v in selection.variables:
        graph.add_node(v, **({} if counts is None else {"states": list(counts.states[counts.index(v)])}))
    for a in selection.arcs:
        if a.chosen:
            graph.add_edge(a.parent, a.child, probability=a.probability, threshold=a.threshold)
    return graph


def to_csv(selection: Network) -> str:
    """Every candidate arc, one a line: parent,child,probability,threshold,chosen."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["parent", "child", "probability", "threshold", "chosen"])
    for a in selection.arcs:
        threshold = "" if a.threshold is None else repr(a.threshold)
        writer.writerow(
            [csv_cell(a.parent), csv_cell(a.child), repr(a.probability), threshold, str(a.chosen).lower()]
        )
    return out.getvalue()


def to_json_text(selection: Network) -> str:
    """The answer of `symdt select --json`."""
    return json.dumps(selection.to_json(), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _dot_name(name: str) -> str:
    return '"' + visible(name).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def to_dot(selection: Network, all_arcs: bool = False) -> str:
    """The network as DOT text, arcs as wide as they are probable; with all_arcs the others dotted."""
    lines = ["digraph {", "  node [shape=ellipse];"]
    # a name of its own for each node: to Graphviz some names, such as those with %, mean something else
    node = {v: f"n{i}" for i, v in enumerate(selection.variables)}
    lines += [f"  {node[v]} [label={_dot_name(v)}];" for v in selection.variables]
    for a in selection.arcs:
        if a.chosen or all_arcs:
            width = 0.5 + 2.5 * a.probability
            style = "" if a.chosen else ", style=dotted, color=gray50"
            lines.append(
                f"  {node[a.parent]} -> {node[a.child]} "
                f'[penwidth={width:.2f}, label="{a.probability:.2f}"{style}];'
            )
    return "\n".join([*lines, "}"]) + "\n"


def _words(names: tuple[str, ...]) -> dict[str, str]:
    """BIF words for names: letters, digits, _ and -; distinct names stay distinct."""
    out: dict[str, str] = {}
    for name in names:
        word = re.sub(r"[^A-Za-z0-9_-]", "_", name) or "_"
        fresh, n = word, 2
        while fresh in out.values():
            fresh, n = f"{word}_{n}", n + 1
        out[name] = fresh
    return out


def to_bif(selection: Network) -> str:
    """The network with its posterior mean probabilities, in the Bayesian Interchange Format."""
    s = _with_data(selection)
    name = _words(s.variables)
    states = {v: s.counts.states[s.counts.index(v)] for v in s.variables}
    word = {v: _words(states[v]) for v in s.variables}
    lines = ["network unknown {", "}"]
    for v in s.variables:
        listed = ", ".join(word[v][x] for x in states[v])
        lines += [f"variable {name[v]} {{", f"  type discrete [ {len(states[v])} ] {{ {listed} }};", "}"]
    for v in s.variables:
        parents = s.parents(v)
        table = conditional_table(s, v)
        if not parents:
            lines += [
                f"probability ( {name[v]} ) {{",
                f"  table {', '.join(map(repr, table.tolist()))};",
                "}",
            ]
            continue
        lines.append(f"probability ( {name[v]} | {', '.join(name[p] for p in parents)} ) {{")
        for place in itertools.product(*(range(len(states[p])) for p in parents)):
            given = ", ".join(word[p][states[p][i]] for p, i in zip(parents, place, strict=True))
            lines.append(f"  ({given}) {', '.join(map(repr, table[place].tolist()))};")
        lines.append("}")
    return "\n".join(lines) + "\n"


WRITERS = {".csv": to_csv, ".json": to_json_text, ".dot": to_dot, ".bif": to_bif}


def write_network(selection: Network, path: str | os.PathLike[str], force: bool = False) -> Path:
    """Write the network in the format of the suffix: .csv, .json, .dot or .bif."""
    target = Path(path)
    writer = WRITERS.get(target.suffix.lower())
    if writer is None:
        raise FileError(f"{quote(target.name)} has no known suffix: {did_you_mean(target.suffix, WRITERS)}")
    return write_whole(target, writer(selection), force=force)
