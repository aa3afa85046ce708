"""The paper by Sebastiani & Ramoni (UAI 1998): its problems, figures, statements and the report on all of them.

Rooms are entered when one of their names is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_ROOM_OF = {
    "critical_values": "likelihood_plot",
    "model_lattice": "figures",
    "paper_figures": "figures",
    "write_report": "report",
}

__all__ = sorted(_ROOM_OF)


def __getattr__(name: str) -> Any:
    room = _ROOM_OF.get(name)
    if room is None:
        raise AttributeError(f"module 'symdt.paper' has no attribute {name!r}")
    return getattr(import_module(f"symdt.paper.{room}"), name)


def __dir__() -> list[str]:
    return [*__all__]
