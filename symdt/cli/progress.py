"""A sign of life on standard error, where that is a terminal and the work takes over two seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from typing import Any

#: Work that ends sooner (in seconds) shows nothing.
PATIENCE = 2.0


@contextmanager
def working(what: str, patience: float = PATIENCE) -> Iterator[None]:
    """Show that `what` is under way, and for how long, until the block ends.

    >>> with working("solving"):
    ...     pass
    """
    if not sys.stderr.isatty():
        yield
        return
    bars: list[Any] = []
    over, lock = [False], Lock()

    def start() -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        with lock:
            if not over[0]:
                bar = Progress(*columns, console=Console(stderr=True), transient=True)
                bar.add_task(what, total=None)
                bar.start()
                bars.append(bar)

    timer = Timer(patience, start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with lock:
            over[0] = True
        for bar in bars:
            bar.stop()


@contextmanager
def steps(what: str) -> Iterator[Callable[[int, int, str], None] | None]:
    """A bar for work in named steps: the function to be told of each, or None where nobody watches.

    >>> with steps("the report") as progress:
    ...     print(progress)
    None
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:30}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total, name: bar.update(task, completed=done, total=total, description=name)
