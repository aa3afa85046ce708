r"""Names: a label as a mathematician would set it, safe in every format we write.

A label is data: `a23` is the action a with index 23, `tau3` the letter τ with index 3, and
"rain & wind" plain words. `to_latex` sets it inside mathematics,
`to_html` and `to_dot` for the web and for Graphviz.

>>> to_latex("a23"), to_latex("M_3"), to_latex("l01"), to_latex("ν20")
('a_{23}', 'M_{3}', 'l_{01}', '\\nu_{20}')
>>> to_latex("M1_2"), to_latex("l10_2")
('M^{1}_{2}', 'l_{10,2}')
>>> to_latex("rain & wind")
'\\text{rain \\& wind}'
>>> to_latex("{}"), to_latex("{X2,X3}")
('\\emptyset', '\\{X_{2}, X_{3}\\}')
>>> to_html("a23"), to_html("<b>")
('<i>a</i><sub>23</sub>', '&lt;b&gt;')

Law: no label breaks a format.
"""

from __future__ import annotations

import html
import itertools
import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from symdt.typeset import metrics

#: Longer labels are cut in pictures; tables and sources keep them whole.
MAX_LABEL = 32

#: The Greek letters by their names in TeX.
GREEK = dict(
    zip(
        [
            "alpha",
            "beta",
            "gamma",
            "delta",
            "epsilon",
            "zeta",
            "eta",
            "theta",
            "iota",
            "kappa",
            "lambda",
            "mu",
            "nu",
            "xi",
            "pi",
            "rho",
            "sigma",
            "tau",
            "upsilon",
            "phi",
            "chi",
            "psi",
            "omega",
            "Gamma",
            "Delta",
            "Theta",
            "Lambda",
            "Xi",
            "Pi",
            "Sigma",
            "Upsilon",
            "Phi",
            "Psi",
            "Omega",
        ],
        "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ",
        strict=True,
    )
)
_GREEK_LETTERS = {letter: f"\\{word}" for word, letter in GREEK.items()}
#: Greek letters that look like Latin ones, for which TeX has no command.
_GREEK_LETTERS |= {g: rf"\mathrm{{{a}}}" for g, a in zip("ΑΒΕΖΗΙΚΜΝΟΡΤΧ", "ABEZHIKMNOPTX", strict=True)}
_GREEK_LETTERS |= {"ο": "o", "ς": r"\varsigma"}
_NAME = re.compile(
    r"(?P<base>[A-Za-z]+|[α-ωΑ-Ω])"
    r"(?:(?P<over>[0-9]+)_(?P<under>[0-9]+)|_?(?P<index>[0-9]+)|_(?P<word>[A-Za-z0-9]+))?\Z"
)
#: Letters whose first index is a superscript, the child: M1_2 is the model M^1_2 (§3).
_BY_CHILD = frozenset("MaRν")
_SET = re.compile(r"\{([^{}]*)\}\Z")
_TEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"{\char34}",
    "…": r"\ldots{}",
    "−": "$-$",
    "▯": r"\textvisiblespace{}",
    "∅": r"$\emptyset$",
    "→": r"$\rightarrow$",
    "⊎": r"$\uplus$",
    "⊕": r"$\oplus$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "≠": r"$\neq$",
    "≈": r"$\approx$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "∞": r"$\infty$",
    "√": r"$\surd$",
    "∈": r"$\in$",
    "←": r"$\leftarrow$",
    "«": r"$\ll$",
    "»": r"$\gg$",
}
#: What TeX sets in any document besides ASCII: Latin letters that its own type has, and the marks of print.
_TEX |= {below: f"$_{{{n}}}$" for n, below in enumerate("₀₁₂₃₄₅₆₇₈₉")}
_SET_BY_TEX = frozenset(map(chr, range(0xA1, 0x17F))) - frozenset("\xad«»ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲų")
_SET_BY_TEX |= frozenset("ǍǎǏǐǑǒǓǔȘșȚț–—‘’“”†‡•‰€™")


#: Digits below the line as digits: δ₀ is a letter with an index.
_ON_THE_LINE = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def split(label: str) -> tuple[str, str] | None:
    """The letter and the index of a label that is one, e.g. `("a", "23")`; None for words.

    >>> split("a23"), split("alpha"), split("p"), split("take"), split("PE")
    (('a', '23'), ('alpha', ''), ('p', ''), None, None)
    >>> split("δ₀"), split("δ₁ or none")
    (('δ', '0'), None)
    """
    match = _NAME.match(label.translate(_ON_THE_LINE))
    if match is None:
        return None
    base, index = match["base"], match["index"] or match["word"] or ""
    if match["over"]:
        index = f"{match['over']},{match['under']}"
    if len(base) == 1 or base in GREEK:
        return base, index
    return None


def scripts(base: str, index: str) -> tuple[str, str]:
    """The index of a letter as superscript and subscript."""
    over, comma, under = index.partition(",")
    if comma and base in _BY_CHILD:
        return over, under
    return "", index


def clean(text: str) -> str:
    """The text on one line, with a box for every character that cannot be seen.

    >>> clean("a\\tb\\x00c")
    'a b▯c'
    """
    line = " ".join(str(text).split())
    return line if line.isprintable() else "".join(c if c.isprintable() else "▯" for c in line)


def cut(text: str, limit: int = MAX_LABEL) -> str:
    """The text on one line; of one longer than the limit the beginning and the end, which tell it from others.

    >>> cut("choose the action number 3", 16)
    'choose the…ber 3'
    """
    line = clean(text)
    if len(line) <= limit:
        return line
    tail = limit // 3
    return f"{line[: limit - 1 - tail].rstrip()}…{line[-tail:].lstrip()}"


def escape_tex(text: str) -> str:
    r"""Plain words for LaTeX's text mode; what pdfTeX has no type for is shown by its number there.

    >>> escape_tex("a_b & 50% \\ <x>")
    'a\\_b \\& 50\\% \\textbackslash{} \\textless{}x\\textgreater{}'
    >>> print(escape_tex("日 é"))
    {\ifdefined\Umathchar 日\else\texttt{U+65E5}\fi} é
    """
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    groups = itertools.groupby(text, key=_is_lacking)
    return "".join(
        _lacking("".join(run)) if lacking else "".join(map(_character, run)) for lacking, run in groups
    )


def _is_lacking(c: str) -> bool:
    return not (c.isascii() or c in _TEX or c in _GREEK_LETTERS or c in _SET_BY_TEX or not c.isprintable())


def _character(c: str) -> str:
    if c in _GREEK_LETTERS:
        return f"${_GREEK_LETTERS[c]}$"
    return _TEX.get(c) or (c if c.isprintable() else _TEX["▯"])


def _lacking(run: str) -> str:
    """Characters for the engines that read Unicode; pdfTeX shows their numbers."""
    numbers = " ".join(f"U+{ord(c):04X}" for c in run)
    return rf"{{\ifdefined\Umathchar {run}\else\texttt{{{numbers}}}\fi}}"


_ENGINES = re.compile(r"\{\\ifdefined\\Umathchar (.*?)\\else\\texttt\{.*?\}\\fi\}")


def for_browser(tex: str) -> str:
    r"""LaTeX for what sets formulas in a browser, where every character is set as it is.

    >>> for_browser(to_latex("日本 x"))
    '\\text{日本 x}'
    """
    return _ENGINES.sub(lambda found: found[1], tex)


def in_math(tex: str) -> str:
    """LaTeX of mathematics in which letters of other alphabets stand: these become text."""
    if tex.isascii():
        return tex
    return re.sub(r"[^\x00-\x7f]+", lambda found: _in_math(found[0]), tex)


def _in_math(run: str) -> str:
    if all(c in _GREEK_LETTERS for c in run):
        return "".join(f"{_GREEK_LETTERS[c]} " for c in run)
    return rf"\text{{{escape_tex(run)}}}"


@lru_cache(maxsize=4096)
def to_latex(label: str, *, limit: int | None = None) -> str:
    """The label inside LaTeX mathematics."""
    label = clean(label) if limit is None else cut(label, limit)
    parts = split(label)
    if parts is not None:
        over, under = scripts(*parts)
        return _letter(parts[0]) + (f"^{{{over}}}" if over else "") + (f"_{{{under}}}" if under else "")
    members = members_of(label)
    if members is not None:
        inner = ", ".join(to_latex(m) for m in members)
        return rf"\{{{inner}\}}" if members else r"\emptyset"
    return rf"\text{{{escape_tex(label)}}}"


def mathtext_body(label: str) -> str:
    """The label inside mathematics that matplotlib sets: words upright."""
    if split(label) is not None:
        return to_latex(label)
    members = members_of(label)
    if members is not None:
        return rf"\{{{', '.join(map(mathtext_body, members))}\}}" if members else r"\emptyset"
    return "".join(upright(c) for c in drawable(cut(label)))


def to_html(label: str) -> str:
    """The label as HTML: letters in italics with their index below."""
    label = clean(label)
    parts = split(label)
    if parts is not None:
        base = GREEK.get(parts[0], parts[0])
        over, under = scripts(*parts)
        return (
            f"<i>{base}</i>"
            + (f"<sup>{over}</sup>" if over else "")
            + (f"<sub>{under}</sub>" if under else "")
        )
    members = members_of(label)
    if members is not None:
        return f"{{{', '.join(map(to_html, members))}}}" if members else "∅"
    return html.escape(label)


def to_dot(label: str) -> str:
    """The label as a Graphviz HTML-like label; nothing for an empty one."""
    if not label.strip():
        return ""
    return f"<{to_html(cut(label)).replace('<i>', '<I>').replace('</i>', '</I>').replace('sub>', 'SUB>').replace('sup>', 'SUP>')}>"


def probability(state: str, given: str = r"\mathcal{D}") -> str:
    r"""The posterior probability of a state, in mathematics.

    >>> probability("M3")
    'p(M_{3} \\mid \\mathcal{D})'
    """
    inner = to_latex(state)
    return rf"p({inner} \mid {given})" if given else f"p({inner})"


def risk_name(action: str) -> str:
    r"""The risk of an action: `R_{23}` for a23, as in Figure 3, and `R(action)` otherwise.

    >>> risk_name("a23"), risk_name("choose ill")
    ('R_{23}', 'R(\\text{choose ill})')
    """
    parts = split(action)
    if parts is not None and parts[0] == "a" and parts[1]:
        return f"R_{{{parts[1]}}}"
    return f"R({to_latex(action)})"


def greek(base: str) -> str:
    """The letter itself: α for "alpha"."""
    return GREEK.get(base, base)


def unique_ids(labels: Mapping[Any, str] | list[str]) -> list[str]:
    """Identifiers n0, n1, … for any labels: what is written into a source is never the label itself."""
    return [f"n{i}" for i in range(len(labels))]


def _letter(base: str) -> str:
    if base in _GREEK_LETTERS:
        return _GREEK_LETTERS[base]
    return f"\\{base}" if len(base) > 1 else base


def members_of(label: str) -> list[str] | None:
    """The members of a label that names a set, such as {x1, x2}; None where it names none."""
    match = _SET.match(label)
    if match is None:
        return None
    return [m.strip() for m in match[1].split(",")] if match[1].strip() else []


def upright(c: str) -> str:
    """One character of a word inside mathematics that matplotlib sets."""
    if c in _GREEK_LETTERS:
        return _GREEK_LETTERS[c] + " "
    if c == " ":
        return r"\ "
    if c == "\\":
        return r"\backslash "
    if c in "_%$#{}":
        return "\\" + c
    if c in "^~'\"`":
        return {"^": r"\wedge ", "~": r"\sim ", "'": r"\prime ", '"': "”", "`": "‘"}[c]
    return rf"\mathrm{{{c}}}" if c.isalpha() else c


def shown_by_tex(text: str) -> str:
    """The text as it is measured for pdfTeX, which shows what it has no type for by its number.

    >>> shown_by_tex("é ☎")
    'é U+260E'
    """
    return "".join(f"U+{ord(c):04X}" if _is_lacking(c) else c for c in text)


def drawable(text: str) -> str:
    r"""The text with characters that the font of the figures lacks, or that cannot be seen, replaced by their like or a box.

    >>> drawable("δ₁ \x00")
    'δ1 ▯'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_drawn, text))


def _drawn(c: str) -> str:
    if c.isprintable() and metrics.is_known(c):
        return c
    like = unicodedata.normalize("NFKC", c)  # a digit below the line, a ligature
    is_like = like != c and all(x.isprintable() and metrics.is_known(x) for x in like)
    return like if is_like else metrics.MISSING
