"""Tokens: the numbers, names and signs of which expressions, conditions and statements are made.

>>> [t.text for t in tokens("0 < p*x1 <= .5")]
['0', '<', 'p', '*', 'x1', '<=', '.5']
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from symdt.errors import ExpressionError, quote

#: Texts longer than this are refused.
MAX_LENGTH = 20_000

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[^\W\d]\w*)|(?P<op>\*\*|<=|>=|==|!=|[-+*/()<>,])|(?P<bad>\S))"
)
#: What others write, and what to write here.
_INSTEAD = {
    "=": "for equality write ==",
    "^": "for powers write **",
    "≤": "write <=",
    "≥": "write >=",
    "≠": "write !=",
    "!": "for inequality write !=, for a negation 'not'",
    "&": "write 'and'",
    "|": "write 'or'",
    "×": "write *",
    "·": "write *",
    "−": "write - for minus",
    "[": "use round brackets",
    "{": "use round brackets",
    "%": "write a percentage as 0.25 or 25/100",
    **dict.fromkeys("$€£¥", "leave the currency out"),
    **dict.fromkeys("“”„«»‘’", "use straight quotes, once, around the whole"),
}
#: The same for two characters, which are looked at first.
_PAIRS = {
    "=>": "for at least write >=, for an implication 'implies'",
    "=<": "for at most write <=",
}


@dataclass(frozen=True)
class Token:
    """A piece of text and what it is: "number", "name" or "op"."""

    kind: str
    text: str


def tokens(text: str) -> list[Token]:
    """The tokens of a text, from left to right; a character that begins none is an error."""
    if not isinstance(text, str):
        raise ExpressionError(f"{quote(text)} is not a text: write the expression in quotes")
    if len(text) > MAX_LENGTH:
        raise ExpressionError(
            f"the expression {quote(text)} has {len(text)} characters: use at most {MAX_LENGTH}"
        )
    found: list[Token] = []
    position, end = 0, len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None or match.lastgroup == "bad":
            pair = text[position:].lstrip()[:2]
            if pair in _PAIRS:
                raise ExpressionError(f"{quote(text)} has {quote(pair)}: {_PAIRS[pair]}")
            strange = pair[:1]
            raise ExpressionError(
                f"{quote(text)} has the unexpected character {quote(strange)}: "
                + _INSTEAD.get(strange, "use letters, numbers, + - * / ** and brackets")
            )
        kind = str(match.lastgroup)
        found.append(Token(kind, match.group(kind)))
        position = match.end()
    return found
