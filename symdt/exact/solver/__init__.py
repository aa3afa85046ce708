"""Is there a point? Budgets and answers, the one door to Z3, and conjunctions of conditions."""

from symdt.exact.solver.budget import CONJUNCTION_SECONDS as CONJUNCTION_SECONDS
from symdt.exact.solver.budget import SECONDS as SECONDS
from symdt.exact.solver.budget import Answer as Answer
from symdt.exact.solver.budget import Budget as Budget
from symdt.exact.solver.budget import Found as Found
from symdt.exact.solver.budget import NoPoint as NoPoint
from symdt.exact.solver.budget import Unknown as Unknown
from symdt.exact.solver.conjunctions import find_common as find_common
from symdt.exact.solver.conjunctions import find_outside as find_outside
from symdt.exact.solver.conjunctions import needed_conditions as needed_conditions
from symdt.exact.solver.contradictions import QUICK as QUICK
from symdt.exact.solver.contradictions import refute as refute
from symdt.exact.solver.questions import find_point as find_point
from symdt.exact.solver.questions import is_valid as is_valid
from symdt.exact.solver.questions import rational_values as rational_values
