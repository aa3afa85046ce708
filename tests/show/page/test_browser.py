"""The page in a browser: pointer, keys, hash, accessibility, no request, print, dark, narrow."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from symdt import explore, load_problem
from symdt.formats.presets import load_presets
from symdt.formats.problem import loads
from tests.show.page import apart
from tests.show.page.hard import HARD
from tests.show.page.tools import FILES, PATIENCE, framed, package

pytestmark = pytest.mark.outside("Chromium")
PAGES = (
    "example2",
    "oil_wildcatter_letters",
    "clemen_1991_texaco",
    "used_car",
    "howard_party_tolerance",
    "kelly_1956",
)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    found = {}
    for name in PAGES:
        file = next(f for f in FILES if f.stem == name)
        found[name] = explore(load_problem(file), load_presets(file), file=file.name).save(
            folder / f"{name}.html"
        )
    found["long"] = explore(loads(HARD["long"])).save(folder / "long.html")
    return found


class Sight:
    """One page open in the browser; every request and every error is kept."""

    def __init__(self, browser: Any, path: Path, *, hash: str = "", **options: Any) -> None:
        self.context = browser.new_context(**{"viewport": {"width": 1200, "height": 1900}, **options})
        self.page = self.context.new_page()
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.page.on("pageerror", lambda e: self.errors.append(str(e)))
        self.page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        self.page.set_default_timeout(PATIENCE)
        self.page.goto(path.as_uri() + hash)
        self.page.evaluate("window.symdt.ready")
        self.settle()

    def state(self) -> dict[str, Any]:
        return self.page.evaluate("window.symdt.state()")

    def set(self, **values: str) -> dict[str, Any]:
        return self.page.evaluate("v => window.symdt.set(v)", values)

    def settle(self) -> None:
        """Wait until all is drawn that an event, which the browser has by then handed over, brings about."""
        self.page.evaluate(
            "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(symdt.rested()))))"
        )

    def __enter__(self) -> Sight:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()
        assert self.errors == []
        outside = [r for r in self.requests if not r.startswith(("file://", "data:", "blob:"))]
        assert outside == []


@pytest.mark.parametrize("name", [*PAGES, "long"])
def test_the_first_picture_stands_and_no_rule_of_accessibility_is_broken(chromium, pages, name) -> None:
    axe = (package("axe-core") / "axe.min.js").read_text("utf-8")
    with Sight(chromium, pages[name]) as sight:
        assert "error" not in sight.state()
        assert sight.page.locator("h1").inner_text()
        sight.page.evaluate(axe)
        found = sight.page.evaluate(
            "axe.run(document).then(r => r.violations.map(v => [v.id, v.nodes.map(n => n.target.join(' ')).slice(0, 4)]))"
        )
        assert found == []


def test_the_script_hook_is_exact(chromium, pages) -> None:
    problem = load_problem(next(f for f in FILES if f.stem == "example2"))
    with Sight(chromium, pages["example2"]) as sight:
        for point in (
            {"p": "3/20", "h": "4", "k": "1"},
            {"p": "0.15", "h": "6", "k": "1.5"},
            {"p": "1/1000003", "h": "7/3", "k": "1"},
        ):
            said = sight.set(**point)
            exact = {n: Fraction(v) for n, v in point.items()}
            expected = apart.optimum(problem, exact)
            assert {k: said[k] for k in expected} == expected
            assert said["point"] == {n: str(v) for n, v in exact.items()}
            assert said == sight.state()
        assert sight.set(p="3/20", h="4", k="1")["ties"] == ["a3", "a23"]
        sight.settle()
        assert " tie: " in sight.page.locator(".headline .best").inner_text()
        assert "4*p < 1" in sight.set(p="1/2")["error"]
        sight.settle()
        assert "outside the domain" in sight.page.locator(".headline").inner_text()
        sight.page.get_by_role("button", name="back into the domain").click()
        sight.settle()
        assert sight.state()["point"]["p"] == "3/20"


def test_the_hash_leads_back(chromium, pages) -> None:
    with Sight(chromium, pages["example2"]) as sight:
        sight.set(p="3/20", h="2", k="7/5")
        sight.page.locator("select").nth(0).select_option("h")
        sight.settle()
        hash, before = sight.page.evaluate("location.hash"), sight.state()
        assert hash.startswith("#p=3/20&h=2&k=7/5")
        sight.page.evaluate("location.hash = '#p=1/8&h=3&k=1'")
        sight.page.wait_for_function("symdt.state().point.p === '1/8'")
        assert sight.state()["point"] == {"p": "1/8", "h": "3", "k": "1"}
    with Sight(chromium, pages["example2"], hash=hash) as again:
        assert again.state() == before


def test_pointer_and_keys_move_the_point(chromium, pages) -> None:
    problem = load_problem(next(f for f in FILES if f.stem == "example2"))
    with Sight(chromium, pages["example2"]) as sight:
        box = sight.page.locator("svg.map").bounding_box()
        mouse = sight.page.mouse
        seen = set()
        mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.6)
        mouse.down()
        for step in range(12):
            mouse.move(
                box["x"] + box["width"] * (0.3 + 0.04 * step), box["y"] + box["height"] * (0.6 - 0.03 * step)
            )
            state = sight.state()
            expected = apart.optimum(problem, {n: Fraction(v) for n, v in state["point"].items()})
            assert {k: state[k] for k in expected} == expected
            seen.add(state["action"])
        mouse.up()
        assert len(seen) > 1
        before = sight.state()["point"]
        sight.page.locator("svg.map").focus()
        sight.page.keyboard.press("ArrowRight")
        after = sight.state()["point"]
        assert Fraction(after["p"]) > Fraction(before["p"])
        slider = sight.page.get_by_label("h, slider")
        slider.focus()
        sight.page.keyboard.press("ArrowRight")
        assert Fraction(sight.state()["point"]["h"]) > Fraction(after["h"])
        field = sight.page.get_by_label("p, exact value")
        field.fill("3/20")
        field.press("Enter")
        assert sight.state()["point"]["p"] == "3/20"
        field.fill("nonsense")
        field.press("Enter")
        sight.settle()
        assert "no number" in sight.page.locator(".letters .note").inner_text()
        sight.set(p="1/8", h="4", k="1")
        sight.settle()
        # the next ties stay in sight below the headline, and are told in full in their panel
        line = sight.page.locator(".headline .next")
        assert "p may fall by 3/152 (a₀)" in " ".join(line.inner_text().split())
        assert sight.page.get_by_role("button", name="go to p = 3/20").count() == 2
        line.get_by_role("button", name="go to p = 3/20").click()
        assert sight.state()["ties"] == ["a3", "a23"]


def test_a_curve_says_its_equation_and_a_corner_its_place(chromium, pages) -> None:
    with Sight(chromium, pages["example2"], hash="#p=1/8&h=4&k=1") as sight:
        sight.settle()
        said = set()
        box = sight.page.locator("svg.map").bounding_box()
        for step in range(60):
            sight.page.mouse.move(
                box["x"] + box["width"] * (0.12 + step / 75), box["y"] + box["height"] * 0.45
            )
            said.add(sight.page.locator(".hover").inner_text())
        assert sum("tie where" in " ".join(s.split()) for s in said) >= 2
        place = sight.page.evaluate(
            "(() => { const b = document.querySelector('.corner').getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        sight.page.mouse.move(*place)
        sight.settle()
        text = " ".join(sight.page.locator(".hover").inner_text().split())
        assert "all tie at" in text
        # a0, a3 and a23 meet where 8h = 15k and p = 2k/(4h + 3k): h = 15/8, p = 4/21
        sight.page.locator(".hover button").click()
        assert sight.state()["point"] == {"p": "4/21", "h": "15/8", "k": "1"}
        assert sight.state()["ties"] == ["a0", "a3", "a23"]


def test_figures_are_taken_away_whole(chromium, pages, tmp_path) -> None:
    with Sight(chromium, pages["example2"], accept_downloads=True) as sight:
        for name, suffix in (("map, SVG", "svg"), ("lines, PNG", "png"), ("point, CSV", "csv")):
            with sight.page.expect_download() as coming:
                sight.page.get_by_role("button", name=name).click()
            file = tmp_path / f"it.{suffix}"
            coming.value.save_as(file)
            assert file.stat().st_size > 100
        text = (tmp_path / "it.svg").read_text("utf-8")
        assert "var(" not in text
        assert "class=" not in text
        root = ElementTree.fromstring(text)
        used = {n.get("fill")[5:-1] for n in root.iter() if (n.get("fill") or "").startswith("url(#")}
        assert used <= {n.get("id") for n in root.iter()}
        assert used
        assert (tmp_path / "it.png").read_bytes()[:4] == b"\x89PNG"
        assert (tmp_path / "it.csv").read_text().splitlines()[1] == "letter,p,1/8,0.125"


def test_the_tree_folds_and_shows_what_is_reached(chromium, pages) -> None:
    with Sight(chromium, pages["clemen_1991_texaco"]) as sight:
        # no other action ever ties, but the later decision switches
        sight.set(v="4")
        sight.settle()
        said = " ".join(sight.page.locator(".headline .next").inner_text().split())
        assert said == "v may rise by 14/25 (second offer: accept) go"
        sight.page.locator(".headline .next button").click()
        sight.settle()
        assert sight.state()["point"] == {"v": "114/25"}
        best = sight.page.locator(".headline .best").inner_text()
        assert "equally good: second offer: accept or refuse" in best
        sight.set(v="4")
        sight.settle()
        assert "then second offer: accept" in sight.page.locator(".ties").inner_text()
        rows = sight.page.locator("ul.tree li:visible").count()
        sight.page.get_by_role("button", name="ask for 5, chance reaction").click()
        assert sight.page.locator("ul.tree li:visible").count() < rows
        sight.set(v="5")
        sight.settle()
        sight.page.get_by_role("button", name="open all").click()
        cut = sight.page.locator(".cut .branch").all_inner_texts()
        assert cut == ["accept", "refuse"]


@pytest.mark.parametrize("name", ["example2", "oil_wildcatter_letters"])
def test_narrow_dark_and_on_paper(chromium, pages, name, tmp_path) -> None:
    with Sight(chromium, pages[name], viewport={"width": 400, "height": 800}, color_scheme="dark") as sight:
        sight.settle()
        assert sight.page.evaluate("document.documentElement.scrollWidth") <= 400
        colour = sight.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert all(int(c) < 64 for c in colour.strip("rgb()").split(","))
    with Sight(chromium, pages[name]) as sight:
        sight.page.pdf(path=tmp_path / "page.pdf", prefer_css_page_size=True)
        assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")
        sight.page.emulate_media(media="print")
        assert not sight.page.locator(".take").is_visible()
        assert sight.page.locator("svg.map").is_visible()


def test_in_a_notebook_the_frame_holds_the_same_page(chromium, tmp_path) -> None:
    problem = load_problem(next(f for f in FILES if f.stem == "umbrella"))
    outer = tmp_path / "notebook.html"
    outer.write_text(f"<!doctype html><title>n</title>{explore(problem)._repr_html_()}", "utf-8")
    context = chromium.new_context()
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda e: errors.append(str(e)))
    page.set_default_timeout(PATIENCE)
    page.goto(outer.as_uri())
    frame = framed(page)
    assert frame.evaluate("window.symdt.set({r: '8/15'})")["ties"] == ["take", "leave"]
    frame.evaluate("window.symdt.rested()")
    assert errors == []
    context.close()


def test_a_page_with_an_attitude_speaks_of_the_tolerance(chromium, pages) -> None:
    with Sight(chromium, pages["howard_party_tolerance"], hash="#R=100") as sight:
        page = sight.page
        assert (
            page.locator(".best").inner_text().startswith("indoors is optimal: certainty equivalent ≈ 45.87")
        )
        assert page.locator("[aria-label='R, value']").input_value() == "100"
        assert "282.4976069…" in page.locator(".cases").inner_text()
        assert page.locator("#lines-title").inner_text().startswith("Certainty equivalent along")
        page.locator("[aria-label='R, value']").fill("300")
        page.keyboard.press("Enter")
        sight.settle()
        assert sight.state()["action"] == "porch"
        assert "may fall" in page.locator(".ties").inner_text()
        assert '--at "R=300"' in page.locator(".take, main").last.inner_text()
        page.locator("[aria-label='R, slider']").focus()
        page.keyboard.press("ArrowRight")
        sight.settle()
        assert float(sight.state()["attitude"]["R"]) != 300
        assert page.locator("body").inner_text().count(" y ") == 1  # in the one line that says what y is
        desc = page.locator(".tornado desc").text_content()
        certain = page.evaluate("window.symdt.state()")["attitude"]["certainty_equivalents"]["porch"]
        assert desc.startswith(f"Around ≈ {float(certain):.5g}: R from ")


RISK = """
format = 1
[parameters]
p = "0 < p < 1"
[belief]
sun = "p"
rain = "rest"
[utility]
attitude = "exponential"
tolerance = "R"
actions = ["outdoors", "indoors"]
sun = ["30", "10"]
rain = ["0", "20"]
"""


def test_rules_of_other_letters_are_written_in_the_tolerance(chromium, tmp_path) -> None:
    place = explore(loads(RISK)).save(tmp_path / "page.html")
    with Sight(chromium, place, hash="#p=1/2&R=20&-for=p") as sight:
        said = unicodedata.normalize("NFKC", sight.page.locator(".cases").inner_text())
        # y = e^(-10/R): indoors up to p = (1 + y)/(1 + y + y²), the tie of y³p + (1 - p) and yp + y²(1 - p), over 1 - y
        assert "e−10/R" in re.sub(r"\s", "", said)
        assert "y" not in re.sub(r"any number|is", "", said)
        bars = sight.page.locator(".tornado text.name").all_text_contents()
        assert sorted(bars) == ["R", "p"]


THIN = """
format = 1
[parameters]
p = "0 < p < 1"
h = "0 < h < 20"
[belief]
well = "rest"
sick = "p"
[loss]
actions = ["wait and look again", "give a small dose at once", "treat"]
well = ["0", "0.4", "1"]
sick = ["h", "h/2 - 1/10", "0"]
"""


def test_every_region_of_the_map_has_its_name(chromium, tmp_path) -> None:
    """A region too thin for its name has it beside it, with a leader that ends inside the region; none overlap."""
    place = explore(loads(THIN)).save(tmp_path / "page.html")
    with Sight(chromium, place) as sight:
        texts = sight.page.locator("svg.map text.halo:not(.axisname)")
        names = [texts.nth(k) for k in range(texts.count())]
        shown = [t.text_content() for t in names if t.get_attribute("visibility") == "visible"]
        assert sorted(shown) == ["give a small dose at once", "treat", "wait and look again"]
        assert sight.page.locator("svg.map path.leader").count() == 1
        boxes = [t.bounding_box() for t in names]
        for i, a in enumerate(boxes):
            for b in boxes[:i]:
                apart = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
                assert apart or a["y"] + a["height"] <= b["y"] + 4 or b["y"] + b["height"] <= a["y"] + 4
        # where a leader starts, the fill under it is that of the thin region
        starts = sight.page.evaluate(
            "[...document.querySelectorAll('svg.map circle.corner[r=\"1.6\"]')].map(c => ["
            "c.getAttribute('cx'), c.getAttribute('cy'), [...document.querySelectorAll('svg.map path.area')].findIndex(a => {"
            "const p = document.querySelector('svg.map').createSVGPoint(); [p.x, p.y] = [c.cx.baseVal.value, c.cy.baseVal.value];"
            "return a.isPointInFill(p); })])"
        )
        assert len({area for _, _, area in starts}) == 1
        assert -1 not in {area for _, _, area in starts}


@pytest.mark.parametrize("width", [1200, 400])
def test_eight_regions_have_their_names_and_no_two_leaders_cross(chromium, tmp_path, width) -> None:
    place = explore(loads(HARD["eight"])).save(tmp_path / "page.html")
    with Sight(chromium, place, viewport={"width": width, "height": 900}) as sight:
        texts = sight.page.locator("svg.map text.halo:not(.axisname)").all()
        assert sorted(t.text_content() for t in texts) == [f"a{k}" for k in range(8)]
        leaders = sight.page.locator("svg.map path.leader").evaluate_all(
            "all => all.map(p => p.getAttribute('d'))"
        )
        ends = [[float(x) for x in re.split("[ML ]", d)[1:]] for d in leaders]

        def side(a, b, c, d, x, y):
            return (c - a) * (y - b) - (d - b) * (x - a) > 0

        for one, two in combinations(ends, 2):
            parts = [
                side(*one, *two[:2]) != side(*one, *two[2:]),
                side(*two, *one[:2]) != side(*two, *one[2:]),
            ]
            assert not all(parts), (one, two)


@pytest.mark.parametrize("width", [1200, 400])
def test_long_names_are_cut_nowhere(chromium, tmp_path, width) -> None:
    place = explore(loads(HARD["long"])).save(tmp_path / "page.html")
    with Sight(chromium, place, viewport={"width": width, "height": 900}) as sight:
        cut = "all => all.filter(e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1).length"
        assert sight.page.locator(".headline, .headline .next, .case, .panel").evaluate_all(cut) == 0
        assert sight.page.locator(".headline .next").inner_text().count("can ever hold 3") == 2


def test_what_probabilities_leave_stays_a_product(chromium, tmp_path) -> None:
    file = next(f for f in FILES if f.stem == "pauker_kassirer_1980")
    place = explore(load_problem(file).at(C="1/10"), file=file.name).save(tmp_path / "page.html")
    with Sight(chromium, place, hash="#-for=R") as sight:
        said = unicodedata.normalize("NFKC", sight.page.locator(".cases").first.inner_text())
        said = re.sub(r"\s", "", said)
        assert "(1−p)(1−f)" in said or "(1−f)(1−p)" in said
        assert "f(1−p)" in said
        assert "(p−1)" not in said
