"""Problem: what every decision problem offers, whatever it is written as: a tree on a domain, and a direction.

A problem is a `domain` of its letters, an `optimum` ("min" for losses, "max" for utilities), a `tree`
of decisions, chances and values, and the `words` in which its strategies are told. Tables, trees,
influence diagrams and sequences of choices are kinds of it; a verb takes any of them, or says in one
line which kind it needs.

>>> from symdt.problems.tree import Chance, Decision
>>> from symdt.problems.tree_problem import TreeProblem
>>> from sympy import Rational, symbols
>>> r, s = symbols("r s")
>>> tree = Decision("umbrella?", {
...     "take": Chance("rain, with", {"rain": (r, 70), "dry": ("rest", 20)}),
...     "leave": Chance("rain, without", {"rain": (r, 0), "dry": ("rest", 100)})})
>>> problem = TreeProblem(tree, Domain("0 < r < 1"), "max", "Umbrella")
>>> problem.alternatives, problem.symbols
(('take', 'leave'), (r,))
>>> print(problem)
Umbrella: greatest expected utility where r > 0, r < 1
umbrella?
  take: (rain, with)
    rain [r]: 70
    dry [1 - r]: 20
  leave: (rain, without)
    rain [r]: 0
    dry [1 - r]: 100

A point fixes letters at numbers that the domain admits; `subs` puts any expressions for them.

>>> problem.at(r="1/2").tree.child("take").probability("rain")
1/2
>>> print(problem.subs(r, 1 - s).domain)
s < 1, s > 0

Laws: fixing letters one after the other is fixing them together, in any order; `problem.at(point)` is
`problem.subs(point)` inside the domain.

>>> problem.at({"r": "1/2"}) == problem.subs({r: Rational(1, 2)})
True
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self

from sympy import Symbol

from symdt.display import Displayed
from symdt.errors import DirectionWarning, DomainError, TableError, TreeError, quote, say_aloud
from symdt.exact.domain import Domain
from symdt.exact.field import Element
from symdt.exact.language.numerals import Numerals
from symdt.exact.optimum import Optimum
from symdt.exact.polynomial import substituted, to_rational
from symdt.problems.expressions import Change, changed_fields
from symdt.problems.tree import Tree, first_decision

if TYPE_CHECKING:
    from symdt.problems.processes.by_cycle import Policy


class Problem(Displayed):
    """What tables, trees, diagrams and sequences share; see `DecisionProblem` and `TreeProblem`.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": symbols("p")}), Domain("0 < p < 1"))
    >>> isinstance(problem, Problem), problem.kind, problem.alternatives
    (True, 'a table problem', ('wait', 'treat'))
    """

    #: What the kind is called in messages.
    kind: ClassVar[str]
    #: The tree is drawn behind the node ν0 of the data.
    has_data: ClassVar[bool] = False
    #: The attitude to risk of who decides: "exponential" or "logarithmic"; None where expected values are compared.
    attitude: str | None = None
    #: How numbers were written, where the problem was read from a file.
    numerals: Numerals = MappingProxyType({})
    #: The letter for the willingness to pay, where the problem was stated with costs and effects.
    willingness: str = ""

    if TYPE_CHECKING:

        @property
        def domain(self) -> Domain:
            """The values of the letters that are admitted."""

        @property
        def optimum(self) -> Optimum:
            """ "min" for losses, "max" for utilities."""

        @property
        def title(self) -> str:
            """What the problem is called; may be empty."""

        @property
        def tree(self) -> Tree:
            """The explicit tree of what is decided, what happens and what it is worth."""

    def changed(self, change: Change, domain: Domain) -> Self:
        """The problem with every expression changed, on another domain."""
        made = type(self)(**{**changed_fields(self, change), "domain": domain})
        if not self.numerals and not self.willingness:
            return made
        return made.as_written(self.numerals, willingness=self.willingness)

    def as_written(self, numerals: Numerals, *, willingness: str | None = None) -> Self:
        """The same problem, which knows how it was written: figures show its numbers so, files its costs and effects.

        numerals: the text of each number. willingness: the letter for the willingness to pay; None leaves it as it is.
        """
        made = copy(self)
        object.__setattr__(made, "numerals", numerals)
        if willingness is not None:
            object.__setattr__(made, "willingness", willingness)
        return made

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The letters, in order of declaration."""
        return self.domain.symbols

    @property
    def free_symbols(self) -> set[Symbol]:
        """The letters, as SymPy asks for them."""
        return set(self.symbols)

    @property
    def words(self) -> Mapping[str, str]:
        """How a strategy names decisions of the tree, where it does not use their own names."""
        return {}

    @property
    def alternatives(self) -> tuple[str, ...]:
        """What the first decision offers; nothing where chance comes first."""
        decision = first_decision(self.tree)
        return decision.actions if decision is not None else ()

    @property
    def risks_at_once(self) -> Mapping[str, Element] | None:
        """The expected value of each action where nothing is decided later; None where something may be."""
        return None

    def at(self, point: Mapping[Any, Any] | None = None, /, **values: Any) -> Self:
        """The problem with some letters fixed at numbers that the domain admits."""
        exact = self.domain.assigned({**(point or {}), **values})
        if not exact:
            return self
        rational = {s: to_rational(v) for s, v in exact.items()}
        return self.changed(lambda e: substituted(e, rational), self.domain.restricted_to(exact))

    def subs(self, *what: Any) -> Self:
        """The problem with letters replaced by expressions, as SymPy's `subs`: (old, new), a mapping or pairs."""
        new = self.domain.replacing(*what)
        return self.changed(lambda e: substituted(e, new), self.domain.subs(new))

    def restricted(self, *conditions: Any) -> Self:
        """The problem on the part of its domain where further conditions hold."""
        return self.changed(lambda e: e, self.domain.restricted(*conditions))

    def policy(
        self, strategy: Mapping[str, str], ties: Mapping[str, tuple[str, ...]] | None = None
    ) -> Policy | None:
        """A strategy told in the problem's own way; None where it is told decision by decision.

        strategy: the branch of each decision; ties: the decisions at which several are as good, with all of them.
        """
        del strategy, ties
        return None

    @property
    def headline(self) -> str:
        """The title, what is sought, and where."""
        sought = "least expected loss" if self.optimum == "min" else "greatest expected utility"
        where = f" where {self.domain}" if self.domain.conditions else ""
        return f"{self.title}: {sought}{where}" if self.title else f"{sought}{where}"

    def __str__(self) -> str:
        return f"{self.headline}\n{self.tree}"


def direction(optimum: Any, what: str) -> Optimum:
    """The direction that is said; where none is, losses are made least, and that is said aloud.

    >>> direction("max", "the tree")
    'max'
    """
    if optimum is None:
        say_aloud(
            f"{what} does not say its optimum, so its values are taken for losses and made least: "
            'say optimum = "max" or "min"',
            DirectionWarning,
        )
        return "min"
    if optimum not in ("min", "max"):
        raise TreeError(f"the optimum is {quote(optimum)}: use 'min' for losses or 'max' for utilities")
    return optimum


def domain_with(domain: Any, letters: Any) -> Domain:
    """The domain of a problem, all its letters included; an empty one is refused."""
    given = domain if domain is not None else Domain()
    if not isinstance(given, Domain):
        raise DomainError(f"the domain is {quote(given)}: give Domain(...)")
    whole = given.extended(letters)
    whole.witness  # noqa: B018 - an empty domain is refused here
    return whole


def needs(wanted: type, found: Any, verb: str, instead: str) -> None:
    """One clear error where a verb is given another kind of problem than it takes.

    >>> from symdt.problems.tree_problem import TreeProblem
    >>> needs(TreeProblem, 3, "fold_back", "give a tree")
    Traceback (most recent call last):
        ...
    symdt.errors.TableError: fold_back needs a tree problem and was given 'int': give a tree
    """
    if not isinstance(found, wanted):
        kind = found.kind if isinstance(found, Problem) else quote(type(found).__name__)
        named = getattr(wanted, "kind", wanted.__name__)
        raise TableError(f"{verb} needs {named} and was given {kind}: {instead}")
