"""Cut: the parts of a domain on which every kink has one branch, found by asking each sign that a kink hangs on.

>>> p = Symbol("p")
>>> for conditions, branches in cut(Domain("0 < p < 1"), (Symbol("abs(p - 1/2)"),)):
...     print(*conditions, *branches.values())
2*p >= 1 p - 1/2
2*p < 1 1/2 - p
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Expr, Integer, Symbol

from symdt.errors import BudgetError, DomainError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Element
from symdt.exact.formula import Condition, all_of
from symdt.exact.kink import is_kink
from symdt.exact.language.syntax import definition
from symdt.exact.polynomial import letters_of, substituted, to_rational
from symdt.exact.solver import Found, NoPoint

#: More parts of a domain than this are refused.
MAX_PARTS = 64


def cut(domain: Domain, kinks: tuple[Symbol, ...]) -> list[tuple[tuple[Condition, ...], dict[Symbol, Expr]]]:
    """The domain cut where kinks change their branch: conditions of each part, and the branches there."""
    found = []
    stack: list[tuple[tuple[Condition, ...], tuple[Condition, ...]]] = [((), ())]  # shown, and known
    while stack:
        told, known = stack.pop()
        try:
            branches = {kink: resolved(kink, domain, known) for kink in kinks}
        except _NeedError as need:
            sides = [s for s in need.sides if _meets(domain, (*known, s))]
            # what the domain settles is known without being said, but for the number in an exponent: it is read there
            is_said = len(sides) > 1 or need.is_number
            stack += [((*told, s) if is_said else told, (*known, s)) for s in reversed(sides)]
            continue
        found.append((told, branches))
        if len(found) + len(stack) > MAX_PARTS:
            raise BudgetError(
                f"min, max, abs and piecewise cut the domain into more than {MAX_PARTS} parts: fix some letters"
            )
    return found


class _NeedError(Exception):
    """Something that is not known yet: one of these conditions holds, and no two of them."""

    def __init__(self, *sides: Condition, is_number: bool = False) -> None:
        super().__init__(" or ".join(map(str, sides)))
        self.sides, self.is_number = sides, is_number


def resolved(kink: Symbol, domain: Domain, known: tuple[Condition, ...]) -> Expr:
    """The branch of a kink where these conditions hold; kinks inside it first."""
    definite = definition(kink, domain.symbols)
    inner = {s: resolved(s, domain, known) for a in definite.args for s in kinks_of(a)}
    expression = definite.put(lambda e: substituted(e, inner)) if inner else kink
    if not (isinstance(expression, Symbol) and is_kink(expression)):
        return expression

    def ask(condition: Condition) -> bool:
        whole = condition.into(domain.field)
        if whole.truth is not None:
            return whole.truth
        if whole in known:
            return True
        if whole.negated() in known:
            return False
        raise _NeedError(whole, whole.negated())

    plain = definition(expression, domain.symbols)
    if plain.op == "power":
        numbers = {s: _number(s, domain, known) for s in plain.args[1].symbols}
        return plain.put(lambda e: substituted(e, numbers))
    return plain.value(ask).to_expr()


def _number(letter: Symbol, domain: Domain, known: tuple[Condition, ...]) -> Expr:
    """The number that a letter in an exponent is, which is one of finitely many whole ones."""
    place = domain.field.position[letter]
    low, high, _, _ = domain.box[place]
    if not letter.is_integer or low is None or high is None:
        raise DomainError(
            f"{quote(letter)} stands in an exponent: let it be a whole number with bounds, such as "
            f"{letter} = 'integer, 1 <= {letter} <= 20'"
        )
    generator = domain.field.generators[place]
    sides = [
        Condition(domain.field, generator - n, "==") for n in range(int(low.ceil()), int(high.floor()) + 1)
    ]
    for side in sides:
        if side in known:
            return (
                to_rational(-(side.poly - generator).leading_coefficient())
                if side.poly != generator
                else Integer(0)
            )
    raise _NeedError(*sides, is_number=True)


def kinks_of(argument: Any) -> list[Symbol]:
    """The kinks in an argument of a kink."""
    return sorted({s for e in elements_in(argument) for s in e.symbols if is_kink(s)}, key=str)


def elements_in(part: Any) -> list[Any]:
    """The elements and conditions in an argument of a kink."""
    if isinstance(part, Element | Condition):
        return [part]
    return [e for a in (getattr(part, "args", None) or (part.left, part.right)) for e in elements_in(a)]


def _meets(domain: Domain, conditions: tuple[Condition, ...]) -> bool:
    """Whether the domain has a point where all conditions hold."""
    if any(all(c.holds(values) for c in conditions) for values in domain.samples):
        return True
    answer = domain.find(all_of(*conditions))
    if isinstance(answer, Found):
        return True
    if isinstance(answer, NoPoint):
        return False
    raise BudgetError(
        f"whether {quote(conditions[-1])} holds somewhere was not decided: restrict the domain, or fix letters"
    )


def letters_in(kink: Symbol, own: list[Symbol]) -> list[Symbol]:
    """The letters inside a kink."""
    found: set[Symbol] = set()
    for argument in definition(kink, own).args:
        found |= {s for e in elements_in(argument) for s in e.symbols if not is_kink(s)}
        for inner in kinks_of(argument):
            found |= set(letters_in(inner, own))
    return sorted(found, key=str)


def deep(expression: Expr, new: Mapping[Symbol, Expr]) -> Expr:
    """The expression with letters replaced, those inside kinks too."""
    inside = {
        s: definition(s, new).put(lambda e: deep(e, new)) for s in letters_of([expression]) if is_kink(s)
    }
    return substituted(expression, {**new, **inside})
