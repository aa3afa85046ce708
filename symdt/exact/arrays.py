"""Vectorised evaluation: expressions at many points at once, in floating point.

Each expression becomes a nest of sums and products (Horner's form in several letters) that is
walked with NumPy; no code is ever generated.

>>> from sympy import symbols
>>> from symdt.exact.field import Field
>>> p = symbols("p")
>>> on_arrays({"a": Field.of([p]).element(1/(1 + p))}, [[0.0, 1.0]])
{'a': array([1. , 0.5])}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from symdt.exact.field import Element
from symdt.exact.polynomial import to_fraction

#: Points worked on at a time: few enough that all intermediate arrays stay in the cache.
BLOCK = 1 << 14

# A plan is a number, or (index of a letter, its power, plan of the cofactor, plan of the rest).
Plan = Any


def on_arrays(elements: Mapping[str, Element], given: Sequence[Any]) -> dict[str, Any]:
    """Each function at arrays of the letters (they broadcast; in the field's order), in floating point."""
    import numpy as np

    plans = {name: (plan(e.num), None if e.is_polynomial else plan(e.den)) for name, e in elements.items()}
    letters = [np.asarray(v, dtype=float) if hasattr(v, "__len__") else float(v) for v in given]
    shape = np.broadcast_shapes(*(a.shape for a in letters if not isinstance(a, float)))
    size = int(np.prod(shape))
    flat = [a if isinstance(a, float) else np.broadcast_to(a, shape).reshape(-1) for a in letters]
    result = {name: np.empty(size) for name in plans}
    for begin in range(0, size, BLOCK):
        block = slice(begin, begin + BLOCK)
        here = [a if isinstance(a, float) else a[block] for a in flat]
        powers: dict[tuple[int, int], Any] = {}
        for name, (top, bottom) in plans.items():
            value = _value(top, here, powers)
            if bottom is not None:
                value = value / _value(bottom, here, powers)
            result[name][block] = value
    return {name: array.reshape(shape) for name, array in result.items()}


def plan(poly: Any) -> Plan:
    """The nest of a polynomial: the letter that occurs in most terms is taken out first."""
    return _plan({tuple(map(int, m)): float(to_fraction(c)) for m, c in poly.to_dict().items()})


def walk(node: Plan, letters: list[Any], powers: dict[tuple[int, int], Any] | None = None) -> Any:
    """The value of a plan at arrays of the letters, in the field's order; `powers` keeps what is shared."""
    return _value(node, letters, {} if powers is None else powers)


def _plan(terms: dict[tuple[int, ...], float]) -> Plan:
    if not terms:
        return 0.0
    counts = Counter(i for monomial in terms for i, e in enumerate(monomial) if e)
    if not counts:
        return sum(terms.values())
    index = min(counts, key=lambda i: (-counts[i], i))
    power = min(m[index] for m in terms if m[index])
    inside = {(*m[:index], m[index] - power, *m[index + 1 :]): c for m, c in terms.items() if m[index]}
    return index, power, _plan(inside), _plan({m: c for m, c in terms.items() if not m[index]})


def _value(node: Plan, letters: list[Any], powers: dict[tuple[int, int], Any]) -> Any:
    if isinstance(node, float):
        return node
    index, power, inside, rest = node
    x = letters[index]
    if power > 1:
        if (index, power) not in powers:
            powers[index, power] = x**power
        x = powers[index, power]
    cofactor = _value(inside, letters, powers)
    if isinstance(cofactor, float):
        value = x if cofactor == 1.0 else x * cofactor
    elif isinstance(inside, tuple) and getattr(cofactor, "flags", None) is not None and _is_own(inside):
        cofactor *= x  # made by this very nest, so nobody else sees it change
        value = cofactor
    else:
        value = x * cofactor
    other = _value(rest, letters, powers)
    if isinstance(other, float) and other == 0.0:
        return value
    return value + other


def _is_own(node: Plan) -> bool:
    """Whether walking this nest makes a new array, rather than handing out a letter itself."""
    _, power, inside, rest = node
    return not (inside == 1.0 and rest == 0.0) and power >= 1
