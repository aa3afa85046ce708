"""`symdt plot`: risk lines with the optimal action underneath, or the region map of two parameters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from symdt.cli.arguments import AT, FORCE, JSON, TREE, read_points_as_written, read_problem
from symdt.cli.ask.attitudes import told_by
from symdt.cli.ask.sensitivity import complete
from symdt.cli.make.sizes import DPI, OUTLINES, read_room
from symdt.cli.notes import caption, notes
from symdt.cli.output import wrote
from symdt.cli.progress import working
from symdt.errors import DomainError, quote
from symdt.exact.polynomial import to_number, to_rational

FORMATS = (".svg", ".pdf", ".png", ".tex", ".json")


def plot(
    file: Annotated[Path, typer.Argument(help="A problem file; see `symdt new`.")],
    x: Annotated[str, typer.Option("--x", help="The parameter along the horizontal axis.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The picture: .svg .pdf .png .tex .json")],
    y: Annotated[str | None, typer.Option("--y", help="A second parameter: draw the region map.")] = None,
    at: AT = None,
    span: Annotated[
        str | None, typer.Option("--range", help="What an axis shows, for instance 'p=0:1/4,h=0:10'.")
    ] = None,
    log: Annotated[str, typer.Option("--log", help="Axes with a logarithmic scale, for instance 'h'.")] = "",
    equations: Annotated[
        bool, typer.Option("--equations", help="Label the boundaries of a map and its triple points.")
    ] = False,
    strategy: Annotated[bool, typer.Option("--strategy", help="Regions of whole strategies.")] = False,
    width: Annotated[str, typer.Option("--width", help="Lay out for this width: 3.3in, 85mm.")] = "85mm",
    dpi: DPI = 200,
    title: Annotated[str, typer.Option("--title", help="A title over the figure.")] = "",
    outlines: OUTLINES = False,
    force: FORCE = False,
    as_json: JSON = False,
    tree: TREE = None,
) -> int:
    """Plot the value of each alternative along a parameter, or where each is best in two."""
    from symdt.files import check_writable, write_whole
    from symdt.show.writers import Options, rendered, suffix_of

    suffix = suffix_of(output, FORMATS)
    check_writable(output, force=force)
    wide = read_room(width)
    problem: Any = read_problem(file, tree)
    told = told_by(problem)
    problem, point = read_points_as_written(at, problem, span, is_told=told is not None)
    wanted = [x] if y is None else [x, y]
    amount = getattr(problem, "letter", None) if problem.kind == "a choice of an amount" else None
    if amount is not None and (y is not None or log or equations or strategy):
        raise DomainError(
            f"a choice of an amount is drawn along {quote(amount)} or along one letter: leave out --y, --log, --equations and --strategy"
        )
    for name in wanted:
        if name != amount:
            problem.domain.letter(told.axis(name) if told is not None else name)
    if y == x:
        raise DomainError(f"--x and --y are both {quote(x)}: give two parameters")
    both = next((n for n in wanted if n in point), None)
    if both is not None:
        raise DomainError(f"the parameter {quote(both)} is on an axis and in --at: leave it out of --at")
    axes = [told.axis(n) if told is not None else n for n in wanted]
    point = {**{n: to_rational(v) for n, v in problem.domain.settled.items() if n not in axes}, **point}
    known = {*wanted, *point}
    if told is not None:
        known = {told.axis(n) for n in known}
        if (equations or log) and y is not None and told.inner != told.letter and told.letter in wanted:
            raise DomainError(
                f"a map by {quote(told.letter)} has no --equations and no --log: leave them out, or draw by {quote(told.inner)}"
            )
    fixed = told.within(point) if told is not None else point
    free = [s.name for s in problem.symbols if s.name not in known]
    if free:
        whole, _ = complete(problem, fixed)
        told_free = [told.letter if told is not None and n == told.inner else n for n in free]
        values = ",".join(f"{n}={whole[m] if n == m else 1}" for n, m in zip(told_free, free, strict=True))
        raise DomainError(
            f"the parameter {quote(told_free[0])} has no value: fix it, for instance --at {values}"
        )
    ranges = read_ranges(span, wanted) if span is not None else {}
    ranges = {n: clipped(problem, fixed, n, ends) for n, ends in ranges.items()}
    scales = read_axes(log, wanted)
    if equations and y is None:
        raise DomainError("--equations labels the boundaries of a map: give --y as well")
    with working("plotting"):
        picture = picture_of(
            problem,
            x,
            y,
            point,
            ranges,
            log=scales,
            equations=equations,
            strategy=strategy,
            width=wide,
            title=title or caption(),
        )
        content = rendered(picture, suffix, Options(dpi, outlines))
    write_whole(output, content, force=force)
    wrote([output], as_json=as_json)
    return 0


def read_axes(text: str, axes: list[str]) -> list[str]:
    """The names of axes from a text such as `p,h`."""
    names = [part.strip() for part in text.split(",") if part.strip()]
    wrong = next((n for n in names if n not in axes), None)
    if wrong is not None:
        raise DomainError(f"{quote(wrong)} is no axis of this figure: --log takes {' or '.join(axes)}")
    return names


def read_ranges(text: str, axes: list[str]) -> dict[str, tuple[Any, Any]]:
    """The ends of the axes from a text such as `p=0:1/4,h=0:10`."""
    ranges = {}
    for part in text.split(","):
        name, _, ends = (t.strip() for t in part.partition("="))
        low, colon, high = ends.partition(":")
        if name not in axes or not colon:
            raise DomainError(
                f"{quote(part)} is no range of an axis: write {axes[0]}=0:1, for {' or '.join(axes)}"
            )
        exact = (to_number(low.strip()), to_number(high.strip()))
        if exact[0] >= exact[1]:
            raise DomainError(f"the range {quote(part)} is empty: write the smaller end first")
        ranges[name] = exact
    return ranges


def clipped(problem: Any, point: dict[str, Any], name: str, ends: tuple[Any, Any]) -> tuple[Any, Any]:
    """What of a range lies in the domain at the point; a note says what does not, an error where nothing does."""
    domain = problem.domain.restricted_to(point) if point else problem.domain
    if name not in domain.field.names:
        return ends
    low, high, _, _ = domain.box[domain.field.names.index(name)]
    kept = (ends[0] if low is None else max(low, ends[0]), ends[1] if high is None else min(high, ends[1]))
    asked = f"--range {name}={ends[0]}:{ends[1]}"
    bounds = f"{name}{'' if low is None else f' from {low}'}{'' if high is None else f' to {high}'}"
    if kept[0] >= kept[1]:
        raise DomainError(f"{asked} lies outside the domain, {bounds}: give a range inside")
    if kept != ends:
        notes.append(f"{asked} reaches beyond the domain: drawn from {kept[0]} to {kept[1]}")
    return kept


def picture_of(
    problem: Any,
    x: str,
    y: str | None,
    point: dict[str, Any],
    ranges: dict[str, tuple[Any, Any]] | None = None,
    *,
    log: list[str] | None = None,
    equations: bool = False,
    strategy: bool = False,
    width: float | None = None,
    title: str = "",
) -> Any:
    """The plot of a problem: risk lines, or a region map if `y` is given."""
    from symdt.regions.reach import window_of
    from symdt.show.picture import COLUMN
    from symdt.show.style import Palette
    from symdt.solve.alternatives import contest, strategies

    if problem.kind == "a choice of an amount":
        from symdt.show.plots.amount_along import best_along
        from symdt.show.plots.payoff import payoff_curve

        shown: dict[str, Any] = {"point": point, "window": (ranges or {}).get(x), "title": title}
        shown["width"] = width or COLUMN
        return payoff_curve(problem, **shown) if x == problem.letter else best_along(problem, x, **shown)
    palette, told = Palette(problem.alternatives), told_by(problem)
    inside = told.within(point) if told is not None else point
    asked: Any = strategies(problem, inside) if strategy else contest(problem, inside, guarded=True)
    if strategy:
        palette = Palette(map(str, asked.labels))
    axes, free = ([x] if y is None else [x, y]), {s.name for s in asked.domain.symbols}
    spans = [
        (ranges or {}).get(n) or (window_of(asked, asked.domain.letter(n)) if ranges and n in free else None)
        for n in axes
    ]
    if ranges and None in spans and told is not None:  # the tolerance has no range
        from symdt.show.plots.told import tolerances_shown

        shown_y = tolerances_shown(told, asked)
        spans = [span or (told.own(float(shown_y[0])), told.own(float(shown_y[1]))) for span in spans]
    common: dict[str, Any] = {
        "point": point,
        "palette": palette,
        "width": width or COLUMN,
        "title": title,
        "numerals": problem.numerals,
    }
    if y is None:
        from symdt.show.plots.lines import risk_lines

        return risk_lines(asked, x, window=spans[0], is_log=x in (log or ()), told=told, **common)
    from symdt.show.plots.maps.map import region_map

    window = (*spans[0], *spans[1]) if ranges and spans[0] and spans[1] else None
    return region_map(asked, x, y, window=window, log=log or (), equations=equations, told=told, **common)
