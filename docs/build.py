"""Build the documentation: the pages of this folder, the reference from the code, the gallery from examples/.

    python docs/build.py [FOLDER]      # site/ unless said

Everything comes from the sources, nothing from a network, and the same sources give the same pages.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

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
    lines += ["## Errors", "", "::: symdt.errors", "    options:", "      show_root_heading: false", ""]
    return "\n".join(lines)


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
    return "\n".join(lines)


def collect(folder: Path = MADE) -> Path:
    """Put all pages together in a folder of their own."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    (folder / "reference.md").write_text(reference())
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
    print(f"wrote {site}/index.html")


if __name__ == "__main__":
    main(*sys.argv[1:2])
