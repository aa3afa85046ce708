"""Exact arc probabilities over all DAGs and over all orders, against sumu's `aps` on the same data.

Binary data, BDeu with ESS 1, unless said n = 500 cases; processor seconds on one thread from the array of
cases to the matrix of arc probabilities, local scores included, compiling not; up to 16 variables the best mean of
five batches. Every size is a process of
its own, so that the peak of memory is its own. Run: python -m benchmarks.dags [--quick]
"""

from __future__ import annotations

import json
import subprocess
import sys
import time

import numpy as np

from benchmarks.scores import available

SIZES = {"dags": (4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20), "orders": (8, 12, 16, 20, 24)}
CASES = 500


def draw(n: int, cases: int = CASES) -> np.ndarray:
    """Cases × n: every variable copies an earlier one in half of the cases."""
    g = np.random.default_rng(n)
    data = g.integers(0, 2, (cases, n)).astype(np.int32)
    for i in range(1, n):
        copied = g.random(cases) < 0.5
        data[copied, i] = data[copied, g.integers(0, i)]
    return data


def ours(data: np.ndarray, structure_prior: str) -> tuple[np.ndarray, float]:
    from symdt.learn.counts import tabulate
    from symdt.learn.dags.over_dags import dag_posterior

    found = dag_posterior(tabulate(data), structure_prior=structure_prior)
    return found.arcs, float(found.errors.max())


def sumu(data: np.ndarray) -> np.ndarray:
    """All local scores by sumu's bulk scorer, then `aps`, then the arcs from its parent sets."""
    import sumu.scorer
    from sumu.aps import aps

    n = data.shape[1]
    real = np.full

    def full(shape, *rest, **options):  # its bulk scorer passes 2.0**q as a length
        return real(tuple(map(int, shape)) if np.iterable(shape) else int(shape), *rest, **options)

    np.full = full
    try:
        scorer = sumu.scorer.BDeu(n - 1)
        scorer.read(data)
        scorer.set_ess(1.0)
        others = np.array([[v for v in range(n) if v != u] for u in range(n)], dtype=np.int32)
        scores = scorer.all_candidate_restricted_scores(others)
    finally:
        np.full = real
    sets = np.exp(aps(scores, as_dict=False, normalize=True))
    out = np.zeros((n, n))
    for i in range(n):
        for b, j in enumerate(others[i]):
            out[j, i] = sets[i].reshape(-1, 2, 1 << b)[:, 1].sum()
    return out


def one(which: str, n: int) -> dict[str, float]:
    """Seconds and megabytes of one size; what the stated error is."""
    data, error = draw(n), 0.0
    # the clock is coarse, and others use the machine
    batches, repeat = (5, 200) if n <= 8 else (5, 10) if n <= 10 else (5, 1) if n <= 16 else (1, 1)
    if which == "sumu":
        sumu(draw(min(n, 8)))
    else:
        ours(draw(11, 50), which)  # compiles, or loads what was compiled
        ours(draw(min(n, 12)), which)
    times = []
    for _ in range(batches):
        start = time.process_time()
        for _ in range(repeat):
            arcs, error = (sumu(data), 0.0) if which == "sumu" else ours(data, which)
        times.append((time.process_time() - start) / repeat)
    seconds = min(times)
    with open("/proc/self/status", encoding="ascii") as status:
        peak = next(int(s.split()[1]) for s in status if s.startswith("VmHWM"))
    return {"seconds": seconds, "megabytes": peak / 1000, "error": error, "arcs": arcs.tolist()}


def apart(which: str, n: int) -> dict[str, float]:
    code = f"import json, benchmarks.dags as b; print(json.dumps(b.one({which!r}, {n})))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def run(quick: bool = False) -> str:
    """The table, as Markdown."""
    most = {"orders": 16, "dags": 14} if quick else {"orders": 99, "dags": 99}
    lines = [
        f"Arc probabilities, {CASES} binary cases, BDeu (ESS 1), one thread: processor seconds from the cases on.",
        "",
        "| structure prior | n | symdt, s | MB | error at most | sumu.aps, s | ratio | largest difference |",
        "|---|---|---|---|---|---|---|---|",
    ]
    here = available("sumu")
    for which, sizes in SIZES.items():
        for n in sizes:
            if n > most[which]:
                continue
            mine = apart(which, n)
            cells = [
                which,
                str(n),
                f"{mine['seconds']:.3g}",
                f"{mine['megabytes']:.0f}",
                f"{mine['error']:.0e}",
            ]
            if which == "dags" and here:
                theirs = apart("sumu", n)
                difference = np.abs(np.array(theirs["arcs"]) - np.array(mine["arcs"])).max()
                ratio = theirs["seconds"] / mine["seconds"]
                cells += [f"{theirs['seconds']:.3g}", f"{ratio:.1f}", f"{difference:.0e}"]
            else:
                cells += ["", "", ""]
            lines.append("| " + " | ".join(cells) + " |")
            print(lines[-1], flush=True)
    lines += [
        "",
        "sumu sums over all DAGs alike only. Memory is that of the whole process. The bound of the error covers "
        "the arithmetic of the sums and the rounding of the local scores; the difference to sumu is sumu's.",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(run("--quick" in sys.argv))
