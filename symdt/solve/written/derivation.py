"""A derivation to read: why a rule is right, as a person writes it, from the identities of its certificate.

>>> from sympy import symbols
>>> from symdt import Belief, DecisionProblem, Domain, LossTable, decision_rule
>>> p = symbols("p")
>>> loss = LossTable(["well", "ill"], ["wait", "treat"], [[0, 1], [10, 0]])
>>> problem = DecisionProblem(loss, Belief({"well": "rest", "ill": p}), Domain("0 < p < 1"))
>>> print(explain(decision_rule(problem, p)))
R(wait) = 10*p
R(treat) = 1 - p
R(wait) = R(treat) where p = 1/11
for 0 < p <= 1/11: wait
  R(wait) - R(treat) = -(1 - 11*p) <= 0, since p <= 1/11
for 1/11 < p < 1: treat
  R(treat) - R(wait) = -(11*p - 1) < 0, since p > 1/11
every point of the domain lies in exactly one case and one of its pieces: proved, 8 identities, checked by multiplication

A certificate proves that a strategy is no worse than another by an identity: a sum of products of facts,
the assumption that it is worse among them, is zero. Solved for the difference of the two values that is
what stands above: the difference equals a sum of products whose signs the conditions give.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from sympy import Add, Expr, Integer, Mul, Rational, cancel, expand, factor, together

from symdt.errors import SymdtError
from symdt.exact.formula import Condition
from symdt.exact.solver import Budget
from symdt.exact.verdict import Proved
from symdt.problems.kinks.kinked import KinkedProblem, shown
from symdt.regions.ends import Infinite
from symdt.solve.certificate import certificate_of_rule
from symdt.solve.proofs.check.items import Question
from symdt.solve.proofs.check.obligations import Statement
from symdt.solve.proofs.check.polynomials import Poly, Quotient, added
from symdt.solve.proofs.check.texts import Fact
from symdt.solve.proofs.multipliers import find_sum
from symdt.solve.proofs.outcome import Certificate
from symdt.solve.proofs.proving import SECONDS
from symdt.solve.written.radical_letters import defined, expression, meanings
from symdt.solve.written.standing import negated, product_standing, sum_standing, terms_of
from symdt.solve.written.steps import Math, Span, Step, Worth

if TYPE_CHECKING:
    from symdt.regions.rule import Case
    from symdt.solve.rule import DecisionRule


@dataclass(frozen=True)
class Derivation:
    """The steps, and the certificate that they come from."""

    steps: tuple[Step, ...]
    certificate: Certificate

    def __str__(self) -> str:
        return "\n".join("  " * step.depth + str(step) for step in self.steps)


def explain(rule: DecisionRule, *, seconds: float = SECONDS) -> Derivation:
    """The derivation of a rule: the values, where they meet, how the cases arise, and every comparison with its reason.

    rule: one of ours. seconds: of computing, for the certificate that it is read from.
    """
    certificate = certificate_of_rule(rule, seconds=seconds)
    if isinstance(rule.problem, KinkedProblem):
        return Derivation(tuple(_by_parts(rule, rule.problem, certificate, seconds)), certificate)
    return Derivation(tuple(_Writer(rule, certificate).told()), certificate)


def _by_parts(
    rule: DecisionRule, problem: KinkedProblem, whole: Certificate, seconds: float
) -> Iterator[Step]:
    """The derivation on each part of the domain, where the problem is rational, and what joins them."""
    from symdt.solve.rule import decision_rule

    budget = Budget(seconds)
    for part in problem.parts:
        links: list[str | Math] = ["where "]
        for n, condition in enumerate(part.conditions):
            links += [" and "] * (n > 0) + [Math((condition,))]
        yield _step(*links, ":")
        for kink, branch in part.branches.items():
            yield _step(Math((shown(kink, problem.symbols), "=", branch)), depth=1)
        try:
            told = explain(
                decision_rule(part.problem, rule.letter, seconds=budget.left()), seconds=budget.left()
            )
        except SymdtError as error:
            yield _step(f"no derivation of its own: {error}", depth=1)
            continue
        yield from (replace(step, depth=step.depth + 1) for step in told.steps)
    yield _step(
        f"every point of the domain lies in one of these parts, and the rule says what they say: {whole}"
    )


class _Writer:
    """Reads a certificate's identities as sentences."""

    def __init__(self, rule: DecisionRule, certificate: Certificate) -> None:
        self.rule, self.certificate, self.data = rule, certificate, certificate.data
        self.symbols = {s.name: s for s in rule.domain.symbols}
        self.letter = "R" if rule.optimum == "min" else "U"
        self.reasons: dict[Any, Math] = {}

    # --- steps --------------------------------------------------------------------------------------

    def told(self) -> Iterator[Step]:
        """The lines, each letter of a radical defined before it."""
        steps, is_proved = list(self.steps()), isinstance(self.certificate.verdict, Proved)
        return defined(steps, meanings(self.statement.ring, self.symbols) if is_proved else {})

    def steps(self) -> Iterator[Step]:
        """All lines."""
        for choice, value in self.rule.alternatives.choices:
            yield _step(Math((self.worth(choice), "=", value.to_expr())))
        if not isinstance(self.certificate.verdict, Proved):
            yield _step(str(self.certificate))
            return
        self.statement = Statement(self.data)
        self.questions = {q.key: q for q in self.statement.questions() if isinstance(q, Question)}
        self.learn()
        yield from self.meetings()
        yield from self.never()
        for number, case in enumerate(self.rule.cases):
            yield from self.case(number, case)
        yield _step(
            f"every point of the domain lies in exactly one case and one of its pieces: {self.certificate}"
        )

    def meetings(self) -> Iterator[Step]:
        """Where the values of neighbours meet."""
        seen = set()
        for case in self.rule.cases:
            for one, other in pairwise(case.pieces):
                key = (one.label, other.label, str(one.stop))
                if key not in seen:
                    seen.add(key)
                    equal = Math((self.worth(one.label), "=", self.worth(other.label)))
                    yield _step(equal, " where ", Math((self.rule.letter, "=", one.stop.to_expr())))

    def never(self) -> Iterator[Step]:
        """Actions that are never optimal: one identity each, in which their value exceeds another one."""
        if self.statement.values.is_large:  # shown piece by piece, of the strategies that are left there
            for name in self.rule.never_optimal:
                yield _step(Math(((name,),)), " is never optimal, as the certificate shows piece by piece")
            return
        for key, question in self.questions.items():
            if not key.startswith("never "):
                continue
            action = key.removeprefix("never ").rpartition(" ")[0]
            words = (Math(((action,),)), " is never optimal")
            found = self.solved(question, range(len(self.statement.domain.facts), len(question.facts)))
            if found is None:
                yield _step(*words, ", as the certificate shows by cases")
                continue
            other, difference = self.rival(action, question.facts[found.goal])
            left = (self.worth(other), "-", self.worth(action))
            yield _step(*words, ": ", self.relation(left, found, difference, question), *found.since)

    def case(self, number: int, case: Case) -> Iterator[Step]:
        """A case: its conditions, its ends in order, and the comparisons of each piece."""
        if case.conditions:
            links = [part for c in case.conditions for part in (" and ", Math((c,)))]
            yield _step("if ", *links[1:], ":")
        depth = 1 if case.conditions else 0
        yield from self.order(case, depth)
        for position, piece in enumerate(case.pieces):
            span = Math((Span(piece, self.rule.letter.name),))
            yield _step("for ", span, ": ", Math(((str(piece.label),),)), depth=depth)
            place = f"case {number + 1}, piece {position + 1}: "
            for key, question in self.questions.items():
                # a label with a number belongs to a node that branches leave in several ways: the first tells it
                if key.startswith(place) and key != f"{place}value" and not re.search(r" #\d+$", key):
                    other = key.removeprefix(place)
                    difference = self.difference(dict(piece.label.strategy), other)
                    yield self.comparison(question, str(piece.label), other, difference, depth + 1)

    def order(self, case: Case, depth: int) -> Iterator[Step]:
        """Neighbouring ends, and the condition of the case that keeps them in order."""
        ends = [case.pieces[0].start, *(piece.stop for piece in case.pieces)]
        for low, high in pairwise(ends):
            if isinstance(low, Infinite) or isinstance(high, Infinite):
                continue
            gap = factor(together(high.to_expr() - low.to_expr()))
            why = [c for c in case.conditions if isinstance(c, Condition) and _divides(c, gap)]
            if why and gap != 0:
                equal = Math((high.to_expr(), "-", low.to_expr(), "=", gap))
                sign = ">" if all(c.op == ">" for c in why) else ">="
                yield _step(equal, " ", Math((sign, Integer(0))), ", since ", Math((why[0],)), depth=depth)

    def comparison(
        self, question: Question, label: str, other: str, difference: Quotient, depth: int
    ) -> Step:
        """`R(a) - R(b) = … <= 0, since …`; at a later decision, what is chosen there against what is not."""
        goal = len(question.facts) - 1
        found = self.solved(question, range(goal, goal + 1))
        decision, is_later, branch = other.partition(": ")
        if is_later and "(" not in decision:
            left: tuple[Any, ...] = (self.worth("the rule"), "-", self.worth(branch))
            head = [f"at {decision}, "]
        else:
            left, head = (self.worth(label), "-", self.worth(other)), []
        if found is None:
            sign = "<=" if self.rule.optimum == "min" else ">="
            return _step(*head, Math((*left, sign, Integer(0))), ", by cases", depth=depth)
        return _step(*head, self.relation(left, found, difference, question), *found.since, depth=depth)

    def relation(
        self, left: tuple[Any, ...], found: _Solved, difference: Quotient, question: Question
    ) -> Math:
        """The difference, what it equals, and its sign; turned where the greatest is sought.

        The goal is the difference times its denominators: that factor stands on the left too.
        """
        over, total, op = found.over, found.total, found.op
        is_max = self.rule.optimum == "max"
        num, dens = difference
        goal = question.facts[found.goal][0]
        below = Mul(*map(self.expr, dens))
        times = _multiple(goal, num)
        # mostly the goal is the numerator itself, and nothing is to be cancelled
        whole = cancel(self.expr(goal) / (self.expr(num) / below)) if times is None else times * below
        ratio = factor(whole) * (-1 if is_max else 1)
        if ratio.is_Rational:
            total = sum_standing(
                [
                    product_standing(Fraction(ratio.q, ratio.p), list(Mul.make_args(t)))
                    for t in terms_of(total)
                ]
            )
        else:
            over = ratio if over == 1 else Mul(over, ratio, evaluate=False)
        if is_max:
            total, op = negated(total), {"<": ">", "<=": ">="}[op]
        if over != 1:
            left = ("(", *left, ")", "*", *([over] if over.is_Symbol else ["(", over, ")"]))
        return Math((*left, "=", total, op, Integer(0)))

    def difference(self, strategy: dict[str, str], other: str) -> Quotient:
        """The value of a strategy less that of one that leaves it at a decision, given that this is reached."""
        values = self.statement.values
        for node, _ in values.reached(strategy):
            for branch, child in node.branches:
                for rest, value in (
                    self.statement.kept.seen(child) if values.is_large else values.choices(child)
                ):
                    if (
                        branch != strategy[node.name]
                        and self.statement.label({node.name: branch, **rest}) == other
                    ):
                        return added(values.follow(node, strategy), value, -1)
        raise KeyError(other)

    def rival(self, action: str, goal: Fact) -> tuple[str, Quotient]:
        """The strategy whose value a goal compares with that of an action, and its value less the action's."""
        strategies = self.statement.values.strategies
        for strategy, value in strategies:
            if strategy.get(self.statement.values.first.name) == action:
                for other, better in strategies:
                    if self.statement.better(better, value, ">=")[-1] == goal:
                        return self.statement.label(other), added(better, value, -1)
        raise KeyError(action)

    # --- identities ---------------------------------------------------------------------------------

    def solved(self, question: Question, goals: range) -> _Solved | None:
        """An identity solved for a goal: from the domain alone where that is enough, else the certificate's."""
        for goal in goals:
            facts = [*self.statement.domain.facts, question.facts[goal]]
            proof = find_sum(facts, (1, 2))
            if proof is not None:
                return self.read(proof["sum"], facts, len(facts) - 1, goal)
        proof = self.data["proofs"][question.key]
        used = {i for _, factors in proof.get("sum", ()) for i in factors if i in goals}
        return self.read(proof["sum"], question.facts, *used, *used) if len(used) == 1 else None

    def read(self, terms: Any, facts: list[Fact], goal: int, number: int) -> _Solved | None:
        """The identity as `goal · (what multiplies it) = minus a sum of products`, its sign, and the reasons."""
        over: list[Expr] = []
        total: list[Expr] = []
        used: dict[int, None] = {}
        is_strict = False
        mine = [(weight, factors) for weight, factors in terms if goal in factors]
        if any(factors.count(goal) > 1 for _, factors in mine):
            return None
        scale = Fraction(mine[0][0]) if len(mine) == 1 else Fraction(1)
        for weight, factors in terms:
            others = [i for i in factors if i != goal]
            parts = [self.expr(facts[i][0]) for i in others]
            used |= dict.fromkeys(others)
            if goal in factors:
                over.append(product_standing(Fraction(weight) / scale, parts))
            else:
                total.append(product_standing(-Fraction(weight) / scale, parts))
                is_strict |= all(facts[i][1] in (">", "!=") for i in others)
        common = expand(Add(*over))
        if common.is_Rational:  # what multiplies the goal is a number after all
            total = [product_standing(Fraction(common.q, common.p), list(Mul.make_args(t))) for t in total]
            over = [Integer(1)]
        elif len(Add.make_args(common)) < len(over):
            over = [common]  # 2*a, and not p + (1 - p) + (2*a - 1)
        reasons = list({str(r): r for r in (self.reason(facts[i]) for i in used)}.values())
        since: list[str | Math] = []
        for n, reason in enumerate(reasons):
            since += [" and " if n else ", since ", reason]
        return _Solved(
            number, sum_standing(over), sum_standing(total), "<" if is_strict else "<=", tuple(since)
        )

    def learn(self) -> None:
        """How the facts are written in the problem and the rule."""
        for condition in self.rule.domain.conditions:
            key = _key(self.statement.ring.fact(condition.to_text()))
            self.reasons[key] = Math((condition,))
        for case, texts in zip(self.rule.cases, self.data["answer"]["rule"]["cases"], strict=True):
            for c, written in zip(case.conditions, texts["if"], strict=True):
                self.reasons[_key(self.statement.condition(written, self.statement.domain)[-1])] = Math((c,))
        p = self.rule.letter
        shown = [piece for case in self.data["answer"]["rule"]["cases"] for piece in case["pieces"]]
        ours = [piece for case in self.rule.cases for piece in case.pieces]
        for (place, _), texts, piece in zip(self.statement.places, shown, ours, strict=True):
            scope = self.scope(place.name)
            for side, end in (("from", piece.start), ("to", piece.stop)):
                if isinstance(end, Infinite):
                    continue
                other = "to" if side == "from" else "from"
                half = {**texts, other: "oo" if other == "to" else "-oo"}
                fact = self.statement.inside(half, scope)[-1]
                op = (
                    (">=" if piece.is_closed_left else ">")
                    if side == "from"
                    else ("<" if piece.is_open_right else "<=")
                )
                self.reasons.setdefault(_key(fact), Math((p, op, end.to_expr())))

    def scope(self, name: str) -> Any:
        """The case of a place, by whose name the signs of its denominators are known."""
        from symdt.solve.proofs.check.items import Scope

        return Scope(name.partition(",")[0], [])

    def reason(self, fact: Fact) -> Math:
        """A fact as it is written, or as its polynomial."""
        return self.reasons.get(_key(fact)) or Math((self.expr(fact[0]), fact[1], Integer(0)))

    def expr(self, poly: Poly) -> Expr:
        """A polynomial as an expression."""
        return expression(self.statement.ring, poly, self.symbols)

    def worth(self, label: Any) -> Worth:
        """The value of a choice."""
        return Worth(self.letter, str(label))


class _Solved(NamedTuple):
    """An identity solved for its goal, which is a fact's number."""

    goal: int
    over: Expr
    total: Expr
    op: str
    since: tuple[str | Math, ...]


def _step(*parts: str | Math, depth: int = 0) -> Step:
    return Step(parts, depth)


def _key(fact: Fact) -> Any:
    return frozenset(fact[0].items()), fact[1]


def _divides(condition: Any, gap: Expr) -> bool:
    """Whether a condition's polynomial is a factor of what stands above the fraction line."""
    left, _, right = condition.sides
    wanted = factor(left - right)
    bases = [wanted] if not isinstance(wanted, Mul) else [a for a in wanted.args if not a.is_number]
    numerator = gap.as_numer_denom()[0]
    return all(
        (numerator / base).cancel().as_numer_denom()[1].free_symbols == set() for base in bases
    ) and bool(wanted.free_symbols)


def _multiple(f: Poly, g: Poly) -> Rational | None:
    """The number that makes one polynomial the other, if there is one."""
    if not g or f.keys() != g.keys():
        return None
    times = Fraction(f[max(g)]) / Fraction(g[max(g)])
    return Rational(times) if all(f[m] == times * g[m] for m in g) else None
