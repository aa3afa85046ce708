"""The engine for functions that are polynomial in the parameter."""

from symdt.regions.rule import Question, Rule
from symdt.solver import Budget


def solve(question: Question, budget: Budget | None = None) -> Rule:
    raise NotImplementedError
