r"""Setting: a line of words and mathematics as runs of characters with their places, for every format alike.

Mathematics comes in the LaTeX that `formulas` and `names` write: letters in italics, indices and powers,
fractions, roots, brackets that grow, words in `\text{…}`. A `Box` holds what was set: runs of characters
(each with its place, size and slant) and rules (the bars of fractions and roots). SVG, PDF and PNG show
the same runs at the same places; only TeX sets the source anew.

Lengths are in units of the type size: a box is scaled when it is drawn.

>>> box = math(r"a_{23} + \frac{k}{2}")
>>> [(run.text, run.is_italic) for run in box.runs]
[('a', True), ('23', False), ('+', False), ('k', True), ('2', False)]
>>> len(box.rules), round(box.width, 2)
(1, 3.05)
>>> from symdt.typeset.boxes import words
>>> words("50% of a").text
'50% of a'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from symdt.typeset.boxes import Box, Rule, beside, plain
from symdt.typeset.metrics import Face, face
from symdt.typeset.names import GREEK

#: An index is this much smaller; the index of an index is no smaller, so that seven points never give under five.
SCRIPT = 0.72
#: Where fractions have their bar and operators their middle, over the base line.
AXIS = 0.25
BAR = 0.05

_THIN, _MEDIUM, _THICK = 3 / 18, 4 / 18, 5 / 18
_RELATIONS = {
    "leq": "≤", "geq": "≥", "le": "≤", "ge": "≥", "neq": "≠", "ne": "≠", "mid": "∣", "sim": "∼", "approx": "≈",
    "rightarrow": "→", "to": "→", "in": "∈", "subset": "⊂", "propto": "∝",
}  # fmt: skip
_BINARY = {"cdot": "⋅", "times": "×", "wedge": "∧", "vee": "∨", "uplus": "⊎", "oplus": "⊕", "pm": "±"}
_PLAIN = {
    "emptyset": "∅", "infty": "∞", "ldots": "…", "dots": "…", "prime": "′", "backslash": "\\", "top": "⊤",
    "textbackslash": "\\", "textasciicircum": "^", "textasciitilde": "~", "textless": "<", "textgreater": ">",
    "textbar": "|", "colon": ":", "textvisiblespace": "▯", "ell": "ℓ", "partial": "∂",
}  # fmt: skip
_KINDS = dict.fromkeys("+*", "bin") | dict.fromkeys("=<>", "rel") | dict.fromkeys("([", "open")
_KINDS |= dict.fromkeys(")]", "close") | {",": "punct"}
_SPACES = {",": _THIN, ":": _MEDIUM, ";": _THICK, " ": 0.25, "quad": 1.0, "qquad": 2.0, "!": -_THIN}
_SCRIPT_LETTERS = {"B": "ℬ", "E": "ℰ", "F": "ℱ", "H": "ℋ", "I": "ℐ", "L": "ℒ", "M": "ℳ", "R": "ℛ"}
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}^_]|\s+|.", re.DOTALL)


def math(source: str) -> Box:
    """Mathematics from its LaTeX; what is not known is set by its name."""
    return _math(source, face())


@lru_cache(maxsize=8192)
def _math(source: str, _face: Face) -> Box:
    return _Reader(source).whole()


@dataclass(frozen=True)
class _Atom:
    kind: str  # ord, bin, rel, open, close, punct, op, space
    box: Box


class _Reader:
    """One pass over the LaTeX; a group is read by calling oneself."""

    def __init__(self, source: str) -> None:
        self.tokens = [t for t in _TOKEN.findall(source) if not t.isspace()]
        self.at = 0

    def whole(self) -> Box:
        return self.row(1.0, 0)

    # --- reading ------------------------------------------------------------------------------

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def row(self, size: float, depth: int, until: str = "") -> Box:
        """Atoms up to a closing token, spaced as mathematics is."""
        atoms: list[_Atom] = []
        while self.peek() and self.peek() != until:
            if self.peek() == "}" and not until:
                self.next()  # a brace that nothing opened
                continue
            atom = self.atom(size, depth)
            atoms.append(_Atom(atom.kind, self.scripts(atom.box, size, depth)))
        self.next()
        return _spaced(atoms, size, depth)

    def group(self, size: float, depth: int) -> Box:
        """What stands in braces, or one atom."""
        if self.peek() == "{":
            self.next()
            return self.row(size, depth, "}")
        return self.atom(size, depth).box

    def raw(self) -> str:
        """The characters of a group of words, its escapes undone."""
        if self.next() != "{":
            return self.tokens[self.at - 1] if self.at <= len(self.tokens) else ""
        found, level = "", 1
        while self.peek():
            token = self.next()
            level += (token == "{") - (token == "}")
            if level == 0:
                break
            if token not in "{}$":
                found += _word(token)
        return found

    def scripts(self, base: Box, size: float, depth: int) -> Box:
        """The base with its power and its index."""
        over: Box | None = None
        under: Box | None = None
        while self.peek() in ("^", "_"):
            which = self.next()
            small = self.group(size if depth else size * SCRIPT, depth + 1)
            over, under = (small, under) if which == "^" else (over, small)
        if over is None and under is None:
            return base
        runs, rules = list(base.runs), list(base.rules)
        above, below, wide = base.above, base.below, 0.0
        for script, dy in ((over, max(0.36 * size, base.above - 0.32 * size)), (under, -0.16 * size)):
            if script is not None:
                dy -= max(0.0, base.below - 0.1 * size) if script is under else 0.0
                placed = script.moved(base.width + 0.03 * size, dy)
                runs += placed.runs
                rules += placed.rules
                above, below = max(above, placed.above), max(below, placed.below)
                wide = max(wide, script.width + 0.06 * size)
        return Box(tuple(runs), tuple(rules), base.width + wide, above, below)

    def atom(self, size: float, depth: int) -> _Atom:
        token = self.next()
        if token == "{":
            return _Atom("ord", self.row(size, depth, "}"))
        if token.startswith("\\") and len(token) > 1:
            return self.command(token[1:], size, depth)
        if token.isalpha():
            return _Atom(
                "ord", plain(token, size, is_italic=token.isascii() or token in "αβγδεζηθικλμνξπρστυφχψω")
            )
        if token == "-":
            return _Atom("bin", plain("−", size))
        return _Atom(_KINDS.get(token, "ord"), plain(token, size))

    def command(self, name: str, size: float, depth: int) -> _Atom:  # noqa: C901 - one line for each command
        if name in ("frac", "dfrac", "tfrac"):
            return _Atom("ord", self.fraction(size, depth, is_large=name == "dfrac"))
        if name == "sqrt":
            return _Atom("ord", self.root(size, depth))
        if name == "left":
            return _Atom("ord", self.fence(size, depth))
        if name in ("text", "mathrm", "operatorname", "textbf", "textit"):
            return _Atom("op" if name == "operatorname" else "ord", plain(self.raw(), size))
        if name == "mathit":
            return _Atom("ord", plain(self.raw(), size, is_italic=True))
        if name in ("mathcal", "mathscr"):
            letters = (_SCRIPT_LETTERS.get(c, _calligraphic(c)) for c in self.raw())
            return _Atom("ord", plain("".join(letters), size))
        if name in ("min", "max", "log", "Pr"):
            return _Atom("op", plain(name, size))
        if name in GREEK:
            return _Atom("ord", plain(GREEK[name], size, is_italic=name[0].islower()))
        if name in _SPACES:
            return _Atom("space", Box(width=_SPACES[name] * size))
        if name in ("{", "}"):
            return _Atom("open" if name == "{" else "close", plain(name, size))
        for table, kind in ((_RELATIONS, "rel"), (_BINARY, "bin"), (_PLAIN, "ord")):
            if name in table:
                return _Atom(kind, plain(table[name], size))
        return _Atom("ord", plain(name, size))

    # --- what is built up -----------------------------------------------------------------------

    def fraction(self, size: float, depth: int, *, is_large: bool) -> Box:
        inner = size if is_large or depth else size * SCRIPT
        top, bottom = self.group(inner, depth + 1), self.group(inner, depth + 1)
        width = max(top.width, bottom.width) + 0.16 * size
        gap = (0.14 if is_large else 0.1) * size
        axis, bar = AXIS * size, BAR * size
        upper = top.moved((width - top.width) / 2, axis + bar / 2 + gap + top.below)
        lower = bottom.moved((width - bottom.width) / 2, axis - bar / 2 - gap - bottom.above)
        pad = 0.06 * size
        rule = Rule(pad, axis - bar / 2, width, bar)
        up, low = upper.moved(pad), lower.moved(pad)
        return Box((*up.runs, *low.runs), (*up.rules, rule, *low.rules), width + 2 * pad, up.above, low.below)

    def root(self, size: float, depth: int) -> Box:
        degree = ""
        if self.peek() == "[":
            self.next()
            while self.peek() not in ("]", ""):
                degree += self.next()
            self.next()
        inner = self.group(size, depth)
        tall = max(inner.above + inner.below + 0.1 * size, 0.9 * size)
        sign = plain("√", tall / 0.95)
        sign = sign.moved(0.0, inner.above + 0.12 * size - sign.above)
        placed = inner.moved(sign.width)
        top = inner.above + 0.12 * size
        index = plain(degree, size * 0.55).moved(0.02 * size, top - 0.35 * size) if degree else Box()
        rule = Rule(sign.width, top - BAR * size, inner.width + 0.05 * size, BAR * size)
        width = sign.width + inner.width + 0.08 * size
        return Box(
            (*index.runs, *sign.runs, *placed.runs),
            (rule, *placed.rules),
            width,
            top + 0.04 * size,
            max(inner.below, sign.below),
        )

    def fence(self, size: float, depth: int) -> Box:
        left = self.next().lstrip("\\")
        atoms: list[_Atom] = []
        while self.peek() and self.peek() != "\\right":
            atom = self.atom(size, depth)
            atoms.append(_Atom(atom.kind, self.scripts(atom.box, size, depth)))
        self.next()
        right = self.next().lstrip("\\")
        inner = _spaced(atoms, size, depth)
        reach = max(inner.above - AXIS * size, inner.below + AXIS * size)
        scale = size * max(1.0, reach / (0.48 * size))
        marks = []
        for mark in (left, right):
            box = plain({"|": "|", ".": ""}.get(mark, mark), scale)
            marks.append(box.moved(0.0, AXIS * size - (box.above - box.below) / 2) if mark != "." else Box())
        return beside([marks[0], inner, marks[1]])


def _word(token: str) -> str:
    if not token.startswith("\\") or len(token) == 1:
        return token
    name = token[1:]
    return _PLAIN.get(name) or _RELATIONS.get(name) or _BINARY.get(name) or GREEK.get(name) or name


def _calligraphic(c: str) -> str:
    return chr(0x1D49C + ord(c) - ord("A")) if c.isascii() and c.isupper() else c


def _spaced(atoms: list[_Atom], size: float, depth: int) -> Box:
    """Atoms with the space that mathematics has around relations, operators and commas; none in an index."""
    boxes: list[Box] = []
    for i, atom in enumerate(atoms):
        before, after = _gaps(atoms, i) if depth == 0 else (0.0, 0.0)
        boxes += [Box(width=before * size), atom.box, Box(width=after * size)]
    return beside(boxes)


def _gaps(atoms: list[_Atom], i: int) -> tuple[float, float]:
    kind = atoms[i].kind
    before = atoms[i - 1].kind if i else "open"
    if kind == "rel":
        return _THICK, _THICK
    if kind == "bin":  # a sign, not an operation, where nothing stands before it
        return (0.0, 0.0) if before in ("open", "rel", "bin", "punct", "op") else (_MEDIUM, _MEDIUM)
    if kind == "punct":
        return 0.0, _THIN
    if kind == "op":
        return (_THIN if before in ("ord", "close") else 0.0), _THIN
    return 0.0, 0.0
