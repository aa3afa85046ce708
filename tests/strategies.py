"""Random problems for the laws: small integers, so that ties and degenerate values do occur."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st
from sympy import Integer, Rational, symbols

from symdt import Belief, Decision, DecisionProblem, Domain, LossTable

LETTERS = symbols("x y z w")
P = symbols("p")

small = st.integers(-3, 3)


def affine(letters):
    """An expression affine in the letters."""
    return st.lists(small, min_size=len(letters) + 1, max_size=len(letters) + 1).map(
        lambda c: sum((a * s for a, s in zip(c[1:], letters, strict=True)), Integer(c[0]))
    )


@st.composite
def domains(draw, letters):
    """A domain whose letters have simple ranges: open, closed, half-open or unbounded, some tied together."""
    conditions = []
    for letter in (P, *letters):
        kind = draw(st.sampled_from(["positive", "unit", "closed", "half", "free"]))
        conditions += {
            "positive": [letter > 0],
            "unit": [letter > 0, letter < 1],
            "closed": [letter >= 0, letter <= 2],
            "half": [letter > -1, letter <= 1],
            "free": [],
        }[kind]
    if letters and draw(st.booleans()):
        conditions.append(draw(st.sampled_from([letters[0] + 2 > P, letters[-1] <= 3, P + letters[0] > -5])))
    return Domain(*conditions, symbols=[P, *letters])


@st.composite
def affine_problems(draw, max_actions=6, max_letters=4):
    """A decision whose values are affine in p, with coefficients affine in the other letters."""
    letters = LETTERS[: draw(st.integers(1, max_letters))]
    count = draw(st.integers(2, max_actions))
    branches = {}
    for i in range(count):
        intercept, slope = draw(affine(letters)), draw(affine(letters))
        branches[f"a{i}"] = intercept + slope * P
    return Decision("d", branches), draw(domains(letters)), draw(st.sampled_from(["min", "max"]))


@st.composite
def table_problems(draw, max_actions=6, max_letters=4):
    """A loss table with entries such as 0, 2*x or x + y under a belief that is affine in p."""
    letters = LETTERS[: draw(st.integers(1, max_letters))]
    actions = [f"a{i}" for i in range(draw(st.integers(2, max_actions)))]
    entry = st.one_of(
        st.just(Integer(0)),
        st.builds(lambda c, s: c * s, st.integers(1, 4), st.sampled_from(letters)),
        st.builds(lambda a, b: a + b, st.sampled_from(letters), st.sampled_from([1, *letters])),
    )
    beliefs = st.sampled_from(
        [[P, 1 - P], [P, P, 1 - 2 * P], [1 - 4 * P, P, P, 2 * P], [P / 2, P / 2, 1 - P]]
    )
    chances = draw(beliefs)
    states = [f"s{i}" for i in range(len(chances))]
    rows = [[draw(entry) for _ in actions] for _ in states]
    top = {2: 1, 3: Rational(1, 2), 4: Rational(1, 4)}[len(states)]
    conditions = [P > 0, top > P] if draw(st.booleans()) else [P >= 0, top >= P]
    conditions += [s > 0 for s in letters]
    if len(letters) > 1 and draw(st.booleans()):
        conditions.append(letters[0] < 10 * letters[1])
    optimum = draw(st.sampled_from(["min", "max"]))
    loss = LossTable(states, actions, rows, optimum)
    return DecisionProblem(loss, Belief(dict(zip(states, chances, strict=True))), Domain(*conditions))


@st.composite
def points(draw, domain):
    """A rational point of the domain with small numerator and denominator."""
    numbers = st.builds(Fraction, st.integers(-6, 12), st.sampled_from([1, 1, 2, 3, 4]))
    for _ in range(30):
        point = {s.name: draw(numbers) for s in domain.symbols}
        if domain.contains(domain.field.values(point)):
            return point
    values = domain.witness
    return {n: Fraction(int(v.p), int(v.q)) for n, v in zip(domain.field.names, values, strict=True)}


def rational(fraction):
    """The SymPy rational of a fraction."""
    return Rational(fraction.numerator, fraction.denominator)
