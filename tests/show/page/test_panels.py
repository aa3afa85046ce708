"""What the panels say: extremes where they are attained, ties where they are, digits for what they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from symdt import explore
from symdt.formats.presets import presets_of
from symdt.formats.problem import loads
from tests.show.page.test_browser import Sight

pytestmark = pytest.mark.outside("Chromium")

#: A value that turns inside the range of a letter, beside one that does not move.
TURN = """
optimum = "max"
[parameters]
p = "0 <= p <= 1"
q = "1/3 <= q <= 1/3"
[tree]
root = "d"
[tree.decision.d]
go = "200*p*(1-p)"
stay = "6*q"
"""
TABLE = """
[parameters]
p = "0 < p < 1"
k = "k > 0"
[belief]
a = "p"
b = "rest"
[loss]
actions = ["x", "y"]
a = ["k", "0"]
b = ["0", "1"]
"""


def said(sight: Sight, where: str) -> str:
    return " ".join(sight.page.locator(where).inner_text().split())


def texts(sight: Sight, where: str) -> list[str]:
    return sight.page.locator(where).all_text_contents()


@pytest.fixture
def page(chromium: Any, tmp_path: Path) -> Any:
    """A page of a text, open at a hash."""

    def opened(text: str, hash: str = "", **options: Any) -> Sight:
        place = explore(loads(text), presets_of(text)).save(tmp_path / f"page{hash[1:3]}.html", force=True)
        return Sight(chromium, place, hash=hash, **options)

    return opened


def test_a_bar_of_the_tornado_ends_where_the_letter_has_its_extremes(page) -> None:
    with page(TURN, "#p=2/5") as sight:
        # 200p(1 - p) is 50 at most, at p = 1/2 inside the range; at its ends staying is worth 2
        assert texts(sight, ".tornado text.small") == ["0 … 1", "2", "at 0", "50", "at 1/2", "48"]
        assert texts(sight, ".tornado .turn title") == ["50 at 1/2: the optimal value turns"]
        # the letter of one value has no slider, no axis of a map and no lines
        assert sight.page.locator("[aria-label='q, slider']").is_disabled()
        assert sight.page.locator("svg.map").count() == 0
        sight.page.locator(".rule select").select_option("q")
        sight.settle()
        assert "q has one value, 1/3" in said(sight, ".lines .foot")


def test_a_tie_is_told_where_it_is(page) -> None:
    with page(TABLE, "#p=1/2&k=1") as sight:
        assert said(sight, ".headline .next").startswith("x and y tie here no other tie along p, k")
        rows = said(sight, ".ties tbody")
        assert "at once x alone to its end 0 at once y alone to its end 1" in rows


def test_digits_that_are_rounded_stand_after_almost_equal(page) -> None:
    with page(TABLE, "#p=1/2&k=1999999999999/1000000000000") as sight:
        assert said(sight, ".headline .others").endswith("worse by 999999999999/2000000000000 ≈ 0.5")
        sight.set(p="1/2", k="3/2")
        sight.settle()
        assert said(sight, ".headline .others").endswith("worse by 1/4 = 0.25")


def test_what_is_wrong_with_an_address_is_said(page) -> None:
    for hash, words in (
        ("#p=abc", "p: “abc” is no number"),
        ("#z=1", "“z” is no letter: use one of p, k"),
        ("#-for=z", "“z” is no letter"),
        ("#-x=p&-y=p", "“p” and “p” are no two axes"),
    ):
        with page(TABLE, hash) as sight:
            assert words in said(sight, ".letters .note")
            assert sight.state()["point"]["p"] == "2/5"
            sight.page.evaluate("location.hash = '#p=1/5'")
            sight.page.wait_for_function("symdt.state().point.p === '1/5'")
            assert said(sight, ".letters .note") == ""
