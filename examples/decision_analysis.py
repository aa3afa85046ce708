"""Beyond the paper: what is information worth, which number matters, how far may it move, who dares what."""

import sys
from pathlib import Path

from symdt import (
    Exponential,
    Law,
    certainty_equivalent,
    evpi,
    evsi,
    load_problem,
    one_way,
    simulate,
    stability_radius,
    tolerance_rule,
    tornado_data,
)
from symdt.analysis.profile import profiles

HERE = Path(__file__).parent

if __name__ == "__main__":
    oil = load_problem(HERE / "oil_wildcatter_letters.toml")
    base = {"d": "1/2", "T": 10}
    test = evsi(oil, "seismic")
    print(test)
    for part in test.useless:
        print(f"  of no use: {part.action} anyway if {part}")
    print(
        f"at d = 1/2: worth {test.at(base)}, net {test.net_at(base)}, perfect information {evpi(oil).at(base)}"
    )
    print("\nalong d, with T = 10:")
    print(one_way(oil, "d", base))
    print(f"\n{stability_radius(oil, base)}")
    print(f"\n{tornado_data(oil, base, {'d': (0.3, 0.7), 'T': (1, 20)})}")
    print(f"\n{simulate(oil, {'d': Law('beta', 5, 5), 'T': 10}, draws=20_000)}")
    party = load_problem(HERE / "catalogue" / "howard_party.toml").at({"s": 0.4})
    print(f"\n{tolerance_rule(party)}")
    for action, profile in profiles(party).items():
        worth = certainty_equivalent(profile, Exponential(100))
        print(f"  {action}: {worth} = {worth.evalf(6)}")

    if sys.argv[1:]:  # a folder: this script's figures are drawn into it
        from gallery import main as draw

        print(*draw(sys.argv[1], [Path(__file__).stem]), sep="\n")
