"""Letters beside numbers: how a format without letters keeps them.

Where a problem has letters, a foreign program is given the numbers at one point of the domain, `point_of`; the exact
expressions stand beside them where that program does not look, and a `mark` says the letters and their
conditions. Who changes a number in the other program is told so when the file comes back (`agreed`).

>>> mark(Domain("0 < p < 1/4", "h > 0"), "min")
'symdt optimum min; letters p, h; p > 0; 4*p < 1; h > 0'
>>> unmark(mark(Domain("0 < p < 1/4"), "max"))
Marked(optimum='max', names=('p',), conditions=('p > 0', '4*p < 1'), memory=None)
>>> unmark("an umbrella") is None
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context
from typing import Any

from sympy import Expr, Rational, Symbol

from symdt.errors import FileError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Field
from symdt.exact.language.syntax import is_letter
from symdt.exact.optimum import Optimum
from symdt.exact.polynomial import to_rational
from symdt.problems.diagrams.diagram import Memory

#: Digits of a number that has no end as a decimal.
DIGITS = 17
#: A number and the expression beside it may differ by this, relatively: the rounding of printed decimals.
CLOSE = Rational(1, 10**9)


@dataclass(frozen=True)
class Marked:
    """What a mark says."""

    optimum: Optimum
    names: tuple[str, ...]
    conditions: tuple[str, ...]
    memory: Memory | None = None  # None: not said


def mark(domain: Domain, optimum: Optimum, memory: Memory | None = None) -> str:
    """One line that says the direction, the memory where it must be said, the letters and their conditions."""
    wrong = next((s for s in domain.symbols if not is_letter(s.name)), None)
    if wrong is not None:
        raise FileError(f"the letter {quote(wrong)} is no name for a file: use a Python identifier")
    odd = next((c for c in domain.conditions if c.op == "!="), None)
    if odd is not None:
        raise FileError(f"the condition {quote(odd)} has no place in a file: write < or > instead")
    letters = [f"letters {', '.join(s.name for s in domain.symbols)}"] if domain.symbols else []
    said = [f"memory {memory}"] if memory is not None else []
    return "; ".join([f"symdt optimum {optimum}", *said, *letters, *map(str, domain.conditions)])


def unmark(text: str) -> Marked | None:
    """What a mark says, or None where the text is none."""
    parts = [p.strip() for p in text.split(";")]
    words = parts[0].split()
    if words[:2] != ["symdt", "optimum"] or len(words) != 3 or words[2] not in ("min", "max"):
        return None
    memory: Memory | None = None
    if len(parts) > 1 and parts[1] in ("memory full", "memory limited"):
        memory = "limited" if parts.pop(1) == "memory limited" else "full"
    names: tuple[str, ...] = ()
    if len(parts) > 1 and parts[1].startswith("letters "):
        names = tuple(n.strip() for n in parts.pop(1)[len("letters ") :].split(","))
    return Marked("min" if words[2] == "min" else "max", names, tuple(p for p in parts[1:] if p), memory)


def point_of(domain: Domain) -> dict[Symbol, Rational]:
    """The point whose numbers another program is given."""
    return {s: to_rational(v) for s, v in zip(domain.field.symbols, domain.witness, strict=True)}


def number_at(expression: Expr, point: dict[Symbol, Rational]) -> Rational:
    """The exact number of an expression at a point."""
    field = Field.of(point)
    return to_rational(field.element(expression).at(field.values(point)))


def decimal(number: Rational) -> str:
    """A number as a decimal: exact where it ends, else to 17 digits.

    >>> decimal(Rational(1, 8)), decimal(Rational(-1, 3)), decimal(Rational(12))
    ('0.125', '-0.33333333333333333', '12')
    """
    rest = number.q
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    digits = max(DIGITS, len(str(abs(number.p))) + len(str(number.q)) * 4) if rest == 1 else DIGITS
    context = Context(prec=digits)
    value = context.divide(context.create_decimal(int(number.p)), context.create_decimal(int(number.q)))
    return f"{value:f}"


def is_plain(expressions: Sequence[Expr]) -> bool:
    """Whether all are numbers whose decimals end, so that nothing need stand beside them."""
    return all(e.is_Rational and Rational(decimal(e)) == e for e in expressions)


def compact(expression: Any) -> str:
    """An expression without spaces.

    >>> compact(1 - Symbol("p"))
    '1-p'
    """
    return str(expression).replace(" ", "")


def agreed(exact: Sequence[Expr], numbers: Sequence[Expr], point: dict[Symbol, Rational], where: str) -> None:
    """An error where a number was changed beside the expression that it stands for."""
    if len(exact) != len(numbers):
        raise FileError(
            f"{where} has {len(numbers)} numbers and {len(exact)} expressions: give as many of each"
        )
    for expression, number in zip(exact, numbers, strict=True):
        expected = number_at(expression, point)
        if not number.is_number or abs(expected - number) > CLOSE * max(abs(expected), 1):
            raise FileError(
                f"{where} has the number {quote(number)} where its expression {quote(expression)} gives {quote(expected)}: "
                "one was changed; remove the symdt property to keep the number"
            )
