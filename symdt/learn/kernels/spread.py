"""Tasks spread over threads; the kernels hold no interpreter lock."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed

__all__ = ["spread"]


def spread(tasks: Iterable[Callable[[], None]], jobs: int, tick: Callable[[float], None] | None) -> None:
    """Run the tasks on `jobs` threads; an interrupt cancels those that have not begun."""
    work = list(tasks)
    if jobs == 1 or len(work) == 1:
        _follow(work, len(work), tick)
        return
    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(task) for task in work]
        try:
            # a call, not a loop: on Python 3.13 an interrupt in a loop goes past the handlers around it
            _follow((future.result for future in as_completed(futures)), len(work), tick)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _follow(tasks: Iterable[Callable[[], None]], total: int, tick: Callable[[float], None] | None) -> None:
    """Do one after the other, and say how far it is."""
    for done, task in enumerate(tasks, 1):
        task()
        if tick:
            tick(done / total)
