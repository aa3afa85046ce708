"""Belief: a point of the probability simplex over finitely many states, with letters in it.

>>> from sympy import symbols
>>> p, s, c = symbols("p s c")
>>> prior = Belief({"ill": p, "well": "rest"})
>>> print(prior)
P(ill) = p, P(well) = 1 - p

Bayes' rule keeps every letter (§2.1: p(M|D) = p(M) p(D|M) / p(D)):

>>> prior.evidence({"ill": s, "well": 1 - c})
c*p - c + p*s - p + 1
>>> posterior = prior.condition({"ill": s, "well": 1 - c})
>>> posterior["ill"]
p*s/(c*p - c + p*s - p + 1)

A likelihood that does not depend on the state teaches nothing, and marginals undo products.

>>> prior.condition({"ill": s, "well": s}) == prior
True
>>> (prior @ posterior).marginal(0) == prior
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from sympy import Expr, Symbol

from symdt.display import Displayed
from symdt.errors import ProbabilityError, TableError, did_you_mean, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Element, Field
from symdt.exact.polynomial import as_expr, written
from symdt.problems.probabilities import check_nonnegative, completed

State = str | tuple[str, ...]


class Belief(Mapping[State, Expr], Displayed):
    """Probabilities of the states: expressions that sum to one; one of them may be given as "rest".

    >>> from sympy import symbols
    >>> p = symbols("p")
    >>> belief = Belief({"well": "rest", "sick": p})
    >>> belief["well"]
    1 - p
    >>> print(belief)
    P(well) = 1 - p, P(sick) = p
    """

    _probabilities: dict[State, Expr]
    _own: dict[State, Element]  # the same, in the field of their letters

    def __init__(self, probabilities: Mapping[Any, Any]) -> None:
        if not isinstance(probabilities, Mapping):
            if not hasattr(probabilities, "items"):  # a Series of pandas has them
                raise ProbabilityError(
                    f"the belief is {quote(probabilities)}: give each state its probability, Belief(dict(zip(states, array)))"
                )
            probabilities = dict(probabilities.items())
        self._probabilities, self._own = completed(probabilities, "the belief")

    def __getitem__(self, state: State) -> Expr:
        try:
            return self._probabilities[state]
        except KeyError:
            hint = did_you_mean(str(state), map(str, self._probabilities))
            raise TableError(f"the belief has no state {quote(state)}: {hint}") from None

    def __contains__(self, state: object) -> bool:
        return state in self._probabilities

    def __iter__(self) -> Iterator[State]:
        return iter(self._probabilities)

    def __len__(self) -> int:
        return len(self._probabilities)

    @property
    def states(self) -> tuple[State, ...]:
        """The states, in order."""
        return tuple(self._probabilities)

    @cached_property
    def symbols(self) -> frozenset[Symbol]:
        """The letters that occur."""
        return frozenset[Symbol]().union(*(e.free_symbols for e in self.values()))

    def elements(self, field: Field) -> dict[State, Element]:
        """The probabilities as elements of a field."""
        return {state: e.into(field) for state, e in self._own.items()}

    def evidence(self, likelihood: Mapping[Any, Any]) -> Expr:
        """The probability of an observation whose likelihood in each state is given."""
        return self._joint(likelihood)[1].to_expr()

    def condition(self, likelihood: Mapping[Any, Any]) -> Belief:
        """The posterior belief after an observation: Bayes' rule."""
        joint, total = self._joint(likelihood)
        if total.is_zero:
            raise ProbabilityError("the observation has probability 0 in every state: no posterior exists")
        return Belief({state: part / total for state, part in joint.items()})

    def _joint(self, likelihood: Mapping[Any, Any]) -> tuple[dict[State, Element], Element]:
        for state in likelihood:
            self[state]
        missing = [s for s in self if s not in likelihood]
        if missing:
            raise TableError(
                f"the likelihood gives nothing for state {quote(missing[0])}: give one for each state"
            )
        given = {s: as_expr(likelihood[s]) for s in self}
        field = Field.of(self.symbols.union(*(e.free_symbols for e in given.values())))
        joint = {s: e.into(field) * field.element(given[s]) for s, e in self._own.items()}
        return joint, sum(joint.values(), field.number(0))

    def __matmul__(self, other: Belief) -> Belief:
        """The belief over pairs of states that are independent."""
        field = Field.of(self.symbols | other.symbols)
        return Belief(
            {
                (*_parts(a), *_parts(b)): pa.into(field) * pb.into(field)
                for a, pa in self._own.items()
                for b, pb in other._own.items()
            }
        )

    product = __matmul__

    def marginal(self, *positions: int) -> Belief:
        """The belief about some components of product states."""
        field = Field.of(self.symbols)
        sums: dict[State, Element] = {}
        for state, probability in self._own.items():
            parts = _parts(state)
            if any(not -len(parts) <= i < len(parts) for i in positions):
                raise TableError(
                    f"the state {quote(state)} has {len(parts)} components: use positions below that"
                )
            key: State = tuple(parts[i] for i in positions)
            key = key[0] if len(key) == 1 else key
            sums[key] = sums.get(key, field.number(0)) + probability.into(field)
        return Belief(sums)

    def along(self, state: State, letter: Any) -> Belief:
        """The beliefs on the line from the certainty of one state through this belief: P(state) = 1 - letter.

        All other states keep their proportions; at `letter = 1 - P(state)` it is this belief.

        >>> from sympy import symbols
        >>> print(Belief({"M0": 0.5, "M1": 0.3, "M2": 0.2}).along("M0", symbols("p")))
        P(M0) = 1 - p, P(M1) = 3*p/5, P(M2) = 2*p/5
        """
        new = as_expr(letter)
        field = Field.of(self.symbols | new.free_symbols)
        others = 1 - field.element(self[state])
        if others.is_zero:
            raise ProbabilityError(f"the belief is certain of state {quote(state)}: no line leads through it")
        family = {
            s: (1 - new if s == state else (field.element(new) * field.element(e) / others).to_expr())
            for s, e in self.items()
        }
        return Belief(family)

    def check(self, domain: Domain) -> None:
        """An error if a probability is negative, or undefined, somewhere on the domain."""
        for state, probability in self._own.items():
            check_nonnegative(probability, domain, f"the probability of state {quote(state)}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Belief):
            return NotImplemented
        if self.states != other.states:
            return False
        field = Field.of(self.symbols | other.symbols)
        return self.elements(field) == other.elements(field)

    def __hash__(self) -> int:
        return hash(self.states)

    def __str__(self) -> str:
        return ", ".join(f"P({label(s)}) = {e}" for s, e in self.items())

    def __repr__(self) -> str:
        return f"Belief({written(self._probabilities)})"


def label(state: State) -> str:
    """The name of a state; components of a product are joined by commas."""
    return state if isinstance(state, str) else ", ".join(state)


def _parts(state: State) -> tuple[str, ...]:
    return (state,) if isinstance(state, str) else state
