"""§3 and §4 of the paper: the tree of Figure 4, when its stages separate, and when they do not."""

import sys
from pathlib import Path

from sympy import Rational, symbols

from symdt.networks.losses.against_look_ahead import changed_cell, dependent_posterior
from symdt.networks.losses.look_ahead import check_look_ahead
from symdt.problems.belief import Belief
from symdt.problems.loss import LossTable
from symdt.problems.loss_sum import direct_sum
from symdt.problems.sequential import SequentialProblem, sequential_tree
from symdt.solve.foldback import fold_back


def main() -> None:
    """Print the tree for two children, the proof for all letters, and the two smallest counter-examples."""
    p1, p2, f1, m1, f2, m2 = symbols("p1 p2 f1 m1 f2 m2")
    losses = [LossTable.arc("X2", "X1", false=f1, missed=m1), LossTable.arc("X3", "X2", false=f2, missed=m2)]
    beliefs = [Belief({"{}": "rest", "{X2}": p1}), Belief({"{}": "rest", "{X3}": p2})]
    problem = SequentialProblem.of(losses, beliefs)
    print(sequential_tree(problem))
    print()
    print(check_look_ahead(problem))

    unit = [LossTable.arc("X2", "X1", false=1, missed=1), LossTable.arc("X3", "X2", false=1, missed=1)]
    print("\nThe posterior does not factorise:")
    for positive in (False, True):
        found = dependent_posterior(unit, positive=positive)
        assert found is not None
        print(" ", found)
        print("  folded back:", fold_back(sequential_tree(found.problem)).value)
        print(" ", check_look_ahead(found.problem))

    print("\nThe loss is not disintegrable:")
    grid = [Rational(1, 3), Rational(2, 3), Rational(1, 4), Rational(3, 4)]
    pairs = [(Belief({"{}": 1 - a, "{X2}": a}), Belief({"{}": 1 - b, "{X3}": b})) for a in grid for b in grid]
    changed = changed_cell(direct_sum(*unit), pairs)
    assert changed is not None
    print(" ", changed)
    print("  folded back:", fold_back(sequential_tree(changed.problem)).value)
    print(" ", check_look_ahead(changed.problem))


if __name__ == "__main__":
    main()

    if sys.argv[1:]:  # a folder: this script's figures are drawn into it
        from gallery import main as draw

        print(*draw(sys.argv[1], [Path(__file__).stem]), sep="\n")
