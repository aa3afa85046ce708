"""Evaluation: expressions and expected values at numbers, exactly, or at arrays of them, in floating point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symdt.errors import DomainError, quote
from symdt.exact.field import Element, Field
from symdt.exact.polynomial import as_expr, to_rational
from symdt.problems.problem import Problem
from symdt.solve.foldback import optimum_of


def evaluate(source: Any, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Any:
    """The value of an expression, or of each in a mapping or of each risk of a problem, at one or many points.

    Letters given as arrays (they broadcast) give floating-point arrays; plain numbers give exact
    SymPy rationals. Whether the points lie in the domain is not asked here.

    >>> from sympy import symbols
    >>> p = symbols("p")
    >>> evaluate(1 - 4*p, p=[0.0, 0.125]).tolist()
    [1.0, 0.5]
    """
    given = {getattr(s, "name", s): v for s, v in {**(point or {}), **values}.items()}
    if isinstance(source, Problem) and source.risks_at_once is None:
        return _values_later(source, given)
    elements, is_single = _elements(source)
    field = next(iter(elements.values())).field
    _check_letters(field, given)
    if not _has_arrays(given):
        numbers = field.values({n: given[n] for n in field.names})
        answer = {name: to_rational(e.at(numbers)) for name, e in elements.items()}
    else:
        from symdt.exact.arrays import on_arrays

        answer = on_arrays(elements, [given[n] for n in field.names])
    return answer[""] if is_single else answer


def _values_later(problem: Problem, given: dict[str, Any]) -> dict[str, Any]:
    """The values of the first decision's alternatives, where what is decided later depends on the point."""
    field = problem.domain.field
    _check_letters(field, given)
    if not _has_arrays(given):
        exact = dict(zip(field.symbols, map(to_rational, field.values(given)), strict=True))
        return optimum_of(problem.tree.subs(exact), problem.optimum).values
    import numpy as np

    from symdt.solve.fold_arrays import action_values

    arrays = np.broadcast_arrays(*(np.asarray(given[n], dtype=float) for n in field.names))
    flat = {n: a.ravel() for n, a in zip(field.names, arrays, strict=True)}
    columns = action_values(problem.tree, flat, problem.optimum)
    names = problem.alternatives or ("value",)
    return {name: columns[:, i].reshape(arrays[0].shape) for i, name in enumerate(names)}


def _check_letters(field: Field, given: Mapping[str, Any]) -> None:
    missing = [n for n in field.names if n not in given]
    if missing:
        raise DomainError(
            f"no value is given for {quote(missing[0])}: give one for each of {list(field.names)}"
        )


def _has_arrays(given: Mapping[str, Any]) -> bool:
    return any(hasattr(v, "__len__") and not isinstance(v, str) for v in given.values())


def _elements(source: Any) -> tuple[dict[str, Element], bool]:
    if isinstance(source, Problem):
        return dict(source.risks_at_once or {}), False
    many = dict(source) if isinstance(source, Mapping) else {"": source}
    if not many:
        raise DomainError("there is nothing to evaluate: give at least one expression")
    expressions = {str(name): as_expr(e) for name, e in many.items()}
    field = Field.of(set().union(*(e.free_symbols for e in expressions.values())))
    return {name: field.element(e) for name, e in expressions.items()}, not isinstance(source, Mapping)
