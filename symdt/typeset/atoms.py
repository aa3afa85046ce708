"""Atoms of notation: a formula between back-quotes read into letters, signs, fences and scripts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from symdt.errors import ExpressionError, quote

#: Letters that have another name in TeX.
LETTERS = {
    "α": r"\alpha", "θ": r"\theta", "π": r"\pi", "τ": r"\tau", "ν": r"\nu", "χ": r"\chi", "ρ": r"\rho", "Γ": r"\Gamma",
    "Π": r"\Pi", "Σ": r"\Sigma", "𝒟": r"\mathcal{D}", "ℳ": r"\mathcal{M}", "𝒜": r"\mathcal{A}", "𝒫": r"\mathcal{P}",
    "𝒳": r"\mathcal{X}",    "∅": r"\emptyset", "∞": r"\infty", "…": r"\ldots",
}  # fmt: skip


#: Signs between terms.
SIGNS = {
    "+": "+", "-": "-", "−": "-", "=": "=", "<": "<", ">": ">", "≤": r"\leq", "≥": r"\geq", "≠": r"\neq", "×": r"\times",
    "⊎": r"\uplus", "⊕": r"\oplus", "∈": r"\in", "⊆": r"\subseteq", "∪": r"\cup", "→": r"\to", "≺": r"\prec", "∝": r"\propto",
    "~": r"\sim", "≡": r"\equiv", "·": r"\cdot",
}  # fmt: skip


BIG = {"∑": r"\sum", "∏": r"\prod"}


FENCES = {
    "(": "(",
    ")": ")",
    "[": "[",
    "]": "]",
    "{": r"\{",
    "}": r"\}",
    "|": "|",
    ",": ",",
    ";": ";",
    "/": "/",
    "*": "*",
    "!": "!",
    "%": r"\%",
}


NAMED = {"log", "min", "max"}


_WORDS = {"if", "iff", "and", "or", "for", "co"}


@dataclass(frozen=True)
class Atom:
    """A letter, number, sign or fraction, with what stands below and above it."""

    kind: str  # letter, number, word, sign, big, fence or fraction
    text: str = ""
    parts: tuple[tuple[Atom, ...], ...] = ()
    below: tuple[Atom, ...] = ()
    above: tuple[Atom, ...] = ()


def read_atoms(text: str) -> tuple[Atom, ...]:
    """The formula of a text between back-quotes, as one atom after the other."""
    tokens = re.findall(r"\d+(?:\.\d+)?|[A-Za-z]+|\S", text)
    atoms, rest = _row(tokens, is_group=False)
    if rest:
        raise ExpressionError(f"the formula {quote(text)} has a brace too many: write a group as _{{…}}")
    return atoms


def _row(tokens: list[str], *, is_group: bool) -> tuple[tuple[Atom, ...], list[str]]:
    atoms: list[Atom] = []
    depth = 0
    while tokens:
        token, *tokens = tokens
        if token == "}" and is_group and depth == 0:
            return tuple(atoms), tokens
        depth += (token == "{") - (token == "}")
        if token in "_^":
            if not atoms:
                raise ExpressionError(f"the formula begins with {quote(token)}: put a letter before it")
            script, tokens = _group(tokens)
            last = atoms.pop()
            below, above = (script, last.above) if token == "_" else (last.below, script)
            atoms.append(Atom(last.kind, last.text, last.parts, below, above))
        elif token == "frac":
            over, tokens = _group(tokens)
            under, tokens = _group(tokens)
            atoms.append(Atom("fraction", "", (over, under)))
        else:
            atoms += _atoms(token)
    if is_group:
        raise ExpressionError("a group is not closed: end it with }")
    return tuple(atoms), []


def _group(tokens: list[str]) -> tuple[tuple[Atom, ...], list[str]]:
    if not tokens:
        raise ExpressionError("a formula ends where an index or a part of a fraction is expected: give it")
    if tokens[0] == "{":
        return _row(tokens[1:], is_group=True)
    return tuple(_atoms(tokens[0])), tokens[1:]


def _atoms(token: str) -> list[Atom]:
    if token[0].isdigit():
        return [Atom("number", token)]
    if token in NAMED or token in _WORDS:
        return [Atom("word", token)]
    if len(token) > 1:
        return [Atom("letter", letter) for letter in token]
    for kind, known in (("sign", SIGNS), ("big", BIG), ("fence", FENCES)):
        if token in known:
            return [Atom(kind, token)]
    if token in LETTERS or (token.isascii() and token.isalpha()):
        return [Atom("letter", token)]
    raise ExpressionError(
        f"{quote(token)} is no sign of the notation: use letters, numbers and {''.join(SIGNS)}"
    )
