"""Run the measurements, all or those named; `--write` puts their tables into RESULTS.md."""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
from datetime import date
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

HERE = Path(__file__).parent
RESULTS = HERE / "RESULTS.md"


def names() -> list[str]:
    """Every module here that has a `run`."""
    return sorted(m.name for m in iter_modules([str(HERE)]) if not m.name.startswith("_"))


def machine() -> str:
    """What the numbers depend on."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        found = re.search(r"model name\s*:\s*(.*)", cpuinfo.read_text())
        model = found.group(1) if found else model
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def written(sections: dict[str, str], old: str) -> str:
    """The results file with these sections replaced and all others kept."""
    kept = dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", old, flags=re.DOTALL | re.MULTILINE))
    stamp = f"Measured {date.today().isoformat()} on {machine()}."
    kept |= {name: f"\n{stamp}\n\n{text.strip()}\n\n" for name, text in sections.items()}
    body = "".join(f"## {name}\n{text}" for name, text in sorted(kept.items()))
    return "# Measurements\n\nMade by `python -m benchmarks --write`.\n\n" + body.rstrip() + "\n"


def main() -> int:
    """Run, print and, if asked, write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("name", nargs="*", help=f"which to run, of {', '.join(names())}; all unless said")
    parser.add_argument("--write", action="store_true", help="put the tables into benchmarks/RESULTS.md")
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.name) - set(names()))
    if unknown:
        parser.error(f"there is no measurement {unknown[0]!r}: use {', '.join(names())}")
    sections = {}
    for name in arguments.name or names():
        print(f"## {name}", flush=True)
        sections[name] = import_module(f"benchmarks.{name}").run()
        print(sections[name], flush=True)
        if arguments.write:  # after each, so that a long run that is stopped keeps what it has
            old = RESULTS.read_text() if RESULTS.exists() else ""
            temporary = RESULTS.with_suffix(".tmp")
            temporary.write_text(written({name: sections[name]}, old))
            os.replace(temporary, RESULTS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
