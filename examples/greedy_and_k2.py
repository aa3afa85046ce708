"""Greedy on the risk against K2 on the posterior: the smallest data sets on which they differ."""

import sys
from pathlib import Path

from symdt.networks.search_differences import smallest_difference


def main() -> None:
    """Print both traces for the smallest data sets: with ties, without, and with every variable varying."""
    for title, q, options in (
        ("two cases, a tie (BDeu, α = 1)", 2, {}),
        ("three cases, no tie", 2, {"ties": "none"}),
        ("four cases, no tie, every variable takes both states", 2, {"ties": "none", "varied": True}),
        ("the K2 prior, no tie: four cases with three candidates", 3, {"ties": "none", "prior": "k2"}),
    ):
        found = smallest_difference(q, 4, **options)
        assert found is not None
        print(f"{title}: {found.sample}")
        print(f"{found}\n")


if __name__ == "__main__":
    main()

    if sys.argv[1:]:  # a folder: this script's figures are drawn into it
        from gallery import main as draw

        print(*draw(sys.argv[1], [Path(__file__).stem]), sep="\n")
