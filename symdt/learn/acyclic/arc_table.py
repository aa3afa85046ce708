"""Arc probabilities from anybody: as a table, a matrix, a frame or a file.

>>> read_probabilities([("A", "B", "1/4")])
(('A', 'B'), ((Fraction(0, 1), Fraction(1, 4)), (Fraction(0, 1), Fraction(0, 1))))
"""

from __future__ import annotations

import csv
import io
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from symdt.errors import DataError, FileError, did_you_mean, quote
from symdt.files import csv_name, read_whole
from symdt.learn.acyclic.amounts import UNIT_BITS, Amount, Matrix, amount
from symdt.learn.question import names_of

__all__ = ["read_arc_values", "read_probabilities"]

LARGEST = 20_000_000  # bytes of a file
MOST_VARIABLES = 1000
LONGEST = 60  # signs of a name that is told as it is
FEW = 12  # variables up to which any exact numbers are reckoned with exactly

PARENT, CHILD = ("parent", "from", "source", "tail"), ("child", "to", "target", "head")
PROBABILITY = ("probability", "prob", "p", "posterior", "weight", "value", "prior", "loss")


def read_probabilities(
    source: Any, variables: Sequence[str] | str | None = None
) -> tuple[tuple[str, ...], Matrix]:
    """The variables and the probabilities of the arcs between them, [parent][child]."""
    names = None if variables is None else names_of(variables)
    if isinstance(source, str | os.PathLike):
        return _from_rows(_file_rows(Path(source)), names)
    if isinstance(source, Mapping) and all(isinstance(k, tuple) for k in source):
        return _from_rows(((*arc, p) for arc, p in source.items()), names)
    if hasattr(source, "columns"):
        return _from_rows(_frame_rows(source), names)
    if hasattr(source, "shape") and len(source.shape) == 2 and source.shape[0] == source.shape[1]:
        return _from_matrix(source.tolist(), names)
    rows = list(source)
    if names is not None and len(rows) == len(names) and all(len(r) == len(names) for r in rows):
        return _from_matrix(rows, names)
    return _from_rows(rows, names)


def _from_matrix(rows: list[list[Any]], names: tuple[str, ...] | None) -> tuple[tuple[str, ...], Matrix]:
    names = names or tuple(f"X{k}" for k in range(1, len(rows) + 1))
    if len(names) != len(rows):
        raise DataError(f"{len(names)} variables for a matrix of {len(rows)} rows: name each row once")
    triples = ((names[i], names[j], x) for i, row in enumerate(rows) for j, x in enumerate(row) if i != j)
    return _from_rows(triples, names)


def _from_rows(rows: Iterable[Any], names: tuple[str, ...] | None) -> tuple[tuple[str, ...], Matrix]:
    found: dict[tuple[str, str], Amount] = {}
    for row in rows:
        if isinstance(row, str) or not isinstance(row, Sequence) or len(row) != 3:
            raise DataError(f"the arc probabilities hold {quote(row)}: expected (parent, child, probability)")
        arc = (str(row[0]), str(row[1]))
        if arc in found:
            raise DataError(f"the arc {quote(' -> '.join(arc))} has two probabilities: give one")
        told = " -> ".join(v if v.isprintable() and len(v) <= LONGEST else quote(v) for v in arc)
        found[arc] = amount(row[2], f"P({told})")
    seen = tuple(dict.fromkeys(v for arc in found for v in arc))
    if names is None:
        names = tuple(sorted(seen, key=lambda v: (_number(v), v)))
    for v in seen:
        if v not in names:
            raise DataError(f"an arc names {quote(v)}, no variable: {did_you_mean(v, names)}")
    if len(set(names)) < len(names):
        raise DataError("a variable is named twice: name each once")
    if not names or len(names) > MOST_VARIABLES:
        raise DataError(f"{len(names)} variables: expected from 1 to {MOST_VARIABLES}")
    place = {v: k for k, v in enumerate(names)}
    table: list[list[Amount]] = [[Fraction(0)] * len(names) for _ in names]
    for (u, v), p in found.items():
        table[place[u]][place[v]] = p
    return names, _fitting(table)


def _number(name: str) -> int:
    """The number at the end of a name, so that X2 precedes X10."""
    digits = name[len(name.rstrip("0123456789")) :]
    return int(digits[:9]) if digits else -1


def _fitting(table: list[list[Amount]]) -> Matrix:
    """All exact or all floats; many variables with long decimals are reckoned with as floats."""
    below = 1
    for row in table:
        for x in row:
            if not isinstance(x, Fraction):
                below = 0
            elif below and x.denominator > 1:
                below = math.lcm(below, x.denominator)
                below = below if len(table) <= FEW or below < 1 << UNIT_BITS else 0
    if below:
        return tuple(map(tuple, table))
    return tuple(tuple(float(x) for x in row) for row in table)


def _column(header: Sequence[str], words: Sequence[str]) -> int | None:
    low = [h.strip().lower() for h in header]
    return next((low.index(w) for w in words if w in low), None)


def _places(header: Sequence[str], where: str) -> tuple[int, int, int, int | None]:
    """The columns of parent, child, probability; and of the factor that bnlearn calls direction."""
    parent, child = _column(header, PARENT), _column(header, CHILD)
    probability = _column(header, PROBABILITY)
    direction = None
    if probability is None:
        probability, direction = _column(header, ("strength",)), _column(header, ("direction",))
    if parent is None or child is None or probability is None:
        raise DataError(
            f"{where} has the columns {quote(', '.join(header))}: expected parent, child, probability "
            "(or from, to, strength, direction), or a square matrix under the names of its variables"
        )
    return parent, child, probability, direction


def _triples(header: Sequence[str], rows: Iterable[Sequence[Any]], where: str) -> Iterable[tuple[Any, ...]]:
    parent, child, probability, direction = _places(header, where)
    for number, row in enumerate(rows, 2):
        if len(row) != len(header):
            raise DataError(f"{where}, line {number}, has {len(row)} cells: expected {len(header)}")
        p = row[probability]
        if direction is not None:
            p = amount(p, "the strength") * amount(row[direction], "the direction")
        yield row[parent], row[child], p


def _frame_rows(frame: Any) -> Iterable[tuple[Any, ...]]:
    import narwhals as nw

    known: Any = nw.from_native(frame)
    if hasattr(known, "collect"):
        known = known.collect()
    header, body = [str(c) for c in known.columns], [list(row) for row in known.iter_rows()]
    if len(header) == len(body) and hasattr(frame, "index"):  # pandas: the names of the rows are its index
        named = [[str(name), *row] for name, row in zip(frame.index, body, strict=True)]
        square = _square(header, named, "the frame")
    else:
        square = _square(header, body, "the frame")
    return _triples(header, body, "the frame") if square is None else square


def _square(
    header: Sequence[str], body: Sequence[Sequence[Any]], where: str
) -> list[tuple[str, str, Any]] | None:
    """The arcs of a square matrix, the names above it and perhaps beside it; None for a table of arcs.

    With names beside it the header may have an entry above them, or be one shorter, as R writes it; rows that are
    numbered have no names.

    >>> _square(["A", "B"], [["0", "1/2"], ["0", "0"]], "it")
    [('A', 'B', '1/2'), ('B', 'A', '0')]
    """
    if _column(header, PARENT) is not None and _column(header, CHILD) is not None:
        return None
    size, widths = len(body), {len(row) for row in body}
    if size < 2 or len(header) not in (size, size + 1) or widths not in ({len(header)}, {size + 1}):
        return None
    names = list(header)[-size:]
    beside = [str(row[0]) for row in body] if widths == {size + 1} else names
    numbered = beside in ([str(k) for k in range(size)], [str(k) for k in range(1, size + 1)])
    if numbered and not set(beside) & set(names):  # names that are numbers themselves are names
        beside = names
    if sorted(beside) != sorted(names):
        odd = next(v for v in beside if v not in names or beside.count(v) > 1)
        raise DataError(
            f"{where} is a square matrix with the row {quote(odd)}, its columns are {quote(', '.join(names))}: "
            "expected the same variables on both sides, each once"
        )
    rows = {u: row[-size:] for u, row in zip(beside, body, strict=True)}
    return [(u, v, x) for u in names for v, x in zip(names, rows[u], strict=True) if u != v]


def read_arc_values(path: Path) -> dict[tuple[str, str], str]:
    """A number, or a text of letters, for each arc that a CSV file names: parent, child, value, or a matrix."""
    return {(u, v): x for u, v, x in _file_rows(path)}


def _file_rows(path: Path) -> Iterable[tuple[Any, ...]]:
    """The rows of a CSV file: parent, child, probability, or a square matrix with names on two sides."""
    name = quote(path.name)
    text = read_whole(path, LARGEST, "a table of arcs")
    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), strict=True, **_marks(text)) if row]
    except csv.Error as error:
        raise FileError(f"{name} is no CSV: {quote(error)}; give a table of arcs") from None
    if len(rows) < 2:
        raise DataError(f"{name} has {len(rows)} lines: expected a header and a row for each arc")
    header = [h.strip() for h in rows[0]]
    body = [[cell.strip() for cell in row] for row in rows[1:]]
    square = _square(header, body, name)
    arcs = _triples(header, body, name) if square is None else square
    return ((csv_name(u), csv_name(v), x) for u, v, x in arcs)


def _marks(text: str) -> dict[str, Any]:
    """What parts the cells: a comma, unless the first line has none but a semicolon, a tab or blanks, as R writes."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    for mark in (",", ";", "\t"):
        if mark in first:
            return {"delimiter": mark}
    return {"delimiter": " ", "skipinitialspace": True} if " " in first.strip() else {}
