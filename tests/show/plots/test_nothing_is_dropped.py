"""Every figure has a name for each region, a number for each threshold and a line for each action.

Over all example files, and over hard files of our own: eight actions, names of sixty characters, regions
thinner than a label, thresholds so near that their numbers cannot stand side by side.
"""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from sympy import Rational, symbols

from symdt import Belief, DecisionProblem, Domain, LossTable, load_problem
from symdt.analysis.attitude.attitude_problem import AttitudeProblem
from symdt.errors import SymdtError
from symdt.formats.problem import loads
from symdt.regions.along import along
from symdt.regions.plane.trace import Scale, trace
from symdt.show.numbers import answer_label
from symdt.show.picture import LEAST_TYPE, Line, Text
from symdt.show.plots.lines import risk_lines
from symdt.show.plots.maps.at_numbers import AtNumbers, Columns
from symdt.show.plots.maps.map import region_map
from symdt.show.plots.maps.parts import parts
from symdt.solve.alternatives import contest
from tests.show.clear import crossed, struck
from tests.show.counted import plain, regions, swatches, texts
from tests.show.page.hard import HARD

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
FILES = sorted([*EXAMPLES.glob("*.toml"), *(EXAMPLES / "catalogue").glob("*.toml")])
WORDS = "keep the machine running until the next planned inspection, {}"


GREEK = """
[parameters]
"λ" = "0 < λ < 4"
"θ" = "0 < θ < 1"
toxicity_weight = "0 < toxicity_weight < 3"
[belief]
sick = "θ"
well = "rest"
[utility]
actions = ["treat with the newer and rather expensive medicine at once", "wait", "β-blocker"]
sick = ["10.3 - 0.5*toxicity_weight", "0", "5*λ"]
well = ["-9*toxicity_weight*θ", "1", "0.17"]
"""
THIN = """
[parameters]
p = "0 < p < 1"
h = "0 < h < 2"
[belief]
s = "p"
t = "rest"
[loss]
actions = ["north", "an action that is best on a very thin strip only", "south"]
s = ["0", "49/100", "h"]
t = ["h", "49*h/100", "0"]
"""


def eight_actions(names=tuple(f"a{i}" for i in range(8)), low="0 < p < 1"):
    """Eight tangents of a parabola: every action is optimal somewhere, some only briefly."""
    p, k = symbols("p k")
    places = [Rational(n, 40) for n in (1, 3, 4, 5, 20, 21, 37, 39)]
    # the loss k t² − 2 t p + p² of naming t when p is true, up to what all share
    entries = [[k * t**2 for t in places], [k * t**2 - 2 * t for t in places]]
    loss = LossTable(["no", "yes"], list(names), entries)
    belief = Belief({"no": 1 - p, "yes": p})
    return DecisionProblem(loss, belief, Domain(low, "1/2 < k < 2"))


def long_names():
    return eight_actions(
        tuple(WORDS.format(w) for w in ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"])
    )


def points(problem):
    """A point of the domain: the first sample."""
    return dict(zip(problem.domain.field.names, problem.domain.samples[0], strict=True))


def cases():
    for file in FILES:
        try:
            problem = load_problem(file)
        except SymdtError:
            continue
        if problem.symbols and problem.alternatives:
            yield pytest.param(lambda file=file: load_problem(file), id=file.stem)
    yield pytest.param(eight_actions, id="eight actions")
    yield pytest.param(long_names, id="names of sixty characters")
    for name, text in {**HARD, "greek": GREEK, "thin": THIN}.items():
        if loads(text).symbols:
            yield pytest.param(lambda text=text: loads(text), id=f"hard: {name}")


CASES = list(cases())


@pytest.mark.parametrize("width", [83.82, 150.0])  # 3.3 inches, and a page
@pytest.mark.parametrize("make", CASES)
def test_lines(make, width):
    problem = make()
    for symbol in problem.symbols[:3]:
        at = {n: v for n, v in points(problem).items() if n != symbol.name}
        try:
            picture = risk_lines(problem, symbol, point=at, width=width)
        except SymdtError:
            continue  # a letter with one value only
        record = picture.record
        if isinstance(
            record, AtNumbers
        ):  # bars at whole numbers: every best action is named, and there is no line to cut
            named = " ".join(t.label.to_text() for t in picture.texts())
            assert all(str(label) in named for label, _, _ in record.runs())
            check(picture, width)
            continue
        numbers = [t for t in picture.items if isinstance(t, Text) and t.role in ("tick", "tick switch")]
        together = [t for t in picture.items if isinstance(t, Text) and t.role == "ticks"]
        assert len(numbers) == len(record.thresholds) + len(record.switches) or together
        pieces = [t.role for t in picture.of_role("in")]
        assert sorted(pieces) == sorted(f"in {p.label}" for p in record.pieces)
        if width < 100:
            count_lines(problem, symbol, at, picture)
        shown = {label for label, _ in record.contest.functions}
        assert {t.role for t in picture.of_role("name")} >= {f"name {label}" for label in shown}
        check(picture, width)


@pytest.mark.parametrize("width", [83.82, 150.0])
@pytest.mark.parametrize("make", CASES)
def test_maps(make, width):
    problem = make()
    for x, y in list(combinations(problem.symbols, 2))[:2]:
        at = {n: v for n, v in points(problem).items() if n not in (x.name, y.name)}
        try:
            picture = region_map(problem, x, y, point=at, width=width, equations=True)
        except SymdtError:
            continue  # a letter with one value only
        plane = picture.record
        if isinstance(plane, Columns):
            named = " ".join(t.label.to_text() for t in picture.texts())
            assert all(str(label) in named for _, column in plane.columns for label, _, _ in column)
            check(picture, width)
            continue
        x0, x1, y0, y1 = (float(v.p) / float(v.q) for v in plane.window)
        sheets = trace(plane, Scale(x0, x1), Scale(y0, y1))
        regions = [part.label for label in plane.labels for part in parts(sheets, label)]
        named = [t.role for t in picture.of_role("label")]
        assert set(named) == {f"label {label}" for label in plane.labels}
        listed = [a for a in picture.items if a.role == "swatch"]  # a legend names each label once
        assert sorted(named) == sorted(f"label {label}" for label in regions) or len(listed) >= 1
        assert len(picture.of_role("corner")) == len(plane.corners)
        numbered = {t.label.to_text() for t in picture.texts("number")}
        assert {t.role for t in picture.of_role("equation")} == {f"equation {n}" for n in numbered}
        if width < 100:
            count_maps(problem, x, y, at, picture)
        drawn = [i for i in picture.of_role("boundary") if isinstance(i, Line)]
        assert bool(drawn) == bool(numbered)
        check(picture, width)


def count_lines(problem, symbol, at, picture):
    """In the written file: every threshold and switch with its number, every piece and every line with its name."""
    if isinstance(problem, AttitudeProblem):
        return  # its letter is told in tolerances
    asked = contest(problem, at, guarded=True)
    found = along(asked, asked.domain.letter(symbol))
    written = texts(picture)
    together = "".join(written)
    numbers = Counter(
        "".join(answer_label(t).to_plain().split()) for t in (*found.thresholds, *found.switches)
    )
    for number, many in numbers.items():
        assert together.count(number) >= many, (number, written)
    needed = Counter(plain(piece.label) for piece in found.pieces)
    needed.update({plain(label) for label, _ in asked.functions})
    have = Counter(written)
    for name, many in needed.items():
        assert have[name] >= many, (name, many, written)


def count_maps(problem, x, y, at, picture):
    """In the written file: a name for every region that asking points finds, or a patch of a legend."""
    if isinstance(problem, AttitudeProblem):
        return
    asked = contest(problem, at, guarded=True)
    have, patches = Counter(texts(picture)), swatches(picture)
    found = regions(asked, asked.domain.letter(x), asked.domain.letter(y), picture.record.window)
    fills = {a.role.removeprefix("region "): a.fill for a in picture.of_role("region")}
    for label, many in found.items():
        name = plain(label)
        assert have[name] >= (1 if fills[str(label)] in patches else many), (name, many, have)


def check(picture, width):
    """No label on another or under a line to another, nothing wider than asked for, no type too small, no name cut."""
    assert picture.overlaps() == []
    assert struck(picture) == []
    assert crossed(picture) == []
    left, _, right, _ = picture.box(0.0)
    assert right - left <= width + 0.5
    assert min(t.size for t in picture.texts()) >= LEAST_TYPE
    assert not any("…" in t.label.to_text() for t in picture.texts())


def test_long_names_are_whole():
    picture = risk_lines(long_names(), "p", point={"k": 1})
    said = " ".join(t.label.to_text() for t in picture.items if isinstance(t, Text))
    for word in ("alpha", "theta"):
        assert said.count(word) >= 1
    assert said.count("inspection") >= 8


def test_the_count_notices_what_is_missing():
    """A number or a name taken out of the picture is missed in the file."""
    problem, at = eight_actions(), {"k": 1}
    whole = risk_lines(problem, "p", point=at, width=83.82)
    plane = region_map(problem, "p", "k", width=83.82)
    count_lines(problem, "p", at, whole)
    count_maps(problem, "p", "k", {}, plane)
    for role in ("tick", "in a2", "name a5"):
        less = replace(whole, items=tuple(i for i in whole.items if i.role != role))
        with pytest.raises(AssertionError):
            count_lines(problem, "p", at, less)
    less = replace(plane, items=tuple(i for i in plane.items if i.role != "label a4"))
    with pytest.raises(AssertionError):
        count_maps(problem, "p", "k", {}, less)
