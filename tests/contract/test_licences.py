"""docs/licences.md names every package that symdt needs, what these need included, with the licence it declares."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

PAGE = Path(__file__).parents[2] / "docs" / "licences.md"


def needed() -> dict[str, str]:
    """Packages that are installed because symdt needs them, with the licence as an SPDX expression, if they have one."""
    found: dict[str, str] = {}
    asked = ["symdt"]
    while asked:
        name = asked.pop().lower().replace("_", "-")
        if name in found:
            continue
        about = metadata.metadata(name)
        found[name] = about.get("License-Expression") or ""
        for text in metadata.requires(name) or ():
            requirement = Requirement(text)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                asked.append(requirement.name)
    del found["symdt"]
    return found


def test_the_table_names_what_is_needed_with_what_it_declares() -> None:
    rows = re.findall(r"^\| ([a-z0-9-].*?) \| (.*?) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    table = {name: licence for names, licence in rows for name in names.split(", ") if name != "package"}
    licences = needed()
    assert set(table) >= set(licences)  # tzdata, for instance, is needed on some systems only
    for name, declared in licences.items():
        ours = set(re.findall(r"\w+(?:-\w+)*-\d[\w.-]*|\b(?:MIT-CMU|MIT|ISC|Zlib|0BSD)\b", table[name]))
        theirs = set(re.split(r" AND | OR | WITH ", declared)) - {"LLVM-exception", "PSF-2.0"}
        assert theirs == ours or not declared or declared == "PSF-2.0", f"{name} declares {declared}"
