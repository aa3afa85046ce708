"""Vacuity: an implication whose condition never holds says nothing, wherever in a statement it stands.

`conditions_of` walks through a formula and names every condition that must hold somewhere for the statement
to say something: the condition of each implication, together with those it stands under; and of each
equivalence one side and the denial of that side, for an equivalence of two truths is none.

>>> from symdt.exact.language.syntax import parse_statement
>>> [str(c) for c in conditions_of(parse_statement("x > 0 implies (y > 1 implies x*y > 0) and (x > 2 iff y > 2)"))]
['condition 1', 'condition 2', 'condition 3', 'the denial of condition 3']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from symdt.exact.formula import AnyFormula, Formula, all_of, negation


@dataclass(frozen=True)
class Inner:
    """A condition that has to hold somewhere: its name for messages, itself, and whether nothing stands above it."""

    name: str
    condition: AnyFormula
    is_outermost: bool
    fault: str = "holds nowhere"

    def __str__(self) -> str:
        return self.name


def conditions_of(formula: AnyFormula) -> Iterator[Inner]:
    """Every condition in a formula that must hold somewhere, with those of the implications around it."""
    yield from _walk(formula, (), count(1), is_outermost=True)


def _walk(
    formula: AnyFormula, above: tuple[AnyFormula, ...], number: Iterator[int], *, is_outermost: bool
) -> Iterator[Inner]:
    if not isinstance(formula, Formula) or formula.op == "not":
        return  # what is denied is not asserted, so nothing in it can be vacuous
    if formula.op == "implies":
        condition, conclusion = formula.args
        yield Inner(f"condition {next(number)}", all_of(*above, condition), is_outermost)
        yield from _walk(conclusion, (*above, condition), number, is_outermost=False)
    elif formula.op == "iff":
        side = formula.args[0]
        name = f"condition {next(number)}"
        yield Inner(name, all_of(*above, side), is_outermost)
        yield Inner(f"the denial of {name}", all_of(*above, negation(side)), is_outermost, "holds everywhere")
    else:
        for part in formula.args:
            yield from _walk(part, above, number, is_outermost=False)
