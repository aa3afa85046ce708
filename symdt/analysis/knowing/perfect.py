"""Perfect information where a problem has it: its value, or in words why there is none.

>>> from symdt import Chance, Decision, Domain, TreeProblem
>>> from sympy import symbols
>>> r = symbols("r")
>>> rain = Chance("rain", {"rain": (r, 0), "dry": ("rest", 100)})
>>> umbrella = TreeProblem(Decision("umbrella?", {"take": 20, "leave": rain}), Domain("0 < r < 1"), "max")
>>> found = perfect_information(umbrella)
>>> found.at(r="1/4")
5
"""

from __future__ import annotations

from symdt.analysis.attitude.attitude_problem import AttitudeProblem
from symdt.analysis.knowing.information import evpi
from symdt.analysis.knowing.worth import SECONDS, InformationValue
from symdt.analysis.knowing.worth_by_parts import ValueByParts
from symdt.errors import BudgetError, SymdtError
from symdt.problems.conjugates.arms_problem import ArmsProblem
from symdt.problems.conjugates.normal_problem import NormalProblem
from symdt.problems.conjugates.sampling_problem import SamplingProblem
from symdt.problems.problem import Problem
from symdt.problems.processes.process import ProcessProblem

#: What might be known of a problem that has neither states nor events, so that no finite list of it can be learnt.
WHY: tuple[tuple[type[Problem], str], ...] = (
    (
        ArmsProblem,
        "what is not known is the rate of an arm, any number between 0 and 1, and no state or event",
    ),
    (
        SamplingProblem,
        "what is not known is a rate, any number between 0 and 1, and no state or event; what data are worth is part of "
        "the problem itself",
    ),
    (NormalProblem, "what is not known is a mean, any number, and no state or event"),
    (
        ProcessProblem,
        "chance comes anew in every period of a process, and no state is there to be learnt once",
    ),
    (
        AttitudeProblem,
        "with an attitude to risk the worth of information is the price that makes it indifferent, and no difference of "
        "two expected values",
    ),
)


def perfect_information(problem: Problem, *, seconds: float = SECONDS) -> InformationValue | str:
    """The value of learning all states or events first, or in words why the problem has none.

    problem: of any kind; seconds: of computing time, after which there is no value either.
    """
    try:
        found = evpi(problem, seconds=seconds)
    except BudgetError:
        return "it is not found within the limits of time and size"
    except SymdtError as error:
        return next((why for kind, why in WHY if isinstance(problem, kind)), str(error))
    if isinstance(found, ValueByParts):
        return "it is told for each part of the domain, by `symdt value`"
    return found if found.is_exact else "it is not found within the limits of time and size"
