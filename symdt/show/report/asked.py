"""What a report is about: the problem, one point of it for all figures that need numbers, and what was found.

The point is the `start` of the file's `[explore]`, or a simple point of the domain; every figure says which.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sympy import Expr, Symbol

from symdt.analysis.attitude.attitude_problem import AttitudeProblem
from symdt.analysis.attitude.spoken import Spoken, spoken
from symdt.exact.language.numerals import alike, numeral
from symdt.exact.polynomial import Number, to_number, to_rational
from symdt.problems.problem import Problem
from symdt.show.numbers import about_label
from symdt.show.page.window import start_of, switches, windows
from symdt.show.plots.maps.at_numbers import MAX_NUMBERS
from symdt.show.style import Palette
from symdt.solve.alternatives import Alternatives, alternatives
from symdt.solve.risk import optimum_at
from symdt.solve.rule import DecisionRule
from symdt.solve.solved import Optimal

#: Seconds for the rules of all letters, for their proofs, and for each other question.
RULES, PROOFS, QUESTION = 40.0, 120.0, 10.0


@dataclass(eq=False)
class Asked:
    """One report in the making."""

    problem: Problem
    presets: Mapping[str, Any]
    file: str
    found: dict[str, DecisionRule] = field(default_factory=dict)  # the rule of each letter within the budget
    verdicts: dict[str, str] = field(default_factory=dict)  # what the independent proof says about each

    @cached_property
    def choices(self) -> Alternatives:
        """The alternatives with their values."""
        return alternatives(self.problem, joined=True)

    @cached_property
    def start(self) -> tuple[Number, ...]:
        """The point of the figures, in the order of the field's letters."""
        return start_of(self.choices, self.presets)

    @cached_property
    def point(self) -> dict[str, Expr]:
        """The point of the figures, by letter."""
        by_letter = dict(zip(self.choices.domain.field.names, map(to_rational, self.start), strict=True))
        return {s.name: by_letter[s.name] for s in self.problem.symbols}

    @cached_property
    def ranges(self) -> dict[str, tuple[Expr, Expr]]:
        """The range of each letter in figures."""
        domain = self.choices.domain
        found = windows(domain, self.start, self.presets, switches(self.choices))
        names = domain.field.names
        return {n: (to_rational(a), to_rational(b)) for n, (a, b) in zip(names, found, strict=True)}

    def window(self, name: str) -> tuple[Expr, Expr]:
        """What figures along a letter show: of its range what lies in the domain, the others at the point."""
        low, high = self.ranges[name]
        others = self.others(name)
        domain = self.problem.domain.restricted_to(others) if others else self.problem.domain
        if name not in domain.field.names:
            return low, high
        first, last, _, _ = domain.box[domain.field.names.index(name)]
        return (
            low if first is None else max(low, to_rational(first)),
            high if last is None else min(high, to_rational(last)),
        )

    @cached_property
    def optimum(self) -> Optimal:
        """The optimum at the point, in the problem's words."""
        return optimum_at(self.problem, self.point)

    @cached_property
    def told(self) -> Spoken | None:
        """How the answers of a problem with an attitude to risk are told."""
        return spoken(self.problem) if isinstance(self.problem, AttitudeProblem) else None

    @property
    def is_told(self) -> bool:
        """Whether a letter of the values stands for another: y for the tolerance."""
        return self.told is not None and self.told.inner != self.told.letter

    def letter(self, name: str) -> str:
        """The letter in which a letter of the values is told: the tolerance for y."""
        return self.told.letter if self.told is not None and name == self.told.inner else name

    def number(self, name: str, value: Expr) -> str:
        """A number of a letter in words: exact, or the tolerance by its digits."""
        if self.told is None or self.letter(name) == name:
            return str(value)
        return about_label(self.told.own(float(value))).to_text()

    def written(self, name: str, value: Expr) -> str:
        """A number of the point in words: as it was written, or the tolerance by its digits."""
        return (
            numeral(value, self.problem.numerals) if self.letter(name) == name else self.number(name, value)
        )

    def worth(self, value: Expr) -> str:
        """A value at the point in words: exact, or its certainty equivalent by its digits."""
        if self.told is None:
            return ""
        return about_label(
            self.told.certain(to_number(value), to_number(self.point[self.told.inner]))
        ).to_text()

    @cached_property
    def fixed_problem(self) -> Problem:
        """The problem at the point."""
        return self.problem.at(self.point) if self.point else self.problem

    @cached_property
    def palette(self) -> Palette:
        """One colour for each action in all figures."""
        return Palette(self.choices.actions)

    @cached_property
    def kind(self) -> str:
        """What the values are."""
        if self.told is not None:
            return self.told.words()
        return "expected loss" if self.choices.optimum == "min" else "expected utility"

    @property
    def at(self) -> str:
        """The point as `--at` takes it."""
        return ",".join(f"{n}={self.typed(v)}" for n, v in self.point.items())

    def typed(self, value: Expr) -> str:
        """A number as it is typed: in the form of the file, so that a figure shows it as its command does."""
        return numeral(value, self.problem.numerals).replace("−", "-")

    def spans(self, ranges: Mapping[str, tuple[Expr, Expr]]) -> str:
        """Ranges as they are typed, all their ends in one form."""
        texts = iter(alike([end for ends in ranges.values() for end in ends], self.problem.numerals))
        return ",".join(f"{n}={next(texts)}:{next(texts)}" for n in ranges).replace("−", "-")

    def others(self, *letters: str) -> dict[str, Expr]:
        """The point without some letters."""
        return {n: v for n, v in self.point.items() if n not in letters}

    @property
    def drawn(self) -> list[str]:
        """The letters along which figures are drawn: not those with one value, nor with whole numbers too many to draw."""
        settled = self.problem.domain.settled

        def is_drawn(s: Symbol) -> bool:
            low, high = self.ranges[s.name]
            return s.name not in settled and (not s.is_integer or high - low < MAX_NUMBERS)

        return [s.name for s in self.problem.symbols if is_drawn(s)]

    def axes(self) -> tuple[str, str]:
        """The letters of the map: the first step's, or the first two."""
        letters = self.drawn
        for step in self.presets.get("steps", []):
            pair = str(step.get("x", "")), str(step.get("y", ""))
            if pair[0] in letters and pair[1] in letters and pair[0] != pair[1]:
                return pair
        return letters[0], letters[1]

    def fixed(self, *letters: str) -> str:
        """What a figure holds fixed, in words; nothing where no letter is left."""
        others = self.others(*letters)
        if not others:
            return ""
        told = {self.letter(n): self.written(n, v) for n, v in others.items()}
        return " for " + ", ".join(f"{n} {v}" if v.startswith("≈") else f"{n} = {v}" for n, v in told.items())

    def plot(
        self,
        axes: str,
        others: Mapping[str, Expr],
        name: str,
        shown: Mapping[str, tuple[Expr, Expr]] | None = None,
    ) -> str:
        """The command that draws a figure again; `shown`: letters with the ranges that its axes have."""
        at = f' --at "{",".join(f"{n}={self.typed(v)}" for n, v in others.items())}"' if others else ""
        within = f' --range "{self.spans(shown)}"' if shown else ""
        return f"symdt plot {self.file} {axes}{at}{within} -o {name}.svg"
