"""§2.2, Example 2: table (2) in general and with the paper's numbers, and table (3)."""

import sys
from pathlib import Path

from symdt import load_problem, risks

HERE = Path(__file__).parent

if __name__ == "__main__":
    for name in ("example2_posterior", "example2_states", "example2", "table3"):
        problem = load_problem(HERE / f"{name}.toml")
        print(problem.title)
        print(problem.loss)
        for action, risk in risks(problem).items():
            print(f"  R({action}) = {risk}")
        print()

    if sys.argv[1:]:  # a folder: this script's figures are drawn into it
        from gallery import main as draw

        print(*draw(sys.argv[1], [Path(__file__).stem]), sep="\n")
