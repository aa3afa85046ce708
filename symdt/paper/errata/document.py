"""The errata as a document: what stands first, then errors that change results, missing hypotheses, misprints.

Each item quotes what is printed with its place, says what is true instead, and gives a counter-example that can be
redone by hand. An item answers for one or more claims; all claims that do not hold as printed are answered for.

>>> first = errata()[0]
>>> print(first.to_text())
§2.1, after a^* = arg min. Printed: “The risk of the Bayesian action is called the Bayesian risk and it is the posterior probability of the model chosen.”
Correction: It is 1 minus the posterior probability of the model chosen: the posterior probability of the other one.
Counter-example: Let p(M_1|D) = 3/4. Then R(a_0, D) = p(M_1|D) = 3/4 and R(a_1, D) = p(M_0|D) = 1/4: a_1 is chosen, and its risk is 1/4, not 3/4.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

from symdt.claims.claim import MILD, Result
from symdt.typeset.notation import Notation

Group = Literal["result", "hypothesis", "misprint"]
#: The groups in order, with their headings.
GROUPS: dict[Group, str] = {
    "result": "Errors that change results",
    "hypothesis": "Hypotheses that are missing",
    "misprint": "Misprints",
}
AUTHORS = "P. Sebastiani and M. Ramoni"
TITLE = "Decision Theoretic Foundations of Graphical Model Selection"
ABOUT = f"To {AUTHORS}, {TITLE}, Proceedings of UAI 1998."
LEAD = (
    "What stands comes first, then the errors that change results, the hypotheses that are missing, and misprints. Each "
    "item quotes what is printed, says what is true instead, and gives an example that can be redone by hand."
)
SYMBOLS = (
    "As in the paper, `𝒟` is the sample of `n` cases; `M_0` the model without arcs, `M_j` that with the one arc from `X_j` to "
    "the child, `M_{23}` that with both; `a_i` is the choice of `M_i`, `l_{ij}` the loss when `M_i` is true and `M_j` is chosen, "
    "`R(a_i,𝒟)` or `R_i` the risk of `a_i`, the expected loss given `𝒟`, and `a^*` the Bayesian action, of least risk. In Example 1, `c_i` is the "
    "number of states of `X_i`, `x_{ik}` its `k`-th state, `n(x_{2j})`, `n(x_{1k})` and `n(x_{1k}|x_{2j})` are frequencies, `α` is the "
    "prior precision, and `r` the ratio of the posterior probabilities of `M_0` and `M_1`. In Example 2, `h` and `k` are positive, "
    "`p(M_3|𝒟) = p(M_2|𝒟) = p`, `p(M_{23}|𝒟) = 2p`, `p(M_0|𝒟) = 1-4p`, `0 < p < 1/4`, and for table (3) `p_i = p(M_i|𝒟)`. In §3 and "
    "§4, `𝒫_i` is the set of the `q_i` possible parents of `X_i`, `Π_i` the set of its parents in a model, `π_{ij}` its "
    "`j`-th configuration, `ℳ^i` the set of the models with arcs to `X_i` only and `𝒜^i` that of their choices."
)


@dataclass(frozen=True)
class Erratum:
    """An item: its group and place, what is printed, what is true instead, an example, and the claims it answers for."""

    group: Group
    place: Notation
    printed: Notation
    correction: Notation
    example: Notation
    claims: tuple[str, ...]
    numbers: tuple[str, ...]  # numbers of the example that the check of a claim finds too

    def to_text(self) -> str:
        """The item as three lines of text."""
        place, printed, correction, example = (
            n.to_text() for n in (self.place, self.printed, self.correction, self.example)
        )
        return f"{place}. Printed: “{printed}”\nCorrection: {correction}\nCounter-example: {example}"

    def to_tex(self) -> str:
        """The item of a LaTeX list."""
        place, printed, correction, example = (
            n.to_tex() for n in (self.place, self.printed, self.correction, self.example)
        )
        return (
            f"\\item \\textbf{{{place}.}} Printed: ``{printed}''\\\\\n"
            f"\\emph{{Correction.}} {correction}\\\\\n\\emph{{Counter-example.}} {example}"
        )

    def to_html(self) -> str:
        """The item of an HTML list."""
        place, printed, correction, example = (
            n.to_html() for n in (self.place, self.printed, self.correction, self.example)
        )
        return (
            f'<li><div class="wide"><strong>{place}.</strong> Printed: “{printed}”<br><em>Correction.</em> {correction}'
            f"<br><em>Counter-example.</em> {example}</div></li>"
        )


@dataclass(frozen=True)
class Standing:
    """What stands as printed: its place, in words, and the claims that show it."""

    place: str
    words: Notation
    claims: tuple[str, ...]


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    return tomllib.loads((files("symdt.paper.errata") / "items.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def errata() -> tuple[Erratum, ...]:
    """All items, group by group, in the order of the paper."""
    found = [
        Erratum(
            row["group"],
            Notation(row["place"]),
            Notation(row["printed"]),
            Notation(row["correction"]),
            Notation(row["example"]),
            tuple(row["claims"]),
            tuple(row["numbers"]),
        )
        for row in _table()["erratum"]
    ]
    order = list(GROUPS)
    return tuple(sorted(found, key=lambda e: order.index(e.group)))


@lru_cache(maxsize=1)
def standing() -> tuple[Standing, ...]:
    """What stands."""
    return tuple(
        Standing(row["place"], Notation(row["words"]), tuple(row["claims"])) for row in _table()["stands"]
    )


def about(results: Iterable[Result]) -> tuple[tuple[Standing, ...], tuple[Erratum, ...]]:
    """What stands and the items that these results bear out: of each item some claim was judged as recorded.

    A statement of another paper that does not hold has no item; it gets one from its own words.
    """
    every = list(results)
    judged = {r.claim.id: r for r in every if r.is_expected}
    stand = tuple(s for s in standing() if any(c in judged for c in s.claims))
    items = [e for e in errata() if any(c in judged and judged[c].verdict != "holds" for c in e.claims)]
    known = {c for e in errata() for c in e.claims}
    items += [
        _plain(r)
        for r in every
        if r.verdict in ("fails", "holds corrected") and r.claim.id not in known and not r.claim.is_own
    ]
    return stand, tuple(items)


def _plain(result: Result) -> Erratum:
    claim = result.claim
    found = dict(result.counterexample or {})
    ends = found.pop("printed", None), found.pop("true", None)
    example = ", ".join(f"{k} = {v}" for k, v in found.items())
    example += f": printed {ends[0]}, true {ends[1]}" if ends[0] is not None else ""
    group: Group = (
        "hypothesis" if claim.repair == "hypothesis" else "misprint" if claim.repair in MILD else "result"
    )
    where = ", ".join(filter(None, (claim.section, claim.place)))
    place, printed, correction, shown = (
        Notation(words.replace("`", "'"))
        for words in (where, claim.words, result.correction or "nothing is put in its place", example)
    )
    return Erratum(group, place, printed, correction, shown, (claim.id,), ())


def errata_latex(results: Iterable[Result]) -> str:
    """The LaTeX document of the errata that some results bear out."""
    stand, items = about(results)
    ours = bool({c for e in items for c in e.claims} & {c for e in errata() for c in e.claims}) or bool(stand)
    lines = [
        r"\documentclass{article}",
        r"\usepackage[a4paper,margin=25mm]{geometry}",
        r"\usepackage{amsmath,amssymb}",
        r"\title{Errata}",
        r"\author{}",
        r"\date{}",
        r"\raggedright",
        r"\begin{document}",
        r"\maketitle",
        rf"\noindent {Notation(f'{ABOUT} {LEAD}' if ours else LEAD).to_tex()}",
    ]
    if ours:
        lines += ["", rf"\medskip\noindent\textbf{{Symbols.}} {Notation(SYMBOLS).to_tex()}"]
    if stand:
        lines += [r"\section*{What stands}", r"\begin{itemize}"]
        lines += [rf"\item \textbf{{{Notation(s.place).to_tex()}.}} {s.words.to_tex()}" for s in stand]
        lines.append(r"\end{itemize}")
    for group, heading in GROUPS.items():
        some = [e for e in items if e.group == group]
        if some:
            lines += [
                rf"\section*{{{heading}}}",
                r"\begin{enumerate}",
                *(e.to_tex() for e in some),
                r"\end{enumerate}",
            ]
    return "\n".join([*lines, r"\end{document}", ""])


def errata_html(results: Iterable[Result]) -> list[str]:
    """The blocks of the page: headings and lists, formulas in MathML."""
    stand, items = about(results)
    blocks = [f"<p>{Notation(LEAD).to_html()}</p>", f"<p>{Notation(SYMBOLS).to_html()}</p>"]
    if stand:
        rows = "".join(f"<li><strong>{s.place}.</strong> {s.words.to_html()}</li>" for s in stand)
        blocks.append(f"<h3>What stands</h3><ul>{rows}</ul>")
    for group, heading in GROUPS.items():
        some = [e.to_html() for e in items if e.group == group]
        if some:
            blocks.append(f"<h3>{heading}</h3><ol>{''.join(some)}</ol>")
    return blocks
