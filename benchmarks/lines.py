"""Lines of the house against the first house, told apart by what is old and what is new.

A line counts if it has more than eight characters and is no import and no comment; it is carried if the first house
had it, to the letter, anywhere. A definition (a function, a method, a class or the head of a module without these) is
old if a given share of its lines is carried. What is counted against the first house is every line of old definitions,
and every line of the first house that stands in a new one. Since a definition that was written anew under its name is
no new thing, a last row counts as old, besides, every definition whose name stands once in either house.
"""

from __future__ import annotations

import ast
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
#: The last commit of the first house.
BEFORE = "1d28514"
Unit = tuple[str, list[str]]


def git(*arguments: str) -> str:
    """What git says."""
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True, timeout=60
    ).stdout


def counts(line: str) -> bool:
    """Whether a line says enough to be known again."""
    return len(line) > 8 and not line.startswith(("#", "import ", "from "))


def units(source: str) -> Iterator[Unit]:
    """The definitions of a module by name, each without those inside it, and its head under no name."""
    lines = source.splitlines()
    owners: list[tuple[int, str]] = [(0, "")] * len(lines)

    def visit(body: list[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                owners[first - 1 : node.end_lineno] = [(node.lineno, node.name)] * (
                    (node.end_lineno or first) - first + 1
                )
                if isinstance(node, ast.ClassDef):
                    visit(node.body)

    visit(ast.parse(source).body)
    found: dict[tuple[int, str], list[str]] = defaultdict(list)
    for owner, line in zip(owners, map(str.strip, lines), strict=True):
        if counts(line):
            found[owner].append(line)
    for (_, name), own in found.items():
        yield name, own


def house(commit: str | None) -> list[Unit]:
    """The definitions of the package at a commit, or of today."""
    if commit is None:
        sources = [p.read_text() for p in sorted((ROOT / "symdt").rglob("*.py"))]
    else:
        names = git("ls-tree", "-r", "--name-only", commit, "symdt/").split()
        sources = [git("show", f"{commit}:{name}") for name in names if name.endswith(".py")]
    return [unit for source in sources for unit in units(source)]


def run() -> str:
    """The table."""
    first, today = house(BEFORE), house(None)
    then = Counter(line for _, own in first for line in own)
    known, named = Counter(name for name, _ in first), Counter(name for name, _ in today)
    names = {name for name in known if known[name] == named[name] == 1}
    rows = ["| old is | definitions | their lines | first lines in new ones | against the first house |"]
    rows.append("|---|---|---|---|---|")
    for share, by_name in ((0.5, False), (0.4, False), (0.3, False), (0.4, True)):
        old: list[list[str]] = []
        new: list[list[str]] = []
        for name, own in today:
            carried = sum(line in then for line in own) / len(own)
            (old if carried >= share or (by_name and name in names) else new).append(own)
        left = then - Counter(line for own in old for line in own)
        moved = (left & Counter(line for own in new for line in own)).total()
        total = sum(map(len, old)) + moved
        what = f"{share:.0%} carried" + (" or its name" if by_name else "")
        gap = then.total() - total
        told = f"{gap:,} fewer" if gap >= 0 else f"{-gap:,} more"
        rows.append(f"| {what} | {len(old):,} | {sum(map(len, old)):,} | {moved:,} | {total:,}: {told} |")
    return "\n".join([f"The first house ({BEFORE}) has {then.total():,} such lines.", "", *rows])
