r"""TikZ: a laid-out picture as the body of a LaTeX figure, in the reader's own type.

The result is a `tikzpicture` to be read with `\input`; the document needs `\usepackage{tikz}` and
`\usepackage{amsmath}`. TeX measures: a label that its type makes wider than the room planned for it is
drawn together to that width, so that no two labels meet whatever the type.

>>> from symdt.show.picture import Line, Picture, Text
>>> from symdt.show.label import Label
>>> print(to_tikz(Picture((Line(((0, 0), (10, 0))), Text((5, 1), Label.of("a23"))))))
% needs \usepackage{tikz,amsmath}
\providecommand{\symdtfit}[2]{\setbox0\hbox{#2}\ifdim\wd0>#1\resizebox{#1}{!}{\box0}\else\box0\fi}
\definecolor{symdt1}{HTML}{222222}
\begin{tikzpicture}[x=1mm,y=1mm]
\draw[symdt1,line width=0.8pt] (0,0) -- (10,0);
\node[symdt1,anchor=base,inner sep=0pt,font=\fontsize{8}{9.6}\selectfont] at (5,1) {\symdtfit{3.615mm}{$a_{23}$}};
\end{tikzpicture}
<BLANKLINE>
"""

from __future__ import annotations

from symdt.show.picture import Area, Item, Line, Picture, Point, Shape, Text
from symdt.show.style import HATCH_LINE
from symdt.show.writers.hatch import strokes

_FIT = r"\providecommand{\symdtfit}[2]{\setbox0\hbox{#2}\ifdim\wd0>#1\resizebox{#1}{!}{\box0}\else\box0\fi}"


def to_tikz(picture: Picture) -> str:
    """The LaTeX source of a picture."""
    colours: dict[str, str] = {}
    body = [line for item in picture.items for line in _item(item, colours)]
    lines = [r"% needs \usepackage{tikz,amsmath}", *(f"% {line}" for line in _said(picture)), _FIT]
    lines += [rf"\definecolor{{{name}}}{{HTML}}{{{code[1:].upper()}}}" for code, name in colours.items()]
    lines += [r"\begin{tikzpicture}[x=1mm,y=1mm]", *body, r"\end{tikzpicture}", ""]
    return "\n".join(lines)


def _said(picture: Picture) -> list[str]:
    """Title and description, on one line each; nothing in them ends the comment."""
    return [" ".join(t.split()) for t in (picture.title, picture.description) if t.strip()]


def _item(item: Item, colours: dict[str, str]) -> list[str]:
    if isinstance(item, Text):
        return [_text(item, colours)] if item.label else []
    if isinstance(item, Line):
        return [_line(item, colours)]
    if isinstance(item, Area):
        return _area(item, colours)
    return [_shape(item, colours)]


def _text(item: Text, colours: dict[str, str]) -> str:
    anchor = {"left": "base west", "centre": "base", "right": "base east"}[item.anchor]
    size = rf"\fontsize{{{_n(item.size)}}}{{{_n(1.2 * item.size)}}}\selectfont"
    room = f"{_n(item.label.size(item.size)[0])}mm"
    ink = _colour(item.colour, colours)
    body = rf"\symdtfit{{{room}}}{{{item.label.to_tex()}}}"
    return rf"\node[{ink},anchor={anchor},inner sep=0pt,font={size}] at {_at(item.at)} {{{body}}};"


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
        options.append(f"rounded corners={_n(min(w, h) / 2)}mm")
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
