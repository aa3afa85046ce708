"""The numeric wing: data → counts → local scores → posterior → network.

* `sources`, `columns`, `counts`: any kind of data to distinct rows with weights; one group-by count.
* `kernels/`: the local scores of a child.
* `question`, `posterior`: the parent sets that may be, and the posterior over them.
* `arcs`, `selection`, `k2`, `k2_nodes`: the Bayes network, beside the most probable one and K2's.
* `dags/`: without an order, the posterior over all DAGs; `acyclic/`: the DAG of least expected loss.
* `forecast`, `run`: what it will cost, on how many cores, and going on after a stop.
* `exact`: the same posterior in rational numbers, as the belief of any decision problem.
* `estimator`: as scikit-learn style estimators.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_ROOM_OF = {
    "BayesNetwork": "acyclic.bayes",
    "Counts": "counts",
    "DagSelection": "dags.without_order",
    "K2Search": "k2",
    "Selection": "selection",
    "bayes_network": "acyclic.bayes",
    "belief_from_data": "exact",
    "exact_posterior": "exact",
    "select_network": "selection",
    "tabulate": "counts",
}

__all__ = sorted(_ROOM_OF)


def __getattr__(name: str) -> Any:
    # NumPy is loaded when a name is first used, not when the package is
    room = _ROOM_OF.get(name)
    if room is None:
        raise AttributeError(f"module 'symdt.learn' has no attribute {name!r}")
    return getattr(import_module(f"symdt.learn.{room}"), name)
