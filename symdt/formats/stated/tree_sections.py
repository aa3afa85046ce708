"""The `[tree]` of a problem file, with the `[factor]` tables of which its chances may be made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from symdt.errors import FileError, quote
from symdt.formats.stated.factors import read_factors
from symdt.formats.stated.reading import Reader, check_alone, optimum_of, section_of
from symdt.formats.stated.toml_text import key, text
from symdt.formats.tree import read_tree
from symdt.problems.problem import Problem
from symdt.problems.tree import Chance, Decision, Tree, Value
from symdt.problems.tree_problem import TreeProblem


def read(table: Mapping[str, Any], reader: Reader, title: str) -> TreeProblem:
    """The tree problem that a file states."""
    check_alone(table, "tree")
    factors = (
        read_factors(section_of(table, "factor", "[factor]"), reader.chance) if "factor" in table else []
    )
    tree = read_tree(section_of(table, "tree", "[tree]"), reader.expression, reader.names, factors)
    return TreeProblem(tree, reader.domain(), optimum_of(table, reader), title)


def lines(problem: Problem) -> Iterator[str]:  # noqa: C901 - one branch for each kind of node
    """The nodes of a tree, each once, those nearer the root first."""
    tree, letters = problem.tree, problem.domain.field.names
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
