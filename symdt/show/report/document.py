"""A report as a document: sections of blocks, figures with their files, LaTeX sources, one page of HTML.

>>> made = Report("A title", "what it is about")
>>> made.latex("rule", "The rule", "a^* = a_0")
>>> sorted(made.finished())
['index.html', 'latex/main.tex', 'latex/rule.tex']
"""

from __future__ import annotations

import base64
import hashlib
import html
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from symdt.errors import FileError, quote
from symdt.files import check_writable, is_stamped, stamped, write_whole
from symdt.show.page.writer import font_face
from symdt.show.picture import Picture
from symdt.show.writers import rendered
from symdt.show.writers.tikz import to_tikz
from symdt.typeset import html as blocks
from symdt.typeset.names import escape_tex

#: Told after each step: how many are done, how many there are, what comes next.
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Section:
    """A section of the page."""

    id: str
    title: str
    blocks: list[Any]


@dataclass
class Report:
    """What is gathered for one run: files by their path under the folder, and the page's sections."""

    title: str = ""
    lead: str = ""
    command: str = ""
    main: str = "main"  # the LaTeX document that reads all sources
    files: dict[str, bytes] = field(default_factory=dict)
    sections: list[Section] = field(default_factory=list)
    summary: list[str] = field(default_factory=list)
    tex: list[tuple[str, str]] = field(default_factory=list)  # (name, title) of the LaTeX sources, in order
    cut: list[str] = field(
        default_factory=list
    )  # what the budget of computing time ended: all else never varies

    def figure(self, name: str, caption: str, made: Picture, *, says: str = "", command: str = "") -> str:
        """Keep a figure in all its formats; its block.

        `says` is what the figure shows, for readers who do not see it; `command` makes it again.
        """
        self.latex(name, caption.removesuffix("."), to_tikz(made), is_formula=False)
        svg = rendered(made, ".svg")
        self.files[f"figures/{name}.svg"] = svg
        self.files[f"figures/{name}.pdf"] = rendered(made, ".pdf")
        links = {suffix: f"figures/{name}.{suffix}" for suffix in ("svg", "pdf")}
        links["tex"] = f"latex/{name}.tex"
        return figure_block(name, caption, svg, links, says=says, command=command)

    def latex(self, name: str, title: str, source: str, *, is_formula: bool = True) -> None:
        """Keep a LaTeX source."""
        body = f"\\[\n{source}\n\\]\n" if is_formula else source
        self.files[f"latex/{name}.tex"] = body.encode()
        self.tex.append((name, title))

    def finished(self) -> dict[str, bytes]:
        """All files, the page and the LaTeX document among them."""
        self.files[f"latex/{self.main}.tex"] = main_tex(self.tex).encode()
        self.files["index.html"] = page(self).encode()
        return self.files


def figure_block(
    name: str, caption: str, svg: bytes, links: dict[str, str], *, says: str = "", command: str = ""
) -> str:
    """A figure inside the page, with links that save it and its source."""
    data = base64.b64encode(svg).decode()
    width = _width(svg)
    broad = ' class="broad"' if width > 290 else ""
    # a little larger than print; on a narrow screen it shrinks to print size at most, and scrolls
    size = (
        f'width="{round(1.6 * width)}" style="min-width: {round(min(1.1 * width, 560))}px"' if width else ""
    )
    image = f'<img alt="{html.escape(says or caption)}" {size} src="data:image/svg+xml;base64,{data}">'
    saved = " ".join(
        f'<a href="{html.escape(link)}" download title="save this figure">{kind}</a>'
        for kind, link in links.items()
    )
    made = f" {blocks.command(command)}" if command else ""
    return (
        f'<figure{broad} id="figure-{html.escape(name)}"><div class="wide" tabindex="0">{image}</div>'
        f'<figcaption>{blocks.prose(caption)} <span class="save">{saved}{made}</span></figcaption></figure>'
    )


def _width(svg: bytes) -> float:
    """The width of a picture in points."""
    found = re.search(rb'<svg [^>]*?width="([0-9.]+)pt"', svg)
    return float(found[1]) if found else 0.0


def page(report: Report) -> str:
    """The whole page."""
    from jinja2 import Environment, FileSystemLoader
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        keep_trailing_newline=True,
    )
    safe = [Section(s.id, s.title, [Markup(b) for b in s.blocks]) for s in report.sections]
    return environment.get_template("report.html").render(
        title=report.title,
        lead=report.lead,
        summary=[Markup(b) for b in report.summary],
        sections=safe,
        command=report.command,
        cut=report.cut,
        font=Markup(font_face()),
        version=import_module("symdt").__version__,
    )


#: The file of a report's folder that lists the files that take no stamp, as JSON has no comment, with their digests.
LIST = "files.txt"


def write(report: Report, directory: str | os.PathLike[str], *, force: bool = False) -> list[Path]:
    """Write a report into a folder; the files written.

    A file there that symdt did not make is left alone, and nothing is written, unless `force`. The folder's list
    of files says which are a report's own; it names old and new ones while they are written, so that a run that
    was killed is no stranger to the next.
    """
    target, files = Path(directory), report.finished()
    check_folder(target, force=force)
    inside = Path(os.path.realpath(target))
    listed, own = _listed(target), set()
    for path in [LIST, *files]:
        place = target / path
        if not Path(os.path.realpath(place)).is_relative_to(inside):
            raise FileError(f"{quote(place)} leads out of the folder by a link: remove the link")
        if place.is_file() and f"{_digest(place.read_bytes())}  {path}" in listed:
            own.add(path)
        elif place.exists():
            check_writable(place, force=force)
    whole = {path: stamped(content, Path(path).suffix.lower()) for path, content in files.items()}
    new = {f"{_digest(data)}  {path}" for path, data in whole.items() if not is_stamped(data)}
    _make_folder(target)
    if listed | new:
        write_whole(target / LIST, "\n".join(sorted(listed | new)), force=force)
    for path, data in whole.items():
        _make_folder((target / path).parent)
        write_whole(target / path, data, force=force or path in own)
    if listed | new:
        write_whole(target / LIST, "\n".join(sorted(new)), force=force)
    return [target / path for path in files] + [target / LIST] * bool(listed | new)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _listed(folder: Path) -> set[str]:
    """The lines of a folder's list of files, if symdt made it and nobody changed it."""
    try:
        content = (folder / LIST).read_bytes()
    except OSError:
        return set()
    return set(content.decode().splitlines()[:-1]) if is_stamped(content) else set()


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(
            f"the folder {quote(folder)} cannot be made ({error.strerror}): choose another place"
        ) from None


def check_folder(directory: str | os.PathLike[str], *, force: bool = False) -> None:
    """An error if a report must not be written there; to be asked before a long computation."""
    target = Path(directory)
    if target.exists() and not target.is_dir():
        raise FileError(f"{quote(target)} is a file: give the name of a folder")
    if target.is_dir():
        check_writable(target / "index.html", force=force)


def main_tex(sources: list[tuple[str, str]]) -> str:
    """The document that reads all the sources."""
    lines = [
        r"\documentclass{article}",
        r"\usepackage[a4paper,margin=20mm]{geometry}",
        r"\usepackage{amsmath,tikz}",
        r"\setlength{\parindent}{0pt}",
        r"\raggedright\emergencystretch=3em\allowdisplaybreaks",
        r"\begin{document}",
    ]
    for name, title in sources:
        lines.append(rf"\subsection*{{{escape_tex(title)}}}")
        lines.append(rf"\input{{{name}}}")
    return "\n".join([*lines, r"\end{document}", ""])
