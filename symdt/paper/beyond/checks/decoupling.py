"""What decides the statements about what decouples decisions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from sympy import Add, Expr, Rational, Symbol, symbols

from symdt.claims.claim import Triple
from symdt.exact.domain import Domain
from symdt.networks.losses.against_look_ahead import grid_beliefs
from symdt.networks.losses.look_ahead import check_look_ahead
from symdt.networks.losses.stage_values import values
from symdt.paper.statements.section_4.stages import joint
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.sequential import SequentialProblem
from symdt.problems.table import DecisionProblem
from symdt.solve.risk import bayes_actions, risks

STATES = ("x", "y"), ("u", "v")


PAIRS = tuple(product(*STATES))


#: A joint posterior in which the two arcs are both there or both absent.
ALIKE = {("{}", "{}"): (1, 2), ("{}", "{X3}"): (0, 1), ("{X2}", "{}"): (0, 1), ("{X2}", "{X3}"): (1, 2)}


def _name(pair: tuple[str, ...]) -> str:
    return "".join(pair)


def _additive(interaction: Expr | int) -> tuple[LossTable, list[dict[tuple[str, str], Expr]]]:
    """L((s, t), (a, b)) = A(s, a) + B(t, b), with a letter for every cell; `interaction` is added to one cell."""
    local = [
        {(s, a): Symbol(f"{n}{s}{a}") for s in part for a in part}
        for n, part in zip("AB", STATES, strict=True)
    ]
    rows = [
        [
            local[0][s, a] + local[1][t, b] + (interaction if (s, t, a, b) == ("x", "u", "y", "v") else 0)
            for a, b in PAIRS
        ]
        for s, t in PAIRS
    ]
    names = tuple(map(_name, PAIRS))
    return LossTable(names, names, tuple(map(tuple, rows))), local


def check_decouples(interaction: int) -> Iterator[Triple]:
    """R(a, b) = R^1(a) + R^2(b), each from its own marginal: for all additive losses and every joint posterior."""
    table, local = _additive(interaction)
    chance = {pair: Symbol(f"w{i}") for i, pair in enumerate(PAIRS) if i}
    belief = Belief({_name(PAIRS[0]): "rest", **{_name(pair): w for pair, w in chance.items()}})
    simplex = [*(f"{w} >= 0" for w in chance.values()), " + ".join(map(str, chance.values())) + " <= 1"]
    found = risks(DecisionProblem(table, belief, Domain(*simplex, symbols=sorted(table.symbols, key=str))))
    for a, b in PAIRS:
        own = []
        for i, act in enumerate((a, b)):
            marginal = {s: Add(*(belief[_name(pair)] for pair in PAIRS if pair[i] == s)) for s in STATES[i]}
            own.append(Add(*(marginal[s] * local[i][s, act] for s in STATES[i])))
        yield {"actions": (a, b)}, Add(*own), found[_name((a, b))]


def check_zero_one(factorised: bool) -> Iterator[Triple]:
    """Under 0-1 loss the best choice is the pair of the most probable parts, at every posterior of a grid."""
    table = LossTable.zero_one(list(map(_name, PAIRS)), list(map(_name, PAIRS)))
    grid = [Rational(i, 6) for i in range(7)]
    beliefs = (
        [
            Belief(dict(zip(PAIRS, (p * q, p * (1 - q), (1 - p) * q, (1 - p) * (1 - q)), strict=True)))
            for p in grid
            for q in grid
        ]
        if factorised
        else list(grid_beliefs(STATES, 5))
    )
    for belief in beliefs:
        best = bayes_actions(DecisionProblem(table, Belief({_name(s): belief[s] for s in PAIRS})))
        parts = []
        for i in (0, 1):
            mass = {s: Add(*(belief[pair] for pair in PAIRS if pair[i] == s)) for s in STATES[i]}
            parts.append([s for s in STATES[i] if mass[s] == max(mass.values())])
        yield {"posterior": belief}, {_name(pair) for pair in product(*parts)}, set(best)


def zero_one_letters() -> dict[str, Expr]:
    """The four risks Rxu, … of 0-1 loss on pairs where the first part is x with probability p and the second u with q."""
    p, q = symbols("p q")
    belief = dict(zip(PAIRS, (p * q, p * (1 - q), (1 - p) * q, (1 - p) * (1 - q)), strict=True))
    table = LossTable.zero_one(list(map(_name, PAIRS)), list(map(_name, PAIRS)))
    domain = Domain("0 <= p <= 1", "0 <= q <= 1")
    found = risks(DecisionProblem(table, Belief({_name(s): e for s, e in belief.items()}), domain))
    return {f"R{action}": value for action, value in found.items()}


def _tables() -> list[LossTable]:
    return [LossTable.arc("X2", "X1", false=1, missed=2), LossTable.arc("X3", "X2", false=3, missed=1)]


def check_below(of: str) -> Iterator[Triple]:
    """The tree is never worth more than the one decision, and as much where the posterior factorises; sixths."""
    tables = _tables()
    for belief in grid_beliefs([t.states for t in tables], 6):
        problem = SequentialProblem.of(tables, belief)
        found = values(problem)
        is_less = bool(found.sequential < found.simultaneous)
        yield (
            {"posterior": belief, "tree": found.sequential},
            True,
            bool(found.sequential <= found.simultaneous),
        )
        if of == "less only if dependent":
            yield {"posterior": belief}, True, not (is_less and problem.is_factorised)
        else:
            yield {"posterior": belief}, True, is_less or problem.is_factorised


def _sequential(loss: str, whole: Belief) -> SequentialProblem:
    """Two children with an additive loss, the 0-1 loss, or one in which the two children interact."""
    first, second = _tables()
    if loss == "additive":
        return SequentialProblem.of([first, second], whole)
    table = first @ second
    rows = LossTable.zero_one(table.states).entries
    if loss == "interacting":  # a false arc into X2 costs nothing where the arc into X1 is there
        rows = tuple(
            tuple(0 if s < a and "X2" in str(s) else e for a, e in zip(table.models[1], row, strict=True))
            for s, row in zip(table.models[0], table.entries, strict=True)
        )
    flat = Belief({s: whole[_pair(m)] for s, m in zip(table.states, table.models[0], strict=True)})
    return SequentialProblem.from_table(replace(table, entries=rows), flat)


def check_needs(may_be_less: bool) -> Iterator[Triple]:
    """Whether the tree of §3 is worth what the one decision is worth: with both hypotheses, and with one of them alone."""
    third, fourth = Rational(1, 3), Rational(1, 4)
    beliefs = [Belief({"{}": 1 - third, "{X2}": third}), Belief({"{}": 1 - fourth, "{X3}": fourth})]
    for loss, posterior in (
        ("additive", "factorised"),
        ("additive", "dependent"),
        ("interacting", "factorised"),
    ):
        problem = _sequential(loss, beliefs[0] @ beliefs[1] if posterior == "factorised" else joint(ALIKE))
        found = values(problem)
        is_same = (loss, posterior) == ("additive", "factorised") or not may_be_less
        at = {"loss": loss, "posterior": problem.belief, "tree": found.sequential, "one": found.simultaneous}
        yield at, is_same, bool(found.sequential == found.simultaneous)
        yield {**at, "never": "more"}, True, bool(found.sequential <= found.simultaneous)


def check_whatever(loss: str) -> Iterator[Triple]:
    """The tree of §3 is worth what the one decision is worth, at every joint posterior in fifths."""
    for belief in grid_beliefs([t.states for t in _tables()], 5):
        found = values(_sequential(loss, belief))
        yield {"posterior": belief}, found.sequential, found.simultaneous


def check_relevant(price: int) -> Iterator[Triple]:
    """Where one chosen arc alone costs a price more, the second choice follows the first: decisions are relevant."""
    table = _tables()[0] @ _tables()[1]
    rows = tuple(
        tuple(e + (price if len(a) == 1 else 0) for a, e in zip(table.models[1], row, strict=True))
        for row in table.entries
    )
    third, fourth = Rational(1, 3), Rational(1, 4)
    whole = Belief({"{}": 1 - third, "{X2}": third}) @ Belief({"{}": 1 - fourth, "{X3}": fourth})
    flat = Belief({s: whole[_pair(m)] for s, m in zip(table.states, table.models[0], strict=True)})
    problem = SequentialProblem.from_table(replace(table, entries=rows), flat)
    yield {"price": price, "posterior": problem.belief}, True, values(problem).relevant
    for first in problem.stages[0]:
        risk = {
            second: Add(
                *(problem.belief[s] * problem.loss[s, (first, second)] for s in product(*problem.stages))
            )
            for second in problem.stages[1]
        }
        follows = "{X3}" if first == "{X2}" else "{}"
        yield {"price": price, "first": first}, follows, min(risk, key=lambda a: risk[a])


def _pair(model: object) -> tuple[str, str]:
    arcs = {(a.child, a.parent) for a in model}  # type: ignore[attr-defined]
    return ("{X2}" if ("X1", "X2") in arcs else "{}", "{X3}" if ("X2", "X3") in arcs else "{}")


def check_separates(letters: bool) -> Iterator[Triple]:
    """With an additive loss and a factorised posterior every node of the tree separates, for all values."""
    p, q, f, m, g, k = symbols("p q f m g k")
    tables = [LossTable.arc("X2", "X1", false=f, missed=m), LossTable.arc("X3", "X2", false=g, missed=k)]
    joint_belief = Belief({"{}": "rest", "{X2}": p}) @ Belief({"{}": "rest", "{X3}": q if letters else p})
    if not letters:  # the second arc is as the first
        joint_belief = Belief(
            {("{}", "{}"): 1 - p, ("{}", "{X3}"): 0, ("{X2}", "{}"): 0, ("{X2}", "{X3}"): p}
        )
    yield {"losses": "letters"}, True, check_look_ahead(SequentialProblem.of(tables, joint_belief)).is_proved
