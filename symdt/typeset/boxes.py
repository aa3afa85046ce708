"""Boxes: runs of characters and rules with their places, put beside one another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from symdt.typeset import metrics


@dataclass(frozen=True)
class Run:
    """Characters that stand together: their place, their size (in the type size) and slant."""

    x: float
    y: float
    size: float
    is_italic: bool
    text: str

    @property
    def width(self) -> float:
        """How wide the characters are."""
        return metrics.advance(self.text, self.is_italic, is_index=self.size < 1) / 1000 * self.size


@dataclass(frozen=True)
class Rule:
    """A bar: its lower left corner, width and thickness."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Box:
    """What was set, its width, and how far it reaches above and below the base line."""

    runs: tuple[Run, ...] = ()
    rules: tuple[Rule, ...] = ()
    width: float = 0.0
    above: float = 0.0
    below: float = 0.0

    @property
    def text(self) -> str:
        """The characters one after the other."""
        return "".join(run.text for run in self.runs)

    def moved(self, dx: float, dy: float = 0.0) -> Box:
        """The box with its origin elsewhere, as wide as before."""
        runs = tuple(Run(r.x + dx, r.y + dy, r.size, r.is_italic, r.text) for r in self.runs)
        rules = tuple(Rule(r.x + dx, r.y + dy, r.width, r.height) for r in self.rules)
        return Box(runs, rules, self.width, self.above + dy, self.below - dy)


def beside(boxes: list[Box]) -> Box:
    """Boxes on one base line; runs that touch and look alike become one."""
    runs: list[Run] = []
    rules: list[Rule] = []
    x, above, below = 0.0, 0.0, 0.0
    for box in boxes:
        placed = box.moved(x)
        for run in placed.runs:
            last = runs[-1] if runs else None
            if (
                last is not None
                and (last.y, last.size, last.is_italic) == (run.y, run.size, run.is_italic)
                and abs(last.x + last.width - run.x) < 1e-9
            ):
                runs[-1] = Run(last.x, last.y, last.size, last.is_italic, last.text + run.text)
            else:
                runs.append(run)
        rules += placed.rules
        x += box.width
        above, below = max(above, box.above), max(below, box.below)
    return Box(tuple(runs), tuple(rules), x, above, below)


def plain(text: str, size: float = 1.0, is_italic: bool = False) -> Box:
    """One run of characters."""
    if not text:
        return Box()
    is_italic = is_italic and all(metrics.is_known(c, True) for c in text)
    low, high = metrics.extent(text, is_italic)
    run = Run(0.0, 0.0, size, is_italic, text)
    return Box((run,), (), run.width, high / 1000 * size, -low / 1000 * size)


def words(text: str) -> Box:
    """Words as they are."""
    return _words(text, metrics.face())


@lru_cache(maxsize=8192)
def _words(text: str, _face: metrics.Face) -> Box:
    return plain(text)
