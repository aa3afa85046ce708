"""A script without what only readers need: spaces beside signs go, texts stay as they are.

>>> tight('const a = (b, c) => `${ b + "x, y" } = ${c - -1}`;\\n')
'const a=(b,c)=>`${b+"x, y"} = ${c- -1}`;\\n'
>>> tight('t.split(/(?<= )/).map((x) => x in y ? typeof x : /[/ "]/.test(x));')
't.split(/(?<= )/).map((x)=>x in y?typeof x:/[/ "]/.test(x));'
"""

from __future__ import annotations

import re

#: What stands in code: a text, a regular expression after a sign or a word that cannot be divided, spaces, one sign.
_TOKEN = re.compile(
    r"""(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?P<slash>/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/\w*)"""
    r"""|(?P<word>[\w$]+)|(?P<space>[ \t]+)|(?P<sign>[^\w$])"""
)
#: What stands in a template between its ends and what it inserts.
_TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*", re.DOTALL)
_BEFORE = ("", "return", "typeof", *"(,=:[!&|?{};+-*%<>~^\n")


def tight(source: str) -> str:
    """The source with spaces only where two words, or two signs that would become one, meet.

    source: a script without comments before a quote; its lines stay, as a line may end a statement.
    """
    found: list[str] = []
    open_: list[int] = []  # for each template that is open, the braces that are open in what it inserts
    last, gap, at = "", False, 0
    while at < len(source):
        if open_ and open_[-1] < 0:  # in the text of a template
            part = _TEMPLATE.match(source, at)
            text = part[0] if part else ""
            end = "`" if source.startswith("`", at + len(text)) else "${"
            found += [text, end]
            at += len(text) + len(end)
            last, gap = end[-1], False
            if end == "`":
                open_.pop()
            else:
                open_[-1] = 0
            continue
        match = _TOKEN.match(source, at)
        if match is None:
            raise ValueError(f"{source[at : at + 20]!r} is no part of a script")
        token = match[0]
        if match.lastgroup == "slash" and last not in _BEFORE:
            token = "/"  # a division
        at += len(token)
        if match.lastgroup == "space":
            gap = True
            continue
        if gap and ((_is_word(last) and _is_word(token)) or (last in ("+", "-") and token in ("+", "-"))):
            found.append(" ")
        if token == "`":
            open_.append(-1)
        elif open_ and token in "{}":
            open_[-1] += 1 if token == "{" else -1  # the last brace leads back to the text of the template
        found.append(token)
        last, gap = token, False
    return "".join(found)


def _is_word(token: str) -> bool:
    return token[-1:].isalnum() or token[-1:] in ("_", "$")
