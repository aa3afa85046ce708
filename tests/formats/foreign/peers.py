"""How the files in `data/` were made, by the programs themselves: `python -m tests.formats.foreign.peers pyagrum FOLDER`
(or `pygambit FOLDER`); `solve FILE` asks them for the value of a file.

pyAgrum writes the oil wildcatter as BIFXML, and a network of two variables as XDSL; pygambit writes the umbrella as .efg. The
test that is marked slow makes them anew and compares. SilverDecisions is asked by `silver.mjs`.
"""

from __future__ import annotations

import sys
from pathlib import Path


def oil_by_pyagrum(folder: Path) -> tuple[Path, float]:
    """Raiffa's oil wildcatter as pyAgrum writes it, and the expected utility that pyAgrum finds."""
    import pyagrum as gum

    diagram = gum.InfluenceDiagram()
    add = gum.LabelizedVariable
    test = diagram.addDecisionNode(add("test", "test", ["yes", "no"]))
    drill = diagram.addDecisionNode(add("drill", "drill", ["yes", "no"]))
    oil = diagram.addChanceNode(add("oil", "oil", ["dry", "wet", "soaking"]))
    seismic = diagram.addChanceNode(add("seismic", "seismic", ["none", "open", "closed", "not made"]))
    profit = diagram.addUtilityNode(add("profit", "profit", 1))
    cost = diagram.addUtilityNode(add("cost", "cost", 1))
    for tail, head in [
        (test, seismic),
        (oil, seismic),
        (test, drill),
        (seismic, drill),
        (oil, profit),
        (drill, profit),
        (test, cost),
    ]:
        diagram.addArc(tail, head)
    diagram.cpt("oil").fillWith([0.5, 0.3, 0.2])
    rows = {"dry": [0.6, 0.3, 0.1, 0], "wet": [0.3, 0.4, 0.3, 0], "soaking": [0.1, 0.4, 0.5, 0]}
    for state, row in rows.items():
        diagram.cpt("seismic")[{"oil": state, "test": "yes"}] = row
        diagram.cpt("seismic")[{"oil": state, "test": "no"}] = [0, 0, 0, 1]
    for state, value in {"dry": -70, "wet": 50, "soaking": 200}.items():
        diagram.utility("profit")[{"oil": state, "drill": "yes"}] = value
        diagram.utility("profit")[{"oil": state, "drill": "no"}] = 0
    diagram.utility("cost")[{"test": "yes"}] = -10
    diagram.utility("cost")[{"test": "no"}] = 0
    file = folder / "oil_pyagrum.bifxml"
    diagram.saveBIFXML(str(file))
    return file, solved_by_pyagrum(file)


def solved_by_pyagrum(file: Path) -> float:
    """The greatest expected utility of a BIFXML file, as pyAgrum finds it."""
    import pyagrum as gum

    diagram = gum.InfluenceDiagram()
    diagram.loadBIFXML(str(file))
    inference = gum.ShaferShenoyLIMIDInference(diagram)
    inference.makeInference()
    return float(inference.MEU()["mean"])


def umbrella_by_pygambit(folder: Path) -> Path:
    """The umbrella as pygambit writes it, version 17 or the one before."""
    import pygambit as gambit

    rain, payoffs = gambit.Rational(3, 10), {"take": (70, 20), "leave": (0, 100)}
    if hasattr(gambit, "ExtensiveGame"):
        game, path = gambit.ExtensiveGame(players=["I"], title="umbrella"), gambit.H.path
        game.append_move(path(), "I", list(payoffs))
        for action, pair in payoffs.items():
            game.append_event(path(action), {"rain": rain, "dry": 1 - rain})
            for state, payoff in zip(("rain", "dry"), pair, strict=True):
                game.make_outcome(path(action, state), {"I": payoff}, f"{payoff}")
    else:
        game = gambit.Game.new_tree(players=["I"], title="umbrella")
        game.append_move(game.root, "I", list(payoffs))
        for child, pair in zip(game.root.children, payoffs.values(), strict=True):
            game.append_move(child, game.players.chance, ["rain", "dry"])
            game.set_chance_probs(child.infoset, [rain, 1 - rain])
            for leaf, payoff in zip(child.children, pair, strict=True):
                game.set_outcome(leaf, game.add_outcome(f"{payoff}", [payoff]))
    file = folder / "umbrella_pygambit.efg"
    file.write_text(game.to_efg())
    return file


def solved_by_pygambit(file: Path) -> str:
    """What the best strategy of a game of one player pays, as pygambit finds it."""
    import pygambit as gambit

    game = gambit.read_efg(str(file))
    best = gambit.nash.enumpure_solve(game).equilibria[0]
    player = next(iter(game.players))
    return str(best.payoff(player) if hasattr(best, "payoff") else best.payoffs[player])


if __name__ == "__main__":  # pragma: no cover
    verb, place = sys.argv[1], Path(sys.argv[2])
    if verb == "pyagrum":
        print(oil_by_pyagrum(place)[1])
    elif verb == "pygambit":
        umbrella_by_pygambit(place)
    else:
        print(solved_by_pygambit(place) if place.suffix == ".efg" else solved_by_pyagrum(place))
