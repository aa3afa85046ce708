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
