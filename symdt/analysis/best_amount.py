"""The best amount, for all values of the letters: where the slope of a concave expected payoff is zero, proved.

On each piece of the range the slope is a rational function whose denominator has one sign, so that its numerator N tells
where the payoff rises. Where the payoff is concave (N' has one sign on every piece, and N does not rise from a piece to
the next) it is best at the low end if N ≤ 0 there, at the high end if N ≥ 0 there, else where N passes through zero.

>>> from sympy import symbols
>>> from symdt.problems.amounts.amount_problem import Demand
>>> q, x, c = symbols("q x c")
>>> demand = Demand("x", [(0, 50, 0.5), (50, 200, "rest")], over=10 * x - c * q, under=(10 - c) * q)
>>> print(best_amount(AmountProblem("q", 0, 200, demand, Domain("0 < c < 10"), "max")))
q = 100 - 10*c, worth 5*(c - 10)**2  if c >= 5
q = 200 - 30*c, worth 15*c**2 - 200*c + 750  if c < 5

Law: no amount is better; the tests compare with a grid and with the critical ratio.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sympy import CRootOf, Expr, Poly, cancel

from symdt.display import Displayed
from symdt.errors import TableError, quote
from symdt.exact.domain import Domain
from symdt.exact.element import Element
from symdt.exact.formula import Condition, all_of, number_json, number_text, point_text, root_text
from symdt.exact.line import Real, roots
from symdt.exact.optimum import sign
from symdt.exact.polynomial import substituted, to_number, to_rational
from symdt.exact.solver import Budget, Found, NoPoint
from symdt.problems.amounts.amount_problem import AmountPiece, AmountProblem, Growth
from symdt.problems.problem import needs
from symdt.regions.implicit import cancelled

SIGN_SECONDS = 5.0  # for the signs of the factors of a condition


@dataclass(frozen=True)
class RootBetween:
    """The one root of a polynomial in the amount between two amounts.

    >>> from sympy import Symbol
    >>> print(RootBetween(Symbol("f") ** 2 - 2, Symbol("f"), Poly(0, Symbol("f")).as_expr(), None))
    the root of f**2 - 2 in f above 0
    """

    of: Expr
    letter: Expr
    low: Expr
    high: Expr | None

    def to_json(self) -> dict[str, Any]:
        """The polynomial and the ends in texts."""
        high = "oo" if self.high is None else str(self.high)
        return {"of": str(self.of), "in": str(self.letter), "from": str(self.low), "to": high}

    def __str__(self) -> str:
        where = f"above {self.low}" if self.high is None else f"between {self.low} and {self.high}"
        return f"the root of {self.of} in {self.letter} {where}"


@dataclass(frozen=True)
class AmountCase:
    """The best amount where all conditions hold, what it is worth, and a point there.

    amount: an expression, or a root that has none; value: None for such a root.
    """

    conditions: tuple[Condition, ...]
    amount: Expr | RootBetween
    value: Expr | None
    witness: tuple[tuple[Any, Expr], ...]

    @property
    def root(self) -> CRootOf | None:
        """The number, where the amount has no closed form and no letter is left."""
        return next(iter(self.amount.atoms(CRootOf)), None) if isinstance(self.amount, Expr) else None

    def told(self, letter: Expr, text: Callable[[Any], str] = number_text) -> tuple[str, str]:
        """The amount and what it is worth, in words; a root by its digits and its polynomial.

        letter: of the amount; text: how exact numbers are written.
        """
        if isinstance(self.amount, RootBetween):
            return str(self.amount), ""
        if self.root is None:
            return text(self.amount), "" if self.value is None else text(self.value)
        return f"{text(self.amount)}, {root_text(self.root, letter)}", text(self.value)

    def to_json(self, letter: Expr) -> dict[str, Any]:
        """The case in texts; what a root without closed form is worth is an expression of it.

        letter: of the amount.
        """
        amount = self.amount.to_json() if isinstance(self.amount, RootBetween) else str(self.amount)
        found: dict[str, Any] = {"if": [c.to_text() for c in self.conditions], "amount": amount}
        found["value"] = None if self.value is None else str(self.value)
        if self.root is not None and self.value is not None:
            found["amount"] = number_json(self.root, letter)
            found["value"] = str(self.value.xreplace({self.root: letter}))
        found["witness"] = {str(s): str(v) for s, v in self.witness}
        return found


@dataclass(frozen=True)
class AmountTie:
    """Where these equations hold, all amounts from `low` to `high` (None: without end) are as good as the best."""

    conditions: tuple[Condition, ...]
    low: Expr
    high: Expr | None

    def told(self, letter: str) -> str:
        """The tie in words; letter: of the amount."""
        where = f" where {' and '.join(map(str, self.conditions))}" if self.conditions else ""
        return f"as good{where}: every {letter} from {self.low} {'on' if self.high is None else f'to {self.high}'}"

    def to_json(self) -> dict[str, Any]:
        """The equations and the ends in texts."""
        high = "oo" if self.high is None else str(self.high)
        return {"if": [c.to_text() for c in self.conditions], "from": str(self.low), "to": high}


@dataclass(frozen=True)
class BestAmount(Displayed):
    """The best amount in cases of the letters, with the reasons why no other is better, and where others are as good.

    >>> from sympy import Symbol
    >>> from symdt import AmountProblem, Domain, Growth, best_amount
    >>> p = Symbol("p")
    >>> coin = Growth({"win": p, "lose": "rest"}, {"win": 1, "lose": -1})
    >>> print(best_amount(AmountProblem("f", 0, 1, coin, Domain("0 < p < 1"), "max")))
    f = 0, worth 0  if 2*p <= 1
    f = 2*p - 1, worth p*log(2*p) + (1 - p)*log(2 - 2*p)  if 2*p > 1
    """

    problem: AmountProblem
    cases: tuple[AmountCase, ...]
    proof: tuple[str, ...]
    ties: tuple[AmountTie, ...] = ()

    @property
    def amount(self) -> Expr | RootBetween:
        """The amount, where one case holds everywhere."""
        if len(self.cases) > 1:
            raise TableError(
                "the best amount hangs on the letters: look at its cases, or fix them with problem.at"
            )
        return self.cases[0].amount

    @property
    def value(self) -> Expr | None:
        """What the amount is worth, where one case holds everywhere."""
        return self.cases[0].value if len(self.cases) == 1 else None

    def to_json(self) -> dict[str, Any]:
        """The cases and the proof in texts."""
        problem = self.problem
        return {
            "amount": problem.letter,
            "optimum": problem.optimum,
            "cases": [c.to_json(problem.amount) for c in self.cases],
            "ties": [tie.to_json() for tie in self.ties],
            "proved": True,
            "proof": list(self.proof),
        }

    def __str__(self) -> str:
        lines = []
        for case in self.cases:
            where = " and ".join(map(str, case.conditions))
            amount, value = case.told(self.problem.amount)
            worth = f", worth {value}" if value else ""
            said = f"{self.problem.letter} = {amount}{worth}".replace("= ≈", "≈")
            lines.append(said + (f"  if {where}" if where else ""))
        return "\n".join([*lines, *(f"  {tie.told(self.problem.letter)}" for tie in self.ties)])


def best_amount(problem: AmountProblem, point: Mapping[Any, Any] | None = None) -> BestAmount:
    """The best amount for all values of the letters, in cases; an error where the payoff is not concave.

    problem: a choice of an amount; point: letters to fix first.

    >>> from symdt import AmountProblem, States, best_amount
    >>> from sympy import symbols
    >>> q, m = symbols("q m")
    >>> guess = States({"low": 0.5, "high": "rest"}, {"low": (q - 1) ** 2, "high": (q - m) ** 2})
    >>> print(best_amount(AmountProblem("q", 0, None, guess, Domain("m > 1"), "min")))
    q = (m + 1)/2, worth (m - 1)**2/4
    """
    needs(AmountProblem, problem, "best_amount", "state what is decided as [amount]")
    fixed = problem.at(point)
    way = -sign(fixed.optimum)
    pieces = [_Slope.of(piece, fixed, way) for piece in fixed.pieces]
    proof = _concave(fixed, pieces)
    found = [case for case in _cases(fixed, pieces) if case is not None]
    proof += ("the slope is zero at the amount, or it points outwards at an end: no other amount is better",)
    return BestAmount(fixed, tuple(found), proof, tuple(_ties(fixed, pieces)))


@dataclass(frozen=True)
class _Slope:
    """A piece with the numerator of its slope, counted upwards, as a polynomial in the amount; its values at the ends."""

    piece: AmountPiece
    numerator: Element
    low: Element
    high: Element | None

    @classmethod
    def of(cls, piece: AmountPiece, problem: AmountProblem, way: int) -> _Slope:
        domain = _inside(piece, problem)
        ring, base = domain.field, problem.domain.field
        slope = ring.element(way * piece.slope)
        below = (
            Element(ring, slope.den, ring.context.constant(1)) if not slope.is_polynomial else ring.number(1)
        )
        turn = domain.sign(below)
        if not turn:
            raise TableError(
                f"the slope {quote(piece.slope)} may divide by zero: restrict the range of the amount"
            )
        top = Element(ring, slope.num, ring.context.constant(1)).to_expr() * turn
        ends = [
            None if end is None else base.element(cancel(substituted(top, {problem.amount: end})))
            for end in (piece.low, piece.high)
        ]
        assert ends[0] is not None
        return cls(piece, ring.element(top), ends[0], ends[1])


def _inside(piece: AmountPiece, problem: AmountProblem) -> Domain:
    """The letters with an amount inside a piece."""
    q = problem.amount
    above = () if piece.high is None else (q < piece.high,)
    return problem.domain.extended([q]).restricted(q > piece.low, *above)


def _concave(problem: AmountProblem, slopes: list[_Slope]) -> tuple[str, ...]:
    """Why the payoff, counted upwards, is concave; an error with a point where it is not."""
    word = "concave" if problem.optimum == "max" else "convex"
    if isinstance(problem.earned, Growth):
        term = f"−p·r²/(1 + {problem.letter}·r)²"
        return (f"the expected logarithm is concave: its second derivative is a sum of {term}",)
    way = -sign(problem.optimum)
    for slope in slopes:
        domain = _inside(slope.piece, problem)
        bend = domain.field.element(way * cancel(slope.piece.slope.diff(problem.amount)))
        _require(domain, bend, f"the expected payoff is not {word} from {slope.piece.low} on", problem)
    for one, other in pairwise(slopes):
        at = {problem.amount: one.piece.high}
        jump = substituted(other.piece.slope, at) - substituted(one.piece.slope, at)
        base = problem.domain.field.element(cancel(way * jump))
        _require(problem.domain, base, f"the slope turns the wrong way at {one.piece.high}", problem)
    return (
        f"the expected payoff is {word} in {problem.letter}: its slope never turns back, on every piece and between them",
    )


def _require(domain: Domain, bend: Element, fault: str, problem: AmountProblem) -> None:
    """An error, with a point, unless an element is nowhere above zero."""
    condition = Condition(bend.field, -bend.sign_polynomial, ">=")
    if domain.implies(condition):
        return
    answer = domain.find(Condition(bend.field, bend.sign_polynomial, ">"))
    if isinstance(answer, NoPoint):
        return
    where = f" at {point_text(answer.point)}" if isinstance(answer, Found) else ""
    raise TableError(
        f"{fault}{where}, or could not be shown to be: a best {quote(problem.letter)} is proved for payoffs that bend one way"
    )


def _cases(problem: AmountProblem, slopes: list[_Slope]) -> Iterator[AmountCase | None]:
    """The low end, each piece inside, each corner, the high end, as far as letters admit them.

    Exactly one holds at each point: the slopes at the beginnings of the pieces fall, and the last piece at whose beginning
    the payoff still rises has the amount.
    """
    first = slopes[0]
    yield _case(problem, [(first.low, "<=")], first.piece.low, first)
    for i, slope in enumerate(slopes):
        rises = (slope.low, ">")
        if slope.high is None:
            lead = _lead(slope, problem)
            answer = problem.domain.find(all_of(*_conditions(problem.domain, [rises, (lead, ">=")])))
            if not isinstance(answer, NoPoint):
                where = (
                    f" at {point_text(answer.point)}" if isinstance(answer, Found) and answer.point else ""
                )
                raise TableError(
                    f"more {quote(problem.letter)} is always better{where}: give it an end, to = '...'"
                )
            yield _case(problem, [rises], None, slope)
            return
        after = slopes[i + 1] if i + 1 < len(slopes) else None
        if after is not None and _is_smooth(problem, slope.piece, after.piece):
            yield _case(problem, [rises, (slope.high, "<=")], None, slope)
            continue
        yield _case(problem, [rises, (slope.high, "<")], None, slope)
        falls = [] if after is None else [(after.low, "<=")]
        yield _case(problem, [rises, (slope.high, ">="), *falls], slope.piece.high, slope)


def _is_smooth(problem: AmountProblem, one: AmountPiece, other: AmountPiece) -> bool:
    """Whether the slope goes on without a jump from a piece to the next."""
    at = {problem.amount: one.high}
    return bool(cancel(substituted(one.slope, at) - substituted(other.slope, at)) == 0)


def _lead(slope: _Slope, problem: AmountProblem) -> Element:
    """The leading coefficient of the slope in the amount, on which its sign far out hangs."""
    poly = Poly(slope.numerator.to_expr(), problem.amount)
    return problem.domain.field.element(poly.LC())


def _conditions(domain: Domain, signs: list[tuple[Element, str]]) -> list[Condition]:
    found = []
    for element, op in signs:
        poly = cancelled(element.sign_polynomial, domain, Budget(SIGN_SECONDS))
        flip: dict[str, str] = {"<": ">", "<=": ">="}
        condition = (
            Condition(element.field, -poly, flip[op]) if op in flip else Condition(element.field, poly, op)  # type: ignore[arg-type]
        )
        if not domain.implies(condition):
            found.append(condition)
    return found


def _ties(problem: AmountProblem, slopes: list[_Slope]) -> Iterator[AmountTie]:
    """Where the slope vanishes on whole pieces: a concave payoff is then best on all of them."""
    found: list[AmountTie] = []
    for slope in slopes:
        parts = Poly(slope.numerator.to_expr(), problem.amount).coeffs()
        elements = [problem.domain.field.element(part) for part in parts]
        equations = tuple(_conditions(problem.domain, [(e, "==") for e in elements if not e.is_zero]))
        if equations and not isinstance(problem.domain.find(all_of(*equations)), Found):
            continue
        low, high = slope.piece.low, slope.piece.high
        if found and found[-1].conditions == equations and found[-1].high == low:
            low = found.pop().low
        found.append(AmountTie(equations, low, high))
    yield from found


def _case(
    problem: AmountProblem,
    signs: list[tuple[Element, str]],
    end: Expr | None,
    slope: _Slope,
) -> AmountCase | None:
    """The case of an amount at an end, or inside a piece where `end` is None; nothing where no point admits it."""
    domain = problem.domain
    needed = _conditions(domain, signs)
    if any(c.truth is False for c in needed):
        return None
    answer = domain.find(all_of(*needed)) if needed else None
    if isinstance(answer, NoPoint):
        return None
    if isinstance(answer, Found):
        point = tuple(answer.point.items())
    else:
        point = tuple(
            (s, v) for s, v in zip(domain.field.symbols, map(to_rational, domain.witness), strict=True)
        )
    if end is None:
        amount, value = _inner(problem, slope)
    else:
        amount, value = end, _worth(problem, slope.piece, end)
    return AmountCase(tuple(needed), amount, value, point)


def _worth(problem: AmountProblem, piece: AmountPiece, amount: Expr) -> Expr:
    worth = piece.total.subs(problem.amount, amount)
    return worth if isinstance(problem.earned, Growth) else cancel(worth)


def _inner(problem: AmountProblem, slope: _Slope) -> tuple[Expr | RootBetween, Expr | None]:
    """The amount inside a piece, or at its end, at which the slope passes through zero."""
    q, piece = problem.amount, slope.piece
    top = slope.numerator.to_expr()
    poly = Poly(top, q)
    if poly.degree() == 1:
        amount = cancel(-poly.coeff_monomial(1) / poly.coeff_monomial(q))
        return amount, _worth(problem, piece, amount)
    if problem.domain.symbols:
        return RootBetween(top, q, piece.low, piece.high), None
    inside = [
        r
        for r in roots([to_number(c) for c in reversed(poly.all_coeffs())])
        if r > Real.of(to_number(piece.low))
        and (piece.high is None or not r > Real.of(to_number(piece.high)))
    ]
    amount = inside[0].to_expr()
    return amount, piece.total.subs(q, amount)
