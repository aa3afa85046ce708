"""Tasks spread over threads; the kernels hold no interpreter lock."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed

__all__ = ["spread"]


def spread(tasks: Iterable[Callable[[], None]], jobs: int, tick: Callable[[float], None] | None) -> None:
    """Run the tasks on `jobs` threads; an interrupt cancels those that have not begun."""
    work = list(tasks)
    if jobs == 1 or len(work) == 1:
        for done, task in enumerate(work, 1):
            task()
            if tick:
                tick(done / len(work))
        return
    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(task) for task in work]
        try:
            for done, future in enumerate(as_completed(futures), 1):
                future.result()
                if tick:
                    tick(done / len(work))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
