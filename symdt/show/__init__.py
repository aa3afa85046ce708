"""For eyes only: figures, LaTeX, TikZ, DOT and the report.

>>> from symdt.show import draw_tree, region_map, risk_lines, save, to_latex
>>> from symdt.paper.problems import example_2
>>> ax = region_map(example_2(), "p", "h", at={"k": 1})
>>> sorted(p.get_gid() for p in ax.patches if p.get_gid())
['region a0', 'region a23', 'region a3']

Every plot takes `ax=` and returns the Axes; `save(ax.figure, "map.pdf")` writes it, the same bytes in
every run. Rooms are entered when one of their names is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_ROOMS = {
    "show.analysis": ("simplex", "threshold_path", "tornado", "two_way", "value_of_information"),
    "show.writers": ("figure_bytes", "save"),
    "show.graph": (
        "Graph",
        "draw_graph",
        "graph_dot",
        "graph_picture",
        "lattice_picture",
        "network_graph",
        "network_picture",
        "path_plot",
        "tree_dot",
    ),
    "typeset.latex": ("to_latex",),
    "show.rule": ("draw_orderings", "orderings_picture", "rule_picture"),
    "show.profile": ("acceptability_curve", "risk_profiles", "tornado_chart"),
    "show.style": ("Palette",),
    "show.picture": ("Label", "Picture", "draw"),
    "show.lines": ("risk_lines",),
    "show.map": ("region_map",),
    "show.sketch": ("sketch_tree",),
    "typeset.text": ("to_text",),
    "show.tikz": ("to_tikz",),
    "show.tree": ("draw_tree", "tree_picture", "typical_branch"),
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
