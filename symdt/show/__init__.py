"""For eyes only: figures as SVG, PDF, PNG, TikZ and DOT, laid out from records.

>>> from symdt.show import draw_tree, region_map, risk_lines, save
>>> from symdt.paper.problems import example_2
>>> picture = region_map(example_2(), "p", "h", point={"k": 1})
>>> sorted(item.role for item in picture.of_role("region"))
['region a0', 'region a23', 'region a3']

Every function gives a `Picture`; `save(picture, "map.pdf")` writes it in the format of the suffix, the same
bytes in every run, and `draw(picture, ax)` puts it on matplotlib axes. Rooms are entered when one of their
names is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_ROOMS = {
    "show.writers.canvas": ("draw",),
    "show.graphs.chosen": ("network_graph", "network_picture", "path_plot"),
    "show.graphs.dots": ("Graph", "graph_dot", "tree_dot"),
    "show.graphs.graph": ("draw_graph", "graph_picture"),
    "show.graphs.lattice": ("lattice_picture",),
    "show.label": ("Label",),
    "show.picture": ("Picture",),
    "show.plots.amount_along": ("best_along",),
    "show.plots.payoff": ("payoff_curve",),
    "show.plots.bars": ("threshold_path", "tornado", "tornado_chart"),
    "show.plots.curves": ("acceptability_curve", "calibration", "risk_profiles", "value_of_information"),
    "show.plots.influence": ("influence_picture",),
    "show.plots.lines": ("risk_lines",),
    "show.plots.maps.map": ("plane_picture", "region_map"),
    "show.plots.maps.multiples": ("isolines", "small_multiples", "two_way"),
    "show.plots.policy": ("cost_effectiveness", "decision_curve", "sample_size", "spider"),
    "show.plots.maps.ties": ("ordering_map", "tie_distances"),
    "show.plots.strategy": ("strategy_table",),
    "show.plots.maps.simplex": ("simplex",),
    "show.rule": ("draw_orderings", "orderings_picture", "rule_picture"),
    "show.sketch": ("sketch_tree",),
    "show.style": ("Palette",),
    "show.writers.tikz": ("to_tikz",),
    "show.tree": ("draw_tree", "tree_picture", "typical_branch"),
    "show.writers": ("WRITERS", "rendered", "save"),
    "typeset.latex": ("to_latex",),
    "typeset.text": ("to_text",),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = sorted(_ROOM_OF)


def __getattr__(name: str) -> Any:
    room = _ROOM_OF.get(name)
    if room is None:
        raise AttributeError(f"module 'symdt.show' has no attribute {name!r}")
    return getattr(import_module(f"symdt.{room}"), name)


def __dir__() -> list[str]:
    return [*__all__]
