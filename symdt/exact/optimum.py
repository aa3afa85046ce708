"""Optimum: least or greatest, the sense in which one value is better than another.

>>> sign("min"), sign("max")
(1, -1)

Law: multiplied by its sign, every optimum is a minimum.

>>> better("max")([3, 5, 4]) == sign("max") * min(sign("max") * v for v in [3, 5, 4])
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

#: "min" where values are losses, "max" where they are utilities.
Optimum = Literal["min", "max"]


def sign(optimum: Optimum) -> Literal[1, -1]:
    """1 where less is better, −1 where more is: the factor that makes every optimum a minimum."""
    return 1 if optimum == "min" else -1


def better(optimum: Optimum) -> Callable[..., Any]:
    """`min` or `max`."""
    return min if optimum == "min" else max
