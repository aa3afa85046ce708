"""BIFXML (XMLBIF 0.3 with decision and utility variables): influence diagrams, read and written.

>>> text = '''<BIF VERSION="0.3"><NETWORK><NAME>umbrella</NAME>
... <VARIABLE TYPE="nature"><NAME>weather</NAME><OUTCOME>rain</OUTCOME><OUTCOME>dry</OUTCOME></VARIABLE>
... <VARIABLE TYPE="decision"><NAME>umbrella</NAME><OUTCOME>take</OUTCOME><OUTCOME>leave</OUTCOME></VARIABLE>
... <VARIABLE TYPE="utility"><NAME>comfort</NAME></VARIABLE>
... <DEFINITION><FOR>weather</FOR><TABLE>r 1-r</TABLE></DEFINITION>
... <DEFINITION><FOR>comfort</FOR><GIVEN>weather</GIVEN><GIVEN>umbrella</GIVEN>
... <TABLE>70 0 20 100</TABLE></DEFINITION></NETWORK></BIF>'''
>>> diagram = read_bifxml(text)
>>> print(diagram.domain)
r > 0, r < 1
>>> from symdt.analysis.knowing.experiments import solve
>>> solve(diagram).at(r="3/10").value, solve(diagram).at(r="3/10").action
(70, 'leave')

Law: reading what was written gives the same diagram; other programs read it at a point, here r = 1/2.

>>> read_bifxml(to_bifxml(diagram)) == diagram
True
>>> [line for line in to_bifxml(diagram).splitlines() if "TABLE" in line][0]
'<TABLE>0.5 0.5</TABLE>'
"""

from __future__ import annotations

from symdt.errors import FileError, quote
from symdt.exact.optimum import Optimum
from symdt.formats.foreign.diagram_parts import Part, as_diagram, diagram_of, mark_of, parts_of
from symdt.formats.foreign.exactly import decimal, unmark
from symdt.formats.foreign.xml_tags import Tag, escaped, parse_xml
from symdt.problems.diagrams.diagram import InfluenceDiagram
from symdt.problems.problem import Problem

#: Files larger than this (in bytes) are refused.
MAX_BYTES = 16_000_000
_EXACTLY = "symdt exactly "
_KINDS = {"nature": "nature", "chance": "nature", "decision": "decision", "utility": "utility"}


def read_bifxml(text: str, *, optimum: Optimum | None = None) -> InfluenceDiagram:
    """The influence diagram of a BIFXML text: variables of type nature, decision and utility.

    Tables are in the order of XMLBIF 0.3: the last parent changes faster than the first, and a
    nature variable faster than its parents. A name in a table is a letter.

    text: the document. optimum: the direction where the file does not say it; utilities are made greatest.
    """
    if len(text) > MAX_BYTES:
        raise FileError(f"the file has {len(text)} characters: use at most {MAX_BYTES}")
    networks = [n for top in parse_xml(text, "a BIFXML file").all("BIF") for n in top.all("NETWORK")]
    if len(networks) != 1:
        raise FileError(f"the file has {len(networks)} networks: expected <BIF> with one <NETWORK>")
    network = networks[0]
    kinds: dict[str, tuple[str, tuple[str, ...]]] = {}
    for variable in network.all("VARIABLE"):
        name = variable.only("NAME")
        kind = variable.attributes.get("TYPE", "nature").lower()
        if kind not in _KINDS:
            raise FileError(
                f"the variable {quote(name)} has type {quote(kind)}: use nature, decision or utility"
            )
        if name in kinds:
            raise FileError(f"the variable {quote(name)} is given twice: give it once")
        states = variable.texts("OUTCOME") or variable.texts("VALUE")
        # a utility has no states; some programs give it one, named 0
        kinds[name] = _KINDS[kind], () if kind == "utility" else tuple(states)
    definitions = {d.only("FOR"): d for d in network.all("DEFINITION")}
    parts = [_part(name, *found, definitions.get(name)) for name, found in kinds.items()]
    marked = next((m for p in network.texts("PROPERTY") if (m := unmark(p)) is not None), None)
    return diagram_of(parts, marked, (network.texts("NAME") or [""])[0], optimum)


def _part(name: str, kind: str, states: tuple[str, ...], definition: Tag | None) -> Part:
    parents = tuple(definition.texts("GIVEN")) if definition is not None else ()
    if kind == "decision":
        return Part(name, kind, states, parents)
    if definition is None:
        raise FileError(f"the variable {quote(name)} has no <DEFINITION>: give its table")
    exact = next((p for p in definition.texts("PROPERTY") if p.startswith(_EXACTLY)), "")
    return Part(
        name,
        kind,
        states,
        parents,
        tuple(definition.only("TABLE").split()),
        tuple(exact[len(_EXACTLY) :].split()),
    )


def to_bifxml(problem: Problem) -> str:
    """The BIFXML text of a diagram, or of a table without experiments.

    problem: its letters stand in properties; the tables hold the numbers at a point of the domain.
    """
    diagram = as_diagram(problem, ".bifxml")
    said = mark_of(diagram)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<BIF VERSION="0.3">', "<NETWORK>"]
    lines.append(f"<NAME>{escaped(diagram.title)}</NAME>")
    if said:
        lines.append(f"<PROPERTY>{escaped(said)}</PROPERTY>")
    parts = parts_of(diagram)
    for part in parts:
        lines.append(f'<VARIABLE TYPE="{part.kind}">')
        lines.append(f"<NAME>{escaped(part.name)}</NAME>")
        # pyAgrum wants a state of a utility too
        lines += [f"<OUTCOME>{escaped(s)}</OUTCOME>" for s in part.states or ("0",)]
        lines.append("</VARIABLE>")
    for part in parts:
        lines += ["<DEFINITION>", f"<FOR>{escaped(part.name)}</FOR>"]
        lines += [f"<GIVEN>{escaped(p)}</GIVEN>" for p in part.parents]
        if part.kind != "decision":
            lines.append(f"<TABLE>{' '.join(decimal(n) for n in part.numbers)}</TABLE>")
        if part.exact:
            lines.append(f"<PROPERTY>{_EXACTLY}{escaped(' '.join(part.exact))}</PROPERTY>")
        lines.append("</DEFINITION>")
    return "\n".join([*lines, "</NETWORK>", "</BIF>"]) + "\n"
