"""Ten cases of Cooper and Herskovits (1992): evidence, and the parents of x3 for every precision and loss ratio."""

import sys
from pathlib import Path

from sympy import Symbol

from symdt.networks.evidence import evidence
from symdt.networks.local_space import LocalSpace
from symdt.networks.precision import end_text, inclusion_of_alpha, networks_by_precision, precisions_choosing
from symdt.networks.sample import Sample
from symdt.networks.threshold_path import threshold_path
from symdt.problems.models.model import Model

CASES = ["100", "111", "001", "111", "000", "011", "111", "000", "111", "000"]


def main() -> None:
    """Print the two published values, the sets of α that choose each arc, and the threshold path at α = 1."""
    sample = Sample.from_cases(["x1", "x2", "x3"], [tuple(map(int, case)) for case in CASES])
    for arcs in (["x1 -> x2", "x2 -> x3"], ["x1 -> x2", "x1 -> x3"]):
        print(f"p(D | {', '.join(arcs)}) = {evidence(sample, Model(arcs), prior='k2')}")
    alpha = Symbol("alpha", positive=True)
    space = LocalSpace("x3", ("x1", "x2"))
    for parent in space.candidates:
        print(precisions_choosing(sample, space, parent, alpha=alpha))
    print("the parents of x3 at equal losses (BDeu):")
    for piece in networks_by_precision(sample, space, alpha=alpha):
        print(f"  {end_text(piece.low)} < alpha < {end_text(piece.high)}: {{{','.join(piece.value)}}}")
    print("the parents of x3 for every loss ratio at alpha = 1:")
    print(
        threshold_path(
            {arc.parent: chance for arc, chance in inclusion_of_alpha(sample, space, alpha=1).items()}
        )
    )


if __name__ == "__main__":
    main()

    if sys.argv[1:]:  # a folder: this script's figures are drawn into it
        from gallery import main as draw

        print(*draw(sys.argv[1], [Path(__file__).stem]), sep="\n")
