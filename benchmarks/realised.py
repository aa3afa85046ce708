"""The loss that is realised: the Bayes DAG against MAP, K2 under random orders and hill climbing, on known networks.

ASIA (Lauritzen and Spiegelhalter 1988, with its probabilities), the first 16 variables of ALARM, and the consensus
network of Sachs et al. (2005), three states each; the last two with random probabilities of a fixed seed. From each,
samples of 200, 1,000 and 10,000 cases; each method's network against the true one, for three ratios of the losses of a
false and a missed arc (an arc in the wrong direction costs both). Beside it the calibration of the arc probabilities.
The columns of every sample are shuffled. pgmpy goes through sets of names, so that its ties fall as the hash of text
does, in all samples of one process alike: each of its samples has a process of its own, and its number for the hash.

Every sample is a line in a log, so that the run can be stopped and taken up again:
    python -m benchmarks.realised --log FILE [--samples 50] [--networks asia,sachs,alarm] [--seconds 400] [--pgmpy]
    python -m benchmarks.realised --log FILE --table [--figure FILE.svg]
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import warnings
from collections import defaultdict
from pathlib import Path

import numpy as np

from benchmarks._alarm_data import ORDER, PARENTS, STATES
from benchmarks.scores import available

CASES = (200, 1_000, 10_000)
RATIOS = {"1:2": (1, 2), "1:1": (1, 1), "2:1": (2, 1)}  # false : missed
BINS = 10
METHODS = {
    "bayes": "Bayes DAG", "map": "most probable DAG", "k2": "K2, random order",
    "pyagrum": "hill climbing (pyAgrum)", "pgmpy": "hill climbing (pgmpy)",
}  # fmt: skip

SACHS = {
    "Plcg": "", "PKC": "", "PIP3": "Plcg", "PIP2": "Plcg PIP3", "PKA": "PKC", "Raf": "PKA PKC", "Jnk": "PKA PKC",
    "P38": "PKA PKC", "Mek": "PKA PKC Raf", "Erk": "Mek PKA", "Akt": "Erk PKA",
}  # fmt: skip
ASIA = {
    "asia": "", "smoke": "", "tub": "asia", "lung": "smoke", "bronc": "smoke", "either": "tub lung",
    "xray": "either", "dysp": "either bronc",
}  # fmt: skip
ASIA_YES = {
    "asia": [0.01], "smoke": [0.5], "tub": [0.01, 0.05], "lung": [0.01, 0.1], "bronc": [0.3, 0.6],
    "either": [0.0, 1.0, 1.0, 1.0], "xray": [0.05, 0.98], "dysp": [0.1, 0.8, 0.7, 0.9],
}  # fmt: skip


class Network:
    """Variables after their parents, with a table of probabilities for each configuration of the parents."""

    def __init__(
        self, parents: dict[str, str], states: dict[str, int], tables: dict[str, np.ndarray]
    ) -> None:
        self.names = list(parents)
        self.parents = {v: p.split() for v, p in parents.items()}
        self.states, self.tables = states, tables
        self.arcs = {(p, v) for v, ps in self.parents.items() for p in ps}

    def sample(self, cases: int, seed: int) -> np.ndarray:
        """Cases × variables."""
        g = np.random.default_rng([seed, cases])
        column: dict[str, np.ndarray] = {}
        for v in self.names:
            place = np.zeros(cases, np.int64)
            for p in self.parents[v]:
                place = place * self.states[p] + column[p]
            steps = self.tables[v].cumsum(axis=1)[place]
            column[v] = np.minimum((g.random(cases)[:, None] > steps).sum(axis=1), self.states[v] - 1)
        return np.stack([column[v] for v in self.names], axis=1)


def random_tables(parents: dict[str, str], states: dict[str, int], seed: int) -> dict[str, np.ndarray]:
    g = np.random.default_rng(seed)
    return {
        v: g.dirichlet(np.full(states[v], 0.7), math.prod(states[p] for p in ps.split()))
        for v, ps in parents.items()
    }


def networks() -> dict[str, Network]:
    alarm = {v: PARENTS.get(v, "") for v in ORDER[:16]}
    three = dict.fromkeys(SACHS, 3)
    asia = {v: np.array([[1 - p, p] for p in yes]) for v, yes in ASIA_YES.items()}
    return {
        "asia": Network(ASIA, dict.fromkeys(ASIA, 2), asia),
        "sachs": Network(SACHS, three, random_tables(SACHS, three, 2005)),
        "alarm": Network(alarm, STATES, random_tables(alarm, STATES, 1989)),
    }


def loss(chosen: set[tuple[str, str]], truth: set[tuple[str, str]], false: float, missed: float) -> float:
    """False arcs, missed arcs; one in the wrong direction is both."""
    return false * len(chosen - truth) + missed * len(truth - chosen)


def by_pyagrum(frame) -> set[tuple[str, str]]:
    import pyagrum

    learner = pyagrum.BNLearner(frame)
    learner.useScoreBDeu()
    learner.useNoPrior()
    learner.useGreedyHillClimbing()
    learner.setNumberOfThreads(1)
    return {(learner.nameFromId(p), learner.nameFromId(c)) for p, c in learner.learnDAG().arcs()}


def by_pgmpy(frame) -> set[tuple[str, str]]:
    from pgmpy.estimators import BDeu, HillClimbSearch

    search = HillClimbSearch(frame)
    return set(
        search.estimate(scoring_method=BDeu(frame, equivalent_sample_size=1), show_progress=False).edges()
    )


def one(network: Network, cases: int, sample: int, pgmpy: bool) -> dict[str, object]:
    """The losses of all methods on one sample, and how often arcs of each probability are true."""
    import pandas

    from symdt import bayes_network, k2, select_network

    data = network.sample(cases, sample)
    g = np.random.default_rng(sample)
    shuffled = g.permutation(
        len(network.names)
    ).tolist()  # or ties would be broken in favour of the true directions
    frame = pandas.DataFrame({network.names[i]: data[:, i] for i in shuffled})
    found: dict[str, list[set[tuple[str, str]]]] = {}
    if pgmpy:
        found["pgmpy"] = [by_pgmpy(frame)]
        return {"losses": losses(found, network.arcs)}
    columns = {network.names[i]: data[:, i].tolist() for i in shuffled}
    chosen = select_network(columns, jobs=1)
    orders = [[network.names[i] for i in g.permutation(len(network.names))] for _ in range(3)]
    found["map"] = [set(chosen.map_arcs)]
    found["k2"] = [set(k2(columns, order=o).arcs) for o in orders]
    if available("pyagrum"):
        found["pyagrum"] = [by_pyagrum(frame)]
    table = losses(found, network.arcs)
    arcs = {(a.parent, a.child): a.probability for a in chosen.arcs}
    table["bayes"] = {
        ratio: loss(set(bayes_network(arcs, false=f, missed=m).chosen), network.arcs, f, m)
        for ratio, (f, m) in RATIOS.items()
    }
    bins = np.zeros((BINS, 3))
    for arc, p in arcs.items():
        bins[min(int(p * BINS), BINS - 1)] += (1, p, arc in network.arcs)
    return {"losses": table, "bins": bins.tolist()}


def losses(
    found: dict[str, list[set[tuple[str, str]]]], truth: set[tuple[str, str]]
) -> dict[str, dict[str, float]]:
    return {
        method: {
            ratio: sum(loss(dag, truth, f, m) for dag in dags) / len(dags) for ratio, (f, m) in RATIOS.items()
        }
        for method, dags in found.items()
    }


def read(log: Path) -> list[dict[str, object]]:
    """Every sample once, though two runs may have made it."""
    made = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    return list({(r["network"], r["cases"], r["sample"], r["pgmpy"]): r for r in made}.values())


def go_on(log: Path, wanted: list[str], samples: int, seconds: float, pgmpy: bool) -> None:
    """Samples that are not in the log yet, until the processor has worked so long."""
    start = sum(os.times()[:4])
    for sample in range(samples):
        if sum(os.times()[:4]) - start > seconds:
            return
        if not pgmpy:
            add(log, wanted, sample, pgmpy)
            continue
        code = (
            f"from benchmarks import realised as r; r.add(r.Path({str(log)!r}), {wanted!r}, {sample}, True)"
        )
        hashed = {**os.environ, "PYTHONHASHSEED": str(sample)}
        subprocess.run([sys.executable, "-W", "ignore", "-c", code], env=hashed, check=True)


def add(log: Path, wanted: list[str], sample: int, pgmpy: bool) -> None:
    """The samples of one number, of every network and number of cases, if they are not in the log yet."""
    warnings.simplefilter("ignore")
    known = {(r["network"], r["cases"], r["sample"], r["pgmpy"]) for r in read(log)}
    made = networks()
    for name in wanted:
        for cases in CASES:
            if (name, cases, sample, pgmpy) in known:
                continue
            record = {"network": name, "cases": cases, "sample": sample, "pgmpy": pgmpy}
            record |= one(made[name], cases, sample, pgmpy)
            with log.open("a") as file:
                file.write(json.dumps(record) + "\n")


def table(log: Path) -> str:
    """Means with standard errors, as Markdown."""
    values: dict[tuple[str, int, str, str], list[float]] = defaultdict(list)
    for r in read(log):
        for method, by_ratio in r["losses"].items():
            for ratio, x in by_ratio.items():
                values[r["network"], r["cases"], ratio, method].append(x)
    present = [m for m in METHODS if any(key[3] == m for key in values)]
    lines = [
        "Mean realised loss (standard error) against the true network; false : missed as said, an arc in the wrong "
        "direction costs both; BDeu with alpha 1.",
        "",
        "| network | cases | false : missed | samples | " + " | ".join(METHODS[m] for m in present) + " |",
        "|---|---|---|---|" + "---|" * len(present),
    ]
    for network, cases, ratio in sorted(
        {k[:3] for k in values}, key=lambda k: (k[0], k[1], list(RATIOS).index(k[2]))
    ):
        row = [network, str(cases), ratio, str(len(values[network, cases, ratio, "bayes"]))]
        for method in present:
            x = np.array(values[network, cases, ratio, method])
            if not len(x):
                row.append("")
                continue
            error = x.std(ddof=1) / math.sqrt(len(x)) if len(x) > 1 else math.nan
            fewer = f", {len(x)} samples" if len(x) < int(row[3]) else ""
            row.append(f"{x.mean():.2f} ({error:.2f}{fewer})")
        lines.append("| " + " | ".join(row) + " |")
    return "\n".join(lines)


def calibration(log: Path) -> dict[str, np.ndarray]:
    """For each network, by bins of probability: how many arcs, their probabilities, how many are true."""
    out: dict[str, np.ndarray] = {}
    for r in read(log):
        if "bins" in r:
            out[r["network"]] = out.get(r["network"], 0) + np.array(r["bins"])
    return out


def figure(log: Path, target: Path) -> None:
    """The share of true arcs over their probability, drawn as all figures are, and its bins as CSV beside it."""
    from symdt.show import calibration as drawn
    from symdt.show import save

    measured: dict[str, list[tuple[float, float, float]]] = {}
    for name, bins in sorted(calibration(log).items()):
        for n, p, hits in bins[bins[:, 0] >= 20]:
            share = hits / n
            error = math.sqrt(share * (1 - share) / n)
            measured.setdefault(name.upper(), []).append((p / n, share, error))
    save(drawn(measured), target, force=True)
    lines = [f"{name},{p:.4f},{a:.4f},{e:.4f}" for name, bins in measured.items() for p, a, e in bins]
    target.with_suffix(".csv").write_text("\n".join(["network,probability,share,error", *lines, ""]))


def run(quick: bool = False) -> str:
    """A few samples of the two small networks; the whole study is resumed by hand (see above)."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "realised.jsonl"
        go_on(log, ["asia"] if quick else ["asia", "sachs"], 5, 300.0, False)
        return table(log)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--samples", type=int, default=50)
    parser.add_argument("--networks", default="asia,sachs,alarm")
    parser.add_argument("--seconds", type=float, default=400.0)
    parser.add_argument("--pgmpy", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--figure", type=Path)
    said = parser.parse_args()
    if said.table or said.figure:
        if said.table:
            print(table(said.log))
        if said.figure:
            figure(said.log, said.figure)
        return
    go_on(said.log, said.networks.split(","), said.samples, said.seconds, said.pgmpy)


if __name__ == "__main__":
    main()
