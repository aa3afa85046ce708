"""Random problems for the laws: small, exact, with letters, always valid."""

from __future__ import annotations

from hypothesis import strategies as st
from sympy import Integer, Rational, Symbol

from symdt.exact.domain import Domain
from symdt.problems.belief import Belief
from symdt.problems.experiment import Experiment
from symdt.problems.loss import LossTable
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Decision, Tree
from symdt.problems.tree_problem import TreeProblem

P, H, K = Symbol("p"), Symbol("h"), Symbol("k")
DOMAIN = Domain("0 < p < 1", "h > 0", "k >= 1")
LETTERS = (P, H, K)

small = st.integers(-4, 4).map(Integer)
fractions = st.builds(Rational, st.integers(-6, 6), st.integers(1, 5))


@st.composite
def affine(draw, letters=LETTERS):
    """A value affine in the letters."""
    return draw(fractions) + sum(draw(small) * x for x in letters)


@st.composite
def weights(draw, n: int, letters: bool = True):
    """n probabilities that sum to one everywhere on DOMAIN: rational, or with p in two of them."""
    parts = draw(st.lists(st.integers(0, 5), min_size=n, max_size=n).filter(any))
    chances = [Rational(w, sum(parts)) for w in parts]
    if letters and n > 1 and draw(st.booleans()):
        chances[0], chances[1] = (chances[0] + chances[1]) * P, (chances[0] + chances[1]) * (1 - P)
    return chances


@st.composite
def trees(draw, depth: int = 3, leaf=None, letters: bool = True, counter: list[int] | None = None) -> Tree:
    """A tree of decisions and chances, every node named once."""
    counter = counter if counter is not None else [0]
    value = leaf if leaf is not None else affine()
    if depth == 0:
        return draw(value)
    counter[0] += 1
    name = f"n{counter[0]}"
    n = draw(st.integers(1, 3))
    below = [draw(trees(draw(st.integers(0, depth - 1)), leaf, letters, counter)) for _ in range(n)]
    if draw(st.booleans()):
        return Decision(name, {f"b{i}": node for i, node in enumerate(below)})
    chances = draw(weights(n, letters))
    return Chance(name, {f"b{i}": pair for i, pair in enumerate(zip(chances, below, strict=True))})


@st.composite
def tree_problems(draw) -> TreeProblem:
    """A tree with its domain and optimum."""
    tree = draw(trees(draw(st.integers(1, 3))).filter(lambda t: isinstance(t, Decision | Chance)))
    return TreeProblem(tree, DOMAIN, draw(st.sampled_from(["min", "max"])), draw(titles))


titles = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


@st.composite
def table_problems(draw, experiments: bool = True) -> DecisionProblem:
    """A table with a belief and up to two experiments."""
    states = draw(st.lists(titles, min_size=2, max_size=4, unique=True))
    actions = [f"a{j}" for j in range(draw(st.integers(1, 4)))]
    loss = LossTable(
        tuple(states),
        tuple(actions),
        tuple(tuple(draw(affine()) for _ in actions) for _ in states),
        optimum=draw(st.sampled_from(["min", "max"])),
    )
    belief = Belief(dict(zip(states, draw(weights(len(states))), strict=True)))
    tests = []
    for e in range(draw(st.integers(0, 2)) if experiments else 0):
        outcomes = [f"o{e}{i}" for i in range(draw(st.integers(1, 3)))]
        rows = {s: dict(zip(outcomes, draw(weights(len(outcomes))), strict=True)) for s in states}
        tests.append(Experiment(f"e{e}", rows, draw(affine())))
    return DecisionProblem(loss, belief, DOMAIN, tuple(tests), draw(titles))
