"""The `[tree]` of a problem file, with the `[factor]` tables of which its chances may be made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from symdt.errors import FileError, quote
from symdt.formats.stated.factors import read_factors
from symdt.formats.stated.reading import Reader, check_alone, optimum_of, section_of
from symdt.formats.stated.toml_text import key, paid_in, text, unused
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


def lines(problem: Problem) -> Iterator[str]:
    """The nodes of a tree, each once, those nearer the root first."""
    tree, letters = problem.tree, problem.domain.field.names
    nodes, own = _by_name(tree)
    if isinstance(tree, Value):
        raise FileError("a tree that is a single value has no place in a file: give it a node")
    both = sorted(set(nodes) & set(letters))
    if both:
        raise FileError(f"{quote(both[0])} names both a node and a parameter: rename one of them")

    worth = paid_in(problem)

    def target(node: Tree) -> str:
        if not isinstance(node, Value):
            return text(own[id(node)])
        value = str(node.value)
        return text(f"({value})") if value in nodes else worth(node.value)  # it looks like a node's name

    yield "[tree]"
    yield f"root = {text(own[id(tree)])}"
    for name, node in nodes.items():
        paid = dict(zip((entry[0] for entry in node.branches), node.payoffs, strict=True))
        if isinstance(node, Decision):
            yield f"[tree.decision.{key(name)}]"
            for branch, child in node.branches:
                end = f"[{target(child)}, {worth(paid[branch])}]" if paid[branch] else target(child)
                yield f"{key(branch)} = {end}"
        else:
            yield f"[tree.chance.{key(name)}]"
            if node.event:
                yield f"event = {text(node.event)}"
            for branch, probability, child in node.branches:
                more = f", {worth(paid[branch])}" if paid[branch] else ""
                yield f"{key(branch)} = [{text(probability)}, {target(child)}{more}]"


def _by_name(tree: Tree) -> tuple[dict[str, Chance | Decision], dict[int, str]]:
    """The nodes by the names they have in a file, and these names by the nodes' addresses: equal nodes are one, and of
    different nodes with one name all but the first get a number, for here a name is an address.
    """
    kinds: dict[Any, int] = {}  # what a node is, its children by what they are
    kind_of: dict[int, int] = {}
    for node in tree.nodes():  # children are met before their parents
        is_end = isinstance(node, Value)
        said = (
            (node.value,)
            if isinstance(node, Value)
            else (
                node.name,
                getattr(node, "event", ""),
                *node.payoffs,
                *(entry[:-1] for entry in node.branches),
            )
        )
        below = () if is_end else tuple(kind_of[id(child)] for child in node.children())
        kind_of[id(node)] = kinds.setdefault((type(node), said, below), len(kinds))
    named: dict[int, str] = {}
    used: dict[str, int] = {}
    nodes: dict[str, Chance | Decision] = {}
    stack: list[Tree] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, Value) or kind_of[id(node)] in named:
            continue
        name = named[kind_of[id(node)]] = unused(node.name, used)
        nodes[name] = node
        stack.extend(reversed(node.children()))
    return nodes, {address: named[kind] for address, kind in kind_of.items() if kind in named}
