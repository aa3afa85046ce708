"""The record of a problem: what the page is made from, as JSON.

Every value is a coefficient with numbers of polynomials above and below; a polynomial is a list of
terms, the coefficient as text and an exponent for each letter. Nothing is rounded.

>>> from sympy import symbols
>>> from symdt import Belief, DecisionProblem, Domain, LossTable
>>> p = symbols("p")
>>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
>>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": p}), Domain("0 < p < 1"))
>>> made = record(problem)
>>> made["actions"], made["alternatives"][0]["value"]
(['wait', 'treat'], ['10', [0], []])
>>> [piece["to"] for piece in made["rules"]["p"]["cases"][0]["pieces"]][0]
{'kind': 'ratio', 'value': ['1/11', [], []], 'math': 1}
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from symdt.analysis.attitude.attitude_problem import AttitudeProblem
from symdt.analysis.attitude.spoken import spoken
from symdt.analysis.knowing.perfect import perfect_information
from symdt.errors import BudgetError, SymdtError
from symdt.exact.formula import Condition
from symdt.exact.solver import Budget
from symdt.problems.amounts.amount_problem import AmountProblem
from symdt.problems.kinks.kinked import KinkedProblem
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Tree, Value, decision_names
from symdt.regions.ends import End, Infinite, Ratio
from symdt.regions.reduced.shared import reduced
from symdt.regions.rule import INTERRUPTED
from symdt.show.page.amount_record import amount_record
from symdt.show.page.elements import Elements
from symdt.show.page.window import start_of, switches, windows
from symdt.solve.alternatives import Alternatives, Choice, alternatives
from symdt.solve.parts.joined import Side, sides_of
from symdt.solve.rule import DecisionRule, decision_rule

#: Larger parts than these are left out of a page, which then says so.
MAX_ALTERNATIVES, MAX_NODES, MAX_CELLS, MAX_CASES, MAX_EQUATIONS = 64, 1500, 900, 120, 24
#: Alternatives on all parts of a domain that min, max, abs or piecewise cut.
MAX_PARTED = 192
#: Terms of the conditions of a rule: each is set, and more than this many take longer than a frame has.
MAX_TERMS = 250
#: Signs of the JSON of all rules together: more, with long strategies, is too much for a page that moves.
MAX_RULE = 24_000
#: Seconds for the rules of all letters together, and for the value of information.
SECONDS, KNOWING = 40.0, 10.0


def record(
    problem: Problem, presets: Mapping[str, Any] | None = None, *, file: str = "", seconds: float = SECONDS
) -> dict[str, Any]:
    """What the page of a problem holds.

    `presets` is the `[explore]` table of a problem file: `start`, `ranges`, `for`, `x`, `y`, `steps`.
    `file` names the file in the command that the page offers; `seconds` bounds the search for rules.
    """
    if isinstance(problem, AmountProblem):
        return amount_record(problem, presets, file=file)
    return _Recorder(problem, presets or {}, file, seconds).made()


class _Recorder(Elements):
    def __init__(self, problem: Problem, presets: Mapping[str, Any], file: str, seconds: float) -> None:
        self.seconds = seconds
        self.choices: Alternatives = alternatives(problem, seconds=seconds, joined=True)
        super().__init__(problem, self.choices.domain, presets, file)
        self.labels |= set(self.choices.actions)

    def made(self) -> dict[str, Any]:
        """The record, its polynomials last made but named in order."""
        kept, sides = self.choices.of_each_action, sides_of(self.choices, self.choices.of_each_action)
        if len(kept) > MAX_ALTERNATIVES or len(kept) * len(sides) > MAX_PARTED:
            on = f" on each of {len(sides)} parts of the domain" if len(sides) > 1 else ""
            raise BudgetError(
                f"the problem has {len(kept)} strategies that are best somewhere{on}: "
                f"a page holds at most {MAX_PARTED if on else MAX_ALTERNATIVES}; fix some letters"
            )
        budget = Budget(self.seconds)
        start = start_of(self.choices, self.presets)
        ranges = windows(self.choices.domain, start, self.presets, switches(self.choices))
        content = {
            **self.opening(self.choices.optimum, start, ranges),
            "actions": list(self.choices.actions),
            "alternatives": [
                made for part in range(len(sides)) for made in self.alternatives(sides, part, budget)
            ],
            **self.parts(sides),
            "equations": self.equations(sides),
            "rules": self.rules(budget),
            "tree": self.tree(),
            "table": self.table(),
            "attitude": self.attitude(),
            "information": self.information(),
            "presets": self.steps(start),
        }
        return {**content, "never": self.never, **self.closing()}

    @property
    def stated(self) -> Problem:
        """The problem as it is written, its functions in their places."""
        return self.problem.stated if isinstance(self.problem, KinkedProblem) else self.problem

    def action(self, choice: Choice) -> int:
        return self.choices.actions.index(choice.action)

    def alternatives(self, sides: Sequence[Side], part: int, budget: Budget) -> list[dict[str, Any]]:
        """The alternatives on a part of the domain, each with its value and with what it is compared by."""
        _, domain, kept = sides[part]
        gauges = [g for _, g in reduced(list(enumerate(v for _, v in kept)), domain, budget)]
        return [
            {
                "action": self.action(choice),
                "strategy": [list(step) for step in choice.strategy],
                "value": self.element(value.into(self.field)),
                "gauge": self.element(gauge.into(self.field)),
                **({"part": part} if len(sides) > 1 else {}),
            }
            for (choice, value), gauge in zip(kept, gauges, strict=True)
        ]

    def parts(self, sides: Sequence[Side]) -> dict[str, Any]:
        """Where the parts of the domain are, and the branch of each function there; nothing where there is one."""
        if not isinstance(self.problem, KinkedProblem):
            return {}
        return {
            "parts": [
                [[self.poly(c.into(self.field).poly), c.op] for c in side.conditions] for side in sides
            ],
            "kinks": [[self.element(p.branches[k]) for p in self.problem.parts] for k in self.kinks],
        }

    def equations(self, sides: Sequence[Side]) -> dict[str, list[int]]:
        """The factors of the difference of each two alternatives: a boundary is where one of them is zero."""
        if sum(len(side.choices) for side in sides) > MAX_EQUATIONS:
            return {}
        found, before = {}, 0
        for side in sides:
            for (i, (_, f)), (j, (_, g)) in combinations(enumerate(side.choices, before), 2):
                factors = self.factors((f - g).into(self.field).num)[1]
                if len(set(factors)) > 1:
                    found[f"{i},{j}"] = list(dict.fromkeys(factors))
            before += len(side.choices)
        return found

    def rules(self, budget: Budget) -> dict[str, Any]:
        """The rule solved for each letter, as far as the budget goes."""
        found: dict[str, Any] = {}
        self.never: list[list[str]] = []
        for n, symbol in enumerate(self.symbols):
            share = max(1.0, budget.left() / (len(self.symbols) - n))
            try:
                rule: DecisionRule | None = decision_rule(self.problem, symbol, seconds=share)
            except BudgetError:
                rule = None
            except (SymdtError, NotImplementedError) as error:
                self.limits.append(f"The rule solved for {symbol.name} is not part of this page: {error}.")
                continue
            if rule is not None and not n:
                self.never = [[str(r.label), str(r)] for r in rule.never_reasons]
            if rule is None or is_timed(rule):
                self.limits.append(
                    f"The rule solved for {symbol.name} is not complete within the time and not part of this page; "
                    f"see symdt solve --for {symbol.name}."
                )
                continue
            known = dict(self.polys), dict(self.formulas)
            made = self.rule(rule)
            terms = sum(
                len(c.poly) for case in rule.cases for c in case.conditions if isinstance(c, Condition)
            )
            is_long = len(rule.cases) > MAX_CASES or terms > MAX_TERMS
            if is_long or len(json.dumps([*found.values(), made])) > MAX_RULE:
                self.polys, self.formulas = known  # those of this rule alone go with it
                self.limits.append(
                    f"The rule solved for {symbol.name} ({len(rule.cases)} cases) is too long for this page; "
                    f"see symdt solve --for {symbol.name}."
                )
                continue
            found[symbol.name] = made
        return found

    def rule(self, rule: DecisionRule) -> dict[str, Any]:
        """One rule: cases, pieces, ends."""
        return {
            "cases": [
                {
                    "if": [self.condition(c) for c in case.conditions],
                    "pieces": [
                        {
                            "action": self.action(piece.label),
                            "strategy": [list(part) for part in piece.label.strategy],
                            "from": self.end(piece.start),
                            "to": self.end(piece.stop),
                            "fromClosed": piece.is_closed_left,
                            "toOpen": piece.is_open_right,
                            "isPoint": piece.is_point,
                        }
                        for piece in case.pieces
                    ],
                }
                for case in rule.cases
            ],
            "complete": rule.is_complete,
            "note": rule.rule.note,
        }

    def end(self, end: End) -> dict[str, Any]:
        """An end of a piece."""
        if isinstance(end, Infinite):
            return {"kind": "infinite", "sign": end.sign}
        if isinstance(end, Ratio):
            return {"kind": "ratio", "value": self.element(end.element), "math": self.formula(end.to_expr())}
        shown = self.formula(end.to_expr())
        return {"kind": "root", "poly": self.poly(end.poly), "index": end.index, "math": shown}

    def tree(self) -> dict[str, Any] | None:
        """The tree, nodes before their parents."""
        tree, keys = self.stated.tree, self.problem.words
        nodes = list({id(n): n for n in tree.nodes()}.values())
        if len(nodes) > MAX_NODES:
            self.limits.append(
                f"The tree has {len(nodes)} nodes and is not part of this page (at most {MAX_NODES})."
            )
            return None
        numbers: dict[int, int] = {}
        made: list[Any] = []
        unique = decision_names(tree)
        for node in nodes:
            numbers[id(node)] = len(made)
            made.append(self.node(node, numbers, keys, unique))
        return {"root": numbers[id(tree)], "nodes": made}

    def node(
        self, node: Tree, numbers: Mapping[int, int], keys: Mapping[str, str], unique: Mapping[int, str]
    ) -> Any:
        if isinstance(node, Value):
            return ["v", self.element(node.value)]
        self.labels.update(branch[0] for branch in node.branches)
        paid = [[self.element(x)] if x else [] for x in node.payoffs]  # last, where a branch pays
        if isinstance(node, Chance):
            entries = zip(node.branches, paid, strict=True)
            return ["c", node.name, [[b, self.element(p), numbers[id(c)], *x] for (b, p, c), x in entries]]
        name = unique[id(node)]
        pairs = zip(node.branches, paid, strict=True)
        return ["d", node.name, keys.get(name, name), [[b, numbers[id(c)], *x] for (b, c), x in pairs]]

    def table(self) -> dict[str, Any] | None:
        """The table of a problem that has one."""
        problem = self.stated
        if not isinstance(problem, DecisionProblem):
            return None
        loss = problem.loss
        if len(loss.states) * len(loss.actions) > MAX_CELLS:
            self.limits.append(f"The table has more than {MAX_CELLS} cells and is not part of this page.")
            return None
        self.labels.update(loss.states)
        return {
            "states": list(loss.states),
            "actions": list(loss.actions),
            "belief": [self.stated_value(problem.belief[s]) for s in loss.states],
            "loss": [[self.stated_value(e) for e in row] for row in loss.entries],
            "experiments": [
                {
                    "name": e.name,
                    "cost": self.element(e.cost),
                    "outcomes": list(e.outcomes),
                    "likelihood": [
                        [self.element(e.likelihood[s][o]) for o in e.outcomes] for s in loss.states
                    ],
                }
                for e in problem.experiments
            ],
        }

    def information(self) -> dict[str, Any] | None:
        """What to know all events first is worth: the values of what is then done, or why it has none; a table says it itself."""
        if isinstance(self.stated, DecisionProblem):
            return None
        found = perfect_information(self.problem, seconds=min(self.seconds, KNOWING))
        if isinstance(found, str):
            return {"why": found}
        if len(found.informed) > MAX_ALTERNATIVES:
            return {
                "why": f"{len(found.informed)} strategies of who knows all events are too many for this page"
            }
        return {"informed": [self.element(v.into(self.field)) for _, v in found.informed]}

    def attitude(self) -> dict[str, Any] | None:
        """The attitude to risk of who decides, in whose letter the page speaks, and the place of its letter."""
        if not isinstance(self.problem, AttitudeProblem):
            return None
        told = spoken(self.problem).to_json()
        own = {s.name for s in self.problem.money.symbols}
        self.labels.add(told["letter"])
        return {**told, "at": next(i for i, s in enumerate(self.symbols) if s.name not in own)}


def timed(content: Mapping[str, Any]) -> list[str]:
    """The letters whose rule a page lacks because its time ran out."""
    letters = [letter["name"] for letter in content["letters"]]
    return [
        n for n in letters if any(f"for {n} is not complete within the time" in x for x in content["limits"])
    ]


def is_timed(rule: DecisionRule) -> bool:
    """Whether the clock or the user cut a rule short: how far it got is another in every run, so no page and no report has it."""
    return not rule.is_complete and ("budget" in rule.rule.note or rule.rule.note == INTERRUPTED)
