"""§2.2, table (1) and Theorem 1: with the 0-1 loss the Bayes action is the most probable model.

For every g: the columns i and j of the 0-1 table agree in every row but two, row i (0 and 1) and
row j (1 and 0). So in R(a_i) - R(a_j) every other model's probability cancels, and what is left is
p_j - p_i: the action of least risk is the one of greatest probability, whatever g is. `argument`
checks exactly this about the table itself; `difference` derives the same from the risks.
"""

import sys
from pathlib import Path

from sympy import Expr, symbols

from symdt import Belief, DecisionProblem, Domain, LossTable, risks


def posterior(g: int) -> Belief:
    """Any belief about g + 1 models: p1, …, pg are letters, and M0 has the rest."""
    return Belief({"M0": "rest"} | {f"M{i}": symbols(f"p{i}") for i in range(1, g + 1)})


def problem(g: int, loss: LossTable) -> DecisionProblem:
    """The problem of choosing among g + 1 models."""
    letters = symbols(f"p1:{g + 1}")
    return DecisionProblem(loss, posterior(g), Domain(*(p > 0 for p in letters), sum(letters) < 1))


def difference(g: int, i: int, j: int) -> Expr:
    """R(a_i) - R(a_j) under the 0-1 loss."""
    R = risks(problem(g, LossTable.zero_one([f"M{m}" for m in range(g + 1)])))
    return (R[f"a{i}"] - R[f"a{j}"]).expand()


def argument(g: int) -> bool:
    """Any two columns of the 0-1 table differ by -1 in the one's own row, +1 in the other's, 0 elsewhere."""
    L = LossTable.zero_one([f"M{m}" for m in range(g + 1)]).entries
    return all(
        [row[i] - row[j] for row in L] == [(m == j) - (m == i) for m in range(g + 1)]
        for i in range(g + 1)
        for j in range(g + 1)
    )


if __name__ == "__main__":
    print("Table (1) for g = 2, and its risks:")
    print(LossTable.general(2))
    for action, risk in risks(problem(2, LossTable.general(2))).items():
        print(f"  R({action}) = {risk}")
    for g in range(1, 6):
        print(f"g = {g}: R(a1) - R(a0) = {difference(g, 1, 0)}; columns differ as argued: {argument(g)}")

    if sys.argv[1:]:  # a folder: this script's figures are drawn into it
        from gallery import main as draw

        print(*draw(sys.argv[1], [Path(__file__).stem]), sep="\n")
