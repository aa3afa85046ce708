"""How the files in `data/` were made, by the programs themselves: `python -m tests.formats.foreign.peers pyagrum FOLDER`
(or `pygambit FOLDER`); `solve FILE` asks them for the value of a file.

pyAgrum writes the oil wildcatter as BIFXML, and a network of two variables as XDSL; pygambit writes the umbrella as .efg. The
test that is marked slow makes them anew and compares. SilverDecisions has no such door: the test of its files
(`test_round_trips.py`) states one in the form of its version 0.7, with variables in `code`.
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
    """The umbrella as pygambit writes it."""
    import pygambit as gambit

    game = gambit.Game.new_tree(players=["I"], title="umbrella")
    game.append_move(game.root, "I", ["take", "leave"])
    for child, payoffs in zip(game.root.children, ((70, 20), (0, 100)), strict=True):
        game.append_move(child, game.players.chance, ["rain", "dry"])
        game.set_chance_probs(child.infoset, [gambit.Rational(3, 10), gambit.Rational(7, 10)])
        for leaf, payoff in zip(child.children, payoffs, strict=True):
            game.set_outcome(leaf, game.add_outcome(f"{payoff}", [payoff]))
    file = folder / "umbrella_pygambit.efg"
    file.write_text(game.to_efg())
    return file


def solved_by_pygambit(file: Path) -> str:
    """What the best strategy of a game of one player pays, as pygambit finds it."""
    import pygambit as gambit

    game = gambit.read_efg(str(file))
    player = next(iter(game.players))
    return str(gambit.nash.enumpure_solve(game).equilibria[0].payoff(player))


if __name__ == "__main__":  # pragma: no cover
    verb, place = sys.argv[1], Path(sys.argv[2])
    if verb == "pyagrum":
        print(oil_by_pyagrum(place)[1])
    elif verb == "pygambit":
        umbrella_by_pygambit(place)
    else:
        print(solved_by_pygambit(place) if place.suffix == ".efg" else solved_by_pyagrum(place))
