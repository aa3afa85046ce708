"""A question that the envelope answers is answered without the engine that follows it."""

from __future__ import annotations

import subprocess
import sys

_CODE = """
import sys
from sympy import symbols
from symdt.exact.domain import Domain
from symdt.exact.solver import Budget
from symdt.regions import accepts, answer
from symdt.regions.contest import Contest
p, h = symbols("p h")
domain = Domain("0 < p < 1", "0 < h < 1")
lines = tuple((str(i), domain.field.element(e)) for i, e in enumerate((p, h, 1 - p)))
question = Contest(lines, domain).along(p)
print(accepts("chains", question), answer(question, Budget(60)).engine, "symdt.regions.affine.chains" in sys.modules)
"""


def test_chains_are_asked_whether_they_accept_without_being_loaded() -> None:
    done = subprocess.run([sys.executable, "-c", _CODE], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "envelope", "False"]
