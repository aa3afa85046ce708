"""The lines of a derivation as records: words, and mathematics that text and LaTeX write each in their own way.

>>> str(Step(("since ", Math((Worth("R", "a3"), "<=", Worth("R", "a2"))))))
'since R(a3) <= R(a2)'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from symdt.exact.language.board import as_it_stands
from symdt.solve.written.rule_text import interval

if TYPE_CHECKING:
    from symdt.regions.rule import Piece


@dataclass(frozen=True)
class Worth:
    """The value of a choice as a symbol: R(a0), or U(a0) where utilities are maximised."""

    letter: str
    label: str

    def __str__(self) -> str:
        return f"{self.letter}({self.label})"


@dataclass(frozen=True)
class Span:
    """A piece's range of the letter that the rule is solved for."""

    piece: Piece
    letter: str

    def __str__(self) -> str:
        return interval(self.piece, self.letter)


@dataclass(frozen=True)
class Math:
    """Mathematics in a line: expressions, conditions, worths, spans, labels (tuples of one), and signs between them."""

    items: tuple[Any, ...]

    def __str__(self) -> str:
        text = " ".join(
            str(item[0]) if isinstance(item, tuple) else as_it_stands(item) for item in self.items
        )
        return text.replace("( ", "(").replace(" )", ")")


@dataclass(frozen=True)
class Step:
    """One line of a derivation: words and `Math`; `depth` is how far it is set in."""

    parts: tuple[str | Math, ...]
    depth: int = 0

    def __str__(self) -> str:
        return "".join(map(str, self.parts))
