"""Along one letter: exact pieces, thresholds and switches against brute force, also on every threshold."""

from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Symbol

from symdt import decision_rule, load_problem
from symdt.exact.domain import Domain
from symdt.exact.line import Real, between
from symdt.paper import problems as paper
from symdt.regions.along import along
from symdt.regions.contest import Contest
from symdt.solve.alternatives import contest

X = Symbol("x")
DOMAIN = Domain("-2 < x < 3", "x**2 - 2 <= 4*x + 5")


@st.composite
def contests(draw):
    """Up to four functions of degree at most 2, some with a pole, several under one label."""
    f = DOMAIN.field.element
    number = st.integers(-4, 4)
    functions = []
    for i in range(draw(st.integers(2, 4))):
        a, b, c = draw(number), draw(number), draw(number)
        over = draw(st.sampled_from([1, 1, 1, X + 5]))
        functions.append((f"a{i % 3}", f((a * X**2 + b * X + c) / over + 0 * X)))
    return Contest(tuple(functions), DOMAIN, draw(st.sampled_from(["min", "max"])))


@given(contests(), st.lists(st.fractions(-2, 3, max_denominator=30), min_size=3, max_size=8))
@settings(max_examples=80, derandomize=True, deadline=None)
def test_every_point_lies_in_a_piece_that_is_best_there(c, points):
    record = along(c, X, (-2, 3))
    for value in points:
        place = Real.of(value)
        if not c.domain.contains((place.low,)):
            continue
        assert record.at(value)
        assert set(record.at(value)) <= set(c.best((place.low,)))
    for threshold in record.thresholds:
        labels = record.at(threshold)
        if len(labels) < 2:
            continue  # an end of the domain
        mine = [[f for n, f in c.functions if n == label] for label in labels]
        # the two labels tie at the threshold itself, exactly
        assert any(threshold.sign_of(_line((f - g).sign_polynomial)) == 0 for f in mine[0] for g in mine[1])


def _line(poly):
    from symdt.exact.line import along as on_line

    return on_line(DOMAIN.field, poly, X)


def test_pieces_are_the_rule():
    rule = decision_rule(paper.example_2(), "p")
    for h, k in ((4, 1), (3, 2), (1, 2)):
        c = contest(paper.example_2(), {"h": h, "k": k})
        record = along(c, c.domain.letter("p"))
        values = rule.domain.field.values({"p": "1/8", "h": h, "k": k})
        case = next(case for case in rule.cases if case.holds(values))
        wanted = [
            (p.label.action, Real.of(p.start.value(values)), Real.of(p.stop.value(values)))
            for p in case.pieces
        ]
        assert [(p.label, p.start, p.stop) for p in record.pieces] == wanted


def test_a_later_decision_switches_where_the_rule_says():
    problem = load_problem("examples/oil_wildcatter_letters.toml")
    c = contest(problem, {"T": 10})
    record = along(c, c.domain.letter("d"))
    assert [str(t) for t in record.thresholds] == ["27/59", "39/56"]
    assert [str(s) for s in record.switches] == ["44/65"]
    assert record.to_json()["switches"] == ["44/65"]
    texaco = load_problem("examples/catalogue/clemen_1991_texaco.toml")
    c = contest(texaco)
    found = along(c, c.letters[0])
    assert "114/25" in [str(v) for v in (*found.thresholds, *found.switches)]


def test_thresholds_closer_than_a_float_are_told_apart():
    f = Domain("0 < x < 1").field.element
    near = 10**20
    middle, top = f(X / 2) + f(1) / 4, f(1) / 2 + f(1) / near
    c = Contest((("a", f(X)), ("b", middle), ("c", top)), Domain("0 < x < 1"))
    record = along(c, X)
    assert [p.label for p in record.pieces] == ["a", "b", "c"]
    first, second = record.thresholds
    assert first < second
    assert float(second) == float(first)  # a float cannot tell
    assert record.at(between(first, second)) == ("b",)
