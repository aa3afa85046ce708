"""Models, ⊎ and the spaces that are searched."""

from __future__ import annotations

from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symdt.errors import ModelError
from symdt.networks.local_space import LocalSpace
from symdt.networks.space import ModelSpace
from symdt.problems.models.arc import Arc
from symdt.problems.models.model import Model
from symdt.problems.models.model_names import models_from_names

NAMES = [f"X{i}" for i in range(1, 6)]
#: Arcs that respect one order, so that every sum is a directed acyclic graph.
arcs = st.sampled_from([Arc(a, b) for i, a in enumerate(NAMES) for b in NAMES[:i]])
models = st.frozensets(arcs).map(Model)


@given(models, models, models)
def test_the_sum_of_models_is_a_join_with_the_null_model_as_unit(a: Model, b: Model, c: Model) -> None:
    assert (a | b) | c == a | (b | c)
    assert a | b == b | a
    assert a | a == a == a | Model()
    assert a <= a | b
    assert (a <= b) == (a | b == b)


@given(models)
def test_a_model_is_the_sum_of_its_generators_and_of_its_local_parts(model: Model) -> None:
    whole = Model()
    for generator in model.generators:
        assert len(generator) == 1
        whole = whole | generator
    assert whole == model
    parts = Model()
    for child in model.children:
        parts = parts | model.local(child)
    assert parts == model
    assert eval(repr(model), {"Model": Model}) == model  # noqa: S307 - the law of repr, on our own text


def test_the_four_models_of_figure_2() -> None:
    local = ModelSpace({"X1": ["X3", "X2"]}).local("X1")
    assert [m.name for m in local] == ["M0", "M3", "M2", "M23"]
    assert [local.label(m) for m in local] == ["{}", "{X3}", "{X2}", "{X3,X2}"]
    assert local.generators[1] | local.generators[0] == local.top
    assert [[m.name for m in local.level(j)] for j in range(3)] == [["M0"], ["M3", "M2"], ["M23"]]


def test_the_number_of_models_counts_the_null_model_too() -> None:
    """The paper's Σ_{j=1}^{q} C(q, j) is 2^q − 1; the sum that gives 2^q starts at 0."""
    for q in range(8):
        local = LocalSpace("Y", tuple(f"X{j}" for j in range(1, q + 1)))
        assert local.count == sum(comb(q, j) for j in range(q + 1)) == sum(local.level_sizes)
        assert sum(comb(q, j) for j in range(1, q + 1)) == local.count - 1
        assert len(set(local)) == local.count


def test_the_edges_of_the_lattice_go_up_one_level() -> None:
    for q in range(5):
        local = LocalSpace("Y", tuple(f"X{j}" for j in range(1, q + 1)))
        edges = list(local.covers())
        assert len(set(edges)) == len(edges) == q * 2**q // 2
        assert all(low < high and len(high) == len(low) + 1 for low, high in edges)


def test_an_order_lists_a_variable_after_its_candidate_parents() -> None:
    space = ModelSpace.from_order(["X3", "X2", "X1"])
    assert space.local("X1").candidates == ("X3", "X2")
    assert space.local("X3").candidates == ()
    assert Model(["X3 -> X1", "X3 -> X2"]) in space
    assert Model(["X1 -> X3"]) not in space
    assert Model(["X9 -> X1"]) not in space
    assert Model(["X3 -> X9"]) not in space


@given(st.integers(0, 4))
def test_iteration_gives_every_member_once(i: int) -> None:
    space = ModelSpace.from_order(NAMES[:i])
    every = list(space)
    assert len(every) == len(set(every)) == space.count == 2 ** (i * (i - 1) // 2)
    assert all(m in space for m in every)
    sizes = [0] * (i * (i - 1) // 2 + 1)
    for m in every:
        sizes[len(m)] += 1
    assert tuple(sizes) == space.level_sizes


def test_required_and_forbidden_arcs_and_tiers() -> None:
    space = ModelSpace.from_order(NAMES[:4], required=["X1 -> X2"], forbidden=[("X1", "X4")])
    assert space.count == 2**4
    assert all(Arc("X1", "X2") in m and Arc("X1", "X4") not in m for m in space)
    tiers = ModelSpace.from_tiers([["A", "B"], ["C"]], within=False)
    assert tiers.arcs == (Arc("A", "C"), Arc("B", "C"))
    assert ModelSpace.from_tiers([["A", "B"], ["C"]]).count == 2**3
    mixed = ModelSpace({"A": ["C"], "B": ["A"], "C": []}, tiers=[["A", "B"], ["C"]])
    assert mixed.arcs == (Arc("A", "B"),)
    assert eval(repr(space), {"ModelSpace": ModelSpace}) == space  # noqa: S307


def test_a_space_equals_the_brute_force_of_all_subsets() -> None:
    space = ModelSpace({"Y": ["A", "B"], "Z": ["Y"]})
    possible = [Arc("A", "Y"), Arc("B", "Y"), Arc("Y", "Z")]
    brute = {
        Model(a for a, keep in zip(possible, bits, strict=True) if keep) for bits in product((0, 1), repeat=3)
    }
    assert set(space) == brute


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (
            lambda: ModelSpace.from_order(["A", "B", "A"]),
            "the order names 'A' twice: name each variable once",
        ),
        (
            lambda: ModelSpace({"A": ["B"], "B": ["A"]}),
            "the candidate parents make possible a cycle A → B → A: remove one of these arcs",
        ),
        (lambda: ModelSpace({"A": ["A"]}), "'A' is its own candidate parent: remove it"),
        (lambda: ModelSpace({"A": ["B", "B"]}), "the candidate parents of 'A' name 'B' twice"),
        (lambda: ModelSpace.from_order(["A", ""]), "the order names '': a variable's name"),
        (lambda: ModelSpace.from_order(["A", "B"], required=["B -> A"]), "is no candidate parent of 'A'"),
        (
            lambda: ModelSpace.from_order(["A", "B"], required=["A -> B"], forbidden=["A -> B"]),
            "both required and forbidden",
        ),
        (lambda: ModelSpace.from_order(["A", "B"], forbidden=["A -> C"]), "names 'C'"),
        (lambda: ModelSpace.from_order(["A", "B"], tiers=[["A"]]), "no tier names 'B'"),
        (lambda: ModelSpace.from_order(["A", "B"], tiers=[["A", "B"], ["A"]]), "the tiers name 'A' twice"),
        (lambda: ModelSpace.from_order(["A", "B"]).local("Bb"), "did you mean 'B'?"),
        (lambda: Model(["A -> B", "B -> C", "C -> A"]), "the model has a cycle"),
        (lambda: Model(["A -> A"]), "is a loop"),
        (lambda: Model(["A"]), "is no arc"),
        (lambda: Model(["A -> B"]) | Model(["B -> A"]), "the model has a cycle"),
    ],
)
def test_bad_input_is_one_clear_line(build, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ModelError) as error:
        build()
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_names_that_denote_models() -> None:
    found = models_from_names(["M0", "a23", "{}", "{X2,X3}", "choose {X2}"])
    assert found is not None
    assert found["a23"] == found["{X2,X3}"] == Model(["X2 -> child", "X3 -> child"])
    assert models_from_names(["M22"]) is None
    assert models_from_names(["M10"]) is None
    assert Model(["X12 -> Y"]).name != Model(["X1 -> Y", "X2 -> Y"]).name
