"""What decides the statements about the Bayes risk as a function of the posterior."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sympy import Add, Expr, Integer, Rational, Symbol

from symdt.claims.claim import Triple
from symdt.exact.domain import Domain
from symdt.networks.losses.identities import risk_identities
from symdt.paper.beyond.checks.theory import flat
from symdt.paper.statements.checks.section_2_2 import letters
from symdt.paper.statements.example_2.problem import ANY, NUMBERS, ONE, SIMPLEX, TABLE_2, h, k, named, p
from symdt.paper.statements.section_4.columns import rank
from symdt.paper.statements.section_4.sums import arcs_loss
from symdt.problems.belief import Belief
from symdt.problems.experiment import Experiment
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Decision
from symdt.problems.tree_problem import to_tree
from symdt.solve.foldback import fold_back
from symdt.solve.risk import bayes_actions, bayes_risk, risks
from symdt.solve.rule import decision_rule

X = named(DecisionProblem(TABLE_2, ANY, Domain(*SIMPLEX)))


_LETTERS = ("p2", "p3", "p23")


def check_moved(prefix: str, value: str) -> dict[str, Expr]:
    """The four risks at another posterior: `value` makes the new probability of each letter."""
    put = {Symbol(n): (Symbol(n.replace("p", "y")) if value == "y" else _mixture(n)) for n in _LETTERS}
    return {n.replace("R", prefix): e.subs(put, simultaneous=True) for n, e in X.items() if n[0] == "R"}


def _mixture(name: str) -> Expr:
    t = Symbol("t")
    return t * Symbol(name) + (1 - t) * Symbol(name.replace("p", "y"))


def check_concave(kind: str) -> Iterator[Triple]:
    """ρ*(t x + (1 − t) y) ≥ t ρ*(x) + (1 − t) ρ*(y), for all pairs of posteriors in quarters and a table of numbers."""
    table = LossTable(("M0", "M1", "M2"), ("a0", "a1", "a2"), ((0, 2, 5), (3, 0, 1), (4, 6, 0)))
    every = list(flat(table, 4))
    rho = [bayes_risk(DecisionProblem(table, b)) for b in every]
    for (x, at_x), (y, at_y) in product(zip(every, rho, strict=True), repeat=2):
        half = Belief({s: (x[s] + y[s]) / 2 for s in table.states})
        gap = bayes_risk(DecisionProblem(table, half)) - (at_x + at_y) / 2
        yield {"x": x, "y": y}, True, bool(gap >= 0 if kind == "concave" else gap <= 0)


def check_data(cost: int) -> Iterator[Triple]:
    """An experiment without cost never raises the least expected loss, at every prior of a grid."""
    table = LossTable(("M0", "M1"), ("a0", "a1"), ((0, 2), (3, 0)))
    for s, c in product((Rational(1, 2), Rational(2, 3), Rational(1)), repeat=2):
        test = Experiment("test", {"M1": {"+": s, "-": "rest"}, "M0": {"+": 1 - c, "-": "rest"}}, cost=cost)
        for belief in flat(table, 6):
            tree = to_tree(DecisionProblem(table, belief, experiments=(test,)))
            first = next(n for n in tree.nodes() if isinstance(n, Decision) and "test" in n.actions)
            after = fold_back(first.child("test"), optimum="min").at().value
            at = {"prior": belief, "sensitivity": s, "specificity": c}
            yield at, True, bool(after <= bayes_risk(DecisionProblem(table, belief)))


def check_row_constants(where: str) -> Iterator[Triple]:
    """With c_i added to row i every risk grows by Σ_i c_i p_i: all comparisons stay as they are; letters everywhere."""
    for g in (1, 2, 3):
        table, belief = LossTable.general(g), letters(g)
        shift = [Symbol(f"c{i}") for i in range(g + 1)]
        rows = tuple(
            tuple(e + (shift[i] if where == "rows" else shift[j]) for j, e in enumerate(row))
            for i, row in enumerate(table.entries)
        )
        simplex = [
            *(f"p{i} >= 0" for i in range(1, g + 1)),
            " + ".join(f"p{i}" for i in range(1, g + 1)) + " <= 1",
        ]
        domain = Domain(*simplex)
        before = risks(DecisionProblem(table, belief, domain))
        after = risks(DecisionProblem(LossTable(table.states, table.actions, rows), belief, domain))
        mean = Add(*(c * belief[f"M{i}"] for i, c in enumerate(shift)))
        for action in table.actions:
            yield {"g": g, "action": action}, before[action] + mean, after[action]


def check_nothing_else(rows: int) -> Iterator[Triple]:
    """The tables whose risks differ from a given one's by the same number for all actions, whatever the posterior is."""
    for states, actions in ((2, 2), (2, 3), (3, 3), (4, 2)):
        # a change D of the table is free iff D(i, a) − D(i, b) = 0 for all i, a, b: the risks at certainty of M_i
        equations = []
        for i in range(states):
            for a in range(1, actions):
                row = [0] * (states * actions)
                row[i * actions], row[i * actions + a] = 1, -1
                equations.append(tuple(map(Integer, row)))
        names = tuple(f"e{i}" for i in range(len(equations)))
        cells = tuple(f"c{i}" for i in range(states * actions))
        free = states * actions - rank(LossTable(names, cells, tuple(equations)))
        yield {"states": states, "actions": actions}, states + rows, free


def check_identities(constant: str) -> Iterator[Triple]:
    """The identities (4) to (6) outlive constants in the rows, but the table is then no sum ⊕; q = 2, 3."""
    for q in (2, 3):
        table = arcs_loss(q)
        shift = [Symbol(f"c{i}") for i in range(len(table.states))]
        rows = tuple(
            tuple(e + (shift[i] if constant == "rows" else shift[i] * int(i == j)) for j, e in enumerate(row))
            for i, row in enumerate(table.entries)
        )
        found = risk_identities(LossTable(table.states, table.actions, rows))
        yield {"q": q}, 2**q - 1 - q, len(found)


def check_same_actions(shift: int) -> Iterator[Triple]:
    """Table (3) with its diagonal made 0 by row constants has the Bayes actions it had; all posteriors in fifths."""
    table = LossTable(("M0", "M1", "M2"), ("a0", "a1", "a2"), ((1, 3, 6), (5, 2, 3), (9, 11, 5)))
    rows = tuple(
        tuple(e - row[i] + (shift if j == 0 else 0) for j, e in enumerate(row))
        for i, row in enumerate(table.entries)
    )
    for belief in flat(table, 5):
        one, other = (
            bayes_actions(DecisionProblem(t, belief))
            for t in (table, LossTable(table.states, table.actions, rows))
        )
        yield {"posterior": belief}, one, other


def check_utilities(sign: int) -> Iterator[Triple]:
    """Losses as utilities, the other sign and a maximum: the same actions, rule and strategy, the opposite values."""
    loss = NUMBERS.subs({h: 2, k: 1})
    domain = Domain("0 < p < 1/4")
    problems = [DecisionProblem(t, ONE, domain) for t in (loss, loss.negated())]
    rules = [decision_rule(x, p) for x in problems]
    trees = [fold_back(to_tree(x), domain=domain, optimum=x.optimum) for x in problems]
    for i in range(1, 24):
        at = {"p": Rational(i, 96)}
        one, other = ((bayes_actions(x, **at), rule(at)) for x, rule in zip(problems, rules, strict=True))
        yield {**at, "actions": True}, one, other
        low, high = (tree.value.subs(p, at["p"]) for tree in trees)
        yield {**at, "value": low}, (sign * low, sign * low), (high, bayes_risk(problems[1], **at))
    yield {"rule": str(rules[0])}, str(rules[0]), str(rules[1])
