"""The page of every example: size, first picture, CPU of a frame while dragging, exactness at random points.

Script and whole frame are thread time of the page's main thread (headless, software rendering): 240 steps of the
sliders, the letters in turn, and of ten steps each time the mean; the median of these. The first picture is CPU of
that thread, and beside it what passed by the clock, from opening the file until the page says that it is ready. In
Firefox the page is opened from the disk and its script hook asked at 20 of the points. Points are compared with
fractions computed apart (`tests/show/page/apart.py`).

    python -m benchmarks explore --write              all pages, the table into RESULTS.md
    python -m benchmarks.explore example2 oil         the pages whose names begin so, printed only

A row is kept until a whole run is through: a run that was stopped goes on where it was, unless a page has changed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from symdt import explore, load_problem  # noqa: E402 - after the path
from symdt.formats.presets import load_presets  # noqa: E402
from symdt.formats.problem import loads  # noqa: E402
from tests.show.page import apart  # noqa: E402
from tests.show.page.firefox import Firefox  # noqa: E402
from tests.show.page.hard import HARD  # noqa: E402
from tests.show.page.tools import FILES, FLAGS, PACKAGES, run_node  # noqa: E402

POINTS, STEPS, TOGETHER = 1000, 240, 10
#: What a page must keep to: kB, ms of the first picture, of script and of a whole frame.
LIMITS = {"size": 150.0, "first": 1000.0, "script": 4.0, "whole": 12.0}
#: Where the rows of a run that was stopped are.
KEPT = Path(tempfile.gettempdir()) / f"symdt-explore-{os.getuid()}.json"
#: Addresses that leave nothing.
INSIDE = ("file:", "data:", "blob:", "about:")

DRAG = """
async ([label, from, steps]) => {
  const slider = document.querySelector(`[aria-label="${label}, slider"]`);
  for (let i = from; i < from + steps; i++) {
    slider.value = 200 + Math.round(600 * (i % 240) / 240);
    slider.dispatchEvent(new Event("input"));
    await new Promise(requestAnimationFrame);
  }
}
"""
Made = Callable[[], tuple[Any, Any]]


@dataclass(frozen=True)
class Row:
    """What was measured of one page; `fault` says what ended the measurement, if anything did."""

    page: str
    size: float = 0.0
    first: float = 0.0
    clock: float = 0.0
    script: float = 0.0
    whole: float = 0.0
    points: int = 0
    ties: int = 0
    wrong: int = 0
    axe: int = 0
    hash: bool = True
    requests: int = 0
    firefox: str = "-"
    fault: str = ""

    def __str__(self) -> str:
        if self.fault:
            return f"| {self.page} | {self.fault} |||||||||"
        cells = [
            self.page,
            f"{self.size:.0f}",
            f"{self.first:.0f} ({self.clock:.0f})",
            f"{self.script:.1f}",
            f"{self.whole:.1f}",
            f"{self.points} ({self.ties})",
            str(self.wrong),
            str(self.axe),
            "yes" if self.hash else "NO",
            str(self.requests),
            self.firefox,
        ]
        return f"| {' | '.join(cells)} |"

    def over(self) -> list[str]:
        """Which limits the page does not keep."""
        found = [k for k, limit in LIMITS.items() if getattr(self, k) > limit]
        found += [k for k in ("wrong", "requests") if getattr(self, k)]
        found += ["axe"] if self.axe else []
        found += ["hash"] if not self.hash else []
        found += ["Firefox"] if self.firefox == "NO" else []
        return [self.fault] if self.fault else found


def pages(beginnings: tuple[str, ...] = ()) -> Iterator[tuple[str, Made]]:
    """Every example and every hard file: its name, and what makes problem and page."""

    def example(file: Path) -> tuple[Any, Any]:
        problem = load_problem(file)
        return problem, explore(problem, load_presets(file), file=file.name)

    def hard(name: str, text: str) -> tuple[Any, Any]:
        problem = loads(text)
        return problem, explore(problem, file=f"{name}.toml")

    every: dict[str, Made] = {f.stem: partial(example, f) for f in FILES}
    every |= {f"hard: {n}": partial(hard, n, t) for n, t in HARD.items()}
    for name, made in every.items():
        if not beginnings or name.startswith(beginnings):
            yield name, made


def in_firefox(fox: Firefox | None, place: Path, problem: Any, page: Any) -> str:
    """Whether the page opens in Firefox without an error or a request and says the same at 20 points."""
    if fox is None:
        return "-"
    fox.errors.clear()
    fox.requests.clear()
    fox.open(place.as_uri())
    for point in apart.points(problem, page.record["letters"], 20):
        said = fox.script(f"window.symdt.set({ {n: str(v) for n, v in point.items()} })")
        expected = apart.optimum(problem, point)
        if any(said.get(k) != v for k, v in expected.items() if v is not None):
            return "NO"
    outside = [r for r in fox.requests if not r.startswith(INSIDE)]
    return "yes" if not fox.errors and not outside else "NO"


def disagreements(problem: Any, page: Any) -> tuple[int, int, int]:
    """Points compared, ties among them, and how many differ from fractions in optimum, ties, value or strategy."""
    points = apart.points(problem, page.record["letters"], POINTS)
    questions = [{"point": {n: str(v) for n, v in p.items()}} for p in points]
    answers = run_node("answers.mjs", {"record": page.record, "questions": questions}, timeout=600)
    wrong = ties = 0
    for point, answer in zip(points, answers, strict=True):
        expected = apart.optimum(problem, point)
        wrong += any(answer.get(k) != v for k, v in expected.items() if v is not None)
        ties += len(expected["ties"] or ()) > 1
    return len(points), ties, wrong


class Watch:
    """The browsers in which pages are timed by the CPU of their main thread, and opened a second time."""

    def __init__(self, play: Any, folder: Path) -> None:
        self.browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        self.fox = Firefox() if any(map(shutil.which, ("firefox-esr", "firefox"))) else None
        self.folder = folder

    def close(self) -> None:
        """End both."""
        self.browser.close()
        if self.fox is not None:
            self.fox.close()

    def row(self, name: str, problem: Any, page: Any) -> Row:
        """All that is measured of a page."""
        place = self.folder / f"{name.replace(': ', '-')}.html"
        place.write_text(page.html, "utf-8")
        count, ties, wrong = disagreements(problem, page)
        return Row(
            name,
            len(page.html.encode()) / 1000,
            points=count,
            ties=ties,
            wrong=wrong,
            firefox=in_firefox(self.fox, place, problem, page),
            **self.measured(place, page),
        )

    def measured(self, place: Path, page: Any) -> dict[str, Any]:
        """First picture and median frame, script and whole, in ms; accessibility; hash round trip; requests."""
        view = self.browser.new_page(viewport={"width": 1200, "height": 900})
        asked: list[str] = []
        view.on("request", lambda r: asked.append(r.url))
        cdp = view.context.new_cdp_session(view)
        cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = self.spent(cdp)
        view.goto(place.as_uri())
        clock = view.evaluate("window.symdt.ready.then(() => performance.now())")
        first = self.spent(cdp)[1] - before[1]
        script, whole = [], []
        letters = [letter["name"] for letter in page.record["letters"]]
        attitude = page.record["attitude"]
        if attitude:  # its slider has the name of the tolerance or the wealth
            letters[attitude["at"]] = attitude["letter"]
        for n in range(STEPS // TOGETHER if letters else 0):
            a = self.spent(cdp)
            view.evaluate(DRAG, [letters[n % len(letters)], n * TOGETHER, TOGETHER])
            b = self.spent(cdp)
            script.append((b[0] - a[0]) / TOGETHER)
            whole.append((b[1] - a[1]) / TOGETHER)
        view.wait_for_timeout(450)
        state, hash = view.evaluate("[window.symdt.state(), location.hash]")
        axe = PACKAGES / "axe-core" / "axe.min.js"
        broken = -1
        if axe.exists():
            view.evaluate(axe.read_text("utf-8"))
            broken = view.evaluate("axe.run(document).then(r => r.violations.length)")
        view.goto("about:blank")
        view.goto(place.as_uri() + hash)
        view.evaluate("window.symdt.ready")
        same = view.evaluate("window.symdt.state()") == state
        view.close()
        return {
            "first": first,
            "clock": clock,
            "script": median(script or [0.0]),
            "whole": median(whole or [0.0]),
            "axe": broken,
            "hash": same,
            "requests": sum(not url.startswith(INSIDE) for url in asked),
        }

    @staticmethod
    def spent(cdp: Any) -> tuple[float, float]:
        """Milliseconds of script and of all tasks so far."""
        found = {m["name"]: m["value"] for m in cdp.send("Performance.getMetrics")["metrics"]}
        return 1000 * found["ScriptDuration"], 1000 * found["TaskDuration"]


def rows(beginnings: tuple[str, ...] = ()) -> list[Row]:
    """The rows of these pages; a run of all takes those that a stopped run of all has left as they are."""
    from playwright.sync_api import sync_playwright

    is_whole = not beginnings
    kept: dict[str, Any] = json.loads(KEPT.read_text("utf-8")) if is_whole and KEPT.exists() else {}
    found = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        watch = Watch(play, Path(folder))
        for name, made in pages(beginnings):
            problem, page = made()
            digest = hashlib.sha256(page.html.encode()).hexdigest()
            if digest in kept:
                row = Row(**kept[digest])
            else:
                try:
                    row = watch.row(name, problem, page)
                    kept[digest] = asdict(row)
                    if is_whole:
                        KEPT.write_text(json.dumps(kept), "utf-8")
                except Exception as error:  # noqa: BLE001 - one page that fails does not end a long run
                    row = Row(name, fault=f"{type(error).__name__}: {str(error).splitlines()[0][:80]}")
                    watch.close()
                    watch = Watch(play, Path(folder))
            found.append(row)
            print(row, file=sys.stderr, flush=True)
        watch.close()
    return found


def table(found: list[Row]) -> str:
    """The rows under their head, and which of them are over a limit."""
    head = [
        "| page | kB | first picture, ms CPU (clock) | script a frame, ms | whole frame, ms | points (ties) "
        "| wrong | axe | hash | requests | Firefox |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    over = [f"{row.page} ({', '.join(row.over())})" for row in found if row.over()]
    points, ties = sum(r.points for r in found), sum(r.ties for r in found)
    foot = [
        "",
        f"Node {node}; {len(found)} pages, {points:,} points, {ties:,} of them ties.",
        f"Limits: {', '.join(f'{k} {v:g}' for k, v in LIMITS.items())}; not kept by {'; '.join(over) or 'none'}.",
    ]
    return "\n".join([*head, *map(str, found), *foot])


def run() -> str:
    """The table of all pages; what was kept for a run that is stopped goes when one is through."""
    found = table(rows())
    KEPT.unlink(missing_ok=True)
    return found


if __name__ == "__main__":
    print(table(rows(tuple(sys.argv[1:]))))
