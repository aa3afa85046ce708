"""Strips: what goes on in the same words past a value of the first letter is told once."""

from flint import fmpq
from sympy import symbols

from symdt.exact.field import Field
from symdt.exact.line.place import Place
from symdt.regions.curves.strips import strips
from symdt.regions.sections.contents import Layer, Limit, Part

FIELD = Field.of(symbols("h k"))
A, B, C = Limit(0, 0), Limit(1, 0), Limit(2, 0)


def place(h, k):
    return Place(FIELD, {0: fmpq(h), 1: fmpq(k)})


def layer(*parts):
    return Layer(1, tuple(parts))


def ways(tree):
    for n, part in enumerate(tree.parts):
        for m, inner in enumerate(part.node.parts):
            yield ((0, part), (1, inner)), inner.node, place(n, m)


def tree_of(low, at, high):
    """Over h < a, h = a and h > a."""
    return Layer(
        0, (Part(None, False, A, False, low), Part(A, True, A, True, at), Part(A, False, None, False, high))
    )


def test_a_part_that_goes_on_is_one():
    below, above = Part(None, False, B, True, "x"), Part(B, False, None, False, "y")
    other = Part(B, False, None, False, "z")
    tree = tree_of(layer(below, above), layer(below, above), layer(below, other))
    found = {(answer, way[0][1].low, way[0][1].high) for way, answer, _ in strips(tree, ways(tree))}
    assert found == {("x", None, None), ("y", None, A), ("z", A, None)}


def test_on_a_section_a_limit_may_have_another_name():
    left = layer(Part(None, False, B, True, "x"), Part(B, False, None, False, "y"))
    named = Limit(2, 0, also=frozenset({(1, 0), (2, 0)}))
    at = layer(Part(None, False, named, True, "x"), Part(named, False, None, False, "y"))
    tree = tree_of(left, at, left)
    assert len(strips(tree, ways(tree))) == 2
    unnamed = layer(Part(None, False, C, True, "x"), Part(C, False, None, False, "y"))
    tree = tree_of(left, unnamed, left)
    assert len(strips(tree, ways(tree))) == 6


def test_an_end_that_belongs_to_another_part_ends_a_strip():
    left = layer(Part(None, False, B, True, "x"), Part(B, False, None, False, "y"))
    right = layer(Part(None, False, B, False, "x"), Part(B, True, None, False, "y"))
    tree = tree_of(left, left, right)
    assert len(strips(tree, ways(tree))) == 4
