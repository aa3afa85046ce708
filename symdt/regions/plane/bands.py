"""Plane: a window of two letters cut into bands, and each band into cells with the label that is best there.

The cuts are the abscissae where two curves cross, one turns back, or one leaves the window: exact
algebraic numbers. Between two cuts the curves keep their number and order, so a cell lies between two
*levels*: the n-th real root (from 0, from below) of a polynomial in y, for every x of the band. Nothing
here is rounded; floats are made when a picture is drawn (`trace`).

Law: at every point the labels of the cells that hold it attain the optimum there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symdt.exact.line import Real
from symdt.exact.polynomial import Number


@dataclass(frozen=True)
class Level:
    """The real root number `root` in y of the curve number `curve`; −1 and −2 are the window's lower and upper side."""

    curve: int
    root: int = 0


BOTTOM, TOP = Level(-1), Level(-2)


@dataclass(frozen=True)
class Cell:
    """Where one label is best (None: outside the domain), between two levels; `function` is the number of its best."""

    label: Any
    lower: Level
    upper: Level
    witness: tuple[Number, Number]
    function: int = -1


@dataclass(frozen=True)
class Band:
    """The cells over an open interval of x, from below."""

    left: Real
    right: Real
    middle: Number
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Boundary:
    """Over one band, the level where `below` gives way to `above`."""

    band: int
    level: Level
    below: Cell
    above: Cell


@dataclass(frozen=True)
class Corner:
    """A point where three or more labels meet, exactly."""

    x: Real
    y: Real
    labels: tuple[Any, ...]

    def __str__(self) -> str:
        return f"({self.x}, {self.y})"
