"""The house: what an import costs, how large a room may be, and that every room has its floor."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = sorted((ROOT / "symdt").rglob("*.py"))
HEAVY = [
    "numpy",
    "z3",
    "numba",
    "matplotlib",
    "graphviz",
    "pygraphviz",
    "rich",
    "pandas",
    "polars",
    "networkx",
    "typer",
    "joblib",
    "jinja2",
]


@cache
def parsed(room: Path) -> ast.Module:
    """The syntax of a room, read once for all that is asked of it."""
    return ast.parse(room.read_text())


def loaded(statement: str) -> set[str]:
    """The top-level packages that a fresh interpreter holds after a statement."""
    code = (
        f"{statement}\nimport sys, json; print(json.dumps(sorted({{m.split('.')[0] for m in sys.modules}})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True, timeout=600
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_symdt_starts_nothing_heavy() -> None:
    assert not loaded("import symdt") & set(HEAVY)


def test_the_symbolic_core_starts_no_numpy_no_solver_and_no_drawing() -> None:
    names = "import symdt; symdt.Belief, symdt.DecisionProblem, symdt.LossTable, symdt.Domain, symdt.fold_back, symdt.risks"
    assert not loaded(names) & set(HEAVY)
    risks = "symdt.risks(symdt.load_problem('examples/example2.toml'))"
    assert not loaded(f"import symdt; {risks}") & set(HEAVY)


def test_importing_symdt_costs_little_more_than_sympy() -> None:
    sys.path.insert(0, str(ROOT))
    from benchmarks.startup import seconds

    times = [(seconds("import sympy"), seconds("import symdt")) for _ in range(3)]
    assert median(b for _, b in times) <= 1.3 * median(a for a, _ in times)


@pytest.mark.parametrize("room", ROOMS, ids=lambda f: str(f.relative_to(ROOT)))
def test_no_room_runs_input(room: Path) -> None:
    tree = parsed(room)
    called = {n.func.id for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    assert not called & {"eval", "exec", "compile", "sympify", "parse_expr", "__import__"}
    imported = {a.name for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) for a in n.names}
    assert not imported & {"parse_expr", "lambdify"}
    if "sympify" in imported:  # the one door, strict: numbers only, never texts
        assert room.name == "polynomial.py"
        assert "strict=True" in room.read_text()


@pytest.mark.parametrize("room", ROOMS, ids=lambda f: str(f.relative_to(ROOT)))
def test_every_room_says_what_it_is(room: Path) -> None:
    tree = parsed(room)
    assert ast.get_docstring(tree)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), node.name


def named(room: Path) -> list[tuple[str, str]]:
    """The arguments and the fields of a room, each with its type."""
    kept = [n for n in ast.walk(parsed(room)) if isinstance(n, ast.arg | ast.AnnAssign)]
    return [
        (
            n.arg if isinstance(n, ast.arg) else ast.unparse(n.target),
            ast.unparse(n.annotation or ast.Constant("")),
        )
        for n in kept
    ]


def test_a_letter_is_a_letter_and_a_point_a_point() -> None:
    """No argument and no field is a `parameter`; a point is called neither `base` nor `at`."""
    other = {
        (str(room.relative_to(ROOT)), name, type_)
        for room in ROOMS
        for name, type_ in named(room)
        if name == "parameter"
        or (name in ("base", "at") and type_.startswith(("Mapping", "dict[str", "tuple[tuple[str")))
    }
    assert other == set()


def lines(room: Path) -> int:
    return len(room.read_text().splitlines())


#: Nouns that have a module on several floors: the thing, its file format, its picture or its command.
SHARED = {"derivation", "problem", "profile", "rule", "simplex", "tree"}


def test_every_room_has_its_floor() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    assert contracts[0]["exhaustive"] is True
    assert len(contracts[0]["layers"]) == 10


def test_a_newcomer_sees_each_floor_at_a_glance() -> None:
    folders = {room.parent for room in ROOMS}
    full = {str(f.relative_to(ROOT)): len(list(f.glob("*.py"))) for f in folders}
    assert {f: n for f, n in full.items() if n > 14} == {}
    assert {str(r.relative_to(ROOT)): lines(r) for r in ROOMS if lines(r) > 400} == {}


def test_a_room_is_read_in_one_sitting() -> None:
    """The median of the modules of each package, its sub-packages included, is at most 150 lines."""
    by_package: dict[str, list[int]] = {}
    for room in ROOMS:
        place = room.relative_to(ROOT / "symdt").parts
        if len(place) > 1 and room.name != "__init__.py":
            by_package.setdefault(place[0], []).append(lines(room))
    assert {n: median(s) for n, s in by_package.items() if median(s) > 150} == {}


def test_no_two_rooms_have_one_name_and_other_meanings() -> None:
    # a command is named like the verb that it calls, a chapter of the paper like what it is about
    apart = {ROOT / "symdt" / "cli", ROOT / "symdt" / "paper"}
    names = [r.stem for r in ROOMS if not r.stem.startswith("__") and not apart & set(r.parents)]
    assert {n for n in names if names.count(n) > 1} <= SHARED


def test_tests_mirror_the_rooms() -> None:
    """A test module of a mirrored folder is named like the room that it tests."""
    apart = {"laws", "contract", "fuzz", "faults", "mutations"}
    for test in (ROOT / "tests").rglob("test_*.py"):
        place = test.relative_to(ROOT / "tests")
        if len(place.parts) > 1 and place.parts[0] not in apart:
            room = ROOT / "symdt" / place.parent
            assert room.is_dir(), place


#: Pairs of rooms in which six lines of code in a row stand twice, each with its reason.
TWICE = {
    (
        "learn/kernels/lattice/dense.py",
        "learn/kernels/lattice/dense.py",
    ): "the stack of one walk over margins: "
    "compiled code has no classes, and a function that hands back six arrays takes longer to compile than to run",
    ("learn/kernels/lattice/dense.py", "learn/kernels/lattice/planes.py"): "the same stack",
    ("learn/kernels/lattice/binary.py", "learn/kernels/lattice/mixed.py"): "the same, of the walk over rows",
}


def code(room: Path) -> list[str]:
    """The lines of a room that are neither imports, signatures, comments nor texts of documentation.

    Those are said where they are read: a signature is a promise, and a reader of one docstring has no other open.
    """
    apart: set[int] = set()
    for n in ast.walk(parsed(room)):
        if isinstance(n, ast.Import | ast.ImportFrom):
            apart |= set(range(n.lineno, (n.end_lineno or n.lineno) + 1))
        elif isinstance(n, ast.FunctionDef):
            apart |= set(range(min([n.lineno, *(d.lineno for d in n.decorator_list)]), n.body[0].lineno))
        elif isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant):
            apart |= set(range(n.lineno, (n.end_lineno or n.lineno) + 1))
    text = enumerate(room.read_text().splitlines(), 1)
    kept = [line.strip() for i, line in text if i not in apart]
    return [line for line in kept if line and not line.startswith("#")]


def test_what_stands_twice_is_said_why() -> None:
    seen: dict[tuple[str, ...], list[str]] = {}
    for room in ROOMS:
        found = code(room)
        for start in range(len(found) - 5):
            seen.setdefault(tuple(found[start : start + 6]), []).append(
                str(room.relative_to(ROOT / "symdt").as_posix())
            )
    pairs = {(a, b) for places in seen.values() for i, a in enumerate(places) for b in places[i + 1 :]}
    assert pairs == set(TWICE)


def test_packages_are_reachable() -> None:
    import symdt

    for name in ("analysis", "errors", "exact", "learn", "show", "solve"):
        assert getattr(symdt, name).__name__ == f"symdt.{name}"


def test_every_public_name_is_where_the_table_says() -> None:
    import symdt

    for name in symdt.__all__:
        assert getattr(symdt, name) is not None, name


def test_the_map_names_every_room() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text()
    packages = {f.parent.relative_to(ROOT / "symdt") for f in (ROOT / "symdt").glob("*/**/__init__.py")}
    chapters = {p for p in packages if p.parts[0] == "paper" and len(p.parts) > 2}
    assert {str(p) for p in packages - chapters if f"`{p.name}/`" not in page} == set()
