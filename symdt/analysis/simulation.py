"""Probabilistic sensitivity: letters drawn from distributions, the tree folded back for all draws at once.

The letters that one is unsure of get distributions; each draw makes the tree a tree of numbers,
and folding it back says which action is optimal there. Floating point, vectorised over the draws.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> from symdt.problems.tree import Chance, Decision
>>> r = symbols("r")
>>> tree = Decision("umbrella?", {
...     "take": Chance("with", {"rain": (r, 70), "dry": ("rest", 20)}),
...     "leave": Chance("without", {"rain": (r, 0), "dry": ("rest", 100)})})
>>> from symdt.problems.tree_problem import TreeProblem
>>> problem = TreeProblem(tree, Domain("0 < r < 1"), "max")
>>> answer = simulate(problem, {"r": Law("beta", 2, 3)}, draws=20_000, seed=1)
>>> answer.action, round(answer.optimal["leave"], 2)
('leave', 0.74)

The expected loss of deciding now is what knowing the letters would be worth, on average.

>>> abs(answer.loss_now - 9604/1875) < 4*answer.loss_now_error  # the integral, in closed form
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from symdt.display import Displayed
from symdt.errors import DomainError, did_you_mean, quote
from symdt.exact.arrays import plan, walk
from symdt.exact.optimum import Optimum, better
from symdt.problems.problem import Problem
from symdt.problems.tree import Tree, first_decision
from symdt.solve.fold_arrays import action_values

#: More draws than this are refused.
MAX_DRAWS = 10**8

_LAWS = (
    "beta",
    "binomial",
    "chisquare",
    "dirichlet",
    "exponential",
    "gamma",
    "gumbel",
    "laplace",
    "logistic",
    "lognormal",
    "multivariate_normal",
    "normal",
    "pareto",
    "poisson",
    "triangular",
    "uniform",
    "weibull",
)


@dataclass(frozen=True)
class Law:
    """A distribution of NumPy's generator by name, with its parameters: `Law("beta", 2, 3)`.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> r = symbols("r")
    >>> problem = DecisionProblem(table, Belief({"rain": r, "dry": "rest"}), Domain("0 < r < 1"))
    >>> from symdt import simulate
    >>> simulate(problem, {"r": Law("uniform", 0, 0.1)}, draws=100).action
    'leave'
    """

    name: str
    parameters: tuple[Any, ...]

    def __init__(self, name: str, *parameters: Any) -> None:
        if name not in _LAWS:
            raise DomainError(f"{quote(name)} is no distribution known here: {did_you_mean(name, _LAWS)}")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "parameters", parameters)

    def __repr__(self) -> str:
        return f"Law({', '.join(map(repr, (self.name, *self.parameters)))})"

    def draw(self, chance: Any, size: int) -> Any:
        """`size` draws from the generator."""
        numbers: list[Any] = [p if isinstance(p, list | tuple) else float(p) for p in self.parameters]
        if self.name == "binomial":
            numbers[0] = int(numbers[0])
        try:
            return getattr(chance, self.name)(*numbers, size=size)
        except (TypeError, ValueError) as error:
            raise DomainError(
                f"{self.name}{tuple(self.parameters)} cannot be drawn from ({error}): correct its parameters"
            ) from None


#: A law, a function of (generator, size), an array of draws, or a number.
Distribution = Law | Callable[[Any, int], Any] | Sequence[float] | float


@dataclass(frozen=True, eq=False)
class Simulation:
    """The values of every action in every draw, and what follows from them.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": symbols("p")}), Domain("0 < p < 1"))
    >>> simulate(problem, {"p": Law("uniform", 0, 0.05)}, draws=100).optimal
    {'wait': 1.0, 'treat': 0.0}
    """

    optimum: Optimum
    actions: tuple[str, ...]
    values: Any = field(repr=False)  # draws × actions
    letters: Mapping[str, Any] = field(repr=False)
    refused: int = 0  # draws outside the domain that were replaced

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Simulation):
            return NotImplemented
        import numpy as np

        mine, theirs = ((s.optimum, s.actions, s.refused, sorted(s.letters)) for s in (self, other))
        if mine != theirs or not np.array_equal(self.values, other.values):
            return False
        return all(np.array_equal(self.letters[n], other.letters[n]) for n in self.letters)

    def __hash__(self) -> int:
        return hash((self.optimum, self.actions, self.refused))

    @property
    def draws(self) -> int:
        """How many draws there are."""
        return int(self.values.shape[0])

    @property
    def means(self) -> dict[str, float]:
        """The mean value of each action."""
        return dict(zip(self.actions, map(float, self.values.mean(axis=0)), strict=True))

    @property
    def action(self) -> str:
        """The action that is best on average: what to do now."""
        means = self.means
        best: str = better(self.optimum)(means, key=lambda a: means[a])
        return best

    @property
    def best(self) -> Any:
        """The position of the optimal action in each draw; the first where several tie."""
        return self.values.argmin(axis=1) if self.optimum == "min" else self.values.argmax(axis=1)

    @property
    def optimal(self) -> dict[str, float]:
        """The share of draws in which each action is optimal."""
        import numpy as np

        counts = np.bincount(self.best, minlength=len(self.actions))
        return {a: float(c) / self.draws for a, c in zip(self.actions, counts, strict=True)}

    @property
    def optimal_error(self) -> dict[str, float]:
        """The standard error of each share."""
        return {a: (p * (1 - p) / self.draws) ** 0.5 for a, p in self.optimal.items()}

    @property
    def losses(self) -> Any:
        """In each draw, by how much the action that is best on average falls short of the optimum."""
        here = self.values[:, self.actions.index(self.action)]
        if self.optimum == "min":
            return here - self.values.min(axis=1)
        return self.values.max(axis=1) - here

    @property
    def loss_now(self) -> float:
        """The expected loss of deciding now: the value of perfect information about the letters."""
        return float(self.losses.mean())

    @property
    def loss_now_error(self) -> float:
        """The standard error of `loss_now`."""
        return float(self.losses.std(ddof=1) / self.draws**0.5)

    def __str__(self) -> str:
        lines = [f"{self.draws} draws: {self.action} is best on average, {self.means[self.action]:.6g}"]
        lines += [f"  {a} is optimal in {p:.1%} of them" for a, p in self.optimal.items()]
        lines.append(f"expected loss of deciding now {self.loss_now:.4g} ± {self.loss_now_error:.2g}")
        return "\n".join(lines)


def simulate(
    problem: Problem,
    distributions: Mapping[Any, Distribution],
    *,
    draws: int = 100_000,
    seed: int = 1998,
    truncate: bool = False,
) -> Simulation:
    """The value of every action in each of `draws` draws of the letters, and which action is optimal.

    A key may be a tuple of letters drawn together, dependent: `{("a", "b", "c"): Law("dirichlet",
    [1, 2, 3])}`. A draw outside the domain is an error unless `truncate` is given; then it is
    drawn again, that is, the distributions are conditioned on the domain.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> r = symbols("r")
    >>> problem = DecisionProblem(table, Belief({"rain": r, "dry": "rest"}), Domain("0 < r < 1"))
    >>> simulate(problem, {"r": Law("uniform", 0, 0.1)}, draws=100).action
    'leave'
    """
    if not 1 <= draws <= MAX_DRAWS:
        raise DomainError(f"{quote(draws)} draws are asked for: use 1 to {MAX_DRAWS}")
    letters, refused = _draw(problem, distributions, draws, seed, truncate)
    tree, optimum = problem.tree, problem.optimum
    return Simulation(optimum, _actions(tree), action_values(tree, letters, optimum), letters, refused)


@dataclass(frozen=True)
class Acceptability(Displayed):
    """For each value of one letter, the share of draws in which each action is optimal.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": symbols("p")}), Domain("0 < p < 1"))
    >>> acceptability(problem, "p", [0.05, 0.5], {}, draws=10).best
    ('wait', 'treat')
    """

    parameter: str
    grid: tuple[float, ...]
    shares: Mapping[str, tuple[float, ...]]
    best: tuple[str, ...]  # the action that is best on average at each value: the frontier

    def __hash__(self) -> int:
        return hash((self.parameter, self.grid, self.best))

    def __str__(self) -> str:
        head = f"{self.parameter:>12}" + "".join(f"  {a:>12}" for a in self.shares)
        rows = [
            f"{x:>12.6g}" + "".join(f"  {self.shares[a][i]:>12.4f}" for a in self.shares)
            for i, x in enumerate(self.grid)
        ]
        return "\n".join([head, *rows])


def acceptability(
    problem: Problem,
    letter: Any,
    grid: Sequence[Any],
    distributions: Mapping[Any, Distribution],
    *,
    draws: int = 10_000,
    seed: int = 1998,
    truncate: bool = False,
) -> Acceptability:
    """The acceptability curve: the probability that each action is optimal, as one `letter` goes along a `grid`.

    The same draws of the other letters serve all values, so the curves are smooth.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> table = LossTable(["rain", "dry"], ["take", "leave"], [[70, 0], [20, 100]], "max")
    >>> r = symbols("r")
    >>> problem = DecisionProblem(table, Belief({"rain": r, "dry": "rest"}), Domain("0 < r < 1"))
    >>> acceptability(problem, "r", [0.25, 0.75], {}, draws=10).best
    ('leave', 'take')
    """
    name = getattr(letter, "name", str(letter))
    numbers = [float(x) for x in grid]
    if not numbers:
        raise DomainError("the grid has no values: give at least one")
    rows: list[dict[str, float]] = []
    best: list[str] = []
    for x in numbers:
        one = simulate(problem, {**distributions, name: x}, draws=draws, seed=seed, truncate=truncate)
        rows.append(one.optimal)
        best.append(one.action)
    shares = {a: tuple(row[a] for row in rows) for a in rows[0]}
    return Acceptability(name, tuple(numbers), shares, tuple(best))


# --- drawing ----------------------------------------------------------------------------------


def _draw(
    problem: Problem, distributions: Mapping[Any, Distribution], draws: int, seed: int, truncate: bool
) -> tuple[dict[str, Any], int]:
    import numpy as np

    known = {s.name for s in problem.symbols}
    given: list[tuple[tuple[str, ...], Distribution]] = []
    for key, law in distributions.items():
        keys = key if isinstance(key, tuple) else (key,)
        given.append((tuple(getattr(k, "name", str(k)) for k in keys), law))
    named = [n for names, _ in given for n in names]
    odd = next((n for n in named if n not in known), None)
    if odd is not None:
        raise DomainError(f"{quote(odd)} is no parameter: {did_you_mean(odd, known)}")
    missing = sorted(known - set(named))
    if missing:
        raise DomainError(f"no distribution is given for {quote(missing[0])}: give one, or a number")
    chance = np.random.default_rng(seed)
    letters = {n: np.empty(0) for n in named}
    refused, attempts = 0, 0
    while next(iter(letters.values()), np.empty(draws)).size < draws:
        attempts += 1
        batch: dict[str, Any] = {}
        for names, law in given:
            batch |= _batch(names, law, chance, draws)
        inside = _inside(problem, batch, draws)
        outside = int(draws - inside.sum())
        if outside and not truncate:
            raise DomainError(
                f"{outside} of {draws} draws lie outside the domain: use other distributions, or truncate=True"
            )
        if attempts > 100:
            raise DomainError("too few draws lie in the domain: use distributions that fit it better")
        refused += outside
        letters = {n: np.concatenate([letters[n], batch[n][inside]])[:draws] for n in named}
    return letters, refused


def _batch(names: tuple[str, ...], law: Distribution, chance: Any, draws: int) -> dict[str, Any]:
    import numpy as np

    if isinstance(law, Law):
        numbers = np.asarray(law.draw(chance, draws), dtype=float)
    elif callable(law):
        numbers = np.asarray(law(chance, draws), dtype=float)
    elif hasattr(law, "__len__"):
        numbers = np.asarray(law, dtype=float)
    else:
        numbers = np.full(draws, float(law))
    table = numbers.reshape(numbers.shape[0], -1) if numbers.ndim else numbers
    if numbers.ndim not in (1, 2) or table.shape != (draws, len(names)):
        raise DomainError(
            f"the draws of {', '.join(names)} have shape {numbers.shape}: expected {draws} rows of {len(names)}"
        )
    return {n: table[:, i] for i, n in enumerate(names)}


def _inside(problem: Problem, batch: Mapping[str, Any], draws: int) -> Any:
    import numpy as np

    inside = np.ones(draws, dtype=bool)
    given = [batch[n] for n in problem.domain.field.names]
    for condition in problem.domain.conditions:
        height = np.broadcast_to(walk(plan(condition.poly), given), (draws,))
        if condition.op == "==":
            inside &= np.abs(height) <= 1e-9
        else:
            inside &= {">": height > 0, ">=": height >= 0, "!=": height != 0}[condition.op]
    return inside


def _actions(tree: Tree) -> tuple[str, ...]:
    decision = first_decision(tree)
    return decision.actions if decision is not None else ("value",)
