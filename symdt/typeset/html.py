"""Blocks of a web page: tables, formulas, rules, statements and figures as HTML.

>>> print(paragraph("1 < 2"))
<p>1 &lt; 2</p>
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

from sympy import Max, Min, Rational

from symdt.exact.domain import Domain
from symdt.exact.language.numerals import Numerals, as_written
from symdt.problems.belief import Belief, label
from symdt.problems.loss import LossTable
from symdt.solve.rule import DecisionRule
from symdt.typeset import names
from symdt.typeset.mathml import body, name_mathml, to_mathml
from symdt.typeset.strategies import rows_of


def paragraph(text: str) -> str:
    """A paragraph of plain text."""
    return f"<p>{prose(text)}</p>"


def prose(text: str) -> str:
    """Plain text with its letters set as mathematics.

    >>> prose("a2 for h < k")
    '<i>a</i><sub>2</sub> for <i>h</i> &lt; <i>k</i>'
    >>> prose("the K2 prior")
    'the K2 prior'
    """
    escaped = html.escape(text, quote=False)
    escaped = re.sub(r"\b(?!K2\b)([A-Za-z])([0-9]+)\b", r"<i>\1</i><sub>\2</sub>", escaped)
    escaped = re.sub(r"(?<![&\w<])([phkτα])(?![\w;>])", r"<i>\1</i>", escaped)
    # any single letter that is given a value, or named as an axis
    escaped = re.sub(r"(?<![&\w<>])([^\W\d_])(?= = )", r"<i>\1</i>", escaped)
    escaped = re.sub(r"\b(along|by|solved for) ([^\W\d_aAI])(?![\w<])", r"\1 <i>\2</i>", escaped)
    escaped = re.sub(r"(\bby <i>.</i> and) ([^\W\d_aAI])(?![\w<])", r"\1 <i>\2</i>", escaped)
    return escaped.replace("</i> = ", "</i>&nbsp;=&nbsp;")  # a letter is not torn from its value


def command(text: str) -> str:
    """What is typed; a line does not end inside of an option.

    >>> command("symdt solve a.toml --for p")
    '<code>symdt solve a.toml <span class="option">--for</span> p</code>'
    """
    escaped = html.escape(text, quote=False)
    marked = re.sub(r"(?<!\S)--[a-z-]+", r'<span class="option">\g<0></span>', escaped)
    return f"<code>{marked}</code>"


def heading(text: str) -> str:
    """A heading inside a section."""
    return f"<h3>{prose(text)}</h3>"


def loss_table(loss: LossTable, known: Numerals | None = None) -> str:
    """A loss table with its rules, numbers as they were written where that is `known`."""
    head = "".join(f'<th scope="col">{name_html(a)}</th>' for a in loss.actions)
    rows = "\n".join(
        f'<tr><th scope="row">{name_html(s)}</th>'
        + "".join(f"<td>{to_mathml(as_written(e, known or {}))}</td>" for e in row)
        + "</tr>"
        for s, row in zip(loss.states, loss.entries, strict=True)
    )
    return f'<div class="wide"><table class="loss"><thead><tr><td></td>{head}</tr></thead>\n<tbody>{rows}</tbody></table></div>'


def belief(probabilities: Belief, given: bool = True, known: Numerals | None = None) -> str:
    """The probabilities of the states, numbers as they were written where that is `known`."""
    bar = "<mo>|</mo><mi>𝒟</mi>" if given else ""
    parts = []
    for s, e in probabilities.items():
        parts.append(
            f'<math><mrow><mi>p</mi><mo stretchy="false">(</mo>{name_mathml(label(s))}{bar}<mo stretchy="false">)</mo><mo>=</mo>{body(as_written(e, known or {}))}</mrow></math>'
        )
    return f'<p class="wide">{", &ensp;".join(parts)}</p>'


def domain(conditions: Domain) -> str:
    """The conditions of a domain."""
    return f'<p class="wide">{", &ensp;".join(map(to_mathml, conditions.conditions))}</p>'


def risks(values: Mapping[str, Any]) -> str:
    """The risks, one a line."""
    rows = "".join(
        f'<tr><td><math><mrow><mi>R</mi><mo stretchy="false">(</mo>{name_mathml(a)}<mo>,</mo><mi>𝒟</mi><mo stretchy="false">)</mo></mrow></math></td>'
        f"<td>= {breaking(e)}</td></tr>"
        for a, e in values.items()
    )
    return f'<div class="wide"><table>{rows}</table></div>'


def rule(answer: DecisionRule) -> str:
    """A rule: for each case its conditions and a table of intervals."""
    parts, ties = [], answer.alternatives.ties
    for case in answer.cases:
        if case.conditions:
            when = " and ".join(map(breaking, case.conditions))
            parts.append(f'<p class="wide">If {when}, then</p>')
        rows = "".join(
            f"<tr><td>{told(p.label, ties.get(p.label))}</td><td>if {interval(p, answer.letter.name)}</td></tr>"
            for p in case.pieces
        )
        parts.append(f'<div class="wide"><table class="rule">{rows}</table></div>')
    return "\n".join(parts)


def choice(label: Any) -> str:
    """What is done, in one line: the first action, and every later choice with what is known then."""
    later = ", ".join(f"{name_html(d)}: {name_html(b)}" for d, b in getattr(label, "later", ()))
    return name_html(getattr(label, "action", str(label))) + (f" ({later})" if later else "")


def told(label: Any, ties: Mapping[str, Sequence[str]] | None = None) -> str:
    """What is done, as a rule tells it: a row for each later decision where there are several.

    label: a choice, or a name. ties: for each decision at which other branches are as good, all of them.
    """
    first, rows = rows_of(label, ties)
    if len(rows) < 2 and not ties:
        return choice(label)
    lines = "".join(
        f"<tr><td>{name_html(d)}</td><td>→ {' or '.join(map(name_html, many))}</td></tr>" for d, many in rows
    )
    return f'{name_html(first) if first else ""}<table class="strategy">{lines}</table>'


def interval(piece: Any, letter: str) -> str:
    """The interval of a piece as a chain of comparisons, or one equation."""
    start, stop = piece.start.to_expr(), piece.stop.to_expr()
    if piece.is_point:
        return relation(letter, ("=",), start)
    left = ("≤",) if piece.is_closed_left else ("<",)
    right = ("<",) if piece.is_open_right else ("≤",)
    if start.is_infinite and stop.is_infinite:
        return "always"
    if start.is_infinite:
        return relation(letter, right, stop)
    if stop.is_infinite:
        return relation(letter, ("≥",) if piece.is_closed_left else (">",), start)
    return relation(start, left, letter, right, stop)


def relation(*parts: Any) -> str:
    """A chain such as `0 < p ≤ 1/4`: expressions and names with operators, given as `("<",)`, between."""
    inner = "".join(f"<mo>{html.escape(p[0])}</mo>" if isinstance(p, tuple) else body(p) for p in parts)
    return _breaking(inner, ' displaystyle="true"')


def breaking(thing: Any) -> str:
    """An expression or condition that a line may end before each sign outside of brackets, as the page sets them.

    >>> from sympy import symbols
    >>> breaking(symbols("k") + 1).replace(' form="infix"', "")
    '<math><mi>k</mi></math><wbr><math><mo>+</mo><mn>1</mn></math>'
    """
    return _breaking(body(thing))


def _breaking(inner: str, attributes: str = "") -> str:
    """What stands inside a `math` element as several of them with places for breaks between."""
    lines: list[list[ElementTree.Element]] = [[]]
    depth = 0
    for node in _items(ElementTree.fromstring(f"<mrow>{inner}</mrow>")):
        sign = (node.text or "") if node.tag == "mo" else ""
        depth += {"(": 1, ")": -1, "{": 1, "}": -1}.get(sign, 0)
        if sign in _SIGNS and not depth and any(n.tag != "mo" for n in lines[-1]):
            node.set("form", "infix")
            lines.append([])
        lines[-1].append(node)
    told = ("".join(ElementTree.tostring(n, "unicode") for n in line) for line in lines)
    return "<wbr>".join(f"<math{attributes}>{line}</math>" for line in told)


#: The signs before which a line may end.
_SIGNS = {*"+−<>≤≥=≠"}


def _items(node: ElementTree.Element) -> list[ElementTree.Element]:
    return [n for child in node for n in _items(child)] if node.tag == "mrow" else [node]


def lines(text: str) -> str:
    """An answer's own text, line by line."""
    return f'<pre class="wide">{html.escape(text, quote=False)}</pre>'


def formulas(lines: Iterable[str]) -> str:
    """Formulas that are MathML already, one a line."""
    return "\n".join(f'<p class="wide"><math>{line}</math></p>' for line in lines)


def identity(answer: Any) -> str:
    """A linear identity among risks as MathML."""
    left: list[str] = []
    right: list[str] = []
    for action, coefficient in answer.coefficients.items():
        negative = coefficient.could_extract_minus_sign()
        size = -coefficient if negative else coefficient
        term = ("" if size == 1 else body(size)) + _risk(action)
        (right if negative else left).append(term)
    if not answer.constant.is_zero:
        right.append(body(answer.constant))
    plus = "<mo>+</mo>"
    zero = "<mn>0</mn>"
    return f"<mrow>{plus.join(left) or zero}<mo>=</mo>{plus.join(right) or zero}</mrow>"


def statements(records: Sequence[Mapping[str, Any]]) -> str:
    """Statements with their verdicts; what corrects or refutes one stands under it."""
    rows = []
    for r in records:
        verdict = str(r["verdict"])
        notes = ""
        for key, title in (("correction", "Corrected"), ("counterexample", "Counter-example")):
            if r.get(key):
                notes += f'<span class="note">{title}: {html.escape(_flat(r[key]), quote=False)}</span>'
        rows.append(
            f'<tr id="statement-{html.escape(str(r["id"]))}"><td><a href="#statement-{html.escape(str(r["id"]))}">'
            f"<code>{html.escape(str(r['id']))}</code></a></td><td>{html.escape(str(r['statement']), quote=False)}{notes}</td>"
            f'<td class="verdict {verdict.replace(" ", "-")}">{html.escape(verdict)}</td></tr>'
        )
    head = "<thead><tr><th>id</th><th>statement</th><th>verdict</th></tr></thead>"
    return f'<table class="claims">{head}\n<tbody>{"".join(rows)}</tbody></table>'


def rows(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A plain table of texts."""
    escaped = [[html.escape(c, quote=False) for c in line] for line in lines]
    return cells([html.escape(h, quote=False) for h in head], escaped)


def cells(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A plain table of cells that are HTML already."""
    top = "".join(f"<th>{h}</th>" for h in head)
    inner = "".join("<tr>" + "".join(f"<td>{c}</td>" for c in line) + "</tr>" for line in lines)
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{inner}</tbody></table></div>'


def extremum(value: Any) -> str:
    """An expression; the greatest or least of several as a list that breaks into lines between them.

    >>> from sympy import Max, Symbol
    >>> extremum(Max(0, Symbol("d")))
    'max{<math><mn>0</mn></math>, <math><mi>d</mi></math>}'
    """
    if not isinstance(value, Min | Max):
        return breaking(value)
    word = "min" if isinstance(value, Min) else "max"
    shown = ", ".join(breaking(a) for a in sorted(value.args, key=lambda e: e.sort_key()))
    return f"{word}{{{shown}}}"


def monomial(text: str) -> str:
    """A product of letters, such as `h/k`, as mathematics.

    >>> monomial("B/C")
    '<math><mi>B</mi></math>/<math><mi>C</mi></math>'
    """
    return re.sub(r"[^\W\d]\w*", lambda m: name_html(m[0]), html.escape(text, quote=False))


def verdict_filter(counts: Mapping[str, int]) -> str:
    """Buttons that show the statements of one verdict only; the page's style does it, no script."""
    kinds = {"holds": "holds", "fails": "fails", "holds corrected": "corrected"}
    parts = ['<label><input type="radio" name="verdict" class="show-all" checked> all</label>']
    parts += [
        f'<label><input type="radio" name="verdict" class="show-{kinds[v]}"> {v} ({n})</label>'
        for v, n in counts.items()
        if v in kinds
    ]
    return f'<form class="filter" aria-label="Statements to show">{"".join(parts)}</form>'


def gallery(figures: Iterable[str]) -> str:
    """Figures side by side where there is room."""
    return f'<div class="gallery">{"".join(figures)}</div>'


def decimal(value: Any) -> str:
    """The decimals of a number, with the sign that says whether they are all of them; none where letters are left.

    >>> from sympy import log
    >>> decimal(Rational(1, 4)), decimal(log(2))
    (' = 0.25', ' ≈ 0.693147')
    """
    if value.is_Integer or not value.is_number:
        return ""
    if not value.is_Rational:
        return f" ≈ {float(value):.6g}"
    shown = f"{float(value):.6g}"
    return f" {'=' if value == Rational(shown) else '≈'} {shown}"


def name_html(text: str) -> str:
    """A label: mathematics where it is a letter with its index, else words."""
    return f"<math>{name_mathml(text)}</math>" if names.split(text) else names.to_html(text)


def _risk(action: str) -> str:
    parts = names.split(action)
    if parts is not None and parts[0] == "a" and parts[1]:
        return name_mathml(f"R{parts[1]}")
    return (
        f'<mrow><mi>R</mi><mo stretchy="false">(</mo>{name_mathml(action)}<mo stretchy="false">)</mo></mrow>'
    )


def _flat(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{k} = {v}" for k, v in value.items())
    return str(value)
