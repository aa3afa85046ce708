"""Notes: what is to be said on standard error beside an answer; an error stands there alone."""

from __future__ import annotations

from symdt.errors import DirectionWarning, UnsaidWarning

#: The notes of the command that is running.
notes: list[str] = []
#: What a problem leaves unsaid, and what was taken instead: a part of the answer too, in text as in JSON.
unsaid: list[UnsaidWarning] = []


def unsaid_text() -> str:
    """What was taken for what the problem leaves unsaid, in one line; nothing where all is said."""
    return "; ".join(map(str, unsaid))


def caption() -> str:
    """What stands over a figure or a page of a problem that does not say its optimum."""
    is_taken = any(isinstance(w, DirectionWarning) for w in unsaid)
    return "taken as losses: no optimum is said" if is_taken else ""
