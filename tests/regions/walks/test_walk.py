"""Every way of a walk against the functions themselves, at points where all signs are known."""

import random

import numpy as np
import pytest
from flint import fmpq
from sympy import symbols

from symdt.exact.domain import Domain
from symdt.regions.contest import Question
from symdt.regions.walks.guides import Guide
from symdt.regions.walks.parabolas import Parabolas
from symdt.regions.walks.slices import Slice
from symdt.regions.walks.walk import Crossing, Walk
from symdt.regions.walks.ways import Nowhere, SplitError

p, h, k, m = symbols("p h k m")


class AtPoint(dict):
    """The signs of polynomials at a point; those that vanish have any."""

    def __init__(self, space, point, chance):
        super().__init__()
        self.space, self.point, self.chance, self.has_zero = space, point, chance, False

    def __contains__(self, number):
        return True

    def __missing__(self, number):
        value = self.space.basis.polys[number](*self.point)
        self.has_zero |= not value
        self[number] = (value > 0) - (value < 0) or self.chance.choice([1, -1])
        return self[number]


class AnyWay(Walk):
    """A walk that takes any of several ways."""

    def by(self, key, ways):
        found = (way(self) for way in self.claims.chance.sample(ways, len(ways)))
        return next(one for one in found if not isinstance(one, Nowhere))


def made(chance, many, size=3):
    domain = Domain("0 < p < 1", "h > 0", "k > 0", "m > 0")

    def affine():
        return sum(chance.randint(-size, size) * x for x in (h, k, m, 1))

    while True:  # of most the differences have one factor with p
        functions = [
            (n, domain.field.element(affine() * p**2 + affine() * p + affine())) for n in range(many)
        ]
        question = Question(tuple(functions), domain, p)
        parabolas = Parabolas.of(question)
        if parabolas is not None:
            return question, parabolas


def at(parabolas, core, point):
    return [q(*point) for q in parabolas.coefficients(core)]


@pytest.mark.parametrize("seed", range(30))
def test_any_way_leads_to_the_least_function(seed):
    chance = random.Random(seed)
    question, parabolas = made(chance, 4)
    space = Slice(question.domain, p)
    asked = 0
    for _ in range(40):
        point = tuple(fmpq(chance.randint(1, 60), chance.randint(1, 20)) for _ in space.field.symbols)
        claims = AtPoint(space, point, chance)
        steps = AnyWay(parabolas, space, claims, claims).steps()
        if claims.has_zero:
            continue
        asked += 1
        place = 0.0
        for label, stop in steps:
            end = 1.0 if stop is None else zero(parabolas, stop, point)
            assert place <= end + 1e-9
            for share in (0.001, 0.3, 0.7, 0.999):
                x = place + share * (end - place)
                values = [value(f, point, x) for _, f in question.functions]
                assert values[label] <= min(values) + 1e-6
            place = end
        assert place == 1.0
    assert asked


def value(function, point, x):
    here = list(point)
    here[function.field.position[p]] = fmpq(*float(x).as_integer_ratio())
    return float(function.num(*here) / function.den(*here))


def zero(parabolas, crossing, point):
    a, b, c = map(float, at(parabolas, crossing.core, point))
    if not crossing.lead:
        return -c / b
    root = max(b * b - 4 * a * c, 0.0) ** 0.5
    return sorted([(-b - root) / (2 * a), (-b + root) / (2 * a)])[crossing.nth]


@pytest.mark.parametrize("seed", range(12))
def test_a_line_at_both_zeros_is_not_of_the_other_sign_even_where_signs_vanish(seed):
    # points at which discriminants and resultants vanish, and zeros lie at ends, with any signs claimed of what vanishes
    chance = random.Random(seed)
    question, parabolas = made(chance, 3, size=1)
    space = Slice(question.domain, p)
    cores = sorted({pair.core for pair in parabolas.pairs.values() if pair.core is not None})
    for _ in range(300):
        point = tuple(fmpq(chance.randint(0, 4)) for _ in space.field.symbols)
        core, other = chance.sample(cores, 2)
        a, b, c = at(parabolas, other, point)
        if not a or b * b - 4 * a * c < 0:
            continue
        lead = 1 if a > 0 else -1
        nth = chance.randint(0, 1)
        x = Crossing(other, nth, lead, lead if nth else -lead)
        claims = AtPoint(space, point, chance)
        walk = Walk(parabolas, space, claims, claims)
        d, e, f = at(parabolas, core, point)
        place = zero(parabolas, x, point)
        parts, others = walk.parts(core), walk.parts(other)
        line = (others[0] * parts[1] - parts[0] * others[1], others[0] * parts[2] - parts[0] * others[2])
        resultant = walk.made(
            (core, other, "resultant"),
            lambda line=line, parts=parts, others=others: (
                line[1] ** 2 - line[0] * (others[1] * parts[2] - parts[1] * others[2])
            ),
        )
        found = walk.line_at_both(lead, x, core, line, (resultant, lead))
        true = float(d) * place * place + float(e) * place + float(f)
        assert abs(true) < 1e-9 or found == (true > 0)
        under = walk.made(
            (core, other, "under"),
            lambda q=parts, o=others: o[0] * q[1] ** 2 - 2 * o[1] * q[0] * q[1] + 4 * o[2] * q[0] ** 2,
        )
        found = walk.line_at_both(1, x, (core, "slope"), (2 * parts[0], parts[1]), (under, 1))
        true = 2 * float(d) * place + float(e)
        assert abs(true) < 1e-9 or found == (true > 0)


def test_a_guide_knows_the_walk_at_its_point_and_what_a_cut_costs():
    domain = Domain("0 < p < 1", "h > 0", "k > 0", "m > 0")
    f = domain.field.element
    question = Question((("a", f(h * p**2)), ("b", f(k * p + m)), ("c", f(h * p**2 + k + m))), domain, p)
    parabolas, space = Parabolas.of(question), Slice(domain, p)
    (part,) = np.nonzero(space.ground.margins(space.field.polynomial(h - k - m)) > 1e-9)
    guide = Guide(parabolas, space, part)
    assert guide.labels == [0, 1]
    assert (guide.after(0, 0), guide.after(1, 1), guide.after(0, 1)) == (1, -1, -1)
    known, idle, lower = (space.basis.number(space.field.polynomial(q)) for q in (h - k - m, h - 9 * k, k))
    assert guide.sign(known) == 1
    assert guide.cost(known, False) < guide.cost(idle, False)
    everywhere = Guide(parabolas, space, np.arange(len(space.ground.places)))
    assert everywhere.cost(known, False) < everywhere.cost(idle, False)  # all walks are told by the first
    assert everywhere.cost(lower, False) < everywhere.cost(lower, True)


def test_a_way_is_taken_where_its_signs_are_known_and_what_is_missing_is_told():
    domain = Domain("0 < p < 1", "h > 0", "k > 0", "m > 0")
    f = domain.field.element
    question = Question((("a", f(h * p**2)), ("b", f(k * p + m)), ("c", f(m * p**2 + h))), domain, p)
    parabolas, space = Parabolas.of(question), Slice(domain, p)
    with pytest.raises(SplitError):
        Walk(parabolas, space, {}, {}).steps()
    walk = Walk(parabolas, space, {}, {}, Guide(parabolas, space, np.arange(len(space.ground.places))))
    assert walk.by("no way but the last", [lambda _: Nowhere(), lambda _: 7]) == 7
    with pytest.raises(TypeError):
        walk.by("no way", [lambda _: Nowhere()])


def test_what_a_walk_wants_is_what_its_guide_said_and_the_cut_that_tells_most_comes_first():
    question, parabolas = made(random.Random(5), 4)
    space = Slice(question.domain, p)
    guide = Guide(parabolas, space, np.arange(len(space.ground.places)))
    walk = Walk(parabolas, space, {}, {}, guide)
    steps, wanted = walk.tried()
    assert wanted
    assert not walk.claims  # a trial leaves the walk as it is
    signs = {number: guide.sign(number) for number in wanted}
    known = Walk(
        parabolas, space, signs, {n: signs[n] for n, is_strict in wanted.items() if is_strict}, guide
    )
    assert known.tried() == (steps, {})
    assert known.steps() == steps
    first = guide.choice(wanted)
    others = [number for number in wanted if guide.is_turn(number) == guide.is_turn(first)]
    assert all(guide.idleness(first, wanted[first]) <= guide.idleness(n, wanted[n]) for n in others)
    assert guide.is_turn(first) <= min(guide.is_turn(number) for number in wanted)


def test_a_cut_is_idle_as_far_as_both_sides_have_the_same_walks():
    domain = Domain("0 < p < 1", "h > 0", "k > 0", "m > 0")
    f = domain.field.element
    question = Question((("a", f(h * p**2)), ("b", f(k * p + m))), domain, p)
    parabolas, space = Parabolas.of(question), Slice(domain, p)
    guide = Guide(parabolas, space, np.arange(len(space.ground.places)))
    telling, idle, shared = (
        space.basis.number(space.field.polynomial(q)) for q in (h - k - m, k - m, k * m + 1)
    )
    assert guide.idleness(shared, True) == 0 < guide.idleness(telling, False) < guide.idleness(idle, False)
    assert guide.choice({idle: False, telling: False}) == telling
    assert guide.choice({idle: False, telling: False, shared: False}) == shared


class ExcludedError(Exception):
    """A point at which a claim does not hold, or a leading coefficient vanishes."""


class Strict(AtPoint):
    """Signs that may not be zero."""

    def __missing__(self, number):
        if not self.space.basis.polys[number](*self.point):
            raise ExcludedError
        return super().__missing__(number)

    def get(self, number, default=None):
        return self[number] if self.space.basis.polys[number](*self.point) else default


class Degenerate(AnyWay):
    """A walk at one point, where what may vanish together is what does."""

    def claim_growth(self, side, core, x):
        if not self.grows(side, core, x):
            raise ExcludedError


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_whatever_is_claimed_of_what_vanishes_the_walk_is_right(first):
    # points of small numbers, where functions are equal at ends and at crossings, and touch: pieces may be nothing there
    asked = 0
    for seed in range(first, first + 10):
        chance = random.Random(seed)
        question, parabolas = made(chance, chance.randint(3, 5), size=2)
        space = Slice(question.domain, p)
        for _ in range(100):
            point = tuple(fmpq(chance.randint(1, 3), chance.choice([1, 1, 2])) for _ in space.field.symbols)
            claims, strict = (kind(space, point, chance) for kind in (AtPoint, Strict))

            def meeting(one, other, point=point, polys=space.basis.polys):
                return not (polys[one](*point) or polys[other](*point))

            try:
                steps = Degenerate(parabolas, space, claims, strict, meeting=meeting).steps()
            except ExcludedError:
                continue
            asked += claims.has_zero
            place = 0.0
            for label, stop in steps:
                end = 1.0 if stop is None else zero(parabolas, stop, point)
                assert place - 1e-6 <= end <= 1 + 1e-6, (seed, point, steps)
                for share in (0.01, 0.3, 0.7, 0.99) if end - place > 1e-5 else ():
                    x = place + share * (end - place)
                    values = [value(f, point, x) for _, f in question.functions]
                    assert values[label] <= min(values) + 1e-8, (seed, point, steps)
                place = end
    assert asked > 100
