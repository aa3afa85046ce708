"""Inputs that a stranger might send: right ones, nearly right ones, and noise, from a random source.

Each maker takes a `random.Random` and gives one text or some bytes. They know the grammar, so that
most inputs get past the first check; `spoil` then breaks what they made in one place or several.
The tests feed them from Hypothesis' seeds, `make fuzz` from a fuzzer's bytes.
"""

from __future__ import annotations

import random
from collections.abc import Callable

Random = random.Random
LETTERS = ("p", "h", "k", "x", "alpha", "l01")
NUMBERS = ("0", "1", "2", "3/4", "0.17", "1e3", "10**2", ".5", "1.", "7" * 40, "1e300", "1e-299", "9" * 300)
ODD: tuple[str, ...] = (
    *("\x00", "\u202e", "\ufeff", "\u2028", "é", "日", "😀", "\\", "'", '"', "`", "$", "{", "}", "[", "]"),
    *("#", "=", "==", "<=", ">=", "**", "***", "!", "!=", ";", ":", "..", "...", ",", "\n", "\r", "\t", " "),
    *("(", ")", "((((((((", "))))", "not ", " and ", " or ", " implies ", " iff ", "min(", "max(", "lambda "),
    *("__import__('os')", "eval", "oo", "nan", "zoo", "I", "E", "rest", "1e999999999", "9" * 400, "**99"),
    *("-", "+", "/0", "/(p-p)", "**-1", "**(1/2)", "**p", "_", "٣", "²", "x" * 500),
)
NAMES = (
    "M0",
    "M1",
    "a0",
    "a1",
    "rain, with",
    "{}",
    "{X2}",
    "<script>",
    "a&b",
    "\\frac",
    "$x$",
    "é",
    "",
    "rest",
)
NAMES += ("\u202eabc", "x" * 200, "actions", "cost", "outcomes", "p", "first", "\\u0000", "a.b", "日本")


def expression(r: Random, depth: int = 4) -> str:
    """An expression of the language, at times a very large one."""
    kind = r.random()
    if depth == 0 or kind < 0.25:
        return r.choice(LETTERS) if r.random() < 0.6 else r.choice(NUMBERS)
    if kind < 0.65:
        return f"{expression(r, depth - 1)} {r.choice('+-*/')} {expression(r, depth - 1)}"
    if kind < 0.8:
        return f"({expression(r, depth - 1)})"
    if kind < 0.95:
        return f"({expression(r, depth - 1)})**{r.choice((0, 1, 2, 3, 5, 8, 20, 64, 65, -1, -7))}"
    return "-" * r.randrange(5) + expression(r, depth - 1)


def condition(r: Random) -> str:
    """A condition, chained or not."""
    parts = [expression(r, r.randrange(4)) for _ in range(r.choice((2, 2, 2, 3, 4)))]
    return "".join(
        part + (r.choice((" < ", " <= ", " > ", " >= ", " == ")) if i < len(parts) - 1 else "")
        for i, part in enumerate(parts)
    )


def statement(r: Random, depth: int = 3) -> str:
    """A statement with connectives, min and max."""
    kind = r.random()
    if depth == 0 or kind < 0.3:
        return condition(r)
    if kind < 0.45:
        inner = ", ".join(expression(r, 2) for _ in range(r.randrange(1, 4)))
        return f"{r.choice(('min', 'max'))}({inner}) {r.choice(('<', '>=', '=='))} {expression(r, 2)}"
    if kind < 0.85:
        word = r.choice(("and", "or", "implies", "iff"))
        return f"{statement(r, depth - 1)} {word} {statement(r, depth - 1)}"
    return f"{r.choice(('not ', 'not not ', ''))}({statement(r, depth - 1)})"


def noise(r: Random) -> str:
    """Characters of any kind, long runs of one thing among them."""
    kind = r.random()
    if kind < 0.4:
        return "".join(r.choice(ODD + LETTERS + NUMBERS) for _ in range(r.randrange(12)))
    if kind < 0.6:
        return r.choice(ODD + LETTERS + NUMBERS) * r.randrange(1, 400)
    if kind < 0.8:
        return "".join(chr(r.choice((r.randrange(128), r.randrange(0xD800)))) for _ in range(r.randrange(40)))
    return "+".join(expression(r, 1) for _ in range(r.randrange(60)))


def spoil(r: Random, text: str) -> str:
    """The text with a few pieces put in, left out, doubled or exchanged."""
    for _ in range(r.randrange(1, 4)):
        i, j = sorted((r.randrange(len(text) + 1), r.randrange(len(text) + 1)))
        j = min(j, i + 40)
        change = r.random()
        if change < 0.4:
            text = text[:i] + r.choice(ODD + LETTERS + NUMBERS) + text[i:]
        elif change < 0.7:
            text = text[:i] + text[j:]
        elif change < 0.85:
            text = text[:j] + text[i:j] * r.choice((1, 2, 50)) + text[j:]
        else:
            text = text[:i] + text[i:j][::-1] + text[j:]
    return text


def mostly(make: Callable[[Random], str], r: Random) -> str:
    """What `make` makes, or that spoilt, or noise."""
    kind = r.random()
    if kind < 0.45:
        return make(r)
    return spoil(r, make(r)) if kind < 0.85 else noise(r)


def quoted(text: str) -> str:
    """A TOML text."""
    plain = "".join(c if c.isprintable() and c not in '"\\' else f"\\u{ord(c) & 0xFFFF:04x}" for c in text)
    return f'"{plain}"'


def _cell(r: Random) -> str:
    kind = r.random()
    if kind < 0.1:
        return r.choice(("1", "0.5", "-3", "1e400", "true", "[]", "{}", "1979-05-27", "inf", "nan", "0x1f"))
    return quoted("rest" if kind < 0.2 else mostly(lambda r: expression(r, r.randrange(3)), r))


def _plain(r: Random) -> str:
    return quoted(r.choice(("0", "1", "h", "2*k", "h + k", "p", "3*k", "1/3")))


def _head(r: Random) -> list[str]:
    lines = [
        "format = 1" if r.random() < 0.9 else r.choice(("", "format = 2", "fromat = 1", "format = true"))
    ]
    lines += [f"title = {quoted(r.choice(NAMES))}"] if r.random() < 0.8 else []
    lines += [f"assume = [{quoted(mostly(condition, r))}]"] if r.random() < 0.2 else []
    lines += ["[parameters]", 'p = "0 < p < 1/4"', 'h = "h > 0"', 'k = "k > 0"']
    if r.random() < 0.3:
        lines.append(f"{quoted(r.choice((*LETTERS, 'I', 'if', '1x', '')))} = {quoted(mostly(condition, r))}")
    return lines


def table_file(r: Random) -> str:
    """A table problem, its size and its cells at random."""
    states = (
        r.sample(NAMES, r.randrange(1, 4)) if r.random() < 0.5 else ["M0", "M3", "M2"][: r.randrange(1, 4)]
    )
    actions = r.sample(NAMES, r.randrange(1, 4)) if r.random() < 0.5 else ["a0", "a1"]
    cell = _plain if r.random() < 0.5 else _cell
    lines = _head(r)
    if r.random() < 0.15:
        lines += ["[data]", f'file = "{r.choice(("cases.csv", "/dev/zero", "..", "", "no.csv"))}"']
        lines += ['child = "X1"', f'candidates = ["X2", {quoted(r.choice(("X3", "X2", "X9")))}]']
        states = ["{}", "{X2}", "{X3}", "{X2,X3}"]
    else:
        lines.append("[belief]")
        chance = (
            [quoted(f"p/{len(states)}") for _ in states] if r.random() < 0.7 else [_cell(r) for _ in states]
        )
        lines += [f"{quoted(s)} = {c}" for s, c in zip(states, [*chance[:-1], '"rest"'], strict=True)]
    lines += [r.choices(("[loss]", "[utility]", "[los]"), (60, 35, 5))[0]]
    lines += [f"actions = [{', '.join(map(quoted, actions))}]"]
    lines += [f"{quoted(s)} = [{', '.join(cell(r) for _ in actions)}]" for s in states]
    if r.random() < 0.3:
        lines += ["[experiment.survey]", f"cost = {cell(r)}", 'outcomes = ["+", "-"]']
        lines += [f'{quoted(s)} = [{cell(r)}, "rest"]' for s in states]
    return "\n".join(lines)


def tree_file(r: Random) -> str:
    """A tree problem whose branches lead to values and to other nodes, now and then back."""
    nodes = r.sample([n for n in NAMES if n != "p"], r.randrange(1, 6))
    tame = r.random() < 0.6
    lines = [*_head(r), "[tree]", f"root = {quoted(nodes[0])}"]
    for i, name in enumerate(nodes):
        kind = r.choice(("decision", "chance"))
        lines.append(f"[tree.{kind}.{quoted(name)}]")
        for j in range(r.randrange(1, 4)):
            later = nodes[i + 1 :] if r.random() < 0.9 else nodes
            cell = _plain if tame else _cell
            # the first branch leads on, so that every node is entered
            end = (
                quoted(later[0] if not j else r.choice(later))
                if later and (not j or r.random() < 0.5)
                else cell(r)
            )
            branch = quoted(f"b{j}" if r.random() < 0.9 else r.choice(NAMES))
            chance = ('"rest"' if not j else '"p"') if tame else _cell(r)
            lines.append(f"{branch} = {end}" if kind == "decision" else f"{branch} = [{chance}, {end}]")
    return "\n".join(lines)


def problem_file(r: Random) -> str:
    """A problem file of either form, right, spoilt or noise."""
    kind = r.random()
    if kind < 0.03:
        return r.choice(
            ("[" * r.randrange(2000), "a." * r.randrange(3000) + "a = 1", "x = [" * 500, "a = " + "9" * 5000)
        )
    text = table_file(r) if r.random() < 0.6 else tree_file(r)
    return text if kind < 0.7 else spoil(r, text) if kind < 0.95 else noise(r)


def data_file(r: Random) -> bytes:
    """A CSV file: names, cases, separators and line ends at random."""
    mark, end = r.choice((",", ",", ";", "\t", "|")), r.choice(("\n", "\n", "\r\n", "\r"))
    width = r.randrange(1, 6)
    cell = r.choice(
        (
            lambda: r.choice(("0", "1")),
            lambda: r.choice(("yes", "no", "", "NA", "?", '"a,b"', '"a""b"', " 1", "é")),
            lambda: r.choice(("1.5", "1e9", "nan", "inf", "-0", "9" * 30, "0x1", "1_000", "٣", "1e400")),
        )
    )
    names = (
        [f"X{i + 1}" for i in range(width)] if r.random() < 0.7 else [r.choice(NAMES) for _ in range(width)]
    )
    rows = [names, *([cell() for _ in range(width)] for _ in range(r.randrange(12)))]
    text = end.join(mark.join(row) for row in rows)
    kind = r.random()
    if kind < 0.5:
        return text.encode("utf-8", "replace")
    if kind < 0.8:
        return spoil(r, text).encode("utf-8", "replace")
    data = bytearray(
        r.choice((text.encode("utf-8", "replace"), text.encode("utf-16"), r.randbytes(r.randrange(200))))
    )
    for _ in range(r.randrange(5)):
        data[r.randrange(len(data) + 1) : 0] = r.randbytes(r.randrange(4))
    return bytes(data)


#: Right files of other formats, to be spoilt.
CLAIMS = """title = "Two thresholds"
assume = ["B > 0", "C > 0"]
[[claim]]
id = "treat"
statement = "p*B > (1 - p)*C iff p > C/(B + C)"
assume = ["0 < p < 1"]
suppose = ["p > 0"]
expect = "holds"
"""
BIF = """<BIF VERSION="0.3"><NETWORK><NAME>umbrella</NAME>
<VARIABLE TYPE="nature"><NAME>weather</NAME><OUTCOME>rain</OUTCOME><OUTCOME>dry</OUTCOME></VARIABLE>
<VARIABLE TYPE="decision"><NAME>umbrella</NAME><OUTCOME>take</OUTCOME><OUTCOME>leave</OUTCOME></VARIABLE>
<VARIABLE TYPE="utility"><NAME>comfort</NAME></VARIABLE>
<DEFINITION><FOR>weather</FOR><TABLE>0.3 0.7</TABLE></DEFINITION>
<DEFINITION><FOR>comfort</FOR><GIVEN>weather</GIVEN><GIVEN>umbrella</GIVEN>
<TABLE>70 0 20 100</TABLE></DEFINITION></NETWORK></BIF>"""
END = {"type": "terminal", "name": "end", "childEdges": []}
LUCK = {
    "type": "chance",
    "name": "luck",
    "childEdges": [
        {"name": "heads", "probability": "1/2", "payoff": [10], "childNode": END},
        {"name": "tails", "probability": "#", "payoff": ["-4"], "childNode": END},
    ],
}
SILVER = {
    "SilverDecisions": "1.0",
    "title": "game",
    "data": {
        "trees": [
            {
                "type": "decision",
                "name": "play?",
                "childEdges": [
                    {"name": "yes", "payoff": ["-2"], "childNode": LUCK},
                    {"name": "no", "payoff": [0], "childNode": END},
                ],
            }
        ]
    },
}
