"""XML as plain records, read without entities: no file can grow on reading or reach for another one.

>>> root = parse_xml("<a x='1'><b>two</b><b>three</b></a>", "a file").all("A")[0]
>>> root.attributes["X"], root.texts("B")
('1', ['two', 'three'])
>>> escaped("p < 1 & q")
'p &lt; 1 &amp; q'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.parsers.expat import ExpatError, ParserCreate

from symdt.errors import FileError, quote

#: Elements inside each other; no format here needs more.
MAX_LEVELS = 50


@dataclass
class Tag:
    """An element of the document: its name in capitals, attributes, text and children."""

    name: str
    attributes: Mapping[str, str]
    text: str = ""
    children: list[Tag] = field(default_factory=list)

    def all(self, *names: str) -> list[Tag]:
        """The children of these names."""
        return [c for c in self.children if c.name in names]

    def texts(self, name: str) -> list[str]:
        """The texts of the children of a name."""
        return [c.text.strip() for c in self.all(name)]

    def only(self, name: str) -> str:
        """The text of the one child of a name."""
        texts = self.texts(name)
        if len(texts) != 1 or not texts[0]:
            raise FileError(f"a <{self.name}> has {len(texts)} <{name}>: give it one")
        return texts[0]

    def attribute(self, name: str) -> str:
        """An attribute that must be there."""
        found = self.attributes.get(name, "").strip()
        if not found:
            raise FileError(f"a <{self.name.lower()}> has no {name.lower()}: give it one")
        return found


def parse_xml(text: str, what: str) -> Tag:
    """The document as plain records; entity declarations and outside references are refused.

    text: the document. what: the kind of file that was expected, for the messages.
    """
    root = Tag("", {})
    stack = [root]

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(stack) > MAX_LEVELS:
            raise FileError(f"the XML is nested deeper than {MAX_LEVELS} levels: give {what}")
        tag = Tag(name.upper(), {k.upper(): v for k, v in attributes.items()})
        stack[-1].children.append(tag)
        stack.append(tag)

    def refuse(*_: Any) -> int:
        raise FileError(f"the XML declares an entity: remove the declaration, it is not needed for {what}")

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
    except (ExpatError, UnicodeEncodeError) as error:
        why = error if isinstance(error, ExpatError) else "half a character"
        raise FileError(f"the text is no XML ({why}): give {what}") from None
    return root


def escaped(text: object) -> str:
    """A text as it stands in XML; what XML cannot hold is refused."""
    shown = str(text)
    if any(ord(c) < 32 and c not in "\t\n\r" for c in shown):
        raise FileError(f"the name {quote(shown)} has a control character: rename it")
    return shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
