"""Which verb takes what: every kind of problem is put to every verb, as the page in the documentation promises."""

from __future__ import annotations

import pytest

import symdt
from symdt import Exponential, Law, Problem, Proved
from symdt.errors import TableError
from tests.laws.test_answers import DIAGRAM, GOFERBROKE, SEQUENCE, SMALL, TREE

KINDS = {
    "table": (SMALL, "p"),
    "with experiments": (GOFERBROKE, "p"),
    "tree": (TREE, "r"),
    "diagram": (DIAGRAM, "r"),
    "sequence": (SEQUENCE, "p"),
}
VERBS = {
    "certify": lambda problem, letter, point: isinstance(
        symdt.certify(symdt.decision_rule(problem, letter)), Proved
    ),
    "regions": lambda problem, letter, point: len(symdt.decision_regions(problem)) > 0,
    "one_way": lambda problem, letter, point: symdt.one_way(problem, letter, point).stretches,
    "tornado": lambda problem, letter, point: symdt.tornado_data(problem, point, {letter: (0.25, 0.75)}).bars,
    "radius": lambda problem, letter, point: (
        symdt.stability_radius(problem, point).action in problem.alternatives or not problem.alternatives
    ),
    "simulate": lambda problem, letter, point: (
        symdt.simulate(problem, {s: Law("uniform", 0.2, 0.8) for s in problem.symbols}, draws=20).actions
    ),
    "under": lambda problem, letter, point: symdt.optimal_under(problem, Exponential(100), point).strategy,
    "explore": lambda problem, letter, point: symdt.explore(problem).html.startswith("<!doctype html>"),
}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_verb_takes_every_kind(kind: str, verb: str) -> None:
    problem, letter = KINDS[kind]
    assert VERBS[verb](problem, letter, point_of(problem))


@pytest.mark.parametrize("kind", KINDS)
def test_orderings_need_a_single_risk_for_each_alternative(kind: str) -> None:
    problem, letter = KINDS[kind]
    if kind in ("with experiments", "sequence"):
        with pytest.raises(TableError, match="depends on the letters"):
            symdt.risk_orderings(problem, letter)
    else:
        assert symdt.risk_orderings(problem, letter)(point_of(problem))[0] in symdt.bayes_actions(
            problem, point_of(problem)
        )


def point_of(problem: Problem) -> dict:
    """A point of the domain."""
    return dict(zip(problem.domain.field.names, problem.domain.witness, strict=True))
