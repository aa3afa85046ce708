"""Run: the children of a selection one after the other, on threads, or on a cluster through joblib.

Children are independent (§4: the loss is globally disintegrable). A large child is spread over
threads itself; small ones share the threads. Inside `with joblib.parallel_config(backend="dask")`,
or any backend other than threads, every child is one task of that backend.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from hashlib import blake2s
from pathlib import Path
from time import monotonic
from typing import Any

from symdt.errors import DataError, FileError, Stopped, SymdtError, quote
from symdt.files import check_writable, read_whole, write_whole
from symdt.learn.counts import Counts
from symdt.learn.forecast import one_child
from symdt.learn.kernels.by_sets import expect, is_small, numpy_seconds
from symdt.learn.posterior import FamilyPosterior, family_posterior
from symdt.learn.question import Admissible

__all__ = ["Progress", "check_jobs", "finish_children", "progress_bar"]

Progress = Callable[[float, str], None]  # the fraction done, and the child at work

LARGE = 0.05  # seconds; a child that takes longer is spread over the threads itself
LARGEST = 1 << 30  # bytes of a file of finished children
MOST_LOST = 30.0  # seconds of finished work that may not be in that file yet when a process is killed


def check_jobs(jobs: int | None) -> int:
    """The number of threads: as many as there are cores, unless said."""
    if jobs is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1:
        raise DataError(f"jobs is {quote(jobs)}: expected a whole number from 1 on")
    return jobs


@contextmanager
def progress_bar(show: bool, seconds: float) -> Iterator[Progress | None]:
    """A bar on standard error, if that is a terminal and there is something to wait for."""
    if not show or seconds < 2 or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("local scores", total=1.0)

        def tell(fraction: float, child: str) -> None:
            bar.update(task, completed=fraction, description=f"parents of {child}")

        yield tell


def finish_children(
    counts: Counts,
    questions: Sequence[Admissible],
    prior: str,
    alpha: float,
    jobs: int,
    finished: Finished,
    progress: Progress | None = None,
) -> None:
    """Bring every child into `finished`; what is finished stays so if this is interrupted."""
    try:
        _finish(counts, questions, prior, alpha, jobs, finished, progress)
    finally:
        finished.write()


def _finish(  # noqa: C901 - threads, a cluster or neither
    counts: Counts,
    questions: Sequence[Admissible],
    prior: str,
    alpha: float,
    jobs: int,
    finished: Finished,
    progress: Progress | None,
) -> None:
    todo = [q for q in questions if q.child not in finished.children]
    rows, cases = len(counts.weights), counts.cases
    states = dict(zip(counts.variables, counts.arities, strict=True))
    cost = {
        q.child: one_child([states[c] for c in q.live], rows, q.limit, jobs, states[q.child], cases).seconds
        for q in todo
    }
    total = sum(cost.values()) or 1.0
    done = 0.0
    expect(_in_numpy(counts, todo, prior))

    def add(part: FamilyPosterior) -> None:
        nonlocal done
        finished.add(part, cost[part.child])
        done += cost[part.child]
        if progress:
            progress(min(1.0, done / total), part.child)

    backend = _cluster()
    if backend is not None:
        for part in backend(counts, todo, prior, alpha):
            add(part)
        return
    small = [q for q in todo if cost[q.child] < LARGE]
    large = [q for q in todo if cost[q.child] >= LARGE]
    if jobs == 1 or len(small) < 2:
        for q in small:
            add(family_posterior(counts, q, prior, alpha))
    else:
        with ThreadPoolExecutor(jobs) as pool:
            futures = [pool.submit(family_posterior, counts, q, prior, alpha) for q in small]
            try:
                for future in as_completed(futures):
                    add(future.result())
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    for q in large:
        tick = None
        if progress:

            def tick(part: float, child: str = q.child) -> None:
                progress(min(1.0, (done + part * cost[child]) / total), child)

        add(family_posterior(counts, q, prior, alpha, jobs, tick))


def _in_numpy(counts: Counts, todo: Sequence[Admissible], prior: str) -> float:
    """About how long NumPy would take for all children that are not small."""
    rows, cases, seconds = len(counts.weights), counts.cases, 0.0
    for q in todo:
        arities = [counts.arities[counts.index(v)] for v in (q.child, *q.live)]
        mine = min(rows, math.prod(arities))  # distinct rows of these columns at most
        varying = tuple([a for a in arities[1:] if a > 1])
        if q.limit >= len(q.live) and not is_small(1 << len(varying), mine, cases):
            seconds += numpy_seconds(varying, arities[0], mine, cases, prior)
    return seconds


def _cluster() -> Callable[[Counts, Sequence[Admissible], str, float], Iterator[FamilyPosterior]] | None:
    """The way through joblib's backend, if the caller has set one that is not threads."""
    if "joblib" not in sys.modules:  # then nobody can have set a backend
        return None
    from joblib import Parallel, delayed
    from joblib.parallel import ThreadingBackend, get_active_backend

    backend: Any = get_active_backend(prefer="threads")[0]
    if isinstance(backend, ThreadingBackend) or type(backend).__name__ == "SequentialBackend":
        return None

    def through(
        counts: Counts, todo: Sequence[Admissible], prior: str, alpha: float
    ) -> Iterator[FamilyPosterior]:
        calls = [delayed(family_posterior)(counts, q, prior, alpha) for q in todo]
        try:
            if getattr(backend, "supports_return_generator", False):
                yield from Parallel(return_as="generator_unordered")(calls)
            else:
                yield from Parallel()(calls)
        except (SymdtError, Stopped, MemoryError):
            raise
        except Exception as error:  # whatever a backend raises when one of its processes is gone
            raise SymdtError(
                f"the cluster lost a worker, or failed ({type(error).__name__}): run it again; what was finished is "
                "kept where resume names a file"
            ) from error

    return through


def fingerprint_of(counts: Counts, questions: Sequence[Admissible], prior: str, alpha: float) -> str:
    """A digest of everything that the posteriors depend on."""
    digest = blake2s(digest_size=16)
    digest.update(repr((counts.variables, counts.states, counts.codes.shape, prior, alpha)).encode())
    digest.update(counts.codes.tobytes())
    digest.update(counts.weights.tobytes())
    digest.update(repr(tuple(questions)).encode())
    return digest.hexdigest()


class Finished:
    """The finished children of one question; kept in a file if a path is given.

    path: the file, or None. key: the digest of all that the answer depends on.
    live: the candidates of each child of the question, in order.
    """

    def __init__(
        self, path: str | os.PathLike[str] | None, key: str, live: Mapping[str, tuple[str, ...]]
    ) -> None:
        self.live = live
        self.path = Path(path) if path is not None else None
        self.key = key
        self.children: dict[str, FamilyPosterior] = {}
        self._written = 0
        self._due = 0.0
        if self.path is not None:
            check_writable(self.path, force=True)
            if self.path.exists():
                self._read(self.path)

    def _read(self, path: Path) -> None:
        try:
            table = json.loads(read_whole(path, LARGEST, "a file of finished children"))
            key, children = table["finished"], table["children"]
            if table != {
                "format": 2,
                "finished": key,
                "digest": _digest(key, children),
                "children": children,
            }:
                raise ValueError
            found = {child: FamilyPosterior.from_json(part) for child, part in children.items()}
            if key == self.key and not all(self._fits(child, part) for child, part in found.items()):
                raise ValueError
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise FileError(
                f"{quote(path)} is no file of finished children, or it was changed since: delete it, or give the "
                "one of the interrupted run"
            ) from None
        if key != self.key:
            raise FileError(
                f"{quote(path)} was made from other data or settings: delete it, or give another path"
            )
        self.children = found
        self._written = len(found)

    def _fits(self, child: str, part: FamilyPosterior) -> bool:
        """Whether what was read can be what `family_posterior` gave for that child."""
        names, numbers = (*part.map_set, *part.k2_set), (*part.present, *part.absent)
        single = (part.log_marginal, part.map_probability, part.k2_probability)
        return (
            part.child == child
            and part.candidates == self.live.get(child)
            and len(part.present) == len(part.absent) == len(part.candidates)
            and set(names) <= set(part.candidates)
            and all(isinstance(x, float) for x in (*numbers, *single))
            and all(isinstance(s.score, float) and s.added in (None, *part.candidates) for s in part.k2_steps)
        )

    def add(self, part: FamilyPosterior, seconds: float = 0.0) -> None:
        """Keep a finished child, the work of so many seconds; write the file, unless that was done a moment ago."""
        self.children[part.child] = part
        if monotonic() >= self._due or seconds >= MOST_LOST:
            self.write()

    def write(self) -> None:
        """Write the file, if one is kept and something is new; not again before nine times as long has passed,
        so that many children take time once and not once for each, or half a minute if that is less.
        """
        if self.path is not None and len(self.children) > self._written:
            begin = monotonic()
            children = json.loads(json.dumps({child: p.to_json() for child, p in self.children.items()}))
            table = {
                "format": 2,
                "finished": self.key,
                "digest": _digest(self.key, children),
                "children": children,
            }
            write_whole(self.path, json.dumps(table), force=True)  # it is ours: `_read` has seen to that
            self._written = len(self.children)
            self._due = monotonic() + min(9 * (monotonic() - begin), MOST_LOST)


def _digest(key: object, children: object) -> str:
    """A digest of the question and of what was finished: a file with another one is not believed."""
    return blake2s(json.dumps([key, children], sort_keys=True).encode(), digest_size=16).hexdigest()
