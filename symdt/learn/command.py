"""What `symdt select` does, without the parsing of arguments: texts in, text out.

Arcs are written A -> B (or A->B), parted by commas.

>>> parse_arcs("A -> B, B->C")
[('A', 'B'), ('B', 'C')]
"""

from __future__ import annotations

import json as _json
from typing import Any

from symdt.errors import ModelError, quote
from symdt.learn.admissible import Pair
from symdt.learn.network_io import write_network
from symdt.learn.selection import Selection, select_network

__all__ = ["parse_arcs", "select_command", "selection_text"]


def parse_arcs(text: str | None) -> list[Pair]:
    """Pairs (parent, child) from text."""
    out: list[Pair] = []
    for part in (text or "").split(","):
        if not part.strip():
            continue
        parent, mark, child = part.partition("->")
        if not mark or not parent.strip() or not child.strip():
            raise ModelError(f"{quote(part.strip())} is no arc: write A -> B, several parted by commas")
        out.append((parent.strip(), child.strip()))
    return out


def selection_text(selection: Selection, as_json: bool = False) -> str:
    """What is printed: the table for eyes, or JSON alone."""
    if as_json:
        return _json.dumps(selection.to_json(), indent=1, ensure_ascii=False, allow_nan=False)
    return str(selection)


def select_command(
    data: str,
    order: str,
    require: str | None = None,
    forbid: str | None = None,
    out: str | None = None,
    force: bool = False,
    as_json: bool = False,
    **question: Any,
) -> str:
    """The text of the answer; `out`, if given, is written first (.csv .json .dot .bif)."""
    selection = select_network(
        data, order=order, required=parse_arcs(require), forbidden=parse_arcs(forbid), **question
    )
    if out is not None:
        write_network(selection, out, force)
    return selection_text(selection, as_json)
