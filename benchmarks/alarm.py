"""ALARM-like data, 37 variables, 10⁵ cases: K2 against pyAgrum's, and all exact arc posteriors.

Run: python -m benchmarks.alarm
"""

from __future__ import annotations

import os
import warnings

from benchmarks._alarm_data import ORDER, arcs, sample
from benchmarks.scores import available, timed
from symdt.learn.k2 import k2
from symdt.learn.selection import select_network

CASES = 10**5


def run() -> str:
    """The measurements, as Markdown."""
    warnings.simplefilter("ignore")
    data = sample(CASES)
    names = [f"X{j + 1}" for j in range(len(ORDER))]
    truth = {(names[ORDER.index(p)], names[ORDER.index(c)]) for p, c in arcs()}
    k2(data[:500], order=names, max_parents=2)
    select_network(data[:500], order=names, max_parents=2)
    lines = [f"ALARM-like data, 37 variables, {CASES} cases, {os.cpu_count()} cores.", ""]
    mine, search = timed(lambda: k2(data, order=names, max_parents=4), repeat=3)
    lines.append(
        f"- K2, at most 4 parents: {mine:.2f} s, {len(search.arcs)} arcs, {len(truth & set(search.arcs))} of the 46."
    )
    if available("pyagrum"):
        import pandas
        import pyagrum

        frame = pandas.DataFrame(data, columns=names)
        learner = pyagrum.BNLearner(frame)
        learner.useScoreK2()
        learner.useNoPrior()
        learner.setMaxIndegree(4)

        def search_dag():
            learner.useK2([learner.idFromName(n) for n in names])
            return learner.learnDAG()

        took = {}
        for threads in (1, os.cpu_count() or 1):  # more threads may be slower: the better one counts
            learner.setNumberOfThreads(threads)
            took[threads], dag = timed(search_dag, repeat=1)
        threads, theirs = min(took.items(), key=lambda item: item[1])
        found = {(learner.nameFromId(p), learner.nameFromId(c)) for p, c in dag.arcs()}
        lines.append(
            f"- pyAgrum's K2 (reading the frame not counted, {threads} threads): {theirs:.2f} s, {len(found)} arcs; "
            + (
                "the same arcs."
                if found == set(search.arcs)
                else f"different: {sorted(found ^ set(search.arcs))}."
            )
        )
    took, selection = timed(
        lambda: select_network(data, order=names, max_parents=3, progress=False), repeat=2
    )
    lines.append(
        f"- Exact arc posteriors of all 37 children, at most 3 parents ({selection.forecast.sets} sets): {took:.2f} s; "
        f"{len(truth & set(selection.chosen))} of the 46 arcs chosen, {len(set(selection.chosen) - truth)} others."
    )
    return "\n".join(lines)


if __name__ == "__main__":
    print(run())
