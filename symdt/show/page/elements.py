"""What every page is made from: polynomials by number, values by their factors, letters with their sliders, steps.

Every value is a coefficient with numbers of polynomials above and below; a polynomial is a list of terms, the
coefficient as text and an exponent for each letter. Nothing is rounded.

>>> from symdt.exact.domain import Domain
>>> from symdt import TreeProblem, Value
>>> from sympy import Symbol
>>> problem = TreeProblem(Value(6 * Symbol("p") - 3), Domain("0 < p < 1"), "max")
>>> made = Elements(problem, problem.domain, {}, "")
>>> made.element(6 * Symbol("p") - 3), list(made.polys)
(['3', [0], []], [(('2', 1), ('-1', 0))])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

from symdt.errors import DomainError, quote
from symdt.exact.domain import Domain
from symdt.exact.element import Element
from symdt.exact.field import Field
from symdt.exact.kink import is_kink
from symdt.exact.language.numerals import as_written
from symdt.exact.polynomial import Number, letters_of, to_number
from symdt.problems.kinks.kinked import KinkedProblem, shown
from symdt.problems.problem import Problem
from symdt.typeset import mathml, names

#: The Greek letters that names and formulas may have.
GREEK = set(map(chr, range(0x391, 0x3CA)))
#: Polynomials with more terms are not factored.
MAX_FACTORED = 60


class Elements:
    """The polynomials of one page, each under a number, and what is written with them.

    problem: whose letters and title these are; domain: whose field the values are of; presets: the table `[explore]` of
    a problem file; file: its name.
    """

    def __init__(self, problem: Problem, domain: Domain, presets: Mapping[str, Any], file: str) -> None:
        self.problem, self.domain, self.presets, self.file = problem, domain, presets, file
        self.symbols = problem.symbols
        self.field = domain.field
        self.places = [self.field.position[s] for s in self.symbols]
        # functions with kinks are letters of the table and the tree, behind the others
        self.kinks = problem.kinks if isinstance(problem, KinkedProblem) else ()
        self.wide = Field.of([*self.symbols, *self.kinks])
        self.wide_places = [self.wide.position[s] for s in (*self.symbols, *self.kinks)]
        self.polys: dict[tuple[Any, ...], int] = {}
        self.formulas: dict[str, int] = {}
        self.labels: set[str] = {s.name for s in self.symbols}
        self.limits: list[str] = []
        self.fixed = str(presets.get("fixed", ""))  # letters that the command line fixed

    def opening(
        self, optimum: str, start: Sequence[Number], ranges: Sequence[tuple[Number, Number]]
    ) -> dict[str, Any]:
        """What stands first in every record: the problem's name, its letters and its domain."""
        return {
            "format": 1,
            "version": import_module("symdt").__version__,
            "title": self.problem.title,
            "file": self.file or "problem.toml",
            "fixed": self.fixed,
            "optimum": optimum,
            "letters": [self.letter(i, start, ranges) for i in range(len(self.symbols))],
            "domain": [[self.poly(c.poly), c.op] for c in self.domain.conditions],
        }

    def closing(self) -> dict[str, Any]:
        """What stands last: the polynomials that the rest has numbers of, names, what was left out, the command."""
        at = f' --at "{self.fixed}"' if self.fixed else ""
        told = [f"With {self.fixed.replace('=', ' = ').replace(',', ', ')}."] if self.fixed else []
        known = {n: parts for n in sorted(self.labels) if (parts := name_parts(n))}
        for n in (s.name for s in self.symbols):
            word, _, index = n.partition("_")
            if n not in known and word and index:  # a letter of two words, as in formulas
                known[n] = [word, index, ""]
        signs = set("".join([*self.formulas, *(parts[0] for parts in known.values())]))
        return {
            "polys": [list(map(list, terms)) for terms in self.polys],
            "formulas": [nested(markup) for markup in self.formulas],
            "names": known,
            "decimals": any("." in text for text in self.problem.numerals.values()),
            "fractions": sorted(str(q) for q, t in self.problem.numerals.items() if "/" in t),
            "greek": {c: f"{names.to_latex(c)} " for c in sorted(signs & GREEK)},
            "limits": told + self.limits,
            "source": f"symdt explore {self.file}{at}" if self.file else "symdt.explore",
        }

    def poly(self, poly: Any) -> int:
        """The number of a polynomial in the record."""
        terms = tuple(
            (
                str(c),
                *(
                    int(monomial[i])
                    for i in (self.places if len(monomial) == len(self.places) else self.wide_places)
                ),
            )
            for monomial, c in poly.to_dict().items()
        )
        return self.polys.setdefault(terms, len(self.polys))

    def element(self, value: Any) -> list[Any]:
        """A rational function: coefficient, factors above, factors below."""
        has_kinks = not isinstance(value, Element) and any(map(is_kink, letters_of([value])))
        field = self.wide if has_kinks else self.field
        element = value if isinstance(value, Element) else field.element(value)
        above, over = self.factors(element.num)
        below, under = self.factors(element.den)
        return [str(above / below), over, under] if above else ["0", [], []]

    def stated_value(self, value: Any) -> list[Any]:
        """What a table states: the function, and last the number of its formula."""
        return [
            *self.element(value),
            self.formula(as_written(shown(value, self.symbols), self.problem.numerals)),
        ]

    def formula(self, thing: Any) -> int:
        """The number of an expression or a condition, set as mathematics, in the record."""
        return self.formulas.setdefault(mathml.body(thing), len(self.formulas))

    def factors(self, poly: Any) -> tuple[Number, list[int]]:
        """A number and the polynomials whose product with it this is."""
        if poly.is_constant():
            return (poly.leading_coefficient() if poly else to_number(0)), []
        if len(poly) > MAX_FACTORED:
            return to_number(1), [self.poly(poly)]
        content, parts = poly.factor()
        return content, [self.poly(f) for f, times in parts for _ in range(int(times))]

    def condition(self, condition: Any) -> Any:
        """A condition of a case: a polynomial against 0, or a letter against a root; last the number of its formula."""
        root = getattr(condition, "root", None)
        if root is not None:
            return {
                "letter": list(self.symbols).index(root.letter),
                "op": condition.op,
                "poly": self.poly(root.poly),
                "index": int(root.index),
                "math": self.formula(condition),
            }
        return [self.poly(condition.poly), condition.op, self.formula(condition)]

    def letter(
        self, i: int, start: Sequence[Number], ranges: Sequence[tuple[Number, Number]]
    ) -> dict[str, Any]:
        """A letter with its bounds, its first value and the range of its slider."""
        place = self.places[i]
        low, high, _, _ = self.domain.box[place]
        notes = self.presets.get("notes", {})
        return {
            "name": self.symbols[i].name,
            "low": None if low is None else str(low),
            "high": None if high is None else str(high),
            "start": str(start[place]),
            "range": [str(ranges[place][0]), str(ranges[place][1])],
            "note": str(notes.get(self.symbols[i].name, "")),
            **({"whole": True} if self.symbols[i].is_integer else {}),
        }

    def steps(self, start: Sequence[Number]) -> list[dict[str, Any]]:
        """The author's steps, told in order from the start: each of them stays inside the domain."""
        found = []
        here: dict[str, Any] = dict(zip(self.field.names, start, strict=True))
        for step in self.presets.get("steps", []):
            title = str(step.get("title", "step"))
            point = {str(n): to_number(str(v)) for n, v in step.get("at", {}).items()}
            asked = {key: str(step.get(key, "")) for key in ("for", "x", "y")}
            self.known([*point, *filter(None, [asked["for"]])], title)
            self.known([n for key in "xy" for n in asked[key].split("/") if asked[key]], title)
            here |= point
            try:
                self.domain.check_point(here)
            except DomainError as error:
                raise DomainError(f"the step {quote(title)} of [explore]: {error}; give another") from None
            found.append(
                {
                    "title": title,
                    "note": str(step.get("note", "")),
                    "point": {n: str(v) for n, v in point.items()},
                    **asked,
                }
            )
        return found

    def known(self, asked: Sequence[str], title: str) -> None:
        """An error if a step names what is no letter."""
        letters = [s.name for s in self.symbols]
        unknown = next((n for n in asked if n not in letters), None)
        if unknown is not None:
            raise DomainError(
                f"the step {quote(title)} of [explore] names {quote(unknown)}, which is no letter: use {', '.join(letters)}"
            )


def name_parts(name: str) -> list[str] | None:
    """Letter, lower and upper index of a name that is mathematics, else None.

    >>> name_parts("a23"), name_parts("alpha"), name_parts("take")
    (['a', '23', ''], ['α', '', ''], None)
    """
    parts = names.split(name)
    if parts is None:
        return None
    over, under = names.scripts(*parts)
    return [names.greek(parts[0]), under, over]


def nested(markup: str) -> Any:
    """MathML as nested lists, so that the page builds it without parsing markup.

    A number, a letter or a sign whose text says what it is, is that text alone.

    >>> nested("<mrow><msqrt><mi>h</mi></msqrt><mo>+</mo><mn>1</mn><mtext>x</mtext></mrow>")
    ['mrow', ['msqrt', 'h'], '+', '1', ['mtext', 'x']]
    """

    def walk(node: ElementTree.Element) -> Any:
        text = node.text or ""
        if text and node.tag == ("mn" if text[0].isdigit() else "mi" if text[0].isalpha() else "mo"):
            return text
        return [node.tag, *([text] if text else []), *(walk(child) for child in node)]

    return walk(ElementTree.fromstring(markup))
