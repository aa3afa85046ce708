"""Problems as people write them: few letters in each entry, equal tests, repeated trials, ties between the letters.

Their polynomials are degenerate where those of the random families are not: terms are missing, factors and
letters are shared, curves touch. A kind has roles (a harm, a cost, how good a test is); some of its roles are
letters, the others numbers, by the seed. Everything is multiplied out here, with fractions: each strategy
has the sum over the states of belief times chance of what is seen times loss.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from benchmarks._stress_problems import Maker, Plan, Poly, Problem, expanded, minus, plus, times

F = Fraction
Table = list[list[Poly]]  # a row for each state
#: a test: its name, its outcomes, P(outcome | state) in a row for each state, its cost
Test = tuple[str, tuple[str, ...], Table, Poly]


@dataclass
class Cast:
    """Who plays which role: letters and numbers, with the conditions that letters obey."""

    maker: Maker
    letters: int
    roles: dict[str, Poly] = field(default_factory=dict)
    names: list[str] = field(default_factory=lambda: ["p"])
    losses: list[Poly] = field(default_factory=list)
    conditions: list[tuple[Poly, str]] = field(default_factory=list)

    @property
    def p(self) -> Poly:
        """The letter that is solved for."""
        return self.maker.letter(0)

    @property
    def one(self) -> Poly:
        """The number 1."""
        return self.maker.constant(1)

    def chance(self) -> float:
        """A random number."""
        return self.maker.random.random()

    def number(self, c: Any) -> Poly:
        """A number."""
        return self.maker.constant(c)

    def not_(self, chance: Poly) -> Poly:
        """The chance of the contrary."""
        return minus(self.one, chance)

    def scaled(self, c: Any, poly: Poly) -> Poly:
        """A multiple."""
        return times(self.number(c), poly)

    def play(self, **kinds: str) -> None:
        """Some roles become letters, drawn at random; the others numbers. Kinds: loss, cost, quality."""
        r = self.maker.random
        chosen = r.sample(sorted(kinds), self.letters)
        closed = r.random() < 0.3
        op = ">=" if closed else ">"
        high = self.number(r.choice([1, 1, 1, F(1, 2)]))
        self.conditions += [(self.p, op), (minus(high, self.p), op)]
        for role, kind in kinds.items():
            if role not in chosen:
                self.roles[role] = self.number(self.drawn(kind))
                continue
            letter = self.maker.letter(len(self.names))
            self.names.append(role)
            self.roles[role] = letter
            if kind == "quality":
                low = self.number(r.choice([0, 0, F(1, 2)]))
                self.conditions += [(minus(letter, low), op), (self.not_(letter), op)]
            else:
                self.losses.append(letter)
                self.conditions.append((letter, op))
                if r.random() < 0.2:
                    self.conditions.append((minus(self.number(r.randint(1, 6)), letter), op))
        self.tie()

    def drawn(self, kind: str) -> Fraction:
        """A number for a role."""
        r = self.maker.random
        if kind == "quality":
            return F(r.choice([F(1, 2), F(3, 4), F(4, 5), F(9, 10), F(19, 20), F(2, 3)]))
        if kind == "cost":
            return F(r.choice([0, F(1, 10), F(1, 5), F(1, 2), 1]))
        return F(r.choice([1, 2, 3, 5, 10]))

    def tie(self) -> None:
        """Two losses are perhaps tied: one is larger, or at most three times as large, or their sum is bounded."""
        r = self.maker.random
        if len(self.losses) < 2 or r.random() < 0.5:
            return
        one, other = r.sample(self.losses, 2)
        kind = r.randint(0, 2)
        if kind == 0:
            self.conditions.append((minus(one, other), r.choice([">", ">="])))
        elif kind == 1:
            self.conditions.append((minus(self.number(r.randint(1, 4)), plus(one, other)), ">"))
        else:
            self.conditions += [(minus(one, other), ">="), (minus(self.scaled(3, other), one), ">=")]

    def __getitem__(self, role: str) -> Poly:
        return self.roles[role]


# --- from tables and trees to problems ----------------------------------------------------------------------


def tabled(cast: Cast, prior: list[Poly], losses: Table, tests: list[Test], optimum: str = "min") -> Problem:
    """Acting at once or after one of the tests."""
    if optimum == "min" and cast.chance() < 0.3:  # the same as utilities
        optimum, losses = "max", [[minus({}, cell) for cell in row] for row in losses]
    count, functions, plans = len(losses[0]), [], {}

    def value(weights: list[Poly], a: int) -> Poly:
        return plus(*(times(w, row[a]) for w, row in zip(weights, losses, strict=True)))

    for a in range(count):
        plans[frozenset({("first", str(a))}) if tests else str(a)] = len(functions)
        functions.append(value(prior, a))
    for name, outcomes, rows, cost in tests:
        paid = cost if optimum == "min" else minus({}, cost)
        joint = [[times(b, row[o]) for b, row in zip(prior, rows, strict=True)] for o in range(len(outcomes))]
        for after in product(range(count), repeat=len(outcomes)):
            said = {(o, str(a)) for o, a in zip(outcomes, after, strict=True)}
            plans[frozenset({("first", name)} | said)] = len(functions)
            functions.append(plus(paid, *(value(w, a) for w, a in zip(joint, after, strict=True))))
    return Problem(
        tuple(cast.names),
        functions,
        cast.conditions,
        optimum,
        None,
        plans,
        ("table", prior, tests, losses),
    )


def treed(cast: Cast, root: tuple[Any, ...], optimum: str) -> Problem:
    """A tree as it is."""
    functions, plans = [], {}
    for plan, poly in expanded(root):
        plans[plan] = len(functions)
        functions.append(poly)
    return Problem(tuple(cast.names), functions, cast.conditions, optimum, None, plans, ("tree", root))


@dataclass
class Looking:
    """Looking again and again before acting: a tree with the posterior chances, and its strategies with joint ones."""

    prior: list[Poly]
    rows: Table  # P(outcome | state) of each look, a row for each state
    outcomes: tuple[str, ...]
    values: Table  # of each action, a row for each state
    actions: tuple[str, ...]
    paid: Poly  # by each look

    def node(self, weights: list[Poly], looks: int, path: str, paid: Poly) -> tuple[Any, ...]:
        """Decide with these joint chances of the states, after what was seen."""
        total = plus(*weights)
        branches: dict[str, Any] = {}
        for a, action in enumerate(self.actions):
            ways = {
                f"s{i}": ((w, total), ("value", plus(paid, row[a])))
                for i, (w, row) in enumerate(zip(weights, self.values, strict=True))
            }
            branches[action] = ("chance", f"state after {path} {action}", ways)
        if looks:
            ways = {}
            for o, outcome in enumerate(self.outcomes):
                seen = [times(w, row[o]) for w, row in zip(weights, self.rows, strict=True)]
                more = plus(paid, self.paid)
                ways[outcome] = ((plus(*seen), total), self.node(seen, looks - 1, path + outcome, more))
            branches["look"] = ("chance", f"look {path}", ways)
        return ("decision", f"d{path}", branches)

    def strategies(
        self, weights: list[Poly], looks: int, path: str, paid: Poly
    ) -> Iterator[tuple[Plan, Poly]]:
        """Every strategy with its joint value."""
        for a, action in enumerate(self.actions):
            terms = [times(w, plus(paid, row[a])) for w, row in zip(weights, self.values, strict=True)]
            yield frozenset({(f"d{path}", action)}), plus(*terms)
        if looks:
            parts = []
            for o, outcome in enumerate(self.outcomes):
                seen = [times(w, row[o]) for w, row in zip(weights, self.rows, strict=True)]
                parts.append(list(self.strategies(seen, looks - 1, path + outcome, plus(paid, self.paid))))
            for chosen in product(*parts):
                plan = frozenset({(f"d{path}", "look")}).union(*(c[0] for c in chosen))
                yield plan, plus(*(c[1] for c in chosen))

    def problem(self, cast: Cast, looks: int, optimum: str) -> Problem:
        """The problem with at most so many looks."""
        functions, plans = [], {}
        for plan, poly in self.strategies(self.prior, looks, "", {}):
            plans[plan] = len(functions)
            functions.append(poly)
        root = self.node(self.prior, looks, "", {})
        return Problem(tuple(cast.names), functions, cast.conditions, optimum, None, plans, ("tree", root))


# --- the kinds ----------------------------------------------------------------------------------------------


def treating(cast: Cast) -> Problem:
    """Wait, treat by one or two treatments, or test first."""
    cast.play(h="loss", k="loss", c="cost", s="quality", e="quality")
    h, k, s, e = (cast[x] for x in "hkse")
    actions = [(h, {}), (k, k)]  # if ill, if well
    if cast.chance() < 0.5:  # a cheaper one that often fails
        actions.append((plus(times(cast.not_(e), h), cast.scaled(F(1, 2), k)), cast.scaled(F(1, 2), k)))
    else:
        actions[1] = (plus(times(cast.not_(e), h), k), k)
    if cast.chance() < 0.3:
        actions.append((plus(k, cast.number(1)), cast.scaled(2, k)))
    right = s if cast.chance() < 0.5 else cast.number(F(9, 10))
    tests = [("test", ("+", "-"), [[s, cast.not_(s)], [cast.not_(right), right]], cast["c"])]
    if cast.chance() < 0.3:
        better = [cast.number(F(19, 20)), cast.number(F(1, 20))]
        tests.append(("scan", ("seen", "not seen"), [better, better[::-1]], cast.scaled(2, cast["c"])))
    prior = [cast.p, cast.not_(cast.p)]
    return tabled(cast, prior, [list(row) for row in zip(*actions, strict=True)], tests)


def two_tests(cast: Cast) -> Problem:
    """Wait or treat after one test, or after two equal ones at once."""
    cast.play(h="loss", k="loss", c="cost", s="quality", t="quality")
    h, k, c, s = (cast[x] for x in "hkcs")
    right = s if cast.chance() < 0.5 else cast["t"]
    ill, well = [s, cast.not_(s)], [cast.not_(right), right]
    losses = [[h, k], [{}, k if cast.chance() < 0.5 else plus(k, cast.number(1))]]
    twice = [[times(a, a), cast.scaled(2, times(a, b)), times(b, b)] for a, b in (ill, well)]
    tests: list[Test] = [("both", ("++", "+-", "--"), twice, cast.scaled(2, c))]
    if cast.chance() < 0.6:
        tests.append(("one", ("+", "-"), [ill, well], c))
    return tabled(cast, [cast.p, cast.not_(cast.p)], losses, tests)


def testing_again(cast: Cast) -> Problem:
    """Wait, treat, or test; after the test the same again: a tree with posterior chances."""
    cast.play(h="loss", k="loss", c="cost", s="quality")
    h, k, s = (cast[x] for x in "hks")
    right = s if cast.chance() < 0.5 else cast.number(F(4, 5))
    rows = [[s, cast.not_(s)], [cast.not_(right), right]]
    values = [[h, k], [{}, k]]
    prior = [cast.p, cast.not_(cast.p)]
    cast.conditions = [(poly, ">") for poly, _ in cast.conditions]  # no division by zero
    return Looking(prior, rows, ("+", "-"), values, ("wait", "treat"), cast["c"]).problem(cast, 2, "min")


def genotypes(cast: Cast) -> Problem:
    """Hardy-Weinberg: nobody, everybody or those at risk are treated, perhaps after a test for the allele."""
    cast.play(h="loss", k="loss", g="loss", c="cost", s="quality")
    p, h, k, g = cast.p, cast["h"], cast["k"], cast["g"]
    q = cast.not_(p)
    prior = [times(q, q), cast.scaled(2, times(p, q)), times(p, p)]
    some = cast.maker.random.choice([{}, g, cast.scaled(F(1, 2), h), g])
    treated = cast.maker.random.choice([[k, k, k], [plus(k, g), k, k], [k, k, plus(k, g)]])
    actions = [[{}, some, h], treated]
    if cast.chance() < 0.5:  # a diet
        actions.append([cast.scaled(F(1, 2), k), cast.scaled(F(1, 2), k), plus(cast.scaled(F(1, 2), h), g)])
    if cast.chance() < 0.3:
        actions.append([plus(g, k), g, g])
    tests: list[Test] = []
    if cast.chance() < 0.5:
        s = cast["s"]
        rows = [[{}, cast.one], [s, cast.not_(s)], [cast.one, {}]]
        tests.append(("test", ("+", "-"), rows, cast["c"]))
    return tabled(cast, prior, [list(row) for row in zip(*actions, strict=True)], tests)


def binomial(cast: Cast, n: int) -> list[Poly]:
    """The chances of 0 to n successes."""
    found = []
    for k in range(n + 1):
        term = cast.number(comb(n, k))
        for i in range(n):
            term = times(term, cast.p if i < k else cast.not_(cast.p))
        found.append(term)
    return found


def lots(cast: Cast) -> Problem:
    """A lot of two to four pieces is accepted, rejected, or each piece inspected; perhaps one more way."""
    cast.play(h="loss", k="loss", c="cost", g="loss")
    h, k, c, g = (cast[x] for x in "hkcg")
    n = cast.maker.random.choice([2, 2, 3, 3, 4])
    accept = [cast.scaled(i, h) for i in range(n + 1)]
    if cast.chance() < 0.4:  # the first bad piece does all the harm
        accept = [{}, *[h] * n]
    elif cast.chance() < 0.4:  # only if all are bad, or most
        accept = [h if i > n // 2 else {} for i in range(n + 1)]
    reject = [cast.scaled(n - i, k) for i in range(n + 1)] if cast.chance() < 0.5 else [k] * (n + 1)
    inspect = [plus(cast.scaled(n, c), cast.scaled(i, g)) for i in range(n + 1)]
    actions = [accept, reject, inspect]
    if cast.chance() < 0.4:  # a guarantee: nothing unless more than one is bad
        actions.append([plus(k, c), plus(k, c), *[plus(g, cast.scaled(2, h))] * (n - 1)])
    return tabled(cast, binomial(cast, n), [list(row) for row in zip(*actions, strict=True)], [])


def selling(cast: Cast) -> Problem:
    """A newsvendor: so many ordered, so many asked for; what is left over and who goes away costs."""
    cast.play(h="loss", k="loss", c="cost")
    h, k, c = (cast[x] for x in "hkc")
    p, q = cast.p, cast.not_(cast.p)
    kind = cast.maker.random.randint(0, 2)
    if kind == 0:
        prior = binomial(cast, cast.maker.random.choice([2, 3]))
    elif kind == 1:  # geometric
        prior = [p, times(q, p), times(q, q)]
    else:
        prior = [cast.scaled(F(1, 2), p), cast.scaled(F(1, 2), p), q]
    quadratic = cast.chance() < 0.3

    def lost(ordered: int, asked: int) -> Poly:
        over, under = max(ordered - asked, 0), max(asked - ordered, 0)
        return plus(
            cast.scaled(over * over if quadratic else over, k), cast.scaled(under, h), cast.scaled(ordered, c)
        )

    most = cast.maker.random.choice([len(prior) - 1, len(prior)])
    return tabled(cast, prior, [[lost(a, d) for a in range(most + 1)] for d in range(len(prior))], [])


def insuring(cast: Cast) -> Problem:
    """No insurance, a full one, one with a deductible; two years, perhaps."""
    cast.play(h="loss", k="loss", d="loss", g="cost")
    h, k, d, g = (cast[x] for x in "hkdg")
    p, q = cast.p, cast.not_(cast.p)
    if cast.chance() < 0.5:  # two years
        prior = [times(q, q), cast.scaled(2, times(p, q)), times(p, p)]
        hurt = [0, 1, 2]
    else:  # small and large damages
        prior = [q, cast.scaled(F(3, 4), p), cast.scaled(F(1, 4), p)]
        hurt = [0, 1, 4]
    actions = [
        [cast.scaled(n, h) for n in hurt],
        [k] * 3,
        [plus(cast.scaled(F(1, 2), k), cast.scaled(min(n, 2), d)) for n in hurt],
    ]
    if cast.chance() < 0.5:  # prevention
        actions.append([plus(g, cast.scaled(F(n, 2), h)) for n in hurt])
    return tabled(cast, prior, [list(row) for row in zip(*actions, strict=True)], [])


def drilling(cast: Cast) -> Problem:
    """Oil: dry, wet or soaking; drill, sell the rights, do not drill, or sound first."""
    cast.play(h="loss", k="loss", c="cost", s="quality")
    h, k, s = (cast[x] for x in "hks")
    p, q = cast.p, cast.not_(cast.p)
    if cast.chance() < 0.5:
        prior = [q, cast.scaled(F(2, 3), p), cast.scaled(F(1, 3), p)]
    else:
        prior = [times(q, q), cast.scaled(2, times(p, q)), times(p, p)]
    drill = [minus({}, k), minus(h, k), minus(cast.scaled(3, h), k)]
    actions = [drill, [{}, {}, {}]]
    if cast.chance() < 0.4:
        actions.append([{}, cast.scaled(F(1, 4), h), cast.scaled(F(1, 4), h)])
    half = cast.number(F(1, 2))
    rows = [[cast.not_(s), s], [half, half], [s, cast.not_(s)]]
    sound: Test = ("sound", ("closed", "open"), rows, cast["c"])
    return tabled(cast, prior, [list(row) for row in zip(*actions, strict=True)], [sound], "max")


def waiting(cast: Cast) -> Problem:
    """Invest now, or wait and see whether the price rises, at most twice."""
    cast.play(h="loss", k="loss", c="cost", g="cost")
    h, k, c, g = (cast[x] for x in "hkcg")
    p = cast.p
    periods = cast.maker.random.choice([1, 2, 2, 3])

    def node(left: int, ups: int, path: str) -> tuple[Any, ...]:
        gone = cast.scaled(periods - left, c)
        now = minus(plus(cast.scaled(ups, h), g), plus(k, gone))
        if left:  # what it is worth now contains what may still come
            now = plus(now, cast.scaled(left, times(p, h)))
        branches: dict[str, Any] = {"invest": ("value", now), "never": ("value", minus({}, gone))}
        if left:
            ways = {
                "up": (p, node(left - 1, ups + 1, path + "u")),
                "down": (cast.not_(p), node(left - 1, ups, path + "d")),
            }
            branches["wait"] = ("chance", f"c{path}", ways)
        return ("decision", f"d{path}", branches)

    return treed(cast, node(periods, 0, ""), "max")


def playing(cast: Cast) -> Problem:
    """Two rounds of a safe arm or one that is perhaps good: what it pays first tells how good it is."""
    cast.play(h="loss", k="loss", s="quality", t="quality")
    h, k, s, t = (cast[x] for x in "hkst")
    p, q = cast.p, cast.not_(cast.p)
    safe = {"safe": ("value", cast.scaled(2, k))}

    def then(weights: tuple[Poly, Poly], won: int) -> tuple[Any, ...]:
        total = plus(*weights)
        again = plus(times(weights[0], s), times(weights[1], t))
        ways = {
            "win": ((again, total), ("value", cast.scaled(won + 1, h))),
            "lose": ((minus(total, again), total), ("value", cast.scaled(won, h))),
        }
        stay = ("value", plus(cast.scaled(won, h), k))
        return ("decision", f"after {won}", {"safe": stay, "again": ("chance", f"second {won}", ways)})

    seen = [(times(p, s), times(q, t)), (times(p, cast.not_(s)), times(q, cast.not_(t)))]
    first = {
        name: ((plus(*weights), cast.one), then(weights, won))
        for (name, won), weights in zip((("win", 1), ("lose", 0)), seen, strict=True)
    }
    root = ("decision", "first", {**safe, "try": ("chance", "first pull", first)})
    plans: dict[Any, int] = {frozenset({("first", "safe")}): 0}
    functions = [cast.scaled(2, k)]
    for after in product(("safe", "again"), repeat=2):
        terms = []
        for (good, bad), won, choice in zip(seen, (1, 0), after, strict=True):
            both = plus(good, bad)
            more = times(both, k) if choice == "safe" else times(plus(times(good, s), times(bad, t)), h)
            terms += [times(both, cast.scaled(won, h)), more]
        plans[frozenset({("first", "try"), ("after 1", after[0]), ("after 0", after[1])})] = len(functions)
        functions.append(plus(*terms))
    cast.conditions = [(poly, ">") for poly, _ in cast.conditions]  # no division by zero
    return Problem(tuple(cast.names), functions, cast.conditions, "max", None, plans, ("tree", root))


def spares(cast: Cast) -> Problem:
    """One part, two or three beside each other, two of three: each costs, a failure harms."""
    cast.play(h="loss", k="loss", c="cost", g="loss")
    h, k, c, g = (cast[x] for x in "hkcg")
    p = cast.p
    square, cube = times(p, p), times(times(p, p), p)
    ways = [
        plus(k, times(p, h)),
        plus(cast.scaled(2, k), times(square, h)),
        plus(cast.scaled(3, k), c, times(cube, h)),
        plus(cast.scaled(3, k), times(minus(cast.scaled(3, square), cast.scaled(2, cube)), h)),
        plus(k, c, times(square, plus(h, g))),
        plus(g, times(times(square, square), h)),
    ]
    chosen = cast.maker.random.sample(ways, cast.maker.random.randint(2, 4))
    if cast.chance() < 0.3:
        chosen.append({})
    return tabled(cast, [cast.one], [chosen], [])


KINDS: tuple[Callable[[Cast], Problem], ...] = (
    *(treating, two_tests, testing_again, genotypes, lots, selling),
    *(insuring, drilling, waiting, playing, spares),
)


def natural(maker: Maker, seed: int) -> Problem:
    """The problem with this seed: the kinds take turns."""
    return KINDS[seed % len(KINDS)](Cast(maker, maker.letters - 1))
