"""Cooper & Herskovits (1992), table 1: ten cases of three variables, and the search K2 on them.

Their paper gives, with every α_ijk = 1, P(D | x1 -> x2 -> x3) = 2.23e-9 and
P(D | x2 <- x1 -> x3) = 2.23e-10, so the first structure is ten times as probable.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from math import prod
from pathlib import Path

from symdt import k2, select_network, tabulate
from symdt.learn.exact import exact_evidence

DATA = Path(__file__).with_name("data") / "cooper_herskovits.csv"


def evidence(parents: dict[str, list[str]]) -> Fraction:
    """p(D | structure), exact."""
    counts = tabulate(DATA)
    return prod((exact_evidence(counts, c, p, prior="k2") for c, p in parents.items()), start=Fraction(1))


def main() -> None:
    chain = evidence({"x1": [], "x2": ["x1"], "x3": ["x2"]})
    fork = evidence({"x1": [], "x2": ["x1"], "x3": ["x1"]})
    print(f"P(D | x1 -> x2 -> x3) = {chain} = {float(chain):.3g}")
    print(f"P(D | x2 <- x1 -> x3) = {fork} = {float(fork):.3g}, ratio {chain / fork}")
    print()
    print(k2(DATA, order="x1, x2, x3"))
    print()
    print(select_network(DATA, order="x1, x2, x3", prior="k2"))


if __name__ == "__main__":
    main()

    if sys.argv[1:]:  # a folder: this script's figures are drawn into it
        from gallery import main as draw

        print(*draw(sys.argv[1], [Path(__file__).stem]), sep="\n")
