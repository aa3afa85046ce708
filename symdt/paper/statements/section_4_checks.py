"""§4, Disintegrable loss functions: the sum ⊕, the sequential problem, and the columns of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from math import prod

from sympy import Add, Integer, Rational, Symbol, symbols

from symdt.claims.claim import Triple
from symdt.exact.polynomial import to_number
from symdt.networks.arc_rule import bayes_interval
from symdt.networks.disintegrable import globally_disintegrable, locally_disintegrable
from symdt.networks.disintegration import ArcLoss
from symdt.networks.identities import risk_identities
from symdt.networks.look_ahead import check_look_ahead, values
from symdt.networks.space import ModelSpace
from symdt.paper.statements.section_3_models import space, stages
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable, direct_sum
from symdt.problems.model import Model
from symdt.problems.sequential import Branch, SequentialProblem, sequential_tree
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Decision, Value
from symdt.solve.risk import bayes_actions

l0j, lj0, l0l, ll0 = symbols("l0j lj0 l0l ll0")
#: The arcs j and l of the paper, from X2 and X3.
LJ = LossTable.arc("X2", "X1", false=l0j, missed=lj0, names="paper")
LL = LossTable.arc("X3", "X1", false=l0l, missed=ll0, names="paper")
SUM_TABLE = (
    (0, l0j, l0l, l0j + l0l),
    (lj0, 0, l0l + lj0, l0l),
    (ll0, ll0 + l0j, 0, l0j),
    (lj0 + ll0, ll0, lj0, 0),
)
DEPENDENT = {("{}", "{}"): (3, 8), ("{}", "{X3}"): (1, 8), ("{X2}", "{}"): (1, 8), ("{X2}", "{X3}"): (3, 8)}


def arcs_loss(
    q: int, false: Sequence[object] | None = None, missed: Sequence[object] | None = None
) -> LossTable:
    """L_1 ⊕ … ⊕ L_q, with letters where no losses are given."""
    here = space(q)
    return locally_disintegrable(
        here,
        None if false is None else dict(zip(here.candidates, false, strict=True)),
        None if missed is None else dict(zip(here.candidates, missed, strict=True)),
    )


def check_pair(wrong: bool) -> Iterator[Triple]:
    """L_j has 0 and l_0j in the row of M_0, l_j0 and 0 in the row of M_j."""
    printed = ((0, lj0), (l0j, 0)) if wrong else ((0, l0j), (lj0, 0))
    yield {"table": "L_j"}, printed, LJ.entries


def check_action_set(second: str) -> Iterator[Triple]:
    """The actions of L_j ⊕ L_l are {a_0, a_j} ⊎ {a_0, a_l}."""
    a0, aj, al = Model(), Model.into("X1", "X2"), Model.into("X1", "X3")
    other = {"a_l, a_jl": (al, aj | al), "a_0, a_l": (a0, al), "a_0, a_j": (a0, aj)}[second]
    printed = {x | y for x in (a0, aj) for y in other}
    names = sorted(m.name.replace("M", "a") for m in printed)
    yield {"set": f"{{a_0, a_j}} ⊎ {{{second}}}"}, names, sorted(a for a in direct_sum(LJ, LL).actions)


def check_states_set(printed: int) -> Iterator[Triple]:
    """{M_0, M_j} ⊎ {M_0, M_l} are the four states of the sum."""
    made = {x | y for x in LJ.models[0] for y in LL.models[0]}
    yield {"states": len(made)}, (printed, set(direct_sum(LJ, LL).models[0])), (len(made), made)


def check_table(swapped: bool) -> Iterator[Triple]:
    """The 4 × 4 table of L_j ⊕ L_l, cell by cell."""
    table = direct_sum(LJ, LL)
    for i, state in enumerate(table.states):
        for j, action in enumerate(table.actions):
            entry = SUM_TABLE[j][i] if swapped else SUM_TABLE[i][j]
            yield {"M": state, "a": action}, Integer(0) + entry, table[state, action]


def check_blocks(repeated: bool) -> Iterator[Triple]:
    """The table is made of blocks: the entry of L_l plus the whole table L_j."""
    table = direct_sum(LJ, LL)
    for x, y in product(range(2), repeat=2):
        for i, j in product(range(2), repeat=2):
            inner = LL.entries[i][j] if repeated else LJ.entries[i][j]
            yield (
                {"block": (x, y), "cell": (i, j)},
                LL.entries[x][y] + inner,
                table.entries[2 * x + i][2 * y + j],
            )


def check_iterated(power: int) -> Iterator[Triple]:
    """The sum of q arc losses, in any order of summing, is defined on M^i × A^i with 2^q rows and columns."""
    for q in (1, 2, 3, 4):
        table = arcs_loss(q)
        yield {"q": q}, (power**q, power**q), (len(table.states), len(table.actions))
        yield {"q": q, "states": "M^i"}, set(space(q)), set(table.models[0])
    a, b, c = (LossTable.arc(f"Z{i}", "Y", false=Symbol(f"f{i}"), missed=Symbol(f"m{i}")) for i in (1, 2, 3))
    yield {"sum": "associative"}, True, (a @ b) @ c == a @ (b @ c)


def check_differences(count: str) -> Iterator[Triple]:
    """The loss of choosing T instead of S sums the losses of the arcs in which they differ."""
    for q in (1, 2, 3):
        table = arcs_loss(q)
        false = {a: table["{}", f"{{{a.parent}}}"] for a in table.arcs}
        missed = {a: table[f"{{{a.parent}}}", "{}"] for a in table.arcs}
        for (s, S), (t, T) in product(
            zip(table.states, table.models[0], strict=True), zip(table.actions, table.models[1], strict=True)
        ):
            terms = [false[a] for a in T - S] + [missed[a] for a in (S - T if count == "both" else S)]
            yield {"q": q, "M": s, "a": t}, Add(*terms), table[s, t]


def check_same_child(other: str) -> Iterator[Triple]:
    """Both models that are compared belong to M^i: L^i has a row and a column for each."""
    local = arcs_loss(2)
    second = space(2, "Y" if other == "i" else "V")
    for model in second:
        yield {"instead of": model}, True, model in local.models[0]


def check_m2_for_m3(terms: tuple[tuple[str, str], ...]) -> Iterator[Triple]:
    """Choosing M2 instead of M3 costs as much as M2 instead of M0 and M0 instead of M3 together."""
    table = direct_sum(LL, LJ)  # arcs from X3 and X2
    yield {"M": "M3", "a": "a2"}, Add(*(table[cell] for cell in terms)), table["M3", "a2"]
    for name in ("M3", "M2"):
        yield {"arcs of": name}, 1, len(dict(zip(table.states, table.models[0], strict=True))[name])


def check_global(exponent: str) -> Iterator[Triple]:
    """L is a table of Π_i 2^{q_i} rows and columns, one letter pair for each arc."""
    for n in (2, 3):
        whole = ModelSpace.from_order([f"X{i}" for i in range(n, 0, -1)])
        table = globally_disintegrable(whole)
        size = 1
        for local in whole.locals:
            size *= 2 ** len(local.candidates) if exponent == "2^q" else 1 + len(local.candidates)
        yield {"variables": n}, (size, size), (len(table.states), len(table.actions))
        yield {"variables": n, "letters": True}, 2 * len(whole.arcs), len(table.symbols)


def check_cumulated(until: int) -> Iterator[Triple]:
    """The loss of a terminal node is the sum of the losses of the stages along its branch."""
    problem = stages(3)
    for (revealed, chosen), loss in problem.loss.items():
        parts = [c[s, a] for c, s, a in zip(problem.local_costs, revealed, chosen, strict=True)]
        yield {"models": revealed, "actions": chosen}, Add(*parts[:until]), loss


def check_last_actions(last: str) -> Iterator[Triple]:
    """A^I = {a_0, …, a_last} has an action for each of the 2^q models of M^I."""
    for q in (1, 2, 3):
        end = q if last == "q" else 2**q - 1
        yield {"q": q, "actions": f"a_0 … a_{end}"}, end + 1, len(arcs_loss(q).actions)


def joint(weights: dict[tuple[str, str], tuple[int, int]]) -> Belief:
    """A posterior about two children."""
    return Belief({state: Rational(*w) for state, w in weights.items()})


def _two(dependent: bool) -> SequentialProblem:
    tables = [LossTable.arc("X2", "X1", false=1, missed=1), LossTable.arc("X3", "X2", false=1, missed=1)]
    if dependent:
        return SequentialProblem.of(tables, joint(DEPENDENT))
    third, fourth = Rational(1, 3), Rational(1, 4)
    return SequentialProblem.of(
        tables, [Belief({"{}": 1 - third, "{X2}": third}), Belief({"{}": 1 - fourth, "{X3}": fourth})]
    )


def check_forgets(dependent: bool) -> Iterator[Triple]:
    """p(M^I | D, models revealed before) = p(M^I | D)."""
    problem = _two(True) if dependent else stages(2)  # the latter with letters for all probabilities
    yield {"factorised": problem.is_factorised}, not dependent, problem.is_factorised
    for revealed in problem.stages[0]:
        for state in problem.stages[1]:
            at = {"revealed": revealed, "model": state, "posterior": problem.belief}
            yield at, problem.marginal(1)[state], problem.chance((revealed,), state)


def check_forgets_before(dependent: bool) -> Iterator[Triple]:
    """p(M^{I−1} | D, models revealed before) = p(M^{I−1} | D), for three children, I = 3."""
    problem = stages(3)
    if dependent:
        tables = [LossTable.arc(f"X{i + 2}", f"X{i + 1}", false=1, missed=1) for i in range(3)]
        last = Belief({"{}": Rational(1, 2), "{X4}": Rational(1, 2)})
        problem = SequentialProblem.of(tables, joint(DEPENDENT) @ last)
    for revealed in problem.stages[0]:
        for state in problem.stages[1]:
            yield (
                {"revealed": revealed, "model": state},
                problem.marginal(1)[state],
                problem.chance((revealed,), state),
            )


def check_additive(so_far: bool) -> Iterator[Triple]:
    """l_ij = l_{I−1} + l^I_ij at the terminal decisions, with l_{I−1} the loss so far."""
    problem = stages(2)
    for (revealed, chosen), loss in problem.loss.items():
        first, last = (c[s, a] for c, s, a in zip(problem.local_costs, revealed, chosen, strict=True))
        yield {"models": revealed, "actions": chosen}, (first if so_far else 0) + last, loss


def check_same_everywhere(dependent: bool) -> Iterator[Triple]:
    """The Bayesian action is the same in each of the terminal decision nodes (the posterior factorises)."""
    problem = _two(dependent)
    tree = sequential_tree(problem)
    first: list[str] = []
    for node in tree.nodes():
        if isinstance(node, Decision) and node.name == "ν2":
            cost = {a: _expected(c) for a, c in node.branches}
            best = [a for a, c in cost.items() if c == min(cost.values())]
            first = first or best
            yield {"node": node.name, "risks": cost}, first, best


def _expected(chance: object) -> Rational:
    return sum((p * leaf.value for _, p, leaf in chance.branches if isinstance(leaf, Value)), Rational(0))  # type: ignore[attr-defined]


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


def check_irrelevant(dependent: bool) -> Iterator[Triple]:
    """Later choices do not depend on earlier ones, and one step of look-ahead has the value of the tree."""
    problem = _two(dependent)
    found = values(problem)
    yield {"posterior": problem.belief}, found.look_ahead, found.sequential
    yield {"posterior": problem.belief, "value": "all at once"}, found.simultaneous, found.look_ahead
    yield {"relevant": found.relevant}, False, found.relevant


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
    terms = [p * problem.loss[(*revealed, str(s)), (*chosen, action)] for s, p in problem.marginal(2).items()]
    return Add(*terms)


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


def rank(table: LossTable) -> int:
    """The rank of the columns of a table of numbers."""
    from flint import fmpq_mat

    rows = [[to_number(e) for e in row] for row in table.entries]
    return int(fmpq_mat(rows).rank())


def check_columns(sizes: tuple[int, ...], hypothesis: str) -> Iterator[Triple]:
    """The table has 1 + q independent columns: always, or iff the losses are as said; losses 0, 1, 2."""
    for q in sizes:
        for losses in product((1, 0, 2) if q < 3 else (0, 1), repeat=2 * q):
            false, missed = losses[:q], losses[q:]
            every = all(f + m > 0 for f, m in zip(false, missed, strict=True))
            both = any(f * m > 0 for f, m in zip(false, missed, strict=True))
            found = rank(arcs_loss(q, false, missed))
            at = {"q": q, "l0j": false, "lj0": missed}
            if hypothesis == "none":
                yield at, 1 + q, found
            else:
                yield at, every and (both or hypothesis == "sums"), found == 1 + q


def check_comparisons(which: str) -> Iterator[Triple]:
    """Every R_S − R_T is a signed sum of the R_0 − R_j."""
    for q in (1, 2, 3):
        table = arcs_loss(q)
        if which == "0-1":
            table = LossTable(table.states, table.actions, LossTable.zero_one(table.states).entries)
        found = risk_identities(table)
        for S, T in combinations(table.actions, 2):
            try:
                known = found.between(S, T).holds
            except Exception:
                known = False
            yield {"q": q, "S": S, "T": T}, True, known


def check_linear(performed: str) -> Iterator[Triple]:
    """The comparisons from which the Bayesian action is read off are q in number: those of R_0 with R_j."""
    for q in (1, 2, 3):
        table = arcs_loss(q, [1] * q, [2] * q)
        count = (
            sum(1 for _ in combinations(table.actions, 2)) if performed == "all pairs" else len(table.arcs)
        )
        yield {"q": q, "actions": len(table.actions)}, count, q
        arcs = [ArcLoss(a, Integer(1), Integer(2)) for a in table.arcs]
        for chances in product((Rational(1, 5), Rational(1, 3), Rational(1, 2)), repeat=q):
            found = bayes_interval(arcs, dict(zip(table.arcs, chances, strict=True)))
            weights = {
                state: prod(x if a in model else 1 - x for a, x in zip(table.arcs, chances, strict=True))
                for state, model in zip(table.states, table.models[0], strict=True)
            }
            best = set(bayes_actions(DecisionProblem(table, Belief(weights))))
            named = {a for a, model in zip(table.actions, table.models[1], strict=True) if model in found}
            yield {"q": q, "inclusion": chances}, named, best
