"""Kinks as texts have them: max, min, abs, piecewise, read on a part of the domain on which signs say which branch each is.

Which way a comparison goes on the part is asked of `Ring.decide`: the certificate says it, and that it is so is a
question of its own. Both spellings are read, that of problem files and that of answers.

>>> from symdt.solve.proofs.check.texts import Ring
>>> ring = Ring(["h"])
>>> ring.decide = lambda difference, op: ring.text(difference[0]) == "3*h - 1"  # here 3*h >= 1, and nothing else
>>> for text in ("Max(3*h, 1)", "Min(3*h, 1)", "abs(h - 7)", "piecewise(1, h > 5 or 3*h >= 1, 0)", "Piecewise((1, (h > 5) & True), (h, True))"):
...     print(ring.text(ring.read(text)[0]))
3*h
1
-h + 7
1
h
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .polynomials import ZERO, Quotient, RejectedError, added

if TYPE_CHECKING:
    from .reader import Reader

FUNCTIONS = ("max", "Max", "min", "Min", "abs", "Abs", "piecewise", "Piecewise", "power")
_COMPARED = ("<", "<=", ">", ">=", "==", "!=")
_WORDS = {"and": "and", "&": "and", "or": "or", "|": "or", "implies": "implies", "iff": "iff"}
#: Brackets of conditions in brackets of conditions: a certificate may come from a stranger.
DEEPEST = 50


def branch(reader: Reader, name: str) -> Quotient:
    """What a kink is on the part; the reader stands behind its opening bracket."""
    if name in ("piecewise", "Piecewise"):
        return _piecewise(reader, is_paired=name == "Piecewise")
    args = [reader.sum()]
    while reader.take(","):
        args.append(reader.sum())
    reader.expect(")")
    if len(args) != {"abs": 1, "Abs": 1, "power": 2}.get(name, len(args)):
        raise RejectedError(f"{reader.text[:60]!r} gives {name} {len(args)} arguments")
    if name == "power":
        return reader.power(*args)
    best = args[0]
    if name in ("abs", "Abs"):
        return best if reader.ring.is_so(best, ">=") else added(ZERO, best, -1)
    for other in args[1:]:
        ahead = added(best, other, -1) if name in ("max", "Max") else added(other, best, -1)
        best = best if reader.ring.is_so(ahead, ">=") else other
    return best


def _piecewise(reader: Reader, *, is_paired: bool) -> Quotient:
    """`piecewise(f, c, g, d, rest)`, or `Piecewise((f, c), (g, d), (rest, True))`: the first whose condition holds."""
    chosen: Quotient | None = None
    while True:
        if is_paired:
            reader.expect("(")
        value = reader.sum()
        is_rest = not is_paired and reader.next() == ")"
        if not is_rest:
            reader.expect(",")
        formula = is_rest or _formula(reader)
        if is_paired:
            reader.expect(")")
        if chosen is None and _truth(reader, formula):
            chosen = value
        if is_rest or not reader.take(","):
            break
    reader.expect(")")
    if chosen is None:
        raise RejectedError(f"{reader.text[:60]!r} has no value where all its conditions fail")
    return chosen


def _formula(reader: Reader, depth: int = 0) -> Any:
    """A condition: (word, parts), or (difference, comparison), or a truth value."""
    if depth > DEEPEST:
        raise RejectedError(f"{reader.text[:60]!r} has too many brackets")
    parts, word = [_simple(reader, depth)], ""
    while (said := _WORDS.get(reader.next())) and word in ("", said):
        reader.skip()
        word = said
        parts.append(_simple(reader, depth))
    if said:
        raise RejectedError(f"{reader.text[:60]!r} joins conditions by {word} and {said}: use brackets")
    return (word, parts) if word else parts[0]


def _simple(reader: Reader, depth: int) -> Any:
    said = reader.next()
    if said in ("True", "False"):
        reader.skip()
        return said == "True"
    if said in ("not", "~"):
        reader.skip()
        return "not", [_simple(reader, depth + 1)]
    if said in ("Eq", "Ne"):
        reader.skip()
        reader.expect("(")
        left = reader.sum()
        reader.expect(",")
        right = reader.sum()
        reader.expect(")")
        return added(left, right, -1), "==" if said == "Eq" else "!="
    if said == "(" and reader.behind_bracket() not in (*_COMPARED, "+", "-", "*", "/", "**"):
        reader.skip()
        inside = _formula(reader, depth + 1)
        reader.expect(")")
        return inside
    left = reader.sum()
    op = reader.take(*_COMPARED)
    if not op:
        raise RejectedError(f"{reader.text[:60]!r} has no comparison where a condition was expected")
    right = reader.sum()
    difference = added(right, left, -1) if op[0] == "<" else added(left, right, -1)
    return difference, op.replace("<", ">")


def _truth(reader: Reader, formula: Any) -> bool:
    """Whether a condition holds on the part; no more is asked than is needed."""
    if isinstance(formula, bool):
        return formula
    word, parts = formula
    if not isinstance(word, str):
        return reader.ring.is_so(word, parts)
    said = (_truth(reader, part) for part in parts)
    if word == "and":
        return all(said)
    if word == "or":
        return any(said)
    if word == "not":
        return not next(said)
    if len(parts) != 2:
        raise RejectedError(f"{reader.text[:60]!r} joins more than two conditions by {word}")
    first, second = said
    return (not first or second) if word == "implies" else first == second
