"""Vectorised evaluation: expressions at many points at once, in floating point.

Each expression becomes a nest of sums and products (Horner's form in several letters) that is
walked with NumPy; no code is ever generated. Plain numbers give exact answers instead.

>>> from sympy import symbols
>>> h, p = symbols("h p")
>>> evaluate(6*h*p, h=2, p=0.1)
6/5
>>> evaluate({"a0": 6*h*p, "a1": 1/(1 + p)}, h=2.0, p=[0.0, 1.0])
{'a0': array([ 0., 12.]), 'a1': array([1. , 0.5])}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from symdt.algebra import Element, Field, as_expr, to_fraction, to_rational
from symdt.errors import DomainError, quote
from symdt.problem import DecisionProblem
from symdt.risk import risk_elements

#: Points worked on at a time: few enough that all intermediate arrays stay in the cache.
BLOCK = 1 << 14

# A plan is a number, or (index of a letter, its power, plan of the cofactor, plan of the rest).
Plan = Any


def evaluate(source: Any, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Any:
    """The value of an expression, or of each in a mapping or of each risk of a problem, at one or many points.

    Letters given as arrays (they broadcast) give floating-point arrays; plain numbers give exact
    SymPy rationals. Whether the points lie in the domain is not asked here.

    >>> from sympy import symbols
    >>> p = symbols("p")
    >>> evaluate(1 - 4*p, p=[0.0, 0.125]).tolist()
    [1.0, 0.5]
    """
    elements, is_single = _elements(source)
    field = next(iter(elements.values())).field
    given = {getattr(s, "name", s): v for s, v in {**(point or {}), **values}.items()}
    missing = [n for n in field.names if n not in given]
    if missing:
        raise DomainError(
            f"no value is given for {quote(missing[0])}: give one for each of {list(field.names)}"
        )
    if not any(hasattr(v, "__len__") and not isinstance(v, str) for v in given.values()):
        numbers = field.values({n: given[n] for n in field.names})
        answer = {name: to_rational(e.at(numbers)) for name, e in elements.items()}
    else:
        answer = _arrays(elements, [given[n] for n in field.names])
    return answer[""] if is_single else answer


def _elements(source: Any) -> tuple[dict[str, Element], bool]:
    if isinstance(source, DecisionProblem):
        return risk_elements(source), False
    many = dict(source) if isinstance(source, Mapping) else {"": source}
    if not many:
        raise DomainError("there is nothing to evaluate: give at least one expression")
    expressions = {str(name): as_expr(e) for name, e in many.items()}
    field = Field.of(set().union(*(e.free_symbols for e in expressions.values())))
    return {name: field.element(e) for name, e in expressions.items()}, not isinstance(source, Mapping)


def _arrays(elements: dict[str, Element], given: list[Any]) -> dict[str, Any]:
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
