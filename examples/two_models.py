"""§2.1: two models, from the 0-1 loss and its tree to the r-rule and the 0-L loss.

The posterior comes from Bayes' rule with letters for the prior q = p(M1) and the likelihoods
f0 = p(D|M0), f1 = p(D|M1); the comparison of the two risks is then the paper's rule in r.
"""

import sys
from pathlib import Path

from sympy import factor, symbols

from symdt import Belief, DecisionProblem, Domain, LossTable, fold_back, risks, to_tree

q, f0, f1, l01, l10 = symbols("q f0 f1 l01 l10")
domain = Domain(q > 0, q < 1, f0 > 0, f1 > 0, l01 > 0, l10 > 0)
posterior = Belief({"M0": 1 - q, "M1": q}).condition({"M0": f0, "M1": f1})

zero_one = DecisionProblem(LossTable.zero_one(["M0", "M1"]), posterior, domain)
zero_l = DecisionProblem(LossTable.zero_l(["M0", "M1"], false=l01, missed=l10), posterior, domain)

if __name__ == "__main__":
    print(to_tree(zero_one))
    print()
    for name, problem in (("0-1", zero_one), ("0-L", zero_l)):
        R = risks(problem)
        print(f"{name} loss:  R(a0) - R(a1) = {factor(R['a0'] - R['a1'])}")
        print(f"          value: {fold_back(to_tree(problem), domain=problem.domain).value}")

    if sys.argv[1:]:  # a folder: this script's figures are drawn into it
        from gallery import main as draw

        print(*draw(sys.argv[1], [Path(__file__).stem]), sep="\n")
