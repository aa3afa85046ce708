"""What decides the statements of §3, the lattice of models and the tree."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import comb

from sympy import Rational, Symbol, symbols

from symdt.claims.claim import Triple
from symdt.errors import ModelError
from symdt.exact.domain import Domain
from symdt.networks.local_space import LocalSpace
from symdt.networks.losses.stage_values import values
from symdt.networks.space import ModelSpace
from symdt.paper.statements.checks.section_1 import dags
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.loss_sum import direct_sum
from symdt.problems.models.model import Model
from symdt.problems.sequential import SequentialProblem, sequential_tree
from symdt.problems.tree import Chance, Decision, Tree, Value
from symdt.solve.foldback import fold_back


def space(q: int, child: str = "Y") -> LocalSpace:
    """All parent sets of one child out of q candidates."""
    return LocalSpace(child, tuple(f"Z{i + 1}" for i in range(q)))


def check_matroid(levels: int) -> Iterator[Triple]:
    """The sets of arcs into X_i form a matroid (∅, subsets, exchange) with q_i + 1 levels."""
    for q in range(5):
        members = {m.arcs for m in space(q)}
        hereditary = all(a - {x} in members for a in members for x in a)
        exchange = all(
            any(a | {x} in members for x in b - a) for a in members for b in members if len(a) < len(b)
        )
        yield {"q": q}, (True, True, True), (frozenset() in members, hereditary, exchange)
        yield {"q": q, "levels": len(space(q).level_sizes)}, q + levels, len({len(m) for m in members})


def check_levels(shift: int) -> Iterator[Triple]:
    """Level j has C(q, j) models, each with j arcs."""
    for q in range(6):
        for j in range(q + 1):
            yield {"q": q, "j": j}, comb(q, j + shift), sum(1 for m in space(q) if len(m) == j)
            here = set(space(q).level(j))
            yield {"q": q, "j": j, "level": len(here)}, {m for m in space(q) if len(m) == j}, here


def check_count(start: int) -> Iterator[Triple]:
    """The number of models is 2^q = Σ_{j=start}^{q} C(q, j)."""
    for q in range(1, 9):
        yield {"q": q}, sum(comb(q, j) for j in range(start, q + 1)), space(q).count
        yield {"q": q, "formula": "2^q"}, 2**q, space(q).count


def check_generated(first: int) -> Iterator[Triple]:
    """Sums of M_0, M_1, …, M_q give all of M^i and nothing else."""
    for q in range(5):
        generators = [Model(), *space(q).generators][first:]
        made = set(generators)
        while True:
            more = made | {a | b for a in made for b in generators}
            if more == made:
                break
            made = more
        yield {"q": q, "generators": len(generators)}, made, set(space(q))


def check_union(rule: str) -> Iterator[Triple]:
    """M ⊎ N has all arcs of both: its m satisfies max(j, l) ≤ m ≤ min(j + l, q)."""
    for q in (2, 3):
        for a, b in product(space(q), repeat=2):
            both = a | b
            m = len(a) + len(b) if rule == "disjoint" else len(a.arcs | b.arcs)
            yield (
                {"q": q, "M": a, "N": b},
                (m, True),
                (len(both), max(len(a), len(b)) <= len(both) <= min(len(a) + len(b), q)),
            )


def check_sum_of_single(last_child: str) -> Iterator[Triple]:
    """M^i_{i1,…,ik} = M^i_0 ⊎ M^i_1 ⊎ … with all terms, the last too, in M^i."""
    for child in ("X1", "X4"):
        for k in (2, 3):
            parents = [f"Z{j + 1}" for j in range(k)]
            total = Model()
            for parent in parents[:-1]:
                total |= Model.into(child, parent)
            total |= Model.into(child if last_child == "i" else last_child, parents[-1])
            yield {"i": child[1:], "k": k, "sum": total}, total, Model.into(child, *parents)


def check_m23(other: str) -> Iterator[Triple]:
    """M23 = M2 ⊎ M3."""
    yield {"sum": "M2 ⊎ M3"}, Model.into("X1", "X2") | Model.into("X1", other), Model.into("X1", "X2", "X3")


def check_across(kept: str) -> Iterator[Triple]:
    """The sum of models of different children has all arcs of both."""
    for a in space(2, "X1"):
        for b in LocalSpace("X2", ("X3", "X4")):
            both = a | b
            yield {"M": a, "N": b}, a.arcs | b.arcs if kept == "both" else a.arcs, both.arcs


def check_every_dag(consistent: bool) -> Iterator[Triple]:
    """Every directed acyclic graph is a sum of models in M^1, …, M^I, with the candidates of an order."""
    for n in (2, 3):
        names = [f"X{i + 1}" for i in range(n)][::-1]
        ordered = ModelSpace.from_order(names)
        for arcs in sorted(dags(n), key=lambda a: (len(a), sorted(a))):
            fits = all(names.index(a) < names.index(b) for a, b in arcs)
            if fits or not consistent:
                yield {"order": " ".join(names), "DAG": Model(arcs)}, True, Model(arcs) in ordered


def check_actions(last: str) -> Iterator[Triple]:
    """A^i = {a_0, …, a_last} has one action for each of the 2^q models."""
    for q in (1, 2, 3):
        end = {"2^q": 2**q, "2^q - 1": 2**q - 1, "q": q}[last]
        yield {"q": q, "actions": f"a_0 … a_{end}"}, len(range(end + 1)), space(q).count


def stages(count: int) -> SequentialProblem:
    """A sequential problem with one arc at each of `count` children, letters everywhere."""
    tables, beliefs = [], []
    for i in range(count):
        f, m, x = symbols(f"f{i + 1} m{i + 1} x{i + 1}")
        tables.append(LossTable.arc(f"X{i + 2}", f"X{i + 1}", false=f, missed=m))
        beliefs.append(Belief({"{}": "rest", f"{{X{i + 2}}}": x}))
    return SequentialProblem.of(tables, beliefs)


def check_steps(extra: int) -> Iterator[Triple]:
    """Every branch of the tree meets I decisions, each followed by the models of its child."""
    for count in (1, 2, 3):
        node: Tree = sequential_tree(stages(count))
        kinds = []
        while not isinstance(node, Value):
            kinds.append(type(node).__name__)
            node = node.children()[-1]
        yield {"I": count}, ["Chance", *["Decision", "Chance"] * (count + extra)], kinds


def check_sum_of_actions(join: str) -> Iterator[Triple]:
    """The action of ⊕ for two arcs is the sum of the generating actions: a_jl = a_j ⊎ a_l."""
    f, m = Symbol("f"), Symbol("m")
    table = direct_sum(*(LossTable.arc(x, "X1", false=f, missed=m, names="paper") for x in ("X3", "X2")))
    model = dict(zip(table.actions, table.models[1], strict=True))
    for j, other, both in (("a0", "a3", "a3"), ("a3", "a2", "a23"), ("a3", "a23", "a23")):
        printed = model[j] | model[other] if join == "sum" else model[j] & model[other]
        yield {"a_j": j, "a_l": other}, printed, model[both]


def check_terminal(of: str) -> Iterator[Triple]:
    """A leaf bears the loss of the sum of the actions taken when the sum of the models revealed is true."""
    problem = stages(2)
    table = direct_sum(*problem.local)

    def walk(node: Tree, revealed: tuple[str, ...], chosen: tuple[str, ...]) -> Iterator[Triple]:
        if isinstance(node, Value):
            state, action = (chosen, revealed) if of == "the other way round" else (revealed, chosen)
            names = [
                dict(zip(table.models[0], table.states, strict=True))[_joint(problem, x)]
                for x in (state, action)
            ]
            yield {"models": revealed, "actions": chosen}, table[names[0], names[1]], node.value
        elif isinstance(node, Decision):
            for taken, child in node.branches:
                yield from walk(child, revealed, (*chosen, taken))
        else:
            assert isinstance(node, Chance)
            for seen, _, child in node.branches:
                yield from walk(child, (*revealed, seen) if node.name != "ν0" else revealed, chosen)

    yield from walk(sequential_tree(problem), (), ())


_POSITIVE = ("f > 0", "m > 0", "g > 0", "k > 0")


def check_folded(share: Rational) -> Iterator[Triple]:
    """Folding back gives the value that joint probabilities give without any division: with letters, and in numbers."""
    tables = [LossTable.arc("X2", "X1", false=1, missed=2), LossTable.arc("X3", "X2", false=2, missed=1)]
    f, m, g, k = symbols("f m g k")
    lettered = [LossTable.arc("X2", "X1", false=f, missed=m), LossTable.arc("X3", "X2", false=g, missed=k)]
    states = [(s, t) for s in tables[0].states for t in tables[1].states]
    for weights in ((3, 1, 1, 3), (1, 2, 3, 4), (4, 0, 0, 1)):
        belief = Belief({s: Rational(w, sum(weights)) for s, w in zip(states, weights, strict=True)})
        problem = SequentialProblem.of(tables, belief)
        found = fold_back(problem).at().value
        yield {"posterior": belief}, share * values(problem).sequential, found
        # the same losses as letters, folded back once and for all, and the letters put in afterwards
        point = {f: 1, m: 2, g: 2, k: 1}
        solved = fold_back(
            sequential_tree(SequentialProblem.of(lettered, belief)), domain=Domain(*_POSITIVE), optimum="min"
        )
        yield (
            {"posterior": belief, "by": "letters"},
            share * values(problem).sequential,
            solved.value.subs(point),
        )


def _joint(problem: SequentialProblem, names: tuple[str, ...]) -> Model:
    total = Model()
    for table, name in zip(problem.local, names, strict=True):
        total |= table.models[0][table.states.index(name)]
    return total


def check_cyclic(order: bool) -> Iterator[Triple]:
    """Sums of models of different children are directed acyclic graphs when the candidates follow an order."""
    candidates = {"X1": ("X2",), "X2": () if order else ("X1",)}
    for a in LocalSpace("X1", candidates["X1"]):
        for b in LocalSpace("X2", candidates["X2"]):
            try:
                acyclic = isinstance(a | b, Model)
            except ModelError:
                acyclic = False
            yield {"M^1": a, "M^2": b}, True, acyclic
