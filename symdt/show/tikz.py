r"""TikZ: a laid-out picture as the body of a LaTeX figure.

The result is a `tikzpicture` to be read with `\input`; the document needs `\usepackage{tikz}` and
`\usepackage{amsmath}`.

>>> from symdt.show.picture import Label, Line, Picture, Text
>>> print(to_tikz(Picture((Line(((0, 0), (10, 0))), Text((5, 1), Label.of("a23"))))))
% needs \usepackage{tikz,amsmath}
\definecolor{symdt1}{HTML}{222222}
\begin{tikzpicture}[x=1mm,y=1mm]
\draw[symdt1,line width=0.8pt] (0,0) -- (10,0);
\node[symdt1,anchor=base,inner sep=0pt,font=\fontsize{7.04}{8.448}\selectfont] at (5,1) {$a_{23}$};
\end{tikzpicture}
<BLANKLINE>
"""

from __future__ import annotations

from symdt.show.picture import Line, Picture, Shape, Text

#: TeX's own type is wider than the one the layout is measured in; a little smaller it fits.
NARROW = 0.88


def to_tikz(picture: Picture) -> str:
    """The LaTeX source of a picture."""
    colours: dict[str, str] = {}
    body = [_item(item, colours) for item in picture.items]
    lines = [r"% needs \usepackage{tikz,amsmath}"]
    lines += [rf"\definecolor{{{name}}}{{HTML}}{{{code[1:].upper()}}}" for code, name in colours.items()]
    lines += [r"\begin{tikzpicture}[x=1mm,y=1mm]", *body, r"\end{tikzpicture}", ""]
    return "\n".join(lines)


def _item(item: Line | Shape | Text, colours: dict[str, str]) -> str:
    if isinstance(item, Text):
        anchor = {"left": "base west", "centre": "base", "right": "base east"}[item.anchor]
        size = rf"\fontsize{{{_n(NARROW * item.size)}}}{{{_n(1.2 * NARROW * item.size)}}}\selectfont"
        ink = _colour(item.colour, colours)
        return rf"\node[{ink},anchor={anchor},inner sep=0pt,font={size}] at {_at(item.at)} {{{item.label.to_tex()}}};"
    if isinstance(item, Line):
        options = [_colour(item.colour, colours), f"line width={_n(item.width)}pt"]
        options += ["-latex"] * item.has_arrow + ["dashed"] * bool(item.dashes)
        if item.is_curve:
            parts = [_at(item.points[0])]
            for i in range(1, len(item.points) - 2, 3):
                a, b, c = item.points[i : i + 3]
                parts.append(f".. controls {_at(a)} and {_at(b)} .. {_at(c)}")
            way = " ".join(parts)
        else:
            way = " -- ".join(map(_at, item.points))
        return rf"\draw[{','.join(options)}] {way};"
    (x, y), w, h = item.centre, item.width, item.height
    options = [
        f"draw={_colour(item.colour, colours)}",
        f"fill={_colour(item.fill, colours)}",
        f"line width={_n(item.line)}pt",
    ]
    if item.kind == "box":
        shape = f"{_at((x - w / 2, y - h / 2))} rectangle {_at((x + w / 2, y + h / 2))}"
    elif item.kind == "round" and abs(w - h) > 1e-6:
        options.append(f"rounded corners={_n(min(w, h) / 2)}mm")
        shape = f"{_at((x - w / 2, y - h / 2))} rectangle {_at((x + w / 2, y + h / 2))}"
    elif item.kind == "ellipse":
        shape = f"{_at((x, y))} ellipse [x radius={_n(w / 2)},y radius={_n(h / 2)}]"
    elif item.kind == "triangle":
        corners = [(x - w / 2, y), (x + w / 2, y + h / 2), (x + w / 2, y - h / 2)]
        shape = " -- ".join([*map(_at, corners), "cycle"])
    else:
        shape = f"{_at((x, y))} circle [radius={_n(w / 2)}]"
    return rf"\path[{','.join(options)}] {shape};"


def _colour(code: str, colours: dict[str, str]) -> str:
    return colours.setdefault(code, f"symdt{len(colours) + 1}")


def _at(point: tuple[float, float]) -> str:
    return f"({_n(point[0])},{_n(point[1])})"


def _n(number: float) -> str:
    text = f"{number:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
