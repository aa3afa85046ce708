"""Example 1 of the paper: independence or an arc X2 → X1, under the 0-L loss, in terms of the counts."""

import sys
from pathlib import Path

from sympy import Symbol, symbols

from symdt.networks.critical_path import critical_path
from symdt.networks.evidence import evidence, evidence_formula, posterior, total_probability
from symdt.networks.likelihood_ratio import likelihood_ratio
from symdt.networks.local_space import LocalSpace
from symdt.networks.precision import precisions_choosing
from symdt.networks.rules.zero_l_rule import zero_l_rule
from symdt.networks.sample import Sample
from symdt.problems.models.model import Model


def main() -> None:
    """Print the evidence, the rule, its values of α, and the relation to the likelihood-ratio test."""
    alpha = Symbol("alpha", positive=True)
    l01, l10 = symbols("l01 l10", positive=True)
    null, arc = Model(), Model(["X2 -> X1"])

    print("With letters for the counts (n12: X1 in state 1, X2 in state 2)")
    letters = Sample.symbolic({"X1": (1, 2), "X2": (1, 2)})
    print("  p(D | M1) =", evidence_formula(letters, arc, alpha=alpha))
    print(" ", zero_l_rule(letters, false=l01, missed=l10, alpha=alpha))

    print("\nThe sum of p(D | M1) over all data sets of three cases")
    states = {"X1": (1, 2), "X2": (1, 2)}
    print(
        "  with Γ(α_j)/Γ(α_j + n_j) before the product over k:",
        total_probability(states, arc, 3, alpha=alpha),
    )
    print("  as printed, inside it, at α = 1:", total_probability(states, arc, 3, alpha=1, printed=True))

    sample = Sample.two_way([[5, 1], [2, 4]], n=12)
    print(f"\n{sample}")
    for name, model in (("M0", null), ("M1", arc)):
        print(f"  p(D | {name}) =", evidence(sample, model, alpha=alpha))
    print(" ", posterior(sample, {"M0": null, "M1": arc}, alpha=1), "at α = 1")
    print(" ", zero_l_rule(sample, false=l01, missed=l10, alpha=1))
    print("  equal losses:", precisions_choosing(sample, LocalSpace("X1", ("X2",)), "X2", alpha=alpha))

    print("\nThe likelihood-ratio test asks G² > χ², the Bayes rule G² > d log n + constant")
    print(" ", likelihood_ratio(sample))
    print("       n  critical G²     log n  level of the test there")
    for point in critical_path([20, 100, 1000, 10000, 100000]):
        print(f"  {point.n:6g}  {point.g2:11.4f}  {point.leading:8.4f}  {point.level:.5f}")


if __name__ == "__main__":
    main()

    if sys.argv[1:]:  # a folder: this script's figures are drawn into it
        from gallery import main as draw

        print(*draw(sys.argv[1], [Path(__file__).stem]), sep="\n")
