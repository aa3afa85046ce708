"""Sweep: what is taken over from a column is what an answer asked anew would be."""

import pytest

from benchmarks._stress_problems import make
from benchmarks.engine_stress import question
from symdt import decision_rule
from symdt.regions.curves import sweep
from symdt.regions.curves.event_line import EventLine
from symdt.regions.sections.records import Leaf, Stack, settled


def differing(line, stack):
    """The places of the second letter whose answer is not right there, and how many there are."""
    fibres, outside = line.stacks.ask.__self__.fibres, line.stacks.ask.__self__.outside
    count, found = 0, []
    for column in stack.cells:
        node = settled(column.node)
        for cell in node.cells if isinstance(node, Stack) else ():
            count += 1
            place = line.place.on(line.letter, column.sample, is_section=column.is_section)
            place = place.on(node.letter, cell.sample, is_section=cell.is_section)
            if isinstance(cell.node, Leaf):
                told = cell.node.answer
                if fibres.at(place).structure != told and fibres.confirms(place, told) is None:
                    found.append(place)
            elif all(outside(place, n) is None for n in range(3)) and fibres.at(place).structure is not None:
                found.append(place)
    return found, count


@pytest.fixture
def watched(monkeypatch):
    """All decompositions of a problem, looked at when they are there."""
    seen, taken = [], []
    plain, cell = EventLine.stack, sweep._cell

    def stack(self, cells):
        made = plain(self, cells)
        if not self.depth:
            seen.append(differing(self, made))
        return made

    def counted(*args, **more):
        taken.append(1)
        return cell(*args, **more)

    monkeypatch.setattr(EventLine, "stack", stack)
    monkeypatch.setattr(sweep, "_cell", counted)
    return seen, taken


@pytest.mark.parametrize(
    ("family", "seed"), [("every unbounded", 67), ("every disc", 19), ("every disc", 81), ("every flat", 21)]
)
def test_what_is_taken_over_is_right(family, seed, watched):
    source, more = question(make(family, seed))
    assert decision_rule(source, "p", **more).is_complete
    seen, taken = watched
    assert seen
    assert taken
    assert [places for places, _ in seen] == [[]] * len(seen)


def test_what_leaves_through_a_bound_must_be_watched(watched, monkeypatch):
    plain = sweep.Column._section

    def unwatched(self, *args, **more):
        made = plain(self, *args, **more)
        self.watched.clear()
        return made

    monkeypatch.setattr(sweep.Column, "_section", unwatched)
    source, more = question(make("every flat", 21))
    decision_rule(source, "p", **more)
    assert any(places for places, _ in watched[0])
