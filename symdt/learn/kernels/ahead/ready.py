"""Ready: a kernel that is called from Python, by the code that was made ahead or by numba's."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cached_property
from typing import Any

from symdt.learn.kernels.ahead import record
from symdt.learn.kernels.ahead.machine import addresses, called
from symdt.learn.kernels.ahead.passing import flat, kinds, slots
from symdt.learn.kernels.jit import kernel

__all__ = ["ENTRIES", "Ready", "ready"]

ENTRIES: dict[str, list[Ready]] = {}  # the kernels of each room, as far as they are loaded


class Ready:
    """A kernel of a room. Arguments other than those that it was made for go to numba.

    room: one of `ROOMS`. function: the source.
    """

    def __init__(self, room: str, function: Callable[..., Any]) -> None:
        self.room, self.name, self.__doc__ = room, function.__name__, function.__doc__
        self.source = function
        ENTRIES.setdefault(room, []).append(self)

    @cached_property
    def by_numba(self) -> Any:
        """The kernel as numba compiles it."""
        return kernel(self.source)

    @cached_property
    def ahead(self) -> tuple[list[str], bool, Callable[..., int]] | None:
        """What the code made ahead takes, whether it gives a whole number, and the code."""
        known, address = record(self.room), addresses(self.room).get(self.name)
        if known is None or not address:
            return None
        asked = known["kernels"][self.name]
        return asked["takes"], asked["gives"], called(address, slots(asked["takes"]))

    def __call__(self, *given: Any) -> Any:
        """The kernel's answer."""
        if self.ahead is not None:
            takes, gives, code = self.ahead
            if kinds(given) == takes:
                answer, fault = ctypes.c_int64(), ctypes.c_void_p()
                if code(ctypes.addressof(answer), ctypes.addressof(fault), *flat(given)) not in (0, -2):
                    raise MemoryError(
                        f"no memory for the kernel {self.name}: ask for fewer variables at once"
                    )
                return answer.value if gives else None
        return self.by_numba(*given)


def ready(room: str) -> Callable[[Callable[..., Any]], Ready]:
    """Mark a function as a kernel of the room."""
    return lambda function: Ready(room, function)
