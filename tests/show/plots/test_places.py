"""Curves that end together have a piece of themselves before their names."""

from symdt.show.label import Label
from symdt.show.plots.places import column, need_samples


def test_samples_stand_before_names_where_ends_are_near():
    assert need_samples([1.0, 9.0, 2.0])
    assert not need_samples([1.0, 9.0, 4.0])
    entries = [
        (1.0, [Label.words("one")], "#000000", "name one"),
        (1.5, [Label.words("two")], "#000000", "name two"),
    ]
    looks = {"name one": ("#112233", ()), "name two": ("#445566", (5.0, 2.0))}
    items = column(entries, 10.0, 8.0, 0.0, 20.0, looks=looks)
    samples = {(i.colour, i.dashes) for i in items if i.role == "sample"}
    assert samples == set(looks.values())
    texts = [i for i in items if i.role.startswith("name")]
    assert min(t.box()[0] for t in texts) > 10.0 + 4.6
