"""What the panels say: extremes where they are attained, ties where they are, digits for what they are."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from symdt import explore
from symdt.formats.presets import presets_of
from symdt.formats.problem import loads
from tests.show.page.hard import HARD
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
    with page(TABLE, "#p=abc") as sight:
        assert "p: “abc” is no number" in said(sight, ".letters .note")
        for hash, words in (
            ("#z=1", "“z” is no letter: use one of p, k"),
            ("#-for=z", "“z” is no letter"),
            ("#-x=p&-y=p", "“p” and “p” are no two axes"),
        ):
            sight.page.evaluate("h => { location.hash = h; }", hash)
            sight.page.wait_for_function(
                "w => document.querySelector('.letters .note').textContent.includes(w)", arg=words
            )
            assert sight.state()["point"]["p"] == "2/5"
        sight.page.evaluate("location.hash = '#p=1/5'")
        sight.page.wait_for_function("symdt.state().point.p === '1/5'")
        assert said(sight, ".letters .note") == ""


LONG = """
[parameters]
p = "0 < p < 1"
k = "k > 0"
[belief]
ill = "p"
well = "rest"
[loss]
actions = ["operate immediately under general anaesthesia, no delay 1234", "b", "c, by and by", "d", "e", "wait and see"]
ill = ["0", "1", "3", "6", "10", "15"]
well = ["15*k", "10*k", "6*k", "3*k", "1*k", "0"]
"""
#: For each name on the map that has no leader: the action in whose region each corner of its box lies, and its own.
INSIDE = """() => { const svg = document.querySelector('svg.map'), areas = [...svg.querySelectorAll('path.area')];
  const names = [...svg.querySelectorAll('text.halo:not(.axisname)')].filter((t) => t.getAttribute('visibility') === 'visible');
  return names.map((t) => { const b = t.getBoundingClientRect(), o = svg.getBoundingClientRect();
    const at = (x, y) => areas.filter((a) => a.isPointInFill(new DOMPoint(x - o.x, y - o.y))).map((a) => a.getAttribute('fill'));
    return [t.textContent, [b.left + 2, b.right - 2].flatMap((x) => [b.top + 4, b.bottom - 4].map((y) => at(x, y)[0] ?? ''))]; }); }"""


def test_no_name_on_a_map_stands_in_the_region_of_a_neighbour(page) -> None:
    with page(LONG) as sight:
        names = sight.page.evaluate(INSIDE)
        legend = texts(sight, ".map .legend > span")
        assert legend[0].startswith(
            "1 operate immediately"
        )  # too long for its region: a number, told in the legend
        assert "1" in [text for text, _ in names]
        leaders = sight.page.locator("svg.map path.leader").count()
        own = {"b": 1, "c, by and by": 2, "d": 3, "e": 4, "wait and see": 5}
        outside = [
            text for text, under in names if text in own and any(f"-{own[text]})" not in u for u in under)
        ]
        assert len(outside) == leaders
        assert len(names) == 6
        # the strip has no leader to a name: what is longer than its stretch is a number there too
        assert {"b", "d", "e", "1"} <= set(texts(sight, ".lines .strip text"))
        assert texts(sight, ".lines .legend > span")[0].strip().startswith("1 operate")


WIDE = """
[parameters]
p = "0 < p < 1"
s = "0 < s < 1"
f = "0 < f < 1"
T = "T >= 0"
toxicity_weight = "toxicity_weight > 0"
[belief]
ill = "p"
well = "rest"
[loss]
actions = ["wait", "treat"]
ill = ["30", "6"]
well = ["0", "4*toxicity_weight"]
[experiment.test]
cost = "T"
outcomes = ["+", "-"]
ill = ["s", "rest"]
well = ["f", "rest"]
[explore]
start = { p = "1/5", s = "9/10", f="1/10", T = "1/2", toxicity_weight="1" }
"""


def test_no_number_of_a_rule_is_cut_off(page) -> None:
    with page(WIDE) as sight:
        for width in (1200, 400):
            sight.page.set_viewport_size({"width": width, "height": 900})
            sight.settle()
            sizes = sight.page.evaluate(
                "[...document.querySelectorAll('.case')].map((c) => [c.scrollWidth, c.clientWidth])"
            )
            assert all(wanted <= given for wanted, given in sizes)
        assert "p > 9/220" in texts(sight, ".case .numbers")
        sight.page.evaluate("navigator.clipboard.writeText = (t) => { window.taken = t; }")
        sight.page.get_by_role("button", name="rule, LaTeX", exact=True).click()
        # the parts of a formula are one formula again
        assert "< p  < 1 \\end{cases}" in sight.page.evaluate("window.taken")


def test_what_is_shown_holds_a_point_beyond_the_first_range(page) -> None:
    with page(TABLE, "#p=1/2&k=1000") as sight:
        x, y = (
            float(sight.page.locator("svg.map circle.handle").get_attribute(name)) for name in ("cx", "cy")
        )
        tall = float(sight.page.locator("svg.map").get_attribute("height"))
        assert x > 52
        assert 24 <= y <= tall - 44
        assert sight.page.locator("[aria-label='k, slider']").input_value() == "800"


def test_a_strategy_that_is_the_action_is_told_once(page) -> None:
    diagram = """
    optimum = "max"
    [parameters]
    r = "0 < r < 1"
    [diagram.chance.weather]
    rain = "r"
    dry = "rest"
    [diagram.chance.forecast]
    given = "weather"
    states = ["bad", "good"]
    rain = ["9/10", "rest"]
    dry = ["1/5", "rest"]
    [diagram.decision.umbrella]
    options = ["take", "leave"]
    knows = "forecast"
    [diagram.value.comfort]
    given = ["weather", "umbrella"]
    "rain, take" = "70"
    "rain, leave" = "0"
    "dry, take" = "20"
    "dry, leave" = "100"
    """
    with page(diagram) as sight:
        assert "forecast=bad: take" in said(sight, ".cases")
        assert sight.page.locator(".cases .later").count() == 0


WHOLE = """
[parameters]
p = "0 < p < 1"
n = "integer, 1 <= n <= 20"
[belief]
a = "p"
b = "rest"
[loss]
actions = ["x", "y"]
a = ["n", "0"]
b = ["0", "15/4"]
"""


def test_nothing_is_drawn_between_whole_numbers(page) -> None:
    with page(WHOLE, "#p=1/3&n=5&-for=n&-x=n&-y=p") as sight:
        # x costs n/3, y 5/2: they would tie at 15/2, which n does not have
        assert texts(sight, ".lines .strip text") == ["x: 1 to 7", "y: 8 to 20"]
        assert sight.page.locator(".lines .strip rect").count() == 20
        curves = [c.get_attribute("d") for c in sight.page.locator(".lines .curve.dots").all()]
        assert [(d.count("M"), d.count("L")) for d in curves] == [(20, 0), (20, 0)]
        # below p = 15/(4n + 15) x is optimal: each of the twenty columns has a bar of x and one of y
        areas = [a.get_attribute("d").count("M") for a in sight.page.locator("svg.map path.area").all()]
        assert areas == [20, 20]
        assert sight.page.locator("svg.map .boundary").count() == 0
        ties = said(sight, ".ties tbody")
        assert "by 3 to 8 : then 𝑦 is better" in ties
        assert "15" not in ties
        sight.page.get_by_role("button", name="go to n = 8").first.click()
        assert sight.page.evaluate("window.symdt.state().ties") == ["y"]
        assert "5/2 at 8" in texts(sight, ".tornado desc")[0]
        assert "at 15/2" not in texts(sight, ".tornado desc")[0]


def test_kinks_and_jumps_are_drawn_where_they_are(page) -> None:
    with page(HARD["kinks"], "#p=2/5&c=24/5&-for=c&-x=c&-y=p") as sight:
        curves = [c.get_attribute("d") for c in sight.page.locator(".lines .curve").all()]
        # waiting bends at 2 and at 7 and jumps at 4; settling costs the same everywhere
        parts = [[p.split("L") for p in d.split("M")[1:]] for d in curves[:2]]
        jumps = [[a[-1].split()[0] for a, b in pairwise(c) if abs(_up(a[-1]) - _up(b[0])) > 1] for c in parts]
        assert [len(found) for found in jumps] == [0, 1]
        state = sight.page.evaluate("window.symdt.set({c: '4'}), window.symdt.state()")
        assert state["values"]["wait"] == "13/10"  # the jump belongs to the right
        assert "piecewise" not in said(sight, ".loss").lower()


def _up(place: str) -> float:
    return float(place.split()[1])


EDGE = """
[parameters]
h = "0 <= h <= 4"
p = "0 < p < 1"
[belief]
well = "rest"
sick = "p"
[loss]
actions = ["treat", "wait"]
well = ["h/4", "0"]
sick = ["0", "h"]
"""


def test_a_tie_along_an_edge_bounds_nothing(page) -> None:
    """At h = 0 everything ties: the only boundary is p = 1/5."""
    with page(EDGE) as sight:
        assert sight.page.locator("svg.map .boundary").count() == 1


FAR = """
optimum = "max"
[parameters]
n = "integer, n >= 1"
[tree]
root = "d"
[tree.decision.d]
many = "min(n, 3000)"
enough = "2000"
"""


def test_whole_numbers_that_were_not_asked_are_not_spoken_of(page) -> None:
    """With a function that has kinks whole numbers are asked one by one, and only so many: the tie at 2000 is further."""
    with page(FAR, "#n=1") as sight:
        assert "no tie as far as 501; beyond it was not asked" in said(sight, ".ties tbody")
        assert "n has no tie as far as 501" in said(sight, ".headline .next")
    with page(FAR, "#n=1900") as sight:
        assert "by 100 to 2000 : then many ties" in said(sight, ".ties tbody")


#: Thresholds nearer to one another than their numbers are wide, numbers with many digits, very small ones.
NEAR = """
[parameters]
p = "0 < p < 1"
x = "0 < x < 0.000001"
[belief]
a = "p"
b = "rest"
[loss]
actions = ["u", "v", "w", "z"]
a = ["0", "96", "200", "300 + x"]
b = ["200", "96", "0", "300"]
"""
MANY = 147153254359468218729569255101038592
LONG_NUMBERS = TABLE.replace('["k", "0"]', f'["{MANY}*k/{MANY + 1}", "0"]')


def test_numbers_of_thresholds_stand_side_by_side_each_at_its_own_leader(page) -> None:
    with page(NEAR) as sight:
        boxes = sight.page.evaluate(
            "[...document.querySelectorAll('.strip text.number')].map((t) => { const b = t.getBBox(); return [b.x, b.x + b.width, b.y]; })"
        )
        assert len(boxes) == 2
        assert len({y for *_, y in boxes}) == 1
        assert all(one[1] <= other[0] for one, other in pairwise(boxes))
        ends = sight.page.evaluate(
            "[...document.querySelectorAll('.strip .leader')].map((l) => l.getPointAtLength(l.getTotalLength()).x)"
        )
        assert all(left <= x <= right for (left, right, _), x in zip(boxes, ends, strict=True))
        ticks = [t for t in texts(sight, ".map .frame text") if "10⁻" in t]
        assert ticks
        assert all(t.endswith("·10⁻⁶") for t in ticks)  # one power of ten for the whole axis


def test_a_number_too_long_for_a_label_stands_by_its_digits(page) -> None:
    with page(LONG_NUMBERS) as sight:
        assert all(len(t) < 20 for t in texts(sight, ".strip text.number"))
        assert "≈ 0.5" in texts(sight, ".strip text.number")
        assert str(2 * MANY + 1) in said(sight, ".ties")  # in full


THIRDS = """
optimum = "max"
[parameters]
v = "0 <= v <= 1"
[tree]
root = "d"
[tree.decision.d]
go = "c"
stay = "0.25*v"
[tree.chance.c]
a = ["1/3", "v"]
b = ["0.5", "1"]
e = ["rest", "0"]
"""


def test_probabilities_beside_one_another_have_one_form(page) -> None:
    with page(THIRDS) as sight:  # 1/3, 1/2 and 1/6: not all of them are decimals
        assert sight.page.locator(".tree .p mfrac").count() == 3
