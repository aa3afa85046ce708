"""What must be shown, one by one: questions without a point, points that show something, and plain faults."""

from __future__ import annotations

from typing import NamedTuple

from .texts import Fact


class Question(NamedTuple):
    """Facts, and clauses (of each at least one alternative holds), that must have no common point."""

    key: str
    words: str
    facts: list[Fact]
    clauses: tuple[list[Fact], ...] = ()
    root: str = ""  # the question is where this root, named by its letter, does not exist
    apart: str = ""  # the name of the cells of which the question takes two
    within: str = ""  # the name of the case that it is asked of, or of the piece of a case


class Fault(NamedTuple):
    """Something that is wrong whatever the letters are, for instance at the points of these facts."""

    key: str
    words: str
    facts: list[Fact]


class Point(NamedTuple):
    """Facts, and one of some further lists, that hold at a point, which is given; `fixed` gives some letters."""

    key: str
    words: str
    facts: list[Fact]
    fixed: tuple[tuple[str, str], ...] = ()
    some: tuple[list[Fact], ...] = ([],)


Item = Question | Fault | Point


class Scope(NamedTuple):
    """A place of the rule: its name and its facts."""

    name: str
    facts: list[Fact]
