"""The page of every example: size, first picture, CPU of a frame while dragging, exactness at random points.

Script and whole frame are thread time of the page's main thread (headless, software rendering), the median
over the letters of the mean of 240 steps; the first picture is CPU of that thread from opening the file until
the page says that it is ready. In Firefox the page is opened from the disk and its script hook asked at 20 of the
points. Points are compared with fractions computed apart (`tests/show/page/apart.py`).
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
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

POINTS, STEPS = 1000, 240

DRAG = """
async ([label, steps]) => {
  const slider = document.querySelector(`[aria-label="${label}, slider"]`);
  for (let i = 0; i < steps; i++) {
    slider.value = 200 + Math.round(600 * i / steps);
    slider.dispatchEvent(new Event("input"));
    await new Promise(requestAnimationFrame);
  }
}
"""


def pages() -> list[tuple[str, Any, Any]]:
    """Every example and every hard file: name, problem, page."""
    found = [(f.stem, p := load_problem(f), explore(p, load_presets(f), file=f.name)) for f in FILES]
    return [*found, *((f"hard: {n}", p := loads(t), explore(p, file=f"{n}.toml")) for n, t in HARD.items())]


def in_firefox(fox: Firefox | None, place: Path, problem: Any, page: Any) -> str:
    """Whether the page opens in Firefox without an error or a request and says the same at 20 points."""
    if fox is None:
        return "-"
    fox.open(place.as_uri())
    for point in apart.points(problem, page.record["letters"], 20):
        said = fox.script(f"window.symdt.set({ {n: str(v) for n, v in point.items()} })")
        expected = apart.optimum(problem, point)
        if any(said.get(k) != v for k, v in expected.items() if v is not None):
            return "NO"
    outside = [r for r in fox.requests if not r.startswith(("file:", "data:", "blob:", "about:"))]
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
    """A browser in which pages are timed by the CPU of their main thread."""

    def __init__(self, browser: Any, folder: Path) -> None:
        self.browser, self.folder = browser, folder

    def measured(self, name: str, page: Any) -> tuple[float, float, float, int, bool]:
        """First picture and median frame, script and whole, in ms; violations of accessibility; hash round trip."""
        place = self.place(name)
        place.write_text(page.html, "utf-8")
        view = self.browser.new_page(viewport={"width": 1200, "height": 900})
        cdp = view.context.new_cdp_session(view)
        cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = self.spent(cdp)
        view.goto(place.as_uri())
        view.evaluate("window.symdt.ready")
        first = self.spent(cdp)[1] - before[1]
        script, whole = [0.0], [0.0]
        for letter in page.record["letters"]:
            a = self.spent(cdp)
            view.evaluate(DRAG, [letter["name"], STEPS])
            b = self.spent(cdp)
            script.append((b[0] - a[0]) / STEPS)
            whole.append((b[1] - a[1]) / STEPS)
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
        return first, median(script[1:] or script), median(whole[1:] or whole), broken, same

    def place(self, name: str) -> Path:
        """Where a page lies."""
        return self.folder / f"{name.replace(': ', '-')}.html"

    @staticmethod
    def spent(cdp: Any) -> tuple[float, float]:
        """Milliseconds of script and of all tasks so far."""
        found = {m["name"]: m["value"] for m in cdp.send("Performance.getMetrics")["metrics"]}
        return 1000 * found["ScriptDuration"], 1000 * found["TaskDuration"]


def run() -> str:
    """The table."""
    lines = [
        "| page | kB | first picture, ms CPU | script a frame, ms | whole frame, ms | points (ties) | wrong | axe | hash | Firefox |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        watch = Watch(browser, Path(folder))
        fox = Firefox() if any(map(shutil.which, ("firefox-esr", "firefox"))) else None
        for name, problem, page in pages():
            first, script, whole, broken, same = watch.measured(name, page)
            count, ties, wrong = disagreements(problem, page)
            opened = in_firefox(fox, watch.place(name), problem, page)
            size = len(page.html.encode()) / 1000
            lines.append(
                f"| {name} | {size:.0f} | {first:.0f} | {script:.1f} | {whole:.1f} | {count} ({ties}) | {wrong} | {broken} | {'yes' if same else 'NO'} | {opened} |"
            )
            print(lines[-1], file=sys.stderr, flush=True)
        browser.close()
        if fox is not None:
            fox.close()
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return "\n".join([*lines, "", f"Node {node}; {json.dumps(len(lines) - 2)} pages."])
