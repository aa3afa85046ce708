"""Foreign files: influence diagrams in BIFXML (XMLBIF 0.3 with decision and utility variables), trees of SilverDecisions.

Nothing in a file is run: numbers are read by `symdt.exact.language.syntax`; XML is read without entities, so no
file can grow on reading or reach for another one.

>>> text = '''<BIF VERSION="0.3"><NETWORK><NAME>umbrella</NAME>
... <VARIABLE TYPE="nature"><NAME>weather</NAME><OUTCOME>rain</OUTCOME><OUTCOME>dry</OUTCOME></VARIABLE>
... <VARIABLE TYPE="decision"><NAME>umbrella</NAME><OUTCOME>take</OUTCOME><OUTCOME>leave</OUTCOME></VARIABLE>
... <VARIABLE TYPE="utility"><NAME>comfort</NAME></VARIABLE>
... <DEFINITION><FOR>weather</FOR><TABLE>0.3 0.7</TABLE></DEFINITION>
... <DEFINITION><FOR>comfort</FOR><GIVEN>weather</GIVEN><GIVEN>umbrella</GIVEN>
... <TABLE>70 0 20 100</TABLE></DEFINITION></NETWORK></BIF>'''
>>> diagram = read_bifxml(text)
>>> from symdt.analysis.knowing.experiments import solve
>>> solve(diagram).at().value, solve(diagram).at().action
(70, 'leave')
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from sympy import Expr, Integer

from symdt.errors import FileError, SymdtError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Field
from symdt.exact.language.syntax import parse_element
from symdt.exact.optimum import Optimum
from symdt.problems.diagrams.diagram import InfluenceDiagram
from symdt.problems.diagrams.node import ChanceNode, DecisionNode, Node, ValueNode
from symdt.problems.tree import MAX_DEPTH, Chance, Decision, Tree, Value
from symdt.problems.tree_problem import TreeProblem

#: Files larger than this (in bytes) are refused.
MAX_BYTES = 16_000_000
#: More numbers than this in one table are refused.
MAX_ENTRIES = 200_000
MAX_NODES = 20_000

_FIELD = Field.of(())


def _number(text: Any, where: str) -> Expr:
    try:
        return parse_element(str(text).strip(), _FIELD).to_expr()
    except SymdtError:
        raise FileError(f"{where} is {quote(text)}: a number such as 0.3 or 3/10 was expected") from None


# --- XML ----------------------------------------------------------------------------------------


@dataclass
class _Tag:
    """An element of the document: its name, attributes, text and children."""

    name: str
    attributes: Mapping[str, str]
    text: str = ""
    children: list[_Tag] = field(default_factory=list)

    def all(self, name: str) -> list[_Tag]:
        return [c for c in self.children if c.name == name]

    def texts(self, name: str) -> list[str]:
        return [c.text.strip() for c in self.all(name)]


def _parse_xml(text: str) -> _Tag:
    """The document as plain records; entity declarations and outside references are refused."""
    from xml.parsers.expat import ExpatError, ParserCreate

    root = _Tag("", {})
    stack = [root]

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(stack) > 50:
            raise FileError("the XML is nested deeper than 50 levels: give a BIFXML file")
        tag = _Tag(name.upper(), {k.upper(): v for k, v in attributes.items()})
        stack[-1].children.append(tag)
        stack.append(tag)

    def refuse(*_: Any) -> int:
        raise FileError("the XML declares an entity: remove the declaration, it is not needed for BIFXML")

    def end(_: str) -> None:
        stack.pop()

    def characters(data: str) -> None:
        stack[-1].text += data

    parser = ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    parser.UnparsedEntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except ExpatError as error:
        raise FileError(f"the text is no XML ({error}): give a BIFXML file") from None
    return root


def read_bifxml(text: str, *, optimum: Optimum = "max") -> InfluenceDiagram:
    """The influence diagram of a BIFXML text: variables of type nature, decision and utility.

    Tables are in the order of XMLBIF 0.3: the last parent changes faster than the first, and a
    nature variable faster than its parents. Decisions are made in the order of their variables.
    """
    if len(text) > MAX_BYTES:
        raise FileError(f"the file has {len(text)} characters: use at most {MAX_BYTES}")
    networks = [n for top in _parse_xml(text).all("BIF") for n in top.all("NETWORK")]
    if len(networks) != 1:
        raise FileError(f"the file has {len(networks)} networks: expected <BIF> with one <NETWORK>")
    network = networks[0]
    kinds: dict[str, str] = {}
    states: dict[str, list[str]] = {}
    for variable in network.all("VARIABLE"):
        name = _only(variable, "NAME")
        kind = variable.attributes.get("TYPE", "nature").lower()
        if kind not in ("nature", "chance", "decision", "utility"):
            raise FileError(
                f"the variable {quote(name)} has type {quote(kind)}: use nature, decision or utility"
            )
        if name in kinds:
            raise FileError(f"the variable {quote(name)} is given twice: give it once")
        kinds[name], states[name] = kind, variable.texts("OUTCOME") or variable.texts("VALUE")
    definitions = {_only(d, "FOR"): d for d in network.all("DEFINITION")}
    nodes = [_node(name, kinds[name], states, definitions.get(name), kinds) for name in kinds]
    return InfluenceDiagram(tuple(nodes), Domain(), optimum, (network.texts("NAME") or [""])[0])


def _only(tag: _Tag, name: str) -> str:
    texts = tag.texts(name)
    if len(texts) != 1 or not texts[0]:
        raise FileError(f"a <{tag.name}> has {len(texts)} <{name}>: give it one")
    return texts[0]


def _node(
    name: str, kind: str, states: Mapping[str, list[str]], definition: _Tag | None, kinds: Mapping[str, str]
) -> Node:
    parents = definition.texts("GIVEN") if definition is not None else []
    odd = next((p for p in parents if p not in kinds), None)
    if odd is not None:
        raise FileError(f"{quote(name)} is given {quote(odd)}, which is no variable: declare it")
    if kind == "decision":
        return DecisionNode(name, tuple(states[name]), tuple(parents))
    if definition is None:
        raise FileError(f"the variable {quote(name)} has no <DEFINITION>: give its table")
    entries = _only(definition, "TABLE").split()
    if len(entries) > MAX_ENTRIES:
        raise FileError(f"the table of {quote(name)} has {len(entries)} entries: use at most {MAX_ENTRIES}")
    size = 1
    for p in parents:
        size *= len(states[p])
    width = 1 if kind == "utility" else len(states[name])
    if len(entries) != size * width:
        raise FileError(
            f"the table of {quote(name)} has {len(entries)} entries: expected {size * width}, for its parents' states"
        )
    numbers = [_number(e, f"an entry of {quote(name)}") for e in entries]
    keys = list(product(*(states[p] for p in parents)))
    if kind == "utility":
        return ValueNode(name, parents, dict(zip(keys, numbers, strict=True)))
    rows = {key: _normalised(numbers[i * width : (i + 1) * width], name) for i, key in enumerate(keys)}
    return ChanceNode(name, states[name], parents, rows)


def _normalised(row: Sequence[Expr], name: str) -> list[Expr]:
    """The row itself, or divided by its sum where that differs from 1 by the rounding of printed decimals."""
    total = sum(row, Integer(0))
    if total == 1:
        return list(row)
    if total == 0 or abs(total - 1) > Integer(1) / 1000:
        raise FileError(f"a row of {quote(name)} sums to {quote(total)}, not 1: correct it")
    return [e / total for e in row]


# --- SilverDecisions ------------------------------------------------------------------------------


def read_silver(text: str) -> TreeProblem:
    """The tree of a SilverDecisions JSON text: payoffs along the way add up at the leaves.

    Numbers only; the probability "#" is what the others leave. A file with several trees gives
    the first.
    """
    if len(text) > MAX_BYTES:
        raise FileError(f"the file has {len(text)} characters: use at most {MAX_BYTES}")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise FileError("the text is no JSON: give a file saved by SilverDecisions") from None
    if not isinstance(document, dict):
        raise FileError("the JSON is no object: give a file saved by SilverDecisions")
    data = document.get("data", document)
    trees = data.get("trees") if isinstance(data, dict) else None
    if not isinstance(trees, list) or not trees or not isinstance(trees[0], dict):
        raise FileError("the JSON has no 'trees': give a file saved by SilverDecisions")
    rule = str(document.get("rule", data.get("rule", "expected-value-maximization")))
    if rule not in ("expected-value-maximization", "expected-value-minimization"):
        raise FileError(
            f"the rule is {quote(rule)}: only expected-value-maximization and -minimization are read"
        )
    optimum: Optimum = "max" if rule.endswith("maximization") else "min"
    title = document.get("title", "")
    reader = _Silver()
    return TreeProblem(
        reader.node(trees[0], Integer(0), 0), Domain(), optimum, title if isinstance(title, str) else ""
    )


class _Silver:
    def __init__(self) -> None:
        self.count = 0
        self.names: dict[str, int] = {}

    def node(self, found: Any, paid: Expr, depth: int) -> Tree:
        self.count += 1
        if self.count > MAX_NODES or depth > MAX_DEPTH:
            raise FileError(
                f"the tree has more than {MAX_NODES} nodes or {MAX_DEPTH} levels: use a smaller one"
            )
        if not isinstance(found, dict):
            raise FileError(f"a node is {quote(found)}: an object was expected")
        kind = found.get("type")
        if kind == "terminal":
            return Value(paid)
        if kind not in ("decision", "chance"):
            raise FileError(f"a node has type {quote(kind)}: use decision, chance or terminal")
        edges = found.get("childEdges")
        if not isinstance(edges, list) or not edges or not all(isinstance(e, dict) for e in edges):
            raise FileError(f"a {kind} node has no 'childEdges': give at least one")
        name = self.unique(str(found.get("name") or kind))
        labels = _labels(edges)
        below = [self.node(e.get("childNode"), paid + self.payoff(e), depth + 1) for e in edges]
        if kind == "decision":
            return Decision(name, dict(zip(labels, below, strict=True)))
        chances = [
            "rest" if str(e.get("probability")).strip() == "#" else e.get("probability") for e in edges
        ]
        numbers = [c if c == "rest" else _number(c, f"a probability at {quote(name)}") for c in chances]
        return Chance(name, dict(zip(labels, zip(numbers, below, strict=True), strict=True)))

    def unique(self, name: str) -> str:
        name = " ".join(name.split())
        self.names[name] = self.names.get(name, 0) + 1
        return name if self.names[name] == 1 else f"{name} {self.names[name]}"

    @staticmethod
    def payoff(edge: Mapping[str, Any]) -> Expr:
        payoff = edge.get("payoff", 0)
        if isinstance(payoff, list):  # later versions keep one payoff for each criterion
            payoff = payoff[0] if payoff else 0
        return Integer(0) if payoff in (None, "") else _number(payoff, "a payoff")


def _labels(edges: Sequence[Mapping[str, Any]]) -> list[str]:
    labels: list[str] = []
    for i, edge in enumerate(edges):
        label = " ".join(str(edge.get("name") or f"branch {i + 1}").split())
        labels.append(label if label not in labels else f"{label} {i + 1}")
    return labels


def load_foreign(path: Any, *, optimum: Optimum = "max") -> InfluenceDiagram | TreeProblem:
    """What a foreign file states: `.xml`, `.bifxml` an influence diagram, `.json` a SilverDecisions tree.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> text = '''<BIF VERSION="0.3"><NETWORK><NAME>coin</NAME>
    ... <VARIABLE TYPE="decision"><NAME>d</NAME><OUTCOME>a</OUTCOME><OUTCOME>b</OUTCOME></VARIABLE>
    ... <VARIABLE TYPE="utility"><NAME>u</NAME></VARIABLE>
    ... <DEFINITION><FOR>u</FOR><GIVEN>d</GIVEN><TABLE>1 2</TABLE></DEFINITION></NETWORK></BIF>'''
    >>> with TemporaryDirectory() as folder:
    ...     place = Path(folder, "coin.xml")
    ...     _ = place.write_text(text)
    ...     print(load_foreign(place).title)
    coin
    """
    place = Path(path)
    try:
        if place.exists() and not place.is_file():  # a device may never end
            raise FileError(f"{quote(path)} is no file: give a text file")
        if place.stat().st_size > MAX_BYTES:
            raise FileError(f"the file {quote(path)} is too large: use at most {MAX_BYTES} bytes")
        text = place.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "not UTF-8"
        raise FileError(f"the file {quote(path)} cannot be read ({why}): give a text file") from None
    if place.suffix.lower() == ".json":
        return read_silver(text)
    if place.suffix.lower() in (".xml", ".bifxml"):
        return read_bifxml(text, optimum=optimum)
    raise FileError(f"the file {quote(path)} is neither .json nor .xml: give one of them")
