r"""Notation: words with formulas between back-quotes, written once, read as text, as MathML and as TeX.

In a formula `_` and `^` put what follows below and above, a letter, a number or a group in braces; `frac{a}{b}` is a
fraction; other braces are braces. Signs are written as themselves: ∑ and ∏ are the sum and the product with limits,
Σ and Π the Greek letters, 𝒟 the data. Letters side by side are a product, but for log, min, max and a few words.

>>> one = Notation("it is `1 - p(M_i|𝒟)`, for `∏_{j=1}^{q} frac{Γ(α_j)}{Γ(α)}` and the parents `Π_i` of `X_i`")
>>> one.to_text()
'it is 1 − p(M_i|D), for ∏_{j=1}^q Γ(α_j)/Γ(α) and the parents Π_i of X_i'
>>> print(one.to_tex())
it is $1-p(M_{i}|\mathcal{D})$, for $\displaystyle \prod_{j=1}^{q}\frac{\Gamma(\alpha_{j})}{\Gamma(\alpha)}$ and the parents $\Pi_{i}$ of $X_{i}$
>>> Notation("`a_0 ≤ 1`").to_html()
'<math><mrow><msub><mi>a</mi><mn>0</mn></msub><mo>≤</mo><mn>1</mn></mrow></math>'
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from symdt.errors import ExpressionError, quote
from symdt.typeset.atoms import BIG, FENCES, LETTERS, NAMED, SIGNS, Atom, read_atoms
from symdt.typeset.names import escape_tex

_SCRIPT = {"𝒟": "D", "ℳ": "M", "𝒜": "A", "𝒫": "P", "𝒳": "X"}
#: Marks of print that TeX writes in ASCII; everything else in words is escaped as names are.
_MARKS = {"“": "``", "”": "''", "’": "'", "–": "--", "§": r"\S{}"}


@dataclass(frozen=True)
class Notation:
    """Words with formulas between back-quotes."""

    source: str

    @cached_property
    def pieces(self) -> tuple[str | tuple[Atom, ...], ...]:
        """The words and the formulas, in turn."""
        parts = self.source.split("`")
        if len(parts) % 2 == 0:
            raise ExpressionError(
                f"{quote(self.source)} has an odd number of back-quotes: close each formula"
            )
        return tuple(read_atoms(part) if i % 2 else _on_one_line(part) for i, part in enumerate(parts))

    def to_text(self) -> str:
        """Plain text, for a terminal."""
        return "".join(p if isinstance(p, str) else _text(p) for p in self.pieces)

    def to_tex(self) -> str:
        """TeX in ASCII, formulas between dollars."""
        return "".join(_words_tex(p) if isinstance(p, str) else f"${_sized(p)}$" for p in self.pieces)

    def to_html(self) -> str:
        """HTML, formulas in MathML."""
        return "".join(
            html.escape(p, quote=False) if isinstance(p, str) else f"<math>{_mathml(p)}</math>"
            for p in self.pieces
        )


# --- reading -------------------------------------------------------------------------------------------


def _on_one_line(words: str) -> str:
    """Words without ends of lines, which TeX takes for a paragraph's, and with a box for what cannot be seen."""
    return "".join(c if c.isprintable() else " " if c.isspace() else "▯" for c in words)


# --- writing -------------------------------------------------------------------------------------------


def _text(atoms: tuple[Atom, ...]) -> str:
    made = ""
    for atom, before in _with_before(atoms):
        if atom.kind == "fraction":
            over, under = (_text(p) for p in atom.parts)
            made += _bracketed(over, atom.parts[0], is_below=False)
            made += "/" + _bracketed(under, atom.parts[1], is_below=True)
            continue
        shown = _SCRIPT.get(atom.text, "−" if atom.text == "-" else atom.text)
        scripts = "".join(
            f"{mark}{inner if len(inner) == 1 or inner.isalnum() else '{' + inner + '}'}"
            for mark, inner in (("_", _close(atom.below)), ("^", _close(atom.above)))
            if inner
        )
        spaced = atom.kind == "sign" and _is_term(before)
        words = atom.kind == "word"
        left = " " if spaced or (words and made and not made.endswith((" ", "("))) else ""
        right = " " if spaced or words or atom.text == "," or (atom.kind == "big") else ""
        if atom.kind == "letter" and before is not None and before.kind == "letter" and before.below:
            left = " "  # l_01 p, and not l_01p
        if atom.text == "…":
            left = " " if made and not made.endswith((" ", "(", "{")) else ""
        made += f"{left}{shown}{scripts}{right}"
    return re.sub(r"  +", " ", made).strip()


def _is_term(before: Atom | None) -> bool:
    # after a term a sign joins; after a sign or an opening bracket it belongs to what follows
    return before is not None and before.kind != "sign" and before.text not in ("(", "[", "{", ",", "|")


def _close(atoms: tuple[Atom, ...]) -> str:
    return _text(atoms).replace(" ", "")


def _bracketed(text: str, atoms: tuple[Atom, ...], *, is_below: bool) -> str:
    # a sum needs brackets above and below the line, a product below it
    outside, depth = list[Atom](), 0
    for atom in atoms:
        depth -= atom.text in (")", "]")
        outside += [atom] if depth == 0 and atom.text not in ("(", ")", "[", "]") else []
        depth += atom.text in ("(", "[")
    is_sum = any(a.kind in ("sign", "big", "fraction") for a in outside)
    return f"({text})" if is_sum or (is_below and len(outside) > 1) else text


def _with_before(atoms: tuple[Atom, ...]) -> Iterator[tuple[Atom, Atom | None]]:
    yield from zip(atoms, (None, *atoms), strict=False)


def _sized(atoms: tuple[Atom, ...]) -> str:
    # fractions and limits in a line of text would be too small to read
    is_tall = any(a.kind == "fraction" or (a.kind == "big" and (a.below or a.above)) for a in atoms)
    return rf"\displaystyle {_tex(atoms)}" if is_tall else _tex(atoms)


def _tex(atoms: tuple[Atom, ...]) -> str:
    made = ""
    for atom in atoms:
        if atom.kind == "fraction":
            base = rf"\frac{{{_tex(atom.parts[0])}}}{{{_tex(atom.parts[1])}}}"
        elif atom.kind == "word":
            base = rf"\{atom.text} " if atom.text in NAMED else rf"\mathrm{{ {atom.text} }}"
        else:
            base = (SIGNS | BIG | FENCES | LETTERS).get(atom.text, atom.text)
        base += f"_{{{_tex(atom.below)}}}" if atom.below else ""
        base += f"^{{{_tex(atom.above)}}}" if atom.above else ""
        # a command and the letter after it need a space between them
        made += (" " if re.search(r"\\[A-Za-z]+$", made) and base[:1].isalpha() else "") + base
    return made.strip()


def _words_tex(text: str) -> str:
    return "".join(_MARKS.get(c) or escape_tex(c) for c in unicodedata.normalize("NFC", text))


def _mathml(atoms: tuple[Atom, ...]) -> str:
    made = "".join(map(_mathml_atom, atoms))
    if not any(a.kind in ("fraction", "big") for a in atoms):
        # brackets that need not grow are set close, as in a line of text
        made = re.sub(r"<mo>([()\[\]{}|])</mo>", r'<mo stretchy="false" lspace="0" rspace="0">\1</mo>', made)
    return f"<mrow>{made}</mrow>"


def _mathml_atom(atom: Atom) -> str:
    shown = html.escape("−" if atom.text == "-" else atom.text)
    if atom.kind == "fraction":
        base = f"<mfrac>{''.join(map(_mathml, atom.parts))}</mfrac>"
    elif atom.kind == "number":
        base = f"<mn>{shown}</mn>"
    elif atom.kind == "word":
        gap = '<mspace width="0.17em"/>'  # log n, and not logn
        alone = f"<mrow>{gap}<mi>{shown}</mi>{gap}</mrow>"
        named = f"<mi>{shown}</mi>" if atom.below or atom.above else alone
        base = named if atom.text in NAMED else f"<mtext> {shown} </mtext>"
    elif atom.kind == "letter":
        base = f"<mi>{shown}</mi>"
    elif atom.text == "/":
        base = '<mo lspace="0" rspace="0">/</mo>'
    else:
        base = f"<mo>{shown}</mo>"
    scripts = [_single(s) for s in (atom.below, atom.above) if s]
    if not scripts:
        return base
    kind = ("munder", "mover", "munderover") if atom.kind == "big" else ("msub", "msup", "msubsup")
    tag = kind[2] if len(scripts) == 2 else kind[0] if atom.below else kind[1]
    return f"<{tag}>{base}{''.join(scripts)}</{tag}>"


def _single(atoms: tuple[Atom, ...]) -> str:
    return _mathml_atom(atoms[0]) if len(atoms) == 1 else _mathml(atoms)
