"""XDSL, the files of GeNIe and SMILE: influence diagrams, read and written.

>>> text = '''<?xml version="1.0"?><smile version="1.0" id="umbrella"><nodes>
... <cpt id="weather"><state id="rain"/><state id="dry"/><probabilities>0.3 0.7</probabilities></cpt>
... <decision id="umbrella"><state id="take"/><state id="leave"/></decision>
... <utility id="comfort"><parents>weather umbrella</parents><utilities>70 0 20 100</utilities></utility>
... </nodes></smile>'''
>>> diagram = read_xdsl(text)
>>> from symdt.analysis.knowing.experiments import solve
>>> solve(diagram).at().value
70
>>> read_xdsl(to_xdsl(diagram)) == diagram
True
"""

from __future__ import annotations

import re

from symdt.errors import FileError, quote
from symdt.exact.optimum import Optimum
from symdt.formats.foreign.bifxml import MAX_BYTES
from symdt.formats.foreign.diagram_parts import Part, as_diagram, diagram_of, mark_of, parts_of
from symdt.formats.foreign.exactly import decimal, unmark
from symdt.formats.foreign.xml_tags import Tag, escaped, parse_xml
from symdt.problems.diagrams.diagram import InfluenceDiagram
from symdt.problems.problem import Problem

_PROPERTY = "symdt"
_KINDS = {"CPT": "nature", "DETERMINISTIC": "nature", "DECISION": "decision", "UTILITY": "utility"}
_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)


def read_xdsl(text: str, *, optimum: Optimum | None = None) -> InfluenceDiagram:
    """The influence diagram of an XDSL text: chance, deterministic, decision and utility nodes.

    Several utilities add up, as an additive node with weights 1 (`mau`) says; other kinds of nodes are refused.

    text: the document. optimum: the direction where the file does not say it; utilities are made greatest.
    """
    if len(text) > MAX_BYTES:
        raise FileError(f"the file has {len(text)} characters: use at most {MAX_BYTES}")
    tops = parse_xml(text, "an XDSL file").all("SMILE")
    groups = [n for top in tops for n in top.all("NODES")]
    if len(groups) != 1:
        raise FileError(f"the file has {len(groups)} <nodes>: expected <smile> with one of them")
    names: set[str] = set()
    parts: list[Part] = []
    for tag in groups[0].children:
        if tag.name == "MAU":
            _check_sum(tag)
            continue
        if tag.name not in _KINDS:
            raise FileError(
                f"the node {quote(tag.attributes.get('ID', ''))} is a <{tag.name.lower()}>: "
                "cpt, deterministic, decision and utility are read"
            )
        part = _part(tag)
        if part.name in names:
            raise FileError(f"the node {quote(part.name)} is given twice: give it once")
        names.add(part.name)
        parts.append(part)
    marked = next((m for p in _properties(tops[0]) if (m := unmark(p)) is not None), None)
    title = _shown_title(tops[0])
    return diagram_of(parts, marked, title, optimum)


def _properties(tag: Tag) -> list[str]:
    found = [*tag.all("PROPERTY"), *(p for group in tag.all("PROPERTIES") for p in group.all("PROPERTY"))]
    return [p.text.strip() for p in found if p.attributes.get("ID") == _PROPERTY]


def _shown_title(top: Tag) -> str:
    """What the picture is called, and be it nothing; without a picture the name of the network, which it must have."""
    for extension in top.all("EXTENSIONS"):
        for genie in extension.all("GENIE"):
            if "NAME" in genie.attributes:
                return genie.attributes["NAME"].strip()
    return top.attributes.get("ID", "").strip()


def _part(tag: Tag) -> Part:
    name, kind = tag.attribute("ID"), _KINDS[tag.name]
    parents = tuple(" ".join(tag.texts("PARENTS")).split())
    own = tuple(s.attribute("ID") for s in tag.all("STATE"))
    if kind == "decision":
        return Part(name, kind, own, parents)
    if tag.name == "DETERMINISTIC":
        chosen = tag.only("RESULTINGSTATES").split()
        wrong = next((c for c in chosen if c not in own), None)
        if wrong is not None:
            raise FileError(f"the node {quote(name)} results in {quote(wrong)}, which is none of its states")
        numbers = tuple("1" if c == s else "0" for c in chosen for s in own)
    else:
        numbers = tuple(tag.only("UTILITIES" if kind == "utility" else "PROBABILITIES").split())
    exact = next(iter(_properties(tag)), "")
    return Part(name, kind, () if kind == "utility" else own, parents, numbers, tuple(exact.split()))


def _check_sum(tag: Tag) -> None:
    weights = " ".join(tag.texts("WEIGHTS")).split()
    if tag.all("EXPRESSIONS", "EXPRESSION") or any(w not in ("1", "1.0") for w in weights):
        raise FileError(
            f"the node {quote(tag.attributes.get('ID', ''))} joins utilities otherwise than by adding them: "
            "only sums with weights 1 are read"
        )


def to_xdsl(problem: Problem) -> str:
    """The XDSL text of a diagram, or of a table without experiments; GeNIe's names are words.

    problem: its letters stand in properties; the tables hold the numbers at a point of the domain.
    """
    diagram = as_diagram(problem, ".xdsl")
    parts = parts_of(diagram)
    for name in [p.name for p in parts] + [s for p in parts for s in p.states]:
        if not _NAME.fullmatch(name):
            raise FileError(f"{quote(name)} is no name in GeNIe: use letters, digits and _, or write .bifxml")
    said = mark_of(diagram)
    identity = diagram.title if _NAME.fullmatch(diagram.title) else "problem"
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<smile version="1.0" id="{identity}" numsamples="10000">',
    ]
    if said:
        lines.append(f'<properties><property id="{_PROPERTY}">{escaped(said)}</property></properties>')
    lines.append("<nodes>")
    for part in parts:
        tag = {"nature": "cpt", "decision": "decision", "utility": "utility"}[part.kind]
        lines.append(f'<{tag} id="{part.name}">')
        lines += [f'<state id="{s}" />' for s in part.states]
        if part.parents:
            lines.append(f"<parents>{' '.join(part.parents)}</parents>")
        inner = {"nature": "probabilities", "utility": "utilities"}.get(part.kind)
        if inner:
            lines.append(f"<{inner}>{' '.join(decimal(n) for n in part.numbers)}</{inner}>")
        if part.exact:
            lines.append(f'<property id="{_PROPERTY}">{escaped(" ".join(part.exact))}</property>')
        lines.append(f"</{tag}>")
    lines.append("</nodes>")
    lines.append(f'<extensions><genie version="1.0" name="{escaped(diagram.title)}" /></extensions>')
    return "\n".join([*lines, "</smile>"]) + "\n"
