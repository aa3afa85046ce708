"""The writer: modules, style and record into one HTML file.

A module of ours imports with `import { a, b } from "#room/module.js"` and exports by the word
`export` before a definition. So the modules, in the order of their imports, become one script
without any tool: each a function that returns what it exports. The file holds that script
deflated, with a loader of a few lines; the page's security policy names the digests of the two
and lets nothing else in or out.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from symdt.display import Displayed
from symdt.problems.problem import Problem
from symdt.show.page.record import record
from symdt.show.page.tight import tight

ROOM = Path(__file__).parent
_IMPORT = re.compile(r'^import\{([^}]*)\}from"#([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?:async )?(?:function|class|const) (\w+)", re.MULTILINE)
# comments inside a line and at its end first: a line may begin with one and go on
_INLINE = re.compile(r"/\*\*[^\n]*?\*/ ?|[ \t]+// [^\n\"'`]*$", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*/\*\*.*?\*/[ \t]*\n|^[ \t]*//[^\n]*\n", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, eq=False)
class Page(Displayed):
    """An interactive page of one problem; `html` is the whole file.

    >>> from sympy import symbols
    >>> from symdt import Belief, DecisionProblem, Domain, LossTable
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [10, 0]])
    >>> problem = DecisionProblem(loss, Belief({"well": "rest", "sick": symbols("p")}), Domain("0 < p < 1"))
    >>> explore(problem).html[:15]
    '<!doctype html>'
    """

    record: Mapping[str, Any]

    @cached_property
    def html(self) -> str:
        """The file: it opens from disk, and no request leaves it."""
        return to_html(self.record)

    def save(self, path: Any, *, force: bool = False) -> Path:
        """Write the page to a file, whole or not at all."""
        from symdt.files import write_whole

        return write_whole(path, self.html, force=force)

    def __eq__(self, other: object) -> bool:
        return self.record == other.record if isinstance(other, Page) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.record["title"], self.record["file"]))

    def __str__(self) -> str:
        return (
            f"page of {self.record['title'] or self.record['file']}: {len(self.html.encode())} bytes of HTML"
        )

    def __repr__(self) -> str:
        return f"<{self}>"

    def _repr_html_(self) -> str:
        title = html.escape(str(self.record["title"] or "symdt"), quote=True)
        content = html.escape(self.html, quote=True)
        return f'<iframe srcdoc="{content}" title="{title}" style="width: 100%; height: 760px; border: 1px solid #c9c9c9"></iframe>'


def explore(problem: Problem, presets: Mapping[str, Any] | None = None, *, file: str = "") -> Page:
    """The interactive page of a problem.

    `presets` says what the page shows first, as the table `[explore]` of a problem file does:
    `start`, `ranges`, `steps`. `file` is the file's name for the command that the page offers.

    >>> from symdt import Decision, TreeProblem, explore
    >>> page = explore(TreeProblem(Decision("umbrella?", {"take": 20, "leave": 100}), optimum="max"))
    >>> page.record["actions"]
    ['take', 'leave']
    """
    return Page(record(problem, presets, file=file))


def to_html(content: Mapping[str, Any]) -> str:
    """The page of a record."""
    script = f"{script_of('amount.js' if 'amount' in content else 'page.js')}\nstart();\n"
    style, loader = style_of(), _source("loader.js")
    packed = base64.b64encode(zlib.compress(script.encode(), 9)).decode()
    # "<" never stands in the data as it is, so nothing in a file can end the element it is in
    data = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    policy = "; ".join(
        [
            "default-src 'none'",
            f"script-src {_digest(loader)} {_digest(script)}",
            f"style-src {_digest(style)}",
            "img-src data: blob:",
            "font-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "trusted-types symdt",
            "require-trusted-types-for 'script'",
        ]
    )
    title = html.escape(str(content["title"] or content["file"]))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{html.escape(policy, quote=True)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        '<div id="page" class="page"><noscript>This page computes: allow its script to run.</noscript></div>\n'
        f'<script type="application/json" id="record">{data}</script>\n'
        f'<script type="application/octet-stream" id="script">{packed}</script>\n'
        f"<script>{loader}</script>\n</body>\n</html>\n"
    )


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@lru_cache
def style_of() -> str:
    """The style with its font inside."""
    style = (ROOM / "page.css").read_text("utf-8")
    style = re.sub(r"/\*.*?\*/\n?", "", style, flags=re.DOTALL)
    return f"{font_face()}\n{style}"


@lru_cache
def font_face() -> str:
    """The rule that brings the page's own face: a subset of STIX Two Math (see font-license.txt).

    Until it is there letters stand in another face: the first picture has all its words.
    """
    data = base64.b64encode((ROOM / "font.woff2").read_bytes()).decode()
    return f'@font-face{{font-family:"symdt STIX";font-display:swap;src:url(data:font/woff2;base64,{data})}}'


@lru_cache
def script_of(main: str) -> str:
    """A module and all that it imports as one script, which defines what the module exports."""
    order: list[str] = []

    def visit(name: str) -> None:
        for _, wanted in _IMPORT.findall(_source(name)):
            if wanted not in order:
                visit(wanted)
        if name not in order:
            order.append(name)

    visit(main)
    number = {name: i for i, name in enumerate(order)}
    parts = [_as_function(name, number) for name in order]
    exported = ",".join(_EXPORT.findall(_source(main)))
    return "\n".join([*parts, f"const {{{exported}}}=m{number[main]};"])


def _as_function(name: str, number: Mapping[str, int]) -> str:
    source = _source(name)
    exported = ",".join(_EXPORT.findall(source))
    body = _IMPORT.sub(lambda m: f"const {{{_names(m[1])}}}=m{number[m[2]]};\n", source)
    body = re.sub(r"^export ", "", body, flags=re.MULTILINE)
    return f"const m{number[name]}=(()=>{{\n{body}return{{{exported}}};\n}})();"


def _names(wanted: str) -> str:
    """What an import names, as what is taken from the value of a module."""
    return ",".join(name.strip().replace(" as ", ":") for name in wanted.split(",") if name.strip())


@lru_cache
def _source(name: str) -> str:
    """A module without its comments, indentation and spaces around signs."""
    text = _COMMENT.sub("", _INLINE.sub("", (ROOM / name).read_text("utf-8")))
    return tight("\n".join(line.strip() for line in text.splitlines() if line.strip()) + "\n")
