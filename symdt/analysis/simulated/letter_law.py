"""Law: a distribution of a letter by its name and parameters, or the text of one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from symdt.errors import DomainError, FileError, did_you_mean, quote
from symdt.exact.polynomial import to_fraction, to_number

_LAW = re.compile(r"\s*([A-Za-z_]+)\s*\(([^()]*)\)\s*")
#: The laws by name, as NumPy's generator knows them, and what their parameters are, in order.
_LAWS = {
    "beta": "a, b",
    "binomial": "trials, chance",
    "chisquare": "degrees of freedom",
    "dirichlet": "counts",
    "exponential": "mean",
    "gamma": "shape, scale",
    "gumbel": "location, scale",
    "laplace": "location, scale",
    "logistic": "location, scale",
    "lognormal": "mean and standard deviation of the logarithm",
    "multivariate_normal": "means, covariances",
    "normal": "mean, standard deviation",
    "pareto": "shape",
    "poisson": "mean",
    "triangular": "least, likeliest, greatest",
    "uniform": "from, to",
    "weibull": "shape",
}


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
                f"{self.name}({', '.join(map(str, self.parameters))}) cannot be drawn from ({error}): "
                f"its parameters are {_LAWS[self.name]}"
            ) from None


def law_of(letter: str, given: Any) -> Law:
    """The law that a text denotes, as `[laws]` of a file writes it.

    letter: whose law it is; given: the text. Names may begin with a capital, as they do under `[belief]`; but for
    Gamma, whose second parameter is a rate there and a scale here.

    >>> law_of("p", "beta(2, 3)"), law_of("h", "Uniform(1, 2)")
    (Law('beta', 2.0, 3.0), Law('uniform', 1.0, 2.0))
    """
    match = _LAW.fullmatch(given) if isinstance(given, str) else None
    if match is None:
        raise FileError(f"the law of {quote(letter)} is {quote(given)}: write one such as 'beta(2, 3)'")
    if match[1] == "Gamma":
        raise FileError(
            f"the law of {quote(letter)} is {quote(given)}: Gamma(shape, rate) is a law of [belief]; "
            "write gamma(shape, scale) here, where the scale is 1/rate"
        )
    words = [word for word in match[2].split(",") if word.strip()]
    try:
        numbers = [float(to_fraction(to_number(word.strip()))) for word in words]
    except OverflowError:
        raise FileError(
            f"the law of {quote(letter)} has a number that is too large: use one below 1e300"
        ) from None
    return Law(match[1].lower(), *numbers)
