"""Notes: what is to be said on standard error beside an answer; an error stands there alone."""

from __future__ import annotations

#: The notes of the command that is running.
notes: list[str] = []
