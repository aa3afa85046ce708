"""symdt: symbolic decision analysis.

Write a decision problem with letters instead of numbers; get back the exact rule for all values
of the letters, the tree folded back, the identities behind it, figures, proofs and, on data, the
network that the rule chooses.

>>> from sympy import symbols
>>> from symdt import Belief, DecisionProblem, Domain, LossTable, risks
>>> p, l01, l10 = symbols("p l01 l10")
>>> loss = LossTable(["M0", "M1"], ["a0", "a1"], [[0, l01], [l10, 0]])
>>> problem = DecisionProblem(loss, Belief({"M0": "rest", "M1": p}), Domain("0 < p < 1"))
>>> risks(problem)
{'a0': l10*p, 'a1': -l01*p + l01}
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from symdt import display as _display

# Notebooks ask the show wing for formulas and pictures; it is entered only then.
_display.wing = "symdt.show.notebook"

__version__ = "0.1.0"

# The public names and the rooms they live in. A room is entered when one of its names is first
# used, so that `import symdt` costs little more than SymPy itself.
_ROOMS = {
    "algebra": ("equal",),
    "attitude": (
        "Exponential",
        "Logarithmic",
        "certainty_equivalent",
        "optimal_under",
        "tolerance_rule",
        "wealth_rule",
    ),
    "belief": ("Belief",),
    "claims": ("verify",),
    "certificate": ("certify",),
    "criteria": ("hurwicz", "minimax", "minimax_regret"),
    "dirichlet": ("evidence",),
    "disintegration": ("disintegrate",),
    "domain": ("Domain",),
    "dominance": ("dominated", "first_order", "second_order", "state_by_state"),
    "errors": ("SymdtError",),
    "foldback": ("Solved", "fold_back"),
    "identities": ("risk_identities",),
    "influence": ("ChanceNode", "DecisionNode", "InfluenceDiagram", "ValueNode", "observation_value"),
    "influence_file": ("load_foreign",),
    "information": ("InformationValue", "evpi", "evppi", "evsi"),
    "lattice": ("ModelSpace",),
    "learn.counts": ("Counts", "tabulate"),
    "learn.exact": ("belief_from_data",),
    "learn.k2": ("K2Search", "k2"),
    "learn.selection": ("Selection", "select_network"),
    "loss": ("LossTable", "direct_sum"),
    "models": ("Model",),
    "numeric": ("evaluate",),
    "outcomes": ("RiskProfile", "risk_profile"),
    "problem": ("DecisionProblem", "Experiment", "to_tree"),
    "problem_file": ("load_problem",),
    "proof": ("Proved", "Refuted", "Undecided", "argmin", "prove"),
    "risk": ("bayes_action", "bayes_actions", "bayes_risk", "risks"),
    "rules": ("DecisionRule", "decision_regions", "decision_rule", "risk_orderings"),
    "sample": ("Sample",),
    "sampling": ("sample_value", "sampling_experiment", "stopping"),
    "sensitivity": ("one_way", "tornado_data", "two_way"),
    "sequential": ("SequentialProblem", "sequential_tree"),
    "simulation": ("Law", "acceptability", "simulate"),
    "stability": ("stability_radius",),
    "syntax": ("parse",),
    "tree": ("Chance", "Decision", "Value"),
    "tree_problem": ("TreeProblem",),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "__version__",
    *sorted(_ROOM_OF),
]

if TYPE_CHECKING:
    from symdt.algebra import equal as equal
    from symdt.attitude import Exponential as Exponential
    from symdt.attitude import Logarithmic as Logarithmic
    from symdt.attitude import certainty_equivalent as certainty_equivalent
    from symdt.attitude import optimal_under as optimal_under
    from symdt.attitude import tolerance_rule as tolerance_rule
    from symdt.attitude import wealth_rule as wealth_rule
    from symdt.belief import Belief as Belief
    from symdt.certificate import certify as certify
    from symdt.claims import verify as verify
    from symdt.criteria import hurwicz as hurwicz
    from symdt.criteria import minimax as minimax
    from symdt.criteria import minimax_regret as minimax_regret
    from symdt.dirichlet import evidence as evidence
    from symdt.disintegration import disintegrate as disintegrate
    from symdt.domain import Domain as Domain
    from symdt.dominance import dominated as dominated
    from symdt.dominance import first_order as first_order
    from symdt.dominance import second_order as second_order
    from symdt.dominance import state_by_state as state_by_state
    from symdt.errors import SymdtError as SymdtError
    from symdt.foldback import Solved as Solved
    from symdt.foldback import fold_back as fold_back
    from symdt.identities import risk_identities as risk_identities
    from symdt.influence import ChanceNode as ChanceNode
    from symdt.influence import DecisionNode as DecisionNode
    from symdt.influence import InfluenceDiagram as InfluenceDiagram
    from symdt.influence import ValueNode as ValueNode
    from symdt.influence import observation_value as observation_value
    from symdt.influence_file import load_foreign as load_foreign
    from symdt.information import InformationValue as InformationValue
    from symdt.information import evpi as evpi
    from symdt.information import evppi as evppi
    from symdt.information import evsi as evsi
    from symdt.lattice import ModelSpace as ModelSpace
    from symdt.learn.counts import Counts as Counts
    from symdt.learn.counts import tabulate as tabulate
    from symdt.learn.exact import belief_from_data as belief_from_data
    from symdt.learn.k2 import K2Search as K2Search
    from symdt.learn.k2 import k2 as k2
    from symdt.learn.selection import Selection as Selection
    from symdt.learn.selection import select_network as select_network
    from symdt.loss import LossTable as LossTable
    from symdt.loss import direct_sum as direct_sum
    from symdt.models import Model as Model
    from symdt.numeric import evaluate as evaluate
    from symdt.outcomes import RiskProfile as RiskProfile
    from symdt.outcomes import risk_profile as risk_profile
    from symdt.problem import DecisionProblem as DecisionProblem
    from symdt.problem import Experiment as Experiment
    from symdt.problem import to_tree as to_tree
    from symdt.problem_file import load_problem as load_problem
    from symdt.proof import Proved as Proved
    from symdt.proof import Refuted as Refuted
    from symdt.proof import Undecided as Undecided
    from symdt.proof import argmin as argmin
    from symdt.proof import prove as prove
    from symdt.risk import bayes_action as bayes_action
    from symdt.risk import bayes_actions as bayes_actions
    from symdt.risk import bayes_risk as bayes_risk
    from symdt.risk import risks as risks
    from symdt.rules import DecisionRule as DecisionRule
    from symdt.rules import decision_regions as decision_regions
    from symdt.rules import decision_rule as decision_rule
    from symdt.rules import risk_orderings as risk_orderings
    from symdt.sample import Sample as Sample
    from symdt.sampling import sample_value as sample_value
    from symdt.sampling import sampling_experiment as sampling_experiment
    from symdt.sampling import stopping as stopping
    from symdt.sensitivity import one_way as one_way
    from symdt.sensitivity import tornado_data as tornado_data
    from symdt.sensitivity import two_way as two_way
    from symdt.sequential import SequentialProblem as SequentialProblem
    from symdt.sequential import sequential_tree as sequential_tree
    from symdt.simulation import Law as Law
    from symdt.simulation import acceptability as acceptability
    from symdt.simulation import simulate as simulate
    from symdt.stability import stability_radius as stability_radius
    from symdt.syntax import parse as parse
    from symdt.tree import Chance as Chance
    from symdt.tree import Decision as Decision
    from symdt.tree import Value as Value
    from symdt.tree_problem import TreeProblem as TreeProblem


def __getattr__(name: str) -> Any:
    room = _ROOM_OF.get(name)
    if room is None:
        raise AttributeError(f"module 'symdt' has no attribute {name!r}")
    return getattr(import_module(f"symdt.{room}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
