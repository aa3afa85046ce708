"""Rules by hand whose conditions hold square roots and quotients that other conditions of the case guard."""

from __future__ import annotations

import copy

import pytest
import z3

from symdt import Proved, Refuted
from symdt.errors import ExpressionError
from symdt.formats.problem import loads
from symdt.solve.certificate import certificate_of
from symdt.solve.proofs.check.polynomials import RejectedError
from symdt.solve.proofs.check.proofs import verify
from symdt.solve.proofs.smt2 import to_smt2

FILE = """
[parameters]
{letters}
[belief]
s = "1"
[loss]
actions = ["a", "b"]
s = ["{loss}", "0"]
"""
PARABOLA, HYPERBOLA = "h**2 - k", "h*k - 1"
INSIDE = ["k >= 0", "h <= sqrt(k)", "h >= -sqrt(k)"]
PARABOLIC = [
    (INSIDE, "a"),
    (["k >= 0", "h > sqrt(k)"], "b"),
    (["k >= 0", "h < -sqrt(k)"], "b"),
    (["k < 0"], "b"),
]
HYPERBOLIC = [
    (["k > 0", "h <= 1/k"], "a"),
    (["k > 0", "h > 1/k"], "b"),
    (["k < 0", "h >= 1/k"], "a"),
    (["k < 0", "h < 1/k"], "b"),
    (["Eq(k, 0)"], "a"),
]


def found(loss, cases, letters=("p", "h", "k"), **more):
    """The certificate of a rule in which every case has one action for all p."""
    problem = loads(FILE.format(loss=loss, letters="\n".join(f'{x} = ""' for x in letters)))
    told = [{"if": c, "pieces": [{"action": a, "from": "-oo", "to": "oo"}]} for c, a in cases]
    return certificate_of(problem, {"rule": {"for": "p", "cases": told}}, **more)


@pytest.mark.parametrize("identities", [True, False])
@pytest.mark.parametrize(("loss", "cases"), [(PARABOLA, PARABOLIC), (HYPERBOLA, HYPERBOLIC)])
def test_what_is_guarded_is_proved_in_any_order(loss, cases, identities):
    for some in (cases, [(conditions[::-1], action) for conditions, action in cases[::-1]]):
        certificate = found(loss, some, identities=identities)
        assert isinstance(certificate.verdict, Proved)
        assert certificate.data["guarded"] is True
        assert verify(certificate.data) == (certificate.identities, certificate.by_solver)


def test_what_is_there_all_over_the_domain_needs_no_guard():
    cases = [
        (["k <= 5", "h <= sqrt(k**2 + 1)", "h >= -sqrt(k**2 + 1)"], "a"),
        (["k <= 5", "h > sqrt(k**2 + 1)"], "b"),
    ]
    cases += [
        (["k <= 5", "h < -sqrt(k**2 + 1)"], "b"),
        (["k > 5", "h**2 <= k**2 + 1"], "a"),
        (["k > 5", "h**2 > k**2 + 1"], "b"),
    ]
    certificate = found("h**2 - k**2 - 1", cases)
    assert isinstance(certificate.verdict, Proved)
    assert "guarded" not in certificate.data


@pytest.mark.parametrize("left_out", range(4))
def test_a_gap_is_not_hidden_by_what_defines_a_square_root(left_out):
    # where k < 0 no square root is, and a question that takes it for granted has no point there
    verdict = found(PARABOLA, PARABOLIC[:left_out] + PARABOLIC[left_out + 1 :]).verdict
    assert isinstance(verdict, Refuted)
    at = {s.name: v for s, v in verdict.counterexample.items()}
    where = [
        at["h"] ** 2 <= at["k"],
        at["h"] ** 2 > at["k"] >= 0 < at["h"],
        at["h"] ** 2 > at["k"] >= 0 > at["h"],
        at["k"] < 0,
    ]
    assert where[left_out]


@pytest.mark.parametrize("left_out", range(5))
def test_a_gap_is_not_hidden_by_a_quotient(left_out):
    assert isinstance(found(HYPERBOLA, HYPERBOLIC[:left_out] + HYPERBOLIC[left_out + 1 :]).verdict, Refuted)


@pytest.mark.parametrize(
    ("loss", "at", "conditions"),
    [
        (PARABOLA, 0, ["h <= sqrt(k)", "h >= -sqrt(k)"]),  # nothing guards the root
        (PARABOLA, 0, ["k >= -1", "h <= sqrt(k)", "h >= -sqrt(k)"]),  # this does not suffice
        (PARABOLA, 3, ["k < 0", "h <= sqrt(k)"]),  # nor does the opposite
        (PARABOLA, 0, ["h >= -1", "h <= sqrt(k)"]),
        (HYPERBOLA, 0, ["h <= 1/k", "k >= 0"]),
        (HYPERBOLA, 4, ["Eq(k, 0)", "h <= 1/k"]),
        (HYPERBOLA, 2, ["k < 0", "h <= 1/k"]),  # the wrong side
    ],
)
def test_what_is_not_guarded_is_refuted(loss, at, conditions):
    cases = list(PARABOLIC if loss == PARABOLA else HYPERBOLIC)
    cases[at] = conditions, cases[at][1]
    assert isinstance(found(loss, cases).verdict, Refuted)


@pytest.mark.parametrize("turned", range(4))
def test_a_wrong_action_behind_a_guard_is_refuted(turned):
    cases = [(c, "ab"["ba".index(a)] if n == turned else a) for n, (c, a) in enumerate(PARABOLIC)]
    assert isinstance(found(PARABOLA, cases).verdict, Refuted)


def test_a_certificate_that_drops_its_flag_or_takes_one_is_rejected():
    certificate = found(PARABOLA, PARABOLIC).data
    dropped = {k: v for k, v in copy.deepcopy(certificate).items() if k != "guarded"}
    with pytest.raises(RejectedError):
        verify(dropped)
    # proofs of the whole rule do not serve one with a gap where no square root is
    certificate["answer"]["rule"]["cases"].pop()
    with pytest.raises(RejectedError):
        verify(certificate)


def test_solvers_outside_agree_and_see_the_gap():
    certificate = found(PARABOLA, PARABOLIC)
    questions = to_smt2(certificate.data)
    solver, said = z3.Solver(), []
    for block in questions.split("(push 1)")[1:]:
        solver.reset()
        declared = questions.split("(push 1)")[0]
        solver.from_string(declared + block.split("(check-sat)")[0])
        said.append(str(solver.check()))
    assert set(said) == {"unsat"}


def by_sign(*conditions):
    """The rule of the loss h: a where it is not positive, told by some conditions, and b elsewhere."""
    return [(list(conditions), "a"), (["h > 0"], "b")]


@pytest.mark.parametrize(
    "condition",
    [
        "h*k/k <= 0",
        "h + sqrt(k) - sqrt(k) <= 0",
        "h + 0*sqrt(k) <= 0",
        "h + 0/k <= 0",
        "h <= 1/(1/k) - k",
        "Eq(h + Abs(h), k/k - 1)",
    ],
)
def test_what_cancels_is_still_to_be_there(condition):
    assert isinstance(found("h", by_sign(condition)).verdict, Refuted)


def test_what_cancels_guards_nothing():
    # the first root cancels, and may not be taken for granted by the second
    cases = by_sign("h <= 0", "k*sqrt(k)/sqrt(k) >= 0", "sqrt(k) > 0")
    assert isinstance(found("h", [*cases, (["h <= 0", "k <= 0"], "a")]).verdict, Refuted)
    certificate = found(PARABOLA, PARABOLIC).data
    for case, at, text in ((0, 1, "h <= sqrt(k) - 0*sqrt(k - 1)"), (3, 0, "k < 0*sqrt(k)")):
        changed = copy.deepcopy(certificate)
        changed["answer"]["rule"]["cases"][case]["if"][at] = text
        with pytest.raises(RejectedError):
            verify(changed)


def test_an_end_that_cancels_is_still_to_be_there():
    problem = loads(FILE.format(loss="p - h - k", letters="\n".join(f'{x} = ""' for x in "phk")))
    end = "(h**2 - k**2)/(h - k)"
    pieces = [{"action": "a", "from": "-oo", "to": end}, {"action": "b", "from": end, "to": "oo"}]
    said = certificate_of(problem, {"rule": {"for": "p", "cases": [{"if": [], "pieces": pieces}]}}).verdict
    assert isinstance(said, Refuted)
    at = {s.name: v for s, v in said.counterexample.items()}
    assert at["h"] == at["k"]


@pytest.mark.parametrize(
    "conditions",
    [
        ["h <= 0", "k >= 0", "sqrt(k) >= 0"],  # as the root is defined
        ["h <= 0", "k >= 0", "Eq(sqrt(k)**2, k)"],
        ["h <= 0", "sqrt(sqrt(k) - 1) >= 0", "sqrt(k) >= 1", "k >= 0"],  # guards with roots, in any order
        ["h <= 0", "sqrt(k) >= 0", "1/k > 0", "Ne(k, 0)"],
        ["h <= 0", "k > 0", "k**(-1) > 0"],
        ["h <= 0", "k > 0", "k**-1 > 0"],
    ],
)
def test_guards_of_all_kinds(conditions):
    rest = "k < 1" if "sqrt(k) >= 1" in conditions else "k <= 0" if "k >= 0" not in conditions else "k < 0"
    cases = [*by_sign(*conditions), (["h <= 0", rest], "a")]
    assert isinstance(found("h", cases).verdict, Proved)


@pytest.mark.parametrize("loss", ["abs(h)**2 - k", "max(h**2 - k, -5)"])
def test_guards_of_problems_with_kinks(loss):
    certificate = found(loss, PARABOLIC)
    assert isinstance(certificate.verdict, Proved)
    assert certificate.data["parts"]
    assert isinstance(found(loss, PARABOLIC[:3]).verdict, Refuted)


def test_a_value_may_hold_a_root_of_its_case():
    problem = loads(FILE.format(loss=PARABOLA, letters="\n".join(f'{x} = ""' for x in "phk")))
    told = [
        {"if": c, "pieces": [{"action": a, "from": "-oo", "to": "oo", "strategy": {"first": a}}]}
        for c, a in PARABOLIC
    ]
    for value, kind in (("h**2 - sqrt(k)**2", Proved), ("h**2 - sqrt(k)", Refuted)):
        told[0]["pieces"][0]["value"] = value
        assert isinstance(certificate_of(problem, {"rule": {"for": "p", "cases": told}}).verdict, kind)


@pytest.mark.parametrize(("values", "kind"), [(("p - h", "0"), Proved), (("p - h", "-7"), Refuted)])
def test_a_value_counts_without_a_strategy(values, kind):
    problem = loads(FILE.format(loss="p - h", letters='p = ""\nh = ""'))
    pieces = [
        {"action": "a", "from": "-oo", "to": "h", "value": values[0]},
        {"action": "b", "from": "h", "to": "oo", "value": values[1]},
    ]
    said = certificate_of(problem, {"rule": {"for": "p", "cases": [{"if": [], "pieces": pieces}]}}).verdict
    assert isinstance(said, kind)


@pytest.mark.parametrize("condition", [5, None, [], {"letter": "k"}, {"letter": "k", "op": ">", "root": 0}])
def test_what_is_no_condition_is_said_to_be_none(condition):
    with pytest.raises(ExpressionError, match="cannot be read"):
        found("h", by_sign(condition))


def test_conditions_that_leave_out_a_plane():
    pieces = [{"action": "a", "from": "-oo", "to": "h"}, {"action": "b", "from": "h", "to": "oo"}]
    problem = loads(FILE.format(loss="p - h", letters="\n".join(f'{x} = ""' for x in "phkl")))
    cases = [{"if": [c], "pieces": pieces} for c in ("Ne(h + k, l)", "Eq(h + k, l)")]
    for some, kind in ((cases, Proved), (cases[:1], Refuted)):
        assert isinstance(certificate_of(problem, {"rule": {"for": "p", "cases": some}}).verdict, kind)


@pytest.mark.parametrize("root", [True, "0", 0.5, -1])
def test_the_number_of_a_root_is_a_number(root):
    end = {"root": root, "of": "p - h", "in": "p"}
    problem = loads(FILE.format(loss="p - h", letters='p = ""\nh = ""'))
    pieces = [{"action": "a", "from": "-oo", "to": end}, {"action": "b", "from": end, "to": "oo"}]
    with pytest.raises(Exception, match="number of a root"):
        certificate_of(problem, {"rule": {"for": "p", "cases": [{"if": [], "pieces": pieces}]}})
