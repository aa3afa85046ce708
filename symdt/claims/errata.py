r"""Errata: the statements that do not hold as printed, as a LaTeX list that could be sent to an author.

>>> print(to_tex("p(M_i|D) ≤ Γ(α) for a_{q_1}, and then some"))
$p(M_{i}|D)$ $\leq$ $\Gamma(\alpha)$ for $a_{q_{1}}$, and then some
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from symdt.claims.claim import Result

_MATH = {
    "≤": r"\leq ", "≥": r"\geq ", "≠": r"\neq ", "−": "-", "×": r"\times ", "∝": r"\propto ", "⊕": r"\oplus ",
    "⊎": r"\uplus ", "∈": r"\in ", "∉": r"\notin ", "∅": r"\emptyset ", "∪": r"\cup ", "∖": r"\setminus ",
    "⊆": r"\subseteq ", "→": r"\to ", "≺": r"\prec ", "Σ": r"\sum ", "Π": r"\prod ", "Γ": r"\Gamma ",
    "α": r"\alpha ", "π": r"\pi ", "θ": r"\theta ", "ν": r"\nu ", "χ": r"\chi ", "τ": r"\tau ", "ρ": r"\rho ",
    "²": "^2", "…": r"\ldots ", "·": r"\cdot ", "₁": "_1", "₂": "_2",
}  # fmt: skip
_TEXT = {"§": r"\S", "“": "``", "”": "''", "–": "--", "’": "'"}
_PLAIN = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "$": r"\$",
    "~": r"\textasciitilde{}",
}


def errata_latex(results: Iterable[Result]) -> str:
    """A LaTeX document that lists what fails and what holds only after a correction, with counter-examples."""
    odd = [r for r in results if r.verdict in ("fails", "holds corrected") and r.claim.section != "beyond"]
    lines = [
        r"\documentclass{article}",
        r"\usepackage{amsmath,amssymb}",
        r"\title{Errata}",
        r"\date{}",
        r"\begin{document}",
        r"\maketitle",
        r"\noindent P. Sebastiani and M. Ramoni, \emph{Decision Theoretic Foundations of Graphical Model Selection},",
        r"UAI 1998. Each item gives the statement as printed, what is true instead, and a counter-example to redo.",
        r"\begin{description}",
    ]
    for r in odd:
        section = r.claim.section if r.claim.section[0].isalpha() else f"§{r.claim.section}"
        lines.append(
            rf"\item[{to_tex(section)}, {to_tex(r.claim.place)}.] {to_tex(_sentence(r.claim.words))}"
        )
        what = "Fails." if r.verdict == "fails" else "Holds corrected."
        lines.append(rf"\emph{{{what}}} {to_tex(_sentence(r.correction or ''))}")
        lines.append(rf"\emph{{Counter-example:}} {to_tex(_example(r))}")
    lines += [r"\end{description}", r"\end{document}"]
    return "\n".join(lines) + "\n"


def _sentence(text: str) -> str:
    # a formula at the beginning keeps its small letter
    head = text.split(" ", 1)[0]
    first = text[:1].upper() if head.isascii() and head.isalpha() and len(head) > 1 else text[:1]
    return first + text[1:] + "." if text else ""


def _example(result: Result) -> str:
    found = dict(result.counterexample or {})
    ends = found.pop("printed", None), found.pop("true", None)
    text = ", ".join(f"{k} = {v}" for k, v in found.items())
    return f"{text}: printed {ends[0]}, true {ends[1]}." if ends[0] is not None else f"{text}."


def to_tex(text: str) -> str:
    """A text with formulas in it as LaTeX in ASCII: words stay words, tokens with mathematics go between dollars."""
    return " ".join(_token(token) for token in text.split())


def _token(token: str) -> str:
    head, tail = token, ""
    while head and head[-1] in ".,:;" and not head.endswith("…"):
        head, tail = head[:-1], head[-1] + tail
    if not re.search(r"[_^<>=|*{}]", head) and not any(c in _MATH for c in head):
        return "".join(_PLAIN.get(c, _TEXT.get(c, c)) for c in head) + tail
    return f"${_math(head)}$" + tail


def _math(text: str) -> str:
    made, groups = "", list[bool]()  # for each open brace, whether it groups an index
    text = re.sub(r"([_^])([A-Za-z0-9]+)", r"\1{\2}", text)
    for before, c in zip(" " + text, text, strict=False):
        if c == "{":
            groups.append(before in "_^")
            made += "{" if groups[-1] else r"\{"
        elif c == "}":
            made += "}" if groups and groups.pop() else r"\}"
        else:
            made += _PLAIN.get(c, _MATH.get(c, _TEXT.get(c, c)))
    made += "}" * sum(groups)
    return re.sub(r" (?=[^A-Za-z0-9\\]|$)", "", made)
