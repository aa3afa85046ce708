"""So far: what a command that answers several questions has found, when it is interrupted or its time is over."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from symdt.cli.telling import unless_late
from symdt.errors import BudgetError, Stopped

#: Why there is less than was asked for, as answers say it.
INTERRUPTED, OVER = "it was interrupted", "the time budget ended"


class SoFar(ABC):
    """What a command that answers several questions has found: all, unless it was ended before."""

    #: Why it is not all; nothing where it is.
    ended = ""
    #: What is raised when all that was found is told; None where it was not the time that ended it.
    error: BudgetError | None = None

    @property
    @abstractmethod
    def is_something(self) -> bool:
        """Whether there is anything to tell."""

    def ask(self, work: Callable[[], None]) -> None:
        """Find out what there is, as far as it goes; where nothing was found by then, that is an error.

        work: adds what it finds to this, piece by piece.
        """

        def done() -> bool:
            work()
            return True

        is_done: bool | None = False
        try:
            is_done = unless_late(done)
        except KeyboardInterrupt:
            if not Stopped.by_hand():
                raise
        except BudgetError as error:
            self.error = error
        if Stopped.raised is KeyboardInterrupt:  # a search may have told what it had
            self.ended, self.error = INTERRUPTED, None
            if not self.is_something:
                raise KeyboardInterrupt
        elif not is_done:
            self.ended = OVER
            self.error = self.error or BudgetError(f"{OVER}: allow more with --seconds")
            if not self.is_something:
                raise self.error

    def go_on(self) -> None:
        """Begin no further question once a search has taken an interrupt for its end."""
        if Stopped.raised is KeyboardInterrupt:
            raise KeyboardInterrupt

    def told(self, missing: str) -> dict[str, str]:
        """The key of the JSON that says what is missing, and why; none where nothing is.

        missing: in words.
        """
        if not self.ended:
            return {}
        return {"interrupted" if self.ended == INTERRUPTED else "undecided": missing}
