"""What the tests of the page run with: Node, TypeScript's checker, a browser; and where it is not there."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
ROOM = ROOT / "symdt" / "show" / "page"
HERE = Path(__file__).parent
#: Where `.ci/run` puts what comes from npm.
PACKAGES = ROOT / ".node" / "node_modules"
#: A browser that asks nobody anything.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: Milliseconds that a browser may take over anything: many times what it takes on a busy machine.
PATIENCE = 120_000
FILES = sorted([*(ROOT / "examples").glob("*.toml"), *(ROOT / "examples" / "catalogue").rglob("*.toml")])
FILES = [file for file in FILES if file.name != "answers.toml"]


def node() -> str:
    """The Node program, or a skip that says so."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("Node is not on this machine: the page's modules are not run here")
    return found


def browser() -> str:
    """A browser, or a skip that says so."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        pytest.skip("no Chromium is on this machine: the page is not looked at here")
    return found


def package(name: str) -> Path:
    """A package from npm, or a skip that says how to get it."""
    for place in (PACKAGES, *(Path(p) for p in ("/usr/lib/node_modules", "/usr/local/lib/node_modules"))):
        if (place / name).is_dir():
            return place / name
    pytest.skip(f"{name} is not here: npm install --no-save --prefix .node {name}")


def run_node(script: str, given: Any = None, *, timeout: float = 600) -> Any:
    """What a script prints as JSON for an input as JSON."""
    done = subprocess.run(
        [node(), str(HERE / script)], input=json.dumps(given), capture_output=True, text=True, timeout=timeout
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def framed(page: Any) -> Any:
    """The page inside the first frame of another one, once its first picture stands."""
    frame = page.wait_for_selector("iframe", state="attached").content_frame()
    frame.wait_for_function("window.symdt && window.symdt.rested")
    frame.evaluate("window.symdt.ready")
    return frame
