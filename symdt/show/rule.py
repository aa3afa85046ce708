"""Rules drawn: how the risks are ordered along a parameter (Figure 3), or which action is best, in every case.

The line is a scheme, not a scale: the break points are expressions, and their order is what the
case guarantees.
"""

from __future__ import annotations

from typing import Any

from symdt.display import counted
from symdt.show.label import Label
from symdt.show.picture import Area, Item, Line, Picture, Text, laid_out, paper_under
from symdt.show.style import Palette
from symdt.typeset import formulas, names

SIZE, SMALL = 9.0, 8.0


@laid_out
def orderings_picture(rule: Any, palette: Palette | None = None) -> Picture:
    """The picture of `risk_orderings`: one line for each case, least risk first."""
    palette = palette or Palette(rule.actions)
    cases = sorted(rule.cases, key=lambda c: -len(c.pieces))
    cases.sort(key=lambda c: _rank(c))
    is_ordering = isinstance(cases[0].pieces[0].label, tuple)
    chains = [[_chain(piece.label, rule.optimum) for piece in case.pieces] for case in cases]
    most = max(map(len, chains))
    widest = max(label.size(SMALL)[0] for row in chains for label in row)
    ends_widest = max(_end(p.stop).size(SMALL)[0] for case in cases for p in case.pieces)
    whole = most * (max(widest, ends_widest, 16.0) + 6.0)
    items: list[Item] = []
    y = 0.0
    for case, row in zip(cases, chains, strict=True):
        conditions = ",  ".join(formulas.condition(c) for c in case.conditions)
        title = (
            Label.words("if  ") + Label.math(conditions.replace(",  ", r",\;\; ")) if conditions else Label()
        )
        items.append(Text((0.0, y), title, SIZE, "left", role="case"))
        width = whole / len(row)  # every line runs over the whole range
        y -= 6.5 if is_ordering else 2.0
        for i, (piece, label) in enumerate(zip(case.pieces, row, strict=True)):
            left = i * width
            first = _first(piece.label)
            look = palette[first]
            ring = ((left, y - 6.5), (left + width, y - 6.5), (left + width, y - 2.7), (left, y - 2.7))
            items.append(Area((ring,), look.tint, look.hatch, look.colour, "piece"))
            items.append(Line((*ring, ring[0]), 0.5, look.colour, role="edge"))
            if is_ordering:
                items.append(Text((left + width / 2, y), label, SMALL, role="ordering"))
            name = Text((left + width / 2, y - 5.6), Label.of(first), SMALL, role="optimal")
            items += [paper_under(name, 0.3), name]
        y -= 9.0
        ends = [case.pieces[0].start, *(p.stop for p in case.pieces)]
        items.append(Line(((0.0, y), (width * len(row) + 6.0, y)), 0.9, has_arrow=True))
        lowest = y
        for i, end in enumerate(ends):
            x = i * width
            items.append(Line(((x, y - 1.2), (x, y + 1.2)), 0.9))
            label = _end(end)
            above = label.size(SMALL)[1]
            items.append(Text((x, y - 2.6 - above), label, SMALL, role="end"))
            lowest = min(lowest, y - 2.6 - above - label.size(SMALL)[2])
        letter = Label.math(names.to_latex(rule.letter.name))
        items.append(Text((width * len(row) + 7.5, y - 1.0), letter, SIZE, "left"))
        y = lowest - 9.0
    what = "orderings of the risks" if is_ordering else "the optimal action"
    said = f"{what.capitalize()} along {rule.letter.name}, in {counted(len(cases), 'case')} of the other letters."
    for case, row in zip(cases, chains, strict=True):
        held = " and ".join(Label.math(formulas.condition(c)).to_plain() for c in case.conditions)
        steps = [
            f"{lab.to_plain()} up to {_end(p.stop).to_plain()}"
            for p, lab in zip(case.pieces, row, strict=True)
        ]
        said += f" {f'If {held}' if held else 'Everywhere'}: {', then '.join(steps)}."
    return Picture(tuple(items), f"{what} along {rule.letter.name}", said)


@laid_out
def draw_orderings(rule: Any, palette: Palette | None = None) -> Picture:
    """The orderings drawn."""
    return orderings_picture(rule, palette)


@laid_out
def rule_picture(rule: Any, palette: Palette | None = None) -> Picture:
    """The picture of a decision rule: for each case the intervals of the parameter and their actions."""
    return orderings_picture(rule, palette)


def _end(end: Any) -> Label:
    return Label.math(formulas.formula(end.to_expr()).replace(r"\frac", r"\dfrac"))


def _first(label: Any) -> str:
    """The action of a piece: the first of an ordering, or what a choice does first."""
    return str(label[0]) if isinstance(label, tuple) else str(getattr(label, "action", label))


def _chain(order: Any, optimum: str) -> Label:
    if not isinstance(order, tuple):
        return Label.of(_first(order))
    sign = " < " if optimum == "min" else " > "
    return Label.math(sign.join(names.risk_name(str(a)) for a in order))


def _rank(case: Any) -> tuple[Any, ...]:
    """Cases with more optimal actions first, as the paper has them."""
    best = [_first(piece.label) for piece in case.pieces]
    return (-len(dict.fromkeys(best)), -len(case.pieces))
