"""A rule on arrays: labels at many points at once, in floating point.

Points on a boundary may fall to either side by rounding; `Rule.label_at` is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from symdt.errors import DomainError, quote
from symdt.exact.field import Element
from symdt.exact.formula import Condition
from symdt.exact.polynomial import Poly
from symdt.regions.ends import End, Infinite, Ratio
from symdt.regions.root_condition import RootCondition
from symdt.regions.rule import Label, Rule


def labels_on(rule: Rule, point: Mapping[Any, Any], name: Callable[[Label], str], fill: str | None) -> Any:
    """The array of label names at arrays of points, which broadcast; `fill` outside the domain, or an error."""
    import numpy as np

    field, solved_for = rule.question.domain.field, rule.question.letter
    named = {getattr(s, "name", s): np.asarray(v, dtype=float) for s, v in point.items()}
    for letter in field.names:
        if letter not in named:
            raise DomainError(
                f"no value was given for {quote(letter)}: give one for each of {list(field.names)}"
            )
    arrays = [named[n] for n in field.names]
    shape = np.broadcast_shapes(*(a.shape for a in arrays))
    inside = _all(rule.question.domain.conditions, arrays, shape)
    if fill is None and not np.all(inside):
        raise DomainError("a point lies outside the domain: leave it out, or give fill='...' for such points")
    names = [*dict.fromkeys(name(piece.label) for case in rule.cases for piece in case.pieces), fill or ""]
    p = named[solved_for.name]
    index = np.full(shape, len(names) - 1, dtype=np.intp)
    for case in rule.cases:
        stops = [end_on(piece.stop, arrays) for piece in case.pieces[:-1]]
        codes = np.array([names.index(name(piece.label)) for piece in case.pieces])
        jumps = [piece.is_open_right for piece in case.pieces[:-1]]
        if any(jumps):
            place = sum(
                (np.greater_equal if jump else np.greater)(p, stop).astype(np.intp)
                for stop, jump in zip(stops, jumps, strict=True)
            )
        elif all(np.ndim(s) == 0 for s in stops):
            place = (
                np.searchsorted(np.array(stops, dtype=float), p, side="left") if stops else np.zeros((), int)
            )
        else:
            place = sum((p > stop).astype(np.intp) for stop in stops)
        chosen = codes[place]
        if not case.conditions:
            index = np.where(inside, np.broadcast_to(chosen, shape), index) if fill is not None else chosen
        else:
            index = np.where(inside & _all(case.conditions, arrays, shape), chosen, index)
    return np.array(names)[np.broadcast_to(index, shape)]


def _all(conditions: tuple[Condition, ...], arrays: list[Any], shape: tuple[int, ...]) -> Any:
    import numpy as np

    tests = {">": np.greater, ">=": np.greater_equal, "==": np.equal, "!=": np.not_equal}
    result: Any = np.ones((), dtype=bool)
    for condition in conditions:
        if isinstance(condition, RootCondition):
            value = arrays[condition.field.position[condition.letter]]
            result = result & {**tests, "<": np.less, "<=": np.less_equal}[condition.op](
                value, end_on(condition.root, arrays)
            )
        else:
            result = result & tests[condition.op](poly_on(condition.poly, arrays), 0)
    return np.broadcast_to(result, shape)


def end_on(end: End, arrays: list[Any]) -> Any:
    """An end at arrays of the other letters."""
    import numpy as np

    if isinstance(end, Infinite):
        return np.float64(end.sign * np.inf)
    if isinstance(end, Ratio):
        return element_on(end.element, arrays)
    coefficients = [poly_on(c, arrays) for c in end.coefficients]
    if end.degree == 2:
        c, b, a = coefficients
        root = np.sqrt(np.maximum(b * b - 4 * a * c, 0))
        return (-b / a + (1 if end.index else -1) * root / np.abs(a)) / 2
    shape = np.broadcast_shapes(*(np.shape(c) for c in coefficients))
    flat = [np.broadcast_to(c, shape).ravel() for c in reversed(coefficients)]
    found = np.empty(int(np.prod(shape)))
    for i in range(found.size):
        roots = np.roots([c[i] for c in flat])
        real = np.sort(roots[np.abs(roots.imag) <= 1e-9 * np.maximum(1, np.abs(roots))].real)
        found[i] = real[end.index] if end.index < real.size else np.nan
    return found.reshape(shape)


def element_on(element: Element, arrays: list[Any]) -> Any:
    """A rational function at arrays of points."""
    num = poly_on(element.num, arrays)
    return num if element.is_polynomial else num / poly_on(element.den, arrays)


def poly_on(poly: Poly, arrays: list[Any]) -> Any:
    """A polynomial at arrays of points, term by term; constants stay scalars."""
    import numpy as np

    total: Any = np.float64(0)
    for monomial, coefficient in poly.to_dict().items():
        term: Any = np.float64(int(coefficient.p) / int(coefficient.q))
        for array, exponent in zip(arrays, monomial, strict=True):
            for _ in range(int(exponent)):
                term = term * array
        total = total + term
    return total
