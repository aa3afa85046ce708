"""The page in Firefox: it opens from the disk, its script hook is exact, nothing leaves it, it fits 400 pixels."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from symdt import explore, load_problem
from symdt.formats.presets import load_presets
from tests.show.page import apart
from tests.show.page.firefox import Firefox
from tests.show.page.tools import FILES

pytestmark = pytest.mark.outside("Firefox")
PAGES = ("example2", "clemen_1991_texaco", "used_car")


@pytest.fixture(scope="module")
def fox() -> Iterator[Firefox]:
    with Firefox() as found:
        yield found


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_exact_in_firefox_too(fox: Firefox, name: str, tmp_path: Path) -> None:
    file = next(f for f in FILES if f.stem == name)
    problem = load_problem(file)
    page = explore(problem, load_presets(file), file=file.name)
    place = page.save(tmp_path / "page.html")
    fox.open(place.as_uri())
    for point in apart.points(problem, page.record["letters"], 12):
        said = fox.script(f"window.symdt.set({ {n: str(v) for n, v in point.items()} })")
        expected = {k: v for k, v in apart.optimum(problem, point).items() if v is not None}
        assert {k: said[k] for k in expected} == expected
    state = _rested(fox)
    hash = fox.script("location.hash")
    fox.blank()
    fox.open(place.as_uri() + hash)
    assert fox.script("window.symdt.state()") == state
    assert fox.errors == []
    assert [r for r in fox.requests if not r.startswith(("file:", "data:", "blob:", "about:"))] == []


def _rested(fox: Firefox) -> Any:
    """The state when the point has rested long enough to stand in the address."""
    fox.script("window.symdt.rested().then(() => true)")
    return fox.script("window.symdt.state()")


def test_the_slider_moves_and_the_page_fits_a_narrow_window(fox: Firefox, tmp_path: Path) -> None:
    file = next(f for f in FILES if f.stem == "example2")
    fox.sized(400, 800)
    fox.open(explore(load_problem(file), file=file.name).save(tmp_path / "page.html").as_uri())
    assert fox.script("document.documentElement.scrollWidth") <= 400
    before = fox.script("window.symdt.state()")["point"]
    slider = "document.querySelector('[aria-label=\"h, slider\"]')"
    fox.script(f"(({slider}).value = 900, ({slider}).dispatchEvent(new Event('input')), true)")
    after = _rested(fox)["point"]
    assert Fraction(after["h"]) > Fraction(before["h"])
    assert fox.picture()[:4] == b"\x89PNG"
    fox.sized(1200, 900)
