"""Trees: nodes, their laws, and what a tree must be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from sympy import Integer, Rational, symbols

from symdt.errors import ProbabilityError, TreeError
from symdt.problems.tree import Chance, Decision, Tree, Value, as_tree, first_decision
from tests.random_problems import trees

r, h = symbols("r h")


def umbrella() -> Decision:
    return Decision(
        "umbrella?",
        {
            "take": Chance("with", {"rain": (r, 70), "dry": ("rest", 20)}),
            "leave": Chance("without", {"rain": (r, 0), "dry": ("rest", 100)}),
        },
    )


def test_parts_of_a_tree() -> None:
    tree = umbrella()
    assert tree.actions == ("take", "leave")
    assert tree.child("take").probability("dry") == 1 - r
    assert tree.child("leave").child("dry") == Value(100)
    assert tree.symbols == {r}
    assert (tree.leaves, tree.depth) == (4, 2)
    assert [getattr(n, "name", "leaf") for n in tree.nodes()][-1] == "umbrella?"
    with pytest.raises(TreeError, match="no branch 'tke': did you mean 'take'"):
        tree.child("tke")


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: Decision("d", {}), TreeError),
        (lambda: Chance("c", {}), TreeError),
        (lambda: Chance("c", {"a": 3}), TreeError),
        (lambda: Chance("c", {"a": (1, 2, 3, 4)}), TreeError),
        (lambda: Decision("d", {"a": (1, 2, 3)}), TreeError),
        (lambda: Chance("c", {"a": (Rational(9, 10), 1)}), ProbabilityError),
        (lambda: Chance("c", {"a": (r, 1), "b": (r, 1)}), ProbabilityError),
    ],
)
def test_what_is_no_node(make, error) -> None:
    with pytest.raises(error):
        make()


def test_equality_is_by_value() -> None:
    assert umbrella() == umbrella()
    assert hash(umbrella()) == hash(umbrella())
    assert Value(r * (h + 1)) == Value(r * h + r)
    assert Value(r) != Value(h)
    assert umbrella() != umbrella().subs({r: Rational(1, 2)})
    assert Decision("d", {"a": 1}) != Chance("d", {"a": (1, 1)})
    assert Decision("d", {"a": 1}) != Decision("d", {"b": 1})
    assert Decision("d", {"a": 1}) != 1
    assert as_tree(3) == Value(Integer(3))


@settings(deadline=None, max_examples=40)
@given(trees())
def test_numbers_put_in_one_by_one_are_numbers_put_in_together(tree: Tree) -> None:
    p, h, k = symbols("p h k")
    tree = as_tree(tree)
    together = tree.subs({p: Rational(1, 3), h: 2, k: 5})
    assert tree.subs({p: Rational(1, 3)}).subs({k: 5}).subs({h: 2}) == together
    assert not together.symbols
    assert together.leaves == tree.leaves


def test_a_very_deep_tree_is_refused() -> None:
    def tower(levels: int) -> Tree:
        tree: Tree = Value(0)
        for i in range(levels):
            tree = Decision(f"d{i}", {"a": tree})
        return tree

    assert tower(200).depth == 200
    with pytest.raises(TreeError, match="levels"):
        tower(201)


def test_shared_nodes_are_stored_compared_and_printed_once() -> None:
    def ladder(levels: int) -> Tree:
        tree: Tree = Value(r)
        for i in range(levels):
            tree = Chance(f"c{i}", {"a": (Rational(1, 2), tree), "b": (Rational(1, 2), tree)})
        return tree

    tree = ladder(180)  # 2^180 paths
    assert tree == ladder(180)
    assert tree != ladder(179)
    assert tree.leaves == 2**180
    assert len(list(tree.nodes())) == 181
    assert str(tree).count("as above") == 179
    assert tree.subs({r: 1}) == ladder(180).subs({r: 1})


def test_the_first_decision() -> None:
    tree = umbrella()
    assert first_decision(tree) is tree
    assert first_decision(Chance("ν0", {"D": (1, tree)})) is tree
    assert first_decision(Chance("c", {"a": (r, tree), "b": ("rest", 0)})) is None
    assert first_decision(Value(0)) is None


def test_probabilities_are_printed_as_the_picture_has_them() -> None:
    p = symbols("p")
    tree = Chance("oil?", {"oil": (-p / (p - 2), 800), "dry": ((2 * p - 2) / (p - 2), 0)})
    assert str(tree) == "(oil?)\n  oil [p/(2 - p)]: 800\n  dry [2*(1 - p)/(2 - p)]: 0"
