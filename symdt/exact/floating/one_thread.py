"""Products and equations of floating-point matrices, each in parts so small that the BLAS below NumPy stays in one thread.

Its threads wait for each other by counting: on two cores with other work a hundred equations took a thousand times as long with
them as without, a product of some thousand rows twenty times, and a budget of computing was spent by waiting.
"""

from __future__ import annotations

from typing import Any

import numpy as np

#: So many multiplications of two matrices, of a matrix and a vector, and so many equations: OpenBLAS starts threads for more.
MATRICES, VECTORS, EQUATIONS = 2**18, 2**15, 60


def product(left: Any, right: Any) -> Any:
    """A matrix times a matrix or a vector.

    >>> product(np.eye(2), np.array([3.0, 4.0])).tolist()
    [3.0, 4.0]
    """
    most = VECTORS if right.ndim == 1 else MATRICES
    rows = max(1, most // max(1, right.size))
    if len(left) <= rows:
        return left @ right
    return np.concatenate([left[n : n + rows] @ right for n in range(0, len(left), rows)])


def solved(gram: Any, right: Any) -> Any:
    """The solution of equations with a positive definite matrix; right: one right side, or several as columns.

    >>> solved(np.diag([2.0, 4.0]), np.array([1.0, 1.0])).tolist()
    [0.5, 0.25]
    """
    n = len(right)
    if n <= EQUATIONS:
        return np.linalg.solve(gram, right)
    first, last = slice(n // 2), slice(n // 2, n)
    both = solved(gram[first, first], np.column_stack([gram[first, last], right[first]]))
    over, alone = both[:, : n - n // 2], both[:, n - n // 2 :].reshape(right[first].shape)
    rest = solved(
        gram[last, last] - product(gram[last, first], over),
        right[last] - product(gram[last, first], alone),
    )
    return np.concatenate([alone - product(over, rest), rest])
