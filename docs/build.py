"""Build the documentation: the pages of this folder, the reference from the code, the gallery from examples/.

    python docs/build.py [FOLDER]      # site/ unless said

Everything comes from the sources, nothing from a network, and the same sources give the same pages.
"""

from __future__ import annotations

import inspect
import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MADE = ROOT / "build" / "docs"


def reference() -> str:
    """The page of all public names, each documented by its own docstring."""
    import symdt

    lines = ["# Reference", "", "Every public name, as `from symdt import NAME` gives it.", ""]
    for room, names in sorted(symdt._ROOMS.items()):  # noqa: SLF001 - the one table of public names
        lines += [f"## symdt.{room}", ""]
        for name in names:
            lines += [f"::: symdt.{room}.{name}", ""]
    return "\n".join([*lines, *_errors()])


def pictures() -> str:
    """The page of all that draws, `symdt.show`."""
    import symdt.show

    lines = [
        "# Reference of figures",
        "",
        "Every name of `symdt.show`, as `from symdt.show import NAME` gives it.",
        "",
    ]
    for room, names in symdt.show._ROOMS.items():  # noqa: SLF001 - the one table of its names
        for name in names:
            lines += [f"::: symdt.{room}.{name}", ""]
    return "\n".join(lines)


def _errors() -> list[str]:
    return ["## Errors", "", "::: symdt.errors", "    options:", "      show_root_heading: false", ""]


def gallery(folder: Path) -> str:
    """The page of all figures that the examples draw; the figures are put into the folder."""
    sys.path.insert(0, str(ROOT))
    from examples.gallery import FIGURES, main

    main(folder / "gallery")
    lines = [
        "# Gallery",
        "",
        "Drawn by `python examples/gallery.py`; each figure from the objects that its script prints.",
        "",
    ]
    for script, figures in FIGURES.items():
        lines += [f"## {script.replace('_', ' ')}", "", f"From `examples/{script}.py`.", ""]
        for name, make in figures.items():
            says = (make.__doc__ or name.replace("-", " ")).split("\n")[0]
            lines += [f"![{name}](gallery/{name}.svg){{ loading=lazy }}", "", f"*{says}*", ""]
            lines += ['??? note "Code"', "", *_indented(f"```python\n{code_of(make)}\n```"), ""]
    return "\n".join(lines)


def code_of(make: Callable[[], Any]) -> str:
    """The source of a figure's function, or of what a line of the gallery's table calls."""
    source = inspect.getsource(make)
    return textwrap.dedent(source).rstrip().rstrip(",")


def _indented(text: str) -> list[str]:
    return textwrap.indent(text, "    ").splitlines()


def collect(folder: Path = MADE) -> Path:
    """Put all pages together in a folder of their own."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    (folder / "reference.md").write_text(reference())
    (folder / "reference-figures.md").write_text(pictures())
    (folder / "gallery.md").write_text(gallery(folder))
    return folder


def main(site: str = "site") -> None:
    """Collect the pages and turn them into HTML."""
    collect()
    # no date of today in the pages, and no advertisement of the theme among the messages
    environment = {
        **os.environ,
        "SOURCE_DATE_EPOCH": "0",
        "NO_MKDOCS_2_WARNING": "1",
        "PYTHONPATH": str(ROOT),
    }
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "--config-file",
        "docs/mkdocs.yml",
        "-d",
        str(Path(site).resolve()),
    ]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    # the list of pages is for search engines, and its compressed copy carries the time
    for name in ("sitemap.xml", "sitemap.xml.gz"):
        (Path(site) / name).unlink(missing_ok=True)
    faults = [
        fault for page in sorted(Path(site).rglob("*.html")) for fault in garbled(page.read_text(), page.name)
    ]
    if faults:
        raise SystemExit("\n".join(faults))
    print(f"wrote {site}/index.html")


def garbled(page: str, name: str) -> Iterator[str]:
    """What a built page shows otherwise than its source says it: examples outside of code, stars read as emphasis.

    >>> list(garbled("<p>&gt;&gt;&gt; 1 + 1</p>", "page"))
    ["page: an example stands outside of a block of code, '>>> 1 + 1'"]
    >>> list(garbled("<pre><code>&gt;&gt;&gt; p*h</code></pre><p>p*h</p>", "page"))
    []
    """
    body = re.sub(r"<(pre|script|style)\b.*?</\1>", "", page, flags=re.DOTALL)
    if "<blockquote>\n<blockquote>" in body:
        yield f"{name}: an example is shown as block quotes"
    text = unescape(re.sub(r"<[^>]+>", "", body))
    for line in text.splitlines():
        if line.strip().startswith(">>>"):
            yield f"{name}: an example stands outside of a block of code, {line.strip()[:60]!r}"
    for word in re.findall(r"\w<em>|</em>\w", body):
        yield f"{name}: a star inside a word is read as emphasis, near {word!r}"


if __name__ == "__main__":
    main(*sys.argv[1:2])
