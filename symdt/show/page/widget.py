"""The page as a two-way widget, for notebooks that have `anywidget` (`pip install symdt[widget]`).

`widget.values` holds the letters as exact texts: moving a slider changes it, and setting it moves the
sliders. `widget.answer` is what `window.symdt.state()` says in the page.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from symdt.errors import DomainError, quote
from symdt.exact.polynomial import to_number
from symdt.problems.problem import Problem
from symdt.show.page.record import record
from symdt.show.page.writer import script_of, style_of

try:
    import anywidget
    import traitlets
except ImportError as error:  # pragma: no cover - said where it is asked for
    raise ImportError("the widget needs anywidget: pip install symdt[widget]") from error


class Explorer(anywidget.AnyWidget):
    """A problem under sliders, both ways."""

    _esm = f"{script_of('widget.js')}\nconst style = {json.dumps(style_of())};\nexport default {{ render: (c) => render(c, style) }};\n"
    record = traitlets.Dict().tag(sync=True)
    values = traitlets.Dict().tag(sync=True)
    answer = traitlets.Dict().tag(sync=True)

    def go(self, **values: Any) -> None:
        """Move letters, each to an exact number (a text, a fraction, a whole number or a decimal)."""
        known = {letter["name"] for letter in self.record["letters"]}
        unknown = next((n for n in values if n not in known), None)
        if unknown is not None:
            raise DomainError(f"{quote(unknown)} is no letter of the problem: use {', '.join(sorted(known))}")
        self.values = {**self.values, **{n: _exact(v) for n, v in values.items()}}


def _exact(value: Any) -> str:
    return str(value) if isinstance(value, Fraction) else str(to_number(value))


def widget(problem: Problem, presets: Mapping[str, Any] | None = None, *, file: str = "") -> Explorer:
    """The widget of a problem; the arguments are those of `explore`."""
    content = record(problem, presets, file=file)
    start = {letter["name"]: letter["start"] for letter in content["letters"]}
    return Explorer(record=content, values=start)
