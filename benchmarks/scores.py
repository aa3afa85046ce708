"""All local scores (BDeu, ESS 1) of one child, for every subset of q candidates, against other packages.

Everything after the array of cases is in the time (counting, tables, scores); compiling is not.
sumu scores in bulk; pgmpy and pyAgrum score one set a call, so their times are extrapolated from a
sample of sets (~). Run: python -m benchmarks.scores [--quick]
"""

from __future__ import annotations

import gc
import math
import os
import subprocess
import sys
import time
import warnings
from collections.abc import Callable

import numpy as np

from symdt.learn.counts import tabulate
from symdt.learn.kernels.by_sets import local_scores

CELLS = [(2, 8), (2, 12), (2, 16), (3, 8), (3, 12)]
CASES = (10**3, 10**4, 10**5)
SAMPLED = 24  # sets a package scores one by one


def draw(arity: int, q: int, cases: int) -> np.ndarray:
    """Cases × (q + 1): the child first; it depends on two of the candidates."""
    g = np.random.default_rng(q * cases + arity)
    data = g.integers(0, arity, (cases, q + 1)).astype(np.int32)
    follows = g.random(cases) < 0.3
    data[follows, 0] = (data[follows, 1] + data[follows, 2]) % arity
    return data


def draw_mixed(q: int, cases: int) -> np.ndarray:
    """The same with two to six states, in a random order."""
    g = np.random.default_rng(q * cases)
    arities = g.permutation(np.resize([2, 3, 4, 5, 6], q + 1)).tolist()
    data = np.stack([g.integers(0, a, cases) for a in arities], axis=1).astype(np.int32)
    follows = g.random(cases) < 0.3
    data[follows, 0] = (data[follows, 1] + data[follows, 2]) % arities[0]
    return data


def ours(data: np.ndarray, jobs: int) -> np.ndarray:
    counts = tabulate(data)
    child, *candidates = counts.variables
    return local_scores(counts.family(child, candidates), "bdeu", 1.0, None, jobs)


def sumu(data: np.ndarray) -> np.ndarray:
    import sumu.scorer

    real = np.full

    def full(shape, *rest, **options):  # its bulk scorer passes 2.0**q as a length
        return real(tuple(map(int, shape)) if np.iterable(shape) else int(shape), *rest, **options)

    np.full = full
    try:
        scorer = sumu.scorer.BDeu(data.shape[1] - 1)
        scorer.read(data)
        scorer.set_ess(1.0)
        return scorer.all_candidate_restricted_scores(np.arange(1, data.shape[1], dtype=np.int32)[None])[0]
    finally:
        np.full = real


def some_masks(q: int) -> list[int]:
    return np.random.default_rng(q).choice(1 << q, min(SAMPLED, 1 << q), replace=False).tolist()


def pgmpy(data: np.ndarray) -> dict[int, float]:
    import pandas
    from pgmpy.estimators import BDeu

    names = [f"X{j}" for j in range(data.shape[1])]
    scorer = BDeu(pandas.DataFrame(data, columns=names), equivalent_sample_size=1)
    return {
        m: scorer.local_score("X0", [names[j + 1] for j in range(len(names) - 1) if m >> j & 1])
        for m in some_masks(len(names) - 1)
    }


def pyagrum(data: np.ndarray) -> dict[int, float]:
    import pandas
    import pyagrum

    names = [f"X{j}" for j in range(data.shape[1])]
    learner = pyagrum.BNLearner(pandas.DataFrame(data, columns=names))
    learner.useScoreBDeu()
    learner.useNoPrior()
    return {
        m: learner.score("X0", [names[j + 1] for j in range(len(names) - 1) if m >> j & 1])
        for m in some_masks(len(names) - 1)
    }


def timed(run: Callable[[], object], most: float = 1.0, repeat: int = 5) -> tuple[float, object]:
    """The best of a few runs, as many as fit into `most` seconds, and the last answer."""
    best, spent, answer = math.inf, 0.0, None
    for _ in range(repeat):
        start = time.perf_counter()
        answer = run()
        took = time.perf_counter() - start
        best, spent = min(best, took), spent + took
        if spent > most:
            break
    return best, answer


def processor(runs: dict[str, Callable[[], object]], repeat: int) -> dict[str, tuple[float, object]]:
    """Seconds of the processor of one run of each, and its answer: the best of five rounds, in turns, so that all
    meet the same load; the collector of garbage at rest as in `timeit`.
    """
    found: dict[str, tuple[float, object]] = {}
    gc.collect()
    gc.disable()
    try:
        for _ in range(5):
            for name, run in runs.items():
                start = time.process_time()
                for _ in range(repeat):
                    answer = run()
                took = (time.process_time() - start) / repeat
                found[name] = (min(took, found.get(name, (math.inf,))[0]), answer)
    finally:
        gc.enable()
    return found


def mixed() -> list[str]:
    """Candidates of two to six states, one thread, seconds of the processor."""
    import symdt.learn.kernels.choose  # noqa: F401 - the kernels, rather than one table for want of them

    ours(draw_mixed(10, 500), 1)
    lines = [
        "Two to six states, mixed; one thread, milliseconds of the processor, best of five rounds in turns.",
        "",
        "| q | cases | child's states | symdt | sumu | ratio | largest difference |",
        "|---|---|---|---|---|---|---|",
    ]
    for q, cases, repeat in ((10, 10**3, 20), (10, 10**4, 4), (14, 10**3, 4), (14, 10**4, 1)):
        data = draw_mixed(q, cases)
        runs = {"symdt": lambda d=data: ours(d, 1)}
        if available("sumu"):
            runs["sumu"] = lambda d=data: sumu(d)
        found = processor(runs, repeat)
        mine, scores = found["symdt"]
        row = [str(q), str(cases), str(int(data[:, 0].max()) + 1), f"{mine * 1e3:.1f}"]
        if "sumu" in found:
            theirs, others = found["sumu"]
            gap = float(np.abs(np.asarray(others) - scores).max())
            row += [f"{theirs * 1e3:.1f}", f"{theirs / mine:.1f}", f"{gap:.0e}"]
        else:
            row += ["not installed", "", ""]
        lines.append("| " + " | ".join(row) + " |")
    return lines


def available(name: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            __import__(name)
    except Exception:  # noqa: BLE001 - a peer may fail as it likes; its cell says so
        return False
    return True


def peak(q: int = 20, cases: int = 10**4) -> tuple[float, float]:
    """Seconds and megabytes at the peak, of a process of its own (which also imports and warms up)."""
    code = (
        "import time, benchmarks.scores as b\n"
        "b.ours(b.draw(2, 10, 500), 2)\n"
        f"data = b.draw(2, {q}, {cases})\n"
        f"start = time.perf_counter(); b.ours(data, {os.cpu_count()})\n"
        "took = time.perf_counter() - start\n"
        # the high-water mark of this image; getrusage would count the parent's before the exec
        "peak = next(int(s.split()[1]) for s in open('/proc/self/status') if s.startswith('VmHWM'))\n"
        "print(took, peak / 1000)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    seconds, megabytes = map(float, out.split())
    return seconds, megabytes


def run(quick: bool = False) -> str:
    """The table, as Markdown."""
    warnings.simplefilter("ignore")
    cores = os.cpu_count() or 1
    here = {name: available(name) for name in ("sumu", "pgmpy", "pyagrum")}
    ours(draw(2, 10, 500), cores)
    ours(draw(3, 7, 500), cores)
    lines = [
        f"All local scores of one child (BDeu, ESS 1), seconds; symdt on {cores} cores and on one.",
        "",
        "| states | q | cases | symdt | 1 core | sumu | ratio | largest difference | pgmpy ~ | pyAgrum ~ | its error, nats |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for arity, q in CELLS:
        for cases in CASES:
            if quick and (q == 16 or cases == 10**5):
                continue
            data = draw(arity, q, cases)
            mine, scores = timed(lambda d=data: ours(d, cores))
            single, _ = timed(lambda d=data: ours(d, 1))
            row = [str(arity), str(q), str(cases), f"{mine:.4f}", f"{single:.4f}"]
            if here["sumu"]:
                theirs, others = timed(lambda d=data: sumu(d))
                gap = float(np.abs(np.asarray(others) - scores).max())
                row += [f"{theirs:.4f}", f"{theirs / mine:.1f}", f"{gap:.1e}"]
            else:
                row += ["not installed", "", ""]
            for name, peer in (("pgmpy", pgmpy), ("pyagrum", pyagrum)):
                if not here[name]:
                    row += ["not installed"] + [""] * (name == "pyagrum")
                    continue
                some, found = timed(lambda d=data, f=peer: f(d), repeat=1)
                row.append(f"{some / len(found) * 2**q:.3g}")
                if name == "pyagrum":
                    row.append(
                        f"{max(abs(x * log_unit(found, scores) - scores[m]) for m, x in found.items()):.2g}"
                    )
                else:
                    worst = max(abs(x - scores[m]) / abs(scores[m]) for m, x in found.items())
                    assert worst < 1e-9, worst
            lines.append("| " + " | ".join(row) + " |")
    lines += ["", *mixed()]
    seconds, megabytes = peak()
    lines += [
        "",
        f"Binary, q = 20, n = 10⁴: {seconds:.2f} s, {megabytes:.0f} MB at the peak of the whole process.",
    ]
    return "\n".join(lines)


def log_unit(found: dict[int, float], scores: np.ndarray) -> float:
    """pyAgrum's scores are in bits or nats: the unit that brings them nearest."""
    gaps = {unit: sum(abs(x * unit - scores[m]) for m, x in found.items()) for unit in (1.0, math.log(2))}
    return min(gaps, key=lambda u: gaps[u])


if __name__ == "__main__":
    print(run("--quick" in sys.argv))
