"""Docstrings as Markdown: examples are fenced, and stars that are no emphasis stay stars.

A docstring of ours is plain text with doctests in it. Read as Markdown its `>>>` would be block quotes, and the stars
of products would be eaten; so every example is put between fences, and a lonely star gets a backslash.

>>> as_markdown("The risk is p*h.\\n\\n>>> 2*3\\n6\\n\\nThat *is* all, a* too.").splitlines()
['The risk is p\\\\*h.', '', '```pycon', '>>> 2*3', '6', '```', '', 'That *is* all, a\\\\* too.']
"""

from __future__ import annotations

import re
from typing import Any

try:
    from griffe import Extension
except ImportError:  # the tests read `as_markdown` without the documentation's packages
    Extension = object

# `code`, an emphasis that is one (its stars stand at the edges of words), or a star
_PIECES = re.compile(r"`+[^`]*`+|(?<![\w*\\])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])|\*")


def as_markdown(text: str) -> str:
    """The docstring with its examples fenced and its stars kept."""
    made: list[str] = []
    inside, fenced = False, False
    for line in text.splitlines():
        bare = line.strip()
        if not inside and bare.startswith("```"):
            fenced = not fenced
        if fenced or (bare.startswith("```") and not inside):
            made.append(line)
            continue
        if bare.startswith(">>>") and not inside:
            if made and made[-1].strip():
                made.append("")
            made.append("```pycon")
            inside = True
        if inside and not bare:
            made += ["```", ""]
            inside = False
            continue
        made.append(line if inside else _PIECES.sub(_kept, line))
    return "\n".join([*made, "```"] if inside else made)


def _kept(found: re.Match[str]) -> str:
    return "\\*" if found[0] == "*" else found[0]


class Doctests(Extension):  # type: ignore[misc]
    """What mkdocstrings asks of every object of the package."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Turn the docstring of an object into Markdown."""
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)
