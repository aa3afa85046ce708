"""Errors: one class for each law that an input can break.

Every message says what was found, what was expected and what to do, in one line, so that the
command line can print it as it is.

>>> raise ProbabilityError("the belief sums to 9/10, not 1: give the last one as 'rest'")
Traceback (most recent call last):
    ...
symdt.errors.ProbabilityError: the belief sums to 9/10, not 1: give the last one as 'rest'
"""

from __future__ import annotations

import inspect
import time
import warnings
from collections.abc import Iterable
from typing import ClassVar, NoReturn

#: Names longer than this are not compared with what was found, nor more of them than `MAX_TRIED`.
MAX_COMPARED, MAX_TRIED = 100, 100


class SymdtError(Exception):
    """The input breaks a law of the theory or of the file format.

    >>> from symdt import Belief
    >>> try:
    ...     Belief({"well": 1, "sick": 1})
    ... except SymdtError as error:
    ...     print(error)
    the belief sums to 2, not 1: give the last one as 'rest'
    """


class ExpressionError(SymdtError):
    """A text or an expression is not an element of Q(letters)."""


class DomainError(SymdtError):
    """A domain is empty, or a point lies outside it."""


class ProbabilityError(SymdtError):
    """Probabilities are negative somewhere or do not sum to one."""


class TableError(SymdtError):
    """A table lacks a row or a column, has one too many, or names one twice."""


class TreeError(SymdtError):
    """A tree has a cycle, a missing or unreachable node, or an empty one."""


class ModelError(SymdtError):
    """Arcs that do not form a directed acyclic graph, or an order that is none."""


class DataError(SymdtError):
    """Data that are no complete sample of categorical variables."""


class FileError(SymdtError):
    """A file that cannot be read, has unknown keys, or must not be overwritten."""


class BudgetError(SymdtError):
    """The question was not decided within its budget of time or size."""


class UnsaidWarning(UserWarning):
    """A problem leaves something unsaid, and what is taken instead is said aloud."""


class MemoryWarning(UnsaidWarning):
    """A diagram lacks arcs that memory would draw and does not say which memory it has; full memory is taken."""


class DirectionWarning(UnsaidWarning):
    """A tree says neither that its values are losses nor that they are utilities; losses are taken."""


def say_aloud(message: str, kind: type[UnsaidWarning]) -> None:
    """Warn in the name of the line outside of symdt that left something unsaid, however deep the call is.

    message: what was taken instead, and how to say it; kind: the class of the warning.
    """
    level, frame = 1, inspect.currentframe()
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "symdt":
        level, frame = level + 1, frame.f_back
    warnings.warn(message, kind, stacklevel=level)


class Stopped(BaseException):
    """Somebody ends the command from outside; like an interrupt, no `except Exception` holds it up."""

    #: When the searches of a command must have ended, by the processor's time of this process; None outside one.
    deadline: ClassVar[float | None] = None
    #: When the command itself ends, by the same clock, and how many seconds before that its searches do: these are for telling.
    end: ClassVar[float | None] = None
    to_tell: ClassVar[float] = 0.0
    #: Whether the person said how long the command may take: one search may then have all of it.
    is_said: ClassVar[bool] = False
    #: How somebody has ended it, None where nobody has: whatever comes after is of no account.
    raised: ClassVar[type[BaseException] | None] = None

    @classmethod
    def by_hand(cls, seconds: float = 0.0) -> bool:
        """An interrupt has come: no search begins any more, and what is known is told soon.

        seconds: for telling, at least. False outside a command, where there is nobody to tell: let it go on.
        """
        if cls.deadline is None:
            return False
        cls.raised, cls.deadline = KeyboardInterrupt, time.process_time()
        if cls.end is not None:
            cls.end = min(cls.end, cls.deadline + max(seconds, cls.to_tell))
        return True

    @classmethod
    def interrupt(cls) -> NoReturn:
        """Pass on an interrupt that a library held back: the command hears of it as of any other."""
        cls.by_hand()
        raise KeyboardInterrupt


def quote(found: object, limit: int = 60) -> str:
    """The found text in quotes, on one line, cut at `limit` characters.

    >>> quote("a b")
    "'a b'"
    >>> len(quote("9" * 1000))
    65
    """
    text = " ".join(str(found).split())
    return repr(text if len(text) <= limit else text[:limit] + "...")


def did_you_mean(found: str, expected: Iterable[str]) -> str:
    """The hint that names the nearest expected word, or all of them if none is near.

    >>> did_you_mean("bleief", ["belief", "loss"])
    "did you mean 'belief'?"
    >>> did_you_mean("xyz", ["belief", "loss"])
    "use one of 'belief', 'loss'"
    """
    names = list(expected)
    # comparing takes time that grows with the product of the lengths: near names among many are found by their letters
    tried = [
        name for name in names if len(name) <= MAX_COMPARED and abs(len(name) - len(found)) <= len(found)
    ]
    if len(tried) > MAX_TRIED:
        tried = sorted(tried, key=lambda name: len(set(name) ^ set(found)))[:MAX_TRIED]
    from difflib import get_close_matches  # a right name never needs it

    near = get_close_matches(found, tried, n=1) if len(found) <= MAX_COMPARED else []
    if near:
        return f"did you mean {quote(near[0])}?"
    if not names:
        return "none is known here"
    more = ", ..." if len(names) > 8 else ""
    return "use one of " + ", ".join(map(quote, names[:8])) + more
