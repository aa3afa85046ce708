"""The expressions of a record: all of them, and the record with each of them changed.

A record is a frozen data class. Its expressions stand in its fields, and in records, mappings and tuples there;
texts and counts are kept. So no kind of problem says anew what its expressions are.

>>> from sympy import symbols
>>> p, q = symbols("p q")
>>> list(expressions({"a": (p, "text", 2), "b": q}))
[p, q]
>>> changed({"a": (p, "text", 2), "b": q}, lambda e: e + 1)
{'a': (p + 1, 'text', 2), 'b': q + 1}

Law: changing by the identity gives an equal record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from sympy import Expr

#: How the expressions of a record are changed: each by the same function.
Change = Callable[[Expr], Expr]


def expressions(thing: Any) -> Iterator[Expr]:
    """Every expression of a record, in the order in which it is written.

    thing: an expression, a record, a mapping or a tuple of these; anything else has none.
    """
    if isinstance(thing, Expr):
        yield thing
    elif isinstance(thing, Mapping):
        for value in thing.values():
            yield from expressions(value)
    elif isinstance(thing, tuple | list):
        for value in thing:
            yield from expressions(value)
    elif is_dataclass(thing):
        for field in fields(thing):
            if field.init:
                yield from expressions(getattr(thing, field.name))


def changed(thing: Any, change: Change) -> Any:
    """The same with every expression changed.

    thing: as in `expressions`; a tree is changed node by node, each shared node once.
    change: what is done to each expression.
    """
    if isinstance(thing, Expr):
        return change(thing)
    if isinstance(thing, str | int):
        return thing
    if isinstance(thing, Mapping):
        return type(thing)({key: changed(value, change) for key, value in thing.items()})  # type: ignore[call-arg]
    if isinstance(thing, tuple | list):
        return tuple(changed(value, change) for value in thing)
    if hasattr(thing, "changed"):
        return thing.changed(change)
    if is_dataclass(thing) and not isinstance(thing, type):
        return replace(thing, **changed_fields(thing, change))
    return thing


def changed_fields(record: Any, change: Change) -> dict[str, Any]:
    """The fields from which a record is made, with every expression changed."""
    return {f.name: changed(getattr(record, f.name), change) for f in fields(record) if f.init}
