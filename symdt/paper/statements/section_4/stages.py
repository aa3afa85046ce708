"""§4, the sequential problem: what is revealed, what has been lost so far, and what is still to be decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from sympy import Add, Rational, Symbol

from symdt.claims.claim import Triple
from symdt.networks.losses.look_ahead import check_look_ahead
from symdt.networks.losses.stage_values import values
from symdt.paper.statements.checks.section_3_models import stages
from symdt.paper.statements.section_4.sums import arcs_loss
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.loss_sum import direct_sum
from symdt.problems.sequential import Branch, SequentialProblem, sequential_tree
from symdt.problems.tree import Chance, Decision, Value

#: A joint posterior about two children that does not factorise.
DEPENDENT = {("{}", "{}"): (3, 8), ("{}", "{X3}"): (1, 8), ("{X2}", "{}"): (1, 8), ("{X2}", "{X3}"): (3, 8)}


def check_cumulated(until: int) -> Iterator[Triple]:
    """The loss of a terminal node is the sum of the losses of the stages along its branch."""
    problem = stages(3)
    for (revealed, chosen), loss in problem.loss.items():
        parts = [c[s, a] for c, s, a in zip(problem.local_costs, revealed, chosen, strict=True)]
        yield {"models": revealed, "actions": chosen}, Add(*parts[:until]), loss


def joint(weights: dict[tuple[str, str], tuple[int, int]]) -> Belief:
    """A posterior about two children."""
    return Belief({state: Rational(*w) for state, w in weights.items()})


def _two(dependent: bool) -> SequentialProblem:
    """Two children with one candidate each, all losses 1; a posterior that factorises or one that does not."""
    tables = [LossTable.arc("X2", "X1", false=1, missed=1), LossTable.arc("X3", "X2", false=1, missed=1)]
    if dependent:
        return SequentialProblem.of(tables, joint(DEPENDENT))
    third, fourth = Rational(1, 3), Rational(1, 4)
    return SequentialProblem.of(
        tables, [Belief({"{}": 1 - third, "{X2}": third}), Belief({"{}": 1 - fourth, "{X3}": fourth})]
    )


def _problems(posteriors: tuple[str, ...]) -> Iterator[tuple[str, SequentialProblem]]:
    """A problem of two children for each kind of posterior; the factorised ones with letters, and in numbers."""
    if "factorised" in posteriors:
        yield "factorised", stages(2)
        yield "factorised, in numbers", _two(dependent=False)
    if "dependent" in posteriors:
        yield "dependent", _two(dependent=True)


def check_forgets(posteriors: tuple[str, ...]) -> Iterator[Triple]:
    """p(M^I | D, models revealed before) = p(M^I | D)."""
    for kind, problem in _problems(posteriors):
        for revealed, state in product(*problem.stages):
            at = {"revealed": revealed, "model": state, "posterior": problem.belief, "kind": kind}
            yield at, problem.marginal(1)[state], problem.chance((revealed,), state)


def check_forgets_before(posteriors: tuple[str, ...]) -> Iterator[Triple]:
    """p(M^{I−1} | D, models revealed before) = p(M^{I−1} | D), for three children, I = 3."""
    for kind in posteriors:
        problem = stages(3)
        if kind == "dependent":
            tables = [LossTable.arc(f"X{i + 2}", f"X{i + 1}", false=1, missed=1) for i in range(3)]
            last = Belief({"{}": Rational(1, 2), "{X4}": Rational(1, 2)})
            problem = SequentialProblem.of(tables, joint(DEPENDENT) @ last)
        for revealed, state in product(*problem.stages[:2]):
            at = {"revealed": revealed, "model": state, "kind": kind}
            yield at, problem.marginal(1)[state], problem.chance((revealed,), state)


def check_additive(so_far: bool) -> Iterator[Triple]:
    """l_ij = l_{I−1} + l^I_ij at the terminal decisions, with l_{I−1} the loss so far."""
    problem = stages(2)
    for (revealed, chosen), loss in problem.loss.items():
        first, last = (c[s, a] for c, s, a in zip(problem.local_costs, revealed, chosen, strict=True))
        yield {"models": revealed, "actions": chosen}, (first if so_far else 0) + last, loss


def check_same_everywhere(posteriors: tuple[str, ...]) -> Iterator[Triple]:
    """The Bayesian action is the same in each of the terminal decision nodes."""
    for kind in posteriors:
        problem = _two(kind == "dependent")
        first: list[str] = []
        for node in sequential_tree(problem).nodes():
            if isinstance(node, Decision) and node.name == "ν2":
                cost = {a: _expected(c) for a, c in node.branches}
                best = [a for a, c in cost.items() if c == min(cost.values())]
                first = first or best
                yield {"posterior": problem.belief, "risks": cost}, first, best


def _expected(chance: object) -> Rational:
    assert isinstance(chance, Chance)
    return sum((p * leaf.value for _, p, leaf in chance.branches if isinstance(leaf, Value)), Rational(0))


def _zero_one() -> SequentialProblem:
    """Two independent children under 0-1 loss, which is not disintegrable."""
    arcs = (LossTable.arc("X2", "X1", false=1, missed=1), LossTable.arc("X3", "X2", false=1, missed=1))
    table = direct_sum(*arcs)
    table = replace(table, entries=LossTable.zero_one(table.states).entries)
    chances = [Rational(2, 5), Rational(1, 10), Rational(2, 5), Rational(1, 10)]
    return SequentialProblem.from_table(table, Belief(dict(zip(table.states, chances, strict=True))))


def look_ahead(count: int, broken: str) -> Iterator[Triple]:
    """At every decision node an action is worth the loss so far, its own risk, and the least later risks."""
    problem = stages(count)
    if broken == "posterior":
        problem = _two(True)
    if broken == "loss":
        problem = _zero_one()
    answer = check_look_ahead(problem)
    yield {"stages": count, "nodes": answer.nodes}, True, answer.is_proved


def check_before_last(posteriors: tuple[str, ...]) -> Iterator[Triple]:
    """R^{I−1}(a) = Σ_h R^I(a^{I*}, …) p(M^{I−1}_h|D), I = 3: as printed, and folded back from the leaves of the tree."""
    for kind in posteriors:
        problem = _three(dependent=kind == "dependent")
        for revealed, chosen in product(problem.stages[0], repeat=2):
            for action in problem.stages[1]:
                after = {
                    state: min(
                        _last_risk(problem, (revealed, state), (chosen, action), a) for a in problem.stages[2]
                    )
                    for state in problem.stages[1]
                }
                printed = Add(*(problem.marginal(1)[s] * r for s, r in after.items()))
                folded = Add(*(problem.chance((revealed,), s) * r for s, r in after.items()))
                at = {"M^1": revealed, "a^1": chosen, "a^2": action, "posterior": problem.belief}
                yield at, printed, folded
    if "factorised" in posteriors:  # and with letters, at every node of two stages
        yield {"stages": 2, "losses": "letters"}, True, check_look_ahead(stages(2)).is_proved


def _three(dependent: bool) -> SequentialProblem:
    """Three children with one candidate each; a posterior that factorises, or one in which the first two do not."""
    tables = [LossTable.arc(f"X{i + 2}", f"X{i + 1}", false=1 + i, missed=2) for i in range(3)]
    last = Belief({"{}": Rational(1, 2), "{X4}": Rational(1, 2)})
    if dependent:
        return SequentialProblem.of(tables, joint(DEPENDENT) @ last)
    third = [Belief({"{}": Rational(2, 3), f"{{X{i + 2}}}": Rational(1, 3)}) for i in range(2)]
    return SequentialProblem.of(tables, [*third, last])


def check_irrelevant(posteriors: tuple[str, ...]) -> Iterator[Triple]:
    """Later choices do not depend on earlier ones, and one step of look-ahead has the value of the tree."""
    for kind in posteriors:
        problem = _two(kind == "dependent")
        found = values(problem)
        yield {"posterior": problem.belief}, found.look_ahead, found.sequential
        yield {"posterior": problem.belief, "value": "all at once"}, found.simultaneous, found.look_ahead
        yield {"posterior": problem.belief, "relevant": found.relevant}, False, found.relevant


def check_until(stages_before: int) -> Iterator[Triple]:
    """At ν_{I−1} of three stages the risks depend on the branch only through the loss of the stages before."""
    tables = [LossTable.arc(f"X{i + 2}", f"X{i + 1}", false=1 + i, missed=2) for i in range(3)]
    beliefs = [Belief({"{}": Rational(2, 3), f"{{X{i + 2}}}": Rational(1, 3)}) for i in range(3)]
    problem = SequentialProblem.of(tables, beliefs)
    own = problem.local_risks(1)
    later = min(problem.local_risks(2).values())
    for revealed, chosen in product(problem.stages[0], repeat=2):
        before = [problem.local_costs[0][revealed, chosen]]
        for action in problem.stages[1]:
            found = sum(
                (
                    p
                    * min(
                        _last_risk(problem, (revealed, str(state)), (chosen, action), a)
                        for a in problem.stages[2]
                    )
                    for state, p in problem.marginal(1).items()
                ),
                Rational(0),
            )
            at = {"M^1": revealed, "a^1": chosen, "a^2": action}
            yield at, Add(*before[:stages_before]) + own[action] + later, found


def _last_risk(problem: SequentialProblem, revealed: Branch, chosen: Branch, action: str) -> Rational:
    chances = {s: problem.chance(revealed, s) for s in problem.stages[2]}
    return Add(*(p * problem.loss[(*revealed, s), (*chosen, action)] for s, p in chances.items()))


def check_value_nodes(first: int) -> Iterator[Triple]:
    """There are 2^{q_{I−1}} value nodes behind an action, h = 1, …, 2^{q_{I−1}}."""
    for q in (1, 2):
        tables = [arcs_loss(q), LossTable.arc("X3", "X2", false=Symbol("f"), missed=Symbol("m"))]
        uniform = Belief({s: Rational(1, 2**q) for s in tables[0].states})
        problem = SequentialProblem.of(
            tables, [uniform, Belief({"{}": Rational(1, 2), "{X3}": Rational(1, 2)})]
        )
        decision = next(
            n for n in sequential_tree(problem).nodes() if isinstance(n, Decision) and n.name == "ν1"
        )
        for _, chance in decision.branches:
            yield {"q": q}, len(range(first, 2**q + 1)), len(chance.children())
