"""Small multiples share window and colours; lines of equal value and regret are exact."""

from flint import fmpq

from symdt import load_problem
from symdt.paper import problems as paper
from symdt.show.plots.maps.multiples import isolines, small_multiples
from symdt.solve.alternatives import contest


def test_small_multiples_have_one_colour_for_an_action():
    picture = small_multiples(paper.example_2(), "p", "h", "k", ["1/2", 1, 2], window=(0, "1/4", 0, 4))
    assert len(picture.of_role("multiple")) == 3
    fills = {}
    for area in picture.of_role("region"):
        assert fills.setdefault(area.role, area.fill) == area.fill


def test_points_of_an_isoline_have_its_value():
    oil = load_problem("examples/oil_wildcatter_letters.toml")
    window = (0, 1, 0, 30)
    for action in ("", "seismic"):
        picture = isolines(oil, "d", "T", [20], action=action, window=window)
        c = contest(oil)
        (frame,) = picture.of_role("frame")
        (left, bottom), (right, _), (_, top), *_ = frame.points
        lines = picture.of_role("isoline")
        assert lines
        for x, y in lines[0].points[1:-1]:
            d = fmpq(round((x - left) / (right - left) * 10**9), 10**9)
            cost = fmpq(round((y - bottom) / (top - bottom) * 30 * 10**9), 10**9)
            values = c.values_at(tuple({"d": d, "T": cost}[s.name] for s in c.letters))
            found = max(values.values()) - (values[action] if action else 0)
            assert abs(found - 20) < fmpq(1, 100)


def test_every_level_has_its_number_or_is_said_to_have_no_line():
    """The optimal value is 0 wherever nothing is drilled, and never 300: no line, but a word for each."""
    oil = load_problem("examples/oil_wildcatter_letters.toml")
    for action, levels in (("", [0, 20, 40, 300]), ("seismic", [0, 5, 10, 20])):
        picture = isolines(oil, "d", "T", levels, action=action, window=(0, 1, 0, 30))
        drawn = {i.role.removeprefix("isoline ") for i in picture.of_role("isoline")}
        numbered = [t.label.to_text() for t in picture.of_role("level")]
        said = [t.label.to_text() for t in picture.texts("foot")]
        assert set(numbered) == drawn
        assert {str(level) for level in levels} == drawn | {
            s.partition(":")[0] for s in said if s[0].isdigit()
        }
        assert all(str(level) in picture.description for level in levels)
    assert "0: all of do not drill" in [
        t.label.to_text() for t in isolines(oil, "d", "T", [0], window=(0, 1, 0, 30)).texts("foot")
    ]
    assert numbered.count("5") > 1  # on both sides of the ridge
