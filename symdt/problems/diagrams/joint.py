"""Joint: chance factors with P(state | parents' states), and the probability of what may be seen next, by Bayes' rule.

>>> from sympy import symbols
>>> from symdt.problems.tree import Decision
>>> p, a = symbols("p a")
>>> joint = Joint([
...     ChanceNode("oil", ["wet", "dry"], [], [p, "rest"]),
...     ChanceNode("test", ["+", "-"], ["oil"], {"wet": [a, "rest"], "dry": [1 - a, "rest"]}),
...     ChanceNode("price", ["high", "low"], [], [0.5, "rest"]),
... ])

A test that is seen before what it tests is turned round: P(+), and behind it P(wet | +).

>>> joint.probabilities("test")["+"]
2*a*p - a - p + 1
>>> joint.probabilities("oil", {"test": "+"})["wet"]
a*p/(2*a*p - a - p + 1)

`chance` makes the node of a tree; what comes next may depend on all that has been seen.

>>> def drill(seen):
...     return Decision("drill?", {"drill": joint.chance("oil", {"wet": 10, "dry": -1}, seen), "no": 0})
>>> tree = joint.chance("test", drill)
>>> [child.child("drill").name for child in tree.children()]
['oil | test=+', 'oil | test=-']

Laws: the probabilities of all states sum to one, whatever has been seen; what is independent of a factor does not
change its probabilities; P(a) P(b | a) = P(b) P(a | b).

>>> joint.probabilities("price", {"oil": "dry", "test": "-"}) == joint.probabilities("price")
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import product
from typing import Any

from sympy import Expr, Integer

from symdt.errors import BudgetError, TableError, did_you_mean, quote
from symdt.exact.field import Element, Field
from symdt.problems.belief import Belief
from symdt.problems.diagrams.node import ChanceNode
from symdt.problems.tree import Chance, Tree, Value, as_tree

#: Sums over more joint states than this are refused.
MAX_STATES = 1 << 16

#: What has been seen and decided: the state of each name.
Seen = Mapping[str, str]


class Joint:
    """The joint distribution of chance factors, any of which may depend on others (and on what is decided).

    >>> from symdt import ChanceNode, Joint
    >>> ill = ChanceNode("ill", ["yes", "no"], [], [0.01, "rest"])
    >>> test = ChanceNode("test", ["+", "-"], ["ill"], {"yes": [0.9, "rest"], "no": [0.1, "rest"]})
    >>> Joint([ill, test]).probabilities("ill", {"test": "+"})
    {'yes': 1/12, 'no': 11/12}
    """

    def __init__(self, factors: Iterable[ChanceNode], field: Field | None = None) -> None:
        """`factors`: a `ChanceNode` each, in any order; `field`: where to calculate, unless that of their letters."""
        self.factors = {f.name: f for f in factors}
        letters = {
            s for f in self.factors.values() for row in f.table.values() for e in row for s in e.free_symbols
        }
        self.field = field if field is not None else Field.of(letters)
        self.rows = {
            f.name: {k: [self.field.element(e) for e in row] for k, row in f.table.items()}
            for f in self.factors.values()
        }
        self._weights: dict[tuple[tuple[str, str], ...], Element] = {}

    def __repr__(self) -> str:
        return f"Joint({list(self.factors.values())!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Joint) and self.factors == other.factors

    def __hash__(self) -> int:
        return hash(tuple(self.factors))

    @property
    def belief(self) -> Belief:
        """The belief in the combinations of states, joined by ", ", in the order of the factors."""
        names = list(self.factors)
        whole = product(*(self.factors[n].states for n in names))
        return Belief({", ".join(s): self.weight(dict(zip(names, s, strict=True))) for s in whole})

    def ancestors(self, names: Iterable[str]) -> set[str]:
        """The factors on which these depend, and these; names that are no factor (decisions) included."""
        found: set[str] = set()
        stack = list(names)
        while stack:
            name = stack.pop()
            if name not in found:
                found.add(name)
                stack += self.factors[name].parents if name in self.factors else ()
        return found

    @cached_property
    def parts(self) -> dict[str, int]:
        """For each factor the number of its independent part: factors joined by dependence share one."""
        part = {name: i for i, name in enumerate(self.factors)}
        for name, factor in self.factors.items():
            for parent in factor.parents:
                if parent in part:
                    old, new = part[parent], part[name]
                    part = {n: new if i == old else i for n, i in part.items()}
        return part

    def relevant(self, names: Iterable[str], seen: Seen) -> dict[str, str]:
        """Of what has been seen, that which may say something about factors of these names."""
        wanted = {self.parts[n] for n in names}
        return {n: s for n, s in seen.items() if self.parts.get(n) in wanted}

    def weight(self, seen: Seen) -> Element:
        """The probability of the factors in `seen`, given the decisions in it: a sum over what is hidden."""
        needed = self.ancestors(n for n in seen if n in self.factors)
        key = tuple(sorted((n, s) for n, s in seen.items() if n in needed))
        if key not in self._weights:
            self._weights[key] = self._summed(dict(key), [n for n in self.factors if n in needed])
        return self._weights[key]

    def _summed(self, seen: Seen, chances: list[str]) -> Element:
        hidden = [n for n in chances if n not in seen]
        size = 1
        for n in hidden:
            size *= len(self.factors[n].states)
        if size > MAX_STATES:
            raise BudgetError(
                f"a probability sums over {size} hidden states: at most {MAX_STATES} are summed"
            )
        total = self.field.number(0)
        for states in product(*(self.factors[n].states for n in hidden)):
            world = {**seen, **dict(zip(hidden, states, strict=True))}
            term = self.field.number(1)
            for n in chances:
                row = self.rows[n][tuple(world[p] for p in self.factors[n].parents)]
                term = term * row[self.factors[n].states.index(world[n])]
                if term.is_zero:
                    break
            total = total + term
        return total

    def probabilities(self, name: str, seen: Seen | None = None) -> dict[str, Expr]:
        """P(state of a factor | what has been seen), for each of its states."""
        if name not in self.factors:
            raise TableError(f"there is no factor {quote(name)}: {did_you_mean(name, self.factors)}")
        past = dict(seen or {})
        for n, s in past.items():
            if n in self.factors and s not in self.factors[n].states:
                near = did_you_mean(s, self.factors[n].states)
                raise TableError(f"the factor {quote(n)} has no state {quote(s)}: {near}")
        if name in past:
            return {s: Integer(int(s == past[name])) for s in self.factors[name].states}
        joint = {s: self.weight({**past, name: s}) for s in self.factors[name].states}
        whole = sum(joint.values(), self.field.number(0))
        if whole.is_zero:
            raise TableError(f"what is seen before {quote(name)} has probability 0: nothing follows from it")
        return {s: (w / whole).to_expr() for s, w in joint.items()}

    def chance(
        self,
        name: str,
        ends: Callable[[dict[str, str]], Any] | Mapping[str, Any],
        seen: Seen | None = None,
        *,
        title: str = "",
    ) -> Chance:
        """The chance node at which a factor is seen.

        `ends`: for each state a node, a value, or a function of all that has been seen then; or one function for all.
        A `(node, payoff)` pays. `seen`: what has been seen before. `title`: the node's name, unless the factor's.
        """
        past = dict(seen or {})
        branches: dict[str, tuple[Any, Tree, Any]] = {}
        for state, p in self.probabilities(name, past).items():
            end = ends[state] if isinstance(ends, Mapping) else ends
            if p.is_zero:  # what cannot happen has no future
                branches[state] = (p, Value(0), 0)
                continue
            made = end({**past, name: state}) if callable(end) else end
            node, paid = made if isinstance(made, tuple) else (made, 0)
            branches[state] = (p, as_tree(node), paid)
        return Chance(known(title or name, past), branches, name if title else "")


def known(name: str, seen: Seen) -> str:
    """The name of a node with what is known there: `drill? | test=+`.

    >>> known("drill?", {"test": "+"})
    'drill? | test=+'
    """
    told = ", ".join(f"{n}={s}" for n, s in seen.items())
    return f"{name} | {told}" if told else name
