"""Example 3 of the paper: the sum ⊕ of two arc losses, the identities among its risks, and the rule."""

import sys
from pathlib import Path

from sympy import symbols

from symdt.exact.domain import Domain
from symdt.networks.losses.disintegration import disintegrate
from symdt.networks.losses.identities import risk_identities
from symdt.networks.rules.comparison_rule import comparison_rule
from symdt.networks.rules.general_rule import general_rule
from symdt.problems.loss import LossTable
from symdt.problems.loss_sum import BlockTable


def main() -> None:
    """Print the block table, the identities (4) to (7), the rule with its ties, and what obstructs (2) and (3)."""
    l03, l30, l02, l20 = symbols("l03 l30 l02 l20")
    L3 = LossTable.arc("X3", "X1", false=l03, missed=l30, names="paper")
    L2 = LossTable.arc("X2", "X1", false=l02, missed=l20, names="paper")
    print(BlockTable(L3, L2))

    loss = L3 @ L2
    identities = risk_identities(loss)
    print(f"\nrank {identities.rank}, affine rank {identities.affine_rank}; a basis of the identities:")
    print(identities)
    for number, (S, T) in enumerate((("a2", "a23"), ("a3", "a23"), ("a0", "a23"), ("a3", "a2")), start=4):
        identity = identities.between(S, T)
        print(f"({number}) {identity}{'  (true of any numbers)' if identity.is_trivial else ''}")

    print("\nThe Bayes actions, ties included")
    print(comparison_rule(loss))
    print()
    print(general_rule())

    h, k, c2, c3 = symbols("h k c2 c3", positive=True)
    names = ["M0", "M3", "M2", "M23"], ["a0", "a3", "a2", "a23"]
    second = [
        [0, k * c3, k * c2, k * (c3 + c2)],
        [h, 0, k * (c3 + c2), k * c3],
        [h, k * (c3 + c2), 0, k * c2],
        [2 * h, h, h, 0],
    ]
    third = [[0, 1, 1, 1], [h, 0, h, h], [h, h, 0, h], [2 * h, 2 * h, 2 * h, 0]]
    for title, rows in (("(2)", second), ("(3)", third)):
        answer = disintegrate(LossTable(*names, rows), Domain())
        print(f"\nTable {title} is {answer}")
        print(answer.nearest)


if __name__ == "__main__":
    main()

    if sys.argv[1:]:  # a folder: this script's figures are drawn into it
        from gallery import main as draw

        print(*draw(sys.argv[1], [Path(__file__).stem]), sep="\n")
