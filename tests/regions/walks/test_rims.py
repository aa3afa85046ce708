"""Rims: zeros belong to the side whose proofs do without the sign, and conditions that touch do so where gradients depend."""

from __future__ import annotations

from flint import fmpq
from sympy import symbols

from symdt import Domain
from symdt.exact.formula import Condition
from symdt.exact.solver import Budget
from symdt.regions.contest import Question
from symdt.regions.walks.branches import Branches, Leaf, Part
from symdt.regions.walks.parabolas import Parabolas
from symdt.regions.walks.rims import Given, Proof, Side, Split, determinant, minors, told, touches
from symdt.regions.walks.slices import Slice

p, x, y, z = symbols("p x y z")
DOMAIN = Domain("0 < p < 1", "x > 0", "y > 0", "z > 0")
SPACE = Slice(DOMAIN, p)
SPOT = -((x - 1) ** 2) - (y - 1) ** 2  # at most zero, and zero on a line


def of(e, op=">"):
    return Condition.of(e, op, DOMAIN.field)


def proof_about(e, against, op=">"):
    """That a condition holds nowhere where a polynomial is positive, the zeros of which are in the part."""
    side = Side(Split(of(e), 1), 1)
    return Proof((side,), (side,), ((of(e), side),), of(against, op), -1), side


def test_zeros_go_to_the_side_with_fewer_proofs_unless_that_is_fixed():
    proof, side = proof_about(x * y - 1, z - 2)
    free, fixed = Split(of(x * y - 1)), Split(of(x - 1), 0, True)
    for split in (free, fixed):
        split.proofs[-1].append(proof)
        split.settle()
    assert (free.rim, fixed.rim) == (1, 0)
    assert [Side(free, s).told().op for s in (1, -1)] == [">=", ">"]
    assert proof.on_rims == [side]


def test_a_broken_proof_is_told_by_its_contrary():
    proof, side = proof_about(SPOT, x - y + 1)
    path = (Given(of(z - 3)), side, proof)
    assert len(told(path)) == 2
    proof.is_broken = True
    assert told(path)[-1] == of(y - x - 1, ">=")


def test_polynomials_touch_where_their_gradients_are_dependent():
    point = (fmpq(1, 2), fmpq(1), fmpq(1), fmpq(5))
    values = dict(zip(DOMAIN.field.names, [fmpq(0)] * 4, strict=True))
    values |= dict(zip(("p", "x", "y", "z"), point, strict=True))
    at = [values[n] for n in DOMAIN.field.names]
    proof, side = proof_about(SPOT, x - y + 1)
    (found,) = touches(proof.facts, [side], SPACE.letters)
    assert all(c.holds(at) for c in found)
    proof, side = proof_about(x - y**2, x - y + 1)  # smooth: it is positive on one side of every zero
    (found,) = touches(proof.facts, [side], SPACE.letters)
    assert any(c.truth is False for c in found)


def test_two_that_touch_each_other_and_a_determinant():
    circle, line = Side(Split(of(1 - x**2 - y**2), 1), 1), (of(x - 1, ">="), None)
    found = list(touches([(circle.split.condition, circle), line], [circle], SPACE.letters))
    assert [[c.op for c in f[:2]] for f in found] == [["==", ">"], ["==", "=="]]
    of_ = DOMAIN.field.polynomial
    assert determinant([[of_(x), of_(y)], [of_(z), of_(2)]]) == of_(2 * x - y * z)
    assert len(minors([of_(x), of_(y * z)], SPACE.letters)) == 3


def test_what_a_proof_excludes_is_found_on_the_rim_or_not():
    f = DOMAIN.field.element
    functions = (("a", f(x * p**2)), ("b", f(y * p + z)), ("c", f(1 - p)))
    branches = Branches(Parabolas.of(Question(functions, DOMAIN, p)), Budget(20))
    for against, is_broken in ((x - y / 2, True), (x - 2, False)):
        proof, side = proof_about(SPOT, against)
        part = Part(SPACE, proof.facts, proof.path)
        settlement = branches.settlement
        assert settlement.is_found(part, proof) == is_broken
        assert not settlement.broken(
            [], [(part, proof)]
        )  # zeros are given to the other side, which has no proof
        assert side.has_rim != is_broken
        proof, side = proof_about(SPOT, against)
        side.split.is_fixed = True
        part = Part(SPACE, proof.facts, proof.path)
        assert len(settlement.broken([], [(part, proof)])) == is_broken
        assert proof.is_broken == is_broken
        whole = Leaf(Part(SPACE), (), (Leaf(replace_path(part, proof), ()), Leaf(part, ())))
        assert len(branches.parted(whole)) == 1 + is_broken


def replace_path(part, proof):
    """The part after the proof."""
    return Part(part.space, part.conditions, (*part.path, proof))
