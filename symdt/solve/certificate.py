"""Certificates: an independent proof that a rule is right, or a counter-example.

Nothing of the derivation is trusted. The expected value of each strategy is summed again from the
table or the tree itself, with SymPy's polynomials instead of the derivation's, and for each piece
the solver is asked for a point of the domain in it at which some strategy is better; at last for a
point in no piece at all. Only the solver is shared with the derivation.

>>> from sympy import symbols
>>> from symdt.problems.tree import Decision
>>> from symdt.exact.domain import Domain
>>> from symdt.solve.rule import decision_rule
>>> x, y = symbols("x y")
>>> certify(decision_rule(Decision("d", {"a": x, "b": 1 - y}), x, domain=Domain("0 < y < 1")))
Proved()
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sympy import Expr, Symbol, fraction, together
from sympy import Poly as SymPyPoly

from symdt.exact.field import Field
from symdt.exact.formula import AnyFormula, Condition, Formula, all_of
from symdt.exact.polynomial import to_number
from symdt.exact.proof import Proved, Refuted, Undecided, Verdict
from symdt.exact.solver import Budget, Found, NoPoint, Unknown, find_common, find_outside, find_point
from symdt.problems.table import DecisionProblem, strategy_names, to_tree
from symdt.problems.tree import Chance, Decision, Tree, Value
from symdt.regions.ends import End, Infinite, Root
from symdt.regions.rule import Case, Piece
from symdt.solve.alternatives import Choice
from symdt.solve.rule import DecisionRule

#: Seconds for one certificate unless said otherwise.
SECONDS = 60.0
#: A tree with more strategies than this is not certified by comparing strategies.
MAX_STRATEGIES = 20_000


def certify(rule: DecisionRule, *, seconds: float = SECONDS) -> Verdict:
    """Proved: at every point of its domain the rule's strategy is optimal, and its cases cover the domain.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> from symdt import decision_rule
    >>> certify(decision_rule(problem, p))
    Proved()
    """
    return _Certificate(rule, Budget(seconds)).verdict()


class _UncertifiableError(Exception):
    """The rule holds something that has no formula here."""


class _Certificate:
    def __init__(self, rule: DecisionRule, budget: Budget) -> None:
        self.rule, self.budget = rule, budget
        self.sign = 1 if rule.optimum == "min" else -1
        source = rule.alternatives.source
        if isinstance(source, DecisionProblem):
            self.tree: Tree = to_tree(source)
            self.names = strategy_names(source)
        else:
            self.tree, self.names = source, {}
        self.roots: dict[tuple[str, int], Symbol] = {}
        self.definitions: list[AnyFormula] = []
        self.letters: list[Symbol] = list(rule.domain.symbols)

    def verdict(self) -> Verdict:
        try:
            where = {
                id(case): [self.inside(case, piece) for piece in case.pieces] for case in self.rule.cases
            }
            for case in self.rule.cases:
                for piece, inside in zip(case.pieces, where[id(case)], strict=True):
                    chosen = piece.label
                    assert isinstance(chosen, Choice)
                    mine = self.value_of(self.tree, dict(chosen.strategy))
                    for better in self.rivals(self.tree, mine):
                        answer = self.ask([*case.conditions, *inside, better])
                        if not isinstance(answer, NoPoint):
                            return self.failure(answer, f"{chosen} is not optimal there")
        except _UncertifiableError as reason:
            return Undecided(str(reason))
        answer = self.outside([], [case.conditions for case in self.rule.cases])
        if not isinstance(answer, NoPoint):
            return self.failure(answer, "no case of the rule holds this point")
        for case in self.rule.cases:
            answer = self.outside(case.conditions, where[id(case)])
            if not isinstance(answer, NoPoint):
                return self.failure(answer, "no piece of the rule holds this point")
        return Proved()

    def failure(self, answer: Any, why: str) -> Verdict:
        if isinstance(answer, Found):
            return Refuted({s: v for s, v in answer.point.items() if s in self.rule.domain.symbols}, why)
        return Undecided(answer.reason)

    def ask(self, conditions: Sequence[Condition]) -> Any:
        """A point of the domain at which all conditions hold."""
        if self.definitions:
            formula = all_of(*self.rule.domain.conditions, *self.definitions, *conditions)
            return find_point(formula, self.letters, budget=self.budget, seconds=self.budget.left())
        everything = [*self.rule.domain.conditions, *conditions]
        answer = find_common(everything, self.letters, self.budget)
        if isinstance(answer, Unknown):  # a certificate may take its time
            answer = find_point(all_of(*everything), self.letters, self.budget, self.budget.left())
        return answer

    def outside(self, conditions: Sequence[Condition], cells: Sequence[Sequence[Condition]]) -> Any:
        """A point of the domain at which the conditions hold, in none of the cells."""
        if self.definitions:
            denied = [Formula("not", (all_of(*cell),)) for cell in cells]
            formula = all_of(*self.rule.domain.conditions, *self.definitions, *conditions, *denied)
            return find_point(formula, self.letters, budget=self.budget, seconds=self.budget.left())
        return find_outside([*self.rule.domain.conditions, *conditions], cells, self.letters, self.budget)

    # --- where a piece is ----------------------------------------------------------------------

    def inside(self, case: Case, piece: Piece) -> list[Condition]:
        parts = []
        if not isinstance(piece.start, Infinite):
            parts.append(self.beyond(case, piece.start, ">=" if piece.is_closed_left else ">"))
        if not isinstance(piece.stop, Infinite):
            parts.append(self.beyond(case, piece.stop, "<="))
        return parts

    def beyond(self, case: Case, end: End, op: str) -> Condition:
        """`parameter op end`, multiplied out by the end's denominator where the case settles its sign."""
        num, den = fraction(together(self.end(end)))
        p = self.rule.parameter
        if den.free_symbols:
            if isinstance(self.ask([*case.conditions, self.compare(0, ">=", den)]), NoPoint):
                return self.compare(p * den, op, num)
            if isinstance(self.ask([*case.conditions, self.compare(den, ">=", 0)]), NoPoint):
                return self.compare(-p * den, op, -num)
        return self.compare(p, op, num / den)

    def end(self, end: End) -> Expr:
        if not isinstance(end, Root) or end.degree == 1:
            return end.to_expr()
        if end.degree > 2:
            raise _UncertifiableError(
                f"the end {end} is a root of degree {end.degree}, which has no closed form to check"
            )
        # the root is named by a letter r that obeys its quadratic equation on the right side of its vertex
        key = (str(end.to_expr()), end.index)
        if key not in self.roots:
            root = Symbol(f"root{len(self.roots)}_")
            self.roots[key] = root
            self.letters.append(root)
            c, b, a = (SymPyPoly.from_dict(_terms(q), *end.field.symbols).as_expr() for q in end.coefficients)
            side = "<=" if end.index == 0 else ">="
            equation = self.compare(a * root**2 + b * root + c, "==", 0)
            vertex = self.compare(2 * a**2 * root, side, -a * b)
            # where the rule does not use the root it need not exist: then the letter is free
            exists = self.compare(b**2 - 4 * a * c, ">=", 0)
            self.definitions.append(Formula("implies", (exists, all_of(equation, vertex))))
        return self.roots[key]

    def compare(self, left: Any, op: str, right: Any) -> Condition:
        """`left op right`, multiplied out by SymPy; denominators by their square, so no sign is assumed."""
        difference = right - left if op in ("<", "<=") else left - right
        num, den = fraction(together(difference))
        field = Field.of(self.letters)
        poly = SymPyPoly(num * den, *field.symbols, domain="QQ")
        terms = {m: to_number(c) for m, c in zip(poly.monoms(), poly.coeffs(), strict=True) if c != 0}
        kind = {"<": ">", "<=": ">="}.get(op, op)
        return Condition(field, field.context.from_dict(terms) if terms else field.zero, kind)  # type: ignore[arg-type]

    # --- what a strategy is worth ----------------------------------------------------------------

    def value_of(self, node: Tree, strategy: dict[str, str]) -> Expr:
        """The expected value of a strategy: follow it where we choose, average where nature does."""
        if isinstance(node, Value):
            return node.value
        if isinstance(node, Chance):
            return sum(
                (p * self.value_of(child, strategy) for _, p, child in node.branches if not p.is_zero),
                start=_ZERO,
            )
        name = self.names.get(node.name, node.name)
        branch = strategy.get(name)
        if branch is None:  # several decisions share the name: they were numbered
            solved = self.rule.alternatives.solved
            branch = strategy[solved.names[id(node)]] if solved is not None else strategy[name]
        return self.value_of(node.child(branch), strategy)

    def rivals(self, tree: Tree, mine: Expr) -> Iterator[Condition]:
        """For each strategy, the condition that it is strictly better than this value."""
        for count, value in enumerate(self.strategies(tree)):
            if count > MAX_STRATEGIES:
                raise _UncertifiableError(f"the tree has more than {MAX_STRATEGIES} strategies")
            yield self.compare(self.sign * mine, ">", self.sign * value)

    def strategies(self, node: Tree) -> Iterator[Expr]:
        """The expected value of every strategy for a subtree."""
        if isinstance(node, Value):
            yield node.value
        elif isinstance(node, Decision):
            for _, child in node.branches:
                yield from self.strategies(child)
        else:
            totals: list[Expr] = [_ZERO]
            for _, p, child in node.branches:
                if not p.is_zero:
                    totals = [t + p * v for t in totals for v in self.strategies(child)]
                    if len(totals) > MAX_STRATEGIES:
                        raise _UncertifiableError(f"the tree has more than {MAX_STRATEGIES} strategies")
            yield from totals


_ZERO: Expr = Value(0).value


def _terms(poly: Any) -> dict[tuple[int, ...], Any]:
    from symdt.exact.polynomial import to_rational

    return {tuple(int(e) for e in m): to_rational(c) for m, c in poly.to_dict().items()} or {}
