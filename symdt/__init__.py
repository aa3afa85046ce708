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
    "exact.field": ("equal",),
    "analysis.attitude.utility": ("Exponential", "Logarithmic", "certainty_equivalent"),
    "analysis.attitude.optimal_under": ("OptimalUnder", "optimal_under"),
    "analysis.attitude.tolerance": ("tolerance_rule",),
    "analysis.attitude.wealth": ("wealth_rule",),
    "analysis.attitude.attitude_rule": ("AttitudeRule",),
    "problems.belief": ("Belief",),
    "paper.statements": ("verify",),
    "claims.claim": ("Result",),
    "solve.certificate": ("certify",),
    "analysis.criteria": ("Criterion", "hurwicz", "laplace", "minimax", "minimax_regret"),
    "networks.evidence": ("evidence",),
    "networks.losses.disintegration": ("Disintegration", "disintegrate"),
    "exact.domain": ("Domain",),
    "analysis.dominance": ("Dominated", "dominated", "state_by_state"),
    "analysis.stochastic_dominance": ("first_order", "second_order"),
    "errors": ("SymdtError",),
    "solve.foldback": ("fold_back",),
    "solve.solved": ("Optimal", "Solved"),
    "networks.losses.identities": ("Identity", "RiskIdentities", "risk_identities"),
    "problems.diagrams.diagram": ("ChanceNode", "DecisionNode", "InfluenceDiagram", "ValueNode"),
    "analysis.knowing.experiments": ("observation_value",),
    "formats.foreign.foreign": ("load_foreign",),
    "analysis.knowing.information": ("evpi", "evppi", "evsi"),
    "analysis.knowing.worth": ("InformationValue",),
    "networks.space": ("ModelSpace",),
    "learn.acyclic.bayes": ("BayesNetwork", "bayes_network"),
    "learn.counts": ("Counts", "tabulate"),
    "learn.dags.without_order": ("DagSelection",),
    "learn.exact": ("belief_from_data",),
    "learn.k2": ("K2Search", "k2"),
    "learn.selection": ("Selection", "select_network"),
    "problems.loss": ("LossTable",),
    "problems.loss_sum": ("direct_sum",),
    "problems.models.model": ("Model",),
    "analysis.profile": ("RiskProfile", "risk_profile"),
    "problems.table": ("DecisionProblem",),
    "problems.experiment": ("Experiment",),
    "formats.problem": ("load_problem",),
    "show.page": ("Page", "explore"),
    "formats.problem_writer": ("save_problem",),
    "exact.proof": ("argmin", "prove"),
    "exact.verdict": ("Proved", "Refuted", "Undecided"),
    "solve.risk": ("bayes_action", "bayes_actions", "bayes_risk", "optimum_at", "risks"),
    "solve.evaluation": ("evaluate",),
    "solve.rule": ("DecisionRule", "decision_rule"),
    "solve.regions": ("DecisionRegions", "decision_regions"),
    "solve.risk_orderings": ("RiskOrderings", "risk_orderings"),
    "solve.alternatives": ("Alternatives", "Choice"),
    "solve.why": ("Why",),
    "networks.sample": ("Sample",),
    "analysis.knowing.sampling": ("sample_value", "sampling_experiment"),
    "analysis.knowing.stopping": ("Stopping", "stopping"),
    "analysis.sensitivity": ("OneWay", "one_way", "two_way"),
    "analysis.tornado": ("Tornado", "tornado_data"),
    "problems.sequential": ("SequentialProblem", "sequential_tree"),
    "analysis.simulated.simulation": ("Simulation", "simulate"),
    "analysis.simulated.acceptability": ("Acceptability", "acceptability"),
    "analysis.simulated.letter_law": ("Law",),
    "analysis.stability": ("stability_radius",),
    "analysis.radius_search": ("Radius",),
    "exact.language.syntax": ("parse",),
    "problems.diagrams.joint": ("Joint",),
    "analysis.knowing.normal_sizes": ("NormalSizes", "normal_sizes"),
    "problems.conjugates.normal_problem": ("NormalProblem",),
    "problems.conjugates.arms_problem": ("ArmsProblem",),
    "problems.conjugates.rate_laws": ("Dirichlet", "Gamma"),
    "problems.conjugates.sampling_problem": ("SamplingProblem",),
    "problems.processes.process": ("ProcessProblem",),
    "problems.processes.move": ("Move",),
    "analysis.best_amount": ("BestAmount", "best_amount"),
    "problems.amounts.amount_problem": ("AmountProblem", "Demand", "Growth", "States"),
    "analysis.knowing.sample_size": ("SampleSizes", "sample_sizes", "sample_worth", "sequence_worth"),
    "analysis.stationary": ("BestPolicy", "best_policy", "gain", "stationary_values"),
    "analysis.stationary_rule": ("StationaryRule", "stationary_rule"),
    "analysis.attitude.attitude_problem": ("AttitudeProblem",),
    "analysis.attitude.switching": ("Switches", "switching_tolerances"),
    "problems.net_benefit": ("net_benefit",),
    "analysis.frontier": ("Frontier",),
    "analysis.cost_effect": (
        "CostEffectiveness",
        "StateAcceptability",
        "cost_effectiveness",
        "state_acceptability",
    ),
    "problems.payoffs": ("Path", "paths", "totals"),
    "problems.processes.discounting": ("discounted",),
    "problems.tree": ("Chance", "Decision", "Value"),
    "problems.problem": ("Problem",),
    "problems.tree_problem": ("TreeProblem", "to_tree"),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}
#: The packages, reachable without an import of their own: `symdt.analysis`, `symdt.show`, ….
_PACKAGES = (
    "analysis",
    "claims",
    "cli",
    "errors",
    "exact",
    "formats",
    "learn",
    "networks",
    "paper",
    "problems",
    "regions",
    "show",
    "solve",
    "typeset",
)

__all__ = [
    "__version__",
    *sorted({*_ROOM_OF, *_PACKAGES}),
]

if TYPE_CHECKING:
    from symdt.analysis.attitude.attitude_problem import AttitudeProblem as AttitudeProblem
    from symdt.analysis.attitude.attitude_rule import AttitudeRule as AttitudeRule
    from symdt.analysis.attitude.optimal_under import OptimalUnder as OptimalUnder
    from symdt.analysis.attitude.optimal_under import optimal_under as optimal_under
    from symdt.analysis.attitude.switching import Switches as Switches
    from symdt.analysis.attitude.switching import switching_tolerances as switching_tolerances
    from symdt.analysis.attitude.tolerance import tolerance_rule as tolerance_rule
    from symdt.analysis.attitude.utility import Exponential as Exponential
    from symdt.analysis.attitude.utility import Logarithmic as Logarithmic
    from symdt.analysis.attitude.utility import certainty_equivalent as certainty_equivalent
    from symdt.analysis.attitude.wealth import wealth_rule as wealth_rule
    from symdt.analysis.best_amount import BestAmount as BestAmount
    from symdt.analysis.best_amount import best_amount as best_amount
    from symdt.analysis.cost_effect import CostEffectiveness as CostEffectiveness
    from symdt.analysis.cost_effect import StateAcceptability as StateAcceptability
    from symdt.analysis.cost_effect import cost_effectiveness as cost_effectiveness
    from symdt.analysis.cost_effect import state_acceptability as state_acceptability
    from symdt.analysis.criteria import Criterion as Criterion
    from symdt.analysis.criteria import hurwicz as hurwicz
    from symdt.analysis.criteria import laplace as laplace
    from symdt.analysis.criteria import minimax as minimax
    from symdt.analysis.criteria import minimax_regret as minimax_regret
    from symdt.analysis.dominance import Dominated as Dominated
    from symdt.analysis.dominance import dominated as dominated
    from symdt.analysis.dominance import state_by_state as state_by_state
    from symdt.analysis.frontier import Frontier as Frontier
    from symdt.analysis.knowing.experiments import observation_value as observation_value
    from symdt.analysis.knowing.information import evpi as evpi
    from symdt.analysis.knowing.information import evppi as evppi
    from symdt.analysis.knowing.information import evsi as evsi
    from symdt.analysis.knowing.normal_sizes import NormalSizes as NormalSizes
    from symdt.analysis.knowing.normal_sizes import normal_sizes as normal_sizes
    from symdt.analysis.knowing.sample_size import SampleSizes as SampleSizes
    from symdt.analysis.knowing.sample_size import sample_sizes as sample_sizes
    from symdt.analysis.knowing.sample_size import sample_worth as sample_worth
    from symdt.analysis.knowing.sample_size import sequence_worth as sequence_worth
    from symdt.analysis.knowing.sampling import sample_value as sample_value
    from symdt.analysis.knowing.sampling import sampling_experiment as sampling_experiment
    from symdt.analysis.knowing.stopping import Stopping as Stopping
    from symdt.analysis.knowing.stopping import stopping as stopping
    from symdt.analysis.knowing.worth import InformationValue as InformationValue
    from symdt.analysis.profile import RiskProfile as RiskProfile
    from symdt.analysis.profile import risk_profile as risk_profile
    from symdt.analysis.radius_search import Radius as Radius
    from symdt.analysis.sensitivity import OneWay as OneWay
    from symdt.analysis.sensitivity import one_way as one_way
    from symdt.analysis.sensitivity import two_way as two_way
    from symdt.analysis.simulated.acceptability import Acceptability as Acceptability
    from symdt.analysis.simulated.acceptability import acceptability as acceptability
    from symdt.analysis.simulated.letter_law import Law as Law
    from symdt.analysis.simulated.simulation import Simulation as Simulation
    from symdt.analysis.simulated.simulation import simulate as simulate
    from symdt.analysis.stability import stability_radius as stability_radius
    from symdt.analysis.stationary import BestPolicy as BestPolicy
    from symdt.analysis.stationary import best_policy as best_policy
    from symdt.analysis.stationary import gain as gain
    from symdt.analysis.stationary import stationary_values as stationary_values
    from symdt.analysis.stationary_rule import StationaryRule as StationaryRule
    from symdt.analysis.stationary_rule import stationary_rule as stationary_rule
    from symdt.analysis.stochastic_dominance import first_order as first_order
    from symdt.analysis.stochastic_dominance import second_order as second_order
    from symdt.analysis.tornado import Tornado as Tornado
    from symdt.analysis.tornado import tornado_data as tornado_data
    from symdt.claims.claim import Result as Result
    from symdt.errors import SymdtError as SymdtError
    from symdt.exact.domain import Domain as Domain
    from symdt.exact.field import equal as equal
    from symdt.exact.language.syntax import parse as parse
    from symdt.exact.proof import argmin as argmin
    from symdt.exact.proof import prove as prove
    from symdt.exact.verdict import Proved as Proved
    from symdt.exact.verdict import Refuted as Refuted
    from symdt.exact.verdict import Undecided as Undecided
    from symdt.formats.foreign.foreign import load_foreign as load_foreign
    from symdt.formats.problem import load_problem as load_problem
    from symdt.formats.problem_writer import save_problem as save_problem
    from symdt.learn.acyclic.bayes import BayesNetwork as BayesNetwork
    from symdt.learn.acyclic.bayes import bayes_network as bayes_network
    from symdt.learn.counts import Counts as Counts
    from symdt.learn.counts import tabulate as tabulate
    from symdt.learn.dags.without_order import DagSelection as DagSelection
    from symdt.learn.exact import belief_from_data as belief_from_data
    from symdt.learn.k2 import K2Search as K2Search
    from symdt.learn.k2 import k2 as k2
    from symdt.learn.selection import Selection as Selection
    from symdt.learn.selection import select_network as select_network
    from symdt.networks.evidence import evidence as evidence
    from symdt.networks.losses.disintegration import Disintegration as Disintegration
    from symdt.networks.losses.disintegration import disintegrate as disintegrate
    from symdt.networks.losses.identities import Identity as Identity
    from symdt.networks.losses.identities import RiskIdentities as RiskIdentities
    from symdt.networks.losses.identities import risk_identities as risk_identities
    from symdt.networks.sample import Sample as Sample
    from symdt.networks.space import ModelSpace as ModelSpace
    from symdt.paper.statements import verify as verify
    from symdt.problems.amounts.amount_problem import AmountProblem as AmountProblem
    from symdt.problems.amounts.amount_problem import Demand as Demand
    from symdt.problems.amounts.amount_problem import Growth as Growth
    from symdt.problems.amounts.amount_problem import States as States
    from symdt.problems.belief import Belief as Belief
    from symdt.problems.conjugates.arms_problem import ArmsProblem as ArmsProblem
    from symdt.problems.conjugates.normal_problem import NormalProblem as NormalProblem
    from symdt.problems.conjugates.rate_laws import Dirichlet as Dirichlet
    from symdt.problems.conjugates.rate_laws import Gamma as Gamma
    from symdt.problems.conjugates.sampling_problem import SamplingProblem as SamplingProblem
    from symdt.problems.diagrams.diagram import InfluenceDiagram as InfluenceDiagram
    from symdt.problems.diagrams.joint import Joint as Joint
    from symdt.problems.diagrams.node import ChanceNode as ChanceNode
    from symdt.problems.diagrams.node import DecisionNode as DecisionNode
    from symdt.problems.diagrams.node import ValueNode as ValueNode
    from symdt.problems.experiment import Experiment as Experiment
    from symdt.problems.loss import LossTable as LossTable
    from symdt.problems.loss_sum import direct_sum as direct_sum
    from symdt.problems.models.model import Model as Model
    from symdt.problems.net_benefit import net_benefit as net_benefit
    from symdt.problems.payoffs import Path as Path
    from symdt.problems.payoffs import paths as paths
    from symdt.problems.payoffs import totals as totals
    from symdt.problems.problem import Problem as Problem
    from symdt.problems.processes.discounting import discounted as discounted
    from symdt.problems.processes.move import Move as Move
    from symdt.problems.processes.process import ProcessProblem as ProcessProblem
    from symdt.problems.sequential import SequentialProblem as SequentialProblem
    from symdt.problems.sequential import sequential_tree as sequential_tree
    from symdt.problems.table import DecisionProblem as DecisionProblem
    from symdt.problems.tree import Chance as Chance
    from symdt.problems.tree import Decision as Decision
    from symdt.problems.tree import Value as Value
    from symdt.problems.tree_problem import TreeProblem as TreeProblem
    from symdt.problems.tree_problem import to_tree as to_tree
    from symdt.show.page import Page as Page
    from symdt.show.page import explore as explore
    from symdt.solve.alternatives import Alternatives as Alternatives
    from symdt.solve.alternatives import Choice as Choice
    from symdt.solve.certificate import certify as certify
    from symdt.solve.evaluation import evaluate as evaluate
    from symdt.solve.foldback import fold_back as fold_back
    from symdt.solve.regions import DecisionRegions as DecisionRegions
    from symdt.solve.regions import decision_regions as decision_regions
    from symdt.solve.risk import bayes_action as bayes_action
    from symdt.solve.risk import bayes_actions as bayes_actions
    from symdt.solve.risk import bayes_risk as bayes_risk
    from symdt.solve.risk import optimum_at as optimum_at
    from symdt.solve.risk import risks as risks
    from symdt.solve.risk_orderings import RiskOrderings as RiskOrderings
    from symdt.solve.risk_orderings import risk_orderings as risk_orderings
    from symdt.solve.rule import DecisionRule as DecisionRule
    from symdt.solve.rule import decision_rule as decision_rule
    from symdt.solve.solved import Optimal as Optimal
    from symdt.solve.solved import Solved as Solved
    from symdt.solve.why import Why as Why


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f"symdt.{name}")
    room = _ROOM_OF.get(name)
    if room is None:
        raise AttributeError(f"module 'symdt' has no attribute {name!r}")
    return getattr(import_module(f"symdt.{room}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
