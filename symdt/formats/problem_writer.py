"""The TOML text of a problem: what `symdt.formats.problem` reads back.

>>> from symdt.exact.domain import Domain
>>> print("\\n".join(parameter_lines(Domain("0 < p < 1/4", "h >= 2", "h < 100*k", "k > 0"))))
assume = ["h < 100*k"]
[parameters]
p = "0 < p < 1/4"
h = "h >= 2"
k = "k > 0"
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sympy import Symbol

from symdt.errors import FileError, quote
from symdt.exact.domain import Domain
from symdt.exact.formula import Condition
from symdt.exact.language.syntax import is_letter
from symdt.exact.polynomial import to_rational
from symdt.files import write_whole
from symdt.formats.stated.amount_sections import amount_lines
from symdt.formats.stated.arms_sections import arms_lines
from symdt.formats.stated.conjugate_sections import conjugate_lines
from symdt.formats.stated.diagram_sections import diagram_lines
from symdt.formats.stated.normal_sections import normal_lines
from symdt.formats.stated.process_sections import process_lines
from symdt.formats.stated.toml_text import key, row, text
from symdt.problems.amounts.amount_problem import AmountProblem
from symdt.problems.conjugates.arms_problem import ArmsProblem
from symdt.problems.conjugates.normal_problem import NormalProblem
from symdt.problems.conjugates.sampling_problem import SamplingProblem
from symdt.problems.diagrams.diagram import InfluenceDiagram
from symdt.problems.kinks.kinked import KinkedProblem, smooth
from symdt.problems.problem import Problem
from symdt.problems.processes.process import ProcessProblem
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Decision, Tree, Value


def problem_text(problem: Problem) -> str:
    """The whole file of a problem."""
    if hasattr(problem, "attitude"):
        return _attitude_text(problem)
    lines, problem = ["format = 1"], smooth(problem)
    domain = problem.domain
    if isinstance(problem, KinkedProblem):  # the name of a kink is what stands in the file
        problem = problem.stated
    if problem.title:
        lines.append(f"title = {text(problem.title)}")
    if isinstance(problem, DecisionProblem):
        lines += [f"sequence = {problem.most}"] if problem.most > 1 else []
        lines += [*parameter_lines(domain), *table_lines(problem)]
    elif isinstance(problem, InfluenceDiagram):
        lines.append(f'optimum = "{problem.optimum}"')
        lines += [*parameter_lines(domain), *diagram_lines(problem.nodes, problem.memory)]
    elif isinstance(problem, AmountProblem | ArmsProblem | NormalProblem | SamplingProblem):
        lines += [*parameter_lines(domain), *_number_lines(problem)]
    elif isinstance(problem, ProcessProblem):
        lines.append(f'optimum = "{problem.optimum}"')
        lines += [*parameter_lines(domain), *process_lines(problem)]
    else:
        lines.append(f'optimum = "{problem.optimum}"')
        lines += [*parameter_lines(domain), *tree_lines(problem.tree, domain.field.names)]
    return "\n".join(lines) + "\n"


def _number_lines(problem: AmountProblem | ArmsProblem | NormalProblem | SamplingProblem) -> list[str]:
    """The sections of a problem whose decision is an amount, or whose unknowns are rates or a mean."""
    if isinstance(problem, AmountProblem):
        return amount_lines(problem)
    if isinstance(problem, ArmsProblem):
        return arms_lines(problem)
    return normal_lines(problem) if isinstance(problem, NormalProblem) else conjugate_lines(problem)


def _attitude_text(problem: Any) -> str:
    """The file of the money, with the attitude under `[utility]`."""
    own = {"exponential": "tolerance", "logarithmic": "wealth"}[problem.attitude]
    lines = [f"attitude = {text(problem.attitude)}", f"{own} = {text(problem.letter)}"]
    money = problem_text(problem.money)
    if "\n[utility]\n" in money:
        return money.replace("\n[utility]\n", "\n".join(["\n[utility]", *lines, ""]), 1)
    if "\n[loss]\n" in money:
        raise FileError("a table of losses with an attitude has no place in a file: write it as utilities")
    return "\n".join([money.rstrip(), "[utility]", *lines, ""])


def save_problem(problem: Problem, path: str | os.PathLike[str], *, force: bool = False) -> Path:
    """Write a problem to a file, whole or not at all; an existing file only if symdt made it, or with `force`.

    A table is written as a table, a diagram and a process as they are, every other kind as its tree.

    >>> from tempfile import TemporaryDirectory
    >>> from symdt import Decision, TreeProblem, load_problem
    >>> umbrella = TreeProblem(Decision("umbrella?", {"take": 20, "leave": 100}), optimum="max")
    >>> with TemporaryDirectory() as folder:
    ...     load_problem(save_problem(umbrella, Path(folder, "umbrella.toml"))) == umbrella
    True
    """
    return write_whole(path, problem_text(problem), force=force)


def parameter_lines(domain: Domain) -> Iterator[str]:
    """The parameters with their own conditions; what is left stands under `assume`."""
    own: dict[Symbol, list[Condition]] = {s: [] for s in domain.symbols}
    tied: list[str] = []
    for condition in domain.conditions:
        if condition.op == "!=":
            raise FileError(f"the condition {quote(condition)} has no place in a file: write < or > instead")
        if len(condition.symbols) == 1:
            own[next(iter(condition.symbols))].append(condition)
        else:
            tied.append(str(condition))
    lines = []
    for symbol, conditions in own.items():
        if not is_letter(symbol.name):
            raise FileError(f"the letter {quote(symbol)} is no name for a file: use a Python identifier")
        if len(conditions) > 1:
            chain = _chain(domain, symbol, conditions)
            if chain is None:
                tied += [str(c) for c in conditions[1:]]
            told = chain or str(conditions[0])
        else:
            told = str(conditions[0]) if conditions else ""
        lines.append(f"{key(symbol.name)} = {text(_of_letter(symbol, told))}")
    if tied:
        yield f"assume = {row(tied)}"
    if lines:
        yield "[parameters]"
        yield from lines


def _of_letter(symbol: Symbol, told: str) -> str:
    """What is said of a letter: its conditions, and that it is a whole number."""
    return ", ".join(part for part in ("integer" if symbol.is_integer else "", told) if part)


def _chain(domain: Domain, symbol: Symbol, conditions: list[Condition]) -> str | None:
    """Two bounds as one chain, `0 < p < 1/4`."""
    index = domain.field.position[symbol]
    low, high, low_closed, high_closed = domain.box[index]
    linear = all(c.poly.degrees()[index] == 1 and c.op != "==" for c in conditions)
    if len(conditions) != 2 or not linear or low is None or high is None:
        return None
    below, above = "<=" if low_closed else "<", "<=" if high_closed else "<"
    return f"{to_rational(low)} {below} {symbol.name} {above} {to_rational(high)}"


def table_lines(problem: DecisionProblem) -> Iterator[str]:
    """The belief, the losses or utilities, and the experiments."""
    loss = problem.loss
    for state in loss.states:
        if state == "actions" or (problem.experiments and state in ("cost", "outcomes")):
            raise FileError(f"a state named {quote(state)} has no place in a file: rename it")
    yield "[belief]"
    for state in loss.states:
        yield f"{key(state)} = {text(problem.belief[state])}"
    yield "[loss]" if loss.optimum == "min" else "[utility]"
    yield f"actions = {row(loss.actions)}"
    for state, entries in zip(loss.states, loss.entries, strict=True):
        yield f"{key(state)} = {row(entries)}"
    for experiment in problem.experiments:
        yield f"[experiment.{key(experiment.name)}]"
        yield f"cost = {text(experiment.cost)}"
        yield f"outcomes = {row(experiment.outcomes)}"
        for state, chances in experiment.likelihood.items():
            yield f"{key(state)} = {row(chances.values())}"


def tree_lines(tree: Tree, letters: Iterable[str]) -> Iterator[str]:  # noqa: C901 - one branch for each kind of node
    """The nodes of a tree, each once, those nearer the root first."""
    nodes: dict[str, Chance | Decision] = {}
    stack: list[Tree] = [tree]
    seen: set[int] = set()
    while stack:
        node = stack.pop()
        if isinstance(node, Value) or id(node) in seen:
            continue
        seen.add(id(node))
        other = nodes.setdefault(node.name, node)
        if other is not node and other != node:
            raise FileError(f"two different nodes are both named {quote(node.name)}: rename one of them")
        stack.extend(reversed(node.children()))
    if isinstance(tree, Value):
        raise FileError("a tree that is a single value has no place in a file: give it a node")
    both = sorted(set(nodes) & set(letters))
    if both:
        raise FileError(f"{quote(both[0])} names both a node and a parameter: rename one of them")

    def target(node: Tree) -> str:
        if not isinstance(node, Value):
            return text(node.name)
        value = str(node.value)
        return text(f"({value})" if value in nodes else value)  # a value that looks like a node's name

    yield "[tree]"
    yield f"root = {text(tree.name)}"
    for name, node in nodes.items():
        paid = dict(zip((entry[0] for entry in node.branches), node.payoffs, strict=True))
        if isinstance(node, Decision):
            yield f"[tree.decision.{key(name)}]"
            for branch, child in node.branches:
                end = f"[{target(child)}, {text(paid[branch])}]" if paid[branch] else target(child)
                yield f"{key(branch)} = {end}"
        else:
            yield f"[tree.chance.{key(name)}]"
            if node.event:
                yield f"event = {text(node.event)}"
            for branch, probability, child in node.branches:
                more = f", {text(paid[branch])}" if paid[branch] else ""
                yield f"{key(branch)} = [{text(probability)}, {target(child)}{more}]"
