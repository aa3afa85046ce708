"""Names of models: M23 or {X2,X3} for arcs from X2 and X3 to one child, read and written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from symdt.problems.models.arc import Arc, set_label
from symdt.problems.models.model import Model


def model_label(model: Model, arcs: Sequence[Arc]) -> str:
    """The name of a model by its parent sets, in the order of `arcs`; children are named where there are several.

    >>> model_label(Model(["X2 -> X1"]), [Arc("X3", "X1"), Arc("X2", "X1")])
    '{X2}'
    >>> model_label(Model(["X2 -> X1"]), [Arc("X2", "X1"), Arc("X3", "X2")])
    'X1←{X2} X2←{}'
    """
    children = list(dict.fromkeys(a.child for a in arcs))
    sets = {c: set_label(a.parent for a in arcs if a.child == c and a in model) for c in children}
    if len(children) < 2:
        return next(iter(sets.values()), "{}")
    return " ".join(f"{c}←{text}" for c, text in sets.items())


#: The child of a table whose names tell the parents only.
ANONYMOUS = "child"


def models_from_names(names: Iterable[str]) -> dict[str, Model] | None:
    """The models that names such as M0, M23, a23, {} or {X2,X3} denote, or None if one is no such name.

    >>> models_from_names(["M0", "M23"])["M23"].parents("child")
    ('X2', 'X3')
    >>> models_from_names(["ill", "well"]) is None
    True
    """
    found: dict[str, Model] = {}
    for name in names:
        bare = name.removeprefix("choose ")
        if match := re.fullmatch(r"[Ma]_?([1-9]+|0)", bare):
            digits = match.group(1)
            if len(set(digits)) < len(digits):
                return None
            found[name] = Model.into(ANONYMOUS, *(f"X{d}" for d in digits if d != "0"))
        elif match := re.fullmatch(r"(?:[Ma]_)?\{([^{}]*)\}", bare):
            parents = [p.strip() for p in match.group(1).split(",")] if match.group(1).strip() else []
            if len(set(parents)) < len(parents) or not all(parents) or ANONYMOUS in parents:
                return None
            found[name] = Model.into(ANONYMOUS, *parents)
        else:
            return None
    return found
