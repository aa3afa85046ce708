"""What decides the statements of §2.2, the general solution."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from sympy import Add, Rational, Symbol

from symdt.claims.claim import Formula, Triple
from symdt.exact.domain import Domain
from symdt.networks.evidence import evidence, local_evidence
from symdt.networks.sample import Sample
from symdt.networks.space import ModelSpace
from symdt.paper.statements.checks.section_1 import count_dags
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.models.model import Model
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Decision, Value
from symdt.problems.tree_problem import to_tree
from symdt.solve.foldback import fold_back
from symdt.solve.risk import bayes_actions, risks


def letters(g: int) -> Belief:
    """A posterior with a letter for every model but the first, which has the rest."""
    return Belief({"M0": "rest", **{f"M{i}": Symbol(f"p{i}") for i in range(1, g + 1)}})


def _simplex(g: int) -> tuple[str, ...]:
    total = " + ".join(f"p{i}" for i in range(1, g + 1))
    return (*(f"p{i} >= 0" for i in range(1, g + 1)), f"{total} <= 1")


def check_null(arcs: tuple[str, ...]) -> Iterator[Triple]:
    """Under M0 the evidence is the product of the evidences of the variables alone: mutual independence."""
    sample = Sample.from_cases(["X1", "X2", "X3"], [(0, 0, 0), (1, 1, 0), (1, 1, 1), (0, 0, 1)])
    alone = Add(0, 1)
    for child in sample.variables:
        alone *= local_evidence(sample, child, [])
    yield {"arcs": len(Model())}, alone, evidence(sample, Model(arcs))


def check_table(rows: int) -> Iterator[Triple]:
    """The loss of g + 1 models is a (g+1) × (g+1) table with zeros on the diagonal."""
    for g in (1, 2, 3, 5):
        table = LossTable.general(g)
        yield {"g": g}, ((g + rows) * (g + rows)), sum(1 for _ in table.cells())
        yield {"g": g, "part": "diagonal"}, [0] * (g + 1), [table[f"M{i}", f"a{i}"] for i in range(g + 1)]
        for i, j in permutations(range(g + 1), 2):  # l_ij: the truth first, then the choice
            yield {"g": g, "M": i, "a": j}, Symbol(f"l{i}{j}"), table.entries[i][j]


def check_branches(more: int) -> Iterator[Triple]:
    """ν1 has g + 1 branches, each ν2j has g + 1, and the leaf of M_i behind a_j bears l_ij, i = 0, …, g."""
    for g in (1, 2, 3):
        table = LossTable.general(g)
        tree = to_tree(DecisionProblem(table, letters(g), Domain(*_simplex(g))))
        decision = tree.children()[0]
        assert isinstance(decision, Decision)
        yield {"g": g, "node": decision.name}, g + more, len(decision.branches)
        for j, (_, chance) in enumerate(decision.branches):
            assert isinstance(chance, Chance)
            yield {"g": g, "node": chance.name}, g + more, len(chance.branches)
            for i, (_, _, leaf) in enumerate(chance.branches):
                assert isinstance(leaf, Value)
                yield {"g": g, "i": i, "j": j}, table[f"M{i}", f"a{j}"], leaf.value


def check_risk(first: int, transposed: bool) -> Iterator[Triple]:
    """R(a_j, D) = Σ_{i=0}^{g} l_ij p(M_i|D), with letters for all losses and probabilities."""
    for g in (1, 2, 3, 4):
        table, belief = LossTable.general(g), letters(g)
        found = risks(DecisionProblem(table, belief, Domain(*_simplex(g))))
        for j in range(g + 1):
            cells = [(j, i) if transposed else (i, j) for i in range(first, g + 1)]
            terms = [
                table[f"M{a}", f"a{b}"] * belief[f"M{i}"]
                for i, (a, b) in zip(range(first, g + 1), cells, strict=True)
            ]
            yield {"g": g, "j": j}, Add(*terms), found[f"a{j}"]


def check_argmin(optimum: str) -> Iterator[Triple]:
    """Folding back the tree of table (1) gives the action of least risk and its risk, at fixed numbers."""
    table = LossTable(("M0", "M1", "M2"), ("a0", "a1", "a2"), ((0, 2, 5), (3, 0, 1), (4, 6, 0)))
    for a, b in ((1, 1), (2, 1), (1, 4), (0, 3), (5, 0)):
        belief = Belief({"M0": Rational(6 - a - b, 6), "M1": Rational(a, 6), "M2": Rational(b, 6)})
        problem = DecisionProblem(table, belief)
        found = risks(problem)
        least = min(found.values()) if optimum == "min" else max(found.values())
        best = next(action for action, value in found.items() if value == least)
        solved = fold_back(problem).at()
        yield {"posterior": belief}, (best, least), (solved.action, solved.value)


def theorem(g: int, strict: str = ">", best: str = "<") -> Formula:
    """Theorem 1 for g + 1 models and a_1."""
    belief = letters(g)
    found = risks(DecisionProblem(LossTable.zero_one(list(map(str, belief))), belief, Domain(*_simplex(g))))
    larger = " and ".join(f"q1 {strict} q{j}" for j in range(g + 1) if j != 1)
    least = " and ".join(f"R1 {best} R{j}" for j in range(g + 1) if j != 1)
    names = {f"R{j}": found[f"a{j}"] for j in range(g + 1)} | {f"q{j}": belief[f"M{j}"] for j in range(g + 1)}
    return Formula(f"({larger}) implies ({least})", _simplex(g), names)


def check_all_g(strict: str, best: str) -> Iterator[Triple]:
    """If p(M_i|D) > p(M_j|D) for all j ≠ i then R(a_i, D) < R(a_j, D) for all j ≠ i; proved for g = 1, …, 5."""
    # for every g: the risks are S − p_i with S = Σ p = 1
    general = Formula(f"Ri == S - xi and Rj == S - xj and xi {strict} xj implies Ri {best} Rj").test()
    yield {"g": "any", **general.counterexample}, True, general.truth
    for g in range(1, 6):
        found = theorem(g, strict, best).test()
        yield {"g": g, **found.counterexample}, True, found.truth


def check_difference(sign: int) -> Iterator[Triple]:
    """R(a_i, D) − R(a_j, D) = p(M_j|D) − p(M_i|D) under 0-1 loss, for all i ≠ j."""
    for g in (1, 2, 3, 6):
        belief = letters(g)
        found = risks(
            DecisionProblem(LossTable.zero_one(list(map(str, belief))), belief, Domain(*_simplex(g)))
        )
        for i in range(g + 1):
            for j in range(g + 1):
                if i != j:
                    printed = sign * (belief[f"M{j}"] - belief[f"M{i}"])
                    yield {"g": g, "i": i, "j": j}, printed, found[f"a{i}"] - found[f"a{j}"]


def check_generic(missed: int) -> Iterator[Triple]:
    """Some loss has a Bayesian action that is not the most probable model."""
    table = LossTable(("M0", "M1", "M2"), ("a0", "a1", "a2"), ((0, 1, 1), (missed, 0, 1), (missed, 1, 0)))
    belief = Belief({"M0": Rational(1, 2), "M1": Rational(1, 4), "M2": Rational(1, 4)})
    found = bayes_actions(DecisionProblem(table, belief))
    yield (
        {"posterior": belief, "risks": risks(DecisionProblem(table, belief))},
        True,
        found != ("a0",),
    )


def check_explosion(base: str) -> Iterator[Triple]:
    """The number of possible models outgrows 2^(number of pairs), itself more than exponential."""
    for n in range(2, 8):
        pairs = n * (n - 1) // 2
        bound = 2**pairs if base == "order" else 4**pairs
        yield {"variables": n, "DAGs": count_dags(n)}, True, count_dags(n) > bound


def check_entries(sizes: tuple[int, ...]) -> Iterator[Triple]:
    """A general table for all models of an order needs g(g+1) losses, more than 2 for each arc."""
    for n in sizes:
        space = ModelSpace.from_order([f"X{i}" for i in range(n)])
        needed = space.count * (space.count - 1)
        if n == 3:
            yield {"variables": n, "losses": needed}, needed, len(LossTable.general(space.count - 1).symbols)
        yield {"variables": n, "losses": needed, "arcs": len(space.arcs)}, True, needed > 2 * len(space.arcs)
