"""Problems with published answers: the oil wildcatter, the used car, the umbrella."""

import sys
from pathlib import Path

from symdt import fold_back, load_problem, to_tree

HERE = Path(__file__).parent

if __name__ == "__main__":
    for name in ("oil_wildcatter", "used_car"):
        problem = load_problem(HERE / f"{name}.toml")
        best = fold_back(to_tree(problem, data=False), optimum="max").at()
        print(f"{problem.title}: {best.action}, value {best.value}")
        for decision, action in best.strategy.items():
            print(f"  {decision} -> {action}")
    umbrella = load_problem(HERE / "umbrella.toml")
    print(f"{umbrella.title}: {fold_back(umbrella.tree, domain=umbrella.domain, optimum='max').value}")

    if sys.argv[1:]:  # a folder: this script's figures are drawn into it
        from gallery import main as draw

        print(*draw(sys.argv[1], [Path(__file__).stem]), sep="\n")
