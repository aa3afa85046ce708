"""Patience: long steps of exact arithmetic ask now and then whether whoever wanted them still waits.

A determinant of polynomials, or coefficients with thousands of digits, may take minutes; a budget is kept within them too.

>>> def spent():
...     raise TimeoutError("spent")
>>> with heeding(spent):
...     heed()
Traceback (most recent call last):
TimeoutError: spent
>>> heed()  # nobody waits
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_waiting: ContextVar[Callable[[], None] | None] = ContextVar("_waiting", default=None)


@contextmanager
def heeding(spend: Callable[[], None]) -> Iterator[None]:
    """Whoever waits is asked, in this block, before each long step; `spend` raises what ends the work."""
    token = _waiting.set(spend)
    try:
        yield
    finally:
        _waiting.reset(token)


def heed() -> None:
    """Before a long step: an end to the work where nobody waits any longer."""
    spend = _waiting.get()
    if spend is not None:
        spend()
