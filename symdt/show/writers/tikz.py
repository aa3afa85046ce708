r"""TikZ: a laid-out picture as the body of a LaTeX figure, in the reader's own type.

The result is a `tikzpicture` to be read with `\input`; the document needs `\usepackage{tikz}` and
`\usepackage{amsmath}`. TeX measures: every label is set once, before the picture, and compared with the room that
was planned for it, in Computer Modern. Where the reader's type is wider, all type is one point smaller; where that is
not enough, the millimetre of the picture grows until the widest label fits. No label is drawn together, and type is never smaller
than six points.

>>> from symdt.show.picture import Line, Picture, Text
>>> from symdt.show.label import Label
>>> print("\n".join(to_tikz(Picture((Line(((0, 0), (10, 0))), Text((5, 1), Label.of("a23"))))).splitlines()[-10:]))
\begingroup%
\symdtbegin%
\symdtlabel{1}{8}{4977}{$a_{23}$}%
\symdtend%
\definecolor{symdt1}{HTML}{222222}%
\begin{tikzpicture}[x=\symdtunit,y=\symdtunit]
\draw[symdt1,line width=0.8pt] (0,0) -- (10,0);
\node[symdt1,anchor=base,inner sep=0pt] at (5,1) {\symdtsay{1}};
\end{tikzpicture}%
\endgroup
"""

from __future__ import annotations

from dataclasses import replace

from symdt.display import visible
from symdt.show.picture import Area, Line, Picture, Point, Shape, Text, box_of
from symdt.show.style import HATCH_LINE
from symdt.show.writers.hatch import strokes
from symdt.typeset.metrics import in_face
from symdt.typeset.names import escape_tex

#: A label may be wider than planned by this many millimetres where nothing stands beside it.
SPARE = 1.0
#: And by this share of its width.
SHARE = 0.1
#: What stands in a line of its own, and may go on to the end of the picture.
ALONE = ("foot", "title", "axis", "heading")
# \symdtlabel{number}{points}{room in micrometres}{text} sets a label at its size and one point smaller, and keeps
# what a millimetre must be for either; \symdtend takes the larger type where it fits.
_MEASURE = r"""
\ifdefined\symdtunit\else\newdimen\symdtunit\newdimen\symdtless\fi%
\providecommand{\symdttype}[1]{\fontsize{\dimexpr#1pt-\symdtless\relax}{1.2\dimexpr#1pt-\symdtless\relax}\selectfont}%
\providecommand{\symdtneeds}[4]{\symdtless=#4\setbox0\hbox{\symdttype{#1}#3}%
  \dimen2=\dimexpr\wd0*1000/#2\relax}%
\providecommand{\symdtbegin}{\dimen4=1mm\dimen6=1mm}%
\providecommand{\symdtlabel}[4]{\expandafter\def\csname symdt label #1\endcsname{\symdttype{#2}#4}%
  \symdtneeds{#2}{#3}{#4}{0pt}\ifdim\dimen2>\dimen4 \dimen4=\dimen2\fi%
  \symdtneeds{#2}{#3}{#4}{1pt}\ifdim\dimen2>\dimen6 \dimen6=\dimen2\fi}%
\providecommand{\symdtend}{\ifdim\dimen4>1.01mm \symdtless=1pt\symdtunit=\dimen6\else\symdtless=0pt\symdtunit=1mm\fi}%
\providecommand{\symdtsay}[1]{\csname symdt label #1\endcsname}%
""".strip()


def to_tikz(picture: Picture) -> str:
    """The LaTeX source of a picture, which is laid out anew for the type of TeX where it can be."""
    if picture.anew is None:
        return _source(picture)
    with in_face("cm"):
        made = picture.anew()
        return _source(replace(made, title=picture.title, description=picture.description))


def _source(picture: Picture) -> str:
    colours: dict[str, str] = {}
    labels: list[str] = []
    rooms = free_rooms(picture)
    body = []
    for item in picture.items:
        if isinstance(item, Text) and item.label:
            labels.append(_label(item, len(labels) + 1, rooms.pop(0)))
            body.append(_said_at(item, len(labels), colours))
        elif not isinstance(item, Text):
            body += _item(item, colours)
    lines = [r"% needs \usepackage{tikz,amsmath}", *(f"% {line}" for line in _said(picture)), _MEASURE]
    lines += [r"\begingroup%", r"\symdtbegin%", *labels, r"\symdtend%"]  # no end of a line is a space
    lines += [rf"\definecolor{{{name}}}{{HTML}}{{{code[1:].upper()}}}%" for code, name in colours.items()]
    lines += [
        r"\begin{tikzpicture}[x=\symdtunit,y=\symdtunit]",
        *body,
        r"\end{tikzpicture}%",
        r"\endgroup",
        "",
    ]
    return "\n".join(lines)


def _said(picture: Picture) -> list[str]:
    """Title and description, on one line each; nothing in them ends the comment, or is a command if it becomes none."""
    told = [" ".join(t.split()) for t in (picture.title, picture.description) if t.strip()]
    return [escape_tex(visible(t)) for t in told]


def free_rooms(picture: Picture) -> list[float]:
    """How wide each label may be set, in millimetres: what was planned for it, and half of what is free beside it."""
    things = [
        (i, box_of(i)) for i in picture.items if isinstance(i, Shape) or (isinstance(i, Text) and i.label)
    ]
    end = picture.box(0.0)[2]
    rooms = []
    for text, (left, bottom, right, top) in things:
        if not isinstance(text, Text):
            continue
        most = SPARE + SHARE * (right - left)
        if text.role in ALONE:
            most = max(most, 2 * (end - right))
        before = after = most
        for other, (a, b, c, d) in things:
            if other is text or b >= top or d <= bottom:
                continue
            if a <= left and c >= right:  # it stands inside
                before, after = min(before, 2 * (left - a)), min(after, 2 * (c - right))
            elif c <= (left + right) / 2:
                before = min(before, max(left - c, 0.0))
            elif a >= (left + right) / 2:
                after = min(after, max(a - right, 0.0))
        grows = {"left": after, "right": before, "centre": 2 * min(before, after)}[text.anchor]
        rooms.append(right - left + min(grows / 2, most))
    return rooms


def _label(item: Text, number: int, room: float) -> str:
    text = item.label.to_tex()
    return rf"\symdtlabel{{{number}}}{{{_n(item.size)}}}{{{max(round(1000 * room), 1)}}}{{{text}}}%"


def _said_at(item: Text, number: int, colours: dict[str, str]) -> str:
    anchor = {"left": "base west", "centre": "base", "right": "base east"}[item.anchor]
    ink = _colour(item.colour, colours)
    return rf"\node[{ink},anchor={anchor},inner sep=0pt] at {_at(item.at)} {{\symdtsay{{{number}}}}};"


def _item(item: Line | Area | Shape, colours: dict[str, str]) -> list[str]:
    if isinstance(item, Line):
        return [_line(item, colours)]
    if isinstance(item, Area):
        return _area(item, colours)
    return [_shape(item, colours)]


def _line(item: Line, colours: dict[str, str]) -> str:
    options = [_colour(item.colour, colours), f"line width={_n(item.width)}pt"]
    options += ["-latex"] * item.has_arrow
    if item.dashes:
        marks = [f"{'off' if n % 2 else 'on'} {_n(d)}pt" for n, d in enumerate(item.dashes)]
        options.append(f"dash pattern={' '.join(marks)}")
    if item.is_curve:
        parts = [_at(item.points[0])]
        for i in range(1, len(item.points) - 2, 3):
            a, b, c = item.points[i : i + 3]
            parts.append(f".. controls {_at(a)} and {_at(b)} .. {_at(c)}")
        way = " ".join(parts)
    else:
        way = " -- ".join(map(_at, item.points))
    return rf"\draw[{','.join(options)}] {way};"


def _area(item: Area, colours: dict[str, str]) -> list[str]:
    way = " ".join(" -- ".join([*map(_at, ring), "cycle"]) for ring in item.rings)
    found = [rf"\fill[{_colour(item.fill, colours)}] {way};"]
    if item.hatch:
        xs = [x for ring in item.rings for x, _ in ring]
        ys = [y for ring in item.rings for _, y in ring]
        lines = strokes(item.hatch, (min(xs), min(ys), max(xs), max(ys)))
        ink = _colour(item.colour, colours)
        if item.hatch == "dots":
            marks = " ".join(f"{_at(a)} circle [radius=0.2]" for a, _ in lines)
            stroke = rf"\fill[{ink}] {marks};"
        else:
            marks = " ".join(f"{_at(a)} -- {_at(b)}" for a, b in lines)
            stroke = rf"\draw[{ink},line width={_n(HATCH_LINE)}pt] {marks};"
        if lines:
            found += [r"\begin{scope}", rf"\clip {way};", stroke, r"\end{scope}"]
    return found


def _shape(item: Shape, colours: dict[str, str]) -> str:
    (x, y), w, h = item.centre, item.width, item.height
    options = [f"fill={_colour(item.fill, colours)}"]
    if item.line:
        options = [f"draw={_colour(item.colour, colours)}", *options, f"line width={_n(item.line)}pt"]
    if item.kind == "box":
        shape = f"{_at((x - w / 2, y - h / 2))} rectangle {_at((x + w / 2, y + h / 2))}"
    elif item.kind == "round" and abs(w - h) > 1e-6:
        options.append(f"rounded corners={_n(min(w, h) / 2)}\\symdtunit")
        shape = f"{_at((x - w / 2, y - h / 2))} rectangle {_at((x + w / 2, y + h / 2))}"
    elif item.kind == "ellipse":
        shape = f"{_at((x, y))} ellipse [x radius={_n(w / 2)},y radius={_n(h / 2)}]"
    elif item.kind in ("triangle", "lozenge"):
        corners: list[Point] = [(x - w / 2, y), (x + w / 2, y + h / 2), (x + w / 2, y - h / 2)]
        if item.kind == "lozenge":
            corners = [(x - w / 2, y), (x, y + h / 2), (x + w / 2, y), (x, y - h / 2)]
        shape = " -- ".join([*map(_at, corners), "cycle"])
    else:
        shape = f"{_at((x, y))} circle [radius={_n(w / 2)}]"
    return rf"\path[{','.join(options)}] {shape};"


def _colour(code: str, colours: dict[str, str]) -> str:
    return colours.setdefault(code, f"symdt{len(colours) + 1}")


def _at(point: Point) -> str:
    return f"({_n(point[0])},{_n(point[1])})"


def _n(number: float) -> str:
    text = f"{number:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
