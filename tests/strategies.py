"""Random problems for the laws: small integers, so that ties and degenerate values do occur."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st
from sympy import Integer, Rational, symbols

from symdt import Decision, Domain

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
