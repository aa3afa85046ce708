"""Certificates: a rule as it is shown is put to the question against its problem, and carries the proof away.

Nothing of the derivation is trusted, nor its records: `certificate_of` takes a problem and the answer as
`symdt solve --for P --json` prints it, from us or anybody. Both are read as texts, by the same few lines
that check the finished certificate (`symdt.solve.proofs.check`): expected values are summed from the table
or the tree, and every claim of the rule becomes a question about polynomials. An identity answers it, which
is found by linear programming and can be checked by multiplication; where none is found, the solver does.

>>> from symdt import Belief, DecisionProblem, Domain, LossTable
>>> from sympy import symbols
>>> p = symbols("p")
>>> loss = LossTable(["well", "ill"], ["wait", "treat"], [[0, 1], [10, 0]])
>>> problem = DecisionProblem(loss, Belief({"well": "rest", "ill": p}), Domain("0 < p < 1"))
>>> pieces = [{"action": "wait", "from": "0", "to": "1/11"}, {"action": "treat", "from": "1/11", "to": "1"}]
>>> answer = {"rule": {"for": "p", "cases": [{"if": [], "pieces": pieces}]}}
>>> certificate = certificate_of(problem, answer)
>>> print(certificate)
proved, 6 identities, checked by multiplication
>>> pieces[0]["to"] = pieces[1]["from"] = "1/10"
>>> print(certificate_of(problem, answer))
refuted at p=2/21: this fails there: in case 1, piece 1, wait is as good as treat
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sympy import Expr, Rational, Symbol

from symdt.errors import ExpressionError
from symdt.exact.formula import point_text
from symdt.exact.polynomial import to_rational
from symdt.exact.solver import Budget, Found, NoPoint, Unknown
from symdt.exact.verdict import Proved, Refuted, Undecided, Verdict
from symdt.problems.kinks.kinked import KinkedProblem
from symdt.problems.problem import Problem
from symdt.problems.tree_problem import as_problem
from symdt.solve.proofs.check.items import Fault, Item, Point, Question, Scope
from symdt.solve.proofs.check.obligations import Statement
from symdt.solve.proofs.check.polynomials import Poly, Quotient, RejectedError, added
from symdt.solve.proofs.check.proofs import holds, value_at, verify
from symdt.solve.proofs.check.texts import Fact
from symdt.solve.proofs.check.values import Node, Offer
from symdt.solve.proofs.prover import COVERING, Outcome, Search
from symdt.solve.proofs.source import written

if TYPE_CHECKING:
    from symdt.solve.rule import DecisionRule

#: Seconds of computing for one certificate unless said otherwise.
SECONDS = 60.0
#: Whether so many cells overlap is asked of each two.
FEW = 3


def certify(rule: DecisionRule, *, seconds: float = SECONDS) -> Verdict:
    """Proved: all that the rule shows is so at every point of its problem's domain; else a counter-example.

    rule: taken as it is shown, by `rule.to_json()`. seconds: of computing. The verdict `Proved` holds the
    certificate in `evidence`.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> p = symbols("p")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
    >>> from symdt import decision_rule
    >>> verdict = certify(decision_rule(problem, p))
    >>> verdict, str(verdict.evidence)
    (Proved(), 'proved, 8 identities, checked by multiplication')
    """
    return certificate_of_rule(rule, seconds=seconds).verdict


def certificate_of_rule(rule: DecisionRule, *, seconds: float = SECONDS) -> Certificate:
    """The certificate of one of our own rules, as it is shown, against the problem that it holds."""
    if any(not hasattr(piece.label, "strategy") for case in rule.cases for piece in case.pieces):
        raise ExpressionError(
            "the rule orders all actions: certify the rule of `decision_rule`, which chooses one"
        )
    choices = rule.alternatives
    source = choices.source
    try:
        answer = rule.to_json()
    except KeyError as choice:  # a choice with no value among those of the problem
        domain = choices.domain
        point = dict(zip(domain.field.symbols, map(to_rational, domain.witness), strict=True))
        return Certificate(Refuted(point, f"the problem has no such choice as {choice.args[0]!r}"))
    if isinstance(source, KinkedProblem):
        from symdt.solve.parts.part_proofs import certificate_of_parts

        return certificate_of_parts(source, answer, seconds=seconds)
    return _for_whole(prove_statement(written(source), source.symbols, answer, seconds=seconds))


@dataclass(frozen=True)
class Certificate:
    """The verdict on a rule; where it is proved, `data` holds problem, rule and proofs as JSON has them."""

    verdict: Verdict
    questions: int = 0
    identities: int = 0
    by_solver: int = 0
    remarks: tuple[str, ...] = ()
    data: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def why(self) -> str:
        """What was shown and how; or which claim fails; or what was not decided."""
        if isinstance(self.verdict, Proved):
            return str(self).partition(", ")[2] or str(self)
        return self.verdict.why if isinstance(self.verdict, Refuted) else self.verdict.reason

    def __str__(self) -> str:
        if not isinstance(self.verdict, Proved):
            return str(self.verdict)
        total = self.identities + self.by_solver
        how = f", {self.identities} identities, checked by multiplication"
        if self.by_solver:
            who = " and ".join(sorted(solvers(list(self.data.values())))) or "a solver"
            how = f" by {who}; no small certificate for {self.by_solver} of {total}"
        return "; ".join([f"proved{how}", *self.remarks])


def solvers(proofs: Any) -> set[str]:
    """Those who are named in proofs, or in parts of them, for what no identity shows."""
    if isinstance(proofs, dict):
        named = set(proofs["solver"]) if isinstance(proofs.get("solver"), list) else set()
        return named.union(*(solvers(part) for part in proofs.values()))
    return set().union(*(solvers(part) for part in proofs)) if isinstance(proofs, list) else set()


def certificate_of(
    problem: Problem,
    answer: Mapping[str, Any],
    *,
    seconds: float = SECONDS,
    identities: bool = True,
) -> Certificate:
    """The certificate of a rule for a problem, or the point where it is wrong, or what was not decided.

    problem: what the rule is about. answer: the rule as `solve --for P --json` prints it; `values`,
    `never_optimal` and each piece's `strategy` and `value` may be missing, then nothing is claimed of them.
    seconds: of computing, for the whole. identities: whether small certificates are sought.
    """
    problem = as_problem(problem)
    if isinstance(problem, KinkedProblem):
        from symdt.solve.parts.part_proofs import certificate_of_parts

        return certificate_of_parts(problem, answer, seconds=seconds, identities=identities)
    return _for_whole(
        prove_statement(
            written(problem), problem.domain.symbols, answer, seconds=seconds, identities=identities
        )
    )


def _for_whole(certificate: Certificate) -> Certificate:
    """What fails between whole numbers alone is not refuted: it is not decided."""
    point = getattr(certificate.verdict, "counterexample", None) or {}
    odd = [s for s, v in point.items() if s.is_integer and not getattr(v, "is_integer", True)]
    if not odd:
        return certificate
    reason = f"for real numbers it fails at {point_text(point)}, and {odd[0]} is a whole number"
    return replace(certificate, verdict=Undecided(reason))


def prove_statement(
    texts: dict[str, Any],
    symbols: tuple[Symbol, ...],
    answer: Mapping[str, Any],
    *,
    seconds: float = SECONDS,
    identities: bool = True,
    extra: Mapping[str, Any] | None = None,
) -> Certificate:
    """The certificate for a problem given in texts, whose letters are these symbols; `extra` is told in it too."""
    data: dict[str, Any] = {
        "format": 1,
        "kind": "certificate",
        "letters": [s.name for s in symbols],
        "problem": texts,
        "answer": {k: answer[k] for k in ("optimum", "values", "rule", "never_optimal") if k in answer},
        "signs": {},
        "pruned": {},
        "proofs": {},
        **(extra or {}),
    }
    try:
        prover = _Prover(data, symbols, Budget(seconds), identities)
    except OverflowError as reason:
        return Certificate(Undecided(str(reason)))
    return prover.run()


class _Prover(Statement):
    """A statement that decides the signs of its denominators as it meets them, and proves its questions."""

    def __init__(
        self, data: dict[str, Any], symbols: tuple[Symbol, ...], budget: Budget, identities: bool
    ) -> None:
        self.data, self.letters = data, symbols
        super().__init__(data)
        self.search = Search(self.ring, symbols, budget, identities=identities)
        self.apart: dict[str, bool] = {}

    def run(self) -> Certificate:
        count, unknown = 0, ""
        try:
            for item in self.questions():
                count += 1
                if self.search.budget.is_spent:
                    return Certificate(Undecided(f"{item.words}: the time budget is spent"), count)
                outcome = self.settle(item)
                if self.is_part and isinstance(item, Point) and isinstance(outcome, Found):
                    self.data["shown"].remove(item.key)  # the piece lies in other parts alone
                    continue
                if isinstance(outcome, Found):
                    return Certificate(self.refutation(outcome, item), count)
                if isinstance(outcome, Unknown):
                    unknown = unknown or f"{item.words}: {outcome.reason}"
                else:
                    self.data["proofs"][item.key] = outcome
        except RejectedError as reason:
            raise ExpressionError(f"the rule cannot be read: {reason}") from None
        except OverflowError as reason:
            return Certificate(Undecided(str(reason)), count)
        if unknown:
            return Certificate(Undecided(unknown), count)
        identities, by_solver = verify(self.data)
        remarks = () if self.is_part else tuple(self.remarks())
        certificate = Certificate(Proved(), count, identities, by_solver, remarks, self.data)
        return replace(certificate, verdict=Proved(certificate))

    def remarks(self) -> Iterator[str]:
        """Where a rule that names no witnesses has a piece that is empty for some of its case: a case is missing."""
        rule = self.answer["rule"]
        for place, piece in self.places:
            name, _, number = place.name.partition(", piece ")
            case = rule["cases"][int(name.removeprefix("case ")) - 1]
            start, stop = (self.end(piece[side]) or self.edge(side) for side in ("from", "to"))
            if "witness" in case or start is None or stop is None:
                continue
            scope = Scope(name, [*self.domain.facts, *self.conditions(case["if"], name)])
            reversed_ends = self.facts(added(start, stop, -1), ">=", scope)
            answer = self.search.solve([*scope.facts, *reversed_ends])
            if isinstance(answer, Found):
                point = {s: v for s, v in answer.point.items() if s in self.letters and s.name != rule["for"]}
                yield f"piece {number} of {name} is empty at {point_text(point)}: a case is missing there"

    def edge(self, side: str) -> Quotient | None:
        """The end of the domain along the rule's letter, where one condition on that letter alone gives it."""
        letter = self.ring.letter(self.answer["rule"]["for"])
        (power,) = letter
        for poly, op in self.domain.facts:
            if set(poly) <= {0, power} and power in poly and op in (">", ">="):
                is_lower = poly[power] > 0
                if is_lower == (side == "from"):
                    value = -Fraction(poly.get(0, 0)) / poly[power]
                    return ({0: value} if value else {}), ()
        return None

    def settle(self, item: Item) -> Outcome:
        """A proof of what must be shown, or a point where it fails."""
        if isinstance(item, Question) and item.root:
            answer = self.search.solve(item.facts, item.root)
            return self.search.said() if isinstance(answer, NoPoint) else answer
        if isinstance(item, Question):
            if item.key in self.data["proofs"]:
                return dict(self.data["proofs"][item.key])
            return self.search.refute(
                item.facts, item.clauses, is_empty=lambda: self.is_apart(item.apart) if item.apart else False
            )
        if isinstance(item, Fault):
            return self.somewhere(item.facts)
        return self.point(item)

    def is_apart(self, name: str) -> bool:
        """Whether no two of these cells overlap, asked once about all: a covering for each two takes longer."""
        if name not in self.apart:
            facts, cells = self.cells[name]
            is_many = len(cells) > FEW
            answer = self.search.covering.decide(facts, cells=cells) if is_many else None
            self.apart[name] = isinstance(answer, NoPoint)
        return self.apart[name]

    def point(self, item: Point) -> Outcome:
        """A point that shows it; where there is none, any point of what is claimed not to be empty."""
        fixed = {name: Fraction(value) for name, value in item.fixed}
        same: list[Fact] = [self.ring.fact(f"Eq({name}, {value})") for name, value in fixed.items()]
        unknown: Unknown | None = None
        for some in item.some:
            facts = [*item.facts, *some]
            answer = self.search.known([*facts, *same]) or self.search.solve(facts, fixed=fixed)
            if isinstance(answer, Found):
                self.search.keep(answer)
                values = {s.name: v for s, v in answer.point.items() if s.name in self.ring.letters}
                # that a root has its number is not seen from a point
                is_plain = not any(n in self.ring.roots for n in self.ring.letters_of(*(f for f, _ in facts)))
                is_rational = all(isinstance(v, Rational) for v in values.values())
                if is_plain and is_rational:
                    return {"point": {name: str(v) for name, v in values.items()}}
                return {"solver": [COVERING]}
            if isinstance(answer, Unknown):
                unknown = answer
        return unknown or self.somewhere([*self.domain.facts, *same])

    def somewhere(self, facts: list[Fact]) -> Outcome:
        """A point of the facts, or of the domain where they have none."""
        answer = self.search.solve(facts)
        if isinstance(answer, NoPoint):
            answer = self.search.solve(self.domain.facts)
        return answer if not isinstance(answer, NoPoint) else Unknown("the domain is empty")

    def refutation(self, found: Found, item: Item) -> Refuted:
        """The point without the letters that stand for radicals and roots, in the domain."""
        point: dict[Symbol, Expr] = {s: v for s, v in found.point.items() if s in self.letters}
        if item.key.startswith("ends of "):
            point = self.moved(point)
        return Refuted(point, item.words if isinstance(item, Fault) else f"this fails there: {item.words}")

    def moved(self, point: dict[Symbol, Expr]) -> dict[Symbol, Expr]:
        """A point of the domain with the same values of all letters but the rule's."""
        others = {s.name: v for s, v in point.items() if s.name != self.answer["rule"]["for"]}
        fixed = {n: Fraction(int(v.p), int(v.q)) for n, v in others.items() if isinstance(v, Rational)}
        answer = self.search.solve(self.domain.facts, fixed=fixed)
        return {s: answer.point[s] for s in point} if isinstance(answer, Found) else point

    def pruned(self, key: str, place: Scope, node: Node, offers: list[Offer]) -> list[tuple[int, int]]:
        """Which strategies are nowhere better than which others in a place: seen at points, then proved."""
        if key not in self.left_out:
            points = self.points_of(place)
            at = [[value_at(self.ring, v, point) for _, v in offers] for point in points]
            best = {min(range(len(offers)), key=lambda n: self.sign * row[n]) for row in at} or {0}
            pairs = []
            for worse in range(len(offers)):
                for better in best - {worse}:
                    if worse in best or any(self.sign * row[worse] < self.sign * row[better] for row in at):
                        continue
                    question = self.no_better(place, node, offers[worse], offers[better])
                    outcome = self.search.refute(question.facts)
                    if isinstance(outcome, dict):
                        self.data["proofs"][question.key] = outcome
                        pairs.append([worse, better])
                        break
            self.left_out[key] = pairs
        return super().pruned(key, place, node, offers)

    def points_of(self, place: Scope) -> list[dict[str, Fraction]]:
        """Some rational points of a place."""
        letters = {*self.data["letters"], *self.ring.letters_of(*(f for f, _ in place.facts))}
        for _ in range(2):
            inside = [p for p in self.search.pool if letters <= set(p)]
            found = [p for p in inside if all(holds(self.ring, f, p) for f in place.facts)]
            answer = None if found else self.search.solve(place.facts)
            if isinstance(answer, Found):
                self.search.keep(answer)
        return found[:8]

    def sign_of(self, key: str, den: Poly, facts: list[Fact]) -> int:
        if key not in self.signs:
            self.signs[key] = 0
            for sign in (1, -1):
                wrong: Fact = ({m: -sign * c for m, c in den.items()}, ">=")
                outcome = self.search.refute([*facts, wrong])
                if isinstance(outcome, dict):
                    self.signs[key] = sign
                    self.data["proofs"][f"{key} has its sign"] = outcome
                    break
        return super().sign_of(key, den, facts)
